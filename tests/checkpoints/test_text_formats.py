"""Vectors in text and in fastText's and word2vec's own formats: what public reports say goes wrong, and must not."""

import struct
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from embedlab.checkpoints import open_checkpoint, open_table, textual
from embedlab.checkpoints.entries import MAX_ROWS
from embedlab.checkpoints.ngrams import hashed
from embedlab.checkpoints.progress import heard
from embedlab.errors import FileError
from embedlab.neighbours import search
from embedlab.text.errors import say_error
from tests.checkpoints import files, makers


def written(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refused(path: Path) -> FileError:
    with pytest.raises(FileError) as caught:
        open_table(path)
    for language in ("en", "pt"):
        assert caught.value.code not in say_error(caught.value, language)
    return caught.value


def findings(path: Path) -> dict[str, dict]:
    found = open_checkpoint(path).findings
    for one in found:
        assert one.say("en") != one.say("pt")
    return {one.code: one.values for one in found}


# word2vec text and fastText's .vec


def test_words_with_blanks_are_split_from_the_right(tmp_path):
    path = written(tmp_path / "a.vec", "4 2\nnew york 1 2\n. . . 3 4\n 5 6\nat name@domain.com -1e-3 .5\n")
    table = open_table(path)
    assert table.tokens == ("new york", ". . .", "", "at name@domain.com")
    assert table.vectors.tolist() == [[1, 2], [3, 4], [5, 6], [np.float32(-1e-3), 0.5]]
    assert findings(path) == {}


def test_line_ends_trailing_blanks_and_tabs(tmp_path):
    for content in (
        b"2 2\r\na 1 2\r\nb 3 4\r\n",
        b"2 2\na 1 2 \nb 3 4 \n",
        b"2 2 \r\na 1 2 \r\nb 3 4 \r\n",
        b"2 2\na\t1\t2\nb\t3\t4\n",
        b"\xef\xbb\xbf2 2\na 1 2\n\nb  3  4\n\n",
    ):
        table = open_table(written(tmp_path / "a.vec", content))
        assert (table.tokens, table.vectors.tolist()) == (("a", "b"), [[1, 2], [3, 4]])


def test_odd_separators_of_unicode_are_words(tmp_path):
    words = ["\u2028", "\x85", "\xa0", "\u3000", "nan", "null", "NA", "inf", "1"]
    content = f"{len(words)} 2\n" + "".join(f"{word} 1 2\n" for word in words)
    assert open_table(written(tmp_path / "a.vec", content)).tokens == tuple(words)


def test_invalid_utf8_keeps_its_row(tmp_path):
    """gensim 2402, fastText 1065: rows are kept, bytes escaped, and equal words are not merged."""
    path = written(tmp_path / "a.vec", b"4 2\na\xa0b 1 2\na\xa0b 3 4\nc 5 6\nc 7 8\n")
    table = open_table(path)
    assert table.tokens == ("a\\xa0b", "a\\xa0b", "c", "c")
    assert table.vectors[:, 0].tolist() == [1, 3, 5, 7]
    assert findings(path)["file.not_utf8"] == {"count": 2, "rows": 4}


@pytest.mark.parametrize("said", [5, 3])
def test_a_wrong_count_is_said_with_both_numbers(said, tmp_path):
    """fastText 452, gensim 391."""
    path = written(tmp_path / "a.vec", f"{said} 2\na 1 2\nb 3 4\nc 5 6\nd 7 8\n")
    assert open_table(path).tokens == ("a", "b", "c", "d")
    assert findings(path)["file.count_differs"] == {"said": said, "found": 4}


def test_a_header_of_other_dimensions_is_refused(tmp_path):
    error = refused(written(tmp_path / "a.vec", "3 2\na 1 2 3\nb 4 5 6\nc 7 8 9\n"))
    assert (error.fields["reason"], error.fields["expected"], error.fields["found"]) == ("dims", 2, 3)


def test_every_bad_line_is_named(tmp_path):
    rows = [f"w{row} 1 2" for row in range(200)]
    rows[49], rows[99], rows[199] = "w49 1 x", "w99 1", "w199 0x1 2"
    error = refused(written(tmp_path / "a.vec", "\n".join(["200 2", *rows]) + "\n"))
    assert (error.code, error.fields["lines"], error.fields["text"]) == ("file.unsafe", [51, 101, 201], "w49 1 x")
    assert "51, 101, 201" in say_error(error, "en")
    error = refused(written(tmp_path / "a.txt", "a 1 2\n" * 1000 + "b 1\n" * 50))
    assert (error.fields["lines"], error.fields["more"]) == (list(range(1001, 1009)), "...")


@pytest.mark.parametrize("header", [b"3 2\n", b""])
def test_no_cut_passes_unnoticed(header, tmp_path):
    whole = header + b"the 1.5 2.5\nof 3.5 4.5\nand 5.5 6.5\n"
    ends = {at + 1 for at, byte in enumerate(whole) if byte == 10}
    for length in range(len(header) + 12, len(whole)):
        path = written(tmp_path / "cut.txt", whole[:length])
        if files.looked_at(path) == "opened":
            found = findings(path)
            assert "file.last_line_open" in found or length in ends
            assert "file.count_differs" in found or not header or length > len(whole) - 4
        else:
            assert files.looked_at(path) == "file.truncated"


def test_numbers_are_rounded_once(tmp_path):
    values = np.random.default_rng(0).integers(0, 2**32, (300, 4), np.uint64).astype(np.uint32).view(np.float32)
    values[~np.isfinite(values)] = 0
    with (tmp_path / "a.vec").open("w") as file:
        file.write("300 4\n" + "".join(f"w{row} " + " ".join(map(str, line)) + "\n" for row, line in enumerate(values)))
    assert open_table(tmp_path / "a.vec").vectors.tobytes() == values.tobytes()
    table = open_table(written(tmp_path / "b.vec", "3 2\na nan -inf\nb +1 1e40\nc -nan Infinity\n"))
    assert np.array_equal(table.vectors, [[np.nan, -np.inf], [1, np.inf], [np.nan, np.inf]], equal_nan=True)


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\n\r"), max_size=6), min_size=1))
def test_any_word_comes_back(words):
    """The regular and the line-by-line way agree, whatever stands before the numbers."""
    block = "".join(f"{word} 1.25 -3\n" for word in words).encode()
    parser = textual._Parser(Path("a"), textual.Layout(2), np.zeros((len(words), 2), np.float32))
    parser.take(block, textual._regular(block, parser.layout))
    assert (parser.tokens, parser.bad) == (words, [])
    assert parser.values.tolist() == [[1.25, -3]] * len(words)


def test_blocks_end_anywhere(tmp_path, monkeypatch):
    content = "".join(f"w{row} {row} {-row}\n" for row in range(500))
    path, told = written(tmp_path / "a.txt", content), []
    monkeypatch.setattr(textual, "BLOCK", 61)
    with heard(lambda done, total: told.append((done, total))):
        table = open_table(path)
    assert table.tokens == tuple(f"w{row}" for row in range(500))
    assert table.vectors[:, 1].tolist() == [-row for row in range(500)]
    assert told[-1] == (len(content), len(content))


def test_more_rows_than_the_first_lines_let_expect(tmp_path, monkeypatch):
    content = f"{'long' * 20} 1 2\n" + "".join(f"{row} {row} 0.5\n" for row in range(500))
    monkeypatch.setattr(textual, "BLOCK", 100)
    assert textual._expected_rows(written(tmp_path / "a.txt", content), len(content), 2) < 400
    assert open_table(tmp_path / "a.txt").vectors.tolist() == [[1, 2], *([row, 0.5] for row in range(500))]


def test_limits(tmp_path, monkeypatch):
    error = refused(written(tmp_path / "a.vec", f"{MAX_ROWS + 1} 2\na 1 2\n"))
    assert (error.fields["reason"], error.fields["part"]) == ("limit", "rows")
    monkeypatch.setattr(textual, "MAX_LINE", 50)
    monkeypatch.setattr(textual, "BLOCK", 20)
    error = refused(written(tmp_path / "b.txt", "a 1 2\n" + "b" * 100 + " 1 2\n"))
    assert (error.fields["reason"], error.fields["part"]) == ("limit", "line")


# GloVe, and what is not GloVe


@pytest.mark.parametrize(
    "content",
    [
        "The cat sat on the mat.\nThe dog did not.\n",
        "chapter 1 2\nIt was a dark night.\n",
        "in 1999 2000\nthe year 2001 came\n",
        "1 2 3\n4 5 6\n",
        "0.1 0.2\n0.3 0.4\n",
        "a 1\nb 2\n",
        "a,1,2\nb,3,4\n",
        "\ufeffthe",
        "5 3\nThe cat sat on the mat.\n",
    ],
)
def test_other_text_is_not_taken_for_vectors(content, tmp_path):
    for name in ("corpus.txt", "corpus.vec", "corpus.tsv"):
        assert refused(written(tmp_path / name, content)).code == "file.unsupported"


def test_utf16_is_not_taken_for_vectors(tmp_path):
    assert refused(written(tmp_path / "a.txt", "the 1 2\nof 3 4\n".encode("utf-16"))).code == "file.unsupported"


def test_the_toy_corpora_are_no_glove(tmp_path):
    import embedlab.training

    for corpus in Path(embedlab.training.__path__[0]).rglob("*.txt"):
        assert refused(corpus).code == "file.unsupported"


def test_a_row_longer_than_what_is_sniffed(tmp_path):
    numbers = " ".join(["0.12345"] * 1000)
    for header in ("", "3 1000\n"):
        table = open_table(written(tmp_path / "a.txt", header + "".join(f"{word} {numbers}\n" for word in "abc")))
        assert (table.tokens, table.vectors.shape) == (("a", "b", "c"), (3, 1000))


# word2vec binary


def test_with_and_without_line_feeds(tmp_path):
    """gensim 149, sajari/word2vec 2: the same words, and no first letter lost."""
    rows = [("the", [1.0, 2.0]), ("", [3.0, 4.0]), ("new\xa0york", [5.0, 6.0])]
    for end in (b"", b"\n"):
        records = b"".join(word.encode() + b" " + struct.pack("<2f", *row) + end for word, row in rows)
        table = open_table(written(tmp_path / "a.bin", b"3 2\n" + records))
        assert table.tokens == ("the", "", "new\xa0york")
        assert table.vectors.tolist() == [row for _, row in rows]


def test_a_word_that_does_not_end(tmp_path):
    error = refused(written(tmp_path / "a.bin", b"2 2\n" + b"a " + bytes(8) + b"b" * 9000))
    assert (error.fields["reason"], error.fields["row"]) == ("word", 1)


# fastText


def gram(text: str, buckets: int) -> int:
    """The bucket of one n-gram, letter by letter as fastText's C++ has it."""
    value = 2166136261
    for byte in text.encode():
        value = ((value ^ (byte if byte < 128 else byte | 0xFFFFFF00)) * 16777619) % 2**32
    return value % buckets


def grams(word: str, minn: int, maxn: int) -> list[str]:
    text = f"<{word}>"
    spans = [(at, at + n) for n in range(minn, maxn + 1) for at in range(len(text) - n + 1)]
    return [text[a:b] for a, b in spans if b - a > 1 or 0 < a < len(text) - 1]


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=5), min_size=1, max_size=4))
def test_ngrams_are_hashed_as_fasttext_does(words):
    for minn, maxn in ((1, 3), (3, 6)):
        found = [(owner, bucket) for part in hashed([w.encode() for w in words], minn, maxn, 1000) for owner, bucket
                 in zip(*map(np.ndarray.tolist, part), strict=True)]  # fmt: skip
        expected = [(row, gram(text, 1000)) for row, word in enumerate(words) for text in grams(word, minn, maxn)]
        assert sorted(found) == sorted(expected)


