"""What is kept while a side declares or plans, and while everybody moves, is what would be worked out anew."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.actions import HALT
from shapan.games.yangtze.fire.declared import declare
from shapan.games.yangtze.fire.elements import HALT_FIRE, element
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.targets import legal_targets
from shapan.games.yangtze.noted import UnitFire
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import YangtzePosition
from shapan.kernel import rule

ASKED = {"s8_wanling_bund": 60, "s2_mission_rescue": 150}
"""How many decisions about fire and plans are looked at, where they are not so many."""
MOST = 250


def forgetful(pos: YangtzePosition) -> YangtzePosition:
    """The same position, with nothing worked out."""
    twin = pos.copy()
    twin.lay = twin.muster = None
    return twin


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "5.0", "7.3")
def test_what_is_kept_while_a_side_declares_and_plans_is_what_would_be_found_now(scenario: str) -> None:
    """Every list of options is asked for twice: of a position that remembers the decisions before, and of one that
    does not."""
    rng, pos, asked = Random(f"standstill {scenario}"), GAME.start(scenario), 0
    while pos.outcome is None and asked < ASKED.get(scenario, MOST):
        assert isinstance(pos, YangtzePosition)
        if isinstance(pos.top, Firing | Plan):
            asked += 1
            assert list(pos.options()) == list(forgetful(pos).options())
        pos.apply(pos.options().sample(rng))
    assert asked > 40, "there was something to remember"


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "S7")
def test_rectangles_about_units_follow_their_figures(scenario: str) -> None:
    """They are taken over from scene to scene where nobody has moved, come or gone."""
    rng, pos = Random(f"rectangles {scenario}"), GAME.start(scenario)
    for _ in range(150):
        assert isinstance(pos, YangtzePosition)
        anew = forgetful(pos)
        for unit in pos.book.every_unit:
            if pos.standing[unit]:
                assert pos.scene.box(pos, unit) == anew.scene.box(anew, unit)
        if pos.outcome is not None:
            return
        pos.apply(pos.options().sample(rng))


@rule("yangtze", "7.1", "7.3", "S8")
def test_who_has_been_given_a_target_or_has_fired_is_not_remembered_as_free() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 1000, 500, 4)
    stage.row(gang, 1000, 700, 4)
    stage.card(HALT, squad, gang)
    pos = stage.pos
    able = tuple(element(pos, squad, HALT_FIRE))
    assert len(able) == 4
    assert gang in legal_targets(pos, able)
    declare(pos, UnitFire(squad, gang, able))
    assert element(pos, squad, HALT_FIRE) == [], "all of them reach their target: nobody has a second one"
    assert len(element(pos, gang, HALT_FIRE)) == 4, "what is said of others does not matter"
    pos.shots = ()
    assert tuple(element(pos, squad, HALT_FIRE)) == able
    assert not isinstance(able[0], tuple)
    pos.fired |= 1 << able[0]
    assert tuple(element(pos, squad, HALT_FIRE)) == able[1:]
    pos.hidden |= 1 << gang
    assert gang not in legal_targets(pos, able[1:])
