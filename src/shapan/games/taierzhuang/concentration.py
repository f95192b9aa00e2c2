"""Storm Over Taierzhuang 12.7 Concentration (optional).

``concentrate`` names the area; ``gather`` names the first units of an area or zone, ``join`` or ``all`` more of them,
and with ``resolve`` the group comes; ``summon`` brings as many as can come at once. When several areas have sent a
group, ``resolve`` ends the action. Each group takes the cheapest way: no other way would make a difference to anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, partial
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

Senders = dict[Area, Units]
"""Areas and zones with those of their units that could come alone."""


def gatherable(
    pos: TaierzhuangPosition, side: int, fit: Units, used: Areas = 0, gone: Units = 0, *, fuelled: bool = False
) -> dict[Area, Senders]:
    """For each area the areas and zones that could send some of the ``fit`` units there now.

    ``gone`` are units that will have left before; ``fuelled`` asks what it would be without a Fuel Shortage.
    """
    found: dict[Area, Senders] = defaultdict(lambda: defaultdict(int))
    for here in range(pos.book.place_count):
        ready = pos.ready_in(side, here) & fit
        if not fuelled:
            ready = can_march(pos, ready)
        if not ready or used >> here & 1:
            continue
        for kind in (ready & pos.book.tanks, ready & ~pos.book.tanks):
            for _, those in pos.book.by_movement:
                if alike := kind & those:
                    for goal in reach(pos, side, alike & -alike, here, pos.allowance(alike), gone):
                        found[goal][here] |= alike
    return found


def attainable(pos: TaierzhuangPosition, side: int, fit: Units, *, fuelled: bool = False) -> Callable[[Area], bool]:
    """12.7, R-46: can ``fit`` units of several areas get into an area, one group after the other?

    Whoever leaves a full area lets one unit through that stands behind it; so where too few can come at once, it is
    asked again as if somebody of each full area had gone. What one such departure opens is found once for all goals.
    """
    need = pos.book.concentration_areas

    @cache
    def senders(gone: Units) -> dict[Area, Senders]:
        return gatherable(pos, side, fit, gone=gone, fuelled=fuelled)

    def enough(goal: Area) -> bool:
        known, now = 0, senders(0).get(goal, {})
        while known < len(now) < need:
            known = len(now)
            if gone := _making_room(pos, side, now):
                now = senders(gone)[goal]
        return len(now) >= need

    return enough


def _making_room(pos: TaierzhuangPosition, side: int, senders: Senders) -> Units:
    """7.1.2: one unit of each full area that can send somebody; nobody passes through zones (2.3)."""
    areas = (here for here in senders if pos.book.areas >> here & 1 and not room(pos, side, here))
    return sum(senders[here] & -senders[here] for here in areas)


def concentration_goals(pos: TaierzhuangPosition, side: int) -> list[int]:
    """12.7: the areas that units of several areas can get to."""
    enough, need = attainable(pos, side, pos.book.roster[side]), pos.book.concentration_areas
    return [goal for goal in bits(pos.book.areas) if room(pos, side, goal) >= need and enough(goal)]


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
    if attainable(pos, side, pos.book.roster[side], fuelled=True)(goal):
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


def open_senders(pos: TaierzhuangPosition, at: Gathering) -> Senders:
    """12.7: the areas and zones that can still send units, with these units."""
    fit = pos.book.tanks if at.spear else pos.book.roster[at.side]
    return gatherable(pos, at.side, fit, at.used).get(at.goal, {})


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


def play_refusal(pos: TaierzhuangPosition, at: Gathering, chit: int, named: Units = 0) -> Refusal | None:
    """R-46: the only chit that goes with it is Armoured Spearhead; then only tanks come, the ``named`` ones too."""
    if refusal := in_hand(pos, at.side, chit):
        return refusal
    if chit != effect_piece(pos, "spearhead"):
        return Refusal("12.7", "refusal.wrong_window", piece=chit)
    if refusal := spearhead_refusal(pos, named, at.spear):
        return refusal
    if at.used:  # it is announced before anybody moves
        return Refusal("5.2", "refusal.spearhead_first")
    if attainable(pos, at.side, pos.book.tanks)(at.goal):
        return None
    if not can_march(pos, pos.book.tanks):
        return Refusal("4.0", "refusal.fuel")
    return Refusal("12.7", "refusal.several_areas", area=at.goal)


def chits(pos: TaierzhuangPosition, at: Gathering, named: Units = 0) -> list[Group[Action]]:
    """The chits that may be added now."""
    spearhead = effect_piece(pos, "spearhead")
    return [] if play_refusal(pos, at, spearhead, named) else [one(Play(spearhead))]


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
        return Options(one(Resolve()), one(All()), joining, *chits(pos, self._goal(pos), at.group))

    def refusal(self, pos: TaierzhuangPosition, at: Grouping, action: Action) -> Refusal | None:
        match action:
            case Resolve() | All():
                return None
            case Join(units):
                return self.join_refusal(pos, at, units)
            case Play(chit):
                return play_refusal(pos, self._goal(pos), chit, at.group)
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
        elif isinstance(action, Play):
            spend(pos, action.chit)
            pos.done()
            pos.become(amended(self._goal(pos), spear=True))
            pos.then(at)
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
        return Options(*groups, *chits(pos, at))

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
                return play_refusal(pos, at, chit)
        return Refusal("12.7", "refusal.gather_first")

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
