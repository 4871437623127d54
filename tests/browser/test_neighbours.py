"""Neighbours in a real browser: what stands there is the library's answer, and a link brings it back."""

import os

import numpy as np
import pytest
from playwright.sync_api import expect

from embedlab.checkpoints import open_table
from embedlab.neighbours import METRICS, find_token, search
from embedlab.preprocessing import apply
from embedlab.text.pages.neighbours import TEXT
from embedlab.ui.session import SHIPPED
from embedlab.wording import number
from tests.browser.opening import open_at, scrolls_sideways
from tools.browser import ROOT, wait_idle


def expected(token, steps=(), k=10):
    table = apply(open_table(SHIPPED / "table_en.safetensors"), steps)
    query = find_token(table, token).id
    return [
        [(row, table.tokens[row], number(value, "z,.3f", "en")) for row, value in zip(one.ids, one.values, strict=True)]
        for one in (search(table, query, metric, k) for metric in METRICS)
    ]


def lists(page):
    """Id, token and value of every row of every list."""
    found = page.locator(".list tbody").evaluate_all(
        "bodies => bodies.map(body => [...body.rows].map("
        "row => [Number(row.dataset.id), row.cells[1].textContent, row.cells[2].textContent]))"
    )
    return [[tuple(row) for row in one] for one in found]


def lit(page):
    """Ids of the rows that stand out, per list."""
    return page.locator(".list tbody").evaluate_all(
        "bodies => bodies.map(body => [...body.querySelectorAll('.lit')].map(row => Number(row.dataset.id)))"
    )


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
    assert "tuesday" in browser_page.get_by_role("status").locator(".error").inner_text()
    browser_page.get_by_role("button", name="Tuesday", exact=True).click()
    browser_page.get_by_text("Tuesday · id").wait_for()
    wait_idle(browser_page)
    assert lists(browser_page) == expected("Tuesday")
    assert not browser_page.locator(".notes p").count()
    assert browser_page.get_by_role("textbox", name="Token", exact=True).input_value() == "Tuesday"


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


