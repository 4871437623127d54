"""Why a file beside the weights (a vocabulary, a config.json) is of no use: reasons, worded in both languages."""

from __future__ import annotations

import json
from typing import Any

from embedlab.wording import Sentence


class UnusableError(ValueError):
    """A key of `REASONS`, and the fields that its sentence needs. It never leaves this package."""

    def __init__(self, reason: str, **fields: Any) -> None:
        self.reason, self.fields = reason, fields
        super().__init__(reason, fields)


# Parts of a sentence, after a colon. What is read of both kinds of file comes first.
REASONS = {
    "size": Sentence(
        en="it has {bytes:,} bytes, and at most {limit:,} are read",
        pt="ele tem {bytes:,} bytes, e no máximo {limit:,} são lidos",
    ),
    "not_utf8": Sentence(en="it is no text in UTF-8", pt="ele não é um texto em UTF-8"),
    "not_json": Sentence(
        en="it is no valid JSON from letter {offset:,} on", pt="ele não é um JSON válido a partir da letra {offset:,}"
    ),
    "number": Sentence(
        en="one of its numbers has thousands of digits", pt="um de seus números tem milhares de algarismos"
    ),
    "nested": Sentence(en="it is nested too deeply", pt="ele tem níveis demais, uns dentro dos outros"),
    "no_object": Sentence(en="it holds no JSON object", pt="ele não contém um objeto JSON"),
    "outside_folder": Sentence(
        en="it is a link out of the model's folder", pt="ele é um link para fora da pasta do modelo"
    ),
    "not_regular": Sentence(en="it is no regular file", pt="ele não é um arquivo comum"),
    "unreadable": Sentence(en="the system does not let it be read", pt="o sistema não permite a leitura"),
    # vocabularies
    "neither": Sentence(en="its JSON is neither an object nor a list", pt="seu JSON não é nem um objeto nem uma lista"),
    "list": Sentence(en="its list holds more than strings", pt="sua lista não contém apenas textos"),
    "no_vocab": Sentence(en="model.vocab is missing in it", pt="falta nele model.vocab"),
    "added_tokens": Sentence(
        en="its added_tokens are no list of tokens", pt="seu added_tokens não é uma lista de tokens"
    ),
    "id": Sentence(en="{found} is no id of a token", pt="{found} não é um id de token"),
    "token": Sentence(en="the token of id {id:,} is no text", pt="o token do id {id:,} não é um texto"),
    "columns": Sentence(
        en="its line {line:,} has fewer columns than its header",
        pt="sua linha {line:,} tem menos colunas que o cabeçalho",
    ),
    "field": Sentence(
        en="a field in its columns is longer than any token", pt="um campo em suas colunas é maior que qualquer token"
    ),
    "pieces": Sentence(
        en="its SentencePiece model is damaged or cut off at byte {offset:,}",
        pt="seu modelo SentencePiece está danificado ou cortado no byte {offset:,}",
    ),
    "ranks": Sentence(
        en="its line {line:,} is no token in base64 with its rank",
        pt="sua linha {line:,} não é um token em base64 com sua posição",
    ),
}


def decoded(raw: bytes) -> str:
    """The text in a file. Raises UnusableError `not_utf8`."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnusableError("not_utf8") from None


def parsed(raw: bytes) -> Any:
    """The JSON in a file. Raises UnusableError `not_utf8`, `not_json`, `nested`, `number`."""
    try:
        return json.loads(decoded(raw))
    except RecursionError:
        raise UnusableError("nested") from None
    except json.JSONDecodeError as error:
        raise UnusableError("not_json", offset=error.pos) from None
    except UnusableError:
        raise
    except ValueError:  # Python converts at most 4,300 digits
        raise UnusableError("number") from None


def reason_of(error: Exception) -> tuple[str, dict[str, Any]]:
    """The reason in whatever reading the file raised, and the fields of its sentence."""
    reason = getattr(error, "reason", None)
    if reason is None:
        told: dict[str, Any] = getattr(error, "fields", {})
        reason = told.get("reason") or str(getattr(error, "code", "")).removeprefix("file.")
        return (reason, told) if reason in REASONS else ("unreadable", {})
    return reason, getattr(error, "fields", {})
