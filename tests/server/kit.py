"""What the tests of the server share: an application in memory, players with cookies of their own, a real process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
from fastapi import FastAPI
from starlette.types import Message

from shapan.server.app import create_app
from shapan.server.carry import DOOR, EVENT, TEXT, Line, Visit
from shapan.server.house import House
from shapan.server.settings import Settings

API = "/api/v1"
MUKDEN = {"title": "mukden", "seats": {"japanese": "me", "russian": "human"}}
PARLOUR = {"title": "parlour", "seats": {"white": "me", "black": "human"}}


class Player:
    """A browser: its cookies, and short ways to say things."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.get(API + path, **more)

    async def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return await self.client.post(API + path, json={} if body is None else body, **more)

    async def json(self, path: str, status: int = 200) -> Any:
        answer = await self.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def make(self, body: dict[str, Any]) -> dict[str, Any]:
        answer = await self.post("/games", body)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def act(self, game_id: str, action: str, **more: Any) -> httpx.Response:
        return await self.post(f"/games/{game_id}/actions", {"action": action, **more})


class Server:
    """The application without a network."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._stack = contextlib.AsyncExitStack()

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    async def player(self) -> Player:
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://test")
        return Player(await self._stack.enter_async_context(client))

    async def close(self) -> None:
        await self._stack.aclose()

    async def two_players(self, wish: dict[str, Any]) -> tuple[Player, Player, str]:
        """A game with both seats taken: who made it, who was invited, and its id."""
        host, guest = await self.player(), await self.player()
        game = await host.make(wish)
        (invitation,) = game["invitations"].values()
        joined = await guest.post(f"/games/{game['id']}/join", {"secret": invitation["secret"]})
        assert joined.status_code == 200, joined.text
        return host, guest, game["id"]


@contextlib.asynccontextmanager
async def serving(folder: Path, **more: Any) -> AsyncIterator[Server]:
    """The application with a database in this folder."""
    dials = {"database": f"sqlite:///{folder / 'test.db'}", "workers": 1, "limits": False, "beat": 0.0, **more}
    settings = Settings(**dials)
    app = create_app(settings)
    server = Server(app)
    async with app.router.lifespan_context(app):
        try:
            yield server
        finally:
            await server.close()


SCRIPT = """
import sys
from shapan.server.command import run
from shapan.server.settings import Settings
if __name__ == "__main__":
    database, port, processes, *spare = sys.argv[1:]
    dials = {"workers": 1, "limits": False, "processes": int(processes), "spare": bool(spare)}
    run(Settings(database=database, **dials), "127.0.0.1", int(port))
"""


class Process:
    """A real server in a process of its own, to be killed and started again."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        python: Path | None = None,
        environment: dict[str, str] | None = None,
        processes: int = 1,
    ) -> None:
        self.python = str(python or sys.executable)
        self.environment = environment
        self.processes = processes
        self.spare = False
        self.script = folder / "serve.py"
        self.script.write_text(SCRIPT, encoding="utf-8")
        self.database = database or f"sqlite:///{folder / 'live.db'}"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.running: subprocess.Popen[bytes] | None = None
        self.clients: list[httpx.Client] = []

    def client(self) -> httpx.Client:
        """A browser of its own."""
        self.clients.append(httpx.Client(base_url=self.url + API, timeout=30))
        return self.clients[-1]

    def start(self) -> None:
        words = [
            self.python,
            str(self.script),
            self.database,
            str(self.port),
            str(self.processes),
            *["spare"] * self.spare,
        ]
        self.running = subprocess.Popen(words, env=self.environment)
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    return
            assert self.running.poll() is None, "the server ended"
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.running is not None
        os.kill(self.running.pid, how)
        code = self.running.wait(20)
        self.running = None
        return code


@contextlib.contextmanager
def process(
    folder: Path,
    database: str | None = None,
    python: Path | None = None,
    environment: dict[str, str] | None = None,
    processes: int = 1,
) -> Iterator[Process]:
    """A server that runs meanwhile, here or in another environment."""
    server = Process(folder, database, python, environment, processes)
    server.start()
    try:
        yield server
    finally:
        for client in server.clients:
            client.close()
        if server.running is not None:
            server.stop()


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Wire:
    """A socket to the application without a network: what the browser says, and what it hears. It comes by a door, as
    the porch's do, or as to any other application."""

    def __init__(self, server: Server, player: Player | None, game: str, *, door: bool = True) -> None:
        cookies = player.client.cookies if player is not None else {}
        headers = [(b"cookie", f"{name}={value}".encode()) for name, value in cookies.items()]
        self._visit = Visit(cast(Line, self), 0)
        self._scope = {
            **{"type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws"},
            **{"path": f"/ws/v1/{game}", "raw_path": b"", "root_path": "", "query_string": b"", "headers": headers},
            **{"client": ("127.0.0.1", 1), "server": ("test", 80), "subprotocols": [], "state": {}},
            "extensions": {DOOR: self._visit} if door else {},
        }
        self._app = server.app
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Wire:
        self._visit.take(EVENT, {"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(self._scope, self._visit.receive, self._heard.put))
        return self

    async def __aexit__(self, *_error: object) -> None:
        assert self._task is not None
        self._visit.take(EVENT, {"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._task, 20)

    def send(self, _number: int, sign: int, said: Any) -> None:
        """What the application says by the door, or its end of the line as an event."""
        self._heard.put_nowait({"type": "websocket.send", "text": said.decode()} if sign == TEXT else said)

    @property
    def waits(self) -> bool:
        """Does something that was said wait its turn among the events?"""
        return not self._visit.inbox.empty()

    def say(self, **message: Any) -> None:
        self.shout(json.dumps(message))

    def shout(self, text: str) -> None:
        """Say something as it stands."""
        self._visit.take(TEXT, text.encode())

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others are passed over."""
        while True:
            event = await asyncio.wait_for(self._heard.get(), 20)
            if event["type"] == "websocket.close":
                return {"t": "closed", "code": event["code"]}
            if event["type"] == "websocket.send":
                message: dict[str, Any] = json.loads(event["text"])
                if message["t"] in kinds:
                    return message

    async def all_until(self, kind: str) -> list[str]:
        """Everything that comes before the next message of a kind, as it was written."""
        found: list[str] = []
        while True:
            event = await asyncio.wait_for(self._heard.get(), 20)
            if event["type"] == "websocket.send":
                if json.loads(event["text"])["t"] == kind:
                    return found
                found.append(event["text"])
