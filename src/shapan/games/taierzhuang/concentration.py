"""Storm Over Taierzhuang 12.7 Concentration (optional).

``concentrate`` names the area; ``gather`` names the first units of an area or zone, ``join`` or ``all`` more of them,
and with ``resolve`` the group comes; ``summon`` brings as many as can come at once. When several areas have sent a
group, ``resolve`` ends the action. Each group takes the cheapest way: no other way would make a difference to anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, Group, Options, Param, Refusal, SideFrame, SideStep, amended, one
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Resolve

from .actions import All, Gather, Join, Play, Summon
from .anti_tank import tanks_met
from .book import Area, Areas, Units
from .chits import effect_piece, in_hand, spend
from .closing import close_action
from .movement import can_march, spearhead_refusal
from .position import TaierzhuangPosition
from .squads import NamingSquad, activated, as_many, companies_of, singles, together
from .stacking import room
from .ways import reach


def gatherable(
    pos: TaierzhuangPosition, side: int, used: Areas = 0, *, fuelled: bool = False
) -> dict[Area, dict[Area, Units]]:
    """For each area the areas and zones that could send units there, with those that could come alone.

    ``fuelled`` asks what it would be without a Fuel Shortage.
    """
    found: dict[Area, dict[Area, Units]] = defaultdict(lambda: defaultdict(int))
    for here in range(pos.book.place_count):
        ready = pos.ready_in(side, here)
        if not fuelled:
            ready = can_march(pos, ready)
        if not ready or used >> here & 1:
            continue
        for kind in (ready & pos.book.tanks, ready & ~pos.book.tanks):
            for _, those in pos.book.by_movement:
                if alike := kind & those:
                    for goal in reach(pos, side, alike & -alike, here, pos.allowance(alike)):
                        found[goal][here] |= alike
    return found


def concentration_goals(pos: TaierzhuangPosition, side: int) -> list[int]:
    """12.7: the areas that units of several areas can get to."""
    need = pos.book.concentration_areas
    senders = gatherable(pos, side)
    return sorted(goal for goal in senders if len(senders[goal]) >= need and room(pos, side, goal) >= need)


def concentrate_refusal(pos: TaierzhuangPosition, side: int, goal: int) -> Refusal | None:
    """12.7: the chit is at hand, and several areas can send units."""
    if not pos.book.switches["concentration"]:
        return Refusal("12.7", "refusal.option_off")
    if pos.concentration != side:
        return Refusal("12.7", "refusal.no_concentration_chit")
    if not pos.book.areas >> goal & 1:
        return Refusal("2.3", "refusal.no_entry_to_zones", area=goal)
    if goal in concentration_goals(pos, side):
        return None
    if room(pos, side, goal) < pos.book.concentration_areas:
        return Refusal("7.1.2", "refusal.stacking", area=goal)
    with_fuel = gatherable(pos, side, fuelled=True).get(goal, {})
    if len(with_fuel) >= pos.book.concentration_areas:
        return Refusal("4.0", "refusal.fuel")
    return Refusal("12.7", "refusal.several_areas", area=goal)


def begin_concentration(pos: TaierzhuangPosition, side: int, goal: int) -> None:
    """12.7: each side once; after the first use the chit goes to the opponent, after the second out of play."""
    pos.concentration = other(side) if side == pos.book.concentration_first else -1
    pos.tell("12.7", "event.concentration", side=pos.name(side), area=goal)
    pos.then(Gathering(side, goal))


class Gathering(SideFrame, step="gather"):
    """12.7: groups of several areas move into one."""

    goal: Area
    used: Areas = 0
    """The areas and zones that have sent a group."""
    moved: Units = 0
    """The units that have come."""
    spear: bool = False
    """Armoured Spearhead goes with it."""


def open_senders(pos: TaierzhuangPosition, at: Gathering) -> dict[int, Units]:
    """12.7: the areas and zones that can still send units, with these units."""
    senders = gatherable(pos, at.side, at.used).get(at.goal, {})
    fit = pos.book.tanks if at.spear else pos.book.roster[at.side]
    return {here: units & fit for here, units in senders.items() if units & fit}


def room_left(pos: TaierzhuangPosition, at: Gathering) -> int:
    """7.1.2, less what the areas that still have to send somebody need."""
    missing: int = pos.book.concentration_areas - at.used.bit_count() - 1
    return room(pos, at.side, at.goal) - max(missing, 0)


def may_end(pos: TaierzhuangPosition, at: Gathering) -> bool:
    """12.7: several areas have sent units, unless losses on the way leave nobody else who could come."""
    enough = at.used.bit_count() >= pos.book.concentration_areas
    return bool(at.used) and (enough or not open_senders(pos, at))


def gather_refusal(pos: TaierzhuangPosition, at: Gathering, units: Sequence[int]) -> Refusal | None:
    """12.7, R-46: may these units come together as the one group of their area or zone?"""
    if refusal := activated(pos, at.side, units):
        return refusal
    group, here = mask_of(units), pos.place_of(units[0])
    if here == at.goal:
        return Refusal("12.7", "refusal.gathered", area=at.goal)
    if at.used >> here & 1:
        return Refusal("12.7", "refusal.one_group", area=here)
    if can_march(pos, group) != group:
        return Refusal("4.0", "refusal.fuel")
    if at.spear and group & ~pos.book.tanks:
        return Refusal("5.2", "refusal.spearhead_tanks")
    if len(units) > room(pos, at.side, at.goal):
        return Refusal("7.1.2", "refusal.stacking", area=at.goal)
    if len(units) > room_left(pos, at):
        return Refusal("12.7", "refusal.several_areas", area=at.goal)
    if at.goal not in reach(pos, at.side, group, here, pos.allowance(group)):
        return Refusal("7.1", "refusal.out_of_reach", area=at.goal)
    return None


def comers(pos: TaierzhuangPosition, at: Gathering, units: Units, group: Units = 0) -> tuple[int, ...]:
    """As many of these units as can come, together with a group already named."""

    def fit(squad: tuple[int, ...]) -> bool:
        return gather_refusal(pos, at, (*bits(group), *squad)) is None

    return as_many(units, fit, companies=companies_of(pos, units))


def come(pos: TaierzhuangPosition, at: Gathering, group: Units) -> None:
    """12.7: the group of an area moves into the goal; ``at`` is on top."""
    here = pos.place_of(bits(group)[0])
    path = reach(pos, at.side, group, here, pos.allowance(group))[at.goal]
    pos.put(group, here, at.goal)
    pos.tell("12.7", "event.went", units=tuple(bits(group)), path=path)
    pos.become(amended(at, used=at.used | 1 << here, moved=at.moved | group))
    pos.then(*tanks_met(pos, at.side, group, at.goal))


class Grouping(SideFrame, step="group"):
    """12.7: the units that one area or zone sends are being named."""

    group: Units


class GroupUnits(NamingSquad[Grouping]):
    """12.7, R-46: one group of an area or zone; it comes when it has been named in full."""

    case: ClassVar[str] = "12.7"

    def settle(self, pos: TaierzhuangPosition, at: Grouping) -> bool:
        if self.joinable(pos, at):
            return True
        self._come(pos, at)
        return False

    def _goal(self, pos: TaierzhuangPosition) -> Gathering:
        below = pos.nearest(Gathering)
        assert below is not None
        return below

    def free(self, pos: TaierzhuangPosition, at: Grouping) -> Units:
        senders = open_senders(pos, self._goal(pos))
        return senders[pos.place_of(bits(at.group)[0])] & ~at.group

    def _all(self, pos: TaierzhuangPosition, at: Grouping) -> tuple[int, ...]:
        return comers(pos, self._goal(pos), self.free(pos, at), at.group)

    def options(self, pos: TaierzhuangPosition, at: Grouping) -> Options:
        joining: Group[Action] = Group(Join, values=self.joinable(pos, at))
        return Options(one(Resolve()), one(All()), joining)

    def refusal(self, pos: TaierzhuangPosition, at: Grouping, action: Action) -> Refusal | None:
        match action:
            case Resolve() | All():
                return None
            case Join(units):
                return self.join_refusal(pos, at, units)
        return Refusal("12.7", "refusal.group_first")

    def join_refusal(self, pos: TaierzhuangPosition, at: Grouping, units: Sequence[int]) -> Refusal | None:
        if refusal := together(pos, at.side, units):
            return refusal
        if pos.place_of(units[0]) != pos.place_of(bits(at.group)[0]):
            return Refusal("7.0", "refusal.one_area")
        if mask_of(units) & at.group:
            return Refusal("7.0", "refusal.joined")
        return gather_refusal(pos, self._goal(pos), (*bits(at.group), *units))

    def apply(self, pos: TaierzhuangPosition, at: Grouping, action: Action) -> None:
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos, at)
            pos.tell("12.7", "event.joined", units=units)
            pos.become(amended(at, group=at.group | mask_of(units)))
        else:
            self._come(pos, at)

    def _come(self, pos: TaierzhuangPosition, at: Grouping) -> None:
        pos.done()
        come(pos, self._goal(pos), at.group)

    def prompt(self, pos: TaierzhuangPosition, at: Grouping) -> tuple[str, dict[str, Param]]:
        return "prompt.group", {"area": pos.place_of(bits(at.group)[0]), "count": at.group.bit_count()}


class GatherUnits(SideStep[TaierzhuangPosition, Gathering]):
    """12.7: one group after the other."""

    case: ClassVar[str] = "12.7"

    def settle(self, pos: TaierzhuangPosition, at: Gathering) -> bool:
        if may_end(pos, at) and not open_senders(pos, at):
            self._end(pos, at)
            return False
        return True

    def options(self, pos: TaierzhuangPosition, at: Gathering) -> Options:
        groups: list[Group[Action]] = []
        senders = open_senders(pos, at)
        for units in senders.values():
            groups.append(Group(Gather, values=partial(self._squads, pos, at, units)))
        if senders:
            groups.append(Group(Summon, values=list(senders)))
        if may_end(pos, at):
            groups.append(one(Resolve()))
        if self._spearhead(pos, at) is None:
            groups.append(one(Play(effect_piece(pos, "spearhead"))))
        return Options(*groups)

    def _squads(self, pos: TaierzhuangPosition, at: Gathering, units: Units) -> list[tuple[int, ...]]:
        return [squad for squad in singles(units) if gather_refusal(pos, at, squad) is None]

    def _summoned(self, pos: TaierzhuangPosition, at: Gathering, here: Area) -> tuple[int, ...]:
        """As many units of an area or zone as can come together."""
        return comers(pos, at, open_senders(pos, at).get(here, 0))

    def refusal(self, pos: TaierzhuangPosition, at: Gathering, action: Action) -> Refusal | None:
        match action:
            case Resolve():
                return None if may_end(pos, at) else Refusal("12.7", "refusal.several_areas", area=at.goal)
            case Gather(units):
                return gather_refusal(pos, at, units)
            case Summon(here):
                fit = self._summoned(pos, at, here)
                return None if fit else Refusal("12.7", "refusal.nobody_comes", area=here)
            case Play(chit):
                if refusal := in_hand(pos, at.side, chit):
                    return refusal
                if chit != effect_piece(pos, "spearhead"):
                    return Refusal("12.7", "refusal.wrong_window", piece=chit)
                return self._spearhead(pos, at)
        return Refusal("12.7", "refusal.gather_first")

    def _spearhead(self, pos: TaierzhuangPosition, at: Gathering) -> Refusal | None:
        """R-30, R-46: the only chit that goes with it, announced before anybody moves; then only tanks come."""
        if refusal := spearhead_refusal(pos, 0, at.spear):
            return refusal
        if at.used:
            return Refusal("5.2", "refusal.spearhead_first")
        if len(open_senders(pos, amended(at, spear=True))) >= pos.book.concentration_areas:
            return None
        if not can_march(pos, pos.book.tanks):
            return Refusal("4.0", "refusal.fuel")
        return Refusal("12.7", "refusal.several_areas", area=at.goal)

    def apply(self, pos: TaierzhuangPosition, at: Gathering, action: Action) -> None:
        if isinstance(action, Gather):
            pos.tell("12.7", "event.joined", units=action.units)
            pos.then(Grouping(at.side, mask_of(action.units)))
        elif isinstance(action, Summon):
            come(pos, at, mask_of(self._summoned(pos, at, action.area)))
        elif isinstance(action, Play):
            spend(pos, action.chit)
            pos.become(amended(at, spear=True))
        else:
            self._end(pos, at)

    def _end(self, pos: TaierzhuangPosition, at: Gathering) -> None:
        pos.done()
        close_action(pos, at.side, at.moved, spear=at.spear)

    def prompt(self, pos: TaierzhuangPosition, at: Gathering) -> tuple[str, dict[str, Param]]:
        return "prompt.gather_or_end" if may_end(pos, at) else "prompt.gather", {"area": at.goal}
