"""The five calls of a Python session: open, search, project, judge, train. `docs/api.md` shows them at work.

They do what the pages and the command line do, by the same functions; what they return is frozen.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from embedlab.checkpoints import Checkpoint, open_checkpoint
from embedlab.neighbours import Neighbours, find_token
from embedlab.neighbours import search as search_rows
from embedlab.table import EmbeddingTable

if TYPE_CHECKING:  # what draws and judges is heavy, and most sessions begin with a file
    from embedlab.distortion.results import Maps
    from embedlab.projection import Projection, Report, ShouldStop

__all__ = ["Trained", "judge", "open", "project", "search", "train"]

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads make a busy machine 15 times slower


@dataclass(frozen=True, eq=False)
class Trained:
    """A trained table, and what `python -m embedlab train --json` prints of its run: loss, scores, seconds, ..."""

    table: EmbeddingTable
    answer: Mapping[str, Any]


def open(path: str | Path, vocabulary: str | Path | None = None) -> Checkpoint:
    """Open a file, a model folder or a zip of one; `.table()` maps its input table, `.table(name)` another.

    vocabulary: a file with the tokens; without it the metadata, then the files beside the weights are tried.
    Runs no code from the file. Raises FileError `file.*`.
    """
    return open_checkpoint(Path(path), Path(vocabulary) if vocabulary else None)


def search(table: EmbeddingTable, query: str | int | np.ndarray, metric: str = "cosine", k: int = 10) -> Neighbours:
    """The k nearest rows, exact over the whole table, nearest first; the query itself is never among them.

    query: a token, its text or "#12"; an id; or a vector (n_dims,). metric: "cosine", "euclidean" or "dot".
    Raises QueryError `query.*`, whose `fields["suggestions"]` may hold tokens of similar spelling.
    """
    return search_rows(table, find_token(table, query).id if isinstance(query, str) else query, metric, k)


def project(
    table: EmbeddingTable,
    method: str = "tsne",
    metric: str = "cosine",
    seed: int = 0,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
    **parameters: Any,
) -> Projection:
    """One map of all rows of a table: `coordinates` (n_rows, 2) float64, NaN for a row that has no place.

    Rows that are not finite have none, nor have zero rows under cosine. parameters: those of the method under the
    names of its package (perplexity, n_neighbors, ...). 3 to 50,000 rows: `embedlab.table.take` chooses some.
    Raises SettingsError, TableError `table.too_few_rows`, `table.constant`, `map.*`, JobError `job.stopped`.
    """
    from embedlab import projection
    from embedlab.distortion.scene import near, neighbours_wanted, rows_of
    from embedlab.distortion.selection import MapsSettings

    chosen = {"methods": (method,), "metric": metric, "rows": table.n_rows, "seed": seed}
    settings = MapsSettings.of({**chosen, "parameters": {method: parameters}})
    shown = rows_of(table, settings)
    graph = near(shown.rows, max(1, neighbours_wanted(settings)), report, should_stop)
    drawn = projection.fit(method, projection.Problem(shown.rows, graph, seed), parameters, report, should_stop)
    places = np.full((table.n_rows, 2), np.nan)
    places[shown.ids] = drawn.coordinates
    return dataclasses.replace(drawn, coordinates=places)


def judge(
    table: EmbeddingTable,
    methods: Sequence[str] | None = None,
    metric: str = "cosine",
    rows: int = 2000,
    seed: int = 0,
    k: int = 15,
    twins: int | None = None,
    runs: int = 0,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
) -> Maps:
    """Maps of a table and how far each can be trusted: measures beside chance and beside noise, and findings.

    methods: all there are, if None. rows: the most frequent where counts exist, else a seeded sample. k: how many
    neighbours of a row are judged.
    twins: how many tables of noise each map is compared with; by default 5 up to 2,000 rows, 3 up to 10,000, then 0.
    runs: with how many other seeds, and how many samples of the rows, each map is compared. parameters: by method.
    A map is the one that `project` draws of the same rows with the same settings and seed.
    Raises SettingsError, TableError and JobError as `project` does.
    """
    from embedlab.distortion.maps import draw
    from embedlab.distortion.selection import MapsSettings

    chosen = {"metric": metric, "rows": rows, "seed": seed, "k": k, "parameters": parameters or {}}
    settings = MapsSettings.of(chosen if methods is None else {**chosen, "methods": tuple(methods)})
    return draw(table, settings, report, should_stop, twins=twins, runs=runs)


def train(
    out: str | Path,
    corpus: str = "en",
    text: str | None = None,
    objective: str | None = None,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
    **settings: Any,
) -> Trained:
    """Train a table and write it to a safetensors file, which `open` opens.

    corpus: "en" or "pt", our toy corpora; text: one of your own in its place. settings: `seed`, `device`, `resume` (a
    file to go on from, with the text it was trained on), and those of the objective, as the options of `python -m
    embedlab train --help` but `processes`. objective: "skipgram", or that of the file that is resumed, if None.
    A stop keeps the last state. The same settings, seed and threads give the same table.
    Raises CorpusError, SettingsError, FileError `training.out_not_writable`, TrainingError.
    """
    from embedlab.training import job

    chosen = {"out": str(out), "corpus": corpus if text is None else {"text": text}}
    if objective is not None:
        chosen["objective"] = objective
    return Trained(
        *job.train({**chosen, **settings}, lambda told: report(told["done"], told["total"], "training"), should_stop)
    )
