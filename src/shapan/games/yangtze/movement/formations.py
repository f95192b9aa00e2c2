"""S6.4 Formations: line, column, wedge or cluster about the guide of a unit that marches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from shapan.ground.table import Pt, ahead, bearing, cut, opposite
from shapan.kernel import Refusal

from ..actions import COLUMN, LINE, WEDGE
from ..orders.planned import Marching
from ..placing import spiral
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit
from .ways import Path, close_refusal, escorted, guide, movers, own_limits, stays_up, tread


def form_refusal(pos: YangtzePosition, unit: Unit, spacing: int) -> Refusal | None:
    """Any unit whose guide has his way and that has not formed yet; bases must have room side by side."""
    plan = pos.plan[unit] if unit < len(pos.book.units) else None
    if not isinstance(plan, Marching):
        return Refusal("S6.3", "refusal.march_first")
    if plan.formed or len(movers(pos, unit)) < 2:
        return Refusal("S6.4", "refusal.formed", unit=unit)
    if spacing * SCALE < 2 * pos.book.units[unit].radius:
        return Refusal("S2.3", "refusal.overlap")
    return None


def slots(shape: str, spacing: int, heading: int) -> Iterator[Pt]:
    """Places beside and behind the guide, nearest first, as steps from his place."""
    if shape == LINE:
        yield from (_beside(heading, 90, number, spacing) for number in count(1))
    elif shape == COLUMN:
        yield from (ahead(0, 0, opposite(heading), number * spacing) for number in count(1))
    elif shape == WEDGE:
        yield from (_beside(heading, 135, number, spacing) for number in count(1))
    else:
        yield from spiral(spacing, spacing * 12)[1:]


def _beside(heading: int, turn: int, number: int, spacing: int) -> Pt:
    """The places on either hand in turn, on the right first."""
    return ahead(0, 0, heading + (turn if number % 2 else -turn), (number + 1) // 2 * spacing)


def form(pos: YangtzePosition, unit: Unit, shape: str, spacing: int) -> dict[Figure, Path]:
    """New ways for all but the guide: to the slots, as far as each one's allowance and the ground let him."""
    leader = guide(pos, unit)
    assert leader is not None
    track = pos.track[leader]
    _, ex, ey = track[-1]
    _, bx, by = next(mark for mark in reversed((*track[:1], *track)) if mark[1:] != (ex, ey) or mark is track[0])
    heading = bearing(ex - bx, ey - by) if (ex, ey) != (bx, by) else 0
    found: dict[Figure, Path] = {}
    places = slots(shape, spacing * SCALE, heading)
    for figure in movers(pos, unit):
        if figure == leader or not escorted(pos, figure):
            continue
        way = _way_to_slot(pos, unit, figure, (ex, ey), places)
        if way.track and close_refusal(pos, figure, way.track) is None:
            found[figure] = way
    return found


def _way_to_slot(
    pos: YangtzePosition, unit: Unit, figure: Figure, centre: Pt, places: Iterator[Pt], tries: int = 6
) -> Path:
    """To the next slot that the ground does not bar, in the house where the guide stops or like him outside (R215);
    less than the card's minimum is no move (5.1, 5.2)."""
    table, radius = pos.table, pos.book.figures[figure].radius
    room = table.building(*centre)
    here = (pos.x[figure], pos.y[figure])
    low, high = own_limits(pos, figure)
    for _ in range(tries):
        dx, dy = next(places)
        spot = (centre[0] + dx, centre[1] + dy)
        if not table.on_table(*spot, radius) or table.building(*spot) != room:
            continue
        way = tread(pos, unit, (here, spot), free=True)
        if way.snag is None and way.spent >= low:
            path = stays_up(pos, figure, way.track)
            return path._replace(track=cut(path.track, high))
    return Path(pos.track[figure], pos.stairs[figure])
