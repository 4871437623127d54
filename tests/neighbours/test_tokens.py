"""Finding a row by what a person typed."""

import pytest

from embedlab.errors import QueryError
from embedlab.neighbours import TokenIndex, complete, find_token
from embedlab.table import EmbeddingTable, Provenance
from tests import tables

PIECES = (
    "[PAD]",
    "cat",
    "##cat",
    "cats",
    "Tuesday",
    "▁dog",
    "▁Dog",
    "wrocław",
    "twice",
    "twice",
    "",
    "concat",
    "▁",
    "\0x",
)


def table_of(tokens):
    return EmbeddingTable(tables.plain(rows=len(tokens)).vectors, tuple(tokens), Provenance("by hand"))


TABLE = table_of(PIECES)


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("cat", "cat"),  # the raw piece comes before any text
        ("##cat", "##cat"),
        ("▁dog", "▁dog"),
        (" dog", "▁dog"),
        ("dog", "▁dog"),
        ("Dog", "▁Dog"),
        (" wrocław", "wrocław"),
        (" cat", "cat"),  # a vocabulary without spaces
        ("#4", "Tuesday"),
        ("#004", "Tuesday"),
        ("", ""),
        (" ", "▁"),
    ],
)
def test_find_token(typed, token):
    found = find_token(TABLE, typed)
    assert found.token == token
    assert TABLE.tokens[found.id] == token
    assert found.text == TABLE.text(found.id)


def test_in_a_byte_level_vocabulary_letters_are_bytes():
    table = table_of(["Ġbird", "birds", "Ġé", "##a", "ĠÃ©t"])
    assert find_token(table, " bird").id == find_token(table, "bird").id == 0
    assert find_token(table, "ét").text == " ét"
    assert find_token(table, "##a").text == "##a"


def test_a_repeated_token_means_its_lowest_id_and_says_that_there_are_others():
    found = find_token(TABLE, "twice")
    assert (found.id, found.others) == (8, (9,))


def test_the_number_sign_means_an_id_only_before_digits():
    table = table_of(["a", "#", "#1", "#x", "##1"])
    assert find_token(table, "#1").id == 1
    assert find_token(table, "#x").id == 3
    assert find_token(table, "#").id == 1
    assert find_token(table, "##1").id == 4


@pytest.mark.parametrize("typed", ["#14", "#" + "9" * 19, "#" + "9" * 5000])
def test_an_id_beyond_the_last_row_is_refused(typed):
    with pytest.raises(QueryError) as caught:
        find_token(TABLE, typed)
    assert caught.value.code == "query.id_out_of_range"
    assert caught.value.fields["highest"] == 13
    assert f"#{caught.value.fields['id']}" == typed


def test_zeros_before_an_id_do_not_count():
    assert find_token(TABLE, "#" + "0" * 30 + "7").id == 7


@pytest.mark.parametrize(
    ("typed", "suggestions"),
    [
        ("tuesday", ["Tuesday"]),
        ("TUESDAY", ["Tuesday"]),
        ("CATS", ["cats", "cat"]),
        ("catz", ["cat", "cats"]),
        ("DOG", ["dog", "Dog"]),
        ("zebra", []),
    ],
)
def test_an_unknown_token_offers_its_other_cases_then_what_begins_alike(typed, suggestions):
    with pytest.raises(QueryError) as caught:
        find_token(TABLE, typed)
    assert caught.value.code == "query.token_unknown"
    reason = "some_close" if suggestions else "none_close"
    assert caught.value.fields == {"token": typed, "suggestions": suggestions, "reason": reason}
    for suggestion in suggestions:
        find_token(TABLE, suggestion)


@pytest.mark.parametrize(
    ("typed", "tokens"),
    [
        ("cat", ["cat", "##cat", "cats", "concat"]),  # exact, its other forms, begins with it, holds it
        ("CAT", ["cat", "##cat", "cats", "concat"]),
        ("Dog", ["▁Dog", "▁dog"]),
        ("tu", ["Tuesday"]),
        ("esd", ["Tuesday"]),
        ("#5", ["▁dog"]),
        ("qqq", []),
    ],
)
def test_complete(typed, tokens):
    assert [TABLE.tokens[row] for row in complete(TABLE, typed, 10)] == tokens


def test_complete_keeps_the_limit():
    assert len(complete(TABLE, "c", 2)) == 2
    assert complete(TABLE, "cat", 1) == (1,)
    assert complete(TABLE, "cat", 0) == ()
    assert complete(TABLE, "", 3) == (0, 1, 2)


def test_complete_offers_each_row_once_however_often_it_holds_the_text():
    table = table_of(["aaaa", "baab", "a"])
    assert complete(table, "a", 10) == (2, 0, 1)


def test_complete_agrees_with_a_plain_reading_of_every_token():
    pieces = [f"▁{left}{right}" for left in ("Ab", "ba", "", "ß") for right in ("ab", "B", "ss", "#", "İ", "")]
    table = table_of(pieces)
    index = TokenIndex.of(table)
    folds = [piece.replace("▁", " ").strip().casefold() or " " for piece in pieces]
    for typed in ("a", "ab", "b", "ss", "#", "ba", "i"):
        expected = {row for row, fold in enumerate(folds) if typed in fold}
        found = complete(table, typed, 100, index)
        assert set(found) == expected
        groups = [0 if folds[row] == typed else 1 if folds[row].startswith(typed) else 2 for row in found]
        assert groups == sorted(groups)


def test_a_kept_index_gives_the_same_answers():
    index = TokenIndex.of(TABLE)
    assert find_token(TABLE, "dog", index) == find_token(TABLE, "dog")
    assert complete(TABLE, "ca", 5, index) == complete(TABLE, "ca", 5)
