"""Maps as long work, from a file."""

import json
from pathlib import Path

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.checkpoints import open_table
from embedlab.distortion.job import maps_of, run
from embedlab.errors import TableError
from tests.distortion.made import FAST, blob_table

pytestmark = pytest.mark.heavy


@pytest.fixture
def asked(tmp_path):
    path = tmp_path / "blobs.safetensors"
    tablefile.write(blob_table(), path)
    return {
        "table": {"path": str(path), "tensor": None, "vocabulary": None},
        "fingerprint": open_table(path).fingerprint,
        "maps": {"methods": ["pca", "tsne"], "parameters": FAST},
    }


def test_progress_and_every_map_are_emitted_and_the_result_holds_all(asked):
    emitted = []
    result = run(json.loads(json.dumps(asked)), emitted.append, lambda: False)
    json.dumps(result["document"])
    assert {(one["sentence"], one["method"]) for one in emitted if "done" in one} == {
        ("neighbours", None),
        ("tsne", "tsne"),
    }
    assert [one["map"] for one in emitted if "map" in one] == ["pca", "tsne"]
    assert [list(maps_of({**one["arrays"], "document": one["document"]}).maps) for one in emitted if "map" in one] == [
        ["pca"],
        ["pca", "tsne"],
    ]
    maps = maps_of(result)
    assert list(maps.maps) == ["pca", "tsne"]
    np.testing.assert_array_equal(maps.ids, np.arange(180))


def test_a_file_that_changed_is_refused(asked):
    with pytest.raises(TableError, match=r"table\.changed") as caught:
        run({**asked, "fingerprint": "0" * 64}, lambda _: None, lambda: False)
    assert str(Path(asked["table"]["path"]).parent) not in str(caught.value)


def test_progress_grows_over_all_stages(asked):
    seen = []
    run(asked, seen.append, lambda: False)
    shares = [at["done"] / at["total"] for at in seen if "done" in at]
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    assert {at["total"] for at in seen if "done" in at} == {1000 * (1 + len(asked["maps"]["methods"]))}
