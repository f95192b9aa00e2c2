"""Fire & Movement 7.9 Advance after combat: one hex, into the hex that the defender has lost, ignoring enemy zones."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Param, Refusal, SideStep, amended, one
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Advance, Halt

from .position import FM
from .terms import ASSAULT, Battle, Units


class Advancing(Battle, step="advance"):
    """7.9: the attackers of a battle follow up."""

    advanced: Units
    """Who has entered the hex."""


def advance_refusal(pos: FM, at: Advancing, unit: int) -> Refusal | None:
    """7.9: a surviving attacker, next to the hex, with room there, where he may go at all."""
    if not pos.alive(at.units) >> unit & 1:
        return Refusal("7.9", "refusal.not_victorious")
    if at.advanced >> unit & 1:
        return Refusal("7.9", "refusal.advanced", unit=unit)
    if pos.occupied[other(at.side)] >> at.target & 1:
        return Refusal("7.9", "refusal.advance_held", hex=at.target)
    if pos.closed_to(at.side) >> at.target & 1:
        return Refusal(pos.book.closed_case, "refusal.closed", hex=at.target)
    if at.target not in pos.exits(unit, pos.place[unit]):
        return Refusal("7.9", "refusal.advance_way", unit=unit)
    return None if pos.fits(1 << unit, at.target) else Refusal("5.3", "refusal.stacking", hex=at.target)


class AdvanceAfterCombat(SideStep[FM, Advancing]):
    """7.9: each attacker decides for himself."""

    case: ClassVar[str] = "7.9"

    def settle(self, pos: FM, at: Advancing) -> bool:
        if at.kind == ASSAULT and not pos.occupied[other(at.side)] >> at.target & 1 and self._able(pos, at):
            return True
        pos.done()
        return False

    def _able(self, pos: FM, at: Advancing) -> list[int]:
        return [unit for unit in bits(at.units) if advance_refusal(pos, at, unit) is None]

    def options(self, pos: FM, at: Advancing) -> Options:
        return Options(Group(Advance, values=self._able(pos, at)), one(Halt()))

    def refusal(self, pos: FM, at: Advancing, action: Action) -> Refusal | None:
        match action:
            case Halt():
                return None
            case Advance(unit):
                return advance_refusal(pos, at, unit)
        return Refusal("7.9", "refusal.advance_now")

    def apply(self, pos: FM, at: Advancing, action: Action) -> None:
        if isinstance(action, Halt):
            pos.done()
        elif isinstance(action, Advance):
            pos.become(amended(at, advanced=at.advanced | 1 << action.unit))
            pos.tell("7.9", "event.advanced", unit=action.unit, hex=at.target)
            pos.arrive(action.unit, (at.target,))

    def prompt(self, pos: FM, at: Advancing) -> tuple[str, dict[str, Param]]:
        return "prompt.advance", {"hex": at.target}
