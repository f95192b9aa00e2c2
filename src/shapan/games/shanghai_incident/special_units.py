"""Shanghai Incident 16.0 Special units: cavalry and engineers (snipers and trains have modules of their own).

Support units (16.1) are part of the standard rules: stacking, exchanges and mobile movement know them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.mechanics.fire_and_movement.terms import Battle, Units

from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


def zone_for_retreat(pos: ShanghaiPosition, side: int) -> Mask:
    """16.2: Chinese who fall back pass cavalry as if it had no zone."""
    if side == JAPANESE:
        return pos.zone_of(CHINESE)
    others = bits(pos.present & pos.book.roster[JAPANESE] & ~pos.book.cavalry)
    hexes = mask_of([pos.place[unit] for unit in others])
    return pos.book.grid.spread(hexes) & pos.book.playable


def engineered(pos: ShanghaiPosition, battle: Battle) -> bool:
    """16.5: no fort helps against a Japanese attack in which an engineer takes part."""
    return battle.side == JAPANESE and bool(battle.units & pos.book.engineers)


def first_losses(pos: ShanghaiPosition, units: Units) -> Units:
    """16.5: engineers are the first to pay for an exchange."""
    return units & pos.book.engineers
