"""How many parameters a file's tables hold, each storage counted once."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from embedlab.checkpoints.checkpoint import Checkpoint


@dataclass(frozen=True)
class Ledger:
    """parameters: of input table and head, once where they are tied; bytes: what these take in the file,
    twice where equal values are stored twice; position: parameters of the position tables; total: all of them.
    """

    parameters: int
    bytes: int
    counted_once: bool
    position: int
    total: int

    def to_json(self) -> dict[str, Any]:
        """Every field, by name."""
        return asdict(self)


def ledger(checkpoint: Checkpoint) -> Ledger:
    """The ledger of the chosen table, its head and the positions."""
    head = checkpoint.head
    names = dict.fromkeys(name for name in (checkpoint.chosen, head.tensor) if name is not None)
    entries = [checkpoint.entries[name] for name in names]
    one = head.verdict in ("tied", "table_is_head")
    parameters = max((entry.parameters for entry in entries), default=0)
    stored = {(entry.file, entry.storage, entry.offset): entry.nbytes for entry in entries}
    position = sum(table.parameters for table in checkpoint.tables if table.role == "position")
    counted = parameters if one else sum(entry.parameters for entry in entries)
    return Ledger(counted, sum(stored.values()), one, position, counted + position)
