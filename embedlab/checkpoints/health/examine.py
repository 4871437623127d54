"""Looks at every row of a table once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from embedlab.checkpoints.health.blocks import blocks, working_type
from embedlab.checkpoints.health.duplicates import Hyperplanes, RowHashes
from embedlab.checkpoints.health.kinds import kinds_of
from embedlab.checkpoints.health.norms import norm_spread
from embedlab.checkpoints.health.numbers import NumberCounts
from embedlab.checkpoints.health.result import Health
from embedlab.checkpoints.health.spectrum import Directions, covariance_sample, isotropy
from embedlab.checkpoints.health.undertrained import references, undertrained
from embedlab.neighbours.hubness import hubs
from embedlab.table import EmbeddingTable

Report = Callable[[int, int, str], None]

SAMPLED = 4096  # rows of the sample for hubs, I(E) and the mean, and fewer where rows are very long
_SAMPLED_VALUES = 2**24
_K = 10


def examine(
    table: EmbeddingTable,
    report: Report,
    should_stop: Callable[[], bool],
    seed: int = 0,
    tied: bool | None = None,
) -> Health | None:
    """The health of a table, from one pass over it and the samples that `seed` draws. None where it was stopped.

    tied: whether the head is this table, which decides the indicator of under-trained tokens; None: not known.
    Needs numpy only. Memory: a few blocks of 2 MB, up to 64 MB of sampled rows and as much for their cosines, about
    50 bytes for every row, and for the spectrum d x d float64.
    """
    kinds = kinds_of(table.tokens)
    sample_ids, sample = _sample(table, seed)
    seen = hubs(sample_ids, sample, _K) if len(sample) > _K else None
    found = references(table, kinds, sample, seen)
    rows, work = table.n_rows, working_type(table.vectors)
    norms, products = np.full(rows, np.nan), np.empty((rows, found.axes.shape[1]), work)
    planes = Hyperplanes(rows, found.table_mean, seed)
    axes = np.concatenate([planes.normals, found.axes], axis=1).astype(work)
    hashes = RowHashes(rows, table.n_dims * table.vectors.itemsize, seed)
    numbers = NumberCounts(table.vectors.dtype.newbyteorder("="))
    directions = Directions(found.table_mean, covariance_sample(rows, table.n_dims, seed), work)
    for block in blocks(table):
        if should_stop():
            return None
        norms[block.rows] = block.norms
        with np.errstate(all="ignore"):
            product = block.wide @ axes
        products[block.rows] = product[:, planes.normals.shape[1] :]
        planes.add(block, product[:, : planes.normals.shape[1]])
        for part in (hashes, numbers, directions):
            part.add(block)
        report(block.rows.stop, rows, "rows examined")
    first = hashes.groups(table.vectors)
    copies = np.bincount(first, minlength=rows)
    return Health(
        rows=rows,
        dims=table.n_dims,
        seed=seed,
        numbers=numbers.result(sample),
        non_finite_ids=np.flatnonzero(np.isnan(norms)),
        zero_ids=np.flatnonzero(norms == 0),
        duplicate_ids=np.flatnonzero(first != np.arange(rows)),
        duplicate_groups=int((copies > 1).sum()),
        duplicate_largest=int(copies.max()) if (copies > 1).any() else 0,
        near=planes.near(table, norms, np.flatnonzero((copies > 0) & (norms > 0))),
        norms=norms,
        spread=norm_spread(norms),
        mean_cosine=directions.mean_cosine(),
        mean_share=directions.mean_share(),
        spectrum=directions.spectrum(seed),
        isotropy=isotropy(sample),
        hubs=seen,
        undertrained=undertrained(kinds, norms, products.astype(np.float64), found, tied),
    )


def _sample(table: EmbeddingTable, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Ids, ascending, and rows of a sample, without those that are not finite or zero."""
    most = min(SAMPLED, _SAMPLED_VALUES // table.n_dims, table.n_rows)
    ids = np.sort(np.random.default_rng(seed).choice(table.n_rows, most, replace=False))
    rows = table.vectors[ids].astype(working_type(table.vectors))
    usable = np.isfinite(rows).all(axis=1) & rows.any(axis=1)
    return ids[usable], rows[usable]
