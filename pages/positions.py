"""Where a model has the order of its words from: two orders of a sentence, three kinds of positions, the sum."""

from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.positions import Axis, Line, arrows, bars, heat, lines
from embedlab.claims import Outcome, positions
from embedlab.claims.positions import Orders
from embedlab.text.pages import positions as words
from embedlab.training.gpt import rotate, sinusoid
from embedlab.ui import cards, session, settings
from embedlab.ui import positions_model as models
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.positions_model import Held
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

WAVES, STEPS = 64, 32  # positions drawn, and steps from each of them
FARTHEST = 10_000_000  # an angle that large is known to 1e-9
PLACES = 16  # of the grid of query and key
SHIFTS = (1, 10, 100, 1000)


def place(label: str, default: int, high: int, key: str, help: str | None = None) -> int:
    """A whole number from 0 on (`?key=`)."""
    number = st.number_input(
        label, 0, high, value=default, help=help, key=key, bind="query-params", persist_state="session"
    )
    return int(number)


def show_order(held: Held, language: Language) -> None:
    """C13: the sentence forwards and backwards under every switch."""
    text = words.TEXT[language]
    left, right = st.columns([6, 5], gap="large")
    with left:
        with st.container(horizontal=True):
            kind = settings.one_of(text.kind, "positions", text.kinds, "learned", text.kind_help)
            attention = settings.one_of(text.attending, "attention", text.attention, "causal", text.attending_help)
            counts = {str(count): str(count) for count in range(1, held.model.architecture.layers + 1)}
            layers = settings.one_of(text.layers, "layers", counts, "2", text.layers_help)
        names = [markdown(name) for name in held.names]
        st.markdown(f"{text.forwards}: **{' '.join(names)}**  \n{text.backwards}: **{' '.join(reversed(names))}**")
        switches = {"positions": kind, "attention": attention, "layers": layers}
        draw_order(held, models.every_switch(held)[kind, attention == "causal", int(layers)], switches, language)
    with right:
        cards.show("C13", text.cards["C13"], language, lambda: list_switches(held, language))


def draw_order(held: Held, found: Orders, switches: dict[str, str], language: Language) -> None:
    """How far apart each word's two states are."""
    text, names = words.TEXT[language], held.names
    shares = [*found.apart.tolist(), found.apart_of_mean]
    labels = [*map(plotly, names), f"<i>{text.mean}</i>"]
    axis = Axis(text.apart, (0, 1.15 * max(1.0, *shares)), ".0%")
    figure = bars(labels, shares, axis, language, session.colours())
    said = zip([*map(visible, names), text.mean], shares, strict=True)
    pairs = "; ".join(f"{name}: {written(share, '.0%', language)}" for name, share in said)
    declared = held.declared(layer=switches["layers"], positions=switches["positions"], attention=switches["attention"])
    show(figure, declared, (), fill(text.orders_alt, language, pairs=pairs))
    facts = {"error": found.error, "pooled": found.pooled, "low": min(shares[:-1]), "high": max(shares[:-1])}
    st.markdown(fill(text.same if found.bag else text.different, language, **facts))
    last = text.last_same if found.last <= positions.EXACT else text.last_different
    st.markdown(fill(last, language, last=markdown(names[-1]), value=found.last))
    st.caption(text.weights)


def list_switches(held: Held, language: Language) -> Outcome:
    """Every switch at once."""
    text, found = words.TEXT[language], models.every_switch(held)
    layers, named = sorted({count for _, _, count in found}), f"{text.kind} · {text.attending}"
    rows: dict[str, list[str]] = {named: [], **{f"{text.layers}: {count}": [] for count in layers}}
    for kind, causal in dict.fromkeys((kind, causal) for kind, causal, _ in found):
        rows[named].append(f"{text.kinds[kind]} · {text.attention['causal' if causal else 'bidirectional']}")
        for count in layers:
            one = found[kind, causal, count]
            said = f"**{text.bag}**" if one.bag else written(one.error, ".2f", language)
            rows[f"{text.layers}: {count}"].append(said)
    pairs = "; ".join(", ".join(line) for line in zip(*rows.values(), strict=True)).replace("*", "")
    st.markdown(text.every)
    show(rows, held.declared(layer=f"1-{layers[-1]}"), (), fill(text.every_alt, language, pairs=pairs))
    return positions.bag(held.model, held.ids)


