"""S4, S16.2, S18: who sees whom, as the rules tell it; S16.4: who is within arm's length of whom.

The line between two points is judged by the reference of the table; where eyes are, what a hull hides and how far one
sees in the dark is judged here. Nothing is taken from the game but what lies where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tests.ground.table import reference
from tests.ground.table.reference import Gaze, Way

from shapan.games.yangtze.position import ABOARD, STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure, Mounted, Unit
from shapan.ground.table import OUTDOORS, Edge, MoveRule, Opening, Pt, SightRule, Tabletop

MM = 10
DOORWAY = 30 * MM
"""S16.2: so near a door or window one uses it."""
AT_A_WINDOW = 2
DEAD_GROUND = 150 * MM
FIRESTEP = 25 * MM
RULE = SightRule(DEAD_GROUND, FIRESTEP)
HULL_TOP = 1
"""S4.2: a vehicle or vessel is one level high."""


class Look(NamedTuple):
    """Where somebody looks from and is seen at: through an opening, if he is in a house."""

    at: Pt
    floor: int
    room: int
    opening: Opening | None = None

    def faces(self, there: Pt) -> bool:
        """S16.2: through an opening one sees only what lies beyond its wall."""
        if self.opening is None:
            return True
        ax, ay, bx, by = self.opening.wall
        return reference.turn(Way((ax, ay), (bx, by)), there) * self.opening.outside > 0


# --- the line


@lru_cache(200_000)
def over_the_ground(table: Tabletop, one: Look, two: Look, shut: int) -> bool:
    ends = [(*look.at, look.floor, look.room) for look in (one, two)]
    return reference.sees(table, RULE, ends[0], ends[1], shut)


def corners(edges: Sequence[Edge]) -> list[Pt]:
    return [(ax, ay) for ax, ay, _, _ in edges]


def past_the_hulls(pos: YangtzePosition, one: Look, two: Look, but: Sequence[Unit]) -> bool:
    """S4.3: no vehicle or vessel hides them from each other, but for those that they are on or look at."""
    ends = sorted((reference.height(pos.table, look.at) + look.floor, look.at) for look in (one, two))
    gaze = Gaze(Way(ends[0][1], ends[1][1]), ends[0][0], ends[1][0], DEAD_GROUND)
    for unit, edges in pos.bodies:
        outline = corners(edges)
        if unit in but or any(reference.holds(outline, look.at) for look in (one, two)):
            continue
        if gaze.meets(HULL_TOP, [side for side in reference.borders(outline) if reference.cuts(gaze.way, side)]):
            return False
    return True


def clear(pos: YangtzePosition, one: Look, two: Look, but: Sequence[Unit] = ()) -> bool:
    first, second = sorted((one, two), key=lambda look: (look.at, look.floor, look.room))
    faced = one.faces(two.at) and two.faces(one.at)
    return faced and over_the_ground(pos.table, first, second, pos.shut) and past_the_hulls(pos, one, two, but)


# --- eyes


def place(pos: YangtzePosition, figure: Figure) -> Pt:
    return pos.x[figure], pos.y[figure]


def square(one: Pt, two: Pt) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def roofed(pos: YangtzePosition, figure: Figure) -> bool:
    """S16.2: in a house that stands; a ruin has no roof, and what was blown up is open (S17.7)."""
    room = pos.room[figure]
    stands = room != OUTDOORS and not pos.rubble >> room & 1
    return stands and pos.book.table.buildings[room].construction.confined


def looks(pos: YangtzePosition, figure: Figure) -> Iterator[Look]:
    """S16.2: at the doors and windows within 30 mm of his base, unless two others are at them before him."""
    if not roofed(pos, figure):
        yield Look(place(pos, figure), pos.floor[figure], pos.room[figure])
        return
    room, floor = pos.room[figure], pos.floor[figure]
    inside = [f for f in pos.book.everyone if pos.fate[f] == STANDING and (pos.room[f], pos.floor[f]) == (room, floor)]
    for opening in pos.book.table.buildings[room].openings:
        there = [f for f in inside if square(place(pos, f), opening.at) <= (DOORWAY + pos.book.radii[f]) ** 2]
        if figure in there[:AT_A_WINDOW]:
            yield Look(opening.at, floor, room, opening)


def on_outline(edges: Sequence[Edge], spot: Pt) -> Pt:
    """S4.1: the point of a hull nearest to another, on whole units."""
    if reference.holds(corners(edges), spot):
        return spot
    found = []
    for ax, ay, bx, by in edges:
        side = Way((ax, ay), (bx, by))
        along = (spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)
        share = Fraction(along, max((bx - ax) ** 2 + (by - ay) ** 2, 1))
        x, y = side.at(min(max(share, Fraction(0)), Fraction(1)))
        found.append((reference.nearest(x), reference.nearest(y)))
    return min(found, key=lambda point: square(point, spot))


# --- S4.7, S18 in the dark


def fired(pos: YangtzePosition, who: Figure | Mounted) -> bool:
    """Has it fired this turn, in an earlier step than this?"""
    return bool((pos.fired & ~pos.unseen) >> pos.book.arm(who) & 1)


def flashes(pos: YangtzePosition, figure: Figure) -> bool:
    """What a crew serves flashes with the first of them who lives (R70)."""
    unit = pos.book.figures[figure].unit
    if figure not in pos.book.serves:
        return fired(pos, figure)
    crew = [mate for mate in pos.book.men[unit] if pos.fate[mate] in (STANDING, ABOARD)]
    return crew[:1] == [figure] and fired(pos, pos.book.men[unit][0])


def hull_flashes(pos: YangtzePosition, unit: Unit) -> bool:
    """R93: anything that is fired from it."""
    aboard = [f for f in pos.book.everyone if pos.fate[f] == ABOARD and pos.aboard[f] == unit]
    return any(fired(pos, Mounted(mount)) for mount in pos.book.guns[unit]) or any(flashes(pos, f) for f in aboard)


def within_sight(pos: YangtzePosition, one: Pt, two: Pt, flash: bool) -> bool:
    dark = pos.book.dark
    return not dark or square(one, two) <= (dark["flash" if flash else "sight"] * MM) ** 2


# --- who sees whom


def figure_sees(pos: YangtzePosition, watcher: Figure, target: Figure) -> bool:
    """S4.1: from base to base; within a house on one floor."""
    if not within_sight(pos, place(pos, watcher), place(pos, target), flashes(pos, target)):
        return False
    if pos.room[watcher] == pos.room[target] != OUTDOORS:
        return pos.floor[watcher] == pos.floor[target]
    return any(clear(pos, one, two) for one in looks(pos, watcher) for two in looks(pos, target))


def sees_body(pos: YangtzePosition, watcher: Figure, unit: Unit) -> bool:
    point = on_outline(pos.body(unit), place(pos, watcher))
    if not within_sight(pos, place(pos, watcher), point, hull_flashes(pos, unit)):
        return False
    return any(clear(pos, look, Look(point, 0, OUTDOORS), (unit,)) for look in looks(pos, watcher))


def point_sees(pos: YangtzePosition, x: int, y: int, target: Figure, but: Sequence[Unit] = ()) -> bool:
    """From a mount to a figure."""
    if not within_sight(pos, (x, y), place(pos, target), flashes(pos, target)):
        return False
    return any(clear(pos, Look((x, y), 0, OUTDOORS), look, but) for look in looks(pos, target))


def body_sees_body(pos: YangtzePosition, one: Unit, two: Unit) -> bool:
    """From hull to hull, where they are nearest to each other."""
    here = on_outline(pos.body(one), pos.at[two][:2])
    there = on_outline(pos.body(two), here)
    if not within_sight(pos, here, there, hull_flashes(pos, two)):
        return False
    return clear(pos, Look(here, 0, OUTDOORS), Look(there, 0, OUTDOORS), (one, two))


# --- S9, S16.4 within arm's length


@lru_cache(50_000)
def walled_off(table: Tabletop, rule: MoveRule, one: Pt, two: Pt, shut: int) -> bool:
    return reference.walk(table, rule, (one, two), 0, shut).snag is not None


def parted(pos: YangtzePosition, one: Pt, two: Pt) -> bool:
    """S16.4, S9, R87: does a wall stand between two places? Hands reach through doors and gates, not windows."""
    return walled_off(pos.table, pos.book.arms_length, one, two, pos.shut)


def together(pos: YangtzePosition, one: Figure, two: Figure) -> bool:
    """S9: on one floor, and with no wall between them."""
    return pos.floor[one] == pos.floor[two] and not parted(pos, place(pos, one), place(pos, two))
