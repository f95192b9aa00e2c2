"""7.7 Beaten zones of bullets: who is in them, who is spared."""

import pytest
from tests.games.yangtze.scenes import TOWER
from tests.games.yangtze.table import bare, box

from shapan.games.yangtze.actions import HALT, MOVE
from shapan.games.yangtze.air.raids import strafe
from shapan.games.yangtze.fire.aimed import AtFigure
from shapan.games.yangtze.fire.covering import covered
from shapan.games.yangtze.fire.elements import small_arms
from shapan.games.yangtze.fire.shooters import sees_figure
from shapan.games.yangtze.fire.shooting import fire_at_unit, in_zone, snipe, zone_fire
from shapan.games.yangtze.fire.targets import aim
from shapan.games.yangtze.fire.volley import Burial, men_in
from shapan.games.yangtze.noted import Marker
from shapan.games.yangtze.who import put
from shapan.kernel import rule


@rule("yangtze", "7.7", "R20")
def test_a_zone_weapon_tests_nobody_whom_it_does_not_see() -> None:
    house = {"id": "h", "k": "house", "p": box(640, 380, 700, 505), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    bar, _ = stage.put(squad, (500, 450), (800, 700))
    seen, hidden, _ = stage.put(gang, (900, 640), (900, 600), (900, 450))
    stage.card(HALT, squad)
    sight = aim(stage.pos, list(stage.men(squad)[:2]), gang, 1 << 20)
    assert sight is not None
    _, shots = zone_fire(stage.pos, squad, bar, sight)
    x, y = stage.pos.x[seen], stage.pos.y[seen]
    assert in_zone(stage.pos, (x, y), stage.pos.book.arms[bar].zone, 0) == [seen, hidden]
    assert [f for f in (seen, hidden) if sees_figure(stage.pos, bar, f)] == [seen]
    assert men_in(shots) == (seen,)


@rule("yangtze", "7.7", "R20")
def test_a_zone_of_bullets_stays_on_its_floor() -> None:
    stage = bare(ground={"buildings": [TOWER]})
    below, above = stage.put(stage.unit("gang"), (640, 550), (670, 550))
    stage.pos.floor = put(stage.pos.floor, above, 1)
    assert in_zone(stage.pos, (6400, 5500), 500, 0) == [below]
    assert in_zone(stage.pos, (6400, 5500), 500, 1) == [above]


@rule("yangtze", "S6.7", "7.7")
def test_a_zone_of_bullets_shows_the_hidden_men_whom_it_sweeps() -> None:
    stage = bare()
    team, gang, ambush = stage.unit("usmc_lmg"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(team, (500, 500), (500, 530))
    stage.put(stage.unit("usmc_squad"), (500, 470))
    stage.put(gang, (700, 500))
    stage.put(ambush, (740, 500))
    stage.card(HALT, team)
    stage.pos.hidden = 1 << ambush
    stage.pos.then(*fire_at_unit(stage.pos, small_arms(stage.pos, team, "halt"), gang))
    assert not stage.pos.hidden >> ambush & 1


@pytest.mark.parametrize("spare", [False, True])
@rule("yangtze", "7.7", "7.9", "10.2", "R20")
def test_zones_spare_friends_where_players_agree_on_it(spare: bool) -> None:
    stage = bare(zone_spares_friends=spare)
    team, squad, gang = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("gang")
    weapon, _ = stage.put(team, (500, 500), (500, 530))
    _, friend = stage.put(squad, (500, 470), (740, 500))
    (foe,) = stage.put(gang, (770, 500))
    stage.card(HALT, team, squad)
    assert covered(stage.pos, Marker(weapon, 7400, 5000, 1, 0)) == sorted([foe] if spare else [friend, foe])
    plane = stage.unit("us_plane")
    stage.model(plane, 600, 500, 90)
    stage.pos.then(*strafe(stage.pos, plane, 6000, 5000, 90))
    assert set(men_in(stage.volley.shots)) == ({foe} if spare else {friend, foe})


@rule("yangtze", "7.2", "R56")
def test_a_sniper_hits_the_leader_whom_he_has_picked_though_others_are_left() -> None:
    """Leaders are removed last unless they are hit by a sniper; in the open, at short range, class A hits on three."""
    stage = bare()
    snipers, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    (marksman,) = stage.put(snipers, (500, 500))
    chief, *_ = stage.put(gang, (600, 500), (570, 500), (570, 530))
    stage.card(HALT, snipers)
    stage.card(MOVE, gang)
    stage.pos.stack = ()
    stage.pos.then(*snipe(stage.pos, marksman, AtFigure(chief)), Burial())
    stage.roll(3)
    assert stage.gone(stage.men(gang)[:3]) == [chief]


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
@rule("yangtze", "7.7", "R20")
def test_a_base_that_touches_the_circle_is_in_it_on_every_side(dx: int, dy: int) -> None:
    """75 mm, and 12.5 of the base; a tenth farther it is out."""
    stage = bare()
    for gap, caught in ((87.5, 1), (87.6, 0)):
        stage.put(stage.unit("gang"), (1000 + dx * gap, 500 + dy * gap))
        assert len(in_zone(stage.pos, (10000, 5000), 750)) == caught
