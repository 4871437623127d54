"""What a figure, a list or an export must say about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from embedlab.table import EmbeddingTable


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

    @classmethod
    def of(cls, table: EmbeddingTable, **choices: Any) -> Declaration:
        """What a figure of this table declares: the table's own facts, and the choices behind the figure."""
        return cls(
            table=table.name,
            fingerprint=table.fingerprint,
            rows=table.n_rows,
            dims=table.n_dims,
            layer=table.provenance.layer,
            pooling=table.provenance.pooling,
            steps=table.steps,
            **choices,
        )

    def to_json(self) -> dict[str, Any]:
        """Every field, by name."""
        return {**self.__dict__, "steps": list(self.steps), "parameters": dict(self.parameters)}
