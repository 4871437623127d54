"""Which device a run computes on."""

from __future__ import annotations

import os

from embedlab.errors import TrainingError

DEVICES = ("auto", "cpu", "cuda", "mps")


def choose(wanted: str) -> str:
    """cuda, mps or cpu; "auto" takes the first that is there. Raises TrainingError `training.device_missing`."""
    # Without it CUDA's matrix products may differ from run to run; read when CUDA starts.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    import torch

    present = [
        name for name, there in (("cuda", torch.cuda.is_available()), ("mps", torch.mps.is_available())) if there
    ]
    present.append("cpu")
    if wanted == "auto":
        return present[0]
    if wanted not in present:
        raise TrainingError("training.device_missing", device=wanted, present=present)
    return wanted


def count(device: str) -> int | None:
    """How many processes the device can serve, one each; None for the CPU, which serves any number."""
    import torch

    return {"cuda": torch.cuda.device_count, "mps": lambda: 1}.get(device, lambda: None)()


def prepare(device: str, threads: int) -> None:
    """Set torch's threads, and its deterministic kernels where the device has a choice."""
    import torch

    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(device == "cuda")


def describe(device: str) -> str:
    """The device's name for a person: "cpu", "mps", or "cuda" with the card's name."""
    import torch

    return f"cuda ({torch.cuda.get_device_name()})" if device == "cuda" else device