def test_row_and_composed_vector_are_told_apart(tmp_path):
    values = torch.tensor([[2.0, 4.0], [10.0, 20.0]])
    makers.FasttextBin().save(tmp_path / "a.bin", values)
    checkpoint = open_checkpoint(tmp_path / "a.bin")
    assert (checkpoint.chosen, checkpoint.table().tokens) == ("word_rows", ("the", "of"))
    assert {"composed_words", "ngram_rows"} <= {table.name for table in checkpoint.tables}
    assert checkpoint.table().vectors.tolist() == values.tolist()
    # "<the>" has three n-grams of three letters, "<of>" two; all are in the one bucket, whose row is (1, 2).
    composed = checkpoint.table("composed_words")
    assert composed.tokens == ("the", "of")
    expected = [[(2 + 3) / 4, (4 + 6) / 4], [(10 + 2) / 3, (20 + 4) / 3]]
    assert composed.vectors.tolist() == np.array(expected, np.float32).tolist()


def test_a_quantised_model_is_declined_by_name(tmp_path):
    """gensim 1498, fastText 822: lid.176.ftz."""
    head = makers.FasttextBin.head(1, 2, 0, 0)
    for size in (len(head) + 1, len(head) + 4000):
        error = refused(written(tmp_path / "lid.176.ftz", (head + b"\1").ljust(size, b"\0")))
        assert (error.code, error.fields["reason"]) == ("file.unsupported", "fasttext_quantised")


