"""What players count: the victory areas (10.0), this turn, chit maxima (5.1), forces."""

from __future__ import annotations

from shapan.ground.areas import bits
from shapan.kernel.view import Ledger, Row

from ..position import CHINESE, JAPANESE, TaierzhuangPosition
from ..supply import supplied


def ledgers(pos: TaierzhuangPosition) -> list[Ledger]:
    return [Ledger("victory", "ledger.victory", _victory(pos), "10.0"), *_turn(pos)]


def _victory(pos: TaierzhuangPosition) -> list[Row]:
    """10.0, 10.1: the six areas, whose they are, and whether they are in supply."""
    book, in_supply = pos.book, supplied(pos)
    rows = []
    for area in bits(book.victory_town | book.victory_south):
        holder = next((side for side in (JAPANESE, CHINESE) if pos.control[side] >> area & 1), None)
        state = "none" if holder is None else pos.name(holder)
        if holder == JAPANESE and not in_supply >> area & 1:
            state = "unsupplied"
        side = "" if holder is None else pos.name(holder)
        rows.append(Row("ledger.area", state, "10.0", {"area": book.map.ids[area]}, side))
    return rows


def _turn(pos: TaierzhuangPosition) -> list[Ledger]:
    """What holds for this turn, the chit maxima, and the forces."""
    book = pos.book
    forces, chits = [], []
    for side in (JAPANESE, CHINESE):
        name = pos.name(side)
        on_map = sum(pos.strength(side, area) for area in range(book.area_count))
        forces.append(Row("ledger.on_map", on_map, "2.3", side=name))
        forces.append(Row("ledger.lost", pos.at[book.lost[side]].bit_count(), "7.4", side=name))
        chits.append(Row("ledger.maximum", pos.maximum(side, pos.turn, pos.shift[side]), "5.1", side=name))
        if pos.turn < book.turns:
            following = pos.maximum(side, pos.turn + 1, pos.next_shift[side])
            chits.append(Row("ledger.next_maximum", following, "5.3", side=name))
    return [
        Ledger("turn", "ledger.turn", _now(pos), "4.0"),
        Ledger("chits", "ledger.chits", chits, "5.1"),
        Ledger("forces", "ledger.forces", forces, "2.3"),
    ]


def _now(pos: TaierzhuangPosition) -> list[Row]:
    """Initiative, random event, and modifiers that wait."""
    first = pos.name(pos.initiative)
    rows = [Row("ledger.initiative", first, "4.0", side=first)]
    if pos.event:
        drawn = pos.book.events[pos.event]
        key = "ledger.no_event" if pos.event_effect() == "none" else "ledger.event"
        rows.append(Row(key, drawn.name, "4.0", {"total": pos.event, "effect": drawn.text}))
    for side in (JAPANESE, CHINESE):
        if pos.eager >> side & 1:
            rows.append(Row("ledger.no_flip", pos.name(side), "2.4", side=pos.name(side)))
    if pos.drm:
        rows.append(Row("ledger.drm", f"{pos.drm:+d}", "6.1", side=pos.name(CHINESE)))
    if pos.concentration >= 0:
        holder = pos.name(pos.concentration)
        rows.append(Row("ledger.concentration", holder, "12.7", side=holder))
    return rows
