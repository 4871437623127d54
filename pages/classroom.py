"""The teacher's page of a class: how to come in, the shared table, training, and what the class predicts."""

import streamlit as st

import embedlab.ui.start as start
from embedlab.text.pages import classroom as words
from embedlab.ui import classroom, session
from embedlab.ui.classroom import TRAINING, Room
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.join_code import join_code
from embedlab.wording import Language, fill

_RENEW = 2.0  # seconds


def show_way_in(language: Language) -> None:
    """The address and its code, large enough for the last row."""
    text, link = words.TEXT[language], classroom.join_link()
    st.markdown(text.join)
    st.subheader(link, anchor=False)  # our own; an escaped address would not be one when it is copied
    st.image(join_code(link), width=320, alt=fill(text.code_alt, language, link=link))


def share_table(room: Room, source: session.Source, language: Language) -> None:
    """Which table the class has, and the way to give it another."""
    text = words.TEXT[language]
    st.subheader(text.table, anchor=False)
    if room.table is None:
        st.markdown(text.shipped)
    else:
        table = session.opened(room.table)
        facts = {"name": markdown(visible(table.name)), "rows": table.n_rows, "dims": table.n_dims}
        st.markdown(fill(text.given, language, **facts))
    with st.container(horizontal=True):
        st.button(text.give, help=text.give_help, type="primary", key="give", on_click=room.give, args=(source,))
        if room.table is not None:
            st.button(text.take_back, key="take_back", on_click=room.give, args=(None,))


def rule_training(room: Room, language: Language) -> None:
    """Whether the class may train, and a new lesson."""
    text = words.TEXT[language]
    st.session_state["class_training"] = room.training
    chosen = st.segmented_control(
        text.training,
        TRAINING,
        required=True,
        format_func=text.choices.__getitem__,
        help=text.training_help,
        key="class_training",
    )
    room.training = chosen or room.training  # `required` leaves no way to choose nothing
    st.button(text.begin, help=text.begin_help, key="begin", on_click=room.begin)


@st.fragment(run_every=_RENEW)
def show_answers(room: Room, language: Language) -> None:
    """Who has joined, and how many predicted what, live."""
    text = words.TEXT[language]
    st.caption(fill(text.joined, language, count=len(room.people)))
    st.subheader(text.answers, anchor=False)
    if not room.answers:
        st.caption(text.no_answers)
    for key in list(room.answers):
        counts, card = room.counts(key), room.card(key, language)
        total = sum(counts.values())
        st.markdown(f"**{card.question}**")
        for choice, label in card.choices.items():
            count = counts.get(choice, 0)
            st.progress(count / total, fill(text.share, language, label=label, count=count, total=total))


context = start.page("class")
language = context.language
text = words.TEXT[language]
if not classroom.running():
    st.info(text.none)
elif not classroom.teaching():
    st.info(text.for_teachers)
else:
    room = classroom.room()
    left, right = st.columns(2, gap="large")
    with left:
        show_way_in(language)
    with right, told(language):
        share_table(room, context.source, language)
        rule_training(room, language)
    show_answers(room, language)
