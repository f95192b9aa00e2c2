"""Parts of a View that are kept: worked out once for all positions that agree in what they follow from.

From one decision to the next most of a position stays as it is. A part of the View that names the fields it follows
from is the same thing as before while they are, for every side and every copy, and whoever compares two Views sees at a
glance that it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, Concatenate, Final, Generic, NamedTuple, ParamSpec, TypeVar

from .position import Position

P = TypeVar("P", bound=Position[Any])
Q = ParamSpec("Q")
T = TypeVar("T")
MOST: Final = 2048
"""How many of each part are kept."""


class Memory(Generic[T]):
    """What is kept of one part, by what it follows from."""

    __slots__ = ("kept", "latest")

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.kept: dict[Any, T] = {}
        self.latest: tuple[Any, T] | None = None
        """What was asked for last: most often it is asked for again."""


class Before(NamedTuple, Generic[T]):
    """What was made of a part last, for another position of the same book."""

    fields: tuple[Any, ...]
    """The values of the fields that it followed from."""
    made: T


_memories: Final[list[Memory[Any]]] = []


def follows_from(
    *fields: str,
) -> Callable[[Callable[Concatenate[P, Q], T]], Callable[Concatenate[P, Q], T]]:
    """What this function gives follows from the book, from these fields of the position and from what else it is
    called with, and from nothing else. It is shared: nobody may change it."""
    values = attrgetter("book", *fields)

    def keeping(work: Callable[Concatenate[P, Q], T]) -> Callable[Concatenate[P, Q], T]:
        memory = Memory[T]()
        _memories.append(memory)

        @wraps(work)
        def found(pos: P, /, *arguments: Q.args, **named: Q.kwargs) -> T:
            key = (values(pos), arguments, *named.items()) if named else (values(pos), arguments)
            latest = memory.latest  # fields that nobody touched are compared in no time, and hashed in much more
            if latest is not None and latest[0] == key:
                return latest[1]
            try:  # another thread may be emptying it
                made = memory.kept[key]
            except KeyError:
                if len(memory.kept) >= MOST:
                    memory.kept.clear()
                made = memory.kept[key] = work(pos, *arguments, **named)
            memory.latest = key, made
            return made

        return found

    return keeping


def goes_on_from(*fields: str) -> Callable[[Callable[[P, Before[T] | None], T]], Callable[[P], T]]:
    """Like :func:`follows_from`, for a part of which little changes at a time: the function is also given what it gave
    last and what that followed from, so that it can take over whatever is the same. No more than that is kept."""
    values = attrgetter("book", *fields)

    def keeping(work: Callable[[P, Before[T] | None], T]) -> Callable[[P], T]:
        memory = Memory[T]()
        _memories.append(memory)

        @wraps(work)
        def found(pos: P, /) -> T:
            key, latest = values(pos), memory.latest
            if latest is not None and latest[0] == key:
                return latest[1]
            before = None if latest is None or latest[0][0] is not pos.book else Before(latest[0][1:], latest[1])
            made = work(pos, before)
            memory.latest = key, made
            return made

        return found

    return keeping


def forget_parts() -> None:
    """Let everything be worked out anew: how the tests judge what was kept."""
    for memory in _memories:
        memory.forget()
