"""Fire & Movement 7.6 Resolution: one die, and what each result sets in motion."""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import DieStep, Step

from .battle import defenders, odds
from .book import CombatResult
from .position import FM, P, other
from .terms import BOMBARDMENT, Battle


class Strike(DieStep[P]):
    """7.6: one die; 4.1: an exchange in a mobile combat phase is no effect."""

    name: ClassVar[str] = "strike"
    case: ClassVar[str] = "7.6"

    def rolled(self, pos: P, face: int) -> None:
        battle = Battle(*pos.frame)
        result = pos.book.crt.result(odds(pos, battle).column, face)
        pos.tell("7.6", "event.result", die=face, result=result.code, hex=battle.target)
        pos.done()
        pos.call("aftermath", *battle)
        if result.exchange and battle.mobile:
            pos.tell("4.1", "event.exchange_void")
        elif battle.kind == BOMBARDMENT:
            self.bombarded(pos, battle, result)
        else:
            self.fought(pos, battle, result)

    def bombarded(self, pos: P, battle: Battle, result: CombatResult) -> None:
        """8.4: nothing happens to markers; the defender loses a step on an exchange; nobody advances."""
        if result.exchange:
            exchange(pos, other(battle.side), defender_bits(pos, battle))
        elif result.defender:
            drive_back(pos, battle, result.defender)

    def fought(self, pos: P, battle: Battle, result: CombatResult) -> None:
        """The frames are called in reverse: what happens first is called last."""
        if result.attacker:
            hexes = min(result.attacker, pos.book.attacker_retreat_limit)
            pos.call("withdraw", battle.side, battle.units, battle.units, hexes, False, False, 0)
        elif result.defender:
            pos.call("advance", *battle, 0)
            drive_back(pos, battle, result.defender)
        elif result.exchange:
            if pos.garrisoned(other(battle.side)) >> battle.target & 1:
                pos.call("advance", *battle, 0)
            exchange(pos, other(battle.side), defender_bits(pos, battle))
            exchange(pos, battle.side, battle.units)


def defender_bits(pos: FM, battle: Battle) -> int:
    return sum(1 << unit for unit in defenders(pos, battle))


def exchange(pos: FM, side: int, units: int) -> None:
    if units:
        pos.call("exchange", side, units)


def drive_back(pos: FM, battle: Battle, hexes: int) -> None:
    """7.7: the defenders retreat or resist; in some hexes they resist without a die roll."""
    units = defender_bits(pos, battle)
    if units:
        pos.call("withdraw", other(battle.side), units, units, hexes, pos.resists_freely(battle), True, 0)


class Aftermath(Step[P]):
    """When everything about a battle is settled; exclusive rules add what follows."""

    name: ClassVar[str] = "aftermath"
    case: ClassVar[str] = "7.6"

    def settle(self, pos: P) -> bool:
        pos.done()
        return False
