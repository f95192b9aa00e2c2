"""Several processes: a porch that is never busy, houses that own games, news between them, and one that is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from tests.server.kit import MUKDEN, PARLOUR, Process, Wire, free_port, process, serving
from tests.server.test_shares import MINE, THEIRS, record_of, seated, show
from tests.server.test_socket import Tab, hear, say, two_tabs
from websockets.exceptions import ConnectionClosed

from shapan.server import news
from shapan.server.keeper import RESERVE
from shapan.server.porch import slot_of

pytestmark = pytest.mark.anyio
ALONE = {**MUKDEN, "seats": {"japanese": "me", "russian": "hotseat"}}


@pytest.fixture
def two_houses(tmp_path: Path, database: str) -> Iterator[Process]:
    with process(tmp_path, database, processes=2) as server:
        yield server


def _children(server: Process) -> list[int]:
    """The keeper's children: the houses in the order in which they were started, then the porch."""
    assert server.running is not None
    found = subprocess.run(["pgrep", "-P", str(server.running.pid)], capture_output=True, text=True, check=True)
    return sorted(int(pid) for pid in found.stdout.split())


def _until_ready(server: Process) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{server.url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    raise AssertionError("not ready again")


def _declare(tab: Tab, game: str, cid: str) -> int:
    """Act until it is acknowledged, as a browser does; what was done twice is done once."""
    for _ in range(200):
        try:
            body = {"action": "declare combat", "cid": cid}
            answer = tab.http.post(f"/games/{game}/actions", json=body)
        except httpx.HTTPError:
            continue
        if answer.status_code == 200:
            seq: int = answer.json()["seq"]
            return seq
        assert answer.status_code == 503, answer.text
        time.sleep(0.05)
    raise AssertionError("never acknowledged")


def test_the_games_of_a_killed_house_go_on(two_houses: Process) -> None:
    games = [two_tabs(two_houses) for _ in range(6)]
    first, second, porch = _children(two_houses)
    for victim in (first, second):
        os.kill(victim, signal.SIGKILL)
        for host, guest, game in games:
            assert _declare(host, game, "once") == 2
            assert guest.http.get(f"/games/{game}/view").json()["seq"] == 2
        _until_ready(two_houses)
    os.kill(porch, signal.SIGKILL)
    _until_ready(two_houses)
    assert [host.http.get(f"/games/{game}").json()["seq"] for host, _, game in games] == [2] * 6


def test_a_socket_finds_its_game_again(two_houses: Process) -> None:
    host, guest, game = two_tabs(two_houses)
    with guest.socket(game) as theirs:
        say(theirs, t="hello", proto=1)
        seen = hear(theirs, "state")["seq"]
        os.kill(_children(two_houses)[slot_of(game, 2)], signal.SIGKILL)
    assert _declare(host, game, "once") == 2
    while seen < 2:
        with contextlib.suppress(ConnectionClosed), guest.socket(game) as theirs:  # may be sent home in between
            say(theirs, t="hello", proto=1, since=seen)
            seen = hear(theirs, "patch")["seq"]


async def test_news_cross_from_house_to_house(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await one.two_players(MUKDEN)
        there = await other.player()
        there.client.cookies.update(guest.client.cookies)
        async with Wire(other, there, game) as wire:
            wire.say(t="hello", proto=1)
            assert (await wire.hear("state"))["seq"] == 0
            await host.act(game, "declare combat")
            patch = await wire.hear("patch")
            assert (patch["from"], patch["seq"]) == (0, 2)
            await host.post(f"/games/{game}/chat", {"text": "你好"})
            assert (await wire.hear("chat"))["text"] == "你好"
            await host.post(f"/games/{game}/leave", {})
            while (await wire.hear("game"))["game"]["status"] != "waiting":
                pass


async def test_news_go_on_when_their_line_was_lost(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "AGAIN", 0.01)
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await one.two_players(MUKDEN)
        there = await other.player()
        there.client.cookies.update(guest.client.cookies)
        async with Wire(other, there, game) as wire:
            wire.say(t="hello", proto=1)
            await wire.hear("state")
            with psycopg.connect(database, autocommit=True) as breaker:
                lines = "from pg_stat_activity where query = 'listen shapan' and datname = current_database()"
                breaker.execute(f"select pg_terminate_backend(pid) {lines}")
            await host.act(game, "declare combat")
            assert (await wire.hear("patch"))["seq"] == 2, "whether it was told on the new line or looked up"


async def test_a_house_that_knows_less_than_the_player_looks_it_up(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await one.two_players(MUKDEN)
        await other.house.news.close()
        there = await other.player()
        there.client.cookies.update(guest.client.cookies)
        assert (await there.json(f"/games/{game}/view"))["seq"] == 0
        await host.act(game, "declare combat")
        stale = await there.post(f"/games/{game}/resign", {"seq": 1})
        assert (stale.status_code, stale.json()["state"]["seq"]) == (409, 2)
        assert (await there.post(f"/games/{game}/resign", {"seq": 2})).status_code == 200


async def test_an_account_takes_its_seats_along_in_all_houses(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await one.two_players(MUKDEN)
        account = await one.player()
        await account.post("/accounts", {"name": "oyama", "password": "correct horse"})
        there = await other.player()
        async with Wire(other, None, game) as watching:
            watching.say(t="hello", proto=1)
            await watching.hear("state")
            logged = await host.post("/sessions", {"name": "oyama", "password": "correct horse"})
            assert logged.status_code == 200
            await watching.hear("game")
        there.client.cookies.update(host.client.cookies)
        assert (await there.json(f"/games/{game}"))["you"] == ["japanese"]
        assert (await guest.json(f"/games/{game}"))["you"] == ["russian"]


async def test_a_house_leaves_the_bots_of_others_alone(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database, processes=2) as server:
        player = await server.player()
        wish = {"title": "mukden", "seats": {"japanese": "me", "russian": "bot:random"}}
        games = [(await player.make(wish))["id"] for _ in range(12)]
        kept = [game for game in games if game in server.house._rooms]
        assert kept == [game for game in games if slot_of(game, 2) == 0]


def _named(server: Process, module: str) -> list[int]:
    """The keeper's children that were started as this."""
    lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in _children(server)}
    return [pid for pid, line in lines.items() if f"shapan.server.{module}".encode() in line]


def _reserve(server: Process) -> list[int]:
    """The processes in reserve, once they are there."""
    for _ in range(1200):
        if len(found := _named(server, "be_spare")) == RESERVE:
            return found
        time.sleep(0.05)
    raise AssertionError("nobody is in reserve")


@pytest.mark.parametrize("victim", ["be_house", "be_porch"])
def test_whoever_is_in_reserve_takes_the_place_of_a_killed_one(tmp_path: Path, victim: str) -> None:
    server = Process(tmp_path)
    server.spare = True
    server.start()
    try:
        reserve = _reserve(server)
        made = server.client().post("/games", json=ALONE).json()
        (pid,) = _named(server, victim)
        for killed in (pid, reserve[0]):  # and whoever took the place, before there is another in reserve
            os.kill(killed, signal.SIGKILL)
            _until_ready(server)
            assert not _named(server, victim), "nobody was started anew"
        assert reserve[1] in _children(server)
        assert server.client().get(f"/games/{made['id']}").json()["seq"] == made["seq"]
    finally:
        for client in server.clients:
            client.close()
        server.stop()


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    script = "from shapan.cli import main; main()"
    command = [sys.executable, "-c", script, "serve", "--processes", "2", "--db", f"sqlite:///{tmp_path / 'x.db'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith("shapan: several processes need PostgreSQL")


def test_a_database_that_is_not_there_is_told_in_one_line() -> None:
    script = "from shapan.cli import main; main()"
    url = "postgresql://shapan:hunter2@127.0.0.1:1/shapan"
    command = [sys.executable, "-c", script, "serve", "--port", str(free_port()), "--db", url]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "shapan: the database cannot be used" in done.stderr
    assert "hunter2" not in done.stderr
    assert "Traceback" not in done.stderr


def test_the_porch_answers_while_its_house_is_at_work(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        house, _ = _children(server)
        os.kill(house, signal.SIGSTOP)
        try:
            assert httpx.get(f"{server.url}/healthz", timeout=10).status_code == 200
            assert httpx.get(f"{server.url}/", timeout=10).status_code == 200
        finally:
            os.kill(house, signal.SIGCONT)


async def test_dice_that_began_elsewhere_go_on_here_with_the_same_parts(tmp_path: Path, database: str) -> None:
    """A house that has taken a game in while its players added to the seed may have to roll for it later."""
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await seated(one)
        here, there = await other.player(), await other.player()
        here.client.cookies.update(host.client.cookies)
        there.client.cookies.update(guest.client.cookies)
        async with Wire(other, here, game) as wire:
            wire.say(t="hello", proto=1)
            assert (await wire.hear("state"))["seq"] == 0
            for player, part in ((host, MINE), (guest, THEIRS)):
                assert (await show(player, game, part)).status_code == 200
            assert (await wire.hear("patch"))["seq"] > 0
        assert (await here.act(game, "bid 0")).status_code == 200
        assert (await there.act(game, "bid 1")).status_code == 200
        assert (await other.house.room(game)).table.match.rolls > 1
        await record_of(other, here, game)


async def test_what_another_house_has_acknowledged_is_played_once(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, _, game = await one.two_players(MUKDEN)
        there = await other.player()
        there.client.cookies.update(host.client.cookies)
        await there.json(f"/games/{game}/view")
        await other.house.news.close()
        done = (await host.act(game, "declare combat", seq=0, cid="once")).json()
        again = await there.act(game, "declare combat", seq=0, cid="once")
        assert (again.status_code, again.json()["entries"]) == (200, done["entries"])


async def test_what_another_house_has_stored_in_secret_makes_nothing_stale(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await one.two_players(PARLOUR)
        there = await other.player()
        there.client.cookies.update(guest.client.cookies)
        state = await there.json(f"/games/{game}/view")
        await other.house.news.close()
        assert (await host.act(game, "mark white 1")).status_code == 200
        done = await there.act(game, "mark black 2", seq=state["seq"])
        assert done.status_code == 200, done.text
        assert [entry["action"] for entry in done.json()["entries"]] == ["mark black 2"]
        assert (await host.act(game, "bid 0")).status_code == 200
        late = await there.act(game, "mark black 3", seq=done.json()["seq"])
        assert late.status_code == 409, "what can be seen does"
