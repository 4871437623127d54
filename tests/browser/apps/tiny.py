"""The smallest app that runs for a while: it tests the fixtures of the browser tests."""

import time

import streamlit as st

if st.button("go"):
    time.sleep(0.4)
    st.write("went")
