"""Is the data right? It is held against what the rulebook tells of the missing sheets, and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapan.kernel import BadData, Finding, Game

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
    scenario.provenance,
)


def check(game: Game) -> list[Finding]:
    """All findings, theme by theme; data that cannot even be read is the only one."""
    try:
        sheets = Sheets(game)
    except (BadData, LookupError, TypeError, ValueError) as error:
        return [Finding(f"the data can be read: {type(error).__name__}: {error}", holds=False)]
    return [finding for theme in THEMES for finding in theme(sheets)]
