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
    ground.streams,
    ground.places,
    ground.zones,
    ground.gunfire,
    ground.railways,
    units.counters,
    units.arrivals,
    units.strengths,
    units.stacking,
    charts.table,
    charts.what_players_say,
    charts.odds,
    charts.movement,
    scenario.set_up,
    scenario.turns,
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme."""
    return findings(game.data, lambda: Sheets.of(game), THEMES)
