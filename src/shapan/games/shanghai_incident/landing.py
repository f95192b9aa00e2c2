"""Shanghai Incident 13.2 Japanese landings, 13.6 Chinese entry, and what else a pause places (13.3, 13.7, 17.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import Mask, bits, fill
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, SideStep, Step, one
from shapan.mechanics.fire_and_movement.actions import Done
from shapan.mechanics.hexoptions import Hexes

from .actions import Deploy, Fortify, Recall, Restore
from .calls import name_of
from .fire_support import arrive_with
from .forts import fortify, fortify_refusal
from .movement import fort_options
from .replacements import (
    doorstep,
    recall,
    recall_refusal,
    replacement_options,
    restore,
    restore_refusal,
    safe_ground,
)
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


# --- 13.2 Japanese landings ---------------------------------------------------------------------


def room(pos: ShanghaiPosition, area: Mask, waiting: int, used: Mask) -> bool:
    """13.2: does the rest of a formation find room on these hexes and beside those who have landed already?

    A free hex takes a unit and a support unit; a hex with one of them takes the other.
    """
    supports = waiting & pos.book.supports
    others = (waiting & ~supports).bit_count()
    free = (area & ~pos.occupied[JAPANESE]).bit_count()
    single = [units[0] for here in bits(used) if len(units := pos.units_in(here)) == 1]
    beside_support = sum(1 for unit in single if pos.book.supports >> unit & 1)
    return others <= free + beside_support and waiting.bit_count() <= 2 * free + len(single)


def shore(pos: ShanghaiPosition) -> Mask:
    """13.2: hexes at a great river without Chinese units and outside their zones."""
    return doorstep(pos, JAPANESE) & safe_ground(pos, JAPANESE)


def stretches(pos: ShanghaiPosition, waiting: int) -> Mask:
    """13.2: the free stretches of shore on which the whole formation could land on contiguous hexes."""
    left = shore(pos) & ~pos.occupied[JAPANESE]
    found = 0
    while left:
        stretch = fill(pos.book.grid, left & -left, left)
        left &= ~stretch
        if room(pos, stretch, waiting, 0):
            found |= stretch
    return found


def landing_hexes(pos: ShanghaiPosition, unit: int, used: Mask) -> Mask:
    """13.2: where the next unit of a formation may land, so that the rest still can."""
    waiting = pos.waiting & pos.book.members[pos.frame[0]]
    beach = shore(pos)
    free = beach & ~pos.occupied[JAPANESE]
    near = (used | pos.book.grid.spread(used)) & beach if used else beach
    found = near & free if used else stretches(pos, waiting)
    # To share a hex may leave too little room for the others, or lead nowhere: that has to be tried.
    shared = near & ~free & ~pos.full_for(1 << unit)
    return found | sum(1 << here for here in bits(shared) if _leaves_room(pos, unit, here, used))


def _leaves_room(pos: ShanghaiPosition, unit: int, here: int, used: Mask) -> bool:
    waiting = pos.waiting & pos.book.members[pos.frame[0]] & ~(1 << unit)
    after = pos.copy()
    after.put(unit, here)
    taken = used | 1 << here
    area = fill(pos.book.grid, taken, shore(pos) & ~pos.occupied[JAPANESE])
    return room(after, area, waiting, taken)


class Land(Step["ShanghaiPosition"]):
    """13.2: a formation lands, unit by unit, on contiguous hexes; the frame holds the formation and the hexes used."""

    name: ClassVar[str] = "land"
    case: ClassVar[str] = "13.2"

    def settle(self, pos: ShanghaiPosition) -> bool:
        name, used = pos.frame
        members = pos.book.members[name]
        if not used and not pos.arrived[name]:
            if not stretches(pos, members):
                pos.tell("13.2", "event.no_landing", formation=name_of(pos, name))
                pos.waiting &= ~members
                pos.done()
                return False
            self._arrive(pos, name)
        if pos.waiting & members:
            return True
        pos.done()
        return False

    def _arrive(self, pos: ShanghaiPosition, name: int) -> None:
        """12.3: the pause number is the price; 15.1: the formation's markers come with it."""
        entry = pos.book.called[name]
        pos.arrived = (*pos.arrived[:name], pos.pause_marker, *pos.arrived[name + 1 :])
        price = entry.vp_per_pause_number * pos.pause_marker
        pos.tell("12.3", "event.arrives", formation=entry.id, number=pos.pause_marker, value=price)
        arrive_with(pos, entry.id)

    def actor(self, pos: ShanghaiPosition) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: ShanghaiPosition) -> Options:
        name, used = pos.frame
        waiting = bits(pos.waiting & pos.book.members[name])
        return Options(*(Group(Deploy, unit, values=_beaches(pos, unit, used)) for unit in waiting))

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Deploy):
            return Refusal("13.2", "refusal.land_first")
        name, used = pos.frame
        if not (pos.waiting & pos.book.members[name]) >> action.unit & 1:
            return Refusal("13.2", "refusal.not_landing")
        here = action.hex
        if landing_hexes(pos, action.unit, used) >> here & 1:
            return None
        if not pos.book.banks >> here & 1:
            return Refusal("13.2", "refusal.land_river", hex=here)
        if not safe_ground(pos, JAPANESE) >> here & 1:
            return Refusal("13.2", "refusal.land_enemy", hex=here)
        if not pos.fits(1 << action.unit, here):
            return Refusal("5.3", "refusal.stacking", hex=here)
        return Refusal("13.2", "refusal.land_contiguous", hex=here)

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        assert isinstance(action, Deploy)
        name, used = pos.frame
        pos.become(name, used | 1 << action.hex)
        enter_map(pos, JAPANESE, action.unit, action.hex, "13.2")

    def prompt(self, pos: ShanghaiPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.land", {"formation": name_of(pos, pos.frame[0])}


def _beaches(pos: ShanghaiPosition, unit: int, used: Mask) -> Callable[[], Hexes]:
    return lambda: Hexes(landing_hexes(pos, unit, used))


def enter_map(pos: ShanghaiPosition, side: int, unit: int, here: int, case: str) -> None:
    """13.2, 13.6: placement costs the unit its full allowance."""
    pos.waiting &= ~(1 << unit)
    pos.placed |= 1 << unit
    pos.tell(case, "event.placed", side=pos.book.sides[side], unit=unit, hex=here)
    pos.arrive(unit, (here,))


# --- 13.6 Chinese entry -------------------------------------------------------------------------


def entry_hexes(pos: ShanghaiPosition, unit: int) -> Mask:
    """13.6: the two entry edges, without Japanese units and outside their zones, within stacking."""
    return doorstep(pos, CHINESE) & safe_ground(pos, CHINESE) & ~pos.full_for(1 << unit)


def entry_refusal(pos: ShanghaiPosition, unit: int, here: int) -> Refusal | None:
    if not (pos.waiting & pos.book.roster[CHINESE]) >> unit & 1:
        return Refusal("13.6", "refusal.not_waiting")
    if entry_hexes(pos, unit) >> here & 1:
        return None
    if not pos.book.entry >> here & 1:
        return Refusal("13.6", "refusal.entry_edge", hex=here)
    if not safe_ground(pos, CHINESE) >> here & 1:
        return Refusal("13.6", "refusal.entry_enemy", hex=here)
    return Refusal("5.3", "refusal.stacking", hex=here)


class Refit(SideStep["ShanghaiPosition"]):
    """13.3, 13.5 to 13.7, 17.1: what a side places and buys in a pause; the frame holds the side."""

    name: ClassVar[str] = "refit"
    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition) -> bool:
        if any(map(len, self._choices(pos))):
            return True
        self._finish(pos)
        return False

    def _finish(self, pos: ShanghaiPosition) -> None:
        (side,) = pos.frame
        pos.done()
        if side == CHINESE:
            refund(pos)
        pos.replacements = ()

    def _entering(self, pos: ShanghaiPosition) -> list[tuple[int, Mask]]:
        (side,) = pos.frame
        if side != CHINESE:
            return []
        units = bits(pos.waiting & pos.book.roster[CHINESE])
        return [(unit, hexes) for unit in units if (hexes := entry_hexes(pos, unit))]

    def options(self, pos: ShanghaiPosition) -> Options:
        groups = self._choices(pos)
        placing = bool(groups) and groups[0].make is Deploy
        return Options(*groups) if placing else Options(*groups, one(Done()))

    def _choices(self, pos: ShanghaiPosition) -> list[Group[Action]]:
        """Whom to place, what to replace, where to build."""
        (side,) = pos.frame
        groups: list[Group[Action]] = [Group(Deploy, unit, values=Hexes(to)) for unit, to in self._entering(pos)]
        groups += replacement_options(pos, side)
        if side == CHINESE:
            groups += fort_options(pos, pause=True)
        return groups

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        (side,) = pos.frame
        match action:
            case Done():
                return Refusal("13.6", "refusal.entry_first") if self._entering(pos) else None
            case Deploy(unit, here):
                return entry_refusal(pos, unit, here) if side == CHINESE else Refusal("13.2", "refusal.not_landing")
            case Restore(unit):
                return restore_refusal(pos, side, unit)
            case Recall(unit, here):
                return recall_refusal(pos, side, unit, here)
            case Fortify(unit):
                if side != CHINESE:
                    return Refusal("17.1", "refusal.chinese_only")
                return fortify_refusal(pos, unit, pause=True)
        return Refusal("13.1", "refusal.refit")

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        (side,) = pos.frame
        match action:
            case Done():
                self._finish(pos)
            case Deploy(unit, here):
                enter_map(pos, side, unit, here, "13.6")
            case Restore(unit):
                restore(pos, side, unit)
            case Recall(unit, here):
                recall(pos, side, unit, here)
            case Fortify(unit):
                fortify(pos, unit)

    def prompt(self, pos: ShanghaiPosition) -> tuple[str, dict[str, Param]]:
        return f"prompt.refit_{pos.book.sides[pos.frame[0]]}", {}


def refund(pos: ShanghaiPosition) -> None:
    """R-42: a brigade of which no unit could be placed costs nothing; one that came in part waits for its rest."""
    for name in bits(pos.calls[CHINESE] & ~pos.book.commit_bit):
        members = pos.book.members[name]
        if members and members & pos.waiting == members:
            pos.waiting &= ~members
            pos.logistics += pos.book.logistics["brigade"]
            pos.tell("13.6", "event.no_entry", formation=name_of(pos, name))
