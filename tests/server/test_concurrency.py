"""Two at once: exactly one wins."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, serving

pytestmark = pytest.mark.anyio


async def test_of_many_posts_at_once_exactly_one_wins(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    for _ in range(3):
        state = await host.json(f"/games/{game}/view")
        if state["view"]["ask"]["actor"] != "japanese":
            break
        texts = []
        for option in state["view"]["ask"]["options"]:
            heads = [option["verb"], *option.get("words", [])]
            texts += [" ".join([*heads, value]) for value in option.get("values") or []] or [" ".join(heads)]
        tries = [host.act(game, text, seq=state["seq"]) for text in (texts * 8)[:8]]
        answers = await asyncio.gather(*tries)
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [409] * 7
        winner = next(answer for answer in answers if answer.status_code == 200)
        for loser in answers:
            if loser is not winner:
                assert loser.json()["state"]["seq"] == winner.json()["seq"]


async def test_the_same_message_twice_at_once_is_played_once(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    answers = await asyncio.gather(*(host.act(game, "bid 0", seq=1, cid="x") for _ in range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["entries"][0]["seq"] for answer in answers} == {2}


async def test_of_many_who_want_a_seat_exactly_one_gets_it(server: Server) -> None:
    host = await server.player()
    game = await host.make({**MUKDEN, "visibility": "public"})
    guests = [await server.player() for _ in range(5)]
    wishes = [guest.post(f"/games/{game['id']}/join", {"side": "russian"}) for guest in guests]
    codes = sorted(answer.status_code for answer in await asyncio.gather(*wishes))
    assert codes == [200] + [409] * 4


async def test_two_servers_on_one_database(tmp_path: Path) -> None:
    """The position in memory is only a cache: the storage decides who was first."""
    async with serving(tmp_path) as one, serving(tmp_path) as other:
        host, _, game = await one.two_players(PARLOUR)
        same = await other.player()
        same.client.cookies.update(host.client.cookies)
        assert (await same.json(f"/games/{game}/view"))["you"] == ["white"]
        answers = await asyncio.gather(host.act(game, "bid 0", seq=1), same.act(game, "bid 0", seq=1))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert (await _seq(host, game)) == (await _seq(same, game)) == 2


async def _seq(player: Player, game: str) -> int:
    answer = await player.act(game, "bid 0", seq=0)
    seq: int = answer.json()["state"]["seq"]
    return seq


async def test_what_cannot_be_stored_never_happened(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    before = [(await player.get(f"/games/{game}/view")).text for player in (host, guest)]

    def full(_batch: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(server.house.store._appends, "_store", full)
        assert (await host.act(game, "bid 0")).status_code == 500
    assert [(await player.get(f"/games/{game}/view")).text for player in (host, guest)] == before
    assert (await host.act(game, "bid 0", seq=1)).status_code == 200
