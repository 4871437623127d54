"""What a process holds (Linux)."""

from __future__ import annotations

from pathlib import Path


def memory(process: int) -> dict[str, float]:
    """RSS and PSS of a process in MB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {name: int(rest.split()[0]) for name, rest in (line.split(":") for line in lines)}
    return {name.lower(): round(kilobytes[name] / 1024, 1) for name in ("Rss", "Pss")}


def private_megabytes(process: int) -> float:
    """What it holds for itself, without the pages of files."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) / 1024
