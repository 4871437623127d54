"""One toy world, three objectives: what each calls similar, and captions beside pictures on one map."""

from collections.abc import Sequence

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.world import Entry, grid, one_space, ranked
from embedlab.claims import Outcome, objectives
from embedlab.declaration import Declaration
from embedlab.text.pages import objectives as words
from embedlab.training import world
from embedlab.training.three import OBJECTIVES, SEEDS
from embedlab.training.world_words import CLASSES, LOOKS, TOPICS, TRIPLES
from embedlab.ui import cards, session, settings
from embedlab.ui import objectives_model as models
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, plotly
from embedlab.ui.objectives_model import Held
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

CODES = ("kind", "topic", "look")  # what each of OBJECTIVES is about
LISTED = 5
NUMBERS = {item.en: number for number, item in enumerate(world.items())}


def word(number: int, language: Language) -> str:
    """The word of an item."""
    return world.items()[number].word(language)


def show_world(language: Language) -> None:
    """All words: a class a column, a topic a row, a look a colour. In two halves, one below the other on phones."""
    st.markdown(words.TEXT[language].world)
    half = len(CLASSES) // 2
    left, right = st.columns(2, gap="large")
    with left:
        show_classes(0, half, language)
    with right:
        show_classes(half, len(CLASSES), language)


def show_classes(first: int, end: int, language: Language) -> None:
    """The words of the classes from `first` to before `end`."""
    kinds, topics = (list(names.values() if language == "pt" else names) for names in (CLASSES, TOPICS))
    built, items = world.build(language), slice(first * len(topics), end * len(topics))
    names = [item.word(language) for item in world.items()[items]]
    figure = grid(world.pictures()[items], names, kinds[first:end], topics, session.colours())
    facts = {"rows": len(world.items()), "rows_shown": len(names), "dims": world.PIXELS, "layer": "pixels"}
    declared = Declaration(table=built.name, fingerprint=built.fingerprint, **facts)
    listed = "; ".join(f"{topic}: {', '.join(names[at :: len(topics)])}" for at, topic in enumerate(topics))
    show(figure, declared, (), fill(words.TEXT[language].world_alt, language, words=listed))


def choose_word(language: Language) -> int:
    """One of the words with a triple, kept in the link (`?word=`)."""
    text = words.TEXT[language]
    names = {name: word(NUMBERS[name], language) for name in TRIPLES}
    return NUMBERS[settings.one_of(text.word, "word", names, "sheep")]


def triple(number: int) -> tuple[int, int, int]:
    """One word of its class, one of its topic, one of its look."""
    kind, topic, look = (NUMBERS[name] for name in TRIPLES[world.items()[number].en])
    return kind, topic, look


def introduce(number: int, language: Language) -> None:
    """The word and its three others."""
    kind, topic, look = (markdown(word(other, language)) for other in triple(number))
    named = {"word": markdown(word(number, language)), "kind": kind, "topic": topic, "look": look}
    st.markdown(fill(words.TEXT[language].shown, language, **named))


def compare(held: Held, number: int, language: Language) -> Outcome:
    """C23: three panels, the triple, the overlaps, and passages beside questions."""
    text = words.TEXT[language]
    st.markdown(fill(text.first, language, word=markdown(word(number, language))))
    for name, column in zip(OBJECTIVES, st.columns(3, gap="large"), strict=True):
        with column:
            list_nearest(held, name, number, language)
    show_flip(held, number, language)
    left, right = st.columns(2, gap="large")
    with left:
        show_overlaps(held, language)
    with right:
        show_passages(held, number, language)
    return held.meanings


def list_nearest(held: Held, name: str, number: int, language: Language) -> None:
    """The nearest words in one model, each with what it shares."""
    text = words.TEXT[language]
    near = objectives.nearest(held.words[name][0], LISTED)[number].tolist()
    entries = [entry(number, other, name, language) for other in near]
    st.markdown(f"**{text.panels[name]}**  \n{text.tasks[name]}")
    listed = ", ".join(f"{one.word} ({one.note})" for one in entries)
    alt = fill(text.list_alt, language, word=word(number, language), words=listed)
    show(ranked(entries, session.colours()), held.declared(name, k=LISTED), (), alt)


def entry(number: int, other: int, name: str, language: Language) -> Entry:
    """One line of a list: what the other word shares with the one asked for."""
    text, (mine, its) = words.TEXT[language], (world.items()[at] for at in (number, other))
    shared = next((code for code in CODES if getattr(mine, code) == getattr(its, code)), None)
    note = text.nothing if shared is None else f"{text.others[shared]}: {named(shared, getattr(its, shared), language)}"
    own = shared == CODES[OBJECTIVES.index(name)]
    return Entry(world.pictures()[other], its.word(language), note, own)


def named(code: str, name: str, language: Language) -> str:
    """The name of a class, a topic or a look in a language."""
    if language == "en":
        return name
    return LOOKS[name][0] if code == "look" else (CLASSES if code == "kind" else TOPICS)[name]


