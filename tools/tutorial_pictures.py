"""Photographs single steps of the tutorials of docs/: what a reader sees who has followed them so far.

`python -m tools.screenshots` takes these too. A picture is the part of the page that its step is about.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from embedlab.text.pages import lookup
from embedlab.wording import Language
from tools.browser import ROOT, wait_idle

WIDTH = 1100  # of the page: narrow enough that its letters can be read in a document
EDGE = 14  # around what is photographed
WAIT = 120_000  # milliseconds: a first job waits until the libraries are loaded
MINILM = ROOT / "real-files" / "minilm" / "model.safetensors"
LOCALES = {"en": "en-US", "pt": "pt-BR"}


@dataclass(frozen=True)
class Step:
    """A page by its link, and what is done there; `act` returns what is photographed."""

    name: str
    link: str
    act: Callable[[Page, Language], Sequence[Locator]]
    language: Language = "en"


def copies(page: Page, language: Language) -> Sequence[Locator]:
    """The class has guessed what a layer computes."""
    card = lookup.TEXT[language].cards["C01"]
    page.get_by_text(card.choices["copy"], exact=True).click()
    wait_idle(page, 60)
    return [page.get_by_test_id("stVerticalBlock").filter(has_text=card.question).last]


def noise(page: Page, language: Language) -> Sequence[Locator]:
    """The run before its first step."""
    page.locator(".st-key-frame").get_by_role("slider").focus()
    page.keyboard.press("Home")
    page.get_by_text(re.compile(r"(Step|Passo) 0 ")).wait_for()
    wait_idle(page, 60)
    return [page.locator(f".st-key-{key}") for key in ("frame", "film_map", "film_cosines")]


def lists(page: Page, language: Language) -> Sequence[Locator]:
    """Three lists of one token."""
    return [page.locator(".ranked-lists .lists")]


def linked(page: Page, language: Language) -> Sequence[Locator]:
    """One word on three maps, linked to its true neighbours."""
    maps = drawn(page)
    search = page.locator(".linked-maps .search")
    search.fill({"en": "cat", "pt": "gato"}[language])
    search.press("Enter")
    wait_idle(page, 60)
    return [maps]


def line_up(page: Page, language: Language) -> Sequence[Locator]:
    """Six maps, of which five are noise."""
    drawn(page)
    line = "[data-testid=stHorizontalBlock]"
    lines = page.locator(f"{line}:has([class*=st-key-line_up_]):not(:has({line}))")
    return [page.get_by_text(re.compile("One of these 6|Um destes 6")), *lines.all()]


def group(page: Page, language: Language) -> Sequence[Locator]:
    """The weekdays, tested in the table."""
    maps = drawn(page)
    page.get_by_role("radio", name="PCA").click()
    maps.locator(".legend button", has_text="weekday").click()
    page.get_by_text("7 rows selected").wait_for()
    page.get_by_role("button", name="Test it").click()
    verdict = page.get_by_test_id("stAlert").filter(has_text="these 7 rows")
    verdict.wait_for(timeout=WAIT)
    wait_idle(page, 60)
    return [page.get_by_test_id("stHorizontalBlock").filter(has=page.locator("img[alt^='silhouette']")).last]


def suspects(page: Page, language: Language) -> Sequence[Locator]:
    """MiniLM's candidates for rows that nothing trained."""
    give_minilm(page)
    column = page.get_by_test_id("stColumn").filter(has=page.locator("img[alt^='Histogram of the indicator']")).last
    return [column.get_by_role("img"), column.get_by_test_id("stCaptionContainer")]


def near_dog(page: Page, language: Language) -> Sequence[Locator]:
    """A token of MiniLM under three metrics."""
    give_minilm(page)
    page.get_by_role("button", name="Use this table").click()
    page.get_by_text("In use on every page").wait_for()
    page.get_by_role("link", name="Neighbours").first.click()
    box = page.get_by_role("textbox", name="Token", exact=True)
    box.fill("dog")
    box.press("Enter")
    page.get_by_text("dog · id").wait_for()
    wait_idle(page, 60)
    return lists(page, language)


def drawn(page: Page) -> Locator:
    """The finished maps."""
    maps = page.locator(".linked-maps[data-ready='3']")
    maps.wait_for(timeout=WAIT)
    wait_idle(page, 60)
    return maps


def give_minilm(page: Page) -> None:
    """Open MiniLM with its tokens on the page Checkpoint, and wait until its rows are examined."""
    uploads = page.locator("input[type=file]")
    uploads.nth(0).set_input_files(MINILM)
    page.get_by_text(re.compile(r"30[.,]522 (rows|linhas) × 384")).first.wait_for(timeout=WAIT)
    uploads.nth(1).set_input_files(MINILM.with_name("tokenizer.json"))
    page.get_by_text(re.compile(r"30[.,]522 tokens")).first.wait_for(timeout=WAIT)
    page.get_by_test_id("stDownloadButton").wait_for(timeout=WAIT)
    wait_idle(page, 60)


STEPS = (
    Step("lesson_row", "lookup?token=cat", copies),
    Step("lesson_noise", "train", noise),
    Step("lesson_lists", "neighbours?token=cat&k=5", lists),
    Step("lesson_maps", "maps", linked),
    Step("lesson_line_up", "maps?doubt=twins", line_up),
    Step("aula_linha", "lookup?token=gato", copies, "pt"),
    Step("aula_ruido", "train", noise, "pt"),
    Step("aula_listas", "neighbours?token=banco&k=5", lists, "pt"),
    Step("aula_mapas", "maps", linked, "pt"),
    Step("aula_fila", "maps?doubt=twins", line_up, "pt"),
    Step("first_hour_rows", "checkpoint", suspects),
    Step("first_hour_near", "checkpoint", near_dog),
    Step("first_hour_group", "maps?doubt=group", group),
)


def take_step(browser: Browser, url: str, step: Step, path: Path) -> None:
    """Follow a step in a fresh browser, and write the picture of its part of the page."""
    context = browser.new_context(viewport={"width": WIDTH, "height": 900}, locale=LOCALES[step.language])
    page = context.new_page()
    page.goto(f"{url}/{step.link}")
    wait_idle(page, 60)
    parts = step.act(page, step.language)
    content = page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
    page.set_viewport_size({"width": WIDTH, "height": max(900, content)})
    page.mouse.move(WIDTH - 1, 1)
    wait_idle(page)
    page.wait_for_timeout(500)  # a chart follows its page
    _write(page, parts, path)
    context.close()


def _write(page: Page, parts: Sequence[Locator], path: Path) -> None:
    boxes = [box for part in parts if (box := part.bounding_box())]
    left, top = (min(box[side] for box in boxes) - EDGE for side in ("x", "y"))
    right = max(box["x"] + box["width"] for box in boxes) + EDGE
    bottom = max(box["y"] + box["height"] for box in boxes) + EDGE
    left, top = max(0, left), max(0, top)
    clip = {"x": left, "y": top, "width": min(right, WIDTH) - left, "height": bottom - top}
    save(page.screenshot(clip=clip, animations="disabled"), path)  # pyright: ignore[reportArgumentType]  # a dict of floats


def save(taken: bytes, path: Path) -> None:
    """Write a picture for a document, in 256 colours: a third of the bytes.

    They are chosen to cover all colours, else the few dots of a class lose theirs to the many greys. Measured on the
    maps: no pixel is off by more than 14 of 255.
    """
    Image.open(io.BytesIO(taken)).convert("RGB").quantize(
        256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    ).save(path, optimize=True)
