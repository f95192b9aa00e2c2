"""Mukden as a View: what a side may know, in the vocabulary that every game shares."""

from __future__ import annotations

from functools import lru_cache

from shapan.ground.hexes import Hex
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Clock, Mark, PieceView, View, view_of

from ..book import MukdenBook
from ..fog import seen_by
from ..position import MukdenPosition, Units
from .boxes import boxes
from .ledgers import ledgers
from .preview import previews


def view(pos: MukdenPosition, side: str, bare: bool = False) -> View:
    """6.2, 2.11: everything that this side, or the spectator, may know."""
    return view_of(
        pos,
        side,
        bare=bare,
        clock=_clock(pos),
        pieces=_pieces(pos, seen_by(pos, side)),
        boxes=boxes(pos),
        marks=_marks(pos),
        ledgers=ledgers(pos, side),
        previews=lambda: previews(pos),
        overlays=lambda: _overlays(pos),
    )


def _clock(pos: MukdenPosition) -> Clock:
    phase = pos.SEQUENCE.phases[pos.phase]
    name = phase.name
    if name in ("first_actions", "second_actions") and pos.order:
        movement = (name == "first_actions") == (pos.order == "movement")
        name = "movement" if movement else "combat"
    date = pos.book.dates[min(pos.turn, pos.book.turns) - 1]
    return Clock(pos.turn, pos.book.turns, date, phase.number, f"phase.{name}", phase.case)


@follows_from("place", "pile", "steps", "disrupted")
def _pieces(pos: MukdenPosition, seen: Units) -> list[PieceView]:
    pieces = []
    for here, stack in pos.stacks():
        for order, unit in enumerate(stack):
            down, steps = pos.disrupted >> unit & 1, pos.steps[unit]
            pieces.append(_piece(pos.book, unit, here, order, bool(down), steps if seen >> unit & 1 else None))
    return pieces


@lru_cache(1 << 12)
def _piece(book: MukdenBook, unit: int, here: Hex, order: int, down: bool, steps: int | None) -> PieceView:
    """A counter, without steps if it is hidden. Most of them are where they were a moment ago."""
    owner = book.sides[book.side_of[unit]]
    place = book.grid.name(here)
    if steps is None:
        flag = order == 0 and down
        return PieceView(
            f"{owner[0]}?{place}.{order}", owner, place, order, hidden=True, face="back" if flag else "front"
        )
    return PieceView(
        book.lexicon.pieces[unit],
        owner,
        place,
        order,
        face="back" if down else "front",
        values={"steps": steps},
        statuses=("disrupted",) if down else (),
    )


@follows_from("japanese_held")
def _marks(pos: MukdenPosition) -> list[Mark]:
    """3.3: who controls the critical hexes."""
    book = pos.book
    held = (pos.japanese_held, book.critical & ~pos.japanese_held)
    return [Mark("control", book.grid.names(held[number]), side) for number, side in enumerate(book.sides)]


@follows_from("occupied")
def _overlays(pos: MukdenPosition) -> dict[str, tuple[str, ...]]:
    """7.0 zones of control and 7.6 lines of communication; both follow from what everybody sees."""
    book = pos.book
    overlays = {}
    for number, side in enumerate(book.sides):
        overlays[f"zone.{side}"] = book.grid.names(book.grid.spread(pos.occupied[number]))
        overlays[f"line.{side}"] = book.grid.names(pos.front(number).communicating)
    return overlays
