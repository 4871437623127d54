"""How the tokens of a sentence look at each other in a small trained model, and one score worked out (C12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import streamlit as st

from embedlab import tablefile
from embedlab.charts.shared import shared
from embedlab.claims import Outcome, attention
from embedlab.declaration import Declaration
from embedlab.errors import EmbedlabError
from embedlab.neighbours import find_token
from embedlab.table import EmbeddingTable
from embedlab.text.pages import similarity as words
from embedlab.training.gpt import Attention, Model
from embedlab.training.objectives import next_token
from embedlab.ui import cards, links, session, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.show import show as show_figure
from embedlab.ui.show import written
from embedlab.wording import Language, fill

_WIDTH = 640  # pixels of the matrix
_KEY = "sentence"


@dataclass(frozen=True, eq=False)
class _Read:
    """A sentence that the model has read."""

    table: EmbeddingTable
    model: Model
    ids: tuple[int, ...]
    found: Attention

    @property
    def names(self) -> list[str]:
        return [self.table.tokens[row] for row in self.ids]


@st.fragment
def show(language: Language) -> None:
    """The sentence, what one head does with it, and the card, which works out one cell."""
    text = words.TEXT[language]
    st.subheader(text.attention_title, anchor=False)
    st.markdown(text.attention)
    with told(language):
        left, right = st.columns([5, 2])
        with left:
            read = _ask(language)
        if read is None:
            return
        with right:
            layer, head = _choose_head(read, language)
        _weights(read, layer, head, language)
        cards.show("C12", text.cards["C12"], language, lambda: _worked(read, layer, head, language))


def _ask(language: Language) -> _Read | None:
    """Read what was typed; words that the model does not know are said and left out."""
    text, (table, model) = words.TEXT[language], _model(language)
    key, held = f"{_KEY} {language}", st.session_state.get(_KEY, text.sentence)

    def take() -> None:
        st.session_state[_KEY] = st.session_state[key]

    typed = st.text_input(text.own_sentence, held, key=key, on_change=take) or ""
    links.put(_KEY, typed, text.sentence)
    ids, unknown = [], []
    for word in typed.split():
        try:
            ids.append(find_token(table, word).id)
        except EmbedlabError:
            unknown.append(word)
    if unknown:
        st.info(fill(text.unknown_words, language, words=", ".join(map(markdown, unknown))))
    return _Read(table, model, tuple(ids), model.attention(ids)) if ids else None


def _choose_head(read: _Read, language: Language) -> tuple[int, int]:
    shape, text = read.model.architecture, words.TEXT[language]
    heads = {f"{layer + 1}.{head + 1}": (layer, head) for layer in range(shape.layers) for head in range(shape.heads)}
    names = {key: _head(*place, language) for key, place in heads.items()}
    return heads[settings.one_of_many(text.head, "head", names, next(iter(names)))]


def _head(layer: int, head: int, language: Language) -> str:
    return fill(words.TEXT[language].head_name, language, layer=layer + 1, head=head + 1)


def _weights(read: _Read, layer: int, head: int, language: Language) -> None:
    """The weights as percent, a line per token that looks; what may not be seen stays empty."""
    text = words.TEXT[language]
    weights = 100 * read.found.weights[layer, head]
    shown = np.where(read.found.scores[layer, head] > -np.inf, weights, np.nan)
    names = [visible(name, 12) for name in read.names]
    lines = [
        ", ".join(f"{other} {value:.0f}" for other, value in zip(names, line, strict=True) if value == value)
        for line in shown
    ]
    said = "; ".join(f"{name}: {line}" for name, line in zip(names, lines, strict=True))
    title = _head(layer, head, language)
    st.markdown(fill(text.weights, language, head=title))
    settings_of_model = {"layer": layer + 1, "head": head + 1, "positions": read.model.architecture.positions}
    declared = Declaration.of(
        read.table, method=next_token.KEY, parameters=settings_of_model, seed=read.table.provenance.seed
    )
    with st.container(width=_WIDTH):
        alt = fill(text.weights_alt, language, lines=said)
        show_figure(shared(shown, {"": names}, 100, session.colours()), replace(declared, layer=title), (), alt)


def _worked(read: _Read, layer: int, head: int, language: Language) -> Outcome:
    """One cell, number by number: by default the last token's look at the one it looks at most."""
    text, scores = words.TEXT[language], read.found.scores[layer, head]
    named = [f"{place + 1} {name}" for place, name in enumerate(read.names)]
    left, right, _ = st.columns([2, 2, 5])
    with left:
        query = settings.choice(text.from_token, named, len(named) - 1, key="from")
    seen = int((scores[query] > -np.inf).sum())
    with right:
        strongest, place = int(scores[query].argmax()), f"to {layer} {head} {query} {read.ids}"
        key = st.selectbox(text.to_token, range(seen), strongest, format_func=lambda at: visible(named[at]), key=place)
    cell = attention.work_out(read.found, layer, head, query, key)
    numbers = {
        name: written(getattr(cell, name), "z.4f", language)
        for name in ("product", "scaled", "total", "weight", "score", "held")
    }
    parts = " + ".join(written(part, "z.3f", language) for part in cell.products).replace("+ -", "− ")
    dims = read.found.queries.shape[-1]
    lines = [fill(line, language, parts=parts, dims=dims, **numbers) for line in text.cell]
    st.markdown("  \n".join([*lines, fill(text.cell_agrees[cell.agrees], language, **numbers)]))
    return attention.made_of(read.found, read.table.rows64(list(read.ids)))


def _model(language: Language) -> tuple[EmbeddingTable, Model]:
    return _opened(language, session.stamps(session.Source(str(_path(language)))))


def _path(language: Language) -> Path:
    return session.SHIPPED / f"positions_{language}.safetensors"


@st.cache_resource(max_entries=4, show_spinner=False)
def _opened(language: Language, stamps: tuple[tuple[int, int], ...]) -> tuple[EmbeddingTable, Model]:
    return tablefile.read(_path(language)), next_token.model(_path(language))
