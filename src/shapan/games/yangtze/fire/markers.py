"""7.9 Markers of covering fire, as long as they lie."""

from __future__ import annotations

from typing import NamedTuple

from ..position import YangtzePosition
from ..who import Arm, Shooter


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
    return [Marker(pos.book.shooter(arm), *rest) for arm, *rest in pos.markers]


def lay(pos: YangtzePosition, marker: Marker) -> None:
    pos.markers = (*pos.markers, _kept(pos, marker))


def amend(pos: YangtzePosition, number: int, marker: Marker) -> None:
    pos.markers = (*pos.markers[:number], _kept(pos, marker), *pos.markers[number + 1 :])


def _kept(pos: YangtzePosition, marker: Marker) -> tuple[Arm, int, int, int, int]:
    return (pos.book.arm(marker.weapon), *marker[1:])


def laid(pos: YangtzePosition, weapon: Shooter) -> bool:
    """Does this weapon cover an area this turn?"""
    if not pos.markers:
        return False
    kept = pos.book.arm(weapon)
    return any(marker[0] == kept for marker in pos.markers)
