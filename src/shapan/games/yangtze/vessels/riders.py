"""4.6, S12.3, S14.5 Riders: getting off and on vehicles and vessels is a part of one's way, and watched like the rest.

Who gets off a carrier that halts begins his way at the gangway; who goes aboard ends it there (R97). Off a carrier that
moves one steps where it stops, and goes no farther: a leg that begins when everybody else has come to rest (R117).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from shapan.ground.table import OUTDOORS, Pt, Track, ahead, around, bearing, beyond, near_polygon, opposite
from shapan.kernel import Refusal

from ..actions import HALT, MOVE, SKIRMISH
from ..fire.sighting import nearest_point
from ..measure import told
from ..movement.ways import armed, bears_arms, escorted, movers, own_limits
from ..orders.planned import Charging, Driving, Embarking, Sailing, landings_of
from ..orders.standstill import while_planning
from ..place import Pose, move
from ..placing import crowd, set_down, spiral
from ..position import ABOARD, STANDING, WRECK, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Model, Unit, numbered
from .boarding import pay_across
from .crews import hands, seats_left
from .driving import facing
from .gangways import berthed, crowded, foothold, gangway_case, on_gangway, too_near, way_off, way_on
from .grappling import alongside, grappled
from .swimming import deep, dive

# --- getting off ---------------------------------------------------------------------------------


def riders_on(pos: YangtzePosition, unit: Unit, carrier: Unit) -> list[Figure]:
    """The figures of a unit that ride in this carrier."""
    return [f for f in pos.alive(unit) if pos.fate[f] == ABOARD and pos.aboard[f] == carrier]


def carriers_of(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    """Everything that carries figures of a unit; a big one may need several boats."""
    if pos.riding(unit) is None:
        return []
    return sorted({pos.carrier(f) for f in pos.alive(unit) if pos.fate[f] == ABOARD} - {unit})


def land_refusal(pos: YangtzePosition, unit: Unit, point: Pt) -> Refusal | None:
    """4.6, S12.3, S14.5: riders leave a halted carrier; if it moves, they step off where it stops."""
    carriers = carriers_of(pos, unit)
    if not carriers:
        return Refusal("4.6", "refusal.not_riding", unit=unit)
    if pos.card[unit] not in (MOVE, SKIRMISH):
        return Refusal("4.6", "refusal.stays_aboard", unit=unit)
    if not any(leavers(pos, unit, carrier) for carrier in carriers):
        return _held_aboard(pos, carriers, unit)
    if any(pos.card[carrier] != HALT and steps_off(pos, unit, carrier) for carrier in carriers):
        return None
    still = [carrier for carrier in carriers if pos.card[carrier] == HALT]
    if any(can_land(pos, unit, carrier, point) for carrier in still):
        return None
    feet = [(carrier, foothold(pos, unit, carrier, point)) for carrier in still]
    if any(at is not None and too_near(pos, unit, carrier, at, point) for carrier, at in feet):
        return Refusal("5.3", "refusal.closer", most=told(pos, pos.book.standoff))
    return Refusal(gangway_case(pos, carriers[0]), "refusal.no_landing", unit=unit)


def steps_off(pos: YangtzePosition, unit: Unit, carrier: Unit) -> bool:
    """S12.3, S14.5: may riders get off where what carries them comes to a stop? Off a vessel on MOVE only."""
    return pos.card[unit] == MOVE or (pos.card[unit] == SKIRMISH and pos.book.units[carrier].kind != "vessel")


def leavers(pos: YangtzePosition, unit: Unit, carrier: Unit) -> list[Figure]:
    """Those of a unit who may get off this carrier: nobody while it has lost its nerve (14.8, R53), of civilians none
    whom the enemy holds (S17.2) and none without an escort (S17.1)."""
    if pos.shaken >> carrier & 1 or not guarded(pos, unit, carrier):
        return []
    return [figure for figure in riders_on(pos, unit, carrier) if not pos.captive >> figure & 1]


def _held_aboard(pos: YangtzePosition, carriers: list[Unit], unit: Unit) -> Refusal:
    """Why nobody of a unit gets off: the vehicle has lost its nerve, or civilians are in the enemy's hands, or nobody
    goes with them."""
    for carrier in carriers:
        if pos.shaken >> carrier & 1:
            return Refusal("14.8", "refusal.stays_aboard", unit=unit)
        if in_enemy_hands(pos, unit, carrier):
            return Refusal("S17.2", "refusal.captive")
    return Refusal("S17.1", "refusal.escort")


def in_enemy_hands(pos: YangtzePosition, unit: Unit, carrier: Unit) -> bool:
    """S17.2, R106: are the civilians of a unit aboard this carrier in the enemy's hands: his captives, or in what he
    has, with somebody armed aboard?"""
    held = all(pos.captive >> figure & 1 for figure in riders_on(pos, unit, carrier))
    return held or (pos.owner[carrier] != pos.owner[unit] and any(bears_arms(pos, f) for f in pos.crew(carrier)))


def guarded(pos: YangtzePosition, unit: Unit, carrier: Unit) -> bool:
    """S17.1: civilians get off only with an armed friend aboard, or within 75 mm of the hull; not where the enemy has
    taken what carries them and them with it (S17.2)."""
    book = pos.book
    if book.units[unit].kind != "civilian":
        return True
    if in_enemy_hands(pos, unit, carrier):
        return False
    if any(bears_arms(pos, f) for f in hands(pos, carrier)):
        return True
    return any(pos.hull_gap(f, carrier) <= book.radius_reduced for f in armed(pos, pos.owner[unit]))


def landing_ways(
    pos: YangtzePosition, unit: Unit, carrier: Unit, point: Pt, most: int | None = None
) -> dict[Figure, Track]:
    """The ways of the riders of one halted carrier to places about a point, as far as their card lets them; who jumps
    from a wreck has no way at all (S14.7). Empty when nobody can."""
    return dict(_ashore(pos, unit, carrier, point, most))


def can_land(pos: YangtzePosition, unit: Unit, carrier: Unit, point: Pt) -> bool:
    """Is there such a way for anybody?"""
    return any(True for _ in _ashore(pos, unit, carrier, point))


def _ashore(
    pos: YangtzePosition, unit: Unit, carrier: Unit, point: Pt, most: int | None = None
) -> Iterator[tuple[Figure, Track]]:
    book = pos.book
    most = pos.allowance(unit, pos.card[unit])[1] if most is None else most
    if not (berthed(pos, carrier) or may_swim(pos, carrier)):
        return
    taken, radius = crowd(pos, pos.owner[unit]), book.units[unit].radius
    ways = _known_ways(pos, unit, carrier)
    spots = iter(spiral(2 * radius + radius // 4, book.radius))
    for figure in leavers(pos, unit, carrier):
        for dx, dy in spots:
            spot = (point[0] + dx, point[1] + dy)
            if not taken.free(*spot, radius):
                continue
            if spot not in ways:
                ways[spot] = _landing_way(pos, unit, carrier, spot)
            track = ways[spot]
            if track is not None and track[-1][0] <= most:
                yield figure, track
                taken.add((figure, *spot, radius))
                break


def _known_ways(pos: YangtzePosition, unit: Unit, carrier: Unit) -> dict[Pt, Track | None]:
    """The ways off a carrier that have been looked for: the same for all units aboard that go and stand alike, for as
    long as nobody moves."""
    radius, flashes = pos.book.units[unit].radius, pos.fired if pos.book.dark else 0
    known, key = pos.scene.known, ("ways off", carrier, pos.way(unit), radius, pos.owner[unit], pos.hidden, flashes)
    found: dict[Pt, Track | None] = known.setdefault(key, {})
    return found


def _landing_way(pos: YangtzePosition, unit: Unit, carrier: Unit, spot: Pt) -> Track | None:
    """To a spot where a base finds room and ground; from a wreck also into the water beside it."""
    book, radius = pos.book, pos.book.units[unit].radius
    if not book.table.on_table(*spot, radius):
        return None
    # The ground first: about a hull most of it is water.
    jumps = may_swim(pos, carrier) and deep(pos, *spot)
    bears = book.table.ground(*spot).cost[pos.way(unit).mover] or book.table.building(*spot) != OUTDOORS
    if not (jumps or bears) or pos.on_body(*spot, radius):
        return None
    edges = pos.body(carrier)
    if not pos.is_body(carrier) and near_polygon(edges, *spot) < radius * radius:
        return None
    if jumps:
        return ((0, *spot),) if near_polygon(edges, *spot) <= (book.alongside + 2 * radius) ** 2 else None
    return way_off(pos, unit, carrier, spot)


def may_swim(pos: YangtzePosition, carrier: Unit) -> bool:
    """12.2, S14.7: those who abandon a wreck may jump into the water."""
    return bool(pos.book.switches["swimming"] and pos.damage[carrier] & WRECK)


def beside_hull(pos: YangtzePosition, unit: Unit, carrier: Unit, point: Pt, charging: bool = False) -> dict[Figure, Pt]:
    """Where the riders of one carrier come to stand within 25 mm of the hull, as near to a point as they can; who does
    not charge keeps 100 mm from the enemy."""
    return dict(_beside_hull(pos, unit, carrier, point, charging))


def _beside_hull(
    pos: YangtzePosition, unit: Unit, carrier: Unit, point: Pt, charging: bool = False
) -> Iterator[tuple[Figure, Pt]]:
    book, mover = pos.book, pos.way(unit).mover
    taken, radius, edges = crowd(pos, pos.owner[unit]), book.units[unit].radius, pos.body(carrier)
    if near_polygon(edges, *point) > (book.alongside + radius) ** 2:
        point = nearest_point(edges, *point)  # it has stopped elsewhere, short of where they meant to get off
    # All along the hull there is room, however long it is.
    spots = iter(spiral(2 * radius + radius // 4, max(book.radius, book.spans[carrier] + book.alongside + 2 * radius)))
    about, far = around(edges), book.alongside + radius
    for figure in leavers(pos, unit, carrier):
        for dx, dy in spots:
            spot = (point[0] + dx, point[1] + dy)
            # The ground first: about a hull most of it is water.
            if beyond(about, *spot, far) or not book.table.ground(*spot).cost[mover]:
                continue
            close = near_polygon(edges, *spot) <= (book.alongside + radius) ** 2 and taken.free(*spot, radius)
            if close and _footing(pos, unit, carrier, spot) and (charging or not crowded(pos, unit, spot)):
                yield figure, spot
                taken.add((figure, *spot, radius))
                break


def _footing(pos: YangtzePosition, unit: Unit, carrier: Unit, spot: Pt) -> bool:
    radius = pos.book.units[unit].radius
    if not pos.book.table.on_table(*spot, radius) or pos.on_body(*spot, radius):
        return False
    return foothold(pos, unit, carrier, spot) is not None


def landings(pos: YangtzePosition, unit: Unit) -> list[Pt]:
    """Candidate points round what carries a unit, where it halts or where its course ends: on the ground, or in the
    water where they have to swim. Of a point beside it where nobody stands, the nearest where somebody does."""
    courses = tuple([pos.plan[carrier] for carrier in carriers_of(pos, unit)])
    return while_planning(pos, ("landings", unit, pos.plan[unit], courses), lambda: _landings(pos, unit))


def _landings(pos: YangtzePosition, unit: Unit) -> list[Pt]:
    found: list[Pt] = []
    planned = landings_of(pos.plan[unit])
    for carrier in carriers_of(pos, unit) if pos.card[unit] in (MOVE, SKIRMISH) else ():
        if pos.card[carrier] == HALT:
            done = any(can_land(pos, unit, carrier, point) for point in planned)
            points = [] if done else _about(pos, unit, carrier, *pos.at[carrier])
            found += [track[-1][1:] for point in points for _, track in islice(_ashore(pos, unit, carrier, point), 1)]
        elif steps_off(pos, unit, carrier) and (end := _course_end(pos, carrier)) and not planned:
            twin = pos.copy()
            move(twin, (Model(carrier), Pose(*end)))
            for point in _about(pos, unit, carrier, *end):
                found += [spot for _, spot in islice(_beside_hull(twin, unit, carrier, point), 1)]
    return list(dict.fromkeys(found))


def _course_end(pos: YangtzePosition, carrier: Unit) -> tuple[int, int, int] | None:
    """Where a carrier comes to lie, if its course is planned and nobody stands in its way."""
    plan, (x, y, _) = pos.plan[carrier], pos.at[carrier]
    if isinstance(plan, Sailing):
        return (*ahead(x, y, plan.turn, plan.run * SCALE), plan.then)
    if isinstance(plan, Driving):
        return (*plan.route[-1], facing(pos, carrier, plan.manner, plan.route))
    return None


def _about(pos: YangtzePosition, unit: Unit, carrier: Unit, x: int, y: int, heading: int) -> list[Pt]:
    spec = pos.book.units[carrier]
    far = spec.size[1] // 2 + pos.book.alongside + pos.book.units[unit].radius
    long = spec.size[0] // 2 + pos.book.alongside
    points = [ahead(x, y, heading + 90, far), ahead(x, y, heading - 90, far)]
    points += [ahead(x, y, heading, long), ahead(x, y, opposite(heading), long)]
    for off in (-spec.size[0] // 3, spec.size[0] // 3):
        base = ahead(x, y, heading, off)
        points += [ahead(*base, heading + 90, far), ahead(*base, heading - 90, far)]
    return [point for point in points if pos.book.table.on_table(*point)]


def disembark(pos: YangtzePosition) -> None:
    """S12.3, S14.5: the start of the common movement: riders of halted carriers come to the gangway with the whole of
    their way before them."""
    for unit, plan in numbered(pos.plan):
        for point in landings_of(plan):
            for carrier in _leaving(pos, unit):
                if pos.card[carrier] == HALT:
                    _come_off(pos, unit, carrier, landing_ways(pos, unit, carrier, point))


def _come_off(pos: YangtzePosition, unit: Unit, carrier: Unit, ways: dict[Figure, Track]) -> None:
    if not ways:
        return
    jumps = {figure: track[0][1:] for figure, track in ways.items() if len(track) == 1}
    set_down(pos, {figure: track[0][1:] for figure, track in ways.items() if figure not in jumps})
    dive(pos, jumps)
    tracks = list(pos.track)
    for figure, track in ways.items():
        tracks[figure] = track
    pos.track = tuple(tracks)
    pos.tell(gangway_case(pos, carrier), "event.lands", unit=unit, unit2=carrier, count=len(ways))


def stay_aboard(pos: YangtzePosition) -> None:
    """R184: who has been stopped before he had paid for the gangway has not left what carries him, unless the enemy has
    met him there."""
    for unit, plan in numbered(pos.plan):
        for figure in pos.standing[unit] if landings_of(plan) else ():
            if on_gangway(pos, figure) and not pos.touched >> figure & 1:
                hulls = [body for body, _ in pos.bodies if pos.owner[body] == pos.owner[unit]]
                pos.go_aboard([figure], min(hulls, key=lambda hull: (pos.hull_gap(figure, hull), hull)))


def step_off(pos: YangtzePosition) -> None:
    """S12.3, S14.5, R117: when all has come to rest, riders of carriers that moved step off beside the hull, and pay
    for it there."""
    for unit, plan in numbered(pos.plan):
        for point in landings_of(plan):
            for carrier in _leaving(pos, unit):
                if pos.card[carrier] != HALT and steps_off(pos, unit, carrier):
                    spots = beside_hull(pos, unit, carrier, point)
                    _down_the_gangway(pos, unit, carrier, spots)
                    pos.late |= sum(1 << figure for figure in spots)


def _leaving(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    """What riders can get off: 6.2 lets nobody go whom boarders have reached (R88)."""
    carriers = carriers_of(pos, unit)
    held = grappled(pos) if any(pos.book.units[carrier].kind == "vessel" for carrier in carriers) else set()
    return [carrier for carrier in carriers if carrier not in held]


def _down_the_gangway(pos: YangtzePosition, unit: Unit, carrier: Unit, spots: dict[Figure, Pt]) -> None:
    """They stand beside the hull, with the gangway as the first leg of their way."""
    if not spots:
        return
    set_down(pos, spots)
    tracks = list(pos.track)
    for figure, spot in spots.items():
        tracks[figure] = ((0, *spot), (pos.book.embark, *spot))
    pos.track = tuple(tracks)
    pos.tell(gangway_case(pos, carrier), "event.lands", unit=unit, unit2=carrier, count=len(spots))


# --- getting off to charge -----------------------------------------------------------------------


def storm_out(pos: YangtzePosition) -> None:
    """S6.1: riders on CHARGE who do not board get off a halted carrier on the side of their target, and charge on.
    The gangway is the first leg of their way."""
    for unit, plan in numbered(pos.plan):
        if not isinstance(plan, Charging):
            continue
        if pos.book.units[plan.target].carrier or not pos.standing[plan.target]:
            continue
        for carrier in _leaving(pos, unit):
            _down_the_gangway(pos, unit, carrier, _sally(pos, unit, carrier, plan.target))


def sallies(pos: YangtzePosition, unit: Unit, target: Unit) -> bool:
    """Is there somebody among the riders who can come off to charge this unit?"""
    return any(_sally(pos, unit, carrier, target) for carrier in carriers_of(pos, unit))


def _sally(pos: YangtzePosition, unit: Unit, carrier: Unit, target: Unit) -> dict[Figure, Pt]:
    """Where riders who charge come off: beside the hull, nearest to their target."""
    if pos.card[carrier] != HALT or not pos.standing[target]:
        return {}
    edges = pos.body(carrier)
    foe = pos.standing[target][0]
    hx, hy = nearest_point(edges, pos.x[foe], pos.y[foe])
    clear = pos.book.units[unit].radius + pos.book.contact_gap
    point = ahead(hx, hy, bearing(pos.x[foe] - hx, pos.y[foe] - hy), clear)
    return beside_hull(pos, unit, carrier, point, charging=True)


# --- going aboard --------------------------------------------------------------------------------


def embark_refusal(pos: YangtzePosition, unit: Unit, carrier: Unit) -> Refusal | None:
    """S12.3, S14.5: a unit on MOVE or SKIRMISH goes aboard a halted carrier of its side with seats left; not a wreck
    (12.2)."""
    book = pos.book
    if carrier >= len(book.units) or not book.units[carrier].carrier or pos.owner[carrier] != pos.owner[unit]:
        return Refusal("S12.3", "refusal.no_carrier")
    able = pos.card[unit] in (MOVE, SKIRMISH) and book.units[unit].kind not in ("gun", "mounted")
    if not able or not pos.in_play(carrier):
        return Refusal("S12.3", "refusal.no_carrier")
    case = gangway_case(pos, carrier)
    if pos.damage[carrier] & WRECK:
        return Refusal("12.2", "refusal.wreck", unit=carrier)
    if pos.card[carrier] != HALT:
        return Refusal(case, "refusal.carrier_moves", unit=carrier)
    if not _ways_aboard(pos, unit, carrier) and not _across(pos, unit, carrier):
        return _unreached(pos, unit) or Refusal(case, "refusal.carrier_far", unit=carrier)
    if seats_left(pos, carrier) <= 0:
        return Refusal(case, "refusal.seats", unit=carrier)
    return None


def _unreached(pos: YangtzePosition, unit: Unit) -> Refusal | None:
    """S17.1, S17.2: is it for want of an escort that nobody of a unit gets aboard?"""
    if pos.standing[unit] and not any(escorted(pos, figure) for figure in pos.standing[unit]):
        return Refusal("S17.1", "refusal.escort")
    carriers = carriers_of(pos, unit)
    free = not carriers or any(leavers(pos, unit, carrier) for carrier in carriers)
    return None if free else _held_aboard(pos, carriers, unit)


def _ways_aboard(pos: YangtzePosition, unit: Unit, carrier: Unit) -> dict[Figure, Track]:
    """The ways of those on the table who can reach the hull and pay for the gangway."""
    found = {}
    for figure in movers(pos, unit):
        most = own_limits(pos, figure)[1]
        # Nobody gets farther than over easy ground, and to within 25 mm of the hull.
        if pos.far_from(carrier, pos.x[figure], pos.y[figure], most + pos.book.alongside + 2 * pos.book.radii[figure]):
            continue
        track = way_on(pos, figure, carrier) if escorted(pos, figure) else None
        if track is not None and track[-1][0] <= most:
            found[figure] = track
    return found


def _across(pos: YangtzePosition, unit: Unit, carrier: Unit) -> list[Figure]:
    """S14.5: riders pass from one hull to another alongside it; civilians with somebody armed (S17.1)."""
    hulls = [other for other in carriers_of(pos, unit) if other != carrier and alongside(pos, other, carrier)]
    return [figure for other in hulls for figure in leavers(pos, unit, other)]


def embarkations(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    """What a unit can go aboard of."""
    return while_planning(pos, ("embarkations", unit, pos.plan[unit]), lambda: _embarkations(pos, unit))


def _embarkations(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    return [carrier for carrier in pos.book.carriers if embark_refusal(pos, unit, carrier) is None]


def make_for_hulls(pos: YangtzePosition) -> None:
    """The start of the common movement: those who go aboard set out for the hull."""
    for unit, plan in numbered(pos.plan):
        if isinstance(plan, Embarking) and pos.in_play(plan.carrier):
            tracks = list(pos.track)
            for figure, track in _ways_aboard(pos, unit, plan.carrier).items():
                tracks[figure] = track
            pos.track = tuple(tracks)


def embark_all(pos: YangtzePosition) -> None:
    """S12.3: the end of movement: those who have come to the end of the gangway are aboard, as far as there are seats,
    and so are those who pass from hull to hull."""
    for unit, plan in numbered(pos.plan):
        if not isinstance(plan, Embarking):
            continue
        carrier = plan.carrier
        if not pos.in_play(carrier) or pos.damage[carrier] & WRECK:
            continue
        free = _leaving(pos, unit)
        across = [figure for figure in _across(pos, unit, carrier) if pos.carrier(figure) in free]
        come = [*(figure for figure in pos.standing[unit] if arrived(pos, figure)), *across]
        come = come[: max(seats_left(pos, carrier), 0)]
        pay_across(pos, [figure for figure in come if figure in across])
        if come:
            pos.go_aboard(come, carrier)
            pos.tell(gangway_case(pos, carrier), "event.embarks", unit=unit, unit2=carrier)


def arrived(pos: YangtzePosition, figure: Figure) -> bool:
    """Has the figure come to the end of its way, and nobody to it?"""
    track = pos.track[figure]
    free = pos.fate[figure] == STANDING and not pos.touched >> figure & 1
    return free and bool(track) and pos.spent[figure] >= track[-1][0]
