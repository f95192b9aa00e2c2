"""How the Russian staff keeps the Japanese away: from the railroad while its loss ends the game, then from Mukden.

A unit that enters an enemy zone must stop there (7.1), so a few divisions three hexes apart close a flank. The staff
measures how near the Japanese could come to what they want, past all Russian zones, and moves whatever makes that way
longest; Mukden itself is filled with the best troops.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import itemgetter
from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Move

from ..position import MukdenPosition
from ..sides import JAPANESE, RUSSIAN
from .ground import march_to
from .judgement import marches_left
from .odds import VICTORY
from .picture import corridor, danger, dangers, goals, inroads, nearest_enemy, strength_by_hex
from .temper import Temper

TRIED: Final = 8
"""How many places are tried for each unit."""
MOST_TRIED: Final = 64
FAR_AWAY: Final = 99
"""March points from where there is no way."""
RAID_DETOUR: Final = 6
"""March points that raiders would go round to keep out of a Japanese zone."""


URGENT: Final = (8.0, 4.0, 1.0, 1.0)
"""How much a hex of the railroad is in danger: this phase, with the next march, with the one after it."""
URGENT_AT_LAST: Final = (8.0, 4.0, 3.0, 1.0)
"""The same once the march after the next is the last that can end the game."""
LAST_MARCHES: Final = 2
APPROACH: Final = 0.1
"""What a march point towards a bare hex of the railroad is worth, next to a unit in it."""
BARRED: Final = 5.0
"""What it is worth to bar a way, besides the danger that it takes away."""
DOUBLED: Final = 0.4
"""What a second unit in a hex of the railroad is worth, next to the first."""


def bar_the_way(pos: MukdenPosition, temper: Temper, bound: Collection[int] = ()) -> list[Advice]:
    """The moves that most lengthen the Japanese ways to the goals, and those that man Mukden, but none of those who are
    bound elsewhere."""
    wanted = goals(pos)
    russians = pos.occupied[RUSSIAN]
    before = danger(pos, wanted, russians, temper.beside, temper.probed)
    ways = corridor(pos, wanted, russians)
    minded = [(_reluctance(pos, unit, temper), unit, reach) for unit, reach in pos.reach_of(RUSSIAN).items()]
    minded.sort(key=itemgetter(0))
    trials: dict[int, list[tuple[int, Mask]]] = {}
    tried = 0
    for reluctance, unit, reach in minded:
        here = pos.place[unit]
        if before - reluctance < temper.relief or tried >= MOST_TRIED or (temper.keep and _holds_alone(pos, unit)):
            continue
        emptied = russians if pos.place.count(here) > 1 else russians & ~(1 << here)
        trials[unit] = [(there, emptied | 1 << there) for there in _spread_out(bits(reach & ways), TRIED)]
        tried += len(trials[unit])
    free = [then for unit, tries in trials.items() if unit not in bound for _, then in tries]
    after = dangers(pos, wanted, free, temper.beside, temper.probed)
    advice: list[Advice] = []
    for reluctance, unit, reach in minded:
        if unit in bound:
            continue
        advice += _garrison(pos, unit, reach, temper)
        for there, then in trials.get(unit, ()):
            relief = before - after[then] - reluctance
            if relief > temper.relief:
                params = {"hex": pos.book.grid.name(there)}
                advice.append(Advice(Move(unit, (there,)), BARRED + relief, "reason.bar", params))
    return advice


def keep_the_line(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """4.2: nobody walks into a hex of the railroad that is held (8.2), nor probes into it (9.13): those that the
    Japanese could soon be in are manned first, then doubled, and whoever is free marches towards the others."""
    if not temper.keep or pos.turn not in pos.book.japanese_sudden_death_turns:
        return []
    needs = _needs(pos, temper)
    march = march_to(pos.book, goals(pos) & ~pos.occupied[RUSSIAN] or goals(pos))
    advice = []
    for unit, reach in pos.reach_of(RUSSIAN).items():
        here, steps = pos.place[unit], pos.steps[unit]
        if _holds_alone(pos, unit):
            continue
        costs = temper.keep * needs.get(here, 0.0)
        if pos.front(RUSSIAN).zone >> here & 1:
            costs += 0.5 * temper.leaving if pos.shared >> here & 1 else temper.leaving
        worth = {there: temper.keep * need for there, need in needs.items() if reach >> there & 1}
        near = min(bits(reach), key=lambda there: march.get(there, FAR_AWAY), default=here)
        gain = march.get(here, FAR_AWAY) - march.get(near, FAR_AWAY)
        worth.setdefault(near, APPROACH * temper.keep * gain)
        advice += [
            Advice(Move(unit, (there,)), gained - costs + 0.1 * steps, "reason.bar", {"hex": pos.book.grid.name(there)})
            for there, gained in worth.items()
            if gained > costs
        ]
    return advice


def _needs(pos: MukdenPosition, temper: Temper) -> dict[int, float]:
    """How much another unit is needed in each hex of the railroad: the more, the sooner the Japanese could be there or
    beside it, and the fewer could come to its help later."""
    at_once = 0
    for mask in pos.reach_of(JAPANESE).values():
        at_once |= mask
    urgent = URGENT if marches_left(pos) > LAST_MARCHES else URGENT_AT_LAST
    stages = tuple(zip(urgent, (at_once, *inroads(pos), goals(pos)), strict=True))
    held = strength_by_hex(pos, RUSSIAN)
    far = nearest_enemy(pos, RUSSIAN)
    needs = {}
    for here in bits(goals(pos)):
        near = pos.book.grid.spread(1 << here)
        urgency = next(worth for worth, mask in stages if mask & near) + temper.keep_far * far[here]
        enough = temper.keep_steps * (2 if here == pos.book.end_game_hex else 1)
        needs[here] = urgency if here not in held else DOUBLED * urgency * max(0.0, 1 - held[here] / enough)
    return needs


def _holds_alone(pos: MukdenPosition, unit: int) -> bool:
    """Would a hex of the railroad be open if this unit left?"""
    here = pos.place[unit]
    return bool((pos.book.railroad & ~pos.shared) >> here & 1)


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
    if temper.keep and pos.turn in pos.book.japanese_sudden_death_turns:
        return []
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
