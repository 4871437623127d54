"""Keras weights in HDF5 (.h5). The datasets only: a model's layers, which may hold code, are never built."""

from __future__ import annotations

from pathlib import Path

from embedlab.checkpoints import hdf5
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.reader import Reader
from embedlab.wording import Sentence


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(hdf5.MAGIC)


def _open(path: Path) -> Contents:
    return Contents(hdf5.datasets(path, 0, path.stat().st_size, lambda: path.open("rb")))


READER = Reader(
    key="keras_h5",
    label=Sentence(en="HDF5, Keras (.h5)", pt="HDF5, Keras (.h5)"),
    sniff=_sniff,
    open=_open,
)
