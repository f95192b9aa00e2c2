"""Carries requests and sockets from the porch to a house: ASGI events over a local socket, many streams on one line.

The porch is the process that visitors reach; a house is a process that owns games and does the work of the engine. An
ASGI application is spoken to in events of plain values, so these are all that has to travel.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol, cast

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("shapan.server")
HEAD: Final = 4
DOOR: Final = "shapan.door"
"""An extension of ASGI: a way past the events, for messages of a WebSocket that need not wait for anybody."""
OPEN: Final = 0
EVENT: Final = 1
END: Final = 2
TEXT: Final = 3
CARRIED: Final = (
    *("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers"),
    *("client", "server", "subprotocols"),
)
"""What of a scope travels; the rest belongs to the process that made it."""

Parcel = tuple[int, int, Any]
"""The number of a stream; OPEN, EVENT or END, or TEXT for a message of a WebSocket; what travels."""
ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final[msgspec.msgpack.Decoder[Parcel]] = msgspec.msgpack.Decoder(Parcel)


class Door(Protocol):
    """The way to whoever is at the other end of a WebSocket."""

    hear: Callable[[bytes], bool] | None
    """Takes what he says, at once; False if it has to wait its turn among the events."""

    def say(self, text: bytes) -> bool:
        """Send him something; False if it has to wait."""


class Line(asyncio.Protocol):
    """One end of a line: parcels, each a length and a message."""

    def __init__(self, taken: Callable[[Line, Parcel], None], lost: Callable[[Line], None]) -> None:
        self._taken = taken
        self._lost = lost
        self._rest = b""
        self._parcels: list[bytes] = []
        """What goes out next: all that is said in two turns of the event loop goes in one piece, what an action brought
        about with its acknowledgement."""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self._lost(self)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0
        while len(data) - at >= HEAD:
            end = at + HEAD + int.from_bytes(data[at : at + HEAD], "big")
            if len(data) < end:
                break
            self._taken(self, DECODER.decode(data[at + HEAD : end]))
            at = end
        self._rest = data[at:]

    def send(self, stream: int, sign: int, content: Any = None) -> None:
        """Send a parcel; what is sent into a line that has been lost is lost with it."""
        if self.transport is not None:
            if not self._parcels:
                loop = asyncio.get_running_loop()
                loop.call_soon(loop.call_soon, self._flush)
            body = ENCODER.encode((stream, sign, content))
            self._parcels += (len(body).to_bytes(HEAD, "big"), body)

    def _flush(self) -> None:
        parcels, self._parcels = self._parcels, []
        if self.transport is not None:
            self.transport.write(b"".join(parcels))

    def close(self) -> None:
        if self.transport is not None:
            self._flush()
            self.transport.close()


# --- the end of the house --------------------------------------------------------------------------


class Heap:
    """Messages that wait for somebody. Those of a WebSocket are bounded: who neither reads nor waits for answers would
    fill the memory with them."""

    def __init__(self) -> None:
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._letters = 0
        self._ended = False

    def empty(self) -> bool:
        return self._messages.empty()

    def __len__(self) -> int:
        return self._messages.qsize()

    def has_no_room(self, message: Message, most: int) -> bool:
        """Would there be too many with this one, or too much in them?"""
        much = len(self) > 0 and self._letters + len(_text(message)) > MOST_LETTERS
        return not self._ended and (much or len(self) >= most)

    def put(self, message: Message | None) -> None:
        """One more; after the end nothing is taken any more."""
        if not self._ended:
            self._letters += len(_text(message))
            self._messages.put_nowait(message)

    def end(self, *last: Message | None) -> None:
        """Throw away what waits; these are the last ones."""
        while not self.empty():
            self._messages.get_nowait()
        for message in last:
            self.put(message)
        self._ended = True

    async def get(self) -> Message | None:
        """The first."""
        message = await self._messages.get()
        self._letters -= len(_text(message))
        return message


def _text(message: Message | None) -> str:
    return "" if message is None else message.get("text") or ""


def _closing(code: int) -> Message:
    return {"type": "websocket.close", "code": code, "reason": ""}


class Visit:
    """A request or socket that has been carried here; the application's door to it."""

    def __init__(self, line: Line, number: int) -> None:
        self.line, self.number = line, number
        self.inbox = Heap()
        self.hear: Callable[[bytes], bool] | None = None

    def take(self, sign: int, content: Any) -> None:
        """Something has come for it. Whoever says much more than he waits to be answered is sent away."""
        if sign == TEXT and self.hear is not None and self.inbox.empty() and self.hear(content):
            return
        message = {"type": "websocket.receive", "text": content.decode()} if sign == TEXT else content
        if message["type"] == "websocket.receive" and self.inbox.has_no_room(message, UNANSWERED):
            self.inbox.end({"type": "websocket.disconnect", "code": HASTY})
            self.line.send(self.number, EVENT, _closing(HASTY))
        self.inbox.put(message)

    def say(self, text: bytes) -> bool:
        self.line.send(self.number, TEXT, text)
        return True

    async def receive(self) -> Message:
        """What has come first."""
        return cast(Message, await self.inbox.get())

    async def send(self, message: Message) -> None:
        self.line.send(self.number, EVENT, _plain(message))


