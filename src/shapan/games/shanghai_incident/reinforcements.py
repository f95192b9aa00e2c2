"""Shanghai Incident 13.2 Japanese and 13.6 Chinese reinforcements: how what was called reaches the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import Hex, Mask, bits, fill
from shapan.kernel import Action, Actor, Family, Frame, Group, Options, Param, Refusal, Step, amended
from shapan.mechanics.fire_and_movement.terms import Units
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.sides import other

from .actions import Deploy
from .fire_support import arrive_with
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


class Arriving(Frame, step="arrivals"):
    """13.2: what the Japanese have called is about to land."""


class Landing(Frame, step="land"):
    """13.2: a formation lands."""

    formation: int
    """Its number among those that can be called."""
    used: Mask
    """The hexes on which units of it have landed."""


def doorstep(pos: ShanghaiPosition, side: int) -> Mask:
    """13.2, 13.6: where reinforcements of this side arrive, whoever is there."""
    return pos.book.banks if side == JAPANESE else pos.book.entry


def safe_ground(pos: ShanghaiPosition, side: int) -> Mask:
    """13.2, 13.3, 13.6, 13.7: hexes without enemies, outside their zones, and open to this side."""
    enemy = other(side)
    shut = pos.occupied[enemy] | pos.zone_of(enemy) | pos.garrisoned(enemy) | pos.closed_to(side)
    return pos.book.playable & ~shut


def enter_map(pos: ShanghaiPosition, side: int, unit: int, here: int, case: str) -> None:
    """13.2, 13.6: to arrive takes all the movement points that a unit has."""
    pos.waiting &= ~(1 << unit)
    pos.placed |= 1 << unit
    pos.tell(case, "event.placed", side=pos.book.sides[side], unit=unit, hex=here)
    pos.arrive(unit, (here,))


# --- 13.2 Japanese landings ---------------------------------------------------------------------


def room(pos: ShanghaiPosition, area: Mask, waiting: Units, used: Mask = 0) -> bool:
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


def hosts(pos: ShanghaiPosition, waiting: Units) -> dict[Hex, Units]:
    """13.2: the shore hexes where a unit stands alone beside which one of these could land, and which of them."""
    found = {}
    for here in bits(shore(pos) & pos.occupied[JAPANESE]):
        units = pos.units_in(here)
        if len(units) == 1 and (guests := pos.book.partners[units[0]] & waiting):
            found[here] = guests
    return found


def can_land(pos: ShanghaiPosition, waiting: Units, used: Mask) -> bool:
    """13.2: could these land on hexes that are contiguous with each other and with those already used?"""
    if not waiting:
        return True
    free = shore(pos) & ~pos.occupied[JAPANESE]
    if used:
        return room(pos, fill(pos.book.grid, used, free), waiting, used) or _with_a_host(pos, waiting, free, used)
    return bool(stretches(pos, waiting)) or _with_a_host(pos, waiting, free)


def _with_a_host(pos: ShanghaiPosition, waiting: Units, free: Mask, used: Mask = 0) -> bool:
    """13.2: the same if one of them lands beside a unit that was there before."""
    for here, guests in hosts(pos, waiting).items():
        area = fill(pos.book.grid, 1 << here, free | used)
        apart = used >> here & 1 or used & ~area
        if not apart and room(pos, area, waiting & ~(guests & -guests), used):
            return True
    return False


def stretches(pos: ShanghaiPosition, waiting: Units) -> Mask:
    """13.2: the free stretches of shore on which the whole formation could land on contiguous hexes."""
    left = shore(pos) & ~pos.occupied[JAPANESE]
    found = 0
    while left:
        stretch = fill(pos.book.grid, left & -left, left)
        left &= ~stretch
        if room(pos, stretch, waiting):
            found |= stretch
    return found


def aboard(pos: ShanghaiPosition, at: Landing) -> Units:
    """The units of a formation that have not landed yet."""
    return pos.waiting & pos.book.members[at.formation]


def landing_hexes(pos: ShanghaiPosition, at: Landing, unit: int) -> Mask:
    """13.2: where the next unit of a formation may land, so that the rest still can."""
    beach, used = shore(pos), at.used
    near = (used | pos.book.grid.spread(used)) & beach if used else beach
    # Where there is ample room no hex has to be tried; to share one, or to need one that is shared, is another matter.
    ample = 0 if used else stretches(pos, aboard(pos, at))
    doubtful = near & ~(ample | pos.full_for(1 << unit))
    return ample | sum(1 << here for here in bits(doubtful) if _leaves_room(pos, at, unit, here))


def _leaves_room(pos: ShanghaiPosition, at: Landing, unit: int, here: int) -> bool:
    after = pos.copy()
    after.teller = None
    after.put(unit, here)
    return can_land(after, aboard(pos, at) & ~(1 << unit), at.used | 1 << here)


class Arrivals(Step["ShanghaiPosition", Arriving]):
    """13.2, R-61: the called formations land one after the other; 13.3: replacements are for those here before."""

    case: ClassVar[str] = "13.2"

    def settle(self, pos: ShanghaiPosition, at: Arriving) -> bool:
        pos.done()
        book, called = pos.book, pos.calls[JAPANESE]
        starting = {book.entries[unit].formation for unit in range(len(book.entries)) if book.starting >> unit & 1}
        pos.replacements = tuple(
            entry.replacements if pos.arrived[name] or entry.id in starting else 0
            for name, entry in enumerate(book.called)
        )
        pos.then(*(Landing(name, used=0) for name in range(book.first_brigade) if called >> name & 1))
        return False


class Land(Step["ShanghaiPosition", Landing]):
    """13.2: a formation lands, unit by unit, on contiguous hexes."""

    case: ClassVar[str] = "13.2"

    def settle(self, pos: ShanghaiPosition, at: Landing) -> bool:
        members = pos.book.members[at.formation]
        if not pos.arrived[at.formation]:
            if not can_land(pos, members, used=0):
                pos.tell("13.2", "event.no_landing", formation=pos.book.name_of(at.formation))
                pos.waiting &= ~members
                pos.done()
                return False
            self._arrive(pos, at.formation)
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

    def actor(self, pos: ShanghaiPosition, at: Landing) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: ShanghaiPosition, at: Landing) -> Options:
        return Options(Family(bits(aboard(pos, at)), partial(_landings, pos, at)))

    def refusal(self, pos: ShanghaiPosition, at: Landing, action: Action) -> Refusal | None:
        if not isinstance(action, Deploy):
            return Refusal("13.2", "refusal.land_first")
        if not aboard(pos, at) >> action.unit & 1:
            return Refusal("13.2", "refusal.not_landing")
        here = action.hex
        if landing_hexes(pos, at, action.unit) >> here & 1:
            return None
        if not pos.book.banks >> here & 1:
            return Refusal("13.2", "refusal.land_river", hex=here)
        if pos.garrisoned(CHINESE) >> here & 1:
            return pos.held_against(JAPANESE, here, "13.2")
        if not safe_ground(pos, JAPANESE) >> here & 1:
            return Refusal("13.2", "refusal.land_enemy", hex=here)
        if not pos.fits(1 << action.unit, here):
            return Refusal("5.3", "refusal.stacking", hex=here)
        return Refusal("13.2", "refusal.land_contiguous", hex=here)

    def apply(self, pos: ShanghaiPosition, at: Landing, action: Action) -> None:
        assert isinstance(action, Deploy)
        pos.become(amended(at, used=at.used | 1 << action.hex))
        enter_map(pos, JAPANESE, action.unit, action.hex, "13.2")

    def prompt(self, pos: ShanghaiPosition, at: Landing) -> tuple[str, dict[str, Param]]:
        return "prompt.land", {"formation": pos.book.name_of(at.formation)}


def _landings(pos: ShanghaiPosition, at: Landing, unit: int) -> Group[Action]:
    return Group(Deploy, unit, values=lambda: Hexes(landing_hexes(pos, at, unit)))


# --- 13.6 Chinese entry -------------------------------------------------------------------------


def entry_hexes(pos: ShanghaiPosition, unit: int) -> Mask:
    """13.6: the two entry edges, without Japanese units and outside their zones, within stacking."""
    return pos.room_for(1 << unit, doorstep(pos, CHINESE) & safe_ground(pos, CHINESE))


def entering(pos: ShanghaiPosition) -> list[tuple[int, Mask]]:
    """13.6: the Chinese units that wait and can be placed, and where."""
    units = bits(pos.waiting & pos.book.roster[CHINESE])
    ground = doorstep(pos, CHINESE) & safe_ground(pos, CHINESE) if units else 0
    rooms: dict[Units, Mask] = {}  # whoever is not on the map yet finds the same room as others with the same partners
    for unit in units:
        mates = pos.book.partners[unit]
        if mates not in rooms:
            rooms[mates] = pos.room_for(1 << unit, ground)
    return [(unit, hexes) for unit in units if (hexes := rooms[pos.book.partners[unit]])]


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
