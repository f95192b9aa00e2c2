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
    ground.zone_example,
    ground.momentum_example,
    ground.places,
    ground.passes,
    ground.rivers,
    ground.trenches,
    ground.railroad,
    units.counters,
    units.markers,
    units.identities,
    units.sizes,
    units.set_up,
    charts.headings,
    charts.results,
    charts.examples,
    charts.shifts,
    charts.movement,
    charts.dice_and_markers,
    scenario.turns,
    scenario.heads_and_control,
    scenario.opening,
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme."""
    return findings(game.data, lambda: Sheets.of(game), THEMES)