class Reception:
    """Where carried requests arrive: each becomes a call of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._visits: dict[tuple[Line, int], Visit] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def line(self) -> Line:
        """The protocol of a new connection."""
        return Line(self._taken, self._lost)

    async def finish(self, seconds: float) -> None:
        """Wait for the requests that are being answered."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _taken(self, line: Line, parcel: Parcel) -> None:
        stream, sign, content = parcel
        if sign == OPEN:
            visit = self._visits[line, stream] = Visit(line, stream)
            task = asyncio.create_task(self._answer(visit, content))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif there := self._visits.get((line, stream)):
            there.take(sign, content)

    def _lost(self, line: Line) -> None:
        """The porch has gone, and everybody who stood there with it."""
        for visit in self._visits.values():
            if visit.line is line:
                visit.take(EVENT, {"type": "websocket.disconnect", "code": 1006})

    async def _answer(self, visit: Visit, scope: Scope) -> None:
        told = {"asgi": {"version": "3.0"}, "state": {}, "extensions": {DOOR: visit}}
        try:
            await self._app({**scope, **told}, visit.receive, visit.send)
        except Exception:
            LOG.exception("a carried request failed")
        finally:
            del self._visits[visit.line, visit.number]
            visit.line.send(visit.number, END)


def _plain(message: Message) -> Message:
    if "headers" in message:
        return {**message, "headers": [(bytes(name), bytes(value)) for name, value in message["headers"]]}
    return message


# --- the end of the porch --------------------------------------------------------------------------


def _always() -> bool:
    return True


class Gone(Exception):
    """The house is not there, or has gone while it was answering."""


class Stream:
    """One request or socket that is being carried."""

    def __init__(self, most: int | None, door: Door | None = None) -> None:
        self.door = door
        self.busy = False
        """Is something on its way to the visitor that he has not taken yet?"""
        self.answers = Heap()
        """What the application says; None at its end."""
        self._most = most
        """How many messages may wait for a slow visitor; None for a request, which has one answer."""
        self.broken: Exception | None = None
        """Why there will be no more answers: the house has gone, or what the visitor says is not to be borne."""

    def put(self, message: Message | None) -> bool:
        """Something for the visitor. One who is too slow is dropped, and will resume: False, once."""
        slow = message is not None and self._most is not None and self.answers.has_no_room(message, self._most)
        if slow:
            self.answers.end(_closing(SLOW), None)
        self.answers.put(message)
        return not slow

    def break_off(self, why: Exception) -> None:
        self.broken = self.broken or why
        self.answers.put(None)


