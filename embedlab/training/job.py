"""Trains a table: the job behind the page and the command line."""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import embedlab
from embedlab import settings as settings_of
from embedlab import tablefile
from embedlab.errors import SettingsError, TrainingError
from embedlab.registry import discover
from embedlab.table import EmbeddingTable, Provenance
from embedlab.training import checkpoint, corpus, device, findings, frames, objectives, scores, vocabulary, world
from embedlab.training.checkpoint import State
from embedlab.training.corpus import Corpus
from embedlab.training.objective import Objective, Run, TrainingData
from embedlab.training.run import Loop, Outcome, by_epoch
from embedlab.training.team import ALONE, Team
from embedlab.wording import LANGUAGES, Sentence

OBJECTIVES: dict[str, Objective] = discover(objectives, "OBJECTIVE")
CORPORA = [*LANGUAGES, *world.NAMES]  # the texts of ours that `corpus` can name


@dataclass(frozen=True)
class General:
    """What every objective takes besides its own settings.

    corpus: "en", "pt", "world_en", "world_pt" or {"text": an own text}. out: the file to write. resume: a file to go
    on from.
    threads: one is fastest for small tables; the same number gives the same table. keep_every: seconds between saves.
    frames: snapshots in a file beside `out`. watch: whether the progress carries the map so far. processes: more than
    one are started by `embedlab.jobs.processes`.
    """

    corpus: Any
    out: str
    objective: str = "skipgram"
    resume: str | None = None
    device: str = settings_of.parameter(
        "auto",
        choices=device.DEVICES,
        label=Sentence("Device", "Dispositivo"),
        help=Sentence("auto takes CUDA, then MPS, then the CPU.", "auto usa CUDA, depois MPS, depois a CPU."),
    )
    seed: int = settings_of.parameter(
        0,
        low=0,
        high=2**31 - 1,
        step=1,
        label=Sentence("Seed", "Semente"),
        help=Sentence("The same seed gives the same table.", "A mesma semente gera a mesma tabela."),
    )
    threads: int = settings_of.parameter(
        1,
        low=1,
        high=64,
        step=1,
        label=Sentence("Threads", "Threads"),
        help=Sentence(
            "Threads of torch; one is fastest for small tables.", "Threads do torch; uma basta a tabelas pequenas."
        ),
    )
    keep_every: float = settings_of.parameter(
        5.0,
        low=0.0,
        high=3600.0,
        step=1.0,
        label=Sentence("Seconds between saves", "Segundos entre gravações"),
        help=Sentence("How often the state is saved on the way.", "De quanto em quanto tempo o estado é gravado."),
    )
    frames: int = settings_of.parameter(
        40,
        low=0,
        high=200,
        step=1,
        label=Sentence("Snapshots", "Instantâneos"),
        help=Sentence(
            "Snapshots of the table, kept in FILE.frames beside it: snapshots x rows x dimensions x 2 bytes.",
            "Instantâneos da tabela, guardados em ARQUIVO.frames: instantâneos x linhas x dimensões x 2 bytes.",
        ),
    )
    processes: int = settings_of.parameter(
        1,
        low=1,
        high=64,
        step=1,
        label=Sentence("Processes", "Processos"),
        help=Sentence(
            "Each computes its part of every batch. They take seconds to start and wait for each other at every step:"
            " only long runs with large batches gain.",
            "Cada um calcula sua parte de cada lote. Levam segundos para iniciar e esperam uns pelos outros a cada"
            " passo: só ganham os treinos longos com lotes grandes.",
        ),
    )
    watch: bool = False


def objective(key: str) -> Objective:
    """The objective of a key. Raises SettingsError `training.objective_unknown`."""
    if key not in OBJECTIVES:
        raise SettingsError("training.objective_unknown", objective=key, known=list(OBJECTIVES))
    return OBJECTIVES[key]


def run(
    settings: dict[str, Any], emit: Callable[[dict[str, Any]], None], should_stop: Callable[[], bool]
) -> dict[str, Any]:
    """Train a table and write it to `settings["out"]`; returns the command line's answer. See `train`."""
    return train(settings, emit, should_stop)[1]


