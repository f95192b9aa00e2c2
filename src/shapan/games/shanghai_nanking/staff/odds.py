"""Attacks as a staff officer weighs them: exact expected losses, what a cleared hex is worth, who should take part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from shapan.ground.hexes import bits
from shapan.mechanics.odds import odds_position
from shapan.mechanics.sides import other

from ..actions import CATEGORIES, FIGHT, NAVAL
from ..battle import LANDING, OVERRUN, Battle
from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from .ground import Ground
from .picture import Picture

VICTORY: Final = 1000.0
"""What decides the game outranks everything else."""
NEAR: Final = 2
"""A step so many hexes away from everything that decides the campaign counts less."""


class Prospect(msgspec.Struct, frozen=True):
    """An attack as it could be made."""

    target: int
    units: tuple[int, ...]
    worth: float
    column: int
    clear: float


# --- what a result is worth -------------------------------------------------------------------------


def weigh(picture: Picture, target: int, units: Iterable[int], column: int, bonus: float) -> tuple[float, float]:
    """The expected gain of an attack in a column, and the chance that it empties the hex."""
    ground = picture.ground
    crt = ground.book.crt
    steps = picture.endurance(target)
    each = step_value(picture, target, steps)
    full = sum(1 for unit in units if picture.pos.steps[unit] > 1)
    fresh, worn = picture.temper.fresh, picture.temper.worn
    total, cleared = 0.0, 0
    for paid, taken in ground.results[crt.clamped(column)]:
        if taken >= steps - 0.3:
            cleared += 1
            total += bonus + each * steps
        else:
            total += each * taken
        total -= fresh * min(paid, full) + worn * max(0, paid - full)
    faces = len(crt.rows)
    return total / faces, cleared / faces


def step_value(picture: Picture, target: int, steps: float) -> float:
    """What an enemy step in a hex is worth; a garrison that will never go anywhere is worth little by itself."""
    static, temper = picture.pos.book.static, picture.temper
    city = picture.pos.book.terrain.japanese_goal >> target & 1
    if not city and all(static >> unit & 1 for unit in picture.stacks[picture.enemy].get(target, ())):
        return temper.idle
    value = temper.step + temper.factor * picture.strength(target) / max(steps, 1.0)
    if picture.side == CHINESE:
        return temper.breach * value if target == picture.pos.book.key_hex else value
    if city:
        return temper.siege * value
    return temper.aside * value if aside(picture, target) else value


def aside(picture: Picture, target: int) -> bool:
    """When the cities are what matters, troops that neither defend one nor threaten Shanghai do not."""
    pos, ground = picture.pos, picture.ground
    book = pos.book
    if pos.turn < book.adjacent_wins_from:
        return False
    distance = book.grid.distance
    posts = ground.goals_outside(pos.japanese_held)
    return all(distance(target, post) > NEAR for post in posts) and distance(target, book.key_hex) > 2 * NEAR


def clear_bonus(picture: Picture, target: int) -> float:
    """What it is worth to empty a hex, before anybody enters it."""
    return japanese_bonus(picture, target) if picture.side == JAPANESE else chinese_bonus(picture, target)


def japanese_bonus(picture: Picture, target: int) -> float:
    """4.2, 4.3: the hexes next to Shanghai until turn 8, and the cities."""
    pos, ground = picture.pos, picture.ground
    book = pos.book
    temper = picture.temper
    bonus = temper.open_country
    if ground.ring >> target & 1:
        left = pos.occupied[CHINESE] & book.key_area
        if pos.turn <= book.absent_loses_until and left == 1 << target:
            return VICTORY / 10
        bonus = temper.clear_ring[pos.turn >= book.adjacent_wins_from - 2]
    elif book.terrain.japanese_goal >> target & 1:
        bonus = temper.clear_city[pos.turn >= book.adjacent_wins_from]
    elif pos.book.terrain.towns >> target & 1:
        bonus = temper.clear_town
    return bonus


def chinese_bonus(picture: Picture, target: int) -> float:
    """4.1: Shanghai decides the game, from turn 8 on its neighbours too."""
    pos, ground = picture.pos, picture.ground
    book = pos.book
    temper = picture.temper
    if target == book.key_hex:
        return temper.storm
    if ground.ring >> target & 1:
        return temper.storm if pos.turn >= book.adjacent_wins_from else temper.counter
    return 2.0 if book.terrain.japanese_goal >> target & 1 else temper.open_country


# --- who attacks what -------------------------------------------------------------------------------


def markers_at(pos: CampaignPosition, side: int, kind: str, target: int) -> int:
    """11.1: how many markers could be added to an attack there now."""
    return sum(1 for number in helpful(pos, kind, target) if pos.ready[side][number])


def helpful(pos: CampaignPosition, kind: str, target: int) -> list[int]:
    """11.0, 11.4: the categories whose markers could help an attack of this kind there, as numbers."""
    supports, gunfire = pos.book.supports, pos.book.terrain.gunfire_attack >> target & 1
    return [
        number
        for number, category in enumerate(CATEGORIES)
        if supports[category].get("only", kind) == kind and (category != NAVAL or gunfire)
    ]


def beside(picture: Picture, side: int, pool: int) -> dict[int, list[int]]:
    """The enemy hexes that have not been attacked, with the units of the pool next to each."""
    pos = picture.pos
    enemy = pos.occupied[other(side)] & ~pos.attacked
    near: dict[int, list[int]] = {}
    steps = pos.book.terrain.steps
    place = pos.place
    for unit in bits(pool):
        targets = steps[place[unit]] & enemy
        for target in bits(targets) if targets else ():
            near.setdefault(target, []).append(unit)
    return near


def prospects(picture: Picture, pool: int) -> list[Prospect]:
    """For each enemy hex within reach the best attack that the pool can make, the best first."""
    side = picture.side
    near = beside(picture, side, pool)
    counts: dict[int, int] = {}
    for units in near.values():
        for unit in units:
            counts[unit] = counts.get(unit, 0) + 1
    found = [best_prospect(picture, target, units, counts) for target, units in near.items()]
    return sorted((prospect for prospect in found if prospect), key=lambda prospect: -prospect.worth)


def best_prospect(
    picture: Picture, target: int, units: list[int], counts: dict[int, int], have: int = 0
) -> Prospect | None:
    """Stacks are added, the strongest first, as long as that pays; whoever changes nothing is left for other work."""
    pos, side = picture.pos, picture.side
    share = pos.book.terrain.share
    place, factors = pos.place, picture.factors
    parts = {unit: factors[unit] * share(place[unit], target) for unit in units}
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(place[unit], []).append(unit)
    order = sorted(stacks.values(), key=lambda stack: -sum(parts[unit] for unit in stack))
    held = [unit for unit in units if have >> unit & 1]
    chosen: list[int] = list(held)
    markers = markers_at(pos, side, FIGHT, target)
    bonus = clear_bonus(picture, target)
    best: Prospect | None = None
    for stack in order:
        chosen = [*chosen, *(unit for unit in stack if not have >> unit & 1)]
        prospect = _weighed(picture, target, chosen, parts, markers, bonus)
        if prospect and (best is None or prospect.worth > best.worth + 0.05):
            best = prospect
    return best and _trimmed(picture, best, parts, markers, bonus, counts, have)


def _weighed(
    picture: Picture, target: int, units: list[int], parts: dict[int, float], markers: int, bonus: float
) -> Prospect | None:
    column = column_of(picture, FIGHT, target, units, parts)
    if column is None:
        return None
    worth, clear = weigh(picture, target, units, column + markers, bonus)
    return Prospect(target, tuple(units), worth - _guard_cost(picture, units), column + markers, clear)


def _guard_cost(picture: Picture, units: list[int]) -> float:
    """Shanghai's own garrison should not bleed in attacks that nobody else supports."""
    pos = picture.pos
    if picture.side != JAPANESE or any(pos.place[unit] != pos.book.key_hex for unit in units):
        return 0.0
    around = sum(picture.strength(here) for here in bits(picture.ground.ring & pos.occupied[CHINESE]))
    return 0.06 * around


