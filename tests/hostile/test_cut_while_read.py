"""A binary file of words that gets shorter while it is read: our error, and this process stays to say it.

A signal from a mapped file would end the process that runs these tests.
"""

import os
import struct

import numpy as np
import pytest

from embedlab.checkpoints import open_checkpoint
from embedlab.checkpoints.progress import heard
from embedlab.errors import FileError
from tests.checkpoints.makers import FasttextBin

ROWS, DIMS, LEFT = 30_000, 8, 100_000


def word2vec(path):
    row = np.ones(DIMS, "<f4").tobytes()
    path.write_bytes(b"%d %d\n" % (ROWS, DIMS) + b"".join(b"w%d %s\n" % (at, row) for at in range(ROWS)))


def fasttext(path):
    head = FasttextBin.head(0, DIMS, 1, 3)
    words = b"".join(b"w%d\0" % at + struct.pack("<qb", 7, 0) for at in range(ROWS))
    counts = struct.pack("<3i2q", ROWS, ROWS, 0, 100, -1)
    tables = [struct.pack("<B2q", 0, rows, DIMS) + bytes(4 * DIMS * rows) for rows in (ROWS + 1, ROWS)]
    path.write_bytes(head[: -len(counts)] + counts + words + b"".join(tables))


@pytest.fixture(params=[word2vec, fasttext])
def path(request, tmp_path):
    request.param(tmp_path / "words.bin")
    return tmp_path / "words.bin"


def cut(path):
    whole = path.stat().st_size
    os.truncate(path, LEFT)
    return whole


def test_a_file_cut_while_its_words_are_read(path):
    told = []

    def listen(done, total):
        told.append(done)
        if len(told) == 1:
            cut(path)

    with pytest.raises(FileError) as caught, heard(listen):
        open_checkpoint(path)
    assert told
    assert (caught.value.code, caught.value.fields["found"]) == ("file.truncated", LEFT)


def test_a_file_cut_before_its_numbers_are_read(path):
    checkpoint = open_checkpoint(path)
    cut(path)
    with pytest.raises(FileError) as caught:
        checkpoint.table()
    assert (caught.value.code, caught.value.fields["found"]) == ("file.truncated", LEFT)


def test_unharmed_they_open(path):
    table = open_checkpoint(path).table()
    assert (table.n_rows, table.n_dims, table.tokens[-1]) == (ROWS, DIMS, f"w{ROWS - 1}")
