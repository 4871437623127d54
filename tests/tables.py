"""Tables whose rows hold what real files hold: zero, duplicate and non-finite rows, a constant column."""

import numpy as np

from embedlab.table import EmbeddingTable, Provenance

ZERO_IDS = (3, 17)
DUPLICATE_IDS = (5, 6, 20)  # the same row three times
NAN_ID, INFINITE_ID = 9, 12
CONSTANT_COLUMN = 2
REPEATED_TOKEN, REPEATED_IDS = "twice", (1, 14)
EMPTY_TOKEN_ID = 7


def plain(rows: int = 40, dims: int = 8, seed: int = 0, dtype: str = "float32") -> EmbeddingTable:
    """Seeded normal rows with the tokens t0, t1, ...: nothing is wrong with them."""
    vectors = np.random.default_rng(seed).standard_normal((rows, dims)).astype(dtype)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(rows)), Provenance("plain", seed=seed))


def degenerate(rows: int = 24, dims: int = 6, seed: int = 0) -> EmbeddingTable:
    """Every awkward row at once, at the ids named above; the other rows are normal."""
    vectors = np.random.default_rng(seed).standard_normal((rows, dims)).astype(np.float32)
    vectors[:, CONSTANT_COLUMN] = 0.5
    vectors[list(DUPLICATE_IDS)] = vectors[DUPLICATE_IDS[0]]
    vectors[list(ZERO_IDS)] = 0
    vectors[NAN_ID, 1] = np.nan
    vectors[INFINITE_ID, 0] = np.inf
    tokens = [f"t{row}" for row in range(rows)]
    tokens[EMPTY_TOKEN_ID] = ""
    for row in REPEATED_IDS:
        tokens[row] = REPEATED_TOKEN
    return EmbeddingTable(vectors, tuple(tokens), Provenance("degenerate", seed=seed))


def constant(rows: int = 10, dims: int = 4) -> EmbeddingTable:
    """All rows alike: no map and no order of neighbours can be had from it."""
    tokens = tuple(f"t{row}" for row in range(rows))
    return EmbeddingTable(np.full((rows, dims), 0.25, np.float32), tokens, Provenance("constant"))
