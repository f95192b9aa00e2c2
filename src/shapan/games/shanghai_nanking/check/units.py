"""The counters against the evidence: numbers, arrivals, strengths, stacking values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shapan.kernel import Finding

from .sheets import Sheets

EQUIVALENTS = {("elite", "XX"): 3, ("elite", "X"): 2, ("regular", "XX"): 2, ("regular", "X"): 1}
"""6.2 in halves of a division."""


def counters(sheets: Sheets) -> Iterator[Finding]:
    """2.0: the counter sheet adds up, and what is left over are the Japanese garrisons."""
    said, book = sheets.said("counters"), sheets.book
    meta, markers = sheets.tables["units.toml"]["meta"], sheets.tables["units.toml"]["markers"]
    support = sum(n for side in book.markers for category in side for n in category.values())
    total = len(book.units) + support + markers["turn_marker"]
    stated = meta["counters_total"] - meta["counters_other_games"]
    yield Finding(f"{total} counters are {stated}", total == stated == meta["counters_this_game"], "E-34")
    found = Counter((unit.side, unit.static) for unit in book.units)
    expected = {
        (0, False): said["chinese_mobile"],
        (0, True): said["chinese_garrisons"],
        (1, False): said["japanese_mobile"],
        (1, True): said["japanese_garrisons"],
    }
    yield Finding("both sides have as many units as the lists", found == expected, "E-35 to E-40")
    for side, numbers in said["markers"].items():
        have = [sum(category.values()) for category in book.markers[book.sides.index(side)]]
        yield Finding(f"the {side} fire support markers are those of 13.0", have == numbers, "E-39")
    third = [sum(n for turn, n in category.items() if turn <= 3) for category in book.markers[1]]
    yield Finding("turn 3 has the markers that the example uses", third == said["markers_on_turn_3"], "E-75")
    enterable = (sheets.terrain.cities & sheets.terrain.enterable).bit_count()
    yield Finding("there is a garrison for every city that can be entered", enterable == said["japanese_garrisons"])


def arrivals(sheets: Sheets) -> Iterator[Finding]:
    said, book = sheets.said("counters"), sheets.book
    found = Counter(unit.arrival for unit in book.units if unit.side == 0 and not unit.static)
    yield Finding(
        "Chinese units arrive as listed",
        {str(turn): count for turn, count in found.items()} == said["chinese_arrivals"],
        "E-35",
    )
    sizes = Counter(unit.formation for unit in book.units if unit.side == 1)
    yield Finding("every Japanese division has four units", all(sizes[name] == 4 for name in said["divisions"]), "E-37")
    army = [entry for entry in book.lists if entry.two_hex_advance]
    yield Finding("the 10th Army has fourteen units", [len(e.units) for e in army] == [said["tenth_army"]], "E-38")
    placed = Counter(unit for entry in book.lists for unit in entry.units)
    later = {at for at, unit in enumerate(book.units) if unit.arrival > 0}
    once = set(placed) == later and max(placed.values()) == 1
    yield Finding("every reinforcement is in one list", once)


def strengths(sheets: Sheets) -> Iterator[Finding]:
    """What the examples count."""
    for fact in sheets.tables["evidence.toml"]["strength"]:
        units = [sheets.book.units[sheets.number(name)] for name in fact["units"]]
        reduced = fact.get("reduced", 0)
        total = sum(unit.factors[1 if at < reduced else -1] for at, unit in enumerate(units))
        what = f"{', '.join(fact['units'])}" + (f", {reduced} reduced," if reduced else "")
        yield Finding(f"{what} have {fact['sum']} factors", total == fact["sum"], "E-41 to E-59")
    falling = all(list(unit.factors) == sorted(set(unit.factors)) for unit in sheets.book.units)
    yield Finding("a reduced unit is weaker than a full one", falling)


def stacking(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    wrong = [u.id for u in book.units if u.side == 0 and u.equivalents != EQUIVALENTS.get((u.kind, u.size), 0)]
    yield Finding("stacking values follow class and size", not wrong, "6.2")
    two_steps = all(len(u.factors) == 3 for u in book.units if not u.static and (u.side == 1 or u.kind == "elite"))
    yield Finding("Japanese and elite units have two steps", two_steps, "2.2.1")
