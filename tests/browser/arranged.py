"""A server at which every game of Shanghai Incident begins in a position made to measure: `python -m
tests.browser.arranged ARRANGEMENT PORT DATABASE`. Records, undo and replays start from it as well."""

from __future__ import annotations

import sys
from typing import Any, Final

import pytest
from tests.games.shanghai_incident.table import GAME, C, situation

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import Redeploying
from shapan.server.command import run_alone
from shapan.server.settings import Settings

SWITCHES: Final = {"historical_setup": True}
"""Those of the arranged positions, with which a game of them is to be set up."""

FAR: Final = {"C-78-2": "0303", "J-3Sas": "1125"}
ARRANGEMENTS: Final = {
    "stacks": {"C-78-4": "2003", "C-78-156S": "2003", "C-78-1": "2005", "C-78-155S": "2005", **FAR},
    "crowds": {"C-78-4": "2003", "C-78-1": "2005", "C-60-1": "2503", "C-60-4": "2505", "C-60-120S": "2505", **FAR},
}


def pause(units: dict[str, str]) -> ShanghaiPosition:
    """14.0: the Chinese movement phase of a pause, with these units only."""
    pos = situation(units, pausing=True)
    pos.then(Redeploying(C))
    pos.settle()
    return pos


def arrange(pos: ShanghaiPosition) -> None:
    """Every game begins here."""

    def start(scenario: str | None = None, switches: Any = None) -> ShanghaiPosition:
        return pos.copy()

    pytest.MonkeyPatch().setattr(GAME, "start", start)


if __name__ == "__main__":
    arrangement, port, database = sys.argv[1:]
    arrange(pause(ARRANGEMENTS[arrangement]))
    run_alone(Settings(database=database), "127.0.0.1", int(port))
