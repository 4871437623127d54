"""Every error has its sentence, and both languages say the same."""

import ast
import dataclasses
import importlib
import pkgutil
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import embedlab.errors
import embedlab.text
from embedlab.text.errors import sentences
from embedlab.wording import Sentence

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*ROOT.glob("app.py"), *sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "embedlab").rglob("*.py"))]
ERRORS = {name for name, value in vars(embedlab.errors).items() if isinstance(value, type)}
CODE = re.compile(r"[a-z]+(\.[a-z_]+)+")


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """(place, name, call) of every call in the source."""
    found = []
    for path in SOURCES:
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        names = [getattr(node.func, "id", getattr(node.func, "attr", "")) for node in nodes]
        places = [f"{path.relative_to(ROOT)}:{node.lineno}" for node in nodes]
        found += zip(places, names, nodes, strict=True)
    return found


def holes(template: str) -> set[str]:
    """The names of a template's fields: {'rows'} for '{rows:,} rows'."""
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def raised() -> list[tuple[str, str, ast.Call]]:
    """(place, code, call) of every error made with a literal code, or with a choice between literal codes."""
    return [
        (place, part.value, call)
        for place, name, call in calls()
        if name in ERRORS and call.args
        for part in ast.walk(call.args[0])
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value)
    ]


def sentences_for(code: str, call: ast.Call) -> dict[str, Sentence]:
    """What may word this call, as `say_error` chooses: "code:reason" where the reason has one, else the code's own."""
    every = sentences()
    variants = {name: sentence for name, sentence in every.items() if name.startswith(f"{code}:")}
    own = {code: every[code]} if code in every else {}
    reason = next((word.value for word in call.keywords if word.arg == "reason"), None)
    if reason is None:
        return own
    known = {f"{code}:{part.value}" for part in ast.walk(reason) if isinstance(part, ast.Constant)}
    if not known:  # computed elsewhere: any of them
        return variants | own
    return {name: variants[name] for name in known & variants.keys()} or own


def test_every_error_has_a_sentence():
    assert len(raised()) > 20
    assert [f"{place} {code}" for place, code, call in raised() if not sentences_for(code, call)] == []


def test_every_error_gives_the_fields_that_its_sentence_names():
    missing = {}
    for place, code, call in raised():
        given = {word.arg for word in call.keywords}
        worded = sentences_for(code, call)
        if len(worded) == 1 and None not in given:  # None: fields handed on with **
            missing[f"{place} {code}"] = set.union(*(holes(sentence.en) for sentence in worded.values())) - given
    assert {place: names for place, names in missing.items() if names} == {}


def test_no_sentence_is_left_over():
    literals = {
        node.value
        for path in SOURCES
        if "text" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [name for name in sentences() if not set(name.split(":")) <= literals] == []


def test_sentences_name_the_same_fields_in_both_languages():
    faults = []
    for place, name, call in calls():
        parts = dict(zip(("en", "pt"), call.args, strict=False)) | {word.arg: word.value for word in call.keywords}
        if name == "Sentence" and all(isinstance(part, ast.Constant) for part in parts.values()):
            faults += differences(place, parts["en"].value, parts["pt"].value)
    assert faults == []


def pages() -> list[Any]:
    found = [importlib.import_module(i.name) for i in pkgutil.walk_packages(embedlab.text.__path__, "embedlab.text.")]
    return [pytest.param(module, id=module.__name__) for module in found if hasattr(module, "EN")]


@pytest.mark.parametrize("module", pages())
def test_a_page_says_the_same_in_both_languages(module):
    assert type(module.EN) is type(module.PT)
    assert differences("", module.EN, module.PT) == []


def differences(where: str, english: Any, portuguese: Any) -> list[str]:
    """Where the two differ in structure or fields, are empty, or were left untranslated."""
    if isinstance(english, str):
        return _string_differences(where, english, portuguese)
    if dataclasses.is_dataclass(english):
        english, portuguese = vars(english), vars(portuguese)
    if isinstance(english, (tuple, list)):
        english, portuguese = dict(enumerate(english)), dict(enumerate(portuguese))
    if not isinstance(english, dict):
        return []
    if english.keys() != portuguese.keys():
        return [f"{where}: not the same parts"]
    return [line for key in english for line in differences(f"{where}.{key}", english[key], portuguese[key])]


def _string_differences(where: str, english: str, portuguese: str) -> list[str]:
    words = re.findall(r"[^\W\d_]{3,}", re.sub(r"\{.*?\}", "", english))
    faults = {
        "other fields": holes(english) != holes(portuguese),
        "empty": not (english.strip() and portuguese.strip()),
        "not translated": english == portuguese and len(words) > 2,
    }
    return [f"{where}: {fault}: {english!r}" for fault, present in faults.items() if present]


def test_differences_are_seen():
    assert differences("", ("{a} is b",), ("{c} é b",)) == [".0: other fields: '{a} is b'"]
    assert differences("", {"a": "left as it was written"}, {"a": "left as it was written"}) != []
    assert differences("", ("a", "b"), ("a",)) != []
    assert differences("", {"a": "rows {n}"}, {"a": "linhas {n:,}"}) == []
