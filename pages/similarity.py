"""Any set of tokens: every pair measured four ways, one pair worked out; two arrows; analogies; attention."""

from itertools import combinations
from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.histogram import Marker, histogram
from embedlab.declaration import Declaration
from embedlab.neighbours import METRICS
from embedlab.neighbours.similarity import Similarity, background, chance_cosine, compare, share_as_near
from embedlab.table import EmbeddingTable
from embedlab.text.pages import similarity as words
from embedlab.ui import cache, links, session, settings, similarity_analogies, similarity_arrows, similarity_attention
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.show import declare, list_rows, show, written
from embedlab.wording import Language, fill


def show_matrices(table: EmbeddingTable, found: Similarity, names: list[str], language: Language) -> None:
    """Distances, cosines, dot products and angles of all pairs, and the norms."""
    text = words.TEXT[language]
    labels = {key: METRICS[key].label.say(language) for key in METRICS} | {"angles": text.angle}
    columns = st.columns(2, gap="large")
    for place, (key, label) in enumerate(labels.items()):
        with columns[place % 2]:
            list_pairs(getattr(found, key), label, names, language)
    norms = {markdown(name): [written(norm, ",.2f", language)] for name, norm in zip(names, found.norms, strict=True)}
    list_rows({text.norm: ["|u|"], **norms})
    declare(Declaration.of(table, rows_shown=len(names)))


def list_pairs(values: Any, measure: str, names: list[str], language: Language) -> None:
    """One measure of all pairs, (m, m)."""
    rows = {measure: list(map(markdown, names))}
    for column, name in enumerate(names):
        rows[markdown(name)] = [written(value, "z,.2f", language) for value in values[:, column]]
    pairs = "; ".join(
        f"{visible(names[a])} – {visible(names[b])}: {written(values[a, b], 'z,.2f', language)}"
        for b, a in combinations(range(len(names)), 2)
    )
    alt = fill(words.TEXT[language].matrix_alt, language, measure=measure, pairs=pairs)
    list_rows(rows, alt)


def choose_pair(names: list[str], language: Language) -> tuple[int, int]:
    """Which two of the tokens are worked out."""
    text = words.TEXT[language]
    first_side, second_side = st.columns(2)
    with first_side:
        first = settings.choice(text.first, names, 0, key="u")
    with second_side:
        second = settings.choice(text.second, names, 1, key="v")
    return first, second


def work_out(found: Similarity, u: int, v: int, language: Language) -> None:
    """u.v = |u||v|cos with the numbers of the pair."""
    text = words.TEXT[language]
    dot, cosine, norms = found.dot[u, v], found.cosine[u, v], (found.norms[u], found.norms[v])
    product = norms[0] * norms[1]
    if not product > 0:
        st.info(text.no_direction)
        return
    facts = {
        "dot": written(dot, "z,.4f", language),
        "u_norm": written(norms[0], ",.4f", language),
        "v_norm": written(norms[1], ",.4f", language),
        "cosine": written(cosine, "z.4f", language),
        "angle": written(found.angles[u, v], ".1f", language),
    }
    st.markdown(f"**{text.formula}**  \n{fill(text.numbers, language, **facts)}")
    residual = abs(dot / product - cosine)
    st.caption(fill(text.residual, language, residual=written(residual, ".0e", language) if residual else "0"))


@st.fragment
def place_pair(
    context: start.Context, table: EmbeddingTable, found: Similarity, pair: tuple[int, int], names: list[str]
) -> None:
    """The pair among random pairs of the table under the metric chosen, and what chance gives."""
    start.stand(context)
    language = context.language
    with told(language):
        metric = settings.metric(language)
        value, values = getattr(found, metric)[pair], cache.pairs(table, metric)
        place_among(table, value, values, metric, (names[pair[0]], names[pair[1]]), language)


def place_among(
    table: EmbeddingTable, value: float, values: Any, metric: str, names: tuple[str, str], language: Language
) -> None:
    """A value among those of random pairs, (n,)."""
    text = words.TEXT[language]
    typical, measure = background(values), METRICS[metric].label.say(language)
    if not typical.pairs:
        st.info(text.no_pairs)
        return
    shown = {name: written(getattr(typical, name), "z,.3f", language) for name in ("mean", "low", "high")}
    share = written(share_as_near(value, values, metric), ".1%", language)
    u, v = map(markdown, names)
    said = [fill(text.background, language, **shown)]
    said += [fill(text.share, language, share=share, pairs=typical.pairs, u=u, v=v)]
    markers = [Marker(value, f"{plotly(names[0])} – {plotly(names[1])}: {written(value, 'z,.3f', language)}")]
    if metric == "cosine":
        chance = chance_cosine(table.n_dims)
        limit = written(chance, ".3f", language)
        said.insert(0, fill(text.chance, language, dims=table.n_dims, chance=limit))
        markers += [Marker(-chance, f"0 ± 1/√{table.n_dims}", width=2 * chance)]
    st.markdown(" ".join(said))
    figure = histogram(values, markers, measure, text.random_pairs, language, session.colours())
    facts = {"measure": measure, "pairs": typical.pairs, "value": written(value, "z,.3f", language)}
    alt = fill(text.histogram_alt, language, u=visible(names[0]), v=visible(names[1]), **facts)
    chosen = {"pairs": typical.pairs}
    show(figure, Declaration.of(table, metric=metric, parameters=chosen, seed=0), (), alt)


context = start.page("similarity")
language = context.language
for key in ("a", "b", "c", "sentence"):
    links.read(key)
text = words.TEXT[language]
st.markdown(text.lead)
with told(language):
    ids = settings.tokens(context.table, language, text.tokens, text.tokens_help, most=12)
    steps = settings.steps(language)
    if len(ids) < 2:
        st.info(text.too_few)
    else:
        table = cache.derived(context.table, steps)
        found, names = compare(table, ids), settings.names(table, ids)
        show_matrices(table, found, names, language)
        st.subheader(text.pair, anchor=False)
        left, right = st.columns(2, gap="large")
        with left:
            u, v = choose_pair(names, language)
            work_out(found, u, v, language)
        with right:
            place_pair(context, table, found, (u, v), names)
        similarity_arrows.show(context, table, (ids[u], ids[v]), (names[u], names[v]))
    similarity_analogies.show(context, steps)
similarity_attention.show(language)
