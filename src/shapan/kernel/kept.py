"""Parts of a View that are kept: worked out once for all positions that agree in what they follow from.

From one decision to the next most of a position stays as it is. A part of the View that names the fields it follows
from is the same thing as before while they are, for every side and every copy, and whoever compares two Views sees at a
glance that it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from .position import Position

P = TypeVar("P", bound=Position[Any])
Q = ParamSpec("Q")
T = TypeVar("T")
MOST: Final = 2048
"""How many of each part are kept."""
_kept: Final[list[dict[Any, Any]]] = []


def follows_from(
    *fields: str,
) -> Callable[[Callable[Concatenate[P, Q], T]], Callable[Concatenate[P, Q], T]]:
    """What this function gives follows from the book, from these fields of the position and from what else it is
    called with, and from nothing else. It is shared: nobody may change it."""
    values = attrgetter("book", *fields)

    def keeping(work: Callable[Concatenate[P, Q], T]) -> Callable[Concatenate[P, Q], T]:
        kept: dict[Any, T] = {}
        _kept.append(kept)

        @wraps(work)
        def found(pos: P, /, *arguments: Q.args, **named: Q.kwargs) -> T:
            key = (values(pos), arguments, *named.items())
            try:  # another thread may be emptying it
                return kept[key]
            except KeyError:
                pass
            if len(kept) >= MOST:
                kept.clear()
            made = kept[key] = work(pos, *arguments, **named)
            return made

        return found

    return keeping


def forget_parts() -> None:
    """Let everything be worked out anew: how the tests judge what was kept."""
    for kept in _kept:
        kept.clear()
