"""The linked maps in Chromium: what they show, select and report is what numpy says."""

import time
from statistics import median
from xml.etree import ElementTree

import numpy as np
import pytest

from embedlab.charts.palette import DARK, LIGHT
from embedlab.ui.escaping import visible
from embedlab.ui.linked_maps.scene import frames
from tests.browser.conftest import PATIENCE
from tests.browser.maps_data import HOSTILE, K, nearest, ranks, rows, scene
from tools.browser import wait_idle

APP = "linked_maps.py"
# Every canvas that asked for WebGL, and every text drawn on one.
WATCH = """
if (!window.contexts) {
  const ask = HTMLCanvasElement.prototype.getContext;
  window.contexts = [];
  window.written = new Set();
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = ask.call(this, kind, ...rest);
    if (kind.startsWith('webgl') && !window.contexts.includes(context)) window.contexts.push(context);
    return context;
  };
  const fill = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.written.add(text);
    return fill.call(this, text, ...rest);
  };
}
"""


class Maps:
    """The element on a page, as its probe tells it."""

    def __init__(self, page, url, ready=3):
        self.page = page
        page.add_init_script(WATCH)
        page.goto(url)
        self.host = page.locator(".linked-maps")
        page.locator(f".linked-maps[data-ready='{ready}']").wait_for()
        wait_idle(page)

    def ask(self, call, *arguments):
        return self.host.evaluate("(host, [call, args]) => host.probe[call](...args)", [call, list(arguments)])

    @property
    def state(self):
        return self.ask("state")

    def hover(self, panel, row):
        self.page.mouse.move(*self.ask("pixel", panel, row))

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()
        wait_idle(self.page)

    def until(self, condition):
        end = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < end
            time.sleep(0.05)

    def box(self, panel):
        """The inside of a frame: left, top, side, in CSS pixels of the page."""
        box = self.page.locator(".frame").nth(panel).bounding_box()
        return box["x"] + 1, box["y"] + 1, box["width"] - 2

    def drag(self, corners):
        mouse = self.page.mouse
        mouse.move(*corners[0])
        mouse.down()
        for corner in corners[1:]:
            mouse.move(*corner)
        mouse.up()


def on_page(maps, panel, points):
    """Where the points of a panel stand on the page, (n, 2): from Python's own frame."""
    left, top, side = maps.box(panel)
    frame, _ = frames(points)
    unit = (points.astype(np.float64) - [frame["x"], frame["y"]]) / frame["half"]
    return np.array([left, top]) + side / 2 * (1 + unit * [1, -1])


def inside(corners, points):
    """Winding number, which is another rule than the browser's crossing count: equal for a simple polygon."""
    total = np.zeros(len(points))
    turned = np.array(corners[1:] + corners[:1])
    for a, b in zip(np.array(corners), turned, strict=True):
        u, v = a - points, b - points
        total += np.arctan2(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], (u * v).sum(axis=1))
    return np.flatnonzero(np.abs(total) > np.pi).tolist()


def wear_ranks(maps, row):
    maps.until(lambda: maps.state["ranks"] is not None)
    assert maps.state["ranks"] == ranks(rows(300)[0])(row).tolist()


