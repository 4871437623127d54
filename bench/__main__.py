"""All comparisons: `python -m bench [NAME ...]` runs them, each in its own process, and renews docs/benchmarks.md.

A NAME is a file of this folder that has `rows()`; without names all of these run, each for at most eight minutes. Only
the rows of what ran are renewed. Ends with 1 where a peer of requirements-bench.txt is missing or a part broke off.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import platform
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from datetime import date
from importlib import import_module, metadata
from pathlib import Path

from bench.row import Row
from tools.browser import ROOT, find_chromium

PARTS = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if "\ndef rows(" in path.read_text("utf-8"))
_ADOPT = 36  # PR_SET_CHILD_SUBREAPER: what outlives its parent becomes a child of ours
LIMIT = 480  # seconds of one part; most take one minute, and bench/classroom nearly seven
PAGE = ROOT / "docs" / "benchmarks.md"
# question | target | measured | spread | met | part | [machine] day
LINE = re.compile(r"^\| .* \| `(?P<part>\w+)` \| \[(?P<machine>\d+)\] [^|]+ \|$")
MACHINE = re.compile(r"^(\d+)\. (.+)$")
HEAD = """# Benchmarks

Written by `make bench`; do not edit. `make bench BENCH=search` renews the rows of one part, `bench/search.py`. A ratio
(x) is of two sides that took turns in one run. Spread: best / median / worst of the repeats; the median decides.
Others: the share of the machine's processor time that other programs took meanwhile; times by the clock need it near 0.

| question | target | measured | spread | met | part | machine, day |
|---|---|---|---|---|---|---|
"""


def missing_peers() -> list[str]:
    """The lines of requirements-bench.txt that are not installed as they are pinned."""
    pins = re.findall(r"^([\w-]+)==(\S+)", (ROOT / "requirements-bench.txt").read_text("utf-8"), re.MULTILINE)
    return [f"{name}=={version}" for name, version in pins if version not in _versions(name)]


def _versions(name: str) -> list[str]:
    try:
        return [metadata.version(name)]
    except metadata.PackageNotFoundError:
        return []


def machine() -> str:
    """What the numbers depend on: processor, memory, system, versions."""
    names = re.findall(r"^([\w-]+)==", _pins(), re.MULTILINE)
    versions = ", ".join(f"{name} {version}" for name in names for version in _versions(name))
    chromium = find_chromium()
    browser = subprocess.run([chromium, "--version"], capture_output=True, text=True).stdout.strip() if chromium else ""
    return "; ".join(filter(None, (*_hardware(), f"Python {platform.python_version()}", browser, versions)))


def _pins() -> str:
    return "\n".join((ROOT / f"requirements{kind}.txt").read_text("utf-8") for kind in ("", "-bench"))


def _hardware() -> tuple[str, str, str]:
    """Processor, memory and system; the model of the processor and the memory where Linux tells them."""
    told = {name: Path(f"/proc/{name}") for name in ("cpuinfo", "meminfo")}
    texts = {name: path.read_text("utf-8") if path.exists() else "" for name, path in told.items()}
    model = re.search(r"model name\s*: (.+)", texts["cpuinfo"])
    memory = re.search(r"MemTotal:\s*(\d+)", texts["meminfo"])
    return (
        f"{os.cpu_count()} cores of {model[1] if model else platform.processor() or platform.machine()}",
        f"{int(memory[1]) / 2**20:.0f} GB of memory" if memory else "",
        f"{platform.system()} {platform.release().partition('-')[0]}",
    )


def run(part: str) -> list[Row]:
    """The rows of one part, in a process of its own; one row that says so where it breaks off."""
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder, "rows.json")
        process = subprocess.Popen([sys.executable, "-W", "ignore", "-m", "bench", part, "--into", str(into)], cwd=ROOT)
        for seconds, signal_ in ((LIMIT, signal.SIGINT), (30, signal.SIGKILL), (30, signal.SIGKILL)):
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
                break
            process.send_signal(signal_)  # the gentle one lets its servers and browsers end too
        if process.returncode:
            return [Row(f"{part}: broke off", f"ends within {LIMIT} s", f"exit {process.returncode}", "", False)]
        return [Row(**row) for row in json.loads(into.read_text("utf-8"))]


def spent() -> tuple[float, float]:
    """Processor seconds of the whole machine (Linux; elsewhere 0), and of our own programs that have ended."""
    stat, own = Path("/proc/stat"), resource.getrusage(resource.RUSAGE_CHILDREN)
    user, nice, system = map(int, stat.read_text("utf-8").split()[1:4]) if stat.exists() else (0, 0, 0)
    return (user + nice + system) / os.sysconf("SC_CLK_TCK"), own.ru_utime + own.ru_stime


def others(before: tuple[float, float], seconds: float) -> float:
    """The share of the machine that other programs took in the last seconds, since `spent` said `before`."""
    (machine_before, own_before), (machine_now, own_now) = before, spent()
    used = machine_now - machine_before - (own_now - own_before)
    return max(0.0, used) / (seconds * (os.cpu_count() or 1))


def renew(text: str, found: dict[str, list[Row]], here: str, day: str) -> str:
    """The page with new rows for the parts in `found`, parts in order, and the machines that rows name."""
    kept = [(line["part"], int(line["machine"]), line[0]) for line in map(LINE.match, text.splitlines()) if line]
    machines = {int(line[1]): line[2] for line in map(MACHINE.match, text.splitlines()) if line}
    number = next((at for at, what in machines.items() if what == here), max(machines, default=0) + 1)
    machines[number] = here
    lines = [line for line in kept if line[0] not in found]
    for part, rows in found.items():
        lines += [(part, number, f"| {row.line} | `{part}` | [{number}] {day} |") for row in rows]
    lines.sort(key=lambda line: line[0])
    named = {line[1] for line in lines}
    below = [f"{at}. {what}" for at, what in sorted(machines.items()) if at in named]
    return HEAD + "\n".join(line[2] for line in lines) + "\n\n## Machines\n" + "\n".join(below) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", default=PARTS)
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.into:
        rows = import_module(f"bench.{asked.names[0]}").rows()
        asked.into.write_text(json.dumps([asdict(row) for row in rows]), "utf-8")
        return 0
    if missing := missing_peers():
        print(f"bench: {', '.join(missing)} of requirements-bench.txt is not installed", file=sys.stderr)
        return 1
    if strange := [name for name in asked.names if name not in PARTS]:
        print(f"bench: {', '.join(strange)} has no rows: run `python -m bench.{strange[0]}`", file=sys.stderr)
        return 2
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_ADOPT, 1)
    broken, here = False, machine()
    for name in asked.names:
        print(f"== {name}", flush=True)
        before, begun = spent(), time.perf_counter()
        rows = run(name)
        with contextlib.suppress(ChildProcessError):  # servers and browsers that it killed: their time is ours too
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        day = f"{date.today().isoformat()}, others {others(before, time.perf_counter() - begun):.0%}"
        broken |= any(row.question.endswith(": broke off") for row in rows)
        text = PAGE.read_text("utf-8") if PAGE.exists() else ""
        PAGE.write_text(renew(text, {name: rows}, here, day), "utf-8")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
