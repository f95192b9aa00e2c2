"""Invariants of the Shanghai-Nanking Campaign, for the fuzzer."""

from __future__ import annotations

from shapan.mechanics.forces import OFF

from .book import IN_PLAY, IN_POOL
from .combat import Fighting
from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .stacking import over_stacked


def violations(pos: CampaignPosition) -> list[str]:
    """What the rules can never bring about."""
    book, found = pos.book, []
    if pos.occupied[CHINESE] & pos.occupied[JAPANESE]:
        found.append("6.0: opposing units share a hex")
    if (pos.occupied[CHINESE] | pos.occupied[JAPANESE]) & ~book.terrain.enterable:
        found.append("9.4: a unit stands where nobody may")
    if pos.occupied[CHINESE] & pos.japanese_held or pos.occupied[JAPANESE] & ~pos.japanese_held:
        found.append("3.2: a side occupies a hex that it does not control")
    at_sea = {unit for unit, _ in pos.at_sea}
    for unit, here in enumerate(pos.place):
        found += _unit_violations(pos, unit, here, unit in at_sea)
    for side, ready in enumerate(pos.ready):
        if any(not 0 <= left <= owned for left, owned in zip(ready, pos.owned[side], strict=True)):
            found.append("11.1: more markers ready than owned")
    return found + _stacking(pos)


def _unit_violations(pos: CampaignPosition, unit: int, here: int, at_sea: bool) -> list[str]:
    book, name = pos.book, pos.book.units[unit].id
    steps, due = pos.steps[unit], pos.due[unit]
    found = []
    if not 0 <= steps <= book.full_steps[unit]:
        found.append(f"2.2.1: {name} has {steps} steps")
    if here != OFF and (steps == 0 or due != IN_PLAY or at_sea):
        found.append(f"2.2.1: {name} is on the map and off it")
    if due == IN_POOL and unit not in book.japanese_garrisons:
        found.append(f"9.1: {name} is in the garrison pool")
    if due > IN_PLAY and (steps == 0 or (book.static >> unit & 1)):
        found.append(f"8.0: {name} cannot be a reinforcement")
    return found


def _stacking(pos: CampaignPosition) -> list[str]:
    """6.0: limits hold for both sides whenever a Fight phase waits for the next attack after a combat."""
    if pos.outcome or not isinstance(pos.top, Fighting) or not pos.attacked:
        return []
    return [
        f"6.2: over-stacked: {', '.join(map(pos.book.grid.name, crowded))}"
        for side in (CHINESE, JAPANESE)
        if (crowded := over_stacked(pos, side))
    ]
