"""Shanghai-Nanking Campaign 8.4, 8.4.1 Amphibious landings: combat, retreats, going ashore, the 10th Army inland."""

from __future__ import annotations

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step, amended, one
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.verbs import Pass

from .actions import Advance, Retreat
from .battle import LANDING, begin_battle
from .control import enter
from .losses import Losing, eliminate
from .position import CampaignPosition, Hex, Units
from .sides import CHINESE, JAPANESE
from .stacking import Checking

RETREATS, OWN_LOSSES, BEACH = range(3)
"""8.4: what is next when the Chinese have taken their losses."""


class Ashore(Frame):
    """8.4: a landing after its combat, if there was one."""

    site: Hex
    units: Units
    """Who lands."""
    losses: int
    """Steps that they will lose."""
    stage: int
    """``RETREATS``, ``OWN_LOSSES`` or ``BEACH``."""


class Retreating(Frame, step="retreat"):
    """8.4: the Chinese units in a hex fall back."""

    hex: Hex


class Inland(Frame):
    """8.4.1: each unit of the army may go one hex further."""

    site: Hex
    units: Units
    """Who may still go on."""
    forced: bool | None
    """Is there no hex without Chinese units, so that they may be driven off? None until the army is ashore."""


class Occupying(Frame, step="occupy"):
    """8.4.1: a unit enters a hex as soon as that has been vacated."""

    unit: int
    hex: Hex


def go_ashore(pos: CampaignPosition, site: Hex) -> None:
    """8.4: all units off this hex make one landing; against Chinese units it is a combat (R-43: otherwise none)."""
    units = mask_of([unit for unit, there in pos.at_sea if there == site])
    contested = bool(pos.occupied[CHINESE] >> site & 1)
    army = mask_of([unit for unit in bits(units) if goes_inland(pos, unit)])
    pos.tell("8.4", "event.landing", hex=site, units=tuple(bits(units)))
    further = (Inland(site, army, None),) if army else ()
    if contested:
        begin_battle(pos, LANDING, site, units, *further, Checking(JAPANESE))
    else:
        pos.then(Ashore(site, units, 0, OWN_LOSSES), *further)


def goes_inland(pos: CampaignPosition, unit: int) -> bool:
    """8.4.1: the reinforcements that may advance two hexes."""
    return pos.book.lists[pos.book.list_of[unit]].two_hex_advance


class ComeAshore(Step[CampaignPosition, Ashore]):
    """8.4: Chinese survivors are driven off at the price of one more step; then losses; then the survivors enter."""

    case = "8.4"

    def settle(self, pos: CampaignPosition, at: Ashore) -> bool:
        if at.stage == RETREATS:
            driven = bool(pos.occupied[CHINESE] >> at.site & 1)
            pos.become(amended(at, losses=at.losses + driven, stage=OWN_LOSSES))
            if driven:
                pos.tell("8.4", "event.beach_held", hex=at.site)
                drive_off(pos, at.site)
        elif at.stage == OWN_LOSSES:
            pos.become(amended(at, stage=BEACH))
            pos.then(Losing(JAPANESE, at.units, at.losses))
        else:
            pos.done()
            pos.at_sea = tuple(entry for entry in pos.at_sea if entry[1] != at.site)
            for unit in bits(pos.alive(at.units)):
                pos.tell("8.4", "event.ashore", unit=unit, hex=at.site)
                enter(pos, unit, (at.site,))
        return False


# --- 8.4, 8.4.1 Chinese retreats ----------------------------------------------------------------


def drive_off(pos: CampaignPosition, here: Hex, *after: Frame) -> None:
    """8.4: garrisons are eliminated, everybody else retreats one hex; then comes what waits for that."""
    pos.then(Retreating(here), *after)
    for unit in pos.stack_in(here):
        if pos.book.static >> unit & 1:
            eliminate(pos, unit)


def retreat_hexes(pos: CampaignPosition, here: Hex) -> Mask:
    """R-16: adjacent hexes that can be entered and hold no Japanese unit; zones and rivers do not matter."""
    return pos.book.terrain.steps[here] & ~pos.occupied[JAPANESE]


