"""Files that a person opens: kept in a private folder of their session, inspected, and forgotten with it."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from embedlab.checkpoints import Checkpoint, inside, open_checkpoint, read_vocabulary
from embedlab.checkpoints.progress import heard
from embedlab.errors import EmbedlabError, FileError
from embedlab.jobs.keeper import vet
from embedlab.text.pages import checkpoint as words
from embedlab.ui import reach, session
from embedlab.ui.escaping import markdown
from embedlab.ui.folder import Folder
from embedlab.ui.session import Source
from embedlab.wording import fill

LONG = 16 * 2**20  # bytes of a file whose reading is shown
_PIECE = 2**20  # bytes copied at a time
_NAME = 200  # bytes of a file's name; file systems take 255
_ON_VIEW, COMPARED, BASELINE = "inspected", "compared", "baseline"  # slots of the session


def root() -> Path | None:
    """The folder below which files may be opened by path: EMBEDLAB_ROOT; None where nobody set it, or others could."""
    named = os.environ.get("EMBEDLAB_ROOT")
    return Path(named) if named and reach.is_local() else None


def inspected() -> Source:
    """The file on view: the one last opened on the page, else that of the table in use."""
    return st.session_state.get(_ON_VIEW) or session.current().source


def chosen(slot: str) -> Source | None:
    """The file last opened for a purpose of its own: COMPARED or BASELINE."""
    return st.session_state.get(slot)


def fault(slot: str = _ON_VIEW) -> EmbedlabError | None:
    """Why the file last chosen for a slot could not be opened."""
    return st.session_state.get(f"{slot}_fault")


def look(source: Source) -> Checkpoint:
    """What is in a file, found once per server while it stays the same. Raises FileError."""
    return _look(replace(source, tensor=None), session.stamps(source))


def upload_key(name: str) -> str:
    """The key of an upload box. It changes with every file, so that Streamlit lets go of the bytes."""
    return f"{name}_{st.session_state.get('uploads_taken', 0)}"


def take_upload(box: str = "checkpoint", slot: str = _ON_VIEW) -> None:
    """Callback of an upload box: keep the file on disk and put it into the slot, if it can be opened."""
    path = _kept(box, slot)
    if path is not None:
        _open(Source(str(path), name=path.name), slot)


def take_vocabulary() -> None:
    """Callback of the box for tokens: name the rows of the file on view by them."""
    path = _kept("vocabulary")
    if path is not None:
        _open(replace(inspected(), vocabulary=str(path)))


def take_path(box: str = "checkpoint_path", slot: str = _ON_VIEW) -> None:
    """Callback of a path box: put a file below EMBEDLAB_ROOT into the slot, if it can be opened."""
    top, text = root(), st.session_state[box].strip()
    if top is None or not text:
        return
    try:
        path = inside(top, text)
    except EmbedlabError as error:
        st.session_state[f"{slot}_fault"] = error
    else:
        _open(Source(str(path), name=path.name), slot)


def _open(source: Source, slot: str = _ON_VIEW) -> None:
    """The new file in the slot, or the fault that kept it out; what was there and in use then stays."""
    st.session_state.pop(f"{slot}_fault", None)
    try:
        vocabulary = Path(source.vocabulary) if source.vocabulary else None
        with _progress(source.name or ""):
            vet(Path(source.path), vocabulary, source.name)
        if vocabulary:
            read_vocabulary(vocabulary)
        look(source)
    except EmbedlabError as error:
        st.session_state[f"{slot}_fault"] = error
    else:
        st.session_state[slot] = source
    _forget()


@contextmanager
def _progress(name: str) -> Iterator[None]:
    """How far a large file is that is read whole, as text is: a bar at the top of the page until the page stands."""
    bars: list[DeltaGenerator] = []

    def draw(done: int, total: int) -> None:
        if total < LONG:
            return
        language = session.language()
        facts = {"name": markdown(name), "done": done / 1e6, "total": total / 1e6}
        said = fill(words.TEXT[language].reading, language, **facts)
        if not bars:
            bars.append(st.progress(0.0))
        bars[0].progress(min(1.0, done / total), said)

    with heard(draw):
        yield


def _kept(name: str, slot: str = _ON_VIEW) -> Path | None:
    """The uploaded file, written to the session's folder piece by piece. The folder goes with the session.

    None where there is none, or where the disk has no room for it, which is then the fault of the slot.
    """
    upload = st.session_state.get(upload_key(name))
    if upload is None:
        return None
    number = st.session_state["uploads_taken"] = st.session_state.get("uploads_taken", 0) + 1
    named = re.sub(r"[^\w.\- ]", "_", upload.name).strip(". ")
    named = named.encode()[-_NAME:].decode("utf-8", "ignore") or "file"  # its end: readers look at the suffix
    try:
        path = _folder() / str(number) / named
        path.parent.mkdir()
        with path.open("wb") as file:
            shutil.copyfileobj(upload, file, _PIECE)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, getattr(errno, "EDQUOT", None)):
            raise
        found = FileError("file.no_room", reason="upload", name=upload.name, bytes=upload.size)
        st.session_state[f"{slot}_fault"] = found
        _forget()
        return None
    return path


def _folder() -> Path:
    if "uploads" not in st.session_state:
        st.session_state["uploads"] = Folder()
    return st.session_state["uploads"].path


def _forget() -> None:
    """Remove uploads that are neither in a slot nor in use."""
    if "uploads" not in st.session_state:
        return
    wanted = [st.session_state.get(key) for key in (_ON_VIEW, COMPARED, BASELINE, "table_in_use")]
    used = {Path(path).parent for source in wanted if source for path in (source.path, source.vocabulary) if path}
    for folder in _folder().iterdir():
        if folder not in used:
            shutil.rmtree(folder, ignore_errors=True)


@st.cache_resource(max_entries=16, show_spinner=False)
def _look(source: Source, stamps: tuple[tuple[int, int], ...]) -> Checkpoint:
    return open_checkpoint(Path(source.path), Path(source.vocabulary) if source.vocabulary else None, source.name)
