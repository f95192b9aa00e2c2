"""4.1: what the Japanese leave next to Shanghai, where from turn 8 on a single Chinese unit ends the campaign."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits

from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from .picture import Picture

NOBODY: Final = -1
AROUND: Final = 9
"""Hexes from Shanghai within which Chinese troops threaten it."""


def threat_to_shanghai(picture: Picture) -> float:
    """The factors of mobile Chinese troops that could turn back."""
    pos = picture.pos
    distance, key = pos.book.grid.distance, pos.book.key_hex
    total = 0.0
    for here, units in picture.stacks[CHINESE].items():
        if distance(here, key) <= AROUND:
            total += sum(picture.factors[unit] for unit in units if not pos.book.static >> unit & 1)
    return total


def guard_wanted(picture: Picture, here: int) -> float:
    """The factors that a hex next to Shanghai needs."""
    pos, temper = picture.pos, picture.temper
    if pos.turn + 2 < pos.book.adjacent_wins_from:
        return min(temper.early_guard, threat_to_shanghai(picture) / 4)
    if picture.assailants is None:
        picture.assailants = {hex_: assailants(picture, hex_) for hex_ in bits(picture.ground.ring)}
    force = picture.assailants.get(here, 0.0)
    return max(temper.alarm if force else temper.sentry, min(temper.steadfast, force / temper.ratio))


def shortage(picture: Picture, here: int, leaving: int = NOBODY) -> float:
    """The factors that a hex next to Shanghai misses, or the steps, whichever is more; without somebody who leaves."""
    units = [unit for unit in picture.stacks[JAPANESE].get(here, ()) if unit != leaving]
    missing = guard_wanted(picture, here) - sum(picture.factors[unit] for unit in units)
    steps = picture.temper.garrison_steps
    if steps and picture.assailants and picture.assailants.get(here):
        return max(missing, steps - sum(picture.steps[unit] for unit in units))
    return missing


def assailants(picture: Picture, target: int) -> float:
    """The factors that the Chinese could bring against a hex with one move."""
    pos, book = picture.pos, picture.pos.book
    terrain, distance = book.terrain, book.grid.distance
    near = [here for here in terrain.near[target] if not pos.occupied[JAPANESE] >> here & 1]
    hexes = [here for here in picture.stacks[CHINESE] if distance(here, target) <= AROUND]
    if not near or not hexes:
        return 0.0
    reach = pos.front(CHINESE).field.reach_all(hexes, book.movement_factor)
    room = dict.fromkeys(near, book.stacking["chinese_limit"])
    total = 0.0
    mobile = [unit for here in hexes for unit in picture.stacks[CHINESE][here] if not book.static >> unit & 1]
    for unit in sorted(mobile, key=lambda unit: (-picture.factors[unit], unit)):
        open_ = reach[pos.place[unit]] | 1 << pos.place[unit]
        for here in near:
            if open_ >> here & 1 and room[here] >= book.equivalents[unit]:
                room[here] -= book.equivalents[unit]
                total += picture.factors[unit] * terrain.share(here, target) / terrain.shares.whole
                break
    return total


def leaves_hole(picture: Picture, unit: int) -> bool:
    """Would Shanghai or a hex next to it be left with too little?"""
    pos: CampaignPosition = picture.pos
    book = pos.book
    here = pos.place[unit]
    if not book.key_area >> here & 1:
        return False
    if here == book.key_hex:
        left = sum(picture.factors[mate] for mate in picture.stacks[JAPANESE][here] if mate != unit)
        around = sum(picture.strength(there) for there in book.terrain.near[here] if pos.occupied[CHINESE] >> there & 1)
        return around > picture.temper.citadel * left
    return shortage(picture, here, unit) > 0


def may_change(picture: Picture, unit: int, target: int) -> bool:
    """From one hex next to Shanghai into another that needs the unit more."""
    pos, book = picture.pos, picture.pos.book
    here = pos.place[unit]
    both = picture.ground.ring
    if not both >> here & 1 or not both >> target & 1 or pos.turn + 2 < book.adjacent_wins_from:
        return False
    left = sum(picture.factors[mate] for mate in picture.stacks[JAPANESE][here] if mate != unit)
    there = sum(picture.factors[mate] for mate in picture.stacks[JAPANESE].get(target, ()))
    return left > 0 and left - guard_wanted(picture, here) > there - guard_wanted(picture, target)
