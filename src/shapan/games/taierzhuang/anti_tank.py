"""Storm Over Taierzhuang 5.2: the Chinese reaction to tanks, PaK 36.

China is asked every time that the rules open the window, whether a chit is held or not, so that the question itself
tells nothing. After a Japanese announcement PaK 36 comes first, any number of them one after the other (R-60); then, if
an attack is left, Resolute Defenders (see ``combat``).
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Action, Frame, Param
from shapan.mechanics.sides import other

from .actions import Play, Throw
from .book import Area, Units
from .chits import spend
from .combat import damage_points
from .damage import inflicted
from .dice import ThrowStep
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .windows import ChitWindow


class TanksMet(Frame, step="pak"):
    """5.2: a Japanese group with tanks has entered, or fires at, an area with Chinese units."""

    tanks: Units
    """The tanks of the group; some may have been hit since."""
    area: Area
    """Where they are."""


class Gun(Frame):
    """5.2: a PaK 36 fires."""

    tanks: Units
    area: Area


def tanks_met(pos: TaierzhuangPosition, side: int, units: Units, area: Area) -> list[TanksMet]:
    """What comes first when units of this side have entered an area: China may want to use a PaK 36."""
    tanks = units & pos.book.tanks
    return [TanksMet(tanks, area)] if tanks and pos.units_in(other(side), area) else []


class AntiTank(ChitWindow[TanksMet]):
    """PaK 36 against tanks that enter or fire."""

    effect: ClassVar[str] = "anti_tank"
    question: ClassVar[str] = "refusal.react_or_decline"

    def settle(self, pos: TaierzhuangPosition, at: TanksMet) -> bool:
        if at.tanks & pos.at[at.area]:
            return True
        pos.done()
        return False

    def apply(self, pos: TaierzhuangPosition, at: TanksMet, action: Action) -> None:
        if isinstance(action, Play):
            spend(pos, action.chit)
            pos.then(Gun(at.tanks & pos.at[at.area], at.area))
        else:
            pos.done()

    def prompt(self, pos: TaierzhuangPosition, at: TanksMet) -> tuple[str, dict[str, Param]]:
        return "prompt.pak", {"area": at.area}


class AntiTankFire(ThrowStep[Gun]):
    """The dice of a PaK 36: best Defense Factor of the tanks, no terrain (R-60)."""

    case: ClassVar[str] = "5.2"

    def thrown(self, pos: TaierzhuangPosition, at: Gun, throw: Throw) -> None:
        pos.done()
        bonus = pos.book.chits[pos.book.by_effect["anti_tank"]].at
        defence = pos.best_defence(at.tanks)
        damage = damage_points(pos, "7.3", CHINESE, at.area, throw=throw, attack=bonus, defence=defence)
        pos.then(inflicted(pos, JAPANESE, at.area, at.tanks, damage))
