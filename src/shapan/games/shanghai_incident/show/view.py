"""Shanghai Incident as a View: everything is open but what a side calls up in a pause (13.1)."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Final

from shapan.ground.hexes import Hex
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Clock, Mark, PieceView, View, view_of
from shapan.mechanics.forces import OFF

from ..book import ShanghaiBook
from ..fire_support import interdicted_area
from ..forts import fort_hexes, operative
from ..position import ShanghaiPosition
from ..redeployment import unsafe
from ..sides import CHINESE, JAPANESE
from ..snipers import sniper_area
from .boxes import boxes
from .ledgers import ledgers
from .preview import previews


def view(pos: ShanghaiPosition, side: str, bare: bool = False) -> View:
    """What this side, or the spectator, may know."""
    return view_of(
        pos,
        side,
        bare=bare,
        clock=_clock(pos),
        pieces=_pieces(pos),
        boxes=boxes(pos, side),
        marks=_marks(pos),
        ledgers=ledgers(pos),
        previews=lambda: previews(pos),
        overlays=lambda: _overlays(pos),
    )


def _clock(pos: ShanghaiPosition) -> Clock:
    book = pos.book
    day = book.days * (pos.segment - 1) + pos.turn
    today = book.first_day + timedelta(days=day - 1)
    date = f"{today.day} {today:%b %Y}"
    if pos.phase < 0:
        return Clock(pos.turn, book.days, date, "0", "phase.setup", "11.0")
    phase = book.phases[pos.phase]
    return Clock(pos.turn, book.days, date, phase.number, f"phase.{phase.name}", phase.case)


# --- counters -----------------------------------------------------------------------------------


@follows_from("place", "pile", "steps", "moved", "attacked", "placed", "replaced", "forts", "snipers", "support")
def _pieces(pos: ShanghaiPosition) -> list[PieceView]:
    book, names = pos.book, pos.book.grid.name
    found = []
    for _, stack in pos.stacks():
        found += [_unit(pos, unit, order) for order, unit in enumerate(stack)]
    for at, here in enumerate(pos.snipers):
        if here != OFF:
            found.append(PieceView(book.lexicon.pieces[book.first_sniper + at], book.sides[CHINESE], names(here)))
    for at, state in enumerate(pos.support):
        if state >= 0:
            marker = book.lexicon.pieces[book.first_marker + at]
            found.append(PieceView(marker, book.sides[JAPANESE], names(state), statuses=("interdicting",)))
    return found


def _unit(pos: ShanghaiPosition, unit: int, order: int) -> PieceView:
    flags = (
        pos.moved >> unit & 1,
        pos.attacked >> unit & 1,
        pos.placed >> unit & 1,
        pos.replaced >> unit & 1,
        any(builder == unit for _, builder in pos.forts),
    )
    return _counter(pos.book, unit, pos.place[unit], order, pos.steps[unit], flags)


FLAGS: Final = ("moved", "attacked", "placed", "replaced", "builder")
STATUSES: Final = ("reduced", *FLAGS, "interdicting")


@lru_cache(1 << 14)
def _counter(book: ShanghaiBook, unit: int, here: Hex, order: int, steps: int, flags: tuple[int, ...]) -> PieceView:
    """A counter as it lies. The same ones come up again and again: of a whole army few have changed."""
    reduced = steps < book.full_steps[unit]
    statuses = [flag for flag, is_set in zip(FLAGS, flags, strict=True) if is_set]
    return PieceView(
        book.lexicon.pieces[unit],
        book.sides[book.side_of[unit]],
        book.grid.name(here),
        order,
        face="back" if reduced else "front",
        values={"attack": book.attack[unit][steps], "defence": book.defence[unit][steps], "ma": book.ma[unit]},
        statuses=["reduced", *statuses] if reduced else statuses,
    )


# --- the ground ---------------------------------------------------------------------------------


@follows_from("held", "forts", "razed", "place", "rubble", "closed", "support", "snipers", "struck")
def _marks(pos: ShanghaiPosition) -> list[Mark]:
    """11.0: what has changed hands since the start (the map shows the rest), and what lies on the ground."""
    start, sides, names = pos.book.held_at_start, pos.book.sides, pos.book.grid.names
    marks = (
        ("control", pos.held[JAPANESE] & ~start[JAPANESE], sides[JAPANESE]),
        ("control", pos.held[CHINESE] & ~start[CHINESE], sides[CHINESE]),
        ("fort", fort_hexes(pos), sides[CHINESE]),
        ("ruins", pos.book.fort_hexes & ~operative(pos), ""),
        ("rubble", pos.rubble, ""),
        ("closed", pos.closed, ""),
        ("interdicted", interdicted_area(pos), ""),
        ("sniped", sniper_area(pos), ""),
        ("struck", pos.struck, ""),
    )
    return [Mark(kind, names(hexes), side) for kind, hexes, side in marks if hexes]


def _overlays(pos: ShanghaiPosition) -> dict[str, tuple[str, ...]]:
    """6.0 zones of control; 14.0 where each side could redeploy."""
    overlays, names = {}, pos.book.grid.names
    for number, side in enumerate(pos.book.sides):
        overlays[f"zone.{side}"] = names(pos.zone_of(number))
        overlays[f"redeployment.{side}"] = names(pos.book.playable & ~unsafe(pos, number))
    return overlays
