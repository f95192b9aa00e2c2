"""Views of one game: drawn and encoded once, kept as long as nothing changes in them, told as differences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from shapan.kernel import Position, Side, View

from .deltas import Cut, change

WORTH: Final = 0.7
"""A difference that is nearly as large as the whole is not worth the trouble."""


class Views:
    """The Views of all sides, of the position that is published and of the one that may come next.

    Positions are known by identity: a match never changes one, it goes on with a copy. What is asked for here may be
    drawn in any thread; two that draw the same one at once waste time and nothing else.
    """

    def __init__(self, present: Position[Any]) -> None:
        self.present = present
        """What is published."""
        self._counsel = True
        self._drawn: dict[Side, tuple[Position[Any], Cut]] = {}
        """The View of each side that was drawn last, and of which position."""
        self._outgoing: dict[Side, Cut] = {}
        """Views of the published position that have made room for the next ones already."""
        self._told: set[Side] = set()
        """The sides that somebody has looked through since they were last shown something. A View that was drawn only
        to judge what is done in secret is nobody's former one: it would tell that something was done."""
        self._former: dict[Side, tuple[int, Cut]] = {}
        """The View of each side before its present one, and its number: the next is told as a difference to it."""
        self._changes: dict[tuple[int, Side], bytes | None] = {}
        """The differences between those and the present ones, as far as somebody has asked for them."""

    def agree(self, counsel: bool) -> None:
        """May players see the chances of what they are about to do?"""
        if counsel != self._counsel:
            self._counsel, self._drawn = counsel, {}

    def cut(self, side: Side, position: Position[Any] | None = None) -> Cut:
        """The View of a side, of what is published or of another position."""
        if position is None:
            self._told.add(side)
        return self._draw(side, self.present if position is None else position)

    def _draw(self, side: Side, position: Position[Any]) -> Cut:
        drawn = self._drawn.get(side)
        if drawn is None or drawn[0] is not position:
            if drawn is not None and drawn[0] is self.present:
                self._outgoing[side] = drawn[1]
            drawn = self._drawn[side] = (position, Cut(self._shown(position.copy().view(side)).to_json()))
        return drawn[1]

    def _shown(self, view: View) -> View:
        """Without the chances of an attack, where the players have agreed on no counsel."""
        if self._counsel or not view.previews:
            return view
        return replace(view, previews=[replace(each, chances=()) for each in view.previews])

    def has(self, side: Side) -> bool:
        """Has the View of what is published been drawn?"""
        drawn = self._drawn.get(side)
        return drawn is not None and drawn[0] is self.present

    def differ(self, side: Side, before: Position[Any], after: Position[Any]) -> bool:
        """Is the View of a side another one after than before?"""
        return before is not after and self._draw(side, before).text != self._draw(side, after).text

    def carry(self, side: Side, before: Position[Any], after: Position[Any]) -> None:
        """A View that has not changed need not be drawn again."""
        drawn = self._drawn.get(side)
        if drawn is not None and drawn[0] is before:
            self._drawn[side] = (after, drawn[1])

    def publish(self, position: Position[Any], seen: Mapping[Side, int]) -> None:
        """This is shown from now on. ``seen``: the sides that get to see something, and their numbers until now."""
        for side, number in seen.items():
            drawn = self._drawn[side][1] if self.has(side) else self._outgoing.get(side)
            if drawn is not None and side in self._told:
                self._former[side] = (number, drawn)
            self._told.discard(side)
        self.present = position
        self._outgoing = {}
        self._changes = {}  # a new one: whoever still works on an old difference puts it where nobody looks any more

    def changed(self, side: Side, since: int) -> bytes | None:
        """What has changed in a side's View since its number was this; None if that View is not known, or too much has.
        Worked out once."""
        changes, key = self._changes, (since, side)
        number, former = self._former.get(side, (None, None))
        if former is None or number != since:
            return None
        if key not in changes:
            view = self.cut(side)
            difference = msgspec.json.encode(change(former, view))
            changes[key] = difference if len(difference) < len(view.text) * WORTH else None
        return changes[key]
