"""Frames: what a step carries, as small typed classes that are plain tuples at rest.

A frame's class declares its fields and names its step; the tuple behind it begins with that name. So mypy checks every
field that a rule, a staff or a preview reads, while copies, keys, snapshots and records see nothing but tuples:

>>> class Charge(Frame):
...     unit: int
...     spent: int = 0
>>> at = Charge(7)
>>> at.unit, at.step, tuple(at)
(7, 'charge', ('charge', 7, 0))
>>> amended(at, spent=2)
Charge(unit=7, spent=2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar, dataclass_transform, get_type_hints

from .reading import read

if TYPE_CHECKING:
    # mypy knows the fields of whatever goes through dataclasses.replace, and so of whatever is amended.
    from dataclasses import replace as amended
else:

    def amended(frame: Frame, **changes: Any) -> Frame:
        """The same frame with other values in some of its fields."""
        values = tuple(map(changes.pop, type(frame).fields, frame[1:]))
        if changes:
            raise TypeError(f"{type(frame).__name__} has no field {', '.join(sorted(changes))}")
        return tuple.__new__(type(frame), (frame[0], *values))


__all__ = ["F", "Frame", "FrameType", "S", "SideFrame", "Stack", "amended", "holds"]


@dataclass_transform(frozen_default=True)
class FrameType(type):
    """Makes a frame's class out of its annotations, those that it inherits first."""

    def __new__(
        cls, title: str, bases: tuple[type, ...], space: dict[str, Any], *, step: str | None = None
    ) -> FrameType:
        own = [name for name, kind in space.get("__annotations__", {}).items() if not str(kind).startswith("ClassVar")]
        fields = (*(name for base in bases for name in getattr(base, "fields", ())), *own)
        defaults = {name: value for base in bases for name, value in getattr(base, "defaults", {}).items()}
        defaults |= {name: space[name] for name in own if name in space}
        space["step"] = step or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", title).lower()
        space |= {name: property(itemgetter(number)) for number, name in enumerate(fields, 1)}
        space |= {"__slots__": (), "__match_args__": fields, "fields": fields, "defaults": defaults}
        space["__new__"] = _maker(space["step"], fields, defaults)
        return super().__new__(cls, title, bases, space)


def _maker(step: str, fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """``__new__`` with the fields as its arguments; spelt out, as namedtuple does it, because frames are made often."""
    arguments = "".join(f", {name}=_defaults[{name!r}]" if name in defaults else f", {name}" for name in fields)
    values = ", ".join((repr(step), *fields))
    return eval(f"lambda _cls{arguments}: _new(_cls, ({values},))", {"_new": tuple.__new__, "_defaults": defaults})


class Frame(tuple[Any, ...], metaclass=FrameType):
    """What one step on the stack carries. Subclasses declare the fields.

    The step is named like the class, in snake case, unless the class says otherwise: an action has often taken the best
    name already (``class Joining(Frame, step="join")``).
    """

    step: ClassVar[str]
    """The name of the step, as snapshots and prompts have it."""
    fields: ClassVar[tuple[str, ...]]
    """The names of the fields, in their order."""
    defaults: ClassVar[dict[str, Any]]

    @classmethod
    def revived(cls, values: Iterable[Any]) -> Self:
        """The frame that a snapshot holds: what is in it has the classes again that the fields name."""
        return cls(*map(read, values, _kinds(cls)))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self[1:]

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in zip(self.fields, self[1:], strict=True))
        return f"{type(self).__name__}({told})"


@cache
def _kinds(kind: type[Frame]) -> tuple[Any, ...]:
    """What the fields of a frame may hold."""
    hints = get_type_hints(kind)
    return tuple(hints[name] for name in kind.fields)


class SideFrame(Frame):
    """What a decision of one side carries: the side's number first."""

    side: int


F = TypeVar("F", bound=Frame)
S = TypeVar("S", bound=SideFrame)
Stack: TypeAlias = tuple[Any, ...]
"""``()`` or ``(frame, stack below)``."""


def holds(stack: Stack, frame: Frame) -> bool:
    """Is this very frame on a stack?"""
    while stack:
        if stack[0] is frame:
            return True
        stack = stack[1]
    return False
