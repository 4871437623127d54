"""Opens changed files, one per line of its input, and says how each ended. It is restarted when it dies."""

import json
import random
import sys
import time
import traceback
import warnings
from pathlib import Path

import h5py  # noqa: F401
import pyarrow.parquet  # noqa: F401  (what a reader imports lazily must not count as what a file allocates)

from embedlab.checkpoints import open_checkpoint
from embedlab.jobs import kernel
from tests.checkpoints import files

MEGABYTES = 256  # private memory that one file may take beyond what the interpreter holds


def outcome(sample: Path, seed: int, changed: Path) -> str:
    """How a changed copy of the sample ended: "opened", or the code of our error. Anything else is raised."""
    changed.write_bytes(files.mutated(sample.read_bytes(), random.Random(seed)))
    found = files.looked_at(changed)
    try:
        open_checkpoint(changed)
    except files.OURS as error:
        found = error.code
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    warnings.simplefilter("ignore")  # changed values may not be finite
    for sample in sorted(folder.glob("*.*")):
        files.looked_at(sample)  # what is imported on first use is no memory that a changed file takes
    kernel.limit_memory(MEGABYTES)
    print(flush=True)
    for line in sys.stdin:
        case = json.loads(line)
        sample, began = folder / case["sample"], time.process_time()
        try:
            answer = {"code": outcome(sample, case["seed"], Path(sys.argv[2]).with_suffix(sample.suffix))}
        except BaseException:
            answer = {"fault": traceback.format_exc()}
        print(json.dumps({**answer, "seconds": time.process_time() - began}), flush=True)


if __name__ == "__main__":
    main()
