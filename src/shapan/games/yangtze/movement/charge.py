"""5.3 CHARGE: whom each charging figure goes for, and by which way (S7.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from shapan.ground.table import Pt, Walk, along, cut, length
from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from ..actions import CHARGE
from ..contact import can_be_met, doorsteps, in_contact, parted, shut_out
from ..fire.sighting import sees_body, unit_sees
from ..orders.candidates import states, within_charge
from ..orders.planned import Charged, Charging
from ..position import NOWHERE, WRECK, YangtzePosition
from ..specs import SCALE
from ..vessels.gangways import gangway_case
from ..vessels.riders import carriers_of, sallies
from ..who import Figure, Unit, numbered, put
from .hulks import in_the_way, past, up_to
from .ways import Path, able, climbed, movers, tread, way_round


def take_up(pos: YangtzePosition) -> None:
    """S7.3: at the start of a segment of movement every charging figure takes its man."""
    _chase(pos, pos.book.everyone)


def pursue(pos: YangtzePosition, lost: Collection[Figure] | None = None) -> None:
    """5.3, S7.3: those whose man is gone take another; a way is found anew where the man has moved: for all, or for
    those alone who do not know where to go."""
    _chase(pos, (), lost)


def _chase(pos: YangtzePosition, choosing: Iterable[Figure], lost: Collection[Figure] | None = None) -> None:
    """The men and ways of all chargers; so many of them choose anew even though their man still stands. 5.3: whose
    enemies are all gone makes his minimum move where he was going, and stops."""
    goals, tracks, sought, stairs = list(pos.goal), list(pos.track), list(pos.sought), list(pos.stairs)
    for figure in choosing:
        goals[figure] = None
    for unit, plan in numbered(pos.plan):
        if isinstance(plan, Charging) and pos.card[unit] == CHARGE and pos.standing[unit]:
            target = _target(pos, unit, plan.target)
            if target is None:
                for figure in pos.standing[unit]:
                    if goals[figure] is None or pos.spent[figure] >= pos.allowance(unit, CHARGE)[0]:
                        goals[figure], tracks[figure] = None, ()
                continue
            free = _free(pos, unit)
            _choose(pos, unit, free, target, goals)
            most = pos.allowance(unit, CHARGE)[1]
            for figure in free:
                man = goals[figure]
                assert man is not None
                there = (pos.x[man], pos.y[man])
                if sought[figure] != there and (lost is None or figure in lost):
                    sought[figure] = there
                    tracks[figure], stairs[figure] = way_to(pos, unit, figure, man, most)
    pos.goal, pos.track, pos.sought, pos.stairs = tuple(goals), tuple(tracks), tuple(sought), tuple(stairs)


def look_out(pos: YangtzePosition) -> bool:
    """R71, R261: what the enemy drives and sails has moved: chargers who would run into it now, or have come to a stop,
    look for their way anew. Has any of them to?"""
    sides = {pos.owner[going.unit] for going in pos.rolling}
    sought = list(pos.sought)
    for unit, plan in numbered(pos.plan):
        if isinstance(plan, Charging) and pos.card[unit] == CHARGE and other(pos.owner[unit]) in sides:
            for figure in pos.standing[unit]:
                man = pos.goal[figure]
                if man is not None and not pos.touched >> figure & 1 and _held_up(pos, figure, man):
                    sought[figure] = NOWHERE
    changed = tuple(sought) != pos.sought
    pos.sought = tuple(sought)
    return changed


def _held_up(pos: YangtzePosition, figure: Figure, man: Figure) -> bool:
    """Does what is left of a charger's way lead into something, or is nothing left of it although his move is?"""
    spent = pos.spent[figure]
    rest = ((spent, pos.x[figure], pos.y[figure]), *(mark for mark in pos.track[figure] if mark[0] > spent))
    if len(rest) < 2:
        return spent < pos.allowance(pos.book.figures[figure].unit, CHARGE)[1]
    return bool(in_the_way(pos, figure, rest, (pos.x[man], pos.y[man])))


