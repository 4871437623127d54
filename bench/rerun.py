"""What Streamlit's garbage collection after every script run costs, with and without `gc.freeze`.

    python -m bench.rerun             prints CPU milliseconds per rerun, both ways, and their ratio

Streamlit calls `gc.collect(2)` after every run of a page (runner.postScriptGC). Here one process runs the page of
neighbours and that call, before and after the freeze of embedlab/ui/start.py; then the same with the heavy libraries
imported, which the server never does.
"""

from __future__ import annotations

import gc
import importlib
import statistics
import subprocess
import sys
import time

from streamlit.testing.v1 import AppTest

from tools.browser import ROOT

REPEATS = 10
HEAVY = ("torch", "umap", "sklearn.manifold", "openTSNE")


def rerun(app: AppTest) -> float:
    """CPU milliseconds of one rerun and of the collection after it, the median."""
    took = []
    for _ in range(REPEATS):
        began = time.process_time()
        app.run()
        gc.collect(2)
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


def measure(heavy: bool) -> None:
    """Print one line. Each case has its own process: what is imported stays."""
    app = AppTest.from_file(ROOT / "app.py", default_timeout=60).run()
    app.switch_page("pages/neighbours.py").run()
    gc.unfreeze()  # what start froze
    for name in HEAVY if heavy else ():
        importlib.import_module(name)
    walked, before = len(gc.get_objects()), rerun(app)
    gc.collect()
    gc.freeze()
    after = rerun(app)
    name = "with torch, umap, sklearn" if heavy else "server as it is"
    print(f"{name}: {before:.0f} ms -> {after:.0f} ms frozen, {before / after:.1f} times ({walked:,} objects)")


def main() -> None:
    if len(sys.argv) > 1:
        measure(sys.argv[1] == "heavy")
        return
    for case in ("light", "heavy"):
        subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "bench.rerun", case], check=True, stderr=subprocess.DEVNULL
        )


if __name__ == "__main__":
    main()
