"""A run in a process of its own, killed inside an epoch."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from embedlab.training import checkpoint
from embedlab.training.checkpoint import State

SCRIPT = """
import json, sys
from embedlab.training import job
job.run(json.loads(sys.argv[1]), lambda progress: None, lambda: False)
"""
TRIES = 6  # one in `per_epoch` ends at the end of an epoch, which is no trial of what is asked


def killed(settings: dict[str, Any], out: Path, per_epoch: int) -> State:
    """Train with `settings`, saving after every step, and end it by SIGKILL; what then lies in `out`."""
    arguments = [sys.executable, "-c", SCRIPT, json.dumps({**settings, "keep_every": 0.0, "out": str(out)})]
    for _ in range(TRIES):
        out.unlink(missing_ok=True)
        with subprocess.Popen(arguments, env={**os.environ, "PYTHONPATH": str(Path.cwd())}) as child:
            deadline = time.monotonic() + 60
            while not out.exists() and child.poll() is None and time.monotonic() < deadline:
                time.sleep(0.005)
            child.send_signal(signal.SIGKILL)
        assert child.returncode == -signal.SIGKILL
        state, _ = checkpoint.read(out)
        if state.step % per_epoch:
            return state
    raise AssertionError(f"{TRIES} runs in a row ended with an epoch")
