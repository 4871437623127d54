"""Whether far rows are far on the map."""

from __future__ import annotations

from embedlab.distortion.estimate import Estimate, around, correlation, order
from embedlab.distortion.measure import Measure, Seen
from embedlab.wording import Sentence


def look(seen: Seen) -> Estimate | None:
    """Spearman's rho of both distances over sampled pairs, its error over their first rows. None under dot product."""
    if seen.rows.metric == "dot":
        return None
    found = correlation(order(seen.pairs.table), order(seen.pairs.screen))
    return None if found is None else around(*found, len(seen.pairs.table))


MEASURE = Measure(
    key="shepard_rho",
    label=Sentence("order of distances", "ordem das distâncias"),
    summary=Sentence(
        en="Rank correlation of true distances and distances on the map, over random pairs. 1: the same order.",
        pt="Correlação de postos entre as distâncias reais e as do mapa, em pares ao acaso. 1: a mesma ordem.",
    ),
    paper="Shepard (1962), The analysis of proximities; Spearman's rho of the Shepard diagram",
    look=look,
    chance=lambda seen: 0.0,
    lowest=-1.0,
    order=7,
)
