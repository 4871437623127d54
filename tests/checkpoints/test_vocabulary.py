import json
from pathlib import Path

import pytest

from embedlab.checkpoints.vocabulary import Vocabulary, ranges, read_vocabulary
from embedlab.errors import FileError


def read(path: Path, content: object) -> Vocabulary:
    path.write_bytes(content.encode() if isinstance(content, str) else json.dumps(content).encode())
    return read_vocabulary(path)


def test_a_tokenizer_with_gaps_and_added_tokens(tmp_path):
    content = {
        "model": {"type": "BPE", "vocab": {"a": 0, "Ġb": 1, "c": 3}},
        "added_tokens": [{"id": 5, "content": "<đ>"}, {"id": 3, "content": "<c>"}],
    }
    found = read(tmp_path / "tokenizer.json", content)
    assert found.tokens == {0: "a", 1: "Ġb", 3: "<c>", 5: "<đ>"}
    assert (found.source, found.size, found.max_id) == ("tokenizer.json", 4, 5)
    assert found.for_rows(7) == ("a", "Ġb", "#2", "<c>", "#4", "<đ>", "#6")
    assert found.rows_without_token(7).tolist() == [2, 4, 6]
    assert found.tokens_without_row(7).tolist() == []
    assert found.rows_without_token(3).tolist() == [2]
    assert found.tokens_without_row(3).tolist() == [3, 5]


def test_the_official_library_reads_the_same(tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.WordLevel({"a": 0, "b": 1}, unk_token="a")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.add_special_tokens(["[PAD]"])
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    found = read_vocabulary(tmp_path / "tokenizer.json")
    assert found.tokens == {row: token for token, row in tokenizer.get_vocab().items()}


def test_a_unigram_tokenizer(tmp_path):
    found = read(tmp_path / "tokenizer.json", {"model": {"vocab": [["<unk>", 0.0], ["▁a", -1.5]]}})
    assert found.for_rows(2) == ("<unk>", "▁a")


def test_vocab_json_and_the_tokens_added_to_it(tmp_path):
    (tmp_path / "added_tokens.json").write_text('{"<x>": 3, "B": 1}')
    assert read(tmp_path / "vocab.json", {"a": 0, "b": 1}).tokens == {0: "a", 1: "B", 3: "<x>"}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a\nb\n", ("a", "b")),
        ("a\nb", ("a", "b")),
        ("a\n\nb\n", ("a", "", "b")),
        ("a\r\nb\r\n", ("a", "b")),
        ("a\r\nb\n", ("a\r", "b")),
        ("a\u2028b\n\x0b\n\x85\n", ("a\u2028b", "\x0b", "\x85")),
        (" a\n", (" a",)),
    ],
)
def test_only_a_line_feed_ends_a_line(text, tokens, tmp_path):
    assert read(tmp_path / "vocab.txt", text).for_rows(len(tokens)) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a\nb\n", ("a", "b")),
        ("token\tcount\na\t3\nb\t2\n", ("a", "b")),
        ('count\tWord\n3\ta\n2\t"b\n', ("a", '"b')),
        ("x\ty\na\t3\n", ("a",)),
    ],
)
def test_a_tsv_has_a_header_where_it_has_several_columns(text, tokens, tmp_path):
    assert tuple(read(tmp_path / "metadata.tsv", text).tokens.values()) == tokens


def test_a_list_in_json(tmp_path):
    assert read(tmp_path / "tokens.json", ["a", "b", "a"]).for_rows(3) == ("a", "b", "a")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("t.json", [1], "the list holds more than strings"),
        ("t.json", 3, "neither an object nor a list"),
        ("t.json", {"model": {}}, "model.vocab is missing"),
        ("t.json", {"a": 1.5}, "1.5 is no id"),
        ("t.json", {"a": True}, "True is no id"),
        ("t.tsv", "a\ttoken\nb\n", "line 2 has fewer than 2 columns"),
    ],
)
def test_what_is_no_vocabulary_is_said(name, content, why, tmp_path):
    with pytest.raises(FileError) as caught:
        read(tmp_path / name, content)
    assert (caught.value.code, caught.value.fields["why"]) == ("file.vocabulary", why)


def test_a_missing_file_and_a_folder(tmp_path):
    with pytest.raises(FileError, match=r"file\.not_found"):
        read_vocabulary(tmp_path / "nothing.txt")
    with pytest.raises(FileError, match=r"file\.not_regular"):
        read_vocabulary(tmp_path)


def test_text_that_is_not_utf_8(tmp_path):
    (tmp_path / "vocab.txt").write_bytes(b"a\n\xa0\n")
    with pytest.raises(FileError, match="not UTF-8"):
        read_vocabulary(tmp_path / "vocab.txt")


def test_no_vocabulary():
    nothing = Vocabulary()
    assert (nothing.size, nothing.max_id, nothing.for_rows(2)) == (0, None, ("#0", "#1"))
    assert nothing.rows_without_token(2).tolist() == [0, 1]


def test_ranges():
    assert ranges([]) == []
    assert ranges([0, 1, 2, 4, 6, 7]) == [[0, 2], [4, 4], [6, 7]]
