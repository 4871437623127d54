"""The server's end of the wire: starts the job host, hears it and its jobs, and notices its death."""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections import deque
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import IO, Any

import embedlab
from embedlab.jobs import protocol

# Before numpy and torch are loaded: GNU OpenMP and OpenBLAS pools do not survive a fork, and active waiting
# of OpenMP makes t-SNE 15 times slower on a busy machine.
ENVIRONMENT = {
    "OMP_WAIT_POLICY": "passive",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "NUMBA_THREADING_LAYER": "workqueue",
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",  # asking for a GPU must not start CUDA: a fork would inherit it broken
    "PYTHONUNBUFFERED": "1",
    "PYTHONSAFEPATH": "1",  # no module of the folder the server was started from may stand in for a library
}
if (_loopback := {"linux": "lo", "darwin": "lo0"}.get(sys.platform)) is not None:
    ENVIRONMENT["GLOO_SOCKET_IFNAME"] = _loopback  # else processes that train together listen to the network
log = logging.getLogger("embedlab.jobs")


def environment() -> dict[str, str]:
    """The environment of a program of ours: it finds this same embedlab, and its libraries use one thread."""
    source = str(Path(embedlab.__file__).parents[1])
    paths = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
    return {**os.environ, **ENVIRONMENT, "PYTHONPATH": paths}


def program(
    name: str, *arguments: str, stdout: int | IO[bytes] = subprocess.PIPE, stderr: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program of this folder in a session of its own: Ctrl-C is for us, who then end it in order."""
    command = [sys.executable, "-m", f"embedlab.jobs.{name}", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, env=environment(), start_new_session=True
    )


class Link:
    """Listens on a private socket. What arrives stands in `arrivals` until the one supervising thread takes it."""

    def __init__(self, root: Path, order: dict[str, Any]) -> None:
        self.root = root
        self.order = order
        self.level = 0  # 0: imports and warm-up; 1: imports only; 2: neither. It rises when a warm-up kills the host.
        self.warm = False
        self.since = time.monotonic()
        self.failures: list[str] = []
        self.control: Connection | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.arrivals: deque[tuple[dict[str, Any], Connection | None]] = deque()
        self.waker, self._wake = multiprocessing.Pipe(duplex=False)
        self._woken = threading.Lock()
        self._authkey = os.urandom(32)
        self._closed = False
        address = str(root / "socket") if os.name == "posix" else None
        self._listener = Listener(address, authkey=self._authkey, backlog=64)
        self._acceptor = threading.Thread(target=self._accept, daemon=True, name="embedlab-jobs-accept")
        self._acceptor.start()

    def wake(self) -> None:
        """End the wait of the supervising thread. At most one token is under way, so this never blocks."""
        if self._woken.acquire(blocking=False):
            self._wake.send_bytes(b"")

    def woken(self) -> None:
        """Take the token."""
        self.waker.recv_bytes()
        self._woken.release()

    def start_host(self) -> None:
        """Start the program. Only from a thread that stays: the host dies with the thread that started it."""
        with (self.root / "host.txt").open("ab") as output:
            self.process = program("host", stdout=output, stderr=output)
        self.warm, self.since = False, time.monotonic()
        order = {
            "address": self._listener.address,
            "authkey": self._authkey.hex(),
            "parent": os.getpid(),
            "allow": self.order["allow"],
            "imports": self.order["imports"] if self.level < 2 else [],
            "warm_up": self.order["warm_up"] if self.level < 1 else None,
        }
        threading.Thread(target=self._outlive, args=(self.process,), daemon=True, name="embedlab-jobs-exit").start()
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.close()
        except OSError:
            log.warning("the job host ended before it had its order")

    def tell(self, message: dict[str, Any]) -> None:
        """Say something to the host; its death is noticed elsewhere."""
        try:
            if self.control is not None:
                protocol.send(self.control, message)
        except OSError:
            log.warning("the job host did not hear %s", message)

    def close(self) -> None:
        """Hang up: the host kills its jobs and leaves; it is killed itself if it does not within two seconds."""
        if self.control is not None:
            self.control.close()
        if self.process is not None:
            if self.control is None:
                self.process.kill()  # not connected yet, so it cannot hear us hang up
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._closed = True
        Client(self._listener.address).close()  # wakes the accepting thread, which closes the socket
        self._acceptor.join(1)

    def tail(self) -> str:
        """The last lines the host printed."""
        return (self.root / "host.txt").read_text(errors="replace")[-2000:]

    def arrive(self, facts: dict[str, Any], connection: Connection | None) -> None:
        """Let the supervising thread know. Any thread may call."""
        self.arrivals.append((facts, connection))
        self.wake()

    def _accept(self) -> None:
        while not self._closed:
            # Who connects and dies, or has not the key, is nobody.
            with contextlib.suppress(OSError, EOFError, multiprocessing.AuthenticationError):
                connection = self._listener.accept()
                self.arrive(protocol.receive(connection), connection)
        self._listener.close()

    def _outlive(self, process: subprocess.Popen[bytes]) -> None:
        self.arrive({"host_ended": process.wait()}, None)
