"""Claims C13 to C18: what a model knows of the order of its tokens, and where it comes from.

Everything is computed in float64 from a model's tensors (`embedlab.training.gpt`), without torch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from embedlab import tablefile
from embedlab.claims.outcome import Outcome
from embedlab.training import gpt
from embedlab.training.gpt import Architecture, Model

POSITIONS = ("none", "learned", "sinusoidal", "rotary")
EXACT = 1e-10  # float64 through three layers: what is equal by its formula differs by about 1e-15
WAVE = 1e-6  # an angle of a million radians is known to 1e-10, a product of two rows to about 1e-8
NEAR = 2  # steps between two positions that are called near
SHUFFLES, RARE = 999, 0.01  # orders of the positions drawn by chance, and the share of them that may look as near
GAP = 0.1  # of the mean cosines: what is less is not seen on a map of the table
GUESSED, FOUND = 500, 0.99  # sums that are guessed, and the share that must be right


def switched(model: Model, positions: str, causal: bool, layers: int) -> Model:
    """The same weights under other switches; `layers` are the first ones. Hidden tokens are of no use here."""
    built = replace(model.architecture, positions=positions, causal=causal, layers=layers)
    hidden = {gpt.MASK: np.zeros(built.dims)}
    return Model(built, {**hidden, **model.tensors})


@dataclass(frozen=True, eq=False)
class Orders:
    """How far apart a model's last states are in two orders of one sentence of T tokens.

    apart:   (T,) each token's own two states, as a share of their mean norm; apart_of_mean: of the mean states.
    error:   the greatest difference of two numbers of one token's states.
    pooled:  the greatest difference of two numbers of the mean states.
    last:    that of the last token's states where only the tokens before it change their order.
    """

    apart: np.ndarray
    apart_of_mean: float
    error: float
    pooled: float
    last: float

    @property
    def bag(self) -> bool:
        """Whether the states only change places with their tokens."""
        return max(self.error, self.pooled) <= EXACT


def two_orders(model: Model, ids: Sequence[int]) -> Orders:
    """A sentence read forwards and backwards, and with the tokens before its last one backwards."""
    forwards, places = np.asarray(ids), np.arange(len(ids))
    before = np.append(places[:-1][::-1], places[-1])
    there, back, kept = (model.states(forwards[order])[-1] for order in (places, places[::-1], before))
    means = there.mean(0), back.mean(0)
    return Orders(
        apart=_apart(there, back[::-1]),
        apart_of_mean=float(_apart(*means)),
        error=float(abs(there - back[::-1]).max()),
        pooled=float(abs(means[0] - means[1]).max()),
        last=float(abs(there[-1] - kept[-1]).max()),
    )


def _apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The distance of states (..., d) as a share of the mean of their norms."""
    norms = np.linalg.norm(one, axis=-1) + np.linalg.norm(other, axis=-1)
    return 2 * np.linalg.norm(one - other, axis=-1) / norms


def every_switch(model: Model, ids: Sequence[int]) -> dict[tuple[str, bool, int], Orders]:
    """`two_orders` by (positions, causal, layers), for every kind of positions that the model has weights for."""
    kinds = [kind for kind in POSITIONS if kind != "learned" or gpt.POSITIONS in model.tensors]
    layers = range(1, model.architecture.layers + 1)
    return {key: two_orders(switched(model, *key), ids) for key in product(kinds, (False, True), layers)}


def bag(model: Model, ids: Sequence[int], positions: str = "none") -> Outcome:
    """C13: whether the sentence is a bag without positions, with attention both ways and with the mask.

    verdict: always, both_ways (only where every token sees all), never.
    """
    layers = range(1, model.architecture.layers + 1)
    both, masked = (
        [two_orders(switched(model, positions, causal, n), ids) for n in layers] for causal in (False, True)
    )
    open_ = all(orders.bag for orders in both)
    closed = all(orders.last <= EXACT for orders in masked)
    values = {"error": max(orders.error for orders in both), "pooled": max(orders.pooled for orders in both)}
    values |= {"one": masked[0].last, "more": max(orders.last for orders in masked), "layers": len(layers)}
    return Outcome("always" if open_ and closed else "both_ways" if open_ else "never", values)


def products(rows: Callable[[np.ndarray], np.ndarray], places: Sequence[int], steps: Sequence[int]) -> np.ndarray:
    """(P, K): the row of each place times the row so many steps further on. rows: places (T,) -> (T, d)."""
    here = rows(np.asarray(places))
    there = rows(np.add.outer(np.asarray(places), np.asarray(steps)).ravel())
    return np.einsum("pd,pkd->pk", here, there.reshape(len(places), len(steps), -1))


