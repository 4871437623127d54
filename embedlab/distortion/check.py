"""What a check is, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from embedlab.distortion.ranks import Ranks
from embedlab.distortion.readings import Groups, Readings
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins
from embedlab.findings import SEVERITIES, Evidence, Finding, Severity
from embedlab.projection import Method, Projection, Rows
from embedlab.wording import Sentence

LISTED = 10  # ids that a finding names; `excluded` has them all


@dataclass(frozen=True, eq=False)
class TableCase:
    """The rows before any map. ids, zero and non_finite are ids in the table.

    overlap: by metric, the share of the k neighbours under the map's metric that are also neighbours under it; empty
             where no findings of the table are asked for.
    k_asked: the k of the settings; k is what the rows allow.
    best:    dot only, (n,) the largest product of each row with another row; else None.
    near:    (m, k or what m allows) the nearest of the m different rows of each of them, places in `rows.distinct`.
    far:     their distances (under dot product: products) in the unit of `rows.values`.
    """

    rows: Rows
    ids: np.ndarray
    zero: np.ndarray
    non_finite: np.ndarray
    k: int
    k_asked: int
    overlap: Mapping[str, float]
    best: np.ndarray | None
    near: np.ndarray
    far: np.ndarray


@dataclass(frozen=True, eq=False)
class MapCase:
    """One map and all that is known of it by itself. measures: as in `JudgedMap.measures`, `null` not yet known.

    groups: those whose gaps are judged; None where the rows make none.
    """

    table: TableCase
    method: Method
    projection: Projection
    ranks: Ranks
    readings: Readings
    measures: Mapping[str, Mapping[str, Any]]
    groups: Groups | None


@dataclass(frozen=True, eq=False)
class NullCase:
    """One judged map beside the maps it is compared with, of which any may be missing: they come later, one by one.

    k:         at how many neighbours the map is judged.
    measures:  by key of MEASURES, `{"value", "chance", "null", "low", "high", "k", "rows", ...}`; a measure that does
               not apply is absent. With twins, `null` is their mean and (`null_low`, `null_high`) their band.
    twins:     Gaussian twins: the values of every measure, `twins.values["r_nx"]` (B,), and `twins.band("r_nx")`.
    stability: by what was changed ("seeds", "resampled", "smaller", "larger"): how much of the map came back.
    Looked at again whenever one of them arrives, also in the server: a check of this kind only reads numbers.
    """

    k: int
    measures: Mapping[str, Mapping[str, Any]]
    twins: Twins | None
    stability: Mapping[str, Stability]


@dataclass(frozen=True)
class Check:
    """One automatic test. `look` returns the numbers of its sentence, or None where it found nothing.

    key is the finding's code; scope says whether `look` gets a TableCase, a MapCase or a NullCase.
    weight: how much the finding changes what may be read from the maps; of equally serious ones the heavier is first.
            100: read nothing; 50: read less; 0: a remark.
    Where `look` returns `ids`, they are the rows it is about, ids in the table, and the page shows them on the maps.
    dots:     of a check of maps that counts dots without naming rows: which dots of a JudgedMap they are, (n,) bool.
    evidence: draws what was found, from the same case and the numbers of `look`; None where the sentence says it all.
    """

    key: str
    severity: Severity
    scope: Literal["table", "map", "null"]
    sentence: Sentence
    trigger: str
    look: Callable[[Any], dict[str, Any] | None]
    weight: int = 0
    dots: Callable[[Any], np.ndarray] | None = None
    evidence: Callable[[Any, dict[str, Any]], Evidence] | None = None
    order: int = 0


_SCOPES = {TableCase: "table", MapCase: "map", NullCase: "null"}


def run(checks: Mapping[str, Check], case: TableCase | MapCase | NullCase) -> tuple[Finding, ...]:
    """The findings of all checks that apply to the case, in their order."""
    scope = _SCOPES[type(case)]
    found = ((check, check.look(case)) for check in checks.values() if check.scope == scope)
    return tuple(_finding(check, case, values) for check, values in found if values is not None)


def _finding(check: Check, case: Any, values: dict[str, Any]) -> Finding:
    evidence = None if check.evidence is None else check.evidence(case, values)
    return Finding(check.key, check.severity, check.sentence, values, evidence)


def foremost(findings: Sequence[Finding], limit: int = 3) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """(shown, rest): what stands above the maps, and what stands behind one line.

    Most serious first, then by weight. Each code is shown once: what another map says of the same kind is in the rest,
    and so is every remark of severity "info".
    """
    from embedlab.distortion import CHECKS  # the registry imports this file

    def place(finding: Finding) -> tuple[int, int]:
        weight = CHECKS[finding.code].weight if finding.code in CHECKS else 0
        return SEVERITIES.index(finding.severity), -weight

    ordered = sorted(findings, key=place)
    first = {finding.code: finding for finding in reversed(ordered) if finding.severity != "info"}
    shown = sorted(first.values(), key=place)[:limit]
    return tuple(shown), tuple(finding for finding in ordered if not any(finding is one for one in shown))


def named(ids: np.ndarray) -> dict[str, Any]:
    """`count`, the first `ids`, and the same as text in `listed`."""
    first = [int(row) for row in ids[:LISTED]]
    more = ", ..." if len(ids) > LISTED else ""
    return {"count": len(ids), "ids": first, "listed": ", ".join(f"#{row}" for row in first) + more}
