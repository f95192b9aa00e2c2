"""Errands: objectives that belong to one side, and what its enemy does about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from shapan.ground.table import Pt, Track, at_spent, cut
from shapan.mechanics.sides import other

from ..actions import MOVE
from ..movement.ways import follow
from ..position import DISABLED, STANDING, SUNK, WRECK, YangtzePosition
from ..specs import Objective
from ..vessels.crews import immobile
from ..who import Figure, Unit
from .notebook import noted
from .picture import Picture, Troop
from .places import FAR, STRIDE, around, beside, cost, onto, raster_of, wall_squares, zone_squares

SHARES: Final = (1.0, 0.55, 0.35, 0.2)
"""What the first, second, third … unit adds to the hold on one place."""


PATIENCE: Final = 3
"""A third of the game is spent in ambush."""
SPRING: Final = 3500
"""From so far away an ambush is sprung on something that moves."""
SPARE: Final = 1
"""The turns in hand with which civilians set out, whatever stands on their way."""
STAGE: Final = 3
"""So many turns of the way are looked at."""
FILE: Final = 2 / 3
"""The part of their pace that civilians make good: they go in file, through gates, and wait for each other."""
BARRED: Final = 2500
"""An enemy so near to it bars a way."""
FEW: Final = 6
"""Fewer men than this bar nothing."""


class Task(NamedTuple):
    """Something to be done somewhere."""

    reason: str
    what: str
    weight: float
    goals: frozenset[int]
    """Squares of the unit's raster."""
    hurry: bool = False
    """To be done as soon as possible, or only by the end."""
    stand: bool = False
    """Those who have come must HALT there."""
    slow: bool = False
    """No faster than those who are led."""
    besides: tuple[frozenset[int], ...] = ()
    """Other places of the same kind that nobody else sees to."""


NOTHING: Final = Task("reason.reserve", "", 0.0, frozenset())


def nearest(walkers: Iterable[Troop], points: list[Pt], count: int) -> list[Troop]:
    """The troops nearest to some points."""
    if not points:
        return []
    ranked = sorted(walkers, key=lambda t: (min(t.away(*p) for p in points), t.unit))
    return ranked[:count]


def people(pic: Picture, handle: str) -> list[Figure]:
    """Civilians of a handle who stand on the table."""
    return [f for u in pic.book.handles[handle] for f in pic.book.men[u] if pic.pos.fate[f] == STANDING]


def escort(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """S17: two squads bring the civilians to the ship; another holds the landing open."""
    pos = pic.pos
    free = [f for f in people(pic, entry.of) if not pos.captive >> f & 1]
    if not free:
        return {}
    points = [(pos.x[f], pos.y[f]) for f in free]
    middle = (sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points))
    weight = float(entry.vp) * len(free)
    found = {}
    off = setting_out(pic, entry)
    # At the ship they are not left alone: nobody goes aboard without an escort at hand.
    there = cost(pos, walkers[0].unit, hull_side(pic, walkers[0].unit, entry.to), *points[0]) if walkers else 0
    for number, troop in enumerate(nearest(walkers, points, 2 if off else 1)):
        close = sum(any(pos.within(f, man, pic.book.radius_reduced) for man in troop.men) for f in free)
        if off and number == 0 and there > STRIDE and 2 * close >= len(free):
            goals = hull_side(pic, troop.unit, entry.to)
            # Those who lead do not stop to fight: the others wait for them.
            found[troop.unit] = Task("reason.escort", entry.id, 2 * weight, goals, hurry=True, slow=True)
        else:
            goals = around(pos, troop.unit, points if there > STRIDE else [middle], 400)
            found[troop.unit] = Task("reason.escort", entry.id, weight, goals, hurry=True)
    return found


def setting_out(pic: Picture, entry: Objective) -> bool:
    """Is it time for civilians to leave for their ship? Not while an enemy stands on the way, unless time runs out."""
    return noted(pic.notes, ("out", entry.id), _setting_out, pic, entry)


