"""What players count: the victory areas (10.0), this turn, chit maxima (5.1), forces."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Final

from shapan.ground.areas import bits
from shapan.kernel.kept import Before, follows_from, goes_on_from
from shapan.kernel.view import Ledger, LedgerRow

from ..book import TaierzhuangBook
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from ..supply import supplied

NOW: Final = ("turn", "shift", "next_shift", "initiative", "event", "eager", "drm", "concentration")
"""What holds for this turn."""
Forces = tuple[tuple[int, int], ...]
"""How many units each side has on the map, and how many it has lost."""


@goes_on_from("control", "at", "cut", "dropped", *NOW)
def ledgers(pos: TaierzhuangPosition, before: Before[list[Ledger]] | None) -> list[Ledger]:
    """They follow from which victory areas are in supply and from how many units there are, not from who is where.
    Nearly every look finds units elsewhere, so that more than the last would be kept for nobody."""
    book = pos.book
    on_map = reduce(or_, pos.at[: book.area_count])
    forces = tuple(
        ((on_map & book.roster[side]).bit_count(), pos.at[book.lost[side]].bit_count()) for side in (JAPANESE, CHINESE)
    )
    return _ledgers(pos, supplied(pos) & (book.victory_town | book.victory_south), forces)


@follows_from("control", *NOW)
def _ledgers(pos: TaierzhuangPosition, in_supply: int, forces: Forces) -> list[Ledger]:
    book = pos.book
    victory = book.victory_town | book.victory_south
    held = tuple([areas & victory for areas in pos.control])
    return [_victory(book, held, in_supply), _turn(pos), _chits(pos), _forces(book, forces)]


@lru_cache(1 << 10)
def _victory(book: TaierzhuangBook, held: tuple[int, ...], in_supply: int) -> Ledger:
    """10.0, 10.1: the six areas, whose they are, and whether they are in supply."""
    rows = []
    for area in bits(book.victory_town | book.victory_south):
        holder = next((side for side in (JAPANESE, CHINESE) if held[side] >> area & 1), None)
        side = "" if holder is None else book.sides[holder]
        state = side or "none"
        if holder == JAPANESE and not in_supply >> area & 1:
            state = "unsupplied"
        rows.append(LedgerRow("ledger.area", state, "10.0", {"area": book.map.ids[area]}, side))
    return Ledger("victory", "ledger.victory", rows, "10.0")


@follows_from("turn", "shift", "next_shift")
def _chits(pos: TaierzhuangPosition) -> Ledger:
    """5.1: the chit maxima, and 5.3 those of the next turn."""
    rows = []
    for side in (JAPANESE, CHINESE):
        name = pos.name(side)
        rows.append(LedgerRow("ledger.maximum", pos.maximum(side, pos.turn, pos.shift[side]), "5.1", side=name))
        if pos.turn < pos.book.turns:
            following = pos.maximum(side, pos.turn + 1, pos.next_shift[side])
            rows.append(LedgerRow("ledger.next_maximum", following, "5.3", side=name))
    return Ledger("chits", "ledger.chits", rows, "5.1")


@lru_cache(1 << 10)
def _forces(book: TaierzhuangBook, forces: Forces) -> Ledger:
    """The forces of each side."""
    rows = []
    for name, (on_map, lost) in zip(book.sides, forces, strict=True):
        rows.append(LedgerRow("ledger.on_map", on_map, "2.3", side=name))
        rows.append(LedgerRow("ledger.lost", lost, "7.4", side=name))
    return Ledger("forces", "ledger.forces", rows, "2.3")


@follows_from(*NOW)
def _turn(pos: TaierzhuangPosition) -> Ledger:
    """4.0: initiative, random event, and modifiers that wait."""
    first = pos.name(pos.initiative)
    rows = [LedgerRow("ledger.initiative", first, "4.0", side=first)]
    if pos.event:
        drawn = pos.book.events[pos.event]
        key = "ledger.no_event" if pos.event_effect() == "none" else "ledger.event"
        rows.append(LedgerRow(key, drawn.name, "4.0", {"total": pos.event, "effect": drawn.text}))
    for side in (JAPANESE, CHINESE):
        if pos.eager >> side & 1:
            rows.append(LedgerRow("ledger.no_flip", pos.name(side), "2.4", side=pos.name(side)))
    if pos.drm:
        rows.append(LedgerRow("ledger.drm", f"{pos.drm:+d}", "6.1", side=pos.name(CHINESE)))
    if pos.concentration >= 0:
        holder = pos.name(pos.concentration)
        rows.append(LedgerRow("ledger.concentration", holder, "12.7", side=holder))
    return Ledger("turn", "ledger.turn", rows, "4.0")
