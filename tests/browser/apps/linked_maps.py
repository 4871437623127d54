"""The linked maps alone: ?rows=, ?hostile, ?late; buttons that rerun, remount, bring other rows or late maps."""

import streamlit as st

from embedlab.ui.linked_maps import show
from tests.browser.maps_data import scene

st.set_page_config(layout="wide")
options = st.query_params
counts = st.session_state.setdefault("counts", {"rerun": 0, "remount": 0, "other": 0, "late": 0})
for name in counts:
    if st.button(name):
        counts[name] += 1


@st.cache_resource
def made(rows: int, seed: int, hostile: bool, ready: int) -> object:
    return scene(rows, seed, hostile, ready=ready)


ready = 1 if "late" in options and not counts["late"] else 3
drawn = made(int(options.get("rows", 300)), counts["other"], "hostile" in options, ready)
picked = show(drawn, "pt" if options.get("lang") == "pt" else "en", key=f"maps{counts['remount']}")
st.text(f"picked {picked}, runs {sum(counts.values())}")
