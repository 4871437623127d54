"""One query, three lists of neighbours, and where they differ."""

from collections import Counter
from itertools import combinations

import streamlit as st

import embedlab.ui.start as start
from embedlab.declaration import Declaration
from embedlab.errors import QueryError
from embedlab.findings import Severity
from embedlab.neighbours import METRICS, Neighbours, TokenMatch, Usable, overlap
from embedlab.table import EmbeddingTable
from embedlab.text.pages import neighbours as words
from embedlab.text.pages import shell
from embedlab.ui import (
    cache,
    links,
    neighbours_grid,
    neighbours_hubs,
    neighbours_more,
    ranked_lists,
    settings,
)
from embedlab.ui.errors import plain, told
from embedlab.ui.escaping import visible
from embedlab.ui.ranked_lists import Answer, Question, RankedList, Row, Shared
from embedlab.ui.show import written
from embedlab.wording import Language, fill

Notes = list[tuple[Severity, str]]


def ask(table: EmbeddingTable, language: Language) -> tuple[int, tuple[str, ...]]:
    """k and the steps."""
    text = words.TEXT[language]
    k_side, steps_side = st.columns([2, 5], vertical_alignment="bottom")
    with k_side:
        k = settings.count(text.k, text.k_help, default=10, high=table.n_rows - 1, key="k")
    with steps_side:
        return k, settings.steps(language)


def lead(query: TokenMatch, norm: float, language: Language) -> str:
    """Which row the query is."""
    text = words.TEXT[language]
    line = fill(text.row, language, token=visible(query.token), id=query.id, norm=written(norm, ",.3f", language))
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


def search_all(table: EmbeddingTable, query: int, k: int, usable: Usable) -> tuple[list[Neighbours], QueryError | None]:
    """The list of every metric, and why a metric has none: the row is zero or has no direction."""
    found, failed = [], None
    together = query not in usable.zero_ids and query not in usable.non_finite_ids
    for metrics in [tuple(METRICS)] if together else [(metric,) for metric in METRICS]:
        try:
            found += cache.nearest(table, query, metrics, k).values()
        except QueryError as error:
            if error.code != "query.row_not_usable":
                raise
            failed = error
    if failed is not None and not found:
        raise failed
    return found, failed


def compare(table: EmbeddingTable, query: TokenMatch, k: int, language: Language, notes: Notes) -> Answer:
    """The lists of all metrics, and what is said around them."""
    usable = cache.usable(table)
    found, failed = search_all(table, query.id, k, usable)
    if failed is not None:
        notes.append(("warning", plain(failed, language)))
    counts = Counter(int(row) for one in found for row in one.ids)
    return Answer(
        lead=lead(query, usable.norms[query.id], language),
        lists=tuple(ranked(table, one, counts, language) for one in found),
        legend=" · ".join(f"{sign} {said}" for sign, said in words.TEXT[language].marks.values()),
        shared=shared(found, k, language),
    )


@st.fragment
def answer(context: start.Context, k: int, steps: tuple[str, ...]) -> None:
    """Question and lists: one element, for each one that is drawn anew delays the answer."""
    start.stand(context)
    table, language, text = context.table, context.language, shell.TEXT[context.language]
    made, offers = Answer(), ()
    notes: Notes = []
    with settings.token(table, language) as typed:
        if not typed.strip():
            notes.append(("info", text.token_empty))
        with told(language, lambda said: notes.append(("error", said))):
            offers = settings.offers(table, typed)
            if typed.strip():
                query = settings.match(table, typed)
                made = compare(cache.derived(table, steps), query, k, language, notes)
        question = Question(text.token, text.token_help, typed, text.matches, offers)
        ranked_lists.show(question, notes, made, language, "lists", settings.put_token)
    neighbours_grid.renew()


@st.fragment
def page(context: start.Context) -> None:
    """Settings and answer. A fragment: another step draws this part anew, and not the frame of the page."""
    with told(context.language):
        k, steps = ask(context.table, context.language)
        answer(context, k, steps)
        neighbours_grid.show(context.table, k, context.language)
        neighbours_hubs.show(context.source, context.table, steps, context.language)
        neighbours_more.more(context.table, k, steps, context.language)


context = start.page("neighbours")
links.read("token")
st.markdown(words.TEXT[context.language].lead)
page(context)
