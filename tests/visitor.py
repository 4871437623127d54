"""A browser's side of Streamlit's protocol: real sessions with a real server, at a hundredth of a browser's price.

It sends what it is told to, also what no browser would. `bench/browsers.py` keeps what a browser keeps, and renews it.
"""

import http.client
import re
import shutil
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets import Subprotocol
from websockets.sync.client import connect

from embedlab.jobs import keeper
from tools.browser import ROOT, Server

_AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN
PATIENCE = 60.0  # seconds for one answer: a first page imports pandas and plotly


class Visitor:
    """One session. `elements` holds what stands on its page, by place; `says` all texts of it."""

    def __init__(self, url: str, host: str | None = None) -> None:
        """host: another name for the server in the request, as a proxy or a page elsewhere would send it."""
        self.url, self.host, self.id = url, host, ""
        self.elements: dict[tuple[int, ...], Any] = {}
        self.states: dict[str, WidgetState] = {}
        self.query, self.page = "", ""
        self._open = ExitStack()
        address, kind = f"ws://{host or urlsplit(url).netloc}/_stcore/stream", [Subprotocol("streamlit")]
        opening = connect(address, sock=_socket(url), subprotocols=kind, max_size=None)
        self._socket = self._open.enter_context(opening)

    def run(self, query: str = "", page: str = "") -> "Visitor":
        """Open a page by its link, and wait until it stands."""
        self.query, self.page = query, page
        return self.again()

    def set(self, key: str, **value: Any) -> "Visitor":
        """Give a widget, found by its key, a value, and run the page again."""
        state = WidgetState(id=self.widget(key).id)
        for name, given in value.items():
            field = getattr(state, name)
            field.CopyFrom(given) if hasattr(field, "CopyFrom") else setattr(state, name, given)
        self.states[state.id] = state
        return self.again()

    def press(self, label: str) -> "Visitor":
        """Press the button of this label, and run the page again."""
        (button,) = [one for one in self.has("button") if one.label == label]
        self.states[button.id] = WidgetState(id=button.id, trigger_value=True)
        self.again()
        del self.states[button.id]
        return self

    def upload(self, key: str, name: str, content: bytes) -> "Visitor":
        """Give a file to the upload box with this key, and run the page again."""
        file_id = f"file-{len(self.states)}"
        assert put(self, name, content, file_id) == 204
        state = FileUploaderState()
        state.uploaded_file_info.add(name=name, size=len(content), file_id=file_id).file_urls.file_id = file_id
        return self.set(key, file_uploader_state_value=state)

    def download(self, label: str) -> bytes:
        """What the download button of this label gives."""
        (button,) = [one for one in self.has("download_button") if one.label == label]
        address = button.url
        if button.deferred_file_id:
            message = BackMsg()
            asked = message.backend_operation_request
            asked.request_id, asked.session_id, asked.deferred_file.file_id = "1", self.id, button.deferred_file_id
            self._socket.send(message.SerializeToString())
            while (answer := self._next()).WhichOneof("type") != "backend_operation_response":
                self._take(answer)
            assert not answer.backend_operation_response.error_msg
            address = answer.backend_operation_response.deferred_file.url
        status, content, _ = request(self.url, "GET", address)
        assert status == 200
        return content

    def widget(self, key: str) -> Any:
        """The widget with this key. Fails where the page has none."""
        found = [one for one in self._parts() if getattr(one, "id", "").endswith(f"-{key}")]
        assert len(found) == 1, f"{len(found)} widgets are called {key}"
        return found[0]

    def has(self, kind: str) -> list[Any]:
        """The elements of a kind, such as "text_input", in their order."""
        places = sorted(place for place, one in self.elements.items() if one.WhichOneof("type") == kind)
        return [getattr(self.elements[place], kind) for place in places]

    @property
    def says(self) -> str:
        """Everything that stands on the page, without what escaping added."""
        return "\n".join(map(_texts, self._parts())).replace("\u2060", "").replace("\\", "")

    def until(self, said: str, seconds: float = 20.0) -> "Visitor":
        """Wait until the page says this: it is run again and again."""
        end = time.monotonic() + seconds
        while said not in self.says:
            assert time.monotonic() < end, f"{said!r} was not said, but:\n{self.says[-3000:]}"
            time.sleep(0.1)
            self.again()
        return self

    def close(self) -> None:
        """Close the browser."""
        self._open.close()

    def again(self) -> "Visitor":
        """Run the page again with what its widgets hold."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        message.rerun_script.context_info.locale = "en-US"
        message.rerun_script.widget_states.widgets.extend(self.states.values())
        self._socket.send(message.SerializeToString())
        while True:
            answer = self._next()
            self._take(answer)
            if answer.WhichOneof("type") == "script_finished" and answer.script_finished != _AGAIN:
                return self

    def _next(self) -> ForwardMsg:
        answer = ForwardMsg()
        answer.ParseFromString(self._socket.recv(timeout=PATIENCE, decode=False))
        return answer

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session = message.new_session
            self.id = message.new_session.initialize.session_id
            self.elements.clear()
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self.elements[tuple(message.metadata.delta_path)] = message.delta.new_element
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string

    def _parts(self) -> list[Any]:
        return [getattr(one, one.WhichOneof("type")) for _, one in sorted(self.elements.items())]


def _socket(url: str) -> socket.socket:
    place = urlsplit(url)
    return socket.create_connection((place.hostname, place.port), timeout=PATIENCE)


def _texts(part: Any) -> str:
    """Every text in a message of the protocol, one a line."""
    found = []
    for field, value in part.ListFields():
        values = value if field.is_repeated else [value]
        if field.type == field.TYPE_MESSAGE and not field.message_type.GetOptions().map_entry:
            found += map(_texts, values)
        elif field.type == field.TYPE_STRING:
            found += values
    return "\n".join(found)


def request(
    url: str, method: str, path: str, body: Any = None, chunked: bool = False, **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """One request exactly as given: no client library puts the path in order first. Status, body, headers."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in named.items():
            connection.putheader(name, value)
        if chunked:
            connection.putheader("Transfer-Encoding", "chunked")
        elif isinstance(body, bytes) and "Content-Length" not in named:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders()
        try:
            for piece in [body] if isinstance(body, bytes) else body or ():
                connection.send(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
            if chunked:
                connection.send(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has heard enough, and its answer is there
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def put(visitor: Visitor, name: str, content: Any, file_id: str = "f1", xsrf: bool = True, chunked: bool = False,
        session: str | None = None, **headers: str) -> int:  # fmt: skip
    """Send a file to the server as the upload box does, or as nobody does. The status.

    content: bytes, or an iterable of pieces. xsrf: with the token that the server gives to its own pages.
    """
    _, _, given = request(visitor.url, "GET", "/_stcore/health")
    cookie = re.search(r"_streamlit_xsrf=([^;]+)", given.get("set-cookie", ""))
    token = {"Cookie": f"_streamlit_xsrf={cookie[1]}", "X_Xsrftoken": cookie[1]} if xsrf and cookie else {}
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n' % name.encode()
    tail = b"\r\n--x--\r\n"
    body: Any = head + content + tail if isinstance(content, bytes) else _around(head, content, tail)
    path = f"/_stcore/upload_file/{visitor.id if session is None else session}/{file_id}"
    sent = {"Content_Type": "multipart/form-data; boundary=x", **token, **headers}
    return request(visitor.url, "PUT", path, body, chunked, **sent)[0]


def _around(head: bytes, pieces: Any, tail: bytes) -> Any:
    yield head
    yield from pieces
    yield tail


COLD = """
from embedlab.jobs import Engine, keeper
from embedlab.ui import jobs as _jobs
with _jobs._making:
    _jobs._made or _jobs._made.append(Engine(allow={allow!r}, silence={silence!r}))
keeper.KEPT_ABOVE = {kept_above!r}
"""


def app_with(
    folder: Path, silence: float = 90.0, kept_above: int = keeper.KEPT_ABOVE, allow: tuple[str, ...] = (), **pages: str
) -> Path:
    """A copy of the app with further pages, each of which is its source. The path of its app.py.

    Once home was open, its job host is a cold one, which costs a hundredth of the seconds of a warm one, and may run
    functions of the modules `allow`.
    """
    cold = COLD.format(allow=allow, silence=silence, kept_above=kept_above)
    (folder / "app.py").write_text(cold + (ROOT / "app.py").read_text("utf-8"), "utf-8")
    shutil.copytree(ROOT / "pages", folder / "pages")
    for name, source in pages.items():
        (folder / "pages" / f"{name}.py").write_text(source)
    return folder / "app.py"


class Served(Server):
    """The app as the options given here make it, and otherwise as the configuration does."""

    def __init__(self, app: Path, home: Path, options: dict[str, Any] | None = None, before: tuple[str, ...] = (),
                 **environment: str) -> None:  # fmt: skip
        self.options, self.before = options or {}, before
        super().__init__(app, home, 60.0, **environment)

    def command(self, app: Path) -> list[str]:
        """What is started: nothing says where it listens, unless the options do."""
        options = {"server.port": self.port, "server.headless": "true", **self.options}
        flags = [f"--{name}={value}" for name, value in options.items()]
        return [*self.before, sys.executable, "-m", "streamlit", "run", str(app), *flags]
