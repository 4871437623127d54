"""What the element is given: one script, and scenes whose groups, names, frames and texts are right."""

import re
from dataclasses import asdict, replace
from string import Formatter

import numpy as np
import pytest

from embedlab.text.linked_maps import EN, PT
from embedlab.ui import linked_maps
from embedlab.ui.linked_maps import Panel, Scene
from embedlab.ui.linked_maps.scene import BARE, OTHER, frames
from tests.browser.maps_data import HOSTILE, scene


def test_both_languages_fill_the_same_fields() -> None:
    for name, english in asdict(EN).items():
        fields = [{part[1] for part in Formatter().parse(text) if part[1]} for text in (english, getattr(PT, name))]
        assert fields[0] == fields[1], name


def test_the_seven_largest_classes_have_colours_and_the_rest_is_other() -> None:
    sizes = {"a": 3, "b": 9, "c": 8, "d": 7, "e": 6, "f": 5, "g": 4, "h": 2, "i": 1}
    classes = [name for name, size in sizes.items() for _ in range(size)] + [None]
    made = replace(scene(len(classes)), classes=classes)
    group, names = made.grouping
    assert names == ("b", "c", "d", "e", "f", "g", "a")
    assert [int(g) for g in group[-4:]] == [OTHER, OTHER, OTHER, BARE]
    assert made.facts("en")["groups"] == dict(enumerate(names)) | {OTHER: EN.other, BARE: EN.bare}


def test_without_classes_there_is_one_group_and_no_legend() -> None:
    made = scene(40, classes=False)
    assert made.facts("en")["groups"] == {}
    assert set(made.grouping[0].tolist()) == {0}


def test_a_class_is_named_by_the_row_most_of_it_know() -> None:
    neighbours = np.array([[1, 2], [2, 0], [1, 0], [4, 5], [5, 1], [4, 1]])
    made = Scene(tuple("abcdef"), neighbours, (), classes=["x", "x", "x", "y", "y", "y"])
    # Inside x: row 1 is named by 0 and 2, row 0 by 1 and 2, row 2 by 0 and 1: the lowest id wins. Inside y: 4 and 5.
    assert made.named == (0, 4)


def test_without_classes_the_names_are_no_neighbours_of_each_other() -> None:
    made = scene(200, classes=False)
    assert len(made.named) == 8
    for row in made.named:
        earlier = made.named[: made.named.index(row)]
        assert not any(row in made.neighbours[other] for other in earlier)


def test_the_frame_holds_all_unless_few_rows_would_shrink_the_rest() -> None:
    square = np.array([[x, y] for x in range(11) for y in range(11)], np.float32)
    frame, whole = frames(square)
    assert frame == {"x": 5.0, "y": 5.0, "half": pytest.approx(5.2)}
    assert whole == {"x": 0.0, "y": 0.0, "zoom": 1.0}
    frame, whole = frames(np.vstack([square, [[12, 5], [105, 5]]]).astype(np.float32))
    assert frame == {"x": 6.0, "y": 5.0, "half": pytest.approx(6 * 1.04)}  # one row is near enough, the other is not
    assert frame["half"] / whole["zoom"] == pytest.approx(105 / 2 * 1.04)
    assert frame["x"] + frame["half"] * whole["x"] == pytest.approx(52.5)


def test_rows_on_one_spot_have_a_frame() -> None:
    frame, whole = frames(np.full((5, 2), 3, np.float32))
    assert frame == {"x": 3.0, "y": 3.0, "half": 1.0}
    assert whole["zoom"] == 1.0


def test_tokens_leave_python_visible() -> None:
    tokens = scene(60, hostile=True).tables()["rows"]["token"].to_pylist()
    assert tokens[: len(HOSTILE)][8] == "a\\u202eb"
    assert not re.search(r"[\x00-\x1f\u200b-\u200f\u202a-\u202e]", "".join(tokens))


@pytest.mark.parametrize(("rows", "width"), [(300, 2), (70_000, 4)])
def test_neighbours_are_as_narrow_as_they_can_be(rows: int, width: int) -> None:
    neighbours = np.tile(np.array([[rows - 1, 0]]), (rows, 1))
    made = Scene(tuple(map(str, range(rows))), neighbours, ())
    column = made.tables()["rows"]["n0"]
    assert column.type.byte_width == width
    assert column[0].as_py() == rows - 1


def test_digest_follows_the_rows_and_not_the_maps() -> None:
    whole, early, other = scene(50), scene(50, ready=1), scene(50, seed=1)
    assert whole.digest == early.digest != other.digest
    facts = early.facts("en")["panels"]
    assert [panel["digest"] != "" for panel in facts] == [True, False, False]
    assert set(early.tables()) == {"rows", "ties", "xy_pca"}


def test_numbers_are_written_in_the_language() -> None:
    panel = Panel("pca", "PCA", np.eye(2), kept=0.4, chance=0.029)
    assert panel.facts(15, "pt")["badge"] == ["40%", "dos 15 vizinhos verdadeiros mantidos (acaso 2,9%)"]


def test_another_digest_or_a_foreign_row_is_no_pick(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scene(40)
    for answer, row in [
        ({"picked": {"digest": made.digest, "row": 7}}, 7),
        ({"picked": {"digest": "old", "row": 7}}, None),
        ({"picked": {"digest": made.digest, "row": 40}}, None),
        ({"picked": {"digest": made.digest, "row": "7"}}, None),
        ({"picked": None}, None),
        ({}, None),
    ]:
        monkeypatch.setattr(linked_maps, "_element", lambda answer=answer, **_: answer)
        assert linked_maps.show(made, "en", key="maps") == row
