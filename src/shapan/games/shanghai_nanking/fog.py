"""Shanghai-Nanking Campaign 6.3 Fog of war: which counters a player can see."""

from __future__ import annotations

from shapan.ground.hexes import mask_of
from shapan.kernel import Refusal

from .advance import Advancing, Aftermath
from .battle import Battle
from .beaches import Ashore, Inland
from .combat import Joining
from .losses import Losing
from .overrun import Forming, Onward, Overran
from .position import CampaignPosition, Units
from .sides import CHINESE, JAPANESE


def seen_by(pos: CampaignPosition, side: str) -> Units:
    """6.3, R-33: one's own units, the top counters of enemy stacks, and whatever a battle has laid open.

    The spectator sees what both sides see. Reinforcements, dead piles and pools are open to everybody.
    """
    book = pos.book
    if not book.fog_of_war or pos.outcome:
        return book.roster[CHINESE] | book.roster[JAPANESE]
    everybody = book.roster[CHINESE] | book.roster[JAPANESE]
    seen = laid_open(pos) | everybody & ~pos.present
    if side in book.sides:
        seen |= book.roster[book.sides.index(side)]
    topped: set[int] = set()
    covered = 0
    for unit in pos.stacked():
        here = pos.place[unit]
        if here in topped:
            covered |= 1 << unit
        topped.add(here)
    return seen | everybody & ~covered


def laid_open(pos: CampaignPosition) -> Units:
    """6.3: both sides' units of a battle, from its beginning until its losses have been taken."""
    units = 0
    for frame in pos.frames():
        match frame:
            case Battle() | Aftermath() | Overran():
                units |= frame.units | mask_of(pos.stack_in(frame.target))
            case Ashore():
                units |= frame.units | mask_of(pos.stack_in(frame.site))
            case Losing():
                units |= frame.units
    return units


def call_off_refusal(pos: CampaignPosition) -> Refusal | None:
    """6.3: only what is being put together; once the defenders have been laid open it is too late."""
    if isinstance(pos.top, Joining | Forming):
        return None
    return Refusal("6.3", "refusal.revealed" if laid_open(pos) else "refusal.call_off_nothing")


def engaged(pos: CampaignPosition) -> Units:
    """All units that everybody knows to take part in an action under way: they have been laid open."""
    units = laid_open(pos)
    for frame in pos.frames():
        if isinstance(frame, Advancing | Inland | Onward):
            units |= frame.units
    return units
