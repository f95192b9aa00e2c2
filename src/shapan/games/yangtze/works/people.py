"""S17.2 Captives: how people are taken and freed, and how they go with those who took them."""

from __future__ import annotations

from shapan.ground.table import Pt, Walk, cut, near_polygons
from shapan.mechanics.sides import other

from ..actions import MOVE
from ..contact import together
from ..movement.ways import (
    Path,
    bears_arms,
    climbed,
    follow,
    guarded_from_aboard,
    on_foot,
    steady,
    way_round,
)
from ..noted import Captivity
from ..position import ABOARD, STANDING, YangtzePosition
from ..vessels.crews import seats_left
from ..vessels.gangways import way_on
from ..vessels.riders import arrived
from ..who import Figure, Unit, numbered


def capture(pos: YangtzePosition) -> None:
    """S17.2: a civilian is taken by an enemy in no forced state within 25 mm, with no armed friend within 75 mm in
    whatever state; and freed the same way, or with what carries it, if that has been seized (S14.6)."""
    book = pos.book
    for unit, spec in numbered(book.units):
        if spec.kind != "civilian":
            continue
        for figure in pos.alive(unit):
            held = pos.captive >> figure & 1
            if pos.fate[figure] == ABOARD:
                _change_hands(pos, figure, spec.side, bool(held))
                continue
            keeper = other(spec.side) if held else spec.side
            takers = [f for f in steady(pos, other(keeper)) if _beside(pos, f, figure)]
            if not takers:
                continue
            armed = (f for f in on_foot(pos, keeper) if bears_arms(pos, f))
            guards = [f for f in armed if pos.within(f, figure, book.radius_reduced)]  # R192: like an escort
            pos.show((*takers, *guards))
            if guards or guarded_from_aboard(pos, figure, keeper):
                continue
            if held:
                _release(pos, figure)
            else:
                _take(pos, figure, min(takers, key=lambda f: (pos.apart(f, figure), f)))


def _change_hands(pos: YangtzePosition, figure: Figure, side: int, held: bool) -> None:
    """R106, R292: whoever is aboard something is freed, or taken with it or anew."""
    carrier = pos.carrier(figure)
    if held:
        if _left_aboard(pos, carrier, side):
            _release(pos, figure)
    elif pos.owner[carrier] != side and (takers := _takers_aboard(pos, carrier)):
        pos.show(takers)
        _take(pos, figure, takers[0])


def _takers_aboard(pos: YangtzePosition, carrier: Unit) -> list[Figure]:
    """R292: the armed enemies who are aboard what they have, alongside it or beside it on the ground."""
    here, owner, near = pos.body(carrier), pos.owner[carrier], pos.book.alongside
    close = [body for body, edges in pos.bodies if pos.owner[body] == owner and near_polygons(here, edges) <= near**2]
    aboard = [f for hull in sorted(close, key=lambda hull: hull != carrier) for f in pos.crew(hull)]
    ashore = [f for f in steady(pos, owner) if pos.hull_gap(f, carrier) <= near]
    return [f for f in (*aboard, *ashore) if bears_arms(pos, f)]


def _left_aboard(pos: YangtzePosition, carrier: Unit, side: int) -> bool:
    """R106: is what carries a captive in the hands of its own side; or left by the enemy, with a friend beside the hull
    and no armed enemy near it?"""
    if pos.owner[carrier] == side:
        return True
    keeper, book = other(side), pos.book
    friends = [f for f in steady(pos, side) if pos.hull_gap(f, carrier) <= book.alongside]
    if not friends:
        return False
    armed = (f for f in on_foot(pos, keeper) if bears_arms(pos, f))
    guards = [f for f in armed if pos.hull_gap(f, carrier) <= book.radius_reduced]
    pos.show((*friends, *guards))
    return not guards and not _watched_from_aboard(pos, carrier, keeper)


