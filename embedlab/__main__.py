"""`python -m embedlab VERB ...`"""

import os
import sys


def run() -> int:
    """The command line, and 130 for a Ctrl-C that comes while it is still being imported."""
    # A busy machine makes t-SNE 15-28 times slower when OpenMP threads wait actively; set before any import of them.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        from embedlab.cli.main import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
