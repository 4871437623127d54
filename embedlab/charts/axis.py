"""The axes of plotly figures."""

from __future__ import annotations

from typing import Any

from embedlab.charts.palette import Colours


def axis(title: str, colours: Colours, **own: Any) -> dict[str, Any]:
    """An axis with a title and numbers, which nobody drags. `own`: what only this one has, in plotly's words.

    The title is plotly text and comes escaped. The colours are ours: Streamlit draws titles and ticks at 3.7:1.
    """
    return {
        "title": {"text": title, "font": {"color": colours.ink}},
        "tickfont": {"color": colours.muted},
        "fixedrange": True,
        "zeroline": False,
        "gridcolor": colours.line,
        **own,
    }
