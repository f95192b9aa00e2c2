"""S11 Mounted troops: getting off and on their horses. Those who walk skirmish and enter buildings like any others."""

from __future__ import annotations

from shapan.kernel import Refusal

from ..actions import MOVE, Dismount, Mount
from ..position import YangtzePosition
from ..specs import SCALE

DISMOUNT = "dismount"
MOUNT = "mount"


def toll(pos: YangtzePosition) -> int:
    """What it costs of the allowance."""
    return int(pos.book.charts["movement"]["extra"]["mount_dismount"]) * SCALE


def horse_refusal(pos: YangtzePosition, unit: int, word: str) -> Refusal | None:
    """A mounted unit on MOVE, still or after a march that leaves allowance enough."""
    if pos.book.units[unit].kind != "mounted" or not pos.standing[unit]:
        return Refusal("S11", "refusal.no_horses", unit=unit)
    if pos.on_horse(unit) != (word == DISMOUNT):
        return Refusal("S11", "refusal.already_so", unit=unit)
    if pos.card[unit] != MOVE:
        return Refusal("S11", "refusal.dismount_moving", unit=unit)
    plan = pos.plan[unit]
    if plan and (plan[0] != "march" or word in plan):
        return Refusal("S11", "refusal.already_so", unit=unit)
    left = pos.allowance(unit, MOVE)[1] - toll(pos)
    if any(pos.track[figure] and pos.track[figure][-1][0] > left for figure in pos.standing[unit]):
        return Refusal("S11", "refusal.horse_allowance", unit=unit)
    return None


def note_horses(pos: YangtzePosition, unit: int, word: str) -> tuple[object, ...]:
    """The plan of the unit with it: the whole of its turn, or the end of its march."""
    return (*pos.plan[unit], word) if pos.plan[unit] else (word,)


def word_of(action: Dismount | Mount) -> str:
    return DISMOUNT if isinstance(action, Dismount) else MOUNT


def change_mounts(pos: YangtzePosition) -> None:
    """At the end of movement; those whom a charge has reached have no time for it."""
    for unit, plan in enumerate(pos.plan):
        for word, key in ((DISMOUNT, "event.dismounts"), (MOUNT, "event.mounts")):
            if word in plan and pos.standing[unit] and not any(pos.touched >> f & 1 for f in pos.standing[unit]):
                pos.afoot ^= 1 << unit
                pos.tell("S11", key, unit=unit)
