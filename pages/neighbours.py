"""One query, three lists of neighbours, and where they differ."""

from collections import Counter
from itertools import combinations
from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.declaration import Declaration
from embedlab.errors import QueryError
from embedlab.neighbours import METRICS, Neighbours, TokenMatch, overlap, search
from embedlab.table import EmbeddingTable
from embedlab.text.pages import neighbours as words
from embedlab.text.pages import shell
from embedlab.ui import cache, ranked_lists, session, settings
from embedlab.ui.errors import sentence, told
from embedlab.ui.escaping import visible
from embedlab.ui.ranked_lists import Answer, RankedList, Row, Shared
from embedlab.ui.show import written
from embedlab.wording import Language, fill


def ask(table: EmbeddingTable, language: Language) -> tuple[str, int, tuple[str, ...]]:
    """The text of the query, k and the steps."""
    text = words.TEXT[language]
    token_side, k_side, steps_side = st.columns([4, 2, 5], vertical_alignment="bottom")
    with token_side:
        typed = settings.token_box(table, language)
    with k_side:
        k = settings.count(text.k, text.k_help, default=10, high=table.n_rows - 1, key="k")
    with steps_side:
        steps = settings.steps(language)
    return typed, k, steps


def lead(table: EmbeddingTable, query: TokenMatch, language: Language) -> str:
    """Which row the query is."""
    text = words.TEXT[language]
    norm = written(cache.usable(table).norms[query.id], ",.3f", language)
    line = fill(text.row, language, token=visible(query.token), id=query.id, norm=norm)
    return line + (f" · {fill(text.others, language, count=len(query.others))}" if query.others else "")


def ranked(table: EmbeddingTable, found: Neighbours, lists: Counter[int], language: Language) -> RankedList:
    """One list as it is drawn: rank, token, value, in how many lists the token stands, and what must be said of it."""
    text, metric = words.TEXT[language], METRICS[found.metric]
    title, order = metric.label.say(language), text.order[metric.larger_is_nearer]
    left_out = ((text.zero_rows, found.zero_ids), (text.non_finite_rows, found.non_finite_ids))
    return RankedList(
        title=title,
        summary=metric.summary.say(language),
        name=fill(text.name, language, metric=title, order=order),
        headings=(text.rank, text.token, order, text.lists),
        rows=tuple(
            Row(row, table.tokens[row], written(value, "z,.3f", language), *text.marks[lists[row]])
            for row, value in zip(found.ids.tolist(), found.values.tolist(), strict=True)
        ),
        declaration=Declaration.of(table, metric=found.metric, k=found.k, rows_shown=found.searched),
        own=own_best(table, found, language),
        left_out=tuple(fill(sentence, language, count=len(ids)) for sentence, ids in left_out if len(ids)),
    )


def own_best(table: EmbeddingTable, found: Neighbours, language: Language) -> str:
    """Whether some row is nearer to the query than the query itself."""
    text, query = words.TEXT[language], found.query_id
    if query is None or found.own_best:
        return "" if query is None else text.own_best
    row = table.rows64([query])
    value, own = (
        written(part, "z,.3f", language) for part in (found.values[0], METRICS[found.metric].values64(row, row)[0])
    )
    token, other = visible(table.tokens[query]), visible(table.tokens[found.ids[0]])
    return fill(text.not_own_best, language, token=token, other=other, value=value, own=own)


def shared(lists: list[Neighbours], k: int, language: Language) -> Shared:
    """How many neighbours each pair of lists shares, and all of them."""
    text = words.TEXT[language]
    labels = {one.metric: METRICS[one.metric].label.say(language) for one in lists}
    pairs = [(f"{labels[one.metric]} – {labels[other.metric]}", (one, other)) for one, other in combinations(lists, 2)]
    groups: list[tuple[str, tuple[Neighbours, ...]]] = [*pairs]
    if len(lists) == len(METRICS):
        groups.append((text.all_lists, tuple(lists)))
    rows = tuple((name, f"{round(overlap(*group) * k)}") for name, group in groups)
    return Shared(text.shared, (text.overlap, fill(text.of_k, language, k=k)), rows)


def search_all(table: EmbeddingTable, query: TokenMatch, k: int, language: Language) -> list[Neighbours]:
    """The list of every metric; where the row has none under a metric (zero, no direction), that is said."""
    found, failed = [], None
    for metric in METRICS:
        try:
            found.append(search(table, query.id, metric, k, cache.usable(table)))
        except QueryError as error:
            if error.code != "query.row_not_usable":
                raise
            failed = error
    if failed is not None:
        if not found:
            raise failed
        st.warning(sentence(failed, language))
    return found


def compare(table: EmbeddingTable, query: TokenMatch, k: int, language: Language) -> dict[str, Any]:
    """The lists of all metrics, and what is said around them."""
    found = search_all(table, query, k, language)
    counts = Counter(int(row) for one in found for row in one.ids)
    return {
        "lead": lead(table, query, language),
        "lists": tuple(ranked(table, one, counts, language) for one in found),
        "legend": " · ".join(f"{sign} {said}" for sign, said in words.TEXT[language].marks.values()),
        "shared": shared(found, k, language),
    }


@st.fragment
def answer(context: start.Context) -> None:
    """Question and lists. A fragment: another token draws this part anew, and not the frame of the page."""
    if not session.stands(context.source, context.table):
        st.rerun()  # a mapped file that shrank would end the server where its rows are read
    table, language = context.table, context.language
    with told(language):
        typed, k, steps = ask(table, language)
        query = settings.match(table, typed, language)
        found: dict[str, Any] = {}
        with told(language):
            found = {} if query is None else compare(cache.derived(table, steps), query, k, language)
        made = Answer(shell.TEXT[language].matches, settings.offers(table, typed), **found)
        ranked_lists.show(made, language, "lists", settings.put_token)


context = start.page("neighbours")
st.markdown(words.TEXT[context.language].lead)
answer(context)