def show_learned(held: Held, language: Language) -> None:
    """C16: the second table before and after training, its size, and its end."""
    text, (rows, dims) = words.TEXT[language], held.places.shape
    left, right = st.columns([5, 6], gap="large")
    with left:
        st.markdown(f"**{text.before}**")
        draw_cosines(held, held.start, 0, language)
        st.markdown(fill(text.table_size, language, rows=rows, dims=dims, size=rows * dims))
        with told(language):
            feed(held, language)
    with right:
        cards.show("C16", text.cards["C16"], language, lambda: train_positions(held, language))


def draw_cosines(held: Held, table: Any, updates: int, language: Language) -> None:
    """The cosine of every two positions' rows after so many updates."""
    text, cosine = words.TEXT[language], positions.cosines(table)
    near, far = positions.near_and_far(cosine)
    alt = fill(text.heat_alt, language, rows=len(cosine), near=near, far=far)
    axis = Axis(text.position)
    figure = heat(cosine, axis, axis, 1, language, session.colours())
    show(figure, held.declared(positions=len(table), updates=updates), (), alt)


def feed(held: Held, language: Language) -> None:
    """As many words as the reader wants, and what the model says to one too many. Raises TrainingError."""
    text, rows = words.TEXT[language], len(held.places)
    fed = place(text.fed, rows, 2 * rows, "fed", text.fed_help)
    state = held.model.states([held.ids[0]] * fed)[0]
    st.caption(fill(text.fits, language, tokens=fed, shape=str(state.shape)))


def train_positions(held: Held, language: Language) -> Outcome:
    """The table after training, and the way to train another."""
    text = words.TEXT[language]
    st.markdown(f"**{text.after}**")
    draw_cosines(held, held.places, held.table.provenance.settings["steps"], language)
    job = models.panel(language)
    if job is None or not job.active:
        label = fill(text.anew, language, seed=held.seed + 1)
        with told(language):
            if st.button(label, help=text.anew_help, key="anew"):
                models.train(language, held.seed + 1)
                st.rerun()
    return models.learned(held)


def show_waves(held: Held, language: Language) -> None:
    """C14: the rows of the sinusoids, and their products."""
    text, dims = words.TEXT[language], held.table.n_dims
    left, right = st.columns([6, 5], gap="large")
    with left:
        figure = heat(
            positions.wave_rows(WAVES, dims),
            Axis(text.dimension),
            Axis(text.position),
            1,
            language,
            session.colours(),
            height=460,
        )
        alt = fill(text.waves_alt, language, rows=WAVES, dims=dims)
        show(figure, held.declared(positions="sinusoidal"), (), alt)
        st.markdown(fill(text.waves, language, rows=WAVES))
    with right:
        far = place(text.far, 1_000_000, FARTHEST, "p", text.far_help)
        first = "; ".join(written(value, "z.3f", language) for value in positions.wave_rows(1, dims, far)[0, :4])
        st.markdown(fill(text.far_row, language, place=far, numbers=first))
        cards.show("C14", text.cards["C14"], language, lambda: draw_products(held, far, language))


def draw_products(held: Held, far: int, language: Language) -> Outcome:
    """The products over k, from four places."""
    text, dims = words.TEXT[language], held.table.n_dims
    places = list(dict.fromkeys((0, 10, 1000, far)))

    def rows(at: Any) -> Any:
        return sinusoid(at, dims)

    found = positions.products(rows, places, range(STEPS + 1))
    names = [fill(text.from_place, language, place=one) for one in places]
    drawn = [Line(name, values.tolist()) for name, values in zip(names, found, strict=True)]
    axes = Axis(text.steps), Axis(text.product, format=".1f")
    figure = lines(range(STEPS + 1), drawn, *axes, language, session.colours())
    alt = fill(text.products_alt, language, steps=STEPS, places="; ".join(names))
    show(figure, held.declared(positions="sinusoidal"), (), alt)
    return positions.waves(rows, places, range(STEPS + 1))


def show_rotary(held: Held, language: Language) -> None:
    """C15: query and key turned to their places."""
    text, (here, there) = words.TEXT[language], (len(held.ids) - 1, 1)
    query, key = positions.query_and_key(held.model, held.ids, here, there)
    left, right = st.columns([5, 6], gap="large")
    with left:
        one, other = st.columns(2)
        with one:
            m = place(fill(text.of_query, language, token=markdown(held.names[here])), here, 1000, "m")
        with other:
            n = place(fill(text.of_key, language, token=markdown(held.names[there])), there, 1000, "n")
        turned, still = positions.hands(query, key, m, n)
        labels = [f"{name} {plotly(held.names[at])}" for name, at in (("q", here), ("k", there))]
        alt = fill(text.arrows_alt, language, m=m, n=n)
        declared = held.declared(layer="1", head=1, positions="rotary", m=m, n=n)
        show(arrows(turned, still, labels, session.colours()), declared, (), alt)
        st.caption(text.arrows)
        score, before, after = positions.one_score(query, key, m, n)
        st.markdown(fill(text.turned, language, score=score, apart=m - n, before=before, after=after))
    with right:
        cards.show("C15", text.cards["C15"], language, lambda: draw_grid(held, query, key, (m, n), language))


