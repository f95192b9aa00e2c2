"""Everything off the map: the turn track with its reinforcements, pools, landing boxes, markers and dead piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from shapan.ground.hexes import bits
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Box
from shapan.mechanics.forces import OFF

from ..actions import CATEGORIES
from ..book import IN_PLAY, CampaignBook
from ..interdiction import Interdicting
from ..position import CampaignPosition, Units
from ..sides import CHINESE, JAPANESE


def boxes(pos: CampaignPosition) -> list[Box]:
    """All of it lies open to both players."""
    named = pos.nearest(Interdicting)
    return _boxes(pos, named.chosen if named else 0)


@follows_from("turn", "due", "at_sea", "ready", "owned", "place", "steps")
def _boxes(pos: CampaignPosition, interdicted: Units) -> list[Box]:
    ahead = _calendar(pos.book, pos.turn, pos.due)
    cut_off = _interdicted(pos, interdicted)
    return [*_waiting(pos), *cut_off, *ahead, *_at_sea(pos), _pool(pos), *_markers(pos), *_dead(pos)]


def _ids(pos: CampaignPosition, units: Iterable[int]) -> list[str]:
    return [pos.book.lexicon.pieces[unit] for unit in units]


def _waiting(pos: CampaignPosition) -> Iterator[Box]:
    """8.0: reinforcements of this turn and those that were held back."""
    for number, side in enumerate(pos.book.sides):
        units = _ids(pos, pos.waiting(number))
        yield Box(f"waiting.{side}", "box.waiting", side, units, len(units))


def _interdicted(pos: CampaignPosition, named: Units) -> Iterator[Box]:
    """11.2: those named so far while the Chinese player chooses."""
    if named:
        units = _ids(pos, bits(named))
        yield Box("interdicted", "box.interdicted", pos.book.sides[CHINESE], units, len(units))


@lru_cache(1 << 6)
def _calendar(book: CampaignBook, now: int, due: tuple[int, ...]) -> tuple[Box, ...]:
    """3.1, 8.1: the boxes of the turn track that lie ahead; through most of a turn they stay as they are."""
    found = []
    for turn in range(now + 1, book.turns + 1):
        for number, side in enumerate(book.sides):
            units = [book.lexicon.pieces[unit] for unit in book.units_of[number] if due[unit] == turn]
            if units:
                found.append(Box(f"due.{turn}.{side}", "box.due", side, units, len(units), str(turn)))
    return tuple(found)


def _at_sea(pos: CampaignPosition) -> Iterator[Box]:
    """8.4: the units off each landing hex."""
    for site in sorted({there for _, there in pos.at_sea}):
        units = _ids(pos, [unit for unit, there in pos.at_sea if there == site])
        name = pos.book.grid.name(site)
        yield Box(f"sea.{name}", "box.sea", pos.book.sides[JAPANESE], units, len(units), name)


def _pool(pos: CampaignPosition) -> Box:
    """9.1: garrisons that wait for a city."""
    units = _ids(pos, pos.pool())
    return Box("pool", "box.pool", pos.book.sides[JAPANESE], units, len(units))


def _markers(pos: CampaignPosition) -> Iterator[Box]:
    """11.1: fire support that can be used now, and how much of it there is."""
    for number, side in enumerate(pos.book.sides):
        for at, category in enumerate(CATEGORIES):
            if pos.book.markers[number][at]:
                ready, owned = pos.ready[number][at], pos.owned[number][at]
                yield Box(f"markers.{side}.{category}", f"box.{category}", side, (), ready, f"{ready}/{owned}")


def _dead(pos: CampaignPosition) -> Iterator[Box]:
    """2.2.1: the dead piles."""
    at_sea = {unit for unit, _ in pos.at_sea}
    for number, side in enumerate(pos.book.sides):
        gone = [
            unit
            for unit in pos.book.units_of[number]
            if pos.place[unit] == OFF and pos.due[unit] == IN_PLAY and unit not in at_sea and not pos.steps[unit]
        ]
        yield Box(f"dead.{side}", "box.dead", side, _ids(pos, gone), len(gone))
