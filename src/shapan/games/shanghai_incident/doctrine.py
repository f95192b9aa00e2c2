"""How a staff officer plays Shanghai Incident.

The Japanese need nineteen points and no Chinese unit in Shanghai on one evening, which they may choose: every pause
makes that dearer. The Chinese keep a foothold in Shanghai, hold the cities that are threatened, and spend their points
on forts and steps where it burns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from shapan.kernel.doctrine import Advice, best_first, chance_for

from .game import ShanghaiIncident
from .officers import FOLLOWED, TEMPERS
from .position import ShanghaiPosition
from .staff_battle import advance, cover, fight, join, lose, withdraw
from .staff_march import move, redeploy, set_up
from .staff_pause import admin, call, land, refit
from .standing import features, japanese_chance
from .temper import EVEN, Temper

ASKED: Final[dict[str, Callable[[ShanghaiPosition, Temper], list[Advice]]]] = {
    "setup": set_up,
    "move": move,
    "combat": fight,
    "join": join,
    "cover": cover,
    "exchange": lose,
    "withdraw": withdraw,
    "advance": advance,
    "admin": admin,
    "call": call,
    "land": land,
    "refit": refit,
    "redeploy": redeploy,
}


class Staff:
    """Advice for every decision of both sides, by officers of a temper; the plain staff is even-tempered."""

    favourites: ClassVar[Mapping[str, str]] = {"japanese": "encircling", "chinese": "homeward"}
    routine = frozenset({"setup", "join", "advance", "withdraw", "exchange", "cover", "refit"})

    def __init__(self, tempers: Mapping[int, Temper] = EVEN, followed: bool = False) -> None:
        self.tempers = tempers
        self.followed = followed

    def officers(self, side: str) -> Mapping[str, Staff]:
        """Who could lead a side in the staff's place, and how each of them has done: see ``officers.py``."""
        return OFFICERS[side]

    def advise(self, pos: ShanghaiPosition) -> list[Advice]:
        temper = self.tempers[pos.book.sides.index(pos.actor)]
        return best_first(ASKED[pos.step.name](pos, temper))

    def value(self, pos: ShanghaiPosition, side: str) -> float:
        """The chance to win as equal staffs play it out; a draw is worth half."""
        return chance_for(pos, side, japanese_chance)

    def features(self, pos: ShanghaiPosition) -> tuple[float, ...]:
        """What the judgement rests on, for ``shapan calibrate``."""
        return features(pos)


OFFICERS: Final[Mapping[str, Mapping[str, Staff]]] = {
    side: {name: Staff({**EVEN, number: temper}, name in FOLLOWED) for name, temper in TEMPERS[number].items()}
    for number, side in enumerate(ShanghaiIncident.sides)
}
"""The officers of each side."""
