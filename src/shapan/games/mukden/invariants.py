"""What is true of every position that the rules of Mukden can reach."""

from __future__ import annotations

from .position import MukdenPosition
from .stacking import overstacked


def violations(pos: MukdenPosition) -> list[str]:
    """What is broken: stacking between actions, no hex shared, steps conserved, control only of critical hexes."""
    found = []
    book = pos.book
    if pos.outcome is None and (crowded := overstacked(pos)):
        found.append(f"6.1: overstacked: {', '.join(book.grid.name(here) for here in crowded)}")
    if pos.occupied[0] & pos.occupied[1]:
        found.append("6.0: opposing units share a hex")
    for side in range(2):
        gone = sum(book.start_steps[unit] - pos.steps[unit] for unit in book.units_of[side])
        returned = pos.corps_lost - (pos.steps[book.corps] == 0) if book.side_of[book.corps] == side else 0
        if gone + returned != pos.lost[side]:
            found.append(f"9.11: {book.sides[side]} steps lost {pos.lost[side]}, counted {gone + returned}")
    if any((pos.place[unit] < 0) != (pos.steps[unit] == 0) for unit in range(len(pos.place))):
        found.append("2.10: a unit without steps on the map, or one with steps off it")
    if pos.japanese_held & ~book.critical:
        found.append("3.3: control of a hex that is not critical")
    return found
