"""Fire & Movement 7.9 Advance after combat: one hex, into the hex that the defender has lost, ignoring enemy zones."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Param, Refusal, SideStep, one

from .actions import Advance, Halt
from .position import FM, other
from .terms import ASSAULT, Battle


def advance_refusal(pos: FM, battle: Battle, advanced: int, unit: int) -> Refusal | None:
    """7.9: a surviving attacker, next to the hex, with room there, where he may go at all."""
    if not pos.alive(battle.units) >> unit & 1:
        return Refusal("7.9", "refusal.not_victorious")
    if advanced >> unit & 1:
        return Refusal("7.9", "refusal.advanced", unit=unit)
    if pos.closed_to(battle.side) >> battle.target & 1:
        return Refusal(pos.book.closed_case, "refusal.closed", hex=battle.target)
    if battle.target not in pos.exits(unit, pos.place[unit]):
        return Refusal("7.9", "refusal.advance_way", unit=unit)
    return None if pos.fits(1 << unit, battle.target) else Refusal("5.3", "refusal.stacking", hex=battle.target)


class AdvanceAfterCombat(SideStep[FM]):
    """7.9: each attacker decides for himself; the frame is the battle and who has advanced."""

    name: ClassVar[str] = "advance"
    case: ClassVar[str] = "7.9"

    def settle(self, pos: FM) -> bool:
        battle = Battle(*pos.frame[:-1])
        if battle.kind == ASSAULT and not pos.occupied[other(battle.side)] >> battle.target & 1 and self._able(pos):
            return True
        pos.done()
        return False

    def _able(self, pos: FM) -> list[int]:
        battle, advanced = Battle(*pos.frame[:-1]), pos.frame[-1]
        return [unit for unit in bits(battle.units) if advance_refusal(pos, battle, advanced, unit) is None]

    def options(self, pos: FM) -> Options:
        return Options(Group(Advance, values=self._able(pos)), one(Halt()))

    def refusal(self, pos: FM, action: Action) -> Refusal | None:
        match action:
            case Halt():
                return None
            case Advance(unit):
                return advance_refusal(pos, Battle(*pos.frame[:-1]), pos.frame[-1], unit)
        return Refusal("7.9", "refusal.advance_now")

    def apply(self, pos: FM, action: Action) -> None:
        battle, advanced = Battle(*pos.frame[:-1]), pos.frame[-1]
        if isinstance(action, Halt):
            pos.done()
        elif isinstance(action, Advance):
            pos.become(*battle, advanced | 1 << action.unit)
            pos.tell("7.9", "event.advanced", unit=action.unit, hex=battle.target)
            pos.arrive(action.unit, (battle.target,))

    def prompt(self, pos: FM) -> tuple[str, dict[str, Param]]:
        return "prompt.advance", {"hex": pos.frame[1]}
