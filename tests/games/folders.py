"""Where the modules of a game lie."""

from importlib import import_module
from pathlib import Path

from shapan.kernel.game import GAMES

TITLES = GAMES.own()
"""Ours, whatever else may be installed."""


def folder_of(name: str) -> Path:
    """The folder of a game's package."""
    return Path(str(import_module(f"shapan.games.{name}").__file__)).parent
