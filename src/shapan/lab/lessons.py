"""Games to learn from: officers of both sides against each other, each drawn anew, and the whole of every game kept.

A log holds one game a line, so that the next run goes on where the last one stopped, and so that whoever changes what a
staff looks at need not play the games again. Every second game is played with an occasional slip: a judgement is asked
about positions off the beaten track too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from shapan.bots import ask
from shapan.bots.staff import StaffBot, staff_of
from shapan.games import game as find
from shapan.kernel import DICE, Action, Position, Record
from shapan.kernel.staff import PLAIN

from .crews import ALONE, Crew
from .logs import resumed

SLIP: Final = 0.08
"""How often whoever slips takes one of the next best proposals instead of the best."""
SLIPS: Final = 4
"""How many proposals are the next best."""
EVERY: Final = 2
"""Of so many games one is played with slips."""


class Lesson(msgspec.Struct, frozen=True):
    """One game to play."""

    game: str
    scenario: str
    seed: int
    number: int


class Taught(msgspec.Struct, frozen=True):
    """One game played: its record, dice included."""

    lesson: Lesson
    officers: tuple[str, ...]
    winner: str | None
    record: str


class Slipping(StaffBot):
    """The staff led by an officer who now and then does what he thinks the next best."""

    def choose(self, pos: Position[Any]) -> Action:
        if self.rng.random() >= SLIP:
            return super().choose(pos)
        return self.rng.choice(self.advise(pos)[:SLIPS]).action


def lessons(name: str, scenarios: Iterable[str], games: int, seed: int) -> list[Lesson]:
    """This many games, the scenarios in turn."""
    rota = list(scenarios)
    return [Lesson(name, rota[number % len(rota)], seed, number) for number in range(games)]


def play(lesson: Lesson) -> Taught:
    """One game between officers who are drawn for it, each of whom knows what his side knows."""
    seed = f"lesson {lesson.seed} {lesson.number}"
    rng, imagination = Random(seed), Random(f"imagine {seed}")
    game = find(lesson.game)
    staff, record = staff_of(game), Record(game, lesson.scenario)
    pos = record.start()
    sides = pos.book.sides
    officers = tuple(rng.choice([PLAIN, *staff.officers(side)]) for side in sides)
    kind = Slipping if lesson.number // len(game.scenarios) % EVERY else StaffBot
    players = {side: kind(Random(f"{side} {seed}"), name) for side, name in zip(sides, officers, strict=True)}
    while pos.outcome is None:
        actor = pos.actor
        action = pos.chances().sample(rng) if actor == DICE else ask(players[actor], pos, imagination)
        record.add(pos, action)
        pos.push(action)
    return Taught(lesson, officers, pos.outcome.winner, record.dumps())


def teach(
    wanted: list[Lesson], crew: Crew = ALONE, log: Path | None = None, progress: Callable[[int], None] | None = None
) -> Iterator[Taught]:
    """The games of a list, those first that the log has already; the others are played and added to it."""
    for number, taught in enumerate(resumed(crew, play, wanted, log, Taught, lambda taught: taught.lesson), 1):
        if progress:
            progress(number)
        yield taught
