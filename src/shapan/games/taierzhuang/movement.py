"""Storm Over Taierzhuang 7.1 Movement action: groups, costs, stops, drop-offs.

A Movement action is told one piece at a time: ``move`` names the first units, ``join`` more of the same area; ``go``
leads the group along a path, ``leave`` drops units off on the way, ``halt`` ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, Group, Options, Param, Refusal, SideFrame, amended, one
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Halt

from .actions import All, Go, Join, Leave, Play
from .anti_tank import tanks_met
from .book import Area, Areas, Units
from .chits import effect_piece, holds, in_hand, spend
from .closing import close_action, stays_ready
from .position import TaierzhuangPosition
from .squads import NamingSquad, acted_before, activated, anyone, as_many, companies_of, singles
from .stacking import room
from .ways import entry_cost, open_steps, reach, step_refusal


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
        reasons = (step_refusal(pos, side, group, (here, to), left, False) for to in pos.book.ways[side][here])
        return next(filter(None, reasons))
    return None


def movers(pos: TaierzhuangPosition, side: int, units: int, here: int) -> list[tuple[int, ...]]:
    """The units of an area or zone that could begin a Movement action."""
    return singles(movable(pos, side, can_march(pos, units), here))


def begin_move(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> None:
    """7.1: these units set out."""
    group = mask_of(units)
    here = pos.place_of(units[0])
    pos.tell("7.1", "event.move", side=pos.name(side), units=tuple(units), origin=here)
    pos.then(Marching(side, group, here, pos.allowance(group), moved=False, spear=False, acted=group))


# --- the action -------------------------------------------------------------------------------------


class Marching(SideFrame, step="move"):
    """7.1: a group on its way."""

    group: Units
    """Those who go on."""
    here: Area
    left: int
    """Movement points left."""
    moved: bool
    """It has made a step: nobody joins any more."""
    spear: bool
    """Armoured Spearhead goes with it."""
    acted: Units
    """All units that took part, those left on the way included."""
    slip: bool = False
    """12.6: it stands in the contested area that it infiltrates and goes on into a vacant one."""
    start: Area = -1
    """12.6: where the infiltration began; that area is no way out (R-68)."""


class MarchGroup(NamingSquad[Marching]):
    """7.1: who goes along, where to, who is dropped off, and when it ends."""

    case: ClassVar[str] = "7.1"

    def settle(self, pos: TaierzhuangPosition, at: Marching) -> bool:
        if not at.moved:
            return True
        marching = at.group & pos.at[at.here] & ~pos.spent
        if marching != at.group:
            at = amended(at, group=marching)
            pos.become(at)
        if marching and (at.slip or not pos.units_in(other(at.side), at.here)) and self._steps(pos, at):
            return True
        pos.done()
        close_action(pos, at.side, at.acted, spear=at.spear)
        return False

    def _steps(self, pos: TaierzhuangPosition, at: Marching) -> Areas:
        steps = open_steps(pos, at.side, at.group, at.here, at.left)
        return steps & self._ways_out(pos, at) if at.slip else steps

    def _ways_out(self, pos: TaierzhuangPosition, at: Marching) -> Areas:
        """12.6, R-68: vacant areas, the one that the group has just emptied not among them."""
        return vacant(pos) & ~(1 << at.start)

    # --- options ---------------------------------------------------------------------------------

    def options(self, pos: TaierzhuangPosition, at: Marching) -> Options:
        if at.slip:
            return Options(Group(Go, values=lambda: [(there,) for there in bits(self._steps(pos, at))]))
        ways: Group[Action] = Group(Go, values=lambda: [(there,) for there in self._reach(pos, at)])
        if at.moved:
            return Options(ways, one(Halt()), Group(Leave, values=lambda: _droppable(at.group)))
        groups: list[Group[Action]] = [ways, Group(Join, values=lambda: self.joinable(pos, at))]
        if self._anyone(pos, at):
            groups.append(one(All()))
        if self._spearhead(pos, at) is None:
            groups.append(one(Play(effect_piece(pos, "spearhead"))))
        return Options(*groups)

    def _reach(self, pos: TaierzhuangPosition, at: Marching) -> dict[int, tuple[int, ...]]:
        return reach(pos, at.side, at.group, at.here, at.left)

    def free(self, pos: TaierzhuangPosition, at: Marching) -> Units:
        """Those who could be asked to join."""
        return pos.ready_in(at.side, at.here) & ~at.group

    def _anyone(self, pos: TaierzhuangPosition, at: Marching) -> bool:
        """Can anybody join?"""
        return anyone(self.free(pos, at), partial(self.fit, pos, at), self._room(pos, at))

    def _all(self, pos: TaierzhuangPosition, at: Marching) -> tuple[int, ...]:
        """As many as can still make a step together."""
        free = self.free(pos, at)
        return as_many(free, partial(self.fit, pos, at), self._room(pos, at), companies_of(pos, free))

    def _room(self, pos: TaierzhuangPosition, at: Marching) -> int:
        """7.1.2: for how many more there is room in one of the areas around."""
        ways = pos.book.ways[at.side][at.here]
        return max([room(pos, at.side, there) for there in ways]) - at.group.bit_count()

    # --- refusals --------------------------------------------------------------------------------

    def refusal(self, pos: TaierzhuangPosition, at: Marching, action: Action) -> Refusal | None:
        moved, slip = at.moved, at.slip
        match action:
            case Go(path):
                return self._go_refusal(pos, at, path)
            case Join(units) if not moved:
                return self.join_refusal(pos, at, units)
            case All() if not moved:
                return None if self._all(pos, at) else Refusal("7.1.2", "refusal.nobody_joins")
            case Play(chit):
                return self._play_refusal(pos, at, chit)
            case Halt() if moved and not slip:
                return None
            case Leave(units) if moved and not slip:
                return self._leave_refusal(at, units)
            case Halt() | Leave():
                return Refusal("12.6" if slip else "7.1", "refusal.slip_on" if slip else "refusal.move_first")
        return Refusal("7.1", "refusal.move_under_way")

    def join_refusal(self, pos: TaierzhuangPosition, at: Marching, units: Sequence[int]) -> Refusal | None:
        joined = at.group | mask_of(units)
        if refusal := activated(pos, at.side, units):
            return refusal
        if pos.place_of(units[0]) != at.here:
            return Refusal("7.0", "refusal.one_area")
        if mask_of(units) & at.group:
            return Refusal("7.0", "refusal.joined")
        if mask_of(units) & acted_before(pos):
            return Refusal("5.2", "refusal.acted")
        if can_march(pos, joined) != joined:
            return Refusal("4.0", "refusal.fuel")
        if at.spear and joined & ~pos.book.tanks:
            return Refusal("5.2", "refusal.spearhead_tanks")
        if not open_steps(pos, at.side, joined, at.here, pos.allowance(joined)):
            return Refusal("7.1.2", "refusal.no_step_together")
        return None

    def _play_refusal(self, pos: TaierzhuangPosition, at: Marching, chit: int) -> Refusal | None:
        if at.start >= 0:
            return slip_chit_refusal(pos, at.side, chit)
        if refusal := in_hand(pos, at.side, chit):
            return refusal
        if chit != effect_piece(pos, "spearhead"):
            return Refusal("5.2", "refusal.wrong_window", piece=chit)
        return self._spearhead(pos, at)

    def _spearhead(self, pos: TaierzhuangPosition, at: Marching) -> Refusal | None:
        """R-30: it is announced before the first step."""
        if refusal := spearhead_refusal(pos, at.group, at.spear):
            return refusal
        return Refusal("5.2", "refusal.spearhead_first") if at.moved else None

    def _leave_refusal(self, at: Marching, units: Sequence[int]) -> Refusal | None:
        gone = mask_of(units)
        if gone.bit_count() < len(units) or gone & ~at.group:
            return Refusal("7.1.1", "refusal.leave_group")
        return Refusal("7.1.1", "refusal.leave_all") if gone == at.group else None

    def _go_refusal(self, pos: TaierzhuangPosition, at: Marching, path: Sequence[int]) -> Refusal | None:
        if len(path) == 1:
            return self._to_refusal(pos, at, path[0])
        if path[0] != at.here:
            return Refusal("7.1", "refusal.path_start", area=at.here)
        left, moved, slip = at.left, at.moved, at.slip
        for before, there in pairwise(path):
            refusal = (
                self._slip_refusal(pos, at, there)
                if slip
                else step_refusal(pos, at.side, at.group, (before, there), left, moved)
            )
            if refusal:
                return refusal
            left -= entry_cost(pos, at.side, at.group, there)
            moved, slip = True, False
        return None

    def _slip_refusal(self, pos: TaierzhuangPosition, at: Marching, there: int) -> Refusal | None:
        """12.6: the step out of the contested area, into a vacant one and not back (R-68)."""
        if self._steps(pos, at) >> there & 1:
            return None
        area = pos.book.areas >> there & 1
        if area and there == at.start:
            return Refusal("12.6", "refusal.slip_back", area=there)
        if area and pos.at[there]:
            return Refusal("12.6", "refusal.slip_vacant", area=there)
        return step_refusal(pos, at.side, at.group, (at.here, there), at.left, False)

    def _to_refusal(self, pos: TaierzhuangPosition, at: Marching, there: int) -> Refusal | None:
        if at.slip:
            return self._slip_refusal(pos, at, there)
        if there == at.here:
            return Refusal("7.1", "refusal.already_there", area=there)
        if there in self._reach(pos, at):
            return None
        if pos.book.map.kind(at.here, there):
            return step_refusal(pos, at.side, at.group, (at.here, there), at.left, at.moved)
        return Refusal("7.1", "refusal.out_of_reach", area=there)

    # --- what happens ----------------------------------------------------------------------------

    def apply(self, pos: TaierzhuangPosition, at: Marching, action: Action) -> None:
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos, at)
            group = at.group | mask_of(units)
            pos.tell("7.1", "event.joined", units=units)
            pos.become(amended(at, group=group, left=pos.allowance(group), acted=group))
        elif isinstance(action, Play):
            spend(pos, action.chit)
            pos.become(amended(at, spear=True))
        elif isinstance(action, Leave):
            gone = mask_of(action.units)
            if not stays_ready(pos, at.side, at.spear):
                pos.spent |= gone
            pos.tell("7.1.1", "event.left", units=action.units, area=at.here)
            pos.become(amended(at, group=at.group & ~gone))
        elif isinstance(action, Halt):
            pos.done()
            close_action(pos, at.side, at.acted, spear=at.spear)
        elif isinstance(action, Go):
            self._go(pos, at, action.path)

    def _go(self, pos: TaierzhuangPosition, at: Marching, path: Sequence[int]) -> None:
        left = at.left
        if len(path) == 1:
            path = (at.here, path[0]) if at.slip else self._reach(pos, at)[path[0]]
        for before, there in pairwise(path):
            left -= entry_cost(pos, at.side, at.group, there)
            pos.put(at.group, before, there)
        pos.tell("7.1", "event.went", units=tuple(bits(at.group)), path=tuple(path))
        pos.become(amended(at, here=path[-1], left=left, moved=True, slip=False))
        pos.then(*tanks_met(pos, at.side, at.group, path[-1]))

    def cited(self, pos: TaierzhuangPosition, at: Marching) -> str:
        return "12.6" if at.slip else self.case

    def prompt(self, pos: TaierzhuangPosition, at: Marching) -> tuple[str, dict[str, Param]]:
        if at.slip:
            key = "prompt.slip"
        elif not at.moved:
            key = "prompt.move" if self._anyone(pos, at) else "prompt.move_off"
        else:
            key = "prompt.march" if _droppable(at.group) else "prompt.march_on"
        return key, {"area": at.here, "count": at.left, "units": tuple(bits(at.group))}


def _droppable(group: int) -> list[tuple[int, ...]]:
    return singles(group) if group.bit_count() > 1 else []


def vacant(pos: TaierzhuangPosition) -> int:
    """12.6, R-44: the areas without any unit."""
    return sum(1 << area for area in range(pos.book.area_count) if not pos.at[area])


def spearhead_refusal(pos: TaierzhuangPosition, units: int, played: bool) -> Refusal | None:
    """Armoured Spearhead goes with an action made by tanks only, once."""
    if not holds(pos, "spearhead"):
        return Refusal("5.2", "refusal.not_in_hand", piece=effect_piece(pos, "spearhead"))
    if units & ~pos.book.tanks:
        return Refusal("5.2", "refusal.spearhead_tanks")
    return Refusal("5.2", "refusal.spearhead_once") if played else None


def slip_chit_refusal(pos: TaierzhuangPosition, side: int, chit: int) -> Refusal:
    """12.6, R-66: no chit goes with an infiltration, Armoured Spearhead neither."""
    if refusal := in_hand(pos, side, chit):
        return refusal
    if chit == effect_piece(pos, "spearhead"):
        return Refusal("12.6", "refusal.spearhead_infiltration")
    return Refusal("12.6", "refusal.wrong_window", piece=chit)
