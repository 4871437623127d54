"""What a figure, a list or an export must say about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """The choices behind one figure. None means: does not apply here.

    `rows_shown` of `rows` were searched or drawn. `steps` are in the order applied; () is raw.
    """

    table: str
    fingerprint: str
    rows: int
    dims: int
    layer: str = "input"
    pooling: str = "token"
    steps: tuple[str, ...] = ()
    metric: str | None = None
    k: int | None = None
    rows_shown: int | None = None
    method: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Every field, by name."""
        return {**self.__dict__, "steps": list(self.steps), "parameters": dict(self.parameters)}
