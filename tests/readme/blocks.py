"""Reads the fenced blocks of our documents, and runs their commands."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from embedlab.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHECKER = doctest.OutputChecker()
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Command:
    """One line after "$ " in a console block, and the output written under it; "..." stands for anything."""

    line: str
    output: str

    def run(self, folder: Path, home: Path, timeout: float = 240) -> str:
        """What it prints on stdout in that folder. Asserts exit 0 and that the output is the written one."""
        done = subprocess.run(
            [sys.executable if part == "python" else part for part in shlex.split(self.line)],
            cwd=folder,
            env=os.environ | {"HOME": str(home), "PYTHONPATH": str(folder), "COLUMNS": "120", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=timeout,
        )
        assert done.returncode == 0, f"{self.line}\n{done.stdout}\n{done.stderr}"
        return self._checked(done.stdout)

    def run_here(self, capsys: pytest.CaptureFixture[str]) -> str:
        """As `run`, for `python -m embedlab ...`, in the current folder and this process: libraries are loaded once."""
        words = shlex.split(self.line)
        assert words[:3] == ["python", "-m", "embedlab"], self.line
        capsys.readouterr()
        code = main(words[3:])
        printed = capsys.readouterr()
        assert code == 0, f"{self.line}\n{printed.out}\n{printed.err}"
        return self._checked(printed.out)

    def _checked(self, printed: str) -> str:
        same = _CHECKER.check_output(self.output, printed, _FLAGS)
        assert same, f"{self.line}\n-- is written:\n{self.output}\n-- is printed:\n{printed}"
        return printed


def blocks(document: Path, language: str) -> list[str]:
    """The texts of the fenced blocks of one language."""
    return [text for kind, text in _FENCE.findall(document.read_text("utf-8")) if kind == language]


def commands(document: Path) -> list[Command]:
    """The commands of all console blocks, in the order written."""
    found = []
    for text in blocks(document, "console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            found.append(Command(line, output))
    return found


def files(document: Path) -> dict[str, str]:
    """The python blocks that are files: their first line is a comment with the path."""
    firsts = [text.partition("\n") for text in blocks(document, "python")]
    return {first[2:]: rest for first, _, rest in firsts if re.fullmatch(r"# [\w/]+\.py", first)}


def follow(document: Path, folder: Path) -> None:
    """Write the files of a document, and add the lines that go `below` a line of an existing file, or `at its end`."""
    for path, text in files(document).items():
        (folder / path).write_text(text, "utf-8")
    for text in blocks(document, "python"):
        first, _, rest = text.partition("\n")
        if placed := re.fullmatch(r"# ([\w/]+\.py), (?:below (.+)|at its end)", first):
            path = folder / placed[1]
            there = path.read_text("utf-8")
            line = f"{placed[2]}\n" if placed[2] else there
            assert line in there, f"{placed[1]} has no line {line!r}"
            path.write_text(there.replace(line, line + rest, 1), "utf-8")
