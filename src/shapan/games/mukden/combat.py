"""Mukden 9.0 to 9.8 Combat: declaring an attack, bombardment, the roll.

Differential and shifts (9.4 to 9.6) are in the module ``odds``, losses (9.9, 9.10) in ``losses``, advances and momentum
attacks (9.11, 9.12) in ``advance``, probing attacks (9.13) in ``probing``.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.hexes import Mask, bits, lowest
from shapan.kernel import (
    Action,
    Actor,
    DieStep,
    Group,
    Options,
    Param,
    Refusal,
    Step,
    one,
)
from shapan.mechanics.crt import Result
from shapan.mechanics.hexoptions import Hexes

from .actions import Attack, Flip, Join, Pass, Probe, Resolve
from .alternation import AlternatingActions, may_act_with, owner
from .odds import Odds, odds
from .position import JAPANESE, MukdenPosition, other
from .probing import carry_out_probe, probe_refusal, probeable

# Frames of a combat action carry sets of units as bits:
#   join   (probing, target, units, pool, involved, momentum)   an attack or probe being put together
#   strike (target, units, involved, momentum, column)           waiting for the die
#   lose   (side, units, left)                                   an owner apportions losses
#   aftermath (target, units, involved, momentum)                after the losses


class CombatActions(AlternatingActions):
    """5.5 in a combat phase: one of the packages of 9.3, a flip, or no more actions."""

    name: ClassVar[str] = "fight"

    def options(self, pos: MukdenPosition) -> Options:
        (side,) = pos.frame
        ready = pos.ready(side)
        attacks = [Group(Attack, unit, values=Hexes(targets)) for unit in ready if (targets := attackable(pos, unit))]
        probes = [Group(Probe, unit, values=Hexes(hexes)) for unit in ready if (hexes := probeable(pos, unit))]
        return Options(*attacks, *probes, Group(Flip, values=ready), one(Pass()))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        (side,) = pos.frame
        match action:
            case Pass():
                return None
            case Flip(unit):
                return may_act_with(pos, side, unit)
            case Attack(unit, there):
                return may_act_with(pos, side, unit) or attack_refusal(pos, unit, there)
            case Probe(unit, there):
                return may_act_with(pos, side, unit) or probe_refusal(pos, unit, there)
        return Refusal("5.5", "refusal.combat_phase")

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        (side,) = pos.frame
        if isinstance(action, Attack | Probe):
            ready = sum(1 << unit for unit in pos.ready(side))
            begin(pos, action, pool=ready, involved=0, momentum=False)
        else:
            super().apply(pos, action)


def attackable(pos: MukdenPosition, unit: int) -> Mask:
    """9.0: the enemy-occupied hexes next to a unit."""
    return pos.book.around[pos.place[unit]] & pos.occupied[other(pos.book.side_of[unit])]


def attack_refusal(pos: MukdenPosition, unit: int, there: int) -> Refusal | None:
    """9.0: an attack goes from an adjacent hex into one that the enemy occupies."""
    if not pos.occupied[other(pos.book.side_of[unit])] >> there & 1:
        return Refusal("9.0", "refusal.attack_empty", hex=there)
    if not pos.book.around[pos.place[unit]] >> there & 1:
        return Refusal("9.0", "refusal.not_adjacent", unit=unit, hex=there)
    return None


# --- 9.0 which units take part ------------------------------------------------------------------


def begin(pos: MukdenPosition, action: Attack | Probe, pool: int, involved: int, momentum: bool) -> None:
    """The first unit is named; others of the pool may join."""
    side = pos.book.sides[pos.book.side_of[action.unit]]
    probing = isinstance(action, Probe)
    key = "event.probe" if probing else "event.momentum" if momentum else "event.attack"
    pos.tell("9.13" if probing else "9.12" if momentum else "9.0", key, side=side, hex=action.hex)
    units = 1 << action.unit
    pos.call("join", probing, action.hex, units, pool & ~units, involved, momentum)


class JoinAttack(Step[MukdenPosition]):
    """9.0: units are named one by one until the player resolves the attack; 6.2: then nothing can be called off."""

    name = "join"
    case = "9.0"

    def actor(self, pos: MukdenPosition) -> Actor:
        return owner(pos, pos.frame[2])

    def options(self, pos: MukdenPosition) -> Options:
        near = pos.book.around[pos.frame[1]]
        beside = [unit for unit in bits(pos.frame[3]) if near >> pos.place[unit] & 1]
        joining = [unit for unit in beside if self._join_refusal(pos, unit) is None]
        return Options(Group(Join, values=joining), Group(Resolve, values=range(markers_allowed(pos) + 1)))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        match action:
            case Join(unit):
                return self._join_refusal(pos, unit)
            case Resolve(0):
                return None
            case Resolve(markers):
                return bombardment_refusal(pos, markers)
        return Refusal("9.0", "refusal.attack_under_way")

    def _join_refusal(self, pos: MukdenPosition, unit: int) -> Refusal | None:
        probing, target, units, pool, _, momentum = pos.frame
        if units >> unit & 1:
            return Refusal("9.2", "refusal.joined", unit=unit)
        side = pos.book.side_of[lowest(units)]
        if not pool >> unit & 1 and momentum and pos.book.side_of[unit] == side:
            return Refusal("9.12", "refusal.not_advanced", unit=unit)
        if refusal := may_act_with(pos, side, unit):
            return refusal
        if not probing:
            return attack_refusal(pos, unit, target)
        return probe_refusal(pos, unit, target, bits(units))

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        probing, target, units, pool, involved, momentum = pos.frame
        if isinstance(action, Join):
            bit = 1 << action.unit
            pos.become(probing, target, units | bit, pool & ~bit, involved, momentum)
        elif isinstance(action, Resolve):
            pos.done()
            if probing:
                carry_out_probe(pos, target, units, involved, momentum)
            else:
                resolve(pos, target, units, involved, momentum, action.markers)

    def prompt(self, pos: MukdenPosition) -> tuple[str, dict[str, Param]]:
        return ("prompt.join_probe" if pos.frame[0] else "prompt.join"), {"hex": pos.frame[1]}


# --- 9.7 Japanese artillery bombardment points --------------------------------------------------


def markers_allowed(pos: MukdenPosition) -> int:
    """9.7: how many markers may support the attack being put together."""
    for markers in range(pos.markers, 0, -1):
        if bombardment_refusal(pos, markers) is None:
            return markers
    return 0


def bombardment_refusal(pos: MukdenPosition, markers: int) -> Refusal | None:
    """9.7: Japanese, only with combat first, not in momentum attacks or probes, one for each factor, with a line."""
    probing, _, units, _, _, momentum = pos.frame
    attackers = bits(units)
    if pos.book.side_of[attackers[0]] != JAPANESE:
        return Refusal("9.7", "refusal.markers_japanese")
    if momentum:
        return Refusal("9.12", "refusal.markers_momentum")
    if probing:
        return Refusal("9.7", "refusal.markers_probe")
    if markers > pos.markers:
        return Refusal("9.7", "refusal.markers_left", count=pos.markers)
    if markers > pos.strength(attackers) * pos.book.markers_per_factor:
        return Refusal("9.7", "refusal.markers_factors", count=pos.strength(attackers))
    front = pos.front(JAPANESE)
    if not any(front.has_line(pos.place[unit]) for unit in attackers):
        return Refusal("9.7", "refusal.markers_line")
    return None


# --- 9.8 resolution -----------------------------------------------------------------------------


def resolve(pos: MukdenPosition, target: int, units: int, involved: int, momentum: bool, markers: int) -> None:
    """6.2: the defenders are laid open, and from here on the attack stands."""
    attackers, defenders = tuple(bits(units)), pos.stack_in(target)
    pos.learned()
    pos.markers -= markers
    attack = pos.strength(attackers) + markers * pos.book.factor_per_marker
    result = odds(pos, target, attackers, attack, pos.strength(defenders))
    if pos.teller is not None:
        tell_odds(pos, target, attackers, defenders, markers, result)
    pos.call("strike", target, units, involved | units, momentum, result.column)


def tell_odds(
    pos: MukdenPosition, target: int, attackers: tuple[int, ...], defenders: tuple[int, ...], markers: int, result: Odds
) -> None:
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    pos.tell("6.2", "event.revealed", hex=target, attackers=attackers, defenders=defenders)
    if markers:
        pos.tell("9.7", "event.bombardment", side=side, count=markers, hex=target)
    pos.tell(
        "9.4",
        "event.differential",
        attack=result.attack,
        defence=result.defence,
        differential=f"{result.differential:+d}",
        heading=pos.book.crt.headings[side][result.base],
        index=result.base + 1,
    )
    for shift in result.shifts:
        pos.tell("9.6", "event.shift", cause=f"shift.{shift.key}", columns=f"{shift.columns:+d}")
    heading = pos.book.crt.headings[side][result.column]
    pos.tell("9.6", "event.column", heading=heading, index=result.column + 1)


class Strike(DieStep[MukdenPosition]):
    """9.8: the attacker rolls one die under the final column."""

    name = "strike"
    case = "9.8"

    def rolled(self, pos: MukdenPosition, face: int) -> None:
        target, units, involved, momentum, column = pos.frame
        result: Result = pos.book.crt.result(column, face)
        pos.tell("9.8", "event.result", die=face, result=str(result), hex=target)
        pos.done()
        attacker = pos.book.side_of[lowest(units)]
        defenders = sum(1 << unit for unit in pos.stack_in(target))
        pos.call("aftermath", target, units, involved, momentum)
        pos.call("lose", other(attacker), defenders, result.defender)
        pos.call("lose", attacker, units, result.attacker)
