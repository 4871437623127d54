"""What the tables of a model cost: a finished bar, a guess about the head, and then the verdict."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.shares import Part, shares
from embedlab.checkpoints import ledger
from embedlab.checkpoints.ledger import BITS, DEFAULT_DTYPE, Ledger, estimate
from embedlab.checkpoints.lessons import LESSONS
from embedlab.claims import Outcome
from embedlab.text.pages import checkpoint as checkpoint_words
from embedlab.text.pages import ledger as words
from embedlab.text.sizes import UNITS, say_size
from embedlab.ui import cards, files, session, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.show import written
from embedlab.wording import Language, fill

LARGEST = 2**31 - 1
MODELS = (*LESSONS, "file", "own")


@dataclass(frozen=True)
class Case:
    """A model on the page: its ledger, rows and dimensions of each table, its type, and what says tied or untied."""

    key: str
    costs: Ledger
    shapes: dict[str, tuple[int, int]]
    dtype: str
    evidence: str


def choose(language: Language) -> tuple[str, str]:
    """Which model, and in which unit its size is said."""
    text = words.TEXT[language]
    model_side, unit_side = st.columns([5, 1])
    with model_side:
        model = settings.one_of(text.model, "model", {key: text.models[key] for key in MODELS})
    with unit_side:
        unit = settings.one_of(text.unit, "unit", {name: name for name in UNITS}, "GB")
    return model, unit


def described(key: str, language: Language) -> Case:
    """A lesson's model or the person's own: its numbers can be changed."""
    text, lesson = words.TEXT[language], LESSONS.get(key)
    start_at = lesson or LESSONS["andrea"]
    if lesson:
        st.caption(fill(text.as_stated, language, name=lesson.name))
    columns = st.columns([2, 2, 2, 3, 2])

    def asked(place: int, label: str, value: int, low: int, high: int, help: str | None = None) -> int:
        return int(columns[place].number_input(label, low, high, value, 1, help=help, key=f"{key} {label}"))

    vocabulary = asked(0, text.vocabulary, start_at.vocabulary, 1, LARGEST)
    width = asked(1, text.width, start_at.width, 1, LARGEST)
    positions = asked(2, text.positions, start_at.positions, 0, LARGEST, text.positions_help)
    model = asked(3, text.whole, start_at.model, 0, 10**15, text.whole_help)
    names = list(BITS)
    dtype = columns[4].selectbox(text.dtype, names, names.index(DEFAULT_DTYPE), key=f"{key} dtype")
    tied = lesson.tied if lesson else st.toggle(text.tied, key="own tied")
    shape = (vocabulary, width)
    return Case(
        key,
        estimate(vocabulary, width, positions, tied=tied, dtype=dtype, model=model or None),
        {"input": shape, "output": shape, "position": (positions, width)},
        dtype,
        text.evidence["lesson" if lesson else "own"],
    )


def of_file(language: Language) -> Case:
    """The file on view on the page Checkpoint. Raises FileError."""
    text, found = words.TEXT[language], files.look(files.inspected())
    st.caption(fill(text.of_file, language, name=markdown(found.name)))
    roles = {table.role: table for table in reversed(found.tables)}
    shapes = {role: (table.rows, table.dims) for role, table in roles.items()}
    entry = found.entry()
    evidence = checkpoint_words.TEXT[language].evidence
    said = "; ".join(evidence[one] for one in found.head.evidence)
    return Case("file", ledger(found), shapes, entry.dtype_name, said)


def show_bar(case: Case, told_all: bool, language: Language) -> None:
    """The tables as parts of the model. The head is hatched until the guess."""
    text, costs, colours = words.TEXT[language], case.costs, session.colours()
    blue, orange, violet = colours.series[0], colours.series[1], colours.series[3]
    parts = [
        Part(text.parts["input"], costs.input, f"{written(costs.input, ',', language)}", blue),
        Part(text.parts["position"], costs.position, f"{written(costs.position, ',', language)}", violet),
    ]
    head, doubtful = (costs.output, False) if told_all and costs.tied is not None else (costs.input, True)
    label = text.head_perhaps if doubtful else text.parts["output"]
    parts.append(Part(label, head, "?" if doubtful else written(head, ",", language), orange, doubtful))
    rest = (costs.model or 0) - sum(part.value for part in parts)
    if rest > 0:
        parts.append(Part(text.rest, rest, written(rest, ",", language), colours.muted))
    figure = shares(parts, text.axis, language, colours)
    whole = sum(part.value for part in parts)
    alt = fill(text.alt, language, whole=whole, parts="; ".join(f"{part.label}: {part.written}" for part in parts))
    st.plotly_chart(figure, width="stretch", key="bar", config={"displayModeBar": False}, alt=alt)
    if costs.model and costs.share is None:
        st.warning(fill(text.too_small, language, total=costs.total, whole=costs.model))


def verdict(case: Case, unit: str, language: Language) -> Outcome:
    """Tied or not, what says so, and what a wrong assumption costs."""
    text, costs = words.TEXT[language], case.costs
    facts = {"parameters": costs.input, "size": say_size(costs.input_bytes, unit, language), "dtype": case.dtype}
    wrong_by = fill(text.unknown_error if costs.tied is None else text.difference, language, **facts)
    if costs.tied is not None and costs.model and costs.input <= costs.model:
        share = written(costs.input / costs.model, ".1%", language)
        wrong_by += f", {fill(text.difference_share, language, share=share)}"
    because = fill(checkpoint_words.TEXT[language].because, language, evidence=case.evidence)
    names = {True: "tied", False: "untied", None: "unknown"}
    return Outcome(names[costs.tied], {"because": because, "difference": f"{wrong_by}."})


def guessed(case: Case, unit: str, language: Language) -> bool:
    """The prediction and its verdict; whether the person has chosen. Numbers of their own need no choice."""
    card = words.TEXT[language].cards["C21"]
    if case.key == "own":
        st.markdown(cards.sentence(card, verdict(case, unit, language), language))
        return True
    return cards.show(f"C21 {case.key}", card, language, lambda: verdict(case, unit, language)) is not None


def list_parts(case: Case, told_all: bool, unit: str, language: Language) -> None:
    """Each table with its parameters, its size and its share."""
    text, costs = words.TEXT[language], case.costs
    per_value = costs.input_bytes / costs.input
    values: dict[str, int | None] = {
        "input": costs.input,
        "position": costs.position,
        "output": costs.output if told_all and costs.tied is not None else None,
    }
    shapes = {
        part: fill("{rows:,} × {dims:,}", language, rows=shape[0], dims=shape[1]) for part, shape in case.shapes.items()
    }
    rows = [
        (text.parts[part], shapes.get(part, "–"), value)
        for part, value in values.items()
        if value or part != "position"
    ]
    total = costs.total if values["output"] is not None else None
    rows.append((f"**{text.total}**", "", total))

    def said(value: int | None) -> str:
        if value == 0 and costs.tied:
            return text.head_none
        return "?" if value is None else written(value, ",", language)

    def share(value: int | None) -> str:
        if value is None or not costs.model or value > costs.model:
            return "–"
        return written(value / costs.model, ".1%", language)

    columns = {
        text.part: [label for label, _, _ in rows],
        text.parameters: [said(value) for _, _, value in rows],
        text.size: ["?" if value is None else say_size(round(value * per_value), unit, language) for *_, value in rows],
        text.share: [share(value) for *_, value in rows],
        checkpoint_words.TEXT[language].shape: [shape for _, shape, _ in rows],
    }
    st.table(columns, border="horizontal", hide_index=True)


def beside_the_lesson(case: Case, told_all: bool, language: Language) -> None:
    """What the lesson says, line by line, and what its numbers give."""
    text, costs = words.TEXT[language], case.costs
    both = costs.input + costs.position

    def share(value: int) -> str:
        return written(value / costs.model if costs.model else float("nan"), ".1%", language)

    (vocabulary, width), (positions, _) = case.shapes["input"], case.shapes["position"]
    facts: dict[str, Any] = {
        "v": vocabulary,
        "d": width,
        "t": positions,
        "input": costs.input,
        "position": costs.position,
        "parameters": costs.parameters,
        "both": both,
        "both_m": written(both / 1e6, ",.2f", language),
        "both_share": share(both),
        "share": share(costs.total),
        "rest_share": share((costs.model or 0) - costs.total),
        "size": say_size(2 * costs.input_bytes, "GB", language),
        "one_gb": say_size(case.costs.input_bytes, "GB", language),
        "one_gib": say_size(case.costs.input_bytes, "GiB", language),
    }
    lines = text.lessons[case.key]
    gives = [
        text.after_guess if late and not told_all else fill(template, language, **facts) for _, template, late in lines
    ]
    columns = {text.says: [says for says, _, _ in lines], text.gives: gives}
    st.table(columns, border="horizontal", hide_index=True)


context = start.page("ledger")
language = context.language
st.markdown(words.TEXT[language].lead)
with told(language):
    key, unit = choose(language)
    picture = st.container()  # stands first, and is made of the numbers below it
    case = of_file(language) if key == "file" else described(key, language)
    with picture:
        bar = st.container()
        told_all = guessed(case, unit, language)
        with bar:
            show_bar(case, told_all, language)
    left, right = st.columns(2, gap="large")
    with left:
        list_parts(case, told_all, unit, language)
    if key in LESSONS:
        with right:
            beside_the_lesson(case, told_all, language)
