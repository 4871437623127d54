"""Every reader keeps the contract: exact values, nothing read before it is asked for, no error but ours."""

import os
import pickle
import sys
from pathlib import Path
from typing import Any

import gguf
import ml_dtypes
import msgpack
import numpy as np
import onnx
import pytest
import torch
from onnx import helper
from onnx.external_data_helper import set_external_data
from safetensors.torch import load_file, save_file

from embedlab.checkpoints import readers
from embedlab.checkpoints.reader import read
from embedlab.registry import discover
from tests.checkpoints import files, makers

READERS = discover(readers, "READER")
HUGE = makers.HUGE
FLOATS: dict[Any, Any] = {
    torch.float64: np.float64,
    torch.float32: np.float32,
    torch.float16: np.float16,
    torch.bfloat16: ml_dtypes.bfloat16,
    torch.float8_e4m3fn: ml_dtypes.float8_e4m3fn,
    torch.float8_e5m2: ml_dtypes.float8_e5m2,
}


def bits(array: torch.Tensor | np.ndarray | bytes) -> bytes:
    """The bytes of the values in C order."""
    if isinstance(array, bytes):
        return array
    if isinstance(array, torch.Tensor):
        return array.contiguous().view(torch.uint8).numpy().tobytes()
    return np.ascontiguousarray(array).tobytes()


