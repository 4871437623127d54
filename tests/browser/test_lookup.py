"""Lookup in a real browser: a word, the last id and one too many; and a step whose rows light up after the guess."""

import pytest
from playwright.sync_api import expect

from embedlab.text.pages import lookup as words
from tests.browser.opening import open_at, scrolls_sideways
from tools.browser import wait_idle


def test_a_word_the_last_id_and_one_too_many(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/lookup")
    expect(page.get_by_text("cat → id 71")).to_be_visible()
    box = page.get_by_role("textbox", name="A word, or an id")
    box.fill("dog")
    box.press("Enter")
    expect(page.get_by_text("dog → id 149")).to_be_visible()
    page.wait_for_url("**token=dog**")
    page.get_by_role("button", name="One too far: 526").click()
    expect(page.get_by_text("There is no row 526: the table has 526 rows.")).to_be_visible()
    page.get_by_role("button", name="Last row: 525").click()
    expect(page.get_by_text("→ id 525")).to_be_visible()
    expect(box).to_have_value("#525")
    card = page.get_by_role("radio", name="nothing: it copies")
    card.focus()
    page.keyboard.press("Enter")  # the keyboard alone is enough
    expect(page.get_by_text("For 526 of 526 ids")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme", "locale", "language"), [(390, "dark", "pt-BR", "pt")])
def test_the_rows_of_a_step_light_up_after_the_guess(server, open_page, width, scheme, locale, language):
    text, page = words.TEXT[language], open_page(width=width, height=844, locale=locale, color_scheme=scheme)
    open_at(page, f"{server.url}/lookup?part=step&optimiser=adam&step=2")
    legend = page.locator(".js-plotly-plot .legendtext")
    expect(legend.filter(has_text=text.states[1])).to_have_count(1)
    parts = page.get_by_role("radiogroup", name=text.parts_label).get_by_role("radio").all()
    assert len({box["y"] for box in (part.bounding_box() for part in parts)}) == 1  # five parts, one line
    assert not scrolls_sideways(page)
    page.get_by_text(text.cards["C05"].choices["more"], exact=True).click()
    expect(legend.filter(has_text=text.states[3])).to_have_count(1)
    wait_idle(page)
    assert not scrolls_sideways(page)
    page.get_by_text(text.cases).click()
    table = page.get_by_test_id("stTable")
    expect(table).to_be_visible()
    assert table.evaluate("table => [...table.querySelectorAll('*')].every(e => e.scrollWidth <= table.clientWidth)")
