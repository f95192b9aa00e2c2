"""Mukden 9.11 Advance after combat, 9.12 Momentum attacks."""

from __future__ import annotations

from shapan.ground.hexes import bits, lowest
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, amended, one
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.verbs import Advance, Attack, Halt

from .actions import Probe
from .alternation import dead_refusal, end_action, owner
from .battle import Advancing, Momentum
from .combat import attack_refusal, attackable, begin
from .position import MukdenPosition
from .probing import enter, probe_refusal, probeable
from .stacking import fits

# --- 9.11 advance after combat ------------------------------------------------------------------


def able_to_advance(pos: MukdenPosition, at: Advancing) -> list[int]:
    """9.11: surviving attackers that have not advanced yet and find room in the hex (6.1)."""
    return [unit for unit in bits(at.units & ~at.advanced) if fits(pos, unit, at.target)]


class AdvanceAfterCombat(Step[MukdenPosition, Advancing]):
    """9.11: surviving attackers may enter the emptied hex, at once or not at all, within stacking."""

    case = "9.11"

    def settle(self, pos: MukdenPosition, at: Advancing) -> bool:
        if able_to_advance(pos, at):
            return True
        self._finish(pos, at)
        return False

    def _finish(self, pos: MukdenPosition, at: Advancing) -> None:
        pos.done()
        if at.advanced and not at.momentum:
            pos.then(Momentum(at.advanced, at.involved, may_probe=True))
        else:
            end_action(pos, at.involved)

    def actor(self, pos: MukdenPosition, at: Advancing) -> Actor:
        return owner(pos, at.units)

    def options(self, pos: MukdenPosition, at: Advancing) -> Options:
        return Options(Group(Advance, values=able_to_advance(pos, at)), one(Halt()))

    def refusal(self, pos: MukdenPosition, at: Advancing, action: Action) -> Refusal | None:
        match action:
            case Halt():
                return None
            case Advance(unit):
                if at.advanced >> unit & 1:
                    return Refusal("9.11", "refusal.advanced_already", unit=unit)
                if not at.units >> unit & 1:
                    side = pos.book.side_of[lowest(at.units)]
                    return dead_refusal(pos, side, unit) or Refusal("9.11", "refusal.not_victorious")
                return None if fits(pos, unit, at.target) else Refusal("6.1", "refusal.stacking", hex=at.target)
        return Refusal("9.11", "refusal.advance_now")

    def apply(self, pos: MukdenPosition, at: Advancing, action: Action) -> None:
        if isinstance(action, Halt):
            self._finish(pos, at)
        elif isinstance(action, Advance):
            pos.become(amended(at, advanced=at.advanced | 1 << action.unit))
            enter(pos, action.unit, at.target, "9.11")

    def prompt(self, pos: MukdenPosition, at: Advancing) -> tuple[str, dict[str, Param]]:
        return "prompt.advance", {"hex": at.target}


# --- 9.12 momentum attacks ----------------------------------------------------------------------


def momentum_refusal(pos: MukdenPosition, at: Momentum, unit: int) -> Refusal | None:
    """9.12: only a unit that has just advanced or probed."""
    if at.advanced >> unit & 1:
        return None
    side = pos.book.side_of[lowest(at.advanced)]
    return dead_refusal(pos, side, unit) or Refusal("9.12", "refusal.momentum_units")


class MomentumAttack(Step[MukdenPosition, Momentum]):
    """9.12: units that advanced may attack once more, before anything else happens; 9.3: in the form of a probe too,
    unless the action began with one (R21)."""

    case = "9.12"

    def settle(self, pos: MukdenPosition, at: Momentum) -> bool:
        if len(self.options(pos, at)) > 1:
            return True
        self._finish(pos, at)
        return False

    def _finish(self, pos: MukdenPosition, at: Momentum) -> None:
        pos.done()
        end_action(pos, at.involved)

    def actor(self, pos: MukdenPosition, at: Momentum) -> Actor:
        return owner(pos, at.advanced)

    def options(self, pos: MukdenPosition, at: Momentum) -> Options:
        units = bits(at.advanced)
        attacks = [Group(Attack, unit, values=Hexes(attackable(pos, unit))) for unit in units]
        probes = [Group(Probe, unit, values=Hexes(probeable(pos, unit))) for unit in units] if at.may_probe else []
        return Options(*attacks, *probes, one(Halt()))

    def refusal(self, pos: MukdenPosition, at: Momentum, action: Action) -> Refusal | None:
        match action:
            case Halt():
                return None
            case Attack(unit, there):
                return momentum_refusal(pos, at, unit) or attack_refusal(pos, unit, there, "9.12")
            case Probe(unit, there):
                if refusal := momentum_refusal(pos, at, unit):
                    return refusal
                return probe_refusal(pos, unit, there) if at.may_probe else Refusal("9.13", "refusal.second_probe")
        return Refusal("9.12", "refusal.momentum_now")

    def apply(self, pos: MukdenPosition, at: Momentum, action: Action) -> None:
        if isinstance(action, Halt):
            self._finish(pos, at)
        elif isinstance(action, Attack | Probe):
            pos.done()
            begin(pos, action, pool=at.advanced, after=at)
