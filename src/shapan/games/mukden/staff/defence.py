"""How the Russian staff keeps the Japanese away: from the railroad while its loss ends the game, then from Mukden.

A unit that enters an enemy zone must stop there (7.1), so a few divisions three hexes apart close a flank. The staff
measures how near the Japanese could come to what they want, past all Russian zones, and moves whatever makes that way
longest; Mukden itself is filled with the best troops.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Move

from ..position import JAPANESE, RUSSIAN, MukdenPosition
from .estimate import VICTORY
from .marches import march_to
from .picture import corridor, danger, dangers, goals
from .temper import Temper

TRIED: Final = 8
"""So many places are tried for each unit."""
MOST_TRIED: Final = 64
FAR_AWAY: Final = 99
"""March points from where there is no way."""
RAID_DETOUR: Final = 6
"""March points that raiders would go round to keep out of a Japanese zone."""


def bar_the_way(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """The moves that most lengthen the Japanese ways to the goals, and those that man Mukden."""
    wanted = goals(pos)
    russians = pos.occupied[RUSSIAN]
    before = danger(pos, wanted, russians, temper.beside)
    ways = corridor(pos, wanted, russians)
    minded = [(_reluctance(pos, unit, temper), unit, reach) for unit, reach in pos.reach_of(RUSSIAN).items()]
    minded.sort(key=itemgetter(0))
    trials: dict[int, list[tuple[int, Mask]]] = {}
    tried = 0
    for reluctance, unit, reach in minded:
        here = pos.place[unit]
        if before - reluctance < temper.relief or tried >= MOST_TRIED:
            continue
        emptied = russians if pos.place.count(here) > 1 else russians & ~(1 << here)
        trials[unit] = [(there, emptied | 1 << there) for there in _spread_out(bits(reach & ways), TRIED)]
        tried += len(trials[unit])
    after = dangers(pos, wanted, [then for tries in trials.values() for _, then in tries], temper.beside)
    advice: list[Advice] = []
    for reluctance, unit, reach in minded:
        advice += _garrison(pos, unit, reach, temper)
        for there, then in trials.get(unit, ()):
            relief = before - after[then] - reluctance
            if relief > temper.relief:
                params = {"hex": pos.book.grid.name(there)}
                advice.append(Advice(Move(unit, (there,)), 5.0 + relief, "reason.bar", params))
    return advice


def _reluctance(pos: MukdenPosition, unit: int, temper: Temper) -> float:
    """What the unit is needed for where it stands: the front, or Mukden."""
    here = pos.place[unit]
    book = pos.book
    if here == book.end_game_hex:
        return temper.leaving
    if not pos.front(RUSSIAN).zone >> here & 1:
        return 0.05 * pos.steps[unit] if unit != book.corps else 0.0
    return temper.leaving if pos.place.count(here) > 1 else 2 * temper.leaving


def _garrison(pos: MukdenPosition, unit: int, reach: Mask, temper: Temper) -> list[Advice]:
    """4.3: Mukden is filled with the best of the reserve."""
    town = pos.book.end_game_hex
    if not reach >> town & 1 or pos.front(RUSSIAN).zone >> pos.place[unit] & 1:
        return []
    return [Advice(Move(unit, (town,)), temper.garrison * pos.steps[unit], "reason.garrison")]


def _spread_out(hexes: list[int], count: int) -> list[int]:
    """A few of many, evenly."""
    return hexes if len(hexes) <= count else [hexes[at * len(hexes) // count] for at in range(count)]


def raid(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """4.1: the nearest units go for Liaoyang, round the Japanese zones; to enter it wins the game."""
    home = 1 << pos.book.russian_sudden_death
    if not temper.raid or pos.occupied[JAPANESE] & home:
        return []
    march = march_to(pos.book, home, pos.occupied[JAPANESE], RAID_DETOUR)
    reach = pos.reach_of(RUSSIAN)
    advice = [Advice(Move(unit, tuple(bits(home))), VICTORY, "reason.raid") for unit in reach if reach[unit] & home]
    nearest = sorted(pos.on_map(RUSSIAN), key=lambda unit: march.get(pos.place[unit], FAR_AWAY))[: temper.raiders]
    for unit in nearest:
        if reach.get(unit):
            there = min(bits(reach[unit]), key=lambda here: march.get(here, FAR_AWAY))
            gain = march.get(pos.place[unit], FAR_AWAY) - march.get(there, FAR_AWAY)
            if gain > 0:
                advice.append(Advice(Move(unit, (there,)), temper.raid * gain, "reason.raid"))
    return advice
