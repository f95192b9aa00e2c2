"""Views of one game: drawn once, kept as long as nothing changes in them, told as differences."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from shapan.kernel import Position, Side, View

from .deltas import change

TEXTS: Final = 64
"""How many Views are kept as they were written, in all games together: those who come one after another to look at a
game get the same text, while one that only its players follow needs none, being told what changes."""


def parts_of(view: View) -> dict[str, Any]:
    """A View as it can be compared with the next one: its fields, what they hold untouched, but the options, of which
    nothing is shared with other Views, written already."""
    ask = _fields(view.ask)
    for name in ("options", "free"):
        if name in ask:
            ask[name] = [msgspec.Raw(_ENCODER.encode(group)) for group in ask[name]]
    return {**_fields(view), "clock": _fields(view.clock), "ask": ask}


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct as they are written: without those at their default, where these are left out."""
    found = {name: getattr(struct, name) for name in struct.__struct_fields__}
    if not struct.__struct_config__.omit_defaults:
        return found
    defaults = struct.__struct_defaults__
    for name, default in zip(struct.__struct_fields__[-len(defaults) :], defaults, strict=True):
        value = found[name]
        if value is default or (value == {} and isinstance(value, dict)):
            del found[name]
    return found


_ENCODER: Final = msgspec.json.Encoder()


class Drawn:
    """A View that has been drawn, and its text for as long as it is among those written last."""

    __slots__ = ("_text", "parts")

    def __init__(self, view: View) -> None:
        self.parts = parts_of(view)
        self._text: bytes | None = None

    @property
    def text(self) -> bytes:
        text = self._text
        if text is None:
            text = self._text = _ENCODER.encode(self.parts)
            _written.append(self)
            while len(_written) > TEXTS:
                _written.popleft()._text = None
        return text

    @property
    def written(self) -> bool:
        """Is its text kept?"""
        return self._text is not None

    def same(self, other: Drawn) -> bool:
        """Does it show the same?"""
        return self.parts == other.parts or _ENCODER.encode(self.parts) == _ENCODER.encode(other.parts)


_written: Final[deque[Drawn]] = deque()


class Foreseen(NamedTuple):
    """A View that has been drawn before it could be shown."""

    after: Position[Any]
    side: Side
    number: int
    """Its number until then."""
    change: bytes
    """What will have changed in it."""


class Views:
    """The Views of all sides, of the position that is published and of the one that may come next.

    Positions are known by identity: a match never changes one, it goes on with a copy. What is asked for here may be
    drawn in any thread; two that draw the same one at once waste time and nothing else.
    """

    def __init__(self, present: Position[Any]) -> None:
        self.present = present
        """What is published."""
        self._counsel = True
        self._drawn: dict[Side, tuple[Position[Any], Drawn]] = {}
        """The View of each side that was drawn last, and of which position."""
        self._outgoing: dict[Side, Drawn] = {}
        """Views of the published position that have made room for the next ones already."""
        self._told: set[Side] = set()
        """The sides that somebody has looked through since they were last shown something. A View that was drawn only
        to judge what is done in secret is nobody's former one, and is drawn again for whoever looks first: a
        difference, or an answer that comes sooner, would tell that something was done."""
        self._former: dict[Side, tuple[int, Drawn]] = {}
        """The View of each side before its present one, and its number: the next is told as a difference to it."""
        self._changes: dict[tuple[int, Side], bytes] = {}
        """The differences between those and the present ones, as far as somebody has asked for them."""
        self._foreseen: Foreseen | None = None

    def agree(self, counsel: bool) -> None:
        """May players see the chances of what they are about to do?"""
        if counsel != self._counsel:
            self._counsel, self._drawn, self._foreseen = counsel, {}, None

    def text(self, side: Side) -> bytes:
        """The View of a side as it is sent."""
        return self.look(side).text

    def look(self, side: Side) -> Drawn:
        """The View of a side, of what is published."""
        if side not in self._told:
            self._told.add(side)
            self._drawn.pop(side, None)
        return self._draw(side, self.present)

    def _draw(self, side: Side, position: Position[Any]) -> Drawn:
        drawn = self._drawn.get(side)
        if drawn is None or drawn[0] is not position:
            if drawn is not None and drawn[0] is self.present:
                self._outgoing[side] = drawn[1]
            drawn = self._drawn[side] = (position, Drawn(self.shown(position.copy().view(side))))
        return drawn[1]

    def shown(self, view: View) -> View:
        """Without the chances of an attack, where the players have agreed on no counsel."""
        if self._counsel or not view.previews:
            return view
        return replace(view, previews=[replace(each, chances=()) for each in view.previews])

    def has(self, side: Side) -> bool:
        """Has the View of what is published been drawn?"""
        drawn = self._drawn.get(side)
        return side in self._told and drawn is not None and drawn[0] is self.present

    def differ(self, side: Side, before: Position[Any], after: Position[Any]) -> bool:
        """Is the View of a side another one after than before?"""
        return before is not after and not self._draw(side, before).same(self._draw(side, after))

    def carry(self, side: Side, before: Position[Any], after: Position[Any]) -> None:
        """A View that has not changed need not be drawn again."""
        drawn = self._drawn.get(side)
        if drawn is not None and drawn[0] is before:
            self._drawn[side] = (after, drawn[1])

    def foresee(self, side: Side, number: int, after: Position[Any]) -> None:
        """Have ready what a side will see once this is published, and how it differs from what it sees now, where its
        number is this. For whoever acts, and knows it: it is drawn in one go with his action."""
        if self.has(side):
            former, coming = self._draw(side, self.present), self._draw(side, after)
            self._foreseen = Foreseen(after, side, number, _ENCODER.encode(change(former.parts, coming.parts)))

    def publish(self, position: Position[Any], seen: Mapping[Side, int]) -> None:
        """This is shown from now on. ``seen``: the sides that get to see something, and their numbers until now."""
        for side, number in seen.items():
            drawn = self._drawn[side][1] if self.has(side) else self._outgoing.get(side)
            self._former.pop(side, None)
            if drawn is not None and side in self._told:
                self._former[side] = (number, drawn)
            self._told.discard(side)
        self.present = position
        self._outgoing = {}
        self._changes = {}  # a new one: whoever still works on an old difference puts it where nobody looks any more
        foreseen, self._foreseen = self._foreseen, None
        if foreseen is not None and foreseen.after is position and foreseen.number == seen.get(foreseen.side):
            self._told.add(foreseen.side)
            self._changes[foreseen.number, foreseen.side] = foreseen.change

    def changed(self, side: Side, since: int) -> bytes | None:
        """What has changed in a side's View since its number was this; None if that View is not known. Worked out
        once."""
        changes, key = self._changes, (since, side)
        number, former = self._former.get(side, (None, None))
        if former is None or number != since:
            return None
        if key not in changes:
            changes[key] = _ENCODER.encode(change(former.parts, self.look(side).parts))
        return changes[key]

    def forget(self, sides: Iterable[Side]) -> None:
        """Those who look through these sides have been told: whoever comes back later gets the whole. (Others do not
        notice that there was something to tell.)"""
        for side in sides:
            self._former.pop(side, None)
        self._changes = {}
