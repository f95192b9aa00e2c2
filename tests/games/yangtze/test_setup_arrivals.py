"""S19.2 Arrivals."""

from typing import Any

import pytest
from tests.games.yangtze.scenes import TOWNHOUSE, refusal_of, say, setting, upstairs
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    Card,
    Deploy,
    Put,
    Ready,
    Wait,
)
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.setup import (
    SettingUp,
    due,
    shifted,
    showing,
)
from shapan.games.yangtze.who import numbered
from shapan.kernel import rule


@rule("yangtze", "S19.2")
def test_reinforcements_may_be_held_back() -> None:
    stage = setting("s8_wanling_bund", 1, 12)
    book = stage.pos.book
    for unit in due(stage.pos, 1):
        if book.units[unit].at is None:
            say(stage, f"wait {book.units[unit].id}")
            assert refusal_of(stage, f"wait {book.units[unit].id}") == "S19.2", "it waits already"
            assert stage.told("waits")
            break


def to_orders(pos: YangtzePosition, turn: int) -> None:
    """Everybody stays where he is until the cards of this turn are chosen."""
    while not (pos.turn == turn and isinstance(pos.top, Orders)):
        if isinstance(pos.top, Orders) and pos.refusal(Ready()) is not None:
            unit = next(u for u in pos.units_of(pos.top.side) if not pos.card[u])
            pos.apply(Card(unit, MOVE if pos.book.units[unit].aircraft else HALT))
        elif not isinstance(pos.top, SettingUp) and pos.refusal(Ready()) is None:
            pos.apply(Ready())
        else:
            pos.apply(next(iter(pos.options())))


@rule("yangtze", "S19.2", "R113", "S2.3")
def test_the_armoured_car_waits_while_a_lorry_stands_in_its_place() -> None:
    pos: Any = GAME.start("s3_silver_trucks")
    stage = Stage(pos)
    car, lorry = stage.unit("armoured_car"), stage.unit("truck", 1)
    to_orders(pos, 3)
    assert not pos.laid_out(car)
    pos.turn, pos.stack = 3, (SettingUp(0), (SettingUp(1), ()))
    stage.settle()
    told = stage.told("place_taken")
    assert [(event.case, event.params["unit"]) for event in told] == [("S19.2", "us3")], (
        "both sides are told, once a turn"
    )
    assert told[0].to is None
    stage.model(lorry, 1000, 615, 90)
    to_orders(pos, 4)
    assert pos.laid_out(car)


@rule("yangtze", "S19.2", "4.1")
def test_reinforcements_come_by_night_though_not_all_of_them_are_in_command() -> None:
    """Twenty men do not fit within 75 mm of their leader on a strip of 70 mm; S19.2 asks for room, not for command."""
    pos = GAME.start("s6_arms_godown")
    assert isinstance(pos, YangtzePosition)
    gang = next(unit for unit, spec in numbered(pos.book.units) if spec.name == "Night watch")
    assert len(pos.book.men[gang]) == 20
    pos.turn = 4
    pos.stack = (SettingUp(pos.book.units[gang].side), ())
    assert any(isinstance(action, Deploy) and action.unit == gang for action in pos.options())


@rule("yangtze", "S19.2", "R113")
def test_units_with_a_printed_place_are_not_held_back() -> None:
    pos: Any = GAME.start("s8_wanling_bund")
    plane = next(n for n, spec in numbered(pos.book.units) if spec.template == "us_plane")
    pos.turn = pos.book.units[plane].turn
    pos.stack = (SettingUp(pos.book.units[plane].side), ())
    assert case(pos.refusal(Wait(plane))) == "S19.2"
    pos.settle()
    assert pos.laid_out(plane), "it has come by itself"


