"""12.0 Damage to vehicles, ships and boats, and other fire against vessels."""

from __future__ import annotations

from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step

from ..actions import Lose
from ..command import first_to_fall
from ..dice import Lot, Stake, draw, roll
from ..fire.artillery import GunStruck
from ..fire.volley import Blast, Strikes
from ..position import (
    ARMAMENT,
    DISABLED,
    HALF_SPEED,
    STEERING,
    WHEEL,
    WRECK,
    YangtzePosition,
)
from ..who import Figure, Unit, put
from .crews import hands

HEAVY = ("medium", "heavy", "bomb")


def strike_body(pos: YangtzePosition, unit: Unit, blast: Blast) -> None:
    """A hit on a vehicle or hull goes to its table."""
    spec = pos.book.units[unit]
    if spec.kind == "gun":
        if pos.laid_out(unit):
            roll(pos, 2, GunStruck(unit))
        return
    if not pos.in_play(unit) or pos.damage[unit] & WRECK:
        return
    pos.hits = put(pos.hits, unit, pos.hits[unit] + 1)
    arm = pos.book.weapons[blast.weapon]
    if spec.kind == "vessel":
        if blast.strikes in (Strikes.BURST, Strikes.HULL):
            roll(pos, 2, VesselDamage(unit, arm.calibre in HEAVY))
        else:
            roll(pos, 2, VesselPeople(unit, pos.book.confirm[pos.book.charts["vessel_small_arms"]["cover"]]))
        return
    if spec.armoured and blast.strikes not in (Strikes.BURST, Strikes.GRENADE):
        roll(pos, 2, Armour(unit))
        return
    bonus = int(pos.book.charts["vehicle_damage"]["mg_bonus"]) if arm.machine_gun and not spec.armoured else 0
    roll(pos, 2, VehicleDamage(unit, bonus))


class VehicleDamage(Stake, frozen=True, tag="vehicle_damage"):
    """12.1: disabled, a passenger hit, half speed, or a wheel; a machine gun adds three."""

    unit: Unit
    bonus: int

    def scored(self, pos: YangtzePosition, score: int) -> None:
        chart = pos.book.charts["vehicle_damage"]
        total = score + self.bonus
        low, high = chart["passenger_hit"]
        if int(low) <= total <= int(high):
            hit_passenger(pos, self.unit)
        elif pos.damage[self.unit] & DISABLED:
            pos.tell("12.1", "event.unharmed", unit=self.unit)
        elif total >= int(chart["disabled"]):
            mark(pos, self.unit, DISABLED, "event.disabled")
        elif total >= int(chart["half_speed"][0]) and not pos.damage[self.unit] & HALF_SPEED:
            mark(pos, self.unit, HALF_SPEED, "event.half_speed")
        elif total <= int(chart["wheel"]) and not pos.book.units[self.unit].tracked:
            wheel(pos, self.unit)
        else:
            pos.tell("12.1", "event.unharmed", unit=self.unit)


def lamed(pos: YangtzePosition, unit: Unit) -> bool:
    """S12.5, S12.4: has it no wheel to lose, on tracks or because it does not move any more?"""
    return pos.book.units[unit].tracked or bool(pos.damage[unit] & DISABLED)


def wheel(pos: YangtzePosition, unit: Unit) -> None:
    """12.1: the vehicle halts with a damaged wheel and moves again after one turn of repair."""
    pos.spoil(unit, WHEEL)
    pos.timer = put(pos.timer, unit, pos.turn + int(pos.book.charts["vehicle_damage"]["wheel_repair_turns"]) + 1)
    pos.tell("12.1", "event.wheel", unit=unit)


class Armour(Stake, frozen=True, tag="armour"):
    """S12.5: bullets on armour: one crewman on the highest throw, a wheel on the lowest, else nothing."""

    unit: Unit

    def scored(self, pos: YangtzePosition, score: int) -> None:
        chart = pos.book.charts["vehicle_damage_armoured"]["small_arms"]
        if score >= int(chart["crew_hit"]):
            hit_crew(pos, self.unit)
        elif score <= int(chart["wheel"]) and not lamed(pos, self.unit):
            wheel(pos, self.unit)
        else:
            pos.tell("S12.5", "event.armour_holds", unit=self.unit)


def mark(pos: YangtzePosition, unit: Unit, flag: int, key: str) -> None:
    pos.spoil(unit, flag)
    pos.tell("12.1" if pos.book.units[unit].kind != "vessel" else "12.2", key, unit=unit)


def hit_passenger(pos: YangtzePosition, unit: Unit) -> None:
    """12.1, S12.7: one rider at random, leaders last; without riders one of the crew."""
    people = [f for f in pos.crew(unit) if not pos.doomed >> f & 1]
    riders = [f for f in people if pos.book.figures[f].unit != unit]
    choice = first_to_fall(pos, riders) or people
    if choice:
        draw(pos, choice, Passenger(unit))
    else:
        pos.tell("12.1", "event.unharmed", unit=unit)


