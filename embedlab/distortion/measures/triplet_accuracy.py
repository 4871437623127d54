"""Whether the nearer of two dots is the nearer of two rows."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.estimate import Estimate, mean_of
from embedlab.distortion.measure import Measure, Seen
from embedlab.wording import Sentence

TIE = 1e-9  # differences smaller than this share of the distances are ties


def look(seen: Seen) -> Estimate | None:
    """The share of random triplets (i, j, l) for which d(i, j) < d(i, l) on both sides; a tie on one side counts half.

    None where no two of the rows drawn differ.
    """
    partners = seen.pairs.partners
    if partners.shape[1] < 2:
        return None
    table, screen = (_order(side) for side in (seen.pairs.table, seen.pairs.screen))
    kept = np.where(table == screen, 1.0, np.where(table * screen == 0, 0.5, 0.0))
    valid = partners != np.roll(partners, 1, axis=1)  # the same row twice is no triplet
    return mean_of((kept * valid).sum(axis=1)[valid.any(axis=1)] / valid.sum(axis=1)[valid.any(axis=1)])


def _order(far: np.ndarray) -> np.ndarray:
    """-1, 0 or 1 (m, p): whether each partner is nearer than the one before, as near, or farther."""
    gaps = far - np.roll(far, 1, axis=1)
    return np.where(np.abs(gaps) <= TIE * (np.abs(far) + np.abs(far - gaps)), 0, np.sign(gaps))


MEASURE = Measure(
    key="triplet_accuracy",
    label=Sentence("triplets kept", "trios mantidos"),
    summary=Sentence(
        en="If A looks nearer to B than to C, how often that is true, for random A, B and C. One half is chance.",
        pt="Se A parece mais perto de B que de C, com que frequência é verdade, com A, B e C ao acaso. Metade é acaso.",
    ),
    paper="Wang, Huang, Rudin & Shaposhnik (2021), Understanding how dimension reduction tools work: PaCMAP",
    look=look,
    chance=lambda seen: 0.5,
    order=8,
)
