"""Shanghai-Nanking Campaign 10.0 to 10.4 Combat: who attacks, strength, odds and shifts.

Fire support is in the module ``support``, the roll in ``strike``, losses in ``losses``, advances in ``advance``.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, SideFrame, SideStep, Step, amended, one
from shapan.mechanics.forces import OFF
from shapan.mechanics.odds import odds_position
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Attack, CallOff, Join, Pass

from .actions import FIGHT, Commit
from .advance import Aftermath
from .battle import ABORTED, DEFENDED, LANDING, OVERRUN, Battle, begin_battle, call_off
from .position import CampaignPosition, Hex, Units
from .sides import JAPANESE
from .stacking import Checking
from .victory import judge

# --- 10.0 which units attack what ---------------------------------------------------------------


class Fighting(SideFrame, step="fight"):
    """10.1: an Operations Phase of combat, between one attack and the next."""


class Joining(Frame, step="join"):
    """10.0: an attack being put together."""

    target: Hex
    units: Units
    """Who takes part so far; whoever else stands next to the target and has not attacked may still join."""


class FightPhase(SideStep[CampaignPosition, Fighting]):
    """10.1: attacks one after the other, in any order, as many as the player likes."""

    case = "10.0"

    def settle(self, pos: CampaignPosition, at: Fighting) -> bool:
        return not judge(pos)

    def options(self, pos: CampaignPosition, at: Fighting) -> Options:
        enemy = pos.occupied[other(at.side)] & ~pos.attacked
        near = pos.book.grid.spread(enemy)
        groups = []
        for unit in pos.movers(at.side):
            if near >> pos.place[unit] & 1 and (targets := attackable(pos, unit)):
                groups.append(Group(Attack, unit, values=targets))
        return Options(*groups, one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Fighting, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Attack(unit, target):
                return may_attack(pos, at.side, unit) or attack_refusal(pos, unit, target)
        return Refusal("5.3", "refusal.fight_phase")

    def apply(self, pos: CampaignPosition, at: Fighting, action: Action) -> None:
        if isinstance(action, Pass):
            pos.done()
            pos.tell("10.1", "event.phase_over", side=pos.book.sides[at.side])
        elif isinstance(action, Attack):
            pos.tell("10.0", "event.attack", side=pos.book.sides[at.side], hex=action.hex)
            pos.then(Joining(action.hex, 1 << action.unit))


def attackable(pos: CampaignPosition, unit: int) -> list[int]:
    """10.0: adjacent enemy hexes that have not been attacked in this phase and that have anything to fear."""
    side = pos.book.side_of[unit]
    enemy = pos.occupied[other(side)] & ~pos.attacked
    targets = [target for target in pos.book.terrain.near[pos.place[unit]] if enemy >> target & 1]
    return [target for target in targets if strong_enough(pos, target, [unit]) or potential(pos, side, target)]


def may_attack(pos: CampaignPosition, side: int, unit: int) -> Refusal | None:
    """10.0, 10.2: one's own mobile units on the map, each once a phase."""
    book = pos.book
    if book.side_of[unit] != side:
        return Refusal("10.0", "refusal.not_yours")
    if pos.place[unit] == OFF:
        return Refusal("10.0", "refusal.not_on_map", unit=unit)
    if book.static >> unit & 1:
        return Refusal("10.2", "refusal.static_attack", unit=unit)
    if pos.acted >> unit & 1:
        return Refusal("10.0", "refusal.attacked_already", unit=unit)
    return None


def attack_refusal(pos: CampaignPosition, unit: int, target: int) -> Refusal | None:
    """10.0, 10.4.1: an adjacent enemy hex, across no lake, once a phase."""
    side = pos.book.side_of[unit]
    here = pos.place[unit]
    if not pos.occupied[other(side)] >> target & 1:
        return Refusal("10.0", "refusal.attack_empty", hex=target)
    if not pos.book.grid.adjacent(here, target):
        return Refusal("10.0", "refusal.not_adjacent", unit=unit, hex=target)
    if not pos.book.terrain.steps[here] >> target & 1:
        return Refusal("10.4.1", "refusal.attack_lake", hex=target)
    if pos.attacked >> target & 1:
        return Refusal("10.0", "refusal.defended_already", hex=target)
    if not potential(pos, side, target):
        return Refusal("10.3", "refusal.too_weak", hex=target)
    return None


def potential(pos: CampaignPosition, side: int, target: int) -> bool:
    """R-18: could all units that may still join bring at least one point against this hex?"""
    return strong_enough(pos, target, beside(pos, side, target))


def beside(pos: CampaignPosition, side: int, target: int) -> list[int]:
    """10.0: the units of a side that stand next to this hex and have not attacked in this phase."""
    steps = pos.book.terrain.steps
    return [unit for unit in pos.movers(side) if steps[pos.place[unit]] >> target & 1]