@pytest.fixture(scope="module")
def one_page(browser):
    """A page that tests of this file share, and its errors: each loads it anew, but Streamlit is parsed once."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    context.set_default_timeout(PATIENCE)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page, errors
    context.close()


@pytest.fixture
def open_maps(serve, one_page):
    page, errors = one_page
    yield lambda query, ready=3: Maps(page, f"{serve(APP).url}{query}", ready)
    assert not [error for error in errors if "ResizeObserver loop" not in error]


@pytest.fixture
def maps(open_maps):
    return open_maps("")


def test_kept_torn_and_false_are_those_of_numpy(open_maps):
    maps = open_maps("?rows=2000")
    made = scene(2000)
    rows = np.random.default_rng(1).choice(2000, 60, replace=False)
    screen = [nearest(panel.points, rows) for panel in made.panels]
    for at, row in enumerate(rows.tolist()):
        true = made.neighbours[row].tolist()
        for panel, verdict in enumerate(maps.ask("judge", row)):
            shown = screen[panel][at].tolist()
            assert verdict["screen"] == shown
            equal = made.ties[made.ties[:, 0] == row, 1].tolist()
            assert verdict["kept"] == [other for other in shown if other in true or other in equal]
            assert verdict["lying"] == [other for other in shown if other not in true and other not in equal]
            assert verdict["torn"] == [other for other in true if other not in shown][: K - len(verdict["kept"])]


def test_a_row_exactly_as_far_as_the_last_neighbour_is_not_false(maps):
    """Of 17 equal rows each lists 15 of the 16 others; the last one is as near."""
    made = scene()
    tied = [(row, other) for row, other in made.ties.tolist()]
    assert tied
    for row, other in tied:
        shown = [verdict for verdict in maps.ask("judge", row) if other in verdict["screen"]]
        assert shown
        for verdict in shown:
            assert other in verdict["kept"]
            assert len(verdict["torn"]) == len(verdict["lying"]) == K - len(verdict["kept"])


def test_pointing_at_a_dot_shows_it_in_all_three(maps):
    maps.hover(0, 40)
    state = maps.state
    assert state["row"] == 40
    assert state["verdicts"] == maps.ask("judge", 40)
    assert [len(v["kept"]) + len(v["torn"]) for v in state["verdicts"]] == [K, K, K]
    sentence = maps.page.locator(".sentence").inner_text()
    kept = [len(verdict["kept"]) for verdict in state["verdicts"]]
    assert sentence.startswith("“t40”")
    assert f"PCA keeps {kept[0]}, TSNE keeps {kept[1]}, UMAP keeps {kept[2]}" in sentence
    maps.page.mouse.move(5, 5)
    assert maps.state["row"] == -1


def test_lasso_selects_what_python_finds_inside(maps):
    shape = [(0.2, 0.3), (0.45, 0.12), (0.8, 0.35), (0.62, 0.5), (0.85, 0.8), (0.4, 0.7), (0.5, 0.5)]
    maps.press("Lasso")
    for panel, drawn in enumerate(scene().panels):
        left, top, side = (round(value) for value in maps.box(panel))
        corners = [(left + round(x * side), top + round(y * side)) for x, y in shape]
        maps.drag(corners)
        expected = inside(corners, on_page(maps, panel, drawn.points))
        assert len(expected) > 10
        assert maps.state["chosen"] == expected
        assert maps.host.get_attribute("data-selected") == str(len(expected))
        maps.page.get_by_text(f"selected {expected}", exact=True).wait_for()  # Python has the same ids


def test_box_selects_what_python_finds_inside_and_escape_clears(maps):
    left, top, side = (round(value) for value in maps.box(0))
    (x0, y0), (x1, y1) = (left + side // 4, top + side // 4), (left + side // 4 * 3, top + side // 5 * 4)
    maps.press("Box")
    maps.drag([(x0, y0), (x0 + 9, y0 + 9), (x1, y1)])
    place = on_page(maps, 0, scene().panels[0].points)
    expected = np.flatnonzero(((place > [x0, y0]) & (place < [x1, y1])).all(axis=1)).tolist()
    assert len(expected) > 10
    assert maps.state["chosen"] == expected
    maps.page.mouse.move(5, 5)
    maps.page.keyboard.press("Escape")
    assert maps.state["chosen"] == []
    maps.page.get_by_text("selected []").wait_for()


def test_a_class_lights_up_in_its_colour_in_every_panel(maps):
    made = scene()
    group, names = made.grouping
    maps.page.locator(".legend button").nth(2).click()
    expected = np.flatnonzero(group == 2).tolist()
    assert maps.state["chosen"] == expected
    assert maps.page.locator(".legend button").nth(2).inner_text().split() == [*names[2].split(), str(len(expected))]
    red, green, blue = (int(LIGHT.series[2][at : at + 2], 16) for at in (1, 3, 5))
    for panel in range(3):
        assert maps.ask("colour", panel, expected[-1]) == pytest.approx([red, green, blue, 255], abs=2)
    maps.page.locator(".legend button").nth(2).click()
    assert maps.state["chosen"] == []


def test_a_click_is_reported_and_all_survives_a_rerun(maps):
    maps.page.locator(".legend button").nth(0).click()
    maps.press("Zoom in")
    plain = maps.state
    maps.page.mouse.click(*maps.ask("pixel", 1, 7))
    maps.page.get_by_text("picked 7, runs 0").wait_for()
    wear_ranks(maps, 7)
    maps.page.mouse.move(5, 5)
    before = maps.state
    assert before["picked"] == 7
    assert (before["views"], before["chosen"]) == (plain["views"], plain["chosen"])  # colours change, and nothing else
    assert before["views"][0]["zoom"] == 1.5
    assert before["chosen"]
    maps.press("rerun")
    maps.page.get_by_text("picked 7, runs 1").wait_for()
    assert maps.state == before
    assert len(maps.page.evaluate("window.contexts")) == 1


def test_other_rows_forget_pick_and_selection(maps):
    maps.page.locator(".legend button").nth(0).click()
    maps.page.mouse.click(*maps.ask("pixel", 0, 7))
    maps.page.get_by_text("picked 7").wait_for()
    maps.press("other")
    maps.page.locator(f".linked-maps[data-digest='{scene(seed=1).digest}']").wait_for()
    assert maps.state["picked"] == -1
    assert maps.state["chosen"] == []
    maps.page.get_by_text("picked None").wait_for()


def test_a_late_map_arrives_without_touching_the_first(open_maps):
    maps = open_maps("?late=1", ready=1)
    assert maps.page.locator(".waiting").all_inner_texts() == ["Wait.", "Wait."]
    maps.page.locator(".legend button").nth(0).click()
    maps.press("Zoom in")
    before = maps.state
    maps.press("late")
    maps.page.locator(".linked-maps[data-ready='3']").wait_for()
    after = maps.state
    assert after["chosen"] == before["chosen"]
    assert after["views"][0] == before["views"][0]
    assert after["views"][2] == {"x": 0, "y": 0, "zoom": 1}


def test_search_prefers_the_exact_token(maps):
    search = maps.page.get_by_role("combobox", name="Find a token")
    search.fill("t29")
    assert maps.page.locator("datalist option").evaluate_all("nodes => nodes.map((node) => node.value)") == [
        "t29", *(f"t29{digit}" for digit in range(7))
    ]  # fmt: skip
    search.press("Enter")
    assert maps.state["picked"] == 29
    search.fill("nowhere")
    search.press("Enter")
    assert "nowhere" in maps.page.locator(".sentence").inner_text()
    assert maps.state["picked"] == 29


def ramp_colour(rank, n, ramp):
    """The colour of a rank: five stops, between them linear in the logarithm of the rank."""
    stops = [rank for rank in (1, 15, 100, 1000) if rank < n - 1]
    colours = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in [*ramp[: len(stops)], ramp[-1]]]
    return [np.interp(np.log(rank), np.log([*stops, n - 1]), [colour[part] for colour in colours]) for part in range(3)]


def veiled(maps):
    """Whether the overlay covers the dots: its opacity at a place of the first frame where nothing is drawn."""
    return maps.host.evaluate("""(host) => {
      const ink = host.querySelectorAll('canvas')[1];
      const [frame, outer] = [host.querySelector('.frame'), ink].map((node) => node.getBoundingClientRect());
      const [x, y] = [frame.left - outer.left + 4, frame.bottom - outer.top - 60];
      return ink.getContext('2d').getImageData(x, y, 1, 1).data[3] > 0;
    }""")


def test_a_click_colours_all_maps_by_true_rank(maps):
    x, y = maps.ask("pixel", 1, 7)
    maps.page.mouse.move(x, y)
    assert veiled(maps)
    maps.page.mouse.click(x, y)
    wear_ranks(maps, 7)
    maps.page.mouse.move(x + 1, y)  # a hand is never quite still
    assert maps.state["row"] == 7
    assert not veiled(maps)
    maps.page.mouse.move(5, 5)
    true = np.array(maps.state["ranks"])
    legend = maps.page.locator(".legend").inner_text().split("\n")
    assert legend == ["Colour: true rank from “t7”", "rank 1", "15", "100", "last"]
    for panel in range(3):
        seen = [maps.ask("colour", panel, row) for row in np.flatnonzero(true <= 15).tolist()]
        expected = {tuple(np.round(ramp_colour(max(1, rank), 300, LIGHT.ramp))) for rank in range(16)}
        for colour in seen:  # the nearest lie on top, opaque, so each shows a colour of the nearest
            assert colour[3] == 255
            assert min(np.abs(np.array(colour[:3]) - other).max() for other in expected) <= 2
    maps.press("Clear")
    assert maps.state["ranks"] is None
    assert len(maps.page.locator(".legend button").all()) == 9


def test_in_a_narrow_window_no_corner_is_free_for_the_lens(serve, open_page):
    """From the middle of a small panel every corner is too near; all else of the overlay is drawn nevertheless."""
    maps = Maps(open_page(width=960), f"{serve(APP).url}?rows=2000")
    left, top, side = maps.box(0)
    assert 250 <= side <= 270  # smaller panels have no lens, in larger ones a corner is free
    place = on_page(maps, 0, scene(2000).panels[0].points)
    middle = int(np.hypot(*(place - [left, top] - side / 2).T).argmin())
    maps.page.evaluate("window.written.clear()")
    maps.hover(0, middle)
    row = maps.state["row"]
    counts = [[len(verdict[part]) for part in ("kept", "torn", "lying")] for verdict in maps.state["verdicts"]]
    expected = {f"{kept} kept · {torn} torn away · {lying} false" for kept, torn, lying in counts}
    assert {*expected, f"t{row}"} <= set(maps.page.evaluate("[...window.written]"))


def test_a_click_sends_the_ranks_and_not_the_maps(serve, open_page):
    page, received = open_page(), []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))))
    maps = Maps(page, f"{serve(APP).url}?rows=2000")
    first = sum(received)
    maps.page.mouse.click(*maps.ask("pixel", 1, 7))
    maps.until(lambda: maps.state["ranks"] is not None)
    wait_idle(page)
    assert 2 * 2000 < sum(received) - first < 15_000
    assert first > 150_000


def test_by_keys_alone_a_row_is_reached_heard_coloured_by_and_cleared(maps):
    keys, sentence = maps.page.keyboard, maps.page.locator(".sentence[aria-live=polite]")
    maps.page.locator(".stage").focus()
    keys.press("2")
    assert sentence.inner_text() == "Arrow keys walk in TSNE."
    keys.press("ArrowRight")
    start = maps.state["row"]
    assert start == scene().named[0]
    points = scene().panels[1].points.astype(np.float64)
    for key, along in (("ArrowRight", [1, 0]), ("ArrowUp", [0, 1])):
        step = points - points[start]
        ahead, across = step @ along, np.abs(step @ along[::-1])
        cone = (ahead > 0) & (across <= ahead)
        expected = int(np.where(cone, (step**2).sum(axis=1), np.inf).argmin())
        keys.press(key)
        assert maps.state["row"] == expected
        assert sentence.inner_text().startswith(f"“t{expected}”")
        start = expected
    keys.press("Enter")
    assert maps.state["picked"] == start
    wear_ranks(maps, start)
    keys.press("Control++")  # the browser's own zoom
    assert [view["zoom"] for view in maps.state["views"]] == [1] * 3
    keys.press("+")
    assert [view["zoom"] for view in maps.state["views"]] == [1.5] * 3
    keys.press("-")
    keys.press("Escape")
    state = maps.state
    assert (state["row"], state["ranks"], state["views"][0]["zoom"]) == (-1, None, 1)
    maps.page.get_by_text("picked None").wait_for()


def test_chips_name_the_true_neighbours_and_who_keeps_them(maps):
    maps.hover(0, 40)
    verdicts, true = maps.ask("judge", 40), scene().neighbours[40].tolist()
    chips = maps.page.locator(".chip")
    maps.until(lambda: chips.all_inner_texts() == [f"t{other}" for other in true])
    filled = chips.evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('.pip')].map(pip => pip.matches('.full')))"
    )
    assert filled == [[other in verdict["kept"] for verdict in verdicts] for other in true]
    maps.page.mouse.click(*maps.ask("pixel", 0, 40))
    maps.page.mouse.move(5, 5)
    maps.page.get_by_role("button", name=f"True neighbour 4: t{true[3]}.").click()
    assert maps.state["picked"] == true[3]


def test_distortion_is_drawn_behind_the_dots_when_asked(maps):
    """Row 299 is the worst; where its dot ends its cell begins. Row 1 is among the best: no cell."""
    points = scene().panels[0].points.astype(np.float64)
    gap = np.array([np.partition(((points - point) ** 2).sum(axis=1), 1)[1] for point in points])
    row = int(max(np.arange(225, 300), key=lambda other: gap[other]))  # of the worst bin, the most lonely
    x, y = maps.ask("pixel", 0, row)
    beside = lambda: maps.ask("at", x + 6, y)  # noqa: E731
    assert beside()[3] == 0
    maps.press("Distortion")
    background, false = (np.array([int(c[at : at + 2], 16) for at in (1, 3, 5)]) for c in ("#ffffff", LIGHT.false_))
    assert beside()[:3] == pytest.approx((background + false) / 2, abs=2)
    assert "by chance" in maps.page.locator(".marks").inner_text()
    maps.press("Distortion")
    assert beside()[3] == 0


def texts(drawn):
    return ["".join(node.itertext()) for node in drawn.iter("{http://www.w3.org/2000/svg}text")]


def saved(maps, kind, path):
    with maps.page.expect_download() as caught:
        maps.page.get_by_role("button", name=kind, exact=True).click()
    caught.value.save_as(path)
    return path.read_bytes()


def test_svg_and_png_hold_the_maps_and_their_declaration(maps, tmp_path):
    drawn = ElementTree.fromstring(saved(maps, "SVG", tmp_path / "maps.svg"))
    assert {node.tag.rpartition("}")[2] for node in drawn.iter()} == {"svg", "g", "clipPath", "path", "text"}
    assert {"About pca.", "About tsne.", "About umap.", "PCA", scene().grouping[1][0], "1 ▸"} <= set(texts(drawn))
    assert sum(node.tag.endswith("path") for node in drawn.iter()) > 3 * 290
    png = saved(maps, "PNG", tmp_path / "maps.png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert width == 2 * (3 * 420 + 2 * 20 + 2 * 24)
    assert height > 1000


def test_wheel_scrolls_the_page_and_zooms_with_control(maps):
    x, y = (round(value) for value in maps.ask("pixel", 1, 9))  # a wheel knows whole pixels only
    maps.page.mouse.move(x, y)
    maps.page.mouse.wheel(0, -240)
    maps.page.keyboard.down("Control")
    maps.page.mouse.wheel(0, -120)
    maps.page.keyboard.up("Control")
    maps.until(lambda: maps.state["views"][1]["zoom"] > 1)
    assert maps.state["views"][1]["zoom"] == pytest.approx(np.exp(120 / 300), rel=0.01)  # the first wheel did nothing
    assert maps.ask("pixel", 1, 9) == pytest.approx([x, y], abs=1)  # what was under the pointer stays there
    assert maps.state["views"][0]["zoom"] == 1


def test_a_double_click_shows_all_rows_and_keeps_the_selection(maps):
    maps.page.locator(".legend button").nth(0).click()
    chosen = maps.state["chosen"]
    left, top, side = maps.box(2)
    maps.page.mouse.dblclick(left + side - 20, top + 20)
    assert left < maps.ask("pixel", 2, 0)[0] < left + side
    assert maps.state["views"][0]["zoom"] == 1
    assert maps.state["chosen"] == chosen
    maps.press("Clear")
    assert maps.state["chosen"] == []


def test_an_islet_far_away_is_counted_at_the_rim(maps):
    assert "1 ▸" in maps.page.evaluate("[...window.written]")
    maps.press("All rows")
    left, _, side = maps.box(2)
    assert left < maps.ask("pixel", 2, 0)[0] < left + side
    maps.press("All rows")
    assert maps.ask("pixel", 2, 0)[0] > left + side
    maps.press("All rows")
    whole = maps.state["views"]
    top = maps.box(2)[1]
    maps.drag([(left + side / 2, top + side / 2), (left + side / 2, top + side / 2 + 40)])
    assert maps.state["views"][2] != whole[2]
    maps.press("All rows")
    assert maps.state["views"] == whole  # moved, though not sideways: not yet all rows


def test_hostile_tokens_are_written_literally(serve, open_page, faults, tmp_path):
    maps = Maps(open_page(), f"{serve(APP).url}?hostile=1")
    for row, token in enumerate(HOSTILE):
        maps.page.get_by_role("combobox", name="Find a token").fill(visible(token))
        maps.page.get_by_role("combobox", name="Find a token").press("Enter")
        assert maps.state["picked"] == row
        assert maps.page.locator(".sentence").inner_text().startswith(f"“{visible(token)}”")
        written = visible(token) if len(visible(token)) <= 24 else f"{visible(token)[:23]}…"
        assert written in maps.page.evaluate("[...window.written]")
        drawn = ElementTree.fromstring(saved(maps, "SVG", tmp_path / "maps.svg"))
        assert written in texts(drawn)
        assert {node.tag.rpartition("}")[2] for node in drawn.iter()} == {"svg", "g", "clipPath", "path", "text"}
    assert maps.host.locator("b, img, script, a").count() == maps.page.locator(".badge b").count()
    assert not faults


def test_a_flipped_theme_repaints(maps):
    group = scene().grouping[0]
    maps.page.locator(".legend button").nth(1).click()
    row = int(np.flatnonzero(group == 1)[0])
    for scheme, colours in (("dark", DARK), ("light", LIGHT)):
        maps.page.emulate_media(color_scheme=scheme)
        maps.until(lambda scheme=scheme: maps.state["dark"] == (scheme == "dark"))
        expected = [int(colours.series[1][at : at + 2], 16) for at in (1, 3, 5)]
        assert maps.ask("colour", 0, row)[:3] == pytest.approx(expected, abs=2)
    assert maps.state["chosen"] == np.flatnonzero(group == 1).tolist()


def test_twenty_remounts_leave_one_context(serve, browser_page):
    said = []
    browser_page.on("console", lambda message: said.append(message.text))
    maps = Maps(browser_page, serve(APP).url)
    for count in range(1, 21):
        maps.page.get_by_role("button", name="remount").click()
        maps.page.get_by_text(f"runs {count}").wait_for()
    wait_idle(maps.page)
    maps.page.locator(".linked-maps[data-ready='3']").wait_for()
    lost = maps.page.evaluate("window.contexts.map((context) => context.isContextLost())")
    assert len(lost) == 21
    assert lost.count(False) == 1
    assert not [text for text in said if "context" in text.lower()]


def test_a_lost_context_comes_back_with_the_same_picture(maps):
    maps.page.locator(".legend button").nth(1).click()
    row = maps.state["chosen"][0]
    before = maps.ask("colour", 0, row)
    maps.page.evaluate("window.kept = contexts[0].getExtension('WEBGL_lose_context'); kept.loseContext()")
    maps.page.wait_for_function("contexts[0].isContextLost()")
    maps.hover(0, 12)
    maps.page.evaluate("window.kept.restoreContext()")
    maps.page.wait_for_function("!contexts[0].isContextLost()")
    maps.until(lambda: maps.ask("colour", 0, row) == before)


def test_without_webgl_the_same_picture_is_drawn_by_a_2d_pen(serve, open_page):
    page = open_page()
    page.add_init_script("""const ask = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith('webgl') ? null : ask.call(this, kind, ...rest);
        }""")
    maps = Maps(page, serve(APP).url)
    maps.page.locator(".legend button").nth(2).click()
    row = maps.state["chosen"][-1]
    expected = [int(LIGHT.series[2][at : at + 2], 16) for at in (1, 3, 5)]
    for panel in range(3):
        assert maps.ask("colour", panel, row) == pytest.approx([*expected, 255], abs=2)
    maps.hover(1, 40)
    assert maps.state["row"] == 40
    assert "without WebGL2" in maps.page.locator(".help").inner_text()


def test_brush_at_2000_rows_is_drawn_in_40_ms(serve, open_page, record_property):
    maps = Maps(open_page(), f"{serve(APP).url}?rows=2000")
    line = [[20, 20], [300, 40], [320, 330], [150, 200], [30, 320]]
    # The best of three series: what else runs on two cores lasts longer than one of them.
    times = {what: min(median(maps.ask("time", what, 1, argument) for _ in range(5)) for _ in range(3))
             for what, argument in (("nothing", None), ("brush", line), ("hover", 7))}  # fmt: skip
    record_property("milliseconds", times)
    # An empty reading costs 2 ms on a quiet machine with software WebGL; a busy one slows both alike.
    noise = max(1.0, times["nothing"] / 2)
    assert times["brush"] <= 40 * noise, times
    assert times["hover"] <= 10 * noise, times
    assert maps.state["chosen"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_the_maps_stand_one_below_the_other(serve, open_page, scheme):
    page = open_page(width=390, height=844, color_scheme=scheme)
    maps = Maps(page, f"{serve(APP).url}?lang=pt")
    boxes = [maps.box(panel) for panel in range(3)]
    assert boxes[0][0] == boxes[1][0] == boxes[2][0]
    assert boxes[0][1] + boxes[0][2] < boxes[1][1]
    assert all(box[2] >= 300 for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "Aponte para um ponto" in page.locator(".sentence").inner_text()
