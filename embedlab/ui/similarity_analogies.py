"""b - a + c: the relations of a table, tried under three metrics, and the reader's own three words (C27)."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from embedlab.claims import Outcome, analogies, relations
from embedlab.claims.analogies import Analogies, Pairs
from embedlab.declaration import Declaration
from embedlab.jobs.apart import TableApart
from embedlab.neighbours import METRICS, search
from embedlab.table import EmbeddingTable
from embedlab.text.pages import similarity as words
from embedlab.ui import cache, cards, links, page, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.show import show as show_figure
from embedlab.ui.show import written
from embedlab.wording import Language, fill

_LISTED = 5  # rows nearest to the reader's own


@st.fragment
def show(context: page.Context, steps: tuple[str, ...]) -> None:
    """The relation, the card, and after the guess its shares and the reader's own words."""
    page.stand(context)
    table, language = context.table, context.language
    text = words.TEXT[language]
    st.subheader(text.analogies_title, anchor=False)
    st.markdown(text.analogies)
    if isinstance(table, TableApart):
        st.info(text.analogies_large)
        return
    derived, known = cache.derived(table, steps), _relations(table.fingerprint, table)
    default, guess = ("", "", ""), None
    if st.session_state.get("relation") not in known:
        st.session_state.pop("relation", None)  # chosen for another table
    if known:
        name = settings.one_of(text.relation, "relation", {key: text.relations[key] for key in known})
        default = _example(table, known[name], language)
        guess = cards.show("C27", text.cards["C27"], language, lambda: _tried(derived, name, known[name], language))
    else:
        st.info(text.no_relation)
    if guess or not known:
        with told(language):
            _own(derived, default, language)


def _example(table: EmbeddingTable, pairs: Pairs, language: Language) -> tuple[str, str, str]:
    """Say what the pairs are; a, b and c of the first question they make."""
    a, b = pairs[0]
    c, d = next(pair for pair in pairs if not {*pair} & {a, b})
    texts = [table.text(row).strip() for row in (a, b, c, d)]
    named = dict(zip("abcd", map(markdown, texts), strict=True))
    st.markdown(fill(words.TEXT[language].example, language, count=len(pairs), **named))
    return texts[0], texts[1], texts[2]


def _tried(table: EmbeddingTable, name: str, pairs: Pairs, language: Language) -> Outcome:
    """Draw the shares of each metric."""
    text, made = words.TEXT[language], _asked(table.fingerprint, name, table, pairs)
    labels = (text.score_hits, text.score_shuffled, text.score_alone, text.score_all, text.score_inputs)
    columns = {text.score: list(labels)}
    for key, score in made.by_metric.items():
        shares = (score.hits, score.baseline, score.c_alone, score.hits_among_all, score.inputs)
        columns[METRICS[key].short.say(language)] = [written(share, ".1%", language) for share in shares]
    parameters = {"questions": made.questions, "shuffles": analogies.SHUFFLES}
    show_figure(columns, Declaration.of(table, parameters=parameters, seed=0), (), text.score_alt)
    failed = [METRICS[key].short.say(language) for key, score in made.by_metric.items() if not score.above_chance]
    if failed:
        st.info(fill(text.at_chance, language, metrics=", ".join(failed)))
    return made.outcome()


def _own(table: EmbeddingTable, default: tuple[str, str, str], language: Language) -> None:
    """Three boxes, and what is nearest to b - a + c under each metric."""
    text = words.TEXT[language]
    st.markdown(f"**{text.own_title}**")
    labels = (text.a_is_to, text.b_as, text.c_is_to)
    places = st.columns([2, 2, 2, 3], vertical_alignment="bottom")
    typed = [
        _box(place, *facts) for place, facts in zip(places, zip("abc", labels, default, strict=True), strict=False)
    ]
    leave_out = places[-1].toggle(
        text.leave_out, value=True, key="leave_out", bind="query-params", persist_state="session"
    )
    if not all(one.strip() for one in typed):
        return
    ids = [settings.match(table, one).id for one in typed]
    a, b, c = table.rows64(ids)
    columns, usable = {}, cache.usable(table)
    for metric in METRICS:
        k = min(_LISTED + len(ids), table.n_rows - len(usable.excluded(METRICS[metric])))
        near = search(table, b - a + c, metric, k, usable).ids.tolist()
        near = [row for row in near if not (leave_out and row in ids)][:_LISTED]
        columns[METRICS[metric].short.say(language)] = [
            f"**{markdown(table.tokens[row])}**" if row in ids else markdown(table.tokens[row]) for row in near
        ]
    lists = "; ".join(f"{metric}: {', '.join(found)}" for metric, found in columns.items())
    named = dict(zip("abc", map(markdown, typed), strict=True))
    alt = fill(text.answers_alt, language, lists=lists, **named)
    show_figure(columns, Declaration.of(table, k=_LISTED), (), alt)


def _box(place: DeltaGenerator, name: str, label: str, default: str) -> str:
    """One word of the reader's (`?a=`); until it is typed, that of the relation."""
    key = f"analogy {name} {default}"

    def take() -> None:
        st.session_state[name] = st.session_state[key]

    typed = place.text_input(label, st.session_state.get(name, default), key=key, on_change=take) or ""
    links.put(name, typed, default)
    return typed


@st.cache_resource(max_entries=32, show_spinner=False)
def _relations(fingerprint: str, _table: EmbeddingTable) -> dict[str, Pairs]:
    return dict(relations.relations(cache.index(_table)))


@st.cache_resource(max_entries=128, show_spinner=False)
def _asked(fingerprint: str, name: str, _table: EmbeddingTable, _pairs: Pairs) -> Analogies:
    return analogies.ask(_table, _pairs, cache.usable(_table))
