"""A few browsers of a class at once, over real websockets: each gets its lists, and a wrong one would be noticed."""

import asyncio

import pytest
import streamlit as st

from bench.classroom import Student, held, join, leave, started


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with started(str(tmp_path_factory.mktemp("class"))) as one:
        yield one


async def lesson(student):
    """Every list that returns is compared with what the library finds."""
    await student.visit("neighbours")
    for ask in (student.ask_token, student.ask_k, student.ask_steps, student.ask_token):
        await ask()
    await student.visit("similarity")
    await student.ask_metric()
    await student.visit("neighbours")  # which still knows token, k and steps


def test_everybody_gets_the_lists_that_they_asked_for(server):
    students, errors = [Student(server.port, seed, 0) for seed in range(4)], []

    async def attend():
        await join(students, errors)
        try:
            await asyncio.gather(*map(lesson, students))
        finally:
            await leave(students)

    asyncio.run(attend())
    assert not errors, server.log()
    assert len({one.browser.session for one in students}) == len(students)
    assert held([server.process.pid]) < 350


def test_a_list_of_another_token_is_an_error(server):
    async def look():
        student = Student(server.port, 0, 0)
        await student.browser.open()
        await student.visit("neighbours")
        await student.ask_token()
        asked, student.token = student.token, "cat"
        with pytest.raises(AssertionError, match="another token"):
            student.check()
        student.token, student.steps = asked, ("centred",)
        with pytest.raises(AssertionError, match="wrong list"):
            student.check()
        await student.browser.close()

    asyncio.run(look())


def test_no_run_collects_the_garbage_of_all_sessions():
    assert st.get_option("runner.postScriptGC") is False  # a hidden option: another Streamlit may call it otherwise
