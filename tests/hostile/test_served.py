"""A started server and visitors who keep to no rule: what it gives, what it refuses, and who sees whose table.

Two servers: `own` as `make run` starts it, `room` beyond this machine with every option as lax as it goes.
"""

import io
import os
import socket
import sys
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
import streamlit

from embedlab.text.pages import checkpoint as words
from embedlab.text.pages import maps
from embedlab.ui.page import PAGES
from embedlab.ui.reach import UPLOAD, listens_beyond
from tests.visitor import Served, Visitor, app_with, put, request

BROKEN = """
import embedlab.ui.start as start
start.page("home")
raise RuntimeError("a secret of the server")
"""
MB = 2**20


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    app = app_with(tmp_path_factory.mktemp("app"))
    with Served(app, tmp_path_factory.mktemp("home")) as server:
        Visitor(server.url).run().close()
        yield server


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    lax = {"server.address": "0.0.0.0", "server.maxUploadSize": 300, "client.showErrorDetails": "full"}
    app = app_with(tmp_path_factory.mktemp("app"), broken=BROKEN)
    with Served(app, tmp_path_factory.mktemp("home"), lax) as server:
        yield server


@pytest.fixture
def visit():
    """`visit(server)`: a new session; `host=` another name for the server."""
    visitors = []

    def open_one(server, **choices):
        visitors.append(Visitor(server.url, **choices))
        return visitors[-1]

    yield open_one
    for visitor in visitors:
        visitor.close()


def reached(server, address):
    try:
        socket.create_connection((address, server.port), timeout=5).close()
    except OSError:
        return False
    return True


def npy(rows, dims):
    file = io.BytesIO()
    np.save(file, np.random.default_rng(rows).standard_normal((rows, dims)).astype(np.float32))
    return file.getvalue()


def use(visitor, name, content):
    """Upload a file on the page Checkpoint and take its table into use."""
    visitor.run(page="checkpoint").upload("checkpoint_0", name, content)
    return visitor.press(words.EN.use)


# What a server beyond this machine does not do


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers at all of 127.0.0.0/8")
def test_without_a_word_about_it_a_server_listens_on_127_0_0_1(own, room):
    assert reached(own, "127.0.0.1")
    assert not reached(own, "127.0.0.2")
    assert reached(room, "127.0.0.2")  # and so would the other have been


@pytest.mark.parametrize("address", [None, "", "0.0.0.0", "::", "192.0.2.7", "class.example.org", "unix:///run/app"])
def test_any_other_address_is_beyond(address):
    assert listens_beyond(address)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_loopback_has_several_names(address):
    assert not listens_beyond(address)


def test_files_are_opened_by_path_on_this_machine_only(own, room, visit):
    (own.home / "mine.npy").write_bytes(npy(5, 3))
    (room.home / "mine.npy").write_bytes(npy(5, 3))
    opened = visit(own).run(page="checkpoint").set("checkpoint_path", string_value="mine.npy")
    assert "mine.npy" in opened.says
    (box,) = opened.has("text_input")
    for page in ("checkpoint", "compare"):
        guest = visit(room).run("with=file", page=page)
        assert not guest.has("text_input")
    guest = visit(room).run(page="checkpoint")
    guest.states[box.id] = opened.states[box.id]  # nobody asked, and it is sent all the same
    assert "mine.npy" not in guest.again().says
    assert str(room.home) not in guest.says


@pytest.mark.parametrize("host", ["evil.example", "192.0.2.7:80", "lab.example.org"])
def test_who_comes_by_another_name_opens_nothing_by_path(own, host, visit):
    """A page elsewhere whose name was made to point here, or a proxy."""
    assert not visit(own, host=host).run(page="checkpoint").has("text_input")


@pytest.mark.parametrize("host", ["localhost:8501", "[::1]:8501"])
def test_this_machine_may_be_called_by_its_other_names(own, host, visit):
    assert visit(own, host=host).run(page="checkpoint").has("text_input")


def test_uploads_are_smaller_in_a_room(own, room, visit):
    guest, owner = visit(room).run(page="checkpoint"), visit(own).run(page="checkpoint")
    assert {box.max_upload_size_mb for box in guest.has("file_uploader")} == {UPLOAD}
    assert {box.max_upload_size_mb for box in owner.has("file_uploader")} == {200}
    assert put(guest, "a.npy", b"small") == 204
    assert put(guest, "a.npy", b"", Content_Length=str(UPLOAD * MB + 1)) == 413  # before a byte of it is sent
    pieces = (bytes(MB) for _ in range(UPLOAD + 2))
    assert put(guest, "a.npy", pieces, chunked=True) == 413  # nor by who does not say how much will come


def test_a_text_larger_than_its_box_takes_is_refused_though_it_arrived(own, visit):
    visitor = visit(own).run("corpus=own", page="train")
    visitor.upload("own_file", "novel.txt", b"a cat sat. " * (2 * MB))
    assert f"novel.txt has {22 * MB:,} bytes; at most {20 * MB:,} are read" in visitor.says
    assert not visitor.has("exception")