@pytest.mark.parametrize("at", [8, 40, 64, 68, 72])
def test_forged_numbers_of_a_fasttext_model(at, tmp_path):
    makers.FasttextBin().save(tmp_path / "a.bin", torch.ones(2, 2))
    whole = bytearray((tmp_path / "a.bin").read_bytes())
    for forged in (-1, 2**31 - 1):
        whole[at : at + 4] = struct.pack("<i", forged)
        assert refused(written(tmp_path / "b.bin", bytes(whole))).code in ("file.unsafe", "file.truncated")


# TF projector


def test_the_pair_of_the_projector(tmp_path):
    """tensorboard 3444: one column has no header, two have one; and a line too many is an error with both numbers."""
    path = written(tmp_path / "vectors.tsv", "1\t2\n3\t4\n")
    assert open_table(path).tokens == ("#0", "#1")
    written(tmp_path / "metadata.tsv", "a\nb\n")
    assert open_table(path).tokens == ("a", "b")
    written(tmp_path / "metadata.tsv", "n\tword\n1\ta\n2\tb\n")
    assert open_table(path).tokens == ("a", "b")
    written(tmp_path / "metadata.tsv", "word\na\nb\n")
    error = refused(path)
    assert (error.code, error.fields["rows"], error.fields["found"]) == ("file.rows_differ", 2, 3)


def test_metadata_of_the_same_beginning(tmp_path):
    path = written(tmp_path / "toy_tensors.tsv", "1\t2\n3\t4\n")
    written(tmp_path / "toy_metadata.tsv", "a\nb\n")
    assert open_table(path).tokens == ("a", "b")


@pytest.mark.parametrize("name", ["a.vec", "a.txt"])
def test_a_zero_row_is_kept_counted_and_never_ranked(name, tmp_path):
    text = "cat 1 0\nnothing 0 0\ndog 3 4\n"
    table = open_table(written(tmp_path / name, ("3 2\n" if name == "a.vec" else "") + text))
    assert table.tokens == ("cat", "nothing", "dog")
    found = search(table, 0, "cosine", 1)
    assert (found.ids.tolist(), found.values.tolist()) == ([2], [pytest.approx(0.6)])
    assert found.zero_ids.tolist() == [1]
