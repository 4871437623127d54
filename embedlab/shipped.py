"""Where the app's own files lie: app.py, pages/, data/ and .streamlit/.

In a checkout they stand beside the package; in a wheel they are in `embedlab/_app`, where pyproject.toml puts them.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IN_WHEEL = _PACKAGE / "_app"

ROOT = _IN_WHEEL if _IN_WHEEL.is_dir() else _PACKAGE.parent
DATA = ROOT / "data"
