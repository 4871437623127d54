"""UMAP by umap-learn, on our own exact neighbours, so that its slow search is never compiled."""

from __future__ import annotations

import os
import threading
import warnings
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from embedlab.errors import JobError
from embedlab.projection.method import Method, Projection, Report, ShouldStop
from embedlab.projection.methods.pca import principal
from embedlab.projection.problem import Problem
from embedlab.settings import parameter
from embedlab.wording import Sentence

SPECTRAL_FROM = 10  # with fewer rows the eigenvectors of the graph do not exist or mean nothing
WIDTH, NOISE = 10.0, 1e-4  # umap's own width of a start, and the trace of noise it adds
# numba's thread pools abort the process when two threads enter them at once (umap #729).
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True)
class UmapSettings:
    """Names and defaults of umap-learn."""

    n_neighbors: int = parameter(
        15,
        label=Sentence("n_neighbors", "n_neighbors"),
        help=Sentence(
            "How many rows, itself included, make up the surroundings of a row. More shows the larger picture.",
            "Quantas linhas, contando ela mesma, formam os arredores de uma linha. Mais mostra o quadro maior.",
        ),
        low=2,
        high=200,
        step=1,
    )
    min_dist: float = parameter(
        0.1,
        label=Sentence("min_dist", "min_dist"),
        help=Sentence(
            "How near to each other two dots may be drawn. It sets how tight groups look, not how tight they are.",
            "Quão perto dois pontos podem ser desenhados. Define quão densos os grupos parecem, não quão densos são.",
        ),
        low=0,
        high=1,
        step=0.05,
    )
    init: str = parameter(
        "spectral",
        label=Sentence("start", "início"),
        help=Sentence(
            "Where the dots start. The start decides where the groups end up.",
            "De onde os pontos partem. O início decide onde os grupos vão parar.",
        ),
        choices=("spectral", "pca"),
    )


class _Watch:
    """The stream on which umap's loop writes its epoch: progress out, Stop in."""

    def __init__(self, report: Report, should_stop: ShouldStop) -> None:
        self.report, self.should_stop = report, should_stop

    def write(self, text: str) -> None:
        done, _, total = text.strip().partition("/")
        if done.isdigit() and total.isdigit():
            self.report(int(done), int(total), METHOD.key)
        if self.should_stop():
            raise JobError("job.stopped")

    def flush(self) -> None:
        """Nothing is kept back."""


def fit(problem: Problem, settings: UmapSettings, report: Report, should_stop: ShouldStop) -> Projection:
    """UMAP of the distinct rows; copies share their spot. Raises JobError `job.stopped` when stopped."""
    used = replace(settings, n_neighbors=min(settings.n_neighbors, problem.size))
    if problem.random_start:
        used = replace(used, init="random")  # umap's own word
    report(0, 1, METHOD.key)
    with _ONE_AT_A_TIME:
        graph = _fuzzy_graph(problem, used.n_neighbors)
        if used.init == "spectral" and not _can_start_spectral(graph):
            used = replace(used, init="pca")
        coordinates, used = _layout(problem, graph, used, _Watch(report, should_stop))
    details = {"n_neighbors_asked": settings.n_neighbors, "start_asked": settings.init, "start": used.init}
    return Projection(problem.spread(coordinates), METHOD.key, dict(used.__dict__), problem.seed, details)


@cache
def _umap() -> Any:
    """umap's module. Its loops are kept on disk, and two of them are compiled for one thread instead of several.

    umap compiles all of them anew in every process, most of the time for threads that bring these sizes nothing.
    """
    os.environ.setdefault("NUMBA_THREADING_LAYER", "workqueue")  # survives a fork; GNU OpenMP does not
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ImportWarning)  # tensorflow is absent on purpose
        import umap.umap_ as umap
        from numba import njit
        from umap import layouts
    for name in ("smooth_knn_dist", "compute_membership_strengths"):
        loop: Any = getattr(umap, name)
        setattr(umap, name, njit(locals=loop.locals, cache=True)(loop.py_func))
    layouts._nb_optimize_layout_euclidean_single_epoch.enable_caching()
    return umap


