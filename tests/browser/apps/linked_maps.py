"""The linked maps alone: ?rows=, ?hostile, ?late; buttons that rerun, remount, bring other rows or late maps."""

import streamlit as st

from embedlab.ui.linked_maps import show
from tests.browser.maps_data import ranks, rows, scene

st.set_page_config(layout="wide")
options = st.query_params
counts = st.session_state.setdefault("counts", {"rerun": 0, "remount": 0, "other": 0, "late": 0})
for name in counts:
    if st.button(name):
        counts[name] += 1


@st.cache_resource
def made(n: int, seed: int, hostile: bool, ready: int) -> object:
    return scene(n, seed, hostile, ready=ready)


ready = 1 if "late" in options and not counts["late"] else 3
drawn = made(int(options.get("rows", 300)), counts["other"], "hostile" in options, ready)
vectors, _ = rows(len(drawn.tokens), counts["other"])
touched = show(drawn, "pt" if options.get("lang") == "pt" else "en", f"maps{counts['remount']}", ranks(vectors))
st.text(f"picked {touched.picked}, runs {sum(counts.values())}")
st.text(f"selected {list(touched.selected)}")
