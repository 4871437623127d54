"""Two groups on the map that are one in the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import LISTED, Check, MapCase
from embedlab.distortion.screen import screen_groups
from embedlab.wording import Sentence

CROSSING = 0.2  # by so much more of its neighbours must lie across the gap in the table than on the map
MOST_ROWS = 10_000  # to look for groups among more dots takes longer than the map is worth waiting for


def look(case: MapCase) -> dict[str, Any] | None:
    """The two groups on screen between which the map hides most neighbours, where it hides many."""
    if case.ranks.n > MOST_ROWS:
        return None
    seen = screen_groups(case.projection.coordinates)
    if seen.max() < 1:
        return None
    table, screen = (_across(seen, ids) for ids in (case.ranks.true_ids, case.ranks.near_ids))
    hidden = table - screen
    first, second = np.unravel_index(hidden.argmax(), hidden.shape)
    if hidden[first, second] <= CROSSING:
        return None
    rows = np.flatnonzero(seen == first)
    return {
        "share": float(table[first, second]),
        "shown": float(screen[first, second]),
        "rows": len(rows),
        "others": int((seen == second).sum()),
        "groups": len(table),
        "k": case.ranks.k,
        "ids": case.table.ids[rows][:LISTED].tolist(),
    }


def _across(seen: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """(groups, groups): which share of the neighbours `ids` (n, k) of one group lies in another."""
    groups, inside = int(seen.max()) + 1, seen >= 0
    links = np.zeros((groups, groups + 1))  # the last column is for dots between groups
    np.add.at(links, (np.repeat(seen[inside], ids.shape[1]), seen[ids[inside]].ravel()), 1)
    shares = links[:, :groups] / links.sum(axis=1, keepdims=True)
    np.fill_diagonal(shares, 0)
    return shares


CHECK = Check(
    key="map.group_torn",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="A gap is not there: of the {groups} groups on this map, one of {rows:,} dots has {share:.0%} of its {k} "
        "nearest neighbours in another of {others:,} dots (on the map {shown:.0%}).",
        pt="Um vão não existe: dos {groups} grupos neste mapa, um de {rows:,} pontos tem {share:.0%} dos seus {k} "
        "vizinhos mais próximos em outro, de {others:,} pontos (no mapa, {shown:.0%}).",
    ),
    trigger="of two groups that HDBSCAN sees on the map, one has at least 20 % more of its neighbours in the other "
    "than the map shows",
    look=look,
    weight=70,
    order=6,
)
