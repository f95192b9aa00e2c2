"""Storm Over Taierzhuang 7.2.2 Fire attack resolution, 7.3 Damage Points: totals, dice, Human Wave casualties.

Before the dice of a Japanese attack China is asked for Resolute Defenders (5.2, Case 2), whether the chit is held or
not, so that the question itself tells nothing.
"""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from shapan.ground.areas import bits
from shapan.kernel import Action, DieStep, Frame, Param, SideFrame, amended
from shapan.mechanics.sides import other

from .actions import Play, Throw
from .book import Area, Units
from .chits import spend
from .damage import inflicted
from .dice import ThrowStep
from .position import TaierzhuangPosition
from .sides import CHINESE
from .windows import ChitWindow

# --- 7.2.2a to 7.2.2d the totals ---------------------------------------------------------------------


class Total(msgspec.Struct, frozen=True):
    """One part of an Attack Total or Defense Total: its name, value and case."""

    key: str
    value: int
    case: str


def attack_parts(pos: TaierzhuangPosition, side: int, units: int, bonus: int, wave: bool) -> list[Total]:
    """7.2.2a, 7.2.2b: everything in the Attack Total but the dice."""
    book = pos.book
    factors = pos.factors(units)
    parts = [Total("factors", factors, "7.2.2a")] if units else []
    if bonus:
        parts.append(Total("chits", bonus, "7.2.2a"))
    if side == CHINESE and units and not factors:
        parts.append(Total("zero_factors", book.zero_cf, "7.2.2a"))
    if wave:
        parts.append(Total("human_wave", units.bit_count() // book.wave_units, "7.2.2b"))
    return parts


def defence_parts(pos: TaierzhuangPosition, side: int, target: int, outside: bool, resolute: int = 0) -> list[Total]:
    """7.2.2c, 7.2.2d: best Defense Factor and terrain of the defending side."""
    book = pos.book
    parts = [Total("defence", pos.best_defence(pos.units_in(side, target)), "7.2.2c")]
    if book.town >> target & 1:
        parts.append(Total("town", book.town_from_outside if outside else book.town_from_inside, "7.2.2d"))
    elif pos.control[side] >> target & 1:
        parts.append(Total("level", book.level[target], "7.2.2c"))
    if resolute:
        parts.append(Total("resolute", resolute, "5.2"))
    return parts


def total(parts: list[Total]) -> int:
    return sum(part.value for part in parts)


def damage_points(
    pos: TaierzhuangPosition, case: str, side: int, target: int, *, throw: Throw, attack: int, defence: int
) -> int:
    """7.3: the dice are added to the attack; what exceeds the defence is the damage."""
    attack += throw.first + throw.second
    damage = max(attack - defence, 0)
    pos.tell(
        case,
        "event.attack_result",
        side=pos.name(side),
        target=target,
        first=throw.first,
        second=throw.second,
        attack=attack,
        defence=defence,
        damage=damage,
    )
    return damage


# --- 7.2.2, 7.3 the dice -----------------------------------------------------------------------------


class Blow(SideFrame, step="strike"):
    """7.2.2: an attack announced in full, before its dice."""

    units: Units
    """Those who attack; none for artillery and aircraft."""
    place: Area
    """Where they are."""
    target: Area
    bonus: int
    """What chits add to the Attack Total."""
    resolute: int = 0
    """What Resolute Defenders add to the Defense Total."""
    wave: bool = False
    """7.2.2b: a Human Wave."""
    tank_points: int = 0
    """Dare to Die: so many Damage Points go to tanks first."""
    asked: bool = False
    """China has been asked for Resolute Defenders."""

    @property
    def outside(self) -> bool:
        """7.2.2d: does the attack come from outside the target area?"""
        return not self.units or self.place != self.target


class Strike(ThrowStep[Blow]):
    """7.2.2: the dice of an attack, after the reactions."""

    case: ClassVar[str] = "7.2.2"

    def settle(self, pos: TaierzhuangPosition, at: Blow) -> bool:
        if at.side == CHINESE or at.asked:
            return True
        left = at.units & pos.at[at.place] & ~pos.spent
        if at.units and not left:
            pos.tell("5.2", "event.no_attack_left")
            pos.done()
            return False
        pos.become(amended(at, units=left, asked=True))
        pos.then(Stand(at.target))
        return False

    def thrown(self, pos: TaierzhuangPosition, at: Blow, throw: Throw) -> None:
        defender = other(at.side)
        attack = total(attack_parts(pos, at.side, at.units, at.bonus, at.wave))
        defence = total(defence_parts(pos, defender, at.target, at.outside, at.resolute))
        damage = damage_points(pos, "7.3", at.side, at.target, throw=throw, attack=attack, defence=defence)
        pos.done()
        hit = pos.units_in(defender, at.target)
        losses = inflicted(pos, defender, at.target, hit, damage, at.tank_points)
        own_losses = [HumanWave(at.side, at.units, at.target)] if at.wave else []
        pos.then(losses, *own_losses)

    def prompt(self, pos: TaierzhuangPosition, at: Blow) -> tuple[str, dict[str, Param]]:
        return "prompt.strike", {"target": at.target}


# --- 5.2 Resolute Defenders, Case 2 ------------------------------------------------------------------


class Stand(Frame):
    """5.2: the moment of Resolute Defenders Case 2, above the attack that it answers."""

    target: Area


class StandFast(ChitWindow[Stand]):
    """Resolute Defenders Case 2, once for an attack."""

    effect: ClassVar[str] = "resolute"
    question: ClassVar[str] = "refusal.react_or_decline"

    def apply(self, pos: TaierzhuangPosition, at: Stand, action: Action) -> None:
        pos.done()
        if isinstance(action, Play):
            spend(pos, action.chit)
            blow = pos.top
            assert isinstance(blow, Blow)
            more = pos.book.chits[pos.book.by_effect["resolute"]].dt
            pos.become(amended(blow, resolute=blow.resolute + more))

    def prompt(self, pos: TaierzhuangPosition, at: Stand) -> tuple[str, dict[str, Param]]:
        return "prompt.stand", {"target": at.target}


# --- 7.2.2b Human Wave casualties --------------------------------------------------------------------


UNCOUNTED: Final = -1


class HumanWave(SideFrame, step="wave"):
    """7.2.2b: a Human Wave counts its dead once its damage has been applied."""

    units: Units
    """Those still to roll for."""
    area: Area
    survivors: int = UNCOUNTED
    """The defenders who survived, counted when the damage has been applied."""

    @property
    def next_unit(self) -> int:
        """The unit to roll for now."""
        return bits(self.units)[0]


class WaveLosses(DieStep[TaierzhuangPosition, HumanWave]):
    """7.2.2b: a D6 for each attacker of a Human Wave; not above the surviving defenders: eliminated."""

    case: ClassVar[str] = "7.2.2b"

    def settle(self, pos: TaierzhuangPosition, at: HumanWave) -> bool:
        survivors = at.survivors
        if survivors == UNCOUNTED:
            survivors = pos.strength(other(at.side), at.area)
            pos.become(amended(at, survivors=survivors))
        if survivors and at.units:
            return True
        pos.done()
        return False

    def rolled(self, pos: TaierzhuangPosition, at: HumanWave, face: int) -> None:
        unit = at.next_unit
        lost = face <= at.survivors
        if lost:
            pos.remove(1 << unit, at.area, pos.book.lost[at.side])
        pos.tell("7.2.2b", "event.wave_loss" if lost else "event.wave_survives", unit=unit, die=face)
        pos.become(amended(at, units=at.units & ~(1 << unit)))

    def prompt(self, pos: TaierzhuangPosition, at: HumanWave) -> tuple[str, dict[str, Param]]:
        return "prompt.wave", {"unit": at.next_unit, "count": at.survivors}
