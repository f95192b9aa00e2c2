"""The scenario against the rules: the ready-made set-up is lawful, switches and provenance are complete."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.hexes import bits
from shapan.kernel import Finding

from .sheets import Sheets


def set_up(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    placed = book.historical
    yield Finding("the ready-made set-up has all units", sorted(placed) == bits(book.starting), "11.0")
    japanese = [here for unit, here in placed.items() if book.side_of[unit] == 0]
    lawful = len(set(japanese)) == len(japanese) and all(book.japanese_setup >> here & 1 for here in japanese)
    yield Finding("the Japanese stand unstacked in their sector", lawful, "11.0")
    chinese = [here for unit, here in placed.items() if book.side_of[unit] == 1]
    used = [place for here in chinese for place in book.setup_places if place >> here & 1]
    yield Finding("the Chinese stand one to a city or town", len(set(used)) == len(chinese), "11.0")
    trains = [placed[unit] for unit in bits(book.loose)]
    yield Finding("the trains stand on railroads", all(book.rail.touching >> here & 1 for here in trains), "11.0")


def switches(sheets: Sheets) -> Iterator[Finding]:
    known = all(switch.case in sheets.game.rules for switch in sheets.game.switches.values())
    yield Finding("every switch cites a case", known)
    orders = sheets.tables["scenario.toml"]["sequence"]
    same = sorted(orders["player_turn"]) == sorted(orders["mobile_first"])
    yield Finding("both orders of play hold the same phases", same, "R-01")
