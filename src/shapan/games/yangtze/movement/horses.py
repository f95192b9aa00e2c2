"""S11 Mounted troops: getting off and on their horses is the last leg of every rider's way. Those who walk skirmish and
enter buildings like any others."""

from __future__ import annotations

from shapan.kernel import Refusal

from ..actions import MOVE, Dismount, Mount
from ..command import commanded
from ..orders.planned import Marching, saddles
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit, numbered


def toll(pos: YangtzePosition) -> int:
    """What it costs of the allowance."""
    return int(pos.book.charts["movement"]["extra"]["mount_dismount"]) * SCALE


def horse_refusal(pos: YangtzePosition, unit: Unit, change: type[Dismount | Mount]) -> Refusal | None:
    """A mounted unit on MOVE, still or after a march that leaves allowance enough."""
    if pos.book.units[unit].kind != "mounted" or not pos.standing[unit]:
        return Refusal("S11", "refusal.no_horses", unit=unit)
    if pos.on_horse(unit) != (change is Dismount):
        return Refusal("S11", "refusal.already_so", unit=unit)
    if pos.card[unit] != MOVE:
        return Refusal("S11", "refusal.dismount_moving", unit=unit)
    plan = pos.plan[unit]
    if plan and (not isinstance(plan, Marching) or plan.horses):
        return Refusal("S11", "refusal.already_so", unit=unit)
    if any(pos.pinned >> figure & 1 for figure in pos.standing[unit]):
        return Refusal("8.4", "refusal.horse_pinned", unit=unit)
    if len(commanded(pos, unit)) < len(pos.standing[unit]):
        return Refusal("4.1", "refusal.horse_command", unit=unit)
    left = pos.allowance(unit, MOVE)[1] - toll(pos)
    if any(pos.track[figure] and pos.track[figure][-1][0] > left for figure in pos.standing[unit]):
        return Refusal("S11", "refusal.horse_allowance", unit=unit)
    return None


def make_for_saddles(pos: YangtzePosition) -> None:
    """The start of the common movement: who can move gets off or on where his way ends, and pays for it there."""
    tracks = list(pos.track)
    for unit, plan in numbered(pos.plan):
        if saddles(plan):
            for figure in commanded(pos, unit):
                if not (pos.pinned | pos.stuck | pos.touched) >> figure & 1:
                    track = tracks[figure] or ((0, pos.x[figure], pos.y[figure]),)
                    spent, x, y = track[-1]
                    tracks[figure] = (*track, (spent + toll(pos), x, y))
    pos.track = tuple(tracks)


def change_mounts(pos: YangtzePosition) -> None:
    """At the end of movement. Whom a charge has reached before he was off or on had no time for it, nor who lost his
    leader before he began, and the unit stays as it was; whoever was held up on his way had all the more."""
    for unit, plan in numbered(pos.plan):
        if not saddles(plan) or not pos.standing[unit]:
            continue
        if any((pos.touched | pos.stuck) >> f & 1 and not _changed(pos, f) for f in pos.standing[unit]):
            continue
        pos.tell("S11", "event.dismounts" if pos.on_horse(unit) else "event.mounts", unit=unit)
        pos.afoot ^= 1 << unit


def _changed(pos: YangtzePosition, figure: Figure) -> bool:
    """Has the figure come to the end of that leg, on which nobody gets farther?"""
    track = pos.track[figure]
    still = len(track) > 1 and track[-1][1:] == track[-2][1:]
    return still and pos.spent[figure] >= track[-1][0]
