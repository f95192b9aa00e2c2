"""Whose action it is (5.5): a march, an attack, or nothing at all."""

from __future__ import annotations

from typing import Final

from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Flip, Pass

from ..alternation import Fighting, Moving
from ..position import MukdenPosition
from ..sides import JAPANESE, RUSSIAN
from . import battle, japanese, railroad, russian
from .temper import Temper

IDLE: Final = 2
"""How many pieces of advice there are about doing nothing."""


def move(pos: MukdenPosition, at: Moving, temper: Temper) -> list[Advice]:
    """8.0: the Japanese march on their goal, the Russians bar the way."""
    if at.side == JAPANESE:
        advice = japanese.march_east(pos, temper)
    elif temper.late and pos.turn in pos.book.japanese_sudden_death_turns:
        advice = [*russian.raid(pos, temper), *railroad.man_the_railroad(pos, temper)]
    else:
        advice = [*russian.raid(pos, temper), *russian.keep_the_line(pos, temper), *russian.bar_the_way(pos, temper)]
    return [*advice, *idle(pos, at.side)]


def first_move(pos: MukdenPosition, at: Moving, temper: Temper) -> list[Advice]:
    """The same for whoever wants the best of it alone."""
    if at.side == JAPANESE or not temper.late or pos.turn not in pos.book.japanese_sudden_death_turns:
        return move(pos, at, temper)
    others = [*russian.raid(pos, temper), *idle(pos, at.side)]
    least = max(advice.score for advice in others)
    return [*others[:-IDLE], *railroad.best_on_the_railroad(pos, temper, least), *others[-IDLE:]]


def fight(pos: MukdenPosition, at: Fighting, temper: Temper) -> list[Advice]:
    """9.0: whatever attack promises enough."""
    return [*battle.attacks(pos, at.side, temper), *idle(pos, at.side)]


def idle(pos: MukdenPosition, side: int) -> list[Advice]:
    """5.5: nothing useful to do: wait with a unit that is not needed as long as the enemy still acts, then pass."""
    zone = pos.front(side).zone
    waiting = pos.can_act(other(side)) and side == RUSSIAN
    spare = [unit for unit in pos.ready(side) if zone >> pos.place[unit] & 1] or pos.ready(side)
    least = min(spare, key=lambda unit: pos.steps[unit])
    return [
        Advice(Flip(least), 0.02 if waiting else -1.0, "reason.wait"),
        Advice(Pass(), 0.01, "reason.done"),
    ]
