"""Seats that become free: nobody gets to see a game through two sides by sitting down where somebody else got up."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server

pytestmark = pytest.mark.anyio
OPEN_TABLE = {**PARLOUR, "visibility": "public"}
OYAMA = {"name": "oyama", "password": "a long march north"}


async def _deserted(server: Server, wish: dict[str, Any]) -> tuple[Player, Player, str]:
    """A game that has begun and that its second player has left."""
    host, guest, game = await server.two_players(wish)
    await host.act(game, "bid 0")
    assert (await guest.post(f"/games/{game}/leave", {})).status_code == 200
    return host, guest, game


async def _sit(player: Player, game: str, side: str) -> int:
    return (await player.post(f"/games/{game}/join", {"side": side})).status_code


async def test_a_deserted_seat_is_not_for_the_player_at_the_other_side(server: Server) -> None:
    host, _, game = await _deserted(server, PARLOUR)
    link = (await host.post(f"/games/{game}/invite", {"side": "black"})).json()
    taken = await host.post(f"/games/{game}/join", {"secret": link["secret"]})
    assert (taken.status_code, taken.json()["type"]) == (409, "/problems/conflict")
    assert (await host.json(f"/games/{game}"))["you"] == ["white"]
    assert (await host.get(f"/games/{game}/view?side=black")).status_code == 403
    friend = await server.player()
    joined = await friend.post(f"/games/{game}/join", {"secret": link["secret"]})
    assert joined.status_code == 200, "the invitation was not used up by whoever could not use it"


async def test_whoever_comes_back_sees_that_others_have_sat_there(server: Server) -> None:
    """Nobody can tell a second browser of the opponent's from a friend; that somebody has looked shows."""
    host, guest, game = await _deserted(server, PARLOUR)
    assert (await host.json(f"/games/{game}"))["held"] == {"white": 1, "black": 1}
    for player in (await server.player(), guest):
        link = (await host.post(f"/games/{game}/invite", {"side": "black"})).json()
        joined = (await player.post(f"/games/{game}/join", {"secret": link["secret"]})).json()
        assert joined["held"] == {"white": 1, "black": 2}
        if player is not guest:
            await player.post(f"/games/{game}/leave", {})
    server.house.forget(game)
    assert (await guest.json(f"/games/{game}"))["held"] == {"white": 1, "black": 2}


async def test_nor_at_a_public_table(server: Server) -> None:
    host, _, game = await _deserted(server, OPEN_TABLE)
    assert await _sit(host, game, "black") == 409
    assert await _sit(await server.player(), game, "black") == 200


async def test_whoever_gets_up_does_not_sit_down_at_the_other_side(server: Server) -> None:
    host, guest, game = await _deserted(server, OPEN_TABLE)
    await host.post(f"/games/{game}/leave", {})
    assert await _sit(host, game, "black") == 409
    assert await _sit(guest, game, "white") == 409
    assert await _sit(guest, game, "black") == 200, "back to where he was"


async def test_not_even_after_a_restart_or_with_an_account(server: Server) -> None:
    host, _, game = await _deserted(server, OPEN_TABLE)
    server.house.forget(game)
    await host.post("/accounts", OYAMA)
    await host.post(f"/games/{game}/leave", {})
    assert await _sit(host, game, "black") == 409


async def test_what_was_seen_as_a_guest_was_seen_by_the_account(server: Server) -> None:
    host, _, game = await _deserted(server, OPEN_TABLE)
    other = await server.player()
    await other.post("/accounts", OYAMA)
    await host.post(f"/games/{game}/leave", {})
    await host.post("/sessions", OYAMA)
    assert await _sit(other, game, "black") == 409


async def test_seats_can_be_changed_before_anything_has_happened(server: Server) -> None:
    host = await server.player()
    game = (await host.make({**MUKDEN, "visibility": "public"}))["id"]
    await host.post(f"/games/{game}/leave", {})
    assert await _sit(host, game, "russian") == 200


async def test_what_the_dice_have_dealt_is_something(server: Server) -> None:
    host = await server.player()
    game = (await host.make(OPEN_TABLE))["id"]
    await host.post(f"/games/{game}/leave", {})
    assert await _sit(host, game, "black") == 409


async def test_who_plays_with_both_hands_may_put_one_down_for_a_while(server: Server) -> None:
    host = await server.player()
    game = (await host.make({**OPEN_TABLE, "seats": {"white": "me", "black": "hotseat"}}))["id"]
    await host.act(game, "bid 0")
    await host.post(f"/games/{game}/leave", {"side": "black"})
    assert await _sit(host, game, "black") == 200
    await host.post(f"/games/{game}/leave", {"side": "black"})
    guest = await server.player()
    assert await _sit(guest, game, "black") == 200
    await guest.post(f"/games/{game}/leave", {})
    assert await _sit(host, game, "black") == 409, "by now there is something of somebody else's to be seen"
