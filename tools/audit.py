"""What `make check` knows of the packages we stand on: pins, installed versions, licences, published advisories.

Only the last needs the internet. Without it that is said, and nothing fails.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
APP, CLUSTER, DEVELOPMENT = (
    "requirements.txt",
    "requirements-cluster.txt",
    "requirements-dev.txt",
)
_MISUSED = 2  # pip-audit's status for a wrong option
SILENT = "not looked up"
SECONDS = 12.0  # for all advisories: a check must not hang on a slow network
# Of what the app installs: all of these let anybody use the app and pass it on.
LICENCES = (
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "LLVM-exception", "MIT",
    "MIT-CMU", "MPL-2.0", "PSF-2.0", "Zlib",
)  # fmt: skip
CUDA = "LicenseRef-NVIDIA"  # what torch brings along on Linux; whoever installs it agrees to that with its maker
_NAMES = {  # as classifiers and older fields write them
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "NVIDIA Proprietary Software": CUDA,
}


def requirements(text: str) -> Iterator[str]:
    """The lines of a requirements file that name a package."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def loose(files: Mapping[str, str]) -> list[str]:
    """What is wrong with the requirements of these files: not one exact version, or another one in another file."""
    faults: list[str] = []
    pinned: dict[str, str] = {}
    for file, text in files.items():
        for line in requirements(text):
            exact = re.fullmatch(r"([\w.-]+)(\[[\w,-]+\])?==([\w.!]+)(\s*;.*)?", line)
            if exact is None:
                faults.append(f"{file}: {line}: not pinned to one version")
            elif pinned.setdefault(canonicalize_name(exact[1]), exact[3]) != exact[3]:
                faults.append(f"{file}: {line}: another file pins {pinned[canonicalize_name(exact[1])]}")
    return faults


def elsewhere(text: str, installed: Mapping[str, Distribution]) -> list[str]:
    """The requirements of a file that are not installed as they say."""
    faults = []
    for line in requirements(text):
        wanted = Requirement(line)
        found = installed.get(canonicalize_name(wanted.name))
        applies = wanted.marker is None or wanted.marker.evaluate()
        if applies and (found is None or not wanted.specifier.contains(found.version, prereleases=True)):
            faults.append(f"{line}: installed is {found.version if found else 'none'}; run make again")
    return faults


def needed(text: str, installed: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """The requirements of a file that are installed, and all that they need."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()  # another extra of the same package needs more
    waiting = [Requirement(line) for line in requirements(text)]
    while waiting:
        wanted = waiting.pop()
        name, extras = canonicalize_name(wanted.name), frozenset({"", *wanted.extras})
        if (name, extras) not in seen and name in installed:
            seen.add((name, extras))
            found[name] = installed[name]
            waiting += [one for one in map(Requirement, installed[name].requires or ()) if _applies(one, extras)]
    return found


def _applies(wanted: Requirement, extras: Iterable[str]) -> bool:
    marker = wanted.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def licences(package: Distribution) -> set[str]:
    """The licences that a package names, in SPDX's words where they are known; empty where it names none."""
    facts: Any = package.metadata
    classified = [line.rpartition(" :: ")[2] for line in facts.get_all("Classifier") or () if "License ::" in line]
    field = (facts.get("License") or "").partition("\n")[0]  # of old packages; some hold the whole text
    expression = [facts["License-Expression"]] if facts.get("License-Expression") else []
    named: list[str] = expression or [name for name in classified if name != "OSI Approved"] or [field]
    parts = re.split(r" (?:AND|OR|WITH) ", " AND ".join(_NAMES.get(name, name) for name in named))
    return {part.strip("() ") for part in parts} - {""}


def unknown(packages: Mapping[str, Distribution]) -> list[str]:
    """Packages whose licence is none of those we know."""
    faults = []
    for name, package in packages.items():
        found = licences(package)
        if not found or any(one not in LICENCES and not one.startswith(CUDA) for one in found):
            faults.append(f"{name}: {', '.join(sorted(found)) or 'no licence named'}")
    return faults


def advisories(packages: Mapping[str, Distribution]) -> tuple[list[str], str]:
    """The packages with a published weakness, and a sentence on what was looked up."""
    pins = [f"{name}=={package.version.partition('+')[0]}" for name, package in packages.items()]
    try:
        asked = ask(pins)
    except subprocess.TimeoutExpired:
        return [], f"{SILENT}, no whole answer within {SECONDS:.0f} s"
    if asked.returncode == _MISUSED:
        return [f"pip-audit does not take what it is asked: {asked.stderr[-300:]}"], f"{SILENT}, by a fault of ours"
    try:
        answer = json.loads(asked.stdout)["dependencies"]
    except (ValueError, KeyError):
        return [], f"{SILENT}, no source of them was reached"
    known = [one for one in answer if "skip_reason" not in one]
    if not known:
        return [], f"{SILENT}, the source that answers knows none of these packages"
    weak = [f"{one['name']} {one['version']}: {_said(flaw)}" for one in known for flaw in one["vulns"]]
    return weak, f"looked up for {len(known)} of {len(pins)} packages"


def ask(pins: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """What pip-audit says of these packages, as JSON. Raises TimeoutExpired."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "pins.txt")
        listed.write_text("\n".join(pins))
        command = [sys.executable, "-m", "pip_audit", "-r", str(listed), "--no-deps", "--disable-pip", "-f", "json"]
        quiet = ["--progress-spinner", "off", "--timeout", "4"]
        return subprocess.run([*command, *quiet], capture_output=True, text=True, timeout=SECONDS)


def _said(flaw: Mapping[str, Any]) -> str:
    return f"{flaw['id']}, mended in {', '.join(flaw['fix_versions']) or 'no version yet'}"


def main() -> int:
    """Print what was checked and what is wrong. 1 where something is."""
    files = {path.name: path.read_text("utf-8") for path in sorted(ROOT.glob("requirements*.txt"))}
    installed: dict[str, Distribution] = {canonicalize_name(found.name): found for found in distributions()}
    app = needed(files[APP] + files[CLUSTER], installed)
    fits = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True)
    weak, looked = advisories(app)
    checks = {
        f"pins: {sum(len(list(requirements(text))) for text in files.values())} in {len(files)} files": loose(files),
        "installed as pinned": elsewhere(files[APP] + files[CLUSTER] + files[DEVELOPMENT], installed),
        "pip check": fits.stdout.splitlines() if fits.returncode else [],
        f"licences: {len(app)} packages of the app": unknown(app),
        f"advisories: {looked}": weak,
    }
    for name, faults in checks.items():
        print(name if SILENT in name else f"{name}: {'FAULT' if faults else 'fine'}", *faults, sep="\n  ")
    return int(any(checks.values()))


if __name__ == "__main__":
    raise SystemExit(main())
