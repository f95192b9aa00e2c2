"""S19 Set-up and arrivals: each side places its units in their zones; carried units begin aboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from shapan.ground.table import Crowd, ahead, near_polygon, near_polygons, outline, rectangle
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import Deploy, Put, Ready, Wait
from .command import in_command
from .cover import RANK
from .position import ABOARD, STANDING, TO_COME, YangtzePosition, other, put
from .sighting import figure_sees

SPACING = 300
"""How far apart figures are set up: bases of 25 mm with a little air, in board units."""
CANDIDATES = 6


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


def crowd(pos: YangtzePosition, side: int, leave_out: frozenset[int] = frozenset()) -> Crowd:
    """The bases on the table as this side knows them."""
    book = pos.book
    gathered = Crowd()
    for unit, figures in enumerate(pos.standing):
        if pos.hidden >> unit & 1 and pos.owner[unit] != side:
            continue
        for figure in figures:
            if figure not in leave_out:
                gathered.add((figure, pos.x[figure], pos.y[figure], book.figures[figure].radius))
        spec = book.units[unit]
        if spec.gun_radius and pos.at[unit][0] >= 0:
            gathered.add((-1, *pos.at[unit][:2], spec.gun_radius))
    return gathered


def spot_refusal(pos: YangtzePosition, unit: int, x: int, y: int, radius: int, taken: Crowd) -> Refusal | None:
    """S19.1: in the zone, wholly on the table, on ground that bears it, overlapping nobody, clear of the enemy."""
    book, spec = pos.book, pos.book.units[unit]
    table = book.table
    if not table.on_table(x, y, radius):
        return Refusal("S3.5", "refusal.off_table")
    if spec.zone and not table.in_zone(spec.zone, x, y):
        return Refusal("S19.1", "refusal.zone", unit=unit)
    room = table.building(x, y)
    if not (book.way(unit).indoors if room >= 0 else table.ground(x, y).cost[book.way(unit).mover]):
        return Refusal("S3.6", "refusal.ground")
    if not taken.free(x, y, radius):
        return Refusal("S2.3", "refusal.overlap")
    if any(_on_body(pos, body, x, y, radius) for body, _ in pos.bodies):
        return Refusal("S2.3", "refusal.overlap")
    return None


def _on_body(pos: YangtzePosition, unit: int, x: int, y: int, radius: int) -> bool:
    return near_polygon(pos.body(unit), x, y) < radius * radius


def too_near(pos: YangtzePosition, figures: list[int]) -> bool:
    """S19.1: nobody is set up within 150 mm of an enemy whom he sees."""
    reach = pos.book.radius
    side = pos.owner[pos.book.figures[figures[0]].unit]
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1:
            continue
        for enemy in pos.standing[unit]:
            for figure in figures:
                if pos.within(figure, enemy, reach) and figure_sees(pos, figure, enemy):
                    return True
    return False


def formation(pos: YangtzePosition, unit: int, x: int, y: int) -> dict[int, tuple[int, int]] | None:
    """Where the figures of a unit stand when its leader is set up at this point; None when there is no room."""
    book, spec = pos.book, pos.book.units[unit]
    taken = crowd(pos, pos.owner[unit])
    found: dict[int, tuple[int, int]] = {}
    if spec.gun_radius:
        if spot_refusal(pos, unit, x, y, spec.gun_radius, taken):
            return None
        taken.add((-1, x, y, spec.gun_radius))
    reach = spec.gun_radius + spec.radius + book.line_cover_gap if spec.gun_radius else book.radius_reduced * 2
    spots = spiral(max(SPACING, spec.radius * 2 + SPACING // 6), reach)
    at = iter(spots)
    for figure in book.men[unit]:
        for dx, dy in at:
            if spot_refusal(pos, unit, x + dx, y + dy, spec.radius, taken) is None:
                found[figure] = (x + dx, y + dy)
                taken.add((figure, x + dx, y + dy, spec.radius))
                break
        else:
            return None
    if not spec.gun_radius and found[book.men[unit][0]] != (x, y):
        return None
    return found


def hull_refusal(pos: YangtzePosition, unit: int, x: int, y: int, heading: int) -> Refusal | None:
    """S14.2, S12.1: may this vehicle or vessel lie here?"""
    book, spec = pos.book, pos.book.units[unit]
    corners = rectangle(x, y, heading, *spec.size)
    for px, py in corners:
        if not book.table.on_table(px, py):
            return Refusal("S3.5", "refusal.off_table")
    if spec.kind == "vessel" and not afloat(pos, unit, x, y, heading):
        return Refusal("S14.2", "refusal.water")
    edges = outline(corners)
    for mate, body in pos.bodies:
        if mate != unit and near_polygons(edges, body) == 0:
            return Refusal("S14.2", "refusal.overlap")
    return None


def afloat(pos: YangtzePosition, unit: int, x: int, y: int, heading: int) -> bool:
    """S14.2: bow, midpoint and stern lie on water that the hull may use."""
    table, spec = pos.book.table, pos.book.units[unit]
    if spec.aground:
        return True
    half = spec.size[0] // 2
    for px, py in ((x, y), ahead(x, y, heading, half), ahead(x, y, heading + 180, half)):
        boat = table.ground(min(max(px, 0), table.width), min(max(py, 0), table.height)).boat
        if boat == 0 or (boat > 10 and spec.hull != "small_boat"):
            return False
    return True


def place(pos: YangtzePosition, unit: int, x: int, y: int) -> bool:
    """Put a unit on the table with its leader, gun or hull at this point; False when it does not fit."""
    spec = pos.book.units[unit]
    if spec.carrier or spec.aircraft:
        pos.at = put(pos.at, unit, (x, y, spec.heading))
        _man(pos, unit)
        return True
    spots = formation(pos, unit, x, y)
    if spots is None:
        return False
    set_down(pos, spots)
    if spec.gun_radius:
        pos.at = put(pos.at, unit, (x, y, 0))
    return True


def set_down(pos: YangtzePosition, spots: dict[int, tuple[int, int]]) -> None:
    """Several figures take their places at once."""
    xs, ys, rooms, fates, aboard = list(pos.x), list(pos.y), list(pos.room), list(pos.fate), list(pos.aboard)
    for figure, (x, y) in spots.items():
        xs[figure], ys[figure], rooms[figure] = x, y, pos.book.table.building(x, y)
        fates[figure], aboard[figure] = STANDING, -1
    pos.x, pos.y, pos.room, pos.fate, pos.aboard = tuple(xs), tuple(ys), tuple(rooms), tuple(fates), tuple(aboard)
    pos.derive()


def _man(pos: YangtzePosition, unit: int) -> None:
    """A carrier comes with its crew and with the units that ride in it."""
    book = pos.book
    fates, aboard = list(pos.fate), list(pos.aboard)
    for figure in book.men[unit]:
        fates[figure], aboard[figure] = ABOARD, unit
    handle = book.units[unit].handle
    for rider, spec in enumerate(book.units):
        if handle and spec.inside == handle and spec.side == book.units[unit].side:
            for figure, carrier in zip(book.men[rider], _berths(pos, rider, handle), strict=True):
                if carrier == unit:
                    fates[figure], aboard[figure] = ABOARD, unit
    pos.fate, pos.aboard = tuple(fates), tuple(aboard)
    pos.derive()


def _berths(pos: YangtzePosition, rider: int, handle: str) -> list[int]:
    """S19.1: several carriers under one handle share the load, unit by unit or as the scenario splits it."""
    book = pos.book
    carriers = book.handles[handle]
    if rider in book.split:
        return [carrier for carrier, count in zip(carriers, book.split[rider], strict=True) for _ in range(count)]
    mates = [u for u, spec in enumerate(book.units) if spec.inside == handle]
    return [carriers[mates.index(rider) % len(carriers)]] * len(book.men[rider])


def due(pos: YangtzePosition, side: int) -> list[int]:
    """The units that this side has to place now; riders come with what carries them."""
    book = pos.book
    return [
        unit
        for unit in book.units_of[side]
        if book.units[unit].turn <= pos.turn
        and not book.units[unit].inside
        and not pos.arrived(unit)
        and not _gone(pos, unit)
    ]


def _gone(pos: YangtzePosition, unit: int) -> bool:
    return any(pos.fate[figure] != TO_COME for figure in pos.book.men[unit])


def fixed(pos: YangtzePosition, unit: int) -> bool:
    """Units with a printed place need no decision."""
    return pos.book.units[unit].at is not None


class SetUp(Step[YangtzePosition]):
    """Each side in turn; with ``pos.turn`` later than the first it is the arrival of reinforcements (S19.2)."""

    name = "setup"
    case = "S19.1"

    def settle(self, pos: YangtzePosition) -> bool:
        side, *_ = pos.frame
        for unit in due(pos, side):
            if fixed(pos, unit) and not self._waiting(pos, unit):
                at = pos.book.units[unit].at
                assert at is not None
                if pos.book.units[unit].carrier and hull_refusal(pos, unit, *at, pos.book.units[unit].heading):
                    continue
                if place(pos, unit, *at):
                    pos.tell("S19.2", "event.arrives", unit=unit)
        if self._left(pos) or self._placed(pos):
            return True
        pos.done()
        return False

    def _waiting(self, pos: YangtzePosition, unit: int) -> bool:
        return bool(pos.frame[2] >> unit & 1)

    def _placed(self, pos: YangtzePosition) -> int:
        return int(pos.frame[1])

    def _left(self, pos: YangtzePosition) -> list[int]:
        side, _, waiting = pos.frame
        return [unit for unit in due(pos, side) if not waiting >> unit & 1 and not fixed(pos, unit)]

    def actor(self, pos: YangtzePosition) -> Actor:
        return pos.book.sides[pos.frame[0]]

    def options(self, pos: YangtzePosition) -> Options:
        left = self._left(pos)
        groups: list[Group[Action]] = [Group(Deploy, unit, values=_spots(pos, unit)) for unit in left]
        if not left:
            return Options(one(Ready()))
        if pos.turn > 1 or not any(map(len, groups)):
            groups.append(Group(Wait, values=left))
        return Options(*groups)

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        left = self._left(pos)
        match action:
            case Ready():
                return Refusal(self.case, "refusal.setup_left", unit=left[0]) if left else None
            case Wait(unit):
                if unit not in left:
                    return Refusal("S19.2", "refusal.not_due")
                if pos.turn == 1 and len(_spots(pos, unit)()):
                    return Refusal("S19.2", "refusal.wait_first_turn")
                return None
            case Deploy(unit, point):
                if unit not in left:
                    return Refusal("S19.2", "refusal.not_due")
                return deploy_refusal(pos, unit, *point)
            case Put(piece, point):
                return self._put_refusal(pos, piece, point)
        return Refusal(self.case, "refusal.setup_first")

    def _put_refusal(self, pos: YangtzePosition, piece: int, point: tuple[int, int]) -> Refusal | None:
        kind, figure = pos.book.what(piece)
        if kind != "figure":
            return Refusal(self.case, "refusal.figure_wanted")
        unit = pos.book.figures[figure].unit
        if not self._placed(pos) >> unit & 1 or pos.fate[figure] != STANDING:
            return Refusal(self.case, "refusal.not_due")
        taken = crowd(pos, pos.owner[unit], frozenset({figure}))
        if refusal := spot_refusal(pos, unit, *point, pos.book.units[unit].radius, taken):
            return refusal
        twin = pos.copy()
        twin.stand(figure, *point)
        if any(not in_command(twin, mate) for mate in twin.standing[unit]):
            return Refusal("4.1", "refusal.setup_command")
        return Refusal("S19.1", "refusal.too_near") if too_near(twin, [figure]) else None

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        side, placed, waiting = pos.frame
        match action:
            case Ready():
                pos.done()
            case Wait(unit):
                pos.become(side, placed, waiting | 1 << unit)
                pos.tell("S19.2", "event.waits", unit=unit)
            case Deploy(unit, point):
                pos.become(side, placed | 1 << unit, waiting)
                place(pos, unit, *point)
                if pos.book.units[unit].hidden:
                    pos.hidden |= 1 << unit
                pos.tell("S19.1", "event.deployed", _to(pos, unit), unit=unit)
            case Put(piece, point):
                figure = pos.book.what(piece)[1]
                pos.stand(figure, *point)
                pos.tell("S19.1", "event.put", _to(pos, pos.book.figures[figure].unit), piece=piece)

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return ("prompt.setup" if pos.turn == 1 else "prompt.arrivals"), {"side": pos.book.sides[pos.frame[0]]}


def _to(pos: YangtzePosition, unit: int) -> tuple[str, ...] | None:
    """Who may learn what a unit does: everybody, or its side alone while it is hidden."""
    return (pos.book.sides[pos.owner[unit]],) if pos.hidden >> unit & 1 or pos.book.units[unit].hidden else None


def deploy_refusal(pos: YangtzePosition, unit: int, x: int, y: int) -> Refusal | None:
    """Judge any point for a unit's leader, gun or hull."""
    spec = pos.book.units[unit]
    if spec.carrier:
        if spec.zone and not pos.book.table.in_zone(spec.zone, x, y):
            return Refusal("S19.1", "refusal.zone", unit=unit)
        return hull_refusal(pos, unit, x, y, spec.heading)
    radius = spec.gun_radius or spec.radius
    if refusal := spot_refusal(pos, unit, x, y, radius, crowd(pos, pos.owner[unit])):
        return refusal
    twin = pos.copy()
    if not place(twin, unit, x, y):
        return Refusal("S19.1", "refusal.no_room", unit=unit)
    if any(not in_command(twin, figure) for figure in twin.standing[unit]):
        return Refusal("4.1", "refusal.setup_command")
    if too_near(twin, list(twin.standing[unit])):
        return Refusal("S19.1", "refusal.too_near")
    return Refusal("S6.7", "refusal.in_view") if spec.hidden and in_view(twin, unit) else None


