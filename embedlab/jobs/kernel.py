"""What we ask of the operating system: die with the parent, keep to a limit. Linux knows all of it, others less."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
LINUX = sys.platform == "linux"
_MAPPED_BY_CUDA = 30_720  # megabytes of a process that CUDA maps and never uses


def die_with(parent: int) -> None:
    """Be killed when the thread that started this process ends (Linux); leave at once if `parent` is gone already."""
    if LINUX:
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def limit_memory(megabytes: int | None) -> None:
    """Let this process hold `megabytes` more private memory than now (Linux); None lifts the limit again.

    Where there is a GPU, what CUDA maps of the host's memory comes on top. Beyond the limit allocations fail: Python
    raises MemoryError, C++ throws bad_alloc.
    """
    if not LINUX:
        return
    import resource

    status = Path("/proc/self/status").read_text()
    held = int(status.split("VmData:")[1].split()[0])  # kB
    _, highest = resource.getrlimit(resource.RLIMIT_DATA)
    if megabytes is not None and "GPU" in resources():
        megabytes += _MAPPED_BY_CUDA
    limit = highest if megabytes is None else held * 1024 + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (limit, highest))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file of a process with torch in it


def resources() -> frozenset[str]:
    """What this machine has for a run that asks for it: "GPU" where NVIDIA's driver is loaded."""
    return frozenset({"GPU"} if Path("/dev/nvidiactl").exists() else ())


def signal_name(status: int) -> str:
    """The name of the signal behind a negative exit status: -11 is 'SIGSEGV'."""
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


def how_ended(status: int) -> str:
    """How a process ended, for a person: the signal that killed it, or its exit status."""
    return signal_name(status) if status < 0 else f"exit status {status}"


def kill_group(process: int) -> None:
    """Kill a process and what it started; it leads its own group. Nothing happens if it is gone."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process, signal.SIGKILL)
        else:
            os.kill(process, signal.SIGTERM)  # Windows: TerminateProcess
    except (ProcessLookupError, PermissionError):
        pass
