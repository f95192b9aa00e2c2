"""Storm Over Taierzhuang 7.2.2 Fire attack resolution, 7.3 Damage Points: totals, dice, Human Wave casualties."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from shapan.kernel import Action, Chances, Param, Roll

from .actions import Throw
from .damage import inflict
from .dice import D6, RollStep
from .frames import blow
from .position import CHINESE, TaierzhuangPosition, other


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


class Strike(RollStep):
    """7.2.2: the dice of an attack, after the reactions. The frame is a :class:`Blow`."""

    name: ClassVar[str] = "strike"
    case: ClassVar[str] = "7.2.2"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        now = blow(pos)
        if now.side == CHINESE or now.asked:
            return True
        left = now.units & pos.at[now.place] & ~pos.spent
        if now.units and not left:
            pos.tell("5.2", "event.no_attack_left")
            pos.done()
            return False
        pos.become(*now._replace(units=left, asked=True))
        pos.call("stand", now.target)
        return False

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        side, units, place, target, bonus, resolute, wave, points, _ = blow(pos)
        defender = other(side)
        attack = total(attack_parts(pos, side, units, bonus, wave))
        outside = not units or place != target
        defence = total(defence_parts(pos, defender, target, outside, resolute))
        damage = damage_points(pos, "7.3", side, target, throw=action, attack=attack, defence=defence)
        pos.done()
        if wave:
            pos.call("wave", side, units, target, -1)
        if damage:
            inflict(pos, defender, target, pos.units_in(defender, target), damage, points)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.strike", {"target": blow(pos).target}


class WaveLosses(RollStep):
    """7.2.2b: a D6 for each attacker of a Human Wave; not above the surviving defenders: eliminated.

    The frame: side, units still to roll for, area, surviving defenders (-1 until the damage has been applied).
    """

    name: ClassVar[str] = "wave"
    case: ClassVar[str] = "7.2.2b"
    dice: ClassVar[Chances] = D6

    def settle(self, pos: TaierzhuangPosition) -> bool:
        side, units, area, survivors = pos.frame
        if survivors < 0:
            survivors = pos.strength(other(side), area)
            pos.become(side, units, area, survivors)
        if survivors and units:
            return True
        pos.done()
        return False

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Roll)
        side, units, area, survivors = pos.frame
        unit = (units & -units).bit_length() - 1
        lost = action.face <= survivors
        if lost:
            pos.remove(1 << unit, area, pos.book.lost[side])
        pos.tell("7.2.2b", "event.wave_loss" if lost else "event.wave_survives", unit=unit, die=action.face)
        pos.become(side, units & ~(1 << unit), area, survivors)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        units, survivors = pos.frame[1], pos.frame[3]
        return "prompt.wave", {"unit": (units & -units).bit_length() - 1, "count": survivors}
