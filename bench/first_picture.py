"""How long home takes from `streamlit run` to its first useful picture in Chromium, on a warm disk.

    python -m bench.first_picture [TRIES]        target: median at most 3.5 s

The clock starts before the server's process and stops when the triangle is drawn and the numbers of the pairs stand.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bench.row import Row, at_most, show
from tools.browser import ROOT, Server, find_chromium, launch

DRAWN = """() => [...document.images].some(image => image.alt.includes('cat') && image.naturalWidth > 0)
    && document.querySelector('[data-testid="stMarkdown"] table')?.innerText.includes('cat')"""


def seconds(browser: Browser) -> float:
    """One start of the server, one browser that opens home."""
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        with Server(ROOT / "app.py", Path(home)) as server:
            page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-US")
            page.goto(server.url, wait_until="commit")
            page.wait_for_function(DRAWN, timeout=60_000)
            took = time.perf_counter() - began
            page.close()
    return took


def rows(tries: int = 5) -> list[Row]:
    executable = find_chromium()
    assert executable, "no Chromium"
    with sync_playwright() as tool:
        browser = launch(tool, executable)
        took = [seconds(browser) for _ in range(tries + 1)][1:]  # the first one warms the disk
        browser.close()
    return show([at_most("`streamlit run app.py` to the first useful picture, warm disk", 3.5, took, "s")])


if __name__ == "__main__":
    rows(*map(int, sys.argv[1:]))
