"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from typing import Final

from shapan.kernel.check import Theme, checked

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Theme[Sheets], ...]] = (
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

check: Final = checked(Sheets.of, THEMES)
