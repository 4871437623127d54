"""How long the linked maps take in Chromium with software WebGL: `python -m bench.linked_maps [ROWS ...]`.

One line of JSON per number of rows, each value five times or more: milliseconds to the first picture, of an empty
reading (the noise of the machine), a whole redraw, brush to all three maps drawn, hover, zoom, new colours; from a
click to the field of ranks on the screen, the server included; bytes of the first view and of a click; heap after 20
clicks, in MB; WebGL contexts.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.row import Row, show
from tools.browser import ROOT, Server, find_chromium, launch, wait_idle

APP = ROOT / "tests" / "browser" / "apps" / "linked_maps.py"
LINE = [[20, 20], [300, 40], [320, 330], [150, 200], [30, 320]]  # frame pixels
ACTS = (("nothing", None), ("draw", None), ("brush", LINE), ("hover", 7), ("zoom", None), ("colour", None))
CLICKS = 20
# What is promised for 250, 2,000, 10,000 and 50,000 rows on two cores.
TARGETS = {
    "ready_ms": ("link to first picture of the linked maps", (3000, 3000, 3500, 5000)),
    "brush_ms": ("brush to all three maps drawn", (20, 40, 100, 400)),
    "hover_ms": ("hover to neighbours drawn", (10, 10, 10, 10)),
    "click_ms": ("click to all rows coloured by rank, server included", (150, 200, 250, 600)),
    "first_bytes": ("bytes of the first view", (60_000, 200_000, 900_000, 4_200_000)),
    "click_bytes": ("bytes of a click", (5_000, 15_000, 50_000, 220_000)),
    "heap_mb": ("heap after 20 clicks", (40, 40, 60, 120)),
    "contexts": ("WebGL contexts", (1, 1, 1, 1)),
}
ROWS = (250, 2_000, 10_000, 50_000)
UNITS = {"ms": " ms", "mb": " MB"}
ONE = "one run"
# The time between a click and the ranks drawn, told by the page's own clock; and every context that was asked for.
WATCH = """
window.contexts = new Set();
const ask = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  const context = ask.call(this, kind, ...rest);
  if (kind.startsWith('webgl')) window.contexts.add(context);
  return context;
};
window.addEventListener('pointerup', () => { window.clicked = performance.now(); }, true);
window.watchRanks = (host) => new MutationObserver(() => {
  host.probe.at(0, 0);
  window.ranked = performance.now() - window.clicked;
}).observe(host, { attributeFilter: ['data-ranked'] });
"""


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


def measure(page: Page, url: str, rows: int) -> dict[str, list[float]]:
    """Everything about one number of rows; the page is loaded once before, so that the scene is made."""
    host = page.locator(".linked-maps[data-ready='3']")
    page.add_init_script(WATCH)
    page.goto(f"{url}?rows={rows}")
    host.wait_for(timeout=120_000)
    watched = Watched(page)
    first = watched.during(lambda: (page.reload(), host.wait_for()))
    ready = host.evaluate("(host) => host.probe.readyAt")
    host.evaluate("(host) => window.watchRanks(host)")

    def ask(call: str, *arguments: Any) -> Any:
        return host.evaluate("(host, [call, args]) => host.probe[call](...args)", [call, list(arguments)])

    def click(row: int) -> float:
        page.evaluate("window.ranked = null")
        page.mouse.click(*ask("pixel", 1, row))
        page.wait_for_function("window.ranked !== null", polling=20)
        return page.evaluate("window.ranked")

    runs = {f"{what}_ms": [ask("time", what, 1, given) for _ in range(5)] for what, given in ACTS}
    candidates = range(7, rows, max(1, rows // 200))
    apart = [row for row in candidates if ask("aimed", 1, row) == row][:CLICKS]  # dots that nothing covers
    sent = watched.during(lambda: click(apart[0]))
    clicks = [click(row) for row in apart[1:]]
    heap = page.context.new_cdp_session(page).send("Runtime.getHeapUsage")["usedSize"] / 2**20
    once = {"ready_ms": ready, "first_bytes": first, "click_bytes": sent, "heap_mb": heap}
    once["contexts"] = page.evaluate("window.contexts.size")
    return {**runs, "click_ms": clicks, **{name: [value] for name, value in once.items()}}


def row(name: str, sizes: Sequence[int], found: Sequence[dict[str, list[float]]]) -> Row:
    """One promise at every number of rows that has one."""
    question, promised = TARGETS[name]
    limits, several = [promised[ROWS.index(size)] for size in sizes], [sorted(one[name]) for one in found]
    middle = list(map(median, several))
    repeated = len(several[0]) > 1
    return Row(
        f"{question}: {_joined(sizes)} rows",
        f"<= {_joined(limits)}{UNITS.get(name.rpartition('_')[2], '')}",
        _joined(middle),
        f"best {_joined([one[0] for one in several])}; worst {_joined([one[-1] for one in several])}"
        if repeated
        else ONE,
        all(value <= limit for value, limit in zip(middle, limits, strict=True)),
    )


def _joined(values: Sequence[float]) -> str:
    return " / ".join(f"{value:,.0f}" for value in values)


def rows(wanted: Sequence[int] = ROWS) -> list[Row]:
    """Prints one line per number of rows first."""
    executable, found = find_chromium(), {}
    if executable is None:
        sys.exit("no Chromium: install one, or set EMBEDLAB_CHROMIUM to its path")
    with tempfile.TemporaryDirectory() as home, Server(APP, Path(home)) as server, sync_playwright() as playwright:
        browser = launch(playwright, executable)
        for size in wanted:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            found[size] = measure(page, server.url, size)
            print(json.dumps({"rows": size, **found[size]}), flush=True)
            page.close()
        browser.close()
    promised = [size for size in wanted if size in ROWS]
    return show(row(name, promised, [found[size] for size in promised]) for name in TARGETS if promised)


if __name__ == "__main__":
    rows(*[[int(size) for size in sys.argv[1:]]] if sys.argv[1:] else [])
