"""How long a new token, or a new step, takes to become three new lists in the browser, at 10,000 rows.

    python -m bench.answer            target: median at most 150 ms

From the keypress to the frame in which the first rank of every list is the one the library gives.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from embedlab.neighbours import METRICS, search
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import write
from tools.browser import ROOT, Server, find_chromium, launch, wait_idle

ROWS, DIMS, TRIES = 10_000, 64, 12

# Starts the clock at the key that commits, stops it in the frame that shows what is expected.
CLOCK = """(expected) => {
  window.__took = null;
  const firsts = () => [...document.querySelectorAll('[data-testid="stTable"]')].slice(0, 3)
      .map(table => table.querySelector('tbody tr')?.children[1]?.textContent.trim());
  const start = () => {
    const began = performance.now();
    const look = () => JSON.stringify(firsts()) === JSON.stringify(expected)
        ? window.__took = performance.now() - began : requestAnimationFrame(look);
    requestAnimationFrame(look);
  };
  addEventListener('keydown', event => { if (event.key === 'Enter') start(); }, {once: true, capture: true});
}"""


def make_table() -> EmbeddingTable:
    """Seeded rows; every one has an own token."""
    vectors = np.random.default_rng(0).standard_normal((ROWS, DIMS)).astype(np.float32)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(ROWS)), Provenance("ten thousand rows"))


def firsts(table: EmbeddingTable, row: int) -> list[str]:
    """The first rank of every list."""
    return [table.tokens[search(table, row, metric, 10).ids[0]] for metric in METRICS]


def open_table(page: Page, url: str, name: str) -> None:
    """Put the table in use."""
    page.goto(f"{url}/checkpoint")
    wait_idle(page, 60)
    page.get_by_role("textbox", name="path").fill(name)
    page.get_by_role("textbox", name="path").press("Enter")
    page.get_by_role("button", name="Use this table").click()
    page.get_by_text("ten thousand rows").first.wait_for()
    page.get_by_role("link", name="Neighbours").first.click()
    wait_idle(page)


def time_tokens(page: Page, table: EmbeddingTable) -> list[float]:
    """Milliseconds per new token."""
    box, took = page.get_by_role("textbox", name="Token", exact=True), []
    for row in range(100, 100 + TRIES):
        box.fill(f"t{row}")
        page.evaluate(CLOCK, firsts(table, row))
        box.press("Enter")
        took.append(page.wait_for_function("window.__took", timeout=9000, polling=100).json_value())
        wait_idle(page)
    return took


def time_steps(page: Page, table: EmbeddingTable) -> list[float]:
    """Milliseconds per step added: the first is computed, the others come from the cache."""
    box, took, row = page.get_by_role("combobox", name="Steps"), [], 100 + TRIES - 1
    for key in ("standardised", "unit norm"):
        table = apply(table, (key.replace(" ", "_"),))
        box.fill(key)
        page.evaluate(CLOCK, firsts(table, row))
        box.press("Enter")
        took.append(page.wait_for_function("window.__took", timeout=9000, polling=100).json_value())
        page.keyboard.press("Escape")
        wait_idle(page)
    return took


def main() -> None:
    table = make_table()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as tool:
        write(table, Path(home) / "table.safetensors")
        executable = find_chromium()
        assert executable, "no Chromium"
        with Server(ROOT / "app.py", Path(home)) as server:
            browser = launch(tool, executable)
            page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-US")
            open_table(page, server.url, "table.safetensors")
            tokens, steps = time_tokens(page, table), time_steps(page, table)
            browser.close()
    print(f"new token: median {statistics.median(tokens):.0f} ms, worst {max(tokens):.0f} ms of {len(tokens)}")
    print("new step: " + ", ".join(f"{one:.0f} ms" for one in steps))


if __name__ == "__main__":
    main()
