"""The only part that knows Streamlit. Pages enter through `embedlab.ui.start`."""

import os

# Before numpy is loaded: a product of a table and a row takes less than a millisecond, but on few cores, all busy with
# drawing, its second thread waits eight for its turn. And a hundred sessions share the server.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
