"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapan.kernel import BadData, Finding, Game

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Callable[[Sheets], Iterator[Finding]], ...]] = (
    ground.grid,
    ground.water,
    ground.places,
    ground.shores_and_edges,
    ground.lines,
    units.order_of_battle,
    units.counters,
    units.values,
    units.formations,
    units.markers,
    charts.results,
    charts.terrain,
    charts.points,
    scenario.set_up,
    scenario.switches,
    scenario.provenance,
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme; data that cannot even be read is the only one."""
    try:
        sheets = Sheets.of(game)
        return [finding for theme in THEMES for finding in theme(sheets)]
    except (BadData, LookupError, TypeError, ValueError) as error:
        return [Finding(f"the data can be read: {type(error).__name__}: {error}", holds=False)]
