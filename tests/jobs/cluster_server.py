"""A server with a job on a worker that cannot be asked to end. The scheduler's address is its argument."""

import sys
import time

from tests.jobs.machines import FUNCTIONS, engine_of, until, workers_of

if __name__ == "__main__":
    with engine_of(sys.argv[1]) as engine:
        until(lambda: workers_of(engine))
        job = engine.submit("test", f"{FUNCTIONS}:endless", {"server": 1}, owner="a")
        until(lambda: job.progress)
        assert job.work.place
        print(job.progress["pid"], flush=True)
        time.sleep(60)
