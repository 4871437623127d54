"""Jobs that behave and jobs that do not."""

import ctypes
import os
import sys
import time
from pathlib import Path

import numpy as np

from embedlab.errors import TableError


def answer(settings, emit, should_stop):
    return {
        "value": settings.get("value"),
        "main": sys.modules["__main__"].__file__,
        "pid": os.getpid(),
        "nice": os.nice(0),
    }


def arrays(settings, emit, should_stop):
    emit({"done": 1, "total": 2, "arrays": {"seen": np.arange(3)}})
    time.sleep(settings.get("seconds", 0.0))
    return {"matrix": np.eye(2, dtype=np.float32), "count": np.int64(4), "note": "não"}


def read(settings, emit, should_stop):
    path = Path(settings["path"])
    facts = {"sum": len(path.read_bytes()), "changed": path.stat().st_mtime_ns}
    return {"path": str(path), "folder": str(path.parent), **facts}


def stream(settings, emit, should_stop):
    """Ten times a second the time and a snapshot of 60 KB."""
    for _ in range(settings["messages"]):
        emit({"sent": time.time(), "arrays": {"seen": np.zeros((7_500, 2), np.float32)}})
        time.sleep(0.1)
    return {}


def patient(settings, emit, should_stop):
    """Counts until it is told to stop, and then returns how far it came."""
    done = 0
    while not should_stop() and done < settings.get("most", 10**9):
        done += 1
        emit({"done": done, "loss": 1 / done})
        time.sleep(0.005)
    return {"done": done}


def nothing(settings, emit, should_stop):
    """Has nothing to show when it is told to stop."""
    emit({"done": 1})
    while not should_stop():
        time.sleep(0.005)


def thorough(settings, emit, should_stop):
    """Needs another 1.5 seconds when it is told to stop."""
    emit({"done": 1})
    while not should_stop():
        time.sleep(0.005)
    time.sleep(1.5)
    return {"done": 2}


def once(settings, emit, should_stop):
    """Leaves a mark per run."""
    with Path(settings["marks"]).open("a") as marks:
        marks.write("x")
    time.sleep(0.3)
    return {}


def endless(settings, emit, should_stop):
    """A loop in C that never gives the interpreter back."""
    emit({"pid": os.getpid()})
    sum(iter(int, 1))


def segfault(settings, emit, should_stop):
    ctypes.string_at(0)


def abort(settings, emit, should_stop):
    os.abort()


def hog(settings, emit, should_stop):
    held = []
    while True:
        held.append(bytearray(2**22))


def small_hog(settings, emit, should_stop):
    held = []
    while True:
        held.append([len(held)])


def memory_error(settings, emit, should_stop):
    raise MemoryError


def exception(settings, emit, should_stop):
    raise ZeroDivisionError("by nothing")


def our_error(settings, emit, should_stop):
    raise TableError("table.not_float", dtype="int8")


def leave(settings, emit, should_stop):
    sys.exit(3)


def leave_at_once(settings, emit, should_stop):
    os._exit(0)


def flood(settings, emit, should_stop):
    for number in range(300_000):
        print("water", number)
    return {"printed": os.fstat(1).st_size}


def strange(settings, emit, should_stop):
    return {"value": object()}


def warm_up_crash():
    os.abort()


def warm_up_error():
    raise RuntimeError("no luck")
