"""What each unit is for: the objectives of the scenario, shared out among those who can reach them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import exp
from typing import Any, Final, NamedTuple

from shapan.ground.table import Pt, Raster, near_polygon

from ..position import DISABLED, STANDING, SUNK, WRECK, YangtzePosition, other
from ..victory import holder
from .picture import Picture, Troop, survey

STRIDE: Final = 2300
"""What a unit gains on foot in a turn, all in all."""
FAR: Final = 60_000
WALKERS: Final = ("foot", "mounted", "special")
DENIED: Final = 1.7
"""To stand in a place that the enemy holds takes his points away even before it brings ours."""
SHARES: Final = (1.0, 0.55, 0.35, 0.2)
"""What the first, second, third … unit adds to the hold on one place."""


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


def tasks(pic: Picture) -> dict[int, Task]:
    """The task of every unit of the side that walks."""
    found: dict[int, Task] = {}
    me = pic.book.side_ids[pic.side]
    walkers = [t for t in pic.mine if t.spec.kind in WALKERS and not t.forced]
    for entry in pic.book.sheet["objectives"]:
        make = ERRANDS.get(entry["kind"])
        if make is not None and entry.get("side") in (me, None):
            found.update({unit: task for unit, task in make(pic, entry, walkers).items() if unit not in found})
    for entry in pic.book.sheet["objectives"]:
        if entry["kind"] in WARDS and entry.get("side") != me:
            found.update({u: t for u, t in WARDS[entry["kind"]](pic, entry, walkers).items() if u not in found})
    hold(pic, [t for t in walkers if t.unit not in found], found)
    return found


# --- places ------------------------------------------------------------------------------------------


def raster_of(pos: YangtzePosition, unit: int) -> Raster:
    return pos.book.raster(unit, pos.shut_for(unit))


def zone_squares(pos: YangtzePosition, unit: int, zone: str) -> frozenset[int]:
    """The squares of a zone that this kind of unit can stand on."""
    raster = raster_of(pos, unit)
    table = pos.book.table
    memory = survey(pos.book).squares
    key = (zone, raster.rule.mover)
    if key not in memory:
        points = table.zones[zone]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        squares = (raster.square(x, y) for x in range(left, right + 1, 200) for y in range(top, bottom + 1, 200))
        memory[key] = frozenset(s for s in squares if table.in_zone(zone, *raster.centre(s)) and raster.steps(s))
    return memory[key]


def around(pos: YangtzePosition, unit: int, points: Iterable[Pt], reach: int) -> frozenset[int]:
    """The squares within so far of some points."""
    raster = raster_of(pos, unit)
    found = set()
    for x, y in points:
        for dx in range(-reach, reach + 1, 200):
            for dy in range(-reach, reach + 1, 200):
                if dx * dx + dy * dy <= reach * reach:
                    found.add(raster.square(x + dx, y + dy))
    return frozenset(s for s in found if raster.steps(s))


def cost(pos: YangtzePosition, unit: int, goals: frozenset[int], x: int, y: int) -> int:
    """What a unit spends from a place to the nearest of these squares; far when there is no way."""
    if not goals:
        return FAR
    raster = raster_of(pos, unit)
    return raster.field(goals, 1 << 22).get(raster.square(x, y), FAR)


def pull(task: Task, spent: int, left: int) -> float:
    """How good it is to be so far from one's task with so many turns to come, in victory points."""
    if not task.weight:
        return 0.0
    turns = spent / STRIDE
    if task.hurry:
        return -task.weight * min(turns, 12.0) * 0.12
    if spent == 0:
        return task.weight
    slack = left - 1 - turns
    return task.weight / (1 + exp(-1.5 * (slack - 1.3))) - 0.03 * task.weight * min(turns, 12.0)


# --- S19.3 holding places -----------------------------------------------------------------------------


def hold(pic: Picture, walkers: list[Troop], found: dict[int, Task]) -> None:
    """Places that count for whoever holds them alone: the nearest unit takes each, the rest help where it pays."""
    zones = [entry for entry in pic.book.sheet["objectives"] if entry["kind"] == "hold"]
    if not zones:
        return
    free = {t.unit: t for t in walkers}
    held: set[str] = set()
    for share in SHARES:
        for entry in sorted(zones, key=lambda entry: -int(entry["vp"])):
            if not free:
                return
            best = min(free.values(), key=lambda t: (_haul(pic, t, entry), t.unit))
            goals = zone_squares(pic.pos, best.unit, entry["zone"])
            weight = share * int(entry["vp"]) * (DENIED if holder(pic.pos, entry["zone"]) == other(pic.side) else 1.0)
            found[best.unit] = Task("reason.hold", entry["id"], weight, goals)
            del free[best.unit]
            held.add(entry["zone"])
            if not free:
                _spread(pic, walkers, [e for e in zones if e["zone"] not in held], found)


