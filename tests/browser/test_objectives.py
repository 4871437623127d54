"""Objectives as a class sees it: a word in the link, a guess by keyboard, a phone."""

from playwright.sync_api import Page, expect

from tests.browser.opening import open_at, scrolls_sideways
from tools.browser import wait_idle

WAIT = 180_000  # the first run waits until the host of the shared server is warm


def choice(page: Page, name: str):
    """One button of a row of choices."""
    return page.get_by_role("radio", name=name, exact=True).or_(page.get_by_role("button", name=name, exact=True))


def test_a_guess_by_keyboard_brings_the_verdict(server, browser_page):
    open_at(browser_page, f"{server.url}/objectives?word=cat")
    expect(browser_page.get_by_text("cat: sheep is used alike, milk is of the same topic")).to_be_visible()
    expect(browser_page.get_by_text("Exactly true.")).to_be_hidden()
    choice(browser_page, "no: each has its own").focus()
    browser_page.keyboard.press("Enter")
    wait_idle(browser_page, 60)
    expect(browser_page.get_by_text("As you predicted.")).to_be_visible(timeout=WAIT)


def test_a_phone_shows_the_map_whole(server, open_page):
    page = open_page(width=390, height=844, color_scheme="dark", locale="pt-BR")
    open_at(page, f"{server.url}/objectives")
    choice(page, "a própria").click()
    wait_idle(page, 60)
    expect(page.get_by_text("Como você previu.")).to_be_visible(timeout=WAIT)
    expect(page.locator(".js-plotly-plot image")).to_have_count(70, timeout=WAIT)
    assert not scrolls_sideways(page)
