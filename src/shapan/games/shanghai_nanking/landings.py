"""Shanghai-Nanking Campaign 8.3 Japanese replacements, 8.4 Japanese reinforcements: who lands where, in which order.

The landing combat itself and what follows it are in the module ``beaches``.
"""

from __future__ import annotations

from collections.abc import Callable

from shapan.ground.hexes import Mask
from shapan.kernel import SPECTATOR, Action, Actor, Frame, Group, Options, Param, Refusal, Step, one
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.verbs import Pass

from .actions import Assault, Land, Replace
from .beaches import go_ashore
from .book import IN_PLAY
from .control import enter
from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .victory import judge


class Replacing(Frame, step="replace"):
    """8.3: replacement steps of this turn."""


class Landing(Frame, step="land"):
    """8.4: reinforcements are placed off the coast."""


class Assaulting(Frame, step="assault"):
    """8.4: they go ashore, beach by beach."""


def japanese_reinforcements(pos: CampaignPosition) -> None:
    """8.4: replacements first, then landings, whatever the plan."""
    replacements = (Replacing(),) if pos.turn >= pos.book.replacements_from else ()
    pos.then(*replacements, Landing(), Assaulting())


# --- 8.3 replacements ---------------------------------------------------------------------------


def replaceable(pos: CampaignPosition) -> list[int]:
    """8.3: reduced units on the map with a line of communication to a landing hex."""
    return [unit for unit in pos.on_map(JAPANESE) if replacement_refusal(pos, unit) is None]


def any_reduced(pos: CampaignPosition) -> bool:
    """Is any Japanese unit on the map reduced?"""
    steps, full = pos.steps, pos.book.full_steps
    return any(steps[unit] < full[unit] for unit in pos.on_map(JAPANESE))


def replacement_refusal(pos: CampaignPosition, unit: int) -> Refusal | None:
    """8.3: nobody returns from the dead; enemy zones over the unit itself do not matter."""
    book = pos.book
    if book.side_of[unit] != JAPANESE:
        return Refusal("8.3", "refusal.not_yours")
    here = pos.place[unit]
    if here == OFF:
        return Refusal("8.3", "refusal.not_on_map", unit=unit)
    if pos.steps[unit] == book.full_steps[unit]:
        return Refusal("8.3", "refusal.not_reduced", unit=unit)
    front = pos.front(JAPANESE)
    naval = book.naval_infantry >> unit & 1
    lines = front.communicating_with_yangtze if naval else front.communicating
    return None if lines >> here & 1 else Refusal("8.3", "refusal.no_line", unit=unit)


def late_refusal(pos: CampaignPosition, unit: int) -> Refusal:
    """8.3: why no replacement comes once landings are prepared: too late is the reason only if there is no other."""
    book = pos.book
    if pos.turn < book.replacements_from:
        return Refusal("8.3", "refusal.replace_early", turn=book.replacements_from)
    if pos.replaced >= book.replacements:
        return Refusal("8.3", "refusal.replace_spent", count=book.replacements)
    return replacement_refusal(pos, unit) or Refusal("8.3", "refusal.replace_late")


