"""How long a new token, or a new step, takes to become three new lists in the browser, at 10,000 rows.

    python -m bench.answer            target: median at most 150 ms for a token; a step has none

From the keypress to the frame in which every token and value of every list is the one the library gives.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from bench.row import Row, at_most, show
from embedlab.neighbours import METRICS, search
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import write
from embedlab.wording import number
from tools.browser import ROOT, Server, find_chromium, launch, wait_idle

ROWS, DIMS, TRIES, K = 10_000, 64, 12, 10
STEPS = {"standardised": "standardised", "unit_norm": "unit norm", "centred": "centred"}

# Starts the clock at the key that commits, stops it in the frame that shows what is expected.
CLOCK = """(host, expected) => {
  const shown = () => JSON.stringify([...host.querySelectorAll('.list tbody')].map(
      body => [...body.rows].map(row => [row.cells[1].textContent, row.cells[2].textContent])));
  if (shown() === JSON.stringify(expected)) throw new Error('nothing would change');
  window.__took = null;
  const start = () => {
    const began = performance.now();
    const look = () => shown() === JSON.stringify(expected)
        ? window.__took = performance.now() - began : requestAnimationFrame(look);
    requestAnimationFrame(look);
  };
  addEventListener('keydown', start, {once: true, capture: true});
}"""


def make_table() -> EmbeddingTable:
    """Seeded rows; every one has an own token."""
    vectors = np.random.default_rng(0).standard_normal((ROWS, DIMS)).astype(np.float32)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(ROWS)), Provenance("ten thousand rows"))


def answer(table: EmbeddingTable, row: int) -> list[list[tuple[str, str]]]:
    """Tokens and values of every list, as the page writes them."""
    found = [search(table, row, metric, K) for metric in METRICS]
    return [
        [(table.tokens[near], number(value, "z,.3f", "en")) for near, value in zip(one.ids, one.values, strict=True)]
        for one in found
    ]


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


def clock(page: Page, key: str, expected: list[list[tuple[str, str]]]) -> float:
    """Milliseconds from the key to the lists."""
    page.locator(".ranked-lists").evaluate(CLOCK, expected)
    page.keyboard.press(key)
    took = page.wait_for_function("window.__took", timeout=9000, polling=100).json_value()
    wait_idle(page)
    return took


def time_tokens(page: Page, table: EmbeddingTable) -> list[float]:
    """Per new token."""
    box, took = page.get_by_role("textbox", name="Token", exact=True), []
    for row in range(100, 100 + TRIES):
        box.fill(f"t{row}")
        took.append(clock(page, "Enter", answer(table, row)))
    return took


def time_steps(page: Page, table: EmbeddingTable) -> tuple[list[float], list[float]]:
    """Per step added, whose table is computed, and per step taken away, whose table is in the cache."""
    box, row, tables = page.get_by_role("combobox", name="Steps"), 100 + TRIES - 1, [table]
    added, removed = [], []
    for key, label in STEPS.items():
        tables.append(apply(tables[-1], (key,)))
        box.fill(label)
        added.append(clock(page, "Enter", answer(tables[-1], row)))
    while len(tables) > 1:
        tables.pop()
        removed.append(clock(page, "Backspace", answer(tables[-1], row)))
    return added, removed


def rows() -> list[Row]:
    table = make_table()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as tool:
        write(table, Path(home) / "table.safetensors")
        executable = find_chromium()
        assert executable, "no Chromium"
        with Server(ROOT / "app.py", Path(home)) as server:
            browser = launch(tool, executable)
            page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-US")
            open_table(page, server.url, "table.safetensors")
            took = {"new token": time_tokens(page, table)}
            took["step added"], took["step removed"] = time_steps(page, table)
            browser.close()
    question = f"a new token to three new lists in the browser, {ROWS:,} rows"
    steps = {what: [round(one) for one in times] for what, times in took.items()}
    return show([at_most(question, 150, took["new token"], "ms")], {"milliseconds": steps})


if __name__ == "__main__":
    rows()
