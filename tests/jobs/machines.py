"""A dask scheduler and workers as processes of their own on 127.0.0.1, and an engine in front of them."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from embedlab.jobs import Engine

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = "tests.jobs.functions"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Machines:
    """Starts and ends them. `environment` is added to theirs, e.g. the certificates of TLS."""

    def __init__(self, logs, protocol="tcp", **environment):
        self.address = f"{protocol}://127.0.0.1:{free_port()}"
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **environment}
        self.logs = logs
        self.workers = []
        self.scheduler = None
        self.hides = False

    def start_scheduler(self):
        port = self.address.rpartition(":")[2]
        self.scheduler = self._dask("scheduler", "--host", self.address.rpartition(":")[0], "--port", port)

    def kill_scheduler(self):
        self.scheduler.kill()
        self.scheduler.wait()

    def start_worker(self, *options, hidden=None, **environment):
        """hidden: a folder that this worker sees empty, where that can be arranged: then `hides` is true."""
        around = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs none "{hidden}" && exec "$@"', "sh"]
        if hidden is not None and shutil.which("unshare"):
            self.hides = not subprocess.run([*around, "true"], capture_output=True).returncode
        command = ("worker", self.address, "--no-nanny", "--nthreads", "1", *options)
        process = self._dask(*command, around=around if hidden and self.hides else (), **environment)
        self.workers.append(process)
        return process

    def _dask(self, *arguments, around=(), **environment):
        with (self.logs / f"{arguments[0]}.txt").open("ab") as log:
            command = [*around, sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
            return subprocess.Popen(command, cwd=self.logs, env=self.environment | environment, stdout=log, stderr=log)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in filter(None, [*self.workers, self.scheduler]):
            process.kill()
            process.wait()


def until(condition, seconds=20.0):
    """The seconds until it holds."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "it did not happen in time"
        time.sleep(0.005)
    return time.monotonic() - began


@contextlib.contextmanager
def engine_of(address, **choices):
    made = Engine(allow=[FUNCTIONS], scheduler=address, **choices)
    try:
        yield made
    finally:
        made.close()


def workers_of(engine):
    """The addresses of the workers that can be given work."""
    return set(engine._cluster._workers)
