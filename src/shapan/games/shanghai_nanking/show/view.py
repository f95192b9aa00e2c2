"""The Shanghai-Nanking Campaign as a View: what a side may know, in the vocabulary that every game shares."""

from __future__ import annotations

from functools import lru_cache

from shapan.ground.hexes import Hex
from shapan.ground.hexes.chart import line_along
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Clock, Mark, PieceView, View, view_of

from ..book import CampaignBook
from ..fog import seen_by
from ..position import CampaignPosition, Units
from ..sequence import operation
from ..sides import CHINESE, JAPANESE
from .boxes import boxes
from .ledgers import ledgers
from .preview import previews


def view(pos: CampaignPosition, side: str, bare: bool = False) -> View:
    """6.3: everything that this side, or the spectator, may know."""
    return view_of(
        pos,
        side,
        bare=bare,
        clock=_clock(pos),
        pieces=_pieces(pos, seen_by(pos, side)),
        boxes=boxes(pos),
        marks=_marks(pos),
        ledgers=ledgers(pos),
        previews=lambda: previews(pos, side),
        overlays=lambda: _overlays(pos),
    )


def _clock(pos: CampaignPosition) -> Clock:
    """5.1: the phase as the book numbers it, and what the plan makes of it (5.3); 3.1: before the first one, set-up."""
    date = pos.book.dates[min(pos.turn, pos.book.turns) - 1]
    if pos.phase < 0:
        return Clock(pos.turn, pos.book.turns, date, "", "phase.set_up", "3.1")
    phase = pos.SEQUENCE.phases[pos.phase]
    planned = operation(pos)
    name = f"{phase.name}_{planned}" if planned else phase.name
    return Clock(pos.turn, pos.book.turns, date, phase.number, f"phase.{name}", phase.case)


@follows_from("place", "pile", "steps")
def _pieces(pos: CampaignPosition, seen: Units) -> list[PieceView]:
    book, place, steps, factor = pos.book, pos.place, pos.steps, pos.factor
    return [
        _piece(book, unit, place[unit], order, steps[unit], factor(unit), bool(seen >> unit & 1))
        for _, stack in pos.stacks()
        for order, unit in enumerate(stack)
    ]


@lru_cache(1 << 14)
def _piece(book: CampaignBook, unit: int, here: Hex, order: int, steps: int, factor: int, seen: bool) -> PieceView:
    """A counter as it lies. The same ones come up again and again: of a whole army few have changed."""
    owner, place = book.sides[book.side_of[unit]], book.grid.name(here)
    if not seen:
        return PieceView(f"{owner[0]}?{place}.{order}", owner, place, order, hidden=True)
    reduced = steps < book.full_steps[unit]
    return PieceView(
        book.lexicon.pieces[unit],
        owner,
        place,
        order,
        face="back" if reduced else "front",
        values={"cf": _bracketed(book, unit, factor), "steps": steps},
        statuses=("reduced",) if reduced else (),
    )


def _bracketed(book: CampaignBook, unit: int, factor: int) -> str:
    """2.2.1: a static unit's factor stands in brackets."""
    return f"({factor})" if book.static >> unit & 1 else str(factor)


@follows_from("japanese_held")
def _marks(pos: CampaignPosition) -> list[Mark]:
    """3.2: every hex that the Japanese control, and whose each city is (4.3); what the switches make of the map."""
    book, names = pos.book, pos.book.grid.names
    cities = book.terrain.japanese_goal
    held = (cities & ~pos.japanese_held, cities & pos.japanese_held)
    flags = [Mark("control", names(held[number]), side) for number, side in enumerate(book.sides)]
    return [*_altered(pos), Mark("held", names(pos.japanese_held), book.sides[JAPANESE]), *flags]


def _altered(pos: CampaignPosition) -> list[Mark]:
    """Where the switches of this game differ from the board that all games share: the boom (R-20), a city (R-36)."""
    terrain, names = pos.book.terrain, pos.book.grid.names
    printed = terrain.map.places_of("city")
    marks = [Mark("boom", path=line_along(terrain.navigation_line))]
    marks += [Mark("city", names(terrain.cities & ~printed)), Mark("town", names(printed & ~terrain.cities))]
    return [mark for mark in marks if mark.path or mark.places]


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
