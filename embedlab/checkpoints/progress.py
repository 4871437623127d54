"""Progress of a file that takes long to open: whoever waits for it listens, a reader tells how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[int, int], None] | None] = ContextVar("listener", default=None)


@contextmanager
def heard(listener: Callable[[int, int], None]) -> Iterator[None]:
    """While this lasts, `listener(done, total)` gets the bytes read so far and those of the file.

    An exception that it raises stops the opening, and leaves it.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(done: int, total: int) -> None:
    """Tell the listener, if there is one."""
    listener = _listener.get()
    if listener is not None:
        listener(done, total)
