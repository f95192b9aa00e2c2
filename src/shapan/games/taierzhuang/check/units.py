"""The units against the evidence: factors, designations, numbers, counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shapan.kernel import Finding

from .sheets import Sheets


def factors(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    yield Finding(
        "Combat Factors run from 0 to the strongest", max(book.cf) == sheets.said("units")["strongest"], "E-34"
    )
    lower = all(spent == ready - 1 for ready, spent in zip(book.ready_df, book.spent_df, strict=True))
    yield Finding("a Spent side is one point weaker", lower, "E-35")
    yield Finding(
        "no Chinese factor is red, some Japanese are", not book.red & book.roster[1] and bool(book.red), "E-33"
    )
    zero = sum(1 << unit for unit, cf in enumerate(book.cf) if not cf)
    yield Finding("only Chinese units have no factor", bool(zero) and not zero & ~book.roster[1], "E-33")
    yield Finding("only the Japanese have tanks", bool(book.tanks) and not book.tanks & book.roster[1], "E-37")
    slowest = min(value for value, _ in book.by_movement)
    yield Finding("every unit can enter an enemy area", slowest >= book.enter_enemy, "E-41")
    tanks = min(value for value, those in book.by_movement if those & book.tanks)
    yield Finding("a tank can enter an enemy town", tanks >= book.enter_enemy + book.surcharge, "E-41")
    yield Finding("Movement Allowances differ", len(book.by_movement) > 1, "E-41")


def designations(sheets: Sheets) -> Iterator[Finding]:
    said, groups = sheets.said("units"), sheets.book.groups
    parts = {"chinese": 2, "japanese": 3}
    shaped = all(len(group["designation"].split("/")) == parts[group["side"]] for group in groups)
    yield Finding("designations have the parts that 2.1 names", shaped, "E-36")
    corps = {group["designation"].split("/")[-1]: group["entry"] for group in groups if group["side"] == "chinese"}
    wanted = dict.fromkeys(said["corps_at_start"], "setup") | dict.fromkeys(said["corps_later"], "pool")
    yield Finding("the corps start or come later as 3.1 has it", corps == wanted, "E-30")


def numbers(sheets: Sheets) -> Iterator[Finding]:
    said, book = sheets.said("units"), sheets.book
    armies = Counter(book.group_of[unit]["army"] for unit in range(book.units))
    yield Finding("the Japanese formations have their numbers", said["armies"].items() <= armies.items(), "E-31")
    formations = {name: units.bit_count() for name, units in book.formations.items()}
    yield Finding("divisions with a stated number have it", said["formations"].items() <= formations.items(), "E-32")
    pair = said["together"]
    total = sum(formations[name] for name in pair["formations"])
    yield Finding("two divisions have their number together", total == pair["units"], "E-32, R-02")
    divisions = {group["formation"] for group in book.groups if group["side"] == "chinese"}
    yield Finding("nine Chinese divisions", len(divisions) == said["chinese_divisions"], "E-38")


def saving_face(sheets: Sheets) -> Iterator[Finding]:
    said = sheets.said("units")["saving_face"]
    book = sheets.game.book(None, {"saving_face": True})
    yield Finding("12.3 takes all tanks out", not book.tanks & ~book.removed, "E-39")
    infantry = (book.removed & ~book.tanks).bit_count()
    yield Finding("and the stated number of other units", infantry == said["infantry"], "E-39")
    yield Finding("about ten thousand men are left", book.start[0].bit_count() == said["left"], "E-40")


def counters(sheets: Sheets) -> Iterator[Finding]:
    table = sheets.tables["units.toml"]["budget"]
    total = sum(value for value in table.values() if isinstance(value, int))
    yield Finding("the counters fill the two sheets", total == sheets.said("units")["counters"], "E-43")
    book = sheets.book
    counted = [units.bit_count() for units in book.roster]
    yield Finding("units as budgeted", counted == [table["japanese_units"], table["chinese_units"]], "E-43")
    chits = [sum(book.chit_counts[chit] for chit in book.chits_of[side]) for side in (0, 1)]
    yield Finding("chits as budgeted", chits == [table["japanese_tc"], table["chinese_tc"]], "E-43")
