"""A report on a checkpoint: verdicts, figures and findings as one HTML file, and the drawings that a page shares."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import embedlab
from embedlab.charts.palette import LIGHT, Colours
from embedlab.charts.report import Section, bars, curve, lines, page
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
        Section(text.by_id, figure=by_id(document, LIGHT, language), note=declared),
        Section(text.spectrum, figure=spectrum(document, LIGHT, language), note=declared),
        Section(text.figures, columns=(seen.figure, seen.value, seen.reading), rows=rows, note=made),
        _undertrained(table, document, declared, language),
    ]
    said, drawn = head(document, LIGHT, language)
    if drawn:
        sections.append(Section(text.head, lines=[said], figure=drawn, note=declared))
    said, norms_drawn, bands_drawn = positions(document, LIGHT, language)
    if said:
        sections.append(Section(text.positions, lines=[said], figure=norms_drawn + bands_drawn))
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


def by_id(document: dict[str, Any], colours: Colours, language: Language) -> str:
    """The quartiles of the norms along the ids, as SVG; empty where all rows are as long, or in one band."""
    text, drawn = TEXT[language], document["norm_by_id"]
    low, middle, high = map(_known, drawn["quartiles"])
    if len(middle) < 2 or document["health"]["norm_id_correlation"] is None:
        return ""
    ends = [number(middle[at], ",.3g", language) for at in (0, -1)]
    alt = fill(text.by_id_alt, language, first=ends[0], last=ends[1])
    span = (drawn["ids"][0][0], drawn["ids"][-1][1])
    return lines([middle, low, high], span, text.by_id_axis, alt, language, colours)


def head(document: dict[str, Any], colours: Colours, language: Language) -> tuple[str, str]:
    """How input and head go together, in a sentence, and the cosines as SVG; both empty without a head apart."""
    text, found = TEXT[language], document["against_head"]
    if found is None or not found["counts"]:
        return "", ""
    median = number(found["median"], "z.2f", language)
    rho = "–" if found["norm_correlation"] is None else number(found["norm_correlation"], "z.2f", language)
    lowest = ", ".join(f"{one['token']} ({number(one['cosine'], 'z.2f', language)})" for one in found["lowest"][:5])
    mark = (found["median"], fill(text.median, language, value=median))
    alt = fill(text.head_alt, language, median=median)
    drawn = bars(found["counts"], found["edges"], mark, text.head_axis, alt, language, colours)
    return fill(text.head_lead, language, median=median, rho=rho, lowest=lowest), drawn


def positions(document: dict[str, Any], colours: Colours, language: Language) -> tuple[str, str, str]:
    """The position table in a sentence, its norms, and cosine against distance as SVG; all empty without one."""
    text, found = TEXT[language], document["positions"]
    norm, cosine = (_known(found[key]) if found else [] for key in ("norms", "cosines"))
    if len(cosine) < 2 or not all(any(value == value for value in values) for values in (norm, cosine)):
        return "", "", ""
    residual = found["sinusoid_residual"]
    left = "–" if residual is None else number(residual, ".2f", language)
    said = fill(text.positions_lead, language, rows=found["rows"], first=found["first_row"], residual=left)
    alt = fill(text.positions_alt, language, rows=found["rows"])
    norms_drawn = lines([norm], (0, found["rows"] - 1), text.positions_axis, alt, language, colours)
    ends = [number(cosine[at], "z.2f", language) for at in (0, -1)]
    alt = fill(text.bands_alt, language, first=ends[0], last=ends[1])
    span = (found["bands"][0][0], found["bands"][-1][1])
    return said, norms_drawn, lines([cosine], span, text.bands_axis, alt, language, colours)


def _known(values: list[float | None]) -> list[float]:
    return [float("nan") if value is None else value for value in values]


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
    reference = fill(text.reference.get(health["undertrained_reference"], ""), language, count=count)
    named = OVERVIEW[language].indicators[health["undertrained_indicator"]]
    facts = {"count": document["undertrained_count"], "rows": rows, "indicator": named, "reference": reference}
    return fill(text.undertrained_lead, language, **facts)


def kind_of(candidate: dict[str, Any], language: Language) -> str:
    """What sort of token a candidate is."""
    never = candidate["kind"] == "ordinary" and candidate["reachable"] is False
    return TEXT[language].kinds["unreachable" if never else candidate["kind"]]


def _undertrained(table: EmbeddingTable, document: dict[str, Any], declared: str, language: Language) -> Section:
    text, found = TEXT[language], document["health"]["undertrained"][:CANDIDATES]
    rows = [
        (one["token"], f"{one['id']}", kind_of(one, language), number(one["indicator"], ",.4g", language))
        for one in found
    ]
    lines = [suspects(document, table.n_rows, language), *([] if rows else [text.undertrained_none])]
    columns = (text.token, text.id, text.kind, text.indicator) if rows else ()
    drawn = indicator(document, LIGHT, language)
    return Section(text.undertrained, lines, columns, rows, drawn, declared)
