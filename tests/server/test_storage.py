"""What the storage may meet: the same answers on SQLite and on PostgreSQL, never a 500, and no secret in a log line."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.kit import API, MUKDEN, PARLOUR, Server, Wire, serving

from shapan.server.problems import Problem
from shapan.server.store import Store

pytestmark = pytest.mark.anyio


async def test_everybody_talks_at_once(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    said = [player.post(f"/games/{game}/chat", {"text": str(n)}) for n in range(20) for player in (host, guest)]
    assert {answer.status_code for answer in await asyncio.gather(*said)} == {201}
    lines = (await host.json(f"/games/{game}/chat"))["chat"]
    assert [line["n"] for line in lines] == list(range(1, 41))


async def test_names_that_grow_when_they_are_normalised(server: Server) -> None:
    player = await server.player()
    for name, status in (("\ufdfa" * 24, 422), ("ß" * 24, 201), ("大" * 24, 201)):
        answer = await (await server.player()).post("/accounts", {"name": name, "password": "correct horse"})
        assert answer.status_code == status, answer.text
    login = await player.post("/sessions", {"name": "\ufdfa" * 64, "password": "x"})
    assert login.status_code == 401


@pytest.mark.parametrize(
    "spoilt",
    [
        ("players:", "players: japanese=" + "x" * 5000),
        ("commitment:", "commitment: " + "0" * 5000),
        ("seed:", "seed: " + "00" * 5000),
        ("commitment:", "commitment: a\u0000b"),
        ("\n\n", "\n# \u0000\n\n"),
        ("\n\n", "\n# \u001b[2J\n\n"),
    ],
)
async def test_records_with_too_much_in_them(server: Server, spoilt: tuple[str, str]) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    await host.act(game, "declare combat")
    await guest.post(f"/games/{game}/resign", {})
    text = (await host.get(f"/games/{game}/record")).text
    start, instead = spoilt
    lines = [instead if line.startswith(start) else line for line in text.split("\n")]
    changed = "\n".join(lines) if start != "\n\n" else text.replace(start, instead, 1)
    answer = await host.post("/records", {"record": changed})
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 422:
        assert answer.json()["type"] == "/problems/bad-record"


async def test_control_characters_over_a_socket(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        for text in ("a\u0000", "\u0000", "a\u0085b", " \n ", "\u0007"):
            wire.say(t="chat", cid="c", text=text)
            assert (await wire.hear("err", "ack"))["problem"]["type"] == "/problems/invalid"
            wire.say(t="act", cid=text, action="bid 0")
            assert (await wire.hear("err", "ack"))["problem"]["type"] == "/problems/invalid"
        for message in ('{"t":"chat","text":"\\ud800"}', '{"t":"act","cid":"x","action":"bid 0\\n"}'):
            wire.shout(message)
            assert (await wire.hear("err", "ack"))["problem"]["type"] == "/problems/invalid"


async def test_ids_that_no_game_could_have(server: Server) -> None:
    for odd in ("a\u0000b", "x" * 5000, "ﷺ", "%00"):
        async with Wire(server, None, odd) as wire:
            assert await wire.hear() == {"t": "closed", "code": 4404}


def _down(*_arguments: object) -> None:
    raise sa.exc.OperationalError("insert into player values (:secret)", {"secret": "hunter2"}, Exception("hunter2"))


def _gone(store: Store) -> None:
    raise store.engine.dialect.loaded_dbapi.OperationalError("insert into player values ('hunter2')")


async def test_a_storage_that_is_down(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host, _, game = await server.two_players(PARLOUR)
    before = (await host.get(f"/games/{game}/view")).text
    caplog.set_level(logging.DEBUG)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        with monkeypatch.context() as patch:
            patch.setattr(server.house.store.engine, "connect", _down)
            patch.setattr(server.house.store._append_engine, "raw_connection", partial(_gone, server.house.store))
            for method, path in (("GET", "/me"), ("GET", "/games"), ("POST", "/games"), ("GET", f"/games/{game}/chat")):
                answer = await host.client.request(method, API + path, json=PARLOUR if method == "POST" else None)
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "1"), answer.text
            wire.say(t="act", cid="a", action="bid 0")
            assert (await wire.hear("err", "ack"))["problem"]["type"] == "/problems/busy"
            assert (await host.client.get("/readyz")).status_code == 503
            assert (await host.client.get("/healthz")).status_code == 200
    assert "hunter2" not in caplog.text
    assert (await host.get(f"/games/{game}/view")).text == before
    assert (await host.act(game, "bid 0")).status_code == 200


async def test_readiness_covers_writing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    player = await server.player()
    assert (await player.client.get("/readyz")).status_code == 200
    server.house._beaten = float("-inf")

    async def full(_store: Store, _slot: int) -> None:
        raise Problem("busy", "disk full", retry=1)

    monkeypatch.setattr(Store, "beat", full)
    assert (await player.client.get("/readyz")).status_code == 503


async def test_a_locked_file_is_told_and_waited_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        host, _, game = await server.two_players(PARLOUR)
        thief = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
        thief.execute("BEGIN EXCLUSIVE")
        answer = await host.act(game, "bid 0", cid="once")
        thief.close()
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy")
        assert (await host.act(game, "bid 0", cid="once")).status_code == 200


async def test_a_full_disk_is_told_and_nothing_is_half_stored(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        host, guest, game = await server.two_players(PARLOUR)
        engine = server.house.store.engine
        full = True

        def filled(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {1 if full else 2**30}")  # never less than there are already

        sa.event.listen(engine, "checkout", filled)
        told, answer = 0, await guest.post(f"/games/{game}/chat", {"text": "x" * 480})
        while answer.status_code == 201 and told < 400:
            told += 1
            answer = await guest.post(f"/games/{game}/chat", {"text": "x" * 480})
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy"), "the disk should be full by now"
        before = await host.json(f"/games/{game}/view")
        made = await asyncio.gather(*(host.post("/games", PARLOUR) for _ in range(20)))
        assert {answer.status_code for answer in made} <= {201, 503}
        assert 503 in {answer.status_code for answer in made}
        assert await host.json(f"/games/{game}/view") == before, "what is there can be looked at"
        full = False
        assert (await host.act(game, "bid 0", cid="once")).status_code == 200
        lines = (await host.json(f"/games/{game}/chat"))["chat"]
        assert [line["n"] for line in lines] == list(range(1, told + 1))
    async with serving(tmp_path) as server:
        assert (await server.house.room(game)).table.seq_of("white") == before["seq"] + 1, "the chain holds"
