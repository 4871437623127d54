"""What `tools.mutate` breaks, which tests must notice, and which of its mutants compute the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "embedlab"


@dataclass(frozen=True)
class Kind:
    """Files of one kind. tests: those of every file, quick ones first, `{}` being the file's name; own: those of one
    file instead. most: of its mutants, so many a file, drawn by the seed. without: functions that compute no answer."""

    folder: str
    names: str
    tests: str = ""
    own: Mapping[str, str] = field(default_factory=dict)
    most: int = 10_000
    without: tuple[str, ...] = ()

    def files(self) -> list[Path]:
        """Every file, in order."""
        return [path for name in self.names.split() for path in sorted((ROOT / self.folder).glob(name + ".py"))]

    def tests_of(self, file: Path) -> list[str]:
        """Arguments of pytest."""
        return self.own.get(file.stem, self.tests.format(file.stem)).split()


_D, _N, _T = "tests/distortion/test_", "tests/neighbours/test_", "tests/training/test_"
_BY_HAND, _SHARED = f"{_D}measures_by_hand.py", f"{_D}shared_by_hand.py"
_NEXT, _PAIRS = f"{_T}next_token.py::test_", f"{_T}contrast.py::test_"

KINDS = {
    "measure": Kind(
        "distortion",
        "measures/[!_]* measure",
        f"{_BY_HAND} {_D}measures.py",
    ),
    "metric": Kind(
        "neighbours",
        "metric metrics/[!_]*",
        f"{_N}metrics_by_hand.py {_N}similarity.py {_N}search.py tests/contracts/test_metrics.py",
    ),
    "check": Kind("distortion", "checks/[!_]*", f"{_D}checks_by_hand.py {_D}checks.py", without=("evidence",)),
    "step": Kind(
        "preprocessing",
        "step steps/[!_]*",
        "tests/preprocessing/test_preprocessing.py tests/contracts/test_steps.py",
        without=("block_rows",),
    ),
    "shared": Kind(
        "distortion",
        "ranks counting estimate pairs grown readings stability screen per_row twins group_evidence groups",
        own={
            "ranks": f"{_SHARED} {_D}measures.py {_D}counting.py",
            "counting": f"{_D}counting.py",
            "estimate": f"{_BY_HAND} {_D}measures.py",
            "pairs": _BY_HAND,
            "grown": f"{_BY_HAND} tests/contracts/test_measures.py",
            "readings": f"{_SHARED} {_D}readings.py",
            "stability": f"{_SHARED} {_D}stability.py",
            "screen": _SHARED,
            "per_row": _BY_HAND,
            "twins": f"{_SHARED} {_D}twins.py",
            "group_evidence": f"{_SHARED} {_D}groups.py",
            "groups": f"{_SHARED} {_D}groups.py",
        },
        most=25,
    ),
    "neighbours": Kind(
        "neighbours",
        "hubness graph graph_plane search scan several similarity from_row",
        own={
            **{one: f"{_N}{one}.py" for one in ("hubness", "graph", "graph_plane", "similarity", "from_row")},
            "scan": f"{_N}bounds_by_hand.py {_N}search.py tests/contracts/test_metrics.py",
            "search": f"{_N}bounds_by_hand.py {_N}search.py tests/contracts/test_metrics.py",
            "several": f"{_N}several.py",
        },
        most=20,
    ),
    "health": Kind(
        "checkpoints/health",
        "norms numbers spectrum duplicates undertrained against_head positions blocks",
        "tests/checkpoints/test_health_by_hand.py tests/checkpoints/test_health.py",
        {
            "undertrained": "tests/checkpoints/test_undertrained.py",
            "positions": "tests/checkpoints/test_positions.py",
            "against_head": "tests/checkpoints/test_positions.py",
        },
        15,
    ),
    "projection": Kind("projection", "methods/pca problem", "tests/projection/test_{}.py"),
    "training": Kind(
        "training",
        "adam contrast gpt_gradient gpt objectives/skipgram scores",
        own={
            "adam": f"{_T}adam.py {_T}skipgram.py::test_adam_is_torchs_adam "
            f"{_NEXT}adam_is_torchs_adam_with_a_rate_that_rises",
            "contrast": f"{_PAIRS}info_nce_by_hand {_PAIRS}info_nce_has_the_gradient_of_autograd "
            f"{_PAIRS}a_bag_holds_the_share_of_each_token "
            f"{_PAIRS}a_vector_of_zeros_gives_no_nan {_PAIRS}the_gradient_of_a_batch_is_that_of_autograd "
            f"{_PAIRS}an_epoch_reads_every_pair_once_in_a_new_order",
            "gpt_gradient": f"{_NEXT}gradient_points_where_the_loss_rises {_NEXT}every_tensor_has_a_gradient "
            f"{_NEXT}loss_is_the_surprise_of_the_readable_model "
            f"{_NEXT}hidden_tokens_are_not_seen_and_alone_are_guessed",
            "gpt": f"{_T}gpt.py",
            "skipgram": f"{_T}skipgram.py",
            "scores": " ".join(
                f"{_T}scores.py::test_{one}"
                for one in (
                    "margin_and_cosines_by_hand",
                    "purity_by_hand",
                    "purity_of_topics_by_hand",
                    "spearman_and_its_ceiling_equal_scipys",
                    "a_random_table_scores_like_the_random_tables",
                )
            ),
        },
        most=15,
    ),
}

# By file: what was changed, and why no answer changes.
EQUIVALENT: dict[str, dict[str, str]] = {
    "neighbours/metric.py": {
        "self.pairs(self.prepare(a), self.prepare(b)) -> self.pairs(self.prepare(b), self.prepare(a))": "every metric "
        "here is the same in both directions",
    },
    "distortion/measures/centroid_rho.py": {
        "((points[:, None] - points[None]) ** 2).sum(axis=-1) -> ((points[:, None] - points[None]) ** 2)"
        ".mean(axis=-1)": "a factor changes no order",
    },
    "distortion/measures/density_r.py": {
        "side[ranks.at].mean(axis=1) -> side[ranks.at].sum(axis=1)": "a factor moves the logarithms, not their "
        "correlation, and the evidence is told in medians",
    },
    "distortion/measures/triplet_accuracy.py": {
        "np.abs(gaps) <= TIE * (np.abs(far) + np.abs(far - gaps)) -> np.abs(gaps) < TIE * (np.abs(far) + np.abs(far - "
        "gaps))": "where both are 0 the sign is 0, too",
    },
    "distortion/measures/auc_r_nx.py": {
        "area(all_ranks(seen.rows.values, at, dot), all_ranks(centred, at)) -> area(all_ranks(centred, at), "
        "all_ranks(seen.rows.values, at, dot))": "the worse of two ranks is the same in both directions",
    },
    "distortion/measure.py": {
        "[self.seed, 1] -> [self.seed, 2]": "another order of the same dots, as random as this one",
    },
    "distortion/ranks.py": {"far[:, -1:] + tie -> far[:, -1:]": "a tolerance of rounding"},
    "distortion/grown.py": {"shared.max() or 1.0 -> shared.max() or 2.0": "zeros stay zeros"},
    "distortion/screen.py": {
        "copy=True -> copy=False": "of points nothing is copied",
        "len(names) + 1 -> len(names) + 2": "-1 is the last in any case",
        "len(coordinates) <= smallest -> len(coordinates) < smallest": "so few dots are one group at most, which is "
        "called none",
    },
    "distortion/per_row.py": {
        "np.sqrt((gaps ** 2).sum(axis=2)).mean(axis=1) -> np.sqrt((gaps ** 2).sum(axis=2)).sum(axis=1)": "the median "
        "takes a factor off",
        "(gaps ** 2).sum(axis=2) -> (gaps ** 2).mean(axis=2)": "the median takes a factor off",
        "seen.ranks.true_values.mean(axis=1) -> seen.ranks.true_values.sum(axis=1)": "the median takes a factor off",
    },
    "distortion/twins.py": {
        "frame * np.where(np.diag(turns) < 0, -1, 1) -> frame / np.where(np.diag(turns) < 0, -1, 1)": "1 / -1 is -1",
        "mean + frame * np.where(np.diag(turns) < 0, -1, 1) @ root -> mean - frame * np.where(np.diag(turns) < 0, -1, "
        "1) @ root": "a normal sample in a mirror is one",
        "np.diag(turns) < 0 -> np.diag(turns) > 0": "a normal sample in a mirror is one",
        "np.diag(turns) < 0 -> np.diag(turns) <= 0": "a normal sample has every direction: none is 0",
    },
    "distortion/checks/hubs.py": {"skew <= SKEWED -> skew < SKEWED": "a skewness is never 3.0 to the last digit"},
    "projection/methods/pca.py": {
        "full_matrices=False -> full_matrices=True": "the first two columns are the same",
        "sizes[-1] < _LOST_DIGITS * sizes[0] -> sizes[-1] <= _LOST_DIGITS * sizes[0]": "never equal to the last digit",
    },
    "neighbours/graph.py": {
        "max(4, k // 8) -> max(5, k // 8)": "more rows are proposed than must be, and compared",
        "min(len(self.left), _ACROSS) -> max(len(self.left), _ACROSS)": "a longer buffer is cut to what is needed",
        "least < kth - 2 * self._error(ids, 2.0 ** (-24)) -> least <= kth - 2 * self._error(ids, 2.0 ** (-24))": "never"
        " equal to the last digit",
        "2 * self._error(np.array([row]), 2.0 ** (-53)) -> 3 * self._error(np.array([row]), 2.0 ** (-53))": "more rows "
        "are proposed than must be, and compared",
    },
    "neighbours/graph_plane.py": {
        "min(k + 2, n) -> max(k + 2, n)": "rows that are asked for beyond k + 2 are looked at nowhere",
        "k + 2 -> k + 3": "rows that are asked for beyond k + 2 are looked at nowhere",
        "far[:, k] * (1 + _CLOSE) -> far[:, k]": "a tolerance of rounding",
        "METRICS['euclidean'].pairs(points[:, None], points[ids]) -> METRICS['euclidean'].pairs(points[ids], points"
        "[:, None])": "the same in both directions",
    },
    "neighbours/search.py": {
        "norm ** 2 -> norm * 2": "the same for every row: the order stays",
        "max(1, _RECHECKED // (8 * table.n_dims)) -> max(2, _RECHECKED // (8 * table.n_dims))": "rows at once",
        "metric.pairs(query, metric.prepare(some)) -> metric.pairs(metric.prepare(some), query)": "the same in both "
        "directions",
    },
    "neighbours/scan.py": {
        "squares < TINY ** 2 -> squares <= TINY ** 2": "never equal to the last digit",
        "np.where(finite[:, None], rows, 0) -> np.where(finite[:, None], rows, 1)": "the length of such a row is NaN",
        "parts == 1 -> parts != 1": "any number of threads gives the same",
        "rows.view(np.uint16) if name == 'bfloat16' else rows -> rows if name == 'bfloat16' else rows.view(np."
        "uint16)": "numkong goes by the name of the type",
    },
    "neighbours/similarity.py": {
        "METRICS[key].values64(rows[:, None], rows[None, :]) -> METRICS[key].values64(rows[None, :], rows[:, "
        "None])": "every metric here is the same in both directions",
        "1 + 8 * drawn -> 2 + 8 * drawn": "of whole numbers the root rounds down to the same",
    },
    "neighbours/from_row.py": {
        "chosen.pairs(prepared[at], prepared) -> chosen.pairs(prepared, prepared[at])": "every metric here is the same "
        "in both directions",
    },
    "projection/problem.py": {
        "deviation <= ROUNDING * size -> deviation < ROUNDING * size": "where both are 0 all rows are copies, too",
    },
    "preprocessing/steps/standardised.py": {
        "max(1, int(finite.sum())) -> max(2, int(finite.sum()))": "the squares of one row are zero",
        "np.where(deviation == 0, 1, deviation) -> np.where(deviation == 0, 2, deviation)": "zero divided by either is "
        "zero",
    },
    "preprocessing/steps/unit_norm.py": {
        "np.where(largest == 0, 1, largest) -> np.where(largest == 0, 2, largest)": "zero divided by either is zero",
        "np.where(norms == 0, 1, norms) -> np.where(norms == 0, 2, norms)": "zero divided by either is zero",
    },
    "distortion/checks/outlier_hidden.py": {
        "case.ranks.true_values.mean(axis=1) -> case.ranks.true_values.sum(axis=1)": "a factor moves the median, too",
        "case.ranks.near_values.mean(axis=1) -> case.ranks.near_values.sum(axis=1)": "a factor moves the median, too",
        "np.where(known, table, 1.0) -> np.where(known, table, 2.0)": "rows that are not known are asked for nowhere",
        "logs > middle + TIMES * spread -> logs >= middle + TIMES * spread": "never equal to the last digit",
    },
    "distortion/checks/pca_outlier.py": {
        "np.where(sums > 0, sums, 1) -> np.where(sums > 0, sums, 2)": "zero divided by either is zero",
        "held[axis] <= MADE -> held[axis] < MADE": "never equal to the last digit",
    },
    "distortion/checks/noise_like.py": {
        "abs(value - middle) > half -> abs(value - middle) >= half": "never equal to the last digit",
    },
    "distortion/readings.py": {"_ROUNDS = 10 -> _ROUNDS = 11": "groups that came to rest stay"},
    "distortion/group_evidence.py": {
        "_ROUNDS = 10 -> _ROUNDS = 11": "halves that came to rest stay",
        "_REFINED = 3 -> _REFINED = 4": "how hard a rival group is looked for",
        "range(30) -> range(31)": "the axis only has to be long",
    },
    "distortion/stability.py": {
        "np.intersect1d(runs[one].rows, runs[other].rows, True, return_indices=True) -> np.intersect1d(runs[one].rows, "
        "runs[other].rows, False, return_indices=True)": "rows of a run are unique: it only saves looking",
        "np.linalg.norm(centred) or 1.0 -> np.linalg.norm(centred) or 2.0": "zeros stay zeros",
    },
    "distortion/checks/dimension.py": {
        "dims - half <= PLANE -> dims - half < PLANE": "an estimate is never 3.0 to the last digit",
    },
    "distortion/checks/group_torn.py": {
        "groups + 1 -> groups + 2": "one more column stays empty, and -1 is the last in any case",
        "np.add.at(links, (np.repeat(seen[inside], ids.shape[1]), seen[ids[inside]].ravel()), 1) -> np.add.at(links, "
        "(np.repeat(seen[inside], ids.shape[1]), seen[ids[inside]].ravel()), 2)": "all links count twice: shares stay",
        "np.fill_diagonal(shares, 0) -> np.fill_diagonal(shares, 1)": "the difference of both sides is the same",
    },
}