def column_of(picture: Picture, kind: str, target: int, units: list[int], parts: dict[int, float]) -> int | None:
    """10.3, 10.4: the column before fire support; None when the attack has no strength."""
    book = picture.pos.book
    attack = book.terrain.shares.floor(int(sum(parts[unit] for unit in units)))
    if not attack:
        return None
    column = odds_position(attack, picture.defence(target)) + book.terrain.shift[picture.enemy][target]
    if kind == OVERRUN:
        column += book.shifts["overrun"]
    elif picture.side == JAPANESE and kind == FIGHT and not book.terrain.cities >> target & 1:
        hexes = 0
        for unit in units:
            hexes |= 1 << picture.pos.place[unit]
        if book.concentric.attack(book.grid, target, hexes):
            column += book.shifts["concentric"]
    return column


def _trimmed(
    picture: Picture,
    prospect: Prospect,
    parts: dict[int, float],
    markers: int,
    bonus: float,
    counts: dict[int, int],
    have: int,
) -> Prospect:
    """Units that could attack elsewhere stay out when the column stands without them."""
    units = list(prospect.units)
    spare = sorted((unit for unit in units if counts.get(unit, 1) > 1 and not have >> unit & 1), key=parts.__getitem__)
    changed = False
    highest = picture.pos.book.crt.highest
    for unit in spare:
        rest = [mate for mate in units if mate != unit]
        column = column_of(picture, FIGHT, prospect.target, rest, parts) if rest else None
        if column is not None and min(column + markers, highest) >= min(prospect.column, highest):
            units, changed = rest, True
    return (_weighed(picture, prospect.target, units, parts, markers, bonus) or prospect) if changed else prospect


