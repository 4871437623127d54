"""Blocks of rows, worked on by as many threads as torch may use. Job code: it imports torch."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

Found = TypeVar("Found")


def each_block(work: Callable[[slice], Found], n: int, step: int) -> Iterator[tuple[slice, Found]]:
    """What `work` makes of every block of `step` of n rows, in order. Whoever stops asking stops the work.

    A block is done by one thread from product to answer: so it stays in that core's cache, and nobody waits for
    others in between. The number of threads changes no answer.
    """
    import torch

    blocks, threads = [slice(start, min(start + step, n)) for start in range(0, n, step)], torch.get_num_threads()
    if threads == 1 or len(blocks) == 1:
        yield from ((block, work(block)) for block in blocks)
        return
    pool = ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))
    try:
        yield from zip(blocks, pool.map(work, blocks), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)
        torch.set_num_threads(threads)  # a worker sets it for threads to come, too


class Buffers(threading.local):
    """One array for each thread that asks, used again for every block."""

    def __init__(self, shape: tuple[int, ...], dtype: type) -> None:
        self.array = np.empty(shape, dtype)