def test_an_upload_needs_a_session_and_the_token_of_the_page(own, visit):
    visitor = visit(own).run()
    assert put(visitor, "a", b"x", xsrf=False) == 403
    for session in ("nobody", "..%2f..%2fapp", "00000000-0000-0000-0000-000000000000"):
        assert put(visitor, "a", b"x", session=session) in (400, 404)


def test_no_error_tells_of_the_server(room, visit):
    guest = visit(room).run(page="broken")
    (shown,) = guest.has("exception")
    assert "secret" not in guest.says
    assert not shown.stack_trace
    assert str(Path(streamlit.__file__).parent) not in guest.says
    assert "a secret of the server" in room.log()  # it is for whoever keeps the server


# Paths


@pytest.mark.parametrize(
    "before", ["", "/static", "/media", "/app/static", "/component/x", "/_stcore/bidi-components/x"]
)
def test_no_address_leads_out_of_what_is_served(own, before):
    secret = own.home / "secret.txt"
    secret.write_text("the secret")
    away = os.path.relpath(secret, Path(streamlit.__file__).parent / "static")
    names = [away, away.replace("../", "..%2f"), away.replace("..", "%2e%2e"), away.replace("/", "%5c"), f"/{secret}",
             f"%2f{secret}", f"x/{away}", away.replace("../", "....//"), f"{away}%00.js", f"file:{secret}"]  # fmt: skip
    for name in names:
        status, body, _ = request(own.url, "GET", f"{before}/{name}")
        assert b"the secret" not in body, name
        assert status < 500, name


NAMES = ("token", "u", "v", "k", "steps", "metric", "job", "lang", "teacher", "corpus", "objective", "with", "measure")
LINKS = ("../../etc/passwd", "/etc/passwd", "%2e%2e%2f", "<script>x</script>", "$x$:material/home:", "-1", "1e999",
         "\0", "x" * 5_000)  # fmt: skip


@pytest.mark.parametrize("page", ["", *sorted(PAGES.keys() - {"home"})])
def test_a_link_may_say_anything(own, page, visit):
    for shift in range(0, len(LINKS), 5):
        said = {name: LINKS[(place + shift) % len(LINKS)] for place, name in enumerate(NAMES)}
        visitor = visit(own).run(urlencode(said), page=page)
        assert not visitor.has("exception")
        assert "root:" not in visitor.says
        assert visitor.has("heading")
        visitor.close()


# Files that change between the look and the use


@pytest.mark.parametrize("swapped", ["file", "folder"])
def test_a_file_that_became_a_link_out_of_the_root_is_not_opened(own, swapped, visit, tmp_path):
    (tmp_path / "table.npy").write_bytes(npy(77, 3))
    folder = own.home / swapped
    folder.mkdir()
    (folder / "table.npy").write_bytes(npy(5, 3))
    visitor = visit(own).run(page="checkpoint").set("checkpoint_path", string_value=f"{swapped}/table.npy")
    assert "5 rows × 3" in visitor.press(words.EN.use).says
    (folder / "table.npy").unlink()
    if swapped == "folder":
        folder.rmdir()
        folder.symlink_to(tmp_path)
    else:
        (folder / "table.npy").symlink_to(tmp_path / "table.npy")
    assert "There is no file or folder table.npy" in visitor.run(page="neighbours").says
    assert "77 rows" not in visitor.says
    assert "526 rows" in visitor.says


# Who sees what


def test_two_sessions_see_their_own_tables_only(own, visit):
    """Files of one name, with other rows; the second is opened while the first is in use."""
    one, two = visit(own), visit(own)
    use(one, "table.npy", npy(31, 3))
    use(two, "table.npy", npy(47, 3))
    for page in ("checkpoint", "neighbours", "similarity", "lookup", ""):
        assert "31 rows" in one.run(page=page).says
        assert "47 rows" in two.run(page=page).says
        assert "47 rows" not in one.says
        assert "31 rows" not in two.says
    third = visit(own).run(one.query, page="checkpoint")
    assert "table.npy" not in third.says
    assert "31 rows" not in third.says


def test_a_download_is_not_found_by_its_place(own, visit):
    """Its address is made of its content: who has not the file cannot ask for it."""
    visitor = visit(own).run(page="maps")
    assert visitor.download(maps.EN.csv)
    for address in ("/media/", "/media/table.csv", "/media/..%2ftable.csv", f"/media/{visitor.id}"):
        status, body, _ = request(own.url, "GET", address)
        assert status in (400, 404), (address, body[:200])


@pytest.mark.parametrize("name", ["../../../table.npy", "x" * 300])
def test_the_name_of_an_upload_leads_nowhere(own, name, visit):
    before = sorted(own.home.iterdir())
    visitor = visit(own)
    use(visitor, name, npy(31, 3))
    assert "31 rows" in visitor.says
    assert sorted(own.home.iterdir()) == before
