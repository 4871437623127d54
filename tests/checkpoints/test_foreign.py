import pickle

import pytest

from embedlab.checkpoints import open_table
from embedlab.errors import FileError
from embedlab.text.errors import say_error

FILES = {
    "model.ckpt.index": (b"\x00\x00\x01", "tensorflow"),
    "old.tar": (bytes(257) + b"ustar\x00" + bytes(400), "tar"),
    "vectors.txt.gz": (b"\x1f\x8b\x08" + bytes(40), "gzip"),
    "word2vec.model": (pickle.dumps({"vectors": 1}, protocol=4), "pickle"),
    "old.pkl": (pickle.dumps({"vectors": 1}, protocol=2), "pickle"),
    "model.safetensors.html": (b"\n<!DOCTYPE html><html><title>404</title>", "html"),
    "config.json": (b'{\n  "vocab_size": 8\n}', "json"),
    "numbers.txt": (b"0.1 0.2\n0.3 0.4\n", None),
    "noise": (b"\xde\xad\xbe\xef" * 20, None),
    "prose.txt": (b"The cat sat on the mat.\n", None),
}


@pytest.mark.parametrize(("name", "content", "reason"), [(name, *facts) for name, facts in FILES.items()])
def test_other_formats_are_named_and_refused(name, content, reason, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert (caught.value.code, caught.value.fields["reason"]) == ("file.unsupported", reason)
    english, portuguese = (say_error(caught.value, language) for language in ("en", "pt"))
    assert english != portuguese
    assert name in english
    assert name in portuguese
