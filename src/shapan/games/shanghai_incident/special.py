"""Shanghai Incident 16.0 Special units: cavalry, snipers, and what snipers and aircraft do to movement (15.4, 16.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapan.ground.hexes import Costs, Mask, bits
from shapan.kernel import Refusal
from shapan.mechanics.forces import OFF

from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


def hampered(pos: ShanghaiPosition, side: int, costs: Costs, interdicted: int) -> Costs:
    """16.3: snipers triple what the Japanese pay; 15.4: aircraft multiply what the Chinese pay. Each counts once."""
    if side == JAPANESE:
        hexes = sniper_area(pos)
        return pos.book.dearer(costs, hexes, pos.book.snipers["multiplier"]) if hexes else costs
    hexes = interdicted_area(pos)
    return pos.book.dearer(costs, hexes, interdicted) if hexes else costs


def sniper_area(pos: ShanghaiPosition) -> Mask:
    """16.3: the hexes of snipers and those next to them."""
    area = 0
    for here in pos.snipers:
        if here != OFF:
            area |= pos.book.near(here, pos.book.snipers["radius"])
    return area


def interdicted_area(pos: ShanghaiPosition) -> Mask:
    """15.4: within two hexes of an air marker on the map, its own hex included (R-22)."""
    area = 0
    for state in pos.support:
        if state >= 0:
            area |= pos.book.near(state, pos.book.interdiction["radius"])
    return area


# --- 16.2 Japanese cavalry ----------------------------------------------------------------------


def zone_for_retreat(pos: ShanghaiPosition, side: int) -> Mask:
    """16.2: retreating Chinese units ignore the zones of Japanese cavalry."""
    if side == JAPANESE:
        return pos.zone_of(CHINESE)
    hexes = 0
    for unit in bits(pos.present & pos.book.roster[JAPANESE] & ~pos.book.cavalry):
        hexes |= 1 << pos.place[unit]
    return pos.book.grid.spread(hexes) & pos.book.playable


# --- 16.3 snipers -------------------------------------------------------------------------------


def sniper_hexes(pos: ShanghaiPosition) -> Mask:
    return sum(1 << here for here in pos.snipers if here != OFF)


def hideouts(pos: ShanghaiPosition, target: int) -> Mask:
    """16.3: the Shanghai hexes within two hexes of the attacked one where a sniper may appear."""
    near = pos.book.near(target, pos.book.snipers["placement_range"])
    return near & pos.book.shanghai & ~(pos.closed | sniper_hexes(pos))


def snipe_refusal(pos: ShanghaiPosition, side: int, target: int, here: int) -> Refusal | None:
    """16.3: one sniper for each Chinese attack into Shanghai, as long as there are counters (R-12)."""
    if side != CHINESE or not pos.book.shanghai >> target & 1:
        return Refusal("16.3", "refusal.sniper_when")
    if pos.sniped or all(sniper != OFF for sniper in pos.snipers):
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
    """16.3: a sniper is eliminated on any exchange or D result of an attack on its hex."""
    if here in pos.snipers:
        at = pos.snipers.index(here)
        pos.snipers = (*pos.snipers[:at], OFF, *pos.snipers[at + 1 :])
        pos.tell("16.3", "event.sniper_gone", unit=pos.book.first_sniper + at, hex=here)
