"""4.6, S12.3, S14.5 Riders: getting on and off vehicles and vessels."""

from __future__ import annotations

from shapan.ground.table import Pt, ahead, bearing, length, near_polygon, walk
from shapan.kernel import Refusal

from ..actions import HALT, MOVE, SKIRMISH
from ..fire.sighting import nearest_point
from ..movement.ways import escorted, movers
from ..placing import crowd, set_down, spiral
from ..position import ABOARD, WRECK, YangtzePosition
from .boarding import alongside
from .swimming import deep, dive


def land_refusal(pos: YangtzePosition, unit: int, point: Pt) -> Refusal | None:
    """4.6, S12.3, S14.5: riders leave a halted carrier; if it moves, they step off where it stops."""
    carrier = pos.riding(unit)
    if carrier < 0:
        return Refusal("4.6", "refusal.not_riding", unit=unit)
    if pos.card[unit] not in (MOVE, SKIRMISH):
        return Refusal("4.6", "refusal.stays_aboard", unit=unit)
    if pos.book.units[unit].kind == "civilian" and not pos.in_play(unit):
        return Refusal("S17.1", "refusal.escort")
    if pos.card[carrier] == HALT and not landing_spots(pos, unit, carrier, point, _leash(pos, unit)):
        return Refusal("S14.5", "refusal.no_landing", unit=unit)
    return None


def _leash(pos: YangtzePosition, unit: int) -> int:
    return pos.allowance(unit, pos.card[unit])[1] - pos.book.embark


