"""Opens checkpoint files and says what is in them: tables, head, vocabulary, health."""

from embedlab.checkpoints.checkpoint import Checkpoint, TableEntry, open_checkpoint, open_table
from embedlab.checkpoints.folder import inside
from embedlab.checkpoints.tied import Head
from embedlab.checkpoints.vocabulary import Vocabulary, read_vocabulary

__all__ = [
    "Checkpoint",
    "Head",
    "TableEntry",
    "Vocabulary",
    "inside",
    "open_checkpoint",
    "open_table",
    "read_vocabulary",
]
