"""Whole games of Storm Over Taierzhuang: random ones under observation, a golden one, hostile submissions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.games.taierzhuang.table import GAME

from shapan.kernel import Record, rule
from shapan.lab.fuzz import fuzz
from shapan.lab.hostile import hostile

EVERYTHING = {name: True for name, switch in GAME.switches.items() if switch.values == (False, True)}
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("switches", [{}, EVERYTHING], ids=["none", "all"])
def test_random_games_keep_every_promise(switches: dict[str, bool]) -> None:
    report = fuzz(GAME, games=3, seed=38, every=15, switches=switches)
    assert report.violations == []
    assert sum(report.outcomes.values()) == 3


def test_hostile_submissions_find_nothing() -> None:
    report = hostile(GAME, submissions=3000, seed=38)
    assert report.faults == []


@pytest.mark.parametrize("name", ["plain", "all_options"])
def test_the_golden_record_is_played_the_same_today(name: str) -> None:
    """A whole game, every roll of it derived from the seed that was committed to at the start."""
    record = Record.load(GOLDEN / f"{name}.record")
    pos = record.verify()
    assert pos.outcome is not None


@rule("taierzhuang", "4.0", "1.0")
def test_a_game_lasts_at_most_thirteen_turns() -> None:
    rng = Random(3)
    pos = GAME.start()
    while pos.outcome is None:
        pos.apply(pos.options().sample(rng))
    assert pos.turn <= 13
    assert pos.view("japanese").outcome == pos.outcome
