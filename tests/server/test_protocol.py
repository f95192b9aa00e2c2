"""Visitors who send half of something, or read nothing of what they asked for, are not waited for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from shapan.server import protocol
from shapan.server.carry import DOOR, Door
from shapan.server.protocol import FRAMES, PromptProtocol, uvicorn_settings

pytestmark = pytest.mark.anyio

LARGE = b"x" * 4_000_000


async def _large(scope: Scope, receive: Receive, send: Send) -> None:
    """Takes what comes, and answers with more than any system keeps for a reader."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(8):
        await send({"type": "http.response.body", "body": LARGE, "more_body": True})
    await send({"type": "http.response.body"})


@asynccontextmanager
async def visiting(app: ASGIApp = _large) -> AsyncIterator[tuple[socket.socket, asyncio.Event]]:
    """A connection to a server, and what happens when the server gives it up."""
    config = Config(app, **uvicorn_settings(None))
    config.load()
    lost = asyncio.Event()

    class Watched(PromptProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    make: Callable[[], Watched] = lambda: Watched(config, ServerState(), {})  # noqa: E731
    loop = asyncio.get_running_loop()
    server = await loop.create_server(make, "127.0.0.1", 0)
    with socket.socket() as visitor:
        visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        visitor.setblocking(False)
        await loop.sock_connect(visitor, server.sockets[0].getsockname())
        yield visitor, lost
    server.close()


async def given_up(lost: asyncio.Event) -> None:
    await asyncio.wait_for(lost.wait(), 20)


async def test_half_a_head_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.05)
    async with visiting() as (visitor, lost):
        await asyncio.get_running_loop().sock_sendall(visitor, b"GET / HTTP/1.1\r\nHost: here\r\n")
        await given_up(lost)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\n",
        b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
    ],
    ids=["first", "behind another request", "behind a body"],
)
@pytest.mark.parametrize("more", [b"X-More: and more\r\n" * 1000, b"X" * 20_000], ids=["lines", "a line"])
async def test_a_head_without_end_is_not_taken(begun: bytes, more: bytes) -> None:
    async with visiting() as (visitor, lost):
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(_talk(visitor, begun, more), 9)
        await given_up(lost)


async def _talk(visitor: socket.socket, begun: bytes, more: bytes) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(visitor, begun)
    while True:
        await loop.sock_sendall(visitor, more)


async def test_whoever_reads_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.05)
    async with visiting() as (visitor, lost):
        await asyncio.get_running_loop().sock_sendall(visitor, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        await given_up(lost)


async def test_a_long_body_is_no_head() -> None:
    async with visiting() as (visitor, _):
        loop = asyncio.get_running_loop()
        head = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4000000\r\n\r\n"
        await asyncio.wait_for(loop.sock_sendall(visitor, head + LARGE), 20)
        assert (await loop.sock_recv(visitor, 12)) == b"HTTP/1.1 200"


async def test_whoever_reads_gets_everything() -> None:
    async with visiting() as (visitor, _):
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(visitor, b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        read = 0
        while some := await loop.sock_recv(visitor, 1 << 20):
            read += len(some)
        assert read > 8 * len(LARGE)


async def _listening(_scope: Scope, receive: Receive, send: Send) -> None:
    """A WebSocket at which nothing is ever said."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = b"\0\0\0\0"
PING, PONG, PIECE = b"\x89\x81" + MASK + b"x", b"\x8a\x81" + MASK + b"x", b"\x00\x80" + MASK
ANSWER = b"\x8a\x01x"
BEGINNING = b"\x01\x81" + MASK + b"x"
"""The first piece of a message that does not end."""


async def _upgraded(visitor: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(visitor, UPGRADE)
    assert (await loop.sock_recv(visitor, 4096)).startswith(b"HTTP/1.1 101")


async def _heard(visitor: socket.socket, most: int) -> bytes:
    """What the server says, up to so many bytes or until it has gone."""
    said = b""
    while len(said) < most:
        try:
            more = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(visitor, 4096), 20)
        except ConnectionResetError:
            break
        if not more:
            break
        said += more
    return said


@pytest.mark.parametrize(("begun", "frame"), [(b"", PING), (b"", PONG), (BEGINNING, PIECE)])
async def test_a_socket_is_not_flooded_with_what_is_no_message(begun: bytes, frame: bytes) -> None:
    async with visiting(_listening) as (visitor, _):
        await _upgraded(visitor)
        await asyncio.get_running_loop().sock_sendall(visitor, begun + frame * (FRAMES + 1))
        assert len(await _heard(visitor, 1_000_000)) < 1_000_000, "the server has gone"


async def test_whoever_pings_now_and_then_is_answered() -> None:
    async with visiting(_listening) as (visitor, _):
        await _upgraded(visitor)
        await asyncio.get_running_loop().sock_sendall(visitor, PING * FRAMES)
        assert await _heard(visitor, FRAMES * len(ANSWER)) == ANSWER * FRAMES


def _text(content: bytes) -> bytes:
    return bytes((0x81, 0x80 | len(content))) + MASK + content


async def _patient(scope: Scope, receive: Receive, send: Send) -> None:
    """Ends the conversation, and would wait very long for the visitor to agree."""
    scope["extensions"][DOOR].close_timeout = 3600
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4429})


async def test_whoever_goes_on_talking_after_the_end_is_not_listened_to() -> None:
    async with visiting(_patient) as (visitor, _):
        await _upgraded(visitor)
        with contextlib.suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(visitor, _text(b"x") * (FRAMES + 1))
        assert len(await _heard(visitor, 1000)) < 1000, "the server has gone"


async def test_a_text_that_is_none_ends_the_connection_without_a_page_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "exception", pages.append)
    async with visiting(_listening) as (visitor, _):
        await _upgraded(visitor)
        await asyncio.get_running_loop().sock_sendall(visitor, _text(b"\xff"))
        assert (await _heard(visitor, 1000))[2:4] == (1007).to_bytes(2, "big"), "and then nothing"
    assert not pages


def _answered_at(door: Door, heard: list[bytes], text: bytes) -> bool:
    heard.append(text)
    return door.say(b"<" + text)


async def test_messages_at_a_door_wait_for_nobody_and_keep_their_order() -> None:
    heard: list[bytes] = []
    opened = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        door = scope["extensions"][DOOR]
        await receive()
        await send({"type": "websocket.accept"})
        await opened.wait()
        door.hear = partial(_answered_at, door, heard)
        while (event := await receive())["type"] == "websocket.receive":
            heard.append(event["text"].encode())
            await send({"type": "websocket.send", "text": "<" + event["text"]})

    async with visiting(app) as (visitor, _):
        await _upgraded(visitor)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(visitor, _text(b"a") + _text(b"b"))
        opened.set()
        said = await _heard(visitor, 8)
        await loop.sock_sendall(visitor, _text(b"c") + _text(b"d"))
        assert said + await _heard(visitor, 8) == b"\x81\x02<a\x81\x02<b\x81\x02<c\x81\x02<d"
    assert heard == [b"a", b"b", b"c", b"d"]


async def test_a_door_takes_nothing_more_for_a_visitor_who_does_not_read() -> None:
    full = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        door = scope["extensions"][DOOR]
        await receive()
        await send({"type": "websocket.accept"})
        while door.say(LARGE):
            pass
        full.set()
        await receive()

    async with visiting(app) as (visitor, _):
        await _upgraded(visitor)
        await asyncio.wait_for(full.wait(), 20)
