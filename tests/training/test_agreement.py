"""Article, noun and adjective agree in every sentence of both corpora.

Independent of the grammar: genders follow from the endings of Portuguese nouns, with the exceptions written here.
"""

import itertools

import pytest

from embedlab.training.corpus import build
from embedlab.training.lexicon import CLASS_NAMES_PT

NOT_NOUNS = {"um"}


def words(text):
    return text.split()


FEMININE = words(
    """
    estante estação garagem manhã maçã moto neve noite previsão reunião tempestade água
    """
)
MASCULINE = words(
    """
    João Marcos abril almoço amanhecer anzóis arroz atum azul bacalhau bolo cachecol café calor caminhão canal
    chapéu cheque chá chão colega dia elefante entardecer festival fim garçom gerente giz hamster hospital imposto
    jardim leite leão mar marrom museu nome norte papel papéis parque pet pincel pão salmão sofá sol som suéter
    sótão tambor tigre trem trompete táxi verde violão xilofone ônibus
    """
)
ARTICLES = {
    "o": "m", "a": "f", "do": "m", "da": "f", "no": "m", "na": "f", "ao": "m", "à": "f", "um": "m", "uma": "f",
    "num": "m", "todo": "m", "toda": "f", "aquele": "m", "aquela": "f", "meu": "m", "minha": "f",
}  # fmt: skip
# Adjectives with two forms, by their masculine; every other adjective of the corpora has one form.
TWO_FORMS = words(
    """
    pequeno manso quieto mimado peludo colorido arisco perigoso gordo lanudo calmo pesado fresco prateado velho
    faminto bonito magro corrido animado tranquilo cansativo novo caro barato antigo barulhento dourado moderno
    rústico macio rápido lento lotado comprido movimentado claro arrumado escuro frio empoeirado vazio limpo sujo
    cheio delicioso salgado caseiro maduro cozido gelado fraco morno gostoso péssimo cansado preocupado honesto
    sério curioso atrasado necessário largo fundo barrento repentino intenso denso estranho fechado vermelho preto
    branco amarelo
    """
)
FORMS = {form: gender for word in TWO_FORMS for form, gender in ((word, "m"), (word[:-1] + "a", "f"))}
VOWELS = tuple("aeiou")


def gender(noun):
    """By ending, unless the exceptions say otherwise."""
    if noun in FEMININE:
        return "f"
    if noun in MASCULINE:
        return "m"
    return {"o": "m", "a": "f"}.get(noun[-1])


@pytest.fixture(scope="module")
def portuguese():
    return build("pt")


def named(*classes):
    """The names of classes in both languages."""
    return {*classes, *(CLASS_NAMES_PT[name] for name in classes)}


def articled(text):
    """The nouns that stand behind an article, and before adjectives."""
    return {noun for noun, name in text.classes.items() if name not in named("colour", "name", "month")}


def test_the_ending_rule_knows_every_noun(portuguese):
    assert [noun for noun in portuguese.classes if gender(noun) is None] == []


def test_articles_agree_with_the_noun_after_them(portuguese):
    """Also before the nouns of the templates (`a reunião`)."""
    checked = set()
    for sentence in portuguese.sentences:
        for article, noun in itertools.pairwise(sentence):
            if article in ARTICLES and noun not in NOT_NOUNS and gender(noun):
                assert ARTICLES[article] == gender(noun), " ".join(sentence)
                checked.add(noun)
    assert articled(portuguese) <= checked
    assert {"reunião", "estrada", "janela"} <= checked


def test_adjectives_agree_with_the_noun_before_them(portuguese):
    """A colour behind "o", "de" or "é o" is a noun; every other form belongs to the last noun before it."""
    nouns = articled(portuguese) | {noun for noun, name in portuguese.classes.items() if name in named("name", "month")}
    seen = set()
    for sentence in portuguese.sentences:
        last = None
        for before, token in zip(("", *sentence), sentence, strict=False):
            if token in nouns:
                last = token
            elif token in FORMS and before not in {"o", "de"}:
                assert FORMS[token] == gender(last), " ".join(sentence)
                seen.add(token)
    assert len(seen) > 120  # the check looked at nearly every form


def test_no_bare_name_has_an_article(portuguese):
    bare = {noun for noun, name in portuguese.classes.items() if name in named("name", "month")}
    for sentence in portuguese.sentences:
        for before, noun in itertools.pairwise(sentence):
            assert not (noun in bare and before in {"o", "a", "do", "da", "no", "na", "ao", "à", "um", "uma"}), sentence


def test_english_articles():
    for sentence in build("en").sentences:
        for article, word in itertools.pairwise(sentence):
            if article in {"a", "an"}:
                assert (article == "an") == word.startswith(VOWELS), " ".join(sentence)
            if article == "the":
                assert word[0].islower() or word.endswith("day"), " ".join(sentence)
        assert sentence[-1] == "."
