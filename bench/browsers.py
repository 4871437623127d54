"""What browsers say to a Streamlit server, without the browsers: sessions over real websockets in its protocol.

A `Browser` keeps what a browser keeps: the values of the widgets on its page, the link, the messages that it may be
sent by their hash again, and the parts of the page that renew themselves. It draws nothing, so a hundred of them cost
less than what they ask for. They connect to 127.0.0.1 only.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Callable
from typing import Any, ClassVar

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

SLOWEST = 30.0  # seconds a run may take before it counts as lost
LARGEST = 2**26  # bytes of one message
_TRIGGER = "$$STREAMLIT_INTERNAL_KEY_{id}__events"  # where an element of components.v2 takes its triggers
_VALUES: dict[str, tuple[str, Callable[[Any, bool], Any]]] = {  # by kind of widget: the field, and its content at first
    "button_group": ("string_array_value", lambda one, put: one.raw_values if put else _at(one.options, one.default)),
    "multiselect": ("string_array_value", lambda one, put: one.raw_values if put else _at(one.options, one.default)),
    "selectbox": ("string_value", lambda one, put: one.raw_value if put else one.options[one.default]),
    "number_input": ("double_value", lambda one, put: one.value if put else one.default),
    "text_area": ("string_value", lambda one, put: one.value if put else one.default),
    "checkbox": ("bool_value", lambda one, put: one.value if put else one.default),
}
_AGAIN = ForwardMsg.ScriptFinishedStatus.FINISHED_EARLY_FOR_RERUN


def _at(options: Any, places: Any) -> list[str]:
    """The options at these places, as a browser names them."""
    return [getattr(options[place], "content", options[place]) for place in places]


async def _get(port: int, paths: list[str]) -> list[bytes]:
    """Files one after the other over one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LARGEST)
    got = []
    for path in paths:
        writer.write(f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        if not head.startswith(b"HTTP/1.1 200 ") or length is None:
            raise FailedError(f"/{path}: {head.splitlines()[0].decode()}")
        got.append(await reader.readexactly(int(length[1])))
    writer.close()
    await writer.wait_closed()
    return got


class FailedError(Exception):
    """A run that did not end, or ended with an error on the page."""


class Browser:
    """One session. `elements` holds what stands on the page by the user's key of each widget or element."""

    def __init__(self, port: int, locale: str = "en-US") -> None:
        self.port = port
        self.locale = locale
        self.page = ""
        self.link = ""
        self.session = ""
        self._script = ""  # the hash by which the server knows the page
        self.elements: dict[str, tuple[str, Any]] = {}  # by key: the fragment it belongs to, and the element
        self.texts: list[str] = []  # markdown and alternative texts of this run, in the order they came
        self.errors: list[str] = []
        self._values: dict[str, WidgetState] = {}  # by id
        self._seen: set[str] = set()
        self._known: dict[str, ForwardMsg] = {}  # by hash
        self._renewals: dict[str, asyncio.Task[None]] = {}  # by fragment
        self._ended = asyncio.Event()
        self._asked = ""  # the fragment of the run that is waited for; "" for the whole page
        self._running: list[str] = []  # the fragments of the run under way; none where it is of the whole page
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def open(self, page: str = "") -> float:
        """Connect and have a page drawn. Seconds from the connection to the end of the first run."""
        began = time.perf_counter()
        protocols = [Subprotocol(name) for name in ("streamlit", "x", self.session)[: 3 if self.session else 1]]
        url = f"ws://127.0.0.1:{self.port}/_stcore/stream"
        try:
            self._socket = await connect(
                url, subprotocols=protocols, compression=None, max_size=LARGEST, open_timeout=SLOWEST
            )
        except WebSocketException as error:
            raise FailedError(f"no connection: {error}") from error
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.go(page)
        return time.perf_counter() - began

    async def fetch(self) -> None:
        """Get the files that the first page names, as a browser does that was never here: six at a time."""
        (index,) = await _get(self.port, [""])
        paths = sorted(set(re.findall(r'(?:src|href)="\./(static/[^"]+)"', index.decode())))
        await asyncio.gather(*(_get(self.port, paths[first::6]) for first in range(6)))

    async def close(self) -> None:
        """Leave, as a tab that is shut."""
        self._stop_renewals()
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                await self._reader

    async def go(self, page: str) -> float:
        """Change the page, as its link in the frame does. Seconds to the end of the run."""
        self.page, self.link, self._script = page, "", ""
        return await self._ask()

    async def set(self, key: str, **value: Any) -> float:
        """Give a widget a value, e.g. `double_value=5` or `string_array_value=["centred"]`."""
        fragment, element = self.elements[key]
        self._store(element.id, **value)
        return await self._ask(fragment)

    async def press(self, key: str) -> float:
        """Press a button."""
        fragment, element = self.elements[key]
        return await self._ask(fragment, WidgetState(id=element.id, trigger_value=True))

    async def tell(self, key: str, event: str, value: Any) -> float:
        """What an element of ours sends: an event that is not kept."""
        fragment, element = self.elements[key]
        said = json.dumps([{"event": event, "value": value}])
        return await self._ask(fragment, WidgetState(id=_TRIGGER.format(id=element.id), json_trigger_value=said))

    def data(self, key: str) -> dict[str, Any]:
        """What an element of ours was given."""
        element = self.elements[key][1]
        return json.loads(element.json or element.mixed.json)

    @property
    def renewing(self) -> bool:
        """Whether a part of the page renews itself, as it does while work is under way."""
        return bool(self._renewals)

    async def _ask(self, fragment: str = "", *once: WidgetState) -> float:
        began = time.perf_counter()
        self.errors.clear()
        self._ended.clear()
        self._asked = fragment
        try:
            await self._send(self._message(fragment, once))
            async with asyncio.timeout(SLOWEST):
                await self._ended.wait()
        except TimeoutError:
            raise FailedError(f"no answer in {SLOWEST:.0f} s") from None
        if self.errors:
            raise FailedError("; ".join(self.errors))
        return time.perf_counter() - began

    def _message(self, fragment: str, once: tuple[WidgetState, ...], auto: bool = False) -> bytes:
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.fragment_id, state.page_script_hash = self.link, fragment, self._script
        if not self._script:
            state.page_name = self.page
        state.is_auto_rerun = auto
        state.cached_message_hashes.extend(self._known)
        state.context_info.locale, state.context_info.timezone = self.locale, "UTC"
        state.context_info.url = f"http://127.0.0.1:{self.port}/{self.page}"
        state.widget_states.widgets.extend([*self._values.values(), *once])
        return message.SerializeToString()

    async def _send(self, message: bytes) -> None:
        assert self._socket is not None
        try:
            await self._socket.send(message)
        except ConnectionClosed as error:
            raise FailedError("the connection has ended") from error

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for packet in socket:
                assert isinstance(packet, bytes)
                self._take(ForwardMsg.FromString(packet))
        finally:  # whoever waits hears of it
            self.errors.append("the connection has ended")
            self._ended.set()

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            message, kind = self._known[message.ref_hash], "delta"
        elif message.metadata.cacheable:
            self._known[message.hash] = message
        if (take := self._takers.get(kind or "")) is not None:
            take(self, message)

    def _take_session(self, message: ForwardMsg) -> None:
        self.session = message.new_session.initialize.session_id or self.session
        self._running = list(message.metadata.run.fragment_ids)
        if not self._running:
            self._seen.clear()
            self.texts.clear()
            self._stop_renewals()

    def _take_finished(self, message: ForwardMsg) -> None:
        if message.script_finished == _AGAIN:
            return
        if message.script_finished == ForwardMsg.ScriptFinishedStatus.FINISHED_SUCCESSFULLY:
            self._values = {id_: value for id_, value in self._values.items() if id_ in self._seen}
        if not self._running or self._asked in self._running:  # else a part that renews itself has
            self._ended.set()

    def _take_delta(self, message: ForwardMsg) -> None:
        delta = message.delta
        if delta.WhichOneof("type") != "new_element":
            return
        kind = delta.new_element.WhichOneof("type") or ""
        element: Any = getattr(delta.new_element, kind, None)
        if kind in ("markdown", "heading"):
            self.texts.append(element.body)
        elif kind == "exception" or (kind == "alert" and element.format == element.ERROR):
            self.errors.append(element.message if kind == "exception" else element.body)
        elif getattr(element, "id", ""):
            self.elements[element.id.split("-", 2)[-1]] = delta.fragment_id, element
            self._seen.add(element.id)
            self._keep(kind, element)

    def _keep(self, kind: str, element: Any) -> None:
        """The value that the browser tells the server from now on: what the server set, or the default of a new one."""
        if kind not in _VALUES or (element.id in self._values and not element.set_value):
            return
        name, read = _VALUES[kind]
        value = read(element, bool(element.set_value))
        if value is not None:
            self._store(element.id, **{name: value})

    def _store(self, id_: str, **value: Any) -> None:
        ((name, content),) = value.items()
        state = WidgetState(id=id_)
        if name == "string_array_value":
            state.string_array_value.data.extend(content)
        else:
            setattr(state, name, content)
        self._values[id_] = state

    def _take_page(self, message: ForwardMsg) -> None:
        self._script = message.navigation.page_script_hash

    def _take_link(self, message: ForwardMsg) -> None:
        self.link = message.page_info_changed.query_string

    def _take_renewal(self, message: ForwardMsg) -> None:
        fragment, interval = message.auto_rerun.fragment_id, message.auto_rerun.interval
        if fragment not in self._renewals:
            self._renewals[fragment] = asyncio.create_task(self._renew(fragment, interval))

    def _take_stop(self, message: ForwardMsg) -> None:
        for fragment in message.stop_auto_rerun.fragment_ids:
            if task := self._renewals.pop(fragment, None):
                task.cancel()

    async def _renew(self, fragment: str, interval: float) -> None:
        with contextlib.suppress(FailedError):  # whoever asks next is told
            while True:
                await asyncio.sleep(interval)
                await self._send(self._message(fragment, (), auto=True))

    def _stop_renewals(self) -> None:
        for task in self._renewals.values():
            task.cancel()
        self._renewals.clear()

    _takers: ClassVar[dict[str, Callable[[Browser, ForwardMsg], None]]] = {
        "new_session": _take_session,
        "script_finished": _take_finished,
        "delta": _take_delta,
        "navigation": _take_page,
        "page_info_changed": _take_link,
        "auto_rerun": _take_renewal,
        "stop_auto_rerun": _take_stop,
    }
