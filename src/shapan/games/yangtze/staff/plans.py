"""5.0 Plans: how each unit carries out the card that it has been given."""

from __future__ import annotations

from shapan.kernel.staff import Advice

from ..actions import CHARGE, MOVE, SKIRMISH, Charge, March, Ready
from ..movement.charge import charge_refusal
from ..orders.plans import Plan
from ..position import YangtzePosition
from ..who import Unit
from . import aloft, defiles, scramble
from .carriers import carriage
from .errands import NOTHING
from .marches import best_marches, rushes
from .picture import Picture
from .tasks import task_of
from .temper import Temper


def plan(pos: YangtzePosition, at: Plan, _: Temper) -> list[Advice]:
    """The next unit whose card asks for a plan; when all have one, ready."""
    side = at.side
    for unit in pos.units_of(side):
        if pos.book.units[unit].aircraft and pos.plan[unit]:
            advice = aloft.attack(pos, unit)
        elif pos.card[unit] in (MOVE, SKIRMISH, CHARGE) and not pos.plan[unit]:
            advice = plan_unit(pos, side, unit)
        else:
            continue
        if advice:
            return advice
    # One or the other: a figure sent to a place that counts must not be called back to its unit's errand.
    more = scramble.paces(pos, side) if scramble.called_for(pos) else defiles.paces(pos, side)
    return [*more, Advice(Ready(), 0.0, "reason.ready")]


def plan_unit(pos: YangtzePosition, side: int, unit: Unit) -> list[Advice]:
    """What one unit does under its card."""
    spec = pos.book.units[unit]
    pic = Picture(pos, side)
    if spec.aircraft:
        return aloft.flight(pic, unit)
    if spec.carrier or pos.riding(unit) is not None or spec.kind == "civilian":
        return carriage.plan(pic, unit)
    if not pos.standing[unit]:
        return []
    if pos.card[unit] == CHARGE:
        return charge(pic, unit)
    return march(pic, unit) or any_march(pos, unit)


def charge(pic: Picture, unit: Unit) -> list[Advice]:
    """5.3: the target that promises most; if nothing does, the nearest, for a charge must be made."""
    pos = pic.pos
    found = []
    for rush in rushes(pic, pic.by_unit[unit], cards_known=True):
        if charge_refusal(pos, unit, rush.target):
            continue
        params = {"unit": unit, "unit2": rush.target, "gain": f"{rush.worth:+.1f}"}
        found.append(Advice(Charge(unit, rush.target), rush.worth, "reason.charge", params))
    return found or any_charge(pic, unit)


def any_charge(pic: Picture, unit: Unit) -> list[Advice]:
    troop = pic.by_unit[unit]
    ranked = sorted((foe.away(troop.x, troop.y), foe.unit) for foe in pic.foes)
    return [
        Advice(Charge(unit, target), -far / 1000, "reason.charge", {"unit": unit, "unit2": target, "gain": "0"})
        for far, target in ranked
        if charge_refusal(pic.pos, unit, target) is None
    ]


def march(pic: Picture, unit: Unit) -> list[Advice]:
    """5.1, 5.2: the best ways under the card."""
    pos = pic.pos
    task = task_of(pic, unit)
    found = []
    for way in best_marches(pic, unit, pos.card[unit], 3):
        params = {"unit": unit, "gain": f"{way.stand.given:.1f}", "risk": way.stand.risk, "what": task.what}
        reason = "reason.better_ground" if task is NOTHING else task.reason
        found.append(Advice(March(unit, way.route), way.stand.score, reason, params))
    return found


def any_march(pos: YangtzePosition, unit: Unit) -> list[Advice]:
    """No way of our own was open: whatever the rules offer."""
    groups = [group for group in pos.options().groups if group.head[:1] == (unit,) and len(group)]
    return [Advice(action, 0.0, "reason.any") for group in groups for action in group]
