"""Carriers, their riders, and civilians: who drives, sails, lands, goes aboard, and when."""

from __future__ import annotations

from typing import Final

from shapan.kernel.staff import Advice

from ...actions import MOVE, Card, Embark, March
from ...movement.ways import escorted
from ...orders.candidates import marches
from ...position import STANDING
from ...vessels.riders import embark_refusal
from ...who import Unit
from ..errands import hull_side, setting_out
from ..marches import allowed as way_allowed
from ..marches import by_road, mover
from ..picture import Picture, Troop
from ..places import beside, cost
from ..stand import SAFE
from . import afloat, convoy, wheels

HASTE: Final = 2
"""In so many last turns whoever reaches the ship goes aboard."""


def card(pic: Picture, unit: Unit, allowed: list[str]) -> list[Advice]:
    """A card for a carrier or for riders."""
    spec = pic.book.units[unit]
    if pic.pos.riding(unit) is not None:
        left = pic.by_unit.get(unit) if spec.kind == "civilian" else None
        return civilian_card(pic, left, allowed) if left else afloat.rider_card(pic, unit, allowed)
    if convoy.takes(pic, unit):
        return convoy.card(pic, unit, allowed)
    return afloat.card(pic, unit, allowed) if spec.kind == "vessel" else wheels.card(pic, unit, allowed)


def plan(pic: Picture, unit: Unit) -> list[Advice]:
    """How carriers, riders and civilians carry out their cards."""
    spec = pic.book.units[unit]
    if spec.kind == "civilian" and pic.pos.standing[unit]:
        return walk(pic, unit)
    if pic.pos.riding(unit) is not None or spec.kind == "vessel":
        return afloat.plan(pic, unit)
    if convoy.takes(pic, unit):
        return convoy.plan(pic, unit)
    return wheels.plan(pic, unit) if spec.carrier else walk(pic, unit)


def refuge(pic: Picture, unit: Unit) -> str:
    """The handle of the ship that civilians are to be brought to, or nothing while they had better wait."""
    handle = pic.book.units[unit].handle
    entries = [e for e in pic.book.objectives if e.kind == "rescue" and e.of == handle]
    free = any(not pic.pos.captive >> f & 1 for f in pic.pos.standing[unit])
    return entries[0].to if entries and free and setting_out(pic, entries[0]) else ""


def civilian_card(pic: Picture, troop: Troop, allowed: list[str]) -> list[Advice]:
    """S17.1: they walk when somebody walks with them."""
    with_them = [f for f in troop.men if escorted(pic.pos, f) and not pic.pos.captive >> f & 1]
    go = MOVE in allowed and bool(refuge(pic, troop.unit)) and 2 * len(with_them) >= len(troop.men)
    params = {"unit": troop.unit, "what": refuge(pic, troop.unit), "risk": SAFE}
    return [Advice(Card(troop.unit, name), float((name == MOVE) == go), "reason.escort", params) for name in allowed]


def gathered(pic: Picture, unit: Unit, carrier: Unit) -> bool:
    """Are all so near to a hull that those who cannot go aboard now for want of an escort can do so next turn?"""
    pos, goals = pic.pos, beside(pic.pos, unit, carrier)
    reach = pos.allowance(unit, MOVE)[1] - pic.book.embark
    return all(cost(pos, unit, goals, pos.x[f], pos.y[f]) <= reach for f in pos.standing[unit])


def walk(pic: Picture, unit: Unit) -> list[Advice]:
    """Aboard if all can, else as far towards the ship as they may: those left behind would be lost."""
    pos, ship = pic.pos, refuge(pic, unit)
    params = {"unit": unit, "what": ship, "risk": SAFE}
    for carrier in pic.book.handles.get(ship, ()):
        if embark_refusal(pos, unit, carrier) is None and (pic.left <= HASTE or gathered(pic, unit, carrier)):
            return [Advice(Embark(unit, carrier), 2.0, "reason.escort", params)]
    guide = mover(pos, unit)
    found = []
    if ship and guide is not None and pos.fate[guide] == STANDING:
        low, high = pic.pos.allowance(unit, MOVE)
        here = (pos.x[guide], pos.y[guide])
        for route in by_road(pos, unit, here, hull_side(pic, unit, ship), low, high):
            if way_allowed(pos, unit, guide, route, low, high):
                found.append(Advice(March(unit, route), 1.0, "reason.escort", params))
    goals = hull_side(pic, unit, ship) if ship else frozenset()
    offered = [(cost(pos, unit, goals, *route[-1]), route) for route in marches(pos, unit)] if not found else []
    return found or [Advice(March(unit, route), -far / 10_000, "reason.escort", params) for far, route in offered]
