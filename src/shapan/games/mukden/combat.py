"""Mukden 9.0 to 9.10 Combat: declaring an attack, differential and shifts, bombardment, the roll, losses.

Advances and momentum attacks (9.11, 9.12) are in the module ``advance``, probing attacks (9.13) in ``probing``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from shapan.ground.hexes import Mask, bits, lowest
from shapan.kernel import (
    Action,
    Actor,
    DieStep,
    Group,
    Options,
    Param,
    Refusal,
    SideStep,
    Step,
    one,
)
from shapan.mechanics.crt import Result
from shapan.mechanics.hexoptions import Hexes

from .actions import Attack, Flip, Join, Lose, Pass, Probe, Resolve
from .alternation import AlternatingActions, alive, end_action, may_act_with, owner
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


# --- 9.4 to 9.6 differential and shifts ---------------------------------------------------------


class Shift(msgspec.Struct, frozen=True):
    """One column shift of 9.6: its name in the charts, and how far (left is negative)."""

    key: str
    columns: int


class Odds(msgspec.Struct, frozen=True):
    """How an attack stands on the combat results table."""

    attack: int
    defence: int
    differential: int
    base: int
    shifts: tuple[Shift, ...]
    column: int

    @property
    def shift(self) -> int:
        return sum(shift.columns for shift in self.shifts)


def odds(pos: MukdenPosition, target: int, attackers: Iterable[int], attack: int, defence: int) -> Odds:
    """9.4: subtract, find the column on the attacker's own heading line, and shift it by the net of all shifts."""
    attackers = tuple(attackers)
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    base = pos.book.crt.column(side, attack - defence)
    shifts = column_shifts(pos, target, attackers)
    net = sum(shift.columns for shift in shifts)
    return Odds(attack, defence, attack - defence, base, shifts, pos.book.crt.shifted(base, net))


def column_shifts(pos: MukdenPosition, target: int, attackers: tuple[int, ...]) -> tuple[Shift, ...]:
    """9.6: terrain of the defender's hex, hexsides that all attackers cross, concentric attack; all are cumulative."""
    book = pos.book
    side = book.side_of[attackers[0]]
    origins = {pos.place[unit] for unit in attackers}
    names = [book.terrain_shift[target], hexside_shift(pos, target, origins, other(side))]
    if book.concentric.attack(book.grid, target, sum(1 << here for here in origins)):
        names.append(f"concentric_{book.sides[side]}")
    return tuple(Shift(name, book.shifts[name]) for name in names if name and book.shifts[name])


def hexside_shift(pos: MukdenPosition, target: int, origins: Iterable[int], defender: int) -> str:
    """9.6: rivers and trenches count only if every attacking unit crosses one; the weakest barrier decides.

    A trench helps the nation that dug it (T9) and adds nothing to a river on the same hexside (R16, R17).
    """
    book = pos.book
    weakest, strongest = "major_river", ""
    for here in origins:
        if (here, target) in book.major_river:
            strongest = "major_river"
        elif (here, target) in book.minor_river or (here, target) in book.trench[defender]:
            weakest = "minor_river_or_trench"
        else:
            return ""
    if weakest == "minor_river_or_trench" and strongest:
        return "mixed_major_and_minor"
    return weakest


# --- 9.8 to 9.10 resolution ---------------------------------------------------------------------


def resolve(pos: MukdenPosition, target: int, units: int, involved: int, momentum: bool, markers: int) -> None:
    """6.2: the defenders are laid open, and from here on the attack stands."""
    attackers, defenders = tuple(bits(units)), pos.stack_in(target)
    pos.horizon += 1
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


class ApportionLosses(SideStep[MukdenPosition]):
    """9.10: each player spreads his own losses over his units of this battle; 9.9: any excess is ignored."""

    name = "lose"
    case = "9.10"

    def settle(self, pos: MukdenPosition) -> bool:
        side, units, left = pos.frame
        alive = [unit for unit in bits(units) if pos.steps[unit]]
        steps = pos.strength(alive)
        if left and left < steps and len(alive) > 1:
            return True
        pos.done()
        for unit in alive:
            take_losses(pos, side, unit, min(left, pos.steps[unit]))
        return False

    def options(self, pos: MukdenPosition) -> Options:
        return Options(Group(Lose, values=[unit for unit in bits(pos.frame[1]) if pos.steps[unit]]))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return Refusal("9.10", "refusal.losses_first", count=pos.frame[2])
        if not pos.frame[1] >> action.unit & 1:
            return Refusal("9.10", "refusal.not_in_battle")
        return None if pos.steps[action.unit] else Refusal("9.9", "refusal.eliminated", unit=action.unit)

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        assert isinstance(action, Lose)
        side, units, left = pos.frame
        take_losses(pos, side, action.unit, 1)
        pos.become(side, units, left - 1)

    def prompt(self, pos: MukdenPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.lose", {"count": pos.frame[2]}


def take_losses(pos: MukdenPosition, side: int, unit: int, steps: int) -> None:
    """2.10: a unit loses steps, and leaves the map with the last; 9.11: the steps-lost track goes up by as many."""
    for _ in range(steps):
        gone = pos.lose_step(unit)
        lost = list(pos.lost)
        lost[side] += 1
        pos.lost = (lost[0], lost[1])
        if gone and unit == pos.book.corps:
            pos.corps_lost += 1
    if steps:
        key = "event.lost_steps" if pos.steps[unit] else "event.eliminated"
        pos.tell("2.10", key, side=pos.book.sides[side], unit=unit, count=steps, left=pos.steps[unit])


class Aftermath(Step[MukdenPosition]):
    """9.1: the defenders that are left are disrupted at once; 9.11: an empty hex may be entered."""

    name = "aftermath"
    case = "9.11"

    def settle(self, pos: MukdenPosition) -> bool:
        target, units, involved, momentum = pos.frame
        pos.done()
        defenders = pos.stack_in(target)
        pos.disrupt(sum(1 << unit for unit in defenders))
        survivors = alive(pos, units)
        if survivors and not defenders:
            pos.call("advance", target, survivors, 0, involved, momentum)
        else:
            end_action(pos, involved)
        return False