def landing_spots(pos: YangtzePosition, unit: int, carrier: int, point: Pt, leash: int) -> dict[int, Pt]:
    """Where the riders of one carrier come to stand about a point; empty when nobody can."""
    book = pos.book
    men = [f for f in pos.alive(unit) if pos.fate[f] == ABOARD and pos.aboard[f] == carrier]
    taken = crowd(pos, pos.owner[unit])
    radius = book.units[unit].radius
    found: dict[int, Pt] = {}
    spots = iter(spiral(2 * radius + radius // 4, book.radius))
    for figure in men:
        for dx, dy in spots:
            x, y = point[0] + dx, point[1] + dy
            if taken.free(x, y, radius) and _can_land(pos, unit, carrier, (x, y), leash):
                found[figure] = (x, y)
                taken.add((figure, x, y, radius))
                break
    return found


def may_swim(pos: YangtzePosition, carrier: int) -> bool:
    """12.2, S14.7: those who abandon a wreck may jump into the water."""
    return bool(pos.book.switches["swimming"] and pos.damage[carrier] & WRECK)


def _can_land(pos: YangtzePosition, unit: int, carrier: int, spot: Pt, leash: int) -> bool:
    """From within 25 mm of the hull a clear way leads there; from a wreck also into the water."""
    book = pos.book
    edges, radius = pos.body(carrier), book.units[unit].radius
    x, y = spot
    if not book.table.on_table(x, y, radius) or pos.on_body(x, y, radius):
        return False
    if not pos.is_body(carrier) and near_polygon(edges, x, y) < radius * radius:
        return False
    rule = pos.way(unit)
    if may_swim(pos, carrier) and deep(pos, x, y):
        return near_polygon(edges, x, y) <= (book.alongside + 2 * radius) ** 2
    if book.table.building(x, y) < 0 and not book.table.ground(x, y).cost[rule.mover]:
        return False
    hx, hy = nearest_point(edges, x, y)
    way = walk(book.table, rule, ((x, y), (hx, hy)), 0, pos.shut_for(unit))
    gap = length(*way.end, hx, hy)
    return gap <= book.alongside + radius and way.spent <= leash


def landings(pos: YangtzePosition, unit: int) -> list[Pt]:
    """Candidate points round a halted carrier."""
    carrier = pos.riding(unit)
    if carrier < 0 or pos.card[carrier] != HALT or pos.card[unit] not in (MOVE, SKIRMISH):
        return []
    spec = pos.book.units[carrier]
    x, y, heading = pos.at[carrier]
    far = spec.size[1] // 2 + pos.book.alongside + pos.book.units[unit].radius
    long = spec.size[0] // 2 + pos.book.alongside
    points = [ahead(x, y, heading + 90, far), ahead(x, y, heading - 90, far)]
    points += [ahead(x, y, heading, long), ahead(x, y, heading + 180, long)]
    for along in (-spec.size[0] // 3, spec.size[0] // 3):
        base = ahead(x, y, heading, along)
        points += [ahead(*base, heading + 90, far), ahead(*base, heading - 90, far)]
    fine = [point for point in points if pos.book.table.on_table(*point)]
    return [point for point in dict.fromkeys(fine) if land_refusal(pos, unit, point) is None]


def embark_refusal(pos: YangtzePosition, unit: int, carrier: int) -> Refusal | None:
    """S12.3, S14.5: a unit on MOVE goes aboard a halted carrier of its side with seats left."""
    book = pos.book
    if carrier >= len(book.units) or not book.units[carrier].carrier or pos.owner[carrier] != pos.owner[unit]:
        return Refusal("S12.3", "refusal.no_carrier")
    if pos.card[unit] != MOVE or book.units[unit].kind in ("gun", "mounted") or not pos.in_play(carrier):
        return Refusal("S12.3", "refusal.no_carrier")
    if pos.card[carrier] != HALT:
        return Refusal("S12.3", "refusal.carrier_moves", unit=carrier)
    if not any(reach_hull(pos, figure, carrier) for figure in passengers(pos, unit)):
        return Refusal("S12.3", "refusal.carrier_far", unit=carrier)
    if seats_left(pos, carrier) <= 0:
        return Refusal("S12.3", "refusal.seats", unit=carrier)
    return None


def passengers(pos: YangtzePosition, unit: int) -> list[int]:
    """Those of a unit who could go aboard something: on the table and able to move, or riding already."""
    riders = [f for f in pos.alive(unit) if pos.fate[f] == ABOARD and pos.book.figures[f].unit != pos.aboard[f]]
    return movers(pos, unit) + riders


def seats_left(pos: YangtzePosition, carrier: int) -> int:
    riders = [f for f in pos.crew(carrier) if pos.book.figures[f].unit != carrier]
    return pos.book.units[carrier].seats - len(riders)


def reach_hull(pos: YangtzePosition, figure: int, carrier: int) -> bool:
    unit = pos.book.figures[figure].unit
    if pos.fate[figure] == ABOARD:
        return pos.aboard[figure] != carrier and alongside(pos, pos.aboard[figure], carrier)
    if not escorted(pos, figure):
        return False
    edges = pos.body(carrier)
    x, y = pos.x[figure], pos.y[figure]
    hx, hy = nearest_point(edges, x, y)
    way = walk(pos.book.table, pos.way(unit), ((x, y), (hx, hy)), 0, pos.shut_for(unit))
    close = length(*way.end, hx, hy) <= pos.book.alongside + pos.book.figures[figure].radius
    return close and way.spent + pos.book.embark <= pos.allowance(unit, MOVE)[1]


def embarkations(pos: YangtzePosition, unit: int) -> list[int]:
    return [carrier for carrier in pos.book.carriers if embark_refusal(pos, unit, carrier) is None]


def embark_all(pos: YangtzePosition) -> None:
    """S12.3: those who planned it go aboard, and riders of carriers that moved step off beside them."""
    fates, aboard = list(pos.fate), list(pos.aboard)
    for unit, plan in enumerate(pos.plan):
        if plan[:1] != ("embark",) or not pos.in_play(plan[1]):
            continue
        room = seats_left(pos, plan[1])
        for figure in passengers(pos, unit):
            if room > 0 and reach_hull(pos, figure, plan[1]):
                fates[figure], aboard[figure] = ABOARD, plan[1]
                room -= 1
                # R41: nobody is pinned aboard, so whoever was while he moved (8.4) is free of it there.
                pos.pinned_next &= ~(1 << figure)
        pos.fate, pos.aboard = tuple(fates), tuple(aboard)
        pos.derive()
        pos.tell("S12.3", "event.embarks", unit=unit, unit2=plan[1])
    disembark(pos, moved=True)


def disembark(pos: YangtzePosition, moved: bool = False) -> None:
    """S12.3, S14.5: riders get off: of a halted carrier with the movement that is left, of another beside the hull."""
    for unit, plan in enumerate(pos.plan):
        carrier = pos.riding(unit)
        if plan[:1] != ("land",) or carrier < 0 or (pos.card[carrier] != HALT) != moved:
            continue
        leash = pos.book.alongside * 2 if moved else _leash(pos, unit)
        spots = landing_spots(pos, unit, carrier, plan[1], leash)
        if spots:
            dive(pos, spots)
            pos.tell("S14.5", "event.lands", unit=unit, unit2=carrier, count=len(spots))


def storm_out(pos: YangtzePosition) -> None:
    """S6.1: riders on CHARGE who do not board get off a halted carrier on the side of their target, and charge on."""
    for unit, plan in enumerate(pos.plan):
        carrier = pos.riding(unit)
        if plan[:1] != ("charge",) or carrier < 0 or pos.book.units[plan[1]].carrier or not pos.standing[plan[1]]:
            continue
        spots = sally_spots(pos, unit, plan[1])
        set_down(pos, spots)
        spent = list(pos.spent)
        for figure in spots:
            spent[figure] = pos.book.embark
        pos.spent = tuple(spent)
        if spots:
            pos.tell("S14.5", "event.lands", unit=unit, unit2=carrier, count=len(spots))


def sally_spots(pos: YangtzePosition, unit: int, target: int) -> dict[int, Pt]:
    """Where riders who charge come off: beside the hull, nearest to their target."""
    carrier = pos.riding(unit)
    if carrier < 0 or pos.card[carrier] != HALT or not pos.standing[target]:
        return {}
    edges = pos.body(carrier)
    foe = pos.standing[target][0]
    hx, hy = nearest_point(edges, pos.x[foe], pos.y[foe])
    clear = pos.book.units[unit].radius + pos.book.contact_gap
    point = ahead(hx, hy, bearing(pos.x[foe] - hx, pos.y[foe] - hy), clear)
    return landing_spots(pos, unit, carrier, point, pos.book.alongside * 2)
