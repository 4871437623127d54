"""Two tables with tokens in common: choose the second, see what is left between them, and doubt it."""

from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.beside import Track, beside
from embedlab.charts.histogram import Marker, histogram
from embedlab.checkpoints.job import findings as findings_of
from embedlab.declaration import Declaration
from embedlab.table import EmbeddingTable
from embedlab.text.pages import checkpoint as checkpoint_words
from embedlab.text.pages import compare as words
from embedlab.text.pages import shell
from embedlab.ui import compared, files, session, settings
from embedlab.ui.errors import sentence, told
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.session import Source
from embedlab.ui.show import show, show_findings, written
from embedlab.wording import Language, fill

LISTED, WIDTH = 12, 480  # tokens that moved most; pixels of the tracks


def choose(context: start.Context) -> Source | None:
    """B, or None as long as no file is chosen."""
    text, language = words.TEXT[context.language], context.language
    twin, own = compared.twin(context.table), compared.own_other(context.source)
    offered: dict[str, Source | None] = {"seed": twin} if twin else {}
    if own is not None:
        offered["input" if context.table.provenance.layer == "output" else "head"] = own
    if twin is None:
        offered["shipped"] = session.shipped(language)
    offered["file"] = files.chosen(files.COMPARED)
    key = settings.one_of(text.with_, "with", {name: text.others[name] for name in offered})
    if key == "file":
        ask_file(files.COMPARED, text.upload, text.upload_help, language)
    return offered[key]


def ask_file(slot: str, label: str, help: str, language: Language) -> None:
    """Upload, or a path where the server allows it; what kept a file out is said."""
    text, box = checkpoint_words.TEXT[language], f"{slot}_path"
    upload, path = st.columns(2, gap="large") if files.root() is not None else (st.container(), None)
    upload.file_uploader(label, help=help, key=files.upload_key(slot), on_change=files.take_upload, args=(slot, slot))
    if path is not None:
        named = fill(text.path, language, root=markdown(str(files.root())))
        path.text_input(named, help=text.path_help, key=box, on_change=files.take_path, args=(box, slot))
    error = files.fault(slot)
    if error is not None:
        st.error(sentence(error, language))


def introduce(table: EmbeddingTable, language: Language) -> None:
    """B in one line, as the frame of the page says what A is."""
    facts = {"rows": table.n_rows, "dims": table.n_dims, "dtype": str(table.vectors.dtype)}
    line, run = fill(words.TEXT[language].b, language, name=visible(table.name), **facts), table.provenance.settings
    if "steps" in run:
        line += fill(shell.TEXT[language].trained, language, steps=run["steps"], seed=table.provenance.seed)
    st.caption(markdown(line, limit=None))


def ask(context: start.Context, other: EmbeddingTable) -> tuple[str, int, tuple[str, ...], Source | None]:
    """Metric, k, steps, and another seed of A, if there is one besides B."""
    text, language = words.TEXT[context.language], context.language
    baseline = None if compared.differ_in_seed(context.table, other) else compared.twin(context.table)
    with st.expander(text.settings):
        metric_side, k_side, steps_side = st.columns([3, 2, 5], vertical_alignment="bottom")
        with metric_side:
            metric = settings.metric(language)
        with k_side:
            high = min(context.table.n_rows, other.n_rows) - 2
            k = settings.count(text.k, text.k_help, default=10, high=high, key="k")
        with steps_side:
            steps = settings.steps(language)
        if baseline is None and not compared.differ_in_seed(context.table, other):
            ask_file(files.BASELINE, text.baseline, text.baseline_help, language)
            baseline = files.chosen(files.BASELINE)
        if baseline is not None:
            second = session.opened(baseline)
            named = {"name": markdown(second.name), "seed": second.provenance.seed or "–"}
            st.caption(fill(text.baseline_is, language, **named))
    return metric, k, steps, baseline


def say(made: dict[str, Any], seed_only: bool, language: Language) -> None:
    """The result in a sentence, where a baseline gives it a meaning."""
    text, baseline = words.TEXT[language], made["answer"]["baseline"]
    if seed_only:
        st.markdown(text.seed_only)
    elif baseline is not None:
        share = written(baseline["moved_beyond"], ".0%", language)
        st.markdown(fill(text.moved_beyond, language, share=share))


