"""When something is told tells nothing either: nobody waits for what is drawn for others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
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


@pytest.mark.parametrize("since", [0.0, 0.03, 0.099, 0.171, 7.25])
async def test_beats_are_counted_from_what_was_done(monkeypatch: pytest.MonkeyPatch, since: float) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def draw(_room: Room, _wanted: Collection[Wanted]) -> None:
        raise AssertionError

    monkeypatch.setattr("shapan.server.hub.time.monotonic", lambda: 1000.0 + since)
    monkeypatch.setattr("shapan.server.hub.asyncio.sleep", sleep)
    await Hub(draw, 0.1).beat(cast(Any, SimpleNamespace(acted=1000.0)))
    beats = (since + slept[0]) / 0.1
    assert 0 < slept[0] <= 0.1 + 1e-9
    assert beats == pytest.approx(round(beats), abs=1e-6)
