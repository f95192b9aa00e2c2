"""Mukden 5.5 Alternating actions: who acts, with what, and how an action ends (9.3)."""

from __future__ import annotations

from typing import TypeVar

from shapan.ground.hexes import lowest
from shapan.kernel import Action, Actor, Refusal, SideFrame, SideStep
from shapan.mechanics.forces import OFF
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Flip, Pass

from .position import MukdenPosition, Units


class Acting(SideFrame):
    """5.5: the side whose action it is."""


class Moving(Acting, step="move"):
    """5.5: an action of a movement phase."""


class Fighting(Acting, step="fight"):
    """5.5: an action of a combat phase."""


A = TypeVar("A", bound=Acting)


class AlternatingActions(SideStep[MukdenPosition, A]):
    """5.5: the players act in turn; a side that has passed or has no undisrupted unit left is skipped."""

    case = "5.5"

    def settle(self, pos: MukdenPosition, at: A) -> bool:
        if pos.can_act(at.side):
            return True
        next_action(pos)
        return False

    def apply(self, pos: MukdenPosition, at: A, action: Action) -> None:
        if isinstance(action, Pass):
            pos.passed |= 1 << at.side
            pos.tell("5.5", "event.passed", side=pos.book.sides[at.side])
        elif isinstance(action, Flip):
            pos.disrupt(1 << action.unit)
            _tell_flip(pos, at.side, action.unit)
        next_action(pos)


def _tell_flip(pos: MukdenPosition, side: int, unit: int) -> None:
    """R45: an empty flip tells the opponent the hex only, unless the counter lies on top."""
    owner, here = pos.book.sides[side], pos.place[unit]
    if not pos.book.fog_of_war or pos.stack_in(here)[0] == unit:
        pos.tell("5.5", "event.flipped", side=owner, unit=unit, hex=here)
    else:
        pos.tell("5.5", "event.flipped", (owner,), side=owner, unit=unit, hex=here)
        others = (pos.book.sides[other(side)], "spectator")
        pos.tell("5.5", "event.flipped_unseen", others, side=owner, hex=here)


def may_act_with(pos: MukdenPosition, side: int, unit: int) -> Refusal | None:
    """2.11, 8.2, 9.1: only one's own undisrupted units on the map can act."""
    if pos.book.side_of[unit] != side:
        return Refusal("5.5", "refusal.not_yours")
    if pos.disrupted >> unit & 1 and pos.place[unit] != OFF:
        return Refusal("2.11", "refusal.disrupted", unit=unit)
    return dead_refusal(pos, side, unit)


def dead_refusal(pos: MukdenPosition, side: int, unit: int) -> Refusal | None:
    """2.10: a unit of one's own that has lost its last step does nothing any more."""
    gone = pos.book.side_of[unit] == side and pos.place[unit] == OFF
    return Refusal("2.10", "refusal.eliminated", unit=unit) if gone else None


def next_action(pos: MukdenPosition) -> None:
    """5.5: an action is over, and the next is the opponent's; who can act alone goes on, and nobody ends the phase."""
    at = pos.top
    assert isinstance(at, Acting)
    for side in (other(at.side), at.side):
        if pos.can_act(side):
            pos.become(type(at)(side))
            return
    pos.done()


def end_action(pos: MukdenPosition, involved: Units) -> None:
    """9.3: only now are all the units that took part turned over."""
    pos.disrupt(alive(pos, involved))
    next_action(pos)


def alive(pos: MukdenPosition, units: Units) -> Units:
    """Those of a set of units that are still on the map."""
    return units & pos.present


def owner(pos: MukdenPosition, units: Units) -> Actor:
    """The side to which a set of units belongs."""
    side: str = pos.book.sides[pos.book.side_of[lowest(units)]]
    return side
