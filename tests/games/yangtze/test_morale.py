"""14.0 Morale: what failing means, S10 where they run."""

from tests.games.yangtze.table import bare

from shapan.games.yangtze.melee.forced import behind_line, flight_heading, shelter
from shapan.kernel import rule


@rule("yangtze", "S10", "14.4")
def test_a_hedge_is_shelter_on_its_far_side() -> None:
    hedge = {"k": "hedge", "p": [[300, 500], [900, 500]]}
    stage = bare(ground={"lines": [hedge]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 600, 600, 5)
    stage.put(gang, (600, 400))
    assert behind_line(stage.pos, squad, 6000, 7200)
    assert not behind_line(stage.pos, squad, 6000, 6800), "that is the near side"
    assert shelter(stage.pos, squad)


@rule("yangtze", "S10", "14.6")
def test_fugitives_do_not_run_into_the_enemy() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    assert flight_heading(stage.pos, gang) == 90, "home is to the east"
    stage.put(squad, (800, 500))
    assert flight_heading(stage.pos, gang) != 90
