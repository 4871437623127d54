"""What a person should know about the rows that their tokens found."""

from __future__ import annotations

from collections.abc import Iterable

from embedlab.neighbours import TokenMatch
from embedlab.table import EmbeddingTable

_SPACES = ("▁", "Ġ")  # how vocabularies of pieces write the space before a word


def hints(table: EmbeddingTable, matches: Iterable[TokenMatch]) -> list[str]:
    """A sentence for each piece that continues a word where another one begins it: "cat" beside "▁cat"."""
    found = []
    for match in matches:
        for space in _SPACES:
            ids = table.ids_by_token.get(space + match.token)
            if ids:
                found.append(
                    f"{match.token!r} (#{match.id}) continues a word in this vocabulary; "
                    f"{space + match.token!r} (#{ids[0]}) begins one"
                )
    return found
