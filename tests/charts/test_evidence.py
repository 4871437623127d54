"""The figure of a finding draws its values, its line and its one own point."""

import pytest

from embedlab.charts.evidence import evidence_figure
from embedlab.charts.palette import DARK, LIGHT
from embedlab.findings import Evidence
from embedlab.wording import Sentence

X, Y = Sentence("share", "fração"), Sentence("rows", "linhas")


def test_bars_stand_over_numbers_with_an_upright_line():
    figure = evidence_figure(Evidence("bars", (0.0, 1.0), (3.0, 4.0), X, Y, 0.5), "pt", LIGHT)
    assert tuple(figure.data[0].y) == (3, 4)
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("fração", "linhas")
    assert figure.layout.shapes[0].x0 == figure.layout.shapes[0].x1 == 0.5
    assert (figure.layout.yaxis.type, figure.layout.separators) == ("linear", ",.")


def test_bars_with_names_have_a_level_line():
    names = (Sentence("cosine", "cosseno"), Sentence("dot", "interno"))
    figure = evidence_figure(Evidence("bars", (0.0, 1.0), (0.2, 0.9), X, Y, 0.7, names), "pt", DARK)
    assert tuple(figure.data[0].x) == ("cosseno", "interno")
    assert figure.layout.shapes[0].y0 == figure.layout.shapes[0].y1 == 0.7


@pytest.mark.parametrize(("steep", "scale"), [(True, "log"), (False, "linear")])
def test_the_axis_is_logarithmic_where_the_evidence_says_so(steep, scale):
    figure = evidence_figure(Evidence("bars", (0.0, 1.0), (900.0, 1.0), X, Y, 1.5, steep=steep), "en", LIGHT)
    assert figure.layout.yaxis.type == scale


def test_a_long_title_is_broken_for_a_phone():
    title = Sentence("distance to the neighbours in the table, and more words than a line has", "x")
    figure = evidence_figure(Evidence("points", (0.0,), (0.0,), title, Y), "en", LIGHT)
    assert max(map(len, figure.layout.xaxis.title.text.split("<br>"))) <= 36


def test_the_own_point_has_the_accent():
    figure = evidence_figure(Evidence("points", (0.0, 1.0), (0.0, 1.0), X, Y, own=1), "en", LIGHT)
    assert list(figure.data[0].marker.color) == [LIGHT.muted, LIGHT.accent]


def test_a_curve_is_a_line():
    assert evidence_figure(Evidence("curve", (0.0, 1.0), (2.0, 1.0), X, Y), "en", LIGHT).data[0].mode == "lines+markers"
