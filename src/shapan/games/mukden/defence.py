"""How the Russian staff keeps the Japanese away: from the railroad while its loss ends the game, then from Mukden.

A unit that enters an enemy zone must stop there (7.1), so a few divisions three hexes apart close a flank. The staff
measures how near the Japanese could come to what they want, past all Russian zones, and moves whatever makes that way
longest; Mukden itself is filled with the best troops.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.doctrine import Advice

from .actions import Move
from .position import RUSSIAN, MukdenPosition
from .roads import corridor, danger, goals

TRIED: Final = 8
"""So many places are tried for each unit."""
MOST_TRIED: Final = 64
RELIEF: Final = 0.1
"""What a move must take from the danger."""
LEAVING: Final = 3.0
"""What it costs that a unit leaves the front or Mukden."""
GARRISON: Final = 0.8
"""What a step in Mukden is worth."""


def bar_the_way(pos: MukdenPosition) -> list[Advice]:
    """The moves that most lengthen the Japanese ways to the goals, and those that man Mukden."""
    wanted = goals(pos)
    russians = pos.occupied[RUSSIAN]
    before = danger(pos, wanted, russians)
    ways = corridor(pos, wanted, russians)
    advice = []
    tried = 0
    for unit, reach in sorted(pos.reach_of(RUSSIAN).items(), key=lambda item: _reluctance(pos, item[0])):
        reluctance = _reluctance(pos, unit)
        here = pos.place[unit]
        advice += _garrison(pos, unit, reach)
        if before - reluctance < RELIEF or tried >= MOST_TRIED:
            continue
        emptied = russians if len(pos.stack_in(here)) > 1 else russians & ~(1 << here)
        for there in _spread_out(bits(reach & ways), TRIED):
            tried += 1
            relief = before - danger(pos, wanted, emptied | 1 << there) - reluctance
            if relief > RELIEF:
                params = {"hex": pos.book.grid.name(there)}
                advice.append(Advice(Move(unit, (there,)), 5.0 + relief, "reason.bar", params))
    return advice


def _reluctance(pos: MukdenPosition, unit: int) -> float:
    """What the unit is needed for where it stands: the front, or Mukden."""
    here = pos.place[unit]
    book = pos.book
    if here == book.end_game_hex:
        return LEAVING
    if not pos.front(RUSSIAN).zone >> here & 1:
        return 0.05 * pos.steps[unit] if unit != book.corps else 0.0
    return LEAVING if len(pos.stack_in(here)) > 1 else 2 * LEAVING


def _garrison(pos: MukdenPosition, unit: int, reach: Mask) -> list[Advice]:
    """4.3: Mukden is filled with the best of the reserve."""
    town = pos.book.end_game_hex
    if not reach >> town & 1 or pos.front(RUSSIAN).zone >> pos.place[unit] & 1:
        return []
    return [Advice(Move(unit, (town,)), GARRISON * pos.steps[unit], "reason.garrison")]


def _spread_out(hexes: list[int], count: int) -> list[int]:
    """A few of many, evenly."""
    return hexes if len(hexes) <= count else [hexes[at * len(hexes) // count] for at in range(count)]
