"""Tokens that their tokenizer never makes: small tokenizers whose rules are plain, and files that mean harm."""

import json

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from embedlab.checkpoints.health.reachable import unreachable


def never(path, tokenizer: Tokenizer) -> list[str]:
    tokenizer.save(str(path / "tokenizer.json"))
    vocabulary = {row: token for token, row in tokenizer.get_vocab().items()}
    named = [vocabulary.get(row) for row in range(max(vocabulary) + 1)]
    found = unreachable(path / "tokenizer.json", named, lambda: False)
    assert found is not None
    return [vocabulary[row] for row in found.tolist()]


def test_word_pieces(tmp_path):
    """Letters are made small and punctuation stands alone; "##ing" follows letters, though "qing" is a word too."""
    words = ["[UNK]", "Dog", "dog", "##ing", "##!", "!", "a!", "qing", "[unused3]", "q", "z", "[CLS]", "caf\u00e9"]
    tokenizer = Tokenizer(models.WordPiece({word: row for row, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    assert never(tmp_path, tokenizer) == ["Dog", "##!", "a!", "[unused3]", "caf\u00e9"]


def test_merges(tmp_path):
    """A byte-level token without merges that lead to it, and one that crosses the border of words, are never made."""
    letters = ["d", "o", "g", "\u0120", "x", "!"]
    words = [*letters, "do", "dog", "\u0120dog", "og", "ogg", "x\u0120d"]
    merges = [("d", "o"), ("do", "g"), ("\u0120", "dog"), ("o", "g"), ("x", "\u0120d")]
    tokenizer = Tokenizer(models.BPE({word: row for row, word in enumerate([*words, "\u0120d"])}, merges[:4]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    assert never(tmp_path, tokenizer) == ["ogg", "x\u0120d", "\u0120d"]


def test_pieces_with_a_space_of_their_own(tmp_path):
    """SentencePiece puts a space before a text: a piece without one comes after another, and "##" is no mark there."""
    pieces = [
        ("<unk>", 0.0),
        ("\u2581", -5.0),
        ("\u2581dog", -1.0),
        ("dog", -2.0),
        ("####", -2.0),
        ("\u2581\u2581", -3.0),
    ]
    tokenizer = Tokenizer(models.Unigram(pieces, 0))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    assert never(tmp_path, tokenizer) == ["\u2581\u2581"]


@pytest.mark.parametrize("content", ["{}", '{"model": {"vocab": {"a": 0}}}', "[" * 100_000, "not json"])
def test_a_file_that_is_no_tokenizer_tells_nothing(content, tmp_path):
    (tmp_path / "tokenizer.json").write_text(content)
    assert unreachable(tmp_path / "tokenizer.json", ["a"], lambda: False) is None


def test_a_slow_tokenizer_is_left_alone(tmp_path, monkeypatch):
    """An expression that takes years on a text of its own vocabulary."""
    slow = {"type": "Split", "pattern": {"Regex": "(x+x+)+y"}, "behavior": "Isolated", "invert": False}
    tokenizer = Tokenizer(models.BPE({"x": 0, "x" * 40: 1}, []))
    content = {**json.loads(tokenizer.to_str()), "pre_tokenizer": slow}
    (tmp_path / "tokenizer.json").write_text(json.dumps(content))
    monkeypatch.setattr("embedlab.checkpoints.health.reachable._SECONDS", 1)
    assert unreachable(tmp_path / "tokenizer.json", ["x", "x" * 40], lambda: False) is None


def test_stop_and_no_tokenizer(tmp_path):
    Tokenizer(models.BPE({"a": 0}, [])).save(str(tmp_path / "tokenizer.json"))
    assert unreachable(tmp_path / "tokenizer.json", ["a"], lambda: True) is None
    assert unreachable(None, ["a"], lambda: False) is None
