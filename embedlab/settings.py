"""Settings whose default and interval are data: the widget, the option and the check come from them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from embedlab.errors import SettingsError
from embedlab.wording import Sentence

S = TypeVar("S")


@dataclass(frozen=True)
class Parameter:
    """One field of a settings class: what it is called, and which values it takes.

    Numbers take `low` to `high`, both included; `choices` replaces the interval for words.
    `step` is the widget's step. A parameter is a whole number when its default is one.
    """

    name: str
    default: Any
    label: Sentence
    help: Sentence
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the value must be an int."""
        return isinstance(self.default, int) and not isinstance(self.default, bool)

    def accepts(self, value: Any) -> bool:
        """Whether the value is of the right kind and inside the interval."""
        if self.choices:
            return value in self.choices
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        # An int is always finite, and one too long for a float must not be asked.
        if isinstance(value, float) and not (math.isfinite(value) and (value.is_integer() or not self.whole)):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def parameter(
    default: Any,
    *,
    label: Sentence,
    help: Sentence,
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    choices: Sequence[str] = (),
) -> Any:
    """A dataclass field that carries its `Parameter`."""
    facts = {"label": label, "help": help, "low": low, "high": high, "step": step, "choices": tuple(choices)}
    return dataclasses.field(default=default, metadata={"parameter": facts})


def parameters(settings: Any) -> tuple[Parameter, ...]:
    """The parameters of a settings class or instance, in the order written."""
    return tuple(
        Parameter(name=field.name, default=field.default, **field.metadata["parameter"])
        for field in dataclasses.fields(settings)
        if "parameter" in field.metadata
    )


def check(settings: Any) -> None:
    """Raise SettingsError `settings.out_of_range`, naming every offender, unless all values are accepted."""
    offenders = [
        {"name": p.name, "value": getattr(settings, p.name), "low": p.low, "high": p.high, "choices": list(p.choices)}
        for p in parameters(settings)
        if not p.accepts(getattr(settings, p.name))
    ]
    if offenders:
        raise SettingsError("settings.out_of_range", offenders=offenders)


def build(cls: type[S], values: Mapping[str, Any]) -> S:
    """A checked instance from plain values. Raises SettingsError for unknown names or values out of range."""
    known = {field.name for field in dataclasses.fields(cls)}  # type: ignore[arg-type]
    unknown = sorted(set(values) - known)
    if unknown:
        raise SettingsError("settings.unknown", names=unknown, known=sorted(known))
    whole = {p.name for p in parameters(cls) if p.whole}
    settled = {
        name: int(value) if name in whole and isinstance(value, float) and value.is_integer() else value
        for name, value in values.items()
    }
    settings = cls(**settled)
    check(settings)
    return settings
