"""The data files, as the checks look at them."""

from __future__ import annotations

from typing import Any

from shapan.ground.table import Tabletop, load_table
from shapan.kernel import Game


class Sheets:
    """Charts and templates, the boards, and the sheet of every scenario."""

    def __init__(self, game: Game) -> None:
        names = game.data.names()
        self.charts: dict[str, Any] = game.data.table("charts.toml")
        self.units: dict[str, Any] = game.data.table("units.toml")
        ground = game.data.table("ground.toml")
        self.boards: dict[str, Tabletop] = {
            name: load_table(game.data.table(name), ground) for name in names if name.startswith("boards/")
        }
        self.scenarios: dict[str, dict[str, Any]] = {
            scenario: game.data.table(f"scenarios/{scenario}.toml") for scenario in game.scenarios
        }
        self.zones: dict[str, dict[str, Any]] = {
            scenario: game.data.table(f"boards/{sheet['board']}.toml")["zones"]
            for scenario, sheet in self.scenarios.items()
        }
