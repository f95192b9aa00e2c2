"""Storm Over Taierzhuang 7.1.2 Stacking: ten units of a side in an area, at all times."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step

from .actions import Destroy
from .position import CHINESE, JAPANESE, TaierzhuangPosition, other


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


class RemoveSurplus(Step[TaierzhuangPosition]):
    """7.1.2: the opponent picks the units that are too many."""

    name: ClassVar[str] = "surplus"
    case: ClassVar[str] = "7.1.2"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        side, area = pos.frame
        if pos.strength(side, area) > pos.book.limit:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(other(pos.frame[0]))

    def options(self, pos: TaierzhuangPosition) -> Options:
        return Options(Group(Destroy, values=bits(pos.units_in(*pos.frame))))

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Destroy):
            return Refusal("7.1.2", "refusal.surplus_first")
        if not pos.units_in(*pos.frame) >> action.unit & 1:
            return Refusal("7.1.2", "refusal.surplus_there", area=pos.frame[1])
        return None

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Destroy)
        side, area = pos.frame
        pos.remove(1 << action.unit, area, pos.book.lost[side])
        pos.tell("7.1.2", "event.surplus", unit=action.unit, area=area)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.surplus", {"area": pos.frame[1]}
