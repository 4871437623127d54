"""From judged maps to what the page shows: the scene of the element, its captions, and the list of one row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb
from weakref import WeakKeyDictionary

import numpy as np

from embedlab.distortion import CHECKS
from embedlab.distortion.results import JudgedMap, Maps
from embedlab.findings import Finding, by_severity
from embedlab.neighbours import METRICS, ranks_from
from embedlab.projection import METHODS
from embedlab.table import EmbeddingTable
from embedlab.text.declaration import say_declaration
from embedlab.text.pages.maps import TEXT
from embedlab.ui import cache
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.linked_maps import Distortion, Panel, Scene
from embedlab.ui.map_measures import headline
from embedlab.ui.show import written
from embedlab.wording import Language, Sentence, fill

# Shipped maps are one object for all readers: what is drawn of them is made once, for as long as they are kept.
_SCENES: WeakKeyDictionary[Maps, dict[tuple[str, ...], Scene]] = WeakKeyDictionary()


def scene(maps: Maps, table: EmbeddingTable, methods: Sequence[str], language: Language, waiting: str) -> Scene:
    """The scene of all maps asked for; `waiting` is the sentence, with {method}, in the place of one not there yet."""
    made = _SCENES.setdefault(maps, {})
    key = (table.fingerprint, language, waiting, *methods)
    if key not in made:
        made[key] = _scene(maps, table, methods, language, waiting)
    return made[key]


def _scene(maps: Maps, table: EmbeddingTable, methods: Sequence[str], language: Language, waiting: str) -> Scene:
    return Scene(
        tokens=tuple(table.tokens[row] for row in maps.ids),
        neighbours=maps.graph.ids,
        panels=tuple(
            _panel(key, maps.maps[key], language)
            if key in maps.maps
            else Panel(key, _label(key, language), waiting=fill(waiting, language, method=_label(key, language)))
            for key in methods
        ),
        ties=_ties(maps),
        classes=None if table.classes is None else [table.classes[row] for row in maps.ids],
    )


def by_class(maps: Maps, table: EmbeddingTable) -> dict[str, list[int]]:
    """The rows of the scene of each class, largest class first; empty where the table has no classes."""
    found: dict[str, list[int]] = {}
    for place, row in enumerate(maps.ids.tolist()):
        name = table.classes[row] if table.classes else None
        if name is not None:
            found.setdefault(name, []).append(place)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def ranks(maps: Maps, table: EmbeddingTable) -> Callable[[int], np.ndarray]:
    """The true rank of every row of the scene, seen from one of them: `neighbours.ranks_from`."""
    declared = maps.declaration
    steps = declared.steps[len(table.steps) :]

    def seen_from(row: int) -> np.ndarray:
        return ranks_from(cache.prepared(table, steps, maps.ids, maps.graph.metric), row, maps.graph.metric)

    return seen_from


def _label(key: str, language: Language) -> str:
    return METHODS[key].label.say(language)


def _panel(key: str, judged: JudgedMap, language: Language) -> Panel:
    kept = judged.measures["neighbourhood_kept"]
    shares = judged.projection.details.get("explained", [])
    names = [fill(TEXT[language].axis, language, axis=f"PC{at + 1}", share=share) for at, share in enumerate(shares)]
    return Panel(
        key=key,
        title=_label(key, language),
        xy=judged.projection.coordinates,
        kept=kept["value"],
        chance=kept["chance"],
        caption=(
            METHODS[key].summary.say(language),
            headline(judged, language),
            visible(say_declaration(judged.declaration, language), None),
        ),
        axes=(names[0], names[1]) if len(names) == 2 else None,
        distortion=_distortion(judged, language),
    )


def _distortion(judged: JudgedMap, language: Language) -> Distortion | None:
    """The share of false ones among the k nearest on the map, in bins of which chance is the last; None where there are
    so few rows that a map of random places may have none."""
    n, k = judged.false.shape
    worst = _false_by_chance(n, k)
    if worst <= 0:
        return None
    edges = (worst / 3, 2 * worst / 3, worst)
    sentences = (TEXT[language].distorted, TEXT[language].distorted, TEXT[language].as_by_chance)
    names = [fill(sentence, language, share=edge) for sentence, edge in zip(sentences, edges, strict=True)]
    return Distortion(values=judged.false.mean(axis=1), edges=edges, names=tuple(names))


def _false_by_chance(n: int, k: int) -> float:
    """The share of false neighbours that at most 5 % of the rows of a random map undercut.

    Of k rows drawn from n - 1, the number among the k true ones is hypergeometric.
    """
    kept, beyond = 0, 1.0  # beyond: probability of more than `kept` true ones
    while True:
        beyond -= comb(k, kept) * comb(n - 1 - k, k - kept) / comb(n - 1, k)
        if beyond <= 0.05:
            return 1 - kept / k
        kept += 1


def _ties(maps: Maps) -> np.ndarray:
    """Pairs (row, other) of dots that a map puts beside each other, that are no false neighbours, and yet are not
    among the k listed: they lie exactly as far away as the k-th."""
    found = [np.empty((0, 2), np.int32)]
    for judged in maps.maps.values():
        listed = (judged.near[:, :, None] == maps.graph.ids[:, None, :]).any(axis=2)
        rows, places = np.nonzero(~judged.false & ~listed)
        found.append(np.column_stack([rows, judged.near[rows, places]]).astype(np.int32))
    return np.unique(np.concatenate(found), axis=0)


def findings(maps: Maps) -> tuple[Finding, ...]:
    """All findings, most serious first; that of one map begins with its name, and `values["map"]` is its key."""
    own = [
        replace(finding, sentence=_of_method(key, finding.sentence), values={**finding.values, "map": key})
        for key, judged in maps.maps.items()
        for finding in judged.findings
    ]
    return by_severity([*maps.findings, *own])


def drawn_rows(finding: Finding, maps: Maps) -> list[int]:
    """The rows of the scene that a finding names, or counts on its map; one that is left out has no dot."""
    check, judged = CHECKS.get(finding.code), maps.maps.get(finding.values.get("map", ""))
    if check and check.dots and judged:
        return np.flatnonzero(check.dots(judged)).tolist()
    return np.flatnonzero(np.isin(maps.ids, finding.values.get("ids", []))).tolist()


def _of_method(key: str, sentence: Sentence) -> Sentence:
    label = METHODS[key].label
    return Sentence(en=f"{label.en}: {sentence.en}", pt=f"{label.pt}: {sentence.pt}")


def neighbours_of(row: int, maps: Maps, table: EmbeddingTable, language: Language) -> dict[str, list[str]]:
    """The true neighbours of a row of the scene, as columns of markdown: rank, token, value, and who keeps each."""
    text, ids = TEXT[language], maps.graph.ids[row]
    kept: list[list[str]] = [[] for _ in ids]
    for key, judged in maps.maps.items():
        for place in np.flatnonzero(np.isin(ids, judged.near[row])):
            kept[place].append(_label(key, language))
    return {
        text.rank: [str(rank) for rank in range(1, len(ids) + 1)],
        text.token: [markdown(table.tokens[maps.ids[other]]) for other in ids],
        METRICS[maps.graph.metric].label.say(language): [
            written(value, "z.3f", language) for value in maps.graph.values[row]
        ],
        text.kept_by: [", ".join(names) or text.none for names in kept],
    }
