"""Storm Over Taierzhuang 6.0 to 6.2: units are drawn from a pool and placed in the zones of their side."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import DICE, Action, Actor, Chances, Group, Options, Param, Refusal, Step

from .actions import Draw, PlaceUnits, Rest, Take
from .position import CHINESE, TaierzhuangPosition
from .squads import singles


def case_of(side: int) -> str:
    return "6.1" if side == CHINESE else "6.2"


class DrawUnits(Step[TaierzhuangPosition]):
    """6.1, 6.2: so many units by chance, or by choice (12.4), while the pool lasts (R-09). Frame: side, count."""

    name: ClassVar[str] = "draw"
    case: ClassVar[str] = "6.0"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        side, count = pos.frame
        if count and pos.at[pos.book.pool[side]]:
            return True
        pos.done()
        pos.call("deploy", side)
        return False

    def _chosen(self, pos: TaierzhuangPosition) -> bool:
        return bool(pos.frame[0] == CHINESE and pos.book.option["free_kmt_reinforcements"])

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(CHINESE) if self._chosen(pos) else DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        units = bits(pos.at[pos.book.pool[pos.frame[0]]])
        return Options(Group(Take, values=units)) if self._chosen(pos) else Chances([Draw(unit) for unit in units])

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Draw | Take)
        side, count = pos.frame
        bit = 1 << action.piece
        pos.put(bit, pos.book.pool[side], pos.book.muster)
        pos.retreated &= ~bit
        pos.tell(case_of(side), "event.unit_drawn", side=pos.name(side), unit=action.piece)
        pos.become(side, count - 1)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        side, count = pos.frame
        return "prompt.draw", {"side": pos.name(side), "count": count}


class Deploy(Step[TaierzhuangPosition]):
    """6.1, 6.2: each unit drawn goes to a friendly zone, Ready. The frame: side."""

    name: ClassVar[str] = "deploy"
    case: ClassVar[str] = "6.0"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if pos.at[pos.book.muster]:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(pos.frame[0])

    def options(self, pos: TaierzhuangPosition) -> Options:
        zones = bits(pos.book.zones[pos.frame[0]])
        units = singles(pos.at[pos.book.muster])
        return Options(Group(Rest, values=zones), *(Group(PlaceUnits, zone, values=units) for zone in zones))

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        (side,) = pos.frame
        if not isinstance(action, PlaceUnits | Rest):
            return Refusal(case_of(side), "refusal.deploy_first")
        if isinstance(action, PlaceUnits):
            units = mask_of(action.units)
            if units.bit_count() < len(action.units) or units & ~pos.at[pos.book.muster]:
                return Refusal(case_of(side), "refusal.not_drawn")
        if not pos.book.zones[side] >> action.area & 1:
            return Refusal(case_of(side), "refusal.own_zones", area=action.area)
        return None

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, PlaceUnits | Rest)
        (side,) = pos.frame
        units = action.units if isinstance(action, PlaceUnits) else tuple(bits(pos.at[pos.book.muster]))
        pos.put(mask_of(units), pos.book.muster, action.area)
        pos.tell(case_of(side), "event.deployed", side=pos.name(side), units=units, area=action.area)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.deploy", {"count": pos.at[pos.book.muster].bit_count()}
