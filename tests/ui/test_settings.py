"""Choices whose options change while the page stands."""

import pytest
from streamlit.testing.v1 import AppTest


def _page(widget):
    import streamlit as st

    from embedlab.ui import settings

    names = {key: key.upper() for key in st.session_state["offered"]}
    st.text(getattr(settings, widget)("Which", "which", names, "a"))


@pytest.mark.parametrize("widget", ["one_of", "one_of_many"])
def test_what_is_no_longer_offered_gives_way_to_the_default(widget):
    app = AppTest.from_function(_page, args=(widget,), default_timeout=30)
    app.session_state["offered"] = ["a", "b"]
    app.session_state["which"] = "b"
    assert app.run().text[0].value == "b"
    app.session_state["offered"] = ["a", "c"]
    app.run()
    assert not app.exception
    assert app.text[0].value == "a"
