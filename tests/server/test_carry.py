"""What is said between the porch and a house keeps its order, whether it goes by the door or waits among the events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from starlette.types import Message, Receive, Scope, Send
from tests.server.kit import PARLOUR, Server, Wire, serving

from shapan.server import carry
from shapan.server.carry import DOOR, Carrier, Reception
from shapan.server.problems import Problem

pytestmark = pytest.mark.anyio
Work: TypeAlias = Callable[[asyncio.Queue[Message], Callable[[], int]], Awaitable[None]]
"""What is done while a socket is carried: what he says, and how many messages wait for him."""


class Browser:
    """A visitor's socket at the porch, who may be slow."""

    def __init__(self) -> None:
        self.hear: Callable[[bytes], bool] | None = None
        self.heard: list[str] = []
        self.slow = False
        self.reading = asyncio.Event()
        """Set while what waits for him is taken."""
        self.reading.set()
        self.offered = 0
        """How many events have come to him, taken or not."""

    def say(self, text: bytes) -> bool:
        if not self.slow:
            self.heard.append(text.decode())
        return not self.slow

    async def take(self, message: Message) -> None:
        """What is sent as an event."""
        self.offered += 1
        await self.reading.wait()
        self.heard.append(message.get("text", message["type"]))


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Says everything twice: by the door, and as an event."""
    door = scope["extensions"][DOOR]
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        door.say(event["text"].encode())
        await send({"type": "websocket.send", "text": f"{event['text']}!"})
    await send({"type": "websocket.close", "code": 1000})


async def carried(folder: Path, browser: Browser, most: int, work: Work) -> None:
    """Carry a socket to an application that echoes, and do something meanwhile."""
    reception, path = Reception(_echo), str(folder / "house")
    house = await asyncio.get_running_loop().create_unix_server(reception.line, path)
    carrier, said = Carrier(path, most), asyncio.Queue[Message]()
    carrier.start()
    assert await carrier.wait(10)
    said.put_nowait({"type": "websocket.connect"})
    scope = {"type": "websocket", "path": "/", "headers": [], "extensions": {DOOR: browser}}
    carrying = asyncio.create_task(carrier.carry(scope, said.get, browser.take))
    await until(lambda: "websocket.accept" in browser.heard)
    (stream,) = carrier._streams.values()
    await work(said, stream.answers.__len__)
    await carrying
    await carrier.close()
    house.close()


async def until(there: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not there():
            await asyncio.sleep(0)


async def test_what_is_said_comes_in_its_order(tmp_path: Path) -> None:
    browser = Browser()

    async def work(said: asyncio.Queue[Message], _waiting: Callable[[], int]) -> None:
        assert browser.hear is not None
        for number in range(20):
            assert browser.hear(str(number).encode())
        await until(lambda: len(browser.heard) == 41)
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})

    await carried(tmp_path, browser, 64, work)
    assert browser.heard[1:41] == [text for number in range(20) for text in (f"{number}", f"{number}!")]
    assert browser.hear is None, "nobody takes what is said after the end"


async def test_nothing_overtakes_what_a_slow_visitor_has_not_taken(tmp_path: Path) -> None:
    browser = Browser()

    async def work(said: asyncio.Queue[Message], waiting: Callable[[], int]) -> None:
        assert browser.hear is not None
        browser.slow = True
        browser.reading.clear()
        browser.hear(b"a")
        browser.hear(b"b")
        await until(lambda: waiting() == 3)  # the first one is on its way
        browser.slow = False
        browser.hear(b"c")
        await until(lambda: waiting() == 5)
        browser.reading.set()
        await until(lambda: len(browser.heard) == 7)
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})

    await carried(tmp_path, browser, 64, work)
    assert browser.heard[1:7] == ["a", "a!", "b", "b!", "c", "c!"]


async def test_a_visitor_who_is_too_slow_is_dropped(tmp_path: Path) -> None:
    browser = Browser()

    async def work(_said: asyncio.Queue[Message], waiting: Callable[[], int]) -> None:
        assert browser.hear is not None
        browser.slow = True
        browser.reading.clear()
        for _ in range(2):
            browser.hear(b"a")
        await until(lambda: waiting() == 3)  # the first one is on its way
        for _ in range(200):
            browser.hear(b"a")
        await until(lambda: waiting() == 2)  # nothing is kept for him but the end
        browser.reading.set()

    await carried(tmp_path, browser, 4, work)
    assert browser.heard == ["websocket.accept", "a", "websocket.close"]


async def test_few_long_messages_are_as_much_as_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry, "MOST_LETTERS", 1000)
    browser, long = Browser(), b"a" * 1100

    async def work(said: asyncio.Queue[Message], waiting: Callable[[], int]) -> None:
        assert browser.hear is not None
        browser.hear(long)
        await until(lambda: len(browser.heard) == 3)  # one by itself is taken, however long
        browser.slow = True
        browser.reading.clear()
        browser.hear(b"b")
        await until(lambda: browser.offered == 3 and waiting() == 1)  # the first one is on its way
        browser.hear(long)
        await until(lambda: waiting() == 2)  # nothing is kept for him but the end
        browser.reading.set()

    await carried(tmp_path, browser, 64, work)
    assert browser.heard[-2:] == ["b", "websocket.close"]


# --- the house ------------------------------------------------------------------------------------


async def greeted(wire: Wire) -> None:
    """All about the greeting is done."""
    wire.say(t="hello", proto=1)
    wire.say(t="ping")
    await wire.hear("pong")


async def answered(wire: Wire, count: int) -> list[tuple[str, str | None]]:
    """The next answers to what was said."""
    found = [await wire.hear("ack", "err", "pong") for _ in range(count)]
    return [(one["t"], one.get("cid")) for one in found]


@pytest.mark.parametrize("door", [True, False])
async def test_all_that_is_said_at_once_is_answered_one_by_one(server: Server, door: bool) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game, door=door) as wire:
        await greeted(wire)
        wire.say(t="act", cid="a", action="mark white 1")
        wire.say(t="act", cid="a", action="mark white 1")
        wire.say(t="ping")
        wire.shout("nonsense")
        wire.say(t="act", cid="b", action="mark black 1")
        wire.say(t="undo", cid="c")
        wire.say(t="act", cid="d", action="mark white 2")
        assert await answered(wire, 7) == [
            *(("ack", "a"), ("ack", "a"), ("pong", None), ("err", None)),
            *(("err", "b"), ("ack", "c"), ("ack", "d")),
        ]
    room = await server.house.room(game)
    assert [entry.text for entry in room.table.entries if entry.author == "white"][::2] == [
        "mark white 1",
        "mark white 2",
    ]


class Gate:
    """Holds up what the house does until it is opened."""

    def __init__(self, work: Callable[..., Awaitable[Any]]) -> None:
        self._work = work
        self.reached, self.opened = asyncio.Event(), asyncio.Event()

    async def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.reached.set()
        await self.opened.wait()
        return await self._work(*arguments, **named)


async def test_the_first_action_after_the_greeting_is_heard_at_the_door(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("presence")
        wire.say(t="act", cid="a", action="mark white 1")
        assert not wire.waits
        assert await answered(wire, 1) == [("ack", "a")]


async def test_an_action_waits_while_a_question_is_answered(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, _, game = await server.two_players(PARLOUR)
    gate = Gate(server.house.think)
    monkeypatch.setattr(server.house, "think", gate)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        gate.opened.set()
        await wire.hear("presence")
        gate.opened.clear()
        gate.reached.clear()
        wire.say(t="explain", cid="a", action="mark white 1")
        await gate.reached.wait()
        wire.say(t="act", cid="b", action="mark white 1")
        assert wire.waits
        gate.opened.set()
        assert (await wire.hear("explained", "ack"))["t"] == "explained"
        assert await answered(wire, 1) == [("ack", "b")]


async def test_a_question_waits_while_an_action_is_done(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    gate = Gate(server.house.act)
    monkeypatch.setattr(server.house, "act", gate)
    async with Wire(server, host, game) as wire, Wire(server, guest, game) as other:
        await greeted(wire)
        wire.say(t="act", cid="a", action="mark white 1")
        await gate.reached.wait()
        wire.say(t="ping")
        await greeted(other)  # somebody else, meanwhile, is answered
        gate.opened.set()
        assert await answered(wire, 2) == [("ack", "a"), ("pong", None)]


async def test_what_is_begun_is_done_even_if_he_leaves(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game) as wire:
        await greeted(wire)
        wire.say(t="act", cid="a", action="mark white 1")
    async with Wire(server, host, game) as wire:
        await greeted(wire)
        wire.say(t="act", cid="a", action="mark white 1")
        assert await answered(wire, 1) == [("ack", "a")]
    assert len((await server.house.room(game)).table.cids) == 1


async def test_whoever_says_more_than_he_waits_to_be_answered_is_sent_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, game = await server.two_players(PARLOUR)
    gate = asyncio.Event()

    async def slowly(*_arguments: object, **_more: object) -> None:
        await gate.wait()
        raise Problem("busy")

    monkeypatch.setattr(server.house, "explain", slowly)
    async with Wire(server, host, game) as wire:
        await greeted(wire)
        wire.say(t="explain", cid="first", action="bid 0")
        await until(lambda: not wire.waits)
        for number in range(carry.UNANSWERED * 10):
            wire.say(t="explain", cid=str(number), action="bid 0")
        assert await wire.hear() == {"t": "closed", "code": carry.HASTY}
        assert len(wire._visit.inbox) == 1, "the end alone"
        gate.set()


async def test_too_many_actions_end_the_connection(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=True) as server:
        host, _, game = await server.two_players(PARLOUR)
        async with Wire(server, host, game) as wire:
            await greeted(wire)
            for number in range(80):
                wire.say(t="act", cid=str(number), action="nonsense")
            while (found := await wire.hear("err"))["t"] != "closed":
                assert json.dumps(found["problem"])
            assert found["code"] == 4429


async def test_what_fails_unexpectedly_ends_the_connection(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked comes back, and sees what has become of it."""
    host, _, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game) as wire:
        await greeted(wire)
        monkeypatch.setattr(server.house, "act", None)
        wire.say(t="act", cid="a", action="mark white 1")
        assert await wire.hear("ack", "err") == {"t": "closed", "code": 1011}
