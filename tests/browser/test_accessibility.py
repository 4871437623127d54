"""Every page for everyone: by keys alone, in words, for weak eyes, on a phone. One load serves all of it."""

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from embedlab.shipped import ROOT
from embedlab.text.pages.shell import TEXT as SHELL
from embedlab.ui.classroom import LINK, TEACHER
from tests.browser import accessible
from tests.browser.opening import open_at, scrolls_sideways
from tests.browser.test_classroom import LINK_OF_CLASS
from tools.browser import wait_idle

# At least so many figures has a page before anybody touches it.
FIGURES = {
    "home": 1, "train": 3, "lookup": 1, "similarity": 3, "neighbours": 0, "maps": 8, "positions": 1, "contexts": 0,
    "objectives": 2, "checkpoint": 4, "compare": 2, "ledger": 1, "class": 1,
}  # fmt: skip
# Rows by their ids are in both languages' tables.
PATHS = {"home": "", "class": "classroom?teacher=word", "similarity": "similarity?tokens=%2371&tokens=%23149"}


def press(page: Page, role: str, name: str) -> None:
    """Choose or press a control by the keyboard."""
    page.get_by_test_id("stMain").get_by_role(role, name=name, exact=True).first.focus()  # pyright: ignore[reportArgumentType]
    page.keyboard.press("Enter")


def go_to_lookup(page: Page, server) -> None:
    press(page, "link", "Lookup")
    expect(page.get_by_role("heading", name=SHELL["en"].titles["lookup"])).to_be_visible()


def train_and_stop(page: Page, server) -> None:
    press(page, "button", "Train")
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    press(page, "button", "Stop")
    expect(stop).to_be_hidden(timeout=90_000)  # the first job waits until the libraries are loaded


def choose_a_metric(page: Page, server) -> None:
    press(page, "radio", "dot product")
    expect(page).to_have_url(re.compile("metric=dot"))


def use_a_table(page: Page, server) -> None:
    np.save(server.home / "keys.npy", np.random.default_rng(0).standard_normal((50, 8)))
    page.get_by_role("textbox", name="path").focus()
    page.keyboard.type("keys.npy")
    page.keyboard.press("Enter")
    use = page.get_by_role("button", name="Use this table")
    expect(page.get_by_text("50 rows × 8 dimensions").first).to_be_visible()
    wait_idle(page)
    use.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("In use on every page")).to_be_visible()


def compare_with_a_file(page: Page, server) -> None:
    press(page, "radio", "a file")
    expect(page).to_have_url(re.compile("with=file"))


def guess_the_head(page: Page, server) -> None:
    press(page, "radio", "untied, two tables")
    expect(page.get_by_text("Exactly true.").or_(page.get_by_text("predicted")).first).to_be_visible()


def give_and_take_back(page: Page, server) -> None:
    press(page, "button", "Give the class my table")
    back = page.get_by_role("button", name="Give the shipped table back")
    expect(back).to_be_visible()
    press(page, "button", "Give the shipped table back")
    expect(back).to_be_hidden()


# The other pages' main action is done by keys in tests of their own.
ACTIONS = {
    "home": go_to_lookup,
    "train": train_and_stop,
    "similarity": choose_a_metric,
    "checkpoint": use_a_table,
    "compare": compare_with_a_file,
    "ledger": guess_the_head,
    "class": give_and_take_back,
}


def test_every_page_is_here():
    assert set(FIGURES) == set(SHELL["en"].titles)
    assert {path.stem for path in (ROOT / "pages").glob("*.py")} == {*FIGURES} - {"home", "class"} | {"classroom"}


def drawn(page: Page, figures: int) -> None:
    """Wait until the page stands still and has its figures: a browser draws some after the run has ended."""
    page.wait_for_function("figures => accessible.figures().length >= figures", arg=figures)
    wait_idle(page)


