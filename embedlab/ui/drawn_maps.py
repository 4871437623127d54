"""Where the maps of the page come from: shipped beforehand (tools/ship_maps.py), or drawn by a job.

And where that comes from which doubts them: twins, other runs and tests of groups, each a job beside that of the maps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import streamlit as st

from embedlab.distortion.comparison_job import stability_of, twins_of
from embedlab.distortion.job import maps_of
from embedlab.distortion.results import Maps
from embedlab.distortion.selection import MapsSettings
from embedlab.jobs import Job
from embedlab.table import EmbeddingTable
from embedlab.ui import jobs
from embedlab.ui.page import Context
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES

KIND = "maps"
TWINS, STABILITY, GROUPS = "maps.twins", "maps.stability", "maps.groups"
_FUNCTIONS = {
    TWINS: "embedlab.distortion.comparison_job:twins",
    STABILITY: "embedlab.distortion.comparison_job:stability",
    GROUPS: "embedlab.distortion.groups_job:run",
}
_SECONDS, _MEGABYTES = 1800.0, 4096  # 50,000 rows on two cores
# A map under way at a stop is judged too: on two busy cores 3 s for 526 rows, 6 s for 5,000.
_GRACE = 60.0


@dataclass(frozen=True)
class Drawn:
    """The maps that stand, if any, and the job that draws them; shipped maps have none."""

    maps: Maps | None
    job: Job | None = None

    @property
    def rest(self) -> Literal["coming", "stopped", "failed"]:
        """Why a map that was asked for does not stand."""
        if self.job is not None and self.job.active:
            return "coming"
        return "stopped" if self.job is not None and self.job.state == "stopped" else "failed"


def find(context: Context, settings: MapsSettings) -> Drawn:
    """The maps of the table in use: the shipped ones at once, else those of the job, which is asked for if need be.

    Raises JobError `job.queue_full`.
    """
    ready = shipped(context.table, settings)
    here = context.table.fingerprint
    job = jobs.of(KIND, context.language, lambda found: found.work.settings["fingerprint"] == here)
    if ready is not None:
        if job is not None and job.active:
            job.stop()
        return Drawn(ready)
    wanted = asked(context, settings)
    if job is None or job.work.settings != json.loads(json.dumps(wanted)):
        job = again(wanted)
    return Drawn(standing(job), job)


def asked(context: Context, settings: MapsSettings) -> dict[str, Any]:
    """What every job of these maps is asked with."""
    here = context.table.fingerprint
    return {"table": context.source.to_json(), "fingerprint": here, "maps": settings.to_json()}


def ask_beside(kind: str, context: Context, settings: MapsSettings, **more: Any) -> Job:
    """Ask for twins, other runs, or tests of groups. Raises JobError `job.queue_full`."""
    wanted = {**asked(context, settings), **more}
    return jobs.submit(kind, _FUNCTIONS[kind], wanted, seconds=_SECONDS, megabytes=_MEGABYTES)


def beside(kind: str, context: Context, settings: MapsSettings) -> Job | None:
    """This session's job of a kind, if it is about these maps; one about others is stopped."""
    job = jobs.beside(kind)
    wanted = json.loads(json.dumps(asked(context, settings)))
    if job is None or all(job.settings[name] == value for name, value in wanted.items()):
        return job
    if job.active:
        job.stop()
    return None


def compared(maps: Maps, context: Context, settings: MapsSettings) -> Maps:
    """The maps with the twins and the other runs that stand by now."""
    twins, runs = (_ended(kind, context, settings) for kind in (TWINS, STABILITY))
    if twins is not None:
        maps = maps.with_twins(twins_of(twins))
    return maps if runs is None else maps.with_stability(stability_of(runs))


def _ended(kind: str, context: Context, settings: MapsSettings) -> dict[str, Any] | None:
    job = beside(kind, context, settings)
    return None if job is None or job.active else job.work.result


def again(wanted: Mapping[str, Any]) -> Job:
    """Ask for the maps, also after a run of the same was stopped."""
    limits = {"seconds": _SECONDS, "megabytes": _MEGABYTES, "grace": _GRACE}
    return jobs.submit(KIND, "embedlab.distortion.job:run", dict(wanted), **limits)


def standing(job: Job) -> Maps | None:
    """What a job has drawn so far, or what it left behind when it was stopped or failed."""
    if not job.active and job.work.result is not None:
        return maps_of(job.work.result)
    progress = job.progress
    return Maps.from_arrays(progress["document"], progress["arrays"]) if "document" in progress else None


def shipped(table: EmbeddingTable, settings: MapsSettings) -> Maps | None:
    """The maps of this table under these settings, if they came with the app."""
    for path in (SHIPPED / f"maps_{language}.json" for language in LANGUAGES):
        asked, maps = load(path)
        if asked == {"fingerprint": table.fingerprint, "maps": settings.to_json()}:
            return maps
    return None


@st.cache_resource(show_spinner=False)
def load(path: Path) -> tuple[dict[str, Any], Maps]:
    """What a shipped file answers (fingerprint and settings), and its maps: a .json and an .npz of the same name."""
    content = json.loads(path.read_text("utf-8"))
    with np.load(path.with_suffix(".npz"), allow_pickle=False) as arrays:
        return content["asked"], Maps.from_arrays(content["document"], dict(arrays))
