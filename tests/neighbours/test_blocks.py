"""Blocks of rows in several threads: the answers and their order are those of one, and an early end is one."""

import threading

import numpy as np
import pytest
import torch

from embedlab.neighbours import graph
from embedlab.neighbours.blocks import Buffers, each_block

pytestmark = pytest.mark.heavy


@pytest.fixture
def threads():
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


def test_blocks_come_in_order_from_threads_of_one_thread_each(threads):
    together = threading.Barrier(3, timeout=30)  # breaks unless three work at once
    found = list(each_block(lambda block: (together.wait(), torch.get_num_threads(), block.stop)[1:], 9, 3))
    assert found == [(slice(0, 3), (1, 3)), (slice(3, 6), (1, 6)), (slice(6, 9), (1, 9))]
    assert torch.get_num_threads() == 3


def test_who_stops_asking_stops_the_work(threads):
    done = []
    blocks = each_block(done.append, 100_000, 1)
    next(blocks)
    blocks.close()
    assert len(done) < 100_000
    assert torch.get_num_threads() == 3


def test_threads_do_not_share_a_buffer(threads):
    buffers, together = Buffers((2,), float), threading.Barrier(3, timeout=30)

    def work(block):
        together.wait()
        return id(buffers.array)

    assert len({found for _, found in each_block(work, 3, 1)}) == 3


def test_threads_change_no_neighbour(threads):
    vectors = np.random.default_rng(0).normal(size=(600, 5)).round(1)
    several = graph(vectors, "euclidean", 7)
    torch.set_num_threads(1)
    alone = graph(vectors, "euclidean", 7)
    np.testing.assert_array_equal(several.ids, alone.ids)
    np.testing.assert_array_equal(several.values, alone.values)
