"""What the page says of an error."""

import pytest

from embedlab.errors import TrainingError
from embedlab.ui.errors import sentence


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_servers_folders_are_not_said(language):
    fields = {"step": 3, "kept": 2, "learning_rate": 9.0, "path": "/tmp/embedlab-1/trained/found.safetensors"}
    said = sentence(TrainingError("training.not_finite", **fields), language).replace("\\", "")
    assert "found.safetensors" in said
    assert "/tmp" not in said
    assert "trained/" not in said
