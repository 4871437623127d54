"""Whether groups in the table stay together on the map."""

from __future__ import annotations

from embedlab.distortion.estimate import Estimate
from embedlab.distortion.grown import reliability
from embedlab.distortion.measure import Measure, Seen
from embedlab.wording import Sentence


def look(seen: Seen) -> Estimate | None:
    """1 minus how far apart, on the map, the parts of groups grown in the table lie."""
    return None if seen.grown is None else reliability(seen.grown.in_table, seen.grown.rows)


def chance(seen: Seen) -> float | None:
    """The same for dots handed to rows at random."""
    found = look(seen.scattered)
    return None if found is None else found.value


MEASURE = Measure(
    key="cohesiveness",
    label=Sentence("cohesiveness", "coesão"),
    summary=Sentence(
        en="Whether rows that form a group in the table stay together on the map, for groups grown at random. "
        "1: no torn groups.",
        pt="Se linhas que formam um grupo na tabela ficam juntas no mapa, para grupos crescidos ao acaso. "
        "1: nenhum grupo rompido.",
    ),
    paper="Jeon, Ko, Jo, Kim & Seo (2021), Measuring and explaining the inter-cluster reliability of projections",
    look=look,
    chance=chance,
    order=12,
)
