"""Storm Over Taierzhuang 5.2, 11.0: artillery and aircraft; Will of the Emperor; 12.5 Battlefield interdiction."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, Actor, Chances, Group, Options, Param, Refusal, Roll, Step

from .actions import Call, Hit, Throw
from .chits import grounded, kind, spend
from .combat import damage_points
from .dice import D6, RollStep
from .frames import Blow
from .position import CHINESE, JAPANESE, TaierzhuangPosition, other
from .supply import supplied


def observed(pos: TaierzhuangPosition, side: int, chit: int, target: int) -> bool:
    """Whether an own unit, Ready or Spent, is in the target or across a shared edge; for some the canal hides it."""
    observer = pos.book.chits[chit].observer
    if observer == "none" or pos.units_in(side, target):
        return True
    return any(pos.units_in(side, near) for near in bits(pos.book.observe[observer][target]))


def interdictable(pos: TaierzhuangPosition, chit: int, zone: int) -> bool:
    """12.5: a Chinese zone with units in it; artillery needs a Japanese unit in an area next to it, aircraft do not."""
    if not pos.book.option["battlefield_interdiction"] or not pos.book.zones[CHINESE] >> zone & 1 or not pos.at[zone]:
        return False
    near = any(pos.units_in(JAPANESE, area) for area in bits(pos.book.zone_links[zone]))
    return pos.book.chits[chit].air or near


def bombable(pos: TaierzhuangPosition, side: int, chit: int) -> list[int]:
    """The places that this chit may be called on."""
    if grounded(pos, chit):
        return []
    places = [
        area
        for area in range(pos.book.area_count)
        if pos.units_in(other(side), area) and observed(pos, side, chit, area)
    ]
    if side == JAPANESE:
        places += [zone for zone in bits(pos.book.zones[CHINESE]) if interdictable(pos, chit, zone)]
    return places


def rallying(pos: TaierzhuangPosition) -> list[int]:
    """Will of the Emperor: a Japanese zone, or an area in supply now (R-39), with Spent Japanese units."""
    places = supplied(pos) | pos.book.zones[JAPANESE]
    return [place for place in bits(places) if pos.units_in(JAPANESE, place) & pos.spent]


def call_refusal(pos: TaierzhuangPosition, side: int, action: Call) -> Refusal | None:
    """5.2, 11.0, 12.5: may this chit, which the side holds, be called on this place as the impulse's action?"""
    chit, place = kind(pos, action.chit), action.area
    effect = pos.book.chits[chit].effect
    if effect == "recovery":
        return None if place in rallying(pos) else Refusal("5.2", "refusal.cannot_rally", area=place)
    if effect != "bombardment":
        return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
    if grounded(pos, chit):
        return Refusal("5.2", "refusal.grounded", piece=action.chit)
    if not pos.book.areas >> place & 1:
        if side == JAPANESE and interdictable(pos, chit, place):
            return None
        return Refusal("12.5", "refusal.no_interdiction", area=place)
    if not pos.units_in(other(side), place):
        return Refusal("7.2", "refusal.fire_at_nobody", area=place)
    if not observed(pos, side, chit, place):
        hidden = pos.book.chits[chit].observer == "land"
        across = hidden and any(pos.units_in(side, near) for near in bits(pos.book.observe["edge"][place]))
        return Refusal("11.0" if across else "5.2", "refusal.no_observer", area=place)
    return None


def call_in(pos: TaierzhuangPosition, side: int, action: Call) -> None:
    """The chit is the impulse's action; no unit is flipped for it (R-64)."""
    spend(pos, action.chit)
    entry, place = pos.book.chits[kind(pos, action.chit)], action.area
    pos.call("close", side, 0, False, False)
    if entry.effect == "recovery":
        units = pos.units_in(JAPANESE, place) & pos.spent
        pos.spent &= ~units
        pos.tell("5.2", "event.rallied", units=tuple(bits(units)), place=place)
    elif pos.book.areas >> place & 1:
        pos.tell("5.2", "event.bombardment", side=pos.name(side), target=place)
        pos.call("strike", *Blow(side, 0, place, place, entry.at, 0, False, 0, False))
    else:
        pos.tell("12.5", "event.interdiction", target=place)
        pos.call("raid", place, entry.at)


# --- 12.5 Battlefield interdiction ------------------------------------------------------------------


class Raid(RollStep):
    """12.5: the dice against a zone; no terrain. The frame: zone, the chit's AT."""

    name: ClassVar[str] = "raid"
    case: ClassVar[str] = "12.5"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        zone, bonus = pos.frame
        pos.done()
        defence = pos.best_defence(pos.at[zone])
        damage = damage_points(pos, "12.5", JAPANESE, zone, throw=action, attack=bonus, defence=defence)
        if damage:
            pos.call("interdict", zone, pos.at[zone], damage)


class ChooseHit(Step[TaierzhuangPosition]):
    """12.5, R-42: China chooses the units that are affected, each once. The frame: zone, units left, how many hits."""

    name: ClassVar[str] = "interdict"
    case: ClassVar[str] = "12.5"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        _, units, left = pos.frame
        if units and left:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(CHINESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        return Options(Group(Hit, values=bits(pos.frame[1])))

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Hit):
            return Refusal("12.5", "refusal.hit_first")
        zone, units, _ = pos.frame
        return None if units >> action.unit & 1 else Refusal("12.5", "refusal.hit_there", area=zone)

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Hit)
        zone, units, left = pos.frame
        pos.become(zone, units & ~(1 << action.unit), left - 1)
        if pos.spent >> action.unit & 1:
            turn_back(pos, zone, action.unit)
        else:
            pos.call("hit", zone, action.unit)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.interdict", {"area": pos.frame[0], "count": min(pos.frame[2], pos.frame[1].bit_count())}


class HitRoll(RollStep):
    """12.5: even: back to the pool; odd: flipped. The frame: zone, unit."""

    name: ClassVar[str] = "hit"
    case: ClassVar[str] = "12.5"
    dice: ClassVar[Chances] = D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Roll)
        zone, unit = pos.frame
        pos.done()
        if action.face % 2:
            pos.spent |= 1 << unit
            pos.tell("12.5", "event.flipped", unit=unit)
        else:
            turn_back(pos, zone, unit)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.hit", {"unit": pos.frame[1]}


def turn_back(pos: TaierzhuangPosition, zone: int, unit: int) -> None:
    pos.remove(1 << unit, zone, pos.book.pool[CHINESE])
    pos.tell("12.5", "event.turned_back", unit=unit)
