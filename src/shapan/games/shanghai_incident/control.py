"""Shanghai Incident 11.0 Hex control: whoever was in a hex last has it.

Only landmarks are remembered (towns, cities, Woosung forts): no rule asks who controls open country.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapan.ground.hexes import Hex, Mask, bits
from shapan.mechanics.sides import other

from . import forts, settlements
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


def enter(pos: ShanghaiPosition, side: int, hexes: Mask) -> None:
    """A unit of this side has entered these hexes, by whatever kind of movement or placement (R-35)."""
    marked = hexes & pos.book.landmarks
    gained = marked & ~pos.held[side]
    if gained:
        mine, theirs = pos.held[side] | gained, pos.held[other(side)] & ~gained
        pos.held = (mine, theirs) if side == JAPANESE else (theirs, mine)
        if pos.teller is not None:
            for here in bits(gained):
                pos.tell("11.0", "event.control", side=pos.book.sides[side], hex=here)
        if side == JAPANESE:
            settlements.entered(pos, gained)
    if side == JAPANESE:
        forts.raze_if_all_held(pos)


def revive(pos: ShanghaiPosition, here: Hex) -> None:
    """17.3: the last Japanese have left a Woosung fort: its garrison can fight again, and it is Chinese (R-26)."""
    if (forts.operative(pos) & pos.held[JAPANESE]) >> here & 1:
        pos.held = (pos.held[JAPANESE] & ~(1 << here), pos.held[CHINESE] | 1 << here)
        pos.tell("17.3", "event.fort_revived", side=pos.book.sides[CHINESE], hex=here)
