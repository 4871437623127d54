"""The only part that knows Streamlit. Pages enter through `embedlab.ui.start`."""
