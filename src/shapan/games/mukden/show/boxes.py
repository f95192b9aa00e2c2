"""Everything off the map of Mukden: dead piles and bombardment markers."""

from __future__ import annotations

from shapan.kernel.kept import follows_from
from shapan.kernel.view import Box

from ..actions import COMBAT_FIRST
from ..position import MukdenPosition
from ..sides import JAPANESE


@follows_from("place", "outcome", "order", "phase", "markers")
def boxes(pos: MukdenPosition) -> list[Box]:
    """9.11 dead piles (not with hidden losses, 4.3), and the markers of 9.7."""
    book = pos.book
    found = [Box("markers", "box.markers", book.sides[JAPANESE], count=_markers(pos))]
    if book.hidden_losses and not pos.outcome:
        return found
    for number, side in enumerate(book.sides):
        dead = [book.lexicon.pieces[unit] for unit in book.units_of[number] if pos.place[unit] < 0]
        found.append(Box(f"dead.{side}", "box.dead", side, pieces=dead, count=len(dead)))
    return found


def _markers(pos: MukdenPosition) -> int:
    """5.3, 9.7: the markers at hand; declaring combat first makes them ready, before the phase in which they serve."""
    ready = pos.order == COMBAT_FIRST and pos.SEQUENCE.phases[pos.phase].number == "III"
    return pos.book.markers if ready else pos.markers
