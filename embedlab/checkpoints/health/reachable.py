"""Tokens that their own tokenizer never makes: whoever writes their text gets others (Land and Bartolo 2024)."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from embedlab.checkpoints.health.kinds import KINDS, kinds_of
from embedlab.pieces import is_byte_level, text_of

_SECONDS, _MEGABYTES = 120, 2048  # processor time and memory of the process that asks
_PATIENCE = 0.2  # seconds between two looks at Stop
_WAIT = 10 * _SECONDS  # seconds of the clock: the machine may be busy
_TRIED = tuple(KINDS.index(kind) for kind in ("ordinary", "unused"))


def unreachable(
    tokenizer: Path | None, named: Sequence[str | None], should_stop: Callable[[], bool]
) -> np.ndarray | None:
    """Ids of the ordinary and unused tokens that a tokenizer makes of no text tried, (m,) int64, ascending.

    tokenizer: a tokenizer.json. named: the token of every id, None for an id without one. The text of a token, and
    what the vocabulary writes for it, are tried alone and after others; to be anywhere in what comes out is enough.
    Special tokens and those that are no whole UTF-8 are not tried. None where it cannot be known: there is no
    tokenizer.json, the `tokenizers` package does not read it, or it takes more than two minutes or 2 GB; and where
    it was stopped. The file is read in a process of its own.
    """
    if tokenizer is None:
        return None
    pieces = ["" if token is None else token for token in named]
    tried = np.flatnonzero(np.isin(kinds_of(pieces), _TRIED) & np.array([bool(piece) for piece in pieces], dtype=bool))
    byte_level = is_byte_level(pieces)
    order = {
        "path": str(tokenizer.absolute()),
        "ids": tried.tolist(),
        "texts": [text_of(pieces[row], byte_level) for row in tried],
        "pieces": [pieces[row] for row in tried],
        "seconds": _SECONDS,
        "megabytes": _MEGABYTES,
    }
    found = _asked(json.dumps(order).encode(), should_stop)
    return None if found is None else np.array(found, np.int64)


def _asked(order: bytes, should_stop: Callable[[], bool]) -> list[int] | None:
    with tempfile.TemporaryFile() as asked:
        asked.write(order)
        asked.seek(0)
        child = subprocess.Popen(
            [sys.executable, "-I", str(Path(__file__).with_name("reachable_child.py"))],
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TOKENIZERS_PARALLELISM": "false"},
        )
    try:
        for _ in range(round(_WAIT / _PATIENCE)):
            if should_stop():
                return None
            with contextlib.suppress(subprocess.TimeoutExpired):
                answer, _ = child.communicate(timeout=_PATIENCE)
                return json.loads(answer) if child.returncode == 0 else None
        return None
    finally:
        child.kill()
        child.communicate()  # and its pipe is closed
