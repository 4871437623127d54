"""Home in a real browser: it stands at once, says the library's numbers, and leads on."""

import re

import pytest

from embedlab.checkpoints import open_table
from embedlab.neighbours import METRICS
from embedlab.ui.session import SHIPPED
from tests.browser.opening import columns, open_at
from tools.browser import ROOT, wait_idle


def test_home_shows_the_triangle_and_its_numbers_without_plotly(server, browser_page):
    asked = []
    browser_page.on("request", lambda request: asked.append(request.url))
    open_at(browser_page, server.url)
    table = open_table(SHIPPED / "table_en.safetensors")
    rows = table.rows64([table.ids_by_token[word][0] for word in ("cat", "dog")])
    shown = columns(browser_page, 0)[1]
    for place, metric in ((0, "euclidean"), (1, "cosine"), (3, "dot")):
        assert float(shown[place]) == pytest.approx(METRICS[metric].values64(rows[0], rows[1]), abs=6e-3)
    picture = browser_page.get_by_role("img", name=re.compile("Triangle drawn to scale. cat to dog"))
    assert picture.is_visible()
    assert picture.evaluate("image => image.naturalWidth") > 0
    assert not [url for url in asked if "plotly" in url.lower()]


def test_home_leads_to_a_page_and_back(server, browser_page):
    open_at(browser_page, server.url)
    browser_page.get_by_role("link", name="Neighbours").first.click()
    browser_page.get_by_role("heading", name="Nearest neighbours").wait_for()
    browser_page.get_by_role("link", name="Home").click()
    browser_page.get_by_role("heading", name="Three words").wait_for()


def test_a_portuguese_browser_gets_portuguese_words_and_keeps_a_choice(server, open_page):
    page = open_page(locale="pt-BR")
    open_at(page, server.url)
    assert "gato – cachorro" in page.locator("table").inner_text()
    page.get_by_role("radio", name="EN", exact=True).click()
    page.get_by_role("heading", name="Three words").wait_for()
    wait_idle(page)
    assert page.url.endswith("?lang=en")
    page.get_by_role("link", name="Similarity").first.click()
    page.get_by_role("heading", name="Similarity").wait_for()
    assert "corpus_en" in page.get_by_test_id("stCaptionContainer").first.inner_text().replace("\u2060", "")


def test_two_first_sessions_at_once(serve, open_page):
    """Their imports must not meet half-made modules."""
    server = serve(ROOT / "app.py", EMBEDLAB_TEST="two first sessions")
    pages = [open_page(), open_page()]
    for page, path in zip(pages, ("/", "/similarity"), strict=True):
        page.goto(server.url + path, wait_until="commit")
    for page in pages:
        wait_idle(page, 60)
        assert page.get_by_test_id("stMain").locator("table").count()
        assert not page.get_by_test_id("stAlert").count()
    assert "Traceback" not in server.log()


def test_what_is_imported_after_home_draws_the_other_pages(serve, browser_page):
    """The rest is imported by a thread that belongs to no session; the elements of ours must be known all the same."""
    server = serve(ROOT / "app.py", EMBEDLAB_TEST="home first")
    open_at(browser_page, server.url)
    browser_page.wait_for_timeout(3000)  # the thread waits, then imports
    browser_page.get_by_role("link", name="Maps").first.click()
    browser_page.locator('[data-ready="3"]').wait_for(timeout=30_000)
    browser_page.get_by_role("link", name="Neighbours").first.click()
    browser_page.get_by_text("cat · id").wait_for()
    assert "Traceback" not in server.log()