def _fuzzy_graph(problem: Problem, n_neighbors: int) -> Any:
    """umap's graph from exact neighbours. Each row is its own first neighbour there."""
    k, m = n_neighbors - 1, problem.size
    distances = problem.distances(k)  # (m, k)
    if problem.rows.metric == "dot":
        gaps = distances**2 / 2  # differences of products: umap's weights fall with distance, not with its square
        distances = gaps + gaps.mean()  # umap takes a distance of 0 for a copy; it ignores what all have
    ids = np.column_stack([np.arange(m), problem.graph.ids[:, :k]]).astype(np.int32)
    knn = np.column_stack([np.zeros(m), distances]).astype(np.float32)
    seed = np.random.RandomState(problem.seed)
    values = problem.rows.values[problem.rows.distinct].astype(np.float32)
    return _umap().fuzzy_simplicial_set(values, n_neighbors, seed, "euclidean", knn_indices=ids, knn_dists=knn)[0]


def _can_start_spectral(graph: Any) -> bool:
    """Whether the graph is large enough and in one piece: else eigenvectors say nothing about the rest."""
    from scipy.sparse.csgraph import connected_components

    return graph.shape[0] >= SPECTRAL_FROM and connected_components(graph, directed=False)[0] == 1


def _layout(problem: Problem, graph: Any, used: UmapSettings, watch: _Watch) -> tuple[np.ndarray, UmapSettings]:
    """Coordinates (m, 2), and the settings with the start that worked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)  # umap warns when the eigenvectors did not come out
            return _optimise(problem, graph, used, watch), used
    except UserWarning:
        used = replace(used, init="pca")
        return _optimise(problem, graph, used, watch), used


def _optimise(problem: Problem, graph: Any, used: UmapSettings, watch: _Watch) -> np.ndarray:
    values = problem.rows.values[problem.rows.distinct]
    a, b = _umap().find_ab_params(1.0, used.min_dist)
    return _umap().simplicial_set_embedding(
        values.astype(np.float32),
        graph,
        n_components=2,
        initial_alpha=1.0,
        a=a,
        b=b,
        gamma=1.0,
        negative_sample_rate=5,
        n_epochs=None,
        init=_pca_start(values, problem.seed) if used.init == "pca" else used.init,
        random_state=np.random.RandomState(problem.seed),
        metric="euclidean",
        metric_kwds={},
        densmap=False,
        densmap_kwds={},
        output_dens=False,
        # miniters keeps tqdm's own thread from writing, and so from asking whether to stop
        tqdm_kwds={"disable": False, "file": watch, "bar_format": "{n_fmt}/{total_fmt}", "leave": False, "miniters": 1},
    )[0]


def _pca_start(values: np.ndarray, seed: int) -> np.ndarray:
    """PCA (m, 2) in umap's width; the noise gives an empty second axis something to start from."""
    coordinates, _ = principal(values)
    noise = np.random.default_rng(seed).normal(0, NOISE, coordinates.shape)
    return (coordinates * WIDTH / np.abs(coordinates).max() + noise).astype(np.float32)


METHOD = Method(
    key="umap",
    label=Sentence("UMAP", "UMAP"),
    summary=Sentence(
        en="Keeps the web of near neighbours. Sizes of groups and gaps between them carry little.",
        pt="Mantém a rede de vizinhos próximos. O tamanho dos grupos e os vãos entre eles dizem pouco.",
    ),
    paper="McInnes, Healy & Melville (2018), UMAP",
    Settings=UmapSettings,
    neighbours=lambda settings: settings.n_neighbors,
    fit=fit,
    reach="n_neighbors",
    order=3,
)
