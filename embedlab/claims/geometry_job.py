"""Trains one text, or changed ones, from several seeds, and measures each run: the job behind C06 to C08."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from embedlab import settings as settings_of
from embedlab import tablefile
from embedlab.claims import geometry, pairs
from embedlab.errors import SettingsError, TrainingError
from embedlab.training import changed, device, frames, grammar, lexicon, vocabulary
from embedlab.training import corpus as corpora
from embedlab.training.corpus import Corpus
from embedlab.training.job import objective
from embedlab.training.objective import Objective, Run, TrainingData
from embedlab.training.run import Loop
from embedlab.wording import LANGUAGES, Language

CHANGES = ("none", "swapped", "shuffled", "held_out")
FRAMES = 40


@dataclass(frozen=True)
class Asked:
    """What to train. corpus: a language of the toy corpora. changes: of the text, each from every seed.

    own: settings of the objective. held_out is for skip-gram.
    """

    corpus: str
    changes: Sequence[str] = ("none",)
    seeds: Sequence[int] = (0, 1, 2, 3, 4)
    objective: str = "skipgram"
    own: Mapping[str, Any] | None = None
    device: str = "cpu"


def run(
    settings: dict[str, Any], emit: Callable[[dict[str, Any]], None], should_stop: Callable[[], bool]
) -> dict[str, Any]:
    """Train every change from every seed; {"runs": [...], "turn": ...}, see `_measured` and `geometry.Turn`.

    settings: the fields of Asked. Emits {"done", "total"} in runs. Stopped, it answers with the runs that are whole.
    Raises SettingsError, TrainingError `training.not_finite`.
    """
    asked = settings_of.build(Asked, settings)
    chosen = objective(asked.objective)
    own = settings_of.build(chosen.Settings, dict(asked.own or {}))
    language = _language(asked.corpus)
    where = device.choose(asked.device)
    device.prepare(where, 1)
    runs, turned = [], None
    todo = [(change, seed) for change in asked.changes for seed in asked.seeds]
    texts = {change: _Text.of(language, change) for change in asked.changes}
    for done, (change, seed) in enumerate(todo):
        emit({"done": done, "total": len(todo)})
        text = texts[change]
        trained = _trained(chosen, own, text, seed, where, should_stop)
        if trained is None:
            break
        runs.append({"change": change, "seed": seed, "dims": own.dims, **_measured(*trained, text)})
        if text.held:
            runs[-1]["held_out"] = _held_out(trained[0].tensors(), text, own.window)
        if turned is None and chosen.key == "skipgram":
            turned = asdict(text.turn(trained[0].tensors(), own))
    emit({"done": len(runs), "total": len(todo)})
    return {"runs": runs, "turn": turned}


def _language(corpus: str) -> Language:
    for known in LANGUAGES:
        if corpus == known:
            return known
    raise SettingsError("training.corpus_unknown", corpus=corpus, known=list(LANGUAGES))


@dataclass(frozen=True, eq=False)
class _Text:
    """A toy corpus after a change, its vocabulary, and what is asked about it."""

    change: str
    removed: int
    classes: Mapping[str, str]
    words: vocabulary.Vocabulary
    ids: tuple[np.ndarray, ...]
    anchors: tuple[str, ...]
    held: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, language: Language, change: str) -> _Text:
        """The text of a change. Raises SettingsError."""
        whole = corpora.build(language)
        anchors = lexicon.ANCHORS[language]
        held = held_out(language) if change == "held_out" else ()
        text = _changed(whole, change, anchors, held)
        words = vocabulary.of(text.sentences)
        ids = tuple(vocabulary.encode(text.sentences, words))
        return cls(change, len(whole.sentences) - len(text.sentences), whole.classes, words, ids, anchors, held)

    def rows(self, tokens: Sequence[str]) -> list[int]:
        """The rows of tokens."""
        return [self.words.ids[token] for token in tokens]

    @cached_property
    def nouns(self) -> list[int]:
        """The rows whose class is known."""
        return [row for row, token in enumerate(self.words.tokens) if token in self.classes]

    def counted(self, window: int) -> np.ndarray:
        """How often tokens stand in each other's window."""
        return pairs.counted(self.ids, len(self.words.tokens), window)

    def turn(self, tensors: Mapping[str, np.ndarray], own: Any) -> geometry.Turn:
        """A rotation of the table, undone in the head."""
        counts = self.counted(own.window)
        table, head = tensors[tablefile.INPUT], tensors[tablefile.OUTPUT]
        return geometry.turn(table, head, counts, pairs.noise(self.words.counts), own.negatives, 0)


