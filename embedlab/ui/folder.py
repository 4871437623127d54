"""A private folder on disk that ends with its owner."""

from __future__ import annotations

import shutil
import weakref
from pathlib import Path
from tempfile import mkdtemp


class Folder:
    """A private folder that is removed when nothing refers to it any more: with the session that holds it."""

    def __init__(self) -> None:
        self.path = Path(mkdtemp(prefix="embedlab-")).resolve()
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
