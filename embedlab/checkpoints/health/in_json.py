"""The health of a table as JSON values: counts with their ids as ranges, and no list as long as the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from embedlab.checkpoints.health.kinds import KINDS
from embedlab.checkpoints.health.result import Health
from embedlab.checkpoints.health.undertrained import Undertrained
from embedlab.checkpoints.ids import counted
from embedlab.neighbours.hubness import Hubness, Hubs


def to_json(health: Health, tokens: Sequence[str]) -> dict[str, Any]:
    """What `inspect` says of the rows; `tokens` are the table's."""
    spread, spectrum, near = health.spread, health.spectrum, health.near
    return {
        **counted("non_finite_rows", health.non_finite_ids),
        **counted("zero_rows", health.zero_ids),
        **counted("duplicate_rows", health.duplicate_ids),
        "duplicate_groups": health.duplicate_groups,
        **counted("near_duplicate_rows", np.unique(near.pairs[:, 1])),
        "norm": {name: spread.quantiles.get(name) for name in ("min", "median", "max")},
        "norm_quantiles": dict(spread.quantiles),
        "norm_id_correlation": spread.id_correlation,
        "numbers": asdict(health.numbers),
        "mean_cosine": health.mean_cosine,
        "mean_share": health.mean_share,
        "isotropy": asdict(health.isotropy) if health.isotropy else None,
        "effective_rank": health.effective_rank,
        "effective_rank_rows": health.effective_rank_rows,
        "participation_ratio": spectrum.participation_ratio if spectrum else None,
        "stable_rank": spectrum.stable_rank if spectrum else None,
        "components": dict(spectrum.components) if spectrum else None,
        "hubs": _hubs(health.hubs) if health.hubs else None,
        "seed": health.seed,
        **_undertrained(health.undertrained, health.unreachable_ids, tokens),
        **_unreachable(health.unreachable_ids),
    }


def _hubs(hubs: Hubs) -> dict[str, Any]:
    def one(seen: Hubness) -> dict[str, Any]:
        ids = hubs.ids[seen.hub_rows].tolist()
        return {"skew": seen.skew, "largest": seen.largest, "anti_share": seen.anti_share, "ids": ids}

    return {"rows": len(hubs.ids), "k": hubs.cosine.k, "cosine": one(hubs.cosine), "csls": one(hubs.csls)}


def _unreachable(ids: np.ndarray | None) -> dict[str, Any]:
    if ids is None:
        return {"unreachable_tokens": None, "unreachable_tokens_ids": []}
    return counted("unreachable_tokens", ids)


def _undertrained(found: Undertrained, unreachable: np.ndarray | None, tokens: Sequence[str]) -> dict[str, Any]:
    values = found.values[found.indicator]
    never = None if unreachable is None else set(unreachable.tolist())
    return {
        "undertrained": [
            {
                "id": row,
                "token": tokens[row],
                "indicator": float(values[row]),
                "kind": KINDS[found.kinds[row]],
                "reachable": None if never is None else row not in never,
            }
            for row in found.candidate_ids.tolist()
        ],
        "undertrained_indicator": found.indicator,
        "undertrained_threshold": found.threshold,
        "undertrained_reference": found.reference,
        **counted("undertrained_reference_rows", found.reference_ids),
        "undertrained_separation": found.separation,
    }
