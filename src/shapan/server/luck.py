"""What the dice of a finished game were worth: every throw beside all the throws that could have fallen instead.

The staff judges the position after each face. What the throw gave a side is its chance after the face that fell, less
the average over all faces, so that fair dice give nothing in the long run. It is the staff's judgement, not a fact.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from shapan.kernel import DICE, Position, Record
from shapan.kernel.staff import Staff

from .documents import Luck

SETTLED: Final = 5
"""How many answers follow a throw until its losses have been taken; they are the same for every face."""
MOST_FACES: Final = 15_000
"""Games with more faces than this would keep a reader waiting: nothing is said of their luck."""


def luck(record: Record) -> Luck | None:
    """How many throws there were and what they gave the first side; None for a game of too many."""
    staff = record.game.staff
    assert staff is not None
    side = record.game.sides_in(record.scenario)[0]
    throws, faces, gained = 0, 0, 0.0
    for ply, pos in enumerate(chain([record.start()], record.steps())):
        if pos.outcome or pos.actor != DICE or ply == len(record.moves):
            continue
        chances = pos.chances()
        faces += len(chances.faces)
        if faces > MOST_FACES:
            return None
        fallen = record.game.parse(pos, record.moves[ply][1])
        worth = [_settled(staff, pos, face, side) for face in chances.faces]
        mean = sum(map(float.__mul__, worth, map(float, chances.weights))) / chances.total
        throws += 1
        gained += worth[chances.faces.index(fallen)] - mean
    return Luck(throws=throws, gained=round(gained, 3))


def _settled(staff: Staff[Any, Any], pos: Position[Any], face: Any, side: str) -> float:
    """The chance of a side once this face has fallen and been answered."""
    then = pos.copy()
    then.push(face)
    for _ in range(SETTLED):
        if then.outcome or then.actor == DICE:
            break
        then.push(next(iter(then.options())))
    return staff.value(then, side)
