"""Storm Over Taierzhuang 5.2: the Chinese reactions, PaK 36 and Resolute Defenders Case 2.

China is asked every time that the rules open the window, whether a chit is held or not, so that the question itself
tells nothing. After a Japanese announcement PaK 36 comes first, any number of them one after the other (R-60), then, if
an attack is left, at most one Resolute Defenders.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import DICE, Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import Decline, Play, Throw
from .chits import effect_piece, holds, in_hand, spend
from .damage import inflict
from .dice import TWO_D6
from .frames import blow
from .position import CHINESE, JAPANESE, TaierzhuangPosition


class Reaction(Step[TaierzhuangPosition]):
    """China may play one kind of chit here, or decline."""

    case: ClassVar[str] = "5.2"
    effect: ClassVar[str]

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(CHINESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        groups: list[Group[Action]] = [one(Decline())]
        if holds(pos, self.effect):
            groups.append(one(Play(effect_piece(pos, self.effect))))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, Play):
            return Refusal("5.2", "refusal.react_or_decline")
        if refusal := in_hand(pos, CHINESE, action.chit):
            return refusal
        if action.chit != effect_piece(pos, self.effect):
            return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
        return None


class AntiTank(Reaction):
    """PaK 36 against tanks that enter or fire. The frame: the tanks of the group, where they are."""

    name: ClassVar[str] = "pak"
    effect: ClassVar[str] = "anti_tank"

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


class AntiTankFire(Step[TaierzhuangPosition]):
    """The dice of a PaK 36: best Defense Factor of the tanks, no terrain (R-60). The frame: tanks, area."""

    name: ClassVar[str] = "gun"
    case: ClassVar[str] = "5.2"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return TWO_D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        tanks, area = pos.frame
        pos.done()
        attack = pos.book.chits[pos.book.by_effect["anti_tank"]].at + action.first + action.second
        defence = pos.best_defence(tanks)
        damage = max(attack - defence, 0)
        pos.tell(
            "7.3",
            "event.attack_result",
            side=pos.name(CHINESE),
            target=area,
            first=action.first,
            second=action.second,
            attack=attack,
            defence=defence,
            damage=damage,
        )
        if damage:
            inflict(pos, JAPANESE, area, tanks, damage, 0)


class StandFast(Reaction):
    """Resolute Defenders Case 2, once for an attack; it stands above the attack's dice. The frame: the target."""

    name: ClassVar[str] = "stand"
    effect: ClassVar[str] = "resolute"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        pos.done()
        if isinstance(action, Play):
            spend(pos, action.chit)
            more = pos.book.chits[pos.book.by_effect["resolute"]].dt
            pos.become(*blow(pos)._replace(resolute=blow(pos).resolute + more))

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.stand", {"target": pos.frame[0]}
