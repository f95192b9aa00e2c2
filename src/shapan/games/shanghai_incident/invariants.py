"""What must hold in every position that the rules can reach; the fuzzer looks at it after every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapan.ground.hexes import bits
from shapan.mechanics.fire_and_movement.stacking import overstacked
from shapan.mechanics.forces import OFF

from .forts import operative
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


def violations(pos: ShanghaiPosition) -> list[str]:
    return [*_stacks(pos), *_steps(pos), *_places(pos), *_counts(pos)]


def _stacks(pos: ShanghaiPosition) -> list[str]:
    names = pos.book.grid.name
    crowded = [here for here in overstacked(pos) if here != pos.crowded]
    found = [f"5.3: {names(here)} is overstacked" for here in crowded]
    if pos.occupied[JAPANESE] & pos.occupied[CHINESE]:
        found.append("5.1: opposing units share a hex")
    return found


def _steps(pos: ShanghaiPosition) -> list[str]:
    found = []
    for unit, here in enumerate(pos.place):
        steps = pos.steps[unit]
        if not 0 <= steps <= pos.book.full_steps[unit] or (here != OFF and not steps):
            found.append(f"2.3: {pos.book.lexicon.pieces[unit]} has {steps} steps")
        if pos.lost >> unit & 1 and (here != OFF or steps):
            found.append(f"7.7: {pos.book.lexicon.pieces[unit]} came back although it was lost")
    return found


def _places(pos: ShanghaiPosition) -> list[str]:
    book, names = pos.book, pos.book.grid.name
    off = (pos.occupied[JAPANESE] | pos.occupied[CHINESE]) & ~book.playable
    found = [f"5.2: a unit in {names(here)}" for here in bits(off)]
    found += [f"18.0: a Chinese unit in {names(here)}" for here in bits(pos.occupied[CHINESE] & pos.closed)]
    if operative(pos) & pos.occupied[JAPANESE]:
        found.append("17.3: a Japanese unit in an operative fort")
    found += [
        f"17.1: a fort without its builder in {names(here)}" for here, unit in pos.forts if pos.place[unit] != here
    ]
    trains = [unit for unit in bits(book.loose) if pos.place[unit] != OFF]
    found += ["16.4: a train off the line" for unit in trains if not book.rail.touching >> pos.place[unit] & 1]
    if pos.held[0] & pos.held[1]:
        found.append("11.0: a hex with two masters")
    return found


def _counts(pos: ShanghaiPosition) -> list[str]:
    found = []
    if not 0 <= pos.logistics <= pos.book.track["logistics_limit"]:
        found.append(f"13.5: {pos.logistics} logistics points")
    if not 0 <= pos.pause_marker <= pos.book.pauses or not 1 <= pos.turn <= pos.book.days:
        found.append(f"13.1: pause marker {pos.pause_marker}, turn {pos.turn}")
    if pos.settlement_entered and pos.book.switches["sector_opening"] == "both" and pos.closed:
        found.append("18.0: the settlements are closed although the Japanese have entered one")
    return found