def train(
    settings: dict[str, Any],
    emit: Callable[[dict[str, Any]], None],
    should_stop: Callable[[], bool],
    team: Team = ALONE,
) -> tuple[EmbeddingTable, dict[str, Any]]:
    """Train a table and write it to `settings["out"]`; returns the table and the command line's answer.

    settings: the fields of General and of the objective's Settings. With `resume`, settings that are not given are
    the file's own. Emits {"done", "total", "loss", "words_per_second", "device"} (steps) at most ten times a
    second. team: of several processes that train together this is the first; the others `follow`.
    Raises CorpusError, SettingsError, FileError `training.out_not_writable`, TrainingError.
    """
    plan = settle(settings, team)
    general, out = plan.general, Path(plan.general.out)
    losses, started = plan.begin()
    film = plan.recorder(started)

    def keep(losses: list[list[float]]) -> EmbeddingTable:
        table = plan.write(out, started, losses)
        film.write(out)
        return table

    def tell(progress: dict[str, Any]) -> None:
        seen = plan.seen(film, started) if general.watch else {}
        emit({**progress, **seen, "device": plan.device})

    agreed = team.agreed(should_stop, plan.device)
    outcome = Loop(started, tell, agreed, keep, general.keep_every, losses, film.look).go()
    if not team.alike(started.snapshot()[1]):
        raise TrainingError("training.processes", reason="differ", processes=team.size, path=str(out))
    film.cut(started.step)
    table = keep(outcome.losses)
    if outcome.diverged_at is not None:
        rate = getattr(plan.settings, "learning_rate", None)
        raise TrainingError(
            "training.not_finite", step=outcome.diverged_at, kept=started.step, learning_rate=rate, path=str(out)
        )
    return table, _answer(plan, table, started, outcome, out)


def follow(settings: dict[str, Any], team: Team) -> None:
    """Do the part of another process than the first in its run: the same steps, and neither files nor words."""
    plan = settle(settings, team)
    losses, started = plan.begin()
    agreed = team.agreed(lambda: False, plan.device)
    Loop(started, lambda progress: None, agreed, lambda losses: None, math.inf, losses).go()
    team.alike(started.snapshot()[1])


def corpus_of(value: Any, chosen: Objective | None = None) -> Corpus:
    """The corpus of a setting: "en", "pt", "world_en", "world_pt" or {"text": ...}.

    Raises CorpusError, SettingsError, TrainingError `training.needs_world`.
    """
    needs_world = chosen is not None and chosen.about_the_world
    if isinstance(value, Mapping) and isinstance(value.get("text"), str):
        own = corpus.from_text(value["text"])
        if chosen is not None and needs_world:
            raise TrainingError("training.needs_world", objective=chosen.key, known=list(LANGUAGES))
        return own
    if value in world.NAMES or (needs_world and value in LANGUAGES):
        return world.build(world.NAMES.get(value, value))
    if value not in LANGUAGES:
        raise SettingsError("training.corpus_unknown", corpus=str(value), known=CORPORA)
    return corpus.build(value)


