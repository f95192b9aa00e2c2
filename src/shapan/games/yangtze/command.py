"""4.0 Command: the radius about leader figures within which figures move, fire and charge."""

from __future__ import annotations

from .position import ABOARD, FALLEN, STANDING, YangtzePosition


def radius(pos: YangtzePosition, side: int) -> int:
    """4.1, 4.2: the command radius of a side; smaller in the dark or once its Force Command Group is lost (R3)."""
    book = pos.book
    group = book.fcg[side]
    if book.dark or (group and all(pos.fate[figure] in FALLEN for figure in group)):
        return book.radius_reduced
    return book.radius


def leaders_for(pos: YangtzePosition, unit: int) -> list[int]:
    """Whose circle counts: the unit's own leaders and the Force Command Group; for a machine gun any leader (4.4)."""
    book = pos.book
    side = book.units[unit].side
    group = [figure for figure in book.fcg[side] if pos.fate[figure] in (STANDING, ABOARD)]
    if book.units[unit].lead == "any":
        for mate in book.units_of[side]:
            if not book.units[mate].carrier and book.units[mate].kind != "command":
                group += [f for f in pos.alive(mate) if pos.leads(f)]
        return group
    return [f for f in pos.alive(unit) if pos.leads(f)] + group


def in_command(pos: YangtzePosition, figure: int) -> bool:
    """4.1: within the radius of a leader, base edge to base edge (R4); exempt units and riders always (4.5, 4.6)."""
    unit = pos.book.figures[figure].unit
    if pos.book.units[unit].lead == "free" or pos.fate[figure] == ABOARD:
        return True
    reach = radius(pos, pos.book.units[unit].side)
    return any(reaches(pos, leader, figure, reach) for leader in leaders_for(pos, unit))


def commanded(pos: YangtzePosition, unit: int) -> list[int]:
    """The standing figures of a unit that are in command."""
    figures = pos.standing[unit]
    if pos.book.units[unit].lead == "free":
        return list(figures)
    reach = radius(pos, pos.book.units[unit].side)
    leaders = leaders_for(pos, unit)
    return [figure for figure in figures if any(reaches(pos, leader, figure, reach) for leader in leaders)]


def reaches(pos: YangtzePosition, leader: int, figure: int, reach: int) -> bool:
    """4.1; a riding leader measures from the edge of what carries him (R65)."""
    if leader == figure:
        return True
    if pos.fate[leader] == ABOARD:
        return pos.hull_gap(figure, pos.aboard[leader]) <= reach
    return pos.within(leader, figure, reach)
