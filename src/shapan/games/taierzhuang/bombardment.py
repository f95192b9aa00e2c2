"""Storm Over Taierzhuang 5.2, 11.0: artillery and aircraft; Will of the Emperor; 12.5 Battlefield interdiction."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, Actor, DieStep, Frame, Group, Options, Param, Refusal, Step, amended
from shapan.mechanics.sides import other

from .actions import Call, Hit, Throw
from .book import Area, Units
from .chits import chit_of, grounded, spend
from .closing import Closing
from .combat import Blow, damage_points
from .dice import ThrowStep
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .supply import supplied


def observed(pos: TaierzhuangPosition, side: int, chit: int) -> int:
    """The areas with an own unit, Ready or Spent, in them or across a shared edge; for some the canal hides it."""
    book = pos.book
    observer = book.chits[chit].observer
    if observer == "none":
        return book.areas
    eyes = mask_of(place for place in range(book.place_count) if pos.units_in(side, place))
    return mask_of(area for area, near in enumerate(book.observe[observer]) if eyes & (near | 1 << area)) & book.areas


def bombable(pos: TaierzhuangPosition, side: int, chit: int) -> list[int]:
    """The places that this chit may be called on."""
    if grounded(pos, chit):
        return []
    zones = [zone for zone in bits(pos.book.zones[CHINESE]) if zone_refusal(pos, side, chit, zone) is None]
    return bits(pos.occupied(other(side)) & observed(pos, side, chit)) + zones


def rallying(pos: TaierzhuangPosition) -> list[int]:
    """Will of the Emperor: a Japanese zone, or an area in supply now (R-39), with Spent Japanese units."""
    places = supplied(pos) | pos.book.zones[JAPANESE]
    return [place for place in bits(places) if pos.units_in(JAPANESE, place) & pos.spent]


def call_refusal(pos: TaierzhuangPosition, side: int, action: Call) -> Refusal | None:
    """5.2, 11.0, 12.5: may this chit, which the side holds, be called on this place as the impulse's action?"""
    chit, place = chit_of(pos, action.chit), action.area
    effect = pos.book.chits[chit].effect
    if effect == "recovery":
        return None if place in rallying(pos) else Refusal("5.2", "refusal.cannot_rally", area=place)
    if effect != "bombardment":
        return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
    if grounded(pos, chit):
        return Refusal("5.2", "refusal.grounded", piece=action.chit)
    if not pos.book.areas >> place & 1:
        return zone_refusal(pos, side, chit, place)
    if not pos.units_in(other(side), place):
        return Refusal("7.2", "refusal.fire_at_nobody", area=place)
    if not observed(pos, side, chit) >> place & 1:
        hidden = pos.book.chits[chit].observer == "land"
        across = hidden and any(pos.units_in(side, near) for near in bits(pos.book.observe["edge"][place]))
        if across:
            return Refusal("11.0", "refusal.observer_across", piece=action.chit, area=place)
        return Refusal("5.2", "refusal.no_observer", area=place)
    return None


def zone_refusal(pos: TaierzhuangPosition, side: int, chit: int, zone: int) -> Refusal | None:
    """2.3, 7.2: nobody attacks into a zone, but for what 12.5 allows the Japanese.

    Artillery needs a Japanese unit in an area next to the zone, aircraft do not.
    """
    if side != JAPANESE or not pos.book.zones[CHINESE] >> zone & 1:
        return Refusal("7.2", "refusal.fire_at_zone", area=zone)
    if not pos.book.switches["battlefield_interdiction"]:
        return Refusal("12.5", "refusal.option_off")
    if not pos.at[zone]:
        return Refusal("12.5", "refusal.fire_at_nobody", area=zone)
    near = any(pos.units_in(JAPANESE, area) for area in bits(pos.book.zone_links[zone]))
    if not near and not pos.book.chits[chit].air:
        return Refusal("12.5", "refusal.interdiction_observer", area=zone)
    return None


