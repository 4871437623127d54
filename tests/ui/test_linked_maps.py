"""What the element is given: one script, and scenes whose groups, names, frames and texts are right."""

import re
from dataclasses import asdict, replace
from string import Formatter

import numpy as np
import pytest

from embedlab.text.linked_maps import EN, PT
from embedlab.ui import linked_maps, map_scene
from embedlab.ui.linked_maps import Distortion, Panel, Scene, Touched
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


def test_an_islet_of_a_class_does_not_shrink_the_rest_and_a_bell_is_not_cut() -> None:
    generator = np.random.default_rng(0)
    bell = generator.normal(0, 1, (2000, 2))
    islet = np.vstack([bell[:506], generator.normal(20, 0.1, (20, 2))]).astype(np.float32)  # 3.8 % of the rows
    frame, _ = frames(islet)
    assert frame["half"] < 4
    frame, _ = frames(bell.astype(np.float32))
    outside = np.abs(bell - [frame["x"], frame["y"]]).max(axis=1) > frame["half"]
    assert outside.mean() < 0.005


def test_rows_on_one_spot_have_a_frame() -> None:
    frame, whole = frames(np.full((5, 2), 3, np.float32))
    assert frame == {"x": 3.0, "y": 3.0, "half": 1.0}
    assert whole["zoom"] == 1.0


def test_tokens_leave_python_visible() -> None:
    tokens = scene(60, hostile=True).tables["rows"]["token"].to_pylist()
    assert tokens[: len(HOSTILE)][8] == "a\\u202eb"
    assert not re.search(r"[\x00-\x1f\u200b-\u200f\u202a-\u202e]", "".join(tokens))


@pytest.mark.parametrize(("rows", "width"), [(300, 2), (70_000, 4)])
def test_neighbours_are_as_narrow_as_they_can_be(rows: int, width: int) -> None:
    neighbours = np.tile(np.array([[rows - 1, 0]]), (rows, 1))
    made = Scene(tuple(map(str, range(rows))), neighbours, ())
    column = made.tables["rows"]["n0"]
    assert column.type.byte_width == width
    assert column[0].as_py() == rows - 1


def test_digest_follows_the_rows_and_not_the_maps() -> None:
    whole, early, other = scene(50), scene(50, ready=1), scene(50, seed=1)
    assert whole.digest == early.digest != other.digest
    facts = early.facts("en")["panels"]
    assert [panel["digest"] != "" for panel in facts] == [True, False, False]
    assert set(early.tables) == {"rows", "ties", "xy_pca", "bins_pca"}


def test_numbers_are_written_in_the_language() -> None:
    panel = Panel("pca", "PCA", np.eye(2), kept=0.4, chance=0.029)
    assert panel.facts(15, "pt")["badge"] == ["40%", "dos 15 vizinhos verdadeiros mantidos (acaso 2,9%)"]


def test_only_what_is_about_these_rows_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scene(40)
    letters: list[dict] = []
    monkeypatch.setattr(linked_maps, "_mail", lambda key, data: letters.append(data))
    for answer, touched in [
        ({"picked": {"digest": made.digest, "row": 7}}, Touched(7)),
        ({"picked": {"digest": "old", "row": 7}}, Touched()),
        ({"picked": {"digest": made.digest, "row": 40}}, Touched()),
        ({"picked": {"digest": made.digest, "row": "7"}}, Touched()),
        ({"picked": {"digest": made.digest, "row": True}}, Touched()),
        ({"picked": None, "selected": None}, Touched()),
        ({"selected": {"digest": made.digest, "rows": [9, 2]}}, Touched(None, (2, 9))),
        ({"selected": {"digest": made.digest, "rows": [9, 40]}}, Touched()),
        ({"selected": {"digest": "old", "rows": [9]}}, Touched()),
        ({"selected": {"digest": made.digest, "rows": "all"}}, Touched()),
        ({}, Touched()),
    ]:
        monkeypatch.setattr(linked_maps, "_element", lambda answer=answer, **_: answer)
        assert linked_maps.show(made, "en", "maps", lambda row: np.arange(40) + row) == touched
        assert ("ranks" in letters[-1]) == (touched.picked is not None)
    assert letters[0]["row"] == 7
    assert letters[0]["ranks"]["rank"].to_pylist() == list(range(7, 47))
    assert letters[0]["ranks"]["rank"].type.byte_width == 2


def test_chance_decides_where_the_last_bin_begins() -> None:
    # 3 of 3 others: all are true. 1 of 2 with one true: kept half of the time, so even 0 kept is common.
    assert map_scene._false_by_chance(4, 3) == 0
    assert map_scene._false_by_chance(3, 1) == 0
    # 15 of 299: P(more than 2 kept) = 0.0350, P(more than 1) = 0.168.
    assert map_scene._false_by_chance(300, 15) == pytest.approx(13 / 15)
    drawn = np.array(
        [np.isin(np.random.default_rng(seed).choice(299, 15, False), range(15)).sum() for seed in range(4000)]
    )
    assert (drawn > 2).mean() <= 0.05 < (drawn > 1).mean()


def test_a_bin_begins_at_its_edge() -> None:
    distortion = Distortion(np.array([0.1, 0.2, 0.49, 0.5, 1]), (0.2, 0.5), ("some", "many"))
    assert distortion.bins.tolist() == [0, 1, 1, 2, 2]
