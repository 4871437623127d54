"""Long work on a page: one engine per server, a panel with progress and Stop, and a way back after a reload."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable
from typing import Any

import streamlit as st

from embedlab.jobs import Engine, Job
from embedlab.text.pages import jobs as words
from embedlab.ui import classroom
from embedlab.ui.errors import sentence
from embedlab.wording import Language, fill

IMPORTS = ("torch", "openTSNE", "umap", "embedlab.training.job", "embedlab.distortion.job", "embedlab.checkpoints.job")
WARM_UP = "embedlab.ui.warm_up:warm_up"
SCHEDULER = "EMBEDLAB_SCHEDULER"  # the address of a dask scheduler, whose workers are used first (docs/cluster.md)
_POLL, _HEARTBEAT = 0.5, 5.0  # seconds between two looks at a run, on its own page and on others
_WARM_AFTER = 4.0  # seconds from the first browser: warming up takes a core, and the first picture goes first
# Where the functions live that a teacher may switch off.
_TRAINS = ("embedlab.training.", "embedlab.claims.", "embedlab.jobs.processes:")
_making = threading.Lock()
_made: list[Engine] = []
_soon: list[threading.Timer] = []


def engine() -> Engine:
    """The engine of this server, made at the first call; its host then warms up beside the pages."""
    with _making:
        if not _made:
            _made.append(Engine(imports=IMPORTS, warm_up=WARM_UP, scheduler=os.environ.get(SCHEDULER)))
        return _made[0]


def warm_soon() -> None:
    """Make the engine in a while, once, whoever asks first."""
    with _making:
        if _soon or _made:
            return
        _soon.append(threading.Timer(_WARM_AFTER, engine))
    _soon[0].daemon = True
    _soon[0].start()


def submit(kind: str, function: str, settings: dict[str, Any], **choices: Any) -> Job:
    """Ask for work in place of this session's earlier work of the kind. `choices` as in `Engine.submit`.

    kind: the name of the page it belongs to, which the link then holds (`?job=`); or "page.what" for what is done
    beside that, and not in the link. Raises JobError `job.queue_full`; in a class also as `permit_training` does.
    """
    if function.startswith(_TRAINS):
        classroom.permit_training()
    earlier = _known(kind)
    job = engine().submit(kind, function, settings, owner=_owner(), **choices)
    if earlier is not None and earlier is not job and earlier.active:
        earlier.stop(keep=False)
    _ids()[kind] = job.id
    if kind == _page(kind):
        st.query_params["job"] = job.id
    return job


def beside(kind: str) -> Job | None:
    """This session's work of a kind "page.what"."""
    return _known(kind)


def of(kind: str, language: Language, fits: Callable[[Job], bool] = lambda job: True) -> Job | None:
    """This session's work of a kind; after a reload that of the link (`?job=`). The link then holds its id.

    fits: whether the work of a link belongs to what is on the page; else that is said, and it is left alone.
    """
    asked = st.query_params.get("job")
    if asked and kind not in _ids():
        text, found = words.TEXT[language], engine().find(asked)
        if found is not None and found.kind == kind and fits(found):
            engine().find(asked, _owner())
            _ids()[kind] = asked
        else:
            del st.query_params["job"]
            st.info(text.unknown if found is None or found.kind != kind else text.elsewhere_made)
    job = _known(kind)
    if job is not None and asked != job.id:
        st.query_params["job"] = job.id
    return job


def panel(job: Job, language: Language, draw: Callable[[Job], None] | None = None) -> None:
    """The progress of work with its Stop button, and below it what `draw` shows of it; how it ended, if it did.

    While it is under way this part of the page renews itself, and the whole page once at the end.
    """
    if job.active:
        _live(job, language, draw)
    else:
        _say_end(job, language)
        st.session_state["jobs_seen"] = {*st.session_state.get("jobs_seen", ()), job.id}


def notice(page: str, language: Language, link: Callable[[str, str], None]) -> None:
    """One line per work that belongs to another page, which keeps it alive; `link(page, words)` draws a link.

    Called on every page. The first browser that comes has the engine made, so that it is warm when it is needed.
    """
    if st.context.url is not None:  # None without a browser, in tests of pages
        warm_soon()
    for kind in list(_ids()):
        job = _known(kind)
        if _page(kind) != page and job is not None and job.id not in st.session_state.get("jobs_seen", ()):
            if job.active:
                _elsewhere(job, language, link)
            else:
                link(_page(kind), _line(words.TEXT[language].elsewhere_ended, job, language))


@st.fragment(run_every=_POLL)
def _live(job: Job, language: Language, draw: Callable[[Job], None] | None) -> None:
    job.touch()
    if not job.active:
        st.rerun()
    text = words.TEXT[language]
    done, total = job.progress.get("done", 0), job.progress.get("total")
    share = min(1.0, done / total) if total else 0.0
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share, _line(text.share if total else text.line, job, language, share=share))
        stopping = job.state == "stopping"
        st.button(text.stop, help=text.stop_help, on_click=job.stop, disabled=stopping, key=f"stop_{job.kind}")
    if engine().failures:
        st.caption(text.cold)
    for trouble in engine().troubles:
        st.warning(sentence(trouble, language))
    if draw is not None:
        draw(job)


@st.fragment(run_every=_HEARTBEAT)
def _elsewhere(job: Job, language: Language, link: Callable[[str, str], None]) -> None:
    job.touch()
    if not job.active:
        st.rerun()
    link(_page(job.kind), _line(words.TEXT[language].elsewhere, job, language))


def _say_end(job: Job, language: Language) -> None:
    text = words.TEXT[language]
    for trouble in engine().troubles if job.state == "failed" else ():
        st.warning(sentence(trouble, language))
    if job.error is not None:
        (st.error if job.state == "failed" else st.warning)(sentence(job.error, language))
    elif job.state == "stopped":
        st.info(text.kept if job.work.result is not None else text.stopped)


def _line(template: str, job: Job, language: Language, **fields: Any) -> str:
    """A template with the name of the work and its state in words."""
    text, warming = words.TEXT[language], engine().warming
    if job.state == "queued" and warming is not None:
        state = fill(text.warming, language, seconds=warming)
    else:
        state = fill(text.states[job.state], language, position=job.position, seconds=job.seconds)
    return fill(template, language, name=text.names[job.kind], state=state, **fields)


def _page(kind: str) -> str:
    return kind.partition(".")[0]


def _known(kind: str) -> Job | None:
    job_id = _ids().get(kind)
    job = engine().find(job_id) if job_id else None
    if job is None:
        _ids().pop(kind, None)
    return job


def _ids() -> dict[str, str]:
    """The id of this session's work by kind."""
    return st.session_state.setdefault("jobs", {})


def _owner() -> str:
    """Who this session is to the engine."""
    return st.session_state.setdefault("jobs_owner", secrets.token_urlsafe(16))
