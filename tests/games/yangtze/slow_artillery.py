"""9.1 to 9.5, S5.3: shells, told once more from the book alone: who serves a gun, where it lands, whom it tests."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from tests.games.yangtze.slow_fire import (
    Shooter,
    Sight,
    at_most,
    card_of,
    middle,
    ready,
    sees,
    spread,
    spread_hull,
)
from tests.games.yangtze.slow_sight import on_outline
from tests.games.yangtze.slow_table import MM, against, beside_his_gun, cover, place, score, square
from tests.games.yangtze.slow_volley import Shot

from shapan.games.yangtze.actions import MOVE
from shapan.games.yangtze.position import STANDING, YangtzePosition
from shapan.games.yangtze.who import Arm, Figure, Mounted, Unit
from shapan.ground.table import OUTDOORS, Pt, near_polygon

CREW = {"light": 1, "medium": 2, "heavy": 3}
WAYS = {1: (1, 0), 2: (-1, 0), 3: (0, -1), 4: (0, 1)}
"""9.2: over, under, left, right: along the line of fire, and across it to the right."""


class Round(NamedTuple):
    """A round that has been fired."""

    shooter: Shooter
    seen: Sight
    he: bool
    need: int
    """What those about the burst are tested at."""
    source: Pt
    aim: Pt
    mark: Figure | None
    """The figure that it was aimed at."""


def gun(pos: YangtzePosition, unit: Unit, stage: str) -> Shooter | None:
    """9.1, R18, R91: a gun on HALT with crew enough within 25 mm of it; the first of them who lives serves it."""
    spec, book = pos.book.units[unit], pos.book
    if spec.kind != "gun" or not pos.laid_out(unit):
        return None
    weapon = book.arms[book.men[unit][0]]
    near = [
        f
        for f in book.men[unit]
        if pos.fate[f] == STANDING
        and square(place(pos, f), pos.at[unit][:2]) <= (spec.gun_radius + book.radii[f] + 25 * MM) ** 2
    ]
    if len(near) < CREW[weapon.calibre] or pos.asleep >> unit & 1:
        return None
    shooter = Shooter(Arm(book.men[unit][0]), weapon, unit, near[0])
    return shooter if ready(pos, shooter, stage, pos.fired) and card_of(pos, shooter) != MOVE else None


def piece(pos: YangtzePosition, unit: Unit, weapon: str) -> Shooter:
    """The gun of a unit, or the first mount of that kind."""
    book = pos.book
    for mount in book.guns[unit]:
        if book.mounts[mount].weapon == weapon:
            return Shooter(book.arm(Mounted(mount)), book.weapons[weapon], unit, None, unit, mount)
    crew = [f for f in book.men[unit] if pos.fate[f] == STANDING and beside_his_gun(pos, f)]
    return Shooter(Arm(book.men[unit][0]), book.weapons[weapon], unit, crew[0])


def range_to(pos: YangtzePosition, shooter: Shooter, seen: Sight) -> tuple[int, int]:
    """7.5: to the middle figure, to a hull, to the piece of a gun (R32)."""
    if seen.hull:
        return spread_hull(pos, shooter, seen.unit)
    if not at_piece(pos, shooter, seen):
        return spread(pos, shooter, middle(pos, seen.figures))
    twin, figure = in_place_of_piece(pos, seen.unit)
    distance, bases = spread(twin, shooter, figure)
    return distance, bases - pos.book.radii[figure] + pos.book.units[seen.unit].gun_radius


def in_place_of_piece(pos: YangtzePosition, unit: Unit) -> tuple[YangtzePosition, Figure]:
    """The table with one of its crew where the gun stands."""
    twin = pos.copy()
    figure = next(f for f in pos.book.men[unit] if pos.fate[f] == STANDING)
    twin.stand(figure, *pos.at[unit][:2])
    return twin, figure


def at_piece(pos: YangtzePosition, shooter: Shooter, seen: Sight) -> bool:
    """R32: a round goes for the gun itself, if that is seen."""
    if seen.hull or pos.book.units[seen.unit].kind != "gun" or not pos.laid_out(seen.unit):
        return False
    twin, figure = in_place_of_piece(pos, seen.unit)
    return sees(twin, shooter, figure)


def steps(pos: YangtzePosition, shooter: Shooter) -> int:
    """R12, R33: a moving ship's gun +1, a pinned gunner +1; no controlled fire."""
    pinned = shooter.figure is not None and bool(pos.pinned >> shooter.figure & 1)
    return pinned + (card_of(pos, shooter) == MOVE)