def _setting_out(pic: Picture, entry: Objective) -> bool:
    pos = pic.pos
    free = [f for f in people(pic, entry.of) if not pos.captive >> f & 1]
    unit = pic.book.figures[free[0]].unit
    here = (pos.x[free[0]], pos.y[free[0]])
    goals = hull_side(pic, unit, entry.to)
    pace = pos.allowance(unit, MOVE)[1]
    needed = cost(pos, unit, goals, *here) / (FILE * pace) + 1
    if needed + SPARE > pic.left:
        return True
    way = cut(follow(pos, unit, (here, *raster_of(pos, unit).way(here, goals, 1 << 22))).track, STAGE * pace)
    barred = [t for t in pic.fighting if not t.body and not t.forced and len(t.men) >= FEW]
    return not any(foe.away(x, y) < BARRED for _, x, y in _marks(way) for foe in barred)


def _marks(track: Track) -> list[tuple[int, int, int]]:
    """Points along a way, a hand's breadth apart."""
    return [(spent, *at_spent(track, spent)) for spent in range(0, track[-1][0] + 1, 1000)]


def hull_side(pic: Picture, unit: Unit, handle: str) -> frozenset[int]:
    """Where one goes aboard: the squares beside a vessel or vehicle."""
    pos = pic.pos
    squares: set[int] = set()
    for carrier in pic.book.handles[handle]:
        if pos.is_body(carrier):
            squares |= beside(pos, unit, carrier)
    return frozenset(squares)


