"""S14.6 Hulls alongside each other: who boards what, and who is in contact with whom by it (6.2, R10, R62, R88)."""

from __future__ import annotations

from math import isqrt

from shapan.ground.table import near_polygons

from ..actions import CHARGE, MOVE, SKIRMISH
from ..orders.planned import Charging
from ..position import ABOARD, WRECK, YangtzePosition
from ..who import Figure, Unit
from .crews import hands


def alongside(pos: YangtzePosition, one: Unit, two: Unit) -> bool:
    """S14.2: hulls within 25 mm of each other."""
    return isqrt(near_polygons(pos.body(one), pos.body(two))) <= pos.book.alongside


def defenders(pos: YangtzePosition, target: Unit) -> list[Figure]:
    """R66: those aboard who fight; passengers do not."""
    return hands(pos, target)


def storming(pos: YangtzePosition, target: Unit) -> list[Figure]:
    """S14.6: the riders on CHARGE who have planned to board this vessel and whose own lies alongside it."""
    if pos.book.units[target].kind != "vessel" or not pos.is_body(target) or pos.damage[target] & WRECK:
        return []
    return [
        figure
        for unit in sorted(pos.roster.riding)
        if _boards(pos, unit, target)
        for figure in pos.alive(unit)
        if pos.fate[figure] == ABOARD and alongside(pos, pos.carrier(figure), target)
    ]


def _boards(pos: YangtzePosition, unit: Unit, target: Unit) -> bool:
    return pos.card[unit] == CHARGE and pos.plan[unit] == Charging(target)


def boardings(pos: YangtzePosition) -> dict[Unit, list[Figure]]:
    """The vessels that are boarded, each with those who board it."""
    found = {target: storming(pos, target) for target in pos.book.carriers}
    return {target: men for target, men in found.items() if men}


def hulls_of(pos: YangtzePosition, men: list[Figure]) -> set[Unit]:
    """The vessels from which these people come."""
    return {pos.carrier(figure) for figure in men}


def grappled(pos: YangtzePosition) -> set[Unit]:
    """R88: vessels that lie alongside each other when a boarding begins stay so: 6.2 takes the move from those whom a
    charge has reached."""
    held: set[Unit] = set()
    for target, men in boardings(pos).items():
        held |= {target, *hulls_of(pos, men)}
    return held


def reach_early(pos: YangtzePosition) -> None:
    """6.2: whom boarders reach before anybody else moves neither moves nor fires, unless he has halted: riders like
    what carries them (R57)."""
    for target in boardings(pos):
        under_way = pos.card[target] == MOVE
        for figure in defenders(pos, target):
            if under_way or pos.card[pos.book.figures[figure].unit] in (MOVE, SKIRMISH):
                pos.touched_early |= 1 << figure


def come_to_grips(pos: YangtzePosition) -> None:
    """S14.6: boarders and defenders are one contact set; from now on it is a melee like any other."""
    if pos.book.switches["charge_contact_no_fire"] == "whole_move":
        reach_early(pos)
    for target, men in boardings(pos).items():
        foes = defenders(pos, target)
        for figure in (*men, *foes) if foes else ():
            pos.touched |= 1 << figure


def fought_over(pos: YangtzePosition, hull: Unit) -> set[Unit]:
    """R62: the units that fight the people of a hull aboard her. Those who are left in the boats from which they came
    are in no melee."""
    if not pos.touched:
        return set()  # before anybody is in contact the plans of boarders are their own affair
    return {pos.book.figures[figure].unit for figure in storming(pos, hull)}
