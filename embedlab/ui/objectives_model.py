"""The nine models of the page of objectives: the shipped ones, or those that this session trained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import streamlit as st

from embedlab.claims import Outcome, objectives
from embedlab.claims.objectives import OneSpace, Texts
from embedlab.declaration import Declaration
from embedlab.errors import FileError
from embedlab.table import EmbeddingTable, Provenance
from embedlab.training import three
from embedlab.training.three import OBJECTIVES, SEEDS, Three
from embedlab.ui import jobs, session, trained
from embedlab.wording import Language

KIND = "objectives"
CENTRED = ("centred",)


@dataclass(frozen=True, eq=False)
class Held:
    """The models, and what the experiments find in them. words: unit rows by objective and seed."""

    three: Three
    words: dict[str, tuple[np.ndarray, ...]]
    overlaps: np.ndarray
    meanings: Outcome
    texts: Texts
    passage_first: dict[str, float]
    spaces: tuple[OneSpace, ...]
    own_picture: Outcome

    @property
    def seed(self) -> int:
        """The first of the SEEDS seeds."""
        return self.three.records[0]["seed"]

    def declared(self, objective: str | None = None, **choices: object) -> Declaration:
        """What a figure of one objective's first seed declares; None: of all objectives and seeds."""
        place = 0 if objective is None else OBJECTIVES.index(objective)
        origin = Provenance(**self.three.records[place * SEEDS])
        table = EmbeddingTable(self.three.tables[OBJECTIVES[place]][0], self.three.tokens, origin)
        made = Declaration.of(table, metric="cosine", rows_shown=len(self.words[OBJECTIVES[place]][0]))
        if objective is None:
            every = {"objectives": ", ".join(OBJECTIVES), "seeds": f"{self.seed}-{self.seed + SEEDS - 1}"}
            return replace(made, **{"steps": CENTRED, "parameters": every, **choices})
        return replace(made, **{"steps": CENTRED, "method": objective, "seed": self.seed, **choices})


def held(language: Language) -> Held:
    """The models that this session trained, where they are done and read the language; else the shipped ones."""
    path = trained.file_of(jobs.of(KIND, language))
    own = _opened(path) if path else None
    if own is not None and own.three.language == language:
        return own
    shipped = _opened(session.SHIPPED / f"objectives_{language}.safetensors")
    assert shipped is not None
    return shipped


def train(language: Language, seed: int) -> None:
    """Train all nine with other seeds."""
    trained.submit(KIND, {"language": language, "seed": seed}, "embedlab.training.three:run")


def panel(language: Language) -> bool:
    """The panel of this session's training, if there is one; whether it is under way."""
    job = jobs.of(KIND, language)
    if job is not None:
        jobs.panel(job, language)
    return job is not None and job.active


def _opened(path: Path) -> Held | None:
    try:
        return _open(path, path.stat().st_mtime_ns)
    except (OSError, FileError):
        return None


@st.cache_resource(max_entries=8, show_spinner=False)
def _open(path: Path, stamp: int) -> Held:
    found = three.read(path)
    words, texts, spaces = objectives.words(found), objectives.texts(found), objectives.spaces(found)
    return Held(
        found,
        words,
        objectives.overlaps(words),
        objectives.meanings(words),
        texts,
        objectives.passage_first(texts),
        spaces,
        objectives.own_picture(spaces),
    )
