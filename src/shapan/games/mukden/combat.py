"""Mukden 9.0 to 9.8 Combat: declaring an attack, bombardment, the roll.

Differential and shifts (9.4 to 9.6) are in the module ``odds``, losses (9.9, 9.10) in ``losses``, advances and momentum
attacks (9.11, 9.12) in ``advance``, probing attacks (9.13) in ``probing``.
"""

from __future__ import annotations

from collections.abc import Iterable

from shapan.ground.hexes import Mask, bits, lowest
from shapan.kernel import (
    Action,
    Actor,
    DieStep,
    Family,
    Group,
    Options,
    Param,
    Refusal,
    Step,
    amended,
    one,
)
from shapan.mechanics.crt import Result
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Attack, CallOff, Flip, Join, Pass

from .actions import COMBAT_FIRST, Probe, Resolve
from .alternation import AlternatingActions, Fighting, dead_refusal, may_act_with, owner
from .battle import Advancing, Aftermath, Battle, Joining, Losing, Momentum, Strike
from .odds import Odds, odds
from .position import MukdenPosition, Units
from .probing import carry_out_probe, probe_bases, probe_refusal, probeable
from .sides import JAPANESE


class CombatActions(AlternatingActions[Fighting]):
    """5.5 in a combat phase: one of the packages of 9.3, a flip, or no more actions."""

    def options(self, pos: MukdenPosition, at: Fighting) -> Options:
        ready = pos.ready(at.side)
        near = pos.book.grid.spread(pos.occupied[other(at.side)])
        facing = [unit for unit in ready if near >> pos.place[unit] & 1]
        between = probe_bases(pos, at.side)
        probing = [unit for unit in ready if between >> pos.place[unit] & 1]
        return Options(
            Family(facing, lambda unit: Group(Attack, unit, values=Hexes(attackable(pos, unit)))),
            Family(probing, lambda unit: Group(Probe, unit, values=Hexes(probeable(pos, unit)))),
            Group(Flip, values=ready),
            one(Pass()),
        )

    def refusal(self, pos: MukdenPosition, at: Fighting, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Flip(unit):
                return may_act_with(pos, at.side, unit)
            case Attack(unit, there):
                return may_act_with(pos, at.side, unit) or attack_refusal(pos, unit, there)
            case Probe(unit, there):
                return may_act_with(pos, at.side, unit) or probe_refusal(pos, unit, there)
        return Refusal("5.5", "refusal.combat_phase")

    def apply(self, pos: MukdenPosition, at: Fighting, action: Action) -> None:
        if isinstance(action, Attack | Probe):
            begin(pos, action, pool=pos.face_up(at.side))
        else:
            super().apply(pos, at, action)


def attackable(pos: MukdenPosition, unit: int) -> Mask:
    """9.0: the enemy-occupied hexes next to a unit."""
    return pos.book.around[pos.place[unit]] & pos.occupied[other(pos.book.side_of[unit])]


def attack_refusal(pos: MukdenPosition, unit: int, there: int, case: str = "9.0") -> Refusal | None:
    """9.0: an attack, a momentum attack too (9.12), goes from an adjacent hex into one that the enemy occupies."""
    if not pos.occupied[other(pos.book.side_of[unit])] >> there & 1:
        return Refusal(case, "refusal.attack_empty", hex=there)
    if not pos.book.around[pos.place[unit]] >> there & 1:
        return Refusal(case, "refusal.not_adjacent", unit=unit, hex=there)
    return None


# --- 9.0 which units take part ------------------------------------------------------------------


def begin(pos: MukdenPosition, action: Attack | Probe, pool: Units, after: Momentum | None = None) -> None:
    """The first unit is named; others of the pool may join. After an advance or a probe it is a momentum attack."""
    side = pos.book.sides[pos.book.side_of[action.unit]]
    probing = isinstance(action, Probe)
    key = "event.probe" if probing else "event.momentum" if after else "event.attack"
    units = 1 << action.unit
    involved, may_probe = (after.involved, after.may_probe) if after else (0, True)
    at = Joining(probing, action.hex, units, pool & ~units, involved, after is not None, may_probe)
    pos.tell(case_of(at), key, side=side, hex=action.hex)
    pos.then(at)


def case_of(at: Joining) -> str:
    """The case under which the attack is made."""
    return "9.13" if at.probing else "9.12" if at.momentum else "9.0"


class JoinAttack(Step[MukdenPosition, Joining]):
    """9.0: units are named one by one until the player resolves the attack; 6.2: then nothing can be called off."""

    case = "9.0"
    sealed = True

    def actor(self, pos: MukdenPosition, at: Joining) -> Actor:
        return owner(pos, at.units)

    def options(self, pos: MukdenPosition, at: Joining) -> Options:
        near = pos.book.around[at.target]
        beside = [unit for unit in bits(at.pool) if near >> pos.place[unit] & 1]
        joining = [unit for unit in beside if join_refusal(pos, at, unit) is None]
        resolving = Group(Resolve, values=range(markers_allowed(pos, at) + 1))
        return Options(Group(Join, values=joining), resolving, one(CallOff()))

    def refusal(self, pos: MukdenPosition, at: Joining, action: Action) -> Refusal | None:
        match action:
            case Join(unit):
                return join_refusal(pos, at, unit)
            case Resolve(0) | CallOff():
                return None
            case Resolve(markers):
                return bombardment_refusal(pos, at, markers)
            case Attack() | Probe():
                return Refusal("9.3", "refusal.one_by_one")
        return Refusal(case_of(at), "refusal.attack_under_way")

    def apply(self, pos: MukdenPosition, at: Joining, action: Action) -> None:
        if isinstance(action, Join):
            bit = 1 << action.unit
            pos.become(amended(at, units=at.units | bit, pool=at.pool & ~bit))
        elif isinstance(action, CallOff):
            call_off(pos, at)
        elif isinstance(action, Resolve):
            pos.done()
            if at.probing:
                carry_out_probe(pos, at)
            else:
                resolve(pos, at, action.markers)

    def cited(self, pos: MukdenPosition, at: Joining) -> str:
        return case_of(at)

    def prompt(self, pos: MukdenPosition, at: Joining) -> tuple[str, dict[str, Param]]:
        if at.probing:
            return "prompt.join_probe", {"hex": at.target}
        return ("prompt.join_markers" if markers_at_hand(pos, at) else "prompt.join"), {"hex": at.target}


def call_off(pos: MukdenPosition, at: Joining) -> None:
    """6.2: nothing has been revealed yet: the player acts, or goes on with the action, as if he had named nobody."""
    pos.done()
    side = pos.book.sides[pos.book.side_of[lowest(at.units)]]
    pos.tell("6.2", "event.probe_called_off" if at.probing else "event.called_off", side=side, hex=at.target)
    if at.momentum:
        pos.then(Momentum(at.units | at.pool, at.involved, at.may_probe))


def call_off_refusal(pos: MukdenPosition) -> Refusal | None:
    """6.2: only an attack that is being put together; once the defenders have been revealed it stands."""
    if isinstance(pos.top, Joining):
        return None
    revealed = any(isinstance(frame, Battle | Losing | Advancing) for frame in pos.frames())
    return Refusal("6.2", "refusal.revealed" if revealed else "refusal.call_off_nothing")


def join_refusal(pos: MukdenPosition, at: Joining, unit: int) -> Refusal | None:
    """9.0, 9.12: who joins must be able to act, must have advanced if this is a momentum attack, and stand beside."""
    side = pos.book.side_of[lowest(at.units)]
    if at.units >> unit & 1:
        return Refusal("9.13" if at.probing else "9.2", "refusal.joined", unit=unit)
    if refusal := dead_refusal(pos, side, unit):
        return refusal
    if not at.pool >> unit & 1 and at.momentum and pos.book.side_of[unit] == side:
        return Refusal("9.12", "refusal.not_advanced", unit=unit)
    if refusal := may_act_with(pos, side, unit):
        return refusal
    return reach_refusal(pos, at, unit, bits(at.units))


def reach_refusal(pos: MukdenPosition, at: Joining, unit: int, mates: Iterable[int] = ()) -> Refusal | None:
    """9.0, 9.13: may a unit that can act take part from where it stands, together with these?"""
    if not at.probing:
        return attack_refusal(pos, unit, at.target, case_of(at))
    return probe_refusal(pos, unit, at.target, mates)


# --- 9.7 Japanese artillery bombardment points --------------------------------------------------


def markers_at_hand(pos: MukdenPosition, at: Joining) -> bool:
    """9.7: are there markers for an attack of this kind? All of this is public; whether the attackers have a line would
    tell from where they attack (6.2)."""
    return pos.markers > 0 and not at.momentum and pos.book.side_of[lowest(at.units)] == JAPANESE


def markers_allowed(pos: MukdenPosition, at: Joining) -> int:
    """9.7: how many markers may support the attack being put together."""
    for markers in range(pos.markers, 0, -1):
        if bombardment_refusal(pos, at, markers) is None:
            return markers
    return 0


def bombardment_refusal(pos: MukdenPosition, at: Joining, markers: int) -> Refusal | None:
    """9.7: Japanese, only with combat first, not in momentum attacks or probes, one for each factor, with a line."""
    attackers = bits(at.units)
    if pos.book.side_of[attackers[0]] != JAPANESE:
        return Refusal("9.7", "refusal.markers_japanese")
    if at.momentum:
        return Refusal("9.12", "refusal.markers_momentum")
    if at.probing:
        return Refusal("9.7", "refusal.markers_probe")
    if pos.order != COMBAT_FIRST:
        return Refusal("9.7", "refusal.markers_order")
    front = pos.front(JAPANESE)
    if not any(front.has_line(pos.place[unit]) for unit in attackers):
        return Refusal("9.7", "refusal.markers_line")
    if markers > pos.markers:
        return Refusal("9.7", "refusal.markers_left", count=pos.markers)
    if markers > (most := pos.strength(attackers) * pos.book.markers_per_factor):
        return Refusal("9.7", "refusal.markers_factors", count=most)
    return None


# --- 9.8 resolution -----------------------------------------------------------------------------


def resolve(pos: MukdenPosition, at: Joining, markers: int) -> None:
    """6.2: the defenders are laid open, and from here on the attack stands."""
    attackers, defenders = tuple(bits(at.units)), pos.stack_in(at.target)
    pos.learned()
    pos.markers -= markers
    attack = pos.strength(attackers) + markers * pos.book.factor_per_marker
    result = odds(pos, at.target, attackers, attack, pos.strength(defenders))
    if pos.teller is not None:
        tell_odds(pos, at.target, attackers, defenders, markers, result)
    pos.then(Strike(at.target, at.units, at.involved | at.units, at.momentum, result.column))


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
        differential=result.written,
        heading=pos.book.crt.headings[side][result.base],
        index=result.base + 1,
    )
    for shift in result.shifts:
        pos.tell("9.6", "event.shift", cause=f"shift.{shift.key}", columns=f"{shift.columns:+d}")
    heading = pos.book.crt.headings[side][result.column]
    pos.tell("9.6", "event.column", heading=heading, index=result.column + 1)


class ResolveCombat(DieStep[MukdenPosition, Strike]):
    """9.8: the attacker rolls one die under the final column."""

    case = "9.8"

    def rolled(self, pos: MukdenPosition, at: Strike, face: int) -> None:
        result: Result = pos.book.crt.result(at.column, face)
        pos.tell(
            "9.8",
            "event.result",
            die=face,
            result=str(result),
            hex=at.target,
            attack_loss=result.attacker,
            defence_loss=result.defender,
        )
        pos.done()
        attacker = pos.book.side_of[lowest(at.units)]
        defenders = sum(1 << unit for unit in pos.stack_in(at.target))
        pos.then(
            Losing(attacker, at.units, result.attacker),
            Losing(other(attacker), defenders, result.defender),
            Aftermath(at.target, at.units, at.involved, at.momentum),
        )
