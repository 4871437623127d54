"""Files that a person opens: kept in a private folder of their session, inspected, and forgotten with it."""

from __future__ import annotations

import os
import re
import shutil
import weakref
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import streamlit as st

from embedlab.checkpoints import Checkpoint, inside, open_checkpoint, read_vocabulary
from embedlab.errors import EmbedlabError
from embedlab.jobs.keeper import vet
from embedlab.ui import session
from embedlab.ui.session import Source

_PIECE = 2**20  # bytes copied at a time


class Folder:
    """A private folder that is removed when nothing refers to it any more: with the session that holds it."""

    def __init__(self) -> None:
        self.path = Path(mkdtemp(prefix="embedlab-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def root() -> Path | None:
    """The folder below which files may be opened by path: EMBEDLAB_ROOT; None where nobody set it."""
    named = os.environ.get("EMBEDLAB_ROOT")
    return Path(named) if named else None


def inspected() -> Source:
    """The file on view: the one last opened on the page, else that of the table in use."""
    return st.session_state.get("inspected") or session.current().source


def fault() -> EmbedlabError | None:
    """Why the file last chosen could not be opened."""
    return st.session_state.get("file_fault")


def look(source: Source) -> Checkpoint:
    """What is in a file, found once per server while it stays the same. Raises FileError."""
    return _look(replace(source, tensor=None), session.stamps(source))


def upload_key(name: str) -> str:
    """The key of an upload box. It changes with every file, so that Streamlit lets go of the bytes."""
    return f"{name}_{st.session_state.get('uploads_taken', 0)}"


def take_upload() -> None:
    """Callback of the upload box: keep the file on disk and put it on view, if it can be opened."""
    path = _kept("checkpoint")
    if path is not None:
        _open(Source(str(path), name=path.name))


def take_vocabulary() -> None:
    """Callback of the box for tokens: name the rows of the file on view by them."""
    path = _kept("vocabulary")
    if path is not None:
        _open(replace(inspected(), vocabulary=str(path)))


def take_path() -> None:
    """Callback of the path box: put a file below EMBEDLAB_ROOT on view, if it can be opened."""
    top, text = root(), st.session_state["checkpoint_path"].strip()
    if top is None or not text:
        return
    try:
        path = inside(top, text)
    except EmbedlabError as error:
        st.session_state["file_fault"] = error
    else:
        _open(Source(str(path), name=path.name))


def _open(source: Source) -> None:
    """The new file on view, or the fault that kept it out; what was on view and in use then stays."""
    st.session_state.pop("file_fault", None)
    try:
        vocabulary = Path(source.vocabulary) if source.vocabulary else None
        vet(Path(source.path), vocabulary, source.name)
        if vocabulary:
            read_vocabulary(vocabulary)
        look(source)
    except EmbedlabError as error:
        st.session_state["file_fault"] = error
    else:
        st.session_state["inspected"] = source
    _forget()


def _kept(name: str) -> Path | None:
    """The uploaded file, written to the session's folder piece by piece. The folder goes with the session."""
    upload = st.session_state.get(upload_key(name))
    if upload is None:
        return None
    number = st.session_state["uploads_taken"] = st.session_state.get("uploads_taken", 0) + 1
    folder = _folder() / str(number)
    folder.mkdir()
    path = folder / (re.sub(r"[^\w.\- ]", "_", upload.name).strip(". ")[-100:] or "file")
    with path.open("wb") as file:
        shutil.copyfileobj(upload, file, _PIECE)
    return path


def _folder() -> Path:
    if "uploads" not in st.session_state:
        st.session_state["uploads"] = Folder()
    return st.session_state["uploads"].path


def _forget() -> None:
    """Remove uploads that are neither on view nor in use."""
    wanted = [st.session_state.get(key) for key in ("inspected", "table_in_use")]
    used = {Path(path).parent for source in wanted if source for path in (source.path, source.vocabulary) if path}
    for folder in _folder().iterdir():
        if folder not in used:
            shutil.rmtree(folder, ignore_errors=True)


@st.cache_resource(max_entries=16, show_spinner=False)
def _look(source: Source, stamps: tuple[tuple[int, int], ...]) -> Checkpoint:
    return open_checkpoint(Path(source.path), Path(source.vocabulary) if source.vocabulary else None, source.name)
