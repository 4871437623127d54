"""What the page Contexts computes with: small trained models and what they make of sentences, once per server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from embedlab import tablefile
from embedlab.checkpoints.export import csv_lines
from embedlab.claims import contexts
from embedlab.claims.contexts import Cell, Item, Reader, Reading
from embedlab.declaration import Declaration
from embedlab.jobs import Job
from embedlab.table import EmbeddingTable
from embedlab.text.declaration import say_declaration
from embedlab.training import senses
from embedlab.training.objectives import next_token
from embedlab.training.senses import Sensed
from embedlab.ui import session, trained
from embedlab.wording import LANGUAGES, Language

KIND = "contexts"  # of the job that trains anew
OWN = "own"  # the toy corpus's own sentences, beside the two cues
_TWINS, _SEED = 50, 1000  # per fold; models are trained on sentences of other seeds
_COMPARED = 20  # twins among those whose neighbours are asked for


@dataclass(frozen=True, eq=False)
class Held:
    """A model that has been read. path: its file; made: size and time of it."""

    path: Path
    made: tuple[tuple[int, int], ...]
    table: EmbeddingTable
    reader: Reader

    def declared(self, layer: str, cue: str, sentences: int) -> Declaration:
        """What a figure of the word's states declares."""
        origin = self.table.provenance
        names = ("positions", "attention", "updates")
        parameters = {name: origin.settings[name] for name in names} | {"cue": cue, "sentences": sentences}
        found = Declaration.of(self.table, method=next_token.KEY, parameters=parameters, seed=origin.seed)
        return replace(found, layer=layer)


def shipped(language: Language, kind: str) -> Held:
    """The model that comes with the app."""
    name = f"contexts_{language}_{kind}"
    return _at(session.SHIPPED / f"{name}.safetensors", name)


def of_job(job: Job | None, language: Language, kind: str) -> Held | None:
    """The model that a job has trained, if it is one of this language and kind."""
    path = trained.file_of(job)
    if job is None or path is None or job.state == "stopped" or _asked_of(job) != (language, kind):
        return None
    return _at(path, f"contexts_{language}_{kind}")


def submit(language: Language, kind: str, seed: int) -> None:
    """Train anew."""
    trained.submit(KIND, senses.asked(language, kind, seed))


def _asked_of(job: Job) -> tuple[str, str]:
    """Language and kind of what a job trains."""
    text = job.settings["corpus"]["text"]
    language = next(known for known in LANGUAGES if f" {senses.word(known)} " in text)
    return language, next(kind for kind, given in senses.MODELS.items() if given.items() <= job.settings.items())


def _at(path: Path, name: str) -> Held:
    """The model of a file. name: what declarations call it. Raises EmbedlabError as `next_token.model` does."""
    return _held(path, session.stamps(session.Source(str(path))), name)


@st.cache_resource(max_entries=32, show_spinner=False)
def _held(path: Path, made: tuple[tuple[int, int], ...], name: str) -> Held:
    table = tablefile.read(path)
    table = replace(table, provenance=replace(table.provenance, source=name))
    return Held(path, made, table, Reader.of(next_token.model(path), table.tokens))


@st.cache_resource(max_entries=8, show_spinner=False)
def sentences(language: Language, cue: str) -> list[Sensed]:
    """The sentences that are probed. cue: before or after the word, or `OWN`."""
    return senses.as_they_come(language) if cue == OWN else senses.sentences(language, cue, _TWINS, _SEED)


def pair(language: Language, cue: str) -> list[Sensed]:
    """The first twins, water and money: the two sentences that the page shows."""
    return sentences(language, cue)[: len(senses.SENSES)]


def reading(held: Held, language: Language, cue: str) -> Reading:
    """Every state of the word, probed."""
    return _reading(held.path, held.made, language, cue, held)


@st.cache_resource(max_entries=64, show_spinner=False)
def _reading(path: Path, made: tuple[tuple[int, int], ...], language: Language, cue: str, _held: Held) -> Reading:
    return contexts.read(_held.reader, sentences(language, cue), language)


def grid(held: Held, language: Language, cue: str) -> tuple[list[Item], Mapping[tuple[str, str], Cell]]:
    """The two sentences, others with the word and one for each noun; the first one's neighbours in each cell."""
    return _grid(held.path, held.made, language, cue, held)


@st.cache_resource(max_entries=32, show_spinner=False)
def _grid(
    path: Path, made: tuple[tuple[int, int], ...], language: Language, cue: str, _held: Held
) -> tuple[list[Item], Mapping[tuple[str, str], Cell]]:
    probed = sentences(language, cue)
    step = len(probed) // _COMPARED
    twins = [one for start in range(0, len(probed), step) for one in probed[start : start + 2]]
    listed = contexts.items(twins, language)
    return listed, contexts.grid(_held.reader, listed, _held.table.provenance.source)


def as_csv(cell: Cell, declared: Declaration, language: Language) -> bytes:
    """Every sentence by rank: how it was made, then a line each with its layer and pooling."""
    origin, lines = cell.table.provenance, csv_lines([f"# {say_declaration(declared, language)}"], ())
    ranked = enumerate(zip(cell.order.tolist(), cell.cosines.tolist(), strict=True), start=1)
    rows = ((rank, cell.table.tokens[row], cosine, origin.layer, origin.pooling) for rank, (row, cosine) in ranked)
    return b"\xef\xbb\xbf" + b"".join([*lines, *csv_lines(["rank", "item", "cosine", "layer", "pooling"], rows)])
