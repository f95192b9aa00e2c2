"""Storm Over Taierzhuang 12.6 Infiltration movement (optional)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import msgspec

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, DieStep, Group, Options, Param, Refusal, SideFrame, SideStep, amended, one
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Resolve

from .actions import All, Infiltrate, Join, Play
from .anti_tank import tanks_met
from .book import Area, Units
from .closing import close_action
from .movement import Marching, can_march, slip_chit_refusal, vacant
from .position import TaierzhuangPosition
from .squads import activated, as_many, companies_of, singles, together
from .ways import entry_cost, no_way


def slip_cost(pos: TaierzhuangPosition, units: int, area: int) -> int:
    """12.6, R-66: one point for the contested area; tanks pay their surcharge in the town."""
    book = pos.book
    surcharge = book.surcharge if book.town >> area & 1 and units & book.tanks else 0
    return int(book.infiltration["enter"]) + surcharge


def contested(pos: TaierzhuangPosition, area: int) -> bool:
    """12.6: units of both sides are there."""
    return all(pos.at[area] & roster for roster in pos.book.roster)


def way_out(pos: TaierzhuangPosition, side: int, units: int, area: int, left: int) -> int:
    """12.6: the vacant areas behind the contested one that the group can pay for."""
    beyond = pos.book.moves[side][area] & vacant(pos)
    return mask_of(there for there in bits(beyond) if entry_cost(pos, side, units, there) <= left)


def infiltrate_refusal(
    pos: TaierzhuangPosition, side: int, area: int, units: Sequence[int], group: int = 0
) -> Refusal | None:
    """12.6, R-44, R-66: may these units, with a group already named, try to slip through this area?"""
    if not pos.book.switches["infiltration"]:
        return Refusal("12.6", "refusal.option_off")
    if refusal := activated(pos, side, units):
        return refusal
    squad, here = group | mask_of(units), pos.place_of(units[0])
    if can_march(pos, squad) != squad:
        return Refusal("4.0", "refusal.fuel")
    if not contested(pos, area):
        return Refusal("12.6", "refusal.not_contested", area=area)
    if pos.units_in(other(side), here):
        return Refusal("7.1.1", "refusal.slip_start", area=here)
    if not pos.book.moves[side][here] >> area & 1:
        return no_way(pos, side, here, area)
    if pos.strength(side, area) + squad.bit_count() > pos.book.limit:
        return Refusal("7.1.2", "refusal.stacking", area=area)
    left = pos.allowance(squad) - slip_cost(pos, squad, area)
    if not way_out(pos, side, squad, area, left):
        return Refusal("12.6", "refusal.no_way_out", area=area)
    return None


def infiltrations(pos: TaierzhuangPosition, side: int) -> list[Group[Action]]:
    """For each contested area the units around it that may try."""
    groups: list[Group[Action]] = []
    for area in range(pos.book.area_count):
        if contested(pos, area):
            for here, ways in enumerate(pos.book.ways[side]):
                if area in ways:
                    groups.append(Group(Infiltrate, area, values=partial(_fit, pos, side, here, area)))
    return groups


def _fit(pos: TaierzhuangPosition, side: int, here: int, area: int, group: int = 0) -> list[tuple[int, ...]]:
    """The units here that could, with a group already named, take part."""
    squads = singles(pos.ready_in(side, here) & ~group)
    return [squad for squad in squads if infiltrate_refusal(pos, side, area, squad, group) is None]


def begin_infiltration(pos: TaierzhuangPosition, side: int, area: int, units: Sequence[int]) -> None:
    """12.6: these units are going to try."""
    here = pos.place_of(units[0])
    pos.tell("12.6", "event.infiltration", side=pos.name(side), units=tuple(units), area=area)
    pos.then(Infiltrating(side, mask_of(units), here, area))


class Infiltrating(SideFrame, step="infiltrate"):
    """12.6: a stack is being designated."""

    group: Units
    """Those who take part so far."""
    here: Area
    area: Area
    """The contested one."""


class DesignateStack(SideStep[TaierzhuangPosition, Infiltrating]):
    """12.6: the stack is designated before the die."""

    case: ClassVar[str] = "12.6"

    def options(self, pos: TaierzhuangPosition, at: Infiltrating) -> Options:
        fit = partial(_fit, pos, at.side, at.here, at.area, at.group)
        groups: list[Group[Action]] = [one(Resolve()), Group(Join, values=fit)]
        if self._all(pos, at):
            groups.append(one(All()))
        return Options(*groups)

    def _all(self, pos: TaierzhuangPosition, at: Infiltrating) -> tuple[int, ...]:
        """As many more as can slip through together."""
        free = can_march(pos, pos.ready_in(at.side, at.here)) & ~at.group

        def fit(squad: tuple[int, ...]) -> bool:
            return infiltrate_refusal(pos, at.side, at.area, squad, at.group) is None

        return as_many(free, fit, companies=companies_of(pos, free))

    def refusal(self, pos: TaierzhuangPosition, at: Infiltrating, action: Action) -> Refusal | None:
        if isinstance(action, Resolve):
            return None
        if isinstance(action, All):
            return None if self._all(pos, at) else Refusal("12.6", "refusal.nobody_joins")
        if isinstance(action, Play):
            return slip_chit_refusal(pos, at.side, action.chit)
        if not isinstance(action, Join):
            return Refusal("12.6", "refusal.infiltration_under_way")
        if refusal := together(pos, at.side, action.units):
            return refusal
        if pos.place_of(action.units[0]) != at.here:
            return Refusal("7.0", "refusal.one_area")
        if mask_of(action.units) & at.group:
            return Refusal("7.0", "refusal.joined")
        return infiltrate_refusal(pos, at.side, at.area, action.units, at.group)

    def apply(self, pos: TaierzhuangPosition, at: Infiltrating, action: Action) -> None:
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos, at)
            pos.tell("12.6", "event.joined", units=units)
            pos.become(amended(at, group=at.group | mask_of(units)))
        else:
            pos.become(Slipping(at.side, at.group, at.here, at.area))

    def prompt(self, pos: TaierzhuangPosition, at: Infiltrating) -> tuple[str, dict[str, Param]]:
        key = "prompt.infiltrate" if self._all(pos, at) else "prompt.infiltrate_now"
        return key, {"area": at.area, "count": at.group.bit_count()}


class Modifier(msgspec.Struct, frozen=True):
    """One line of the list of 12.6."""

    key: str
    value: int


def modifiers(pos: TaierzhuangPosition, side: int, units: int, area: int) -> list[Modifier]:
    """12.6: what shifts the success value; the infiltrators themselves are not counted (R-44).

    R-43: who reads the list as printed adds it to the die, which shifts the value the other way.
    """
    friends, enemies = pos.units_in(side, area), pos.units_in(other(side), area)
    chart = pos.book.infiltration
    conditions = {
        "more_friendly_ready": (friends & ~pos.spent).bit_count() > enemies.bit_count(),
        "more_enemy": enemies.bit_count() > friends.bit_count(),
        "japanese_tank": bool(units & pos.book.tanks),
        "all_enemy_spent": not enemies & ~pos.spent,
        "all_friendly_spent": not friends & ~pos.spent,
    }
    sign = -1 if pos.book.switches["infiltration_modifiers"] == "die" else 1
    return [Modifier(key, sign * int(chart[key])) for key, holds in conditions.items() if holds]


def slips(pos: TaierzhuangPosition, side: int, units: int, area: int, face: int) -> bool:
    """12.6: does this face succeed?"""
    shift = sum(modifier.value for modifier in modifiers(pos, side, units, area))
    return bool(face <= pos.book.slip_value[side] + shift)


class Slipping(SideFrame, step="slip"):
    """12.6: a designated stack tries to slip through."""

    group: Units
    here: Area
    area: Area
    """The contested one."""


class RollSlip(DieStep[TaierzhuangPosition, Slipping]):
    """12.6: one D6 for the stack."""

    case: ClassVar[str] = "12.6"

    def rolled(self, pos: TaierzhuangPosition, at: Slipping, face: int) -> None:
        pos.done()
        side, units, area = at.side, at.group, at.area
        succeeds = slips(pos, side, units, area, face)
        pos.tell("12.6", "event.slips" if succeeds else "event.slip_fails", area=area, die=face)
        if not succeeds:
            pos.spent |= units
            close_action(pos, side, first=False)
            return
        left = pos.allowance(units) - slip_cost(pos, units, area)
        pos.put(units, at.here, area)
        onward = Marching(side, units, area, left, moved=True, spear=False, acted=units, slip=True, start=at.here)
        pos.then(*tanks_met(pos, side, units, area), onward)

    def prompt(self, pos: TaierzhuangPosition, at: Slipping) -> tuple[str, dict[str, Param]]:
        return "prompt.slip_roll", {"area": at.area}
