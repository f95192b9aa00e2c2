"""7.9 Markers of covering fire, as long as they lie."""

from __future__ import annotations

from typing import NamedTuple

from ..position import YangtzePosition
from ..who import Shooter, at_rest, awake


class Marker(NamedTuple):
    """7.9: a weapon covers the area about a point."""

    weapon: Shooter
    """What a crew serves goes by its first man, whether he lives or not."""
    x: int
    y: int
    wanted: int
    """How many enemies it waits for."""
    tested: int
    """The figures that it has tested so far, one bit each."""


def markers(pos: YangtzePosition) -> list[Marker]:
    return [Marker(awake(weapon), *rest) for weapon, *rest in pos.markers]


def lay(pos: YangtzePosition, marker: Marker) -> None:
    pos.markers = (*pos.markers, _kept(marker))


def amend(pos: YangtzePosition, number: int, marker: Marker) -> None:
    pos.markers = (*pos.markers[:number], _kept(marker), *pos.markers[number + 1 :])


def _kept(marker: Marker) -> tuple[int, int, int, int, int]:
    return (at_rest(marker.weapon), *marker[1:])


def laid(pos: YangtzePosition, weapon: Shooter) -> bool:
    """Does this weapon cover an area this turn?"""
    if not pos.markers:
        return False
    kept = at_rest(weapon)
    return any(marker[0] == kept for marker in pos.markers)
