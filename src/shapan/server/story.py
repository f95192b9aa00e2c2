"""How a finished game went: the chance to win from its first action to its last, and where it turned.

A worker replays the record and asks the title's staff for its judgement after every action. The game is over by then:
nothing in it is secret any more.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from shapan.kernel import Record, ShapanError

from .botlist import has_staff
from .documents import Moment, StoryDocument, StoryPoint
from .lobby import record_text
from .luck import luck
from .problems import Problem
from .room import Room
from .workers import JobFailed, JobLate

if TYPE_CHECKING:
    from .house import House

MOST_POINTS: Final = 160
"""How many points make a curve; a longer game is told by every second action, every third …"""
MOST_MOMENTS: Final = 3
FIGHT: Final = 8
"""Within so many actions what began is over: an attack is declared, rolled for and its losses are taken."""
SWING: Final = 0.05
"""What moves the chance by less is no turn of the tide."""


class Judged(NamedTuple):
    """How a game stood."""

    ply: int
    """After how many actions."""
    turn: int
    chances: tuple[float, ...]
    """Of each side."""


class Span(NamedTuple):
    """A stretch of a game."""

    swing: float
    """By how much the chance of the first side changed."""
    start: int
    end: int


def judged(record: Record) -> list[Judged]:
    """The staff's judgement after every action of a record, and at its end how the game was won."""
    staff = record.game.staff
    assert staff is not None
    sides = record.game.sides_in(record.scenario)
    course = chain([record.start()], record.steps())
    return [Judged(ply, pos.turn, tuple(staff.value(pos, side) for side in sides)) for ply, pos in enumerate(course)]


def moments(course: list[Judged]) -> list[Moment]:
    """Where the chance of the first side changed most, the earliest first; no action belongs to two of them."""
    spans = [
        Span(course[end].chances[0] - course[start].chances[0], start, end)
        for start in range(len(course))
        for end in range(start + 1, min(start + FIGHT, len(course) - 1) + 1)
    ]
    taken: list[Span] = []
    for span in sorted(spans, key=lambda span: (-abs(span.swing), span.end - span.start, span.start)):
        if len(taken) == MOST_MOMENTS or abs(span.swing) < SWING:
            break
        if all(span.end <= other.start or span.start >= other.end for other in taken):
            taken.append(span)
    return [_moment(course[span.start], course[span.end]) for span in sorted(taken, key=lambda span: span.start)]


def _moment(before: Judged, after: Judged) -> Moment:
    before_it, after_it = _rounded(before.chances), _rounded(after.chances)
    return Moment(ply=before.ply, turn=before.turn, before=before_it, after=after_it)


def _rounded(chances: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(chance, 3) for chance in chances)


def story(text: str) -> StoryDocument | str:
    """The whole of it, or what is wrong with the record."""
    try:
        record = Record.loads(text)
        course, fortune = judged(record), luck(record)
    except ShapanError as error:
        return str(error)
    sides = record.game.sides_in(record.scenario)
    step = max(1, -(-len(course) // MOST_POINTS))
    kept = [*course[:-1:step], *course[-1:]]
    points = [StoryPoint(ply=one.ply, turn=one.turn, chances=_rounded(one.chances)) for one in kept]
    turns = moments(course[:-1])  # the end itself is no turn
    return StoryDocument(sides=sides, points=points, moments=turns, luck=fortune)


async def tell(house: House, room: Room) -> StoryDocument:
    """For everybody, once the game is over."""
    if not has_staff(room.game.id):
        raise Problem("conflict", "this game has no staff officer")
    text = record_text(room)
    try:
        found = await house.workers.do(story, text, seconds=house.settings.record_seconds, patron=room.patron)
    except (JobLate, JobFailed) as error:
        raise Problem("busy", f"the game cannot be told: {error}", retry=5) from None
    if isinstance(found, str):
        raise Problem("conflict", found)
    return found
