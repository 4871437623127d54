"""A report on a checkpoint: verdicts, figures and findings as one HTML file, and the drawings that a page shares."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import embedlab
from embedlab.charts.palette import LIGHT, Colours
from embedlab.charts.report import Section, bars, curve, page
from embedlab.checkpoints import Checkpoint, ledger
from embedlab.checkpoints.ids import id_report
from embedlab.checkpoints.job import findings
from embedlab.declaration import Declaration
from embedlab.findings import by_severity
from embedlab.table import EmbeddingTable
from embedlab.text.declaration import say_declaration
from embedlab.text.overview import TEXT as OVERVIEW
from embedlab.text.overview import figures, first_answers
from embedlab.text.pages import checkpoint as checkpoint_words
from embedlab.text.pages import shell
from embedlab.text.report import TEXT
from embedlab.wording import Language, fill, number

TENSORS, CANDIDATES = 40, 60


def build(checkpoint: Checkpoint, table: EmbeddingTable, document: dict[str, Any], language: Language) -> str:
    """The HTML file. `document` is that of `checkpoints.job` about the table."""
    text, seen = TEXT[language], OVERVIEW[language]
    declared = say_declaration(Declaration.of(table, rows_shown=table.n_rows), language)
    answers = first_answers(
        checkpoint,
        table.provenance.tensor,
        ledger(checkpoint),
        document["health"],
        id_report(checkpoint.vocabulary, table.n_rows),
        language,
    )
    made = fill(text.made, language, version=embedlab.__version__, seed=document["health"]["seed"])
    rows = figures(document["health"], table.n_dims, language)
    sections = [
        Section(seen.question, columns=(seen.question, seen.answer), rows=answers, note=declared),
        _findings(checkpoint, document, language),
        _tensors(checkpoint, language),
        Section(text.norms, figure=norms(document, LIGHT, language), note=declared),
        Section(text.spectrum, figure=spectrum(document, LIGHT, language), note=declared),
        Section(text.figures, columns=(seen.figure, seen.value, seen.reading), rows=rows, note=made),
        _undertrained(table, document, declared, language),
    ]
    return page(fill(text.title, language, name=checkpoint.name), sections, language)


def _findings(checkpoint: Checkpoint, document: dict[str, Any], language: Language) -> Section:
    text, severities = TEXT[language], shell.TEXT[language].severities
    found = by_severity([*checkpoint.findings, *findings(document)])
    lines = [f"{severities[one.severity]}: {one.say(language)} ({one.code})" for one in found]
    return Section(text.findings, lines=lines or [text.no_findings])


def _tensors(checkpoint: Checkpoint, language: Language) -> Section:
    words, listed = checkpoint_words.TEXT[language], checkpoint.tables[:TENSORS]
    columns = (words.role, words.name, words.shape, words.dtype, words.parameters, words.reason)
    rows = [
        (
            words.roles[one.role],
            one.name,
            fill("{rows:,} × {dims:,}", language, rows=one.rows, dims=one.dims),
            one.dtype,
            number(one.parameters, ",", language),
            words.reasons[one.reason],
        )
        for one in listed
    ]
    left = len(checkpoint.tables) - len(listed)
    note = fill(TEXT[language].more, language, count=left) if left else ""
    return Section(TEXT[language].tensors, columns=columns, rows=rows, note=note)


def norms(document: dict[str, Any], colours: Colours, language: Language) -> str:
    """The histogram of the norms as SVG; empty where no row has one."""
    text, drawn = TEXT[language], document["norms"]
    if not drawn["counts"]:
        return ""
    median = document["health"]["norm_quantiles"]["median"]
    said = number(median, ",.3g", language)
    alt = fill(text.norms_alt, language, rows=sum(drawn["counts"]), median=said)
    mark = (median, fill(text.median, language, value=said))
    return bars(drawn["counts"], drawn["edges"], mark, text.norm_axis, alt, language, colours)


def spectrum(document: dict[str, Any], colours: Colours, language: Language) -> str:
    """The share of the variance that the first components hold, as SVG; empty without a spectrum."""
    text, values, components = TEXT[language], document["eigenvalues"], document["health"]["components"]
    if not values or components is None:
        return ""
    shares = [part / sum(values) for part in accumulate(values)]
    marks = [
        (components[share], fill(text.spectrum_mark, language, count=components[share], share=share))
        for share in ("90", "99")
    ]
    alt = fill(text.spectrum_alt, language, ninety=components["90"], most=components["99"], dims=len(values))
    return curve(shares, marks, text.spectrum_axis, alt, language, colours)


def indicator(document: dict[str, Any], colours: Colours, language: Language) -> str:
    """The histogram of the indicator of under-trained tokens as SVG, with the 2 % line; empty without one."""
    text, drawn, health = TEXT[language], document["indicator"], document["health"]
    if not drawn["counts"] or health["undertrained_threshold"] is None:
        return ""
    at = health["undertrained_threshold"]
    mark = (at, fill(text.threshold, language, value=number(at, ",.3g", language)))
    title = OVERVIEW[language].indicators[health["undertrained_indicator"]]
    return bars(drawn["counts"], drawn["edges"], mark, title, text.indicator_alt, language, colours)


def suspects(document: dict[str, Any], rows: int, language: Language) -> str:
    """How the candidates for under-trained tokens were found, in a sentence."""
    text, health = TEXT[language], document["health"]
    count = health["undertrained_reference_rows"]
    reference = fill(text.reference[health["undertrained_reference"]], language, count=count)
    named = OVERVIEW[language].indicators[health["undertrained_indicator"]]
    facts = {"count": document["undertrained_count"], "rows": rows, "indicator": named, "reference": reference}
    return fill(text.undertrained_lead, language, **facts)


def _undertrained(table: EmbeddingTable, document: dict[str, Any], declared: str, language: Language) -> Section:
    text, found = TEXT[language], document["health"]["undertrained"][:CANDIDATES]
    rows = [
        (one["token"], f"{one['id']}", text.kinds[one["kind"]], number(one["indicator"], ",.4g", language))
        for one in found
    ]
    lines = [suspects(document, table.n_rows, language), *([] if rows else [text.undertrained_none])]
    columns = (text.token, text.id, text.kind, text.indicator) if rows else ()
    drawn = indicator(document, LIGHT, language)
    return Section(text.undertrained, lines, columns, rows, drawn, declared)
