"""Whether the gaps between groups on the map are those in the table."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.estimate import NORMAL_95, Estimate, correlation, order
from embedlab.distortion.measure import Measure, Seen
from embedlab.distortion.readings import MIN_GROUPS, Groups
from embedlab.projection import Rows
from embedlab.wording import Sentence


def look(seen: Seen) -> Estimate | None:
    """Spearman's rho of the distances between the centres of groups. None for fewer than MIN_GROUPS groups.

    The interval is Fisher's, with the groups, not the pairs, as the sample: pairs share their groups.
    """
    groups = seen.groups
    if groups is None or len(groups.large) < MIN_GROUPS:
        return None
    table, screen = gaps(groups, seen.rows, seen.coordinates)
    found = correlation(order(table), order(screen))
    if found is None:
        return None
    z, half = np.arctanh(np.clip(found[0], -1 + 1e-9, 1 - 1e-9)), NORMAL_95 / np.sqrt(len(groups.large) - 3)
    rows = int(np.isin(groups.labels, groups.large).sum())
    return Estimate(found[0], float(np.tanh(z - half)), float(np.tanh(z + half)), rows)


def gaps(groups: Groups, rows: Rows, coordinates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far the centres of each pair of large groups lie apart, in the table and on the map, (pairs,) each.

    Under dot product the table's are the negative products of the centres.
    """
    upper = np.triu_indices(len(groups.large), 1)
    table, screen = (_centres(points, groups.labels, groups.large) for points in (rows.values, coordinates))
    far = -(table @ table.T) if rows.metric == "dot" else _distances(table)
    return far[upper], _distances(screen)[upper]


def _centres(points: np.ndarray, labels: np.ndarray, large: list[int]) -> np.ndarray:
    return np.array([points[labels == label].mean(axis=0) for label in large])


def _distances(points: np.ndarray) -> np.ndarray:
    return np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=-1))


MEASURE = Measure(
    key="centroid_rho",
    label=Sentence("order of gaps between groups", "ordem dos vãos entre grupos"),
    summary=Sentence(
        en="Rank correlation of the distances between centres of groups. 1: the gaps on the map can be compared.",
        pt="Correlação de postos das distâncias entre os centros dos grupos. 1: os vãos no mapa podem ser comparados.",
    ),
    paper="Kobak & Berens (2019), The art of using t-SNE for single-cell transcriptomics: KNC and CPD",
    look=look,
    chance=lambda seen: 0.0,
    lowest=-1.0,
    order=10,
)
