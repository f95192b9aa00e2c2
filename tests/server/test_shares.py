"""Players add to the seed of the dice: who commits, who shows what, and what the record can prove afterwards."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, Wire, serving

from shapan.kernel import Record, share_commitment
from shapan.server import shares

MINE, THEIRS = secrets.token_bytes(32), secrets.token_bytes(32)


async def seated(
    server: Server, mine: bytes | None = MINE, theirs: bytes | None = THEIRS
) -> tuple[Player, Player, str]:
    """A table at which both have sat down, with commitments or without."""
    host, guest = await server.player(), await server.player()
    game = await host.make({**PARLOUR, **committed(mine)})
    secret = game["invitations"]["black"]["secret"]
    assert game["sharing"] == (mine is not None)
    joined = await guest.post(f"/games/{game['id']}/join", {"secret": secret, **committed(theirs)})
    assert joined.status_code == 200, joined.text
    return host, guest, game["id"]


def committed(part: bytes | None) -> dict[str, str]:
    return {} if part is None else {"share": share_commitment(part)}


async def show(player: Player, game: str, part: bytes) -> Any:
    return await player.post(f"/games/{game}/share", {"part": part.hex()})


async def record_of(server: Server, player: Player, game: str) -> Record:
    """The record after the game, which must be proved by what everybody can read."""
    assert (await player.post(f"/games/{game}/resign", {})).status_code == 200
    text = (await player.get(f"/games/{game}/record")).text
    record = (await server.house.room(game)).table.match.record
    assert record.dumps() == text
    record.verify()
    return record


@pytest.mark.anyio
async def test_the_dice_begin_when_all_parts_are_shown_and_the_record_proves_them(server: Server) -> None:
    host, guest, game = await seated(server)
    before = await host.json(f"/games/{game}")
    assert (before["seq"], before["actor"], before["sharing"]) == (0, "dice", True)
    assert [one["part"] for one in before["shares"]] == [None, None]
    half = (await show(host, game, MINE)).json()
    assert (half["seq"], half["sharing"]) == (0, True)
    whole = (await show(guest, game, THEIRS)).json()
    assert (whole["actor"], whole["sharing"]) == ("white", False)
    assert whole["seq"] > 0
    record = await record_of(server, host, game)
    assert {side: share.part for side, share in record.shares.items()} == {"white": MINE.hex(), "black": THEIRS.hex()}


@pytest.mark.anyio
async def test_a_part_is_shown_once_all_sit_and_only_the_one_that_was_committed_to(server: Server) -> None:
    host = await server.player()
    game = await host.make({**PARLOUR, **committed(MINE)})
    assert (await show(host, game["id"], MINE)).status_code == 409  # somebody else could still choose by it
    guest = await server.player()
    wish = {"secret": game["invitations"]["black"]["secret"], **committed(THEIRS)}
    assert (await guest.post(f"/games/{game['id']}/join", wish)).status_code == 200
    assert (await show(host, game["id"], THEIRS)).status_code == 422
    assert (await show(await server.player(), game["id"], MINE)).status_code == 403
    assert (await show(host, game["id"], MINE)).status_code == 200
    assert (await show(guest, game["id"], THEIRS)).status_code == 200
    assert (await show(guest, game["id"], THEIRS)).status_code == 409


@pytest.mark.anyio
async def test_nobody_commits_anew_after_others_have_shown_their_parts(server: Server) -> None:
    host, guest, game = await seated(server)
    assert (await show(host, game, MINE)).status_code == 200
    await guest.post(f"/games/{game}/leave", {})
    invitation = (await host.post(f"/games/{game}/invite", {"side": "black"})).json()
    wish = {"secret": invitation["secret"], **committed(THEIRS)}
    back = (await guest.post(f"/games/{game}/join", wish)).json()
    assert [one["side"] for one in back["shares"]] == ["white"]


@pytest.mark.anyio
async def test_nobody_commits_to_what_another_will_show(server: Server) -> None:
    host, guest = await server.player(), await server.player()
    made = await host.make({**PARLOUR, **committed(MINE)})
    secret = {"secret": made["invitations"]["black"]["secret"]}
    mirrored = await guest.post(f"/games/{made['id']}/join", {**secret, **committed(MINE)})
    assert mirrored.status_code == 422, mirrored.text
    assert mirrored.json()["errors"][0]["field"] == "body.share"
    assert (await guest.post(f"/games/{made['id']}/join", {**secret, **committed(THEIRS)})).status_code == 200


@pytest.mark.anyio
async def test_whoever_does_not_answer_does_not_stop_the_game(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "WAIT", 0.01)
    host, guest, game = await seated(server)
    assert (await host.act(game, "bid 0")).status_code == 200  # waits until the dice have begun
    found = await guest.json(f"/games/{game}")
    assert (found["sharing"], [one["part"] for one in found["shares"]]) == (False, [None, None])
    assert (await show(guest, game, THEIRS)).status_code == 409
    record = await record_of(server, host, game)
    assert "left out" in record.dumps()


@pytest.mark.anyio
async def test_one_part_is_enough_to_change_the_stream(server: Server) -> None:
    host, _, game = await seated(server, MINE, None)
    assert (await show(host, game, MINE)).json()["sharing"] is False
    record = await record_of(server, host, game)
    assert list(record.shares) == ["white"]


@pytest.mark.anyio
async def test_nobody_adds_to_dice_that_have_rolled_and_were_taken_back(server: Server) -> None:
    host, guest = await server.player(), await server.player()
    game = (await host.make({**MUKDEN, "seats": {"japanese": "me", "russian": "hotseat"}}))["id"]
    assert len((await host.act(game, "declare combat")).json()["entries"]) > 1, "a die has rolled"
    assert (await host.post(f"/games/{game}/takeback", {"to": 0, "side": "japanese"})).json()["ply"] == 0
    invitation = (await host.post(f"/games/{game}/invite", {"side": "japanese"})).json()
    wish = {"secret": invitation["secret"], **committed(THEIRS)}
    joined = (await guest.post(f"/games/{game}/join", wish)).json()
    assert (joined["sharing"], joined["shares"]) == (False, [])
    assert (await guest.act(game, "declare combat")).status_code == 200
    await record_of(server, guest, game)


@pytest.mark.anyio
async def test_nobody_has_to_add_anything(server: Server) -> None:
    host, _, game = await seated(server, None, None)
    assert (await host.json(f"/games/{game}"))["shares"] == []
    record = await record_of(server, host, game)
    assert record.shares == {}


@pytest.mark.anyio
async def test_a_server_that_was_stopped_meanwhile_begins_with_the_same_parts(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        host, guest, game = await seated(server)
        await show(host, game, MINE)
        cookies = [dict(player.client.cookies) for player in (host, guest)]
    async with serving(tmp_path) as server:
        host, guest = await server.player(), await server.player()
        for player, cookie in zip((host, guest), cookies, strict=True):
            player.client.cookies.update(cookie)
        assert (await show(guest, game, THEIRS)).json()["sharing"] is False
        server.house.forget(game)
        assert (await host.act(game, "bid 0")).status_code == 200
        record = await record_of(server, host, game)
        assert [bool(share.part) for share in record.shares.values()] == [True, True]


@pytest.mark.anyio
async def test_the_other_browser_hears_that_it_is_time_to_show_its_part(server: Server) -> None:
    host, guest = await server.player(), await server.player()
    game = await host.make({**PARLOUR, **committed(MINE)})
    async with Wire(server, host, game["id"]) as wire:
        wire.say(t="hello", proto=1)
        assert (await wire.hear("state"))["game"]["status"] == "waiting"
        wish = {"secret": game["invitations"]["black"]["secret"], **committed(THEIRS)}
        await guest.post(f"/games/{game['id']}/join", wish)
        heard = (await wire.hear("game"))["game"]
        assert (heard["status"], heard["sharing"], len(heard["shares"])) == ("running", True, 2)


@pytest.mark.anyio
async def test_bots_wait_for_the_dice_too(server: Server) -> None:
    host = await server.player()
    wish = {"title": "mukden", "seats": {"japanese": "bot:random", "russian": "me"}, **committed(MINE)}
    game = await host.make(wish)
    room = await server.house.room(game["id"])
    server.house.bots.wake(room)
    assert not server.house.bots.busy(game["id"])
    assert (await show(host, game["id"], MINE)).status_code == 200
    assert server.house.bots.busy(game["id"])


async def rematch(server: Server) -> tuple[Player, Player, str]:
    """A rematch for which the first player has asked, with a commitment; the sides stay as they were."""
    host, guest, game = await seated(server, None, None)
    assert (await guest.post(f"/games/{game}/resign", {})).status_code == 200
    made = await host.post(f"/games/{game}/rematch", {"swap": False, **committed(MINE)})
    assert made.status_code == 201, made.text
    return host, guest, made.json()["id"]


@pytest.mark.anyio
async def test_both_add_to_the_seed_of_a_rematch(server: Server) -> None:
    host, guest, game = await rematch(server)
    waits = await host.json(f"/games/{game}")
    assert (waits["status"], waits["awaited"], waits["seq"]) == ("waiting", ["black"], 0)
    assert (await show(host, game, MINE)).status_code == 409, "nobody chooses a part by what the other has shown"
    came = await guest.post(f"/games/{game}/join", {"side": "black", **committed(THEIRS)})
    assert came.status_code == 200, came.text
    assert (came.json()["status"], came.json()["awaited"], came.json()["sharing"]) == ("running", [], True)
    assert [one["side"] for one in came.json()["shares"]] == ["white", "black"]
    for player, part in ((host, MINE), (guest, THEIRS)):
        assert (await show(player, game, part)).status_code == 200
    record = await record_of(server, host, game)
    assert {side: share.part for side, share in record.shares.items()} == {"white": MINE.hex(), "black": THEIRS.hex()}


@pytest.mark.anyio
async def test_who_comes_to_a_rematch_need_not_add_anything(server: Server) -> None:
    host, guest, game = await rematch(server)
    assert (await guest.post(f"/games/{game}/join", {"side": "black"})).json()["status"] == "running"
    assert (await show(host, game, MINE)).json()["sharing"] is False


@pytest.mark.anyio
async def test_nobody_else_comes_to_a_rematch(server: Server) -> None:
    host, guest, game = await rematch(server)
    other = await server.player()
    assert (await other.post(f"/games/{game}/join", {"side": "black"})).status_code == 403
    assert (await host.post(f"/games/{game}/join", {"side": "black"})).status_code == 403
    assert (await guest.act(game, "bid 0")).status_code == 409
    assert (await host.json(f"/games/{game}"))["awaited"] == ["black"]


@pytest.mark.anyio
async def test_a_rematch_that_waits_for_its_own_is_not_offered_to_others(server: Server) -> None:
    host, guest, game = await server.two_players({**PARLOUR, "visibility": "public"})
    await guest.post(f"/games/{game}/resign", {})
    await host.post(f"/games/{game}/rematch", {"swap": False, **committed(MINE)})
    assert (await (await server.player()).json("/games?status=open"))["games"] == []