class RetreatBeforeLanding(Step[CampaignPosition, Retreating]):
    """8.4, 8.4.1: the Chinese player retreats each unit; one without a way is eliminated (R-16)."""

    case = "8.4"

    def cited(self, pos: CampaignPosition, at: Retreating) -> str:
        return "8.4.1" if pos.nearest(Occupying) else self.case

    def settle(self, pos: CampaignPosition, at: Retreating) -> bool:
        units = pos.stack_in(at.hex)
        if units and retreat_hexes(pos, at.hex):
            return True
        pos.done()
        for unit in units:
            eliminate(pos, unit)
        return False

    def actor(self, pos: CampaignPosition, at: Retreating) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition, at: Retreating) -> Options:
        hexes = retreat_hexes(pos, at.hex)
        return Options(*(Group(Retreat, unit, values=Hexes(hexes)) for unit in pos.stack_in(at.hex)))

    def refusal(self, pos: CampaignPosition, at: Retreating, action: Action) -> Refusal | None:
        if not isinstance(action, Retreat):
            return Refusal(self.cited(pos, at), "refusal.retreat_first", hex=at.hex)
        if action.unit not in pos.stack_in(at.hex):
            return Refusal(self.cited(pos, at), "refusal.retreat_units", hex=at.hex)
        if not retreat_hexes(pos, at.hex) >> action.hex & 1:
            return Refusal(self.cited(pos, at), "refusal.retreat_hex", hex=action.hex)
        return None

    def apply(self, pos: CampaignPosition, at: Retreating, action: Action) -> None:
        assert isinstance(action, Retreat)
        pos.tell(self.cited(pos, at), "event.retreated", unit=action.unit, hex=action.hex)
        enter(pos, action.unit, (action.hex,))

    def prompt(self, pos: CampaignPosition, at: Retreating) -> tuple[str, dict[str, Param]]:
        return "prompt.retreat", {"hex": at.hex}


# --- 8.4.1 the 10th Army ------------------------------------------------------------------------


def inland_hexes(pos: CampaignPosition, site: Hex, forced: bool | None) -> Mask:
    """8.4.1: adjacent hexes without Chinese units; where there was none, coastal ones that they hold (R-53)."""
    near = pos.book.terrain.steps[site]
    free = near & ~pos.occupied[CHINESE]
    return free | near & pos.occupied[CHINESE] & pos.book.terrain.coastal if forced else free


class AdvanceInland(Step[CampaignPosition, Inland]):
    """8.4.1: from the landing hex each unit of the army may go one hex further."""

    case = "8.4.1"

    def settle(self, pos: CampaignPosition, at: Inland) -> bool:
        units = mask_of([unit for unit in bits(at.units) if pos.place[unit] == at.site])
        forced = not inland_hexes(pos, at.site, forced=False) if at.forced is None else at.forced
        pos.become(Inland(at.site, units, forced))
        if units and inland_hexes(pos, at.site, forced):
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Inland) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Inland) -> Options:
        hexes = inland_hexes(pos, at.site, at.forced)
        return Options(*(Group(Advance, unit, values=Hexes(hexes)) for unit in bits(at.units)), one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Inland, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Advance(unit, there):
                if not at.units >> unit & 1:
                    return Refusal("8.4.1", "refusal.not_inland")
                if inland_hexes(pos, at.site, at.forced) >> there & 1:
                    return None
                return Refusal("8.4.1", "refusal.inland_hex", hex=there)
        return Refusal("8.4.1", "refusal.inland_now")

    def apply(self, pos: CampaignPosition, at: Inland, action: Action) -> None:
        if isinstance(action, Advance):
            pos.become(amended(at, units=at.units & ~(1 << action.unit)))
            occupying = Occupying(action.unit, action.hex)
            if pos.occupied[CHINESE] >> action.hex & 1:
                drive_off(pos, action.hex, occupying)
            else:
                pos.then(occupying)
        else:
            pos.done()

    def prompt(self, pos: CampaignPosition, at: Inland) -> tuple[str, dict[str, Param]]:
        return "prompt.inland", {"hex": at.site}


class OccupyInland(Step[CampaignPosition, Occupying]):
    """8.4.1: the hex is free now."""

    case = "8.4.1"

    def settle(self, pos: CampaignPosition, at: Occupying) -> bool:
        pos.done()
        pos.tell("8.4.1", "event.advanced", unit=at.unit, hex=at.hex)
        enter(pos, at.unit, (at.hex,))
        return False
