"""New releases: older databases are brought up to date, and games go on, also where rules were corrected meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from tests.server import parlour
from tests.server.kit import PARLOUR, Player, Server, serving

from shapan.kernel import Action, Refusal, ShapanError
from shapan.server import backup, migrate
from shapan.server.store import Store

pytestmark = pytest.mark.anyio
RELEASES = Path(__file__).parent / "releases"
GAME = "3w7zdv9e"
TOKENS = ("Faag0e8Hnhh3WdqptFEV0v1ltycUIV2rkWTs5Br2Ehk", "eLFmBccGAchwRp8oUYxB_6WWI3UgWYMCajGI52Z7Ix0")
"""Of the two players in the databases that are kept here."""


def _correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nobody may bid nothing."""
    before = parlour.AskBid.refusal

    def refusal(step: Any, pos: Any, at: Any, action: Action) -> Refusal | None:
        if isinstance(action, parlour.Bid) and action.height == 0:
            return Refusal("3", "refusal.not_now")
        return before(step, pos, at, action)

    monkeypatch.setattr(parlour.AskBid, "refusal", refusal)


async def _outgrown(server: Server, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player, str]:
    """A game in which both have bid what nobody may bid today."""
    host, guest, game = await server.two_players(PARLOUR)
    for player in (host, guest):
        assert (await player.act(game, "bid 0")).status_code == 200
    _correct(monkeypatch)
    server.house.forget(game)
    return host, guest, game


EVERY_RELEASE = pytest.mark.parametrize("release", sorted(path.stem for path in RELEASES.glob("*.sql")))


def _kept(release: str, path: Path) -> None:
    """The database of a release as it was."""
    with sqlite3.connect(path) as old:
        old.executescript((RELEASES / f"{release}.sql").read_text(encoding="utf-8"))


def test_a_database_of_the_present_release_is_kept() -> None:
    assert (RELEASES / f"{migrate.PRESENT}.sql").exists(), "for those who come from it to the next one"


@EVERY_RELEASE
async def test_games_of_an_older_release_go_on(tmp_path: Path, release: str) -> None:
    _kept(release, tmp_path / "test.db")
    await _played_on(tmp_path, f"sqlite:///{tmp_path / 'test.db'}")


@EVERY_RELEASE
async def test_a_backup_of_an_older_release_restores_and_its_games_go_on(
    tmp_path: Path, release: str, storage: str
) -> None:
    _kept(release, tmp_path / "old.db")
    path = tmp_path / "old.gz"
    await asyncio.to_thread(backup.save, f"sqlite:///{tmp_path / 'old.db'}", path)
    await asyncio.to_thread(backup.restore, storage, path)
    await _played_on(tmp_path, storage)


async def _played_on(folder: Path, database: str) -> None:
    """Both players find their account, their chat and their game, and one of them acts."""
    async with serving(folder, database=database) as server:
        host, guest = await server.player(), await server.player()
        for player, token in zip((host, guest), TOKENS, strict=True):
            player.client.cookies.set("shapan", token)
        assert (await host.json("/me"))["account"] == "oyama"
        assert (await guest.json(f"/games/{GAME}/chat"))["chat"][0]["text"].startswith("大山")
        before = await host.json(f"/games/{GAME}/view")
        player = host if before["view"]["ask"]["actor"] == "japanese" else guest
        done = await player.act(GAME, "pass")
        assert done.status_code == 200, done.text
        assert done.json()["seq"] > before["seq"]


async def test_two_who_began_under_an_older_release_have_not_agreed_on_counsel(tmp_path: Path) -> None:
    """Neither of them could say so then, and a hint would be a hint against the other."""
    _kept("0001", tmp_path / "test.db")
    async with serving(tmp_path) as server:
        host = await server.player()
        host.client.cookies.set("shapan", TOKENS[0])
        seen = await host.json(f"/games/{GAME}")
        assert (seen["counsel"], seen["can"]["hint"]) == (False, False)
        assert (await host.post(f"/games/{GAME}/hint")).status_code == 409


TRICK = "Oyama\u202egnk\u200b"
"""A sign that turns what follows, and one that is not seen."""


