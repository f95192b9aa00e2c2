"""Shanghai-Nanking Campaign 8.4, 8.4.1 Amphibious landings: combat, retreats, going ashore, the 10th Army inland."""

from __future__ import annotations

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one
from shapan.mechanics.hexoptions import Hexes

from .actions import Advance, Pass, Retreat
from .combat import LANDING
from .losses import eliminate
from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .support import begin_battle
from .victory import enter

# Frames, with sets of units as bits:
#   ashore  (site, units, losses, stage)   after the Chinese losses: retreats, then own losses, then the beach
#   retreat (hex)                          the Chinese units there fall back one hex
#   inland  (site, units, forced)          8.4.1: each unit may go one hex further; forced is None until they are ashore
#   occupy  (unit, hex)                    8.4.1: enters when the hex has been vacated


def go_ashore(pos: CampaignPosition, site: int) -> None:
    """8.4: all units off this hex make one landing; against Chinese units it is a combat (R-43: otherwise none)."""
    units = mask_of([unit for unit, there in pos.at_sea if there == site])
    contested = bool(pos.occupied[CHINESE] >> site & 1)
    army = mask_of([unit for unit in bits(units) if goes_inland(pos, unit)])
    pos.tell("8.4", "event.landing", hex=site, units=tuple(bits(units)))
    if contested:
        pos.call("check", JAPANESE)
    if army:
        pos.call("inland", site, army, None)
    if contested:
        begin_battle(pos, LANDING, site, units)
    else:
        pos.call("ashore", site, units, 0, 1)


def goes_inland(pos: CampaignPosition, unit: int) -> bool:
    """8.4.1: the reinforcements that may advance two hexes."""
    return pos.book.lists[pos.book.list_of[unit]].two_hex_advance


class ComeAshore(Step[CampaignPosition]):
    """8.4: Chinese survivors are driven off at the price of one more step; then losses; then the survivors enter."""

    name = "ashore"
    case = "8.4"

    def settle(self, pos: CampaignPosition) -> bool:
        site, units, losses, stage = pos.frame
        if stage == 0:
            driven = bool(pos.occupied[CHINESE] >> site & 1)
            pos.become(site, units, losses + driven, 1)
            if driven:
                pos.tell("8.4", "event.beach_held", hex=site)
                drive_off(pos, site)
        elif stage == 1:
            pos.become(site, units, losses, 2)
            pos.call("lose", JAPANESE, units, losses)
        else:
            pos.done()
            pos.at_sea = tuple(entry for entry in pos.at_sea if entry[1] != site)
            for unit in bits(pos.alive(units)):
                pos.tell("8.4", "event.ashore", unit=unit, hex=site)
                enter(pos, unit, (site,))
        return False


# --- 8.4, 8.4.1 Chinese retreats ----------------------------------------------------------------


def drive_off(pos: CampaignPosition, here: int) -> None:
    """8.4: garrisons are eliminated, everybody else retreats one hex."""
    pos.call("retreat", here)
    for unit in pos.stack_in(here):
        if pos.book.static >> unit & 1:
            eliminate(pos, unit)


def retreat_hexes(pos: CampaignPosition, here: int) -> Mask:
    """R-16: adjacent hexes that can be entered and hold no Japanese unit; zones and rivers do not matter."""
    return pos.book.terrain.steps[here] & ~pos.occupied[JAPANESE]


class RetreatBeforeLanding(Step[CampaignPosition]):
    """8.4: the Chinese player retreats each unit; one without a way is eliminated (R-16)."""

    name = "retreat"
    case = "8.4"

    def settle(self, pos: CampaignPosition) -> bool:
        (here,) = pos.frame
        units = pos.stack_in(here)
        if units and retreat_hexes(pos, here):
            return True
        pos.done()
        for unit in units:
            eliminate(pos, unit)
        return False

    def actor(self, pos: CampaignPosition) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition) -> Options:
        (here,) = pos.frame
        hexes = retreat_hexes(pos, here)
        return Options(*(Group(Retreat, unit, values=Hexes(hexes)) for unit in pos.stack_in(here)))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        (here,) = pos.frame
        if not isinstance(action, Retreat):
            return Refusal("8.4", "refusal.retreat_first", hex=here)
        if action.unit not in pos.stack_in(here):
            return Refusal("8.4", "refusal.retreat_units", hex=here)
        if not retreat_hexes(pos, here) >> action.hex & 1:
            return Refusal("8.4", "refusal.retreat_hex", hex=action.hex)
        return None

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        assert isinstance(action, Retreat)
        pos.tell("8.4", "event.retreated", unit=action.unit, hex=action.hex)
        enter(pos, action.unit, (action.hex,))

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.retreat", {"hex": pos.frame[0]}


# --- 8.4.1 the 10th Army ------------------------------------------------------------------------


def inland_hexes(pos: CampaignPosition, site: int, forced: bool) -> Mask:
    """8.4.1: adjacent hexes without Chinese units; where there was none, coastal ones that they hold (R-53)."""
    near = pos.book.terrain.steps[site]
    free = near & ~pos.occupied[CHINESE]
    return free | near & pos.occupied[CHINESE] & pos.book.terrain.coastal if forced else free


class AdvanceInland(Step[CampaignPosition]):
    """8.4.1: from the landing hex each unit of the army may go one hex further."""

    name = "inland"
    case = "8.4.1"

    def settle(self, pos: CampaignPosition) -> bool:
        site, units, forced = pos.frame
        units = mask_of([unit for unit in bits(units) if pos.place[unit] == site])
        if forced is None:
            forced = not inland_hexes(pos, site, forced=False)
        pos.become(site, units, forced)
        if units and inland_hexes(pos, site, forced):
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition) -> Options:
        site, units, forced = pos.frame
        hexes = inland_hexes(pos, site, forced)
        return Options(*(Group(Advance, unit, values=Hexes(hexes)) for unit in bits(units)), one(Pass()))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        site, units, forced = pos.frame
        match action:
            case Pass():
                return None
            case Advance(unit, there):
                if not units >> unit & 1:
                    return Refusal("8.4.1", "refusal.not_inland")
                if inland_hexes(pos, site, forced) >> there & 1:
                    return None
                return Refusal("8.4.1", "refusal.inland_hex", hex=there)
        return Refusal("8.4.1", "refusal.inland_now")

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        if isinstance(action, Advance):
            site, units, forced = pos.frame
            pos.become(site, units & ~(1 << action.unit), forced)
            pos.call("occupy", action.unit, action.hex)
            if pos.occupied[CHINESE] >> action.hex & 1:
                drive_off(pos, action.hex)
        else:
            pos.done()

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.inland", {"hex": pos.frame[0]}


class OccupyInland(Step[CampaignPosition]):
    """8.4.1: the hex is free now."""

    name = "occupy"
    case = "8.4.1"

    def settle(self, pos: CampaignPosition) -> bool:
        unit, here = pos.frame
        pos.done()
        pos.tell("8.4.1", "event.advanced", unit=unit, hex=here)
        enter(pos, unit, (here,))
        return False
