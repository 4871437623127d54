"""When the server goes, everything it started goes: even a job in a loop of C that holds the interpreter."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def alive(pid):
    """Whether a process runs; one that is dead but not yet collected by its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.skipif(sys.platform != "linux", reason="the death signal of the parent is Linux's")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_no_orphans(end, tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    server = subprocess.Popen(
        [sys.executable, "tests/jobs/server.py"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    lines = [server.stdout.readline() for _ in range(2)]
    assert lines[0].startswith("page executed")
    _, host, job, root = lines[1].split()
    assert alive(host)
    assert alive(job)
    server.send_signal(end)
    began = time.monotonic()
    while (alive(host) or alive(job)) and time.monotonic() - began < 5:
        time.sleep(0.02)
    assert not alive(host)
    assert not alive(job)
    rest = server.communicate(timeout=10)[0]
    assert "page executed" not in rest  # no job and no host ever ran the page
    if end == signal.SIGINT:  # the one that ends in order
        assert not Path(root).exists()
