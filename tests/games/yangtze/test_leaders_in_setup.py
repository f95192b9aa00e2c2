"""S19.1, 4.1: what set-up asks before anybody is set up never says no where the whole judgement says yes."""

import pytest

import shapan
from shapan.games.yangtze.setup import SettingUp, deploy_refusal, in_reach_of_a_leader, left_to_place, sweep
from shapan.kernel import rule


@rule("yangtze", "S19.1", "4.1")
@pytest.mark.parametrize("scenario", ["s1_plum_village", "s8_wanling_bund"])
def test_no_lawful_point_is_left_out_because_no_leader_is_near(scenario: str) -> None:
    pos = shapan.game("yangtze").start(scenario)
    refused = 0
    assert isinstance(pos.top, SettingUp)
    for unit in left_to_place(pos, pos.top):
        near = in_reach_of_a_leader(pos, unit)
        for point in sweep(pos, unit, rasters=(6,)):
            if not near(*point):
                refused += 1
                assert deploy_refusal(pos, unit, *point) is not None
    assert refused or scenario == "s1_plum_village"
