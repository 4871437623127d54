"""Whether dense places on the map are dense places in the table."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.estimate import Estimate, around, correlation
from embedlab.distortion.measure import Measure, Seen
from embedlab.distortion.ranks import Ranks
from embedlab.wording import Sentence


def look(seen: Seen) -> Estimate | None:
    """Pearson's r of the log mean distance to the k nearest, table against map.

    Copies have no radius and are left out. None under dot product, and where all radii are alike.
    """
    if seen.rows.metric == "dot":
        return None
    table, screen = radii(seen.ranks)
    if len(table) < 3:
        return None
    found = correlation(np.log(table), np.log(screen))
    return None if found is None else around(*found, len(table), seen.ranks.k)


def radii(ranks: Ranks) -> tuple[np.ndarray, np.ndarray]:
    """Mean distance to the k nearest, in the table and on the map, (m,) each, of the counted rows with one on both."""
    table, screen = (side[ranks.at].mean(axis=1) for side in (ranks.true_values, ranks.near_values))
    spread = (table > 0) & (screen > 0)
    return table[spread], screen[spread]


MEASURE = Measure(
    key="density_r",
    label=Sentence("densities kept", "densidades mantidas"),
    summary=Sentence(
        en="Correlation of how densely dots lie with how densely rows lie. 1: sizes of groups can be compared.",
        pt="Correlação entre a densidade dos pontos e a das linhas. 1: os tamanhos dos grupos podem ser comparados.",
    ),
    paper="Narayan, Berger & Cho (2021), Assessing single-cell transcriptomic variability: densMAP",
    look=look,
    chance=lambda seen: 0.0,
    lowest=-1.0,
    order=9,
)