async def test_names_that_an_older_release_took_lose_their_tricks(tmp_path: Path) -> None:
    _kept("0001", tmp_path / "test.db")
    with sqlite3.connect(tmp_path / "test.db") as old:
        old.execute("update seat set name = ? where game_id = ? and side = 'japanese'", (TRICK, GAME))
        old.execute("update seat set name = ? where game_id = ? and side = 'russian'", ("\u2800\u3164", GAME))
        old.execute("update chat set name = ?", (TRICK,))
        old.execute("update player set name = ?", (TRICK,))
    async with serving(tmp_path) as server:
        host = await server.player()
        host.client.cookies.set("shapan", TOKENS[0])
        assert [seat["name"] for seat in (await host.json(f"/games/{GAME}"))["seats"]] == ["Oyamagnk", "Player"]
        assert (await host.json(f"/games/{GAME}/chat"))["chat"][0]["name"] == "Oyamagnk"
        assert (await host.json("/me"))["name"] == "Oyamagnk"


def test_a_database_at_the_last_migration_needs_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = ScriptDirectory(str(Path(migrate.__file__).parent / "migrations"))
    assert scripts.get_current_head() == migrate.PRESENT
    with sa.create_engine(f"sqlite:///{tmp_path}/present.db").begin() as connection:
        migrate.upgrade(connection)
        monkeypatch.setitem(sys.modules, "alembic", None)  # whoever imports it now fails
        migrate.upgrade(connection)


async def test_a_newer_database_or_backup_is_told_in_one_line(storage: str, tmp_path: Path) -> None:
    store = Store(storage)
    await store.open()
    await store.run(sa.text("update alembic_version set version_num = '9999'"))
    with pytest.raises(ShapanError, match="newer release"):
        await store.open()
    await store.close()
    await asyncio.to_thread(backup.save, storage, tmp_path / "kept.gz")
    with pytest.raises(ShapanError, match="newer release"):
        await asyncio.to_thread(backup.restore, f"sqlite:///{tmp_path / 'other.db'}", tmp_path / "kept.gz")


