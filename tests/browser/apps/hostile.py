"""Every surface that shows a token, with every hostile token on it."""

import plotly.graph_objects as go
import streamlit as st

from embedlab.charts.palette import LIGHT
from embedlab.charts.triangle import triangle
from embedlab.ui.escaping import markdown, plotly, visible
from tests.browser.hostile import HOSTILE

shown = [visible(token) for token in HOSTILE]
st.set_page_config(page_title=" ".join(visible(token, 20) for token in HOSTILE))
for place, token in enumerate(HOSTILE):
    with st.container(key=f"markdown-{place}"):
        st.markdown(markdown(token))
    with st.container(key=f"button-{place}"):
        st.button(markdown(token), key=f"press-{place}")
with st.container(key="error"):
    st.error(" ".join(map(markdown, HOSTILE)))
st.table({markdown("$x$ :material/home: <b>"): [markdown(token) for token in HOSTILE]})
st.dataframe({"token": shown}, height=60 + 35 * len(shown))
st.multiselect("tokens", HOSTILE, default=HOSTILE, format_func=visible)
figure = go.Figure(go.Scatter(x=list(range(len(HOSTILE))), y=[0] * len(HOSTILE), hovertext=list(map(plotly, HOSTILE))))
for place, token in enumerate(HOSTILE):
    figure.add_annotation(text=plotly(token), x=place, y=place, showarrow=False)
st.plotly_chart(figure.update_layout(height=1200))
st.image(triangle(shown[:3], [3, 4, 5], shown[3:6], LIGHT), alt=" ".join(shown[:3]))
