"""Shanghai Incident 11.0 Set-up: the Japanese in their sector, then the Chinese in ten cities and towns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import Mask, bits
from shapan.kernel import Action, Family, Group, Options, Refusal, SideFrame, SideStep
from shapan.mechanics.fire_and_movement.terms import Units
from shapan.mechanics.hexoptions import Hexes

from .actions import Deploy
from .sides import JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


class SettingUp(SideFrame, step="setup"):
    """11.0: a side places the units with which it begins."""


def unplaced(pos: ShanghaiPosition, side: int) -> Units:
    """The units of a side that are still to be set up."""
    return pos.book.starting & pos.book.roster[side] & ~pos.present


def to_place(pos: ShanghaiPosition, side: int) -> list[int]:
    """The same one by one."""
    return bits(unplaced(pos, side))


def free_places(pos: ShanghaiPosition) -> list[Mask]:
    """11.0: the cities and towns that hold no unit yet; Chapei is one of them."""
    return [place for place in pos.book.setup_places if not place & pos.occupied[1]]


def setup_hexes(pos: ShanghaiPosition, side: int, unit: int) -> Mask:
    """11.0: where this unit may be placed."""
    if side == JAPANESE:
        return pos.book.japanese_setup & ~pos.occupied[JAPANESE]
    free = free_places(pos)
    rail = pos.book.rail.touching
    if pos.book.loose >> unit & 1:
        return rail & sum(free)
    trains = (unplaced(pos, side) & pos.book.loose).bit_count()
    served = [place for place in free if place & rail]
    # As long as trains wait, enough places with a railroad must be left for them.
    return sum(free) if len(served) > trains else sum(place for place in free if not place & rail)


def setup_refusal(pos: ShanghaiPosition, side: int, unit: int, here: int) -> Refusal | None:
    book = pos.book
    if unit not in to_place(pos, side):
        return Refusal("11.0", "refusal.setup_unit")
    if setup_hexes(pos, side, unit) >> here & 1:
        return None
    if side == JAPANESE:
        full = pos.occupied[JAPANESE] >> here & 1
        return Refusal("11.0", "refusal.setup_unstacked" if full else "refusal.setup_sector", hex=here)
    if not book.chinese_setup >> here & 1:
        return Refusal("11.0", "refusal.setup_town", hex=here)
    if not sum(free_places(pos)) >> here & 1:
        return Refusal("11.0", "refusal.setup_once", hex=here)
    key = "refusal.setup_railroad" if book.loose >> unit & 1 else "refusal.setup_trains"
    return Refusal("11.0", key, hex=here)


class SetUp(SideStep["ShanghaiPosition", SettingUp]):
    """11.0: one side places its units one by one."""

    case: ClassVar[str] = "11.0"

    def settle(self, pos: ShanghaiPosition, at: SettingUp) -> bool:
        if unplaced(pos, at.side):
            return True
        pos.done()
        return False

    def options(self, pos: ShanghaiPosition, at: SettingUp) -> Options:
        units = to_place(pos, at.side)
        return Options(Family(units, partial(_deployments, pos, at.side)))

    def refusal(self, pos: ShanghaiPosition, at: SettingUp, action: Action) -> Refusal | None:
        # A set-up that is over, or was given by history, has nothing to say about units that come later.
        if not isinstance(action, Deploy) or not to_place(pos, at.side):
            return Refusal("11.0", "refusal.setup_first")
        return setup_refusal(pos, at.side, action.unit, action.hex)

    def apply(self, pos: ShanghaiPosition, at: SettingUp, action: Action) -> None:
        assert isinstance(action, Deploy)
        pos.tell("11.0", "event.set_up", side=self.actor(pos, at), unit=action.unit, hex=action.hex)
        pos.arrive(action.unit, (action.hex,))


def _deployments(pos: ShanghaiPosition, side: int, unit: int) -> Group[Action]:
    return Group(Deploy, unit, values=lambda: Hexes(setup_hexes(pos, side, unit)))
