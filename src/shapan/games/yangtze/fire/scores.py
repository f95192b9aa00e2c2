"""7.10 Scores to hit, 7.11 modifiers, and the ladder from one die to two (R13, R16, R76)."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..actions import HALT, MOVE
from ..position import YangtzePosition
from ..who import Mounted, Shooter
from .shooters import arm_of, fire_card, unit_of

TWO_DICE: Final = 12
BULLETS: Final = "bullets"
BURST: Final = "burst"
BOARDERS: Final = "boarders"
"""S14.6: bullets at people who climb from one hull to another."""
GRENADE: Final = "grenade"
HULL: Final = "hull"
"""12.2: bullets that are to hole a small boat."""


class Need(NamedTuple):
    """What a shot needs: a score, and whether a hit on hard cover is confirmed on the highest throw only."""

    score: int
    strict: bool = False


def chart(pos: YangtzePosition, grade: str, short: bool) -> int:
    """Chart 2."""
    return int(pos.book.charts["to_hit"][grade][0 if short else 1])


def ladder(base: int, modifiers: int) -> int:
    """R13: 2, 3, 4, 5, 6, then 12 on two dice, which gets neither worse nor better."""
    if base >= TWO_DICE:
        return TWO_DICE
    score = base + modifiers
    return TWO_DICE if score > 6 else max(score, 2)


def with_cover(pos: YangtzePosition, score: int, cover: str) -> Need:
    """R16, R76: the bonus of hard cover for careful troops."""
    if cover != "hard+":
        return Need(score)
    if score >= 6:
        return Need(score, True)
    return Need(score + int(pos.book.charts["to_hit_mod"]["target_hard_bonus"]))


def controlled(pos: YangtzePosition, shooter: Shooter) -> bool:
    """7.8, R33: entitled units on HALT, small arms only, and not from something that moves."""
    unit = unit_of(pos, shooter)
    return pos.book.units[unit].controlled and arm_of(pos, shooter).small_arm and fire_card(pos, shooter) == HALT


def modifiers(pos: YangtzePosition, shooter: Shooter) -> int:
    """7.11 and R12: controlled fire, a pinned firer, fire on the move."""
    table = pos.book.charts["to_hit_mod"]
    total = int(table["controlled_fire"]) if controlled(pos, shooter) else 0
    if not isinstance(shooter, Mounted):
        if pos.pinned >> shooter & 1:
            return total + int(table["firer_pinned"])
        if pos.stuck >> shooter & 1:
            return total
    return total + (int(table["moving_fire"]) if fire_card(pos, shooter) == MOVE else 0)


def base_score(pos: YangtzePosition, shooter: Shooter, short: bool) -> int:
    """The score before the target's cover."""
    grade = pos.book.units[unit_of(pos, shooter)].grade
    return ladder(chart(pos, grade, short), modifiers(pos, shooter))


def dice_for(score: int) -> int:
    """7.10: scores above six take two dice."""
    return 2 if score > 6 else 1
