"""Bots in worker processes: they play, and when they fail the game goes on."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.kit import Player, Server, serving

from shapan.bots import BOTS, Bot
from shapan.games import game
from shapan.kernel import DICE, BadSnapshot
from shapan.server import jobs, workers
from shapan.server.botlist import bot_documents
from shapan.server.hub import Listener
from shapan.server.workers import JobFailed, JobLate, Workers

pytestmark = pytest.mark.anyio
AGAINST = {"title": "mukden", "seats": {"japanese": "me", "russian": "bot:random"}}
WATCH = {"title": "mukden", "seats": {"japanese": "bot:random", "russian": "bot:random"}}


def crash(*_arguments: object) -> str:
    raise RuntimeError("no idea")


def die(*_arguments: object) -> str:
    os._exit(1)


def sleep(*_arguments: object) -> str:
    time.sleep(60)
    return ""


def babble(*_arguments: object) -> tuple[str, str]:
    return "fly to the moon", ""


def echo(value: object) -> object:
    return value


def first_option(title: str, snapshot: str) -> str:
    pos = game(title).from_json(snapshot)
    return game(title).format(pos, next(iter(pos.options())))


def ponder(title: str, snapshot: str, name: str, _seed: int, _memory: str = "", _lot: str = "") -> tuple[str, str]:
    """Thinks until it is told that it is enough; its understudy is quick."""
    limit = time.monotonic() + 60
    while name == "random" and workers.say(0.25):
        assert time.monotonic() < limit, "nobody said that it is enough"
        time.sleep(0.02)
    return first_option(title, snapshot), "kept"


def brood(title: str, snapshot: str, name: str, _seed: int, _memory: str = "", _lot: str = "") -> tuple[str, str]:
    """Hears nothing."""
    if name == "random":
        time.sleep(60)
    return first_option(title, snapshot), "kept"


class Musing(Bot):
    """Reports, and answers with nothing of its own when it is stopped."""

    def choose(self, _pos: Any) -> Any:
        while True:
            self.progress(0.5)


async def _until(player: Player, game: str, wanted: Any, seconds: float = 60) -> list[dict[str, Any]]:
    """Wait for an entry of the log that answers to ``wanted``; the whole log then."""
    for _ in range(int(seconds * 20)):
        entries: list[dict[str, Any]] = (await player.json(f"/games/{game}/events"))["entries"]
        if any(wanted(entry) for entry in entries):
            return entries
        await asyncio.sleep(0.05)
    raise AssertionError("nothing happened")


async def test_bots_play_a_whole_game_and_it_proves_itself(server: Server) -> None:
    player = await server.player()
    game = (await player.make(WATCH))["id"]
    for _ in range(1200):
        if (await player.json(f"/games/{game}"))["status"] == "over":
            break
        await asyncio.sleep(0.05)
    text = (await player.get(f"/games/{game}/record")).text
    found = await asyncio.to_thread(jobs.check_record, text)
    assert "error" not in found
    assert found["outcome"]


async def test_bots_can_be_slowed_and_stopped(server: Server) -> None:
    player = await server.player()
    game = (await player.make({**WATCH, "bot_delay_ms": 5000}))["id"]
    paused = await player.client.patch(f"/api/v1/games/{game}", json={"bots_paused": True, "bot_delay_ms": 0})
    assert paused.json()["bots_paused"] is True
    await asyncio.sleep(0.2)
    assert (await player.json(f"/games/{game}"))["seq"] == 0


@pytest.mark.parametrize(
    ("job", "note"), [(crash, "bot_crashed"), (die, "bot_crashed"), (babble, "bot_crashed"), (sleep, "bot_late")]
)
async def test_a_bot_that_fails_has_a_move_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job: Any, note: str
) -> None:
    monkeypatch.setattr(jobs, "choose", job)
    monkeypatch.setattr("shapan.server.workers.STARTING", 1.0 if job is sleep else 30.0)
    async with serving(tmp_path, bot_seconds=0.2) as server:
        player = await server.player()
        game = (await player.make(WATCH))["id"]

        def reported(entry: dict[str, Any]) -> bool:
            return any(event["key"] == f"event.{note}" for event in entry["events"])

        entries = await _until(player, game, reported)
        failed = next(entry for entry in entries if reported(entry))
        assert len(failed["events"]) > 1, "a legal move was made"
        assert (await player.json(f"/games/{game}"))["status"] == "running"
        room = await server.house.room(game)
        seen = room.table.log("spectator", 0, len(entries))
        server.house.forget(game)
        again = (await server.house.room(game)).table.log("spectator", 0, len(entries))
        assert again == seen, "the report is part of the stored log"


def test_a_bot_plays_on_from_a_position_in_which_a_rule_has_gone_wrong() -> None:
    """From outside nobody would take such a snapshot; this one is the server's own."""
    title, rng = game("yangtze"), Random(1)
    pos: Any = title.start("s1_plum_village")
    while pos.step.name != "orders":
        pos.apply(pos.options().sample(rng))
    one, two, *_ = (figure for figures in pos.standing for figure in figures)
    pos.stand(one, pos.x[two], pos.y[two])
    snapshot = pos.imagine(pos.actor, rng).to_json()
    with pytest.raises(BadSnapshot, match=r"S2\.3"):
        title.from_json(snapshot)
    for bot in ("random", "staff"):
        choice, _ = jobs.choose("yangtze", snapshot, bot, 1)
        assert pos.refusal(title.parse(pos, choice)) is None


