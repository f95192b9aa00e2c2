"""The charts against the evidence: combat results, terrain, points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapan.kernel import Finding

from .sheets import Sheets


def results(sheets: Sheets) -> Iterator[Finding]:
    table, facts = sheets.book.crt, sheets.evidence["charts"]
    codes = {cell.code for row in table.rows for cell in row}
    yield Finding("the table has the six results", codes == set(facts["results"]), "E-23")
    yield Finding("a die has six faces", len(table.rows) == 6)
    rank = {code: at for at, code in enumerate(facts["order"])}
    rows = [[rank[cell.code] for cell in row] for row in table.rows]
    columns = list(zip(*rows, strict=True))
    rising = all(a <= b for line in (*rows, *columns) for a, b in pairwise(line))
    yield Finding("a higher die and a higher differential never hurt", rising)
    heads = table.minimum[""]
    yield Finding("the columns follow each other", all(a < b for a, b in pairwise(heads)), "E-24")


def terrain(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    chart = sheets.tables["charts.toml"]["terrain"]
    kinds = {kind for kind, row in chart.items() if isinstance(row, dict)}
    closed = {"great_river", "out_of_play"}
    yield Finding("every kind of ground is on the chart or closed", kinds | closed == set(book.map.kinds), "E-11")
    order = book.fort_defence > chart["city"]["defence"] > chart["town"]["defence"] >= 0
    yield Finding("a fort is better than a city and a city than a town", order, "E-35")


def points(sheets: Sheets) -> Iterator[Finding]:
    book, facts, points = sheets.book, sheets.evidence["charts"], sheets.book.victory
    yield Finding("nine cities are worth 36", points["city"] * len(book.cities) == facts["city_points"], "E-05")
    yield Finding("four pauses are worth 16", points["unused_pause"] * book.pauses == facts["pause_points"], "E-04")
    first = points["commitment_per_pause_number"] * book.pauses
    yield Finding("Fifth Army in the first pause is worth 16", first == facts["first_commitment"], "E-04")
    levels = [level.minimum for level in book.levels][: len(facts["levels"])]
    yield Finding("the levels of victory are those of 12.4", levels == facts["levels"], "E-32")
    turns = book.days * (book.pauses + 1) == book.track["maximum_turns"] == facts["maximum_turns"]
    yield Finding("five segments of seven turns are 35", turns, "E-02")
    limit = book.track["logistics_limit"] == facts["logistics_limit"]
    yield Finding("the logistics track ends at 19", limit, "E-27")
