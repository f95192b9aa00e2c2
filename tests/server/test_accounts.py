"""Accounts, sessions, preferences."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, serving

from shapan.server import tables
from shapan.server.limits import RATES, Limits
from shapan.server.problems import Problem

pytestmark = pytest.mark.anyio
OYAMA = {"name": "Ōyama-大山", "password": "correct horse"}


async def test_registering_keeps_the_games_played_so_far(server: Server) -> None:
    player = await server.player()
    game = (await player.make(MUKDEN))["id"]
    made = await player.post("/accounts", OYAMA)
    assert made.status_code == 201
    assert (made.json()["account"], made.json()["games"][0]["id"]) == (OYAMA["name"], game)
    stored = await server.house.store.account("ōyama-大山")
    assert stored is not None
    assert stored["password"].startswith("$argon2id$")


async def test_names_are_unique_without_regard_to_case(server: Server) -> None:
    first, second = await server.player(), await server.player()
    await first.post("/accounts", OYAMA)
    taken = await second.post("/accounts", {**OYAMA, "name": "ŌYAMA-大山"})
    assert taken.status_code == 409
    assert (await second.json("/me"))["account"] is None


async def test_logging_in_brings_anonymous_games_along(server: Server) -> None:
    desk, phone = await server.player(), await server.player()
    await desk.post("/accounts", OYAMA)
    host, _, _ = await server.two_players(PARLOUR)
    game = (await phone.make(PARLOUR))["id"]
    wrong = await phone.post("/sessions", {**OYAMA, "password": "guess guess"})
    nobody = await phone.post("/sessions", {"name": "nobody", "password": "guess guess"})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json() == nobody.json()
    before = dict(phone.client.cookies)
    entered = await phone.post("/sessions", OYAMA)
    assert entered.status_code == 200
    assert dict(phone.client.cookies) != before, "a new session for a new standing"
    assert [one["id"] for one in (await desk.json("/me"))["games"]] == [game]
    assert (await desk.json(f"/games/{game}"))["you"] == ["white"]
    old = await server.player()
    old.client.cookies.update(before)
    assert (await old.json(f"/games/{game}"))["you"] == []
    assert (await host.json("/me"))["account"] is None


async def test_leaving(server: Server) -> None:
    player = await server.player()
    await player.post("/accounts", OYAMA)
    token = dict(player.client.cookies)
    assert (await player.client.delete("/api/v1/sessions")).status_code == 204
    stale = await server.player()
    stale.client.cookies.update(token)
    assert (await stale.json("/me"))["account"] is None
    await player.post("/sessions", OYAMA)
    wrong = await player.client.request("DELETE", "/api/v1/me", json={"password": "guess guess"})
    assert wrong.status_code == 401
    gone = await player.client.request("DELETE", "/api/v1/me", json={"password": OYAMA["password"]})
    assert gone.status_code == 204
    assert (await player.post("/sessions", OYAMA)).status_code == 401


async def test_preferences(server: Server) -> None:
    player = await server.player()
    path = "/api/v1/me"
    saved = await player.client.patch(path, json={"preferences": {"theme": "dark"}, "name": "Marshal"})
    assert saved.json()["preferences"] == {"theme": "dark"}
    assert (await player.json("/me"))["name"] == "Marshal"
    large = await player.client.patch(path, json={"preferences": {"x": "y" * 9000}})
    assert large.status_code == 422
    assert (await _anonymous(server)).client.cookies.get("shapan") is None


async def _anonymous(server: Server) -> Player:
    player = await server.player()
    assert (await player.json("/me"))["games"] == []
    return player


async def test_guessing_passwords_is_slow(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=True) as server:
        player = await server.player()
        await player.make(MUKDEN)
        guesses = [await player.post("/sessions", {"name": "x", "password": str(number)}) for number in range(14)]
        assert {answer.status_code for answer in guesses} == {401, 429}
        assert guesses[-1].headers["content-type"] == "application/problem+json"
        assert int(guesses[-1].headers["retry-after"]) >= 1


async def test_newcomers_of_one_address_are_counted(tmp_path: Path) -> None:
    """Each is kept, whatever came of his request."""
    async with serving(tmp_path, limits=True) as server:
        server.house.limits._clock = lambda: 0.0
        answers = []
        for _ in range(110):
            stranger = await server.player()
            answers.append((await stranger.post("/games/22222222/join", {"secret": "x"})).status_code)
        assert answers == [404] * 100 + [429] * 10
        assert len(await server.house.store.rows(sa.select(tables.player))) == 100


async def test_rate_limits() -> None:
    time = 0.0
    limits = Limits(clock=lambda: time)
    rate = RATES["login"]
    for _ in range(int(rate.burst)):
        limits.spend("login", "session", "1.2.3.4")
    with pytest.raises(Problem) as caught:
        limits.spend("login", "session", "1.2.3.4")
    assert caught.value.kind == "too-many"
    assert caught.value.retry == 10
    limits.spend("login", "another", "1.2.3.4")
    time = 10.0
    limits.spend("login", "session", "1.2.3.4")
    for number in range(1000):
        with contextlib.suppress(Problem):
            limits.spend("login", f"session {number}", "1.2.3.4")
    with pytest.raises(Problem):
        limits.spend("login", "one more", "1.2.3.4")
