"""Storm Over Taierzhuang 6.3 Japanese supply, 6.4 Chinese supply (which needs none), and the chits of the End Phase."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, DieStep, Frame, Refusal

from .actions import Call
from .book import Area
from .chits import grounded, spend
from .position import TaierzhuangPosition
from .sides import JAPANESE
from .windows import CallWindow


def supplied(pos: TaierzhuangPosition) -> int:
    """6.3: the areas whose Japanese units are in supply now; Guerrillas and Air Drop count in the End Phase (R-62)."""
    return pos.book.in_supply(pos.occupied(JAPANESE) & ~pos.cut) | pos.dropped


def check_supply(pos: TaierzhuangPosition) -> None:
    """6.3, 4.0: unsupplied Japanese units become or stay Spent; all others, and all Chinese (R-33), become Ready."""
    book = pos.book
    in_supply = supplied(pos)
    unsupplied = 0
    for area in range(book.area_count):
        if not in_supply >> area & 1:
            unsupplied |= pos.units_in(JAPANESE, area)
    if unsupplied:
        pos.tell("6.3", "event.unsupplied", units=tuple(bits(unsupplied)))
    if pos.spent & ~unsupplied:
        pos.tell("4.0", "event.recovered")
    pos.spent = unsupplied


# --- Guerrillas -------------------------------------------------------------------------------------


def exposed(pos: TaierzhuangPosition) -> int:
    """Guerrillas: areas with one or two Japanese units, some areas excepted, that are not cut already."""
    book = pos.book
    chit = book.chits[book.by_effect["guerrillas"]]
    areas = 0
    for area in range(book.area_count):
        if 0 < pos.strength(JAPANESE, area) <= chit.most_units:
            areas |= 1 << area
    return areas & ~book.map.set_of(chit.excluded) & ~pos.cut


class Guerrillas(Frame):
    """5.2: the moment of Guerrillas."""


class CallGuerrillas(CallWindow[Guerrillas]):
    """China may cut areas off, one after the other."""

    effect: ClassVar[str] = "guerrillas"
    elsewhere: ClassVar[str] = "refusal.not_exposed"

    def targets(self, pos: TaierzhuangPosition) -> int:
        return exposed(pos)

    def apply(self, pos: TaierzhuangPosition, at: Guerrillas, action: Action) -> None:
        if isinstance(action, Call):
            spend(pos, action.chit)
            pos.cut |= 1 << action.area
            pos.tell("5.2", "event.guerrillas", area=action.area)
        else:
            pos.done()


# --- Air Drop ---------------------------------------------------------------------------------------


def starving(pos: TaierzhuangPosition) -> int:
    """Air Drop: the areas with Japanese units that cannot trace supply."""
    return pos.occupied(JAPANESE) & ~supplied(pos)


class AirDrop(Frame):
    """5.2: the moment of Air Drop."""


class CallAirDrop(CallWindow[AirDrop]):
    """Japan may have areas supplied from the air, if aircraft can fly."""

    effect: ClassVar[str] = "air_drop"
    elsewhere: ClassVar[str] = "refusal.not_starving"

    def targets(self, pos: TaierzhuangPosition) -> int:
        return 0 if self._grounded(pos) else starving(pos)

    def _grounded(self, pos: TaierzhuangPosition) -> bool:
        return grounded(pos, pos.book.by_effect[self.effect])

    def _use_refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if self._grounded(pos):
            assert isinstance(action, Call)
            return Refusal("5.2", "refusal.grounded", piece=action.chit)
        return super()._use_refusal(pos, action)

    def apply(self, pos: TaierzhuangPosition, at: AirDrop, action: Action) -> None:
        if isinstance(action, Call):
            spend(pos, action.chit)
            pos.then(AirDropRoll(action.area))
        else:
            pos.done()


class AirDropRoll(Frame):
    """5.2: an Air Drop is on its way."""

    area: Area


class RollAirDrop(DieStep[TaierzhuangPosition, AirDropRoll]):
    """The D6 of an Air Drop."""

    case: ClassVar[str] = "5.2"

    def rolled(self, pos: TaierzhuangPosition, at: AirDropRoll, face: int) -> None:
        pos.done()
        arrives = face <= pos.book.chits[pos.book.by_effect["air_drop"]].success
        if arrives:
            pos.dropped |= 1 << at.area
        pos.tell("5.2", "event.air_drop" if arrives else "event.air_drop_fails", area=at.area, die=face)
