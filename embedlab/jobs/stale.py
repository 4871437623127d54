"""Folders of engines: one each, and those of killed servers are swept away."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "embedlab-jobs-"
_YOUNG = 60.0  # seconds; a younger folder may be waiting for its lock


def claim() -> Path:
    """A new private folder, locked as long as this process lives; folders whose owner is gone are removed."""
    parent = Path(tempfile.gettempdir())
    for folder in parent.glob(f"{PREFIX}*"):
        if _abandoned(folder):
            shutil.rmtree(folder, ignore_errors=True)
    root = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
    _lock(root)
    return root


def _lock(root: Path) -> bool:
    """Hold the folder's lock until this process ends (the descriptor is never closed). False if another has it."""
    if os.name != "posix":
        return False
    import fcntl

    descriptor = os.open(root / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return False
    return True


def _abandoned(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > _YOUNG and folder.stat().st_uid == os.getuid() and _lock(folder)
    except (OSError, AttributeError):  # just removed by another, or a system without owners
        return False
