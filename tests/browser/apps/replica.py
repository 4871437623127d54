"""One of several equal servers: which one it is, what its session holds, and what was uploaded to it."""

import os

import streamlit as st

st.session_state.setdefault("pressed", 0)


def press() -> None:
    st.session_state["pressed"] += 1


st.button("press", on_click=press)
st.text(f"server {os.environ.get('REPLICA')}, pressed {st.session_state['pressed']}")
file = st.file_uploader("file")
if file is not None:
    st.text(f"{file.name}: {len(file.getvalue())} bytes")
