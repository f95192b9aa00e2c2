"""How a finished game went: the chance to win from its first action to its last, and where it turned.

A worker replays the record and asks the title's staff for its judgement after every action. The game is over by then:
nothing in it is secret any more.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

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
"""So many points make a curve; a longer game is told by every second action, every third …"""
MOST_MOMENTS: Final = 3
FIGHT: Final = 8
"""Within so many actions what began is over: an attack is declared, rolled for and its losses are taken."""
SWING: Final = 0.05
"""What moves the chance by less is no turn of the tide."""

Judged = tuple[int, int, tuple[float, ...]]
"""After how many actions, in which turn, with which chance for each side."""


def judged(record: Record) -> list[Judged]:
    """The staff's judgement after every action of a record, and at its end how the game was won."""
    staff = record.game.staff
    assert staff is not None
    sides = record.game.sides_in(record.scenario)
    course = chain([record.start()], record.steps())
    return [(ply, pos.turn, tuple(staff.value(pos, side) for side in sides)) for ply, pos in enumerate(course)]


def moments(course: list[Judged]) -> list[Moment]:
    """Where the chance of the first side changed most, the earliest first; no action belongs to two of them."""
    spans = [
        (course[end][2][0] - course[start][2][0], start, end)
        for start in range(len(course))
        for end in range(start + 1, min(start + FIGHT, len(course) - 1) + 1)
    ]
    taken: list[tuple[int, int]] = []
    for swing, start, end in sorted(spans, key=lambda span: (-abs(span[0]), span[2] - span[1], span[1])):
        if len(taken) == MOST_MOMENTS or abs(swing) < SWING:
            break
        if all(end <= begin or start >= finish for begin, finish in taken):
            taken.append((start, end))
    return [_moment(course[start], course[end]) for start, end in sorted(taken)]


def _moment(before: Judged, after: Judged) -> Moment:
    return Moment(ply=before[0], turn=before[1], before=_rounded(before[2]), after=_rounded(after[2]))


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
    points = [StoryPoint(ply=ply, turn=turn, chances=_rounded(chances)) for ply, turn, chances in kept]
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
