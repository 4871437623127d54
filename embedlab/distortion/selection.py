"""What a person chooses before maps are drawn, and which rows that means."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from embedlab import preprocessing, settings
from embedlab.errors import SettingsError
from embedlab.neighbours import METRICS
from embedlab.projection import METHODS
from embedlab.table import EmbeddingTable
from embedlab.wording import Sentence


@dataclass(frozen=True)
class MapsSettings:
    """Everything the maps of one table depend on.

    methods: keys of METHODS, in the order drawn. steps: as `preprocessing.parse` writes them. parameters: by
    method key, the values that differ from its defaults. Build it from plain values with `MapsSettings.of`.
    """

    methods: tuple[str, ...] = tuple(METHODS)
    metric: str = settings.parameter(
        "cosine",
        label=Sentence("metric", "métrica"),
        help=Sentence("What near means, on the maps and in judging them.", "O que é perto, nos mapas e ao julgá-los."),
        choices=tuple(METRICS),
    )
    steps: tuple[str, ...] = ()
    rows: int = settings.parameter(
        2000,
        label=Sentence("rows shown", "linhas mostradas"),
        help=Sentence(
            "The most frequent rows where counts exist, else a random sample. True neighbours are those among them.",
            "As mais frequentes onde há contagens; senão, uma amostra. Os vizinhos reais são os que há entre elas.",
        ),
        low=3,
        high=50_000,
        step=100,
    )
    seed: int = settings.parameter(
        0,
        label=Sentence("seed", "semente"),
        help=Sentence("The same seed gives the same maps.", "A mesma semente dá os mesmos mapas."),
        low=0,
        high=2**31 - 1,
        step=1,
    )
    k: int = settings.parameter(
        15,
        label=Sentence("k", "k"),
        help=Sentence("How many neighbours of each row are judged.", "Quantos vizinhos de cada linha são julgados."),
        low=1,
        high=100,
        step=1,
    )
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> MapsSettings:
        """Checked settings from plain (JSON) values; the steps may be a list or written with commas.

        Raises SettingsError for unknown names and steps, and for values out of range.
        """
        steps = values.get("steps", ())
        written = steps if isinstance(steps, str) else ",".join(steps)
        chosen = settings.build(cls, {**values, "steps": preprocessing.parse(written)})
        chosen = dataclasses.replace(chosen, methods=tuple(dict.fromkeys(chosen.methods)))
        strangers = [key for key in (*chosen.methods, *chosen.parameters) if key not in METHODS]
        if strangers or not chosen.methods:
            offenders = [{"name": "methods", "value": ",".join(strangers), "choices": list(METHODS)}]
            raise SettingsError("settings.out_of_range", offenders=offenders)
        for key, parameters in chosen.parameters.items():
            settings.build(METHODS[key].Settings, parameters)
        return chosen

    def of_method(self, key: str) -> Any:
        """The checked settings of one method."""
        return settings.build(METHODS[key].Settings, self.parameters.get(key, {}))

    def to_json(self) -> dict[str, Any]:
        """Plain values, from which `of` builds the same settings."""
        parameters = {key: dict(values) for key, values in self.parameters.items()}
        return {**self.__dict__, "methods": list(self.methods), "steps": list(self.steps), "parameters": parameters}


def choose_rows(table: EmbeddingTable, rows: int, seed: int) -> np.ndarray:
    """The ids shown, ascending, (min(rows, n_rows),) int64: the most frequent, ties by lower id, where counts
    exist; else a seeded sample."""
    if rows >= table.n_rows:
        return np.arange(table.n_rows)
    if table.counts is not None:
        return np.sort(np.argsort(-np.asarray(table.counts, dtype=np.int64), kind="stable")[:rows])
    return np.sort(np.random.default_rng(seed).choice(table.n_rows, rows, replace=False))
