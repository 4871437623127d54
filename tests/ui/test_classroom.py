"""The room of a class, and how it is opened."""

import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from embedlab.errors import JobError
from embedlab.tablefile import write
from embedlab.ui.classroom import WAIT, Room
from embedlab.ui.join_code import join_code, terminal_code
from embedlab.ui.open_class import UPLOAD, command, own_address
from embedlab.ui.session import SHIPPED, Source
from tests import tables
from tools.browser import free_port


def test_only_the_first_choice_of_a_browser_counts():
    room = Room()
    room.answer("C06", "a", "near")
    room.answer("C06", "a", "far")
    room.answer("C06", "b", "far")
    assert room.counts("C06") == {"near": 1, "far": 1}
    assert room.counts("C07") == {}


def test_a_given_table_outlives_its_owner_and_a_new_lesson_forgets_it(tmp_path):
    path = tmp_path / "own.safetensors"
    write(tables.plain(), path)
    room = Room()
    room.give(Source(str(path), name="own"))
    path.unlink()
    assert room.table is not None
    assert room.table.name == "own"
    kept = room.folder.path
    assert (kept / "own.safetensors").exists()
    room.answer("C06", "a", "near")
    room.training = "off"
    editions = room.edition
    room.begin()
    assert (room.table, room.counts("C06"), room.training, room.lesson) == (None, {}, "on", 1)
    assert room.edition > editions
    assert not kept.exists()


def test_the_shipped_table_is_given_as_it_is():
    room = Room()
    shipped = Source(str(SHIPPED / "table_pt.safetensors"))
    room.give(shipped)
    assert room.table == shipped


def test_training_is_on_limited_or_off():
    room = Room()
    room.permit("a", 0.0)
    room.permit("a", 1.0)
    room.training = "limited"
    room.permit("b", 2.0)
    with pytest.raises(JobError) as refused:
        room.permit("b", 2.0 + WAIT - 60)
    assert (refused.value.code, refused.value.fields["seconds"]) == ("job.training_limited", 61)
    room.permit("b", 2.0 + WAIT)
    room.training = "off"
    with pytest.raises(JobError, match=r"job\.training_off"):
        room.permit("c", 0.0)


def test_the_code_is_black_on_white_with_its_quiet_zone():
    svg = join_code("http://192.0.2.7:8501")
    side = int(re.search(r'width="(\d+)"', svg)[1]) // 8
    assert (side - 8 - 17) % 4 == 0  # a QR code has 17 + 4 x version modules, here with four of quiet on each side
    assert "#fff" in svg
    assert "#000" in svg
    assert len(terminal_code("http://192.0.2.7:8501").splitlines()) >= 13


def test_a_room_gets_the_safe_limits():
    flags = command("192.0.2.7", 8501, 24)
    assert "--server.address=0.0.0.0" in flags
    assert f"--server.maxUploadSize={UPLOAD}" in flags
    assert UPLOAD == 100
    assert "--theme.baseFontSize=24" in flags


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not replace a process")
def test_a_class_is_reached_from_the_room_and_ends_with_its_command(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBEDLAB_ROOT", str(tmp_path))
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, "-m", "embedlab.ui.open_class", "--port", str(port)], stdout=subprocess.PIPE, text=True
    )
    try:
        said = "".join(_until_teacher(child))
        link = f"http://{own_address()}:{port}"
        assert f"The class types   {link}\n" in said
        assert re.search(rf"{re.escape(link)}/classroom\?teacher=\S{{12}}\n", said)
        assert _answers(f"{link}/_stcore/health")
    finally:
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=20)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5)


def _until_teacher(child):
    while line := child.stdout.readline():
        yield line
        if "teacher" in line:
            return


def _answers(url):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return answer.status == 200
        except urllib.error.URLError:
            time.sleep(0.2)
    return False
