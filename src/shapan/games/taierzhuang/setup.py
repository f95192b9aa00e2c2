"""Storm Over Taierzhuang 3.0 Preparation and deployment."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, DieStep, Family, Frame, Group, Options, Param, Refusal, SideFrame, SideStep

from .actions import PlaceUnits, Rest
from .book import Units
from .control import determine_control
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .squads import as_many, singles


def begin(pos: TaierzhuangPosition) -> None:
    """3.0: the dice for the limited areas, then China, then Japan."""
    pos.then(Limits(), SettingUp(CHINESE), SettingUp(JAPANESE))


class Limits(Frame):
    """3.1: the dice for the limited areas."""


class RollLimits(DieStep[TaierzhuangPosition, Limits]):
    """3.1, R-03: a D6 for each limited area, before anything is placed."""

    case: ClassVar[str] = "3.1"

    def rolled(self, pos: TaierzhuangPosition, at: Limits, face: int) -> None:
        area = pos.book.limited[len(pos.limits)]
        pos.limits = (*pos.limits, face)
        pos.tell("3.1", "event.limit", area=area, count=face)
        if len(pos.limits) == len(pos.book.limited):
            pos.done()

    def prompt(self, pos: TaierzhuangPosition, at: Limits) -> tuple[str, dict[str, Param]]:
        return "prompt.limits", {"area": pos.book.limited[len(pos.limits)]}


def case_of(side: int) -> str:
    return "3.1" if side == CHINESE else "3.2"


class SettingUp(SideFrame, step="set_up"):
    """3.1, 3.2: a side still has units to place."""


class SetUp(SideStep[TaierzhuangPosition, SettingUp]):
    """3.1, 3.2: a side places the units that it begins with."""

    case: ClassVar[str] = "3.0"

    def settle(self, pos: TaierzhuangPosition, at: SettingUp) -> bool:
        if waiting(pos, at.side):
            return True
        pos.done()
        if at.side == CHINESE:
            determine_control(pos)
        return False

    def options(self, pos: TaierzhuangPosition, at: SettingUp) -> Options:
        side = at.side
        units = waiting(pos, side)
        if side == JAPANESE:
            zones = bits(pos.book.zones[side])
            return Options(
                Group(Rest, values=zones), Family(zones, lambda to: Group(PlaceUnits, to, values=singles(units)))
            )
        fit: dict[int, Units] = {}
        for area in bits(pos.book.areas):
            room = capacity(pos, area) - pos.strength(side, area)
            if room > 0 and (fitting := allowed(pos, units, area)):
                fit[area] = fitting
        places = list(fit)
        return Options(
            Group(Rest, values=places), Family(places, lambda to: Group(PlaceUnits, to, values=singles(fit[to])))
        )

    def _rest(self, pos: TaierzhuangPosition, side: int, area: int) -> tuple[int, ...]:
        """As many of the waiting units as may go there at once."""
        units = waiting(pos, side)
        if side == JAPANESE:
            return tuple(bits(units)) if pos.book.zones[side] >> area & 1 else ()
        if not pos.book.areas >> area & 1:
            return ()
        room = capacity(pos, area) - pos.strength(side, area)
        return as_many(allowed(pos, units, area), lambda squad: not over_quota(pos, mask_of(squad), area), room)

    def refusal(self, pos: TaierzhuangPosition, at: SettingUp, action: Action) -> Refusal | None:
        side = at.side
        case = case_of(side)
        if isinstance(action, Rest):
            return None if self._rest(pos, side, action.area) else self._no_rest(pos, side, action.area)
        if not isinstance(action, PlaceUnits):
            return Refusal(case, "refusal.set_up_first")
        units = mask_of(action.units)
        if units.bit_count() < len(action.units):
            return Refusal(case, "refusal.named_twice")
        for unit in action.units:
            if not pos.book.start[side] >> unit & 1:
                return Refusal(case, "refusal.not_a_start_unit", unit=unit)
            if not waiting(pos, side) >> unit & 1:
                return Refusal(case, "refusal.placed_already", unit=unit)
        if side == JAPANESE:
            own = pos.book.zones[side] >> action.area & 1
            return None if own else Refusal(case, "refusal.japanese_zones", area=action.area)
        return self._chinese(pos, action, units)

    def _no_rest(self, pos: TaierzhuangPosition, side: int, area: int) -> Refusal:
        """12.8 where it is the historical set-up that leaves no room."""
        room = side == CHINESE and pos.book.areas >> area & 1 and pos.strength(side, area) < capacity(pos, area)
        if room:
            return Refusal("12.8", "refusal.historical", area=area)
        return Refusal(case_of(side), "refusal.nobody_fits", area=area)

    def _chinese(self, pos: TaierzhuangPosition, action: PlaceUnits, units: int) -> Refusal | None:
        area = action.area
        if not pos.book.areas >> area & 1:
            return Refusal("3.1", "refusal.chinese_areas", area=area)
        if pos.strength(CHINESE, area) + len(action.units) > capacity(pos, area):
            return Refusal("3.1", "refusal.area_limit", area=area, count=capacity(pos, area))
        if allowed(pos, units, area) != units or over_quota(pos, units, area):
            return Refusal("12.8", "refusal.historical", area=area)
        return None

    def apply(self, pos: TaierzhuangPosition, at: SettingUp, action: Action) -> None:
        assert isinstance(action, PlaceUnits | Rest)
        units = action.units if isinstance(action, PlaceUnits) else self._rest(pos, at.side, action.area)
        pos.put(mask_of(units), pos.book.muster, action.area)
        pos.tell(case_of(at.side), "event.set_up", side=pos.name(at.side), units=units, area=action.area)

    def cited(self, pos: TaierzhuangPosition, at: SettingUp) -> str:
        return case_of(at.side)

    def prompt(self, pos: TaierzhuangPosition, at: SettingUp) -> tuple[str, dict[str, Param]]:
        return "prompt.set_up", {"count": waiting(pos, at.side).bit_count()}


def waiting(pos: TaierzhuangPosition, side: int) -> int:
    """The start units of a side that have not been placed."""
    return pos.at[pos.book.muster] & pos.book.roster[side]


def capacity(pos: TaierzhuangPosition, area: int) -> int:
    """3.1: ten units an area, in the limited ones the D6 (12.8 keeps both, R-45)."""
    if area in pos.book.limited:
        return min(pos.limits[pos.book.limited.index(area)], pos.book.limit)
    return pos.book.limit


def allowed(pos: TaierzhuangPosition, units: int, area: int) -> int:
    """12.8: those of these units that may, one at a time, be placed in this area; all without that option."""
    if not pos.book.switches["historical_setup"]:
        return units
    fitting = 0
    for detachment in pos.book.detachments:
        if detachment.areas >> area & 1 and placed(pos, detachment.units, detachment.areas) < detachment.count:
            fitting |= units & detachment.units
    return fitting


def over_quota(pos: TaierzhuangPosition, units: int, area: int) -> bool:
    """12.8: would these units together exceed what their formations may have there?"""
    if not pos.book.switches["historical_setup"]:
        return False
    return any(
        placed(pos, entry.units, entry.areas) + (units & entry.units).bit_count() > entry.count
        for entry in pos.book.detachments
        if entry.areas >> area & 1
    )


def placed(pos: TaierzhuangPosition, units: int, areas: int) -> int:
    """How many of these units already stand in these areas."""
    return sum((pos.at[area] & units).bit_count() for area in bits(areas))