class Replacements(Step[CampaignPosition, Replacing]):
    """8.3: the first step of the phase; what is not used is lost.

    6.3: how many units are reduced everybody knows, but not where they lie. So the player is asked while there is any,
    even if no line leads to it.
    """

    case = "8.3"

    def settle(self, pos: CampaignPosition, at: Replacing) -> bool:
        if pos.replaced < pos.book.replacements and any_reduced(pos):
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Replacing) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Replacing) -> Options:
        return Options(Group(Replace, values=replaceable(pos)), one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Replacing, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Replace(unit):
                return replacement_refusal(pos, unit)
        return Refusal("8.3", "refusal.replace_now")

    def apply(self, pos: CampaignPosition, at: Replacing, action: Action) -> None:
        if isinstance(action, Replace):
            pos.replaced += 1
            pos.set_steps(action.unit, pos.book.full_steps[action.unit])
            tell_replaced(pos, action.unit)
        else:
            pos.done()

    def prompt(self, pos: CampaignPosition, at: Replacing) -> tuple[str, dict[str, Param]]:
        return "prompt.replace", {"count": pos.book.replacements - pos.replaced}


def tell_replaced(pos: CampaignPosition, unit: int) -> None:
    """6.3: of a counter that lies under others the opponent learns the hex only."""
    chinese, japanese = pos.book.sides
    here = pos.place[unit]
    if not pos.book.fog_of_war or pos.stack_in(here)[0] == unit:
        pos.tell("8.3", "event.replaced", unit=unit, hex=here)
    else:
        pos.tell("8.3", "event.replaced", (japanese,), unit=unit, hex=here)
        pos.tell("8.3", "event.replaced_unseen", (chinese, SPECTATOR), hex=here)


# --- 8.4 where reinforcements land --------------------------------------------------------------


def landing_hexes(pos: CampaignPosition, unit: int) -> Mask:
    """13.0, 8.4.1, 8.4.2: the hexes of the unit's list; where all land at one location, that one (R-26)."""
    book = pos.book
    number = book.list_of[unit]
    entry = book.lists[number]
    if not entry.landing:
        # straight into a city that is still Japanese.
        return entry.hexes & pos.japanese_held & ~pos.occupied[CHINESE]
    chosen = dict(pos.sites).get(number)
    return entry.hexes if chosen is None else 1 << chosen


def landing_refusal(pos: CampaignPosition, unit: int, there: int) -> Refusal | None:
    book = pos.book
    if book.side_of[unit] != JAPANESE or unit not in pos.waiting(JAPANESE):
        return Refusal("8.0", "refusal.not_waiting")
    entry = book.lists[book.list_of[unit]]
    if not entry.hexes >> there & 1:
        if entry.two_hex_advance and book.terrain.landing >> there & 1:
            return Refusal("8.4.1", "refusal.landing_column", column=entry.first_column)
        return Refusal("13.0", "refusal.landing_hex", unit=unit, hex=there)
    if landing_hexes(pos, unit) >> there & 1:
        return None
    if not entry.landing:
        return Refusal("8.4", "refusal.landing_lost", hex=there)
    return Refusal("8.4.1" if entry.two_hex_advance else "8.4.2", "refusal.one_site", unit=unit)


class PlaceLandings(Step[CampaignPosition, Landing]):
    """8.4: reinforcements are placed off their landing hexes, unit by unit; the others are held back (8.0).

    Once anybody lies off the coast the landings begin with the player's word, not with the last unit.
    """

    case = "8.4"

    def settle(self, pos: CampaignPosition, at: Landing) -> bool:
        if pos.at_sea or any(landing_hexes(pos, unit) for unit in pos.waiting(JAPANESE)):
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Landing) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Landing) -> Options:
        groups = [Group(Land, unit, values=_sites(pos, unit)) for unit in pos.waiting(JAPANESE)]
        return Options(*groups, one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Landing, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Land(unit, there):
                return landing_refusal(pos, unit, there)
            case Replace(unit):
                return late_refusal(pos, unit)
        return Refusal("8.4", "refusal.land_now")

    def apply(self, pos: CampaignPosition, at: Landing, action: Action) -> None:
        if isinstance(action, Land):
            send(pos, action.unit, action.hex)
        else:
            if waiting := tuple(pos.waiting(JAPANESE)):
                pos.tell("8.0", "event.delayed", side=pos.book.sides[JAPANESE], units=waiting)
            pos.done()


def _sites(pos: CampaignPosition, unit: int) -> Callable[[], Hexes]:
    return lambda: Hexes(landing_hexes(pos, unit))


def send(pos: CampaignPosition, unit: int, there: int) -> None:
    """8.4: off the coast; 13.0: or straight into a city."""
    book = pos.book
    number = book.list_of[unit]
    pos.set_due(unit, IN_PLAY)
    if not book.lists[number].landing:
        pos.tell("13.0", "event.placed", unit=unit, hex=there)
        enter(pos, unit, (there,))
        return
    if book.lists[number].one_site and number not in dict(pos.sites):
        pos.sites = (*pos.sites, (number, there))
    pos.at_sea = (*pos.at_sea, (unit, there))
    pos.tell("8.4", "event.at_sea", unit=unit, hex=there)


# --- 8.4 in which order -------------------------------------------------------------------------


def pending(pos: CampaignPosition) -> list[int]:
    """The landing hexes with units still off the coast."""
    return sorted({there for _, there in pos.at_sea})


class ChooseBeach(Step[CampaignPosition, Assaulting]):
    """8.4: one landing after the other, in the order that the Japanese player likes."""

    case = "8.4"

    def settle(self, pos: CampaignPosition, at: Assaulting) -> bool:
        sites = pending(pos)
        if judge(pos) or len(sites) > 1:
            return True
        if sites:
            go_ashore(pos, sites[0])
        else:
            pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Assaulting) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Assaulting) -> Options:
        return Options(Group(Assault, values=pending(pos)))

    def refusal(self, pos: CampaignPosition, at: Assaulting, action: Action) -> Refusal | None:
        if not isinstance(action, Assault):
            return Refusal("8.4", "refusal.assault_now")
        return None if action.hex in pending(pos) else Refusal("8.4", "refusal.nobody_there", hex=action.hex)

    def apply(self, pos: CampaignPosition, at: Assaulting, action: Action) -> None:
        assert isinstance(action, Assault)
        go_ashore(pos, action.hex)
