"""What a side knows of the units of the other: S6.7 who is hidden, 2.0 which cards lie face down."""

from __future__ import annotations

from ..position import YangtzePosition
from ..who import Unit

SECRET_PHASES = ("allocate_cards",)


def known(pos: YangtzePosition, unit: Unit, viewer: int | None) -> bool:
    """S6.7: one's own units, and those of the enemy that are not hidden."""
    return pos.outcome is not None or pos.owner[unit] == viewer or not pos.hidden >> unit & 1


def open_card(pos: YangtzePosition, unit: Unit, viewer: int | None) -> str:
    """2.0: a card is face down for the other side until both have chosen; forced states lie open."""
    card = pos.card[unit]
    if pos.owner[unit] == viewer or pos.forced_now(unit) or not choosing(pos):
        return card
    return ""


def choosing(pos: YangtzePosition) -> bool:
    return not pos.outcome and pos.SEQUENCE.phases[pos.phase].name in SECRET_PHASES and pos.phase >= 0
