"""S14 Where vessels are wanted, and the courses that bring them there."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Final

from shapan.ground.table import (
    Edge,
    Pt,
    Tabletop,
    ahead,
    bearing,
    length,
    near_polygon,
    near_polygons,
    outline,
    rectangle,
    turned,
)
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other

from ...actions import Sail
from ...orders.candidates import centre
from ...position import YangtzePosition
from ...specs import SCALE
from ...vessels.gangways import JETTY, SMALL_BOAT
from ...vessels.sailing import bow_limit, bow_moves, run_cost, run_limits, sail_refusal
from ...who import Unit
from ..errands import wrecked
from ..notebook import noted
from ..picture import Picture, survey
from ..places import FAR, raster_of, zone_squares

ANGLES: Final = (0, -8, 8, -16, 16, -25, 25, -35, 35, -50, 50)
THEN: Final = (0, -25, 25, -50, 50)
TRIED: Final = 60
BANK: Final = 50 * SCALE
"""How far from the water the bank goes."""
SLEW: Final = 12
"""What a degree off the course is worth in tenths of a millimetre: a quarter turn costs about half a turn's run."""
LEAST: Final = 50
"""Less than this is not worth casting off for."""
IN_RANGE: Final = 2500
"""Boats with nowhere to land their people come so near to the enemy."""
CROWDED: Final = 4000
"""How much farther riders walk rather than land where another hull lies."""


# --- where to ---------------------------------------------------------------------------------------------


def quarry(pic: Picture, unit: Unit) -> Unit | None:
    """The enemy vessel whose load or people this side is after, if somebody aboard can board it."""
    pos, book = pic.pos, pic.book
    me = book.side_ids[pic.side]
    if not any(book.units[rider].kind == "foot" for rider in aboard(pos, unit)):
        return None
    for load in pos.cargo:
        wanted = [e for e in book.objectives if e.kind in ("seize", "keep") and e.of == load.name]
        ours = any(entry.side == me for entry in wanted) and load.side == other(pic.side) and not load.away
        if ours and load.carrier is not None and book.units[load.carrier].kind == "vessel":
            return load.carrier
    for entry in book.objectives:
        if entry.kind == "destroy" and entry.side == me:
            for target in book.handles[entry.of]:
                if book.units[target].kind == "vessel" and pos.is_body(target) and not wrecked(pos, target):
                    return target
    return None


