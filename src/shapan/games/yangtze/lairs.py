"""S6.7 Where hidden units could be, for all that their enemy knows: anywhere in their zones, mostly under cover."""

from __future__ import annotations

from random import Random
from typing import Final

from shapan.ground.table import Pt

from .place import Off, move, place_of
from .placing import holds, place, places_about
from .position import TO_COME, YangtzePosition
from .setup import deploy_refusal, shelters
from .who import Unit, numbered
from .zones.points import FAR, sweep

RASTERS: Final = (12,)
"""Into how many columns and rows a zone is divided."""
TRIES: Final = 9
"""How many places under cover, and how many others, a unit tries before it takes whatever holds it."""


def hide_anew(pos: YangtzePosition, side: int, rng: Random) -> None:
    """Deal the places of a side's hidden units anew. All of them leave the table first: where one really lies must not
    show in where another one could."""
    book = pos.book
    hidden = [unit for unit in book.units_of[side] if pos.hidden >> unit & 1 and book.units[unit].zone]
    men = {figure for unit in hidden for figure in pos.standing[unit]}
    if not men:
        return
    others = [figure for unit in hidden for figure in book.men[unit] if figure not in men]
    before = [(figure, place_of(pos, figure)) for figure in others]
    move(pos, *((figure, Off(TO_COME)) for figure in men))
    pos.track = tuple(() if figure in men else track for figure, track in numbered(pos.track))
    pos.stairs = tuple(() if figure in men else stairs for figure, stairs in numbered(pos.stairs))
    for unit in hidden:
        _hide(pos, unit, rng)
    move(pos, *before)


def _hide(pos: YangtzePosition, unit: Unit, rng: Random) -> None:
    """A lawful place for one unit, taken at random; where there is none, any place in its zone that is wide enough."""
    groups = lairs(pos, unit)
    for group in groups:
        for point in rng.sample(group, min(TRIES, len(group))):
            if deploy_refusal(pos, unit, *point) is None:
                place(pos, unit, *point)
                return
    for group in groups:
        for point in group:
            if place(pos, unit, *point):
                return


def lairs(pos: YangtzePosition, unit: Unit) -> tuple[tuple[Pt, ...], tuple[Pt, ...]]:
    """Points of a unit's zone with ground enough about them, those first about which all of it is cover; the ground
    never changes, so they are listed once."""
    memory = pos.book.lairs
    if unit not in memory:
        table, size = pos.book.table, len(pos.book.men[unit])
        zone = pos.book.units[unit].zone
        points = [point for point in sweep(pos, unit, RASTERS) if table.in_zone(zone, *point)]
        roomy = [point for point in points if holds(pos, unit, *point, FAR)]
        steps = places_about(pos, unit)[: 2 * size]
        dense = {(x, y) for x, y in roomy if all(shelters(pos, x + dx, y + dy) for dx, dy in steps)}
        memory[unit] = (
            tuple(point for point in roomy if point in dense),
            tuple(point for point in roomy if point not in dense),
        )
    return memory[unit]