@pytest.mark.parametrize("name", FIGURES)
def test_a_page_serves_keys_ears_weak_eyes_and_phones(name, serve, open_page):
    """First as a Portuguese phone in daylight, then as an English desk at night."""
    room = {TEACHER: "word", LINK: LINK_OF_CLASS} if name == "class" else {}
    server = serve(ROOT / "app.py", **room)
    page = open_page(width=390, height=844, locale="pt-BR")
    open_at(page, f"{server.url}/{PATHS.get(name, name)}")
    accessible.prepare(page)
    drawn(page, FIGURES[name])
    wrong = ["the phone scrolls sideways"] if scrolls_sideways(page) else []
    wrong += [f"daylight: {fault}" for fault in accessible.contrast(page)]
    portuguese = accessible.figures(page)

    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="dark")
    press(page, "radio", "EN")  # the run that changes the language also draws in the colours of the night
    expect(page.get_by_role("heading", name=SHELL["en"].titles[name], exact=True)).to_be_visible()
    wait_idle(page)
    for more in page.get_by_test_id("stMain").locator("summary").all():
        more.click()
    drawn(page, FIGURES[name])
    wrong += [f"night: {fault}" for fault in accessible.contrast(page)]
    english = accessible.figures(page)
    wrong += [one for one in [*portuguese, *english] if one.startswith("no name")]
    wrong += [f"one name in both languages: {one}" for one in {*portuguese} & {*english}]
    wrong += accessible.nameless(page)
    here = tuple(part.format(title=SHELL["en"].links[name]) for part in accessible.UNMARKED)
    wrong += accessible.keys(page, here)
    assert not wrong, "\n".join(wrong)
    if name in ACTIONS:
        ACTIONS[name](page, server)


# What the instruments must see. In every pair the second is right, and nothing of it is seen.
IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 40'%3E{}%3C/svg%3E"
TEXT_IN = "%3Ctext x='10' y='30' fill='{}'%3Etext%3C/text%3E"


def broken(page: Page, html: str) -> Page:
    page.set_content(f"<body style='background: #fff; font-size: 16px'><button>good</button>{html}</body>")
    accessible.prepare(page)
    return page


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("<p style='color: #777'>grey</p>", "<p style='color: #767676'>grey</p>"),  # 4.48 and 4.54
        ("<p style='color: #949494; font-size: 20px'>a</p>", "<p style='color: #949494; font-size: 24px'>a</p>"),
        ("<p style='opacity: 0.5'>black</p>", "<p style='opacity: 0.6'>black</p>"),
        ("<div style='background: #1845fb'><p>black</p></div>", "<div style='background: #ddd'><p>black</p></div>"),
        ("<svg><rect width='99' height='99'/><text y='30'>a</text></svg>", "<svg><text y='30'>a</text></svg>"),
        (
            f'<img src="{IMAGE.format(TEXT_IN.format("%23777"))}">',
            f'<img src="{IMAGE.format(TEXT_IN.format("%23555"))}">',
        ),
        ("<input placeholder='a'><style>::placeholder { color: #999 }</style>", "<input placeholder='a'>"),
    ],
)
def test_faint_texts_are_seen(browser_page, bad, good):
    assert len(accessible.contrast(broken(browser_page, bad))) == 1
    assert accessible.contrast(broken(browser_page, good)) == []


def test_pale_signs_and_edges_of_our_elements_are_seen(browser_page):
    page = broken(browser_page, "<div id='host'></div>")
    inner = "root => host.attachShadow({mode: 'open'}).innerHTML = root"
    page.evaluate(inner, "<i class='swatch' style='display: block; width: 9px; height: 9px; background: #b4b6b9'></i>"
                         "<i class='swatch' style='display: block; width: 9px; height: 9px; background: #949494'></i>"
                         "<input style='border: 1px solid #ddd'><input style='border: 1px solid #777'>")  # fmt: skip
    assert [fault[:13] for fault in accessible.contrast(page, pale={})] == ["contrast 2.03", "contrast 1.36"]
    assert [fault[:13] for fault in accessible.contrast(page)] == ["contrast 1.36"]


def test_figures_and_controls_without_a_name_are_seen(browser_page):
    drawn = "<canvas width='40' height='40'></canvas>"
    named = f"<div role='img' aria-label='a map'>{drawn}</div>"
    bare = f"<img src='{IMAGE}' width='9'><svg width='30' height='30'></svg><button style='padding: 9px'></button>"
    page = broken(browser_page, drawn + named + bare)
    assert [name[:7] for name in accessible.figures(page)] == ["no name", "a map", "no name", "no name"]
    assert accessible.nameless(page) == ["no name: a button"]


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<div role='button'>no key</div>", "not reached"),
        ("<button style='outline: none'>unseen</button>", "focus cannot be seen"),
        ("<button onkeydown='event.preventDefault()'>a trap</button>", "caught"),
        ("<button style='position: fixed; top: 2000px'>below</button>", "focus is out of sight"),
        (
            "<div role='radiogroup'><button role='radio'>a</button><button role='radio' tabindex='-1'>b</button></div>",
            "",
        ),
        ("<style>button:focus-visible { outline: none; box-shadow: 0 0 2px red; }</style>", ""),
    ],
)
def test_what_keys_cannot_do_is_seen(browser_page, html, said):
    wrong = accessible.keys(broken(browser_page, f"{html}<button>last</button>"))
    assert [fault.partition(" on ")[0].partition(": ")[0].partition(" at ")[0] for fault in wrong] == [said] * bool(
        said
    )
