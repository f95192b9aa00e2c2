"""Fire & Movement 7.6 Resolution: one die, and what each result sets in motion."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from shapan.kernel import DieStep, Frame, Step
from shapan.mechanics.sides import other

from .advance import Advancing
from .battle import defenders, odds
from .book import CombatResult
from .exchange import Exchanging
from .position import FM, P
from .retreat import Withdrawal
from .terms import BOMBARDMENT, Battle, Units, carried


class Striking(Battle, step="strike"):
    """7.6: everything is committed, and the die is cast."""


class Aftermath(Battle):
    """7.6: what the die set in motion is over."""


class Strike(DieStep[P, Striking]):
    """7.6: one die; 4.1: an exchange in a mobile combat phase is no effect."""

    case: ClassVar[str] = "7.6"

    def rolled(self, pos: P, at: Striking, face: int) -> None:
        result = pos.book.crt.result(odds(pos, at).column, face)
        pos.tell("7.6", "event.result", die=face, result=result.code, hex=at.target)
        pos.done()
        pos.then(*self.consequences(pos, at, result), carried(Aftermath, at))

    def consequences(self, pos: P, at: Striking, result: CombatResult) -> list[Frame]:
        """What follows from a result, in the order in which it happens."""
        if result.exchange and at.mobile:
            pos.tell("4.1", "event.exchange_void")
            return []
        if at.kind == BOMBARDMENT:
            return self.after_bombardment(pos, at, result)
        return self.after_attack(pos, at, result)

    def after_bombardment(self, pos: P, at: Striking, result: CombatResult) -> list[Frame]:
        """8.4: nothing happens to markers; the defender loses a step on an exchange; nobody advances."""
        if result.exchange:
            return exchange(other(at.side), defender_bits(pos, at))
        return [drive_back(pos, at, result.defender)] if result.defender else []

    def after_attack(self, pos: P, at: Striking, result: CombatResult) -> list[Frame]:
        """7.6, 7.7: one side is thrown back, or both lose a step, the attacker first."""
        if result.attacker:
            return [throw_back(pos, at, result.attacker)]
        follow_up: list[Frame] = [carried(partial(Advancing, advanced=0), at)]
        if result.defender:
            retreat: list[Frame] = [drive_back(pos, at, result.defender)] if defender_bits(pos, at) else []
            return retreat + follow_up
        if result.exchange:
            losses = exchange(at.side, at.units) + exchange(other(at.side), defender_bits(pos, at))
            return losses + follow_up if pos.garrisoned(other(at.side)) >> at.target & 1 else losses
        return []


def defender_bits(pos: FM, battle: Battle) -> Units:
    return sum(1 << unit for unit in defenders(pos, battle))


def exchange(side: int, units: Units) -> list[Frame]:
    return [Exchanging(side, units)] if units else []


def throw_back(pos: FM, battle: Battle, hexes: int) -> Withdrawal:
    """7.7: the attackers retreat or resist, no farther than the limit, and nothing helps them to resist."""
    units, hexes = battle.units, min(hexes, pos.book.attacker_retreat_limit)
    return Withdrawal(battle.side, units, units, hexes, free=False, defending=False, tried=0)


def drive_back(pos: FM, battle: Battle, hexes: int) -> Withdrawal:
    """7.7: the defenders retreat or resist; in some hexes they resist without a die roll."""
    units = defender_bits(pos, battle)
    return Withdrawal(other(battle.side), units, units, hexes, pos.resists_freely(battle), defending=True, tried=0)


class EndBattle(Step[P, Aftermath]):
    """When everything about a battle is settled; exclusive rules add what follows."""

    case: ClassVar[str] = "7.6"

    def settle(self, pos: P, at: Aftermath) -> bool:
        pos.done()
        return False
