"""Storm Over Taierzhuang 6.0 to 6.2: units are drawn from a pool and placed in the zones of their side."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import DICE, Action, Actor, Chances, Group, Options, Param, Refusal, SideFrame, SideStep, amended

from .actions import Draw, PlaceUnits, Rest, Take
from .position import TaierzhuangPosition
from .sides import CHINESE
from .squads import singles


def case_of(side: int) -> str:
    return "6.1" if side == CHINESE else "6.2"


class Drawing(SideFrame, step="draw"):
    """6.1, 6.2: units come out of a pool."""

    left: int
    """How many are still to come."""


class DrawUnits(SideStep[TaierzhuangPosition, Drawing]):
    """6.1, 6.2: so many units by chance, or by choice (12.4), while the pool lasts (R-09)."""

    case: ClassVar[str] = "6.0"

    def settle(self, pos: TaierzhuangPosition, at: Drawing) -> bool:
        if at.left and pos.at[pos.book.pool[at.side]]:
            return True
        pos.become(Deploying(at.side))
        return False

    def _chosen(self, pos: TaierzhuangPosition, at: Drawing) -> bool:
        return bool(at.side == CHINESE and pos.book.switches["free_kmt_reinforcements"])

    def actor(self, pos: TaierzhuangPosition, at: Drawing) -> Actor:
        return super().actor(pos, at) if self._chosen(pos, at) else DICE

    def options(self, pos: TaierzhuangPosition, at: Drawing) -> Options:
        units = bits(pos.at[pos.book.pool[at.side]])
        return Options(Group(Take, values=units)) if self._chosen(pos, at) else Chances([Draw(unit) for unit in units])

    def refusal(self, pos: TaierzhuangPosition, at: Drawing, action: Action) -> Refusal | None:
        if isinstance(action, Take) and not self._chosen(pos, at):
            return Refusal("12.4", "refusal.option_off")
        return super().refusal(pos, at, action)

    def apply(self, pos: TaierzhuangPosition, at: Drawing, action: Action) -> None:
        assert isinstance(action, Draw | Take)
        bit = 1 << action.piece
        pos.put(bit, pos.book.pool[at.side], pos.book.muster)
        pos.retreated &= ~bit
        pos.tell(case_of(at.side), "event.unit_drawn", side=pos.name(at.side), unit=action.piece)
        pos.become(amended(at, left=at.left - 1))

    def cited(self, pos: TaierzhuangPosition, at: Drawing) -> str:
        return case_of(at.side)

    def prompt(self, pos: TaierzhuangPosition, at: Drawing) -> tuple[str, dict[str, Param]]:
        return "prompt.draw", {"side": pos.name(at.side), "count": at.left}


class Deploying(SideFrame, step="deploy"):
    """6.1, 6.2: a side places the units that were drawn."""


class Deploy(SideStep[TaierzhuangPosition, Deploying]):
    """6.1, 6.2: each unit drawn goes to a friendly zone, Ready."""

    case: ClassVar[str] = "6.0"

    def settle(self, pos: TaierzhuangPosition, at: Deploying) -> bool:
        if pos.at[pos.book.muster]:
            return True
        pos.done()
        return False

    def options(self, pos: TaierzhuangPosition, at: Deploying) -> Options:
        zones = bits(pos.book.zones[at.side])
        units = singles(pos.at[pos.book.muster])
        return Options(Group(Rest, values=zones), *(Group(PlaceUnits, zone, values=units) for zone in zones))

    def refusal(self, pos: TaierzhuangPosition, at: Deploying, action: Action) -> Refusal | None:
        case = case_of(at.side)
        if not isinstance(action, PlaceUnits | Rest):
            return Refusal(case, "refusal.deploy_first")
        if isinstance(action, PlaceUnits):
            units = mask_of(action.units)
            if units.bit_count() < len(action.units) or units & ~pos.at[pos.book.muster]:
                return Refusal(case, "refusal.not_drawn")
        if not pos.book.zones[at.side] >> action.area & 1:
            return Refusal(case, "refusal.own_zones", area=action.area)
        return None

    def apply(self, pos: TaierzhuangPosition, at: Deploying, action: Action) -> None:
        assert isinstance(action, PlaceUnits | Rest)
        units = action.units if isinstance(action, PlaceUnits) else tuple(bits(pos.at[pos.book.muster]))
        pos.put(mask_of(units), pos.book.muster, action.area)
        pos.tell(case_of(at.side), "event.deployed", side=pos.name(at.side), units=units, area=action.area)

    def cited(self, pos: TaierzhuangPosition, at: Deploying) -> str:
        return case_of(at.side)

    def prompt(self, pos: TaierzhuangPosition, at: Deploying) -> tuple[str, dict[str, Param]]:
        return "prompt.deploy", {"count": pos.at[pos.book.muster].bit_count()}