class Safetensors:
    suffix, dtypes = ".safetensors", tuple(FLOATS)

    def save(self, path: Path, values: torch.Tensor) -> None:
        save_file({"wte.weight": values, "bias": values[0].clone()}, path, {"made": "here"})

    def load(self, path: Path) -> torch.Tensor:
        return load_file(path)["wte.weight"]

    def save_huge(self, path: Path) -> None:
        path.write_bytes(files.safetensors({"wte.weight": files.tensor([HUGE // 512, 128], 0, HUGE)}))
        os.truncate(path, path.stat().st_size + HUGE)


class TorchZip:
    suffix, dtypes = ".pt", tuple(FLOATS)

    def save(self, path: Path, values: torch.Tensor) -> None:
        torch.save({"model": {"wte.weight": values, "view": values.t()}, "step": 3}, path)

    def load(self, path: Path) -> torch.Tensor:
        return torch.load(path, weights_only=True)["model"]["wte.weight"]

    def save_huge(self, path: Path) -> None:
        table = files.Rebuilt(files.Stored("0", HUGE // 4), (HUGE // 512, 128), (128, 1))
        files.write_torch(path, {"wte.weight": table}, {"0": HUGE})


class Npy:
    suffix, dtypes = ".npy", (torch.float64, torch.float32, torch.float16)

    def save(self, path: Path, values: torch.Tensor) -> None:
        np.save(path, values.numpy())

    def load(self, path: Path) -> np.ndarray:
        return np.load(path, allow_pickle=False)

    def save_huge(self, path: Path) -> None:
        np.save(path, np.zeros((1, 1), np.float32))
        header = path.read_bytes()[:128].replace(b"(1, 1)", b"(%d, 128)" % (HUGE // 512))[:127] + b"\n"
        path.write_bytes(header)
        os.truncate(path, len(header) + HUGE)


class TorchLegacy(TorchZip):
    dtypes = tuple(FLOATS)[:4]  # torch writes float8 too, and cannot read it back

    def save(self, path: Path, values: torch.Tensor) -> None:
        saved = {"model": {"wte.weight": values, "view": values.t()}, "step": 3}
        torch.save(saved, path, _use_new_zipfile_serialization=False)

    def save_huge(self, path: Path) -> None:
        torch.save({"wte.weight": torch.zeros(1)}, path, _use_new_zipfile_serialization=False)
        magic, *_ = path.read_bytes().partition(b"}q\x00X\n\x00\x00\x00wte")
        table = files.Rebuilt(files.Stored("0", HUGE // 4), (HUGE // 512, 128), (128, 1))
        saved = files.index({"wte.weight": table}, legacy=True)
        path.write_bytes(magic[:-2] + saved + pickle.dumps(["0"], 2) + (HUGE // 4).to_bytes(8, "little"))
        os.truncate(path, path.stat().st_size + HUGE)


class Gguf:
    suffix, dtypes = ".gguf", (torch.float64, torch.float32, torch.float16, torch.bfloat16)

    def save(self, path: Path, values: torch.Tensor) -> None:
        kind = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}[values.dtype]
        writer = self._writer(path)
        raw = values.contiguous().view(torch.uint8).numpy()
        writer.add_tensor("token_embd.weight", raw, raw_dtype=gguf.GGMLQuantizationType[kind])
        self._write(writer)

    def save_other(self, path: Path) -> None:
        """One quantised tensor of each of two kinds."""
        writer = self._writer(path)
        for name, kind in (("token_embd.weight", "Q8_0"), ("output.weight", "Q4_0")):
            raw_dtype = gguf.GGMLQuantizationType[kind]
            raw = gguf.quants.quantize(np.ones((3, 32), np.float32), raw_dtype)
            writer.add_tensor(name, raw, raw_dtype=raw_dtype)
        self._write(writer)

    def load(self, path: Path) -> np.ndarray:
        return gguf.GGUFReader(path).tensors[0].data

    def save_huge(self, path: Path) -> None:
        writer = self._writer(path)
        writer.add_tensor_info("token_embd.weight", (HUGE // 512, 128), np.dtype(np.float32), HUGE)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        writer.close()
        os.truncate(path, -(-path.stat().st_size // 8) * 8 + HUGE)

    def _write(self, writer: gguf.GGUFWriter) -> None:
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()

    def _writer(self, path: Path) -> gguf.GGUFWriter:
        writer = gguf.GGUFWriter(path, "llama")
        writer.add_custom_alignment(8)  # no bytes after the last tensor that nobody would miss
        writer.add_token_list([b"a", b"\xff", b"c"])
        return writer


ONNX_TYPES = {
    torch.float64: onnx.TensorProto.DOUBLE,
    torch.float32: onnx.TensorProto.FLOAT,
    torch.float16: onnx.TensorProto.FLOAT16,
    torch.bfloat16: onnx.TensorProto.BFLOAT16,
    torch.float8_e4m3fn: onnx.TensorProto.FLOAT8E4M3FN,
    torch.float8_e5m2: onnx.TensorProto.FLOAT8E5M2,
}


class Onnx:
    suffix, dtypes = ".onnx", tuple(FLOATS)

    def save(self, path: Path, values: torch.Tensor) -> None:
        table = helper.make_tensor("wte.weight", ONNX_TYPES[values.dtype], values.shape, bits(values), raw=True)
        path.write_bytes(self.model(table).SerializeToString())

    def save_other(self, path: Path) -> None:
        """Values as numbers of their own field, and others in a file beside the model."""
        numbers = helper.make_tensor("wte.weight", onnx.TensorProto.FLOAT, (3, 2), range(6))
        beside = onnx.TensorProto(name="lm_head.weight", data_type=1, dims=(3, 2), raw_data=b"")
        set_external_data(beside, "values.bin", offset=0, length=24)
        beside.ClearField("raw_data")
        path.with_name("values.bin").write_bytes(bytes(24))
        path.write_bytes(self.model(numbers, beside).SerializeToString())

    def model(self, *tensors: onnx.TensorProto) -> onnx.ModelProto:
        ids = helper.make_tensor_value_info("ids", onnx.TensorProto.INT64, (None,))
        rows = helper.make_tensor_value_info("rows", onnx.TensorProto.FLOAT, (None, None))
        node = helper.make_node("Gather", [tensors[0].name, "ids"], ["rows"])
        return helper.make_model(helper.make_graph([node], "g", [ids], [rows], tensors))

    def load(self, path: Path) -> bytes:
        (table,) = onnx.load(path, load_external_data=False).graph.initializer
        return table.raw_data

    def save_huge(self, path: Path) -> None:
        table = onnx.TensorProto(name="wte.weight", data_type=1, dims=(HUGE // 512, 128), raw_data=b"")
        set_external_data(table, "values.bin")
        table.ClearField("raw_data")
        path.write_bytes(self.model(table).SerializeToString())
        beside = path.with_name("values.bin")
        beside.touch()
        os.truncate(beside, HUGE)


class Flax:
    suffix, dtypes = ".msgpack", tuple(FLOATS)

    def save(self, path: Path, values: torch.Tensor) -> None:
        table = msgpack.ExtType(1, msgpack.packb((tuple(values.shape), str(values.dtype)[6:], bits(values))))
        path.write_bytes(msgpack.packb({"params": {"wte": {"embedding": table}, "steps": [1, -1, None, 0.5]}}))

    def load(self, path: Path) -> bytes:
        saved = msgpack.unpackb(path.read_bytes())
        return msgpack.unpackb(saved["params"]["wte"]["embedding"].data)[2]

    def save_huge(self, path: Path) -> None:
        inner = b"\x93\x92" + msgpack.packb(HUGE // 512) + msgpack.packb(128) + msgpack.packb("float32")
        inner += b"\xc6" + HUGE.to_bytes(4, "big")
        head = b"\x81" + msgpack.packb("embedding") + b"\xc9" + (len(inner) + HUGE).to_bytes(4, "big") + b"\x01" + inner
        path.write_bytes(head)
        os.truncate(path, len(head) + HUGE)


# A small file of every format: a new reader adds its maker here.
MAKERS: dict[str, Any] = {
    "safetensors": Safetensors(),
    "torch_zip": TorchZip(),
    "torch_legacy": TorchLegacy(),
    "npy": Npy(),
    "gguf": Gguf(),
    "onnx": Onnx(),
    "flax": Flax(),
    **makers.MAKERS,
}


@pytest.fixture(params=READERS, ids=str)
def make(request: pytest.FixtureRequest) -> Any:
    return MAKERS[request.param]


@pytest.fixture
def small(make: Any, tmp_path: Path) -> Path:
    path = tmp_path / f"small{make.suffix}"
    make.save(path, torch.arange(6.0).reshape(3, 2).to(make.dtypes[:2][-1]))
    return path


def test_every_reader_has_a_maker():
    assert set(MAKERS) >= set(READERS)


@pytest.mark.parametrize("key", READERS)
def test_a_reader_recognises_its_own_files_only(key, tmp_path):
    for maker_key, maker in MAKERS.items():
        path = tmp_path / f"{maker_key}.unnamed"
        maker.save(path.with_suffix(maker.suffix), torch.ones(3, 2))
        path.with_suffix(maker.suffix).rename(path)
        assert READERS[key].sniff(path.read_bytes()[:4096], path) == (key == maker_key)


def test_values_are_those_of_the_official_library(make, tmp_path):
    torch.manual_seed(0)
    for dtype in make.dtypes:
        path = tmp_path / f"{str(dtype)[6:]}{make.suffix}"
        values = torch.randn(7, 5).to(dtype)
        values[2, 1] = torch.nan
        make.save(path, values)
        entry = next(entry for entry in read(path)[1].entries if entry.is_table)
        mapped = entry.map()
        assert mapped.dtype == FLOATS[dtype]
        assert mapped.shape == (7, 5)
        assert bits(mapped) == bits(make.load(path)) == bits(values)
        with pytest.raises(ValueError, match="read-only"):
            mapped[0, 0] = 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the resident size is read from /proc")
@pytest.mark.parametrize("make", [maker for maker in MAKERS.values() if hasattr(maker, "save_huge")], ids=type)
def test_a_large_table_is_not_read(make, tmp_path):
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    path = tmp_path / f"huge{make.suffix}"
    make.save_huge(path)
    before = resident()
    entry = max(read(path)[1].entries, key=lambda entry: entry.parameters)
    assert entry.nbytes == HUGE
    if entry.made is None:  # values that cannot be mapped are read when they are asked for
        assert not entry.map()[-1].any()
    assert resident() - before < 20e6


def test_every_truncation_is_our_error(make, small):
    whole = small.read_bytes()
    assert files.looked_at(small) == "opened"
    cut = small.with_name(f"cut{make.suffix}")
    codes = {}
    # Of a longer file every cut near its ends, and every 17th between them.
    edge = 300 if len(whole) > 2_000 else len(whole)
    for length in sorted({*range(edge), *range(0, len(whole), 17), *range(len(whole) - edge, len(whole))}):
        cut.write_bytes(whole[:length])
        codes[length] = files.looked_at(cut)
    assert codes.pop(0) == "file.empty"
    if hasattr(make, "by_line"):  # what is left of a line may be a line: tests/checkpoints has these
        assert set(codes.values()) <= {"file.truncated", "file.unsupported", "opened"}
        return
    assert set(codes.values()) <= {"file.truncated", "file.unsupported"}
    # Once the format can be recognised, the sentence is the one about the cut.
    assert {codes[length] for length in codes if length > 16} == {"file.truncated"}
