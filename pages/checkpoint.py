"""What is in a file; then one of its tables is the table in use on every page."""

import re
from dataclasses import replace
from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.histogram import Marker, histogram
from embedlab.checkpoints import Checkpoint, ledger
from embedlab.checkpoints.job import findings as health_findings
from embedlab.cli import report
from embedlab.declaration import Declaration
from embedlab.neighbours import check_lengths
from embedlab.table import EmbeddingTable
from embedlab.text.overview import TEXT as OVERVIEW
from embedlab.text.overview import figures, first_answers
from embedlab.text.pages import checkpoint as words
from embedlab.text.report import TEXT as REPORT
from embedlab.ui import cache, examined, files, session
from embedlab.ui.errors import sentence, told
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.show import show, show_findings, written
from embedlab.wording import Language, fill

LISTED, SUSPECTS = 40, 12  # tensors; candidates for under-trained tokens


def choose_file(language: Language) -> None:
    """Upload, or a path where the server allows it, and the tokens of a file without any."""
    text = words.TEXT[language]
    st.file_uploader(
        text.upload, help=text.upload_help, key=files.upload_key("checkpoint"), on_change=files.take_upload
    )
    if files.root() is not None:
        label = fill(text.path, language, root=markdown(str(files.root())))
        st.text_input(label, help=text.path_help, key="checkpoint_path", on_change=files.take_path)
    key = files.upload_key("vocabulary")
    st.file_uploader(text.vocabulary, help=text.vocabulary_help, key=key, on_change=files.take_vocabulary)
    error = files.fault()
    if error is not None:
        st.error(sentence(error, language))


def answer_first(found: Checkpoint, table: EmbeddingTable, sick: dict[str, Any] | None, language: Language) -> None:
    """Which tensor is the table, is the head tied, what it costs, sick rows, ids: what one asks first."""
    text = words.TEXT[language]
    megabytes = written(found.bytes / 1e6, ",.1f", language)
    facts = {"name": markdown(found.name), "format": markdown(found.format), "bytes": found.bytes}
    st.markdown(fill(text.file, language, megabytes=megabytes, **facts))
    ids = examined.ids(found, table)
    near = examined.near(table, language) if sick else []
    answers = first_answers(found, table.provenance.tensor, ledger(found), sick, ids, language, near)
    columns = {
        OVERVIEW[language].question: [f"**{question}**" for question, _ in answers],
        OVERVIEW[language].answer: [markdown(answer, limit=None) for _, answer in answers],
    }
    st.table(columns, border="horizontal", hide_index=True)


def list_tables(found: Checkpoint, language: Language) -> None:
    """Every table of the file, and how we know which is which."""
    text, shown = words.TEXT[language], found.tables[:LISTED]
    columns = {  # a phone shows the first two or three, and scrolls
        text.role: [text.roles[table.role] for table in shown],
        text.shape: [fill("{rows:,} × {dims:,}", language, rows=table.rows, dims=table.dims) for table in shown],
        text.name: [markdown(table.name) for table in shown],
        text.dtype: [table.dtype for table in shown],
        text.parameters: [written(table.parameters, ",", language) for table in shown],
        text.bytes: [written(table.bytes, ",", language) for table in shown],
        text.reason: [text.reasons[table.reason] for table in shown],
    }
    with st.expander(fill(text.all_tensors, language, count=len(found.tables)), expanded=found.chosen is None):
        st.table(columns, border="horizontal", hide_index=True)
        if len(found.tables) > LISTED:
            st.caption(fill(text.more, language, count=len(found.tables) - LISTED))


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
    low, median, high = (written(value, ",.3f", language) for value in cache.spread(table))
    marker = Marker(cache.spread(table)[1], plotly(fill(text.median, language, value=median)))
    check_lengths(usable.norms)  # nothing can be drawn of them, nor compared
    figure = histogram(usable.norms, [marker], text.norms_axis, text.rows_axis, language, session.colours())
    alt = fill(text.norms_alt, language, rows=table.n_rows, low=low, median=median, high=high)
    show(figure, Declaration.of(table), (), alt)


def show_counted_norms(table: EmbeddingTable, made: dict[str, Any], language: Language) -> None:
    """The norms as the job counted them."""
    drawn, quantiles = report.norms(made, session.colours(), language), made["health"]["norm_quantiles"]
    if drawn:
        low, median, high = (written(quantiles[name], ",.3f", language) for name in ("min", "median", "max"))
        alt = fill(words.TEXT[language].norms_alt, language, rows=table.n_rows, low=low, median=median, high=high)
        show(drawn, Declaration.of(table), (), alt)


def show_spectrum(table: EmbeddingTable, made: dict[str, Any], language: Language) -> None:
    """How many directions the rows use."""
    drawn = report.spectrum(made, session.colours(), language)
    if drawn:
        components, text = made["health"]["components"], REPORT[language]
        facts = {"ninety": components["90"], "most": components["99"], "dims": table.n_dims}
        rows, seed = made["health"]["effective_rank_rows"], made["health"]["seed"]
        show(drawn, Declaration.of(table, rows_shown=rows, seed=seed), (), fill(text.spectrum_alt, language, **facts))


