"""Line of sight between two points of a table.

Heights are levels: the ground's level plus the floor one stands on. A thing that lies across the line and holds neither
end blocks it when its top is above the higher end, or above the lower end within the *dead ground* near that end. Crops
and woods can be seen through for a certain length. Touching a corner does not block.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar

from .geometry import Edge, along, contains, crossed, crosses, length, near_segment, stepped, strikes, where
from .table import Haze, Screen, Screens, Tabletop
from .terrain import Line

OUTDOORS: Final = -1
HILL: Final = -2
"""What stands for the number of a building where a hill is in the way."""


class Eye(NamedTuple):
    """An end of a line of sight."""

    x: int
    y: int
    floor: int = 0
    indoors: int = OUTDOORS
    """The building that it looks out of or into; that building does not block."""


End: TypeAlias = tuple[int, int, int, int]
"""The same without the names: where a line is judged thousands of times, these would cost more than the judging."""


class SightRule(NamedTuple):
    """How sight works in a game: lengths in board units."""

    dead_ground: int
    firestep: int


def sees(
    table: Tabletop, rule: SightRule, one: End, two: End, shut: int = 0, bodies: Sequence[tuple[Edge, ...]] = ()
) -> bool:
    """Is the line between the two ends free? ``shut`` has a bit for each gate that is closed; ``bodies`` are things of
    one level that stand about for now (vehicles, hulls)."""
    if two < one:
        one, two = two, one
    return _judge(table, rule, one, two, shut) and not (bodies and _behind(table, rule, one, two, bodies))


BLINDS: Final = 4_000
"""For how many pairs it is remembered what stands between them; beyond that the memory begins anew."""


ROUNDED: Final = 4
"""More than what rounding makes of lengths and points of a line."""

Pair: TypeAlias = tuple[Hashable, Hashable]
"""The names of two ends, whatever they are."""
N = TypeVar("N", bound=int)
N_contra = TypeVar("N_contra", bound=int, contravariant=True)


class Places(Protocol[N_contra]):
    """A number for everybody who goes by a number."""

    def __getitem__(self, key: N_contra, /) -> int: ...


Blind: TypeAlias = tuple[int, int, int, int, int, int, Edge | None, int, int]
"""Two ends, how far both may move with something still between them, its height, and an edge of it that the line
crosses: as long as it does, they may move farther. Last the floors of both, who were below that height there."""


class Blinds:
    """What stood between two ends in the open, and how far both may move with it still between them: figures who walk
    are looked for in every tick, and mostly hidden by the same thing as in the tick before.

    A segment that crosses an edge goes on doing so until an end of one comes to lie on the other. So nothing changes
    while neither end of the line has moved as far as to the edge, nor the line to one of the edge's ends; and when they
    have, that one edge is looked at before all others. Of a wood it is the stretch in it that counts: no point of it
    moves farther than the ends of the line do.
    """

    def __init__(self) -> None:
        self._kept: dict[Pair, Blind] = {}
        self._between: dict[Pair, tuple[Screen, Haze | None]] = {}
        """What it was; how far they may move with it between them is worked out when somebody asks again."""

    def hide(self, pair: Pair, table: Tabletop, one: End, two: End) -> bool:
        """Are the two ends that go by these names certainly hidden from each other by what was between them before?"""
        kept = self._kept.get(pair)
        if kept is not None:
            # Asked of all pairs in every tick: written out, and levels looked up only where they matter.
            ax, ay, bx, by, margin, height, edge, _, _ = kept
            x, y, low, _ = one
            u, v, high, _ = two
            near = -margin <= x - ax <= margin and -margin <= y - ay <= margin
            near = near and -margin <= u - bx <= margin and -margin <= v - by <= margin
            if near or (edge is not None and crosses(x, y, u, v, edge)):
                if height <= low + table.summit or height <= high + table.summit:
                    low, high = low + table.level(x, y), high + table.level(u, v)
                if height > low and height > high:
                    return True
        between = self._between.get(pair)
        if between is None:
            return False
        kept = _worked_out(table, one, two, *between)
        if kept[4] < 0:
            del self._between[pair]
            self._kept.pop(pair, None)
            return False
        self._kept[pair] = kept
        return True

    def exposed(
        self, target: N, watchers: Iterable[N], xs: Places[N], ys: Places[N], floors: Places[N], table: Tabletop
    ) -> list[N]:
        """Of many who look for one, all in the open, named by numbers and with the lower of two named first: those from
        whom he is not certainly hidden by what was between them, as far as that has been worked out."""
        kept_of, summit, tx, ty = self._kept, table.summit, xs[target], ys[target]
        level, highest = None, floors[target] + summit
        found = []
        for watcher in watchers:
            first = watcher < target
            kept = kept_of.get((watcher, target) if first else (target, watcher))
            if kept is not None:
                ax, ay, bx, by, margin, height, edge, floor, other = kept
                if not first:
                    ax, ay, bx, by, floor = bx, by, ax, ay, other
                x, y = xs[watcher], ys[watcher]
                near = -margin <= x - ax <= margin and -margin <= y - ay <= margin
                near = near and -margin <= tx - bx <= margin and -margin <= ty - by <= margin
                if near or (edge is not None and crosses(x, y, tx, ty, edge)):
                    own = floors[watcher]
                    if height <= own + summit and not (x == ax and y == ay and own == floor):
                        own += table.level(x, y)
                    if height > own:
                        if level is None and height <= highest:
                            level = floors[target] + table.level(tx, ty)
                        if height > (highest if level is None else level):
                            continue
            found.append(watcher)
        return found

    def note(self, pair: Pair, table: Tabletop) -> None:
        """They have just been found hidden from each other."""
        if len(self._between) >= BLINDS:
            self._kept.clear()
            self._between.clear()
        self._kept.pop(pair, None)
        self._between[pair] = (table.last_screen, table.last_haze)


def _worked_out(table: Tabletop, one: End, two: End, screen: Screen, haze: Haze | None) -> Blind:
    """How far, along either axis, both ends of a line may move with a screen, or else a wood, still between them, and
    its height; below zero when that is not what hides them from each other."""
    line = _line(table, one, two)
    (margin, across), height = _screen_margin(line, screen), screen[2]
    if margin < 0 and haze is not None:
        margin, across, height = _haze_margin(line, haze), None, haze[1]
    # Seven tenths along both axes are less than the whole; lengths and points are rounded.
    return (one[0], one[1], two[0], two[1], margin * 7 // 10 - 2, height, across, one[2], two[2])


def _screen_margin(line: _Line, screen: Screen) -> tuple[int, Edge | None]:
    """How far both ends may move until a screen that overtops them may no longer be between them, and the edge of it
    of which that is true."""
    _, edges, height = screen
    if height <= line.high:
        return -1, None
    ax, ay, bx, by = ray = line.ray
    widest, across = -1, None
    for edge in crossed(ray, edges):
        cx, cy, dx, dy = edge
        ends = (near_segment(ax, ay, edge), near_segment(bx, by, edge))
        wide = min(*ends, near_segment(cx, cy, ray), near_segment(dx, dy, ray))
        if wide > widest:
            widest, across = wide, edge
    return (isqrt(widest), across) if widest > 0 else (-1, None)


def _haze_margin(line: _Line, haze: Haze) -> int:
    """How far both ends may move until the line may run through less of a wood than hides what is behind it.

    Of the longest stretch in it a part is left out where it comes to the border: the rest lies so far from the border
    that it stays within. Of what both ends move it becomes shorter by no more than its share of the whole line.
    """
    area, height = haze
    limit = area.surface.sight
    assert isinstance(limit, int)
    ray = line.ray
    whole = length(*ray)
    stretches = inside(area.edges, *ray, whole) if height > line.high else []
    start, end = max(stretches, key=lambda stretch: stretch[1] - stretch[0], default=(0, 0))
    part = (end - start - limit) // 4
    if part <= ROUNDED:
        return -1
    # A part at both ends; or, where an end of the line is in the wood itself, nothing there and twice as much at the
    # other one: that end may be near the border too.
    cuts = [(part, part)]
    if start == 0 or end == whole:
        cuts.append((2 * part if start else 0, 2 * part if end < whole else 0))
    return max(_core_margin(ray, whole, (start + near, end - far), limit, area.edges) for near, far in cuts) - ROUNDED


def _core_margin(ray: Edge, whole: int, core: tuple[int, int], limit: int, edges: Sequence[Edge]) -> int:
    """How far both ends of a line may move until this stretch of it may leave a wood or be too short."""
    first, last = core
    shorter = (last - first - limit - ROUNDED) * whole // (2 * (last - first))
    return isqrt(_clearance((*along(*ray, first, whole), *along(*ray, last, whole)), edges, shorter))


def _clearance(core: Edge, edges: Sequence[Edge], most: int) -> int:
    """The square of the distance from a line within a polygon to its border, or of so much if that is less."""
    ax, ay, bx, by = core
    left, right = (ax - most, bx + most) if ax < bx else (bx - most, ax + most)
    top, bottom = (ay - most, by + most) if ay < by else (by - most, ay + most)
    least = most * most
    for edge in edges:
        cx, cy, dx, dy = edge
        if (cx < left and dx < left) or (cx > right and dx > right):
            continue
        if (cy < top and dy < top) or (cy > bottom and dy > bottom):
            continue
        least = min(least, near_segment(ax, ay, edge), near_segment(bx, by, edge), near_segment(cx, cy, core))
    return least


class Gaze:
    """Eyes that look at one point after another while nothing moves: what hid the last point from an eye mostly hides
    the next one as well, and is looked at first."""

    def __init__(
        self, table: Tabletop, rule: SightRule, eyes: Sequence[End], shut: int, bodies: Sequence[tuple[Edge, ...]]
    ) -> None:
        self.table, self.rule, self.eyes, self.shut, self.bodies = table, rule, eyes, shut, bodies
        self._levels = [floor + table.level(x, y) for x, y, floor, _ in eyes]
        self._screens = [table.last_screen] * len(eyes)

    def first(self, mark: End, numbers: Iterable[int]) -> int | None:
        """The first of the eyes with these numbers that sees a point; None if none of them does."""
        table = self.table
        x, y, floor, room = mark
        level = floor + table.level(x, y)
        for number in numbers:
            eye = ex, ey, _, own = self.eyes[number]
            named, edges, height = self._screens[number]
            over = height > level and height > self._levels[number] and named not in (own, room)
            if over and strikes((ex, ey, x, y), edges):
                continue
            if sees(table, self.rule, eye, mark, self.shut, self.bodies):
                return number
            self._screens[number] = table.last_screen
        return None


def _judge(table: Tabletop, rule: SightRule, one: End, two: End, shut: int) -> bool:
    ax, ay, low, room = one
    bx, by, high, other_room = two
    ray = (ax, ay, bx, by)
    line: _Line | None = None
    if table.hills or low != high:
        line = _line(table, one, two)
        _, low, high, _, _ = line
    # What hid the last two from each other mostly hides the next two as well: they are looked at in turn.
    number, edges, height = table.last_screen
    if height > low and height > high and number not in (room, other_room) and strikes(ray, edges):
        return False
    near = table.screens(ax, ay, bx, by)
    if near is None:
        return True
    for screen in near.buildings:
        number, edges, height = screen
        if height <= low or number in (room, other_room) or not strikes(ray, edges):
            continue
        # What overtops both ends hides them from each other wherever it stands.
        if height > high:
            table.last_screen = screen
            return False
        assert line is not None
        if _hidden(edges, line, height, rule.dead_ground):
            return False
    if not (near.hills or near.walls or near.hazy):
        return True
    return _free(table, near, rule, line or _Line(ray, low, high, ax, ay), shut)


def _free(table: Tabletop, near: Screens, rule: SightRule, line: _Line, shut: int) -> bool:
    """Do hills, walls and woods leave the line free?"""
    ax, ay, bx, by = line.ray
    for hill in near.hills:
        if hill.level <= line.low or contains(hill.edges, ax, ay) or contains(hill.edges, bx, by):
            continue
        if _hidden(hill.edges, line, hill.level, rule.dead_ground):
            if hill.level > line.high:
                # It overtops both ends, so that neither of them stands on it: as good as a building without a number.
                table.last_screen = (HILL, hill.edges, hill.level)
            return False
    for wall, height in near.walls:
        if height > line.low and _walled(rule, wall, height, line, shut):
            return False
    return not near.hazy or _through(table, near, rule.dead_ground, line)


class _Line(NamedTuple):
    """A line of sight with the levels of its lower and its higher end, and where the lower one is."""

    ray: Edge
    low: int
    high: int
    x: int
    y: int


def _line(table: Tabletop, one: End, two: End) -> _Line:
    ax, ay, first, _ = one
    bx, by, second, _ = two
    if table.hills:
        first += table.level(ax, ay)
        second += table.level(bx, by)
    ray = (ax, ay, bx, by)
    return _Line(ray, first, second, ax, ay) if first <= second else _Line(ray, second, first, bx, by)


def _hidden(edges: Sequence[Edge], line: _Line, height: int, dead: int) -> bool:
    """Does a thing of this height with this outline hide one end from the other?"""
    if height <= line.low:
        return False
    ray = line.ray
    struck = crossed(ray, edges)
    if not struck:
        return False
    if height > line.high:
        return True
    whole = length(*ray)
    for edge in struck:
        x, y = along(*ray, where(*ray, edge, whole), whole)
        if (x - line.x) ** 2 + (y - line.y) ** 2 <= dead * dead:
            return True
    return False


def _walled(rule: SightRule, wall: Line, height: int, line: _Line, shut: int) -> bool:
    """High walls block, but not at open gates, and not for somebody on the firestep."""
    ray = ax, ay, bx, by = line.ray
    whole = length(*ray)
    reach = rule.firestep**2
    for edge in crossed(ray, wall.edges):
        x, y = along(*ray, where(*ray, edge, whole), whole)
        if any(near_gate(x, y, gate.at, gate.width) and not shut >> gate.number & 1 for gate in wall.gates):
            continue
        if any(near_segment(*end, edge) <= reach and wall.guards(*end) for end in ((ax, ay), (bx, by))):
            continue
        if height > line.high or (x - line.x) ** 2 + (y - line.y) ** 2 <= rule.dead_ground**2:
            return True
    return False


def near_gate(x: int, y: int, at: tuple[int, int], width: int) -> bool:
    """Is the point of crossing within the width of the gate?"""
    return 4 * ((x - at[0]) ** 2 + (y - at[1]) ** 2) <= width * width


def _through(table: Tabletop, near: Screens, dead: int, line: _Line) -> bool:
    """The lengths of the line inside crops and woods, taken together, against the least that one of them allows."""
    total, least, thickest = 0, 0, 0
    for haze, span in _met(near, dead, line):
        total += span
        limit = haze[0].surface.sight
        assert isinstance(limit, int)
        least = limit if least == 0 else min(least, limit)
        if span - limit > thickest:
            thickest, table.last_haze = span - limit, haze
    return total <= least


def _met(near: Screens, dead: int, line: _Line) -> Iterator[tuple[Haze, int]]:
    """The crops and woods that the line runs through and not over, each with how far."""
    whole = length(*line.ray)
    for haze in near.hazy:
        area, height = haze
        stretches = inside(area.edges, *line.ray, whole)
        span = sum(end - start for start, end in stretches)
        if span and (height > line.high or _dips(stretches, line, whole, height > line.low, dead)):
            yield haze, span


def haze(table: Tabletop, rule: SightRule, one: End, two: End) -> int:
    """How much of the line between two ends runs through crops and woods, in board units."""
    near = table.screens(*one[:2], *two[:2])
    if near is None or not near.hazy:
        return 0
    return sum(span for _, span in _met(near, rule.dead_ground, _line(table, one, two)))


def _dips(stretches: Sequence[tuple[int, int]], line: _Line, whole: int, above_lower: bool, dead: int) -> bool:
    """Does the line run low enough through these stretches to meet what grows there?"""
    if not above_lower:
        return False
    from_one = line.ray[:2] == (line.x, line.y)
    return any((start if from_one else whole - end) <= dead for start, end in stretches)


def inside(edges: Sequence[Edge], ax: int, ay: int, bx: int, by: int, whole: int) -> list[tuple[int, int]]:
    """The stretches of a line that lie in a polygon, as distances from its start."""
    ray = (ax, ay, bx, by)
    marks = [0, whole, *[where(ax, ay, bx, by, edge, whole) for edge in stepped(ray, edges)]]
    marks.sort()
    found = []
    for start, end in itertools.pairwise(marks):
        if end > start and contains(edges, *along(ax, ay, bx, by, (start + end) // 2, whole)):
            found.append((start, end))
    return found


def _behind(table: Tabletop, rule: SightRule, one: End, two: End, bodies: Sequence[tuple[Edge, ...]]) -> bool:
    """Does one of the bodies hide one end from the other?"""
    line: _Line | None = None
    ray = ax, ay, bx, by = (*one[:2], *two[:2])
    for edges in bodies:
        if not strikes(ray, edges) or contains(edges, ax, ay) or contains(edges, bx, by):
            continue
        line = line or _line(table, one, two)
        if _hidden(edges, line, 1, rule.dead_ground):
            return True
    return False
