"""12.0 Who works a vehicle or vessel, and whether it can still move."""

from __future__ import annotations

from shapan.kernel import Refusal

from ..position import DISABLED, WRECK, YangtzePosition
from ..who import Figure, Unit

DRIVER = "driver"


def immobile(pos: YangtzePosition, unit: Unit) -> Refusal | None:
    """12.0: a vehicle or vessel that can no longer move."""
    if pos.book.units[unit].aground:
        return Refusal("S14.1", "refusal.aground", unit=unit)
    if pos.damage[unit] & WRECK:
        return Refusal("12.2", "refusal.wreck", unit=unit)
    if pos.damage[unit] & DISABLED or pos.timer[unit] > pos.turn:
        return Refusal("12.1", "refusal.damaged", unit=unit)
    if not manned(pos, unit):
        case = "12.2" if pos.book.units[unit].kind == "vessel" else "S12.7"
        return Refusal(case, "refusal.no_crew", unit=unit)
    return None


def manned(pos: YangtzePosition, unit: Unit) -> bool:
    """12.2, S14.6: one of its own crew works a vessel, or two of those who ride in it. S12.7: a vehicle or train goes
    while one of its drivers lives."""
    people = hands(pos, unit)
    own = [figure for figure in people if pos.book.figures[figure].unit == unit]
    if pos.book.units[unit].kind != "vessel":
        return any(pos.book.figures[figure].role == DRIVER for figure in own)
    return len(people) > 1 or (bool(own) and pos.owner[unit] == pos.book.units[unit].side)


def hands(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """12.2, R89: the people aboard who can work the vehicle or vessel and serve its weapons; civilians cannot."""
    figures, units = pos.book.figures, pos.book.units
    return [figure for figure in pos.crew(unit) if units[figures[figure].unit].kind != "civilian"]


def seats_left(pos: YangtzePosition, carrier: Unit) -> int:
    """S12.3: how many more find a seat besides those who ride already."""
    riders = [f for f in pos.crew(carrier) if pos.book.figures[f].unit != carrier]
    return pos.book.units[carrier].seats - len(riders)