def landing(pos: YangtzePosition, shooter: Shooter, seen: Sight) -> tuple[int, int]:
    """9.1, R29: what the round needs to land, and what those about it are tested at. R68: a vessel six, of class A
    gunners five, and nothing else; no target has a bonus here (S8.5)."""
    grade = pos.book.units[shooter.unit].grade
    need = score(pos, grade, at_most(range_to(pos, shooter, seen), shooter.weapon.short), steps(pos, shooter))
    return (hull_need(pos, shooter, seen.unit, need) if seen.hull else need), need


def hull_need(pos: YangtzePosition, shooter: Shooter, unit: Unit, need: int) -> int:
    """12.1, 12.2: a vehicle by the chart, a vessel six, and class A gunners add one."""
    if pos.book.units[unit].kind != "vessel":
        return need
    return 5 if pos.book.units[shooter.unit].grade == "A" else 6


def aimed_at(pos: YangtzePosition, shooter: Shooter, seen: Sight) -> Pt:
    """Where the round is to burst."""
    if seen.hull or at_piece(pos, shooter, seen):
        return pos.at[seen.unit][:2]
    return place(pos, middle(pos, seen.figures))


def astray(source: Pt, aim: Pt, die: int, pips: int) -> tuple[float, float]:
    """9.2: so many times ten millimetres over, under, left or right of the target, seen from the gun."""
    along, across = WAYS[die]
    dx, dy = aim[0] - source[0], aim[1] - source[1]
    whole = isqrt(dx * dx + dy * dy) or 1
    far = pips * 10 * MM
    # y goes down the table, so that the right hand of who looks along (dx, dy) is (-dy, dx).
    return aim[0] + (along * dx - across * dy) * far / whole, aim[1] + (along * dy + across * dx) * far / whole


def radius(shooter: Shooter, he: bool) -> int:
    """9.3."""
    return shooter.weapon.he if he else shooter.weapon.shrapnel


def lowers(pos: YangtzePosition, shooter: Shooter, he: bool) -> bool:
    """8.5, R28."""
    which = pos.book.switches["he_reduces_cover"]
    return he and (which == "all" or (which == "heavy" and shooter.weapon.calibre == "heavy"))


def tested(pos: YangtzePosition, centre: Pt, far: int, floor: int) -> list[Figure]:
    """R20: every base that the circle touches; indoors those of one floor."""
    return [
        f
        for f in pos.book.everyone
        if pos.fate[f] == STANDING
        and square(place(pos, f), centre) <= (far + pos.book.radii[f]) ** 2
        and (pos.room[f] == OUTDOORS or pos.floor[f] == floor)
    ]


def burst(pos: YangtzePosition, round: Round, centre: Pt, landed: bool) -> list[Shot]:
    """R29: who is tested; the figure that was aimed at is hit without a die if the round lands. S5.3: cover is judged
    from the gun if it landed where it was aimed, else from the burst. R20: on the floor that was aimed at, or below."""
    shooter, mark, he = round.shooter, round.mark, lowers(pos, round.shooter, round.he)
    floor = pos.floor[mark] if landed and mark is not None else 0
    source = round.source if landed else centre
    caught = tested(pos, centre, radius(shooter, round.he), floor)
    order = [mark, *(f for f in caught if f != mark)] if landed and mark is not None else caught
    shots = []
    for figure in order:
        has = cover(pos, figure, source, bullets=False, he=he)
        need, strict = against(round.need, has)
        need, strict = (0, False) if landed and figure == mark else (need, strict)
        shots.append(Shot(figure, None, need, strict, source, caught=tuple(caught), bullets=False, he=he))
    return shots


def things(pos: YangtzePosition, round: Round, centre: Pt) -> set[tuple[Unit, int]]:
    """R67, R32: vehicles, vessels and guns that the zone touches, and at what they are tested."""
    far = radius(round.shooter, round.he)
    bodies = {
        (unit, hull_need(pos, round.shooter, unit, round.need))
        for unit, edges in pos.bodies
        if near_polygon(edges, *centre) <= far**2
    }
    pieces = {
        (unit, round.need)
        for unit in pos.book.every_unit
        if pos.book.units[unit].kind == "gun" and pos.laid_out(unit)
        if square(pos.at[unit][:2], centre) <= (far + pos.book.units[unit].gun_radius) ** 2
    }
    return bodies | pieces


def fired(pos: YangtzePosition, shooter: Shooter, seen: Sight, he: bool) -> tuple[Round, int]:
    """A round on its way, and what it needs to land."""
    lands, need = landing(pos, shooter, seen)
    mark = None if seen.hull or at_piece(pos, shooter, seen) else middle(pos, seen.figures)
    aim = aimed_at(pos, shooter, seen)
    source = muzzle(pos, shooter, aim)
    return Round(shooter, seen, he, need, source, aim, mark), lands


def muzzle(pos: YangtzePosition, shooter: Shooter, aim: Pt) -> Pt:
    if shooter.carrier is None:
        return pos.at[shooter.unit][:2]
    return on_outline(pos.body(shooter.carrier), aim)