def _spread(pic: Picture, walkers: list[Troop], zones: list[Mapping[str, Any]], found: dict[int, Task]) -> None:
    """More places than units: the nearest unit keeps an eye on a second one."""
    for entry in zones:
        unit = min(walkers, key=lambda t: (_haul(pic, t, entry), t.unit)).unit
        more = (*found[unit].besides, zone_squares(pic.pos, unit, entry["zone"]))
        found[unit] = found[unit]._replace(besides=more)


def _haul(pic: Picture, troop: Troop, entry: Mapping[str, Any]) -> int:
    return cost(pic.pos, troop.unit, zone_squares(pic.pos, troop.unit, entry["zone"]), troop.x, troop.y)


# --- errands: objectives of one side --------------------------------------------------------------------


def nearest(walkers: Iterable[Troop], points: list[Pt], count: int) -> list[Troop]:
    """The troops nearest to some points."""
    if not points:
        return []
    ranked = sorted(walkers, key=lambda t: (min(t.away(*p) for p in points), t.unit))
    return ranked[:count]


def people(pic: Picture, handle: str) -> list[int]:
    """Civilians of a handle who stand on the table."""
    return [f for u in pic.book.handles[handle] for f in pic.book.men[u] if pic.pos.fate[f] == STANDING]


def escort(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """S17: two squads bring the civilians to the ship; another holds the landing open."""
    pos = pic.pos
    free = [f for f in people(pic, entry["of"]) if not pos.captive >> f & 1]
    if not free:
        return {}
    points = [(pos.x[f], pos.y[f]) for f in free]
    weight = float(entry["vp"]) * len(free)
    found = {}
    for number, troop in enumerate(nearest(walkers, points, 2)):
        close = sum(any(pos.within(f, man, pic.book.radius_reduced) for man in troop.men) for f in free)
        if number == 0 and 2 * close >= len(free):
            goals = hull_side(pic, troop.unit, entry["to"])
            found[troop.unit] = Task("reason.escort", entry["id"], weight, goals, hurry=True, slow=True)
        else:
            goals = around(pos, troop.unit, points, 400)
            found[troop.unit] = Task("reason.escort", entry["id"], weight, goals, hurry=True)
    return found


def hull_side(pic: Picture, unit: int, handle: str) -> frozenset[int]:
    """Where one goes aboard: the squares beside a vessel or vehicle."""
    pos = pic.pos
    squares: set[int] = set()
    for carrier in pic.book.handles[handle]:
        if pos.is_body(carrier):
            squares |= beside(pos, unit, carrier)
    return frozenset(squares)


def beside(pos: YangtzePosition, unit: int, carrier: int) -> frozenset[int]:
    """The squares next to a hull on which a unit can stand."""
    x, y, heading = pos.at[carrier]
    raster = raster_of(pos, unit)
    key = ("beside", raster.rule.mover, pos.book.units[carrier].size, x, y, heading)
    memory = survey(pos.book).squares
    if key not in memory:
        if len(memory) > 5000:
            memory.clear()
        reach = max(pos.book.units[carrier].size) // 2 + 600
        edges = pos.body(carrier)
        limit = (pos.book.alongside + 250) ** 2
        memory[key] = frozenset(
            s for s in around(pos, unit, [(x, y)], reach) if 0 < near_polygon(edges, *raster.centre(s)) <= limit
        )
    return memory[key]


def seize_people(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """S17.2: the nearest units go for the civilians."""
    pos = pic.pos
    free = [f for f in people(pic, entry["of"]) if not pos.captive >> f & 1]
    points = [(pos.x[f], pos.y[f]) for f in free]
    weight = float(entry["vp"]) * len(free)
    able = [t for t in walkers if t.spec.kind != "special"]
    return {
        t.unit: Task(
            "reason.capture", entry["id"], weight * SHARES[min(n, 3)], reach_or_gate(pic, t, points), hurry=True
        )
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


def spike(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """S17.7: guns are spiked by hand."""
    pos = pic.pos
    found: dict[int, Task] = {}
    for unit in pic.book.handles[entry["of"]]:
        spec = pic.book.units[unit]
        if spec.kind != "gun" or pos.at[unit][0] < 0:
            continue
        point = pos.at[unit][:2]
        for number, troop in enumerate(nearest([t for t in walkers if t.unit not in found], [point], 2)):
            weight = float(entry["vp"]) * SHARES[number]
            found[troop.unit] = Task(
                "reason.spike", spec.name, weight, around(pos, troop.unit, [point], 450), hurry=True
            )
    return found


def demolish(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """S17.7: those who carry charges go to the building and stay there for a turn."""
    pos, table = pic.pos, pic.book.table
    number = table.building_numbers[entry["building"]]
    if (pos.rubble | pos.fuses) >> number & 1:
        return {}
    found = {}
    for troop in walkers:
        if troop.spec.charge and not pos.opened >> troop.unit & 1:
            goals = wall_squares(pos, troop.unit, number)
            found[troop.unit] = Task("reason.demolish", entry["building"], float(entry["vp"]), goals, True, True)
    return found


def wall_squares(pos: YangtzePosition, unit: int, number: int) -> frozenset[int]:
    """The squares along the walls of a building."""
    raster, table = raster_of(pos, unit), pos.book.table
    key = ("wall", raster.rule.mover, number)
    memory = survey(pos.book).squares
    if key not in memory:
        left, top, right, bottom = table.buildings[number].bounds
        squares = {
            raster.square(x, y)
            for x in range(left - 400, right + 401, 200)
            for y in range(top - 400, bottom + 401, 200)
            if table.on_table(x, y)
        }
        memory[key] = frozenset(
            s for s in squares if 0 < table.near_building(number, *raster.centre(s)) <= 260**2 and raster.steps(s)
        )
    return memory[key]


def get_away(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """S19.3: units that have done their work go home; others when time runs out."""
    found = {}
    done = all(
        (pic.pos.rubble | pic.pos.fuses) >> pic.book.table.building_numbers[e["building"]] & 1
        for e in pic.book.sheet["objectives"]
        if e["kind"] == "demolish"
    )
    for troop in pic.mine:
        if troop.body or troop.forced or len(troop.men) < int(entry["min_figures"]):
            continue
        goals = zone_squares(pic.pos, troop.unit, entry["zone"])
        spent = pic.pos.opened >> troop.unit & 1 or not troop.spec.charge
        if done or (spent and cost(pic.pos, troop.unit, goals, troop.x, troop.y) / STRIDE > pic.left - 2):
            found[troop.unit] = Task("reason.away", entry["id"], 2.0 * float(entry["vp"]), goals)
    return found


def loot(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """S17.6: loads are taken off carriers that nobody guards."""
    pos = pic.pos
    found: dict[int, Task] = {}
    for name, carrier, _, _, owner in pos.cargo:
        if name != entry["of"] or carrier < 0 or owner != other(pic.side) or not pos.in_play(carrier):
            continue
        if pic.book.units[carrier].kind == "vessel":
            continue
        point = pos.at[carrier][:2]
        able = [t for t in walkers if t.unit not in found and t.spec.kind == "foot"]
        for number, troop in enumerate(nearest(able, [point], 3)):
            weight = float(entry["vp"]) * SHARES[number]
            goals = beside(pos, troop.unit, carrier) or around(pos, troop.unit, [point], 600)
            idle = not pos.crew(carrier)
            found[troop.unit] = Task("reason.loot", pic.book.units[carrier].name, weight, goals, True, idle)
    return found


# --- wards: what the other side wants ---------------------------------------------------------------------


def guard_gun(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """Somebody stands by each gun that the enemy wants to spike."""
    pos = pic.pos
    found: dict[int, Task] = {}
    for unit in pic.book.handles[entry["of"]]:
        x, y, _ = pos.at[unit]
        if pic.book.units[unit].kind == "gun" and x >= 0 and pos.owner[unit] == pic.side:
            for troop in nearest([t for t in walkers if t.unit not in found], [(x, y)], 1):
                goals = around(pos, troop.unit, [(x, y)], 1500)
                found[troop.unit] = Task(
                    "reason.guard", pic.book.units[unit].name, 0.5 * float(entry["vp"]), goals, True
                )
    return found


def guard_building(pic: Picture, entry: Mapping[str, Any], walkers: list[Troop]) -> dict[int, Task]:
    """The garrison keeps near the building that the enemy wants to blow up."""
    pos = pic.pos
    number = pic.book.table.building_numbers[entry["building"]]
    if pos.rubble >> number & 1:
        return {}
    return {
        t.unit: Task("reason.guard", entry["building"], float(entry["vp"]), wall_squares(pos, t.unit, number), True)
        for t in walkers
        if not pos.asleep >> t.unit & 1
    }


def wrecked(pos: YangtzePosition, unit: int) -> bool:
    return bool(pos.damage[unit] & (DISABLED | WRECK | SUNK))


Errand = Callable[[Picture, Mapping[str, Any], list[Troop]], dict[int, Task]]
ERRANDS: Final[dict[str, Errand]] = {
    "rescue": escort,
    "capture": seize_people,
    "destroy": spike,
    "demolish": demolish,
    "exit_units": get_away,
    "seize": loot,
}
WARDS: Final[dict[str, Errand]] = {"destroy": guard_gun, "demolish": guard_building}
