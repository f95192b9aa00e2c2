"""Storm Over Taierzhuang as a View: what a side may know, in the vocabulary that every game shares."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, compress
from operator import is_not

from shapan.ground.areas import bits
from shapan.kernel.kept import Before, follows_from, goes_on_from
from shapan.kernel.view import Clock, Heaps, Mark, PieceView, View, view_of
from shapan.mechanics.sides import other

from ..book import TaierzhuangBook
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from ..supply import supplied
from .boxes import boxes
from .ledgers import ledgers
from .preview import previews
from .spaces import laid


def view(pos: TaierzhuangPosition, side: str, bare: bool = False) -> View:
    """Everything but the other side's hand and cup; the spectator sees neither hand."""
    return view_of(
        pos,
        side,
        bare=bare,
        clock=_clock(pos),
        pieces=_heaps(pos) if bare else _pieces(pos),
        boxes=boxes(pos, side),
        marks=_marks(pos),
        ledgers=ledgers(pos),
        previews=lambda: previews(pos),
        overlays=lambda: _overlays(pos),
    )


@follows_from("turn", "phase")
def _clock(pos: TaierzhuangPosition) -> Clock:
    phase = pos.SEQUENCE.phases[pos.phase]
    return Clock(
        pos.turn, pos.book.turns, pos.book.dates[pos.turn - 1], phase.number, f"phase.{phase.name}", phase.case
    )


# --- units ------------------------------------------------------------------------------------------


@follows_from("at", "spent")
def _pieces(pos: TaierzhuangPosition) -> tuple[PieceView, ...]:
    """2.1: all units on the map and in the zones are open to everybody."""
    book, spent, on_map = pos.book, pos.spent, enumerate(pos.at[: pos.book.place_count])
    return tuple(chain.from_iterable([_there(book, place, here, here & spent) for place, here in on_map if here]))


@goes_on_from("at", "spent")
def _heaps(pos: TaierzhuangPosition, before: Before[Heaps] | None) -> Heaps:
    """The same for whoever only counts, place by place; where nobody came, went or was turned over nothing is new."""
    book, spent, on_map = pos.book, pos.spent, pos.at[: pos.book.place_count]
    if before is None:
        return Heaps([_counted(book, place, here, here & spent) for place, here in enumerate(on_map)])
    (was_at, was_spent), heaps = before.fields, list(before.made.heaps)
    places = set(compress(range(len(on_map)), map(is_not, on_map, was_at)))
    if turned := spent ^ was_spent:
        places.update([place for place, here in enumerate(on_map) if here & turned])
    for place in places:
        heaps[place] = _counted(book, place, on_map[place], on_map[place] & spent)
    return Heaps(heaps)


@lru_cache(1 << 13)
def _there(book: TaierzhuangBook, place: int, here: int, spent: int) -> tuple[PieceView, ...]:
    """The units in a place, each side in its own part of it, the spent ones last. In most places nothing changes."""
    found: list[PieceView] = []
    for side in (JAPANESE, CHINESE):
        if units := here & book.roster[side]:
            row = bits(units & ~spent) + bits(units & spent)
            where = laid(book, place, side, row, spent, units == here)
            found += [
                _piece(book, unit, place, order, spot, bool(spent >> unit & 1))
                for order, (unit, spot) in enumerate(zip(row, where, strict=True))
            ]
    return tuple(found)


@lru_cache(1 << 14)
def _piece(
    book: TaierzhuangBook, unit: int, place: int, order: int, spot: tuple[int, int] | None, spent: bool
) -> PieceView:
    values = {"df": book.spent_df[unit]} if spent else {}
    return PieceView(
        book.lexicon.pieces[unit],
        book.sides[book.side_of[unit]],
        book.map.ids[place],
        order,
        face="back" if spent else "front",
        values=values | ({"cf": "", "ma": ""} if spent else {}),
        statuses=("spent",) if spent else (),
        at=spot,
    )


@lru_cache(1 << 13)
def _counted(book: TaierzhuangBook, place: int, here: int, spent: int) -> tuple[PieceView, ...]:
    """The units in a place for whoever only counts: which lies beside which is drawing, and the book knows no order."""
    return tuple([_piece(book, unit, place, 0, None, bool(spent >> unit & 1)) for unit in bits(here)])


# --- marks and overlays -----------------------------------------------------------------------------


@follows_from("control", "cut", "dropped")
def _marks(pos: TaierzhuangPosition) -> list[Mark]:
    """9.0 control, and what Guerrillas and Air Drop have done in this End Phase."""
    marks = [_mark(pos.book, "control", side, pos.control[side]) for side in (JAPANESE, CHINESE)]
    if pos.cut:
        marks.append(_mark(pos.book, "cut", CHINESE, pos.cut))
    if pos.dropped:
        marks.append(_mark(pos.book, "drop", JAPANESE, pos.dropped))
    return marks


@lru_cache(1 << 9)
def _mark(book: TaierzhuangBook, kind: str, side: int, areas: int) -> Mark:
    return Mark(kind, book.map.names(areas), book.sides[side])


def _overlays(pos: TaierzhuangPosition) -> dict[str, list[str]]:
    """6.3 supply, contested areas, and where each side stands."""
    sheet = pos.book.map
    occupied = pos.occupied(JAPANESE), pos.occupied(CHINESE)
    in_supply = supplied(pos)
    overlays = {
        "supply.in": sheet.names(in_supply & occupied[JAPANESE]),
        "supply.out": sheet.names(occupied[JAPANESE] & ~in_supply),
        "contested": sheet.names(occupied[JAPANESE] & occupied[CHINESE]),
    }
    for side in (JAPANESE, CHINESE):
        overlays[f"alone.{pos.name(side)}"] = sheet.names(occupied[side] & ~occupied[other(side)])
    return overlays