@rule("yangtze", "S19.2", "S19.1", "R173")
def test_reinforcements_keep_as_far_from_the_enemy_as_in_the_set_up() -> None:
    stage = setting("s8_wanling_bund", 1, 12)
    deploy = next(action for action in stage.pos.options() if isinstance(action, Deploy))
    x, y = deploy.point
    marines = stage.unit("usmc_squad")
    for gap, refused in ((150, "S19.2"), (400, None)):
        stage.put(marines, (x / 10 + gap * (1 if x < 12000 else -1), y / 10))
        assert stage.why(deploy) == refused


@rule("yangtze", "S19.2", "R173")
def test_whatever_is_said_of_an_arrival_is_said_of_arrivals() -> None:
    """The set-up is S19.1; who comes on turn 3 is refused, told and asked for under S19.2."""
    stage = setting("s1_plum_village", 1, 3)
    pos, gang = stage.pos, stage.unit("gang", 2)
    assert pos.decision.case == "S19.2"
    assert stage.why(Ready()) == "S19.2"
    assert stage.why(Card(gang, HALT)) == "S19.2"
    assert stage.why(Deploy(gang, (6000, 8000))) == "S19.2", "not their edge"
    edge = next(iter(pos.options()))
    assert isinstance(edge, Deploy)
    x, y = edge.point
    stage.put(stage.unit("usmc_squad"), (x / 10, y / 10 + 60))
    assert stage.why(edge) == "S19.2", "Marines are too near"
    stage.put(stage.unit("usmc_squad"), (x / 10, y / 10 + 600))
    pos.push(edge, stage.hear)
    assert [event.case for event in stage.told("arrives")] == ["S19.2"]
    assert stage.why(Put(stage.piece(gang, 1), (6000, 8000))) == "S19.2"


@rule("yangtze", "S19.2", "R221", "S14.5")
def test_a_launch_does_not_arrive_beside_a_junk_full_of_pirates() -> None:
    """She may come anywhere in the water at the edge, but not with her Marines 15 mm from them."""
    pos: Any = GAME.start("s4_ox_gorge")
    pos.turn, pos.stack = 2, (SettingUp(0), ())
    stage = Stage(pos)
    launch, junk, pirates = stage.unit("launch"), stage.unit("junk"), stage.unit("pirates", 1)
    stage.model(junk, 1350, 430, 90)
    stage.board(pirates, junk)
    assert stage.why(Deploy(launch, (13500, 3500))) == "S19.2"
    assert stage.why(Deploy(launch, (13500, 6600))) is None
    offered = [action.point for action in pos.options() if isinstance(action, Deploy)]
    assert offered
    assert all(abs(y - 4300) > 2150 for _, y in offered)


@rule("yangtze", "S19.1", "S19.2")
def test_a_unit_that_stands_already_is_not_set_up_again_and_one_that_comes_later_not_yet() -> None:
    stage = setting("s1_plum_village", 1)
    gang, cousins = stage.unit("gang"), stage.unit("gang", 2)
    deploy = next(action for action in stage.pos.options() if isinstance(action, Deploy) and action.unit == gang)
    stage.pos.push(deploy, stage.hear)
    assert stage.why(deploy) == "S19.1"
    assert stage.why(Deploy(cousins, deploy.point)) == "S19.2"


@rule("yangtze", "S19.1", "S6.7")
def test_whether_a_unit_of_the_enemy_has_come_is_not_told_by_a_refusal() -> None:
    stage = setting("s1_plum_village", 1)
    squad, whys = stage.unit("usmc_squad"), []
    for there in (False, True):
        if there:
            stage.put(squad, (500, 500))
        assert stage.pos.arrived(squad) == there
        whys.append(str(stage.pos.refusal(Deploy(squad, (5000, 5000)))))
    assert whys[0] == whys[1]


@pytest.mark.parametrize(("side", "hides", "to"), [(0, 0, ("us",)), (0, -1, ("us",)), (1, 0, None), (1, -1, None)])
@rule("yangtze", "S19.2", "R113", "S6.7")
def test_that_a_place_is_taken_is_not_told_to_the_enemy_of_those_who_hide(
    side: int, hides: int, to: tuple[str] | None
) -> None:
    pos: Any = GAME.start("s3_silver_trucks")
    stage = Stage(pos)
    car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
    x, y = pos.book.units[car].at
    stage.put(squad, (x / 10, y / 10))
    pos.hidden = 1 << pos.book.units_of[side][hides]
    pos.turn, pos.stack = 2, (SettingUp(0), (SettingUp(1), ()))
    stage.settle()
    assert [event.to for event in stage.told("place_taken")] == [to]


