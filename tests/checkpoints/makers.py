"""Small files of every text, column and archive format, by hand or by the official library."""

import struct
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch

HUGE = 2**30  # bytes of a table that must not be read
WORDS = ("the", "of", "naïve", "日本", "a-b", "x", "y")


def gensim_vectors(path: Path, **options: Any) -> np.ndarray:
    """What gensim reads."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gensim warns of its own parts
        from gensim.models import KeyedVectors

        return KeyedVectors.load_word2vec_format(str(path), **options).vectors


class Word2vecText:
    suffix, dtypes, by_line, header = ".vec", (torch.float32,), True, True

    def save(self, path: Path, values: torch.Tensor) -> None:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            if self.header:
                file.write(f"{len(values)} {values.shape[1]}\n")
            for word, row in zip(WORDS, values.tolist(), strict=False):
                file.write(" ".join([word, *map(repr, row)]) + "\n")

    def load(self, path: Path) -> np.ndarray:
        return gensim_vectors(path)


class Glove(Word2vecText):
    suffix, header = ".txt", False

    def load(self, path: Path) -> np.ndarray:
        return gensim_vectors(path, no_header=True)


class Word2vecBinary:
    suffix, dtypes = ".bin", (torch.float32,)

    def save(self, path: Path, values: torch.Tensor) -> None:
        rows = zip(WORDS, values.numpy(), strict=False)
        header = b"%d %d\n" % tuple(values.shape)
        path.write_bytes(header + b"".join(word.encode() + b" " + row.tobytes() for word, row in rows))

    def load(self, path: Path) -> np.ndarray:
        return gensim_vectors(path, binary=True)

    def save_huge(self, path: Path) -> None:
        dims = 2**17
        rows = HUGE // 4 // dims
        with path.open("wb") as file:
            file.write(b"%d %d\n" % (rows, dims))
            for _ in range(rows):
                file.write(b"a ")
                file.seek(4 * dims, 1)
            file.truncate()


class FasttextBin:
    suffix, dtypes = ".bin", (torch.float32,)

    def save(self, path: Path, values: torch.Tensor) -> None:
        """Words of one n-gram bucket, whose row is half the first one's."""
        rows, dims = values.shape
        path.write_bytes(
            self.head(rows, dims, 1, 3)
            + struct.pack("<B2q", 0, rows + 1, dims)
            + values.numpy().tobytes()
            + (values[0].numpy() / 2).tobytes()
            + struct.pack("<B2q", 0, rows, dims)
            + values.numpy().tobytes()
        )

    @staticmethod
    def head(rows: int, dims: int, bucket: int, maxn: int, version: int = 12) -> bytes:
        """Arguments and dictionary."""
        arguments = struct.pack(
            "<2i12id", 793712314, version, dims, 5, 5, 1, 5, 1, 2, 2, bucket, min(3, maxn), maxn, 100, 1e-4
        )
        words = b"".join(word.encode() + b"\0" + struct.pack("<qb", 7, 0) for word in WORDS[:rows])
        return arguments + struct.pack("<3i2q", rows, rows, 0, 100, -1) + words

    def load(self, path: Path) -> np.ndarray:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from gensim.models.fasttext import load_facebook_vectors

            return load_facebook_vectors(str(path)).vectors_vocab

    def save_huge(self, path: Path) -> None:
        """One word; the rest of its matrix are rows of n-grams."""
        dims = 2**16
        rows = HUGE // 4 // dims
        with path.open("wb") as file:
            file.write(self.head(1, dims, rows, 3) + struct.pack("<B2q", 0, rows + 1, dims))
            file.seek(4 * dims + HUGE, 1)
            file.write(struct.pack("<B2q", 0, 0, dims))


MAKERS: dict[str, Any] = {
    "word2vec_text": Word2vecText(),
    "glove": Glove(),
    "word2vec_binary": Word2vecBinary(),
    "fasttext_bin": FasttextBin(),
}
