"""The map of a run: which words are named and coloured, and that tokens are text to plotly."""

import numpy as np
import pytest

from embedlab.charts.palette import LIGHT
from embedlab.ui import session, train_film


@pytest.fixture(autouse=True)
def light(monkeypatch):
    monkeypatch.setattr(session, "colours", lambda: LIGHT)


def test_two_classes_are_coloured_and_the_words_named():
    names, classes = ["gato", "terça", "piano", "cachorro"], ["bicho", "dia", "instrumento", "bicho"]
    points = np.arange(8.0).reshape(4, 2)
    figure = train_film._map(points, names, classes, 7.0, ["gato", "cachorro", "terça"], "pt")
    assert [(trace.name, list(trace.text)) for trace in figure.data] == [
        ("outros substantivos", ["piano"]),
        ("bicho", ["gato", "cachorro"]),
        ("dia", ["terça"]),
    ]
    assert [note.text for note in figure.layout.annotations] == ["<b>gato</b>", "<b>cachorro</b>", "<b>terça</b>"]


def test_an_own_text_has_one_colour_and_no_markup():
    figure = train_film._map(np.zeros((2, 2)), ["<b>$x$</b>", "y"], [None, None], 1.0, [], "en")
    (dots,) = figure.data
    assert dots.text[0] == "&lt;b&gt;&#36;x&#36;&lt;/b&gt;"
