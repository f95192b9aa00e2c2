"""The fuzzer finds faults that were planted, and none where there are none."""

from typing import Any

import pytest
from tests.lab import faults
from tests.toy import FORD

import shapan
from shapan.lab import fuzz as fuzz_module
from shapan.lab.fuzz import fuzz


def test_a_sound_game_has_no_violations() -> None:
    seen: list[int] = []
    report = fuzz(FORD, 30, 1, progress=seen.append)
    assert report.violations == []
    assert (report.games, report.outcomes.total(), seen[-1]) == (30, 30, 30)
    assert report.decisions > 200
    assert report.views > 60
    assert report.longest > 5


def test_the_same_seed_gives_the_same_games() -> None:
    assert fuzz(FORD, 10, 5) == fuzz(FORD, 10, 5)
    assert fuzz(FORD, 10, 5).decisions != fuzz(FORD, 10, 6).decisions


def test_every_scenario_and_every_switch_gets_its_turn() -> None:
    short = fuzz(FORD, 2, 1, switches={"open_hands": True})
    assert short.games == 2
    assert short.violations == []


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (faults.Leaks, "the view of blue tells something hidden"),
        (faults.RefusesAnOption, "option 'play 2' is refused: 2.2: a card has to be laid now"),
        (faults.OffersTwice, "is given twice"),
        (faults.Shares, "holds something that can change"),
        (faults.DeadEnd, "no option in 'play'"),
        (faults.Crashes, "ZeroDivisionError('planted')"),
        (faults.Forgets, "the snapshot does not give the same position"),
        (faults.ImaginesBadly, "breaks the rules: 2.1: cards were lost or made"),
        (faults.ImaginesFromTheTruth, "rests on what it cannot know"),
        (faults.Peeks, "shows red something hidden and could be undone"),
        (faults.Whispers, "shows blue something hidden"),
        (faults.TurnsUpSilently, "shows blue something hidden and could be undone"),
        (faults.RefusesByWhatIsHidden, "is refused tells red something hidden"),
        (faults.ChangesWhenJudging, "a refused action changed the position"),
        (faults.CitesNothing, "event event.strange cites the unknown case 77.7"),
    ],
)
def test_a_planted_fault_is_found(position: Any, complaint: str) -> None:
    report = fuzz(faults.game_with(position), 20, 1, every=2)
    assert any(complaint in violation.what for violation in report.violations), report.violations[:5]


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_module, "LONGEST_GAME", 300)
    report = fuzz(faults.game_with(faults.NeverEnds), 1, 1, every=50)
    assert [violation.what for violation in report.violations] == ["the game does not end within 300 decisions"]


def test_mukden_keeps_its_promises() -> None:
    assert fuzz(shapan.game("mukden"), 3, 2024, every=30).violations == []
