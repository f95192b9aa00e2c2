"""The porch: which house a visitor is brought to while one is away, and how little it needs to begin."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from starlette.types import Message, Receive, Scope, Send

from shapan.server import carry
from shapan.server.carry import Reception
from shapan.server.limits import ADDRESS_FACTOR, RATES
from shapan.server.middleware import Guard
from shapan.server.porch import ASK, AT_ONCE, Porch, slot_of
from shapan.server.settings import Settings

pytestmark = pytest.mark.anyio
GAME = next(game for game in ("22222222", "33333333", "44444444") if slot_of(game, 2) == 0)


class Stand:
    """Something at the place of a house, which answers with its name."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._lines: list[carry.Line] = []
        self._server: asyncio.Server | None = None
        self.silent = False
        """Does it never answer?"""
        self.asked = 0

    async def come(self) -> None:
        reception = Reception(self._answer)

        def line() -> carry.Line:
            self._lines.append(reception.line())
            return self._lines[-1]

        self._server = await asyncio.get_running_loop().create_unix_server(line, str(self._path))

    async def go(self) -> None:
        assert self._server is not None
        self._server.close()
        for line in self._lines:
            line.close()
        self._path.unlink(missing_ok=True)

    async def _answer(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        self.asked += 1
        if self.silent:
            await asyncio.Event().wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": self._name.encode()})


@asynccontextmanager
async def standing(folder: Path) -> AsyncIterator[tuple[Porch, Stand, Stand]]:
    """A porch with two houses that are there; the first one owns the game."""
    paths = [folder / "0", folder / "1"]
    stands = [Stand(path, f"house {path.name}") for path in paths]
    porch = Porch(Settings(processes=2), [str(path) for path in paths])
    for stand, carrier in zip(stands, porch.carriers, strict=True):
        await stand.come()
        carrier.start()
        assert await carrier.wait(10)
    try:
        yield porch, stands[0], stands[1]
    finally:
        for carrier in porch.carriers:
            await carrier.close()
        for stand in stands:
            await stand.go()


async def answered(porch: Porch, **scope: str) -> list[Message]:
    """All that is answered to a request."""
    said: list[Message] = []

    async def hear(message: Message) -> None:
        said.append(message)

    body = asyncio.Queue[Message]()
    body.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    await porch({**ASK, **scope}, body.get, hear)
    return said


async def asked(porch: Porch) -> str:
    """Who answers for the game."""
    said = await answered(porch, path=f"/api/v1/games/{GAME}")
    return b"".join(message.get("body", b"") for message in said).decode()


async def gone(porch: Porch, stand: Stand) -> None:
    """The first house goes, and the porch has noticed."""
    await stand.go()
    while porch.carriers[0].up:
        await asyncio.sleep(0)


async def test_a_house_that_has_just_gone_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry, "GRACE", 60.0)
    async with standing(tmp_path) as (porch, own, _):
        assert await asked(porch) == "house 0"
        await gone(porch, own)
        answer = asyncio.create_task(asked(porch))
        await asyncio.sleep(0)
        await own.come()
        assert await answer == "house 0"


async def test_one_that_stays_away_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry, "GRACE", 0.01)
    async with standing(tmp_path) as (porch, own, _):
        await gone(porch, own)
        assert await asked(porch) == "house 1"
        monkeypatch.setattr(carry, "GRACE", 0.0)  # as if it had gone long ago: nobody waits again
        assert not await porch.carriers[0].is_back()


async def test_whoever_asked_a_house_that_died_is_told_to_ask_again(tmp_path: Path) -> None:
    """Whether a table has been made is not known, so it is not made again unasked."""
    async with standing(tmp_path) as (porch, *stands):
        for stand in stands:
            stand.silent = True
        answer = asyncio.create_task(answered(porch, method="POST", path="/api/v1/games"))
        while not any(stand.asked for stand in stands):
            await asyncio.sleep(0)
        for stand in stands:
            await stand.go()
        head, body = await answer
    assert head["status"] == 503
    assert dict(head["headers"])[b"content-type"] == b"application/problem+json"
    assert dict(head["headers"])[b"retry-after"] == b"1"
    assert msgspec.json.decode(body["body"])["type"] == "/problems/busy"