class Carrier:
    """The line to one house, connected again whenever it is lost."""

    def __init__(self, path: str, queue: int) -> None:
        self.path = path
        self._queue = queue
        self._line: Line | None = None
        self._streams: dict[int, Stream] = {}
        self._next = 0
        self._up = asyncio.Event()
        self._gone = -GRACE
        """When the house was last seen to go."""
        self._task: asyncio.Task[None] | None = None
        self.on_return: Callable[[], None] = lambda: None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._line is not None:
            self._line.close()

    @property
    def up(self) -> bool:
        return self._line is not None

    async def wait(self, seconds: float) -> bool:
        """Wait for the house to be there."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._up.wait(), seconds)
        return self.up

    async def is_back(self) -> bool:
        """Is the house there, if need be after a moment in which one in reserve takes its place? Whoever went to
        another one would have his game rebuilt there, and again here as soon as its own house is back."""
        left = self._gone + GRACE - time.monotonic()
        return self.up or (left > 0 and await self.wait(left))

    async def _keep_connected(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            lost = asyncio.Event()
            with contextlib.suppress(OSError):
                _, line = await loop.create_unix_connection(partial(Line, self._taken, partial(_set, lost)), self.path)
                self._line = line
                self._up.set()
                self.on_return()
                await lost.wait()
                self._drop()
            await asyncio.sleep(RETRY)

    def _drop(self) -> None:
        self._line = None
        self._gone = time.monotonic()
        self._up.clear()
        for stream in self._streams.values():
            stream.break_off(Gone())

    def _taken(self, line: Line, parcel: Parcel) -> None:
        number, sign, content = parcel
        stream = self._streams.get(number)
        if stream is None:
            return
        if sign == TEXT:
            waits = stream.busy or not stream.answers.empty()
            if not waits and stream.door is not None and stream.door.say(content):
                return
            content = {"type": "websocket.send", "text": content.decode()}
        if not stream.put(None if sign == END else content):
            line.send(number, EVENT, LEFT["websocket"])

    async def carry(self, scope: Scope, receive: Receive, send: Send, borne: Callable[[], bool] = _always) -> None:
        """Let the house answer. Raises Gone if it cannot, or ends before it has, and whatever ``receive`` raises.
        ``borne``: asked at every message that comes by the door; False if it shall be received as an event."""
        line = self._line
        if line is None:
            raise Gone
        self._next += 1
        door = (scope.get("extensions") or {}).get(DOOR)
        number, stream = self._next, Stream(self._queue if scope["type"] == "websocket" else None, door)
        self._streams[number] = stream
        if door is not None:
            door.hear = partial(_hand_on, line, number, borne)
        line.send(number, OPEN, {name: scope[name] for name in CARRIED if name in scope})
        hearing = asyncio.create_task(_forward(line, number, receive))
        hearing.add_done_callback(partial(_heard_out, stream))
        try:
            await self._back(stream, send)
        finally:
            hearing.cancel()
            if door is not None:
                door.hear = None
            del self._streams[number]
            line.send(number, EVENT, LEFT[scope["type"]])

    async def _back(self, stream: Stream, send: Send) -> None:
        while True:
            message = await stream.answers.get()
            if message is None:
                if stream.broken is not None:
                    raise stream.broken
                return
            stream.busy = True
            await send(message)
            stream.busy = False


def _hand_on(line: Line, number: int, borne: Callable[[], bool], text: bytes) -> bool:
    if not borne():
        return False
    line.send(number, TEXT, text)
    return True


async def _forward(line: Line, number: int, receive: Receive) -> None:
    """Whatever the visitor sends goes to the house, until he has gone."""
    while True:
        message = await receive()
        line.send(number, EVENT, message)
        if message["type"].endswith(".disconnect"):
            return


def _heard_out(stream: Stream, hearing: asyncio.Task[None]) -> None:
    """What the visitor sends was too much, or too late: there is nothing to wait for."""
    if not hearing.cancelled() and isinstance(error := hearing.exception(), Exception):
        stream.break_off(error)


def _set(event: asyncio.Event, _line: Line) -> None:
    event.set()


LEFT: Final = {
    "http": {"type": "http.disconnect"},
    "websocket": {"type": "websocket.disconnect", "code": 1006},
}
SLOW: Final = 1013
HASTY: Final = 4429
UNANSWERED: Final = 64
"""Messages of a WebSocket that may wait at a house; nobody may send so many at once."""
MOST_LETTERS: Final = 512 * 1024
"""In several messages that wait for somebody."""
GRACE: Final = 1.5
"""Seconds that a house which has just gone is waited for before another one takes its visitors in."""
RETRY: Final = 0.05
"""Seconds between two attempts to reach a house that is not there."""
