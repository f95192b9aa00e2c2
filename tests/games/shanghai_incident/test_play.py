"""Random games under observation, hostile submissions, and a whole game on record."""

from pathlib import Path

import pytest
from tests.games.shanghai_incident.table import GAME

from shapan.kernel import Record
from shapan.lab.fuzz import fuzz
from shapan.lab.hostile import hostile

GOLDEN = Path(__file__).parent / "golden" / "campaign.record"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_keep_every_promise(seed: int) -> None:
    report = fuzz(GAME, games=2, seed=seed, every=25)
    assert not report.violations
    assert report.games == 2


def test_long_games_keep_every_promise() -> None:
    report = fuzz(GAME, games=1, seed=7, every=60, switches={"ceasefire": False})
    assert not report.violations


def test_hostile_submissions_are_refused_or_lawful() -> None:
    report = hostile(GAME, submissions=1500, seed=1)
    assert not report.faults


def test_a_recorded_campaign_plays_again_to_the_same_end() -> None:
    record = Record.loads(GOLDEN.read_text(encoding="utf-8"))
    pos = record.replay()
    assert pos.outcome is not None
    assert record.result == f"{pos.outcome.winner or 'draw'} {pos.outcome.case}"
    assert record.dumps() == GOLDEN.read_text(encoding="utf-8")
