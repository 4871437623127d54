"""Widgets that choose settings. Every value is in the link and survives a change of page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from embedlab.neighbours import METRICS, complete
from embedlab.preprocessing import STEPS
from embedlab.settings import Parameter, parameters
from embedlab.table import EmbeddingTable
from embedlab.text.pages import shell
from embedlab.ui import cache
from embedlab.ui.escaping import markdown, visible
from embedlab.wording import Language, fill, number

_MATCHES = 8  # tokens offered below the token box


def widgets(settings: Any, language: Language, key: str) -> dict[str, Any]:
    """One widget per parameter of a settings class or instance; the chosen values by name, ready for `build`.

    `key` and the name make the key in the link: `?tsne_perplexity=30`.
    """
    return {found.name: parameter(found, language, f"{key}_{found.name}") for found in parameters(settings)}


def parameter(found: Parameter, language: Language, key: str) -> Any:
    """The widget of one parameter: a number in its interval, a switch, or a choice."""
    label, help_ = found.label.say(language), found.help.say(language)
    if found.choices:
        index = found.choices.index(found.default)
        return st.selectbox(label, found.choices, index=index, help=help_, key=key, **_kept())
    if isinstance(found.default, bool):
        return st.toggle(label, value=found.default, help=help_, key=key, **_kept())
    kind = int if found.whole else float
    low, high, step = (None if value is None else kind(value) for value in (found.low, found.high, found.step))
    if low is not None and high is not None:
        spec = ",d" if found.whole else ",g"
        limits = {"low": number(low, spec, language), "high": number(high, spec, language)}
        help_ = f"{help_} {fill(shell.TEXT[language].interval, language, **limits)}"
    return st.number_input(
        label, low, high, value=found.default, step=step, format=_format(found), help=help_, key=key, **_kept()
    )


def metric(language: Language) -> str:
    """The metric in use, the same on every page (`?metric=`)."""
    text = shell.TEXT[language]
    return st.segmented_control(
        text.metric,
        list(METRICS),
        default="cosine",
        required=True,
        format_func=lambda key: METRICS[key].label.say(language),
        help=text.metric_help,
        key="metric",
        **_kept(),
    )


def steps(language: Language) -> tuple[str, ...]:
    """The preprocessing steps in the order chosen, as the declaration writes them (`?steps=`); () is raw."""
    text = shell.TEXT[language]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.multiselect(
            text.steps,
            list(STEPS),
            format_func=lambda key: STEPS[key].label.say(language),
            placeholder=text.steps_none,
            help=text.steps_help,
            key="steps",
            **_kept(),
        )
        return tuple(_written(key, language) for key in chosen)


def token(table: EmbeddingTable, language: Language, default: str) -> str:
    """A box for one token (`?token=`), and below it buttons for tokens that begin with the text or hold it."""
    text = shell.TEXT[language]
    typed = st.text_input(text.token, default, help=text.token_help, key="token", **_kept())
    offer(
        table,
        language,
        [row for row in complete(table, typed, _MATCHES + 1, cache.index(table)) if table.tokens[row] != typed],
    )
    return typed


def offer(table: EmbeddingTable, language: Language, ids: list[int]) -> None:
    """Buttons that put a token into the token box; a token that another row has too goes by its id."""
    if not ids:
        return
    st.caption(shell.TEXT[language].matches)
    with st.container(horizontal=True, gap="xsmall"):
        for row in ids[:_MATCHES]:
            label = markdown(table.tokens[row])
            st.button(label, key=f"offer_{row}", on_click=_put, args=(_written_token(table, row),))


def _put(text: str) -> None:
    st.session_state["token"] = text


def _written_token(table: EmbeddingTable, row: int) -> str:
    """What to write into the box to get exactly this row: its token where that is plain and its own, else its id."""
    name = table.tokens[row]
    plain = visible(name) == name and name == name.strip() and not (name[0] == "#" and name[1:].isdecimal())
    return name if plain and table.ids_by_token[name][0] == row else f"#{row}"


def _written(key: str, language: Language) -> str:
    found = STEPS[key].parameter
    return key if found is None else f"{key}:{parameter(found, language, found.name)}"


def _format(found: Parameter) -> str | None:
    return None if found.whole else "%g"


def _kept() -> dict[str, Any]:
    return {"bind": "query-params", "persist_state": "session"}
