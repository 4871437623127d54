"""ONNX and Flax files made to harm: nothing outside the folder is read, and no length is believed."""

import msgpack
import onnx
import pytest

from embedlab.checkpoints import open_table
from embedlab.checkpoints.reader import read
from embedlab.errors import FileError
from embedlab.text.errors import say_error
from tests.contracts.test_readers import Onnx


def refused(path):
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert say_error(caught.value, "en") != say_error(caught.value, "pt")
    return caught.value.code, caught.value.fields.get("reason")


def model(path, dims=(3, 2), raw=bytes(24), twice=False, **external):
    table = onnx.TensorProto(name="wte.weight", data_type=1, dims=dims)
    if external:
        table.data_location = onnx.TensorProto.EXTERNAL
        for key, value in external.items():
            table.external_data.add(key=key, value=str(value))
    else:
        table.raw_data = raw
    path.write_bytes(Onnx().model(*[table] * (1 + twice)).SerializeToString())
    return path


@pytest.mark.parametrize("location", ["../secret.bin", "/etc/passwd", "a/b", "..", ".", "", "a\\b", "link.bin"])
def test_values_outside_the_folder_are_not_read(location, tmp_path):
    (tmp_path / "secret.bin").write_bytes(bytes(24))
    folder = tmp_path / "m"
    folder.mkdir()
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    path = model(folder / "m.onnx", location=location)
    assert refused(path) == ("file.unsafe", "outside_folder")


def test_external_values_that_lie(tmp_path):
    (tmp_path / "v.bin").write_bytes(bytes(24))
    assert open_table(model(tmp_path / "m.onnx", location="v.bin")).vectors.shape == (3, 2)
    assert refused(model(tmp_path / "m.onnx", location="v.bin", offset=1))[0] == "file.truncated"
    assert refused(model(tmp_path / "m.onnx", location="v.bin", offset=-8)) == ("file.unsafe", "tensor")
    assert refused(model(tmp_path / "m.onnx", location="v.bin", length=16)) == ("file.unsafe", "tensor")
    assert refused(model(tmp_path / "m.onnx", location="v.bin", offset="x")) == ("file.unsafe", "tensor")
    assert refused(model(tmp_path / "m.onnx", location="gone.bin")) == ("file.shard_missing", None)


def test_an_onnx_tensor_that_lies(tmp_path):
    for dims in ((3, 3), (2**62, 4), (-3, -2), (2**40, 2**40)):
        assert refused(model(tmp_path / "m.onnx", dims=dims)) == ("file.unsafe", "tensor")
    assert refused(model(tmp_path / "m.onnx", dims=(1,) * 40)) == ("file.unsafe", "field")
    assert refused(model(tmp_path / "m.onnx", twice=True)) == ("file.unsafe", "duplicate")


def array(shape=(3, 2), dtype="float32", raw=bytes(24), kind=1):
    return msgpack.ExtType(kind, msgpack.packb((shape, dtype, raw)))


FLAX = {
    "a shape that its values do not fill": (msgpack.packb({"wte": array((3, 3))}), "tensor"),
    "a negative shape": (msgpack.packb({"wte": array((-3, -2))}), "tensor"),
    "2^62 rows": (msgpack.packb({"wte": array((2**62, 2))}), "tensor"),
    "forty axes": (msgpack.packb({"wte": array((1,) * 40)}), "tensor"),
    "an array that is none": (msgpack.packb({"wte": msgpack.ExtType(1, b"\xc0")}), "tensor"),
    "keys that are no texts": (b"\x82" + msgpack.packb("wte") + msgpack.packb(array()) + b"\x01\x01", "field"),
    "levels without end": (b"\x81\xa3wte" + b"\x91" * 10_000 + b"\xc0", "field"),
    "a name twice": (b"\x82" + (msgpack.packb("wte") + msgpack.packb(array())) * 2, "duplicate"),
    "bytes that follow": (msgpack.packb({"wte": array()}) + b"\xc0", "trailing"),
    "an unused byte": (b"\x81\xa3wte\xc1", "field"),
    "2^32 parts": (b"\x81\xa3wte\xdd\xff\xff\xff\xff" + b"\xc0" * 300_000, "limit"),
}


@pytest.mark.parametrize(("content", "reason"), FLAX.values(), ids=FLAX)
def test_a_flax_file_that_lies(content, reason, tmp_path):
    path = tmp_path / "m.msgpack"
    path.write_bytes(content)
    assert refused(path) == ("file.unsafe", reason)


def test_the_same_flax_file_without_a_lie(tmp_path):
    path = tmp_path / "m.msgpack"
    path.write_bytes(msgpack.packb({"params": {"wte": array()}, "other": array(dtype="complex64", kind=2)}))
    assert [entry.name for entry in read(path)[1].entries] == ["params.wte"]
    path.write_bytes(msgpack.packb({"wte": {"__msgpack_chunked_array__": True}}))
    assert refused(path) == ("file.unsupported", "flax_chunked")
