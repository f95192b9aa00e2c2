"""What worker processes do. Plain functions of plain values, so that they can be sent there."""

from __future__ import annotations

import gzip
import time
from random import Random
from typing import Any, Final

from shapan import bots
from shapan.bots.bot import Enough
from shapan.bots.staff import StaffBot, staff_of
from shapan.games import game
from shapan.kernel import NOBODY, Record, ShapanError
from shapan.kernel.texts import named

from . import workers

PULSE: Final = 0.1
"""Seconds between two reports of a bot that thinks."""


class Report:
    """The progress hook of a bot in a worker: passes the fraction on, now and then, and stops a bot that shall stop."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, fraction: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + PULSE
            if not workers.say(min(1.0, max(0.0, fraction))):
                raise Enough


def choose(
    title: str, snapshot: str, name: str, seed: int, memory: str = "", lot: str | None = None
) -> tuple[str, str]:
    """The notation of the action that a bot chooses in a position which its side could believe to be true.

    With it goes what the bot wants to remember; it gets that again with its next decision. Its lot stays the same for
    the whole game. The snapshot is the server's own: even if a rule has gone wrong somewhere in it, the bot plays on.
    """
    title_game = game(title)
    pos = title_game.from_json(snapshot, trusted=True)
    player = bots.bot(name, seed)
    player.progress, player.lot = Report(), lot
    if memory:
        player.memory = memory
    try:
        action = player.choose(pos)
    except Enough:
        understudy = StaffBot(Random(seed))
        understudy.lot = lot
        action = understudy.choose(pos)
    return title_game.format(pos, action), player.memory


MOST_ADVICE: Final = 3


def advise(title: str, snapshot: str) -> list[dict[str, Any]]:
    """The best that the side's strongest officer would do in a position that it could believe to be true, and why.

    Of several pieces of advice for the same piece only the best is given: the others are the same thought.
    """
    title_game = game(title)
    pos = title_game.from_json(snapshot, trusted=True)
    given: dict[tuple[Any, ...], dict[str, Any]] = {}
    staff, side = staff_of(title_game), pos.actor
    for advice in staff.officer(side, staff.favourite(side, pos.book.scenario)).advise(pos):
        text = title_game.format(pos, advice.action)
        params = named(pos.book.lexicon, advice.params)
        given.setdefault(advice.subject, {"action": text, "reason": advice.reason, "params": params})
        if len(given) == MOST_ADVICE:
            break
    return list(given.values())


def board(title: str, scenario: str) -> tuple[bytes, bytes]:
    """The board document of a scenario, plain and packed."""
    body = game(title).board(scenario).to_json()
    return body, gzip.compress(body, 6)


def check_record(text: str) -> dict[str, Any]:
    """Replay a record: its header, moves and end, or what is wrong with it under ``error``."""
    try:
        record = Record.loads(text)
        turns = record.start().view("spectator").clock.turns
        pos = record.verify() if record.seed else record.replay()
    except ShapanError as error:
        return {"error": str(error), "line": getattr(error, "line", None)}
    outcome = pos.outcome
    return {
        "title": record.game.id,
        "scenario": record.scenario,
        "options": record.switches,
        "players": record.players,
        "commitment": record.commitment,
        "seed": record.seed,
        "moves": record.moves,
        "standing": sorted(record.standing),
        "turn": pos.turn,
        "turns": turns,
        "actor": pos.actor if outcome is None else NOBODY,
        "outcome": None if outcome is None else [outcome.winner, outcome.case, outcome.key, outcome.level],
    }
