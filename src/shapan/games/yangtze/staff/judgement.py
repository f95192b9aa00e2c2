"""How a game stands: the chance of the first side, from the points, the troops that are left, and the work in hand."""

from __future__ import annotations

from math import exp, isqrt
from typing import Final

from shapan.kernel.judgement import learned
from shapan.mechanics.sides import other

from ..orders.candidates import centre
from ..position import FALLEN, STANDING, YangtzePosition
from ..specs import Objective
from ..victory import holder, tally
from ..who import numbered
from .picture import kill_rates, use_of

RIVAL: Final = 4000
"""Within this distance of a place troops can still contest it next turn."""
REACH: Final = 2000
"""At this distance, about a move, troops weigh a third of what they do on the spot."""
HORIZON: Final = 12_000
"""Work that is farther away than this is not begun."""
LEARNED: Final = learned(__name__)
"""What the features weigh; ``shapan calibrate`` learns it from games, see docs/judgement.md."""


def chance(pos: YangtzePosition) -> float:
    """The first side's chance to win."""
    return LEARNED[pos.book.scenario].chance(features(pos))


def features(pos: YangtzePosition) -> tuple[float, ...]:
    """Time; leads in points, troops, work in hand and ground, and how much more they say late."""
    passed = (pos.turn - 1) / pos.book.turns
    lead = (points(pos, 0) - points(pos, 1)) / 4
    troops = strength(pos, 0) - strength(pos, 1)
    work = (prospect(pos, 0) - prospect(pos, 1)) / 4
    ground = sway(pos) / 4
    return (
        1.0,
        passed,
        lead,
        lead * passed,
        troops,
        troops * passed,
        work,
        work * passed,
        ground,
        ground * passed,
    )


def points(pos: YangtzePosition, side: int) -> float:
    """Points of a side now: places by who could hold them, casualties without the rounding."""
    special = {"hold", "casualties"}
    named = {entry.id: entry.kind for entry in pos.book.objectives}
    total = float(sum(value for key, value in tally(pos, side) if named.get(key) not in special))
    for entry in pos.book.objectives:
        if entry.kind == "hold":
            total += entry.vp * grip(pos, entry, side)
    return total + kill_rates(pos.book)[side] * fallen(pos, other(side))


def fallen(pos: YangtzePosition, side: int) -> int:
    book = pos.book
    return sum(
        1
        for unit in book.units_of[side]
        if book.units[unit].kind != "civilian"
        for figure in book.men[unit]
        if pos.fate[figure] in FALLEN
    )


