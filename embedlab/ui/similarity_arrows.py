"""Two arrows in the plane beside two rows of the table (C09)."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import streamlit as st

from embedlab.claims import metrics
from embedlab.claims.metrics import Pair
from embedlab.table import EmbeddingTable
from embedlab.text.pages import similarity as words
from embedlab.ui import arrows, cards, page
from embedlab.ui.errors import told
from embedlab.ui.escaping import visible
from embedlab.ui.show import written
from embedlab.wording import Language, fill


@st.fragment
def show(context: page.Context, table: EmbeddingTable, ids: tuple[int, int], names: tuple[str, str]) -> None:
    """The card about the rows u and v, and the arrows beside the same measures of these rows."""
    page.stand(context)
    language = context.language
    text = words.TEXT[language]
    st.subheader(text.arrows_title, anchor=False)
    with told(language):
        u, v = table.rows64(list(ids))
        guess = cards.show("C09", text.cards["C09"], language, lambda: metrics.lengthened(u, v))
        said = arrows.Words(text.measures, text.measure, text.arrows, text.drag, text.arrow, text.longer, text.signs)
        title = fill(text.rows_of, language, u=visible(names[0]), v=visible(names[1]), dims=table.n_dims)
        column = arrows.Column(title, _written(metrics.pair(u, v), language), _written(_longer(u, v), language))
        arrows.show(said, column, bool(guess), language, "arrows")


def _longer(u: np.ndarray, v: np.ndarray) -> Pair:
    return metrics.pair(metrics.longer(u), v)


def _written(pair: Pair, language: Language) -> list[str]:
    """|u|, |v|, u.v, cosine, angle and distance, as the arrows list them."""
    norm_u, norm_v, dot, cosine, angle, euclidean, _ = astuple(pair)
    return [written(value, "z,.2f", language) for value in (norm_u, norm_v, dot, cosine, angle, euclidean)]
