"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from typing import Final

from shapan.kernel.check import Theme, checked

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Theme[Sheets], ...]] = (
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

check: Final = checked(Sheets.of, THEMES)
