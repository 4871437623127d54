"""What a server holds for those who left, in a server of its own."""

import sys
import time

import pytest

from bench.memory import private_megabytes
from tests.visitor import Served, Visitor, app_with, put

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says in /proc what a process holds")
MB = 2**20


@pytest.fixture
def served(tmp_path_factory):
    app, home = app_with(tmp_path_factory.mktemp("app")), tmp_path_factory.mktemp("home")
    with Served(app, home, {"server.disconnectedSessionTTL": 1}) as server:
        yield server


def held(server):
    return private_megabytes(server.process.pid)


def let_go(server, megabytes, staying):
    """Whether it comes to hold no more than this, while somebody else goes on."""
    until = time.monotonic() + 15
    while held(server) > megabytes and time.monotonic() < until:
        time.sleep(0.5)
        staying.again()
    return held(server) <= megabytes


def test_what_someone_uploaded_goes_with_them_although_nobody_else_leaves(served):
    staying, leaving = (Visitor(served.url).run(page="lookup") for _ in range(2))
    before = held(served)
    assert put(leaving, "large.npy", bytes(60 * MB)) == 204
    assert held(served) > before + 50
    leaving.close()
    assert let_go(served, before + 20, staying)
    staying.close()