def _general(settings: Mapping[str, Any], stored: State | None) -> tuple[General, dict[str, Any]]:
    """General settings, and the objective's own; those not given are the ones of the file that is resumed."""
    names = General.__dataclass_fields__
    before = {"objective": stored.objective, "seed": stored.seed, "threads": stored.threads} if stored else {}
    general = {**before, **{name: value for name, value in settings.items() if name in names}}
    own = {**(stored.settings if stored else {}), **{n: value for n, value in settings.items() if n not in names}}
    return settings_of.build(General, general), own


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything that is settled before the first step."""

    objective: Objective
    settings: Any
    general: General
    corpus: Corpus
    vocabulary: vocabulary.Vocabulary
    device: str
    tensors: Mapping[str, np.ndarray] | None
    state: State
    team: Team = ALONE

    def begin(self) -> tuple[list[list[float]], Run]:
        """The losses so far, and the run at its first or next step."""
        device.prepare(self.device, self.state.threads)
        ids = tuple(vocabulary.encode(self.corpus.sentences, self.vocabulary))
        about = self.corpus.world() if isinstance(self.corpus, world.WorldText) else None
        data = TrainingData(ids, self.vocabulary.counts, about, self.team)
        arguments = (data, self.settings, self.state.seed, self.device, self.tensors, self.state.step)
        try:
            return list(self.state.losses), self.objective.start(*arguments)
        except (KeyError, ValueError) as error:
            if self.tensors is None:
                raise
            raise TrainingError("training.not_resumable", path=str(self.general.resume)) from error

    def write(self, out: Path, run: Run, losses: list[list[float]]) -> EmbeddingTable:
        """Write table, output head and state; returns the table."""
        tensors = run.tensors()
        table = self.table(tensors.pop(tablefile.INPUT), run.step)
        state = replace(self.state, step=run.step, losses=losses)
        tablefile.write(table, out, tensors, {**state.to_metadata(), **self._config()})
        return table

    def recorder(self, run: Run) -> frames.Recorder:
        """What takes the snapshots; a run that goes on has those it took before."""
        rows, dims = run.tensors()[tablefile.INPUT].shape
        shown = frames.shown(self.vocabulary.tokens, self.corpus.classes)
        before = frames.read(Path(self.general.resume), (rows, dims)) if self.general.resume else None
        film = frames.Recorder(run.total, self.general.frames, (rows, dims), shown)
        if before is not None and self.general.frames:
            film.take_up(*before)
            film.cut(run.step)
        return film

    def seen(self, film: frames.Recorder, run: Run) -> dict[str, Any]:
        """The map so far, as progress carries it."""
        tokens = [self.vocabulary.tokens[row] for row in film.shown]
        classes = [self.corpus.classes.get(token) for token in tokens]
        return {"tokens": tokens, "classes": classes, "arrays": {"points": film.points(run)}}

    def _config(self) -> dict[str, str]:
        config = self.objective.config(self.settings)
        return {tablefile.CONFIG: json.dumps(config)} if config else {}

    def table(self, vectors: np.ndarray, steps: int) -> EmbeddingTable:
        """The table after so many steps, with its vocabulary, counts, classes and provenance."""
        import torch

        facts = {"objective": self.objective.key, **asdict(self.settings), "steps": steps}
        facts |= {"device": self.device, "threads": self.state.threads, "corpus_sha256": self.corpus.fingerprint}
        if self.team.size > 1:  # the parts of a batch are added in another order
            facts["processes"] = self.team.size
        versions = {"embedlab": embedlab.__version__, "python": platform.python_version()}
        versions |= {"torch": str(torch.__version__), "numpy": np.__version__}
        provenance = Provenance(
            self.corpus.name, tablefile.INPUT, settings=facts, seed=self.state.seed, versions=versions
        )
        table = EmbeddingTable(vectors, self.vocabulary.tokens, provenance, counts=self.vocabulary.counts)
        return scores.with_truth(table, self.corpus)


def settle(settings: Mapping[str, Any], team: Team | None = None) -> Plan:
    """Everything that can be refused, before the first step. Raises as `train`.

    team: None for a look ahead at a run whose processes are not there yet.
    """
    stored, tensors = checkpoint.read(Path(settings["resume"])) if settings.get("resume") else (None, None)
    general, given = _general(settings, stored)
    if team is not None and team.size != general.processes:
        raise ValueError(f"{general.processes} processes are started by embedlab.jobs.processes")
    tablefile.writable(Path(general.out), "training.out_not_writable")
    chosen = objective(general.objective)
    text = corpus_of(general.corpus, chosen)
    own = settings_of.build(chosen.Settings, given)
    state = State(chosen.key, asdict(own), general.seed, general.threads, 0, text.fingerprint, [])
    if stored:
        checkpoint.check_same(stored, state)
        state = replace(state, step=stored.step, losses=stored.losses)
    words, where = vocabulary.of(text.sentences), device.choose(general.device)
    if general.processes > 1:
        _check_divisible(chosen, own, general.processes, where)
    return Plan(chosen, own, general, text, words, where, tensors, state, team or ALONE)


def _check_divisible(chosen: Objective, settings: Any, processes: int, where: str) -> None:
    """Raises TrainingError `training.processes`."""
    if not chosen.divisible:
        known = [one.key for one in OBJECTIVES.values() if one.divisible]
        raise TrainingError("training.processes", reason="objective", objective=chosen.key, known=known)
    if settings.batch < processes:
        raise TrainingError("training.processes", reason="batch", batch=settings.batch, processes=processes)
    present = device.count(where)
    if present is not None and present < processes:
        raise TrainingError("training.processes", device=where, present=present, processes=processes)


def _answer(plan: Plan, table: EmbeddingTable, run: Run, outcome: Outcome, out: Path) -> dict[str, Any]:
    found = findings.of_corpus(plan.corpus)
    if outcome.stopped:
        found.append(findings.finding("training.stopped", {"step": run.step, "total": run.total}))
    return {
        "path": str(out),
        "table": {"rows": table.n_rows, "dims": table.n_dims, "fingerprint": table.fingerprint},
        "corpus": {"name": plan.corpus.name, "sentences": len(plan.corpus.sentences), "tokens": plan.corpus.n_tokens},
        "objective": plan.objective.key,
        "settings": asdict(plan.settings),
        "seed": plan.state.seed,
        "device": device.describe(plan.device),
        "threads": plan.state.threads,
        "processes": plan.team.size,
        "seconds": outcome.seconds,
        "tokens_per_second": run.words / outcome.seconds if run.words else None,
        "step": run.step,
        "steps": run.total,
        "stopped": outcome.stopped,
        "loss": by_epoch(outcome.losses, run.steps_per_epoch),
        "scores": scores.score(table, plan.corpus),
        "findings": [finding.to_json() for finding in found],
    }
