"""A table whose neighbour graph falls apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import LISTED, Check, TableCase
from embedlab.distortion.evidence import ROWS
from embedlab.findings import Evidence
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """The sizes of the pieces, where there is more than one; copies count once."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    m, k = case.near.shape
    links = coo_matrix((np.ones(m * k), (np.repeat(np.arange(m), k), case.near.ravel())), shape=(m, m))
    pieces, piece = connected_components(links, directed=False)
    if pieces < 2:
        return None
    sizes = np.sort(np.bincount(piece))[::-1]
    smallest = case.rows.distinct[np.flatnonzero(piece == np.bincount(piece).argmin())]
    return {
        "pieces": int(pieces),
        "sizes": sizes[:LISTED].tolist(),
        "largest": int(sizes[0]),
        "smallest": int(sizes[-1]),
        "ids": case.ids[smallest][:LISTED].tolist(),
        "k": k,
    }


def evidence(case: TableCase, found: dict[str, Any]) -> Evidence:
    """The sizes of the largest pieces."""
    sizes = found["sizes"]
    places = tuple(float(place) for place in range(1, len(sizes) + 1))
    return Evidence("bars", places, tuple(map(float, sizes)), Sentence("piece", "pedaço"), ROWS)


CHECK = Check(
    key="table.disconnected",
    severity="warning",
    scope="table",
    sentence=Sentence(
        en="By their {k} nearest neighbours the rows fall into {pieces:,} pieces without any link between them "
        "(largest {largest:,} rows, smallest {smallest:,}). Where t-SNE and UMAP put one piece beside another "
        "is arbitrary.",
        pt="Pelos {k} vizinhos mais próximos, as linhas se dividem em {pieces:,} pedaços sem nenhuma ligação entre si "
        "(maior: {largest:,} linhas; menor: {smallest:,}). Onde t-SNE e UMAP põem um pedaço ao lado de outro é "
        "arbitrário.",
    ),
    trigger="the graph of the k nearest neighbours has more than one component",
    look=look,
    weight=55,
    evidence=evidence,
    order=6,
)
