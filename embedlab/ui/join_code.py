"""The QR code of a link."""

from __future__ import annotations

import io

import segno

_QUIET = 4  # modules of white around the code, as ISO/IEC 18004 asks


def join_code(link: str) -> str:
    """An SVG, black on white in either theme: cameras ask for that."""
    out = io.BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", border=_QUIET, dark="#000", light="#fff", scale=8, xmldecl=False, svgns=True
    )
    return out.getvalue().decode()


def terminal_code(link: str) -> str:
    """The same in characters, two modules high each."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, border=_QUIET // 2, compact=True)
    return out.getvalue()
