"""Sessions and what ends them; accounts that go; names that are what they seem."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, Wire, serving
from tests.server.test_accounts import OYAMA

from shapan.server.hub import SESSION_ENDED, Listener
from shapan.server.identity import account_key
from shapan.server.names import shown_name, tamed

pytestmark = pytest.mark.anyio
NEW = {"old": OYAMA["password"], "new": "battery staple"}


async def _with(server: Server, cookies: dict[str, str]) -> Player:
    player = await server.player()
    player.client.cookies.update(cookies)
    return player


async def _closed(wire: Wire) -> int:
    code: int = (await wire.hear("closed"))["code"]
    return code


async def test_registering_begins_a_new_session(server: Server) -> None:
    player = await server.player()
    game = (await player.make(MUKDEN))["id"]
    known = dict(player.client.cookies)
    await player.post("/accounts", OYAMA)
    assert (await player.json(f"/games/{game}"))["you"] == ["japanese"]
    assert (await (await _with(server, known)).json("/me"))["games"] == []


async def test_a_socket_ends_with_its_session(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game) as mine, Wire(server, guest, game) as theirs:
        for wire in (mine, theirs):
            wire.say(t="hello", proto=1)
            await wire.hear("state")
        assert (await host.client.delete("/api/v1/sessions")).status_code == 204
        assert await _closed(mine) == SESSION_ENDED
        theirs.say(t="ping")
        await theirs.hear("pong")


async def test_a_socket_that_comes_in_while_its_session_ends(server: Server) -> None:
    _, _, game = await server.two_players(PARLOUR)
    late = Listener("somebody", 8, "ended")
    server.house.hub.end("ended")
    server.house.hub.enter(await server.house.room(game), late)
    assert late.closed
    server.house.hub.leave(game, late)


async def test_signing_out_everywhere(server: Server) -> None:
    desk, phone = await server.player(), await server.player()
    await desk.post("/accounts", OYAMA)
    await phone.post("/sessions", OYAMA)
    game = (await phone.make(PARLOUR))["id"]
    async with Wire(server, phone, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        assert (await desk.client.delete("/api/v1/sessions/all")).status_code == 204
        assert await _closed(wire) == SESSION_ENDED
    for player in (desk, phone):
        assert (await player.json("/me"))["account"] is None


async def test_another_password_ends_every_other_session(server: Server) -> None:
    desk, thief = await server.player(), await server.player()
    await desk.post("/accounts", OYAMA)
    await thief.post("/sessions", OYAMA)
    wrong = await desk.client.put("/api/v1/me/password", json={**NEW, "old": "guess guess"})
    assert wrong.status_code == 401
    assert (await desk.client.put("/api/v1/me/password", json=NEW)).status_code == 200
    assert (await desk.json("/me"))["account"] == OYAMA["name"]
    assert (await thief.json("/me"))["account"] is None
    assert (await thief.post("/sessions", OYAMA)).status_code == 401
    assert (await thief.post("/sessions", {**OYAMA, "password": NEW["new"]})).status_code == 200
    nobody = await (await server.player()).client.put("/api/v1/me/password", json=NEW)
    assert nobody.status_code == 401


@pytest.mark.parametrize("closed", [False, True])
async def test_who_is_just_logging_in_with_a_password_that_is_changed_stays_out(
    server: Server, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    """Or with one of an account that is just being closed: the session would outlast the end of all sessions."""
    owner, thief = await server.player(), await server.player()
    await owner.post("/accounts", OYAMA)
    loop, identity, store = asyncio.get_running_loop(), server.house.identity, server.house.store
    account = await store.account(account_key(OYAMA["name"]))
    assert account is not None
    verify = identity._verify
    changes = {"banned": "2026-11-18T00:00:00.000Z"} if closed else {"password": await identity.hashed("another one")}

    def slowly(hashed: str, password: str) -> bool:
        found = verify(hashed, password)
        asyncio.run_coroutine_threadsafe(store.change_player(account["id"], changes), loop).result(20)
        asyncio.run_coroutine_threadsafe(identity.end_all(account["id"]), loop).result(20)
        return found

    monkeypatch.setattr(identity, "_verify", slowly)
    assert (await thief.post("/sessions", OYAMA)).status_code == 401
    assert (await thief.json("/me"))["account"] is None


async def test_the_seat_of_an_account_that_has_gone_is_free(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    await host.post("/accounts", OYAMA)
    async with Wire(server, guest, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        gone = await host.client.request("DELETE", "/api/v1/me", json={"password": OYAMA["password"]})
        assert gone.status_code == 204
        seen = (await wire.hear("game"))["game"]
        assert (seen["status"], seen["seats"][0]["taken"], seen["seats"][0]["name"]) == ("waiting", False, None)
    assert (await guest.act(game, "declare combat")).status_code == 409
    link = (await guest.post(f"/games/{game}/invite", {"side": "japanese"})).json()
    friend = await server.player()
    assert (await friend.post(f"/games/{game}/join", {"secret": link["secret"]})).status_code == 200
    assert (await friend.json(f"/games/{game}"))["status"] == "running"


async def test_a_session_that_ends_in_another_house(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, _, game = await one.two_players(PARLOUR)
        there = await _with(other, dict(host.client.cookies))
        async with Wire(one, host, game) as wire:
            wire.say(t="hello", proto=1)
            await wire.hear("state")
            await there.client.delete("/api/v1/sessions")
            assert await _closed(wire) == SESSION_ENDED


@pytest.mark.parametrize(
    "name",
    [
        *("Oyama\u202egnorw", "\u2066Oyama", "O\u200byama", "Oya\u00adma", "\u3164", "\u2800\u2800", "a\ufeff"),
        *("q\u0301\u0301\u0301", "\u0301", "tab\x07", "\U000e0041", "\ue000", " \u00a0\u3000 "),
    ],
)
async def test_names_hold_no_tricks(name: str) -> None:
    with pytest.raises(ValueError, match="should"):
        shown_name(name)


@pytest.mark.parametrize(
    ("written", "kept"),
    [("  Marshal\u00a0 Oyama ", "Marshal Oyama"), ("大山\u3000巌", "大山 巌"), ("e\u0301", "é"), ("♞\ufe0f", "♞")],
)
async def test_names_are_kept_as_they_are_seen(written: str, kept: str) -> None:
    assert shown_name(written) == kept


async def test_names_that_come_with_a_record_lose_their_tricks() -> None:
    assert tamed("\u202eOyama\u0000 ") == "Oyama"
    assert tamed("\u200b\u3164") is None


async def test_the_server_takes_no_tricky_name(server: Server) -> None:
    player = await server.player()
    for path, body in (("/games", {**PARLOUR, "name": "a\u202eb"}), ("/accounts", {**OYAMA, "name": "ab\u3164"})):
        assert (await player.post(path, body)).status_code == 422, path
    assert (await player.client.patch("/api/v1/me", json={"name": "\u200d"})).status_code == 422
