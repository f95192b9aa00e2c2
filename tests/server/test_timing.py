"""When something is told tells nothing either: nobody waits for what is drawn for others."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Collection
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.kit import PARLOUR, Server, Wire

from shapan.server.hub import Hub, Wanted
from shapan.server.room import Room

pytestmark = pytest.mark.anyio


async def greeted(*wires: Wire) -> None:
    for wire in wires:
        wire.say(t="hello", proto=1)
        await wire.hear("state")


async def heard(wire: Wire) -> list[str]:
    """What has come until now, by kind."""
    wire.say(t="ping")
    return [json.loads(text)["t"] for text in await wire.all_until("pong")]


async def test_whoever_acts_does_not_wait_for_what_is_drawn_for_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time it takes grows with what the other side has hidden, and could be measured at every action."""
    host, guest, game = await server.two_players(PARLOUR)
    gate, draw = asyncio.Event(), server.house.draw

    async def slowly(room: Room, wanted: Collection[Wanted]) -> None:
        if any(side != "white" for side, _ in wanted):
            await gate.wait()
        await draw(room, wanted)

    monkeypatch.setattr(server.house.hub, "_draw", slowly)
    async with (
        Wire(server, host, game) as own,
        Wire(server, guest, game) as theirs,
        Wire(server, None, game) as watcher,
    ):
        await greeted(own, theirs, watcher)
        own.say(t="act", cid="a", action="mark white 1")
        assert (await own.hear("patch"))["side"] == "white", "while the others' Views are still being drawn"
        gate.set()
        await server.house.hub.settled()
        await heard(theirs)
        own.say(t="act", cid="b", action="bid 0")
        assert [(await wire.hear("patch"))["side"] for wire in (own, theirs, watcher)] == [
            "white",
            "black",
            "spectator",
        ]


async def test_others_hear_of_something_at_the_next_beat(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long the server was busy with the one who acted does not show in when the others hear of it."""
    host, guest, game = await server.two_players(PARLOUR)
    beat = asyncio.Event()

    async def wait(_room: Room) -> None:
        await beat.wait()

    monkeypatch.setattr(server.house.hub, "beat", wait)
    async with Wire(server, host, game) as own, Wire(server, guest, game) as theirs:
        await greeted(own, theirs)
        await heard(theirs)
        own.say(t="act", cid="a", action="bid 0")
        await own.hear("patch")
        assert await heard(theirs) == []
        beat.set()
        await server.house.hub.settled()
        assert await heard(theirs) == ["patch"]


async def test_the_end_is_told_to_all_at_once_and_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    beat = asyncio.Event()

    async def wait(_room: Room) -> None:
        await beat.wait()

    monkeypatch.setattr(server.house.hub, "beat", wait)
    async with Wire(server, host, game) as own, Wire(server, guest, game) as theirs:
        await greeted(own, theirs)
        await heard(theirs)
        own.say(t="act", cid="a", action="bid 0")
        await own.hear("patch")
        assert (await guest.post(f"/games/{game}/resign", {"side": "black"})).status_code == 200
        assert (await theirs.hear("over"))["result"].startswith("white")
        beat.set()
        await server.house.hub.settled()
        assert await heard(theirs) == []


@pytest.mark.parametrize("since", [0.0, 0.03, 0.099])
@pytest.mark.parametrize("acted", [1000.0, 1000.04, 1000.09])
async def test_when_others_hear_of_something_follows_from_when_it_was_begun(
    monkeypatch: pytest.MonkeyPatch, acted: float, since: float
) -> None:
    """However long it took, up to a whole beat."""
    assert await beats(monkeypatch, [acted], acted + since) == [pytest.approx(math.ceil(round(acted * 10, 6) + 1) / 10)]


async def test_what_took_longer_than_a_beat_is_told_at_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await beats(monkeypatch, [1000.0], 1000.371) == [pytest.approx(1000.4)]


async def test_all_games_have_the_same_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due in several of them goes out together."""
    assert await beats(monkeypatch, [1000.01, 1000.07, 1000.08], 1000.08) == [pytest.approx(1000.2)]


async def beats(monkeypatch: pytest.MonkeyPatch, acted: list[float], now: float) -> list[float]:
    """The moments at which others hear of what was begun at these."""
    rung: list[float] = []

    async def draw(_room: Room, _wanted: Collection[Wanted]) -> None:
        raise AssertionError

    def call_later(seconds: float, strike: Callable[[int], None], number: int) -> None:
        rung.append(now + seconds)
        strike_later(strike, number)

    loop = asyncio.get_running_loop()
    strike_later = loop.call_soon
    monkeypatch.setattr("shapan.server.hub.time.monotonic", lambda: now)
    monkeypatch.setattr(loop, "call_later", call_later)
    hub = Hub(draw, 0.1)
    await asyncio.gather(*(hub.beat(cast(Any, SimpleNamespace(acted=one))) for one in acted))
    return rung