async def test_bots_are_listed_with_the_titles_they_play(server: Server) -> None:
    player = await server.player()
    listed = {entry["id"]: entry["titles"] for entry in (await player.json("/bots"))["bots"]}
    assert listed["random"] is None
    assert listed == {entry.id: entry.titles and list(entry.titles) for entry in bot_documents()}


def test_a_bot_that_is_listed_with_a_title_plays_it() -> None:
    for entry in bot_documents():
        for title in entry.titles if entry.titles is not None else ("mukden",):
            pos = game(title).start()
            while pos.actor == DICE:
                pos.apply(pos.options().sample(Random(1)))
            choice, _ = jobs.choose(title, pos.imagine(pos.actor, Random(1)).to_json(), entry.id, 1)
            assert pos.refusal(pos.book.game.parse(pos, choice)) is None


@pytest.mark.parametrize("job", [ponder, brood])
async def test_a_thinking_bot_is_seen_and_can_be_told_to_move_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job: Any
) -> None:
    monkeypatch.setattr(jobs, "choose", job)
    monkeypatch.setattr("shapan.server.workers.GRACE", 0.2)
    async with serving(tmp_path, bot_seconds=50) as server:
        player, watcher = await server.player(), await server.player()
        game_id = (await player.make(WATCH))["id"]
        room = await server.house.room(game_id)
        listener = Listener("", 1000)
        listener.side, listener.seq = "spectator", 0
        server.house.hub.enter(room, listener)
        wanted: set[Any] = {"thinking"}
        while wanted:
            message = await asyncio.wait_for(listener.waiting.get(), 40)
            assert isinstance(message, bytes)
            heard = msgspec.json.decode(message)
            if heard["t"] == "thinking":
                assert heard["side"] == "japanese"
                assert heard["seconds"] > 0
                if job is brood or heard["fraction"] == 0.25:
                    wanted.clear()
        document = await player.json(f"/games/{game_id}")
        assert document["thinking"]["side"] == "japanese"
        assert (await watcher.post(f"/games/{game_id}/hurry")).status_code == 403
        assert (await player.post(f"/games/{game_id}/hurry")).status_code == 200
        entries = await _until(player, game_id, lambda entry: entry["author"] == "japanese")
        assert not any(event["key"].startswith("event.bot_") for event in entries[0]["events"])


