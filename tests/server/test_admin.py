"""Looking after a server: games and players from beside it, backups, and files that are nobody else's business."""

from __future__ import annotations

import asyncio
import gzip
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, Wire, serving
from tests.server.postgres import new_database
from tests.server.test_accounts import OYAMA

from shapan.kernel import ShapanError
from shapan.server import backup, news
from shapan.server.admin import opened
from shapan.server.hub import SESSION_ENDED

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "GLANCE", 0.05)


async def _until(wanted: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(400):
        if await wanted():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("never heard of")


async def _account(server: Server) -> Player:
    player = await server.player()
    await player.post("/accounts", OYAMA)
    return player


async def test_a_table_that_is_closed(server: Server, storage: str) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with opened(storage) as admin:
        await admin.close(game)

    async def closed() -> bool:
        return bool((await host.json(f"/games/{game}"))["status"] == "archived")

    await _until(closed)
    answer = await host.act(game, "bid 0")
    assert (answer.status_code, answer.json()["detail"]) == (409, "this table has been closed")


async def test_a_table_is_closed_even_for_those_who_have_not_heard(server: Server, storage: str) -> None:
    host, _, game = await server.two_players(PARLOUR)
    await server.house.news.close()
    async with opened(storage) as admin:
        await admin.close(game)
    assert (await host.act(game, "bid 0")).status_code == 409
    assert (await host.json(f"/games/{game}"))["status"] == "archived"


async def test_a_game_that_is_deleted(server: Server, storage: str) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        async with opened(storage) as admin:
            await admin.delete(game)
            assert await admin.games() == []
        assert await wire.hear("closed") == {"t": "closed", "code": 4404}
    assert (await host.get(f"/games/{game}")).status_code == 404


async def test_a_banned_account(server: Server, storage: str) -> None:
    player = await _account(server)
    game = (await player.make(MUKDEN))["id"]
    async with Wire(server, player, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        async with opened(storage) as admin:
            await admin.ban("ŌYAMA-大山")
        assert await wire.hear("closed") == {"t": "closed", "code": SESSION_ENDED}
    refused = await player.post("/sessions", OYAMA)
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/closed")
    guess = await player.post("/sessions", {**OYAMA, "password": "guess guess"})
    assert guess.status_code == 401, "a ban tells nothing to those who do not know the password"
    async with opened(storage) as admin:
        await admin.ban(OYAMA["name"], lift=True)
    assert (await player.post("/sessions", OYAMA)).status_code == 200


async def test_a_password_that_was_forgotten(server: Server, storage: str) -> None:
    player = await _account(server)
    async with opened(storage) as admin:
        fresh = await admin.reset_password(OYAMA["name"])
    assert (await player.json("/me"))["account"] is None
    assert (await player.post("/sessions", OYAMA)).status_code == 401
    assert (await player.post("/sessions", {**OYAMA, "password": fresh})).status_code == 200
    async with opened(storage) as admin:
        assert await admin.log_out(OYAMA["name"]) == 1
        with pytest.raises(ShapanError, match="no account"):
            await admin.log_out("nobody")


async def test_what_is_kept_about_a_person(server: Server, storage: str) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.post("/accounts", OYAMA)
    await host.act(game, "bid 0")
    for player, text in ((host, "mine"), (guest, "yours")):
        await player.post(f"/games/{game}/chat", {"text": text})
    async with opened(storage) as admin:
        kept = await admin.export(OYAMA["name"])
        assert (kept["account"], [one["id"] for one in kept["games"]]) == (OYAMA["name"], [game])
        assert [one["text"] for one in kept["chat"]] == ["mine"]
        assert [one["text"] for one in kept["actions"]] == ["bid 0"]
        assert "password" not in kept
        await admin.erase(OYAMA["name"])
        with pytest.raises(ShapanError):
            await admin.export(OYAMA["name"])
    assert [line["text"] for line in (await guest.json(f"/games/{game}/chat"))["chat"]] == ["yours"]

    async def free() -> bool:
        return not (await guest.json(f"/games/{game}"))["seats"][0]["taken"]

    await _until(free)


async def test_what_others_did_at_the_same_seat_is_theirs(server: Server, storage: str) -> None:
    """Whoever has left a seat is still asked about what he said there, and whoever took it is not."""
    host, guest, game = await server.two_players(PARLOUR)
    await guest.post("/accounts", OYAMA)
    await host.act(game, "bid 0")
    await guest.act(game, "bid 0")
    await guest.post(f"/games/{game}/chat", {"text": "first"})
    await guest.post(f"/games/{game}/leave", {})
    secret = (await host.post(f"/games/{game}/invite", {"side": "black"})).json()["secret"]
    heir = await server.player()
    await heir.post("/accounts", {**OYAMA, "name": "kuropatkin"})
    assert (await heir.post(f"/games/{game}/join", {"secret": secret})).status_code == 200
    await heir.post(f"/games/{game}/chat", {"text": "second"})
    await heir.act(game, "mark black 1")
    async with opened(storage) as admin:
        first, second = await admin.export(OYAMA["name"]), await admin.export("kuropatkin")
        assert [[one["text"] for one in kept["chat"]] for kept in (first, second)] == [["first"], ["second"]]
        assert [[one["text"] for one in kept["actions"]] for kept in (first, second)] == [["bid 0"], ["mark black 1"]]
        await admin.erase(OYAMA["name"])
    assert [line["text"] for line in (await heir.json(f"/games/{game}/chat"))["chat"]] == ["second"]


async def test_clearing_away(server: Server, storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    host, _, game = await server.two_players(PARLOUR)
    waiting = await server.player()
    empty = (await waiting.make(PARLOUR))["id"]
    await _account(server)
    async with opened(storage) as admin:
        assert await admin.tidy(1, 1) == {"games": 0, "guests": 0}, "nothing is old yet"
        monkeypatch.setattr("shapan.server.admin._ago", lambda _days: "9999")
        assert {one["id"] for one in await admin.games(status="waiting", idle=1)} == {empty}
        assert await admin.tidy(1, 1) == {"games": 1, "guests": 1}, "whoever plays and whoever has an account stays"
    assert (await host.json(f"/games/{game}"))["you"] == ["white"]


@pytest.mark.parametrize(("guests", "invitations"), [(0, 30), (-5, 30), (90, 0), (10**9, 30), (90, 10**30)])
async def test_an_absurd_age_is_refused(server: Server, storage: str, guests: int, invitations: int) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with opened(storage) as admin:
        with pytest.raises(ShapanError, match="age"):
            await admin.tidy(guests, invitations)
    assert (await host.json(f"/games/{game}"))["you"] == ["white"]


# --- backups --------------------------------------------------------------------------------------


def _new(kind: str, folder: Path, postgres: str) -> str:
    return f"sqlite:///{folder / 'other.db'}" if kind == "sqlite" else new_database(postgres)


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
async def test_a_backup_of_one_restores_into_the_other(
    server: Server, storage: str, into: str, tmp_path: Path, postgres: str
) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    await host.act(game, "declare combat")
    await guest.post(f"/games/{game}/chat", {"text": "大山"})
    before = [await player.json(f"/games/{game}/view") for player in (host, guest)]
    path, other = tmp_path / "kept.gz", _new(into, tmp_path, postgres)
    counts = await asyncio.to_thread(backup.save, storage, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert await asyncio.to_thread(backup.restore, other, path) == counts
    async with serving(tmp_path, database=other) as again:
        for player, view in zip((host, guest), before, strict=True):
            same = await again.player()
            same.client.cookies.update(player.client.cookies)
            assert await same.json(f"/games/{game}/view") == view
            assert (await same.json(f"/games/{game}/chat"))["chat"][0]["text"] == "大山"
        with pytest.raises(ShapanError, match="not empty"):
            await asyncio.to_thread(backup.restore, other, path)


@pytest.mark.parametrize("damage", ["cut", "changed", "other"])
async def test_a_damaged_backup_restores_nothing(server: Server, storage: str, damage: str, tmp_path: Path) -> None:
    await server.two_players(PARLOUR)
    path = tmp_path / "kept.gz"
    await asyncio.to_thread(backup.save, storage, path)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    spoilt: dict[str, Any] = {
        "cut": b"".join(lines[:-1]),
        "changed": b"".join(lines).replace(b"waiting", b"running", 1).replace(b"parlour", b"mukden", 1),
        "other": b"what is this\n",
    }
    path.write_bytes(gzip.compress(spoilt[damage]))
    with pytest.raises(ShapanError):
        backup.restore(f"sqlite:///{tmp_path / 'new.db'}", path)
    assert not (tmp_path / "new.db").exists()


async def test_a_file_that_is_not_there_is_not_made_by_looking_at_it(tmp_path: Path) -> None:
    mistyped = tmp_path / "shpaan.db"
    with pytest.raises(ShapanError, match="there is no database"):
        backup.save(f"sqlite:///{mistyped}", tmp_path / "kept.gz")
    with pytest.raises(ShapanError, match="there is no database"):
        async with opened(f"sqlite:///{mistyped}"):
            pass
    assert not mistyped.exists()
    assert not (tmp_path / "kept.gz").exists()


async def test_the_file_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    path.touch(0o644)
    async with serving(tmp_path) as server:
        await server.two_players(PARLOUR)
        modes = {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.glob("test.db*")}
        assert modes == {0o600}


async def test_nothing_to_back_up(tmp_path: Path) -> None:
    (tmp_path / "none.db").touch()
    with pytest.raises(ShapanError, match="no Shapan database"):
        backup.save(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "kept.gz")
    assert not (tmp_path / "kept.gz").exists()
