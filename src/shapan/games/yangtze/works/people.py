"""S17.2 Captives: how people are taken and freed, and how they go with those who took them."""

from __future__ import annotations

from shapan.ground.table import Crowd, cut
from shapan.mechanics.sides import other

from ..actions import MOVE
from ..movement.settling import beside, everybody
from ..movement.standoff import together
from ..movement.ways import armed, follow, steady
from ..position import ABOARD, STANDING, YangtzePosition
from ..vessels.gangways import way_on
from ..vessels.riders import seats_left
from ..who import Figure, Unit, numbered


def capture(pos: YangtzePosition) -> None:
    """S17.2: a civilian is taken by an enemy within 25 mm with no armed friend within 75 mm, and freed the same way."""
    book = pos.book
    for unit, spec in numbered(book.units):
        if spec.kind != "civilian":
            continue
        for figure in pos.standing[unit]:
            held = pos.captive >> figure & 1
            keeper = other(spec.side) if held else spec.side
            takers = [f for f in steady(pos, other(keeper)) if _beside(pos, f, figure, book.alongside)]
            if takers and not any(_beside(pos, f, figure, book.radius_reduced) for f in armed(pos, keeper)):
                _change_hands(pos, figure, min(takers, key=lambda f: (pos.apart(f, figure), f)))


def _beside(pos: YangtzePosition, figure: Figure, civilian: Figure, reach: int) -> bool:
    """Within reach, and neither a wall nor a floor between them (S16.4)."""
    return pos.within(figure, civilian, reach) and together(pos, figure, civilian)


def _change_hands(pos: YangtzePosition, figure: Figure, taker: Figure) -> None:
    pos.captive ^= 1 << figure
    others = tuple(pair for pair in pos.captors if pair[0] != figure)
    held = pos.captive >> figure & 1
    pos.captors = tuple(sorted((*others, (figure, taker)))) if held else others
    pos.tell("S17.2", "event.captured" if held else "event.freed", piece=pos.book.piece_of_figure(figure))


def captives_follow(pos: YangtzePosition) -> None:
    """After movement: each captive goes to its captor, as far as its own allowance takes it."""
    crowd: Crowd | None = None
    for figure, captor in pos.captors:
        if pos.fate[figure] == STANDING and pos.fate[captor] == ABOARD:
            _brought_aboard(pos, figure, pos.carrier(captor))
            crowd = None
        if pos.fate[figure] != STANDING or pos.fate[captor] != STANDING:
            continue
        if pos.within(figure, captor, pos.book.alongside):
            continue
        crowd = crowd or everybody(pos, pos.floor[figure])
        _follow(pos, figure, captor, crowd)


def _brought_aboard(pos: YangtzePosition, figure: Figure, carrier: Unit) -> None:
    """R106: a captive goes aboard with its captor, if it gets there and there is a seat; else it stays behind."""
    track = way_on(pos, figure, carrier)
    most = pos.allowance(pos.book.figures[figure].unit, MOVE)[1]
    if track is not None and track[-1][0] <= most and seats_left(pos, carrier) > 0:
        pos.go_aboard([figure], carrier)


def _follow(pos: YangtzePosition, figure: Figure, captor: Figure, crowd: Crowd) -> None:
    unit = pos.book.figures[figure].unit
    way = follow(pos, unit, ((pos.x[figure], pos.y[figure]), (pos.x[captor], pos.y[captor])))
    track = cut(way.track, pos.allowance(unit, MOVE)[1])
    crowd.remove(figure)
    x, y = beside(pos, figure, *track[-1][1:], crowd)
    crowd.add((figure, x, y, pos.book.figures[figure].radius))
    pos.stand(figure, x, y)
