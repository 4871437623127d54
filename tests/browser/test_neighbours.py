"""Neighbours in a real browser: what stands there is the library's answer, and a link brings it back."""

from embedlab.checkpoints import open_table
from embedlab.neighbours import METRICS, find_token, search
from embedlab.preprocessing import apply
from embedlab.ui.session import SHIPPED
from tests.browser.opening import columns, open_at
from tools.browser import wait_idle


def expected(token, steps=(), k=10):
    table = apply(open_table(SHIPPED / "table_en.safetensors"), steps)
    query = find_token(table, token).id
    return [[table.tokens[row] for row in search(table, query, metric, k).ids] for metric in METRICS]


def lists(page):
    return [columns(page, number)[1] for number in range(len(METRICS))]


def test_three_lists_and_a_new_token_and_a_step(server, browser_page, open_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    assert lists(page) == expected("cat")
    box = page.get_by_role("textbox", name="Token", exact=True)
    box.fill("Tuesday")
    box.press("Enter")
    page.get_by_text("Tuesday · id").wait_for()
    wait_idle(page)
    assert lists(page) == expected("Tuesday")
    steps = page.get_by_role("combobox", name="Steps")
    steps.fill("unit")
    steps.press("Enter")
    page.keyboard.press("Escape")
    page.wait_for_url("**steps=unit_norm**")
    wait_idle(page)
    assert lists(page) == expected("Tuesday", ["unit_norm"])
    # The link says it all: another reader, in the other language, sees the same lists.
    other = open_page(locale="pt-BR")
    open_at(other, f"{page.url}&lang=en")
    assert lists(other) == expected("Tuesday", ["unit_norm"])
    open_at(other, f"{page.url}&lang=pt")
    assert "norma unitária" in other.get_by_test_id("stMultiSelect").inner_text()


def test_a_missing_form_offers_its_other_case(server, browser_page):
    open_at(browser_page, f"{server.url}/neighbours?token=tuesday")
    assert "tuesday" in browser_page.get_by_test_id("stAlert").inner_text()
    browser_page.get_by_role("button", name="Tuesday", exact=True).click()
    browser_page.get_by_text("Tuesday · id").wait_for()
    wait_idle(browser_page)
    assert lists(browser_page) == expected("Tuesday")
    assert not browser_page.get_by_test_id("stAlert").count()


def test_choices_stay_when_the_page_changes(server, browser_page):
    open_at(browser_page, f"{server.url}/neighbours?token=dog&steps=centred&k=3")
    browser_page.get_by_role("link", name="Similarity").first.click()
    browser_page.get_by_role("heading", name="Similarity").wait_for()
    wait_idle(browser_page)
    assert "centred" in browser_page.get_by_test_id("stMultiSelect").last.inner_text()
    browser_page.get_by_role("link", name="Neighbours").first.click()
    browser_page.get_by_text("dog · id").wait_for()
    wait_idle(browser_page)
    assert lists(browser_page) == expected("dog", ["centred"], 3)
    assert "centred" in browser_page.get_by_test_id("stMultiSelect").inner_text()
