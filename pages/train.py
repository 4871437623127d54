"""Train: choose a text and settings, watch the loss fall, and keep the table."""

import os
from dataclasses import replace
from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.charts.training import loss_curve
from embedlab.errors import CorpusError
from embedlab.jobs import Job
from embedlab.settings import parameters
from embedlab.text.pages import train as words
from embedlab.training.job import OBJECTIVES, General
from embedlab.training.objective import Objective
from embedlab.ui import cards, classroom, jobs, links, session, settings, train_claims, train_film, trained
from embedlab.ui.errors import told
from embedlab.wording import LANGUAGES, Language

UPLOAD = 20  # MB of text
SHOWN = ("device", "seed")  # of the general settings; the others are the command line's


def ask(language: Language) -> dict[str, Any]:
    """The objective, the text and the settings of a run."""
    text = words.TEXT[language]
    objective = OBJECTIVES[ask_objective(language)]
    choice = settings.one_of(text.corpus, "corpus", text.corpora, language)
    corpus = choice if choice in LANGUAGES else {"text": own_text(text)}
    with st.expander(text.settings):
        own = settings.widgets(objective.Settings, language, objective.key)
        general = [found for found in parameters(General) if found.name in SHOWN]
        chosen = {found.name: settings.parameter(found, language, found.name) for found in general}
        chosen |= ask_processes(objective, language)
    return {"corpus": corpus, "objective": objective.key, **own, **chosen}


def ask_processes(objective: Objective, language: Language) -> dict[str, int]:
    """Over how many processes; not asked where more than one is of no use, nor in a class, which shares the cores."""
    cores = os.cpu_count() or 1
    if cores < 2 or classroom.running() or not objective.divisible:
        return {}
    found = next(found for found in parameters(General) if found.name == "processes")
    return {found.name: settings.parameter(replace(found, high=min(cores, found.high or cores)), language, found.name)}


def ask_objective(language: Language) -> str:
    """Which objective (`?objective=`), and what it does."""
    first = next(iter(OBJECTIVES))
    links.take("objective", OBJECTIVES, first)
    chosen = st.selectbox(
        words.TEXT[language].objective,
        list(OBJECTIVES),
        format_func=lambda key: OBJECTIVES[key].label.say(language),
        key="objective",
        persist_state="session",
    )
    st.caption(OBJECTIVES[chosen or first].summary.say(language))
    return chosen or first


def own_text(text: words.Train) -> str:
    """What was typed, or the file that was uploaded. Raises CorpusError `corpus.not_text`, `corpus.too_large`."""
    typed = st.text_area(text.type_text, help=text.type_help, height=160, key="own_text", persist_state="session")
    file = st.file_uploader(text.upload, type="txt", max_upload_size=UPLOAD, key="own_file")
    if file is None:
        return typed
    if file.size > UPLOAD * 2**20:  # only the browser keeps to the limit of one box
        raise CorpusError("corpus.too_large", reason="bytes", path=file.name, bytes=file.size, limit=UPLOAD * 2**20)
    try:
        return file.getvalue().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError("corpus.not_text", path=file.name, position=error.start) from error


def submit(chosen: dict[str, Any]) -> None:
    """Start a run that shows its map on the way."""
    trained.submit("train", {**chosen, "watch": True})


def draw_live(job: Job) -> None:
    """The map and the loss so far, and the speed."""
    language, now = session.language(), job.progress
    text = words.TEXT[language]
    points = [*trained.before(job), *((at["done"], at["loss"]) for at in job.history if "loss" in at)]
    if points:
        step, of = int(points[-1][0]), now.get("total", int(points[-1][0]))
        figure = loss_curve(points, of, text.step, text.loss, language, session.colours())
        alt = trained.say_losses(points, step, language)
        left, right = st.columns(2, gap="medium")
        with left:
            train_film.live(job, step, of, language)
        with right:
            st.plotly_chart(figure, width="stretch", key="live_loss", config={"displayModeBar": False}, alt=alt)
    else:
        st.caption(text.meanwhile)
        trained.draw(replace(trained.shipped(language), film=None), language)
    trained.say_speed(now.get("words_per_second"), now.get("device"), language)


def draw_job(job: Job, language: Language) -> None:
    """A run of this session: under way, or ended, and then its table is in use."""
    text = words.TEXT[language]
    under_way = job.active
    jobs.panel(job, language, draw_live)
    if under_way:
        if not job.active:  # it ended while it was drawn
            st.rerun()
        return
    last = trained.last_state(job)
    if last is not None and st.button(text.resume, help=text.resume_help, key="resume"):
        submit({**job.settings, "resume": str(last)})
        st.rerun()
    result = None if job.state == "failed" else job.result()
    if result is None:
        trained.draw(trained.shipped(language), language)
        return
    run = trained.of_result(result)
    if st.session_state.get("trained_in_use") != job.id:
        st.session_state["trained_in_use"] = job.id
        session.use(session.Source(str(run.path)))
        st.rerun()  # the heading names the table in use
    st.success(text.in_use)
    trained.draw(run, language)
    name = f"{run.table.provenance.source}.safetensors"
    st.download_button(text.download, run.path.read_bytes, file_name=name, on_click="ignore", key="download")
    trained.show_record(run, language)


def show_experiments(chosen: dict[str, Any], language: Language) -> None:
    """C06 to C08, with the text and the objective of the page."""
    text = words.TEXT[language]
    st.subheader(text.experiments, anchor=False)
    st.caption(text.experiments_lead)
    with told(language):
        cards.show("C06", text.cards["C06"], language, lambda: train_claims.together(chosen, language))
        cards.show("C07", text.cards["C07"], language, lambda: train_claims.residue(chosen, language))
        cards.show("C08", text.cards["C08"], language, lambda: train_claims.shared_strength(chosen, language))


context = start.page("train")
language = context.language
text = words.TEXT[language]
st.markdown(text.lead)
left, right = st.columns([5, 9], gap="large")
chosen: dict[str, Any] = {}
with left, told(language):
    chosen = ask(language)
    if st.button(text.start, type="primary", key="start"):
        submit(chosen)
with right, told(language):
    job = jobs.of("train", language)
    if job is not None:
        draw_job(job, language)
    else:
        st.caption(text.ready)
        run = trained.shipped(language)
        trained.draw(run, language)
        trained.show_record(run, language)
show_experiments({name: value for name, value in chosen.items() if name != "processes"}, language)
