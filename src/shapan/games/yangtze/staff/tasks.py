"""What each unit is for: the objectives of the scenario, shared out among those who can reach them."""

from __future__ import annotations

from math import exp
from typing import Final

from shapan.mechanics.sides import other

from ..specs import Objective
from ..victory import holder
from ..who import Unit
from .errands import ERRANDS, NOTHING, SHARES, WARDS, Task
from .notebook import noted
from .picture import Picture, Troop
from .places import STRIDE, cost, zone_squares

WALKERS: Final = ("foot", "mounted", "special")
HURRY: Final = 0.12
LEISURE: Final = 0.03
"""The part of a task's worth that is lost with every turn that is still to go."""
DENIED: Final = 1.7
"""To stand in a place that the enemy holds takes his points away even before it brings ours."""


def tasks(pic: Picture) -> dict[Unit, Task]:
    """The task of every unit of the side that walks; shared out once a turn."""
    return noted(pic.notes, ("tasks",), _share_out, pic)


def task_of(pic: Picture, unit: Unit) -> Task:
    return tasks(pic).get(unit, NOTHING)


def _share_out(pic: Picture) -> dict[Unit, Task]:
    found: dict[Unit, Task] = {}
    me = pic.book.side_ids[pic.side]
    walkers = [t for t in pic.mine if t.spec.kind in WALKERS and not t.forced]
    for entry in pic.book.objectives:
        make = ERRANDS.get(entry.kind)
        if make is not None and entry.side in (me, ""):
            found.update({unit: task for unit, task in make(pic, entry, walkers).items() if unit not in found})
    for entry in pic.book.objectives:
        if entry.kind in WARDS and entry.side != me:
            found.update({u: t for u, t in WARDS[entry.kind](pic, entry, walkers).items() if u not in found})
    hold(pic, [t for t in walkers if t.unit not in found], found)
    return found


def pull(task: Task, spent: int, left: int) -> float:
    """How good it is to be so far from one's task with so many turns to come, in victory points."""
    if not task.weight:
        return 0.0
    turns = spent / STRIDE
    if spent == 0:
        return task.weight
    slack = left - 1 - turns
    in_time = task.weight / (1 + exp(-1.5 * (slack - 1.3)))
    return in_time - (HURRY if task.hurry else LEISURE) * task.weight * min(turns, 12.0)


def hold(pic: Picture, walkers: list[Troop], found: dict[Unit, Task]) -> None:
    """Places that count for whoever holds them alone: the nearest unit takes each, the rest help where it pays."""
    zones = [entry for entry in pic.book.objectives if entry.kind == "hold"]
    if not zones:
        return
    free = {t.unit: t for t in walkers}
    held: set[str] = set()
    for share in SHARES:
        for entry in sorted(zones, key=lambda entry: -entry.vp):
            if not free:
                return
            best = min(free.values(), key=lambda t: (_haul(pic, t, entry), t.unit))
            goals = zone_squares(pic.pos, best.unit, entry.zone)
            weight = share * entry.vp * (DENIED if holder(pic.pos, entry.zone) == other(pic.side) else 1.0)
            found[best.unit] = Task("reason.hold", entry.id, weight, goals)
            del free[best.unit]
            held.add(entry.zone)
            if not free:
                _spread(pic, walkers, [e for e in zones if e.zone not in held], found)


def _spread(pic: Picture, walkers: list[Troop], zones: list[Objective], found: dict[Unit, Task]) -> None:
    """More places than units: the nearest unit keeps an eye on a second one."""
    for entry in zones:
        unit = min(walkers, key=lambda t: (_haul(pic, t, entry), t.unit)).unit
        more = (*found[unit].besides, zone_squares(pic.pos, unit, entry.zone))
        found[unit] = found[unit]._replace(besides=more)


def _haul(pic: Picture, troop: Troop, entry: Objective) -> int:
    return cost(pic.pos, troop.unit, zone_squares(pic.pos, troop.unit, entry.zone), troop.x, troop.y)
