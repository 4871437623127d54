"""One word in two sentences: its row, the layers that tell its senses apart, and which layer and pooling is asked."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.sides import Lane, sides
from embedlab.claims import Outcome, contexts
from embedlab.claims.contexts import POOLINGS, ROW, Cell, Item
from embedlab.declaration import Declaration
from embedlab.jobs import Job
from embedlab.text.pages import contexts as words
from embedlab.training.senses import CUES, MODELS, Sensed
from embedlab.ui import cards, contexts_held, jobs, session, settings
from embedlab.ui.contexts_held import Held
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

NUMBERS = 4  # of a row that are written out


def named(layer: str, language: Language) -> str:
    """What a layer is called on the page."""
    text = words.TEXT[language]
    return text.layers.get(layer) or fill(text.layer, language, layer=layer)


def marked(tokens: tuple[str, ...], place: int) -> str:
    """A sentence with one word in bold, as markdown."""
    return " ".join(f"**{markdown(token)}**" if at == place else markdown(token) for at, token in enumerate(tokens))


def show_pair(held: Held, pair: list[Sensed], cue: str, language: Language) -> None:
    """The two sentences, and the row that each of them looks up."""
    text = words.TEXT[language]
    meant = [text.senses[one.sense] for one in pair]
    lines = {text.sense: meant, text.sentence: [marked(one.tokens, one.place) for one in pair]}
    said = "; ".join(f"{sense}: {' '.join(one.tokens)}" for sense, one in zip(meant, pair, strict=True))
    alt = fill(text.two_alt, language, sentences=said)
    show(lines, held.declared(ROW, cue, len(pair)), (), alt)
    first, second = (one.tokens[one.place] for one in pair)
    digest, other = (held.reader.digest(token)[:16] for token in (first, second))
    row = held.table.vectors[held.reader.ids[first]]
    numbers = ", ".join(written(float(value), "z.3f", language) for value in row[:NUMBERS])
    facts = {"id": held.reader.ids[first], "numbers": numbers, "dims": len(row), "digest": digest, "other": other}
    st.markdown(fill(text.same_row if digest == other else text.other_row, language, **facts))


def part(held: Held, cue: str, language: Language) -> Outcome:
    """C25: every sentence on the side that a probe puts it on, layer over layer."""
    text, reading = words.TEXT[language], contexts_held.reading(held, language, cue)
    lanes = [
        Lane(named(layer, language), fill(text.share, language, share=one.accuracy), one.scores)
        for layer, one in zip(reading.layers, reading.probes, strict=True)
    ]
    count = len(reading.money)
    figure = sides(lanes, reading.money, (text.senses["water"], text.senses["money"]), text.sides, session.colours())
    said = "; ".join(f"{lane.name}: {lane.note}" for lane in lanes)
    declared = held.declared(", ".join(reading.layers), cue, count)
    show(figure, declared, (), fill(text.sides_alt, language, count=count, layers=said))
    st.caption(fill(text.sides_read, language, chance=reading.chance))
    return contexts.first_read(reading)


def ask_leak(held: Held, language: Language) -> Outcome:
    """C25's leak: at which places the word stands in the toy corpus's own sentences, and what a probe makes of it."""
    text, own = words.TEXT[language], contexts_held.sentences(language, contexts_held.OWN)
    counts = contexts.places(own)
    table = {text.place: list(map(str, counts))}
    table |= {label: [str(found[sense]) for found in counts.values()] for sense, label in text.senses.items()}
    said = "; ".join(
        f"{place}: {', '.join(f'{text.senses[sense]} {number}' for sense, number in found.items())}"
        for place, found in counts.items()
    )
    declared = held.declared(contexts.PLACED, contexts_held.OWN, len(own))
    show(table, declared, (), fill(text.places_alt, language, places=said))
    return contexts.leak(contexts_held.reading(held, language, contexts_held.OWN))


def ask_grid(held: Held, cells: Mapping[tuple[str, str], Cell], cue: str, language: Language) -> Outcome:
    """C26: where the second sentence stands under each layer and pooling; then one cell is chosen."""
    text, layers = words.TEXT[language], held.reader.layers
    count = len(next(iter(cells.values())).table.tokens) - 1
    written_in = {at: fill(text.grid_cell, language, rank=cell.rank, cosine=cell.cosine) for at, cell in cells.items()}
    table = {text.pooling_label: list(text.poolings.values())}
    table |= {named(layer, language): [written_in[layer, pooling] for pooling in POOLINGS] for layer in layers}
    said = "; ".join(
        f"{named(layer, language)}, {text.poolings[pooling]}: {written_in[layer, pooling]}"
        for layer, pooling in product(layers, POOLINGS)
    )
    declared = replace(held.declared(", ".join(layers), cue, count + 1), metric="cosine", pooling=", ".join(POOLINGS))
    show(table, declared, (), fill(text.grid_alt, language, cells=said))
    st.caption(fill(text.grid_read, language, count=count))
    with st.container(horizontal=True):
        settings.one_of(text.layer_label, "layer", {layer: named(layer, language) for layer in layers}, layers[-1])
        settings.one_of(text.pooling_label, "pooling", text.poolings, "token", text.pooling_help)
    return contexts.same_lists(cells)


def show_nearest(held: Held, items: list[Item], cell: Cell, language: Language) -> None:
    """The nearest of the first sentence under one layer and pooling, and all of them as a file."""
    text, origin = words.TEXT[language], cell.table.provenance
    layer, pooling = named(origin.layer, language), text.poolings[origin.pooling]
    st.markdown(fill(text.nearest, language, layer=layer, pooling=pooling))
    near = [items[row] for row in cell.nearest.tolist()]
    columns = (
        [str(rank + 1) for rank in range(len(near))],
        [markdown(item.tokens[item.place]) for item in near],
        [marked(item.tokens, item.place) for item in near],
        [written(value, "z.3f", language) for value in cell.cosines[: len(near)].tolist()],
    )
    declared = Declaration.of(cell.table, metric="cosine", k=contexts.K, seed=held.table.provenance.seed)
    said = "; ".join(item.name for item in near)
    alt = fill(text.nearest_alt, language, k=contexts.K, layer=layer, pooling=pooling, words=said)
    show(dict(zip(text.columns, columns, strict=True)), declared, (), alt)
    name = f"contexts_{origin.layer}_{origin.pooling}.csv".replace(" ", "")
    st.download_button(
        text.csv,
        lambda: contexts_held.as_csv(cell, declared, language),
        name,
        "text/csv",
        help=text.csv_help,
        on_click="ignore",
    )


def train_anew(kind: str, job: Job | None, own: Held | None, language: Language) -> None:
    """The same model from another seed, as a job: how it goes, or that it is the one on the page."""
    text = words.TEXT[language]
    if job is not None:
        jobs.panel(job, language)
    if own is not None:
        st.success(fill(text.trained, language, seed=own.table.provenance.seed))
    with st.expander(text.anew):
        st.markdown(text.anew_lead)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            seed = int(st.number_input(text.seed, 0, 2**31 - 1, 1, key="contexts_seed", persist_state="session"))
            if st.button(text.train, key="contexts_train"):
                contexts_held.submit(language, kind, seed)
                st.rerun()


context = start.page("contexts")
language: Language = context.language
text = words.TEXT[language]
st.markdown(text.lead)
with told(language):
    with st.container(horizontal=True):
        cue = settings.one_of(text.cue, "cue", text.cues, CUES[0], text.cue_help)
        kind = settings.one_of(text.model, "reader", text.models, next(iter(MODELS)), text.model_help)
    job = jobs.of(contexts_held.KIND, language)
    own = contexts_held.of_job(job, language, kind)
    held = own or contexts_held.shipped(language, kind)
    show_pair(held, contexts_held.pair(language, cue), cue, language)
    cards.show(f"C25 {cue} {kind}", text.cards["C25"], language, lambda: part(held, cue, language))
    st.subheader(text.leak, anchor=False)
    learned = held if kind == "learned" else contexts_held.shipped(language, "learned")
    st.markdown(fill(text.leak_lead, language, count=len(contexts_held.sentences(language, contexts_held.OWN))))
    cards.show("C25 leak", text.cards["C25 leak"], language, lambda: ask_leak(learned, language))
    st.subheader(text.which, anchor=False)
    items, cells = contexts_held.grid(held, language, cue)
    st.markdown(fill(text.which_lead, language, count=len(items) - 2))
    layers = held.reader.layers
    cards.show("C26", text.cards["C26"], language, lambda: ask_grid(held, cells, cue, language))
    layer, pooling = (
        st.session_state.get(key, default) for key, default in (("layer", layers[-1]), ("pooling", "token"))
    )
    show_nearest(held, items, cells[layer if layer in layers else layers[-1], pooling], language)
    train_anew(kind, job, own, language)