async def test_a_bot_has_only_so_much_time_for_a_whole_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "choose", ponder)
    async with serving(tmp_path, bot_seconds=50, bot_turn_seconds=0.3) as server:
        player = await server.player()
        game_id = (await player.make(WATCH))["id"]
        entries = await _until(player, game_id, lambda entry: entry["author"] == "russian")
        assert not any(event["key"].startswith("event.bot_") for entry in entries for event in entry["events"])
        room = await server.house.room(game_id)
        turn, seconds = room.pondered["japanese"]
        assert turn == 1
        assert seconds >= 0.3
        assert room.remembered["japanese"] == "kept", "a bot is told again what it wanted to remember"


async def test_a_bot_that_is_stopped_without_an_answer_leaves_it_to_the_staff(monkeypatch: pytest.MonkeyPatch) -> None:
    BOTS.register("musing", Musing)
    monkeypatch.setattr(workers, "say", lambda _fraction: False)
    pos = game("mukden").start()
    choice, _ = jobs.choose("mukden", pos.imagine(pos.actor, Random(1)).to_json(), "musing", 1)
    BOTS.forget("musing")
    assert pos.refusal(pos.book.game.parse(pos, choice)) is None


async def test_a_worker_that_the_system_does_not_let_start_is_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_process: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    pool = Workers(1)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(SpawnProcess, "start", refused)
            with pytest.raises(JobFailed):
                await pool.do(echo, 5, seconds=30)
        assert await pool.do(echo, 6, seconds=30) == 6, "and the next one may start"
    finally:
        pool.close()


async def test_workers_are_replaced() -> None:
    pool = Workers(1)
    try:
        assert await pool.do(echo, 5, seconds=30) == 5
        with pytest.raises(JobFailed, match="no idea"):
            await pool.do(crash, seconds=30)
        with pytest.raises(JobFailed, match="died"):
            await pool.do(die, seconds=30)
        assert await pool.do(echo, 6, seconds=30) == 6
        with pytest.raises(JobLate):
            await pool.do(sleep, seconds=0.1)
        assert await pool.do(echo, 7, seconds=30) == 7
    finally:
        pool.close()


def note_lot(title: str, snapshot: str, _name: str, _seed: int, _memory: str = "", lot: str = "") -> tuple[str, str]:
    """Remembers its lot, where a test can see it."""
    return first_option(title, snapshot), lot


async def test_a_bot_keeps_its_lot_after_a_restart_and_nobody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "choose", note_lot)
    lots: list[dict[str, str]] = []
    async with serving(tmp_path) as server:
        player = await server.player()
        ids = [(await player.make(WATCH))["id"] for _ in range(2)]
        for game_id in ids:
            await _until(player, game_id, lambda entry: entry["author"] == "russian")
            lots.append(dict((await server.house.room(game_id)).remembered))
            told = [(await player.get(f"/games/{game_id}{page}")).text for page in ("", "/view", "/entries")]
            assert not [lot for lot in lots[-1].values() for text in told if lot in text]
        seed = (await server.house.room(ids[0])).row["seed"].hex()
    assert len({lot for each in lots for lot in each.values()}) == 4, "every side of every game has another"
    assert not [lot for lot in lots[0].values() if lot in seed or seed in lot]
    async with serving(tmp_path) as server:
        player = await server.player()
        await _until(player, ids[0], lambda entry: entry["author"] == "russian")
        room = await server.house.room(ids[0])
        assert {side: room.lot(side) for side in room.sides} == lots[0]


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        player = await server.player()
        game = (await player.make({**AGAINST, "bot_delay_ms": 10_000}))["id"]
        for _ in range(20):
            state = await player.json(f"/games/{game}/view")
            if state["view"]["ask"]["actor"] != "japanese":
                break
            option = state["view"]["ask"]["options"][0]
            words = [option["verb"], *option.get("words", []), *(option.get("values") or [])[:1]]
            await player.act(game, " ".join(words))
        await player.client.patch(f"/api/v1/games/{game}", json={"bot_delay_ms": 0})
        cookies = player.client.cookies
        seq = (await player.json(f"/games/{game}"))["seq"]
    async with serving(tmp_path) as server:
        player = await server.player()
        player.client.cookies.update(cookies)
        await _until(player, game, lambda entry: entry["seq"] > seq and entry["author"] == "russian")
