"""`python -m embedlab VERB ...`"""

import os
import sys

# A busy machine makes t-SNE 15-28 times slower when OpenMP threads wait actively; set before any import of them.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from embedlab.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