def grip(pos: YangtzePosition, entry: Objective, side: int) -> float:
    """How likely a side is to hold a place at the end: it holds it now, or its men are the nearer ones."""
    now = holder(pos, entry.zone)
    x, y = centre(pos, entry.zone)
    near = [0, 0]
    for unit, figures in numbered(pos.standing):
        if figures and not pos.hidden >> unit & 1 and not pos.forced_now(unit):
            figure = figures[len(figures) // 2]
            if (pos.x[figure] - x) ** 2 + (pos.y[figure] - y) ** 2 <= RIVAL * RIVAL:
                near[pos.owner[unit]] += 1
    pressed = near[other(side)] / (near[0] + near[1]) if sum(near) else 0.0
    late = pos.turn / pos.book.turns
    if now == side:
        return 1.0 - (1 - late) * 0.6 * pressed
    return (1 - late) * 0.4 * (near[side] > 0)


def sway(pos: YangtzePosition) -> float:
    """Whose troops command the places that count, the near ones more than the far ones: from all the points of these
    for the first side to as many for the second."""
    book = pos.book
    troops = [
        (pos.owner[unit], use_of(book, book.units[unit]) * len(figures), figures[len(figures) // 2])
        for unit, figures in numbered(pos.standing)
        if figures and not pos.forced_now(unit) and book.units[unit].kind != "civilian"
    ]
    total = 0.0
    for entry in book.objectives:
        if entry.kind == "hold":
            x, y = centre(pos, entry.zone)
            weight = [0.0, 0.0]
            for side, use, figure in troops:
                weight[side] += use * exp(-isqrt((pos.x[figure] - x) ** 2 + (pos.y[figure] - y) ** 2) / REACH)
            if sum(weight):
                total += entry.vp * (weight[0] - weight[1]) / sum(weight)
    return total


def strength(pos: YangtzePosition, side: int) -> float:
    """The use of the troops that a side has left."""
    book = pos.book
    return sum(
        use_of(book, book.units[unit]) * sum(pos.fate[f] not in FALLEN for f in book.men[unit])
        for unit in book.units_of[side]
    )


def prospect(pos: YangtzePosition, side: int) -> float:
    """Points that a side's errands may still bring, each by how near those have come who are to do it."""
    me = pos.book.side_ids[side]
    mine = (entry for entry in pos.book.objectives if entry.side == me)
    return sum(entry.vp * near_to(pos, entry, side) for entry in mine if entry.kind in AIMS)


def near_to(pos: YangtzePosition, entry: Objective, side: int) -> float:
    """From 0, far away, to 1, on the spot, for each thing that is still to be done."""
    total = 0.0
    for x, y, people in AIMS[entry.kind](pos, entry, side):
        far = min((isqrt((px - x) ** 2 + (py - y) ** 2) for px, py in people), default=HORIZON)
        total += max(0.0, 1.0 - far / HORIZON)
    return total


Aim = tuple[int, int, list[tuple[int, int]]]
"""A place, and where those are who have to come there."""


def _walkers(pos: YangtzePosition, side: int) -> list[tuple[int, int]]:
    kinds = pos.book.units
    units = (unit for unit in pos.units_of(side) if kinds[unit].kind == "foot" and not pos.hidden >> unit & 1)
    return [(pos.x[f], pos.y[f]) for unit in units for f in pos.standing[unit][:1]]


def _rescue(pos: YangtzePosition, entry: Objective, side: int) -> list[Aim]:
    ships = [pos.at[unit][:2] for unit in pos.book.handles[entry.to] if pos.is_body(unit)]
    people = [f for unit in pos.book.handles[entry.of] for f in pos.book.men[unit]]
    free = [f for f in people if pos.fate[f] == STANDING and not pos.captive >> f & 1]
    return [(*ship, [(pos.x[f], pos.y[f])]) for f in free for ship in ships[:1]]


def _capture(pos: YangtzePosition, entry: Objective, side: int) -> list[Aim]:
    people = [f for unit in pos.book.handles[entry.of] for f in pos.book.men[unit]]
    free = [f for f in people if pos.fate[f] == STANDING and not pos.captive >> f & 1]
    walkers = _walkers(pos, side)
    return [(pos.x[f], pos.y[f], walkers) for f in free]


def _exit(pos: YangtzePosition, entry: Objective, side: int) -> list[Aim]:
    mine = [load for load in pos.cargo if load.name == entry.of and load.side == side and not load.away]
    spots = [(load.x, load.y) if load.carrier is None else pos.at[load.carrier][:2] for load in mine]
    return [(*centre(pos, entry.zone), [spot]) for spot in spots]


def _seize(pos: YangtzePosition, entry: Objective, side: int) -> list[Aim]:
    named = [load for load in pos.cargo if load.name == entry.of and not load.away]
    theirs = [load for load in named if load.side == other(side)]
    spots = [(load.x, load.y) if load.carrier is None else pos.at[load.carrier][:2] for load in theirs]
    hulls = [pos.at[u][:2] for u in pos.units_of(side) if pos.book.units[u].kind == "vessel" and pos.crew(u)]
    return [(*spot, [*_walkers(pos, side), *hulls]) for spot in spots]


def _destroy(pos: YangtzePosition, entry: Objective, side: int) -> list[Aim]:
    guns = [u for u in pos.book.handles[entry.of] if pos.book.units[u].kind == "gun" and pos.laid_out(u)]
    return [(*pos.at[gun][:2], _walkers(pos, side)) for gun in guns]


def _demolish(pos: YangtzePosition, entry: Objective, side: int) -> list[Aim]:
    number = pos.book.table.building_numbers[entry.building]
    left, top, right, bottom = pos.book.table.buildings[number].bounds
    return [] if pos.rubble >> number & 1 else [((left + right) // 2, (top + bottom) // 2, _walkers(pos, side))]


AIMS: Final = {
    "rescue": _rescue,
    "capture": _capture,
    "exit": _exit,
    "seize": _seize,
    "destroy": _destroy,
    "demolish": _demolish,
}
