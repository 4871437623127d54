"""What can go wrong, as values: a code, the facts, and no sentence.

    EmbedlabError
    |-- InputError            the person's input is at fault (exit 3)
    |   |-- FileError         file.*      a file that cannot be opened or trusted
    |   |-- TableError        table.*     rows that cannot be used as asked
    |   |-- QueryError        query.*     a token, an id or a k that does not exist
    |   |-- CorpusError       corpus.*    a text from which nothing can be learned
    |   |-- SettingsError     settings.*  values outside their interval; reports every offender
    |   `-- TrainingError     training.*  a run that cannot go on
    `-- JobError              job.*       long work that ended without a result

An error is worded late, in the reader's language, by `embedlab.text.errors`.
"""

from __future__ import annotations

from typing import Any


class EmbedlabError(Exception):
    """A stable dotted `code` and the `fields` a sentence about it needs.

    `fields` hold JSON values only. Lists name every offender, not the first one.
    """

    def __init__(self, code: str, **fields: Any) -> None:
        self.code = code
        self.fields = fields
        super().__init__(code, fields)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.code}: {facts}" if facts else self.code


class InputError(EmbedlabError):
    """The input is at fault; the person can mend it."""


class FileError(InputError):
    """A file that cannot be opened, or must not be."""


class TableError(InputError):
    """A table that cannot be used as asked."""


class QueryError(InputError):
    """A token, id or k that the table does not have."""


class CorpusError(InputError):
    """A text from which nothing can be learned."""


class SettingsError(InputError):
    """Settings outside their intervals. `fields["offenders"]` lists name, value, low, high of each."""


class TrainingError(InputError):
    """A training run that cannot start or go on."""


class JobError(EmbedlabError):
    """Long work that crashed, ran out of memory or time, was lost, or was refused by a full queue."""
