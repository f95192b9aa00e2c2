"""The same server on PostgreSQL: a private one is started from the system's packages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, process, serving
from tests.server.test_socket import hear, say, two_tabs

from shapan.kernel import ShapanError
from shapan.server import store

pytestmark = pytest.mark.anyio


async def test_a_game_on_postgresql(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        host, guest, game = await server.two_players({**PARLOUR, "visibility": "public"})
        answers = await asyncio.gather(*(host.act(game, "bid 0", seq=1) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 4
        await guest.post(f"/games/{game}/chat", {"text": "你好"})
        assert (await host.post("/accounts", {"name": "大山", "password": "correct horse"})).status_code == 201
        taken = await guest.post("/accounts", {"name": "大山", "password": "correct horse"})
        assert taken.status_code == 409
        assert len((await (await server.player()).json("/games?status=running"))["games"]) == 1
        before = await host.json(f"/games/{game}/view")
        cookies = host.client.cookies
    async with serving(tmp_path, database=database) as server:
        host = await server.player()
        host.client.cookies.update(cookies)
        assert await host.json(f"/games/{game}/view") == before


async def test_two_servers_on_one_postgresql(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, _, game = await one.two_players(MUKDEN)
        same = await _same(other, dict(host.client.cookies))
        await same.json(f"/games/{game}/view")
        tries = [player.act(game, "declare combat", seq=0) for player in (host, same) for _ in range(3)]
        codes = sorted(answer.status_code for answer in await asyncio.gather(*tries))
        assert codes == [200] + [409] * 5


async def _same(server: Server, cookies: dict[str, str]) -> Player:
    player = await server.player()
    player.client.cookies.update(cookies)
    return player


async def test_a_database_that_cannot_hold_every_name_is_refused(postgres: str) -> None:
    with psycopg.connect(postgres + "postgres", autocommit=True) as connection:
        connection.execute("create database latin encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'")
    found = store.Store(postgres + "latin")
    with pytest.raises(ShapanError, match="UTF8, not of LATIN1"):
        await found.open()
    await found.close()


def test_a_killed_server_loses_nothing_on_postgresql(tmp_path: Path, postgres: str) -> None:
    with process(tmp_path, postgres + "postgres") as server:
        host, guest, game = two_tabs(server)
        done = host.post(f"/games/{game}/actions", {"action": "declare combat"})
        server.kill()
        server.start()
        with guest.socket(game) as theirs:
            say(theirs, t="hello", proto=1, since=0)
            assert hear(theirs, "patch")["seq"] == done["seq"]


@pytest.mark.parametrize("tried", [True, False])
async def test_connections_that_have_died_are_replaced(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, tried: bool
) -> None:
    """Whoever has waited for a while is tried first; one that worked just now fails once, and is told so."""
    async with serving(tmp_path, database=database) as server:
        host, _, game = await server.two_players(PARLOUR)
        monkeypatch.setattr(store, "UNTRIED", -1.0 if tried else 60.0)
        with psycopg.connect(database, autocommit=True) as other:
            gone = (
                "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = %s"
            )
            other.execute(gone, (other.info.dbname,))
        codes = [(await host.act(game, "mark white 1")).status_code for _ in range(12)]
        assert set(codes) <= ({200} if tried else {200, 503}), codes
        assert codes[-1] == 200
