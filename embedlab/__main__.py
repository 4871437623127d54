"""`python -m embedlab VERB ...`"""

import os
import sys


def run() -> int:
    """The command line, and 130 for a Ctrl-C that comes while it is still being imported."""
    # A busy machine makes t-SNE 15-28 times slower when OpenMP threads wait actively; set before any import of them.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    if sys.argv[1:2] == [
        "maps"
    ]:  # a second thread of OpenBLAS waits actively too: a QR of 500 rows takes 60 times as long
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from embedlab.cli.main import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
