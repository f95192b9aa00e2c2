"""The campaign against the evidence: set-up, turns, provenance."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel import Finding
from shapan.mechanics.forces import OFF

from ..sides import CHINESE, JAPANESE
from ..stacking import over_stacked
from .sheets import Sheets


def set_up(sheets: Sheets) -> Iterator[Finding]:
    start, book = sheets.start, sheets.book
    legal = not over_stacked(start, CHINESE) and not over_stacked(start, JAPANESE)
    yield Finding("stacking holds at set-up", legal, "E-58")
    at_start = [at for at, unit in enumerate(book.units) if unit.arrival == 0]
    yield Finding("every at-start unit is on the map", all(start.place[at] != OFF for at in at_start))
    static = sum({1 << start.place[at] for at in at_start if book.static >> at & 1 and book.side_of[at] == CHINESE})
    elsewhere = sheets.hexes(sheets.said("places")["garrisons_elsewhere"])
    yield Finding("Chinese garrisons stand where 13.0 has them", static == sheets.terrain.landing | elsewhere, "E-29")
    yield Finding("the Japanese control what they occupy", start.occupied[JAPANESE] == book.japanese_start, "3.2")
    for units, hexes in book.letters:
        stood = sum(1 << start.place[unit] for unit in units)
        yield Finding(f"{len(units)} lettered garrisons have as many hexes", stood == hexes)


def turns(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    yield Finding("twelve turns have their dates", len(book.dates) == book.turns)
    landings = [entry for entry in book.lists if entry.landing]
    on_beaches = all(entry.hexes & ~sheets.terrain.landing == 0 for entry in landings)
    yield Finding("landings are made at landing hexes", on_beaches, "8.4")
    west = [entry for entry in landings if entry.one_site and entry.hexes != sheets.terrain.landing]
    yield Finding("the 10th Army cannot land everywhere, the 16th Division can", len(west) == 1, "E-32")
