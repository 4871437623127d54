"""A map that puts true neighbours far from each other."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.distortion.evidence import counted
from embedlab.findings import Evidence
from embedlab.wording import Sentence

FAR = 0.25  # of all dots lie between two neighbours that are torn apart
TOO_MANY = 0.1  # share of torn neighbours. Dots at random have .75


def look(case: MapCase) -> dict[str, Any] | None:
    """The share of true neighbours between which a quarter of all dots lie, where it is large."""
    ranks = case.ranks
    share = float((ranks.map_rank > max(ranks.k, FAR * ranks.n)).mean())
    return {"share": share, "k": ranks.k, "line": FAR} if share > TOO_MANY else None


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """How many dots are nearer than each true neighbour, as a share of all, with the line."""
    nearer = Sentence("share of all dots that are drawn nearer", "fração de todos os pontos desenhados mais perto")
    return counted(
        (case.ranks.map_rank.ravel() - 1) / case.ranks.n, nearer, Sentence("neighbours", "vizinhos"), FAR, steep=True
    )


CHECK = Check(
    key="map.neighbours_torn",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="{share:.0%} of the {k} nearest neighbours are drawn far away: {line:.0%} of all dots lie nearer. That two "
        "dots are far apart does not say that they differ.",
        pt="{share:.0%} dos {k} vizinhos mais próximos são desenhados longe: {line:.0%} de todos os pontos ficam mais "
        "perto. Que dois pontos estejam afastados não diz que eles diferem.",
    ),
    trigger="more than 10 % of the true neighbours have a quarter of all dots nearer on the map",
    look=look,
    weight=65,
    evidence=evidence,
    order=5,
)
