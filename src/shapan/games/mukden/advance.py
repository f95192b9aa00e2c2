"""Mukden 9.11 Advance after combat, 9.12 Momentum attacks."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one
from shapan.mechanics.hexoptions import Hexes

from .actions import Advance, Attack, Halt, Probe
from .alternation import end_action, owner
from .combat import attack_refusal, attackable, begin
from .position import MukdenPosition
from .probing import enter, probe_refusal, probeable

# Frames, with sets of units as bits:
#   advance  (target, units, advanced, involved, momentum)   who enters the emptied hex
#   momentum (advanced, involved, may_probe)                 units that advanced may attack once more


# --- 9.11 advance after combat ------------------------------------------------------------------


class AdvanceAfterCombat(Step[MukdenPosition]):
    """9.11: surviving attackers may enter the emptied hex, at once or not at all, within stacking."""

    name = "advance"
    case = "9.11"

    def settle(self, pos: MukdenPosition) -> bool:
        target, units, advanced, _, _ = pos.frame
        if any(pos.fits(unit, target) for unit in bits(units & ~advanced)):
            return True
        self._finish(pos)
        return False

    def _finish(self, pos: MukdenPosition) -> None:
        _, _, advanced, involved, momentum = pos.frame
        pos.done()
        if advanced and not momentum:
            pos.call("momentum", advanced, involved, True)
        else:
            end_action(pos, involved)

    def actor(self, pos: MukdenPosition) -> Actor:
        return owner(pos, pos.frame[1])

    def options(self, pos: MukdenPosition) -> Options:
        target, units, advanced, _, _ = pos.frame
        able = [unit for unit in bits(units & ~advanced) if pos.fits(unit, target)]
        return Options(Group(Advance, values=able), one(Halt()))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        target, units, advanced, _, _ = pos.frame
        match action:
            case Halt():
                return None
            case Advance(unit):
                if advanced >> unit & 1:
                    return Refusal("9.11", "refusal.advanced_already", unit=unit)
                if not units >> unit & 1:
                    return Refusal("9.11", "refusal.not_victorious")
                return None if pos.fits(unit, target) else Refusal("6.1", "refusal.stacking", hex=target)
        return Refusal("9.11", "refusal.advance_now")

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        if isinstance(action, Halt):
            self._finish(pos)
        elif isinstance(action, Advance):
            target, units, advanced, involved, momentum = pos.frame
            pos.become(target, units, advanced | 1 << action.unit, involved, momentum)
            enter(pos, action.unit, target, "9.11")

    def prompt(self, pos: MukdenPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.advance", {"hex": pos.frame[0]}


# --- 9.12 momentum attacks ----------------------------------------------------------------------


class Momentum(Step[MukdenPosition]):
    """9.12: units that advanced may attack once more, before anything else happens; 9.3: in the form of a probe too,
    unless the action began with one (R21)."""

    name = "momentum"
    case = "9.12"

    def settle(self, pos: MukdenPosition) -> bool:
        if len(self.options(pos)) > 1:
            return True
        self._finish(pos)
        return False

    def _finish(self, pos: MukdenPosition) -> None:
        _, involved, _ = pos.frame
        pos.done()
        end_action(pos, involved)

    def actor(self, pos: MukdenPosition) -> Actor:
        return owner(pos, pos.frame[0])

    def options(self, pos: MukdenPosition) -> Options:
        advanced, _, may_probe = pos.frame
        units = bits(advanced)
        attacks = [Group(Attack, unit, values=Hexes(attackable(pos, unit))) for unit in units]
        probes = [Group(Probe, unit, values=Hexes(probeable(pos, unit))) for unit in units] if may_probe else []
        return Options(*attacks, *probes, one(Halt()))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        advanced, _, may_probe = pos.frame
        match action:
            case Halt():
                return None
            case Attack(unit, there):
                if not advanced >> unit & 1:
                    return Refusal("9.12", "refusal.momentum_units")
                return attack_refusal(pos, unit, there)
            case Probe(unit, there):
                if not advanced >> unit & 1:
                    return Refusal("9.12", "refusal.momentum_units")
                return probe_refusal(pos, unit, there) if may_probe else Refusal("9.13", "refusal.second_probe")
        return Refusal("9.12", "refusal.momentum_now")

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        advanced, involved, _ = pos.frame
        if isinstance(action, Halt):
            self._finish(pos)
        elif isinstance(action, Attack | Probe):
            pos.done()
            begin(pos, action, pool=advanced, involved=involved, momentum=True)
