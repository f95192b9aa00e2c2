"""What others do in secret is not overheard in the frames that come with something else, nor in a bot's pauses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection

import pytest
from tests.games.mukden.table import table as mukden_table
from tests.server.kit import MUKDEN, Server, Wire
from tests.server.test_leaks import put
from tests.server.test_secrets import HIDDEN

from shapan.server.hub import Wanted
from shapan.server.room import Room

DELAY = 123


def gated(server: Server, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Views are drawn from now on once this is set: what happens until then is told together."""
    gate, draw = asyncio.Event(), server.house.draw

    async def slowly(room: Room, wanted: Collection[Wanted]) -> None:
        await gate.wait()
        await draw(room, wanted)

    monkeypatch.setattr(server.house.hub, "_draw", slowly)
    return gate


async def heard(wire: Wire) -> list[str]:
    """What has come since one last asked, by kind."""
    wire.say(t="ping")
    return [json.loads(text)["t"] for text in await wire.all_until("pong")]


@pytest.mark.anyio
@pytest.mark.parametrize("joined", [False, True])
async def test_an_undo_in_secret_is_not_heard_along_with_what_is_told_together(
    server: Server, monkeypatch: pytest.MonkeyPatch, joined: bool
) -> None:
    """Who joins an attack is secret until it is resolved, and so is that somebody joined and thought better of it."""
    host, guest, game = await server.two_players(MUKDEN)
    room = await server.house.room(game)
    put(room, mukden_table(HIDDEN, to_act="japanese").pos)
    hub = server.house.hub
    async with Wire(server, host, game) as own, Wire(server, guest, game) as wire:
        for each in (own, wire):
            each.say(t="hello", proto=1)
            await each.hear("state")
        for line in ("attack J-1 1715", "join J-1C")[: 1 + joined]:
            assert (await host.act(game, line)).status_code == 200
        await hub.settled()
        await heard(wire)
        gate = gated(server, monkeypatch)
        if joined:
            assert (await host.post(f"/games/{game}/undo?live=true")).status_code == 200
        assert (await host.post(f"/games/{game}/actions?live=true", {"action": "resolve 0"})).status_code == 200
        gate.set()
        await hub.settled()
        assert await heard(wire) == ["patch"]


@pytest.mark.anyio
async def test_a_take_back_that_is_told_together_with_something_else_brings_the_game_document(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    room = await server.house.room(game)
    put(room, mukden_table(HIDDEN, to_act="japanese").pos)
    hub = server.house.hub
    async with Wire(server, guest, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        await heard(wire)
        gate = gated(server, monkeypatch)
        assert (await host.act(game, "attack J-1 1715")).status_code == 200
        assert (await host.post(f"/games/{game}/undo?live=true")).status_code == 200
        gate.set()
        await hub.settled()
        assert await heard(wire) == ["patch", "game"]


@pytest.mark.anyio
@pytest.mark.parametrize("secret", [[], ["join J-1C"], ["join J-1C", "join J-2C"]])
async def test_the_pauses_of_a_bot_do_not_count_what_it_decides_in_secret(
    server: Server, monkeypatch: pytest.MonkeyPatch, secret: list[str]
) -> None:
    """The opponent chooses how long a bot pauses: with ten seconds before each decision he could count them."""
    sleep, pauses = asyncio.sleep, 0

    async def nap(seconds: float) -> None:
        nonlocal pauses
        pauses += seconds == DELAY / 1000
        await sleep(seconds)

    _, _, game = await server.two_players({**MUKDEN, "bot_delay_ms": DELAY})
    room = await server.house.room(game)
    put(room, mukden_table(HIDDEN, to_act="japanese").pos)
    monkeypatch.setattr(asyncio, "sleep", nap)
    for line in ("attack J-1 1715", *secret, "resolve 0"):
        await server.house.bots.pause(room, "japanese")
        action = room.game.parse(room.table.position, line)
        await server.house.commit(room, server.house.play(room, action), room.sides)
    assert pauses == 2
