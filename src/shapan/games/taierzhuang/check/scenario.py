"""Set-up, track, victory and switches against the evidence; provenance of every block."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapan.kernel import Finding

from .sheets import Sheets


def track(sheets: Sheets) -> Iterator[Finding]:
    said, book = sheets.said("scenario"), sheets.book
    yield Finding("thirteen turns", book.turns == said["turns"], "E-65")
    yield Finding("from the first to the last day", [book.dates[0], book.dates[-1]] == said["first_and_last"], "E-65")
    japanese, chinese = book.maxima
    falls = all(a >= b for a, b in pairwise(japanese)) and japanese[0] > japanese[-1]
    rises = all(a <= b for a, b in pairwise(chinese)) and chinese[0] < chinese[-1]
    yield Finding("the Japanese TC level falls, the Chinese rises", falls and rises, "E-66")


def historical(sheets: Sheets) -> Iterator[Finding]:
    said, book = sheets.said("scenario"), sheets.book
    counts = [entry.count for entry in book.detachments]
    yield Finding("the numbers of 12.8", counts == said["historical"], "E-32")
    yield Finding("12.8 places every start unit", sum(counts) == book.start[1].bit_count(), "12.8")
    room = all(entry.count <= book.limit * entry.areas.bit_count() for entry in book.detachments)
    yield Finding("12.8 leaves room for all", room, "12.8")


def victory_and_options(sheets: Sheets) -> Iterator[Finding]:
    book, said = sheets.book, sheets.said("map")
    both = book.victory_town | book.victory_south
    yield Finding("the victory areas are the flagged ones", both == book.map.set_of(said["victory"]), "E-68")
    cases = {switch.case for switch in sheets.game.switches.values()}
    yield Finding("every option of 12.0 is there", set(sheets.said("scenario")["options"]) <= cases, "E-69")
    limited = [book.map.ids[area] for area in book.limited]
    yield Finding("the limited areas are those of 3.1", limited == said["limited"], "E-06")


def reinforcements(sheets: Sheets) -> Iterator[Finding]:
    """The chances of the first roll, added over the game."""
    book = sheets.book
    good = 0
    for turn in range(book.reinforcements_from, book.turns + 1):
        for total in (first + second for first in range(1, 7) for second in range(1, 7)):
            good += total == book.natural_success or (total != book.natural_failure and total <= turn)
    wanted = sheets.said("scenario")["expected_arrivals"]
    yield Finding(f"about {good * 7 / 36:.0f} Chinese units arrive, a pool's worth", good == wanted, "E-73")
