"""4.0 Command: the radius about leader figures within which figures move, fire and charge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from shapan.ground.table import Edge, around, beyond, near_polygon

from .position import ABOARD, FALLEN, STANDING, YangtzePosition
from .who import Figure, Unit


def radius(pos: YangtzePosition, side: int) -> int:
    """4.1, 4.2: the command radius of a side; smaller in the dark or once its Force Command Group is lost (R3)."""
    book = pos.book
    group = book.fcg[side]
    if book.dark or (group and all(pos.fate[figure] in FALLEN for figure in group)):
        return book.radius_reduced
    return book.radius


def leaders_for(pos: YangtzePosition, unit: Unit, coming: Sequence[Figure] = ()) -> list[Figure]:
    """Whose circle counts: the unit's own leaders and the Force Command Group; for a machine gun any leader (4.4).
    ``coming``: figures of the unit that are about to be set up."""
    book = pos.book
    side = book.units[unit].side
    group = [figure for figure in book.fcg[side] if pos.fate[figure] in (STANDING, ABOARD) or figure in coming]
    if book.units[unit].lead == "any":
        for mate in book.units_of[side]:
            if not book.units[mate].carrier and book.units[mate].kind != "command":
                group += pos.leaders(coming if coming and mate == unit else pos.alive(mate))
        return group
    return pos.leaders(coming or pos.alive(unit)) + group


def rank(pos: YangtzePosition, figure: Figure) -> int:
    """7.2, R63: leaders are removed last, and an officer after his sergeants."""
    if not pos.leads(figure):
        return 0
    return 1 if pos.book.figures[figure].role == "nco" else 2


def first_to_fall(pos: YangtzePosition, figures: Iterable[Figure]) -> list[Figure]:
    """7.2: those of lowest rank among these, whom a hit strikes before the others."""
    ranks = {figure: rank(pos, figure) for figure in figures}
    return [figure for figure, own in ranks.items() if own == min(ranks.values())]


def shielded(pos: YangtzePosition, seen: Collection[Figure], alive: Iterable[Figure]) -> bool:
    """7.4, R25, R211: is nobody seen of those alive but such as fall after others of them?"""
    if not all(map(pos.leads, seen)):
        return False
    return min(rank(pos, figure) for figure in seen) > min(rank(pos, figure) for figure in alive)


def in_command(pos: YangtzePosition, figure: Figure) -> bool:
    """4.1: within the radius of a leader, base edge to base edge (R4); exempt units and riders always (4.5, 4.6)."""
    return bool(in_circle(pos, pos.book.figures[figure].unit) >> figure & 1)


def commanded(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """The standing figures of a unit that are in command."""
    bits = in_circle(pos, unit)
    return [figure for figure in pos.standing[unit] if bits >> figure & 1]


def in_circle(pos: YangtzePosition, unit: Unit) -> int:
    """The figures of a unit that are in command, one bit each; worked out once for a scene."""
    scene = pos.scene
    bits = scene.command.get(unit)
    if bits is None:
        bits = scene.command[unit] = _in_circle(pos, unit)
    return bits


def _in_circle(pos: YangtzePosition, unit: Unit) -> int:
    return _reached(pos, unit, leaders_for(pos, unit), {})


def all_commanded(pos: YangtzePosition, unit: Unit, spots: Mapping[Figure, tuple[int, int]]) -> bool:
    """Would all these figures, who are all of their unit, be in command if they were set up at these points?"""
    known, key = pos.scene.known, ("leaders of those who come", unit)
    if key not in known:
        known[key] = leaders_for(pos, unit, [*spots])
    bits = _reached(pos, unit, known[key], spots)
    return all(bits >> figure & 1 for figure in spots)


def _is_near(hull: tuple[Edge, ...], x: int, y: int, reach: int) -> bool:
    """Is a point within reach of the edge of a hull? Those too far off are left out at once."""
    return not beyond(around(hull), x, y, reach) and near_polygon(hull, x, y) <= reach * reach


def _reached(pos: YangtzePosition, unit: Unit, leaders: list[Figure], spots: Mapping[Figure, tuple[int, int]]) -> int:
    """The figures of a unit within the circles of these leaders; those with a spot stand there."""
    book = pos.book
    men = book.men[unit]
    if book.units[unit].lead == "free":
        return sum(1 << figure for figure in men)
    reach = radius(pos, book.units[unit].side)
    xs, ys, radii, fate = pos.x, pos.y, book.radii, pos.fate
    circles = [(*spots.get(f, (xs[f], ys[f])), reach + radii[f]) for f in leaders if f in spots or fate[f] != ABOARD]
    # R65: a riding leader measures from the edge of what carries him.
    ridden = {pos.carrier(leader) for leader in leaders if leader not in spots and fate[leader] == ABOARD}
    hulls = [pos.body(carrier) for carrier in ridden]
    bits = 0
    for figure in men:
        x, y = spots.get(figure) or (xs[figure], ys[figure])
        wide = radii[figure]
        for lx, ly, far in circles:
            if (x - lx) ** 2 + (y - ly) ** 2 <= (far + wide) ** 2:
                bits |= 1 << figure
                break
        else:
            rides = figure not in spots and fate[figure] == ABOARD
            if rides or any(_is_near(hull, x, y, reach + wide) for hull in hulls):
                bits |= 1 << figure
    return bits
