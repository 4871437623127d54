"""Which rows are not their own best match, and which are hubs: at once where it is quick, else as a job (C11)."""

from __future__ import annotations

from typing import Any

import streamlit as st

from embedlab.claims import Outcome, own_best
from embedlab.claims.own_best_job import document
from embedlab.declaration import Declaration
from embedlab.jobs import Job
from embedlab.neighbours import METRICS
from embedlab.table import EmbeddingTable
from embedlab.text.pages import neighbours as words
from embedlab.ui import cache, cards, jobs
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.session import Source
from embedlab.ui.show import show as show_figure
from embedlab.ui.show import written
from embedlab.wording import Language, fill

KIND, FUNCTION = "neighbours.hubs", "embedlab.claims.own_best_job:run"
_AT_ONCE = 3e8  # products of numbers: a tenth of a second
_SECONDS = 900.0  # of a job


@st.fragment
def show(source: Source, table: EmbeddingTable, steps: tuple[str, ...], language: Language) -> None:
    """The card, and after the guess the shares and hubs of every metric."""

    def run() -> Outcome | None:
        with told(language):
            return _found(source, table, steps, language)

    cards.show("C11", words.TEXT[language].cards["C11"], language, run)


def _found(source: Source, table: EmbeddingTable, steps: tuple[str, ...], language: Language) -> Outcome | None:
    if table.n_rows * table.n_dims > own_best.LARGEST:
        return Outcome("too_large", {"largest": own_best.LARGEST})
    if table.n_rows**2 * table.n_dims <= _AT_ONCE:
        derived = cache.derived(table, steps)
        made = _at_once(derived.fingerprint, derived)
    else:
        job = _job(source, table, steps)
        jobs.panel(job, language)
        result = None if job.active or job.state == "failed" else job.result()
        if result is None:
            if not job.active and st.button(words.TEXT[language].again):
                _submit(job.settings)
                st.rerun()
            return None
        made = result["document"]
    if made is None:
        return Outcome("undecided", {"k": own_best.K})
    _list(table, steps, made, language)
    return own_best.verdict(made["by_metric"]["dot"]["share"], made["asked"], made["searched"])


def _job(source: Source, table: EmbeddingTable, steps: tuple[str, ...]) -> Job:
    """The work about this table after these steps, asked for where it is not under way or done."""
    wanted = {"table": source.to_json(), "fingerprint": table.fingerprint, "steps": list(steps)}
    job = jobs.beside(KIND)
    return job if job is not None and job.settings == wanted else _submit(wanted)


def _submit(wanted: dict[str, Any]) -> Job:
    return jobs.submit(KIND, FUNCTION, wanted, seconds=_SECONDS)


@st.cache_resource(max_entries=64, show_spinner=False)
def _at_once(fingerprint: str, _table: EmbeddingTable) -> dict[str, Any] | None:
    return document(own_best.ask_all(_table))


def _list(table: EmbeddingTable, steps: tuple[str, ...], made: dict[str, Any], language: Language) -> None:
    """A column per metric."""
    text, columns = words.TEXT[language], {}
    columns[text.hubs_measure] = [text.beaten, text.skew, text.in_none, text.largest]
    for key, one in made["by_metric"].items():
        skew = "–" if one["skew"] is None else written(one["skew"], "z.1f", language)
        hubs = " · ".join(
            f"{markdown(table.tokens[row])} {written(count, ',', language)}"
            for row, count in zip(one["hubs"], one["counts"], strict=True)
        )
        shares = [written(one[name], ".1%", language) for name in ("share", "in_none")]
        columns[METRICS[key].short.say(language)] = [shares[0], skew, shares[1], hubs]
    facts = {"asked": made["asked"], "searched": made["searched"], "k": own_best.K}
    st.markdown(fill(text.hubs, language, **facts))
    declared = Declaration.of(
        table, k=own_best.K, rows_shown=made["searched"], parameters={"asked": made["asked"]}, seed=0
    )
    show_figure(columns, _after(declared, steps), (), fill(text.hubs_alt, language, **facts))


def _after(declared: Declaration, steps: tuple[str, ...]) -> Declaration:
    """The declaration of the table after its steps, without making that table."""
    return Declaration(**{**declared.__dict__, "steps": (*declared.steps, *steps)})
