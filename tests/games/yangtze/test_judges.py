"""7 to 9, 11 to 14: fire, melee and morale of whole games, in step with judges who know the book alone."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from tests.games.yangtze.court import Chooser, Court
from tests.games.yangtze.crowded import Crowd
from tests.games.yangtze.table import GAME

from shapan.bots.staff import StaffBot
from shapan.games.yangtze.melee import bouts
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.who import Figure
from shapan.kernel import rule

SOAK = os.environ.get("SHAPAN_HYPOTHESIS") == "soak"
SHORT = {"s1_plum_village": 8, "s6_arms_godown": 6, "s7_tigers_tail": 4, "s8_wanling_bund": 1}
"""How many turns the short run plays, where they are not two."""
CROWDS = (11, 14, 23, 28, 46, 64, 83, 86)
"""Tables on which much is fired."""
OVERGROWN = 41
"""Here a wood is drawn over a hut, which no table of the game has: judge and game read its roof differently."""


def heard(court: Court, turns: int, monkeypatch: pytest.MonkeyPatch, choose: Chooser | None = None) -> Counter[str]:
    """The game with each melee put to the judge as it begins."""
    match = bouts.match

    def judged(pos: YangtzePosition, pairs: list[tuple[Figure, Figure]]) -> object:
        twin = pos.copy()
        found = match(pos, pairs)
        if pos is court.pos:
            court.melee(twin, [tuple(bout)[:4] for bout in found[0]])
        return found

    monkeypatch.setattr(bouts, "match", judged)
    return court.play(turns, choose)


@pytest.mark.parametrize("seed", range(25 if SOAK else 1))
@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "3.2", "4.1", "6.1", "6.2", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "7.10")
@rule("yangtze", "4.3", "7.11", "S8", "8.1", "8.2", "8.3", "8.4", "8.5", "S2.1", "S4", "S5", "S8.10", "S16.2", "S18")
@rule("yangtze", "9.1", "9.2", "9.3", "9.4", "11.1", "11.2", "11.3", "12.1", "12.2", "12.3", "S12.8", "S14.8")
@rule("yangtze", "13.1", "13.2", "13.3", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.8", "S9", "S10")
def test_whole_games_go_as_the_slow_judges_say(scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    turns, share = (99, 0.5) if SOAK else (SHORT.get(scenario, 2), 0.1)
    judged = heard(Court(scenario, seed, share), turns, monkeypatch)
    assert sum(judged.values()) > 20, "there was something to judge"


@pytest.mark.parametrize("seed", range(5 if SOAK else 1))
@pytest.mark.parametrize("scenario", GAME.scenarios if SOAK else ["s1_plum_village", "s6_arms_godown"])
@rule("yangtze", "3.2", "4.1", "6.1", "6.2", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "7.10")
@rule("yangtze", "4.3", "7.11", "S8", "8.1", "8.2", "8.3", "8.4", "8.5", "S2.1", "S4", "S5", "S8.10", "S16.2", "S18")
@rule("yangtze", "9.1", "9.2", "9.3", "9.4", "11.1", "11.2", "11.3", "12.1", "12.2", "12.3", "S12.8", "S14.8")
@rule("yangtze", "13.1", "13.2", "13.3", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.8", "S9", "S10")
def test_so_do_games_between_staffs(scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Officers come to blows where chance walks about: more melee, more morale."""
    staff = StaffBot(Random(seed))
    judged = heard(Court(scenario, seed, 0.1), 99 if SOAK else 4, monkeypatch, staff.choose)
    assert judged["to_hit"] > 20


@pytest.mark.parametrize("seed", [seed for seed in range(1, 100) if seed != OVERGROWN] if SOAK else CROWDS)
@rule("yangtze", "3.2", "4.1", "6.1", "6.2", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "7.10")
@rule("yangtze", "4.3", "7.11", "S8", "8.1", "8.2", "8.3", "8.4", "8.5", "S2.1", "S4", "S5", "S8.10", "S16.2", "S18")
@rule("yangtze", "9.1", "9.2", "9.3", "9.4", "11.1", "11.2", "11.3", "12.1", "12.2", "12.3", "S12.8", "S14.8")
@rule("yangtze", "13.1", "13.2", "13.3", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.8", "S9", "S10")
def test_so_does_the_fire_of_crowded_tables(seed: int) -> None:
    """Where gaps are what the rules ask for, to the tenth of a millimetre."""
    assert Crowd(seed).fire().judged["target"] > 20
