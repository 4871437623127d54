"""Subtracts the mean row and the strongest principal components."""

from __future__ import annotations

import numpy as np

from embedlab.errors import SettingsError
from embedlab.preprocessing.step import Change, Step, finite_blocks, mean_of
from embedlab.settings import Parameter
from embedlab.wording import Sentence

COMPONENTS = Parameter(
    name="without_top_components",
    default=1,
    low=1,
    high=64,
    step=1,
    label=Sentence(en="components removed", pt="componentes retirados"),
    help=Sentence(
        en="How many of the strongest principal components to remove; the paper advises a hundredth of the dimensions.",
        pt="Quantos dos componentes principais mais fortes retirar; o artigo sugere um centésimo das dimensões.",
    ),
)


def _fit(vectors: np.ndarray, finite: np.ndarray, count: int) -> Change:
    dims = vectors.shape[1]
    if count >= dims:  # nothing would remain
        offender = {"name": COMPONENTS.name, "value": count, "low": 1, "high": dims - 1, "choices": []}
        raise SettingsError("settings.out_of_range", offenders=[offender])
    mean = mean_of(vectors, finite)
    scatter = np.zeros((dims, dims))  # (n_dims, n_dims), streamed: the table is never held in float64
    for block in finite_blocks(vectors, finite):
        block -= mean
        scatter += block.T @ block
    components = np.linalg.eigh(scatter)[1][:, -count:]  # (n_dims, count): eigh sorts from weak to strong

    def change(rows: np.ndarray) -> np.ndarray:
        rows = rows - mean
        return rows - (rows @ components) @ components.T

    return change


STEP = Step(
    key="without_top_components",
    order=15,
    label=Sentence(en="without top components", pt="sem os componentes principais"),
    summary=Sentence(
        en="Subtracts the mean row, then removes the strongest principal components: what remains is what the rows do "
        "not have in common. A zero row becomes minus what remains of the mean, as under centred.",
        pt="Subtrai a linha média e depois retira os componentes principais mais fortes: resta o que as linhas não "
        "têm em comum. Uma linha zero vira menos o que resta da média, como na tabela centrada.",
    ),
    paper="Mu & Viswanath 2018, All-but-the-Top: simple and effective postprocessing (ICLR), algorithm 1",
    fit=_fit,
    parameter=COMPONENTS,
)
