"""The table as a View: what a side may know. Cards and plans stay face down until they are revealed (2.0)."""

from __future__ import annotations

import msgspec

from shapan.kernel import DICE, Action, Group, Options
from shapan.kernel.view import Ask, Clock, View, option_groups, view_of

from ..orders.plans import Plan, adjustments
from ..position import YangtzePosition
from ..setup import SettingUp, upstairs
from .boxes import boxes
from .ledgers import ledgers
from .marks import marks
from .pieces import heaps
from .preview import previews


def view(pos: YangtzePosition, side: str, bare: bool = False) -> View:
    """Everything that this side, or the spectator, may know."""
    viewer = pos.book.sides.index(side) if side in pos.book.sides else None
    found = view_of(
        pos,
        side,
        bare=bare,
        clock=_clock(pos),
        pieces=heaps(pos, viewer) if bare else tuple(heaps(pos, viewer)),
        boxes=boxes(pos, viewer),
        marks=() if bare else marks(pos, viewer),  # they lie in no place: to whoever counts they are drawing
        ledgers=ledgers(pos),
        previews=lambda: previews(pos, viewer),
    )
    return found if bare else msgspec.structs.replace(found, ask=_ask(pos, side, found.ask))


def _clock(pos: YangtzePosition) -> Clock:
    book = pos.book
    if pos.phase < 0:
        return Clock(pos.turn, book.turns, book.sheet["date"], "0", "phase.setup", "S19.1")
    phase = pos.SEQUENCE.phases[pos.phase]
    return Clock(pos.turn, book.turns, book.sheet["date"], phase.number, f"phase.{phase.name}", phase.case)


def _ask(pos: YangtzePosition, side: str, ask: Ask) -> Ask:
    """A prompt that names units of the acting side is for that side alone."""
    groups = _by_figure(pos) if ask.actor == side else []
    if groups:
        extra = option_groups(pos.book.lexicon, Options(*groups))
        minor = [msgspec.structs.replace(group, minor=True) for group in extra]
        ask = msgspec.structs.replace(ask, options=[*ask.options, *minor])
    public = ask.actor in (side, DICE) or "side" in ask.params
    return ask if public else msgspec.structs.replace(ask, params={})


def _by_figure(pos: YangtzePosition) -> list[Group[Action]]:
    """What a player finds at single figures."""
    match pos.top:
        case Plan(side=side):
            return adjustments(pos, side)
        case SettingUp() as at:
            return upstairs(pos, at)
    return []
