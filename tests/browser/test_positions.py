"""Positions as a class sees it: switches that make a link, a guess by keyboard, another table trained, a phone."""

import re

from playwright.sync_api import Page, expect

from tools.browser import Server, wait_idle

WAIT = 120_000  # the first run waits until the host of the shared server is warm


def open_topic(page: Page, server: Server, query: str) -> None:
    page.goto(f"{server.url}/positions?{query}")
    wait_idle(page, 60)


def choice(page: Page, name: str):
    """One button of a row of choices."""
    return page.get_by_role("radio", name=name, exact=True).or_(page.get_by_role("button", name=name, exact=True))


def test_switches_turn_two_sentences_into_a_bag_and_are_a_link(server, browser_page, open_page):
    open_topic(browser_page, server, "topic=order")
    expect(browser_page.get_by_text("Two sentences.")).to_be_visible()
    choice(browser_page, "none").click()
    choice(browser_page, "all words").click()
    expect(browser_page.get_by_text("One bag.")).to_be_visible()
    expect(browser_page).to_have_url(re.compile(r"positions=none&attention=bidirectional"))
    other = open_page()
    other.goto(browser_page.url)
    expect(other.get_by_text("One bag.")).to_be_visible()


def test_a_guess_by_keyboard_brings_the_verdict(server, browser_page):
    open_topic(browser_page, server, "topic=rotary")
    expect(browser_page.get_by_text("Exactly true.")).to_be_hidden()
    choice(browser_page, "it changes").focus()
    browser_page.keyboard.press("Enter")
    expect(browser_page.get_by_text("Not as you predicted.")).to_be_visible()
    expect(browser_page.get_by_text("Exactly true.")).to_be_visible()


def test_another_table_is_trained_and_judged(server, browser_page):
    open_topic(browser_page, server, "topic=learned")
    choice(browser_page, "those of near positions").click()
    expect(browser_page.get_by_text("As you predicted.")).to_be_visible()
    choice(browser_page, "Train another, seed 1").click()
    expect(choice(browser_page, "Train another, seed 2")).to_be_visible(timeout=WAIT)
    expect(browser_page.get_by_text("updates = 300 · seed 1")).to_be_visible()
    expect(browser_page.get_by_text("As you predicted.")).to_be_visible()


def test_a_phone_shows_every_topic_whole(server, open_page):
    page = open_page(width=390, height=844, locale="pt-BR")
    open_topic(page, server, "")
    for topic in ("Tabela aprendida", "Ondas", "Giro (rotary)", "A soma", "Formas", "Duas ordens"):
        choice(page, topic).click()
        wait_idle(page, 60)
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0, topic
