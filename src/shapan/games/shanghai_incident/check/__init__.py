"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from typing import Final

from shapan.kernel.check import Theme, checked

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Theme[Sheets], ...]] = (
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

check: Final = checked(Sheets.of, THEMES)
