"""Vector files that gensim's package brings, made by the original programs."""

from pathlib import Path

import numpy as np
import pytest

from embedlab.checkpoints.reader import read
from tests.checkpoints.makers import gensim_vectors

gensim = pytest.importorskip("gensim", reason="gensim is not installed: `make test` installs it")
FOLDER = Path(gensim.__file__).parent / "test" / "test_data"


@pytest.mark.parametrize(
    ("name", "shape", "binary"),
    [
        ("euclidean_vectors.bin", (2747, 10), True),
        ("poincare_vectors.bin", (1182, 10), True),
        ("lee_fasttext.vec", (1762, 10), False),
    ],
)
def test_files_of_word2vec_and_fasttext(name, shape, binary):
    (entry,) = read(FOLDER / name)[1].entries
    assert entry.shape == shape
    assert entry.map().tobytes() == gensim_vectors(FOLDER / name, binary=binary).tobytes()


def test_composed_vectors_are_those_that_fasttext_wrote():
    model, text = (read(FOLDER / f"crime-and-punishment.{end}")[1] for end in ("bin", "vec"))
    composed = next(entry for entry in model.entries if entry.name == "composed_words")
    assert np.allclose(composed.map(), text.entries[0].map(), rtol=0, atol=6e-6)
    assert model.vocabulary is not None
    assert text.vocabulary is not None
    assert model.vocabulary().tokens == text.vocabulary().tokens