def show_tracks(made: dict[str, Any], declaration: Declaration, language: Language) -> None:
    """What is left and what is shared, beside another seed and beside chance."""
    text, found = words.TEXT[language], made["answer"]
    seeds = [] if found["baseline"] is None else [found["baseline"]]

    def share(value: float) -> str:
        return written(value, ".1%", language)

    def index(value: float) -> str:
        return written(value, ".3f", language)

    residual, jaccard = found["residual"], found["jaccard"]["mean"]
    tracks = [
        Track(
            text.residual,
            share(residual),
            residual,
            [one["residual"] for one in seeds],
            chance=found["shuffled_residual"],
            ends=text.residual_ends,
        ),
        Track(
            fill(text.jaccard, language, k=declaration.k),
            index(jaccard),
            jaccard,
            [one["jaccard"]["mean"] for one in seeds],
            chance=found["jaccard"]["chance"],
            ends=text.jaccard_ends,
        ),
    ]
    facts = {
        "residual": share(residual),
        "shuffled": share(found["shuffled_residual"]),
        "jaccard": index(jaccard),
        "chance": index(found["jaccard"]["chance"]),
        "seeds": "; ".join(f"{share(one['residual'])}, {index(one['jaccard']['mean'])}" for one in seeds) or "–",
    }
    with st.container(width=WIDTH):
        show(
            beside(tracks, text.marks, session.colours()),
            declaration,
            (),
            fill(text.tracks_alt, language, **facts),
        )


def show_cosines(made: dict[str, Any], declaration: Declaration, language: Language) -> None:
    """How far each token moved, and how far 95 % do from seed to seed."""
    text, values, edge = words.TEXT[language], compared.cosines(made), made["edge"]
    middle = made["answer"]["cosine"]["median"]
    low, median, high = (written(value, "z.2f", language) for value in (min(values), middle, max(values)))
    marker = Marker(middle, plotly(fill(text.median, language, value=median)))
    if edge is not None:
        marker = Marker(edge, plotly(text.edge), 1 - edge)
    figure = histogram(values, [marker], text.cosines_axis, text.tokens_axis, language, session.colours())
    alt = fill(text.cosines_alt, language, rows=len(values), low=low, median=median, high=high)
    show(figure, declaration, (), alt)


def list_moved(table: EmbeddingTable, made: dict[str, Any], declaration: Declaration, language: Language) -> None:
    """The tokens that moved most, and how far they move from seed to seed."""
    text, found = words.TEXT[language], made["answer"]["moved"][:LISTED]
    columns = {
        text.token: [markdown(one["token"]) for one in found],
        text.cosine: [written(one["cosine"], "z.3f", language) for one in found],
    }
    if made["edge"] is not None:
        there = made["moved_in_baseline"][:LISTED]
        columns[text.seeds] = ["–" if value is None else written(value, "z.3f", language) for value in there]
    columns[text.shared] = [written(one["jaccard"], ".2f", language) for one in found]
    if table.counts is not None:
        columns[text.count] = [written(int(table.counts[one["id"]]), ",", language) for one in found]
    show(columns, declaration, (), fill(text.moved_alt, language, tokens=", ".join(columns[text.token])))


def explain(title: str, lines: tuple[str, ...]) -> None:
    """A heading and a short list."""
    st.subheader(title, anchor=False)
    st.markdown("\n".join(f"- {line}" for line in lines))


def draw(context: start.Context, made: dict[str, Any], seed_only: bool) -> None:
    """The finished comparison: the result, its pictures, what moved, what it means and how to doubt it."""
    language, text, found = context.language, words.TEXT[context.language], made["answer"]
    both = " ↔ ".join(found[side]["table"] for side in ("declaration", "other"))
    declared = {**found["declaration"], "table": both, "steps": tuple(found["declaration"]["steps"])}
    declaration = Declaration(**declared)
    say(made, seed_only, language)
    show_findings([one for one in findings_of(made) if not (seed_only and one.code == "compare.no_baseline")])
    left, right = st.columns(2, gap="large")
    with left:
        show_tracks(made, declaration, language)
        st.caption(fill(text.compared, language, compared=found["compared"], shared=found["shared"]))
    with right:
        show_cosines(made, declaration, language)
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader(text.moved, anchor=False)
        list_moved(context.table, made, declaration, language)
    with right:
        explain(text.means, text.meanings)
        explain(text.doubt, text.doubts)


context = start.page("compare")
language = context.language
st.markdown(words.TEXT[language].lead)
with told(language):
    source = choose(context)
    if source is None:
        st.info(words.TEXT[language].choose_file)
        st.stop()
    other = session.opened(source)
    introduce(other, language)
    metric, k, steps, baseline = ask(context, other)
    sources = [context.source, source, *([] if baseline is None else [baseline])]
    made = compared.comparison(sources, steps, metric, k, language)
    if made is not None:
        draw(context, made, compared.differ_in_seed(context.table, other))
