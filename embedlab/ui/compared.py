"""What a page compares the table in use with, and the comparison: at once where it is small, else as a job."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from embedlab.checkpoints.compare import ROWS, compare
from embedlab.checkpoints.compared import document
from embedlab.jobs import Job
from embedlab.table import EmbeddingTable
from embedlab.text.pages import compare as words
from embedlab.ui import cache, files, jobs, session
from embedlab.ui.session import Source
from embedlab.wording import LANGUAGES, Language

KIND, FUNCTION = "compare", "embedlab.checkpoints.compared:run"
SEED = 0  # of the sample and the shuffle
_AT_ONCE = 2**17  # values of a table: about a tenth of a second
_SECONDS = 1800.0
_RUN = ("device", "threads", "processes")  # settings of a training that are no choice about the table


def second_seed(reader: Language) -> Source:
    """The table that was trained as the shipped one, but from another seed."""
    return Source(str(session.SHIPPED / f"table_{reader}_seed1.safetensors"))


def twin(table: EmbeddingTable) -> Source | None:
    """A shipped table that differs from this one in nothing but the seed of its training."""
    for source in (each(reader) for reader in LANGUAGES for each in (session.shipped, second_seed)):
        if differ_in_seed(table, session.opened(source)):
            return source
    return None


def differ_in_seed(table: EmbeddingTable, other: EmbeddingTable) -> bool:
    """Whether two tables were trained alike but for the seed."""
    one, two = ({key: value for key, value in of.provenance.settings.items() if key not in _RUN}
                for of in (table, other))  # fmt: skip
    same_tensor = table.provenance.layer == other.provenance.layer
    return bool(one) and one == two and same_tensor and table.provenance.seed != other.provenance.seed


def own_other(source: Source) -> Source | None:
    """The head of the file that holds the table in use; its input table where the head is in use."""
    found = files.look(source)
    tensors = [found.chosen, found.head.tensor]
    used = source.tensor or found.chosen
    if None in tensors or used not in tensors or tensors[0] == tensors[1]:
        return None
    return replace(source, tensor=tensors[1 - tensors.index(used)])


def comparison(sources: list[Source], steps: tuple[str, ...], metric: str, k: int, language: Language) -> Any:
    """The document of `checkpoints.compared` about A, B and another seed of A; None while it is made, which is shown.

    Raises EmbedlabError as `compare` and `apply` do.
    """
    tables = [session.opened(source) for source in sources]
    chosen = {"k": k, "metric": metric, "rows": ROWS, "seed": SEED}
    if all(table.vectors.size <= _AT_ONCE for table in tables):
        return _at_once(tuple(table.fingerprint for table in tables), steps, k, metric, tables)
    pairs = [[source.to_json(), table.fingerprint] for source, table in zip(sources, tables, strict=True)]
    asked = {"tables": pairs, "steps": list(steps), "chosen": chosen}

    def fits(job: Job) -> bool:
        return _same(job.settings, asked)

    job = jobs.of(KIND, language, fits)
    if job is not None and fits(job):
        jobs.panel(job, language)
        made = None if job.active or job.state == "failed" else job.result()
        again = made is None and not job.active and st.button(words.TEXT[language].again)
        if not again:
            return None if made is None else made["document"]
    jobs.submit(KIND, FUNCTION, asked, seconds=_SECONDS)
    return st.rerun()


def cosines(made: dict[str, Any]) -> np.ndarray:
    """The cosine of each token compared, (n,)."""
    return np.array(made["cosines"], dtype=np.float64)


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two requests are about the same tables, whatever they are called, and the same choices."""
    prints = [[fingerprint for _, fingerprint in asked["tables"]] for asked in (one, other)]
    return prints[0] == prints[1] and all(one[key] == other[key] for key in ("steps", "chosen"))


@st.cache_resource(max_entries=64, show_spinner=False)
def _at_once(
    fingerprints: tuple[str, ...], steps: tuple[str, ...], k: int, metric: str, _tables: list[EmbeddingTable]
) -> dict[str, Any]:
    table, *others = (cache.derived(one, steps) for one in _tables)
    return document(table, *((one, compare(table, one, k=k, metric=metric, seed=SEED)) for one in others))
