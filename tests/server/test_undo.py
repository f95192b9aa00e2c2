"""Undo after a look, between two sessions in every game: refused over HTTP and over a socket, and telling nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.server.kit import Player, Server, Wire

from shapan.games import game as find_game
from shapan.games import games
from shapan.server.room import Room

pytestmark = pytest.mark.anyio
GAMES = 6
PATIENCE = 400


async def _game(server: Server, title: str) -> tuple[dict[str, Player], Room]:
    first, second = find_game(title).sides_in()
    host, guest, game = await server.two_players({"title": title, "seats": {first: "me", second: "human"}})
    return {first: host, second: guest}, await server.house.room(game)


async def _play_to_a_look(server: Server, room: Room, rng: Random) -> str | None:
    """Random actions until somebody who is still asked has learned something by his own one: who; or to the end."""
    for _ in range(PATIENCE):
        if room.table.over:
            return None
        side = room.table.position.actor
        action = room.table.position.options().sample(rng)
        new = await server.house.commit(room, server.house.play(room, action), room.sides)
        if room.table.position.actor == side and room.table.match.known_since(new[0].ply - 1, (side,)):
            return side
    return None


@pytest.mark.parametrize("title", games())
async def test_nobody_undoes_a_look(server: Server, title: str) -> None:
    rng, looks = Random(title), 0
    players, room = await _game(server, title)
    for _ in range(GAMES):
        side = await _play_to_a_look(server, room, rng)
        if side is None:
            players, room = await _game(server, title)
            continue
        looks += 1
        before = await _seen(players, room)
        over_http = await players[side].post(f"/games/{room.id}/undo", {"side": side})
        assert over_http.status_code == 422, over_http.text
        async with Wire(server, players[side], room.id) as wire:
            wire.say(t="hello", proto=1)
            await wire.hear("state")
            wire.say(t="undo", cid="u", side=side)
            over_socket = (await wire.hear("ack", "err"))["problem"]
        for problem in (over_http.json(), over_socket):
            assert problem["refusal"]["key"] in ("refusal.takeback_known", "refusal.takeback_consent"), problem
        assert over_http.json() == over_socket
        assert await _seen(players, room) == before
    assert looks, "no game without dice or reveals"


async def _seen(players: dict[str, Player], room: Room) -> list[Any]:
    return [await player.json(f"/games/{room.id}/view") for player in players.values()]
