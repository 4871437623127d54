"""A vocabulary may hold anything; the page shows it letter by letter and does nothing it says."""

import re

import numpy as np
import pytest

from embedlab.charts import report
from embedlab.charts.dots import named_dots
from embedlab.charts.palette import LIGHT
from embedlab.charts.report import Section
from embedlab.neighbours import METRICS
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import write
from embedlab.text.pages import shell
from embedlab.ui.escaping import visible
from tests.browser.hostile import HOSTILE
from tests.browser.opening import columns, open_at, scrolls_sideways
from tools.browser import wait_idle


def plain(text):
    """Text as a reader compares it: without the joiner, blanks as HTML joins them."""
    return re.sub(r"\s+", " ", text.replace("\u2060", "")).strip()


TITLES = shell.EN.titles
EXPECTED = [plain(visible(token)) for token in HOSTILE]


@pytest.fixture
def surfaces(serve, browser_page):
    browser_page.goto(serve("hostile.py").url)
    wait_idle(browser_page, 60)
    return browser_page


def test_every_surface_shows_every_token_literally(surfaces):
    page = surfaces
    for kind, test_id in (("markdown", "stMarkdownContainer"), ("button", "stButton")):
        found = [page.locator(f".st-key-{kind}-{place}").get_by_test_id(test_id).inner_text()
                 for place in range(len(HOSTILE))]  # fmt: skip
        assert list(map(plain, found)) == EXPECTED, kind
    assert plain(page.locator(".st-key-error").inner_text()) == plain(" ".join(EXPECTED))
    assert list(map(plain, columns(page, 0)[0])) == EXPECTED
    assert plain(page.get_by_test_id("stTable").locator("th").inner_text()) == "$x$ :material/home: <b>"
    tags = page.get_by_test_id("stMultiSelect").get_by_role("button").or_(page.locator("[data-tag-index]"))
    assert tags.count()
    text = plain(page.get_by_test_id("stMultiSelect").inner_text().replace("\n", " "))
    assert all(token in text for token in EXPECTED)
    assert [plain(label) for label in page.locator(".annotation-text").all_text_contents()] == EXPECTED
    cells = page.locator("canvas[data-testid=data-grid-canvas] td").all_text_contents()
    assert not [cell for cell in cells if cell and plain(cell) not in EXPECTED]
    assert plain(page.title()).startswith(plain(visible(HOSTILE[0], 20)))


def test_no_token_is_obeyed(surfaces):
    page = surfaces
    assert page.evaluate("window.__pwned") is None
    for kind in (
        "a",
        "b",
        "strong",
        "em",
        "code",
        "h1",
        "li",
        "img",
        ".katex",
        "[data-testid=stIconMaterial]",
        "script",
    ):
        assert not page.locator(f"[class*=st-key-markdown] {kind}, .st-key-error p {kind}, td {kind}").count(), kind
    assert not page.locator(".annotation-text b, .annotation-text a, .annotation-text tspan[style*=bold]").count()


def test_the_pages_show_a_hostile_vocabulary(server, open_page):
    page = open_page(width=390, height=844)
    vectors = np.random.default_rng(0).standard_normal((len(HOSTILE), 8)).astype(np.float32)
    write(
        EmbeddingTable(vectors, HOSTILE, Provenance("<b>$x$</b> :material/home:")), server.home / "hostile.safetensors"
    )
    open_at(page, f"{server.url}/checkpoint")
    box = page.get_by_role("textbox", name="path")
    box.fill("hostile.safetensors")
    box.press("Enter")
    page.get_by_role("button", name="Use this table").click()
    line = page.get_by_test_id("stCaptionContainer").first
    line.get_by_text("material").wait_for()
    assert "<b>$x$</b> :material/home:" in plain(line.inner_text())
    page.get_by_role("link", name="Neighbours").first.click()
    k = page.get_by_role("spinbutton")
    k.fill(str(len(HOSTILE) - 1))
    k.press("Enter")
    page.get_by_text(f"shared of {len(HOSTILE) - 1}").wait_for()
    wait_idle(page)
    query = HOSTILE[len(HOSTILE) // 2]
    for number in range(len(METRICS)):
        shown = page.locator(".list").nth(number).locator("tbody .token").all_text_contents()
        assert sorted(map(plain, shown)) == sorted(
            EXPECTED[: HOSTILE.index(query)] + EXPECTED[HOSTILE.index(query) + 1 :]
        )
    assert not page.locator(".ranked-lists :is(a, b, img, script, .katex)").count()
    assert not scrolls_sideways(page)
    page.get_by_role("link", name="Similarity").first.click()
    page.get_by_role("heading", name="Similarity").wait_for()
    wait_idle(page)
    assert page.evaluate("window.__pwned") is None
    assert not scrolls_sideways(page)
    for name in ("Lookup", "Train"):
        page.get_by_role("link", name=name, exact=True).first.click()
        page.get_by_role("heading", level=1).filter(has_text=TITLES[name.lower()]).wait_for()
        wait_idle(page)
        assert page.evaluate("window.__pwned") is None
        assert not page.get_by_test_id("stMain").locator("b, .katex, a[href^=javascript]").count()
        assert not scrolls_sideways(page)


def test_a_report_is_text_even_without_its_policy(browser_page, tmp_path):
    """The policy in its head forbids scripts and requests; here it is taken out, and nothing happens either."""
    dots = np.random.default_rng(0).random((len(HOSTILE), 2))
    drawn = named_dots(dots, list(map(visible, HOSTILE)), ["#000"] * len(HOSTILE), LIGHT)
    rows = [[token] for token in HOSTILE]
    part = Section(HOSTILE[0], HOSTILE, columns=(HOSTILE[1],), rows=rows, figure=drawn, note=" ".join(HOSTILE[:5]))
    written = report.page(HOSTILE[2], [part], "en")
    bare = re.sub(r"<meta http-equiv=[^>]*>", "", written)
    assert bare != written
    (tmp_path / "report.html").write_bytes(bare.encode("utf-8", "backslashreplace"))
    browser_page.goto((tmp_path / "report.html").as_uri())
    assert browser_page.evaluate("window.__pwned") is None
    assert not browser_page.locator("script, img, a, b, br").count()
    assert browser_page.title() == HOSTILE[2]
    assert browser_page.locator("h2").inner_text() == HOSTILE[0]
    cells = browser_page.locator("td").all_text_contents()
    assert len(cells) == len(HOSTILE)
    assert {token for token in HOSTILE if token.isprintable() and len(token) < 200} <= set(cells)
