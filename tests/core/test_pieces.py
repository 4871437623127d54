"""What raw vocabulary pieces say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.pieces import is_byte_level, text_of


@pytest.mark.parametrize(
    ("piece", "text"),
    [
        ("▁dog", " dog"),
        ("▁▁", "  "),
        ("##ing", "ing"),
        ("##", "##"),
        ("###", "#"),
        ("<0x0A>", "\n"),
        ("<0xE2>", "\\xe2"),
        ("<0x1F600>", "<0x1F600>"),
        ("wrocław", "wrocław"),
        ("[unused1]", "[unused1]"),
        ("", ""),
    ],
)
def test_pieces_of_letters(piece, text):
    assert text_of(piece) == text


@pytest.mark.parametrize(
    ("piece", "text"),
    [("Ġdog", " dog"), ("Ċ", "\n"), ("Ã©", "é"), ("âĢ", "\\xe2\\x80"), ("ł", "\\xa0"), ("犬", "犬"), ("##a", "##a")],
)
def test_pieces_of_bytes(piece, text):
    assert text_of(piece, byte_level=True) == text


@given(st.text(max_size=8))
def test_any_text_comes_back_from_its_byte_letters(text):
    # The second opinion is the published table, written out: printable bytes stand for themselves.
    keep = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    letters = {byte: chr(byte) if byte in keep else chr(next(others)) for byte in range(256)}
    piece = "".join(letters[byte] for byte in text.encode("utf-8"))
    assert text_of(piece, byte_level=True) == text


def test_a_vocabulary_is_byte_level_when_enough_of_it_begins_with_its_space():
    assert is_byte_level(["a", "Ġa", "b"])
    assert not is_byte_level(["a"] * 50 + ["Ġ"])
    assert not is_byte_level(["ł", "wrocław", "▁był"])
    assert not is_byte_level([])