def in_view(pos: YangtzePosition, unit: int) -> bool:
    """S6.7: does an enemy see a figure of the unit that stands without cover?"""
    enemies = [f for foe in pos.units_of(other(pos.owner[unit])) for f in pos.standing[foe]]
    return any(
        not in_cover(pos, figure) and any(figure_sees(pos, enemy, figure) for enemy in enemies)
        for figure in pos.standing[unit]
    )


def in_cover(pos: YangtzePosition, figure: int) -> bool:
    """On soft ground or better, or under a roof."""
    return pos.room[figure] >= 0 or RANK[pos.book.table.ground(pos.x[figure], pos.y[figure]).cover] >= RANK["soft"]


def _spots(pos: YangtzePosition, unit: int) -> Callable[[], list[tuple[int, int]]]:
    def spots() -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for point in _sweep(pos, unit):
            if deploy_refusal(pos, unit, *point) is None:
                found.append(point)
                if len(found) >= CANDIDATES:
                    break
        return found

    return spots


def _sweep(pos: YangtzePosition, unit: int) -> Iterator[tuple[int, int]]:
    """Points of a unit's zone, coarse raster first so that the candidates lie far apart, then finer ones."""
    zone = pos.book.table.zones[pos.book.units[unit].zone]
    left, top = min(x for x, _ in zone), min(y for _, y in zone)
    wide, high = max(x for x, _ in zone) - left, max(y for _, y in zone) - top
    for parts in (3, 8, 24):
        order = [(column, row) for row in range(parts) for column in range(parts)]
        # A fixed shuffle: each side's units do not all begin in the same corner of their zone.
        order.sort(key=lambda cell: ((cell[0] * 7 + cell[1] * 13 + unit * 5) % 11, cell))
        for column, row in order:
            yield left + wide * (2 * column + 1) // (2 * parts), top + high * (2 * row + 1) // (2 * parts)
