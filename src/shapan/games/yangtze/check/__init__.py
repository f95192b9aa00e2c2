"""Is the data right? It is held against the rulebook's own numbers, and against itself."""

from __future__ import annotations

from typing import Final

from shapan.kernel.check import Theme, checked

from . import charts, ground, scenario, units
from .sheets import Sheets

THEMES: Final[tuple[Theme[Sheets], ...]] = (
    ground.on_the_table,
    ground.openings,
    units.templates,
    units.riders,
    charts.numbers,
    charts.cards,
    scenario.zones,
)

check: Final = checked(Sheets, THEMES)
