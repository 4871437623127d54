"""The palette keeps its promises: contrast, and colours that dichromats can tell apart."""

from itertools import combinations

import numpy as np
import pytest

from embedlab.charts.palette import DARK, LIGHT, Colours, written_on

# Machado, Oliveira & Fernandes (2009), table of matrices at severity 1.0, for linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protanope": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranope": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanope": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# IEC 61966-2-1: linear sRGB to XYZ under D65, and its white.
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = XYZ.sum(axis=1)
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
SEEN = pytest.mark.parametrize("vision", VISIONS)


def linear(colour: str) -> np.ndarray:
    c = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(colour: str, vision: str) -> np.ndarray:
    t = XYZ @ np.clip(VISIONS[vision] @ linear(colour), 0, 1) / WHITE
    f = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(a: str, b: str, vision: str) -> float:
    return float(np.linalg.norm(lab(a, vision) - lab(b, vision)))


def contrast(a: str, b: str) -> float:
    low, high = sorted(float(XYZ[1] @ linear(colour)) for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


def test_the_instruments_agree_with_known_values() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert lab("#ffffff", "normal") == pytest.approx([100, 0, 0], abs=0.01)
    # An olive and an orange that are one colour to a protanope: the pair that a prototype had chosen.
    assert difference("#b8a800", "#e69f00", "protanope") < 4 < difference("#b8a800", "#e69f00", "normal")


@THEMES
@SEEN
def test_any_two_classes_can_be_told_apart(theme: Colours, vision: str) -> None:
    pairs = combinations([*theme.series, theme.other], 2)
    assert min(difference(a, b, vision) for a, b in pairs) >= 16


@THEMES
@SEEN
def test_kept_and_false_differ_for_everyone(theme: Colours, vision: str) -> None:
    assert difference(theme.kept, theme.false_, vision) >= 70


@THEMES
@SEEN
def test_the_ramp_is_ordered_by_lightness_for_everyone(theme: Colours, vision: str) -> None:
    lightness = [lab(colour, vision)[0] for colour in theme.ramp]
    steps = np.diff(lightness) * (1 if theme is LIGHT else -1)  # the nearest stand out from the page
    assert steps.min() >= 8, lightness


@THEMES
def test_contrast_on_the_page(theme: Colours) -> None:
    dots = {colour: contrast(colour, theme.background) for colour in [*theme.series, theme.other]}
    assert min(dots.values()) >= 3, dots
    for surface in (theme.background, theme.surface):
        words = [theme.ink, theme.muted, theme.kept, theme.false_]
        assert min(contrast(word, surface) for word in words) >= 4.5


@THEMES
def test_what_is_written_on_a_colour_can_be_read(theme: Colours) -> None:
    for colour in [*theme.series, theme.other, theme.muted, theme.accent]:
        best = max(contrast("#ffffff", colour), contrast("#000000", colour))
        assert contrast(written_on(colour), colour) == best >= 4.5
