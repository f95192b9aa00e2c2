"""12.0 Who works a vehicle or vessel, and whether it can still move."""

from __future__ import annotations

from shapan.kernel import Refusal

from ..position import DISABLED, WRECK, YangtzePosition


def immobile(pos: YangtzePosition, unit: int) -> Refusal | None:
    """12.0: a vehicle or vessel that can no longer move."""
    if pos.book.units[unit].aground:
        return Refusal("S14.1", "refusal.aground", unit=unit)
    if pos.damage[unit] & (DISABLED | WRECK) or pos.timer[unit] > pos.turn:
        return Refusal("12.1", "refusal.damaged", unit=unit)
    if not manned(pos, unit):
        return Refusal("12.2", "refusal.no_crew", unit=unit)
    return None


def manned(pos: YangtzePosition, unit: int) -> bool:
    """12.2: somebody works the vehicle or vessel: one of its own crew, or two who have taken it (S14.6)."""
    people = pos.crew(unit)
    if pos.owner[unit] != pos.book.units[unit].side:
        return len(people) > 1
    return any(pos.book.figures[figure].unit == unit for figure in people) or (
        pos.book.units[unit].kind == "vessel" and len(people) > 1
    )