def call_in(pos: TaierzhuangPosition, side: int, action: Call) -> None:
    """The chit is the impulse's action; no unit is flipped for it (R-64)."""
    spend(pos, action.chit)
    entry, place = pos.book.chits[chit_of(pos, action.chit)], action.area
    closing = Closing(side, first=False)
    if entry.effect == "recovery":
        units = pos.units_in(JAPANESE, place) & pos.spent
        pos.spent &= ~units
        pos.tell("5.2", "event.rallied", units=tuple(bits(units)), place=place)
        pos.then(closing)
    elif pos.book.areas >> place & 1:
        pos.tell("5.2", "event.bombardment", side=pos.name(side), target=place)
        pos.then(Blow(side, 0, place, place, entry.at), closing)
    else:
        pos.tell("12.5", "event.interdiction", target=place)
        pos.then(Raid(place, entry.at), closing)


# --- 12.5 Battlefield interdiction ------------------------------------------------------------------


class Raid(Frame):
    """12.5: artillery or aircraft against a Chinese zone, before the dice."""

    zone: Area
    bonus: int
    """What the chit adds to the Attack Total."""


class RollRaid(ThrowStep[Raid]):
    """12.5: the dice against a zone; no terrain."""

    case: ClassVar[str] = "12.5"

    def thrown(self, pos: TaierzhuangPosition, at: Raid, throw: Throw) -> None:
        pos.done()
        there = pos.at[at.zone]
        defence = pos.best_defence(there)
        damage = damage_points(pos, "12.5", JAPANESE, at.zone, throw=throw, attack=at.bonus, defence=defence)
        pos.then(Interdiction(at.zone, there, damage))


class Interdiction(Frame, step="interdict"):
    """12.5: units in a zone are affected."""

    zone: Area
    units: Units
    """Those who may still be chosen."""
    left: int
    """How many are still to be chosen."""


class ChooseHit(Step[TaierzhuangPosition, Interdiction]):
    """12.5, R-42: China chooses the units that are affected, each once."""

    case: ClassVar[str] = "12.5"

    def settle(self, pos: TaierzhuangPosition, at: Interdiction) -> bool:
        if at.units and at.left:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition, at: Interdiction) -> Actor:
        return pos.name(CHINESE)

    def options(self, pos: TaierzhuangPosition, at: Interdiction) -> Options:
        return Options(Group(Hit, values=bits(at.units)))

    def refusal(self, pos: TaierzhuangPosition, at: Interdiction, action: Action) -> Refusal | None:
        if not isinstance(action, Hit):
            return Refusal("12.5", "refusal.hit_first")
        return None if at.units >> action.unit & 1 else Refusal("12.5", "refusal.hit_there", area=at.zone)

    def apply(self, pos: TaierzhuangPosition, at: Interdiction, action: Action) -> None:
        assert isinstance(action, Hit)
        pos.become(amended(at, units=at.units & ~(1 << action.unit), left=at.left - 1))
        if pos.spent >> action.unit & 1:
            turn_back(pos, at.zone, action.unit)
        else:
            pos.then(Affected(at.zone, action.unit))

    def prompt(self, pos: TaierzhuangPosition, at: Interdiction) -> tuple[str, dict[str, Param]]:
        return "prompt.interdict", {"area": at.zone, "count": min(at.left, at.units.bit_count())}


class Affected(Frame, step="hit"):
    """12.5: a Ready unit was chosen."""

    zone: Area
    unit: int


def turns_back(face: int) -> bool:
    """12.5: an even face sends a Ready unit back to the pool, an odd one flips it."""
    return face % 2 == 0


class RollHit(DieStep[TaierzhuangPosition, Affected]):
    """12.5: even: back to the pool; odd: flipped."""

    case: ClassVar[str] = "12.5"

    def rolled(self, pos: TaierzhuangPosition, at: Affected, face: int) -> None:
        pos.done()
        if turns_back(face):
            turn_back(pos, at.zone, at.unit)
        else:
            pos.spent |= 1 << at.unit
            pos.tell("12.5", "event.flipped", unit=at.unit)

    def prompt(self, pos: TaierzhuangPosition, at: Affected) -> tuple[str, dict[str, Param]]:
        return "prompt.hit", {"unit": at.unit}


def turn_back(pos: TaierzhuangPosition, zone: int, unit: int) -> None:
    pos.remove(1 << unit, zone, pos.book.pool[CHINESE])
    pos.tell("12.5", "event.turned_back", unit=unit)
