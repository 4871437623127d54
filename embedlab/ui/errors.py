"""Turns what went wrong into one sentence on the page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import streamlit as st

from embedlab.errors import EmbedlabError
from embedlab.text.errors import say_error
from embedlab.text.pages import shell
from embedlab.ui.escaping import markdown, visible
from embedlab.wording import Language

_log = logging.getLogger(__name__)


def _box(said: str) -> None:
    st.error(markdown(said, limit=None))


@contextmanager
def told(language: Language, tell: Callable[[str], None] = _box) -> Iterator[None]:
    """What is inside ends at its first error, and the page says it; what follows goes on.

    Our own errors are said in the reader's language. Any other is logged, and the page apologises.
    tell: takes the sentence as plain text; without it the sentence stands in a box.
    """
    try:
        yield
    except EmbedlabError as error:
        tell(plain(error, language))
    except Exception:
        _log.exception("a page failed")
        tell(shell.TEXT[language].sorry)


def sentence(error: EmbedlabError, language: Language) -> str:
    """The sentence of an error as markdown; every text in its fields is cut and made visible."""
    return markdown(plain(error, language), limit=None)


def plain(error: EmbedlabError, language: Language) -> str:
    """The same for what shows text as it is.

    Of a `path` only the name is said: where the server keeps its files is not the reader's business.
    """
    fields = {name: _named(value) if name == "path" else value for name, value in error.fields.items()}
    shown = type(error)(error.code, **{name: _shown(value) for name, value in fields.items()})
    return say_error(shown, language)


def _named(path: Any) -> str:
    return Path(str(path)).name


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, (list, tuple)):
        return [_shown(part) for part in value]
    if isinstance(value, dict):
        return {name: _shown(part) for name, part in value.items()}
    return value
