"""What is worked out while a side declares its fire or makes its plans: nothing else changes meanwhile, so it is kept.

Every value of a position but those that the side itself adds to must be the same as when the memory began; so
nobody needs to say what an answer depends on, besides what has been declared or planned. What is kept are answers,
never anything that still looks at a position.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..position import YangtzePosition
from ..who import Piece

if TYPE_CHECKING:
    from ..noted import Declared

DECLARING: Final = ("shots",)
"""7.3: what a side adds to while it declares its fire."""
PLANNING: Final = ("plan", "track", "stairs", "attacks")
"""5.0: the same while it plans."""

T = TypeVar("T")


def _remembered(pos: YangtzePosition, added: tuple[str, ...]) -> dict[Hashable, Any]:
    """The memory of this standstill; a new one once anything else has changed."""
    values = _values(added)(pos)
    kept = pos.scene.still.get(added)
    # Two tuples of the very same things are equal without a look at what is in these.
    if kept is None or kept[0] != values:
        kept = pos.scene.still[added] = (values, {})
    return kept[1]


@cache
def _values(added: tuple[str, ...]) -> Callable[[YangtzePosition], tuple[Any, ...]]:
    names = [name for name in YangtzePosition.key_fields() if name != "stack" and name not in added]
    return attrgetter(*names)


def _once(pos: YangtzePosition, added: tuple[str, ...], key: tuple[Hashable, ...], found: Callable[[], T]) -> T:
    known = _remembered(pos, added)
    if key not in known:
        known[key] = found()
    answer: T = known[key]
    return answer


def while_declaring(pos: YangtzePosition, key: tuple[Hashable, ...], found: Callable[[], T]) -> T:
    """An answer about fire, worked out when it is first asked for. The key names it, with whatever has been declared
    that it depends on."""
    return _once(pos, DECLARING, key, found)


def while_planning(pos: YangtzePosition, key: tuple[Hashable, ...], found: Callable[[], T]) -> T:
    """The same about plans."""
    return _once(pos, PLANNING, key, found)


def said_of(pos: YangtzePosition, piece: Piece) -> tuple[Declared, ...]:
    """7.3: the declarations on which it depends who fires under a piece: its own; aboard something, where mounts and
    rifles share the same hands (S14.8), all of them."""
    shots = pos.shots
    if not shots:
        return ()
    unit = pos.book.as_unit(piece)
    if unit is None or pos.book.units[unit].carrier or pos.riding(unit) is not None:
        return shots
    return tuple([shot for shot in shots if shot.piece == piece])
