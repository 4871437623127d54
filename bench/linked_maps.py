"""How long the linked maps take in Chromium with software WebGL: `python -m bench.linked_maps [ROWS ...]`.

One line of JSON per number of rows, medians of 5: milliseconds to the first picture, of an empty reading (the noise
of the machine), a whole redraw, brush to all three maps drawn, hover and zoom; bytes of the first view and of a click.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tools.browser import ROOT, Server, find_chromium, launch, wait_idle

APP = ROOT / "tests" / "browser" / "apps" / "linked_maps.py"
ROWS = (250, 2_000, 10_000, 50_000)
LINE = [[20, 20], [300, 40], [320, 330], [150, 200], [30, 320]]  # frame pixels
ACTS = (("nothing", None), ("draw", None), ("brush", LINE), ("hover", 7), ("zoom", None))
TARGETS = {250: 20, 2_000: 40, 10_000: 100, 50_000: 400}  # brush, milliseconds


class Watched:
    """A page that counts what its websocket brings."""

    def __init__(self, page: Page) -> None:
        self.page, self.bytes = page, 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._count))

    def _count(self, frame: Any) -> None:
        self.bytes += len(frame)

    def during(self, act: Callable[[], Any]) -> int:
        """Bytes received while an act and what follows it last."""
        before = self.bytes
        act()
        wait_idle(self.page)
        return self.bytes - before


def measure(page: Page, url: str, rows: int) -> dict[str, Any]:
    """Everything about one number of rows; the page is loaded once before, so that the scene is made."""
    host = page.locator(".linked-maps[data-ready='3']")
    page.goto(f"{url}?rows={rows}")
    host.wait_for(timeout=120_000)
    watched = Watched(page)
    first = watched.during(lambda: (page.reload(), host.wait_for()))
    ready = page.evaluate("performance.now()")

    def ask(call: str, *arguments: Any) -> Any:
        return host.evaluate("(host, [call, args]) => host.probe[call](...args)", [call, list(arguments)])

    times = {f"{what}_ms": round(median(ask("time", what, 1, given) for _ in range(5)), 1) for what, given in ACTS}

    def click() -> None:
        page.mouse.click(*ask("pixel", 1, 7))
        page.get_by_text("picked 7").wait_for()

    sent = {"first_bytes": first, "click_bytes": watched.during(click)}
    return {"rows": rows, "ready_ms": round(ready), **times, **sent, "brush_target_ms": TARGETS.get(rows)}


def main() -> None:
    """Print one line per number of rows."""
    executable = find_chromium()
    if executable is None:
        sys.exit("no Chromium: install one, or set EMBEDLAB_CHROMIUM to its path")
    wanted = [int(rows) for rows in sys.argv[1:]] or ROWS
    with tempfile.TemporaryDirectory() as home, Server(APP, Path(home)) as server, sync_playwright() as playwright:
        browser = launch(playwright, executable)
        for rows in wanted:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            print(json.dumps(measure(page, server.url, rows)), flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
