"""Training as a person sees it: from home to a table, stop and go on, and another page meanwhile."""

import re

from playwright.sync_api import Page, expect

from tools.browser import Server, wait_idle

WAIT = 120_000  # the first run waits until the host of the shared server is warm


def open_train(page: Page, server: Server, query: str = "") -> None:
    page.goto(f"{server.url}/train{query}")
    wait_idle(page)


def button(page: Page, name: str):
    """A button of ours: a slow page has Streamlit's own Stop in its header."""
    return page.get_by_test_id("stMain").get_by_role("button", name=name, exact=True)


def live_loss(page: Page):
    """The curve of a run under way; while it is renewed there may be two for a moment."""
    return page.locator(".st-key-live_loss .js-plotly-plot").first


def test_from_home_to_a_trained_table(server, browser_page):
    browser_page.goto(server.url)
    wait_idle(browser_page)
    browser_page.get_by_role("link", name="Train", exact=True).first.click()
    expect(browser_page.get_by_text("Already trained on the toy corpus")).to_be_visible()
    button(browser_page, "Train").click()
    expect(browser_page.get_by_text("This table is now in use on every page.")).to_be_visible(timeout=WAIT)
    expect(browser_page.locator(".st-key-film_map .js-plotly-plot")).to_be_visible()
    expect(button(browser_page, "Download as safetensors")).to_be_visible()
    with browser_page.expect_download() as download:
        button(browser_page, "Download as safetensors").click()
    assert download.value.suggested_filename == "corpus_en.safetensors"


def test_stop_and_go_on_also_after_a_reload(server, browser_page):
    open_train(browser_page, server, "?skipgram_epochs=500&seed=5")
    button(browser_page, "Train").click()
    expect(live_loss(browser_page)).to_be_visible(timeout=WAIT)
    address = browser_page.url
    assert re.search(r"job=[\w-]{20,}", address)
    browser_page.reload()
    expect(live_loss(browser_page)).to_be_visible(timeout=WAIT)
    button(browser_page, "Stop").click()
    expect(button(browser_page, "Go on")).to_be_visible(timeout=WAIT)
    expect(browser_page.get_by_text("Stopped; what stood by then is shown.")).to_be_visible()
    button(browser_page, "Go on").click()
    expect(button(browser_page, "Go on")).to_be_hidden()
    expect(browser_page.get_by_text("words a second")).to_be_visible(timeout=WAIT)
    button(browser_page, "Stop").click()
    expect(button(browser_page, "Go on")).to_be_visible(timeout=WAIT)


def test_a_run_goes_on_while_another_page_is_read(server, browser_page):
    open_train(browser_page, server, "?skipgram_epochs=500&seed=6")
    button(browser_page, "Train").click()
    expect(button(browser_page, "Stop")).to_be_visible()
    browser_page.get_by_role("link", name="Neighbours", exact=True).first.click()
    expect(browser_page.get_by_role("link", name=re.compile("Training goes on"))).to_be_visible(timeout=WAIT)
    browser_page.get_by_role("link", name=re.compile("Training goes on")).click()
    expect(live_loss(browser_page)).to_be_visible(timeout=WAIT)
    button(browser_page, "Stop").click()
    expect(button(browser_page, "Go on")).to_be_visible(timeout=WAIT)


def test_the_run_plays_and_the_arrow_keys_move_it(server, browser_page):
    open_train(browser_page, server)
    browser_page.locator(".st-key-frame").get_by_role("slider").focus()
    browser_page.keyboard.press("Home")
    expect(browser_page.get_by_text("Step 0 of 474.")).to_be_visible()
    browser_page.keyboard.press("ArrowRight")
    expect(browser_page.get_by_text("Step 1 of 474.")).to_be_visible()
    button(browser_page, "Play").click()
    expect(button(browser_page, "Pause")).to_be_visible()
    expect(button(browser_page, "Play")).to_be_visible(timeout=WAIT)  # it ends by itself
    expect(browser_page.get_by_text("Step 474 of 474.")).to_be_visible()


def test_the_map_moves_while_it_is_trained(server, browser_page):
    open_train(browser_page, server, "?skipgram_epochs=500&seed=9")
    button(browser_page, "Train").click()
    dots = browser_page.locator(".st-key-live_map .points path").first
    expect(dots).to_be_visible(timeout=WAIT)
    place = dots.get_attribute("transform")
    expect(dots).not_to_have_attribute("transform", place or "", timeout=WAIT)
    for key, said in {"live_map": "The words on a map at step", "live_loss": "The loss falls from"}.items():
        figure = browser_page.locator(f".st-key-{key}").get_by_role("figure").first
        expect(figure).to_have_attribute("aria-label", re.compile(said))
    button(browser_page, "Stop").click()
    expect(button(browser_page, "Go on")).to_be_visible(timeout=WAIT)
