"""Runs of training that the train page shows: the shipped ones, and those of jobs."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from embedlab.charts.training import loss_curve
from embedlab.claims import film
from embedlab.claims.film import Film
from embedlab.declaration import Declaration
from embedlab.errors import EmbedlabError
from embedlab.findings import Finding
from embedlab.jobs import Job
from embedlab.table import EmbeddingTable
from embedlab.text.pages import train as words
from embedlab.training import checkpoint, corpus, frames, record
from embedlab.training.findings import from_json
from embedlab.training.scores import score
from embedlab.ui import jobs, session, train_film
from embedlab.ui.escaping import markdown
from embedlab.ui.show import list_rows, show, written
from embedlab.wording import Language, fill

_LIMITS = {"grace": 5.0, "seconds": 3600.0, "megabytes": 2_048}  # a stop writes the state and measures the scores
FILES = 256  # trained files kept per server, the newest; a result is found for 64 runs


@dataclass(frozen=True)
class Run:
    """A trained table and how it came about. losses: [step, loss]; None where a part is not known."""

    table: EmbeddingTable
    path: Path
    losses: Sequence[Sequence[float]]
    steps: int
    scores: Mapping[str, Any] | None
    findings: tuple[Finding, ...] = ()
    speed: float | None = None
    device: str | None = None
    stopped: bool = False
    film: Film | None = None


def submit(kind: str, asked: Mapping[str, Any], function: str = "embedlab.jobs.processes:run") -> None:
    """Start a run that writes a new file. The same asked by two people runs once. Raises JobError as `jobs.submit`."""
    wanted = {name: value for name, value in asked.items() if name != "out"}
    key = json.dumps(wanted, sort_keys=True)
    resources = {"GPU": wanted.get("processes", 1)} if wanted.get("device") == "cuda" else None
    jobs.submit(kind, function, {**wanted, "out": str(_new_file())}, key=key, resources=resources, **_LIMITS)


def file_of(job: Job | None) -> Path | None:
    """The file of a run that has ended, stopped ones included; None where there is none."""
    result = None if job is None or job.active or job.state == "failed" else job.result()
    return Path(result["path"]) if result else None


def _new_file() -> Path:
    """Where the next run may write; the oldest files beyond the limit are removed."""
    folder = jobs.engine().root / "trained"
    folder.mkdir(exist_ok=True)
    files = sorted(folder.glob("*.safetensors"), key=lambda path: path.stat().st_mtime)
    for path in files[: max(0, len(files) - FILES + 1)]:
        path.unlink(missing_ok=True)
        frames.beside(path).unlink(missing_ok=True)
    return folder / f"{secrets.token_hex(8)}.safetensors"


def shipped(language: Language) -> Run:
    """The run behind the shipped table of a language."""
    source = session.shipped(language)
    table, path = session.opened(source), Path(source.path)
    losses, steps = _losses(path, path.stat().st_mtime_ns)
    seen = _shipped_film(language, table.fingerprint)
    return Run(table, path, losses, steps, _scores(table.fingerprint, language, table), film=seen)


def of_result(result: Mapping[str, Any]) -> Run:
    """The run behind the result of a job. Raises FileError when its file is gone."""
    path = Path(result["path"])
    table = session.opened(session.Source(str(path)))
    losses, _ = _losses(path, path.stat().st_mtime_ns)
    findings = tuple(map(from_json, result["findings"]))
    speed, device, stopped = (result[name] for name in ("tokens_per_second", "device", "stopped"))
    seen = _film(table.fingerprint, table, path)
    return Run(table, path, losses, result["steps"], result["scores"], findings, speed, device, stopped, seen)


def last_state(job: Job) -> Path | None:
    """The file from which a stopped run goes on: its own, or that from which it went on itself."""
    files = [job.settings["out"], job.settings.get("resume")] if job.state == "stopped" else []
    return next((Path(file) for file in files if file and Path(file).exists()), None)


def before(job: Job) -> Sequence[Sequence[float]]:
    """The losses of the run from which a job goes on; none where it starts anew."""
    path = Path(job.settings.get("resume") or "")
    return _losses(path, path.stat().st_mtime_ns)[0] if path.is_file() else []


def draw(run: Run, language: Language) -> None:
    """How it came about, the scores beside a random table's, then the whole loss curve, as far as they are known."""
    text, made = words.TEXT[language], _declared(run)
    say_speed(run.speed, run.device, language)
    if run.film is not None:
        train_film.show(run.film, run.table, made, language)
    rows, alt = _compared(run, language)
    if not run.losses:
        show(rows, made, run.findings, alt)
        return
    if rows:
        list_rows(rows, alt)
    else:
        st.caption(text.no_scores)
    figure = loss_curve(run.losses, run.steps, text.step, text.loss, language, session.colours())
    show(figure, made, run.findings, say_losses(run.losses, run.steps, language))