def show_beside(table: EmbeddingTable, made: dict[str, Any], language: Language) -> None:
    """Norms along the ids, and the head beside the input table, where the file has one."""
    text, colours = REPORT[language], session.colours()
    drawn, (said, head) = report.by_id(made, colours, language), report.head(made, colours, language)
    left, right = st.columns(2, gap="large")
    declared = Declaration.of(table, rows_shown=table.n_rows)
    if drawn:
        with left:
            st.subheader(text.by_id, anchor=False)
            show(drawn, declared, (), text.by_id)
    if head:
        with right:
            st.subheader(text.head, anchor=False)
            st.markdown(markdown(said, limit=None))
            show(head, replace(declared, metric="cosine"), (), text.head)


def show_positions(found: Checkpoint, made: dict[str, Any], language: Language) -> None:
    """The position table of the file, where it has one: norms, and cosine against distance."""
    text = REPORT[language]
    said, norms, bands = report.positions(made, session.colours(), language)
    if not said:
        return
    st.subheader(text.positions, anchor=False)
    st.markdown(markdown(said, limit=None))
    entry = next(one for one in found.tables if one.role == "position")
    declared = Declaration(
        table=f"{found.name} / {entry.name}", fingerprint="", rows=entry.rows, dims=entry.dims, layer="position"
    )
    left, right = st.columns(2, gap="large")
    with left:
        show(norms, replace(declared, rows_shown=len(made["positions"]["norms"])), (), text.positions_axis)
    with right:
        used = entry.rows - made["positions"]["first_row"]
        show(bands, replace(declared, rows_shown=used, metric="cosine"), (), text.bands_axis)


def list_figures(table: EmbeddingTable, made: dict[str, Any], language: Language) -> None:
    """Every number of the health of the rows, and how to read it."""
    text, rows = OVERVIEW[language], figures(made["health"], table.n_dims, language)
    columns = {
        text.figure: [f"**{label}**" for label, _, _ in rows],
        text.value: [markdown(value, limit=None) for _, value, _ in rows],
        text.reading: [markdown(reading, limit=None) for *_, reading in rows],
    }
    declared = Declaration.of(table, rows_shown=table.n_rows, seed=made["health"]["seed"])
    show(columns, declared, (), "; ".join(f"{label}: {value}" for label, value, _ in rows))


def list_suspects(table: EmbeddingTable, made: dict[str, Any], language: Language) -> None:
    """Candidates for under-trained tokens: how they were found, where the line lies, who they are."""
    text, found = REPORT[language], made["health"]["undertrained"][:SUSPECTS]
    st.subheader(text.undertrained, anchor=False)
    st.markdown(markdown(report.suspects(made, table.n_rows, language), limit=None))
    left, right = st.columns(2, gap="large")
    declared = Declaration.of(table, rows_shown=table.n_rows)
    with left:
        drawn = report.indicator(made, session.colours(), language)
        if drawn:
            show(drawn, declared, (), text.indicator_alt)
    with right:
        columns = {
            text.token: [markdown(one["token"]) for one in found],
            text.id: [str(one["id"]) for one in found],
            text.kind: [report.kind_of(one, language) for one in found],
            text.indicator: [written(one["indicator"], ",.4g", language) for one in found],
        }
        if table.counts is not None:
            columns[text.count] = [written(int(table.counts[one["id"]]), ",", language) for one in found]
        alt = fill(words.TEXT[language].candidates_alt, language, tokens=", ".join(columns[text.token]))
        if found:
            show(columns, declared, (), alt)


def offer_report(found: Checkpoint, table: EmbeddingTable, made: dict[str, Any], language: Language) -> None:
    """The page as one file, in the page's language."""
    text = words.TEXT[language]

    def build() -> bytes:
        return report.build(found, table, made, language).encode("utf-8", "backslashreplace")

    name = f"{re.sub(r'[^A-Za-z0-9_.-]', '_', found.name)[:80]}.html"
    st.download_button(
        text.download, build, name, "text/html", help=text.download_help, on_click="ignore", key="report_file"
    )


def look_at(source: session.Source, found: Checkpoint, language: Language) -> None:
    """One table: the answers, then its rows."""
    top, side = st.columns([8, 5], gap="large")
    with side:
        choose_file(language)
        chosen = choose_table(found, source, language)
    table = session.opened(chosen)
    large = examined.large(table)
    with top:
        answers = st.empty()
        findings = st.container()
    with answers.container():
        answer_first(found, table, None if large else examined.sick(table), language)
    rows = st.container()
    list_tables(found, language)
    with rows, told(language):
        st.subheader(words.TEXT[language].rows, anchor=False)
        left, right = st.columns(2, gap="large")
        with left, told(language):
            if not large:
                show_norms(table, language)
        made = examined.health(chosen, found, table, language)
        with findings:
            show_findings([*found.findings, *(() if made is None else health_findings(made))])
        if made is not None:
            if large:  # what the job found, for the rows are not read here
                with answers.container():
                    answer_first(found, table, made["health"], language)
                with left:
                    show_counted_norms(table, made, language)
            with right:
                show_spectrum(table, made, language)
            list_figures(table, made, language)
            list_suspects(table, made, language)
            show_beside(table, made, language)
            show_positions(found, made, language)
            offer_report(found, table, made, language)


context = start.page("checkpoint")
language = context.language
st.markdown(words.TEXT[language].lead)
with told(language):
    source = files.inspected()
    look_at(source, files.look(source), language)
