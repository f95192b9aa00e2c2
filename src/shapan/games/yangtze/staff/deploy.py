"""S19 Set-up and arrivals: out of the enemy's sight, in cover, near the task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.table import OUTDOORS, Pt, at_spent, length
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other

from ..actions import CHARGE, Deploy, Ready, Wait
from ..air.flight import absent, return_points
from ..fire.cover import RANK
from ..movement.ways import follow
from ..placing import formation
from ..position import YangtzePosition
from ..setup import SettingUp, left_to_place, shelters
from ..who import Unit
from .notebook import noted
from .picture import Picture, open_line
from .places import cost, raster_of, zone_squares
from .temper import Temper

GRID: Final = 7
RANKS: Final = {"mg": 1, "command": 2, "civilian": 3}
"""Who is set up after the others, to stand with them."""
TRIED: Final = 10
NEAR_WAY: Final = 1500
"""An ambush so near to a way commands it."""
SPRUNG: Final = 4.0
"""What an ambush is worth that the enemy does not see before the first turn."""


def deploy(pos: YangtzePosition, at: SettingUp, _: Temper) -> list[Advice]:
    """The next unit to be set up, at the best place that the rules allow."""
    left = left_to_place(pos, at)
    if not left:
        return [Advice(Ready(), 0.0, "reason.ready")]
    pic = Picture(pos, at.side)
    for unit in sorted(left, key=lambda unit: (RANKS.get(pos.book.units[unit].kind, 0), unit)):
        ranked = sorted(((place_worth(pic, unit, *point), point) for point in spots(pos, unit)), reverse=True)
        found = []
        for worth, point in ranked[:TRIED]:
            if pos.refusal(Deploy(unit, point)) is None:
                found.append(Advice(Deploy(unit, point), worth, "reason.deploy", {"unit": unit}))
                if len(found) == 2:
                    break
        if found:
            return found
    if pos.turn > 1:
        return [Advice(Wait(left[0]), 0.0, "reason.any")]
    return [Advice(action, 0.0 if isinstance(action, Wait) else 1.0, "reason.any") for action in pos.options()]


def spots(pos: YangtzePosition, unit: Unit) -> Iterator[Pt]:
    """An even net over the unit's zone; the edge where an aircraft comes back (S15.2)."""
    if absent(pos, unit):
        yield from return_points(pos, unit)
        return
    zone = pos.book.table.zones[pos.book.units[unit].zone]
    left, top = min(x for x, _ in zone), min(y for _, y in zone)
    wide, high = max(x for x, _ in zone) - left, max(y for _, y in zone) - top
    for row in range(GRID):
        for column in range(GRID):
            yield left + wide * (2 * column + 1) // (2 * GRID), top + high * (2 * row + 1) // (2 * GRID)


def place_worth(pic: Picture, unit: Unit, x: int, y: int) -> float:
    """Cover, dead ground from where the enemy is or will be, and a short way to the objectives."""
    pos, book = pic.pos, pic.book
    spec = book.units[unit]
    if spec.carrier or spec.aircraft:
        return -min((foe.away(x, y) for foe in pic.fighting), default=0) / 10_000
    worth = 0.25 * RANK[pic.ground(x, y)]
    eyes = watchers(pic)
    seen = sum(open_line(pos, x, y, *eye) for eye in eyes) / max(1, len(eyes))
    fires = spec.kind in ("gun", "mg", "special") or spec.controlled
    worth += (0.5 if fires else -1.5) * seen
    if spec.hidden and shown(pic, unit, x, y):
        worth -= SPRUNG
    worth -= road(pic, unit, x, y) / 4000 + beat(pic, x, y) / 2000
    men = len(book.men[unit])
    for foe in pic.fighting:
        if (
            foe.spec.kind == "foot"
            and foe.away(x, y) < pos.allowance(foe.unit, CHARGE)[1] + 700
            and foe.ready > 2 * men
        ):
            worth -= 1.0
    return worth + company(pic, unit, x, y)


def shown(pic: Picture, unit: Unit, x: int, y: int) -> bool:
    """S6.7, R193: would somebody of a hidden unit that is set up here stand without cover in view of the enemy?"""
    pos, table = pic.pos, pic.book.table
    found, eyes = formation(pos, unit, x, y) or {}, watchers(pic)
    bare = [spot for spot in found.values() if table.building(*spot) == OUTDOORS and not shelters(pos, *spot)]
    return any(open_line(pos, *spot, *eye) for spot in bare for eye in eyes)


def watchers(pic: Picture) -> list[Pt]:
    """Where the enemy stands, or where he will be set up."""
    if pic.fighting:
        return [(foe.x, foe.y) for foe in pic.fighting]
    found = []
    for unit in pic.book.units_of[other(pic.side)]:
        spec = pic.book.units[unit]
        if spec.zone and spec.turn == 1:
            points = pic.book.table.zones[spec.zone]
            found += [
                (x + (mx - x) // 8, y + (my - y) // 8)
                for mx, my in [(sum(p[0] for p in points) // len(points), sum(p[1] for p in points) // len(points))]
                for x, y in points
            ]
        elif spec.at:
            found.append(spec.at)
    return list(dict.fromkeys(found))


def road(pic: Picture, unit: Unit, x: int, y: int) -> float:
    """How far it is to the nearest place that counts."""
    zones = [entry.zone for entry in pic.book.objectives if entry.kind == "hold"]
    taken = [t for t in pic.mine if not t.body]
    costs = []
    for zone in zones:
        spent = cost(pic.pos, unit, zone_squares(pic.pos, unit, zone), x, y)
        crowded = any(cost(pic.pos, t.unit, zone_squares(pic.pos, t.unit, zone), t.x, t.y) <= 1500 for t in taken)
        costs.append(spent + (2500 if crowded else 0))
    return float(min(costs, default=0))


def beat(pic: Picture, x: int, y: int) -> float:
    """How far an ambush is from the way by which the enemy has to bring something away; short range is near enough."""
    found = noted(pic.notes, ("beat",), _beat, pic)
    near = min((length(x, y, *point) for point in found), default=0)
    return float(max(0, near - NEAR_WAY))


def _beat(pic: Picture) -> list[Pt]:
    """Points along the enemy's way from where his loads are to their exit, the first stretch left out."""
    pos, book = pic.pos, pic.book
    found: list[Pt] = []
    for entry in book.objectives:
        if entry.kind != "exit" or entry.side == book.side_ids[pic.side]:
            continue
        for unit in book.units_of[other(pic.side)]:
            spec = book.units[unit]
            if spec.cargo == entry.of and spec.at is not None:
                way = raster_of(pos, unit).way(spec.at, zone_squares(pos, unit, entry.zone), 1 << 22)
                track = follow(pos, unit, (spec.at, *way)).track
                found += [at_spent(track, spent) for spent in range(track[-1][0] // 3, track[-1][0], 1000)]
    return found


def company(pic: Picture, unit: Unit, x: int, y: int) -> float:
    """Command groups and machine guns stand with the others; two squads not in one beaten zone."""
    spec = pic.book.units[unit]
    friends = [t.away(x, y) for t in pic.mine if not t.body and t.spec.kind != "civilian"]
    if not friends:
        return 0.0
    near = min(friends)
    if spec.kind == "civilian":
        return -near / 300
    if spec.kind in ("command", "mg"):
        return -near / 2000
    return -0.3 if near < 1500 else 0.0