async def test_a_game_goes_on_with_other_data(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, _, game = await server.two_players(PARLOUR)
    await host.act(game, "bid 0")
    monkeypatch.setattr(parlour.GAME, "data_version", "1")
    server.house.forget(game)
    assert (await host.json(f"/games/{game}"))["data_version"] == "1"
    row = await server.house.store.game(game)
    assert row is not None
    assert row["data_version"] == "1"


async def test_the_first_action_that_is_not_legal_any_more_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, game = await _outgrown(server, monkeypatch)
    for player, own in ((host, 1), (guest, 2)):  # each counts the cards that he was dealt himself
        problem = (await player.act(game, "bid 1")).json()
        assert (problem["type"], problem["entry"], problem["side"]) == ("/problems/outgrown", own + 1, "white")
        assert (problem["ply"], problem["old_reading"]) == (own, True)
        assert "can agree that it stands as it was played, or go back" in problem["detail"]
        found = (await player.json(f"/games/{game}"))["outgrown"]
        assert found == {"entry": own + 1, "side": "white", "ply": own, "old_reading": True}
    seen = await host.json(f"/games/{game}/view")
    assert (seen["seq"], seen["ply"]) == (2, 1), "it stands before that action, and nothing is lost"
    assert (seen["can"]["takeback"], seen["can"]["undo"]) == (True, False)
    assert (await host.post(f"/games/{game}/undo")).status_code == 409


async def test_the_players_agree_to_go_on_from_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest, game = await _outgrown(server, monkeypatch)
    asked = await host.post(f"/games/{game}/takeback", {"to": 1})
    assert asked.json()["takeback"]["to"] == 1, asked.text
    assert (await guest.post(f"/games/{game}/takeback/answer", {"agree": False})).status_code == 200
    assert (await host.act(game, "bid 1")).status_code == 409, "one alone decides nothing"
    await host.post(f"/games/{game}/takeback", {"to": 1})
    agreed = await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
    assert (agreed.status_code, agreed.json()["ply"]) == (200, 2), agreed.text
    assert (await host.json(f"/games/{game}"))["outgrown"] is None
    assert (await host.act(game, "bid 1")).status_code == 200
    room = await server.house.room(game)
    rolls = room.table.match.rolls
    assert rolls == 4, "the dice that fell under the old reading are used up"
    before = [await player.json(f"/games/{game}/view") for player in (host, guest)]
    server.house.forget(game)
    assert [await player.json(f"/games/{game}/view") for player in (host, guest)] == before
    assert (await server.house.room(game)).table.match.rolls == rolls
    assert (await guest.act(game, "bid 1")).status_code == 200


async def test_the_players_agree_that_it_stands_as_it_was_played(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    for player in (host, guest):
        await player.act(game, "bid 0")
    played = [(await player.json(f"/games/{game}/view"))["view"] for player in (host, guest)]
    _correct(monkeypatch)
    server.house.forget(game)
    asked = await host.post(f"/games/{game}/takeback", {"to": 0, "stand": True})
    assert asked.json()["takeback"]["stand"], asked.text
    await guest.post(f"/games/{game}/takeback/answer", {"agree": False})
    assert (await host.json(f"/games/{game}"))["outgrown"] is not None, "one alone decides nothing"
    await host.post(f"/games/{game}/takeback", {"to": 0, "stand": True})
    agreed = await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
    assert agreed.status_code == 200, agreed.text
    assert (await host.json(f"/games/{game}"))["outgrown"] is None
    assert [(await player.json(f"/games/{game}/view"))["view"] for player in (host, guest)] == played
    assert (await host.act(game, "bid 0")).status_code == 422, "what comes now is judged by the rules of today"
    before = [await player.json(f"/games/{game}/view") for player in (host, guest)]
    logs = [await player.json(f"/games/{game}/events") for player in (host, guest)]
    server.house.forget(game)
    assert [await player.json(f"/games/{game}/view") for player in (host, guest)] == before
    assert [await player.json(f"/games/{game}/events") for player in (host, guest)] == logs
    assert (await guest.post(f"/games/{game}/resign")).status_code == 200
    text = (await host.get(f"/games/{game}/record")).text
    assert text.count("stands: by an older reading\n") == 2, text
    (await server.house.room(game)).table.match.record.verify()


async def test_what_stands_is_played_once_should_the_rules_allow_it_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as meanwhile:
        host, guest, game = await _outgrown(server, meanwhile)
        await host.post(f"/games/{game}/takeback", {"to": 0, "stand": True})
        await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
        before = [await player.json(f"/games/{game}/view") for player in (host, guest)]
    server.house.forget(game)
    after = [await player.json(f"/games/{game}/view") for player in (host, guest)]
    for was, now in zip(before, after, strict=True):
        assert (was["ply"], was["view"]) == (now["ply"], now["view"])


async def test_what_the_rules_of_today_could_not_go_on_from_cannot_stand(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, game = await _outgrown(server, monkeypatch)

    def apply(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(parlour.AskBid, "apply", apply)
    server.house.forget(game)
    problem = (await host.act(game, "bid 1")).json()
    assert (problem["type"], problem["old_reading"]) == ("/problems/outgrown", False)
    assert "can only agree to go back" in problem["detail"]
    assert (await host.post(f"/games/{game}/takeback", {"to": 0, "stand": True})).status_code == 409
    assert (await host.json(f"/games/{game}"))["takeback"] is None


async def test_what_was_taken_back_long_ago_need_not_be_legal_today(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.act(game, "bid 0")
    await host.post(f"/games/{game}/takeback", {"to": 1})
    assert (await guest.post(f"/games/{game}/takeback/answer", {"agree": True})).status_code == 200
    await host.act(game, "bid 1")
    _correct(monkeypatch)
    server.house.forget(game)
    assert (await guest.act(game, "bid 1")).status_code == 200


async def test_a_game_that_is_over_can_still_be_looked_at(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.act(game, "bid 0")
    assert (await guest.post(f"/games/{game}/resign")).status_code == 200
    _correct(monkeypatch)
    server.house.forget(game)
    assert (await host.json(f"/games/{game}"))["status"] == "over"
    assert (await host.get(f"/games/{game}/view?side=black")).status_code == 200