def draw_grid(held: Held, query: Any, key: Any, pair: tuple[int, int], language: Language) -> Outcome:
    """Query times key at every two places."""
    text = words.TEXT[language]
    found = positions.grid(query, key, PLACES)
    figure = heat(
        found, Axis(text.key_place), Axis(text.query_place), float(abs(found).max()), language, session.colours()
    )
    show(
        figure, held.declared(layer="1", head=1, positions="rotary"), (), fill(text.grid_alt, language, last=PLACES - 1)
    )
    return positions.turned(query, key, pair, SHIFTS, rotate)


def show_sum(held: Held, language: Language) -> None:
    """C17: how long the added rows are, and what the sum still tells."""
    text = words.TEXT[language]
    left, right = st.columns([5, 6], gap="large")
    with left:
        st.markdown(f"**{text.norms}**")
        own, median = positions.norms(held.places), float(positions.median_norm(held.table.vectors))
        drawn = [Line(text.position_norm, own), Line(text.token_norm, [median] * len(own))]
        top = 1.1 * max(median, *own)
        axes = Axis(text.position), Axis(text.norm, (0, top), ".2f")
        figure = lines(range(len(own)), drawn, *axes, language, session.colours())
        alt = fill(text.norms_alt, language, first=own[0], last=own[-1], token=median)
        show(figure, held.declared(), (), alt)
    with right:
        cards.show("C17", text.cards["C17"], language, lambda: draw_recovery(held, language))


def draw_recovery(held: Held, language: Language) -> Outcome:
    """What is named right from the sum alone, over the ratio of norms."""
    text, found, outcome = words.TEXT[language], models.recoveries(held), models.added(held)
    kinds = {"token": text.by_token, "position": text.by_position, "pair": text.by_pair}
    drawn = [Line(label, [getattr(one, kind) for one in found]) for kind, label in kinds.items()]
    axes, ratio = (Axis(text.ratio), Axis(text.found, (0, 1.05), ".0%")), float(outcome.values["ratio"])
    ratios = [one.ratio for one in found]
    figure = lines(ratios, drawn, *axes, language, session.colours(), mark=ratio, halving=True)
    low, high = found[0], found[-1]
    facts = {"token_low": low.token, "token_high": high.token, "place_low": low.position, "place_high": high.position}
    alt = fill(text.recovery_alt, language, pair=min(one.pair for one in found), **facts)
    show(figure, held.declared(sums=positions.GUESSED), (), alt)
    st.caption(fill(text.own_ratio, language, ratio=ratio))
    return outcome


def show_shapes(held: Held, language: Language) -> None:
    """C18: the shape of everything that one pass makes."""
    text, dims = words.TEXT[language], held.table.n_dims
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.markdown(
            fill(text.shapes, language, sentence=markdown(" ".join(held.names)), words=len(held.ids), dims=dims)
        )
        found = [(text.parts[part], str(shape)) for part, shape in positions.trace(held.model, held.ids)]
        rows = {
            text.part: [part for part, _ in found],
            text.shape: [f"`{shape}`".replace(" ", "\u00a0") for _, shape in found],
        }
        pairs = "; ".join(f"{part}: {shape}" for part, shape in found)
        show(
            rows,
            held.declared(layer=f"1-{held.model.architecture.layers}"),
            (),
            fill(text.shapes_alt, language, pairs=pairs),
        )
    with right:
        cards.show("C18", text.cards["C18"], language, models.embedded)


TOPICS = {
    "order": show_order,
    "learned": show_learned,
    "waves": show_waves,
    "rotary": show_rotary,
    "sum": show_sum,
    "shapes": show_shapes,
}

context = start.page("positions")
language = context.language
text = words.TEXT[language]
st.markdown(text.lead)
topic = settings.one_of(text.topic, "topic", text.topics, label_visibility="collapsed")
with told(language):
    TOPICS[topic](models.held(language), language)