def seize_people(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """S17.2: the nearest units go for the civilians."""
    pos = pic.pos
    free = [f for f in people(pic, entry.of) if not pos.captive >> f & 1]
    points = [(pos.x[f], pos.y[f]) for f in free]
    weight = float(entry.vp) * len(free)
    able = [t for t in walkers if t.spec.kind != "special"]
    return {
        t.unit: Task("reason.capture", entry.id, weight * SHARES[min(n, 3)], reach_or_gate(pic, t, points), hurry=True)
        for n, t in enumerate(nearest(able, points, 3))
    }


def reach_or_gate(pic: Picture, troop: Troop, points: list[Pt]) -> frozenset[int]:
    """The way to some points, or to the nearest shut gate that bars it."""
    pos = pic.pos
    goals = around(pos, troop.unit, points, 300)
    if cost(pos, troop.unit, goals, troop.x, troop.y) < FAR or not pos.shut_for(troop.unit):
        return goals
    gates = [g.at for line in pic.book.table.lines for g in line.gates if pos.shut >> g.number & 1]
    return around(pos, troop.unit, gates, 250)


def spike(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """S17.7: guns are spiked by hand."""
    pos = pic.pos
    found: dict[Unit, Task] = {}
    for unit in pic.book.handles[entry.of]:
        spec = pic.book.units[unit]
        if spec.kind != "gun" or not pos.laid_out(unit):
            continue
        point = pos.at[unit][:2]
        for number, troop in enumerate(nearest([t for t in walkers if t.unit not in found], [point], 3)):
            weight = float(entry.vp) * SHARES[number]
            found[troop.unit] = Task(
                "reason.spike", spec.name, weight, around(pos, troop.unit, [point], 450), hurry=True
            )
    return found


def demolish(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """S17.7: those who carry charges go to the building and stay there for a turn."""
    pos, table = pic.pos, pic.book.table
    number = table.building_numbers[entry.building]
    if (pos.rubble | pos.fuses) >> number & 1:
        return {}
    found = {}
    for troop in walkers:
        if troop.spec.charge and not pos.opened >> troop.unit & 1:
            goals = wall_squares(pos, troop.unit, number)
            found[troop.unit] = Task("reason.demolish", entry.building, float(entry.vp), goals, True, True)
    return found


def get_away(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """S19.3: units that have done their work go home; others when time runs out."""
    found = {}
    done = all(
        (pic.pos.rubble | pic.pos.fuses) >> pic.book.table.building_numbers[e.building] & 1
        for e in pic.book.objectives
        if e.kind == "demolish"
    )
    for troop in pic.mine:
        if troop.body or troop.forced or len(troop.men) < entry.min_figures:
            continue
        goals = zone_squares(pic.pos, troop.unit, entry.zone)
        spent = pic.pos.opened >> troop.unit & 1 or not troop.spec.charge
        if done or (spent and cost(pic.pos, troop.unit, goals, troop.x, troop.y) / STRIDE > pic.left - 2):
            found[troop.unit] = Task("reason.away", entry.id, 2.0 * float(entry.vp), goals)
    return found


def lying_in_wait(pos: YangtzePosition) -> bool:
    """Is it early enough to wait for an enemy who has to come?"""
    return PATIENCE * pos.turn <= pos.book.turns


def loot(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """S17.6: loads are taken off carriers that nobody guards."""
    pos = pic.pos
    found: dict[Unit, Task] = {}
    for load in pos.cargo:
        carrier = load.carrier
        if load.name != entry.of or carrier is None or load.away or load.side != other(pic.side):
            continue
        if not pos.in_play(carrier) or pic.book.units[carrier].kind == "vessel":
            continue
        point = pos.at[carrier][:2]
        # A lorry that drives comes to those who lie in wait; one that stands is gone for.
        far = SPRING if lying_in_wait(pos) and immobile(pos, carrier) is None else 1 << 20
        able = [t for t in walkers if t.unit not in found and t.spec.kind == "foot" and t.away(*point) < far]
        for number, troop in enumerate(nearest(able, [point], 3)):
            weight = float(entry.vp) * SHARES[number]
            idle = not pos.crew(carrier)
            # Whoever walks at a lorry is stopped by its side, and so in contact with it.
            near = onto(pos, troop.unit, carrier) if idle else beside(pos, troop.unit, carrier)
            goals = near or around(pos, troop.unit, [point], 600)
            found[troop.unit] = Task("reason.loot", pic.book.units[carrier].name, weight, goals, True, idle)
    return found


def guard_gun(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """Somebody stands by each gun that the enemy wants to spike."""
    pos = pic.pos
    found: dict[Unit, Task] = {}
    for unit in pic.book.handles[entry.of]:
        x, y, _ = pos.at[unit]
        if pic.book.units[unit].kind == "gun" and pos.laid_out(unit) and pos.owner[unit] == pic.side:
            for troop in nearest([t for t in walkers if t.unit not in found], [(x, y)], 1):
                goals = around(pos, troop.unit, [(x, y)], 1500)
                found[troop.unit] = Task("reason.guard", pic.book.units[unit].name, 0.5 * float(entry.vp), goals, True)
    return found


def guard_building(pic: Picture, entry: Objective, walkers: list[Troop]) -> dict[Unit, Task]:
    """The garrison keeps near the building that the enemy wants to blow up."""
    pos = pic.pos
    number = pic.book.table.building_numbers[entry.building]
    if pos.rubble >> number & 1:
        return {}
    return {
        t.unit: Task("reason.guard", entry.building, float(entry.vp), wall_squares(pos, t.unit, number), True)
        for t in walkers
        if not pos.asleep >> t.unit & 1
    }


def wrecked(pos: YangtzePosition, unit: Unit) -> bool:
    return bool(pos.damage[unit] & (DISABLED | WRECK | SUNK))


Errand = Callable[[Picture, Objective, list[Troop]], dict[Unit, Task]]
ERRANDS: Final[dict[str, Errand]] = {
    "rescue": escort,
    "capture": seize_people,
    "destroy": spike,
    "demolish": demolish,
    "exit_units": get_away,
    "seize": loot,
}
WARDS: Final[dict[str, Errand]] = {"destroy": guard_gun, "demolish": guard_building}
