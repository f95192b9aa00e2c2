"""Shanghai Incident 16.3 Snipers: where they appear, what they do to movement, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shapan.ground.hexes import Costs, Mask
from shapan.kernel import Refusal
from shapan.mechanics.fire_and_movement.terms import Term
from shapan.mechanics.forces import OFF

from .sides import CHINESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition

SNIPER: Final = "sniper"
"""The kind of a battle against a sniper alone."""


def sniper_hexes(pos: ShanghaiPosition) -> Mask:
    return sum(1 << here for here in pos.snipers if here != OFF)


# --- what they do -------------------------------------------------------------------------------


def sniper_area(pos: ShanghaiPosition) -> Mask:
    """16.3: the hexes of snipers and those next to them."""
    area = 0
    for here in pos.snipers:
        if here != OFF:
            area |= pos.book.near(here, pos.book.snipers["radius"])
    return area


def harassed(pos: ShanghaiPosition, costs: Costs) -> Costs:
    """16.3: what steps cost the Japanese among snipers; two snipers are no worse than one."""
    hexes = sniper_area(pos)
    return pos.book.costlier(costs, hexes, pos.book.snipers["multiplier"]) if hexes else costs


def sniper_term(pos: ShanghaiPosition) -> Term:
    """16.3: what a sniper defends himself with."""
    return Term("factor.sniper", pos.book.sniper_defence, "16.3")


# --- how they come and go -----------------------------------------------------------------------


def hideouts(pos: ShanghaiPosition, target: int) -> Mask:
    """16.3: the Shanghai hexes near the attacked one where a sniper may appear."""
    near = pos.book.near(target, pos.book.snipers["placement_range"])
    return near & pos.book.shanghai & ~(pos.closed | sniper_hexes(pos))


def snipe_refusal(pos: ShanghaiPosition, side: int, target: int, here: int) -> Refusal | None:
    """16.3: one sniper for each Chinese attack into Shanghai, as long as there are counters (R-12)."""
    if side != CHINESE or not pos.book.shanghai >> target & 1:
        return Refusal("16.3", "refusal.sniper_when")
    if pos.sniped:
        return Refusal("16.3", "refusal.sniper_once")
    if all(sniper != OFF for sniper in pos.snipers):
        return Refusal("16.3", "refusal.sniper_none")
    if pos.closed >> here & 1:
        return Refusal("18.0", "refusal.closed", hex=here)
    if not hideouts(pos, target) >> here & 1:
        return Refusal("16.3", "refusal.sniper_where", hex=here)
    return None


def snipe(pos: ShanghaiPosition, here: int) -> None:
    at = pos.snipers.index(OFF)
    pos.snipers = (*pos.snipers[:at], here, *pos.snipers[at + 1 :])
    pos.sniped = True
    pos.tell("16.3", "event.sniper", unit=pos.book.first_sniper + at, hex=here)


def hunt_down(pos: ShanghaiPosition, here: int) -> None:
    """16.3: whatever hurts or moves a defender is the end of a sniper in his hex."""
    if here in pos.snipers:
        at = pos.snipers.index(here)
        pos.snipers = (*pos.snipers[:at], OFF, *pos.snipers[at + 1 :])
        pos.tell("16.3", "event.sniper_gone", unit=pos.book.first_sniper + at, hex=here)