def hit_crew(pos: YangtzePosition, unit: Unit) -> None:
    """S12.5: one of those who work an armoured vehicle or train; riders only when nobody of them is left."""
    crew = [f for f in pos.alive(unit) if not pos.doomed >> f & 1]
    if crew:
        draw(pos, crew, Passenger(unit))
    else:
        hit_passenger(pos, unit)


class Passenger(Lot, frozen=True, tag="passenger"):
    """12.1, S12.5: one of the people of a vehicle is hit."""

    unit: Unit

    def drawn(self, pos: YangtzePosition, figure: Figure) -> None:
        pos.doomed |= 1 << figure
        pos.tell("12.1", "event.passenger", unit=self.unit, piece=pos.book.piece_of_figure(figure))


class VesselDamage(Stake, frozen=True, tag="vessel_damage"):
    """12.2: wreck, half speed, main armament, steering, or one of the crew."""

    unit: Unit
    heavy: bool

    def scored(self, pos: YangtzePosition, score: int) -> None:
        chart = pos.book.charts["vessel_damage"]
        total = score + (int(chart["heavy_bonus"]) if self.heavy else 0)
        damage = pos.damage[self.unit]
        spec = pos.book.units[self.unit]
        if total >= int(chart["wreck"]):
            mark(pos, self.unit, WRECK, "event.wrecked")
            roll(pos, int(chart["abandon_die"]), Abandoning(self.unit))
        elif total >= int(chart["half_speed"][0]) and not damage & HALF_SPEED and not spec.aground:
            mark(pos, self.unit, HALF_SPEED, "event.half_speed")
        elif total == int(chart["main_armament"]) and spec.main is not None and not damage & ARMAMENT:
            mark(pos, self.unit, ARMAMENT, "event.armament")
        elif total == int(chart["steering"]) and not damage & STEERING and not spec.aground:
            mark(pos, self.unit, STEERING, "event.steering")
        else:
            lose_crew(pos, self.unit)


class Abandoning(Stake, frozen=True, tag="abandon"):
    """12.2: for how many turns abandoning the wreck can be put off."""

    unit: Unit

    def scored(self, pos: YangtzePosition, die: int) -> None:
        pos.timer = put(pos.timer, self.unit, pos.turn + die)
        pos.tell("12.2", "event.abandon", unit=self.unit, count=die)


class VesselPeople(Stake, frozen=True, tag="vessel_people"):
    """12.3: a vessel is hard cover; a confirmed hit costs one of its people, and nobody is pinned (R41)."""

    unit: Unit
    need: int

    def scored(self, pos: YangtzePosition, score: int) -> None:
        if score >= self.need:
            lose_crew(pos, self.unit)
        else:
            pos.tell("12.3", "event.hull_holds", unit=self.unit, score=score, need=self.need)


def lose_crew(pos: YangtzePosition, unit: Unit) -> None:
    """12.3, R41: the owner chooses who is lost; civilians only when nobody else is left aboard."""
    aboard = [f for f in pos.crew(unit) if not pos.doomed >> f & 1]
    people = [f for f in aboard if f in hands(pos, unit)] or aboard
    if len(people) == 1:
        take(pos, unit, people[0])
    elif people:
        pos.then(LosingCrew(unit, tuple(people)))
    else:
        pos.tell("12.3", "event.unharmed", unit=unit)


def take(pos: YangtzePosition, unit: Unit, figure: Figure) -> None:
    pos.doomed |= 1 << figure
    pos.tell("12.3", "event.crew_lost", unit=unit, piece=pos.book.piece_of_figure(figure))


class LosingCrew(Frame, step="crew"):
    """12.3: a vessel has been hit and loses one of its people."""

    unit: Unit
    people: tuple[Figure, ...]
    """Those aboard who have not been hit yet."""


class ChooseCrew(Step[YangtzePosition, LosingCrew]):
    """12.3: which of a vessel's people is lost."""

    case = "12.3"

    def actor(self, pos: YangtzePosition, at: LosingCrew) -> Actor:
        return pos.book.sides[pos.owner[at.unit]]

    def options(self, pos: YangtzePosition, at: LosingCrew) -> Options:
        return Options(Group(Lose, values=tuple(pos.book.piece_of_figure(f) for f in at.people)))

    def refusal(self, pos: YangtzePosition, at: LosingCrew, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return Refusal("12.3", "refusal.lose_first")
        if pos.book.as_figure(action.figure) not in at.people:
            return Refusal("12.3", "refusal.not_aboard")
        return None

    def apply(self, pos: YangtzePosition, at: LosingCrew, action: Action) -> None:
        assert isinstance(action, Lose)
        pos.done()
        take(pos, at.unit, pos.book.the_figure(action.figure))

    def prompt(self, pos: YangtzePosition, at: LosingCrew) -> tuple[str, dict[str, Param]]:
        return "prompt.crew", {"unit": at.unit}
