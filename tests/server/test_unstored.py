"""What is stored of a game is what was done in it: no release has to read the positions of another."""

from __future__ import annotations

from random import Random
from typing import Any, NoReturn

import pytest
from tests.server.kit import Server

from shapan.games.yangtze.position import YangtzePosition
from shapan.kernel import Game, Position

pytestmark = pytest.mark.anyio
YANGTZE = {"title": "yangtze", "scenario": "s1_plum_village", "seats": {"us": "me", "cn": "me"}}


def never(*_arguments: Any, **_named: Any) -> NoReturn:
    raise AssertionError("a position was written or read")


async def test_a_game_goes_on_between_declared_fire_and_its_dice_without_any_snapshot(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Position, "to_json", never)
    monkeypatch.setattr(Game, "from_json", never)
    player, rng = await server.player(), Random(1)
    game = (await player.make(YANGTZE))["id"]

    async def act() -> YangtzePosition:
        pos = (await server.house.room(game)).table.position
        done = await player.act(game, pos.book.game.format(pos, pos.options().sample(rng)))
        assert done.status_code == 200, done.text
        found = (await server.house.room(game)).table.position
        assert isinstance(found, YangtzePosition)
        return found

    while not (before := await act()).shots:
        if before.outcome is not None:  # chance has let nobody fire: another game
            game = (await player.make(YANGTZE))["id"]
    server.house.forget(game)
    after = (await server.house.room(game)).table.position
    assert after is not before
    assert after.key() == before.key()
    await act()
