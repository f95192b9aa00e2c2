"""The Shanghai-Nanking Campaign as a View: what a side may know, in the vocabulary that every game shares."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel.view import Clock, Mark, PieceView, View, view_of

from ..fog import seen_by
from ..position import CampaignPosition
from ..sequence import operation
from ..sides import CHINESE, JAPANESE
from .boxes import boxes
from .ledgers import ledgers
from .preview import preview


def view(pos: CampaignPosition, side: str) -> View:
    """6.3: everything that this side, or the spectator, may know."""
    return view_of(
        pos,
        side,
        clock=_clock(pos),
        pieces=_pieces(pos, side),
        boxes=boxes(pos),
        marks=_marks(pos),
        ledgers=ledgers(pos),
        preview=lambda: preview(pos, side),
        overlays=_overlays(pos),
    )


def _clock(pos: CampaignPosition) -> Clock:
    """5.1: the phase as the book numbers it, and what the plan makes of it (5.3)."""
    phase = pos.SEQUENCE.phases[pos.phase]
    name = phase.name
    if name.endswith(("_first", "_second")) and pos.plan:
        name = f"{name}_{operation(pos, name.endswith('_second'))}"
    date = pos.book.dates[min(pos.turn, pos.book.turns) - 1]
    return Clock(pos.turn, pos.book.turns, date, phase.number, f"phase.{name}", phase.case)


def _pieces(pos: CampaignPosition, side: str) -> list[PieceView]:
    seen = seen_by(pos, side)
    return [
        _piece(pos, unit, order, bool(seen >> unit & 1))
        for stack in _stacks(pos).values()
        for order, unit in enumerate(stack)
    ]


def _stacks(pos: CampaignPosition) -> dict[int, list[int]]:
    """Every occupied hex with its units, the top one first, in rising order of hexes."""
    found: dict[int, list[int]] = {here: [] for here in bits(pos.occupied[0] | pos.occupied[1])}
    for unit in pos.pile:
        if pos.place[unit] >= 0:
            found[pos.place[unit]].append(unit)
    return found


def _piece(pos: CampaignPosition, unit: int, order: int, seen: bool) -> PieceView:
    book = pos.book
    owner = book.sides[book.side_of[unit]]
    place = book.grid.name(pos.place[unit])
    if not seen:
        return PieceView(f"{owner[0]}?{place}.{order}", owner, place, order, hidden=True)
    reduced = pos.steps[unit] < book.full_steps[unit]
    return PieceView(
        book.lexicon.pieces[unit],
        owner,
        place,
        order,
        face="back" if reduced else "front",
        values={"cf": factor_text(pos, unit), "steps": pos.steps[unit]},
        statuses=("reduced",) if reduced else (),
    )


def factor_text(pos: CampaignPosition, unit: int) -> str:
    """2.2.1: a static unit's factor stands in brackets."""
    factor = pos.factor(unit)
    return f"({factor})" if pos.book.static >> unit & 1 else str(factor)


def _marks(pos: CampaignPosition) -> list[Mark]:
    """3.2: every hex that the Japanese control, and whose each city is (4.3)."""
    book, names = pos.book, pos.book.grid.names
    cities = book.terrain.japanese_goal
    held = (cities & ~pos.japanese_held, cities & pos.japanese_held)
    flags = [Mark("control", names(held[number]), side) for number, side in enumerate(book.sides)]
    return [Mark("held", names(pos.japanese_held), book.sides[JAPANESE]), *flags]


def _overlays(pos: CampaignPosition) -> dict[str, tuple[str, ...]]:
    """7.0 zones, 8.2 and 8.3 lines, 11.4 gunfire; all follow from what everybody sees."""
    terrain, names = pos.book.terrain, pos.book.grid.names
    chinese, japanese = pos.front(CHINESE), pos.front(JAPANESE)
    return {
        "zone.chinese": names(japanese.zone),
        "zone.japanese": names(chinese.zone),
        "line.japanese": names(japanese.communicating),
        "line.railway": names(chinese.railway),
        "gunfire.attack": names(terrain.gunfire_attack),
        "gunfire.defence": names(terrain.gunfire_defence),
    }
