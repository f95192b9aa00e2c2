"""Going back by consent where there are more than two sides: all others have to agree."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.kit import Player, Server

from shapan.server.problems import Problem
from shapan.server.store import Store

pytestmark = pytest.mark.anyio


async def table(server: Server, umpire: str = "human") -> tuple[Player, Player, Player, str]:
    """A game for white, black and an umpire, in which white has bid."""
    white, black, third = await server.player(), await server.player(), await server.player()
    seats = {"white": "me", "black": "human", "umpire": umpire}
    game = await white.make({"title": "trio", "seats": seats})
    for player, side in ((black, "black"), (third, "umpire")):
        if side in game["invitations"]:
            secret = game["invitations"][side]["secret"]
            assert (await player.post(f"/games/{game['id']}/join", {"secret": secret})).status_code == 200
    assert (await white.act(game["id"], "bid 0")).status_code == 200
    return white, black, third, game["id"]


async def asked(player: Player, game: str) -> Any:
    return (await player.json(f"/games/{game}"))["takeback"]


async def agree(player: Player, game: str, agree: bool = True) -> None:
    answer = await player.post(f"/games/{game}/takeback/answer", {"agree": agree})
    assert answer.status_code == 200, answer.text


async def test_all_other_sides_have_to_agree(server: Server) -> None:
    white, black, umpire, game = await table(server)
    before = (await white.json(f"/games/{game}"))["ply"]
    await white.post(f"/games/{game}/takeback", {"to": before - 1})
    await agree(black, game)
    assert (await white.json(f"/games/{game}"))["ply"] == before, "one yes of two is not enough"
    assert (await asked(umpire, game))["agreed"] == ["black"]
    server.house.forget(game)
    assert (await asked(umpire, game))["agreed"] == ["black"], "it is stored, too"
    await agree(umpire, game)
    assert (await white.json(f"/games/{game}"))["ply"] == before - 1
    assert await asked(white, game) is None


async def test_a_wish_that_cannot_be_stored_was_never_uttered(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    white, black, _, game = await table(server)

    async def full(*_arguments: object) -> None:
        raise Problem("busy", "disk full", retry=1)

    before = (await white.json(f"/games/{game}"))["ply"]
    with monkeypatch.context() as patch:
        patch.setattr(Store, "change_game", full)
        assert (await white.post(f"/games/{game}/takeback", {"to": before - 1})).status_code == 503
    assert await asked(black, game) is None
    assert (await white.post(f"/games/{game}/takeback", {"to": before - 1})).status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(Store, "change_game", full)
        assert (await black.post(f"/games/{game}/takeback/answer", {"agree": False})).status_code == 503
    assert (await asked(black, game))["side"] == "white", "nor was the answer given"


async def test_one_no_is_enough(server: Server) -> None:
    white, black, umpire, game = await table(server)
    before = (await white.json(f"/games/{game}"))["ply"]
    await white.post(f"/games/{game}/takeback", {"to": before - 1})
    await agree(black, game)
    await agree(umpire, game, False)
    assert await asked(white, game) is None
    assert (await white.json(f"/games/{game}"))["ply"] == before


async def test_a_bot_agrees_at_once_and_the_others_are_asked(server: Server) -> None:
    white, black, _, game = await table(server, "bot:random")
    before = (await white.json(f"/games/{game}"))["ply"]
    await white.post(f"/games/{game}/takeback", {"to": before - 1})
    assert (await asked(black, game))["agreed"] == ["umpire"]
    await agree(black, game)
    assert (await white.json(f"/games/{game}"))["ply"] == before - 1


async def test_a_bot_agrees_to_no_knowledge_whatever_the_others_say(server: Server) -> None:
    white, _, _, game = await table(server, "bot:random")
    answer = await white.post(f"/games/{game}/takeback", {"to": 0})
    assert answer.json()["refusal"]["key"] == "refusal.takeback_bot"
    assert await asked(white, game) is None
