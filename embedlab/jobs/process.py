"""One of the processes that train a table together; torchrun starts it: `... FOLDER PARENT`."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from pathlib import Path
from typing import IO, Any

from embedlab.errors import EmbedlabError
from embedlab.jobs import frames, kernel, protocol
from embedlab.jobs.processes import ORDER
from embedlab.training import device, job
from embedlab.training.team import Team


def main() -> None:
    """Do this process's part. The first one speaks for all of them, over the output that it was given."""
    kernel.die_with(int(sys.argv[2]))
    settings = json.loads(Path(sys.argv[1], ORDER).read_text())
    first = os.environ["RANK"] == "0"
    answers = os.fdopen(os.dup(1), "wb") if first else None
    os.dup2(2, 1)  # whatever a library prints must not stand among the answers
    team = _joined(settings)
    if answers is not None:
        frames.send(answers, _led(settings, team, answers))
        return
    with contextlib.suppress(EmbedlabError):  # the first process says it
        job.follow(settings, team)


def _joined(settings: dict[str, Any]) -> Team:
    """Meet the others. On GPUs each process has one of its own."""
    from torch import cuda, distributed

    on_gpu = device.choose(settings.get("device", "auto")) == "cuda"
    if on_gpu:
        cuda.set_device(int(os.environ["LOCAL_RANK"]))
    distributed.init_process_group("nccl" if on_gpu else "gloo")
    return Team(distributed.get_rank(), distributed.get_world_size())


def _led(settings: dict[str, Any], team: Team, answers: IO[bytes]) -> dict[str, Any]:
    """Train as the first of the team, and tell how far it is; the last message."""
    stop = threading.Event()
    threading.Thread(target=_listen, args=(stop,), daemon=True).start()

    def tell(progress: dict[str, Any]) -> None:
        arrays = progress.get("arrays", {})
        plain = {name: value for name, value in progress.items() if name != "arrays"}
        frames.send(answers, {"progress": plain}, arrays)

    try:
        return {"result": protocol.checked(job.train(settings, tell, stop.is_set, team)[1])}
    except (EmbedlabError, OSError) as error:  # a RuntimeError of torch may be another process that was killed
        return protocol.failure(error)


def _listen(stop: threading.Event) -> None:
    """Hear the wish to stop; leave when nobody is there any more to hear us."""
    while os.read(0, 1):
        stop.set()
    os._exit(1)


if __name__ == "__main__":
    main()
