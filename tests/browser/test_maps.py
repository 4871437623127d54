"""The page of the maps in Chromium: finished at once, drawn anew by a job, stopped, in both languages and themes."""

import time

import pytest

from embedlab.ui import drawn_maps, session
from tools.browser import wait_idle

READY = ".linked-maps[data-ready='{}']"


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


def test_the_maps_stand_in_sight(server, browser_page):
    opened(browser_page, server)
    boxes = [browser_page.locator(".frame").nth(at).bounding_box() for at in range(3)]
    assert all(box["y"] + box["height"] * 0.75 <= 900 for box in boxes), boxes


def test_a_job_draws_pca_first_and_stop_keeps_it(server, browser_page):
    page = browser_page
    page.goto(f"{server.url}/maps?seed=3&tsne_n_iter=5000")
    page.locator(READY.format(1)).wait_for(timeout=90_000)  # the first job waits until the libraries are loaded
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Draw again").wait_for()
    wait_idle(page)
    host = page.locator(READY.format(2))  # t-SNE's last state is kept
    host.wait_for()
    assert page.locator(".waiting").all_inner_texts() == ["Stopped before UMAP."]
    assert host.evaluate("(host) => host.probe.state().views[0].zoom") == 1.5


def test_another_seed_is_drawn_whole_and_the_zoom_of_pca_survives(server, browser_page):
    page = browser_page
    page.goto(f"{server.url}/maps?seed=4")
    page.locator(READY.format(1)).wait_for(timeout=90_000)
    page.get_by_role("button", name="Zoom in").click()
    page.locator(READY.format(3)).wait_for(timeout=60_000)
    end = time.monotonic() + 20
    while page.get_by_role("button", name="Stop", exact=True).count() and time.monotonic() < end:
        time.sleep(0.1)
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