@rule("yangtze", "S19.1", "S19.2")
def test_whoever_is_left_to_place_is_named_though_he_is_the_only_one() -> None:
    stage = setting("s1_plum_village", 1, 3)
    cousins, *rest = [unit for unit in due(stage.pos, 1) if stage.pos.book.units[unit].turn == 3]
    assert not rest
    for gang in (stage.unit("gang"), stage.unit("gang", 1)):
        stage.row(gang, 300 + 30 * gang, 300, 1)
    refusal = stage.pos.refusal(Ready())
    assert refusal is not None
    assert refusal.params["unit"] == cousins


@rule("yangtze", "S19.2", "R113")
def test_that_a_place_is_taken_is_told_once_a_turn_whatever_else_arrives() -> None:
    """The train finds a lorry on its rails while the cavalry looks for a place at the edge."""
    pos: Any = GAME.start("s8_wanling_bund")
    stage = Stage(pos)
    train, horse = stage.unit("armoured_train"), stage.unit("wl_cavalry")
    x, y = pos.book.units[train].at
    stage.model(stage.unit("truck"), x / 10, y / 10, 90)
    stage.put(stage.unit("usmc_squad"), (100, 600))
    pos.turn, pos.stack = 2, (SettingUp(1), ())
    stage.settle()
    while due(pos, 1) and any(isinstance(action, Deploy) for action in pos.options()):
        pos.push(next(action for action in pos.options() if isinstance(action, Deploy)), stage.hear)
        if pos.arrived(horse):
            break
    taken = [event.params["unit"] for event in stage.told("place_taken")]
    assert taken.count(pos.book.units[train].id) == 1


@rule("yangtze", "S19.1", "S6.7")
def test_who_is_set_up_is_told_to_everybody_and_who_hides_to_his_own_side() -> None:
    for scenario, template, to in (("s1_plum_village", "gang", None), ("s3_silver_trucks", "gang", ("cn",))):
        stage = setting(scenario, 1)
        deploy = next(
            action
            for action in stage.pos.options()
            if isinstance(action, Deploy) and action.unit == stage.unit(template)
        )
        stage.pos.push(deploy, stage.hear)
        assert [event.to for event in stage.told("deployed")] == [to]


@rule("yangtze", "S19.1", "S16.1")
def test_who_is_put_into_another_house_stands_on_its_ground_floor() -> None:
    """In his own house he stays on the floor where he is."""
    houses = [
        {**TOWNHOUSE, "id": "a"},
        {**TOWNHOUSE, "id": "b", "p": box(900, 500, 1020, 600), "doors": [[900, 650]], "windows": []},
    ]
    stage = bare(ground={"buildings": houses})
    man, _ = stage.put(stage.unit("usmc_squad"), (660, 550), (690, 550))
    upstairs(stage, man)
    piece = stage.pos.book.piece_of_figure(man)
    assert shifted(stage.pos, man, Put(piece, (6700, 5600))).floor == 1
    assert shifted(stage.pos, man, Put(piece, (9500, 5500))).floor == 0
    assert shifted(stage.pos, man, Put(piece, (8000, 5500))).floor == 0, "in the street"


@pytest.mark.parametrize("hidden", [False, True])
@rule("yangtze", "S19.1", "S6.7")
def test_no_place_is_left_out_of_the_offer_for_the_sake_of_an_enemy_who_hides(hidden: bool) -> None:
    stage = bare("s3_silver_trucks")
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gang, (500, 500))
    stage.pos.hidden = hidden << gang
    assert showing(stage.pos, squad)(5600, 5000) is not hidden