def _free(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """The figures of a unit that go on charging, or can begin to; nobody who is under way falls out of command."""
    men = [figure for figure in pos.standing[unit] if not pos.touched >> figure & 1]
    if all(pos.spent[figure] for figure in men):
        return men
    fresh = movers(pos, unit)
    return [figure for figure in men if pos.spent[figure] or gangway(pos, figure) or figure in fresh]


def gangway(pos: YangtzePosition, figure: Figure) -> int:
    """S14.5: what somebody who has come off a carrier to charge has spent when he is down the gangway; nought for
    everybody else."""
    track = pos.track[figure]
    down = pos.book.embark
    return down if len(track) > 1 and track[:2] == ((0, *track[0][1:]), (down, *track[0][1:])) else 0


def _paid(pos: YangtzePosition, figure: Figure) -> int:
    """What a charging figure has spent, or must spend, before it can leave the place where it stands."""
    return max(pos.spent[figure], gangway(pos, figure))


def _within(pos: YangtzePosition, figure: Figure, enemy: Figure, most: int) -> bool:
    """Is somebody no farther away than what is left of a move?"""
    return pos.within(figure, enemy, most - _paid(pos, figure))


def _choose(pos: YangtzePosition, unit: Unit, free: list[Figure], target: Unit, goals: list[Figure | None]) -> None:
    """S7.3: who has no man, nearest to the target first, takes the one with the fewest claims, then the nearest. Whom
    a comrade has met is claimed already (13.2); whom nobody of the unit can meet comes last (R242)."""
    within_reach = [enemy for enemy in pos.standing[target] if can_be_met(pos, unit, enemy)]
    claims = {enemy: _met(pos, unit, enemy) for enemy in within_reach or pos.standing[target]}
    without = []
    for figure in free:
        man = goals[figure]
        if man in claims:
            claims[man] += 1
        else:
            without.append(figure)
    places = [(pos.x[enemy], pos.y[enemy], enemy) for enemy in claims] if without else []
    order = sorted((min([(pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2 for x, y, _ in places]), f) for f in without)
    for _, figure in order:
        fx, fy = pos.x[figure], pos.y[figure]
        _, _, enemy = min([(claims[enemy], (fx - x) ** 2 + (fy - y) ** 2, enemy) for x, y, enemy in places])
        claims[enemy] += 1
        goals[figure] = enemy


def _met(pos: YangtzePosition, unit: Unit, enemy: Figure) -> int:
    """How many of the unit are in contact with an enemy."""
    if not pos.touched >> enemy & 1:
        return 0
    mates = [mate for mate in pos.standing[unit] if pos.touched >> mate & 1]
    return sum(in_contact(pos, mate, enemy) for mate in mates)


def _target(pos: YangtzePosition, unit: Unit, charged: Unit) -> Unit | None:
    """The unit that is charged; another one once it is gone."""
    if pos.standing[charged]:
        return charged
    target = _next_target(pos, unit)
    if target is not None:
        pos.plan = put(pos.plan, unit, Charging(target))
    return target


def _next_target(pos: YangtzePosition, unit: Unit) -> Unit | None:
    """S7.3: when its target is gone, the nearest visible enemy unit within what is left of the move."""
    most = pos.allowance(unit, CHARGE)[1]
    best: tuple[int, Unit] | None = None
    for enemy in pos.units_of(other(pos.owner[unit])):
        spec = pos.book.units[enemy]
        if pos.hidden >> enemy & 1 or not pos.standing[enemy] or spec.kind == "civilian":
            continue
        near = min(
            pos.gap(figure, man) - (most - _paid(pos, figure))
            for figure in pos.standing[unit]
            for man in pos.standing[enemy]
        )
        if near <= 0 and (best is None or near < best[0]) and unit_sees(pos, unit, enemy):
            best = (near, enemy)
    return best[1] if best else None


def way_to(pos: YangtzePosition, unit: Unit, figure: Figure, enemy: Figure, most: int) -> Path:
    """Straight at the enemy if the way is clear; else the shortest way round to where he is, as far as the rest of the
    move takes him; up or down the stairs if he is on another floor. Where he has come by stays part of his way: whose
    end is taken goes back along it (S3.4)."""
    spent = _paid(pos, figure)
    steps = doorsteps(pos, unit, enemy) if shut_out(pos, unit, enemy) else []
    way = _to_door(pos, unit, figure, steps, most - spent) if steps else None
    way = way or _at_him(pos, unit, figure, enemy, most)
    there = (pos.x[enemy], pos.y[enemy])
    if hulks := in_the_way(pos, figure, way.track, there):
        way = past(pos, figure, there, most - spent, hulks) or up_to(way, hulks)
    there_too = pos.floor[enemy] and pos.book.table.building(*way.end) == pos.room[enemy]
    path = climbed(pos, figure, way.track, pos.floor[enemy] if there_too else 0)
    track = tuple((mark[0] + spent, mark[1], mark[2]) for mark in path.track)
    if spent > pos.spent[figure]:
        track = ((0, pos.x[figure], pos.y[figure]), *track)
    else:
        track = (*(mark for mark in pos.track[figure] if mark[0] < spent), *track)
    taken = [climb for climb in pos.stairs[figure] if climb.spent <= pos.spent[figure]]
    stairs = (*taken, *(climb._replace(spent=climb.spent + spent) for climb in path.stairs))
    return Path(cut(track, most) if track[-1][0] > most else track, stairs)


def _at_him(pos: YangtzePosition, unit: Unit, figure: Figure, enemy: Figure, most: int) -> Walk:
    """S7.3: the way to where an enemy stands, straight or round what is in the way, or up against it."""
    here, there = (pos.x[figure], pos.y[figure]), (pos.x[enemy], pos.y[enemy])
    left = most - _paid(pos, figure)
    within = _within(pos, figure, enemy, most)
    if not within:
        # Nobody gets farther than over easy ground.
        there = along(*here, *there, left + SCALE, length(*here, *there))
    way = tread(pos, unit, (here, there), free=within)
    sill = within and way.snag is None and _at_sill(pos, figure, enemy)
    if way.snag is None and not sill:
        return way
    round_ = _round(pos, unit, figure, enemy, left, sill)
    return round_ or (way if sill or not within else tread(pos, unit, (here, there)))


def _to_door(pos: YangtzePosition, unit: Unit, figure: Figure, steps: list[Pt], left: int) -> Walk | None:
    """R242: the way of somebody who stays outside to the nearest place from which he reaches his man through a door, or
    the beginning of it; none where no way leads there."""
    here = (pos.x[figure], pos.y[figure])
    there = min(steps, key=lambda spot: (length(*here, *spot), spot))
    way = tread(pos, unit, (here, there))
    if way.snag is None:
        return way
    raster = pos.raster(unit)
    points = way_round(pos, unit, here, raster.approach(frozenset(raster.about(there)), pos.scene.box(pos, unit)))
    way = tread(pos, unit, (here, *points, there))
    return way if points and (way.snag is None or way.spent >= left) else None


def _round(pos: YangtzePosition, unit: Unit, figure: Figure, enemy: Figure, left: int, sill: bool) -> Walk | None:
    """S7.3: the shortest way to his man, or to those of the same unit who are with him on one floor; where it is too
    long for what is left of the move, the beginning of it. None where no way leads there, or none is walked to its end:
    then he runs up against what is in his way."""
    here, raster = (pos.x[figure], pos.y[figure]), pos.raster(unit, windows=not sill)
    there = (pos.room[enemy], pos.floor[enemy])
    men = [f for f in pos.standing[pos.book.figures[enemy].unit] if (pos.room[f], pos.floor[f]) == there]
    squares = frozenset(raster.square(pos.x[f], pos.y[f]) for f in men)
    # The way however long is looked for only where none is short enough.
    for whole in (False, True):
        if whole:
            points = way_round(pos, unit, here, raster.approach(squares, pos.scene.box(pos, unit)))
        else:
            points = raster.shortest(here, squares, left)
        way = tread(pos, unit, (here, *points)) if points else None
        if way and (way.snag is None or way.spent >= left or sill):
            return way
    return None


def _at_sill(pos: YangtzePosition, figure: Figure, enemy: Figure) -> bool:
    """R87, S2.3: does an enemy stand so close to the other side of a window that whoever comes straight at him finds no
    room to climb through, and reaches nobody over the sill?"""
    if pos.room[enemy] == pos.room[figure] or pos.floor[enemy]:
        return False
    here, there = (pos.x[figure], pos.y[figure]), (pos.x[enemy], pos.y[enemy])
    bases, far = pos.book.figures[figure].radius + pos.book.figures[enemy].radius, length(*here, *there)
    return far > bases and parted(pos, along(*here, *there, far - bases, far), there)


def stop_unit(pos: YangtzePosition, unit: Unit) -> None:
    """R49: the unit that has routed another ends its movement there."""
    goals, tracks = list(pos.goal), list(pos.track)
    for figure in pos.book.men[unit]:
        goals[figure], tracks[figure] = None, ()
    pos.goal, pos.track = tuple(goals), tuple(tracks)
    pos.plan = put(pos.plan, unit, Charged())


def in_charge_reach(pos: YangtzePosition, unit: Unit, target: Unit) -> bool:
    """R8, where the players have agreed on it: does the shortest way of somebody in the unit reach the target?"""
    most = pos.allowance(unit, CHARGE)[1]
    for figure in pos.standing[unit]:
        for enemy in pos.standing[target]:
            if able(pos, figure) and pos.gap(figure, enemy) <= most:
                way = way_to(pos, unit, figure, enemy, most)
                _, x, y = way.track[-1]
                reach = pos.book.figures[figure].radius + pos.book.figures[enemy].radius + pos.book.contact_gap
                if (x - pos.x[enemy]) ** 2 + (y - pos.y[enemy]) ** 2 <= reach * reach:
                    return True
    return False


def charge_refusal(pos: YangtzePosition, unit: Unit, target: Unit) -> Refusal | None:
    """5.3, S6.6, R8, R66, R71: a charge goes for an enemy foot unit in sight; from a vessel, for a vessel."""
    book = pos.book
    if target >= len(book.units) or pos.owner[target] == pos.owner[unit] or not pos.in_play(target):
        return Refusal("5.3", "refusal.charge_enemy")
    if pos.hidden >> target & 1:
        return Refusal("5.3", "refusal.charge_enemy")
    carriers = carriers_of(pos, unit)
    if carriers and book.units[target].carrier:
        afloat = any(book.units[carrier].kind == "vessel" for carrier in carriers)
        vessel = book.units[target].kind == "vessel" and afloat
        if vessel and pos.damage[target] & WRECK:
            return Refusal("12.2", "refusal.wreck", unit=target)
        return None if vessel else Refusal("S14.6", "refusal.board_vessel")
    if carriers:
        sally = sally_refusal(pos, unit, carriers, target)
        ashore = sally and pos.standing[unit] and _on_foot_refusal(pos, unit, target) is None
        return None if ashore else sally
    return _on_foot_refusal(pos, unit, target)


def _on_foot_refusal(pos: YangtzePosition, unit: Unit, target: Unit) -> Refusal | None:
    """The same for those of a unit who are ashore."""
    book = pos.book
    kind = book.units[target].kind
    if kind in ("vehicle", "train", "vessel", "aircraft", "civilian") or not pos.standing[target]:
        return Refusal("13.1", "refusal.charge_foot", unit=target)
    if not movers(pos, unit):
        return Refusal("4.1", "refusal.none_in_command", unit=unit)
    if not unit_sees(pos, unit, target):
        return Refusal("S6.6", "refusal.charge_unseen", unit=target)
    if book.switches["charge_reach_limit"] and not in_charge_reach(pos, unit, target):
        return Refusal("5.3", "refusal.charge_far", unit=target)
    return None


def sally_refusal(pos: YangtzePosition, unit: Unit, carriers: list[Unit], target: Unit) -> Refusal | None:
    """S6.1: riders of a halted carrier get off and charge a unit on foot that can be seen from where they ride."""
    if pos.book.units[target].kind in ("aircraft", "civilian") or not pos.standing[target]:
        return Refusal("13.1", "refusal.charge_foot", unit=target)
    if not sallies(pos, unit, target):
        return Refusal(gangway_case(pos, carriers[0]), "refusal.no_landing", unit=unit)
    seen = any(sees_body(pos, figure, carrier) for figure in pos.standing[target] for carrier in carriers)
    return None if seen else Refusal("S6.6", "refusal.charge_unseen", unit=target)


def quarries(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    """The enemies that are worth charging: in sight, and not much farther away than a charge goes. While a side plans,
    nothing that they depend on changes."""
    key = ("quarries", unit, states(pos))
    known = pos.scene.known
    if key not in known:
        known[key] = _quarries(pos, unit)
    found: list[Unit] = known[key]
    return found


def _quarries(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    enemies = [
        e for e in pos.units_of(other(pos.owner[unit])) if within_charge(pos, unit, e) or pos.book.units[e].carrier
    ]
    near = [target for target in enemies if charge_refusal(pos, unit, target) is None]
    # 5.3: whoever has the card and anybody to charge has to, however far away.
    far = [] if near else [e for e in pos.units_of(other(pos.owner[unit])) if e not in enemies]
    return near or [target for target in far if charge_refusal(pos, unit, target) is None]
