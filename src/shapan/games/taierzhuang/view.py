"""Storm Over Taierzhuang as a View: what a side may know, in the vocabulary that every game shares."""

from __future__ import annotations

from shapan.ground.areas import bits
from shapan.ground.areas.shapes import box
from shapan.kernel.view import Box, Clock, Ledger, Mark, PieceView, Row, View, asked

from .board import copy_id, track_spot
from .position import CHINESE, JAPANESE, TaierzhuangPosition, other
from .preview import preview
from .rooms import spots
from .supply import supplied


def view(pos: TaierzhuangPosition, side: str) -> View:
    """Everything but the other side's hand and cup; the spectator sees neither hand."""
    return View(
        game=pos.book.game.id,
        scenario=pos.book.scenario,
        side=side,
        clock=_clock(pos),
        pieces=_pieces(pos),
        boxes=_boxes(pos, side),
        marks=_marks(pos),
        ledgers=_ledgers(pos),
        ask=asked(pos, side),
        preview=preview(pos) if pos.actor == side else None,
        outcome=pos.outcome,
        overlays=_overlays(pos),
    )


def _clock(pos: TaierzhuangPosition) -> Clock:
    phase = pos.SEQUENCE.phases[pos.phase]
    return Clock(
        pos.turn, pos.book.turns, pos.book.dates[pos.turn - 1], phase.number, f"phase.{phase.name}", phase.case
    )


def _boxes(pos: TaierzhuangPosition, viewer: str) -> list[Box]:
    """Everything off the map, the viewer's own first."""
    sides = sorted((JAPANESE, CHINESE), key=lambda side: pos.name(side) != viewer)
    return [box for side in sides for box in (*_chits(pos, side, viewer), *_units(pos, side))]


# --- units ------------------------------------------------------------------------------------------


def _pieces(pos: TaierzhuangPosition) -> list[PieceView]:
    """2.1: all units on the map and in the zones are open to everybody; each side has its own part of an area."""
    found = []
    for place in range(pos.book.place_count):
        for side in (JAPANESE, CHINESE):
            units = pos.units_in(side, place)
            ready = [unit for unit in bits(units) if not pos.spent >> unit & 1]
            row = ready + bits(units & pos.spent)
            alone = not pos.units_in(other(side), place)
            where = spots(pos.book, place, side, len(row), alone)
            found += [
                _piece(pos, unit, place, at, spot) for at, (unit, spot) in enumerate(zip(row, where, strict=True))
            ]
    return found


def _piece(pos: TaierzhuangPosition, unit: int, place: int, order: int, spot: tuple[int, int]) -> PieceView:
    book = pos.book
    spent = bool(pos.spent >> unit & 1)
    values = {"df": book.spent_df[unit]} if spent else {}
    return PieceView(
        book.lexicon.pieces[unit],
        pos.name(book.side_of[unit]),
        book.map.ids[place],
        order,
        face="back" if spent else "front",
        values=values | ({"cf": "", "ma": ""} if spent else {}),
        statuses=("spent",) if spent else (),
        at=spot,
    )


def _units(pos: TaierzhuangPosition, side: int) -> list[Box]:
    """6.0 the pool, losses, and units that wait to be placed."""
    book, name = pos.book, pos.name(side)
    pool = pos.at[book.pool[side]]
    boxes = [
        _box(pos, f"pool.{name}", "box.pool", side, pool & ~pos.retreated),
        _box(pos, f"lost.{name}", "box.lost", side, pos.at[book.lost[side]]),
    ]
    if back := pool & pos.retreated:
        boxes.append(_box(pos, f"retreated.{name}", "box.retreated", side, back))
    if waiting := pos.at[book.muster] & book.roster[side]:
        boxes.insert(0, _box(pos, f"muster.{name}", "box.muster", side, waiting))
    return boxes


def _box(pos: TaierzhuangPosition, name: str, title: str, side: int, units: int) -> Box:
    pieces = [pos.book.lexicon.pieces[unit] for unit in bits(units)]
    return Box(name, title, pos.name(side), pieces, len(pieces))


# --- chits ------------------------------------------------------------------------------------------


def _chits(pos: TaierzhuangPosition, side: int, viewer: str) -> list[Box]:
    """5.1: a hand and a cup show their contents to their owner only, their number to everybody."""
    name = pos.name(side)
    mine = viewer == name or pos.outcome is not None
    boxes = []
    for kind, counts in (("hand", pos.hands), ("cup", pos.cups)):
        ids = _ids(pos, side, counts)
        shown = ids if mine else ()
        boxes.append(Box(f"{kind}.{name}", f"box.{kind}", name, shown, len(ids), hand=kind == "hand"))
    if mine and pos.stack and pos.stack[0][0] == "discard":
        ids = _ids(pos, side, pos.frame[1])
        boxes.append(Box(f"discards.{name}", "box.discards", name, ids, len(ids)))
    gone = [count - sum(parts) for count, *parts in zip(pos.book.chit_counts, *_everywhere(pos), strict=True)]
    for kind, counts in (("played", pos.played), ("removed", tuple(gone))):
        if ids := _ids(pos, side, counts):
            boxes.append(Box(f"{kind}.{name}", f"box.{kind}", name, ids, len(ids)))
    return boxes


def _everywhere(pos: TaierzhuangPosition) -> tuple[tuple[int, ...], ...]:
    return pos.hands, pos.cups, pos.played


def _ids(pos: TaierzhuangPosition, side: int, counts: tuple[int, ...]) -> list[str]:
    """Copies are numbered within each box anew: a number tells nothing about other boxes."""
    chits = pos.book.chits
    return [copy_id(chits[chit], number) for chit in pos.book.chits_of[side] for number in range(1, counts[chit] + 1)]


# --- marks, ledgers, overlays -----------------------------------------------------------------------


def _marks(pos: TaierzhuangPosition) -> list[Mark]:
    """9.0 control, and what Guerrillas and Air Drop have done in this End Phase."""
    sheet = pos.book.map
    marks = [Mark("control", sheet.names(pos.control[side]), pos.name(side)) for side in (JAPANESE, CHINESE)]
    x, y, wide, high = track_spot(pos.book, pos.turn)
    marks.append(Mark("now", path=box(x, y, wide, high)))
    if pos.cut:
        marks.append(Mark("cut", sheet.names(pos.cut), pos.name(CHINESE)))
    if pos.dropped:
        marks.append(Mark("drop", sheet.names(pos.dropped), pos.name(JAPANESE)))
    return marks


def _ledgers(pos: TaierzhuangPosition) -> list[Ledger]:
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
