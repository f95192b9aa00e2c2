"""S14.6 Boarding: riders on CHARGE whose vessel lies alongside an enemy's fight its people hand to hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from shapan.ground.table import near_polygons

from ..actions import CHARGE
from ..position import ABOARD, YangtzePosition, put

Fight = tuple[tuple[int, ...], tuple[int, ...], int, int]


def alongside(pos: YangtzePosition, one: int, two: int) -> bool:
    """S14.2: hulls within 25 mm of each other."""
    return isqrt(near_polygons(pos.body(one), pos.body(two))) <= pos.book.alongside


def boarders(pos: YangtzePosition) -> tuple[list[Fight], list[tuple[int, int]]]:
    """All boarders and all defenders are one contact set, matched in order, doubled up and supported."""
    fights: list[Fight] = []
    units: list[tuple[int, int]] = []
    for target in pos.book.carriers:
        if pos.book.units[target].kind != "vessel" or not pos.is_body(target):
            continue
        crews = [u for u in range(len(pos.card)) if _boards(pos, u, target)]
        men = [
            f for u in crews for f in pos.alive(u) if pos.fate[f] == ABOARD and alongside(pos, pos.aboard[f], target)
        ]
        foes = pos.crew(target)
        if not men:
            continue
        if not foes:
            seize(pos, target, men)
            continue
        fights += _pair(men, foes)
        units += [(u, target) for u in crews]
    return fights, units


def _boards(pos: YangtzePosition, unit: int, target: int) -> bool:
    return pos.card[unit] == CHARGE and pos.plan[unit] == ("charge", target) and pos.riding(unit) >= 0


def _pair(men: Sequence[int], foes: Sequence[int]) -> list[Fight]:
    """One to one first, then two to one, then support spread over the groups."""
    count = min(len(men), len(foes))
    sides = ([[figure] for figure in men[:count]], [[figure] for figure in foes[:count]])
    extra = ([0] * count, [0] * count)
    for side, rest in enumerate((men[count:], foes[count:])):
        for at, figure in enumerate(rest[: 2 * count]):
            if at < count:
                sides[side][at].append(figure)
            else:
                extra[side][at - count] += 1
    return [(tuple(sides[0][at]), tuple(sides[1][at]), extra[0][at], extra[1][at]) for at in range(count)]


def seize(pos: YangtzePosition, target: int, men: list[int]) -> None:
    """S14.6: a vessel with no defender left and a boarder aboard changes hands."""
    fates, aboard = list(pos.fate), list(pos.aboard)
    room = pos.book.units[target].seats
    for figure in men[:room]:
        fates[figure], aboard[figure] = ABOARD, target
    pos.fate, pos.aboard = tuple(fates), tuple(aboard)
    pos.owner = put(pos.owner, target, pos.owner[pos.book.figures[men[0]].unit])
    pos.derive()
    pos.tell("S14.6", "event.seized", unit=target, side=pos.book.sides[pos.owner[target]])


def prize(pos: YangtzePosition) -> None:
    """After the fighting: vessels left without defenders fall to those who boarded them."""
    for target in pos.book.carriers:
        if pos.book.units[target].kind == "vessel" and pos.is_body(target) and not pos.crew(target):
            men = [
                f
                for u in range(len(pos.card))
                if _boards(pos, u, target)
                for f in pos.alive(u)
                if pos.fate[f] == ABOARD and alongside(pos, pos.aboard[f], target)
            ]
            if men:
                seize(pos, target, men)