class JoinAttack(Step[CampaignPosition, Joining]):
    """10.0: units are named one by one until the player commits the attack; 6.3: or calls it off before that."""

    case = "10.0"
    sealed = True

    def actor(self, pos: CampaignPosition, at: Joining) -> Actor:
        return pos.book.sides[pos.owner(at.units)]

    def options(self, pos: CampaignPosition, at: Joining) -> Options:
        able = [unit for unit in beside(pos, pos.owner(at.units), at.target) if not at.units >> unit & 1]
        commit = [one(Commit())] if strong_enough(pos, at.target, bits(at.units)) else []
        return Options(Group(Join, values=able), *commit, one(CallOff()))

    def refusal(self, pos: CampaignPosition, at: Joining, action: Action) -> Refusal | None:
        match action:
            case Join(unit) if at.units >> unit & 1:
                return Refusal("10.0", "refusal.joined", unit=unit)
            case Join(unit):
                return may_attack(pos, pos.owner(at.units), unit) or attack_refusal(pos, unit, at.target)
            case CallOff():
                return None
            case Commit():
                enough = strong_enough(pos, at.target, bits(at.units))
                return None if enough else Refusal("10.3", "refusal.too_weak", hex=at.target)
        return Refusal("10.1", "refusal.attack_under_way")

    def apply(self, pos: CampaignPosition, at: Joining, action: Action) -> None:
        if isinstance(action, Join):
            pos.become(amended(at, units=at.units | 1 << action.unit))
            return
        if isinstance(action, CallOff):
            call_off(pos, pos.owner(at.units), at.target)
            return
        pos.done()
        pos.acted |= at.units
        pos.attacked |= 1 << at.target
        after = Aftermath(at.target, at.units), Checking(pos.owner(at.units))
        begin_battle(pos, FIGHT, at.target, at.units, *after)

    def prompt(self, pos: CampaignPosition, at: Joining) -> tuple[str, dict[str, Param]]:
        return "prompt.join", {"hex": at.target}


# --- 10.3 odds, 10.4 shifts ---------------------------------------------------------------------


def attack_strength(pos: CampaignPosition, kind: str, target: Hex, units: Iterable[int]) -> int:
    """10.4.1, 8.4: factors of units across creeks and rivers, or from the sea, are cut; the total is rounded down."""
    terrain = pos.book.terrain
    shares = terrain.shares
    if kind == LANDING:
        return shares.floor(pos.strength(units) * shares[LANDING])
    return shares.floor(sum(pos.factor(unit) * terrain.share(pos.place[unit], target) for unit in units))


def strong_enough(pos: CampaignPosition, target: Hex, units: Iterable[int]) -> bool:
    """R-18: without a single point there are no odds."""
    return attack_strength(pos, FIGHT, target, units) > 0


class Shift(msgspec.Struct, frozen=True):
    """One column shift of 10.4: its name, how far (left is negative), and its case."""

    key: str
    columns: int
    case: str


class Odds(msgspec.Struct, frozen=True):
    """How an attack stands on the combat results table."""

    attack: int
    defence: int
    base: int
    shifts: tuple[Shift, ...]

    @property
    def final(self) -> int:
        """10.4: all shifts together; the limits of the table come last (10.3.1)."""
        return self.base + sum(shift.columns for shift in self.shifts)


def odds(pos: CampaignPosition, at: Battle) -> Odds:
    """10.3: the attack as it stands, with the markers used so far."""
    attack = attack_strength(pos, at.kind, at.target, bits(at.units))
    defence = pos.strength(pos.stack_in(at.target))
    return Odds(attack, defence, odds_position(attack, defence), column_shifts(pos, at))


def column_shifts(pos: CampaignPosition, at: Battle) -> tuple[Shift, ...]:
    """10.4: terrain, concentric attack, overrun, fire support; all are cumulative."""
    book = pos.book
    attacker = pos.owner(at.units)
    found = [Shift("shift.terrain", book.terrain.shift[other(attacker)][at.target], "10.4.1")]
    if at.kind == OVERRUN:
        found.append(Shift("shift.overrun", book.shifts["overrun"], "9.6"))
    if attacker == JAPANESE and at.kind == FIGHT and is_concentric(pos, at.target, at.units):
        found.append(Shift("shift.concentric", book.shifts["concentric"], "10.4.2"))
    each = book.shifts["fire_support"]
    found.append(Shift("shift.support", each * (at.used & ~DEFENDED & ~ABORTED).bit_count(), "11.1"))
    if at.used & ABORTED:
        found.append(Shift("shift.aborted", -each, "11.3"))
    if at.used & DEFENDED:
        found.append(Shift("shift.defence", -each, "11.4"))
    return tuple(shift for shift in found if shift.columns)


def is_concentric(pos: CampaignPosition, target: Hex, units: Units) -> bool:
    """10.4.2: hexes with participating units, whatever hexside they cross (R-49); never into a city."""
    book = pos.book
    if book.terrain.cities >> target & 1:
        return False
    return book.concentric.attack(book.grid, target, origins(pos, units))


def origins(pos: CampaignPosition, units: Units) -> Mask:
    """The hexes from which these units attack."""
    return mask_of(pos.place[unit] for unit in bits(units))
