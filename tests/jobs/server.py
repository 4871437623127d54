"""A server as Streamlit makes one: a page that stands in `__main__` starts a job that cannot be asked to end."""

import os
import time

from embedlab.jobs import Engine

FUNCTIONS = "tests.jobs.functions"

print("page executed", os.getpid(), flush=True)
engine = Engine(allow=[FUNCTIONS])
job = engine.submit("test", f"{FUNCTIONS}:endless", {}, owner="a")
while "pid" not in job.progress:
    time.sleep(0.01)
print("ready", engine.host, job.progress["pid"], engine.root, flush=True)
time.sleep(60)
