"""Widgets that choose settings. Every value is in the link and survives a change of page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import streamlit as st

from embedlab.errors import QueryError
from embedlab.neighbours import METRICS, TokenMatch, complete, find_token
from embedlab.preprocessing import STEPS
from embedlab.settings import Parameter, parameters
from embedlab.table import EmbeddingTable
from embedlab.text.pages import shell
from embedlab.ui import cache, links
from embedlab.ui.errors import told
from embedlab.ui.escaping import visible
from embedlab.wording import LANGUAGES, Language, fill, number

_MATCHES = 8  # tokens offered below the token box
_METRIC = "cosine"  # where nothing was chosen
_FIRST = 500  # rows listed in the box of several tokens
_MOST = 100  # rows of one list


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


def one_of(
    label: str,
    key: str,
    names: Mapping[str, str],
    default: str | None = None,
    help: str | None = None,
    label_visibility: Literal["visible", "collapsed"] = "visible",
) -> str:
    """One of a few by its key, with its name on the screen (`?key=`).

    default: where nothing was chosen, or what was is no longer offered; the first of all where it is None.
    """
    chosen = _chosen(key, names, default or next(iter(names)))
    st.segmented_control(
        label,
        list(names),
        required=True,
        format_func=names.__getitem__,
        help=help,
        key=key,
        persist_state="session",
        wrap=True,
        label_visibility=label_visibility,
    )
    return chosen


def one_of_many(label: str, key: str, names: Mapping[str, str], default: str) -> str:
    """As `one_of`, in a box that opens: for more than stand side by side."""
    chosen = _chosen(key, names, default)
    st.selectbox(label, list(names), format_func=names.__getitem__, key=key, persist_state="session")
    return chosen


def _chosen(key: str, names: Mapping[str, str], default: str) -> str:
    """What is chosen for the widget drawn next; the default where it is no longer offered."""
    if st.session_state.get(key) not in names:
        st.session_state.pop(key, None)
    return links.take(key, names, default)


def metric(language: Language) -> str:
    """The metric in use, the same on every page (`?metric=cosine`)."""
    text = shell.TEXT[language]
    names = {key: known.short.say(language) for key, known in METRICS.items()}
    return one_of(text.metric, "metric", names, _METRIC, text.metric_help)


def steps(language: Language) -> tuple[str, ...]:
    """The preprocessing steps in the order chosen, as the declaration writes them (`?steps=centred`); () is raw."""
    text = shell.TEXT[language]
    chosen = links.take("steps", STEPS, [])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.multiselect(
            text.steps,
            list(STEPS),
            format_func=lambda key: STEPS[key].label.say(language),
            placeholder=text.steps_none,
            select_all=False,
            help=text.steps_help,
            key="steps",
            persist_state="session",
        )
        return tuple(_step(key, language) for key in chosen)


def count(label: str, help: str, default: int, high: int, key: str) -> int:
    """A whole number from 1 to `high` or 100, whichever is less (`?k=`)."""
    high = max(1, min(high, _MOST))
    return int(st.number_input(label, 1, high, value=min(default, high), help=help, key=key, **_kept()))


def familiar(table: EmbeddingTable, language: Language) -> list[str]:
    """Tokens to begin with: the words every reader knows, as far as the table has them, else its middle row."""
    return _familiar(table.fingerprint, language, table)


@st.cache_resource(max_entries=64, show_spinner=False)
def _familiar(fingerprint: str, language: Language, _table: EmbeddingTable) -> list[str]:
    wanted = [*shell.TEXT[language].familiar, *(word for known in LANGUAGES for word in shell.TEXT[known].familiar)]
    found = [word for word in dict.fromkeys([*wanted, *map(str.lower, wanted)]) if _has(_table, word)]
    return found[: len(shell.EN.familiar)] or [f"#{_table.n_rows // 2}"]


@contextmanager
def token(table: EmbeddingTable, language: Language) -> Iterator[str]:
    """What stands in the token box (`?token=`), an element of ours, which is drawn inside; the page calls `links.read`.

    Without a choice it follows table and language. The link is told last: the browser draws the answer before it.
    """
    default = familiar(table, language)[0]
    typed = st.session_state.get("token", default)
    yield typed
    links.put("token", typed, default)


def match(table: EmbeddingTable, typed: str) -> TokenMatch:
    """The row that was typed. Raises QueryError as `find_token` does."""
    return find_token(table, typed, cache.index(table))


def offers(table: EmbeddingTable, typed: str) -> tuple[str, ...]:
    """Other texts for the token box: other cases of what was typed, tokens that begin with it or hold it.

    Without a row for what was typed: what may have been meant.
    """
    index = cache.index(table)
    near = [_written(table, row) for row in complete(table, typed, _MATCHES + 1, index)]
    try:
        known = (typed, _written(table, find_token(table, typed, index).id))
    except QueryError as error:
        near, known = [*near, *error.fields.get("suggestions", ())], ()
    return tuple(text for text in dict.fromkeys(near) if text not in known)[:_MATCHES]


def put_token(text: str) -> None:
    """Write into the token box, in a callback. The link cannot hold half a surrogate pair."""
    st.session_state["token"] = text.encode("utf-8", "replace").decode()


def tokens(table: EmbeddingTable, language: Language, label: str, help: str, most: int) -> list[int]:
    """The rows of several tokens (`?tokens=`), each once; a text that no row has is said here and left out.

    Tokens chosen for another table begin anew where this one lacks one of them.
    """
    chosen, chosen_for = st.session_state.get("tokens", []), st.session_state.get("tokens_of", table.fingerprint)
    if chosen_for != table.fingerprint and not all(_has(table, one) for one in chosen):
        st.session_state["tokens"] = familiar(table, language)
    st.session_state["tokens_of"] = table.fingerprint
    typed = st.multiselect(
        label,
        _on_offer(table, language),
        default=familiar(table, language),
        format_func=visible,
        help=help,
        max_selections=most,
        accept_new_options=True,
        select_all=False,
        key="tokens",
        **_kept(),
    )
    ids: dict[int, None] = {}
    for one in typed:
        with told(language):
            ids[find_token(table, one, cache.index(table)).id] = None
    return list(ids)


def choice(label: str, names: Sequence[str], index: int, key: str) -> int:
    """Which of several tokens: its place."""

    def named(place: int) -> str:
        return visible(names[place])

    return st.selectbox(label, range(len(names)), index, format_func=named, key=key, **_kept())


def names(table: EmbeddingTable, ids: Sequence[int]) -> list[str]:
    """The tokens of different rows; one that several of them have is followed by its id."""
    found = [table.tokens[row] for row in ids]
    return [name if found.count(name) == 1 else f"{name} #{row}" for name, row in zip(found, ids, strict=True)]


def _on_offer(table: EmbeddingTable, language: Language) -> list[str]:
    """What the box of tokens lists: the familiar ones and the first rows. Every other token can be typed."""
    return list(
        dict.fromkeys([*familiar(table, language), *(_written(table, row) for row in range(_FIRST)[: table.n_rows])])
    )


def _has(table: EmbeddingTable, word: str) -> bool:
    try:
        find_token(table, word, cache.index(table))
    except QueryError:
        return False
    return True


def _written(table: EmbeddingTable, row: int) -> str:
    """What to write into the box to get exactly this row: its token where that is plain and its own, else its id."""
    name = table.tokens[row]
    plain = visible(name) == name and name == name.strip() and not (name[0] == "#" and name[1:].isdecimal())
    return name if plain and table.ids_by_token[name][0] == row else f"#{row}"


def _step(key: str, language: Language) -> str:
    found = STEPS[key].parameter
    return key if found is None else f"{key}:{parameter(found, language, found.name)}"


def _format(found: Parameter) -> str | None:
    return None if found.whole else "%g"


def _kept() -> dict[str, Any]:
    return {"bind": "query-params", "persist_state": "session"}
