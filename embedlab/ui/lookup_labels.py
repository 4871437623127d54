"""The page Lookup, part Labels: classes from ids and from rows, and all ids given out anew (C03)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from embedlab.charts.beside import Track, beside
from embedlab.claims import Outcome, lookup
from embedlab.declaration import Declaration
from embedlab.neighbours import find_token
from embedlab.table import EmbeddingTable
from embedlab.text.pages import lookup as words
from embedlab.training.gpt import Model
from embedlab.ui import cache, cards, lookup_held, session, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

_NAMED = 24  # tokens named in a sentence


def show_labels(source: session.Source, table: EmbeddingTable, language: Language) -> None:
    """Left, ids as numbers; right, ids given out anew."""
    reader = lookup_held.small_gpt(source, language)
    table = lookup_held.with_classes(table, language)
    row = find_token(table, settings.familiar(table, language)[0], cache.index(table)).id
    card = words.TEXT[language].cards["C03a"]
    left, right = st.columns(2, gap="large")
    with left:
        _list_beside(table, row, language)
        cards.show("C03a", card, language, lambda: _guess_classes(table, row, language))
    with right:
        _relabel(*reader, language)


def type_sentences(table: EmbeddingTable, language: Language) -> list[list[int]]:
    """The ids of the sentences that the reader typed (`?sentence_en=`, by the table's language).

    None where a word is not in the table; the page says which.
    """
    text, read = words.TEXT[language], lookup_held.reads(table, language) or language
    typed = st.text_input(
        text.sentence,
        words.TEXT[read].sentence_default,
        max_chars=300,
        help=text.sentence_help,
        key=f"sentence_{read}",
        bind="query-params",
        persist_state="session",
    )
    with told(language):
        return lookup_held.sentences(table, typed)
    return []


def name_rows(table: EmbeddingTable, ids: Iterable[int]) -> str:
    """Tokens one after the other, as markdown, cut where they are many."""
    ids = list(ids)
    said = ", ".join(markdown(table.tokens[row]) for row in ids[:_NAMED])
    return said + (" …" if len(ids) > _NAMED else "")


def _list_beside(table: EmbeddingTable, row: int, language: Language) -> None:
    """The tokens whose ids are next to a token's."""
    text, classes = words.TEXT[language], table.classes or ()
    ids = range(max(0, row - 2), min(row + 3, table.n_rows))
    st.markdown(fill(text.by_number, language, token=markdown(table.tokens[row])))
    columns = [
        [written(one, ",", language) for one in ids],
        [markdown(table.tokens[one]) for one in ids],
        [markdown(classes[one] or text.no_class) for one in ids],
    ]
    listed = dict(zip(text.by_number_columns, columns, strict=True))
    show(listed, Declaration.of(table, rows_shown=len(ids)), (), name_rows(table, ids))


def _guess_classes(table: EmbeddingTable, row: int, language: Language) -> Outcome:
    """Draw how often each way is right, and answer with the verdict."""
    text, found = words.TEXT[language], lookup_held.guesses(table)
    pairs = ((found.by_id, found.id_shuffled), (found.by_row, found.row_shuffled))
    shares = [written(share, ".1%", language) for share, _ in pairs]
    tracks = [
        Track(label, said, share, sorted(set(shuffled.tolist())), chance=found.constant, ends=("0%", "100%"))
        for label, said, (share, shuffled) in zip(text.tracks, shares, pairs, strict=True)
    ]
    constant = written(found.constant, ".1%", language)
    alt = fill(text.tracks_alt, language, words=found.words, by_id=shares[0], by_row=shares[1], constant=constant)
    figure = beside(tracks, text.tracks_legend, session.colours())
    show(figure, Declaration.of(table, metric="euclidean", k=1, rows_shown=found.words, seed=0), (), alt)
    near = [other for other in (row - 1, row + 1) if 0 <= other < table.n_rows]
    named = {"by_id": name_rows(table, near), "by_row": name_rows(table, lookup.nearest_rows(table, row, 2))}
    st.markdown(fill(text.nearest, language, token=markdown(table.tokens[row]), **named))
    return found.outcome()


def _relabel(table: EmbeddingTable, model: Model, language: Language) -> None:
    """A sentence under other ids, and what becomes of its loss."""
    text, sentences = words.TEXT[language], type_sentences(table, language)
    along = st.toggle(text.along, value=True, key="along")
    if not sentences:
        return
    ids = sentences[0]
    with told(language):
        found = lookup_held.relabelled(table, model, ids, along)
        distinct = list(dict.fromkeys(ids))
        columns = [
            [markdown(table.tokens[one]) for one in distinct],
            [written(one, ",", language) for one in distinct],
            [written(int(found.new_ids[one]), ",", language) for one in distinct],
        ]
        listed = dict(zip(text.relabelled, columns, strict=True))
        show(listed, Declaration.of(table, rows_shown=len(distinct), seed=0), (), name_rows(table, distinct))
        card = replace(text.cards["C03b"], question=text.relabel_questions[along])
        cards.show("C03b" if along else "C03b alone", card, language, found.outcome)
