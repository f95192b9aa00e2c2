"""7.9 Markers of covering fire, as long as they lie."""

from __future__ import annotations

from ..noted import Marker
from ..position import YangtzePosition
from ..who import Shooter


def lay(pos: YangtzePosition, marker: Marker) -> None:
    pos.markers = (*pos.markers, marker)


def amend(pos: YangtzePosition, number: int, marker: Marker) -> None:
    pos.markers = (*pos.markers[:number], marker, *pos.markers[number + 1 :])


def laid(pos: YangtzePosition, weapon: Shooter) -> bool:
    """Does this weapon cover an area this turn?"""
    return any(marker.weapon == weapon for marker in pos.markers)
