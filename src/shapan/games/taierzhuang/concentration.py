"""Storm Over Taierzhuang 12.7 Concentration (optional).

``concentrate`` names the area, ``gather`` brings one group after the other, each from an area or zone of its own,
``resolve`` ends the action. Each group takes the cheapest way: no other way would make a difference to anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from shapan.ground.areas import mask_of
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import Gather, Play, Resolve, Summon
from .chits import effect_piece, in_hand, spend
from .closing import close_action
from .movement import can_march, meet_tanks, spearhead_refusal
from .position import TaierzhuangPosition, other
from .squads import activated, as_many, singles
from .stacking import room
from .ways import reach


def gatherable(pos: TaierzhuangPosition, side: int, goals: int, used: int, moved: int) -> dict[int, dict[int, int]]:
    """For each of the goals the areas and zones that could send units there, with those that could come alone."""
    found: dict[int, dict[int, int]] = {}
    for here in range(pos.book.place_count):
        ready = can_march(pos, pos.ready_in(side, here)) & ~moved
        if not ready or used >> here & 1:
            continue
        for kind in (ready & pos.book.tanks, ready & ~pos.book.tanks):
            for _, those in pos.book.by_movement:
                if alike := kind & those:
                    for goal in reach(pos, side, alike & -alike, here, pos.allowance(alike)):
                        if goals >> goal & 1:
                            senders = found.setdefault(goal, {})
                            senders[here] = senders.get(here, 0) | alike
    return found


def concentration_goals(pos: TaierzhuangPosition, side: int) -> list[int]:
    """12.7: the areas that units of several areas can get to."""
    need = pos.book.concentration_areas
    senders = gatherable(pos, side, pos.book.areas, 0, 0)
    return sorted(goal for goal in senders if len(senders[goal]) >= need and room(pos, side, goal) >= need)


def concentrate_refusal(pos: TaierzhuangPosition, side: int, goal: int) -> Refusal | None:
    """12.7: the chit is at hand, and several areas can send units."""
    if not pos.book.option["concentration"]:
        return Refusal("12.7", "refusal.option_off")
    if pos.concentration != side:
        return Refusal("12.7", "refusal.no_concentration_chit")
    return None if goal in concentration_goals(pos, side) else Refusal("12.7", "refusal.several_areas", area=goal)


def begin_concentration(pos: TaierzhuangPosition, side: int, goal: int) -> None:
    """12.7: each side once; after the first use the chit goes to the opponent, after the second out of play."""
    pos.concentration = other(side) if side == pos.book.concentration_first else -1
    pos.tell("12.7", "event.concentration", side=pos.name(side), area=goal)
    pos.call("gather", side, goal, 0, 0, False)


class Gathering(Step[TaierzhuangPosition]):
    """12.7: one group after the other. The frame: side, goal, places that sent a group, units that moved, Spearhead?"""

    name: ClassVar[str] = "gather"
    case: ClassVar[str] = "12.7"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if self._may_end(pos) and not self._open(pos):
            self._end(pos)
            return False
        return True

    def _open(self, pos: TaierzhuangPosition) -> dict[int, int]:
        """The areas and zones that can still send units, with these units."""
        side, goal, used, moved, spear = pos.frame
        if self._room(pos) <= 0:
            return {}
        senders = gatherable(pos, side, 1 << goal, used, moved).get(goal, {})
        fit = pos.book.tanks if spear else pos.book.roster[side]
        return {here: units & fit for here, units in senders.items() if units & fit}

    def _may_end(self, pos: TaierzhuangPosition) -> bool:
        """12.7: several areas have sent units, unless losses on the way leave nobody else who could come."""
        used = pos.frame[2]
        return bool(used) and (used.bit_count() >= pos.book.concentration_areas or not self._open(pos))

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(pos.frame[0])

    def options(self, pos: TaierzhuangPosition) -> Options:
        groups: list[Group[Action]] = []
        senders = self._open(pos)
        for units in senders.values():
            groups.append(Group(Gather, values=partial(self._squads, pos, units)))
        if senders:
            groups.append(Group(Summon, values=list(senders)))
        if self._may_end(pos):
            groups.append(one(Resolve()))
        if self._spearhead(pos) is None:
            groups.append(one(Play(effect_piece(pos, "spearhead"))))
        return Options(*groups)

    def _squads(self, pos: TaierzhuangPosition, units: int) -> list[tuple[int, ...]]:
        return [squad for squad in singles(units) if self._gather_refusal(pos, squad) is None]

    def _summoned(self, pos: TaierzhuangPosition, here: int) -> tuple[int, ...]:
        """As many units of an area or zone as can come together."""
        units = self._open(pos).get(here, 0)
        return as_many(units, lambda squad: self._gather_refusal(pos, squad) is None, self._room(pos))

    def _room(self, pos: TaierzhuangPosition) -> int:
        """7.1.2, less what the areas that still have to send somebody need."""
        side, goal, used = pos.frame[:3]
        missing: int = pos.book.concentration_areas - used.bit_count() - 1
        return room(pos, side, goal) - max(missing, 0)

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        match action:
            case Resolve():
                return None if self._may_end(pos) else Refusal("12.7", "refusal.several_areas", area=pos.frame[1])
            case Gather(units):
                return self._gather_refusal(pos, units)
            case Summon(here):
                fit = self._summoned(pos, here)
                return None if fit else Refusal("12.7", "refusal.nobody_comes", area=here)
            case Play(chit):
                if refusal := in_hand(pos, pos.frame[0], chit):
                    return refusal
                if chit != effect_piece(pos, "spearhead"):
                    return Refusal("12.7", "refusal.wrong_window", piece=chit)
                return self._spearhead(pos)
        return Refusal("12.7", "refusal.gather_first")

    def _spearhead(self, pos: TaierzhuangPosition) -> Refusal | None:
        """R-46: the only chit that goes with it, if only tanks move."""
        side, _, _, moved, spear = pos.frame
        if not moved:
            return Refusal("5.2", "refusal.spearhead_tanks")
        return spearhead_refusal(pos, side, moved, spear)

    def _gather_refusal(self, pos: TaierzhuangPosition, units: Sequence[int]) -> Refusal | None:
        side, goal, used, moved, spear = pos.frame
        if refusal := activated(pos, side, units):
            return refusal
        group, here = mask_of(units), pos.place_of(units[0])
        if here == goal or group & moved:
            return Refusal("12.7", "refusal.gathered", area=goal)
        if used >> here & 1:
            return Refusal("12.7", "refusal.one_group", area=here)
        if can_march(pos, group) != group:
            return Refusal("4.0", "refusal.fuel")
        if spear and group & ~pos.book.tanks:
            return Refusal("5.2", "refusal.spearhead_tanks")
        if len(units) > self._room(pos):
            return Refusal("7.1.2", "refusal.stacking", area=goal)
        if goal not in reach(pos, side, group, here, pos.allowance(group)):
            return Refusal("7.1", "refusal.out_of_reach", area=goal)
        return None

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        side, goal, used, moved, spear = pos.frame
        if isinstance(action, Gather | Summon):
            squad = action.units if isinstance(action, Gather) else self._summoned(pos, action.area)
            group, here = mask_of(squad), pos.place_of(squad[0])
            path = reach(pos, side, group, here, pos.allowance(group))[goal]
            pos.put(group, here, goal)
            pos.tell("12.7", "event.went", units=squad, path=path)
            pos.become(side, goal, used | 1 << here, moved | group, spear)
            meet_tanks(pos, side, group, goal)
        elif isinstance(action, Play):
            spend(pos, action.chit)
            pos.become(side, goal, used, moved, True)
        else:
            self._end(pos)

    def _end(self, pos: TaierzhuangPosition) -> None:
        side, _, _, moved, spear = pos.frame
        pos.done()
        close_action(pos, side, moved, spear=spear)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.gather", {"area": pos.frame[1]}
