"""7, 8, 13, 14: fire, melee and morale of whole games, in step with judges who know the book alone."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from tests.games.yangtze.court import Court
from tests.games.yangtze.table import GAME

from shapan.games.yangtze.melee import bouts
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.who import Figure
from shapan.kernel import rule

SOAK = os.environ.get("SHAPAN_HYPOTHESIS") == "soak"
SHORT = {"s1_plum_village": 8, "s6_arms_godown": 8, "s8_wanling_bund": 2}
"""How many turns the short run plays, where they are not three."""


def heard(court: Court, turns: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The game with each melee put to the judge as it begins."""
    match = bouts.match

    def judged(pos: YangtzePosition, pairs: list[tuple[Figure, Figure]]) -> object:
        twin = pos.copy()
        found = match(pos, pairs)
        if pos is court.pos:
            court.melee(twin, [tuple(bout)[:4] for bout in found[0]])
        return found

    monkeypatch.setattr(bouts, "match", judged)
    return court.play(turns)


@pytest.mark.parametrize("seed", range(25 if SOAK else 1))
@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "S8", "S9", "14.3")
def test_whole_games_go_as_the_slow_judges_say(scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    turns, share = (99, 1) if SOAK else (SHORT.get(scenario, 3), 0.2)
    judged = heard(Court(scenario, seed, share), turns, monkeypatch)
    assert judged["target"] + judged["to_hit"] > 20, "somebody was asked for his fire"
