"""Storm Over Taierzhuang 6.3 Japanese supply, 6.4 Chinese supply (which needs none), and the chits of the End Phase."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import DICE, Action, Actor, Group, Options, Refusal, Roll, Step, one

from .actions import Call, Decline
from .chits import effect_piece, grounded, holds, in_hand, spend
from .dice import D6
from .position import CHINESE, JAPANESE, TaierzhuangPosition


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


class Guerrillas(Step[TaierzhuangPosition]):
    """Asked whether China holds the chit or not, as long as some area could be its target."""

    name: ClassVar[str] = "guerrillas"
    case: ClassVar[str] = "5.2"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if exposed(pos):
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(CHINESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        groups: list[Group[Action]] = [one(Decline())]
        if holds(pos, "guerrillas"):
            groups.append(Group(Call, effect_piece(pos, "guerrillas"), values=bits(exposed(pos))))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, Call):
            return Refusal("5.2", "refusal.call_or_decline")
        if refusal := in_hand(pos, CHINESE, action.chit):
            return refusal
        if action.chit != effect_piece(pos, "guerrillas"):
            return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
        return None if exposed(pos) >> action.area & 1 else Refusal("5.2", "refusal.not_exposed", area=action.area)

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
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


class AirDrop(Step[TaierzhuangPosition]):
    """Asked whether Japan holds the chit or not, as long as some area lacks supply and aircraft can fly."""

    name: ClassVar[str] = "air_drop"
    case: ClassVar[str] = "5.2"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if starving(pos) and not grounded(pos, pos.book.by_effect["air_drop"]):
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(JAPANESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        groups: list[Group[Action]] = [one(Decline())]
        if holds(pos, "air_drop"):
            groups.append(Group(Call, effect_piece(pos, "air_drop"), values=bits(starving(pos))))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, Call):
            return Refusal("5.2", "refusal.call_or_decline")
        if refusal := in_hand(pos, JAPANESE, action.chit):
            return refusal
        if action.chit != effect_piece(pos, "air_drop"):
            return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
        return None if starving(pos) >> action.area & 1 else Refusal("5.2", "refusal.not_starving", area=action.area)

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        if isinstance(action, Call):
            spend(pos, action.chit)
            pos.call("air_drop_roll", action.area)
        else:
            pos.done()


class AirDropRoll(Step[TaierzhuangPosition]):
    """The D6 of an Air Drop. The frame: the area."""

    name: ClassVar[str] = "air_drop_roll"
    case: ClassVar[str] = "5.2"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Roll)
        (area,) = pos.frame
        pos.done()
        arrives = action.face <= pos.book.chits[pos.book.by_effect["air_drop"]].success
        if arrives:
            pos.dropped |= 1 << area
        pos.tell("5.2", "event.air_drop" if arrives else "event.air_drop_fails", area=area, die=action.face)
