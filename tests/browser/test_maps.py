"""The page of the maps in Chromium: finished at once, drawn anew by a job, stopped, in both languages and themes."""

import re

import pytest
from playwright.sync_api import expect

from embedlab.distortion.check import foremost
from embedlab.ui import drawn_maps, map_scene, session
from tools.browser import wait_idle

READY = ".linked-maps[data-ready='{}']"


def stop(page):
    """Ours: a slow page has Streamlit's own Stop in its header."""
    return page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True)


def opened(page, server, query=""):
    page.goto(f"{server.url}/maps{query}")
    page.locator(READY.format(3)).wait_for()
    wait_idle(page)
    return page.locator(".linked-maps")


@pytest.mark.parametrize(("locale", "cat"), [("en-US", "cat"), ("pt-BR", "gato")])
def test_finished_maps_at_once_and_ids_equal_to_the_judgement(server, open_page, locale, cat):
    page = open_page(locale=locale)
    host = opened(page, server)
    language = locale[:2]
    _, maps = drawn_maps.load(session.SHIPPED / f"maps_{language}.json")
    table = session.opened(session.shipped(language))
    row = maps.ids.tolist().index(table.ids_by_token[cat][0])
    verdicts = host.evaluate("(host, row) => host.probe.judge(row)", row)
    for judged, verdict in zip(maps.maps.values(), verdicts, strict=True):
        assert verdict["screen"] == judged.near[row].tolist()
        assert verdict["lying"] == judged.near[row][judged.false[row]].tolist()
        assert verdict["torn"] == maps.graph.ids[row][judged.torn[row]].tolist()
    page.locator(".search").fill(cat)
    page.locator(".search").press("Enter")
    page.get_by_role("heading", name=cat).wait_for()
    assert host.evaluate("(host) => host.probe.state().picked") == row


def test_a_finding_shows_its_rows_on_the_maps(server, browser_page):
    page, host = browser_page, opened(browser_page, server)
    page.get_by_role("button", name="Numbers").first.click()
    page.get_by_role("button", name="Show on the maps").click()
    expect(host).not_to_have_attribute("data-selected", "0")
    _, maps = drawn_maps.load(session.SHIPPED / "maps_en.json")
    found = next(one for one in map_scene.findings(maps) if map_scene.drawn_rows(one, maps))
    assert host.evaluate("(host) => host.probe.state().chosen") == map_scene.drawn_rows(found, maps)
    wait_idle(page)
    host.locator(".stage").press("Escape")
    wait_idle(page)
    assert host.get_attribute("data-selected") == "0"  # and nothing brings it back


def test_a_finding_opens_its_figure_in_a_window(server, browser_page):
    page, host = browser_page, opened(browser_page, server)
    _, maps = drawn_maps.load(session.SHIPPED / "maps_en.json")
    first = foremost(map_scene.findings(maps))[0][0]
    page.get_by_role("button", name="Numbers").first.click()
    window = page.get_by_role("dialog")
    expect(window).to_contain_text(first.say("en"))
    expect(window).to_contain_text("metric: cosine")
    bars = window.locator(".bars .point")
    expect(bars).to_have_count(len(first.evidence.x))
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    assert host.get_attribute("data-ready") == "3"


def test_the_maps_stand_in_sight(server, browser_page):
    opened(browser_page, server)
    boxes = [browser_page.locator(".frame").nth(at).bounding_box() for at in range(3)]
    assert all(box["y"] + box["height"] * 0.75 <= 900 for box in boxes), boxes


def test_a_job_draws_pca_first_and_stop_keeps_it(server, browser_page):
    page = browser_page
    page.goto(f"{server.url}/maps?seed=3&tsne_n_iter=5000")
    page.locator(READY.format(1)).wait_for(timeout=90_000)  # the first job waits until the libraries are loaded
    page.get_by_role("button", name="Zoom in").click()
    # t-SNE is the third of four stages: it has begun, and is under way for another 5,000 steps.
    page.get_by_text(re.compile(r"· (5[1-9]|6\d)%")).wait_for(timeout=60_000)
    stop(page).click()
    page.get_by_role("button", name="Draw again").wait_for(timeout=60_000)
    wait_idle(page)
    host = page.locator(READY.format(2))  # t-SNE's last state is kept
    host.wait_for(timeout=60_000)
    assert page.locator(".waiting").all_inner_texts() == ["Stopped before UMAP."]
    assert host.evaluate("(host) => host.probe.state().views[0].zoom") == 1.5


def test_another_seed_is_drawn_whole_and_the_zoom_of_pca_survives(server, browser_page):
    page = browser_page
    page.goto(f"{server.url}/maps?seed=4")
    page.locator(READY.format(1)).wait_for(timeout=90_000)
    page.get_by_role("button", name="Zoom in").click()
    page.locator(READY.format(3)).wait_for(timeout=60_000)
    expect(stop(page)).to_have_count(0, timeout=60_000)
    wait_idle(page)
    assert page.locator(".linked-maps").evaluate("(host) => host.probe.state().views[0].zoom") == 1.5
    page.reload()
    page.locator(READY.format(3)).wait_for()  # the finished job is found again


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_page_without_sideways_scrolling(server, open_page, scheme):
    page = open_page(width=390, height=844, locale="pt-BR", color_scheme=scheme)
    host = opened(page, server)
    assert host.evaluate("(host) => host.probe.state().dark") == (scheme == "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = host.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_a_class_is_brushed_and_tested_and_the_maps_are_taken_along(server, browser_page):
    page = browser_page
    host = opened(page, server, "?doubt=group")
    test = page.get_by_role("button", name="Test it")
    expect(test).to_be_disabled()
    page.get_by_role("radio", name="PCA").click()
    host.locator(".legend button", has_text="weekday").click()
    page.get_by_text("7 rows selected").wait_for()
    test.click()
    verdict = page.get_by_test_id("stAlert").filter(has_text="these 7 rows")
    verdict.wait_for(timeout=90_000)  # the first job waits until the libraries are loaded
    assert "links cross its border" in verdict.inner_text()
    assert "silhouette in the table" in page.locator("img[alt^='silhouette on the map']").get_attribute("alt")
    with page.expect_download() as rows:
        page.get_by_role("button", name="Rows as CSV").click()
    lines = rows.value.path().read_text("utf-8-sig").splitlines()
    assert lines[0].startswith("# corpus_en")
    assert len(lines) == 2 + 526
    with page.expect_download() as whole:
        page.get_by_role("button", name="Maps as one page").click()
    assert whole.value.path().read_text("utf-8").count("<circle") == 3 * 526


def test_twins_bring_noise_beside_the_measures_and_a_line_up(server, browser_page):
    page = browser_page
    page.goto(f"{server.url}/maps?rows=60&tsne_n_iter=250&doubt=twins")
    page.locator(READY.format(3)).wait_for(timeout=90_000)
    captions = page.locator(".linked-maps .caption")
    assert "noise" not in captions.nth(0).inner_text()
    page.get_by_role("button", name="Draw 5 twins").click()
    page.get_by_text("One of these 6 maps").wait_for(timeout=60_000)
    wait_idle(page)
    assert ["noise" in caption for caption in captions.all_inner_texts()] == [True] * 3
    assert page.locator("img[alt*='dots without names']").count() == 6
    page.get_by_role("button", name="C", exact=True).click()
    page.get_by_text("your table").filter(has_text="C is").wait_for()
    wait_idle(page)
    page.get_by_role("button", name="Shuffle").click()
    page.get_by_text("One of these 6 maps").wait_for()
