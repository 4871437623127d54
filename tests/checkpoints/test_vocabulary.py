import base64
import json
import random
from pathlib import Path

import pytest

from embedlab.checkpoints import vocabulary
from embedlab.checkpoints.vocabulary import Vocabulary, ranges, read_vocabulary
from embedlab.errors import FileError
from embedlab.pieces import bytes_of
from embedlab.text.errors import say_error
from tests.checkpoints import files


def read(path: Path, content: object) -> Vocabulary:
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
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
    ("name", "content", "facts"),
    [
        ("t.json", [1], {"reason": "list"}),
        ("t.json", 3, {"reason": "neither"}),
        ("t.json", {"model": {}}, {"reason": "no_vocab"}),
        ("t.json", {"model": {"vocab": {}}, "added_tokens": [1]}, {"reason": "added_tokens"}),
        ("t.json", {"a": 1.5}, {"reason": "id", "found": "1.5"}),
        ("t.json", {"a": True}, {"reason": "id", "found": "True"}),
        ("t.json", {"model": {"vocab": {"a": 0}}, "added_tokens": [{"id": 1}]}, {"reason": "token", "id": 1}),
        ("t.json", '{"a": 1,}', {"reason": "not_json", "offset": 8}),
        ("t.json", '{"a": ' + "9" * 5_000 + "}", {"reason": "number"}),
        ("t.json", "[" * 100_000, {"reason": "nested"}),
        ("t.tsv", "a\ttoken\nb\n", {"reason": "columns", "line": 2}),
        ("t.tsv", "a\ttoken\n" + "b" * 200_000, {"reason": "field"}),
        ("t.txt", b"a\n\xa0\n", {"reason": "not_utf8"}),
        ("t.model", b"", {"reason": "pieces", "offset": 0}),
        ("t.tiktoken", b"IQ== 0\nIQ=\n", {"reason": "ranks", "line": 2}),
    ],
)
def test_what_is_no_vocabulary_is_said(name, content, facts, tmp_path):
    with pytest.raises(FileError) as caught:
        read(tmp_path / name, content)
    assert (caught.value.code, caught.value.fields) == ("file.vocabulary", {"name": name, **facts})
    english, portuguese = (say_error(caught.value, language) for language in ("en", "pt"))
    assert english.startswith(f"{name} is not a vocabulary that can be read: ")
    assert portuguese.startswith(f"{name} não é um vocabulário que se possa ler: ")


def test_a_vocabulary_that_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(vocabulary, "MAX_BYTES", 3)
    with pytest.raises(FileError) as caught:
        read(tmp_path / "vocab.txt", "a\nb\n")
    assert caught.value.fields == {"name": "vocab.txt", "reason": "size", "bytes": 4, "limit": 3}


# SentencePiece and tiktoken


def field(number: int, value: bytes | int) -> bytes:
    """One field of a protobuf message; all numbers and lengths here are below 128."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    return bytes([number << 3 | 2, len(value)]) + value


def piece(text: bytes, score: bytes = bytes(4), kind: int = 1) -> bytes:
    return field(1, field(1, text) + bytes([2 << 3 | 5]) + score + field(3, kind))


MODEL = piece(b"<unk>", kind=2) + piece("▁dog".encode()) + piece(b"<0x0A>", kind=6) + piece(b"\xff") + field(2, b"")


def test_a_sentencepiece_model(tmp_path):
    found = read(tmp_path / "tokenizer.model", MODEL)
    assert found.for_rows(4) == ("<unk>", "▁dog", "<0x0A>", "\\xff")
    assert (found.source, found.size) == ("tokenizer.model", 4)


def test_every_truncation_of_a_sentencepiece_model_is_refused(tmp_path):
    for size in range(len(MODEL) - 1):
        with pytest.raises(FileError) as caught:
            read(tmp_path / "a.model", MODEL[:size])
        assert caught.value.fields["reason"] == "pieces"


def test_changed_pieces_are_our_error(tmp_path):
    chance = random.Random(0)
    reasons = set()
    for _ in range(500):
        try:
            read(tmp_path / "a.model", files.mutated(MODEL, chance))
        except FileError as error:
            reasons.add(error.fields["reason"])
    assert reasons == {"pieces"}


@pytest.mark.parametrize("name", ["cl100k_base.tiktoken", "tokenizer.model"])  # Llama 3 calls its ranks tokenizer.model
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_ranks_of_tiktoken(name, end, tmp_path):
    words = {b"!": 0, b" dog": 1, b"\xa0": 5, b"\n\n": 3, b"": 7}
    text = "".join(f"{base64.b64encode(word).decode()} {rank}{end}" for word, rank in words.items())
    found = read(tmp_path / name, text)
    assert found.tokens == {0: "!", 1: "Ġdog", 5: "ł", 3: "ĊĊ", 7: ""}
    assert {row: bytes_of(token) for row, token in found.tokens.items()} == {row: word for word, row in words.items()}


def test_a_missing_file_and_a_folder(tmp_path):
    with pytest.raises(FileError, match=r"file\.not_found"):
        read_vocabulary(tmp_path / "nothing.txt")
    with pytest.raises(FileError, match=r"file\.not_regular") as caught:
        read_vocabulary(tmp_path)
    assert say_error(caught.value, "en").startswith(f"{tmp_path.name} is a folder, and one file is needed here.")
    assert say_error(caught.value, "pt").startswith(f"{tmp_path.name} é uma pasta")


def test_no_vocabulary():
    nothing = Vocabulary()
    assert (nothing.size, nothing.max_id, nothing.for_rows(2)) == (0, None, ("#0", "#1"))
    assert nothing.rows_without_token(2).tolist() == [0, 1]


def test_ranges():
    assert ranges([]) == []
    assert ranges([0, 1, 2, 4, 6, 7]) == [[0, 2], [4, 4], [6, 7]]
