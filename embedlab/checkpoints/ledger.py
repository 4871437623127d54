"""What the tables of a model cost: input, head and positions, each storage counted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from embedlab.checkpoints.checkpoint import Checkpoint
from embedlab.checkpoints.config import Config
from embedlab.errors import InputError

# Bits of one value, by the names that the command line and the pages use.
BITS = {"f32": 32, "bf16": 16, "f16": 16, "f8": 8, "int8": 8, "int4": 4}
_DTYPES = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}
DEFAULT_DTYPE = "bf16"


@dataclass(frozen=True)
class Ledger:
    """Parameters of each table, and the bytes they take.

    input: (rows x dims) of the input table. output: of the head; 0 where it is the input table itself or not there.
    position: of all position tables. tied: None where nothing tells. input_bytes: of the input table. table_bytes: of
    input and head, in a file as stored: twice where equal values are stored twice; spare_bytes: of these, the second
    copy's. position_bytes: of the positions. model: parameters of the whole model, where somebody says them, without
    a second copy.
    """

    input: int
    output: int
    position: int
    tied: bool | None
    input_bytes: int
    table_bytes: int
    position_bytes: int
    model: int | None = None
    spare_bytes: int = 0

    @property
    def parameters(self) -> int:
        """Of input table and head."""
        return self.input + self.output

    @property
    def counted_once(self) -> bool:
        """Whether one table is both."""
        return bool(self.tied)

    @property
    def total(self) -> int:
        """Of input table, head and positions."""
        return self.parameters + self.position

    @property
    def bytes(self) -> int:
        """Of the total: a second copy of equal values takes none."""
        return self.table_bytes - self.spare_bytes + self.position_bytes

    @property
    def share(self) -> float | None:
        """The total's share of the whole model, 0 to 1; None where the model is not known to be so large."""
        return self.total / self.model if self.model and self.total <= self.model else None

    def to_json(self) -> dict[str, Any]:
        """What `inspect` says of a file."""
        return {
            "parameters": self.parameters,
            "bytes": self.table_bytes,
            "counted_once": self.counted_once,
            "position": self.position,
            "total": self.total,
        }


def ledger(checkpoint: Checkpoint) -> Ledger:
    """The ledger of the chosen table, its head and the positions of a file."""
    head, cost = checkpoint.head, checkpoint.head.cost
    entries = checkpoint.entries
    main = entries[checkpoint.chosen] if checkpoint.chosen else None
    other = entries[head.tensor] if head.tensor and head.tensor != checkpoint.chosen else None
    tied = False if head.verdict == "head_absent" else checkpoint.tied
    positions = [entries[table.name] for table in checkpoint.tables if table.role == "position"]
    return Ledger(
        input=main.parameters if main else 0,
        output=other.parameters if other and not tied else 0,
        position=sum(entry.parameters for entry in positions),
        tied=tied,
        input_bytes=main.nbytes if main else 0,
        table_bytes=cost.bytes if cost else 0,
        position_bytes=sum(entry.nbytes for entry in positions),
        model=_whole(checkpoint),
        spare_bytes=cost.spare_bytes if cost else 0,
    )


def _whole(checkpoint: Checkpoint) -> int | None:
    """Parameters of all tensors, each storage once and no second copy of the table; None where not every file of a
    sharded model was opened."""
    entries, cost = checkpoint.entries.values(), checkpoint.head.cost
    if sum(file.stat().st_size for file in {entry.file for entry in entries}) != checkpoint.bytes:
        return None
    stored = {(entry.file, entry.storage, entry.offset): entry.parameters for entry in entries}
    return sum(stored.values()) - (cost.saved if cost and cost.spare_bytes else 0)


def estimate(
    vocabulary: int,
    width: int,
    positions: int = 0,
    *,
    tied: bool,
    dtype: str = DEFAULT_DTYPE,
    model: int | None = None,
    position_width: int | None = None,
) -> Ledger:
    """The ledger of a model that is only described: `vocabulary` x `width`, and `positions` learned rows.

    dtype: a key of `BITS`. position_width: where it is not `width`.

    >>> estimate(8_449, 768, 1_024, tied=False, model=120_000_000).total
    13764096
    """
    table, position = vocabulary * width, positions * (position_width or width)
    output = 0 if tied else table
    return Ledger(
        input=table,
        output=output,
        position=position,
        tied=tied,
        input_bytes=size(table, dtype),
        table_bytes=size(table + output, dtype),
        position_bytes=size(position, dtype),
        model=model,
    )


def size(parameters: int, dtype: str) -> int:
    """Bytes of so many values; half a byte counts as one."""
    return -(-parameters * BITS[dtype] // 8)


def of_config(
    config: Config, name: str, *, tied: bool | None = None, dtype: str | None = None, model: int | None = None
) -> Ledger:
    """The ledger of a model that its config.json describes; `tied` and `dtype` overrule it.

    Raises InputError `ledger.config_incomplete` without a vocabulary or a width, `ledger.tie_not_said` where neither
    the config nor `tied` says whether head and input table are one: there is no convention to fall back on.
    """
    width = config.table_width
    missing = [key for key, value in (("vocab_size", config.vocab_size), ("hidden_size", width)) if value is None]
    if config.vocab_size is None or width is None:
        raise InputError("ledger.config_incomplete", name=name, missing=missing)
    tied = config.ties if tied is None else tied
    if tied is None:
        head = config.vocab_size * width
        raise InputError("ledger.tie_not_said", name=name, tied=head, untied=2 * head)
    return estimate(
        config.vocab_size,
        width,
        config.positions or 0,
        tied=tied,
        dtype=dtype or dtype_of(config),
        model=model,
        position_width=config.position_width,
    )


def dtype_of(config: Config) -> str:
    """The type that a config names, as a key of `BITS`; bf16 where it names none of them."""
    return _DTYPES.get((config.dtype or "").removeprefix("torch."), DEFAULT_DTYPE)
