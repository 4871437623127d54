"""Maps drawn once for all tests: umap compiles for ten seconds."""

import pytest

from embedlab.distortion.maps import MapsSettings, draw
from tests.distortion.made import FAST, blob_table


@pytest.fixture(scope="session")
def blobs():
    return blob_table()


@pytest.fixture(scope="session")
def drawn(blobs):
    return draw(blobs, MapsSettings.of({"parameters": FAST}))
