"""The porch: what visitors reach. It serves the client's files, knows whether all is well, and carries the rest on.

No work of the engine happens here, so that nothing that a visitor asks for keeps another one waiting at the door. A
game belongs to one house at a time: the one that its id points to, or, while that one is away, the next that is there.
The database alone decides what has happened, so that two houses with the same game can do no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from functools import partial
from hashlib import blake2b
from typing import Final

import msgspec
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shapan import __version__

from .carry import HASTY, Carrier, Gone
from .documents import HealthDocument
from .journal import note_access
from .limits import Limits, household
from .metrics import PLAIN, Metrics, document, may_read
from .middleware import UNSAFE, Guard, send_problem
from .pages import Pages
from .problems import Problem
from .settings import Settings

PATIENCE: Final = 10.0
"""Seconds to wait for a house that is starting."""
GAME: Final = re.compile(r"/(?:api/v1/games|ws/v1)/([23456789abcdefghjkmnpqrstuvwxyz]{8})(?:/|$)")
AT_ONCE: Final = 8
"""Requests of one address that a house has at a time."""
SLOW: Final = re.compile(r"/(?:hint|story|records)$|/board/")
"""What workers do, who serve those who wait by turns themselves: it is in nobody's way."""
RESTART: Final = 1012
LOBBY: Final = "lobby"
"""Accounts are the business of one house, so that its counting of wrong passwords is complete."""


def slot_of(key: str, slots: int) -> int:
    """Which house a game belongs to."""
    return int.from_bytes(blake2b(key.encode(), digest_size=4).digest(), "big") % slots


class Turns:
    """Of the requests of one address a few are at a house at a time, and the others wait here: nobody else waits there
    behind all of them. It is nobody's turn whose request has not come yet, or whose answer is there: whoever is slow
    with either keeps nobody waiting."""

    def __init__(self) -> None:
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._there: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def of(self, holder: str) -> AsyncIterator[None]:
        """One of them; when it is its turn."""
        self._there[holder] += 1
        try:
            async with self._turns.setdefault(holder, asyncio.Semaphore(AT_ONCE)):
                yield
        finally:
            self._there[holder] -= 1
            if not self._there[holder]:
                del self._there[holder], self._turns[holder]


