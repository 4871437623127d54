"""A class on one server: the table that the teacher gives it, what it answers, and whether it may train.

All of it lies in memory, without names, and ends with the server. `make class` starts such a server and hands it the
teacher's word and the join link (`open_class.py`); any other server has no class, and then nothing here does anything.
"""

from __future__ import annotations

import hmac
import os
import secrets
import shutil
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

import streamlit as st

from embedlab.errors import JobError
from embedlab.text.cards import Card
from embedlab.ui import session
from embedlab.ui.folder import Folder
from embedlab.ui.session import Source
from embedlab.wording import Language

TEACHER, LINK = "EMBEDLAB_CLASS_TEACHER", "EMBEDLAB_CLASS_LINK"  # set for the server by open_class.py
Training = Literal["on", "limited", "off"]
TRAINING: tuple[Training, ...] = get_args(Training)
WAIT = 300.0  # seconds between two runs of one browser where training is limited


@dataclass
class Room:
    """What one class shares.

    edition:  grows whenever the table given to the class changes; lesson: whenever everything begins anew.
    answers:  by card and browser, the first choice. cards: by card and language, its words, for the teacher's page.
    """

    table: Source | None = None
    edition: int = 0
    lesson: int = 0
    training: Training = "on"
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    cards: dict[tuple[str, Language], Card] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    runs: dict[str, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    folder: Folder | None = None

    def give(self, source: Source | None) -> None:
        """Make a table the class's; None gives the shipped one back. Uploads are kept: their owner may leave."""
        with self.lock:
            self.folder, kept = self._kept(source) if source else (None, None)
            self.table = kept
            self.edition += 1

    def begin(self) -> None:
        """A new lesson: no table, no answers, training on."""
        self.give(None)
        with self.lock:
            self.answers.clear()
            self.runs.clear()
            self.training = "on"
            self.lesson += 1

    def answer(self, key: str, person: str, choice: str) -> None:
        """Count a choice: the first one of each browser, for whoever has seen the verdict knows better."""
        with self.lock:
            self.answers.setdefault(key, {}).setdefault(person, choice)

    def counts(self, key: str) -> Mapping[str, int]:
        """How many chose what."""
        with self.lock:
            return Counter(self.answers.get(key, {}).values())

    def card(self, key: str, language: Language) -> Card:
        """The words of a card that somebody answered: in this language where anybody saw it so, else as it was seen."""
        known = self.cards.get((key, language))
        return known or next(card for (name, _), card in self.cards.items() if name == key)

    def permit(self, person: str, now: float) -> None:
        """Note that a browser trains. Raises JobError `job.training_off`, `job.training_limited`."""
        with self.lock:
            if self.training == "off":
                raise JobError("job.training_off")
            wait = WAIT - (now - self.runs.get(person, -WAIT))
            if self.training == "limited" and wait > 0:
                raise JobError("job.training_limited", minutes=round(WAIT / 60), seconds=round(wait) + 1)
            self.runs[person] = now

    @staticmethod
    def _kept(source: Source) -> tuple[Folder, Source]:
        folder = Folder()
        kept = source
        for name in ("path", "vocabulary"):
            path = getattr(source, name)
            if path and Path(path).parent != session.SHIPPED:
                kept = replace(kept, **{name: shutil.copy(path, folder.path)})
        return folder, kept


_room = Room()


def running() -> bool:
    """Whether this server was started for a class."""
    return bool(os.environ.get(TEACHER))


def room() -> Room:
    """The one room of this server."""
    return _room


def join_link() -> str:
    """What the class types to come in."""
    return os.environ.get(LINK, "")


def teaching() -> bool:
    """Whether this session came by the teacher's link."""
    return bool(st.session_state.get("class_teaches"))


def enter() -> None:
    """Join the room: first thing of every page. A table given since the last page is then the one in use."""
    if not running():
        return
    word = st.query_params.get("teacher")
    if word is not None:
        st.session_state["class_teaches"] = hmac.compare_digest(word.encode(), os.environ[TEACHER].encode())
        del st.query_params["teacher"]  # the projector shows the address
    found = room()
    if not teaching():
        found.people.add(_person())
    if st.session_state.get("class_edition", 0) != found.edition:
        st.session_state["class_edition"] = found.edition
        st.session_state.pop("table_in_use", None)
        if found.table is not None:
            st.session_state["table_in_use"] = found.table


def card_key(key: str) -> str:
    """The key of a card's choice: another one in each lesson, so that a new lesson asks anew."""
    return f"card {room().lesson} {key}"


def answered(key: str, card: Card, language: Language, choice: str) -> Mapping[str, int]:
    """Count the choice of this browser and say what the class chose; nothing where there is no class.

    The teacher's own choice is not counted.
    """
    if not running():
        return {}
    room().cards[key, language] = card
    if not teaching():
        room().answer(key, _person(), choice)
    return room().counts(key)


def permit_training() -> None:
    """Raises JobError where the teacher has switched training off, or this browser must wait."""
    if running() and not teaching():
        room().permit(_person(), time.monotonic())


def _person() -> str:
    return st.session_state.setdefault("class_person", secrets.token_urlsafe(16))
