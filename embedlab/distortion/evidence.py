"""Small figures on which findings can be seen, made of any number of rows."""

from __future__ import annotations

import numpy as np

from embedlab.findings import Evidence
from embedlab.wording import Sentence

MOST = 400  # points of a figure
_BINS = 30

ROWS = Sentence("rows", "linhas")
DOTS = Sentence("dots", "pontos")


def counted(
    values: np.ndarray, x_title: Sentence, y_title: Sentence, line: float | None = None, steep: bool = False
) -> Evidence:
    """How many of the finite values lie in each of at most 30 even bins, of which each holds equally many steps."""
    finite = values[np.isfinite(values)].astype(np.float64)
    low, high = float(finite.min()), float(finite.max())
    step = np.diff(np.unique(finite)).min(initial=high - low) or 1.0
    steps = round((high - low) / step) + 1
    wide = step * -(-steps // _BINS)
    # Steps of a third are not exact: half a step lies between a value and the edge of its bin.
    edges = low - step / 2 + wide * np.arange(round(np.ceil(steps * step / wide)) + 1)
    edges[-1] = max(edges[-1], high)
    middles, counts = (edges[:-1] + edges[1:]) / 2, np.histogram(finite, edges)[0]
    if steep:
        y_title = Sentence(f"{y_title.en} (logarithmic)", f"{y_title.pt} (escala logarítmica)")
    return Evidence("bars", _numbers(middles), _numbers(counts), x_title, y_title, line, steep=steep)


def scattered(
    x: np.ndarray,
    y: np.ndarray,
    x_title: Sentence,
    y_title: Sentence,
    line: float | None = None,
    own: int | None = None,
) -> Evidence:
    """Points of y (m,) against x (m,): at most MOST of them, evenly taken, and the point `own` in any case."""
    taken = np.unique(np.linspace(0, len(x) - 1, min(len(x), MOST)).astype(np.int64))
    if own is not None:
        taken = np.append(taken[taken != own], own)
    return Evidence(
        "points",
        _numbers(x[taken]),
        _numbers(y[taken]),
        x_title,
        y_title,
        line,
        own=None if own is None else len(taken) - 1,
    )


def doublings(radii: np.ndarray) -> np.ndarray:
    """How often the median has to be doubled to give each radius (m,): 0 is the median, 1 is twice it."""
    return np.log2(radii / np.median(radii))


def _numbers(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(f"{value:.6g}") for value in values)