def show_flip(held: Held, number: int, language: Language) -> None:
    """The cosines of the word with its three others, in every model and over the seeds."""
    text = words.TEXT[language]
    found = objectives.flip(held.words, number, triple(number))
    headers = [
        f"{markdown(word(other, language))} ({text.others[code]})"
        for other, code in zip(found.others, CODES, strict=True)
    ]
    rows: dict[str, list[str]] = {text.objective: [text.panels[name] for name in OBJECTIVES]}
    for column, header in enumerate(headers):
        rows[header] = [
            over_seeds(seeds[:, column].tolist(), seeds.mean(0).argmax() == column, language) for seeds in found.cosines
        ]
    st.markdown(fill(text.flip, language, seeds=SEEDS))
    show(rows, held.declared(), (), as_text(rows))
    st.markdown(text.flip_held if found.in_every_seed else text.flip_broken)


def over_seeds(values: Sequence[float], largest: bool, language: Language) -> str:
    """The mean over seeds, bold where it is the largest of its line, and the largest deviation from it."""
    mean = sum(values) / len(values)
    said, apart = (written(value, "z.2f", language) for value in (mean, max(abs(value - mean) for value in values)))
    return f"{f'**{said}**' if largest else said} ± {apart}"


def as_text(rows: dict[str, list[str]]) -> str:
    """A table in words."""
    names, *columns = rows
    lines = (
        f"{name}: " + ", ".join(f"{column} {rows[column][at]}" for column in columns)
        for at, name in enumerate(rows[names])
    )
    return "; ".join(lines).replace("*", "").replace("\\", "")


def show_overlaps(held: Held, language: Language) -> None:
    """How many of the nearest words every two models share."""
    text, names = words.TEXT[language], [words.TEXT[language].panels[name] for name in OBJECTIVES]
    rows: dict[str, list[str]] = {text.objective: names}
    for column, name in enumerate(names):
        values = [written(value, ".0%", language) for value in held.overlaps[:, column]]
        rows[name] = [f"**{value}**" if row == column else value for row, value in enumerate(values)]
    k, chance = held.meanings.values["k"], held.meanings.values["chance"]
    st.markdown(fill(text.overlap, language, k=k, chance=chance))
    show(rows, held.declared(k=int(k)), (), as_text(rows))


def show_passages(held: Held, number: int, language: Language) -> None:
    """One question, a passage of its topic and a question of its class; then how often the passage is nearer."""
    text, found = words.TEXT[language], held.texts
    kind, topic, _ = triple(number)
    question = int((found.asks & (found.items == number)).argmax())
    passage = int((~found.asks & (found.items == topic)).argmax())
    swapped = [
        word(kind, language) if token == word(number, language) else token for token in found.sentences[question]
    ]
    other = found.sentences.index(tuple(swapped))
    st.markdown(text.asked)
    lines = ((text.question, question), (text.passage, passage), (text.other_question, other))
    st.markdown("  \n".join(f"{label}: *{markdown(' '.join(found.sentences[at]))}*" for label, at in lines))
    rows: dict[str, list[str]] = {text.objective: [], text.passage: [], text.other_question: [], text.share: []}
    for name, vectors in found.vectors.items():
        near, far = (float(vectors[question] @ vectors[at]) for at in (passage, other))
        rows[text.objective].append(text.panels.get(name, text.random_rows))
        for column, value, first in ((text.passage, near, near > far), (text.other_question, far, far >= near)):
            said = written(value, "z.2f", language)
            rows[column].append(f"**{said}**" if first else said)
        rows[text.share].append(written(held.passage_first[name], ".0%", language))
    every = {"objectives": ", ".join(OBJECTIVES)}
    declared = held.declared(steps=(), pooling="mean", rows_shown=None, seed=held.seed, parameters=every)
    show(rows, declared, (), as_text(rows))
    st.caption(fill(text.share_of, language, chance=held.passage_first[objectives.CHANCE]))


def map_both(held: Held, language: Language) -> Outcome:
    """C24: captions and pictures of the first seed on one map."""
    text, one = words.TEXT[language], held.spaces[0]
    captions, patches, share = one.plane()
    names = [plotly(item.word(language)) for item in world.items()]
    labels = (text.caption, text.picture)
    figure = one_space(captions, patches, world.pictures(), names, labels, language, session.colours())
    dims = one.captions.shape[1]
    alt = fill(text.space_alt, language, own=held.own_picture.values["own"])
    drawn = {"steps": ("unit_norm",), "metric": None, "rows": 2 * len(names), "rows_shown": None, "pooling": "mean"}
    show(figure, held.declared("multimodal", method="pca", **drawn), (), alt)
    st.caption(fill(text.space, language, dims=dims, share=share))
    return held.own_picture


def show_cards(held: Held, number: int, language: Language) -> None:
    """Both claims, each after a guess."""
    prepared = words.TEXT[language].cards
    cards.show("C23", prepared["C23"], language, lambda: compare(held, number, language))
    cards.show("C24", prepared["C24"], language, lambda: map_both(held, language))


def offer_more(held: Held, language: Language) -> None:
    """Other seeds, trained here."""
    text, seeds = words.TEXT[language], {"first": held.seed, "last": held.seed + SEEDS - 1}
    st.markdown(fill(text.anew_why, language, **seeds))
    if not models.panel(language):
        after = {name: value + SEEDS for name, value in seeds.items()}
        label = fill(text.anew, language, **after)
        if st.button(label, help=text.anew_help, key="anew"):
            models.train(language, after["first"])
            st.rerun()


context = start.page("objectives")
language = context.language
st.markdown(words.TEXT[language].lead)
held = models.held(language)
show_world(language)
number = choose_word(language)
introduce(number, language)
show_cards(held, number, language)
with told(language):
    offer_more(held, language)
