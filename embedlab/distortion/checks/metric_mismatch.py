"""A map under one metric, a search under another."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from embedlab.distortion.check import Check, TableCase
from embedlab.findings import Evidence
from embedlab.neighbours import METRICS
from embedlab.wording import Sentence

AGREE = 0.7  # share of neighbours (facts of a real table: Euclidean against cosine .26, centred against not .92)


def look(case: TableCase) -> dict[str, Any] | None:
    """The metric that agrees least with the map's, where it agrees too little."""
    if not case.overlap:
        return None
    other, share = min(case.overlap.items(), key=lambda item: item[1])
    if share >= AGREE:
        return None
    return {
        "metric": case.rows.metric,
        "metric_label": asdict(METRICS[case.rows.metric].label),
        "other": other,
        "other_label": asdict(METRICS[other].label),
        "share": share,
        "k": case.k,
        "overlap": dict(case.overlap),
    }


def evidence(case: TableCase, found: dict[str, Any]) -> Evidence:
    """The share under each other metric, with the line."""
    names = tuple(METRICS[key].label for key in found["overlap"])
    shares = tuple(found["overlap"].values())
    places = tuple(float(place) for place in range(len(shares)))
    same = Sentence("share of the same neighbours", "fração dos mesmos vizinhos")
    return Evidence("bars", places, shares, Sentence("metric", "métrica"), same, AGREE, names)


CHECK = Check(
    key="map.metric_mismatch",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="The maps show neighbours by {metric_label[en]}. By {other_label[en]} only {share:.0%} of the {k} "
        "neighbours are the same: a search by it finds other rows than these maps show.",
        pt="Os mapas mostram vizinhos por {metric_label[pt]}. Por {other_label[pt]}, só {share:.0%} dos {k} vizinhos "
        "são os mesmos: uma busca assim encontra linhas diferentes das que estes mapas mostram.",
    ),
    trigger="under another metric less than 70 % of the k neighbours are the same",
    look=look,
    weight=46,
    evidence=evidence,
    order=7,
)
