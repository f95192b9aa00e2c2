"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapan.kernel import Finding, Game
from shapan.kernel.check import findings

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Callable[[Sheets], Iterator[Finding]], ...]] = (
    ground.tiling,
    ground.letters,
    ground.canal,
    ground.links,
    ground.town_and_victory,
    ground.zones,
    ground.groups,
    ground.scale,
    units.factors,
    units.designations,
    units.numbers,
    units.saving_face,
    units.counters,
    charts.chits,
    charts.canal_and_air,
    charts.events,
    charts.numbers,
    scenario.track,
    scenario.historical,
    scenario.victory_and_options,
    scenario.reinforcements,
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme."""
    return findings(game.data, lambda: Sheets(game), THEMES)
