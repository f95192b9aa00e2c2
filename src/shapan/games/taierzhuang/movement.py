"""Storm Over Taierzhuang 7.1 Movement action: groups, costs, stops, drop-offs.

A Movement action is told one piece at a time: ``move`` names the first units, ``join`` more of the same area; ``go``
leads the group along a path, ``leave`` drops units off on the way, ``halt`` ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import All, Go, Halt, Join, Leave, Play
from .chits import effect_piece, holds, in_hand, spend
from .closing import close_action, stays_ready
from .frames import March, march
from .position import JAPANESE, TaierzhuangPosition, other
from .squads import activated, as_many, singles
from .stacking import room
from .ways import after_step, open_steps, reach, step_refusal


def can_march(pos: TaierzhuangPosition, units: int) -> int:
    """Fuel Shortage: tanks make no Movement action."""
    return units & ~pos.book.tanks if pos.event_effect() == "fuel" else units


def movable(pos: TaierzhuangPosition, side: int, units: int, here: int) -> int:
    """Those of these units that could each make at least one step."""
    found = 0
    for value, those in pos.book.by_movement:
        for kind in (units & those & pos.book.tanks, units & those & ~pos.book.tanks):
            if kind and open_steps(pos, side, kind & -kind, here, value):
                found |= kind
    return found


def move_refusal(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> Refusal | None:
    """7.1: may these units begin a Movement action together?"""
    if refusal := activated(pos, side, units):
        return refusal
    group = mask_of(units)
    if can_march(pos, group) != group:
        return Refusal("4.0", "refusal.fuel")
    here = pos.place_of(units[0])
    left = pos.allowance(group)
    if not open_steps(pos, side, group, here, left):
        refusals = [step_refusal(pos, side, group, (here, to), left, False) for to in pos.book.ways[side][here]]
        return next((refusal for refusal in refusals if refusal), Refusal("7.1", "refusal.no_step"))
    return None


def movers(pos: TaierzhuangPosition, side: int, units: int, here: int) -> list[tuple[int, ...]]:
    """The units of an area or zone that could begin a Movement action."""
    return singles(movable(pos, side, can_march(pos, units), here))


def begin_move(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> None:
    group = mask_of(units)
    here = pos.place_of(units[0])
    pos.tell("7.1", "event.move", side=pos.name(side), units=tuple(units), origin=here)
    pos.call("move", *March(side, group, here, pos.allowance(group), False, False, group, False))


# --- the action -------------------------------------------------------------------------------------


class Marching(Step[TaierzhuangPosition]):
    """7.1: a group on its way. The frame is a :class:`March`."""

    name: ClassVar[str] = "move"
    case: ClassVar[str] = "7.1"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        now = march(pos)
        if not now.moved:
            return True
        marching = now.group & pos.at[now.here] & ~pos.spent
        if marching != now.group:
            pos.become(*now._replace(group=marching))
        if marching and (now.slip or not pos.units_in(other(now.side), now.here)) and self._steps(pos):
            return True
        pos.done()
        close_action(pos, now.side, now.acted, spear=now.spear)
        return False

    def _steps(self, pos: TaierzhuangPosition) -> int:
        now = march(pos)
        steps = open_steps(pos, now.side, now.group, now.here, now.left)
        return steps & vacant(pos) if now.slip else steps

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(pos.frame[0])

    # --- options ---------------------------------------------------------------------------------

    def options(self, pos: TaierzhuangPosition) -> Options:
        now = march(pos)
        if now.slip:
            return Options(Group(Go, values=lambda: [(there,) for there in bits(self._steps(pos))]))
        ways: Group[Action] = Group(Go, values=lambda: [(there,) for there in self._reach(pos)])
        if now.moved:
            return Options(ways, one(Halt()), Group(Leave, values=lambda: _droppable(now.group)))
        groups: list[Group[Action]] = [ways, Group(Join, values=lambda: self._joinable(pos))]
        if self._all(pos):
            groups.append(one(All()))
        if self._spearhead(pos) is None:
            groups.append(one(Play(effect_piece(pos, "spearhead"))))
        return Options(*groups)

    def _reach(self, pos: TaierzhuangPosition) -> dict[int, tuple[int, ...]]:
        now = march(pos)
        return reach(pos, now.side, now.group, now.here, now.left)

    def _free(self, pos: TaierzhuangPosition) -> int:
        """Those who could be asked to join."""
        now = march(pos)
        free = can_march(pos, pos.ready_in(now.side, now.here)) & ~now.group & ~acted_before(pos)
        return free & pos.book.tanks if now.spear else free

    def _joinable(self, pos: TaierzhuangPosition) -> list[tuple[int, ...]]:
        return [squad for squad in singles(self._free(pos)) if self._join_refusal(pos, squad) is None]

    def _all(self, pos: TaierzhuangPosition) -> tuple[int, ...]:
        """As many as can still make a step together."""
        now = march(pos)
        room_there = max((room(pos, now.side, there) for there in pos.book.ways[now.side][now.here]), default=0)

        def fit(squad: tuple[int, ...]) -> bool:
            joined = now.group | mask_of(squad)
            return bool(open_steps(pos, now.side, joined, now.here, pos.allowance(joined)))

        return as_many(self._free(pos), fit, room_there - now.group.bit_count())

    # --- refusals --------------------------------------------------------------------------------

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        now = march(pos)
        moved, slip = now.moved, now.slip
        match action:
            case Go(path):
                return self._go_refusal(pos, path)
            case Join(units) if not moved:
                return self._join_refusal(pos, units)
            case All() if not moved:
                return None if self._all(pos) else Refusal("7.1.2", "refusal.nobody_joins")
            case Play(chit) if not moved:
                return in_hand(pos, now.side, chit) or self._play_refusal(pos, chit)
            case Halt() if moved and not slip:
                return None
            case Leave(units) if moved and not slip:
                return self._leave_refusal(pos, units)
            case Halt() | Leave():
                return Refusal("12.6" if slip else "7.1", "refusal.slip_on" if slip else "refusal.move_first")
        return Refusal("7.1", "refusal.move_under_way")

    def _join_refusal(self, pos: TaierzhuangPosition, units: Sequence[int]) -> Refusal | None:
        now = march(pos)
        joined = now.group | mask_of(units)
        if refusal := activated(pos, now.side, units):
            return refusal
        if pos.place_of(units[0]) != now.here:
            return Refusal("7.0", "refusal.one_area")
        if mask_of(units) & now.group:
            return Refusal("7.0", "refusal.joined")
        if mask_of(units) & acted_before(pos):
            return Refusal("5.2", "refusal.acted")
        if can_march(pos, joined) != joined:
            return Refusal("4.0", "refusal.fuel")
        if now.spear and joined & ~pos.book.tanks:
            return Refusal("5.2", "refusal.spearhead_tanks")
        if not open_steps(pos, now.side, joined, now.here, pos.allowance(joined)):
            return Refusal("7.1.2", "refusal.no_step_together")
        return None

    def _play_refusal(self, pos: TaierzhuangPosition, chit: int) -> Refusal | None:
        if chit != effect_piece(pos, "spearhead"):
            return Refusal("5.2", "refusal.wrong_window", piece=chit)
        return self._spearhead(pos)

    def _spearhead(self, pos: TaierzhuangPosition) -> Refusal | None:
        now = march(pos)
        return spearhead_refusal(pos, now.side, now.group, now.spear)

    def _leave_refusal(self, pos: TaierzhuangPosition, units: Sequence[int]) -> Refusal | None:
        group, gone = march(pos).group, mask_of(units)
        if gone.bit_count() < len(units) or gone & ~group:
            return Refusal("7.1.1", "refusal.leave_group")
        return Refusal("7.1.1", "refusal.leave_all") if gone == group else None

    def _go_refusal(self, pos: TaierzhuangPosition, path: Sequence[int]) -> Refusal | None:
        side, group, here, left, moved, _, _, slip = march(pos)
        if len(path) == 1:
            return self._to_refusal(pos, path[0])
        if path[0] != here:
            return Refusal("7.1", "refusal.path_start", area=here)
        for before, there in pairwise(path):
            if slip and not vacant(pos) >> there & 1:
                return Refusal("12.6", "refusal.slip_vacant", area=there)
            if not slip and (refusal := step_refusal(pos, side, group, (before, there), left, moved)):
                return refusal
            if slip and not self._steps(pos) >> there & 1:
                return step_refusal(pos, side, group, (before, there), left, False)
            left = after_step(pos, side, group, (before, there), left)
            moved, slip = True, False
        return None

    def _to_refusal(self, pos: TaierzhuangPosition, there: int) -> Refusal | None:
        side, group, here, left, moved, _, _, slip = march(pos)
        if slip:
            return None if self._steps(pos) >> there & 1 else Refusal("12.6", "refusal.slip_vacant", area=there)
        if there in self._reach(pos):
            return None
        if pos.book.map.kind(here, there):
            refusal = step_refusal(pos, side, group, (here, there), left, moved)
            if refusal is not None:
                return refusal
        return Refusal("7.1", "refusal.out_of_reach", area=there)

    # --- what happens ----------------------------------------------------------------------------

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        now = march(pos)
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos)
            group = now.group | mask_of(units)
            pos.tell("7.1", "event.joined", units=units)
            pos.become(*now._replace(group=group, left=pos.allowance(group), acted=group))
        elif isinstance(action, Play):
            spend(pos, action.chit)
            pos.become(*now._replace(spear=True))
        elif isinstance(action, Leave):
            gone = mask_of(action.units)
            if not stays_ready(pos, now.side, now.spear):
                pos.spent |= gone
            pos.tell("7.1.1", "event.left", units=action.units, area=now.here)
            pos.become(*now._replace(group=now.group & ~gone))
        elif isinstance(action, Halt):
            pos.done()
            close_action(pos, now.side, now.acted, spear=now.spear)
        elif isinstance(action, Go):
            self._go(pos, action.path)

    def _go(self, pos: TaierzhuangPosition, path: Sequence[int]) -> None:
        now, left = march(pos), march(pos).left
        if len(path) == 1:
            path = (now.here, path[0]) if now.slip else self._reach(pos)[path[0]]
        for before, there in pairwise(path):
            left = after_step(pos, now.side, now.group, (before, there), left)
            pos.put(now.group, before, there)
        pos.tell("7.1", "event.went", units=tuple(bits(now.group)), path=tuple(path))
        pos.become(*now._replace(here=path[-1], left=left, moved=True, slip=False))
        meet_tanks(pos, now.side, now.group, path[-1])

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        now = march(pos)
        key = "prompt.slip" if now.slip else "prompt.march" if now.moved else "prompt.move"
        return key, {"area": now.here, "count": now.left}


def _droppable(group: int) -> list[tuple[int, ...]]:
    return singles(group) if group.bit_count() > 1 else []


def vacant(pos: TaierzhuangPosition) -> int:
    """12.6, R-44: the areas without any unit."""
    return sum(1 << area for area in range(pos.book.area_count) if not pos.at[area])


def spearhead_refusal(pos: TaierzhuangPosition, side: int, units: int, played: bool) -> Refusal | None:
    """Armoured Spearhead goes with an action made by tanks only, once."""
    if side != JAPANESE or not holds(pos, "spearhead"):
        return Refusal("5.2", "refusal.not_in_hand", piece=effect_piece(pos, "spearhead"))
    if units & ~pos.book.tanks:
        return Refusal("5.2", "refusal.spearhead_tanks")
    return Refusal("5.2", "refusal.spearhead_once") if played else None


def acted_before(pos: TaierzhuangPosition) -> int:
    """Li Tsung Jen's Command: the units that have acted under it already."""
    below = pos.stack[1]
    return int(below[0][4]) if below and below[0][0] == "command" else 0


def meet_tanks(pos: TaierzhuangPosition, side: int, units: int, area: int) -> None:
    """PaK 36: a Japanese group with tanks has entered, or fires at, an area with Chinese units."""
    tanks = units & pos.book.tanks
    if side == JAPANESE and tanks and pos.units_in(other(side), area):
        pos.call("pak", tanks, area)