def held_out(language: Language) -> tuple[tuple[str, str], ...]:
    """The pairs (noun, verb) that are held out, the first noun being the cat."""
    return tuple(
        (getattr(grammar.nouns()[name][0], language), verbs[LANGUAGES.index(language)])
        for name, verbs in geometry.VERBS.items()
    )


def _changed(text: Corpus, change: str, anchors: Sequence[str], held: Sequence[tuple[str, str]]) -> Corpus:
    if change not in CHANGES:
        raise SettingsError("settings.unknown", names=[change], known=list(CHANGES))
    if change == "swapped":
        return changed.swapped(text, anchors[0], anchors[2])
    if change == "shuffled":
        return changed.shuffled(text, 0)
    for noun, verb in held:
        text = changed.without(text, noun, verb)
    return text


def _trained(
    chosen: Objective, own: Any, text: _Text, seed: int, where: str, should_stop: Callable[[], bool]
) -> tuple[Run, frames.Recorder] | None:
    """A finished run and its snapshots; None when it was stopped."""
    run = chosen.start(TrainingData(text.ids, text.words.counts), own, seed, where)
    shape = (len(text.words.tokens), own.dims)
    film = frames.Recorder(run.total, FRAMES, shape, frames.shown(text.words.tokens, text.classes))
    outcome = Loop(run, _ignore, should_stop, _ignore, float("inf"), [], film.look).go()
    if outcome.diverged_at is not None:
        rate = getattr(own, "learning_rate", None)
        raise TrainingError(
            "training.not_finite", step=outcome.diverged_at, kept=run.step, learning_rate=rate, path="-"
        )
    return None if outcome.stopped else (run, film)


def _measured(run: Run, film: frames.Recorder, text: _Text) -> dict[str, Any]:
    """steps: of the snapshots; raw, centred: at each, the cosine of cat with dog, Tuesday and xylophone; the last is
    from the whole table. nearest: of cat and of Tuesday. shares: of both words' neighbours by class.
    """
    table = run.tensors()[tablefile.INPUT]
    cat, *others = text.rows(text.anchors)
    series = np.stack([geometry.cosines(frame, cat, others) for frame in [*film.frames[:-1], table]])  # (F, 2, 3)
    raw_pairs, centred_pairs = geometry.all_pairs(table)
    answer = {"steps": film.steps, "raw": series[:, 0].tolist(), "centred": series[:, 1].tolist()}
    return {**answer, "all_pairs": {"raw": raw_pairs, "centred": centred_pairs}, **_near(table, text, cat, others[1])}


def _near(table: np.ndarray, text: _Text, cat: int, tuesday: int) -> dict[str, Any]:
    tokens, classes = text.words.tokens, text.classes
    near = {name: geometry.nearest(table, row, text.nouns) for name, row in (("cat", cat), ("tuesday", tuesday))}
    of = {"cat": classes[tokens[cat]], "tuesday": classes[tokens[tuesday]]}
    other = {"cat": of["tuesday"], "tuesday": of["cat"]}
    shares = {
        kind: float(np.mean([classes[tokens[row]] == wanted[name] for name in near for row in near[name]]))
        for kind, wanted in (("own", of), ("other", other))
    }
    return {"nearest": {name: [tokens[row] for row in rows] for name, rows in near.items()}, "shares": shares}


def _held_out(tensors: Mapping[str, np.ndarray], text: _Text, window: int) -> dict[str, Any]:
    """What table and counts say of the pairs: the share of the verb among the contexts of the noun."""
    counts = text.counted(window)
    negatives = pairs.noise(text.words.counts)
    nouns, verbs = text.rows([noun for noun, _ in text.held]), text.rows([verb for _, verb in text.held])
    table, head = tensors[tablefile.INPUT], tensors[tablefile.OUTPUT]
    of = counts[nouns].sum(1)
    return {
        "pairs": [list(pair) for pair in text.held],
        "removed": text.removed,
        "counted": (counts[nouns, verbs] / of).tolist(),
        "smoothed": ((counts[nouns, verbs] + 1) / (of + len(counts))).tolist(),
        "frequency": (counts[:, verbs].sum(0) / counts.sum()).tolist(),
        "predicted": [
            float(pairs.predicted(table[noun], head, negatives)[verb]) for noun, verb in zip(nouns, verbs, strict=True)
        ],
    }


def _ignore(progress: Any) -> None:
    """Nobody watches."""
