"""Small files of every text, column and archive format, by hand or by the official library."""

import io
import struct
import warnings
import zipfile
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
import torch
from pyarrow import feather, parquet

from tests.checkpoints import files

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


class Npz:
    suffix, dtypes = ".npz", (torch.float64, torch.float32, torch.float16)

    def save(self, path: Path, values: torch.Tensor) -> None:
        np.savez(path, vectors=values.numpy(), words=np.array(WORDS[: len(values)]))

    def save_other(self, path: Path) -> None:
        columns_first = np.asfortranarray(np.arange(12.0).reshape(4, 3))
        np.savez_compressed(path, vectors=columns_first, words=np.array([b"a", b"b", b"c", b"d"]))

    def load(self, path: Path) -> np.ndarray:
        with np.load(path, allow_pickle=False) as arrays:
            return arrays["vectors"]

    def save_huge(self, path: Path) -> None:
        header = io.BytesIO()
        facts = {"descr": "<f4", "fortran_order": False, "shape": (HUGE // 512, 128)}
        np.lib.format.write_array_header_1_0(header, facts)
        files.write_zip(path, {"vectors.npy": len(header.getvalue()) + HUGE})
        with path.open("r+b") as file:
            file.seek(30 + len("vectors.npy"))
            file.write(header.getvalue())


class ProjectorTsv(Word2vecText):
    suffix = ".tsv"

    def save(self, path: Path, values: torch.Tensor) -> None:
        path.write_text("".join("\t".join(map(repr, row)) + "\n" for row in values.tolist()))

    def load(self, path: Path) -> np.ndarray:
        return np.loadtxt(path, np.float32, delimiter="\t", ndmin=2)


class Parquet:
    suffix, dtypes = ".parquet", (torch.float64, torch.float32, torch.float16)

    def save(self, path: Path, values: torch.Tensor) -> None:
        parquet.write_table(self.table(values.numpy()), path, compression="zstd", row_group_size=2)

    def save_other(self, path: Path) -> None:
        """One column for each dimension."""
        parquet.write_table(pa.table({"word": list("abc"), "x": [0.1, 0.2, 0.3], "y": [1.0, 2.0, 3.0]}), path)

    @staticmethod
    def table(values: np.ndarray) -> pa.Table:
        rows = pa.array(list(values), pa.list_(pa.from_numpy_dtype(values.dtype)))
        return pa.table({"id": range(len(values)), "word": list(WORDS[: len(values)]), "vector": rows})

    def load(self, path: Path) -> np.ndarray:
        return np.stack(parquet.read_table(path).column("vector").to_numpy())


class Arrow(Parquet):
    suffix = ".arrow"

    def save(self, path: Path, values: torch.Tensor) -> None:
        feather.write_feather(self.table(values.numpy()), str(path), compression="lz4", chunksize=2)

    def save_other(self, path: Path) -> None:
        fixed = pa.array([[1.0, 2.0], [3.0, 4.0]], pa.list_(pa.float32(), 2))
        feather.write_feather(pa.table({"vector": fixed, "token": ["a", "b"]}), str(path), compression="uncompressed")

    def load(self, path: Path) -> np.ndarray:
        return np.stack(feather.read_table(str(path)).column("vector").to_numpy())


class KerasH5:
    suffix, dtypes = ".h5", (torch.float64, torch.float32, torch.float16)
    group = "model_weights/embedding/embedding"

    def save(self, path: Path, values: torch.Tensor) -> None:
        with h5py.File(path, "w") as file:
            file.create_group(self.group)["embeddings:0"] = values.numpy()

    def save_other(self, path: Path) -> None:
        with h5py.File(path, "w") as file:
            file.create_dataset("layers/embedding/vars/0", data=np.ones((3, 2), np.float32), compression="gzip")
            file.create_dataset("layers/dense/vars/0", data=np.ones((2, 2), np.float32), chunks=(1, 2))

    def load(self, path: Path) -> np.ndarray:
        with h5py.File(path, "r") as file:
            return file[f"{self.group}/embeddings:0"][()]

    def save_huge(self, path: Path) -> None:
        with h5py.File(path, "w") as file:
            layout = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            layout.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
            layout.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
            space = h5py.h5s.create_simple((HUGE // 512, 128))
            h5py.h5d.create(file.id, b"embeddings", h5py.h5t.IEEE_F32LE, space, dcpl=layout)


class KerasZip(KerasH5):
    suffix = ".keras"

    def save(self, path: Path, values: torch.Tensor) -> None:
        self._packed(path, super().save, values)

    def save_other(self, path: Path) -> None:
        self._packed(path, super().save_other)

    def load(self, path: Path) -> np.ndarray:
        with zipfile.ZipFile(path) as archive, h5py.File(io.BytesIO(archive.read("model.weights.h5")), "r") as file:
            return file[f"{self.group}/embeddings:0"][()]

    def save_huge(self, path: Path) -> None:
        inner = path.with_suffix(".inner")
        super().save_huge(inner)
        files.write_zip(path, {"metadata.json": b"{}", "model.weights.h5": inner.stat().st_size})
        with path.open("r+b") as file, inner.open("rb") as source:
            file.seek(2 * 30 + len("metadata.json{}") + len("model.weights.h5"))
            file.write(source.read(4096))

    def _packed(self, path: Path, save: Any, *values: torch.Tensor) -> None:
        inner = path.with_suffix(".inner")
        save(inner, *values)
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("metadata.json", "{}")
            archive.writestr("config.json", '{"class_name": "Lambda"}')
            archive.write(inner, "model.weights.h5")
        inner.unlink()


MAKERS: dict[str, Any] = {
    "word2vec_text": Word2vecText(),
    "glove": Glove(),
    "word2vec_binary": Word2vecBinary(),
    "fasttext_bin": FasttextBin(),
    "npz": Npz(),
    "projector_tsv": ProjectorTsv(),
    "parquet": Parquet(),
    "arrow": Arrow(),
    "keras_h5": KerasH5(),
    "keras_zip": KerasZip(),
}