class Porch:
    """An ASGI application that carries requests to the houses at these paths."""

    def __init__(self, settings: Settings, paths: list[str]) -> None:
        self.settings = settings
        self.carriers = [Carrier(path, settings.queue) for path in paths]
        self._pages = GZipMiddleware(Pages(settings.static, settings.handbook), minimum_size=1000, compresslevel=5)
        self._guests: list[set[asyncio.Event]] = [set() for _ in paths]
        """For each house the sockets that another one has taken in while it was away."""
        self._sockets: Counter[str] = Counter()
        self._turns = Turns()
        self._limits = Limits(settings.limits)
        """Messages are counted here by their address alone: a house may be too busy to count, and they would wait."""
        self._metrics = Metrics()
        for slot, carrier in enumerate(self.carriers):
            carrier.on_return = partial(self._send_home, slot)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "lifespan":
                await self._live(receive, send)
            case "websocket":
                await self._socket(scope, receive, send)
            case _:
                await self._request(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        for carrier in self.carriers:
            carrier.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for carrier in self.carriers:
            await carrier.close()
        await send({"type": "lifespan.shutdown.complete"})

    # --- requests --------------------------------------------------------------------------------

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.monotonic(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._answer(scope, receive, sent)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.add("requests_total", method=method, status=str(status))
            if self.settings.access_log:
                note_access(method, scope["path"], status, time.monotonic() - began)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path == "/healthz":
            await _reply(send, 200, HealthDocument("ok", __version__))
        elif path == "/readyz":
            await self._ready(send)
        elif path == "/metrics" and may_read(scope, self.settings):
            await self._figures(send)
        elif path.startswith("/api/"):
            await self._carry(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _ready(self, send: Send) -> None:
        """Ready when every house is there and says that its storage takes what it is given."""
        asked = await asyncio.gather(*(_ask(carrier, "/readyz") for carrier in self.carriers))
        if all(status == 200 for status, _ in asked):
            await _reply(send, 200, HealthDocument("ok", __version__))
        else:
            await send_problem(Problem("busy", "not all parts of the server are ready", retry=1), send)

    async def _figures(self, send: Send) -> None:
        """What this process and all houses have counted."""
        lines = [*self._metrics.lines({})]
        asked = await asyncio.gather(*(_ask(carrier, "/metrics") for carrier in self.carriers))
        for slot, (status, body) in enumerate(asked):
            lines.append(f'shapan_house_up{{house="{slot}"}} {int(status == 200)}')
            if status == 200:
                lines += [line for line in body.decode().splitlines() if not line.startswith("#")]
        await _send(send, 200, document(lines), PLAIN)

    async def _carry(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.settings.limits or SLOW.search(scope["path"]):
            await self._carry_now(scope, receive, send)
            return
        heard = await _whole(receive) if scope["method"] in UNSAFE else receive
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        async with self._turns.of(household(_address(scope))):
            await self._carry_now(scope, heard, keep)
        for message in answer:
            await send(message)

    async def _carry_now(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = False

        async def sent(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            _, carrier = await self._house_for(scope)
            await carrier.carry(scope, receive, sent)
        except Gone:
            if not began:
                problem = Problem("busy", "the server is starting again; whether this was done is not known", retry=1)
                await send_problem(problem, send)

    async def _house_for(self, scope: Scope) -> tuple[int | None, Carrier]:
        """The house that answers, and the number of the one that should if it is another."""
        home = slot_of(self._key(scope), len(self.carriers))
        await self.carriers[home].is_back()
        for step in range(len(self.carriers)):
            carrier = self.carriers[(home + step) % len(self.carriers)]
            if carrier.up:
                return (home if step else None), carrier
        await self.carriers[home].wait(PATIENCE)
        return None, self.carriers[home]

    def _key(self, scope: Scope) -> str:
        if found := GAME.match(scope["path"]):
            return found[1]
        if scope["path"].startswith(("/api/v1/accounts", "/api/v1/sessions", "/api/v1/me")):
            return LOBBY
        return household(_address(scope))

    # --- sockets ---------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        holder = household(_address(scope))
        if self.settings.limits and self._sockets[holder] >= self.settings.sockets:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4429, "reason": "too many connections"})
            return
        self._sockets[holder] += 1
        try:
            await self._carry_socket(scope, receive, send)
        finally:
            self._sockets[holder] -= 1
            if not self._sockets[holder]:
                del self._sockets[holder]

    async def _carry_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        opened, address = False, _address(scope)

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                self._limits.spend("frame", None, address)
            return message

        async def sent(message: Message) -> None:
            nonlocal opened
            opened = opened or message["type"] == "websocket.accept"
            try:
                await send(message)
            except RuntimeError as error:  # closed meanwhile because he answered no ping
                raise ConnectionResetError from error

        with contextlib.suppress(OSError):  # the visitor left while something was on its way to him
            try:
                away, carrier = await self._house_for(scope)
                borne = partial(self._limits.allows, "frame", address)
                await self._until_home(away, carrier.carry(scope, heard, sent, borne))
            except (Gone, Problem) as error:
                if not opened:
                    await send({"type": "websocket.accept"})
                code = RESTART if isinstance(error, Gone) else HASTY
                await send({"type": "websocket.close", "code": code, "reason": ""})

    async def _until_home(self, away: int | None, carried: object) -> None:
        """Carry a socket; one that a stranger took in ends as soon as its own house is back."""
        assert asyncio.iscoroutine(carried)
        if away is None:
            await carried
            return
        home = asyncio.Event()
        self._guests[away].add(home)
        carrying, waiting = asyncio.create_task(carried), asyncio.create_task(home.wait())
        try:
            done, _ = await asyncio.wait((carrying, waiting), return_when=asyncio.FIRST_COMPLETED)
            if carrying not in done:
                raise Gone
            await carrying
        finally:
            self._guests[away].discard(home)
            for task in (carrying, waiting):
                task.cancel()

    def _send_home(self, slot: int) -> None:
        for event in self._guests[slot]:
            event.set()


ASK: Final = {
    **{"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "raw_path": b"", "query_string": b""},
    **{"root_path": "", "headers": [], "client": ("127.0.0.1", 0), "server": ("localhost", 0)},
}


METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


async def _ask(carrier: Carrier, path: str) -> tuple[int, bytes]:
    """What a house answers to a question of the porch's own."""
    status, body = 503, b""

    async def hear(message: Message) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    with contextlib.suppress(Gone, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await carrier.carry({**ASK, "path": path}, asyncio.Queue[Message]().get, hear)
    return status, body


async def _whole(receive: Receive) -> Receive:
    """What a visitor sends, once all of it is here; as if it was still to come."""
    messages: deque[Message] = deque()
    while not messages or messages[-1].get("more_body", False):
        messages.append(await receive())

    async def again() -> Message:
        return messages.popleft() if messages else await receive()

    return again


def _address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


async def _reply(send: Send, status: int, document: object) -> None:
    await _send(send, status, msgspec.json.encode(document), "application/json")


async def _send(send: Send, status: int, body: bytes, kind: str) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def create_porch(settings: Settings, paths: list[str]) -> ASGIApp:
    """The porch behind the same guard as everything else."""
    return Guard(Porch(settings, paths), settings)
