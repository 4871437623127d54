"""Who follows a tutorial of docs/ to the letter finds on the pages what it says.

Each link is opened in a session of its own, as a browser does; what is bold is pressed or chosen there; and every
quotation is then on the page. The commands run in the order written, and print what is written.
"""

import doctest
import json
import re
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ButtonGroup

from embedlab.jobs import Engine
from embedlab.ui import classroom, jobs
from embedlab.ui.classroom import LINK, TEACHER, Room
from tests.readme.blocks import ROOT, blocks, commands
from tools import screenshots, tutorial_pictures
from tools.tutorial import Step, steps

DOCS = ROOT / "docs"
LESSONS = {"lesson.md": "en", "pt/aula.md": "pt"}
FIRST_HOUR = DOCS / "first_hour.md"
PATIENCE = 90  # seconds; the first job waits until its libraries are loaded


@pytest.fixture(scope="module")
def engine():
    """An engine whose host imports torch, and none of what draws maps."""
    made = Engine(imports=["torch", "embedlab.training.job", "embedlab.checkpoints.job"])
    yield made
    made.close()


@pytest.fixture
def room(engine, monkeypatch):
    """A server that was started for a class, whose teacher's word is that of the links."""
    monkeypatch.setattr(jobs, "_made", [engine])
    monkeypatch.setenv(TEACHER, "WORD")
    monkeypatch.setenv(LINK, "http://192.0.2.7:8501")
    monkeypatch.setattr(classroom, "_room", Room())
    return classroom.room()


def opened(step, language):
    """The page of a link, in a new session."""
    app = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    app.query_params.update({"lang": language, **step.query})
    if step.page != "home":
        app.switch_page(f"pages/{step.page}.py")
    return checked(app.run())


def checked(app):
    assert not app.exception
    assert not app.error
    return app


def press(app, label):
    """Press the button of that label, choose the answer of that label, or go to the page that a link names so."""
    for button in app.button:
        if button.label == label:
            return checked(button.click().run())
    for group in app.get("button_group"):
        if label in group.options:
            return checked(chosen(group, label).run())
    for link in app.get("page_link"):
        if link.label == label:
            return checked(app.switch_page(f"pages/{link.proto.page}.py").run())
    raise AssertionError(f"nothing on the page is called {label!r}")


def chosen(group, label):
    """AppTest asks for a value and words it; a reader knows the words only."""
    group.__class__ = type("Worded", (ButtonGroup,), {"formatted_values": property(lambda self: [label])})
    return group.set_value(label)


def words(app):
    """All that a page says, in one line: texts, labels, answers, tables, and what our own elements are given."""
    found = []
    for part in app.main:
        if part.type == "bidi_component":
            found += [json.dumps(json.loads(text), ensure_ascii=False) for text in sent(part)]
        elif part.type in ("table", "arrow_data_frame"):
            found += [" | ".join(map(str, row)) for row in part.value.itertuples(index=False)]
        else:
            found += [str(getattr(part, name, "")) for name in ("label", "value", "options")]
    return plain(" ".join(found))


def sent(part):
    return [text for text in (part.proto.json, part.proto.mixed.json) if text.startswith("{")]


def plain(text):
    """A text as it is read: without what marks it up."""
    return re.sub(r"\s+", " ", re.sub(r"[\\\u2060]|\*\*", "", text)).strip()


def says(app, quotation):
    """Whether the page says it, after the work that is under way."""
    wanted = re.compile(".*?".join(map(re.escape, plain(quotation).split("..."))))
    end = time.monotonic() + PATIENCE
    while not wanted.search(words(app)):
        if time.monotonic() > end or not any(str(button.key).startswith("stop_") for button in app.button):
            return False
        time.sleep(0.2)
        checked(app.run())
    return True


def follow(document, language):
    """Do every step of a tutorial; returns the steps, and the quotations that were not on their page."""
    app, missing, done = None, [], steps(document)
    for step in done:
        if step.kind == "open":
            app = opened(step, language)
        elif step.kind == "press":
            press(app, step.text)
        elif step.kind == "type":
            checked(app.text_input[0].set_value(step.text).run())
        elif step.kind == "read" and not says(app, step.text):
            missing.append(step.text)
        elif step.kind == "look":
            assert (document.parent / step.text).stat().st_size < 150_000, step.text
    return done, missing


def count(done, kind):
    return sum(step.kind == kind for step in done)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "language"), LESSONS.items())
def test_a_lesson_finds_on_the_pages_what_it_says(name, language, room):
    done, missing = follow(DOCS / name, language)
    assert missing == []
    assert count(done, "open") >= 7
    assert count(done, "press") >= 6
    assert count(done, "read") >= 12
    assert room.answers == {}  # the new lesson, which ends it, forgot them


def test_the_two_lessons_have_the_same_steps():
    kinds = [[(step.kind, step.page if step.kind == "open" else "") for step in steps(DOCS / name)] for name in LESSONS]
    assert kinds[0] == kinds[1]


def test_every_picture_is_made_by_the_command_and_every_step_that_it_takes_is_shown():
    shown = {
        Path(step.text).stem for name in (*LESSONS, FIRST_HOUR) for step in steps(DOCS / name) if step.kind == "look"
    }
    taken = {step.name for step in tutorial_pictures.STEPS}
    assert taken <= shown <= taken | {*screenshots.SHOWN, "home_pt"}


@pytest.mark.parametrize("document", [ROOT / "README.md", ROOT / "README.pt.md", *sorted(DOCS.rglob("*.md"))])
def test_every_picture_says_what_it_shows(document):
    for said, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", document.read_text("utf-8")):
        assert len(said.split()) > 3, path
        assert (document.parent / path).exists()


@pytest.mark.heavy
def test_the_first_hour_finds_in_the_app_what_it_says(engine, monkeypatch, real_file):
    real_file("minilm_folder")
    monkeypatch.setattr(jobs, "_made", [engine])
    monkeypatch.setenv("EMBEDLAB_ROOT", str(ROOT))
    done, missing = follow(FIRST_HOUR, "en")
    assert missing == []
    assert count(done, "read") >= 5


@pytest.mark.heavy
def test_the_first_hour_prints_what_is_written(real_file, tmp_path, monkeypatch, capsys):
    real_file("minilm_folder")
    real_file("wordllama_folder")
    (tmp_path / "real-files").symlink_to(ROOT / "real-files")
    monkeypatch.chdir(tmp_path)
    assert len(commands(FIRST_HOUR)) >= 5
    for command in commands(FIRST_HOUR):
        command.run_here(capsys)
    (session,) = blocks(FIRST_HOUR, "python")
    test = doctest.DocTestParser().get_doctest(session, {}, FIRST_HOUR.name, str(FIRST_HOUR), 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.failed == 0, capsys.readouterr().out
    assert result.attempted >= 9


def test_a_quotation_that_no_page_has_is_seen():
    app = opened(Step("open", "http://127.0.0.1:8501/lookup?token=cat"), "en")
    assert says(app, "It begins with 0.320; ... 256 bytes of float32.")
    assert not says(app, "It begins with 0.321")
    with pytest.raises(AssertionError, match="nothing on the page is called"):
        press(app, "no such button")
