"""7, 8, 13, 14: fire, melee and morale of whole games, in step with judges who know the book alone."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from tests.games.yangtze.court import Chooser, Court
from tests.games.yangtze.table import GAME

from shapan.bots.staff import StaffBot
from shapan.games.yangtze.melee import bouts
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.who import Figure
from shapan.kernel import rule

SOAK = os.environ.get("SHAPAN_HYPOTHESIS") == "soak"
SHORT = {"s1_plum_village": 8, "s6_arms_godown": 6, "s7_tigers_tail": 4, "s8_wanling_bund": 1}
"""How many turns the short run plays, where they are not two."""


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
@rule("yangtze", "S8", "S9", "14.3")
def test_whole_games_go_as_the_slow_judges_say(scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    turns, share = (99, 0.5) if SOAK else (SHORT.get(scenario, 2), 0.1)
    judged = heard(Court(scenario, seed, share), turns, monkeypatch)
    assert sum(judged.values()) > 20, "there was something to judge"


@pytest.mark.parametrize("seed", range(5 if SOAK else 1))
@pytest.mark.parametrize("scenario", GAME.scenarios if SOAK else ["s1_plum_village", "s6_arms_godown"])
@rule("yangtze", "S8", "S9", "14.3")
def test_so_do_games_between_staffs(scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Officers come to blows where chance walks about: more melee, more morale."""
    staff = StaffBot(Random(seed))
    judged = heard(Court(scenario, seed, 0.1), 99 if SOAK else 4, monkeypatch, staff.choose)
    assert judged["to_hit"] > 20
