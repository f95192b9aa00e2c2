"""The boards against themselves."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.table import near_segment
from shapan.kernel import Finding

from .sheets import Sheets


def on_the_table(sheets: Sheets) -> Iterator[Finding]:
    for name, table in sheets.boards.items():
        corners = [p for area in table.areas for p in area.points] + [p for line in table.lines for p in line.points]
        yield Finding(f"{name}: everything lies on the table", all(table.on_table(*point) for point in corners))


def openings(sheets: Sheets) -> Iterator[Finding]:
    for name, table in sheets.boards.items():
        walls = [o for building in table.buildings for o in building.openings]
        yield Finding(f"{name}: openings lie in walls", all(near_segment(*o.at, o.wall) <= 100 for o in walls))