def test_a_new_token_is_written_into_the_rows_that_stand(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    page.locator(".list tbody tr").evaluate_all("rows => window.before = rows")
    box = page.get_by_role("textbox", name="Token", exact=True)
    box.fill("dog")
    box.press("Enter")
    page.get_by_text("dog · id").wait_for()
    assert page.locator(".list tbody tr").evaluate_all("rows => rows.every((row, place) => row === before[place])")
    assert lists(page) == expected("dog")


def test_the_box_keeps_focus_and_what_is_typed_and_the_last_question_wins(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    box = page.get_by_role("textbox", name="Token", exact=True)
    box.fill("caat")
    box.press("Enter")
    box.press("End")
    page.keyboard.type("s")  # before the answer is here
    page.locator(".notes .error").wait_for()
    wait_idle(page)
    assert box.input_value() == "caats"
    assert box.evaluate("box => box.getRootNode().activeElement === box")
    box.fill("dog")
    page.keyboard.press("Tab")  # leaving the box asks, too
    page.get_by_text("dog · id").wait_for()
    assert not page.locator(".notes p").count()
    for token in ("Tuesday", "xylophone"):  # the link of the second is still that of the question before both
        box.fill(token)
        box.press("Enter")
    page.wait_for_url("**token=xylophone**")
    wait_idle(page)
    assert box.input_value() == "xylophone"
    assert lists(page) == expected("xylophone")


def test_the_way_back_leads_through_the_questions(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    box = page.get_by_role("textbox", name="Token", exact=True)
    for token in ("dog", "Tuesday"):
        box.fill(token)
        box.press("Enter")
        page.wait_for_url(f"**token={token}**")
        wait_idle(page)
    for token in ("dog", "cat"):
        page.go_back()
        page.get_by_text(f"{token} · id").wait_for()
        wait_idle(page)
        assert box.input_value() == token
        assert lists(page) == expected(token)


def test_a_token_pointed_at_or_focused_stands_out_in_every_list_that_has_it(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    found = [[row for row, _, _ in one] for one in expected("cat")]

    def places(row):
        return [[row] if row in one else [] for one in found]

    assert lit(page) == [[], [], []]
    lone = next(row for row in found[2] if row not in found[0])  # the lists of "cat" do differ
    page.locator(f".list:nth-child(3) tr[data-id='{lone}']").hover()
    assert lit(page) == places(lone)
    page.mouse.move(0, 0)
    assert lit(page) == [[], [], []]
    page.locator(".list:first-child .help").focus()
    page.keyboard.press("Tab")
    assert lit(page) == places(found[0][0])
    page.keyboard.press("ArrowDown")
    assert lit(page) == places(found[0][1])
    page.keyboard.press("End")
    assert lit(page) == places(found[0][-1])


def test_the_lists_are_tables_with_names_and_help(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    for metric in METRICS.values():
        table = page.get_by_role("table", name=metric.label.en)
        order = TEXT["en"].order[metric.larger_is_nearer]
        table.wait_for()
        assert table.get_by_role("columnheader").all_inner_texts() == ["rank", "token", order, "in"]
        assert table.get_by_role("rowheader").count() == 10
        help_ = page.get_by_role("button", name=metric.label.en, exact=True)
        tip = page.get_by_role("tooltip").filter(has_text=metric.summary.en)
        assert not tip.is_visible()
        help_.focus()
        tip.wait_for()
        page.keyboard.press("Escape")
        tip.wait_for(state="hidden")


def test_a_phone_stacks_the_lists(server, open_page):
    page = open_page(width=390, height=844)
    open_at(page, f"{server.url}/neighbours")
    boxes = [one.bounding_box() for one in page.locator(".list").all()]
    assert len({box["x"] for box in boxes}) == 1
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert not scrolls_sideways(page)


def test_a_word_keeps_its_line_in_every_window(server, browser_page):
    page = browser_page
    open_at(page, f"{server.url}/neighbours")
    lines = "cells => cells.map(cell => cell.clientHeight / parseFloat(getComputedStyle(cell).lineHeight))"
    for width in (1440, 1280, 1100, 1000, 800, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert max(page.locator(".list .token").evaluate_all(lines)) < 2, width


@pytest.mark.parametrize("part", ["Neighbours", "Similarity"])
def test_a_file_that_shrank_ends_no_server(serve, open_page, part):
    """Its rows are mapped: to read them where they no longer are ends the process."""
    server, page = serve(ROOT / "app.py", EMBEDLAB_TEST="a file that shrank"), open_page()
    path = server.home / f"{part}.npy"
    np.save(path, np.random.default_rng(0).standard_normal((2000, 64)))
    page.goto(f"{server.url}/checkpoint", wait_until="commit")
    wait_idle(page, 60)
    box = page.get_by_role("textbox", name="path")
    box.fill(path.name)
    box.press("Enter")
    page.get_by_role("button", name="Use this table").click()
    page.get_by_test_id("stCaptionContainer").first.get_by_text("2,000 rows").wait_for()
    page.get_by_role("link", name=part).first.click()
    wait_idle(page)
    boxes = page.get_by_role("textbox")
    if part == "Similarity":  # a, b and c of an analogy; rows are read when all are there
        boxes = page.get_by_test_id("stMain").get_by_test_id("stTextInput").get_by_role("textbox")
        for place, word in enumerate(["#1", "#2"]):
            boxes.nth(place).fill(word)
            boxes.nth(place).press("Enter")
            wait_idle(page)
    box = boxes.nth({"Neighbours": 0, "Similarity": 2}[part])
    os.truncate(path, 500)
    box.fill("#1900")
    box.press("Enter")
    page.get_by_text("the shipped table is in use again").wait_for()
    wait_idle(page)
    assert server.answers()


def test_the_grid_follows_the_token_once_the_guess_is_made(server, browser_page):
    open_at(browser_page, f"{server.url}/neighbours?token=cat")
    browser_page.get_by_text("once all have length 1", exact=True).click()
    expect(browser_page.get_by_text("The neighbours of cat, nearest first")).to_be_visible()
    box = browser_page.get_by_role("textbox", name="Token", exact=True)
    box.fill("Tuesday")
    box.press("Enter")
    expect(browser_page.get_by_text("The neighbours of Tuesday, nearest first")).to_be_visible()
    wait_idle(browser_page)
    main = browser_page.get_by_test_id("stMain")
    lines = main.locator("table", has_text="Euclidean – cosine").locator("tbody tr")
    assert lines.nth(2).locator("td").all_text_contents()[1:] == ["10"] * 4  # unit norm