def _watched_from_aboard(pos: YangtzePosition, carrier: Unit, side: int) -> bool:
    """Is there somebody armed of this side aboard, or aboard something else within 75 mm?"""
    here, reach = pos.body(carrier), pos.book.radius_reduced
    hulls = [edges for body, edges in pos.bodies if pos.owner[body] == side and _armed_aboard(pos, body)]
    return any(near_polygons(here, edges) <= reach * reach for edges in hulls)


def _armed_aboard(pos: YangtzePosition, carrier: Unit) -> bool:
    return any(bears_arms(pos, figure) for figure in pos.crew(carrier))


def _beside(pos: YangtzePosition, figure: Figure, civilian: Figure) -> bool:
    """Within 25 mm, and neither a wall nor a floor between them (S16.4)."""
    return pos.within(figure, civilian, pos.book.alongside) and together(pos, figure, civilian)


def _take(pos: YangtzePosition, figure: Figure, taker: Figure) -> None:
    pos.captive |= 1 << figure
    pos.captors = tuple(sorted((*pos.captors, Captivity(figure, taker))))
    pos.tell("S17.2", "event.captured", piece=pos.book.piece_of_figure(figure))


def _release(pos: YangtzePosition, figure: Figure) -> None:
    pos.captive &= ~(1 << figure)
    pos.captors = tuple(held for held in pos.captors if held.captive != figure)
    pos.tell("S17.2", "event.freed", piece=pos.book.piece_of_figure(figure))


def captives_follow(pos: YangtzePosition) -> None:
    """R79, R117: when all has come to rest, each captive sets out for its captor, as far as its own allowance takes
    it."""
    tracks, stairs, spent = list(pos.track), list(pos.stairs), list(pos.spent)
    for held in pos.captors:
        figure, captor = held.captive, held.captor
        if pos.fate[figure] == STANDING and (path := _way_to(pos, figure, captor)):
            tracks[figure], stairs[figure] = path
            spent[figure] = 0
            pos.late |= 1 << figure
    if pos.late:
        pos.track, pos.stairs, pos.spent = tuple(tracks), tuple(stairs), tuple(spent)


def _way_to(pos: YangtzePosition, figure: Figure, captor: Figure) -> Path | None:
    """On foot to him; aboard what he rides in, if its own move takes it there (R106). None where it stays."""
    most = pos.allowance(pos.book.figures[figure].unit, MOVE)[1]
    if pos.fate[captor] == ABOARD:
        track = way_on(pos, figure, pos.carrier(captor))
        path = climbed(pos, figure, track) if track is not None else None
        return path if path is not None and path.track[-1][0] <= most else None
    if pos.fate[captor] != STANDING or _beside(pos, captor, figure):
        return None
    there = (pos.x[captor], pos.y[captor])
    path = climbed(pos, figure, _walk_to(pos, figure, there).track, pos.floor[captor])
    # He stops beside him, not on him.
    bases = pos.book.figures[figure].radius + pos.book.figures[captor].radius
    return path._replace(track=cut(path.track, min(most, max(path.track[-1][0] - bases, 0))))


def _walk_to(pos: YangtzePosition, figure: Figure, there: Pt) -> Walk:
    """Straight to a place if the way is clear; else the shortest way round, by doors and gates."""
    unit, here = pos.book.figures[figure].unit, (pos.x[figure], pos.y[figure])
    way = follow(pos, unit, (here, there))
    if way.snag is None:
        return way
    raster = pos.raster(unit)
    points = way_round(pos, unit, here, raster.approach(frozenset({raster.square(*there)}), (*here, *here)))
    return follow(pos, unit, (here, *points, there)) if points else way


def brought_aboard(pos: YangtzePosition) -> None:
    """R106: a captive that has come to the end of the gangway is aboard with its captor, if there is a seat."""
    for held in pos.captors:
        figure, captor = held.captive, held.captor
        if pos.late >> figure & 1 and pos.fate[captor] == ABOARD and arrived(pos, figure):
            carrier = pos.carrier(captor)
            if seats_left(pos, carrier) > 0:
                pos.go_aboard([figure], carrier)
