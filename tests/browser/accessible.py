"""What a page offers to keys, to a screen reader and to weak eyes: accessible.js measures, this asks and reports.

WCAG 2.2: contrast 1.4.3 and 1.4.11, names 1.1.1 and 4.1.2, keys 2.1.1, 2.1.2 and 2.4.7. A fault is a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("accessible.js").read_text("utf-8")
MOST_STOPS = 300  # of Tab: more than any page has
NAMED = {"button", "link", "textbox", "searchbox", "combobox", "spinbutton", "slider", "checkbox", "switch", "radio"}

# Streamlit draws these, and no setting of a theme mends them: in the dark white stands 3.15:1 on the accent, which as
# text stands 4.33:1 on what is chosen. A darker accent is worse as text, a lighter one as ground.
FAINT = {
    "[data-testid=stBaseButton-primary]": 3.1,
    "[data-testid=stMultiSelectTagsContainer]": 3.1,
    "[data-testid=stButtonGroup] [aria-checked=true]": 4.3,
}
# Rows without a class stand back on purpose: a ninth colour at 3:1 would be taken for one of the eight.
PALE = {".swatch": 2.0}
# The page itself, which arrow keys scroll, and the link to the page that one is on.
UNMARKED = ("main ", 'a "{title}" in stPageLink')


def prepare(page: Page) -> None:
    """Bring the instruments into a page; once per load."""
    page.evaluate(SCRIPT)


def contrast(page: Page, faint: Mapping[str, float] = FAINT, pale: Mapping[str, float] = PALE) -> list[str]:
    """Texts below 4.5:1 (3:1 where large), and below 3:1 signs of ours without words and edges of boxes of ours."""
    texts, signs = page.evaluate("([faint, pale]) => [accessible.faint(faint), accessible.pale(pale)]", [faint, pale])
    assert texts["count"], "no text was measured"
    return [f"contrast {fault}" for fault in (*texts["found"], *signs)]


def figures(page: Page) -> list[str]:
    """What each figure is called, in the order of the page; a figure without a name is `no name: ...`."""
    return [name.strip() or f"no name: {what}" for what, name in page.evaluate("accessible.figures()")]


def nameless(page: Page) -> list[str]:
    """Controls that have no name for a screen reader, as Chromium hands them to one."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    shown = [node for node in nodes if not node["ignored"] and node["role"]["value"] in NAMED]
    assert shown, "no control was found"
    return [f"no name: a {one['role']['value']}" for one in shown if not one.get("name", {}).get("value", "").strip()]


def keys(page: Page, unmarked: tuple[str, ...] = ()) -> list[str]:
    """Go through the page by Tab: what is never reached, where focus cannot be seen, and where it is caught.

    unmarked: how the names of what need not show its focus begin.
    """
    page.evaluate("accessible.start()")
    wrong, first = [], None
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        at = page.evaluate("accessible.step()")
        if at is None:
            continue  # the end, or a button that only showed itself while what holds it had the focus
        first = first or at["name"]
        if at["again"]:
            if at["name"] != first:
                return [*wrong, f"caught at {at['name']}"]
            break
        if not at["marked"] and not at["name"].startswith(unmarked):
            wrong.append(f"focus cannot be seen on {at['name']}")
        if not at["inside"]:
            wrong.append(f"focus is out of sight on {at['name']}")
    return wrong + [f"not reached: {name}" for name in page.evaluate("accessible.missed()")]
