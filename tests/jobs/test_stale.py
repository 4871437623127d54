"""Folders of dead servers are removed, those of living ones never."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from embedlab.jobs import stale

CLAIM = "from embedlab.jobs import stale; print(stale.claim(), flush=True); input()"


@pytest.mark.skipif(os.name != "posix", reason="locks of files are POSIX's")
def test_only_abandoned_folders_go(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    owner = subprocess.Popen(
        [sys.executable, "-c", CLAIM],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    folder = Path(owner.stdout.readline().strip())
    past = time.time() - 3600
    os.utime(folder, (past, past))
    stale.claim()
    assert folder.exists()
    owner.communicate("\n")
    os.utime(folder, (past, past))
    young = stale.claim()
    assert not folder.exists()
    assert young.exists()
