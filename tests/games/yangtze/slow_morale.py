"""13.3, 14: who tests morale, at what score, and what becomes of those who fail, told once more from the book alone."""

from __future__ import annotations

from collections.abc import Collection

from tests.games.yangtze.slow_table import place, square

from shapan.games.yangtze.actions import CHARGE, COWER, FLEE, RETREAT
from shapan.games.yangtze.position import ABOARD, STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure, Unit
from shapan.ground.table import near_polygon

VEHICLES = ("vehicle", "train")
EXEMPT = ("aircraft", "vessel", "civilian")
"""14.1, S17.3."""


def living(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    return [figure for figure in pos.book.men[unit] if pos.fate[figure] in (STANDING, ABOARD)]


def ashore(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """14.8, S14.10: passengers are part of what carries them, whatever their comrades on the ground do."""
    return [figure for figure in pos.book.men[unit] if pos.fate[figure] == STANDING]


def must_test(pos: YangtzePosition, unit: Unit, lost: int, hits: int) -> bool:
    """14.1, 14.2: ground troops that have lost a figure this turn, vehicles that were hit. Passengers are part of what
    carries them (14.8, S14.10): a unit of which nobody stands on the table does not test."""
    kind = pos.book.units[unit].kind
    if kind in VEHICLES:
        return hits > 0
    if kind in EXEMPT or not living(pos, unit):
        return False
    return lost > 0 and bool(ashore(pos, unit))


def score(pos: YangtzePosition, unit: Unit, dice: int, lost: int, hits: int) -> int:
    """14.3: two dice, less one for each figure lost this turn, less one below half the original number.
    14.8: vehicles less one for each hit, less four for a tank in a built-up area that no friend on foot is in (R53)."""
    if pos.book.units[unit].kind in VEHICLES:
        return dice - hits - (4 if pos.book.units[unit].tank and hostile_town(pos, unit) else 0)
    below_half = 2 * len(living(pos, unit)) < len(pos.book.men[unit])
    return dice - lost - below_half


def hostile_town(pos: YangtzePosition, unit: Unit) -> bool:
    """14.8: within a built-up area that is not occupied by friends on foot."""
    x, y, _ = pos.at[unit]
    towns = [a for a in pos.table.areas if a.surface.name == "town" and near_polygon(a.edges, x, y) == 0]
    friends = [
        figure
        for figure in pos.book.everyone
        if pos.fate[figure] == STANDING and pos.owner[pos.book.figures[figure].unit] == pos.owner[unit]
        if pos.book.units[pos.book.figures[figure].unit].kind != "civilian"
    ]
    return any(all(near_polygon(town.edges, *place(pos, friend)) for friend in friends) for town in towns)


def fails(total: int) -> bool:
    """14.3, R43."""
    return total <= 1


def deserters(remaining: int) -> int:
    """14.6: one quarter of those who remain, rounded up."""
    return (remaining + 3) // 4


def next_turn(pos: YangtzePosition, unit: Unit) -> Collection[str]:
    """14.4 to 14.6: what a unit that has failed does next turn. A class goes back to cover, and cowers where there is
    none within a charge move; whether there is a way to it is not judged here."""
    grade = pos.book.units[unit].grade
    if grade == "A":
        return (COWER, RETREAT) if cover_near(pos, unit) else (COWER,)
    return (COWER,) if grade == "B" else (FLEE,)


def cover_near(pos: YangtzePosition, unit: Unit) -> bool:
    """S10.2: some ground, line or building that gives soft cover or better within a charge move of somebody."""
    reach = pos.flight(unit)
    table = pos.table
    shapes = [a.edges for a in (*table.areas, *table.strips) if a.surface.cover in ("soft", "hard", "hard_plus")]
    shapes += [line.edges for line in table.lines if line.obstacle.cover in ("soft", "hard", "hard_plus")]
    shapes += [building.edges for building in table.buildings]
    return any(
        near_polygon(edges, *place(pos, figure)) <= (reach + pos.book.radii[figure]) ** 2
        for figure in living(pos, unit)
        for edges in shapes
    )


def who_runs(
    pos: YangtzePosition, pairs: Collection[tuple[Unit, Unit]], failed: Collection[Unit]
) -> tuple[set[Unit], set[Unit]]:
    """13.3, R48: those who flee at once, and those who stay and cower. The failure of one who charged keeps the failed
    unit that he charged in place, unless that unit charged too: two that charge each other both flee (S9)."""
    stay = {two for one, two in pairs if one in failed and two in failed and pos.card[two] != CHARGE}
    return {unit for unit in failed if unit not in stay}, stay


def ran_at_most(pos: YangtzePosition, before: YangtzePosition, figure: Figure, far: int) -> bool:
    """13.3: nobody goes farther than a full charge move, in whatever direction."""
    return square(place(pos, figure), place(before, figure)) <= (far + 20) ** 2
