"""deploy/nginx.conf, as it is but for ports and certificate, in a real nginx before two servers and a real browser."""

import os
import shutil
import signal
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import APPS
from tools.browser import ROOT, Server, free_port

SECRET = "one for all servers"
MAIN = """
daemon off;
pid nginx.pid;
error_log error.log;
worker_processes 1;
worker_shutdown_timeout 1s;
events {}
http {
  log_format who "$request_uri $embedlab_served";
  access_log access.log who;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  include site.conf;
}
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="nginx runs on Linux and macOS")


class Proxy:
    """nginx with deploy/nginx.conf before two servers, `a` and `b`; `url` is its address."""

    def __init__(self, folder: Path, servers: dict[str, Server]) -> None:
        self.servers, self.folder = servers, folder
        plain, tls = free_port(), free_port()
        self.url = f"https://127.0.0.1:{tls}"
        site = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
        for there, here in {
            ":8501": f":{servers['a'].port}",
            ":8502": f":{servers['b'].port}",
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ": f"listen 127.0.0.1:{tls} ",
            "/etc/embedlab/": f"{folder}/",
        }.items():
            assert there in site
            site = site.replace(there, here)
        (folder / "site.conf").write_text(site, "utf-8")
        (folder / "nginx.conf").write_text(MAIN, "utf-8")
        certificate = ["-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=127.0.0.1", "-nodes"]
        certificate += ["-addext", "subjectAltName=IP:127.0.0.1"]
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        subprocess.run(["openssl", "req", "-x509", *key, *certificate], cwd=folder, check=True, capture_output=True)
        self.process = subprocess.Popen([_nginx(), "-p", folder, "-c", "nginx.conf"], start_new_session=True)
        end = time.monotonic() + 10
        while not (folder / "nginx.pid").exists():
            assert time.monotonic() < end, (folder / "error.log").read_text("utf-8", "replace")
            time.sleep(0.05)

    def reload(self) -> None:
        """As after a new certificate: a second later the websockets of before are shut."""
        self.process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(10)


def _nginx() -> str:
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if found is None or not shutil.which("openssl"):
        (pytest.fail if "CI" in os.environ else pytest.skip)("no nginx or no openssl: install nginx-light and openssl")
    return found


def start(name: str, folder: Path) -> Server:
    folder.mkdir(exist_ok=True)
    return Server(APPS / "replica.py", folder, STREAMLIT_SERVER_COOKIE_SECRET=SECRET, REPLICA=name)


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    _nginx()
    servers = {name: start(name, tmp_path / name) for name in "ab"}
    try:
        found = Proxy(tmp_path, servers)  # which may start one of them anew
        yield found
        found.close()
    finally:
        for server in servers.values():
            server.close()


def answered(proxy: Proxy, cookie: str = "") -> tuple[str, str]:
    """The server that answers a request without a websocket, and the one that its cookie names; "" for no cookie."""
    probe = f"/?{time.monotonic_ns()}"
    request = urllib.request.Request(f"{proxy.url}{probe}", headers={"Cookie": f"embedlab_server={cookie}"})
    context = ssl.create_default_context(cafile=proxy.folder / "certificate.pem")
    with urllib.request.urlopen(request, timeout=10, context=context) as answer:
        found = SimpleCookie(answer.headers["Set-Cookie"])
    end, log = time.monotonic() + 10, ""
    while f"{probe} " not in log or not log.endswith("\n"):  # nginx writes its line after the answer
        assert time.monotonic() < end, log
        log = (proxy.folder / "access.log").read_text("utf-8")
    lines = dict(line.split(" ") for line in log.splitlines())
    return lines[probe], found["embedlab_server"].value if found else ""


def named(page: Page) -> str:
    """The server that the browser's cookie names; scripts cannot read it, and it never travels in the clear."""
    (found,) = [cookie for cookie in page.context.cookies() if cookie["name"] == "embedlab_server"]
    assert found["secure"]
    assert found["httpOnly"]
    return found["value"]


def press(page: Page, server: str, times: int) -> None:
    """Press once more; `times` it was pressed in the session of now."""
    page.get_by_role("button", name="press").click()
    expect(page.get_by_text(f"server {server}, pressed {times}")).to_be_visible()


def upload(page: Page, name: str) -> None:
    content = {"name": name, "mimeType": "text/plain", "buffer": b"x" * 300_000}
    page.locator('input[type="file"]').set_input_files(content)
    expect(page.get_by_text(f"{name}: 300000 bytes")).to_be_visible()


def test_a_browser_stays_at_its_server_and_outlives_it(proxy, open_page, faults, monkeypatch):
    assert {answered(proxy) for _ in range(30)} == {("a", "a"), ("b", "b")}
    assert {answered(proxy, name) for name in "ab" for _ in range(5)} == {("a", ""), ("b", "")}
    assert answered(proxy, "elsewhere") in [("a", "a"), ("b", "b")]

    page, neighbour = open_page(ignore_https_errors=True), open_page(ignore_https_errors=True)
    page.goto(proxy.url)
    mine = named(page)
    other = {"a": "b", "b": "a"}[mine]
    neighbour.context.add_cookies([{"name": "embedlab_server", "value": other, "url": proxy.url}])
    neighbour.goto(proxy.url)
    press(neighbour, other, 1)
    press(page, mine, 1)
    upload(page, "first.txt")
    for _ in range(3):  # another websocket each time; by lot all three would stay in one case of eight
        page.reload()
        expect(page.get_by_text(f"server {mine}, pressed 0")).to_be_visible()
    press(page, mine, 1)
    with page.expect_websocket():
        proxy.reload()
    press(page, mine, 2)  # the very session of before
    upload(page, "second.txt")

    with page.expect_websocket():
        proxy.servers[mine].process.kill()
        proxy.servers[mine].process.wait(10)
    assert answered(proxy, mine) == (other, "")
    press(page, other, 0)  # a new session draws the page first
    press(page, other, 1)
    assert named(page) == other
    upload(page, "third.txt")
    press(neighbour, other, 2)  # who was here all along noticed nothing

    monkeypatch.setattr("tools.browser.free_port", lambda: proxy.servers[mine].port)
    proxy.servers[mine] = start(mine, proxy.servers[mine].home)
    end = time.monotonic() + 60
    while answered(proxy, mine)[0] == other:  # nginx gives it some seconds
        assert time.monotonic() < end
        time.sleep(0.2)
    upload(page, "fourth.txt")
    press(page, other, 2)
    faults.clear()  # the browser tells of the connections that were cut
