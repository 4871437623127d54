"""A run played back: its snapshots on one map, and the cosines that the map can only hint at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embedlab.claims.geometry import cosines
from embedlab.table import EmbeddingTable
from embedlab.training import frames, lexicon
from embedlab.training.plane import Plane


@dataclass(frozen=True, eq=False)
class Film:
    """steps: (F,) of the snapshots. rows: (n,) shown. points: (F, n, 2) float32, in one plane for all snapshots.

    share: of the variance of all snapshots that lies in the plane. words: the rows of cat, dog and Tuesday; () where
    the table lacks one. cosines: (F, 2, 2), raw and centred, of cat with dog and with Tuesday, in all dimensions.
    """

    steps: np.ndarray
    rows: np.ndarray
    points: np.ndarray
    share: float
    words: tuple[int, ...]
    cosines: np.ndarray

    def write(self, path: Path) -> None:
        """Write it as .npz."""
        facts = {**self.__dict__, "share": np.float64(self.share), "words": np.array(self.words, dtype=np.int64)}
        np.savez_compressed(path, allow_pickle=False, **{**facts, "points": self.points.astype(np.float16)})


def read(path: Path) -> Film:
    """The film that `Film.write` wrote."""
    with np.load(path, allow_pickle=False) as arrays:
        facts = {name: arrays[name] for name in arrays.files}
    words = tuple(map(int, facts["words"]))
    return Film(**{**facts, "share": float(facts["share"]), "words": words, "points": facts["points"].astype("f4")})


def of(table: EmbeddingTable, path: Path) -> Film | None:
    """The film of the run that wrote `table` to `path`; None where it left fewer than two finite snapshots."""
    found = frames.read(path, (table.n_rows, table.n_dims))
    if found is None:
        return None
    steps, taken = found
    finite = np.isfinite(taken).all((1, 2))
    steps, taken = steps[finite], taken[finite]
    if len(steps) < 2:
        return None
    classes = dict(zip(table.tokens, table.classes, strict=True)) if table.classes else {}
    rows = frames.shown(table.tokens, {token: name for token, name in classes.items() if name})
    plane = Plane(table.n_dims)
    for frame in taken:
        plane.add(frame[rows])
    points = np.stack([plane.points(frame[rows]) for frame in taken]).astype(np.float32)
    words = _words(table)
    values = [cosines(frame, words[0], words[1:]) for frame in taken] if words else np.empty((len(taken), 2, 0))
    return Film(steps, rows, points, plane.share, words, np.asarray(values))


def _words(table: EmbeddingTable) -> tuple[int, ...]:
    """The rows of cat, dog and Tuesday in the first language that has all three."""
    ids = table.ids_by_token
    for anchors in lexicon.ANCHORS.values():
        if all(word in ids for word in anchors[:3]):
            return tuple(ids[word][0] for word in anchors[:3])
    return ()
