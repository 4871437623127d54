"""Ids and rows: a row looked up, the same by arithmetic, ids as labels, random starts, and one step of training."""

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.cells import SHOWN, cells
from embedlab.checkpoints.lessons import LESSONS
from embedlab.claims import Outcome, lookup
from embedlab.declaration import Declaration
from embedlab.table import EmbeddingTable
from embedlab.text.pages import lookup as words
from embedlab.ui import cards, links, lookup_held, lookup_labels, lookup_training, session, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.show import declare, show, written
from embedlab.wording import Language, fill

AROUND = 3  # rows drawn on each side of the one looked up


def type_token(table: EmbeddingTable, language: Language) -> int | None:
    """The row of what was typed (`?token=`): a word, or an id, bare or after #. What is wrong with it is said.

    Two buttons try the last id and the one after it.
    """
    text, last = words.TEXT[language], table.n_rows - 1
    links.read("token")
    with settings.token(table, language) as typed:
        st.session_state["looked_up"] = typed
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input(text.token, key="looked_up", help=text.token_help, on_change=take_token)
            for label, row in ((text.last, last), (text.too_far, last + 1)):
                named = fill(label, language, row=row)
                st.button(named, key=f"try {row - last}", on_click=settings.put_token, args=(f"#{row}",))
    bare = typed.isascii() and typed.isdigit() and typed not in table.ids_by_token
    with told(language):
        return settings.match(table, f"#{typed}" if bare else typed).id
    return None


def take_token() -> None:
    """Keep what was typed."""
    settings.put_token(st.session_state["looked_up"])


def show_row(table: EmbeddingTable, language: Language) -> None:
    """C01: a word or an id, its row among the rows beside it."""
    row = type_token(table, language)
    left, right = st.columns([6, 5], gap="large")
    with left:
        draw_rows(table, row, language)
    with right:
        if row is not None:
            say_row(table, row, language)
        held = lookup_held.bearable(table, language)
        cards.show("C01", words.TEXT[language].cards["C01"], language, lambda: lookup_held.copies(held))


def draw_rows(table: EmbeddingTable, row: int | None, language: Language) -> None:
    """The row looked up and its neighbours by number; the table's end where there is no such row."""
    text = words.TEXT[language]
    middle = table.n_rows - 1 if row is None else row
    first = max(0, min(middle - AROUND, table.n_rows - 2 * AROUND - 1))
    ids = range(first, min(first + 2 * AROUND + 1, table.n_rows))
    names = [visible(table.tokens[one]) for one in ids]
    figure = cells(table.rows64(list(ids)), ids, names, None if row is None else row - first, session.colours())
    picked = "" if row is None else f"{names[row - first]}: {row}"
    alt = fill(text.cells_alt, language, first=ids[0], last=ids[-1], picked=picked)
    show(figure, Declaration.of(table, rows_shown=len(ids)), (), alt)
    st.caption(fill(text.cells, language, shown=min(SHOWN, table.n_dims), dims=table.n_dims))


def say_row(table: EmbeddingTable, row: int, language: Language) -> None:
    """Id, shapes, the first numbers."""
    text, vector = words.TEXT[language], table.rows64([row])[0]
    shape = {"row": row, "rows": table.n_rows, "dims": table.n_dims}
    st.markdown(fill(text.found, language, token=markdown(table.tokens[row]), **shape))
    begins = "; ".join(written(value, "z.3f", language) for value in vector[:4])
    size, dtype = table.n_dims * table.vectors.dtype.itemsize, str(table.vectors.dtype)
    st.markdown(fill(text.numbers, language, numbers=begins, bytes=size, dtype=dtype))


def show_one_hot(table: EmbeddingTable, language: Language) -> None:
    """C02: both ways counted and timed, then compared for one row."""
    text, row = words.TEXT[language], type_token(table, language)
    held = lookup_held.in_float32(lookup_held.bearable(table, language))
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.subheader(text.work, anchor=False)
        list_work(held, language)
    if row is None:
        return
    with right:
        picked = min(row, held.n_rows - 1)
        other = lookup.other_row(held.n_rows, picked)
        spoilt = st.toggle(text.nan, help=fill(text.nan_help, language, row=other), key="spoilt")

        def run() -> Outcome:
            return lookup.one_hot(lookup.with_nan(held.vectors, picked) if spoilt else held.vectors, picked)

        cards.show("C02 spoilt" if spoilt else "C02", text.cards["C02"], language, run)


def list_work(table: EmbeddingTable, language: Language) -> None:
    """Multiplications against copies, and seconds, for this table and the lessons' two."""
    text, (andrea, qwen) = words.TEXT[language], LESSONS.values()
    works = {
        text.table_in_use: lookup_held.work(table),
        andrea.name: lookup_held.work_of_shape(andrea.vocabulary, andrea.width),
        qwen.name: lookup.Work(qwen.vocabulary, qwen.width),
    }
    columns, ratios = {"": list(text.work_rows)}, []
    for name, work in works.items():
        counts = (work.rows, work.dims, work.multiplications, work.dims)
        times = [seconds(value, language) for value in (work.multiply, work.pick)]
        columns[name] = [*(written(count, ",", language) for count in counts), *times]
        if work.multiply and work.pick:
            ratios.append(fill(text.seconds, language, ratio=work.multiply / work.pick, name=name))
    st.table(columns, border="horizontal", hide_index=True)
    st.caption(fill(text.not_run, language, ratios="; ".join(ratios)))
    declare(Declaration.of(table))


def seconds(value: float | None, language: Language) -> str:
    """A short time in words."""
    return "–" if value is None else f"{written(value * 1e6, ',.1f', language)} µs"


context = start.page("lookup")
language, text = context.language, words.TEXT[context.language]
part = settings.one_of(text.parts_label, "part", text.parts)
st.markdown(text.leads[part])
with told(language):
    if part == "row":
        show_row(context.table, language)
    elif part == "onehot":
        show_one_hot(context.table, language)
    elif part == "ids":
        lookup_labels.show_labels(context.source, context.table, language)
    elif part == "start":
        lookup_training.show_start(language)
    else:
        lookup_training.show_step(context.table, language)
