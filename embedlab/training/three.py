"""One world, three objectives: the runs behind the page of objectives, and the one file that holds their tables."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import load_file, save

from embedlab import tablefile
from embedlab.errors import FileError
from embedlab.training import world
from embedlab.training.objectives.multimodal import PATCHES
from embedlab.wording import Language

SEEDS = 3
OBJECTIVES = ("next_token", "retrieval", "multimodal")
# A language model of one layer, as small as the others: the world has 223 words. Half a second of one core.
LANGUAGE_MODEL = {"dims": 32, "layers": 1, "context": 16, "updates": 150, "learning_rate": 0.01}
_RECORDS, _TOKENS, _LANGUAGE = "embedlab.records", "embedlab.tokens", "embedlab.language"


@dataclass(frozen=True, eq=False)
class Three:
    """The tables of the three objectives, one per seed.

    tables: (n_rows, d) by objective and seed. patches: (items, d) by seed, what the multimodal model makes of the
    pictures. records: settings, seed, device, threads and versions of each run, in the order of `tables`.
    """

    language: Language
    tokens: tuple[str, ...]
    tables: Mapping[str, tuple[np.ndarray, ...]]
    patches: tuple[np.ndarray, ...]
    records: tuple[Mapping[str, Any], ...]


def asked(objective: str, language: Language, seed: int) -> dict[str, Any]:
    """The settings of one run but for its file."""
    own = LANGUAGE_MODEL if objective == "next_token" else {}
    return {"corpus": f"world_{language}", "objective": objective, "seed": seed, "device": "cpu", "frames": 0, **own}


def run(
    settings: dict[str, Any], emit: Callable[[dict[str, Any]], None], should_stop: Callable[[], bool]
) -> dict[str, Any] | None:
    """Job code: train every objective with SEEDS seeds from `seed` on and write them to `out`. None when stopped.

    settings: language, seed, out. Emits {"done", "total"} (runs) as training goes on. Raises as `job.train`.
    """
    from embedlab.training import job

    runs = list(product(OBJECTIVES, range(settings["seed"], settings["seed"] + SEEDS)))
    tensors, records, tokens = {}, [], ()
    for number, (objective, seed) in enumerate(runs):

        def tell(progress: dict[str, Any], before: int = number) -> None:
            emit({"done": before + progress["done"] / progress["total"], "total": len(runs)})

        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "run.safetensors")
            given = {**asked(objective, settings["language"], seed), "out": str(out)}
            table, answer = job.train(given, tell, should_stop)
            if answer["stopped"]:
                return None
            place = f"{objective}.{seed - settings['seed']}"
            tensors[place] = np.asarray(table.vectors)
            if objective == "multimodal":
                tensors[f"patches.{place}"] = load_file(out)[PATCHES]
        records.append(table.provenance.to_json())
        tokens = table.tokens
    facts = {_RECORDS: records, _TOKENS: tokens, _LANGUAGE: settings["language"]}
    content = save(tensors, metadata={name: json.dumps(value) for name, value in facts.items()})
    tablefile.write_whole(Path(settings["out"]), content)
    return {"path": settings["out"], "seed": settings["seed"]}


def read(path: Path) -> Three:
    """The tables of a file that `run` wrote. Raises FileError `file.metadata`, `file.not_found`."""
    if not path.is_file():
        raise FileError("file.not_found", name=path.name)
    try:
        with safe_open(path, framework="numpy") as file:
            facts = {name: json.loads(value) for name, value in file.metadata().items()}
            held = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        tables = {name: tuple(held[f"{name}.{seed}"] for seed in range(SEEDS)) for name in OBJECTIVES}
        patches = tuple(held[f"patches.multimodal.{seed}"] for seed in range(SEEDS))
        return Three(facts[_LANGUAGE], tuple(facts[_TOKENS]), tables, patches, tuple(facts[_RECORDS]))
    except (SafetensorError, KeyError, AttributeError, ValueError) as error:
        raise FileError("file.metadata", name=path.name, key=_RECORDS) from error


def item_rows(three: Three) -> np.ndarray:
    """The row of every item of the world, (items,) int64."""
    places = {token: row for row, token in enumerate(three.tokens)}
    return np.array([places[item.word(three.language)] for item in world.items()])
