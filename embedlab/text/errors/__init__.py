"""Words an error in the reader's language. One file per family; each defines SENTENCES."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from embedlab.errors import EmbedlabError
from embedlab.neighbours import METRICS
from embedlab.preprocessing import STEPS
from embedlab.wording import Language, Sentence


def sentences() -> dict[str, Sentence]:
    """The sentence of every code, by code."""
    found: dict[str, Sentence] = {}
    for info in pkgutil.iter_modules(__path__):
        found |= importlib.import_module(f"{__name__}.{info.name}").SENTENCES
    return found


def say_error(error: EmbedlabError, language: Language) -> str:
    """What, where, which limit, and what to do. An error without a sentence says its code and its facts.

    A code may have one sentence per `reason` among its fields, under "code:reason".
    """
    found = sentences()
    sentence = found.get(f"{error.code}:{error.fields.get('reason')}") or found.get(error.code)
    if sentence is None:
        return str(error)
    return sentence.say(
        language, **{name: _plain(value, language) for name, value in _labelled(error, language).items()}
    )


def _labelled(error: EmbedlabError, language: Language) -> dict[str, Any]:
    """The fields; a metric goes by its label."""
    metric = METRICS.get(error.fields.get("metric", ""))
    return error.fields | ({"metric": metric.label.say(language)} if metric else {})


def _plain(value: Any, language: Language) -> Any:
    """Lists become a comma-separated enumeration, an offender of SettingsError its name, value and interval.

    A step that offends goes by its label.
    """
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_plain(part, language)) for part in value) or "–"
    if isinstance(value, dict) and "name" in value:
        limits = "/".join(value["choices"]) if value.get("choices") else f"{value.get('low')} .. {value.get('high')}"
        step = STEPS.get(value["name"])
        name = step.label.say(language) if step else value["name"]
        return f"{name} = {value['value']} ({limits})"
    return value
