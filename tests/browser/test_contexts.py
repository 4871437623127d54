"""Contexts in a real browser: guess by the keyboard, see the verdict; a phone shows all of it."""

import re

import pytest
from playwright.sync_api import expect

from embedlab.text.pages import contexts as words
from tests.browser.opening import open_at, scrolls_sideways
from tools.browser import wait_idle


def test_the_clue_after_the_word_is_guessed_by_keyboard(server, browser_page):
    """The failing control, from its link: the marks of both senses stand mixed, and the verdict says so."""
    open_at(browser_page, f"{server.url}/contexts?cue=after")
    card = words.EN.cards["C25"]
    browser_page.get_by_text(card.choices["never"], exact=True).locator("xpath=ancestor::button").focus()
    browser_page.keyboard.press("Enter")
    expect(browser_page.get_by_text(re.compile("As you predicted"))).to_be_visible()
    expect(browser_page.get_by_text(re.compile("at most 50% right in any layer"))).to_be_visible()
    browser_page.get_by_role("radio", name=words.EN.cues["before"]).click()
    browser_page.wait_for_url(re.compile(r"/contexts(?!.*cue=)"))
    wait_idle(browser_page)
    expect(browser_page.get_by_text(re.compile("at most 50% right"))).to_have_count(
        0
    )  # another question, to guess anew


@pytest.mark.parametrize(("locale", "text"), [("en-US", words.EN), ("pt-BR", words.PT)])
def test_a_phone_shows_all_of_it(server, open_page, locale, text):
    page = open_page(width=390, height=844, locale=locale)
    open_at(page, f"{server.url}/contexts?reader=learned")
    for key, choice in (("C25", "first"), ("C25 leak", "some"), ("C26", "others")):
        page.get_by_text(text.cards[key].choices[choice], exact=True).click()
        wait_idle(page, 60)
    for picker in page.get_by_role("radiogroup").all():
        assert picker.evaluate("group => group.scrollWidth <= group.clientWidth")
    for table in page.get_by_test_id("stTable").all():
        assert table.evaluate(
            "table => [...table.querySelectorAll('*')].every(e => e.scrollWidth <= table.clientWidth)"
        )
    assert not scrolls_sideways(page)
