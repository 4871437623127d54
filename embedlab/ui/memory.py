"""Lets go of what those who left have held, so that the server does not grow over days of classes."""

from __future__ import annotations

import contextlib
import gc
from typing import Any

import streamlit as st
from streamlit import runtime

_EVERY = 2.0  # seconds between two looks for those who left; each takes microseconds


def settle() -> None:
    """Once, when all modules are loaded.

    They are not walked again when garbage is collected. Streamlit would have that done after every script run, and
    `.streamlit/config.toml` tells it not to.
    """
    # Under hot reload a module is replaced again and again; frozen, the old ones would never go.
    if st.get_option("server.fileWatcherType") == "none":
        gc.collect()
        gc.freeze()
        if runtime.exists():
            server: Any = runtime.get_instance()
            with contextlib.suppress(AttributeError):  # the stand-in of AppTest for a server has no sessions
                kept = server._session_mgr._session_storage._cache
                loop = server._get_async_objs().eventloop
                loop.call_soon_threadsafe(_let_go, loop, kept, 0)


def _let_go(loop: Any, kept: Any, waiting: int) -> None:
    """Let go of the sessions that nobody will come back to, with what was uploaded in them.

    Streamlit keeps a session for `server.disconnectedSessionTTL` seconds after its browser left, but looks for those
    past it only when the next one leaves: what a class held would stay until the next class goes. Asking how many it
    keeps lets it look. waiting: how many there were at the last look.
    """
    still = len(kept)
    if waiting and not still:
        gc.collect()  # what was on their pages holds itself in circles
    loop.call_later(_EVERY, _let_go, loop, kept, still)
