"""Shanghai Incident 15.0 Fire support: range, rubble, and the two special missions of aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from shapan.ground.hexes import Costs, Hex, Mask
from shapan.kernel import Action, DieStep, Frame, Group, Refusal
from shapan.mechanics.fire_and_movement.position import ABSENT, READY
from shapan.mechanics.fire_and_movement.terms import Battle
from shapan.mechanics.hexoptions import Hexes

from .actions import Interdict, Raid
from .sides import JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition

RAIDING: Final = -1
"""The state of an air marker on the logistics track; a marker on the map has its hex as state."""


def marker_reach(pos: ShanghaiPosition, marker: int) -> Mask:
    """15.2: aircraft anywhere, ships near a great river, guns near any Japanese unit (R-20)."""
    book = pos.book
    entry = book.markers[marker - book.first_marker]
    if entry.reach == "anywhere":
        return book.grid.all
    if entry.reach == "river":
        return book.river_reach[entry.range]
    reached = pos.occupied[JAPANESE]
    for _ in range(entry.range):
        reached |= book.grid.spread(reached)
    return reached


def arrive_with(pos: ShanghaiPosition, formation: str) -> None:
    """15.1: markers come into play with the formation noted on their back."""
    for at, entry in enumerate(pos.book.markers):
        if entry.arrives_with == formation and pos.support[at] == ABSENT:
            pos.set_support(pos.book.first_marker + at, READY)
            pos.tell("15.1", "event.marker_arrives", unit=pos.book.first_marker + at)


def hand_out(pos: ShanghaiPosition) -> None:
    """13.1, 15.1: in a pause every marker that has arrived is available again, whatever it was doing."""
    pos.support = tuple(ABSENT if state == ABSENT else READY for state in pos.support)


# --- 15.4 special missions ----------------------------------------------------------------------


def idle_aircraft(pos: ShanghaiPosition) -> list[int]:
    first = pos.book.first_marker
    return [first + at for at, entry in enumerate(pos.book.markers) if entry.kind == "air" and pos.support[at] == READY]


def mission_refusal(pos: ShanghaiPosition, side: int, marker: int) -> Refusal | None:
    """15.4: an air marker that is available, in a Japanese movement phase."""
    at = marker - pos.book.first_marker
    if side != JAPANESE:
        return Refusal("15.4", "refusal.mission_when")
    if at < 0 or pos.book.markers[at].kind != "air":
        return Refusal("15.4", "refusal.mission_air")
    if pos.support[at] == ABSENT:
        return Refusal("15.1", "refusal.marker_absent", unit=marker)
    return None if pos.support[at] == READY else Refusal("15.1", "refusal.marker_used", unit=marker)


def mission_options(pos: ShanghaiPosition) -> list[Group[Action]]:
    aircraft = idle_aircraft(pos)
    if not aircraft:
        return []
    everywhere = Hexes(pos.book.grid.all)
    return [*(Group(Interdict, marker, values=everywhere) for marker in aircraft), Group(Raid, values=aircraft)]


def fly(pos: ShanghaiPosition, action: Interdict | Raid) -> None:
    """15.4: battlefield interdiction over a hex, or logistical interdiction; both last until the next pause."""
    if isinstance(action, Interdict):
        pos.set_support(action.marker, action.hex)
        pos.tell("15.4", "event.interdiction", unit=action.marker, hex=action.hex)
    else:
        pos.set_support(action.marker, RAIDING)
        pos.tell("15.4", "event.raid", unit=action.marker)


def interdicted_area(pos: ShanghaiPosition) -> Mask:
    """15.4: the hexes near an air marker on the map, its own among them (R-22)."""
    area = 0
    for state in pos.support:
        if state >= 0:
            area |= pos.book.near(state, pos.book.interdiction["radius"])
    return area


def interdicted(pos: ShanghaiPosition, costs: Costs, factor: int) -> Costs:
    """15.4: what steps cost the Chinese under aircraft; two markers are no worse than one."""
    hexes = interdicted_area(pos)
    return pos.book.costlier(costs, hexes, factor) if hexes else costs


# --- 15.3 rubble --------------------------------------------------------------------------------


class Rubble(Frame):
    """15.3: a city hex has been under fire."""

    hex: Hex
    dice: int
    """One for each marker, until one of them brings rubble."""


def roll_for_rubble(pos: ShanghaiPosition, battle: Battle) -> None:
    """15.3: one die for each marker used for a city hex that is not rubble yet."""
    dice = (battle.markers | battle.cover).bit_count()
    if dice and pos.book.city_hexes >> battle.target & 1 and not pos.rubble >> battle.target & 1:
        pos.then(Rubble(battle.target, dice))


class RubbleRoll(DieStep["ShanghaiPosition", Rubble]):
    """15.3: a low die turns the hex into rubble, a fort that nobody can remove."""

    case: ClassVar[str] = "15.3"

    def rolled(self, pos: ShanghaiPosition, at: Rubble, face: int) -> None:
        pos.done()
        if face <= pos.book.rubble_on:
            pos.rubble |= 1 << at.hex
            pos.tell("15.3", "event.rubble", die=face, hex=at.hex)
        else:
            pos.tell("15.3", "event.no_rubble", die=face, hex=at.hex)
            if at.dice > 1:
                pos.then(Rubble(at.hex, at.dice - 1))
