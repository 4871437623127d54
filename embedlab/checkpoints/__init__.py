"""Opens checkpoint files and says what is in them: tables, head, vocabulary, health, ledger."""

from embedlab.checkpoints.checkpoint import Checkpoint, TableEntry, open_checkpoint, open_table
from embedlab.checkpoints.folder import inside
from embedlab.checkpoints.health import Health, examine, findings_of
from embedlab.checkpoints.ledger import Ledger, ledger
from embedlab.checkpoints.tied import Head
from embedlab.checkpoints.vocabulary import Vocabulary, ranges, read_vocabulary

__all__ = [
    "Checkpoint",
    "Head",
    "Health",
    "Ledger",
    "TableEntry",
    "Vocabulary",
    "examine",
    "findings_of",
    "inside",
    "ledger",
    "open_checkpoint",
    "open_table",
    "ranges",
    "read_vocabulary",
]
