"""Shanghai Incident 18.0 The settlements.

The Chinese stay out of the foreign settlements and Nanshi until a Japanese unit has entered a settlement. The Japanese
may enter when they like, at the price of 12.3 for the International Settlement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapan.ground.hexes import Mask

if TYPE_CHECKING:
    from .position import ShanghaiPosition


def shunned(pos: ShanghaiPosition) -> Mask:
    """Where a Japanese step has consequences: no way goes there unless its player says so."""
    price = 0 if pos.settlement_entered else pos.book.penalised
    return price | pos.closed & pos.book.settled


def sectors_shunned(pos: ShanghaiPosition) -> tuple[Mask, ...]:
    """18.0, 12.3: the same by sector, first what only opens it to the Chinese, then what costs points as well."""
    hexes = shunned(pos)
    if not hexes:
        return ()
    sectors = sorted(pos.book.settlements, key=lambda sector: bool(sector & pos.book.penalised))
    return tuple(sector & hexes for sector in sectors if sector & hexes)


def entered(pos: ShanghaiPosition, hexes: Mask) -> None:
    """A Japanese unit has entered these hexes: the price of 12.3, and what it opens to the Chinese at once."""
    if hexes & pos.book.penalised and not pos.settlement_entered:
        pos.settlement_entered = True
        pos.tell("12.3", "event.settlement_entered", value=pos.book.victory["settlement_entered"])
    each = pos.book.switches["sector_opening"] == "each"
    for sector in pos.book.settlements:
        if hexes & sector and pos.closed & sector:
            pos.closed = pos.closed & ~(sector | pos.book.opened_with) if each else 0
            pos.tell("18.0", "event.opened")
