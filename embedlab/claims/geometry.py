"""C06 to C08: what training puts near what, where that comes from, and what rows share. Pure functions of runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from embedlab.claims import pairs
from embedlab.claims.outcome import Outcome

K = 5  # nearest nouns looked at
CLEAR = 0.8  # share of the nearest nouns from which their class is clear: 4 of 5
MOST_SEEDS = 10
# Student's t, 97.5 %, by the number of runs; a band over fewer than two runs is none.
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
# By class: a verb of its own templates, in both languages. With the class's most frequent noun a pair to hold out.
VERBS = {
    "pet": ("walked", "passeou"),
    "wild": ("photographed", "fotografaram"),
    "farm": ("sold", "vendeu"),
    "fish": ("grilled", "grelhou"),
    "instrument": ("tuned", "afinou"),
    "vehicle": ("broke", "quebrou"),
    "clothing": ("wears", "usa"),
    "month": ("born", "nasceu"),
}


@dataclass(frozen=True)
class Band:
    """The mean of several runs, and where 95 of 100 further runs would lie, were they to scatter normally."""

    mean: float
    low: float
    high: float


def band(values: Sequence[float]) -> Band:
    """The prediction interval of one further value: mean +- t s sqrt(1 + 1/n) (Hahn & Meeker 1991, section 4.7).

    values: of 2 to MOST_SEEDS runs.
    """
    n, found = len(values), np.asarray(values, dtype=np.float64)
    half = _T[n - 2] * float(found.std(ddof=1)) * math.sqrt(1 + 1 / n)
    mean = float(found.mean())
    return Band(mean, mean - half, mean + half)


def cosines(vectors: np.ndarray, word: int, others: Sequence[int]) -> np.ndarray:
    """Cosine of one row with others, raw and after the mean row of the table is taken off: (2, len(others)) float64.

    A row of zeros has the cosine 0.
    """
    rows = vectors.astype(np.float64)
    return np.stack([_cosines(rows, word, others), _cosines(rows - rows.mean(0), word, others)])


def _cosines(rows: np.ndarray, word: int, others: Sequence[int]) -> np.ndarray:
    norms = np.maximum(np.linalg.norm(rows[list(others)], axis=1) * np.linalg.norm(rows[word]), 1e-300)
    return rows[list(others)] @ rows[word] / norms


def all_pairs(vectors: np.ndarray) -> tuple[float, float]:
    """The mean cosine of all pairs of different rows, raw and centred."""
    rows = vectors.astype(np.float64)
    return _mean_cosine(rows), _mean_cosine(rows - rows.mean(0))


def _mean_cosine(rows: np.ndarray) -> float:
    unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)
    n = len(unit)
    return float((np.square(unit.sum(0)).sum() - np.square(unit).sum()) / (n * (n - 1)))


def nearest(vectors: np.ndarray, word: int, among: Sequence[int]) -> list[int]:
    """The K rows of `among` nearest to a row by the cosine after centring, nearest first; ties by lower place."""
    others = [row for row in among if row != word]
    found = cosines(vectors, word, others)[1]
    return [others[place] for place in np.argsort(-found, kind="stable")[:K]]


@dataclass(frozen=True)
class Turn:
    """What a rotation did. changed: share of coordinates that are others; cosine, loss: the largest differences."""

    changed: float
    cosine: float
    loss: float
    loss_before: float


def turn(table: np.ndarray, head: np.ndarray, counts: np.ndarray, negatives: np.ndarray, k: float, seed: int) -> Turn:
    """Rotate the table by a random orthogonal matrix and undo it in the head, which is rotated along (float32).

    counts: (rows, rows) pairs as `pairs.counted`. The loss is the exact one of skip-gram with k negatives.
    """
    d = table.shape[1]
    rotation = np.linalg.qr(np.random.default_rng(seed).normal(size=(d, d)))[0].astype(np.float32)
    turned, undone = table @ rotation, head @ rotation
    before, after = (_unit(rows) @ _unit(rows).T for rows in (table, turned))
    losses = [pairs.loss(t, h, counts, negatives, k) for t, h in ((table, head), (turned, undone))]
    return Turn(
        changed=float((turned != table).mean()),
        cosine=float(np.abs(after - before).max()),
        loss=abs(losses[1] - losses[0]),
        loss_before=losses[0],
    )


def _unit(rows: np.ndarray) -> np.ndarray:
    rows = rows.astype(np.float64)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)


Runs = Sequence[Mapping[str, Any]]


def of_change(runs: Runs, change: str) -> Runs:
    """The runs of one change of the text."""
    return [run for run in runs if run["change"] == change]


def margins(runs: Runs, frame: int, kind: str = "raw") -> list[float]:
    """cos(cat, dog) - cos(cat, Tuesday) of every run at a snapshot."""
    return [run[kind][frame][0] - run[kind][frame][1] for run in runs]


def together(runs: Runs) -> Outcome:
    """C06. every: the margin is above 0 in every run, and so is its whole band; else some, or none of the runs.

    runs: as `geometry_job.run` answers, of one change of the text.
    """
    last, first = margins(runs, -1), margins(runs, 0)
    after, before = band(last), band(first)
    wins = sum(margin > 0 for margin in last)
    verdict = "every" if wins == len(runs) and after.low > 0 else "some" if wins else "none"
    values: dict[str, float | int | str] = {"wins": wins, "runs": len(runs), "chance": runs[0]["dims"] ** -0.5}
    values |= {"mean": after.mean, "low": after.low, "high": after.high}
    values |= {"before_low": before.low, "before_high": before.high}
    for kind in ("raw", "centred"):
        dog, tuesday, xylophone = np.mean([run[kind][-1] for run in runs], axis=0).tolist()
        values |= {f"{kind}_dog": dog, f"{kind}_tuesday": tuesday, f"{kind}_xylophone": xylophone}
        values |= {f"{kind}_pairs": float(np.mean([run["all_pairs"][kind] for run in runs]))}
    return Outcome(verdict, values)


def residue(runs: Runs, shuffled: Runs, turned: Mapping[str, float]) -> Outcome:
    """C07. others: after the swap at least 4 of 5 neighbours of both words are of the other's class, in the mean of
    the runs; own: of their own class; else neither.
    """
    shares = {kind: float(np.mean([run["shares"][kind] for run in runs])) for kind in ("own", "other")}
    verdict = "others" if shares["other"] >= CLEAR else "own" if shares["own"] >= CLEAR else "neither"
    nothing = band(margins(shuffled, -1, "centred"))
    names = {name: ", ".join(runs[0]["nearest"][name]) for name in ("cat", "tuesday")}
    values = {"other": shares["other"], "own": shares["own"], "runs": len(runs), **names}
    values |= {"shuffled": nothing.mean, "shuffled_low": nothing.low, "shuffled_high": nothing.high}
    return Outcome(verdict, {**values, **{name: turned[name] for name in ("changed", "cosine", "loss")}})


def shared_strength(runs: Runs) -> Outcome:
    """C08. more: the predicted share of the held-out pairs, a geometric mean over pairs and runs, is above what counts
    say (0) and above the verbs' own frequency; else frequency, where the noun adds nothing.
    """
    held = [run["held_out"] for run in runs]
    table, frequency, smoothed = (
        _geometric([share for one in held for share in one[name]]) for name in ("predicted", "frequency", "smoothed")
    )
    above = sum(p > q for one in held for p, q in zip(one["predicted"], one["frequency"], strict=True))
    counted = sum(held[0]["counted"])
    verdict = "more" if table > max(counted, frequency) else "frequency"
    values = {"table": table, "frequency": frequency, "smoothed": smoothed, "times": table / frequency}
    values |= {"above": above, "cases": len(held) * len(held[0]["predicted"]), "removed": held[0]["removed"]}
    values |= {"noun": held[0]["pairs"][0][0], "verb": held[0]["pairs"][0][1], "pairs": len(held[0]["pairs"])}
    return Outcome(verdict, {**values, "counted": counted})


def _geometric(values: Sequence[float]) -> float:
    return float(np.exp(np.mean(np.log(np.maximum(values, 1e-300)))))