def say_losses(losses: Sequence[Sequence[float]], steps: int, language: Language) -> str:
    """The loss curve in words. losses: [step, loss], oldest first."""
    first, last = (written(losses[at][1], ".2f", language) for at in (0, -1))
    return fill(words.TEXT[language].loss_alt, language, first=first, last=last, steps=steps)


def _declared(run: Run) -> Declaration:
    origin = run.table.provenance
    chosen = {name: value for name, value in origin.settings.items() if name not in ("objective", "corpus_sha256")}
    return Declaration.of(run.table, method=origin.settings["objective"], parameters=chosen, seed=origin.seed)


def show_record(run: Run, language: Language) -> None:
    """Everything the run can be repeated from, and the command that does it."""
    text, found = words.TEXT[language], record.of(run.table)
    with st.expander(text.record):
        st.markdown(text.record_help)
        st.code(record.command(found) or text.record_own, language="bash", wrap_lines=True)
        content = json.dumps(found, ensure_ascii=False, indent=1)
        name = f"{run.table.provenance.source}.json"
        # As a function: a text would be fetched to try it, perhaps after the next run has taken its place.
        give = content.encode
        st.download_button(text.record_download, give, name, "application/json", on_click="ignore", key="record")
        st.json(found)


def say_speed(speed: float | None, device: str | None, language: Language) -> None:
    """Words a second and the device, as far as they are known."""
    text = words.TEXT[language]
    if speed:
        said = fill(text.speed, language, words=speed)
        st.caption(fill(text.device, language, speed=said, device=markdown(device)) if device else said)


def _compared(run: Run, language: Language) -> tuple[dict[str, list[str]], str]:
    """The table of scores, and the same in words; empty without scores."""
    if run.scores is None:
        return {}, ""
    text, random = words.TEXT[language], run.scores["random"]
    columns = (
        [text.scores[name] for name in text.scores],
        [_written(run.scores[name], language) for name in text.scores],
        [_written((random[name] or {}).get("mean"), language) for name in text.scores],
    )
    said = (fill(text.scores_alt, language, score=a, value=b, random=c) for a, b, c in zip(*columns, strict=True))
    return dict(zip((text.score, text.this_table, text.random), columns, strict=True)), "; ".join(said)


def _written(value: float | None, language: Language) -> str:
    return written(float("nan") if value is None else value, "z.2f", language)


@st.cache_resource(max_entries=2, show_spinner=False)
def _shipped_film(language: Language, fingerprint: str) -> Film | None:
    path = session.SHIPPED / f"film_{language}.npz"
    return film.read(path) if path.is_file() else None


@st.cache_resource(max_entries=16, show_spinner=False)
def _film(fingerprint: str, _table: EmbeddingTable, _path: Path) -> Film | None:
    return film.of(_table, _path)


@st.cache_resource(max_entries=64, show_spinner=False)
def _losses(path: Path, stamp: int) -> tuple[list[list[float]], int]:
    try:
        state, _ = checkpoint.read(path)
    except EmbedlabError:
        return [], 0
    return state.losses, state.step


@st.cache_resource(max_entries=8, show_spinner=False)
def _scores(fingerprint: str, language: Language, _table: EmbeddingTable) -> Mapping[str, Any] | None:
    return score(_table, corpus.build(language))
