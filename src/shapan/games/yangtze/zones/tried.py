"""S19.1 Points that were tried in a set-up: a verdict holds until somebody comes or goes near enough to change it.

Of the many points that are tried for every unit, the next unit to be set up stands in the way of a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from shapan.ground.table import OUTDOORS

from ..fates import STANDING
from ..place import OFF_TABLE
from ..who import ByFigure, Figure, Unit, numbered

if TYPE_CHECKING:
    from shapan.ground.table import Bounds

    from ..position import YangtzePosition

Pt: TypeAlias = tuple[int, int]
Verdicts: TypeAlias = dict[Pt, int]
"""For each point within how far of it somebody would have to come or go for another verdict; the complement of that
number where the unit cannot be set up. Verdicts that may hang on anything else are not kept."""


class Tried:
    """What was tried for the units of a side while everybody stood where he does."""

    def __init__(self, pos: YangtzePosition, side: int, before: Tried | None) -> None:
        self.stood: tuple[ByFigure[int], ...] = (pos.x, pos.y, pos.floor, pos.room, pos.fate)
        self.at = pos.at
        self.rest = _rest(pos)
        self.verdicts: dict[Unit, Verdicts] = {}
        if before is not None and before.rest == self.rest:
            self._take_over(pos, side, before)

    def _take_over(self, pos: YangtzePosition, side: int, before: Tried) -> None:
        """The verdicts that still hold."""
        book = pos.book
        moved = before.moved(self)
        units = {book.figures[figure].unit for figure in moved}
        units |= {unit for unit, was in numbered(before.at) if was != self.at[unit]}
        strangers = any(pos.owner[unit] != side or book.units[unit].carrier for unit in units)
        if strangers or any(book.units[unit].aircraft for unit in units) or not moved.isdisjoint(book.fcg[side]):
            return
        boxes = [_about([*before.places(pos, unit), *self.places(pos, unit)]) for unit in units if pos.arrived(unit)]
        for unit, verdicts in before.verdicts.items():
            if unit not in units and not pos.arrived(unit):
                self.verdicts[unit] = _still_holding(verdicts, boxes)

    def moved(self, later: Tried) -> set[Figure]:
        """Who has come, gone or gone elsewhere."""
        found: set[Figure] = set()
        for was, now in zip(self.stood, later.stood, strict=True):
            if was is not now:
                found |= {figure for figure, one in numbered(was) if one != now[figure]}
        return found

    def places(self, pos: YangtzePosition, unit: Unit) -> Iterator[Bounds]:
        """Where the figures of a unit and its gun stood; under a roof the whole house, which has room for so many."""
        xs, ys, _, rooms, fate = self.stood
        for figure in pos.book.men[unit]:
            if fate[figure] == STANDING:
                yield xs[figure], ys[figure], xs[figure], ys[figure]
                if rooms[figure] != OUTDOORS:
                    yield pos.book.table.buildings[rooms[figure]].bounds
        if self.at[unit] != OFF_TABLE:
            x, y, _ = self.at[unit]
            yield x, y, x, y


def verdicts(pos: YangtzePosition, unit: Unit) -> Verdicts:
    """What is known of the points at which a unit on foot may be set up before the first turn; to be added to."""
    side, scene = pos.owner[unit], pos.scene
    key = ("tried", side, pos.hidden, pos.afoot)
    found: Tried | None = scene.known.get(key)
    if found is None:
        found = scene.known[key] = scene.tried[side] = Tried(pos, side, scene.tried.get(side))
    return found.verdicts.setdefault(unit, {})


def _rest(pos: YangtzePosition) -> tuple[Any, ...]:
    """What else a verdict may hang on, and what does not change while a side places its men."""
    return (
        *(pos.bodies, pos.aboard, pos.damage, pos.owner, pos.rubble, pos.shut),
        *(pos.promoted, pos.hidden, pos.afoot, pos.turn),
    )


def _about(places: list[Bounds]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*places, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _still_holding(verdicts: Verdicts, boxes: list[Bounds]) -> Verdicts:
    for left, top, right, bottom in boxes:
        kept: Verdicts = {}
        for point, verdict in verdicts.items():
            x, y = point
            reach = verdict if verdict >= 0 else ~verdict
            if x < left - reach or x > right + reach or y < top - reach or y > bottom + reach:
                kept[point] = verdict
        verdicts = kept
    return dict(verdicts)
