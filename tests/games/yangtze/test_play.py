"""Whole games: random play with every invariant, and a recorded game that must always replay to the same end."""

import random
import re

import pytest
from tests.games.yangtze.make_golden import FOLDER, GAME, digest
from tests.games.yangtze.slow_segment import SlowSegment

from shapan.games.yangtze import movement
from shapan.kernel import Event, Record, rule
from shapan.lab.fuzz import FuzzGame, FuzzReport


@pytest.mark.parametrize("scenario", ["s1_plum_village", "s4_ox_gorge", "s6_arms_godown"])
@rule("yangtze", "2", "S8.10")
def test_random_games_end_and_keep_every_promise(scenario: str) -> None:
    """Options never refused, copies and snapshots and records exact, imagined worlds look the same, no violations."""
    report = FuzzReport()
    FuzzGame(GAME, scenario, {}, random.Random(7), 25, 0, report).play()
    assert report.violations == []


def test_everything_that_happens_can_be_told() -> None:
    rng, pos, told = random.Random(11), GAME.start("s1_plum_village"), list[Event]()
    while pos.outcome is None:
        pos.apply(pos.options().sample(rng), told.append)
    for event in told:
        line = GAME.say(event.key, event.params, pos)
        assert "{" not in line
        assert event.case in GAME.rules


@rule("yangtze", "2", "S7")
def test_the_recorded_game_replays_to_the_same_end() -> None:
    """T59: every action legal, every roll as the seed gives it, the same position at the end."""
    text = (FOLDER / "random-3.txt").read_text(encoding="utf-8")
    text = re.sub("(?m)^data: .*", f"data: {GAME.data_version}", text)
    record = Record.loads(text)
    pos = record.verify()
    assert record.remarks[len(record)] == [f"# end {digest(pos)}"]
    assert record.dumps() == text


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("s1_plum_village", 5), ("s2_mission_rescue", 1), ("s3_silver_trucks", 1), ("s4_ox_gorge", 2)],
)
@rule("yangtze", "S7")
def test_movers_left_alone_go_where_the_slow_judge_takes_them(
    scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game twice: with ticks passed over, and with every mover looked at in every tick."""
    quick = played(scenario, seed)
    monkeypatch.setattr(movement, "Segment", SlowSegment)
    assert played(scenario, seed) == quick


def played(scenario: str, seed: int) -> list[str]:
    rng, pos, names = random.Random(seed), GAME.start(scenario), list[str]()
    while pos.outcome is None and len(names) < 400:
        pos.apply(pos.options().sample(rng))
        names.append(digest(pos))
    return names
