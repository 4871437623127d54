"""The job host: imports the heavy libraries once, then gives every job a process of its own.

Started by the server as a program (`python -m embedlab.jobs.host`), so that nothing here or in a job
ever sees the server's `__main__`, which under Streamlit is a page. It touches no GPU: a CUDA context does
not survive a fork.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import multiprocessing
import os
import sys
import time
from multiprocessing.connection import Client, Connection, wait
from typing import Any

from embedlab.jobs import child, kernel, protocol


def main() -> None:
    """Read the order from stdin (one line of JSON), warm up, and serve until the server is gone."""
    order = json.loads(sys.stdin.readline())
    kernel.die_with(order["parent"])
    if hasattr(os, "nice"):
        os.nice(10)  # the pages come first, and every job inherits it
    control = Client(order["address"], authkey=bytes.fromhex(order["authkey"]))
    protocol.send(control, {"host": os.getpid()})
    protocol.send(control, warm_up(order["imports"], order["warm_up"]))
    Host(control, order).serve()


def warm_up(imports: list[str], function: str | None) -> dict[str, Any]:
    """Import, call the warm-up ("module:name"), freeze what lives. The seconds it took, and what failed."""
    began = time.monotonic()
    failed = [f"{name}: {error}" for name in imports if (error := _attempt(name))]
    if function and (error := _attempt(*function.split(":"))):
        failed.append(f"{function}: {error}")
    gc.collect()
    gc.freeze()  # the collector of a child would otherwise touch, and so copy, every inherited page
    return {"warm": time.monotonic() - began, "failed": failed}


def _attempt(module: str, name: str | None = None) -> str | None:
    """Import a module, and call its function if one is named; the error in words, if any."""
    try:
        imported = importlib.import_module(module)
        if name:
            getattr(imported, name)()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


class Host:
    """Starts, watches and kills jobs. One thread; it waits for the server and for exits, and never polls."""

    def __init__(self, control: Connection, order: dict[str, Any]) -> None:
        self.control = control
        self.order = order
        self.processes: dict[str, Any] = {}
        self.exits: dict[Any, str] = {}
        # A fork inherits everything that is warm. Elsewhere than Linux forking a process that
        # loaded system frameworks is unsafe, so a job starts cold there.
        self.context = multiprocessing.get_context("fork") if kernel.LINUX else multiprocessing.get_context("spawn")

    def serve(self) -> None:
        """Obey until the server hangs up, then take every job along."""
        while True:
            for ready in wait([self.control, *self.exits]):
                if ready is not self.control:
                    self.exited(ready)
                    continue
                try:
                    message = protocol.receive(self.control)
                except EOFError:
                    for process in self.processes.values():
                        kernel.kill_group(process.pid)
                    os._exit(0)
                self.obey(message)

    def obey(self, message: dict[str, Any]) -> None:
        """`start` a job by its order, or `kill` one."""
        if "start" in message:
            self.start(message["start"])
        elif process := self.processes.get(message["kill"]):
            kernel.kill_group(process.pid)

    def start(self, facts: dict[str, Any]) -> None:
        """Give a job its process."""
        order = {
            **facts,
            "address": self.order["address"],
            "allow": self.order["allow"],
            "parent": os.getpid(),
            "inherited": [self.control.fileno()] if kernel.LINUX else [],
        }
        arguments = (json.dumps(order), bytes.fromhex(self.order["authkey"]))
        process = self.context.Process(target=child.main, args=arguments)
        process.start()
        assert process.pid is not None
        self.processes[facts["run"]] = process
        # The exit itself where the kernel offers it: a sentinel pipe stays open in grandchildren.
        self.exits[os.pidfd_open(process.pid) if kernel.LINUX else process.sentinel] = facts["run"]

    def exited(self, waitable: Any) -> None:
        """Tell the server how a job's process ended, and end what it left behind."""
        run = self.exits.pop(waitable)
        process = self.processes.pop(run)
        kernel.kill_group(process.pid)
        process.join()
        if kernel.LINUX:
            os.close(waitable)
        with contextlib.suppress(OSError):  # the server is gone: the next wait says so
            protocol.send(self.control, {"exited": run, "status": process.exitcode})
        process.close()


if __name__ == "__main__":
    main()
