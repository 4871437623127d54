"""Inner loops in machine code. Job code: it imports numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def compiled(loop: Callable[..., None], *called: Callable[..., None]) -> Callable[..., Any]:
    """The same function of arrays and numbers in machine code, which other threads may run at the same time.

    called: functions of the same file that it calls. It is kept on disk: only its first call after a change of the
    file takes a second. numba's own threads are never used: they do not survive a fork.
    """
    from numba import njit
    from numba.extending import register_jitable

    for part in called:
        register_jitable(part)
    return njit(nogil=True, cache=True)(loop)
