"""t-SNE by openTSNE, on our own exact neighbours: progress, Stop, and a last state that is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from embedlab.errors import TableError
from embedlab.projection.method import Method, Projection, Report, ShouldStop
from embedlab.projection.methods.pca import principal
from embedlab.projection.problem import Problem
from embedlab.settings import parameter
from embedlab.wording import Sentence

EVERY = 50  # iterations between two looks at progress, Stop and the numbers
START = 1e-4  # standard deviation of the start: larger ones trap points (openTSNE, Kobak & Berens 2019)
FFT_FROM = 14_000  # rows from which interpolation beats the tree on two threads; only the tree uses them
# Rows from which more threads than one pay: at every step they wait for each other, on a busy machine for long.
THREADS_FROM = 5_000
LOWEST = 1.0  # a perplexity below 1 cannot be met


@dataclass(frozen=True)
class TsneSettings:
    """Names and defaults of openTSNE."""

    perplexity: float = parameter(
        30.0,
        label=Sentence("perplexity", "perplexidade"),
        help=Sentence(
            "How many neighbours each row tries to keep, roughly. A map has 3 times as many to choose from.",
            "Quantos vizinhos, mais ou menos, cada linha tenta manter. O mapa escolhe entre 3 vezes esse número.",
        ),
        low=2,
        high=200,
        step=1,
    )
    early_exaggeration: float = parameter(
        12.0,
        label=Sentence("early exaggeration", "exagero inicial"),
        help=Sentence(
            "How much stronger neighbours attract each other at first, so that groups can find together.",
            "Quanto os vizinhos se atraem a mais no começo, para que os grupos se encontrem.",
        ),
        low=1,
        high=50,
        step=1,
    )
    early_exaggeration_iter: int = parameter(
        250,
        label=Sentence("early iterations", "iterações iniciais"),
        help=Sentence("Steps with early exaggeration.", "Passos com exagero inicial."),
        low=0,
        high=2000,
        step=50,
    )
    n_iter: int = parameter(
        500,
        label=Sentence("iterations", "iterações"),
        help=Sentence(
            "Steps after that. Too few leave the map unfinished.",
            "Passos depois disso. Poucos deixam o mapa inacabado.",
        ),
        low=50,
        high=5000,
        step=50,
    )


class _Watch:
    """Called by openTSNE every 50 iterations: tells progress, keeps the state, and stops the run."""

    def __init__(self, offset: int, total: int, report: Report, should_stop: ShouldStop) -> None:
        self.offset, self.total, self.report, self.should_stop = offset, total, report, should_stop
        self.stopped = False
        self.losses: list[float] = []

    def __call__(self, iteration: int, error: float, embedding: np.ndarray) -> bool:
        self.done = self.offset + iteration
        self.losses.append(float(error))
        self.report(self.done, self.total, METHOD.key)
        if not np.isfinite(embedding).all():
            raise TableError("map.not_finite", method=METHOD.label.en, rows=len(embedding))
        self.stopped = self.should_stop()
        return self.stopped


def usable_perplexity(asked: float, rows: int) -> float:
    """The perplexity that `rows` different rows allow: three times as many neighbours must exist."""
    return min(asked, max((rows - 1) / 3, LOWEST))


def start(problem: Problem) -> np.ndarray:
    """The PCA of the distinct rows, (m, 2), scaled to START. A second axis without width gets a seeded
    trace of noise: from a straight line t-SNE never leaves it."""
    random = np.random.default_rng(problem.seed)
    if problem.random_start:
        return random.normal(0, START, (problem.size, 2))
    coordinates, _ = principal(problem.rows.values[problem.rows.distinct])
    coordinates *= START / coordinates[:, 0].std()
    if coordinates[:, 1].std() < START / 100:
        coordinates[:, 1] += random.normal(0, START / 100, problem.size)
    return coordinates


def fit(problem: Problem, settings: TsneSettings, report: Report, should_stop: ShouldStop) -> Projection:
    """t-SNE of the distinct rows; copies share their spot. A stopped run keeps its last state."""
    used = replace(settings, perplexity=usable_perplexity(settings.perplexity, problem.size))
    embedding = _embedding(problem, used.perplexity)
    total = used.early_exaggeration_iter + used.n_iter
    phases = (
        (used.early_exaggeration_iter, used.early_exaggeration, 0.5, 0),
        (used.n_iter, 1.0, 0.8, used.early_exaggeration_iter),
    )
    begun = "random" if problem.random_start else "pca"
    details = {"perplexity_asked": settings.perplexity, "start": begun, "iterations": total, "stopped": False}
    report(0, total, METHOD.key)
    for iterations, exaggeration, momentum, offset in phases:
        watch = _Watch(offset, total, report, should_stop)
        embedding = embedding.optimize(
            n_iter=iterations,
            exaggeration=exaggeration,
            momentum=momentum,
            callbacks=watch,
            callbacks_every_iters=EVERY,
        )
        details["losses"] = watch.losses  # of the last phase: exaggeration is another loss
        if watch.stopped:
            details |= {"iterations": watch.done, "stopped": True}
            break
    details |= {"iterations_asked": total, "kl_divergence": float(embedding.kl_divergence)}
    coordinates = problem.spread(np.asarray(embedding))
    return Projection(coordinates, METHOD.key, dict(used.__dict__), problem.seed, details)


def _embedding(problem: Problem, perplexity: float) -> Any:
    import torch
    from openTSNE import TSNEEmbedding
    from openTSNE.affinity import PerplexityBasedNN
    from openTSNE.nearest_neighbors import PrecomputedNeighbors

    k = min(problem.size - 1, max(2, int(3 * perplexity)))
    index = PrecomputedNeighbors(problem.graph.ids[:, :k].astype(np.int64), problem.distances(k))
    # Every row's forces are summed by one thread, and those of all rows in their order: any number of threads gives
    # the same map.
    threads = torch.get_num_threads() if problem.size >= THREADS_FROM else 1
    # openTSNE takes fractions; only its annotation is inferred from the default 30.
    affinities = PerplexityBasedNN(perplexity=perplexity, knn_index=index, n_jobs=threads)  # pyright: ignore[reportArgumentType]
    gradient = "fft" if problem.size >= FFT_FROM else "bh"
    return TSNEEmbedding(
        start(problem), affinities, negative_gradient_method=gradient, n_jobs=threads, random_state=problem.seed
    )


METHOD = Method(
    key="tsne",
    label=Sentence("t-SNE", "t-SNE"),
    summary=Sentence(
        en="Keeps near neighbours near. Sizes of groups and gaps between them carry little.",
        pt="Mantém perto os vizinhos próximos. O tamanho dos grupos e os vãos entre eles dizem pouco.",
    ),
    paper="van der Maaten & Hinton (2008), Visualizing data using t-SNE; Policar et al. (2024), openTSNE",
    Settings=TsneSettings,
    neighbours=lambda settings: int(3 * settings.perplexity) + 1,
    fit=fit,
    reach="perplexity",
    order=2,
)
