"""Jobs for a server that is about to suffer."""

import os
import subprocess
import time
from pathlib import Path

import numpy as np

from embedlab.checkpoints import open_table


def family(settings, emit, should_stop):
    """Has started a process of its own when it falls into a loop in C."""
    child = subprocess.Popen(["sleep", "600"])
    emit({"pid": os.getpid(), "child": child.pid})
    sum(iter(int, 1))


def mapped(settings, emit, should_stop):
    """Reads the rows of a mapped file again and again."""
    table = open_table(Path(settings["path"]))
    while not should_stop():
        emit({"pid": os.getpid(), "done": int(np.isfinite(table.vectors).sum())})
        time.sleep(0.01)
    return {}


def large(settings, emit, should_stop):
    """Finds more than its disk holds, and talks about it."""
    print("x" * 2**19)
    return {"found": np.zeros(settings["bytes"], np.uint8)}