def opportunity(picture: Picture, pool: int) -> float:
    """What a fight phase would bring from where the units stand: attacks that do not need the same units."""
    total, used = 0.0, 0
    for prospect in prospects(picture, pool):
        units = sum(1 << unit for unit in prospect.units)
        if prospect.worth > picture.temper.threshold and (units & used).bit_count() * 2 <= len(prospect.units):
            total += min(prospect.worth, 12.0)
            used |= units
    return total


# --- 9.6 overruns and 11.1 support ------------------------------------------------------------------


def overrun_worth(picture: Picture, here: int, target: int, units: list[int]) -> tuple[float, float, int]:
    """Gain, chance to break through, and column of an overrun from a hex next to the target."""
    pos = picture.pos
    share = pos.book.terrain.share(here, target)
    parts = {unit: picture.factors[unit] * share for unit in units}
    column = column_of(picture, OVERRUN, target, units, parts)
    if column is None:
        return -9.0, 0.0, 0
    column += min(1, markers_at(pos, JAPANESE, OVERRUN, target))
    worth, clear = weigh(picture, target, units, column, 0.8)
    return worth, clear, column


def support_gain(picture: Picture, at: Battle, column: int, most: int) -> float:
    """What a column more is worth in the battle under way; when one changes nothing, its share of what several do."""
    bonus = clear_bonus(picture, at.target) if at.kind != LANDING else 1.5
    members = bits(at.units)
    now, _ = weigh(picture, at.target, members, column, bonus)
    more = range(1, most + 1)
    return max((weigh(picture, at.target, members, column + each, bonus)[0] - now) / each for each in more)


def air_matters(ground: Ground, column: int) -> bool:
    """11.3: would the loss of one column change anything?"""
    crt = ground.book.crt
    return ground.results[crt.clamped(column)] != ground.results[crt.clamped(column - 1)]
