"""9.4, 9.5, 14.8, 7.4, S17.1: pieces whose crew is away, vehicles that back out, passengers and who guards them."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import HE, MOVE, RETREAT, Card, Embark, Fire, March, Ready, Shell
from shapan.games.yangtze.fire.artillery import RoundLands
from shapan.games.yangtze.melee.trials import hostile_town, nerve
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import LOST, STANDING
from shapan.games.yangtze.vessels.driving import on_rail
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import DICE, rule

CN = 1
AT_PIECE = ((-45, 0), (0, 45), (0, -45), (-40, 40))


def gun(stage: Stage, name: str, x: float, y: float, crew: int = 2) -> Unit:
    """A gun with so many of its crew beside it."""
    unit = stage.unit(name)
    stage.model(unit, x, y)
    stage.put(unit, *((x + dx, y + dy) for dx, dy in AT_PIECE[:crew]))
    return unit


def declare(stage: Stage, *said: Any) -> None:
    for word in said:
        stage.pos.push(word, stage.hear)
    while stage.pos.actor != DICE:
        stage.pos.push(Ready(), stage.hear)


# --- 9.5 --------------------------------------------------------------------------------------------------------------


@rule("yangtze", "9.5", "S2.1")
def test_a_direct_hit_kills_the_crew_at_the_piece() -> None:
    stage = bare()
    ours, theirs = gun(stage, "us_gun_75", 300, 600), gun(stage, "wl_gun_light", 900, 600, crew=3)
    away = stage.men(theirs)[3]
    stage.pos.stand(away, 13000, 6000)
    stage.play(to="halt_fire")
    declare(stage, Shell(ours, HE, theirs))
    stage.roll(6, 6, 6)
    assert not stage.pos.laid_out(theirs)
    assert [stage.pos.fate[figure] for figure in stage.men(theirs)] == [LOST, LOST, LOST, STANDING]


@rule("yangtze", "9.5", "9.1")
def test_a_gun_is_laid_on_the_men_where_they_have_left_their_piece() -> None:
    stage = bare()
    ours, theirs = gun(stage, "us_gun_75", 300, 600), gun(stage, "wl_gun_light", 900, 600, crew=0)
    crew = stage.put(theirs, (1300, 600), (1300, 640))
    stage.play(to="halt_fire")
    declare(stage, Shell(ours, HE, theirs))
    assert stage.stake(RoundLands).target.figure in crew


@pytest.mark.parametrize(("gap", "refused"), [(199.9, "9.4"), (200, None)])
@rule("yangtze", "9.4", "9.5")
def test_the_least_range_to_a_gun_is_measured_to_the_piece(gap: float, refused: str | None) -> None:
    stage = bare()
    ours, theirs = gun(stage, "us_gun_75", 300, 600), stage.unit("wl_gun_light")
    x = 300 + 30 + gap + 25
    stage.model(theirs, x, 600)
    stage.put(theirs, (x + 45, 600), (x + 30, 635))
    far = stage.unit("wl_mmg")
    stage.put(far, (1300, 600))
    stage.play(to="halt_fire")
    assert stage.why(Shell(ours, HE, theirs)) == refused


# --- 14.8 -------------------------------------------------------------------------------------------------------------


@rule("yangtze", "14.8", "S13")
def test_a_train_backs_out_of_a_town_on_its_rails() -> None:
    rails = [{"k": "rail", "p": [[0, 600], [700, 600], [1100, 800], [2400, 800]]}]
    stage = bare(ground={"lines": rails, "areas": [{"k": "town", "n": "Town", "p": box(300, 200, 1500, 900)}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1300, 400, 90)
    stage.put(stage.unit("usmc_squad"), (2000, 1100))
    stage.pos.card = put(stage.pos.card, train, RETREAT)
    stage.play(to="halt_fire")
    x, y, heading = stage.pos.at[train]
    assert on_rail(stage.pos, (x, y))
    assert 8000 < x < 10000, "as far back as it gets, round the bend"
    assert heading == 90


@rule("yangtze", "14.8")
def test_friends_in_another_town_do_not_hold_this_one() -> None:
    towns = [{"k": "town", "n": name, "p": box(left, 400, left + 400, 900)} for name, left in (("A", 400), ("B", 1500))]
    stage = bare(ground={"areas": towns})
    tank, company = stage.unit("tank_ft"), stage.unit("wl_rifles")
    stage.model(tank, 600, 600, 90)
    stage.pos.hits = put(stage.pos.hits, tank, 1)
    stage.put(company, (1600, 600))
    assert sum(line.value for line in nerve(stage.pos, tank).lines) == -5
    stage.put(company, (700, 700))
    assert sum(line.value for line in nerve(stage.pos, tank).lines) == -1


@rule("yangtze", "14.8", "S17.1")
def test_civilians_hold_no_town() -> None:
    stage = bare(ground={"areas": [{"k": "town", "n": "Town", "p": box(400, 400, 900, 900)}]})
    lorry, consul = stage.unit("truck"), stage.unit("consul")
    stage.model(lorry, 600, 600, 90)
    stage.put(consul, (700, 700))
    assert hostile_town(stage.pos, lorry)


# --- 7.4 --------------------------------------------------------------------------------------------------------------


@rule("yangtze", "7.4", "S17.1")
def test_a_carrier_with_civilians_alone_binds_nobodys_fire() -> None:
    stage = bare()
    lorry, consul, squad, company = (stage.unit(name) for name in ("truck", "consul", "usmc_squad", "wl_rifles"))
    stage.model(lorry, 600, 600, 90, crew=False)
    stage.board(consul, lorry)
    stage.row(squad, 900, 500, 2)
    stage.row(company, 600, 800, 2)
    stage.play(to="halt_fire")
    while getattr(stage.pos.top, "side", CN) != CN:
        stage.pos.push(Ready(), stage.hear)
    assert stage.why(Fire(company, squad)) is None
    assert stage.why(Fire(company, lorry)) == "7.4"


@pytest.mark.parametrize(("driver", "nearest"), [(True, 737.5), (False, 650)])
@rule("yangtze", "5.3", "S12.2")
def test_the_100_mm_are_not_kept_from_a_carrier_with_civilians_alone(driver: bool, nearest: float) -> None:
    stage = bare()
    lorry, consul, company = (stage.unit(name) for name in ("truck", "consul", "wl_rifles"))
    stage.model(lorry, 600, 600, 90, crew=driver)
    stage.board(consul, lorry)
    stage.row(stage.unit("usmc_squad"), 2200, 100, 2)
    stage.row(company, 600, 900, 2)
    stage.play(Card(company, MOVE), March(company, ((6000, 6500),)), to="halt_fire")
    assert stage.places(company)[0] == (600, nearest)


# --- S17.1, S17.2 -----------------------------------------------------------------------------------------------------

JETTY: dict[str, Any] = {
    "areas": [
        {"k": "river", "n": "River", "p": box(0, 0, 2400, 400)},
        {"k": "jetty", "n": "Jetty", "p": box(1000, 300, 1040, 420)},
    ]
}


def at_the_jetty(guards: bool) -> tuple[Stage, Unit, Unit]:
    """The consul's party on a jetty at which a gunboat lies, whose people are all aboard."""
    stage = bare(ground=JETTY)
    boat, party, consul = (stage.unit(name) for name in ("gunboat", "usn_squad", "consul"))
    stage.model(boat, 1020, 240, 90, crew=False)
    aboard = stage.men(party) if guards else stage.men(stage.unit("pulling_boat"))
    move(stage.pos, *((figure, Berth(boat)) for figure in aboard))
    stage.put(consul, (1020, 320))
    stage.row(stage.unit("wl_rifles"), 2200, 1000, 2)
    return stage, boat, consul


@pytest.mark.parametrize(("guards", "refused"), [(True, None), (False, "S17.1")])
@rule("yangtze", "S17.1", "S14.5")
def test_civilians_go_aboard_under_the_eyes_of_armed_friends_aboard(guards: bool, refused: str | None) -> None:
    stage, boat, consul = at_the_jetty(guards)
    stage.play(Card(consul, MOVE), to="plan_actions")
    assert stage.why(Embark(consul, boat)) == refused


@pytest.mark.parametrize(("guards", "taken"), [(True, False), (False, True)])
@rule("yangtze", "S17.2")
def test_armed_friends_aboard_keep_the_enemy_from_taking_them(guards: bool, taken: bool) -> None:
    stage, _, consul = at_the_jetty(guards)
    stage.put(stage.unit("gang"), (1020, 360))
    stage.play(to="end_turn")
    while stage.pos.turn == 1:
        stage.pos.push(Ready(), stage.hear)
    assert bool(stage.pos.captive >> stage.men(consul)[0] & 1) == taken
