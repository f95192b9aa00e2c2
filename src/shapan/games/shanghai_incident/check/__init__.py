"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapan.kernel import Finding, Game
from shapan.kernel.check import findings

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
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme."""
    return findings(game.data, lambda: Sheets.of(game), THEMES)
