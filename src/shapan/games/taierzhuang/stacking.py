"""Storm Over Taierzhuang 7.1.2 Stacking: ten units of a side in an area, at all times."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, SideFrame, Step
from shapan.mechanics.sides import other

from .actions import Destroy
from .book import Area
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE


def room(pos: TaierzhuangPosition, side: int, area: int) -> int:
    """7.1.2: how many more units of a side may be in an area."""
    return pos.book.limit - pos.strength(side, area)


def overstacked(pos: TaierzhuangPosition) -> list[tuple[int, int]]:
    """7.1.2: side and area of every stack above the limit. Play cannot make one (R-15)."""
    return [
        (side, area)
        for area in range(pos.book.area_count)
        if pos.at[area].bit_count() > pos.book.limit
        for side in (JAPANESE, CHINESE)
        if pos.strength(side, area) > pos.book.limit
    ]


class Surplus(SideFrame):
    """7.1.2: a side has too many units in an area."""

    area: Area


class RemoveSurplus(Step[TaierzhuangPosition, Surplus]):
    """7.1.2: the opponent picks the units that are too many."""

    case: ClassVar[str] = "7.1.2"

    def settle(self, pos: TaierzhuangPosition, at: Surplus) -> bool:
        if pos.strength(at.side, at.area) > pos.book.limit:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition, at: Surplus) -> Actor:
        return pos.name(other(at.side))

    def options(self, pos: TaierzhuangPosition, at: Surplus) -> Options:
        return Options(Group(Destroy, values=bits(pos.units_in(at.side, at.area))))

    def refusal(self, pos: TaierzhuangPosition, at: Surplus, action: Action) -> Refusal | None:
        if not isinstance(action, Destroy):
            return Refusal("7.1.2", "refusal.surplus_first")
        if not pos.units_in(at.side, at.area) >> action.unit & 1:
            return Refusal("7.1.2", "refusal.surplus_there", area=at.area)
        return None

    def apply(self, pos: TaierzhuangPosition, at: Surplus, action: Action) -> None:
        assert isinstance(action, Destroy)
        pos.remove(1 << action.unit, at.area, pos.book.lost[at.side])
        pos.tell("7.1.2", "event.surplus", unit=action.unit, area=at.area)

    def prompt(self, pos: TaierzhuangPosition, at: Surplus) -> tuple[str, dict[str, Param]]:
        return "prompt.surplus", {"area": at.area}
