"""A class in real browsers: the teacher's page counts what a student chooses, and gives the student another table."""

import re

from playwright.sync_api import expect

from embedlab.ui.classroom import LINK, TEACHER
from tests.browser.conftest import ROOT
from tests.browser.opening import open_at, scrolls_sideways
from tools.browser import wait_idle

LINK_OF_CLASS = "http://192.0.2.7:8501"


def test_a_student_predicts_and_gets_the_teachers_table(serve, open_page):
    server = serve(ROOT / "app.py", **{TEACHER: "word", LINK: LINK_OF_CLASS})
    teacher = open_page(locale="pt-BR")
    open_at(teacher, f"{server.url}/classroom?teacher=word")
    expect(teacher.get_by_role("heading", name=LINK_OF_CLASS)).to_be_visible()
    assert "word" not in teacher.url
    student = open_page(width=390, height=844)
    open_at(student, f"{server.url}/ledger")
    assert student.get_by_role("link", name="Class").count() == 0
    student.get_by_role("radio", name="untied, two tables").click()
    expect(student.get_by_text("The class chose: tied, one table 0 · untied, two tables 1")).to_be_visible()
    assert not scrolls_sideways(student)
    expect(teacher.get_by_text("untied, two tables: 1 de 1")).to_be_visible()
    expect(student.get_by_text(re.compile("corpus_en"))).to_be_visible()
    teacher.get_by_role("button", name="Dar minha tabela à turma").click()
    expect(teacher.get_by_text(re.compile("A turma tem"))).to_be_visible()
    student.get_by_role("radio", name="tied, one table", exact=True).click()
    expect(student.get_by_text(re.compile("corpus_pt"))).to_be_visible()
    teacher.get_by_role("button", name="Nova aula").click()
    expect(teacher.get_by_text("Ainda sem respostas.")).to_be_visible()
    wait_idle(student)
    student.get_by_role("radio", name="Qwen3.8-27B").click()
    expect(student.get_by_text("The class chose")).to_have_count(0)
