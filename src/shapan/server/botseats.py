"""Seats that bots hold. They think in worker processes; one that fails or is late has a legal move made for it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Final

from shapan.kernel import SPECTATOR, Action, ShapanError, Side

from . import jobs
from .botlist import has_staff
from .problems import Problem
from .room import Room, Thought
from .workers import JobLate

if TYPE_CHECKING:
    from .house import House

LOG = logging.getLogger("shapan.server")
CRASHED: Final = "event.bot_crashed"
LATE: Final = "event.bot_late"
SHOWN_AFTER: Final = 0.4
"""Seconds of thinking that nobody needs to be told of."""


class BotSeats:
    """One task per game in which a bot owes a decision."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def busy(self, game_id: str) -> bool:
        return game_id in self._tasks

    def wake(self, room: Room) -> None:
        """Let a bot play if one owes the decision and none is at it."""
        if self._due(room) is not None:
            self.wake_later(room.id)

    def wake_later(self, game_id: str) -> None:
        if game_id in self._tasks or self._closing:
            return
        task = self._tasks[game_id] = asyncio.create_task(self._play(game_id))
        task.add_done_callback(lambda done: self._done(game_id, done))

    def _done(self, game_id: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(game_id, None)
        if not task.cancelled() and (error := task.exception()):
            LOG.error("game %s: the bots stopped: %r", game_id, error)

    async def close(self) -> None:
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _due(self, room: Room) -> tuple[Side, str] | None:
        """The side and the bot that owe the decision."""
        if room.row["status"] != "running" or room.row["bots_paused"] or room.table.outgrown or room.sharing:
            return None
        side = room.table.position.actor
        bot = room.bot_of(side)
        return None if bot is None else (side, bot)

    async def _play(self, game_id: str) -> None:
        while True:
            room = await self._house.room(game_id)
            due = self._due(room)
            if due is None:
                return
            await self.pause(room, due[0])
            seq = room.table.seq_of(due[0])
            text, note = await self._think(room, *due)
            await self._house.unbroken(self._move(game_id, due, seq, text, note))

    async def pause(self, room: Room, side: Side) -> None:
        """Wait as long as the table wants, once after each thing that somebody else has seen: a pause before every
        decision that is taken in secret would tell how many there were."""
        seen = {viewer: room.table.seq_of(viewer) for viewer in (*room.sides, SPECTATOR) if viewer != side}
        if room.rested != (side, seen):
            room.rested = (side, seen)
            await asyncio.sleep(room.row["bot_delay_ms"] / 1000)

    async def _think(self, room: Room, side: Side, bot: str) -> tuple[str | None, str]:
        """The bot's choice as text, or None and the reason why there is none."""
        rng = Random(secrets.randbits(64))
        try:
            position = room.table.position.copy()
            snapshot = await self._house.think(lambda: position.imagine(side, rng).to_json())
            with self._watched(room, side) as thought:
                return await self._ask(room, snapshot, bot, rng, thought)
        except JobLate:
            LOG.warning("game %s: bot %s for %s is late", room.id, bot, side)
            return None, LATE
        except Exception as error:  # whatever went wrong, the game goes on
            LOG.warning("game %s: bot %s for %s failed: %s", room.id, bot, side, error)
            return None, CRASHED

    async def _ask(self, room: Room, snapshot: str, bot: str, rng: Random, thought: Thought) -> tuple[str, str]:
        """The choice of a bot; if it runs out of time, or will not be hurried, that of its understudy."""
        workers, seconds = self._house.workers, self._house.settings.bot_seconds
        seed, lot = rng.getrandbits(64), room.lot(thought.side)
        understudy = "staff" if has_staff(room.game.id) else "random"
        try:
            chosen = bot if self._left(room, thought.side) > 0 else understudy
            arguments = (room.game.id, snapshot, chosen, seed, room.remembered.get(thought.side, ""), lot)
            asked = workers.do(jobs.choose, *arguments, seconds=seconds, waiting=thought.waiting, patron=room.patron)
            text, kept = await asked
            room.remembered[thought.side] = kept or room.remembered.get(thought.side, "")
            return text, ""
        except JobLate:
            hurried = thought.waiting.enough.is_set()
            arguments = (room.game.id, snapshot, understudy, seed, "", lot)
            text, _ = await workers.do(jobs.choose, *arguments, seconds=seconds, patron=room.patron)
            return text, "" if hurried else LATE

    @contextmanager
    def _watched(self, room: Room, side: Side) -> Iterator[Thought]:
        """Let those who wait see that a bot thinks, once it takes a while."""
        loop = asyncio.get_running_loop()
        thought, viewers = room.begin_thought(side)

        def heard(fraction: float) -> None:
            loop.call_soon_threadsafe(self._heard, room, thought, fraction)

        thought.waiting.heard = heard
        turn = room.table.position.turn
        loop.call_later(SHOWN_AFTER, self._house.hub.show_thinking, room, viewers)  # also if it ends before, in secret
        enough = loop.call_later(self._left(room, side), thought.waiting.enough.set)
        try:
            yield thought
        finally:
            enough.cancel()
            room.pondered[side] = (turn, self._pondered(room, side) + thought.seconds)
            room.thought = None

    def _pondered(self, room: Room, side: Side) -> float:
        """The seconds that a side's bot has thought in this game turn."""
        turn, seconds = room.pondered.get(side, (0, 0.0))
        return seconds if turn == room.table.position.turn else 0.0

    def _left(self, room: Room, side: Side) -> float:
        """What is left to a bot of the time for a game turn; when it is used up, the understudy decides at once."""
        return max(0.0, self._house.settings.bot_turn_seconds - self._pondered(room, side))

    def _heard(self, room: Room, thought: Thought, fraction: float) -> None:
        thought.fraction = fraction
        sealed = room.table.position.step.sealed
        if room.thought is thought and thought.seconds >= SHOWN_AFTER and not sealed:
            self._house.hub.show_thinking(room, (*room.sides, SPECTATOR))

    def hurry(self, room: Room) -> None:
        """Whoever thinks shall move now."""
        if room.thought is not None:
            room.thought.waiting.enough.set()

    async def _move(self, game_id: str, due: tuple[Side, str], seq: int, text: str | None, note: str) -> None:
        """Play the choice, unless the game has moved on meanwhile for all that this side can see."""
        async with self._house.holding(game_id) as room:
            if room.table.seq_of(due[0]) != seq or self._due(room) != due:
                return
            action, note = _legal(room, text, note)
            try:
                await self._house.commit(room, self._house.play(room, action, note=note), room.sides)
            except Problem as problem:
                LOG.warning("game %s: bot move not stored: %s", game_id, problem)
                await asyncio.sleep(1)


def _legal(room: Room, text: str | None, note: str) -> tuple[Action, str]:
    """The bot's action if it is legal for the side that owes the decision; otherwise any option, and a remark."""
    pos = room.table.position
    if text is not None:
        try:
            action = room.game.parse(pos, text)
        except ShapanError:
            note = CRASHED
        else:
            if action.author(pos.actor) == pos.actor and pos.refusal(action) is None:
                return action, note
            note = CRASHED
    return pos.options().sample(Random(secrets.randbits(64))), note
