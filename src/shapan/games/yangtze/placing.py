"""S2, S19.1 Where figures, guns and hulls may stand, and how a unit is put on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from math import isqrt
from typing import NamedTuple

from shapan.ground.table import (
    OUTDOORS,
    Crowd,
    Edge,
    MoveRule,
    Tabletop,
    ahead,
    apart,
    around,
    beyond,
    near_polygon,
    near_polygons,
    opposite,
    outline,
    rectangle,
)
from shapan.ground.table.geometry import lies_on
from shapan.ground.table.patches import BLOCK, Patches
from shapan.kernel import Refusal

from .actions import MOVE
from .place import Pose, Spot, move
from .position import YangtzePosition
from .who import Figure, Model, Unit, numbered

SPACING = 300
"""How far apart figures are set up: bases of 25 mm with a little air, in board units."""
BRIDGE = "bridge"
REMEMBERED = 20_000
"""For how many points a book remembers whether units of one kind may stand there; beyond that the memory begins anew.
One set-up may ask for nearly as many."""


@cache
def spiral(spacing: int, reach: int) -> tuple[tuple[int, int], ...]:
    """Places about a point in rows that interlock, nearest first."""
    row = spacing * 7 // 8
    spots = []
    for line in range(-reach // row, reach // row + 1):
        shift = spacing // 2 if line % 2 else 0
        for column in range(-reach // spacing - 1, reach // spacing + 2):
            x, y = column * spacing + shift, line * row
            if x * x + y * y <= reach * reach:
                spots.append((x, y))
    return tuple(sorted(spots, key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, spot)))


def outward(spacing: int, reach: int) -> Iterator[tuple[int, int]]:
    """The same places for those who mostly find one near the point: those farther off are listed when they are
    wanted."""
    begun, far = 0, 4 * spacing
    while far < reach:
        yield from spiral(spacing, far)[begun:]
        begun, far = len(spiral(spacing, far)), 2 * far
    yield from spiral(spacing, reach)[begun:]


def crowd(pos: YangtzePosition, side: int, leave_out: frozenset[Figure] = frozenset(), floor: int = 0) -> Crowd:
    """The bases on the ground, or on another floor, as this side knows them; those who ask may add to them."""
    key = ("crowd", side, leave_out, floor, pos.hidden)
    known = pos.scene.known
    if key not in known:
        known[key] = _gathered(pos, side, leave_out, floor)
    return Crowd(besides=known[key])


def _gathered(pos: YangtzePosition, side: int, leave_out: frozenset[Figure], floor: int) -> Crowd:
    book = pos.book
    gathered = Crowd()
    for unit, figures in numbered(pos.standing):
        if pos.hidden >> unit & 1 and pos.owner[unit] != side:
            continue
        for figure in figures:
            if figure not in leave_out and pos.floor[figure] == floor:
                gathered.add((figure, pos.x[figure], pos.y[figure], book.figures[figure].radius))
        spec = book.units[unit]
        if spec.gun_radius and pos.laid_out(unit) and not floor:
            gathered.add((Model(unit), *pos.at[unit][:2], spec.gun_radius))
    return gathered


def setup_case(pos: YangtzePosition) -> str:
    """S19.1 before the first turn; S19.2 for whoever arrives later."""
    return "S19.1" if pos.turn == 1 else "S19.2"


def spot_refusal(pos: YangtzePosition, unit: Unit, x: int, y: int, radius: int, taken: Crowd) -> Refusal | None:
    """S19.1: in the zone, wholly on the table, on ground that bears it, overlapping nobody, clear of the enemy."""
    if barred := _bars(pos, unit, radius)(x, y):
        case, key = barred
        return Refusal(case or setup_case(pos), key, unit=unit)
    return None if _is_free(pos, x, y, radius, taken) else Refusal("S2.3", "refusal.overlap")


def _is_free(pos: YangtzePosition, x: int, y: int, radius: int, taken: Crowd) -> bool:
    return taken.free(x, y, radius) and not (pos.bodies and pos.on_body(x, y, radius))


def _bars(pos: YangtzePosition, unit: Unit, radius: int) -> Callable[[int, int], tuple[str, str] | None]:
    """Tells what keeps a unit off a point whoever else is there, without a case where :func:`setup_case` has it;
    remembered square by square, since set-ups try thousands of points every time."""
    table, zone, way = pos.book.table, pos.book.units[unit].zone, pos.way(unit)
    right, bottom = table.width - radius, table.height - radius
    patches = pos.book.spots.get((zone, way))
    if patches is None:
        borders = table.zone_edges[zone] if zone else ()
        patches = pos.book.spots[zone, way] = Patches(
            *(table.width, table.height),
            lambda x, y: (*borders, *table.edges_about(x, y, BLOCK // 2)),
            lambda x, y: _barred(table, zone, way, x, y),
        )
    at = patches.at

    def barred(x: int, y: int) -> tuple[str, str] | None:
        on_table = radius <= x <= right and radius <= y <= bottom
        return at(x, y) if on_table else ("S3.5", "refusal.off_table")

    return barred


def _barred(table: Tabletop, zone: str, way: MoveRule, x: int, y: int) -> tuple[str, str] | None:
    if zone and not table.in_zone(zone, x, y):
        return "", "refusal.zone"
    if not (way.indoors if table.building(x, y) != OUTDOORS else table.ground(x, y).cost[way.mover]):
        return "S3.6", "refusal.ground"
    near = table.hindrances(way.mover, x, y, x, y)
    walls = [line for line in near.lines if line.obstacle.cross[way.mover] < 0] if near else []
    if any(lies_on(x, y, edge) for line in walls for edge in line.edges):
        return "S3.1", "refusal.line"
    return None


def places_about(pos: YangtzePosition, unit: Unit) -> tuple[tuple[int, int], ...]:
    """The places in which the figures of a unit are set up about their leader or gun, as steps from there."""
    return spiral(max(SPACING, pos.book.units[unit].radius * 2 + SPACING // 6), farthest(pos, unit))


def farthest(pos: YangtzePosition, unit: Unit) -> int:
    """How far from their leader or gun they are set up at most."""
    return gun_reach(pos, unit) if pos.book.units[unit].gun_radius else pos.book.radius_reduced * 2


def gun_reach(pos: YangtzePosition, unit: Unit) -> int:
    """How far from their gun those who serve it are set up at most."""
    spec = pos.book.units[unit]
    return spec.gun_radius + spec.radius + pos.book.line_cover_gap


def holds(pos: YangtzePosition, unit: Unit, x: int, y: int, reach: int) -> bool:
    """Does the ground offer enough of those places about a point, and no farther from it than this, for the whole unit?
    Remembered, since reinforcements who find no room look for it at the same points turn after turn."""
    spec, wanted = pos.book.units[unit], len(pos.book.men[unit])
    radius = spec.radius
    memory, key = pos.book.rooms, (spec.zone, pos.way(unit).mover, radius, spec.gun_radius, wanted, x, y, reach)
    if key not in memory:
        near = ((x + dx, y + dy) for dx, dy in places_about(pos, unit) if dx * dx + dy * dy <= reach * reach)
        barred = _bars(pos, unit, radius)
        good = (spot for spot in near if barred(*spot) is None)
        memory[key] = next(islice(good, wanted - 1, None), None) is not None
    return memory[key]


class Plain(NamedTuple):
    """How a unit is set up where nobody is in its way."""

    spots: tuple[tuple[int, int], ...]
    wide: int
    """The radius of a circle about all its bases: while nobody stands in it, nobody is in the way."""
    houses: tuple[tuple[int, int], ...]
    """The buildings in which some of them stand, and how many."""

    def is_free(self, pos: YangtzePosition, unit: Unit, x: int, y: int, taken: Crowd) -> bool:
        """Is nobody in the way: no vehicle or hull in the circle, nobody's base there or at least none on another, and
        room enough indoors?"""
        if pos.bodies and pos.on_body(x, y, self.wide):
            return False
        if self.houses:
            inside = housed(pos, pos.owner[unit])
            if any(inside[room] + count > pos.book.berths[room] for room, count in self.houses):
                return False
        radius = pos.book.units[unit].radius
        return taken.free(x, y, self.wide) or all(taken.free(*spot, radius) for spot in self.spots)


def unhindered(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Plain | None:
    """The formation of a unit on foot about a point, if it finds room there while nobody else is about: a matter of the
    ground alone, and remembered. The places themselves lie apart from each other."""
    spec, men = pos.book.units[unit], pos.book.men[unit]
    if spec.gun_radius:
        return None
    memory, key = pos.book.opens, (spec.zone, pos.way(unit).mover, spec.radius, len(men), x, y)
    found: Plain | None = memory.get(key)
    if found is None and key not in memory:
        if len(memory) >= REMEMBERED:
            memory.clear()
        barred, table = _bars(pos, unit, spec.radius), pos.book.table
        good = ((x + dx, y + dy) for dx, dy in places_about(pos, unit) if barred(x + dx, y + dy) is None)
        spots = tuple(islice(good, len(men)))
        fits = len(spots) == len(men) and spots[0] == (x, y)
        houses = Counter([room for room in (table.building(*spot) for spot in spots) if room != OUTDOORS])
        wide = isqrt(max([(sx - x) ** 2 + (sy - y) ** 2 for sx, sy in spots], default=0)) + 1 + spec.radius
        found = memory[key] = Plain(spots, wide, tuple(houses.items())) if fits else None
    return found


def housed(pos: YangtzePosition, side: int, leave_out: Figure | None = None, floor: int = 0) -> Counter[int]:
    """S16.1: how many of a side are on this floor of each building; whom the enemy has there is not asked. Worked out
    once for a scene: whoever counts on works on a copy."""
    key = ("housed", side, leave_out, floor)
    known = pos.scene.known
    if key not in known:
        units = pos.units_of(side)
        men = [f for unit in units for f in pos.standing[unit] if pos.floor[f] == floor and f != leave_out]
        known[key] = Counter([pos.room[figure] for figure in men])
    found: Counter[int] = known[key]
    return found


def _full(pos: YangtzePosition, x: int, y: int, inside: Counter[int]) -> bool:
    room = pos.book.table.building(x, y)
    return room != OUTDOORS and inside[room] >= pos.book.berths[room]


def house_refusal(pos: YangtzePosition, figure: Figure, x: int, y: int, floor: int = 0) -> Refusal | None:
    """S16.1: a floor holds so many figures and no more, from the set-up on."""
    side = pos.owner[pos.book.figures[figure].unit]
    full = _full(pos, x, y, housed(pos, side, figure, floor))
    return Refusal("S16.1", "refusal.house_full") if full else None


def formation(
    pos: YangtzePosition,
    unit: Unit,
    x: int,
    y: int,
    bad: Callable[[int, int], bool] | None = None,
    taken: Crowd | None = None,
) -> dict[Figure, tuple[int, int]] | None:
    """Where the figures of a unit stand when its leader is set up at this point; None when there is no room, or when
    somebody would have to stand where it is bad. ``taken``: the others, if whoever asks has them already and does not
    need them any more."""
    taken = crowd(pos, pos.owner[unit]) if taken is None else taken
    return drawn_up(pos, unit, x, y, taken, bad)[0]


def drawn_up(
    pos: YangtzePosition, unit: Unit, x: int, y: int, taken: Crowd, bad: Callable[[int, int], bool] | None = None
) -> tuple[dict[Figure, tuple[int, int]] | None, int]:
    """The same, and how far about the point the ground counts on which others may be in the way."""
    book, men = pos.book, pos.book.men[unit]
    if (plain := unhindered(pos, unit, x, y)) and plain.is_free(pos, unit, x, y, taken):
        if bad is not None and any(bad(*spot) for spot in plain.spots):
            return None, plain.wide
        return dict(zip(men, plain.spots, strict=True)), plain.wide
    far = farthest(pos, unit) + book.units[unit].radius
    return _squeezed_in(pos, unit, x, y, taken, bad), far


def _squeezed_in(
    pos: YangtzePosition, unit: Unit, x: int, y: int, taken: Crowd, bad: Callable[[int, int], bool] | None
) -> dict[Figure, tuple[int, int]] | None:
    """Each in the nearest place that others have left."""
    book, spec = pos.book, pos.book.units[unit]
    found: dict[Figure, tuple[int, int]] = {}
    if spec.gun_radius:
        if spot_refusal(pos, unit, x, y, spec.gun_radius, taken):
            return None
        taken.add((Model(unit), x, y, spec.gun_radius))
    inside, radius = housed(pos, pos.owner[unit]).copy(), spec.radius
    barred = _bars(pos, unit, radius)
    at = ((x + dx, y + dy) for dx, dy in places_about(pos, unit))
    good = (spot for spot in at if barred(*spot) is None and _is_free(pos, *spot, radius, taken))
    for figure in book.men[unit]:
        for spot in good:
            if not _full(pos, *spot, inside):
                if bad is not None and bad(*spot):
                    return None
                inside[book.table.building(*spot)] += 1
                found[figure] = spot
                taken.add((figure, *spot, radius))
                break
        else:
            return None
    if not spec.gun_radius and found[book.men[unit][0]] != (x, y):
        return None
    return found


def hull_refusal(
    pos: YangtzePosition, unit: Unit, x: int, y: int, heading: int, planned: bool = False
) -> Refusal | None:
    """S14.2, S12.1, S2.3: may this vehicle or vessel lie here?"""
    book, spec = pos.book, pos.book.units[unit]
    corners = rectangle(x, y, heading, *spec.size)
    for px, py in corners:
        if not book.table.on_table(px, py):
            return Refusal("S3.5", "refusal.off_table")
    if spec.kind == "vessel" and not afloat(pos, unit, x, y, heading):
        return Refusal("S14.2", "refusal.water")
    edges = outline(corners)
    passed = BRIDGE if spec.kind == "vessel" else ""
    unknown = hidden_from(pos, pos.owner[unit]) if planned else 0
    if on_bodies(pos, unit, x, y, edges, planned) or stands_on(pos, edges, passed, unknown):
        return Refusal("S14.2" if spec.kind == "vessel" else "S2.3", "refusal.overlap")
    return None


def hidden_from(pos: YangtzePosition, side: int) -> int:
    """S6.7: the hidden units of the enemy, of which no refusal may tell."""
    if not pos.hidden:
        return 0
    return sum(1 << unit for unit, owner in numbered(pos.owner) if owner != side and pos.hidden >> unit & 1)


def stands_on(pos: YangtzePosition, edges: tuple[Edge, ...], passed: str = "", unknown: int = 0) -> bool:
    """S2.3: is there a figure or a gun model under a body with this outline? Hulls pass below men on a bridge; units of
    which nobody may know are left out."""
    figures = [f for f in under(pos, edges) if not unknown >> pos.book.figures[f].unit & 1]
    if any(pos.book.table.ground(pos.x[f], pos.y[f]).name != passed for f in figures):
        return True
    guns = [unit for unit in pos.book.gun_units if pos.laid_out(unit)]
    return any(near_polygon(edges, *pos.at[gun][:2]) < pos.book.units[gun].gun_radius ** 2 for gun in guns)


def under(pos: YangtzePosition, edges: tuple[Edge, ...]) -> Iterator[Figure]:
    """The figures whose bases a body with this outline would stand on."""
    box, scene = around(edges), pos.scene
    for unit, figures in numbered(pos.standing):
        if not figures:
            continue
        r = pos.book.radii[figures[0]]
        if apart(scene.box(pos, unit), box, r):
            continue
        for figure in figures:
            x, y = pos.x[figure], pos.y[figure]
            if not beyond(box, x, y, r) and near_polygon(edges, x, y) < r * r:
                yield figure


def on_bodies(pos: YangtzePosition, unit: Unit, x: int, y: int, edges: tuple[Edge, ...], planned: bool = False) -> bool:
    """Would a vehicle or hull with this middle and outline stand on another? Those too far off are left out at once. In
    a plan those that move themselves are not in the way (R77)."""
    own = sum(pos.book.units[unit].size)
    for mate, body in pos.bodies:
        if mate == unit or (planned and pos.card[mate] == MOVE):
            continue
        mx, my, _ = pos.at[mate]
        reach = (own + sum(pos.book.units[mate].size)) // 2
        if abs(mx - x) <= reach and abs(my - y) <= reach and near_polygons(edges, body) == 0:
            return True
    return False


def afloat(pos: YangtzePosition, unit: Unit, x: int, y: int, heading: int) -> bool:
    """S14.2: bow, midpoint and stern lie on water that the hull may use."""
    table, spec = pos.book.table, pos.book.units[unit]
    if spec.aground:
        return True
    half = spec.size[0] // 2
    for px, py in ((x, y), ahead(x, y, heading, half), ahead(x, y, opposite(heading), half)):
        boat = table.ground(min(max(px, 0), table.width), min(max(py, 0), table.height)).boat
        if boat == 0 or (boat > 10 and spec.hull != "small_boat"):
            return False
    return True


def place(pos: YangtzePosition, unit: Unit, x: int, y: int) -> bool:
    """Put a unit on the table with its leader, gun or hull at this point; False when it does not fit."""
    spec = pos.book.units[unit]
    if spec.carrier or spec.aircraft:
        move(pos, (Model(unit), Pose(x, y, spec.heading)))
        _man(pos, unit)
        return True
    spots = formation(pos, unit, x, y)
    if spots is None:
        return False
    set_down(pos, spots)
    if spec.gun_radius:
        move(pos, (Model(unit), Pose(x, y)))
    return True


def set_down(pos: YangtzePosition, spots: dict[Figure, tuple[int, int]]) -> None:
    """Several figures take their places at once."""
    move(pos, *((figure, Spot(*spot)) for figure, spot in spots.items()))


def _man(pos: YangtzePosition, unit: Unit) -> None:
    """A carrier comes with its crew and with the units that ride in it."""
    book = pos.book
    people = list(book.men[unit])
    handle = book.units[unit].handle
    for rider, spec in numbered(book.units):
        if handle and spec.inside == handle and spec.side == book.units[unit].side:
            berths = zip(book.men[rider], _berths(pos, rider, handle), strict=True)
            people += [figure for figure, carrier in berths if carrier == unit]
    pos.go_aboard(people, unit)


def _berths(pos: YangtzePosition, rider: Unit, handle: str) -> list[Unit]:
    """S19.1: several carriers under one handle share the load, unit by unit or as the scenario splits it."""
    book = pos.book
    carriers = book.handles[handle]
    if rider in book.split:
        return [carrier for carrier, count in zip(carriers, book.split[rider], strict=True) for _ in range(count)]
    mates = [u for u, spec in numbered(book.units) if spec.inside == handle]
    return [carriers[mates.index(rider) % len(carriers)]] * len(book.men[rider])