def aboard(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    """The units that ride in a carrier."""
    riders = {pos.book.figures[f].unit for f in pos.crew(unit)}
    return sorted(riders - {unit})


def work_ashore(pic: Picture, rider: Unit) -> frozenset[int]:
    """Where a rider's work lies."""
    return noted(pic.notes, ("ashore", rider), _work_ashore, pic, rider)


def _work_ashore(pic: Picture, rider: Unit) -> frozenset[int]:
    pos, book = pic.pos, pic.book
    me = book.side_ids[pic.side]
    squares: set[int] = set()
    raster = raster_of(pos, rider)
    for entry in book.objectives:
        kind = entry.kind
        if kind == "hold":
            squares |= zone_squares(pos, rider, entry.zone)
        elif kind == "destroy" and entry.side == me:
            spots = [pos.at[u][:2] for u in book.handles[entry.of] if book.units[u].kind == "gun" and pos.laid_out(u)]
            squares |= {raster.square(*spot) for spot in spots}
        elif kind == "demolish" and entry.side == me:
            left, top, right, bottom = book.table.buildings[book.table.building_numbers[entry.building]].bounds
            squares.add(raster.square((left + right) // 2, bottom + 200))
            squares.add(raster.square((left + right) // 2, top - 200))
    return frozenset(squares)


def shores(pos: YangtzePosition, rider: Unit) -> frozenset[int]:
    """The squares of the bank: dry ground beside water."""
    raster, table = raster_of(pos, rider), pos.book.table
    memory = survey(pos.book).squares
    key = ("shore", raster.rule.mover)
    if key not in memory:
        around = [ahead(0, 0, heading, BANK) for heading in range(0, 360, 45)]
        wet = [area.bounds for area in (*table.areas, *table.strips) if area.surface.water]
        if table.open_ground.water:
            wet.append((0, 0, table.width, table.height))
        found = []
        for square in range(raster.columns * raster.rows):
            x, y = raster.centre(square)
            if not any(box[0] - BANK <= x <= box[2] + BANK and box[1] - BANK <= y <= box[3] + BANK for box in wet):
                continue
            if not raster.steps(square) or table.ground(x, y).water:
                continue
            if any(_water(table, x + across, y + down) for across, down in around):
                found.append(square)
        memory[key] = frozenset(found)
    return memory[key]


def _water(table: Tabletop, x: int, y: int) -> bool:
    return table.on_table(x, y) and bool(table.ground(x, y).water)


def landing_place(pic: Picture, unit: Unit, rider: Unit) -> tuple[int, Pt] | None:
    """The bank from which the way to the work is short, and not too far by boat: its cost and the place."""
    return noted(pic.notes, ("bank", unit, rider), _landing_place, pic, unit, rider)


def _landing_place(pic: Picture, unit: Unit, rider: Unit) -> tuple[int, Pt] | None:
    pos = pic.pos
    raster = raster_of(pos, rider)
    field = raster.field(work_ashore(pic, rider), 1 << 22)
    x, y, _ = pos.at[unit]
    hulls = [pos.at[body][:2] for body, _ in pos.bodies if body != unit]
    best: tuple[int, Pt] | None = None
    any_bank = pos.book.units[unit].hull == SMALL_BOAT
    for square in shores(pos, rider):
        point = raster.centre(square)
        if square in field and (any_bank or pos.book.table.ground(*point).name == JETTY):
            total = field[square] + length(x, y, *point) * 6 // 10
            if any(abs(point[0] - hx) < 1200 and abs(point[1] - hy) < 1200 for hx, hy in hulls):
                total += CROWDED
            if best is None or (total, point) < best:
                best = (total, point)
    return best


def walk_home(pic: Picture, rider: Unit, point: Pt) -> int:
    raster = raster_of(pic.pos, rider)
    return raster.field(work_ashore(pic, rider), 1 << 22).get(raster.square(*point), FAR)


# --- courses ---------------------------------------------------------------------------------------------


def sailings(pic: Picture, unit: Unit) -> list[Advice]:
    """The courses that bring a vessel nearest to where it is wanted; the same for card and plan."""
    return noted(pic.notes, ("sailings", unit), _sailings, pic, unit)


def _sailings(pic: Picture, unit: Unit) -> list[Advice]:
    pos = pic.pos
    target = quarry(pic, unit)
    point = destination(pic, unit) if target is None else pos.at[target][:2]
    if point is None:
        return []
    goal = None if target is None else pos.body(target)
    mark = point
    now = _short(pos.body(unit), pos.at[unit], goal, mark)
    ends = ((_short(edges, end, goal, mark), way) for edges, end, way in courses(pos, unit))
    ranked = sorted((short, gap, way) for (short, gap), way in ends if gap > 0 and short < now[0] - LEAST)
    found = []
    for short, gap, way in ranked[:TRIED]:
        if sail_refusal(pos, unit, *way) is None:
            close = target is not None and gap <= pic.book.alongside
            reason = "reason.alongside" if close else "reason.sail"
            params = {"unit": unit, "unit2": target} if close else {"unit": unit}
            found.append(Advice(Sail(unit, *way), (now[0] - short) / 1000, reason, params))
            if len(found) == 2:
                break
    return found


def destination(pic: Picture, unit: Unit) -> Pt | None:
    """Where a vessel without a quarry is wanted: with its load at the exit, with its riders at the bank nearest to
    their work, else within range of the enemy."""
    pos, book = pic.pos, pic.book
    for load in pos.cargo:
        for entry in book.objectives if load.carrier == unit else ():
            if entry.kind == "exit" and entry.of == load.name and entry.side == book.side_ids[pic.side]:
                return centre(pos, entry.zone)
    riders = [rider for rider in aboard(pos, unit) if book.units[rider].kind != "civilian"]
    banks = [place for rider in riders if (place := landing_place(pic, unit, rider))]
    if banks:
        return min(banks)[1]
    x, y, _ = pos.at[unit]
    foes = [foe for foe in pic.fighting if foe.men]
    near = min(foes, key=lambda foe: foe.away(x, y), default=None)
    return (near.x, near.y) if near is not None and riders and near.away(x, y) > IN_RANGE else None


def courses(
    pos: YangtzePosition, unit: Unit
) -> Iterator[tuple[tuple[Edge, ...], tuple[int, int, int], tuple[int, int, int]]]:
    """Turns that the bow allows, runs in steps, a second turn, and the outline and place at the end of each."""
    x, y, heading = pos.at[unit]
    size = pos.book.units[unit].size
    limit = bow_limit(pos, unit)
    for angle in ANGLES:
        turn = (heading + angle) % 360
        left = limit - bow_moves(pos, unit, heading, turn)
        if left < 0:
            continue
        low, high = run_limits(pos, unit, turn)
        if run_cost(pos, unit, turn, high) > high:
            high = max(low, high // 2)
        runs = {low // SCALE, high // SCALE, *range(low // SCALE, high // SCALE, 20)}
        thens = [then for more in THEN if bow_moves(pos, unit, turn, then := (turn + more) % 360) <= left]
        for run in sorted(runs):
            px, py = ahead(x, y, turn, run * SCALE)
            for then in thens:
                yield outline(rectangle(px, py, then, *size)), (px, py, then), (turn, run, then)


def _short(
    edges: tuple[Edge, ...], at: tuple[int, int, int], hull: tuple[Edge, ...] | None, mark: Pt
) -> tuple[float, int]:
    """How far a vessel is from where it is wanted, with what it still has to turn; and the gap alone."""
    gap = isqrt(near_polygons(edges, hull) if hull is not None else near_polygon(edges, *mark))
    x, y, heading = at
    off = turned(heading, bearing(mark[0] - x, mark[1] - y)) if (x, y) != mark else 0
    return gap + SLEW * off * min(1.0, gap / 2000), gap
