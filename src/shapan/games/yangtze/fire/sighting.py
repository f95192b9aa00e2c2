"""S4 Line of sight between figures, vehicles and vessels; S16.2 doors and windows; S18 limited visibility."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from shapan.ground.table import OUTDOORS, Blinds, Edge, End, Eye, Opening, contains, rdiv, sees, side_of
from shapan.ground.table.sight import Pair

from ..position import STANDING, YangtzePosition
from ..scene import Scene
from ..specs import SCALE
from ..who import Figure, Mounted, Unit, numbered


def closed_room(pos: YangtzePosition, figure: Figure) -> int:
    """The building with a roof that the figure is in, or ``OUTDOORS``."""
    room = pos.room[figure]
    if room == OUTDOORS or pos.rubble >> room & 1:
        return OUTDOORS
    return room if pos.book.table.buildings[room].construction.confined else OUTDOORS


def openings(pos: YangtzePosition, figure: Figure, room: int) -> list[Opening]:
    """S16.2: the doors and windows that the figure uses; each serves two figures, the first by number."""
    book = pos.book
    x, y = pos.x[figure], pos.y[figure]
    found = []
    for opening in book.table.buildings[room].openings:
        ox, oy = opening.at
        if (ox - x) ** 2 + (oy - y) ** 2 > (book.opening_gap + book.figures[figure].radius) ** 2:
            continue
        before = 0
        for mate in [at for at, there in numbered(pos.room) if there == room and at < figure]:
            if pos.fate[mate] == STANDING and pos.floor[mate] == pos.floor[figure]:
                reach = book.opening_gap + book.figures[mate].radius
                before += (ox - pos.x[mate]) ** 2 + (oy - pos.y[mate]) ** 2 <= reach * reach
        if before < book.opening_crew:
            found.append(opening)
    return found


def eyes(pos: YangtzePosition, figure: Figure) -> list[tuple[Eye, Opening | None]]:
    """Where a figure looks from, and is seen at."""
    room = closed_room(pos, figure)
    if room == OUTDOORS:
        return [(Eye(pos.x[figure], pos.y[figure], pos.floor[figure], pos.room[figure]), None)]
    known, key = pos.scene.known, ("eyes", figure)
    if key not in known:
        known[key] = [(Eye(*opening.at, pos.floor[figure], room), opening) for opening in openings(pos, figure, room)]
    found: list[tuple[Eye, Opening | None]] = known[key]
    return found


def outside(opening: Opening | None, eye: Eye) -> bool:
    """S16.2: through an opening one sees only what lies beyond its wall."""
    return opening is None or side_of(*opening.wall, eye.x, eye.y) * opening.outside > 0


def free_line(pos: YangtzePosition, one: End, two: End, ignore: tuple[Unit, ...] = ()) -> bool:
    """S4: is the line free of terrain and of vehicles and hulls?"""
    bodies: list[tuple[Edge, ...]] = []
    if pos.boxed:
        (ax, ay, _, _), (bx, by, _, _) = one, two
        west, east = (ax, bx) if ax < bx else (bx, ax)
        north, south = (ay, by) if ay < by else (by, ay)
        bodies = [
            edges
            for unit, edges, (left, top, right, bottom) in pos.boxed
            if left <= east and right >= west and top <= south and bottom >= north and unit not in ignore
        ]
    return sees(pos.table, pos.book.sight_rule, one, two, pos.shut, bodies)


def _in_the_open(
    pos: YangtzePosition, blinds: Blinds, pair: Pair, one: End, two: End, ignore: tuple[Unit, ...] = ()
) -> bool:
    """The same between two ends in the open that go by a name: what hid them from each other is looked at first."""
    table = pos.table
    if blinds.hide(pair, table, one, two):
        return False
    if free_line(pos, one, two, ignore):
        return True
    blinds.note(pair, table)
    return False


def too_dark(pos: YangtzePosition, one: tuple[int, int], two: tuple[int, int], flash: bool = False) -> bool:
    """S4.7, S18.2: nothing is seen beyond the limit, except those who have fired."""
    dark = pos.book.dark
    if not dark:
        return False
    limit = dark["flash" if flash else "sight"] * SCALE
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 > limit * limit


def figure_sees(pos: YangtzePosition, watcher: Figure, target: Figure) -> bool:
    """S4.1: from base to base, both on the table."""
    if pos.book.dark:
        here, there = (pos.x[watcher], pos.y[watcher]), (pos.x[target], pos.y[target])
        if too_dark(pos, here, there, pos.flashed(target)):
            return False
    return bool(seen_from(pos, (watcher,), (target,)))


def any_sees(pos: YangtzePosition, watchers: Sequence[Figure], target: Figure) -> bool:
    """S4.1: does one of the watchers see this figure?"""
    if pos.book.dark:
        there, flash = (pos.x[target], pos.y[target]), pos.flashed(target)
        watchers = [f for f in watchers if not too_dark(pos, (pos.x[f], pos.y[f]), there, flash)]
    rooms = pos.room
    if rooms[target] == OUTDOORS:
        inside = [f for f in watchers if rooms[f] != OUTDOORS]
        outdoors = [f for f in watchers if rooms[f] == OUTDOORS] if inside else watchers
        watchers = inside + pos.scene.blinds.exposed(target, outdoors, pos.x, pos.y, pos.floor, pos.table)
    return bool(seen_from(pos, watchers, (target,)))


def seen_from(pos: YangtzePosition, watchers: Sequence[Figure], targets: Iterable[Figure]) -> list[Figure]:
    """Those of the targets to whom there is a free line from one of the watchers, darkness apart."""
    scene, rooms = pos.scene, pos.room
    seen, through = scene.seen, scene.through
    found = []
    for target in targets:
        inside = rooms[target] != OUTDOORS
        for watcher in watchers:
            pair = (watcher, target) if watcher < target else (target, watcher)
            if inside or rooms[watcher] != OUTDOORS:
                known = through.get(pair)
                if known is None:
                    known = through[pair] = line_between(pos, watcher, target)
            else:
                known = seen.get(pair)
                if known is None:
                    known = seen[pair] = _open_line(pos, scene, pair)
            if known:
                found.append(target)
                break
    return found


def line_between(pos: YangtzePosition, watcher: Figure, target: Figure) -> bool:
    """S4.1, S16.2: is there a free line between two figures, darkness apart? The same from either end."""
    if pos.room[watcher] == OUTDOORS and pos.room[target] == OUTDOORS:
        return _open_line(pos, pos.scene, (watcher, target) if watcher < target else (target, watcher))
    if pos.room[watcher] == pos.room[target]:
        return pos.floor[watcher] == pos.floor[target]
    for eye, opening in eyes(pos, watcher):
        for mark, hole in eyes(pos, target):
            if outside(opening, mark) and outside(hole, eye) and free_line(pos, eye, mark):
                return True
    return False


def _open_line(pos: YangtzePosition, scene: Scene, pair: tuple[Figure, Figure]) -> bool:
    """The same of two figures in the open, the one with the lower number first."""
    one, two = pair
    xs, ys, floors = pos.x, pos.y, pos.floor
    here = (xs[one], ys[one], floors[one], OUTDOORS)
    there = (xs[two], ys[two], floors[two], OUTDOORS)
    return _in_the_open(pos, scene.blinds, pair, here, there)


@lru_cache(8192)
def nearest_point(edges: tuple[Edge, ...], x: int, y: int) -> tuple[int, int]:
    """The point of an outline nearest to (x, y); that point itself inside. Remembered: all mounts of a hull ask it."""
    if contains(edges, x, y):
        return x, y
    best: tuple[int, int, int] | None = None
    for ax, ay, bx, by in edges:
        dx, dy = bx - ax, by - ay
        span = dx * dx + dy * dy
        reach = min(max((x - ax) * dx + (y - ay) * dy, 0), span)
        px, py = (ax + rdiv(dx * reach, span), ay + rdiv(dy * reach, span)) if span else (ax, ay)
        far = (px - x) ** 2 + (py - y) ** 2
        if best is None or far < best[0]:
            best = (far, px, py)
    assert best is not None
    return best[1], best[2]


def sees_body(pos: YangtzePosition, watcher: Figure, unit: Unit) -> bool:
    """S4.1: from a figure to the nearest point of a vehicle or hull."""
    here = (pos.x[watcher], pos.y[watcher])
    x, y = nearest_point(pos.body(unit), *here)
    if pos.book.dark and too_dark(pos, here, (x, y), hull_flashed(pos, unit)):
        return False
    if pos.room[watcher] == OUTDOORS:
        eye = (*here, pos.floor[watcher], OUTDOORS)
        return _in_the_open(pos, pos.scene.blinds, (watcher, ("hull", unit)), eye, (x, y, 0, OUTDOORS), (unit,))
    mark = Eye(x, y)
    return any(outside(hole, mark) and free_line(pos, end, mark, (unit,)) for end, hole in eyes(pos, watcher))


def point_sees(pos: YangtzePosition, x: int, y: int, target: Figure, ignore: tuple[Unit, ...] = ()) -> bool:
    """From a point in the open (a mount, an aircraft's nose, a marker) to a figure."""
    if pos.book.dark and too_dark(pos, (x, y), (pos.x[target], pos.y[target]), pos.flashed(target)):
        return False
    here = Eye(x, y)
    return any(outside(hole, here) and free_line(pos, here, eye, ignore) for eye, hole in eyes(pos, target))


def body_sees_body(pos: YangtzePosition, one: Unit, two: Unit) -> bool:
    """From hull to hull."""
    ax, ay = nearest_point(pos.body(one), *pos.at[two][:2])
    bx, by = nearest_point(pos.body(two), ax, ay)
    if pos.book.dark and too_dark(pos, (ax, ay), (bx, by), hull_flashed(pos, two)):
        return False
    return free_line(pos, Eye(ax, ay), Eye(bx, by), (one, two))


def hull_flashed(pos: YangtzePosition, unit: Unit) -> bool:
    """S4.7, R93: has anything been fired from a vehicle or hull this turn?"""
    seen = pos.fired & ~pos.unseen
    mounts = any(seen >> pos.book.arm(Mounted(mount)) & 1 for mount in pos.book.guns[unit])
    return mounts or any(map(pos.flashed, pos.crew(unit)))


def unit_sees(pos: YangtzePosition, unit: Unit, target: Unit) -> bool:
    """Does any figure of the unit see any figure (or the body) of the other?"""
    watchers = pos.standing[unit]
    if pos.is_body(target):
        return any(sees_body(pos, watcher, target) for watcher in watchers)
    quarry = pos.standing[target]
    return any(figure_sees(pos, watcher, figure) for watcher in watchers for figure in quarry)
