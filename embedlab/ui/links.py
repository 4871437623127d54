"""Keeps choices in the link by their keys, so that a link means the same to readers of both languages.

Streamlit's own binding writes a choice as its label stands on the screen; it serves numbers and texts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T", str, list[str])


def take(key: str, options: Collection[str], default: T) -> T:
    """The value for the widget `key`, which is drawn next and without a default of its own.

    It is that of `?key=` where the link is new, else what the reader chose last, else the default; the link then says
    it, unless it is the default. A default that is a list stands for a widget of several values.
    """
    asked = st.query_params.get_all(key)
    known = [value for value in asked if value in options]
    if known and asked != _written().get(key, []):
        st.session_state[key] = known if isinstance(default, list) else known[0]
    value = st.session_state.setdefault(key, default)
    if st.session_state.get("page_is_new"):
        st.session_state[key] = value  # else the browser draws the widget of a new page without its kept value
    put(key, value, default)
    return value


def read(key: str) -> None:
    """Take the text of `?key=` where the link is new. Once per page and at its top: a link that a part of a page was
    asked with may be older than what the reader chose since.

    The value is then in the session, if there is one. A link without it, on the page that stands, is the reader's way
    back to the default.
    """
    asked = st.query_params.get_all(key)
    if asked == _written().get(key, []):
        return
    if asked:
        st.session_state[key] = asked[0]
    elif not st.session_state.get("page_is_new"):
        st.session_state.pop(key, None)


def enter(page: str) -> None:
    """Note which page is drawn now: `take` then knows whether its widgets are new to the browser."""
    st.session_state["page_is_new"] = st.session_state.get("page_drawn") != page
    st.session_state["page_drawn"] = page


def put(key: str, value: str | list[str], default: str | list[str]) -> None:
    """Write a value into the link, or nothing where it is the default."""
    values = [] if value == default else value if isinstance(value, list) else [value]
    if st.query_params.get_all(key) != values:
        if values:
            st.query_params[key] = values
        else:
            del st.query_params[key]
    _written()[key] = values


def _written() -> dict[str, Any]:
    """What we put into the link last: another value there came with a new link."""
    return st.session_state.setdefault("links_written", {})
