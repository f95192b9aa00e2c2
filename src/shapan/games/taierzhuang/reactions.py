"""Storm Over Taierzhuang 5.2: the Chinese reactions, PaK 36 and Resolute Defenders Case 2.

China is asked every time that the rules open the window, whether a chit is held or not, so that the question itself
tells nothing. After a Japanese announcement PaK 36 comes first, any number of them one after the other (R-60), then, if
an attack is left, at most one Resolute Defenders.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Action, Param

from .actions import Play, Throw
from .chits import spend
from .combat import damage_points
from .damage import inflict
from .dice import RollStep
from .frames import blow
from .position import CHINESE, JAPANESE, TaierzhuangPosition
from .windows import ChitWindow


class AntiTank(ChitWindow):
    """PaK 36 against tanks that enter or fire. The frame: the tanks of the group, where they are."""

    name: ClassVar[str] = "pak"
    effect: ClassVar[str] = "anti_tank"
    question: ClassVar[str] = "refusal.react_or_decline"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        tanks, area = pos.frame
        if tanks & pos.at[area]:
            return True
        pos.done()
        return False

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        tanks, area = pos.frame
        if isinstance(action, Play):
            spend(pos, action.chit)
            pos.call("gun", tanks & pos.at[area], area)
        else:
            pos.done()

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.pak", {"area": pos.frame[1]}


class AntiTankFire(RollStep):
    """The dice of a PaK 36: best Defense Factor of the tanks, no terrain (R-60). The frame: tanks, area."""

    name: ClassVar[str] = "gun"
    case: ClassVar[str] = "5.2"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        tanks, area = pos.frame
        pos.done()
        at = pos.book.chits[pos.book.by_effect["anti_tank"]].at
        damage = damage_points(pos, "7.3", CHINESE, area, throw=action, attack=at, defence=pos.best_defence(tanks))
        if damage:
            inflict(pos, JAPANESE, area, tanks, damage, 0)


class StandFast(ChitWindow):
    """Resolute Defenders Case 2, once for an attack; it stands above the attack's dice. The frame: the target."""

    name: ClassVar[str] = "stand"
    effect: ClassVar[str] = "resolute"
    question: ClassVar[str] = "refusal.react_or_decline"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        pos.done()
        if isinstance(action, Play):
            spend(pos, action.chit)
            more = pos.book.chits[pos.book.by_effect["resolute"]].dt
            pos.become(*blow(pos)._replace(resolute=blow(pos).resolute + more))

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.stand", {"target": pos.frame[0]}
