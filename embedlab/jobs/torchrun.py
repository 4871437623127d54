"""torchrun as `processes` starts it: `python -m embedlab.jobs.torchrun PARENT PROCESSES FOLDER`.

torchrun's own `--standalone` opens a port to the whole network and unpickles what it finds behind it (c10d rendezvous,
torch 2.13), so that whoever reaches it can run code. This meeting place listens on the loopback alone and holds no
pickle.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

from embedlab.jobs import kernel
from embedlab.jobs.processes import ENDED

_PROGRAM = "embedlab.jobs.process"
_NAME = "loopback"


def main() -> None:
    """Start the processes and watch them: when one ends badly, all the others are ended, and a file says which."""
    parent, processes, folder = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    kernel.die_with(parent)
    from torch.distributed import run
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.elastic.rendezvous import rendezvous_handler_registry

    rendezvous_handler_registry.register(_NAME, _meeting_place)
    where = ["--rdzv-backend", _NAME, "--rdzv-endpoint", "127.0.0.1", "--log-dir", str(folder)]
    what = ["--nproc-per-node", processes, "--module", _PROGRAM, str(folder), str(os.getpid())]
    try:
        run.run(run.parse_args([*where, *what]))
    except ChildFailedError as error:
        # A process that was killed makes the others fail, perhaps before anybody looks.
        failed = sorted(error.failures.items(), key=lambda one: (one[1].exitcode >= 0, one[1].timestamp))
        number, failure = failed[0]
        (folder / ENDED).write_text(json.dumps({"process": number + 1, "status": failure.exitcode}))
        sys.exit(1)


def _meeting_place(parameters: Any) -> Any:
    """Where the processes of this one machine find each other."""
    from torch.distributed import PrefixStore, TCPStore  # type: ignore[attr-defined]
    from torch.distributed.elastic.rendezvous import RendezvousInfo, RendezvousStoreInfo
    from torch.distributed.elastic.rendezvous.static_tcp_rendezvous import StaticTCPRendezvous

    listener = socket.create_server(("127.0.0.1", 0))
    address, port = listener.getsockname()
    store = TCPStore(address, port, is_master=True, wait_for_workers=False, master_listen_fd=listener.detach())

    class Loopback(StaticTCPRendezvous):
        """The one node of a fixed meeting place, over a store that is there already."""

        def get_backend(self) -> str:
            return _NAME

        def next_rendezvous(self) -> RendezvousInfo:
            return RendezvousInfo(PrefixStore(self.run_id, store), 0, 1, RendezvousStoreInfo(address, port))

    return Loopback(address, port, rank=0, world_size=1, run_id=parameters.run_id, timeout=60)


if __name__ == "__main__":
    main()
