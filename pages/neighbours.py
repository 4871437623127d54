"""One query, three lists of neighbours, and where they differ."""

from collections import Counter
from itertools import combinations

import streamlit as st

import embedlab.ui.start as start
from embedlab.neighbours import METRICS, Neighbours, TokenMatch, overlap, search
from embedlab.table import EmbeddingTable
from embedlab.text.pages import neighbours as words
from embedlab.ui import cache, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.show import declaration, show, written
from embedlab.wording import Language, fill


def ask(table: EmbeddingTable, language: Language) -> tuple[TokenMatch | None, int, tuple[str, ...]]:
    """The query, k and the steps."""
    text = words.TEXT[language]
    token_side, k_side, steps_side = st.columns([4, 2, 5], vertical_alignment="bottom")
    with token_side:
        typed = settings.token_box(table, language)
    with k_side:
        k = settings.count(text.k, text.k_help, default=10, high=table.n_rows - 1, key="k")
    with steps_side:
        steps = settings.steps(language)
    return settings.match(table, typed, language), k, steps


def describe(table: EmbeddingTable, query: TokenMatch, language: Language) -> None:
    """Which row the query is."""
    text = words.TEXT[language]
    norm = written(cache.usable(table).norms[query.id], ",.3f", language)
    line = fill(text.row, language, token=markdown(query.token), id=query.id, norm=norm)
    st.markdown(line + (f" · {fill(text.others, language, count=len(query.others))}" if query.others else ""))


def list_one(table: EmbeddingTable, found: Neighbours, lists: Counter[int], language: Language) -> None:
    """One list: rank, token, value, and in how many lists the token stands."""
    text, metric = words.TEXT[language], METRICS[found.metric]
    label = metric.label.say(language)
    tokens = [table.tokens[row] for row in found.ids]
    rows = {
        text.rank: list(range(1, found.k + 1)),
        text.token: [markdown(token) for token in tokens],
        text.order[metric.larger_is_nearer]: [written(value, "z,.3f", language) for value in found.values],
        text.lists: [text.in_lists[lists[row]] for row in found.ids],
    }
    alt = fill(text.alt, language, metric=label, tokens=", ".join(map(visible, tokens)))
    st.subheader(label, anchor=False, help=metric.summary.say(language))
    show(rows, declaration(table, metric=found.metric, k=found.k, rows_shown=found.searched), (), alt)
    say_own_best(table, found, language)
    for sentence, ids in ((text.zero_rows, found.zero_ids), (text.non_finite_rows, found.non_finite_ids)):
        if len(ids):
            st.caption(fill(sentence, language, count=len(ids)))


def say_own_best(table: EmbeddingTable, found: Neighbours, language: Language) -> None:
    """Whether some row is nearer to the query than the query itself."""
    text, query = words.TEXT[language], found.query_id
    if query is None:
        return
    token = markdown(table.tokens[query])
    if found.own_best:
        st.markdown(fill(text.own_best, language, token=token))
        return
    row = table.rows64([query])
    value, own = (
        written(part, "z,.3f", language) for part in (found.values[0], METRICS[found.metric].values64(row, row)[0])
    )
    other = markdown(table.tokens[found.ids[0]])
    st.markdown(fill(text.not_own_best, language, token=token, other=other, value=value, own=own))


def list_shared(lists: list[Neighbours], k: int, language: Language) -> None:
    """How many neighbours each pair of lists shares, and all three."""
    text = words.TEXT[language]
    groups = [*combinations(lists, 2), tuple(lists)]
    names = [" – ".join(METRICS[part.metric].label.say(language) for part in group) for group in groups[:-1]]
    shared = [f"{round(overlap(*group) * k)}" for group in groups]
    st.subheader(text.shared, anchor=False)
    st.table(
        {text.overlap: [*names, text.all_lists], fill(text.of_k, language, k=k): shared},
        width="content",
        hide_index=True,
    )


context = start.page("neighbours")
language = context.language
st.markdown(words.TEXT[language].lead)
with told(language):
    query, k, steps = ask(context.table, language)
    if query is not None:
        table = cache.derived(context.table, steps)
        describe(table, query, language)
        found = [search(table, query.id, metric, k, cache.usable(table)) for metric in METRICS]
        lists = Counter(int(row) for one in found for row in one.ids)
        for column, one in zip(st.columns(len(found), gap="medium"), found, strict=True):
            with column:
                list_one(table, one, lists, language)
        st.caption(words.TEXT[language].legend)
        list_shared(found, k, language)
