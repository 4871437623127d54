"""The two arrows in a real browser: dragged by mouse and finger, moved by keys, and their measures live."""

import math

import pytest
from playwright.sync_api import expect

from embedlab.checkpoints import open_table
from embedlab.claims import metrics
from embedlab.text.pages import similarity as words
from embedlab.ui.session import SHIPPED
from tests.browser.opening import open_at
from tools.browser import wait_idle


def listed(page, column):
    """|u|, |v|, u.v, cosine, angle and distance: column 1 of the arrows, 2 of the rows."""
    cells = page.locator(".arrows tbody tr").evaluate_all(
        "(rows, at) => rows.map(row => row.cells[at].textContent)", column
    )
    return [float(text.replace(",", "")) for text in cells]


def measures(u, v):
    dot, norms = u[0] * v[0] + u[1] * v[1], (math.hypot(*u), math.hypot(*v))
    cosine = dot / norms[0] / norms[1]
    return [*norms, dot, cosine, math.degrees(math.acos(cosine)), math.dist(u, v)]


def place(page, x, y):
    """Where a point of the plane is on the screen."""
    box = page.locator(".arrows .plane").bounding_box()
    return box["x"] + box["width"] * (0.5 + x / 11), box["y"] + box["height"] * (0.5 - y / 11)


@pytest.fixture
def arrows(server, browser_page):
    open_at(browser_page, f"{server.url}/similarity")
    browser_page.locator(".arrows .plane").scroll_into_view_if_needed()
    return browser_page


def test_a_mouse_drags_u_and_keys_move_v(arrows):
    assert listed(arrows, 1) == pytest.approx(measures((3, 1), (1, 2)), abs=6e-3)
    arrows.mouse.move(*place(arrows, 3, 1))
    arrows.mouse.down()
    arrows.mouse.move(*place(arrows, 0, 2), steps=4)
    arrows.mouse.move(*place(arrows, -2, -4), steps=4)
    arrows.mouse.up()
    assert listed(arrows, 1) == pytest.approx(measures((-2, -4), (1, 2)), abs=6e-3)
    assert listed(arrows, 1)[3:5] == [-1, 180]
    v = arrows.locator(".arrows .v")
    v.focus()
    for key in ("ArrowRight", "ArrowUp", "Shift+ArrowUp"):
        arrows.keyboard.press(key)
    assert v.get_attribute("aria-valuetext") == "v = (1.10; 3.10)"
    assert listed(arrows, 1) == pytest.approx(measures((-2, -4), (1.1, 3.1)), abs=6e-3)
    arrows.keyboard.press("Control+ArrowUp")  # the browser's own
    assert v.get_attribute("aria-valuetext") == "v = (1.10; 3.10)"


def test_a_right_angle_and_a_zero_arrow_are_told(arrows):
    signs = words.EN.signs
    assert arrows.get_by_text(signs["+"]).is_visible()
    arrows.locator(".arrows .v").focus()
    for key in ["Shift+ArrowLeft"] * 2 + ["Shift+ArrowUp"]:
        arrows.keyboard.press(key)
    assert listed(arrows, 1)[2:5] == [0, 0, 90]  # (3, 1) and (-1, 3)
    assert arrows.get_by_text(signs["0"]).is_visible()
    for key in ["Shift+ArrowRight"] + ["Shift+ArrowDown"] * 3:
        arrows.keyboard.press(key)
    assert arrows.locator(".arrows tbody tr").nth(3).locator("td").first.text_content() == "–"


def test_ten_times_u_waits_for_the_guess_and_changes_both_columns(arrows):
    table = open_table(SHIPPED / "table_en.safetensors")
    u, v = (table.rows64([table.ids_by_token[word][0]])[0] for word in ("cat", "dog"))
    switch = arrows.get_by_role("button", name="10 × u")
    assert not switch.is_visible()
    arrows.get_by_text(words.EN.cards["C09"].choices["cosine"], exact=True).first.click()
    wait_idle(arrows)
    before = [listed(arrows, column) for column in (1, 2)]
    switch.click()
    after = [listed(arrows, column) for column in (1, 2)]
    for (_, _, dot, cosine, _, _), (_, _, dot10, cosine10, _, _) in zip(before, after, strict=True):
        assert cosine10 == cosine
        assert dot10 == pytest.approx(10 * dot, abs=0.06)
    longer = metrics.pair(10 * u, v)
    assert after[1][:3] == pytest.approx([longer.norm_u, longer.norm_v, longer.dot], abs=6e-3)
    assert after[0][5] != before[0][5]


def test_a_finger_drags_and_the_phone_shows_all(server, open_page):
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    open_at(page, f"{server.url}/similarity")
    page.locator(".arrows .plane").scroll_into_view_if_needed()
    devices = page.context.new_cdp_session(page)

    def touch(kind, *points):
        spots = [dict(zip("xy", place(page, *point), strict=True)) for point in points]
        devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", (1, 2))
    for x, y in ((0.5, 2.5), (0, 3), (-0.5, 3), (-1, 3)):
        touch("touchMove", (x, y))
    touch("touchEnd")
    expect(page.locator(".arrows .v")).to_have_attribute("aria-valuetext", "v = (-1.00; 3.00)")
    assert listed(page, 1) == pytest.approx([10**0.5, 10**0.5, 0, 0, 90, 20**0.5], abs=6e-3)
    assert page.locator(".arrows").evaluate("host => [...host.querySelectorAll('*')].every(e => e.scrollWidth <= 390)")
