"""The charts against the evidence: combat results table, shifts, movement costs, paralysis, bombardment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from shapan.kernel import Finding

from .sheets import Sheets


def headings(sheets: Sheets) -> Iterator[Finding]:
    """9.4, 9.5: a line of headings for each side."""
    table, said = sheets.book.crt, sheets.said("crt")
    lines = [*table.headings.values(), *table.minimum.values()]
    yield Finding("every column has its headings", {len(line) for line in lines} == {table.columns})
    rising = all(low < high for line in table.minimum.values() for low, high in pairwise(line))
    yield Finding("the headings rise from left to right", rising)
    told = [
        (text, low)
        for side, line in table.headings.items()
        for text, low in zip(line, table.minimum[side], strict=True)
    ]
    right = all(text.lstrip("<>=") in (str(low), f"+{low}") for text, low in told if not text.startswith("<"))
    yield Finding("every heading says from which differential on it is used", right)
    every = [heading for line in table.headings.values() for heading in line]
    ends = said["lowest"] in every and said["highest"] in every
    yield Finding(f"the headings range from {said['lowest']} to {said['highest']}", ends, "E25")
    japanese, russian = (table.minimum[side] for side in sheets.book.sides)
    behind = all(own <= other for own, other in zip(japanese, russian, strict=True))
    yield Finding("the Russian line is never better than the Japanese one", behind)


def results(sheets: Sheets) -> Iterator[Finding]:
    """The table is whole, and a better column or a lower die never serves the attacker worse."""
    table = sheets.book.crt
    whole = len(table.rows) == sheets.said("crt")["die"] and {len(row) for row in table.rows} == {table.columns}
    yield Finding("the table has a cell for every die and column", whole)
    along = [(one, next_) for row in table.rows for one, next_ in pairwise(row)]
    yield Finding("results improve from left to right", all(_better(right, left) for left, right in along))
    down = [(one, next_) for column in zip(*table.rows, strict=True) for one, next_ in pairwise(column)]
    yield Finding("a lower die is never worse", all(_better(upper, lower) for upper, lower in down), "E29a")


def _better(one: Any, other: Any) -> bool:
    """Is the first result at least as good for the attacker?"""
    return bool(one.attacker <= other.attacker and one.defender >= other.defender)


def examples(sheets: Sheets) -> Iterator[Finding]:
    """The columns and cells that the rulebook's examples fix."""
    table, evidence = sheets.book.crt, sheets.tables["evidence.toml"]
    for fact in evidence["column"]:
        found = [line[table.column(side, fact["differential"])] for side, line in table.minimum.items()]
        what = f"a differential of +{fact['differential']} is read under +{fact['heading']}"
        yield Finding(what, set(found) == {fact["heading"]}, "E26, E27")
    for fact in evidence["cell"]:
        line = table.minimum[fact["side"]]
        cell = table.result(line.index(fact["heading"]), fact["die"]) if fact["heading"] in line else None
        what = f"{fact['side']} +{fact['heading']}, die {fact['die']}: {fact['result']}"
        yield Finding(what, str(cell) == fact["result"], "E28")
    yield from _momentum(sheets)


def _momentum(sheets: Sheets) -> Iterator[Finding]:
    table, said = sheets.book.crt, sheets.said("momentum_example")
    side, first, second = sheets.book.sides[0], said["first"], said["second"]
    victim = sheets.steps(first["victim"])
    column = table.column(side, sum(sheets.steps(unit) for unit in first["probing"]) - victim)
    heading = table.minimum[side][column]
    yield Finding(
        f"two divisions against {first['victim']} fight under +{first['heading']}", heading == first["heading"], "E29"
    )
    result = table.result(column, first["die"])
    destroyed = result.attacker == 0 and result.defender >= victim
    yield Finding("and with a 1 destroy it without loss", destroyed, "E29")
    column = table.column(side, sheets.steps(second["attacker"]) - second["left"])
    killed = table.result(column, second["die"]).defender >= second["left"]
    yield Finding(f"{second['attacker']} alone can destroy a reduced {second['victim']}", killed, "E29c")


def shifts(sheets: Sheets) -> Iterator[Finding]:
    yield _same(sheets, "charts.toml", "shifts", "the column shifts are those of 9.6", "E30")


def movement(sheets: Sheets) -> Iterator[Finding]:
    """8.3, 8.4: costs as stated, and what they come to on this map."""
    said = sheets.said("movement")
    factor, marching = sheets.book.movement_factor, sheets.book.forced_march_points
    yield Finding(f"every unit has {factor} movement points", factor == said["points"], "E23")
    yield Finding(f"a forced march has {marching}", marching == said["forced_march"], "E23")
    costs = sheets.tables["charts.toml"]["movement"]
    same = all(said[name] == value for name, value in costs.items() if name != "provenance")
    yield Finding("the movement costs are those of 8.3", same, "E39")
    for step in sheets.tables["evidence.toml"]["step"]:
        cost = sheets.book.costs.step(sheets.grid.index(step["from"]), sheets.grid.index(step["to"]))
        yield Finding(f"{step['from']} to {step['to']} costs {step['cost']}", cost == step["cost"], "E13, E15, E39")


def dice_and_markers(sheets: Sheets) -> Iterator[Finding]:
    halved = tuple(face // sheets.said("paralysis")["divisor"] for face in range(1, sheets.said("crt")["die"] + 1))
    yield Finding("paralysis is half the die, rounded down", sheets.book.paralysed_by_die == halved, "E31")
    yield _same(sheets, "charts.toml", "bombardment", "bombardment is that of 9.7", "E32")


def _same(sheets: Sheets, file: str, block: str, what: str, evidence: str) -> Finding:
    """A block of the data repeats a block of the evidence."""
    data, said = sheets.tables[file][block], sheets.said(block)
    return Finding(what, all(data.get(name) == value for name, value in said.items() if name != "provenance"), evidence)
