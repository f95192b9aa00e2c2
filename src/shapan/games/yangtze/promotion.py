"""4.1 Field promotion, where the players have agreed on it: a unit that lost its leader names a new one."""

from __future__ import annotations

from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step

from .actions import Promote
from .position import YangtzePosition
from .who import Unit

LED = ("foot", "mounted")
"""Kinds with a leader of their own. The Force Command Group is not replaced: 4.2 counts its dead."""


def leaderless(pos: YangtzePosition, unit: Unit) -> bool:
    """A unit that should have a leader, and has men but none to lead them."""
    spec = pos.book.units[unit]
    if spec.kind not in LED or spec.lead != "own":
        return False
    men = pos.alive(unit)
    return bool(men) and not any(map(pos.leads, men))


def promotions(pos: YangtzePosition) -> tuple[Promotion, ...]:
    """At the end of the turn after the loss the unit names its new leader; losses of this turn are noted."""
    if not pos.book.switches["field_promotion"]:
        return ()
    without = [unit for unit in pos.book.every_unit if leaderless(pos, unit)]
    now = tuple(Promotion(unit) for unit in without if pos.headless >> unit & 1)
    pos.headless = sum(1 << unit for unit in without if not pos.headless >> unit & 1)
    return now


class Promotion(Frame):
    """4.1: a unit is to have a new leader."""

    unit: Unit


class NameLeader(Step[YangtzePosition, Promotion]):
    """4.1: the owner says who leads from now on."""

    case = "4.1"

    def settle(self, pos: YangtzePosition, at: Promotion) -> bool:
        if leaderless(pos, at.unit):
            return True
        pos.done()
        return False

    def actor(self, pos: YangtzePosition, at: Promotion) -> Actor:
        return pos.book.sides[pos.owner[at.unit]]

    def options(self, pos: YangtzePosition, at: Promotion) -> Options:
        return Options(Group(Promote, values=tuple(map(pos.book.piece_of_figure, pos.alive(at.unit)))))

    def refusal(self, pos: YangtzePosition, at: Promotion, action: Action) -> Refusal | None:
        if isinstance(action, Promote) and pos.book.as_figure(action.figure) in pos.alive(at.unit):
            return None
        return Refusal("4.1", "refusal.promote_first")

    def apply(self, pos: YangtzePosition, at: Promotion, action: Action) -> None:
        assert isinstance(action, Promote)
        pos.done()
        pos.promoted |= 1 << pos.book.the_figure(action.figure)
        to = (pos.book.sides[pos.owner[at.unit]],) if pos.hidden >> at.unit & 1 else None
        pos.tell("4.1", "event.promoted", to, unit=at.unit, piece=action.figure)

    def prompt(self, pos: YangtzePosition, at: Promotion) -> tuple[str, dict[str, Param]]:
        return "prompt.promotion", {"unit": at.unit}
