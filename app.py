"""Home: a trained table at once, three of its words and their triangle, and the way to every page."""

import streamlit as st

import embedlab.ui.door as door
from embedlab.charts.triangle import triangle
from embedlab.declaration import Declaration
from embedlab.errors import QueryError
from embedlab.neighbours import find_token
from embedlab.neighbours.similarity import Similarity, background, chance_cosine, compare
from embedlab.table import EmbeddingTable
from embedlab.text.pages import home
from embedlab.ui import cache, page, session
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

PAIRS = {"ab": (0, 1), "ac": (0, 2), "bc": (1, 2)}


def choose(table: EmbeddingTable, language: Language) -> tuple[EmbeddingTable, list[int]]:
    """The table in use and the rows of the three words; the shipped table where one of them is missing."""
    words = home.TEXT[language].words
    try:
        return table, [find(table, word) for word in words]
    except QueryError:
        st.info(fill(home.TEXT[language].not_here, language, words=", ".join(words)))
        table = session.opened(session.shipped(language))
        return table, [find(table, word) for word in words]


def find(table: EmbeddingTable, word: str) -> int:
    """The row of a word, or of the same word without capitals: many vocabularies have none."""
    try:
        return find_token(table, word, cache.index(table)).id
    except QueryError:
        return find_token(table, word.lower(), cache.index(table)).id


def draw_triangle(table: EmbeddingTable, names: list[str], found: Similarity, language: Language) -> None:
    """The triangle, whose sides are the distances."""
    shown = [visible(name) for name in names]
    lengths = {key: written(found.euclidean[pair], "z.2f", language) for key, pair in PAIRS.items()}
    sides = [found.euclidean[pair] for pair in PAIRS.values()]
    alt = fill(home.TEXT[language].alt, language, **dict(zip("abc", shown, strict=True)), **lengths)
    figure = triangle(shown, sides, list(lengths.values()), session.colours())
    show(figure, Declaration.of(table, metric="euclidean", rows_shown=len(names)), (), alt)


def list_numbers(names: list[str], raw: Similarity, centred: Similarity, language: Language) -> None:
    """Every number of the three pairs."""
    text = home.TEXT[language]
    rows = {
        text.distance: raw.euclidean,
        text.cosine_raw: raw.cosine,
        text.cosine_centred: centred.cosine,
        text.dot_raw: raw.dot,
        text.dot_centred: centred.dot,
    }
    heads = [text.measure, *(f"{markdown(names[a])} – {markdown(names[b])}" for a, b in PAIRS.values())]
    lines = [
        [name, *(written(found[pair], "z.2f", language) for pair in PAIRS.values())] for name, found in rows.items()
    ]
    # Not st.table, which imports pandas: home stands a second sooner.
    st.markdown("\n".join(f"| {' | '.join(cells)} |" for cells in [heads, ["---"] * len(heads), *lines]))


def say(
    table: EmbeddingTable,
    names: list[str],
    raw: Similarity,
    centred: Similarity,
    means: tuple[float, float],
    language: Language,
) -> None:
    """What the numbers say, in three sentences. `means`: cosine of random pairs, raw and centred."""
    text, chance = home.TEXT[language], chance_cosine(table.n_dims)
    nearer = [raw.euclidean[0, 1] < raw.euclidean[0, 2]]
    nearer += [found[0, 1] > found[0, 2] for found in (raw.cosine, centred.cosine, raw.dot, centred.dot)]
    near = text.near_all if all(nearer) else text.near_some if any(nearer) else text.near_none
    shared = text.shared if abs(means[0]) > chance else text.not_shared
    values = {
        "mean_raw": means[0],
        "mean_centred": means[1],
        "raw": raw.cosine[0, 2],
        "centred": centred.cosine[0, 2],
        "ab": raw.euclidean[0, 1],
        "ac": raw.euclidean[0, 2],
    }
    facts = {key: written(value, "z.2f", language) for key, value in values.items()}
    facts["chance"] = written(chance, "z.3f", language)
    facts |= dict(zip("abc", map(markdown, names), strict=True))
    for sentence in (near, text.exact, shared):
        st.markdown(fill(sentence, language, dims=table.n_dims, **facts))


def show_ways(language: Language) -> None:
    """The way to every other page."""
    text = home.TEXT[language]
    st.subheader(text.on, anchor=False)
    ways = [name for name in text.ways if name in page.existing()]
    for column, name in zip(st.columns(len(ways) or 1), ways, strict=False):
        with column:
            page.link(name, f"**{page.label(name, language)}**")
            st.caption(text.ways[name])


context = door.page("home")
with told(context.language):
    table, ids = choose(context.table, context.language)
    centred_table = cache.derived(table, ("centred",))
    names = [table.tokens[row] for row in ids]
    raw, centred = compare(table, ids), compare(centred_table, ids)
    means = background(cache.pairs(table, "cosine")).mean, background(cache.pairs(centred_table, "cosine")).mean
    st.markdown(fill(home.TEXT[context.language].lead, context.language, dims=table.n_dims, rows=table.n_rows))
    left, right = st.columns([5, 6], gap="large")
    with left:
        draw_triangle(table, names, raw, context.language)
    with right:
        list_numbers(names, raw, centred, context.language)
        say(table, names, raw, centred, means, context.language)
show_ways(context.language)
door.import_rest_soon()
