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
from typing import Any, Final, cast

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("shapan.server")
HEAD: Final = 4
OPEN: Final = 0
EVENT: Final = 1
END: Final = 2
CARRIED: Final = (
    *("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers"),
    *("client", "server", "subprotocols"),
)
"""What of a scope travels; the rest belongs to the process that made it."""

Parcel = tuple[int, int, Any]
"""The number of a stream; OPEN, EVENT or END; what travels."""
ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final[msgspec.msgpack.Decoder[Parcel]] = msgspec.msgpack.Decoder(Parcel)


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


class Reception:
    """Where carried requests arrive: each becomes a call of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._inboxes: dict[tuple[Line, int], asyncio.Queue[Message]] = {}
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
            inbox = self._inboxes[line, stream] = asyncio.Queue()
            task = asyncio.create_task(self._answer(line, stream, content, inbox))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif inbox_there := self._inboxes.get((line, stream)):
            inbox_there.put_nowait(content)

    def _lost(self, line: Line) -> None:
        """The porch has gone, and everybody who stood there with it."""
        for (other, _), inbox in self._inboxes.items():
            if other is line:
                inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def _answer(self, line: Line, stream: int, scope: Scope, inbox: asyncio.Queue[Message]) -> None:
        async def send(message: Message) -> None:
            line.send(stream, EVENT, _plain(message))

        try:
            await self._app({**scope, "asgi": {"version": "3.0"}, "state": {}, "extensions": {}}, inbox.get, send)
        except Exception:
            LOG.exception("a carried request failed")
        finally:
            del self._inboxes[line, stream]
            line.send(stream, END)


def _plain(message: Message) -> Message:
    if "headers" in message:
        return {**message, "headers": [(bytes(name), bytes(value)) for name, value in message["headers"]]}
    return message


# --- the end of the porch --------------------------------------------------------------------------


class Gone(Exception):
    """The house is not there, or has gone while it was answering."""


class Stream:
    """One request or socket that is being carried."""

    def __init__(self, most: int | None) -> None:
        self.answers: asyncio.Queue[Message | None] = asyncio.Queue()
        """What the application says; None at its end."""
        self.most = most
        """How many messages may wait for a slow visitor; None for a request, which has one answer."""
        self.broken = False
        """Has the house gone while it was answering?"""


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
            stream.broken = True
            stream.answers.put_nowait(None)

    def _taken(self, _line: Line, parcel: Parcel) -> None:
        number, sign, content = parcel
        stream = self._streams.get(number)
        if stream is not None:
            stream.answers.put_nowait(content if sign == EVENT else None)

    async def carry(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the house answer. Raises Gone if it cannot, or ends before it has."""
        line = self._line
        if line is None:
            raise Gone
        self._next += 1
        number, stream = self._next, Stream(self._queue if scope["type"] == "websocket" else None)
        self._streams[number] = stream
        line.send(number, OPEN, {name: scope[name] for name in CARRIED if name in scope})
        hearing = asyncio.create_task(_forward(line, number, receive))
        try:
            await self._back(stream, send)
        finally:
            hearing.cancel()
            del self._streams[number]
            line.send(number, EVENT, LEFT[scope["type"]])

    async def _back(self, stream: Stream, send: Send) -> None:
        while True:
            message = await stream.answers.get()
            if message is None:
                if stream.broken:
                    raise Gone
                return
            if stream.most is not None and stream.answers.qsize() > stream.most:  # too slow: dropped, and will resume
                await send({"type": "websocket.close", "code": 1013, "reason": ""})
                return
            await send(message)


async def _forward(line: Line, number: int, receive: Receive) -> None:
    """Whatever the visitor sends goes to the house, until he has gone."""
    while True:
        message = await receive()
        line.send(number, EVENT, message)
        if message["type"].endswith(".disconnect"):
            return


def _set(event: asyncio.Event, _line: Line) -> None:
    event.set()


LEFT: Final = {
    "http": {"type": "http.disconnect"},
    "websocket": {"type": "websocket.disconnect", "code": 1006},
}
GRACE: Final = 1.5
"""Seconds that a house which has just gone is waited for before another one takes its visitors in."""
RETRY: Final = 0.05
"""Seconds between two attempts to reach a house that is not there."""
