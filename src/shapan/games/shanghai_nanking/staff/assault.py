"""Chinese assaults: what could be brought against a Japanese stack by moving first (5.3), and who goes where for it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from shapan.ground.hexes import Mask, bits
from shapan.mechanics.odds import odds_position

from ..actions import CATEGORIES, NAVAL
from ..sides import CHINESE, JAPANESE
from .odds import clear_bonus, weigh
from .picture import Picture


class Assault(msgspec.Struct, frozen=True):
    """An attack that becomes possible when these units move to these hexes."""

    target: int
    worth: float
    clear: float
    column: int
    stations: dict[int, int]


def assaults(picture: Picture, reach: dict[int, Mask]) -> list[Assault]:
    """Every assault within reach of one move, the best first."""
    found = [assault for target in targets(picture) if (assault := _assault(picture, target, reach))]
    return sorted(found, key=lambda assault: -assault.worth)


def targets(picture: Picture) -> Iterator[int]:
    """4.1: Shanghai, from turn 8 on its neighbours; besides whatever stands alone."""
    wins = decisive(picture)
    for here in picture.stacks[JAPANESE]:
        if wins >> here & 1 or picture.strength(here) <= picture.temper.stout:
            yield here


def decisive(picture: Picture) -> Mask:
    """4.1: the hexes whose capture wins."""
    book = picture.pos.book
    return book.key_area if picture.pos.turn >= book.adjacent_wins_from else 1 << book.key_hex


def garrisons(picture: Picture) -> int:
    """4.3: whoever stands in a city, or next to the last one, does not leave it for less than victory."""
    pos, ground = picture.pos, picture.ground
    posts = pos.book.terrain.japanese_goal | pos.book.terrain.steps[ground.last_goal]
    return sum(1 << unit for here in bits(posts) for unit in picture.stacks[CHINESE].get(here, ()))


def _assault(picture: Picture, target: int, reach: dict[int, Mask]) -> Assault | None:
    """The strongest units that find room next to the target attack it together."""
    pos, book = picture.pos, picture.pos.book
    terrain = book.terrain
    limit = book.stacking["chinese_limit"]
    near = [here for here in terrain.near[target] if not pos.occupied[JAPANESE] >> here & 1]
    near.sort(key=lambda here: -terrain.share(here, target))
    room = dict.fromkeys(near, limit)
    around = sum(1 << here for here in near)
    free = pos.present & book.mobile[CHINESE] & ~(0 if decisive(picture) >> target & 1 else garrisons(picture))
    able = [unit for unit in bits(free) if around & (reach.get(unit, 0) | 1 << pos.place[unit])]
    stations: dict[int, int] = {}
    strength = 0.0
    for unit in sorted(able, key=lambda unit: (-picture.factors[unit], unit)):
        open_ = reach.get(unit, 0) | 1 << pos.place[unit]
        for here in near:
            if open_ >> here & 1 and room[here] >= book.equivalents[unit]:
                room[here] -= book.equivalents[unit]
                stations[unit] = here
                strength += picture.factors[unit] * terrain.share(here, target)
                break
    attack = terrain.shares.floor(int(strength))
    if not attack:
        return None
    column = odds_position(attack, picture.defence(target)) + terrain.shift[JAPANESE][target] + 1
    if terrain.gunfire_defence >> target & 1 and pos.owned[JAPANESE][CATEGORIES.index(NAVAL)]:
        column -= 1
    worth, clear = weigh(picture, target, stations, column, clear_bonus(picture, target))
    return Assault(target, worth, clear, column, stations)