def waves(rows: Callable[[np.ndarray], np.ndarray], places: Sequence[int], steps: Sequence[int]) -> Outcome:
    """C14: what decides the product of two positions' rows. verdict: distance, both, neither (all are equal)."""
    found = products(rows, places, steps)
    by_place, by_step = float(np.ptp(found, axis=0).max()), float(np.ptp(found, axis=1).max())
    verdict = "both" if by_place > WAVE else "distance" if by_step > WAVE else "neither"
    return Outcome(verdict, {"by_place": by_place, "by_step": by_step, "farthest": int(max(places))})


def wave_rows(count: int, dims: int, first: int = 0) -> np.ndarray:
    """(count, dims): the sinusoids of the positions from `first` on."""
    return gpt.sinusoid(np.arange(first, first + count), dims)


Placed = Callable[[np.ndarray, np.ndarray], np.ndarray]


def scored(q: np.ndarray, k: np.ndarray, m: np.ndarray, n: np.ndarray, placed: Placed = gpt.rotate) -> np.ndarray:
    """(M, N): query (e,) at each place of m (M,) times key (e,) at each place of n (N,)."""
    return placed(np.tile(q, (len(m), 1)), m) @ placed(np.tile(k, (len(n), 1)), n).T


def turned(q: np.ndarray, k: np.ndarray, pair: tuple[int, int], shifts: Iterable[int], placed: Placed) -> Outcome:
    """C15: whether query times key stays while both places move on together. verdict: same, changes."""
    moves = np.array([0, *shifts])
    found = np.array([scored(q, k, pair[0] + move, pair[1] + move, placed)[0, 0] for move in moves[:, None]])
    after = np.linalg.norm(placed(np.tile(q, (len(moves), 1)), pair[0] + moves), axis=1)
    change, norm = float(np.ptp(found)), float(abs(after - np.linalg.norm(q)).max())
    alone = scored(q, k, pair[0] + moves, np.array([pair[1]]), placed)
    values = {"change": change, "norm": norm, "score": float(found[0]), "alone": float(np.ptp(alone))}
    return Outcome("same" if max(change, norm) <= EXACT else "changes", values | {"shift": int(moves.max())})


def query_and_key(model: Model, ids: Sequence[int], here: int, there: int) -> tuple[np.ndarray, np.ndarray]:
    """The query of one token and the key of another, each (dims / heads,): first layer, first head, not yet turned."""
    found = switched(model, "none", True, 1).attention(ids)
    return found.queries[0, 0, here], found.keys[0, 0, there]


def grid(q: np.ndarray, k: np.ndarray, places: int) -> np.ndarray:
    """(places, places): the turned query at place m times the turned key at place n, from 0 on."""
    every = np.arange(places)
    return scored(q, k, every, every)


def one_score(q: np.ndarray, k: np.ndarray, m: int, n: int) -> tuple[float, float, float]:
    """Query at place m times key at place n, and the norm of the query before and after it is turned."""
    score = scored(q, k, np.array([m]), np.array([n]))[0, 0]
    return float(score), float(np.linalg.norm(q)), float(np.linalg.norm(gpt.rotate(q[None], np.array([m]))))


