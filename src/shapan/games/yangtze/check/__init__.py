"""Is the data right? It is held against the rulebook's own numbers, and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapan.kernel import Finding, Game
from shapan.kernel.check import findings

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Callable[[Sheets], Iterator[Finding]], ...]] = (
    ground.on_the_table,
    ground.openings,
    units.templates,
    units.riders,
    charts.numbers,
    charts.cards,
    scenario.zones,
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme."""
    return findings(game.data, lambda: Sheets(game), THEMES)
