"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from typing import Final

from shapan.kernel.check import Theme, checked

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Theme[Sheets], ...]] = (
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

check: Final = checked(Sheets, THEMES)
