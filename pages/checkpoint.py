"""What is in a file; then one of its tables is the table in use on every page."""

from dataclasses import replace

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.histogram import Marker, histogram
from embedlab.checkpoints import Checkpoint
from embedlab.declaration import Declaration
from embedlab.neighbours import check_lengths
from embedlab.table import EmbeddingTable
from embedlab.text.pages import checkpoint as words
from embedlab.ui import cache, files, session
from embedlab.ui.errors import sentence, told
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.show import show, show_findings, written
from embedlab.wording import Language, fill

LISTED = 40  # tensors


def choose_file(language: Language) -> None:
    """Upload, or a path where the server allows it, and the tokens of a file without any."""
    text = words.TEXT[language]
    left, right = st.columns(2, gap="large")
    with left:
        st.file_uploader(
            text.upload, help=text.upload_help, key=files.upload_key("checkpoint"), on_change=files.take_upload
        )
        if files.root() is not None:
            label = fill(text.path, language, root=markdown(str(files.root())))
            st.text_input(label, help=text.path_help, key="checkpoint_path", on_change=files.take_path)
    with right:
        key = files.upload_key("vocabulary")
        st.file_uploader(text.vocabulary, help=text.vocabulary_help, key=key, on_change=files.take_vocabulary)
    error = files.fault()
    if error is not None:
        st.error(sentence(error, language))


def list_tables(found: Checkpoint, language: Language) -> None:
    """The file, its tables, and how we know which is which."""
    text, shown = words.TEXT[language], found.tables[:LISTED]
    megabytes = written(found.bytes / 1e6, ",.1f", language)
    facts = {"name": markdown(found.name), "format": markdown(found.format), "bytes": found.bytes}
    st.markdown(fill(text.file, language, megabytes=megabytes, **facts))
    columns = {  # a phone shows the first two or three, and scrolls
        text.role: [text.roles[table.role] for table in shown],
        text.shape: [fill("{rows:,} × {dims:,}", language, rows=table.rows, dims=table.dims) for table in shown],
        text.name: [markdown(table.name) for table in shown],
        text.dtype: [table.dtype for table in shown],
        text.parameters: [written(table.parameters, ",", language) for table in shown],
        text.bytes: [written(table.bytes, ",", language) for table in shown],
        text.reason: [text.reasons[table.reason] for table in shown],
    }
    st.table(columns, border="horizontal", hide_index=True)
    if len(found.tables) > LISTED:
        st.caption(fill(text.more, language, count=len(found.tables) - LISTED))


def say_head(found: Checkpoint, language: Language) -> None:
    """Tied or not, and what says so; and where the tokens come from."""
    text, tokens = words.TEXT[language], found.vocabulary
    st.subheader(text.head, anchor=False)
    evidence = "; ".join(text.evidence[key] for key in found.head.evidence)
    st.markdown(f"{text.verdicts[found.head.verdict]} {fill(text.because, language, evidence=evidence)}")
    st.subheader(text.tokens, anchor=False)
    if tokens.source is None:
        st.markdown(text.tokens_absent)
    else:
        source = markdown(tokens.source)
        st.markdown(fill(text.tokens_found, language, size=tokens.size, source=source, max_id=tokens.max_id or 0))
    show_findings(found.findings)


def choose_table(found: Checkpoint, source: session.Source, language: Language) -> session.Source:
    """Which of the file's tables is looked at, and the button that puts it in use."""
    text, names = words.TEXT[language], [table.name for table in found.tables]
    wanted = source.tensor or found.chosen
    index = names.index(wanted) if wanted in names else 0
    name = st.selectbox(text.table, names, index=index, format_func=visible, key=f"table of {source.path}")
    chosen = replace(source, tensor=None if name == found.chosen else name)
    if chosen == session.current().source:
        st.markdown(text.in_use)
    else:
        st.button(text.use, type="primary", on_click=use, args=(chosen, language))
    return chosen


def use(source: session.Source, language: Language) -> None:
    """Callback of the button: an error is said, and the old table stays in use."""
    with told(language):
        session.use(source)


def show_norms(table: EmbeddingTable, language: Language) -> None:
    """The norms of the rows."""
    text, usable = words.TEXT[language], cache.usable(table)
    st.subheader(text.norms, anchor=False)
    low, median, high = cache.spread(table)
    facts = {
        name: written(value, ",.3f", language) for name, value in (("low", low), ("median", median), ("high", high))
    }
    zero, non_finite = len(usable.zero_ids), len(usable.non_finite_ids)
    st.markdown(fill(text.norms_said, language, zero=zero, non_finite=non_finite, **facts))
    marker = Marker(median, plotly(fill(text.median, language, value=facts["median"])))
    check_lengths(usable.norms)  # nothing can be drawn of them, nor compared
    figure = histogram(usable.norms, [marker], text.norms_axis, text.rows_axis, language, session.colours())
    alt = fill(text.norms_alt, language, rows=table.n_rows, **facts)
    show(figure, Declaration.of(table), (), alt)


context = start.page("checkpoint")
language = context.language
st.markdown(words.TEXT[language].lead)
choose_file(language)
with told(language):
    source = files.inspected()
    found = files.look(source)
    list_tables(found, language)
    left, right = st.columns([5, 6], gap="large")
    with left:
        chosen = choose_table(found, source, language)
        say_head(found, language)
    with right, told(language):
        show_norms(session.opened(chosen), language)
