"""Whether groups on the map are groups in the table."""

from __future__ import annotations

from embedlab.distortion.estimate import Estimate
from embedlab.distortion.grown import reliability
from embedlab.distortion.measure import Measure, Seen
from embedlab.wording import Sentence


def look(seen: Seen) -> Estimate | None:
    """1 minus how far apart, in the table, the parts of groups grown on the map lie."""
    return None if seen.grown is None else reliability(seen.grown.on_map, seen.grown.rows)


def chance(seen: Seen) -> float | None:
    """The same for dots handed to rows at random."""
    found = look(seen.scattered)
    return None if found is None else found.value


MEASURE = Measure(
    key="steadiness",
    label=Sentence("steadiness", "firmeza"),
    summary=Sentence(
        en="Whether dots that form a group on the map belong together in the table, for groups grown at random. "
        "1: no false groups.",
        pt="Se pontos que formam um grupo no mapa ficam juntos na tabela, para grupos crescidos ao acaso. "
        "1: nenhum grupo falso.",
    ),
    paper="Jeon, Ko, Jo, Kim & Seo (2021), Measuring and explaining the inter-cluster reliability of projections",
    look=look,
    chance=chance,
    order=11,
)