async def test_a_body_without_end_is_told_at_once(tmp_path: Path) -> None:
    """It is not carried to the house, which would wait for the rest of it."""
    async with standing(tmp_path) as (porch, *stands):
        for stand in stands:
            stand.silent = True
        said: list[Message] = []

        async def endless() -> Message:
            return {"type": "http.request", "body": b"a" * 40_000, "more_body": True}

        async def hear(message: Message) -> None:
            said.append(message)

        scope = {**ASK, "method": "POST", "path": "/api/v1/games"}
        async with asyncio.timeout(10):
            await Guard(porch, porch.settings)(scope, endless, hear)
    assert said[0]["status"] == 413
    assert msgspec.json.decode(said[1]["body"])["type"] == "/problems/too-large"


async def test_messages_are_counted_at_the_porch_however_busy_the_house_is(tmp_path: Path) -> None:
    async with standing(tmp_path) as (porch, own, _):
        own.silent = True
        taken, said = 0, list[Message]()

        async def flood() -> Message:
            nonlocal taken
            taken += 1
            return {"type": "websocket.receive", "text": "a"}

        async def hear(message: Message) -> None:
            said.append(message)

        scope = {**ASK, "type": "websocket", "path": f"/ws/v1/{GAME}", "client": ("192.0.2.1", 1)}
        async with asyncio.timeout(10):
            await porch(scope, flood, hear)
        most = RATES["frame"].burst * ADDRESS_FACTOR
    assert said[-1] == {"type": "websocket.close", "code": carry.HASTY, "reason": ""}
    assert most <= taken < most * 2


async def test_of_one_address_few_are_at_a_house_at_a_time(tmp_path: Path) -> None:
    async with standing(tmp_path) as (porch, own, _):
        own.silent = True
        path = f"/api/v1/games/{GAME}"
        many = [asyncio.create_task(answered(porch, path=path)) for _ in range(AT_ONCE * 3)]
        while own.asked < AT_ONCE:
            await asyncio.sleep(0)
        own.silent = False
        other = {**ASK, "path": path, "client": ("192.0.2.1", 1)}
        heard: list[Message] = []

        async def hear(message: Message) -> None:
            heard.append(message)

        async with asyncio.timeout(10):
            await porch(other, asyncio.Queue[Message]().get, hear)
        assert heard[0]["status"] == 200
        assert own.asked == AT_ONCE + 1, "the other one did not wait for those who wait here"
        for task in many[:AT_ONCE]:
            task.cancel()
        for task in many[AT_ONCE:]:
            assert (await task)[0]["status"] == 200
        assert not porch._turns._turns, "nothing is kept of those who have gone"


async def test_whoever_is_slow_keeps_nobody_else_at_his_address_waiting(tmp_path: Path) -> None:
    """Neither half a request nor an answer that nobody takes has a turn."""
    async with standing(tmp_path) as (porch, own, _):
        path, never = f"/api/v1/games/{GAME}", asyncio.Event()
        half = asyncio.Queue[Message]()
        for _ in range(AT_ONCE):
            half.put_nowait({"type": "http.request", "body": b"{", "more_body": True})

        async def untaken(_message: Message) -> None:
            await never.wait()

        slow = [asyncio.create_task(porch({**ASK, "path": path}, half.get, untaken)) for _ in range(AT_ONCE)]
        posting = {**ASK, "path": path, "method": "POST"}
        slow += [asyncio.create_task(porch(posting, half.get, untaken)) for _ in range(AT_ONCE)]
        while own.asked < AT_ONCE or not half.empty():
            await asyncio.sleep(0)
        async with asyncio.timeout(10):
            assert await asked(porch) == "house 0"
        for task in slow:
            task.cancel()


def test_the_porch_begins_without_what_only_houses_need() -> None:
    heavy = ("fastapi", "pydantic", "sqlalchemy", "alembic")
    script = f"import sys, shapan.server.be_porch; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
