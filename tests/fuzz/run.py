"""Changes files of every format at random and opens them: `python -m tests.fuzz.run CASES [SEED]`.

Each case must be opened, or refused with our own error, within two seconds of processor time and a bounded memory,
and must not end the process. The same cases and seed give the same files.
"""

import collections
import json
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch

# Cases that once did harm, by sample and seed: Arrow aborted, or said other than UTF-8.
KNOWN = (
    ("parquet-other.parquet", 4_000_077),
    ("parquet.parquet", 1_003_187),
    ("parquet.parquet", 1_004_531),
    ("parquet.parquet", 3_004_033),
)
SECONDS = 2.0  # of processor time for one file
PATIENCE = 30.0  # seconds of the clock until a file counts as hanging: the machine may be busy


class Child:
    """The process that opens the files."""

    def __init__(self, folder: Path, changed: Path) -> None:
        self.command = (sys.executable, "-m", "tests.fuzz.child", str(folder), str(changed))
        self.restarts = -1
        self.start()

    def start(self) -> None:
        self.restarts += 1
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline(), "the child does not start"  # what it imports is no time of a file

    def ask(self, case: dict[str, object]) -> str | None:
        """What is wrong with the answer; None for a good one, whose code is counted by `codes`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(case) + "\n")
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else None
        if not line:
            status = self.close()
            self.start()
            return "hangs" if line is None else f"ends the process ({status})"
        answer = json.loads(line)
        self.code = answer.get("code", "fault")
        if "fault" in answer:
            return answer["fault"]
        return f"takes {answer['seconds']:.1f} s" if answer["seconds"] > SECONDS else None

    def close(self) -> int:
        self.process.kill()
        self.process.communicate()
        return self.process.returncode


def fuzz(cases: int, seed: int) -> tuple[dict[str, collections.Counter[str]], list[str]]:
    """The codes by sample, and the faults in words."""
    codes: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "samples")
        folder.mkdir()
        samples = write_samples(folder)
        child = Child(folder, Path(scratch, "changed"))  # no sample: a child that is started again opens all of these
        new = [(samples[number % len(samples)], seed * 1_000_003 + number) for number in range(cases)]
        for sample, chosen in (*KNOWN, *new):
            fault = child.ask({"sample": sample, "seed": chosen})
            codes[sample]["fault" if fault else child.code] += 1
            if fault:
                faults.append(f"{sample}, seed {chosen}: {fault}")
        child.close()
    return codes, faults


def write_samples(folder: Path) -> list[str]:
    """Small valid files of every reader, by the makers of the contract test."""
    from tests.contracts.test_readers import MAKERS

    names = []
    for key, maker in MAKERS.items():
        names.append(f"{key}{maker.suffix}")
        maker.save(folder / names[-1], torch.arange(6.0).reshape(3, 2).to(maker.dtypes[-1]))
        if hasattr(maker, "save_other"):
            names.append(f"{key}-other{maker.suffix}")
            maker.save_other(folder / names[-1])
    return names


def main() -> int:
    cases, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began = time.monotonic()
    codes, faults = fuzz(cases, seed)
    for sample, counts in codes.items():
        print(f"{sample}: " + ", ".join(f"{count} {code}" for code, count in counts.most_common()))
    print(f"{cases:,} cases with seed {seed} in {time.monotonic() - began:.0f} s, {len(faults)} faults")
    print("\n".join(faults[:20]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
