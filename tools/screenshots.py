"""Photographs the running app: `python -m tools.screenshots` writes docs/pictures/, single steps of the tutorials too.

With `--all FOLDER` it writes every page, wide and narrow, light and dark, in both languages, to look at.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.browser import ROOT, Server, find_chromium, launch, wait_idle
from tools.tutorial_pictures import LOCALES, MINILM, STEPS, give_minilm, save, take_step

PICTURES = ROOT / "docs" / "pictures"
SHOWN = ("home", "train", "lookup", "neighbours", "maps", "positions", "contexts", "objectives", "checkpoint")
SIZES = ((1440, 900), (390, 844))
SCHEMES = ("light", "dark")


@dataclass(frozen=True)
class Shot:
    """One picture: which page, how large, which theme, which language; `whole` shows all of a long page."""

    page: str
    size: tuple[int, int] = SIZES[0]
    scheme: str = "light"
    language: str = "en"
    whole: bool = False

    @property
    def name(self) -> str:
        """The file's name when all are taken."""
        return f"{self.page}-{self.size[0]}-{self.scheme}-{self.language}.png"


def pages() -> tuple[str, ...]:
    """The names of all pages, home first."""
    return ("home", *(path.stem for path in sorted((ROOT / "pages").glob("*.py"))))


def every_shot() -> Iterator[Shot]:
    """Every page in every size, theme and language."""
    for page, size, scheme, language in itertools.product(pages(), SIZES, SCHEMES, LOCALES):
        yield Shot(page, size, scheme, language, whole=True)


def take(browser: Browser, url: str, shot: Shot, path: Path) -> None:
    """Open the page as the shot says, wait until it stands still, and write the picture."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        locale=LOCALES[shot.language],
    )
    page = context.new_page()
    page.goto(f"{url}/{'' if shot.page == 'home' else shot.page}?lang={shot.language}")
    _settle(page, shot.page)
    if shot.whole:
        content = page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
        page.set_viewport_size({"width": width, "height": max(height, min(content, 6000))})
        wait_idle(page)
    page.mouse.move(width - 1, 1)
    taken = page.screenshot(animations="disabled")
    path.write_bytes(taken) if shot.whole else save(taken, path)  # what is to be looked at keeps every colour
    context.close()


def _settle(page: Page, name: str) -> None:
    wait_idle(page, 60)
    if name == "checkpoint" and MINILM.exists():
        give_minilm(page)
    if name == "maps":
        drawn = page.locator('[data-ready="3"]')  # the element counts its maps there
        drawn.wait_for(state="visible", timeout=120_000)
        drawn.evaluate("element => element.scrollIntoView({block: 'nearest'})")
        wait_idle(page, 60)


def main() -> int:
    """Start the app, take the pictures, print where they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page, size, theme and language, to look at")
    parser.add_argument("--pages", nargs="*", default=pages(), help="only these pages, or steps of a tutorial")
    arguments = parser.parse_args()
    executable = find_chromium()
    if executable is None:
        print("no Chromium: install one, or set EMBEDLAB_CHROMIUM to its path", file=sys.stderr)
        return 1
    folder = arguments.all or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    shots = [(Shot(page), f"{page}.png") for page in SHOWN] + [(Shot("home", language="pt"), "home_pt.png")]
    if arguments.all:
        shots = [(shot, shot.name) for shot in every_shot()]
    with (
        tempfile.TemporaryDirectory() as home,
        Server(ROOT / "app.py", Path(home), EMBEDLAB_ROOT="") as server,
        sync_playwright() as tool,
    ):
        browser = launch(tool, executable)
        for shot, name in [(shot, name) for shot, name in shots if shot.page in arguments.pages]:
            take(browser, server.url, shot, folder / name)
            print(folder / name)
        for step in () if arguments.all else STEPS:
            if step.link.partition("?")[0] in arguments.pages or step.name in arguments.pages:
                take_step(browser, server.url, step, folder / f"{step.name}.png")
                print(folder / f"{step.name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
