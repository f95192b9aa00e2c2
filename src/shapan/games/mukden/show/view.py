"""Mukden as a View: what a side may know, in the vocabulary that every game shares."""

from __future__ import annotations

from functools import lru_cache

from shapan.ground.hexes import Hex
from shapan.kernel.view import Box, Clock, Ledger, Mark, PieceView, Row, View, view_of

from ..actions import COMBAT_FIRST
from ..book import MukdenBook
from ..fog import seen_by
from ..position import JAPANESE, RUSSIAN, MukdenPosition
from ..victory import stranded
from .preview import previews


def view(pos: MukdenPosition, side: str, bare: bool = False) -> View:
    """6.2, 2.11: everything that this side, or the spectator, may know."""
    return view_of(
        pos,
        side,
        bare=bare,
        clock=_clock(pos),
        pieces=_pieces(pos, side),
        boxes=_boxes(pos),
        marks=_marks(pos),
        ledgers=_ledgers(pos, side),
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


def _pieces(pos: MukdenPosition, side: str) -> list[PieceView]:
    seen = seen_by(pos, side)
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


def _boxes(pos: MukdenPosition) -> list[Box]:
    """9.11 dead piles (not with hidden losses, 4.3), and the markers of 9.7."""
    book = pos.book
    boxes = [Box("markers", "box.markers", book.sides[JAPANESE], count=_markers(pos))]
    if book.hidden_losses and not pos.outcome:
        return boxes
    for number, side in enumerate(book.sides):
        dead = [book.lexicon.pieces[unit] for unit in book.units_of[number] if pos.place[unit] < 0]
        boxes.append(Box(f"dead.{side}", "box.dead", side, pieces=dead, count=len(dead)))
    return boxes


def _markers(pos: MukdenPosition) -> int:
    """5.3, 9.7: the markers at hand; declaring combat first makes them ready, before the phase in which they serve."""
    ready = pos.order == COMBAT_FIRST and pos.SEQUENCE.phases[pos.phase].number == "III"
    return pos.book.markers if ready else pos.markers


def _marks(pos: MukdenPosition) -> list[Mark]:
    """3.3: who controls the critical hexes."""
    book = pos.book
    held = (pos.japanese_held, book.critical & ~pos.japanese_held)
    return [Mark("control", book.grid.names(held[number]), side) for number, side in enumerate(book.sides)]


def _ledgers(pos: MukdenPosition, side: str) -> list[Ledger]:
    """9.11 steps lost, hidden until the end if that was agreed (4.3 optional), and how the test of 4.3 stands."""
    book = pos.book
    rows = []
    if not book.hidden_losses or pos.outcome:
        rows = [Row("ledger.lost", pos.lost[number], "9.11", side=name) for number, name in enumerate(book.sides)]
    rows.append(_stranded(pos, side))
    rows.append(Row("ledger.corps", pos.corps_lost, "5.2", side=book.sides[RUSSIAN]))
    holder = book.sides[JAPANESE if pos.japanese_held >> book.end_game_hex & 1 else RUSSIAN]
    rows.append(Row("ledger.mukden", holder, "4.3", side=holder))
    return [Ledger("victory", "ledger.title", rows, "4.0")]


def _stranded(pos: MukdenPosition, side: str) -> Row:
    """4.3: Russian units without a line of communication: their steps for who may know them, else the counters."""
    russian = pos.book.sides[RUSSIAN]
    if side == russian or pos.outcome or not pos.book.fog_of_war:
        return Row("ledger.stranded", pos.strength(stranded(pos)), "4.3", side=russian)
    return Row("ledger.stranded_counters", len(stranded(pos)), "4.3", side=russian)


def _overlays(pos: MukdenPosition) -> dict[str, tuple[str, ...]]:
    """7.0 zones of control and 7.6 lines of communication; both follow from what everybody sees."""
    book = pos.book
    overlays = {}
    for number, side in enumerate(book.sides):
        overlays[f"zone.{side}"] = book.grid.names(book.grid.spread(pos.occupied[number]))
        overlays[f"line.{side}"] = book.grid.names(pos.front(number).communicating)
    return overlays