def hands(q: np.ndarray, k: np.ndarray, m: int, n: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The fastest pair of dimensions of query and key, each (2,): turned to places m and n, and at place 0."""
    pair = [0, len(q) // 2]
    turned = [gpt.rotate(vector[None], np.array([at]))[0, pair] for vector, at in ((q, m), (k, n))]
    return turned, [q[pair], k[pair]]


def cosines(table: np.ndarray) -> np.ndarray:
    """(T, T): the cosine of every two positions' rows; of a zero row 0."""
    rows = np.asarray(table, np.float64)
    norm = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = rows / np.where(norm > 0, norm, 1)
    return unit @ unit.T


def near_and_far(cosine: np.ndarray) -> tuple[float, float]:
    """The mean cosine of positions at most NEAR steps apart, and that of all others."""
    apart = abs(np.subtract.outer(np.arange(len(cosine)), np.arange(len(cosine))))
    return float(cosine[(apart > 0) & (apart <= NEAR)].mean()), float(cosine[apart > NEAR].mean())


def nearness(table: np.ndarray) -> tuple[str, float]:
    """Which positions' rows are alike, and the share of chance orders in which near ones are as alike (Mantel 1967).

    near: near ones by GAP more than others, and so in at most RARE of the orders; far: the reverse; none: neither.
    """
    cosine, random = cosines(table), np.random.default_rng(0)
    near, far = near_and_far(cosine)
    orders = (random.permutation(len(cosine)) for _ in range(SHUFFLES))
    drawn = [near_and_far(cosine[np.ix_(order, order)]) for order in orders]
    chance = (1 + sum(a - b >= near - far for a, b in drawn)) / (1 + SHUFFLES)
    is_near, is_far = near - far >= GAP and chance <= RARE, far - near >= GAP and chance >= 1 - RARE
    return "near" if is_near else "far" if is_far else "none", chance


def learned(start: np.ndarray, table: np.ndarray) -> Outcome:
    """C16: which positions' rows are alike after training. verdict: near, far, none; start where near ones already
    were alike before it.
    """
    verdict, chance = nearness(table)
    if verdict == nearness(start)[0] == "near":
        verdict = "start"
    near, far = near_and_far(cosines(table))
    near_before, far_before = near_and_far(cosines(start))
    values = {"near": near, "far": far, "near_before": near_before, "far_before": far_before}
    return Outcome(verdict, values | {"chance": chance, "rows": len(table)})


@dataclass(frozen=True)
class Recovery:
    """What is guessed right of sums of a token row and a position row, as shares of GUESSED sums.

    token, position: by the nearest row of that table alone. pair: by the nearest of all sums.
    ratio: the median norm of the position rows in units of that of the token rows.
    """

    ratio: float
    token: float
    position: float
    pair: float


def norms(table: np.ndarray) -> list[float]:
    """The norm of each row."""
    return np.linalg.norm(table.astype(np.float64), axis=1).tolist()


def median_norm(table: np.ndarray) -> float:
    """The median norm of the rows."""
    return float(np.median(norms(table)))


def norm_ratio(tokens: np.ndarray, positions: np.ndarray) -> float:
    """The median norm of the position rows in units of that of the token rows."""
    return median_norm(positions) / median_norm(tokens)


def recovery(tokens: np.ndarray, positions: np.ndarray, ratio: float) -> Recovery:
    """Scale the position rows (T, d) to a norm ratio, add each to each token row (V, d), and guess from the sums."""
    rows, own = tokens.astype(np.float64), norm_ratio(tokens, positions)
    places = positions.astype(np.float64) * (ratio / own if own > 0 else 0)
    pairs = np.random.default_rng(0).integers(0, (len(rows), len(places)), (GUESSED, 2))
    every = (rows[:, None] + places).reshape(-1, rows.shape[1])  # (V * T, d)
    sums = every[pairs[:, 0] * len(places) + pairs[:, 1]]
    shares = _right(sums, rows, pairs[:, 0]), _right(sums, places, pairs[:, 1])
    return Recovery(float(ratio), *shares, _right(sums, every, pairs[:, 0] * len(places) + pairs[:, 1]))


def _right(sums: np.ndarray, table: np.ndarray, true: np.ndarray) -> float:
    """The share of sums (S, d) to which the true row (S,) of a table is nearer than any other; a tie is no answer."""
    distance, each = (table**2).sum(1) - 2 * sums @ table.T, np.arange(len(sums))  # (S, R), less a constant
    own = distance[each, true]
    distance[each, true] = np.inf
    return float((own < distance.min(1) - 1e-9).mean())


def added(tokens: np.ndarray, positions: np.ndarray) -> Outcome:
    """C17: whether a sum still tells its token and its position. verdict: tables (to who knows both tables), lost."""
    found = recovery(tokens, positions, norm_ratio(tokens, positions))
    values = {"ratio": found.ratio, "token": found.token, "position": found.position, "pair": found.pair}
    sums = len(tokens) * len(positions)
    return Outcome("tables" if found.pair >= FOUND else "lost", values | {"sums": sums, "guessed": GUESSED})


def trace(model: Model, ids: Sequence[int]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """C18: what a pass from ids to scores makes, one by one, and the shape of each.

    Parts: ids, rows, positions (learned ones), states0; for a model with blocks also queries, scores, states (after
    the last block) and head.
    """
    states, shape = model.states(ids), model.architecture
    made: list[tuple[str, Any]] = [("ids", np.asarray(ids)), ("rows", model.tensors[tablefile.INPUT][np.asarray(ids)])]
    if shape.positions == "learned":
        made.append(("positions", model.tensors[gpt.POSITIONS][: len(ids)]))
    made.append(("states0", states[0]))
    if shape.layers:
        attention = model.attention(ids)
        made += [("queries", attention.queries[0]), ("scores", attention.scores[0]), ("states", states[-1])]
        made.append(("head", model.scores(states[-1])))
    return tuple((name, tuple(array.shape)) for name, array in made)


def embedding(rows: int, dims: int, context: int, seed: int = 0) -> Model:
    """A token table and a position table drawn by chance, with no block above them."""
    random = np.random.default_rng(seed)
    shape = Architecture(rows, dims, 0, 1, context, "learned", causal=True, tied=True)
    drawn = {name: random.standard_normal(size, np.float32) for name, size in shape.shapes().items()}
    return Model(shape, drawn)


def out_of_embedding(state: np.ndarray, ids: int, rows: int, dims: int) -> Outcome:
    """C18: what left the embedding layer for so many ids. verdict: rows (T, d), one (d,), scores (T, V), other."""
    known = {(ids, dims): "rows", (dims,): "one", (ids, rows): "scores"}
    facts = {"ids": ids, "dims": dims, "rows": rows, "shape": str(state.shape), "numbers": int(state.size)}
    return Outcome(known.get(state.shape, "other"), facts)
