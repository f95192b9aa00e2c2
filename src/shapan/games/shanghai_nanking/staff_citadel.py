"""A division for Shanghai: the city lies next to every hex that has to be cleared; naval infantry is weak (4.1, 6.2).

An officer who thinks so lets the naval infantry make room and puts a whole division in its place, from where it attacks
in every fight until the ground next to the city is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.doctrine import Advice

from .actions import Move
from .sides import CHINESE, JAPANESE
from .stacking import fits, legal
from .staff_picture import Picture
from .staff_stand import groups

FIRST: Final = 45.0
"""Before anything else but an open city."""


def garrison_wanted(picture: Picture) -> bool:
    """4.1: is the ground next to Shanghai contested, and does this officer want a division in the city?"""
    pos = picture.pos
    contested = pos.occupied[CHINESE] & picture.ground.ring and pos.turn < pos.book.adjacent_wins_from
    return bool(contested) and picture.temper.division_in_shanghai > 0


def holds_shanghai(picture: Picture, unit: int) -> bool:
    """The division in the city stays there as long as it is wanted."""
    here = picture.pos.book.key_hex
    return picture.pos.place[unit] == here and garrison_wanted(picture)


def change_of_guard(picture: Picture, pool: int, reach: dict[int, Mask]) -> Iterator[Advice]:
    """The naval infantry leaves, then the strongest division that can come enters."""
    book = picture.pos.book
    key = book.key_hex
    if not garrison_wanted(picture):
        return
    inside = picture.stacks[JAPANESE].get(key, [])
    naval = [unit for unit in inside if book.naval_infantry >> unit & 1]
    rest = [unit for unit in inside if unit not in naval]
    able = [group for group in groups(picture, pool & ~book.naval_infantry) if _comes(picture, group[2], reach, rest)]
    if not able:
        return
    best = max(able, key=lambda group: sum(picture.factors[unit] for unit in group[2]))
    told = {"hex": book.grid.name(key)}
    if not naval:
        yield Advice(Move(best[2][0], (key,)), FIRST, "reason.garrison", told)
    elif all(_way_out(picture, unit, reach) for unit in naval):
        unit = naval[0]
        there = _way_out(picture, unit, reach)[0]
        yield Advice(Move(unit, (there,)), FIRST, "reason.make_room", told)


def _comes(picture: Picture, units: tuple[int, ...], reach: dict[int, Mask], rest: list[int]) -> bool:
    """Strong enough, within reach of the city, and not too many beside those who stay there."""
    pos, key = picture.pos, picture.pos.book.key_hex
    if pos.place[units[0]] == key or not legal(pos, JAPANESE, [*rest, *units]):
        return False
    comrades = [unit for unit in rest if pos.book.formation[unit] == pos.book.formation[units[0]]]
    force = sum(picture.factors[unit] for unit in (*units, *comrades))
    return force >= picture.temper.division_in_shanghai and all(reach.get(unit, 0) >> key & 1 for unit in units)


def _way_out(picture: Picture, unit: int, reach: dict[int, Mask]) -> list[int]:
    """Where naval infantry finds room: hexes that it can guard, the nearest to the city first."""
    pos, book = picture.pos, picture.pos.book
    held = reach.get(unit, 0) & pos.japanese_held & ~(1 << book.key_hex)
    near = sorted(bits(held), key=lambda here: (book.grid.distance(here, book.key_hex), here))
    return [here for here in near if fits(pos, unit, here)]
