"""S16, 5.3, S2.3, S17: floors and stairs, who must charge, gates, captives, swimmers."""

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    FLEE,
    HALT,
    MOVE,
    SKIRMISH,
    Dismount,
    March,
    Pace,
    Ready,
    Stairs,
)
from shapan.games.yangtze.ending import demolitions, open_gates, spike_guns
from shapan.games.yangtze.movement.charge import quarries
from shapan.games.yangtze.movement.marching import march_refusal, pace_refusal, plan_march, stairs_refusal
from shapan.games.yangtze.movement.settling import settle_bases
from shapan.games.yangtze.movement.together import charge_minimum, simultaneous_move
from shapan.games.yangtze.movement.ways import escorted, way_refusal
from shapan.games.yangtze.planned import Charging, Marching
from shapan.games.yangtze.plans import Plan
from shapan.games.yangtze.vessels.swimming import bank
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.games.yangtze.works.people import capture
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule

HOUSE = {"id": "h", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}
PAGODA = {**HOUSE, "k": "pagoda"}


def upstairs(kind: str = "two_storey", floor: int = 1) -> tuple[Stage, Unit, Figure]:
    """A man of a squad on an upper floor, 40 mm from the street door; his leader in the street."""
    stage = bare(ground={"buildings": [{**HOUSE, "k": kind}]})
    squad = stage.unit("usmc_squad")
    _, man = stage.put(squad, (560, 450), (640, 550))
    stage.pos.floor = put(stage.pos.floor, man, floor)
    stage.card(MOVE, squad)
    return stage, squad, man


# --- S16.1 stairs are a part of the way ------------------------------------------------------------------------------


@rule("yangtze", "S16.1", "5.1")
def test_who_leaves_an_upper_floor_pays_for_the_stairs() -> None:
    """40 mm to the door, 10 for it, 75 for the stairs: 175 mm of the 300 are left."""
    stage, _, man = upstairs()
    assert way_refusal(stage.pos, man, ((4260, 5500),)) is None
    assert case(way_refusal(stage.pos, man, ((4240, 5500),))) == "5.1"
    stage.pos.floor = put(stage.pos.floor, man, 0)
    assert way_refusal(stage.pos, man, ((4240, 5500),)) is None


@rule("yangtze", "S16.1")
def test_who_has_left_the_house_is_on_the_ground() -> None:
    stage, squad, man = upstairs()
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Pace(stage.pos.book.piece_of_figure(man), ((4500, 5500),)))
    stage.move()
    assert (stage.pos.x[man], stage.pos.room[man], stage.pos.floor[man]) == (4500, OUTDOORS, 0)


@rule("yangtze", "S16.1")
def test_a_figure_enters_and_climbs_in_one_move() -> None:
    stage, squad, man = upstairs(floor=0)
    stage.put(squad, (560, 450), (560, 550))
    piece = stage.pos.book.piece_of_figure(man)
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Pace(piece, ((6600, 5500),)))
    assert stairs_refusal(stage.pos, piece, 1) is None
    assert case(stairs_refusal(stage.pos, piece, 2)) == "S16.1", "there is no such floor"
    plan_march(stage.pos, Stairs(piece, 1))
    stage.move()
    assert (stage.pos.x[man], stage.pos.room[man], stage.pos.floor[man]) == (6600, 0, 1)


@rule("yangtze", "S16.1", "5.2")
def test_how_many_stairs_a_card_allows() -> None:
    """75 mm a floor: one on SKIRMISH, two on MOVE."""
    for card, floor, refused in ((SKIRMISH, 1, None), (SKIRMISH, 2, "S16.1"), (MOVE, 2, None)):
        stage, squad, man = upstairs("pagoda", 0)
        stage.card(card, squad)
        stage.pos.plan = put(stage.pos.plan, squad, Marching())
        assert case(stairs_refusal(stage.pos, stage.pos.book.piece_of_figure(man), floor)) == refused


@rule("yangtze", "S16.1", "S11", "5.1")
def test_the_allowance_is_spent_once() -> None:
    """Who has planned stairs and then goes another way does not climb; who dismounts has 150 mm less to go."""
    stage, squad, man = upstairs()
    piece = stage.pos.book.piece_of_figure(man)
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Stairs(piece, 0))
    plan_march(stage.pos, Pace(piece, ((6900, 5300), (6300, 5300), (6900, 5700))))
    stage.move()
    assert stage.pos.floor[man] == 1
    stage = bare()
    horse = stage.unit("wl_cavalry")
    rider, *_ = stage.row(horse, 500, 500, 3, 60)
    stage.card(MOVE, horse)
    stage.pos.plan = put(stage.pos.plan, horse, Marching())
    piece = stage.pos.book.piece_of_figure(rider)
    assert pace_refusal(stage.pos, piece, ((5000, 9000),)) is None
    plan_march(stage.pos, Dismount(horse))
    assert case(pace_refusal(stage.pos, piece, ((5000, 9000),))) == "S11"
    assert pace_refusal(stage.pos, piece, ((5000, 8400),)) is None


@rule("yangtze", "6.2", "S16.1")
def test_a_man_who_is_touched_takes_no_stairs() -> None:
    stage, squad, man = upstairs(floor=0)
    piece = stage.pos.book.piece_of_figure(man)
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Stairs(piece, 1))
    stage.pos.touched = 1 << man
    stage.move()
    assert stage.pos.floor[man] == 0


@rule("yangtze", "5.3", "13.1", "S16.1")
def test_men_upstairs_are_charged_up_the_stairs() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    charger, *_ = stage.put(gang, (560, 550), (530, 550))
    man, lookout = stage.put(squad, (690, 550), (400, 700))
    stage.pos.floor = put(stage.pos.floor, man, 1)
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.holding = 1 << squad
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    stage.pos.goal = put(stage.pos.goal, charger, man)
    stage.pos.stack = ()
    charge_minimum(stage.pos)
    stage.settle()
    stage.pos.stack = ()
    simultaneous_move(stage.pos)
    stage.settle()
    fighting = [figure for figure in stage.pos.standing[gang] if stage.pos.touched >> figure & 1]
    assert any(stage.pos.floor[figure] == 1 for figure in fighting)
    assert stage.pos.touched >> man & 1
    assert lookout


@rule("yangtze", "S2.3", "S16.1")
def test_bases_on_different_floors_do_not_crowd_each_other() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    below, above = stage.put(stage.unit("usmc_squad"), (660, 550), (660, 550))
    stage.pos.floor = put(stage.pos.floor, above, 1)
    stage.pos.spent = put(stage.pos.spent, above, 750)
    stage.pos.track = put(stage.pos.track, above, ((0, 6600, 5500), (750, 6600, 5500)))
    settle_bases(stage.pos)
    assert (stage.pos.x[above], stage.pos.y[above]) == (6600, 5500)
    assert below


# --- 5.3 -------------------------------------------------------------------------------------------------------------


@rule("yangtze", "5.3", "5.0")
def test_a_unit_on_charge_with_somebody_to_charge_does_not_stand_still() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 300, 500, 3)
    stage.row(squad, 1900, 500, 3)
    stage.card(CHARGE, gang)
    side = stage.pos.owner[gang]
    stage.pos.stack = (Plan(side), ())
    assert quarries(stage.pos, gang) == [squad], "far away, but in sight"
    assert case(stage.pos.refusal(Ready())) == "5.0"


# --- gates, guns, charges --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "opens"), [(0, True), (30, False)])
@rule("yangtze", "S16.7")
def test_a_shut_gate_opens_to_those_who_touch_it(gap: float, opens: bool) -> None:
    wall = {"k": "wall_high", "p": [[400, 700], [800, 700]], "gates": [[600, 700, 60]]}
    stage = bare("s2_mission_rescue", ground={"lines": [wall]})
    company = stage.unit("wl_rifles")
    stage.put(company, (600, 500 - 12.5 - gap))
    stage.card(HALT, company)
    stage.pos.shut = 1
    open_gates(stage.pos)
    assert (stage.pos.shut == 0) == opens


@rule("yangtze", "S17.7")
def test_cowering_enemies_keep_a_gun_from_being_spiked() -> None:
    stage = bare()
    gun, squad, company = stage.unit("wl_gun_medium"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.model(gun, 1000, 500)
    stage.put(squad, (957, 500), (1043, 500))
    stage.put(company, (1000, 600))
    stage.card("COWER", company)
    spike_guns(stage.pos)
    assert stage.pos.laid_out(gun)


@rule("yangtze", "S17.7")
def test_cowering_enemies_keep_a_charge_from_being_set() -> None:
    for watched in (False, True):
        stage = bare("s6_arms_godown", ground={"buildings": [{**HOUSE, "id": "godown", "k": "godown"}]})
        squad, guard = stage.unit("usmc_assault_squad"), stage.unit("wl_guard")
        stage.put(squad, (590, 580), (560, 580))
        stage.card(HALT, squad)
        stage.card("COWER", guard)
        if watched:
            stage.put(guard, (540, 640))
        stage.pos.then(*demolitions(stage.pos))
        assert bool(stage.pos.fuses) != watched


# --- S17 people, S14.7 swimmers --------------------------------------------------------------------------------------


@rule("yangtze", "S17.2", "S16.4")
def test_nobody_is_captured_through_a_wall_or_by_a_swimmer() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    people, gang = stage.unit("consul"), stage.unit("gang")
    inside, outside = stage.put(people, (690, 514), (900, 500))
    through, beside = stage.put(gang, (690, 484), (900, 530))
    stage.card(HALT, gang)
    stage.pos.swimming = 1 << beside
    capture(stage.pos)
    assert not stage.pos.captive
    stage.pos.swimming = 0
    capture(stage.pos)
    assert stage.pos.captive == 1 << outside
    assert inside
    assert through


@rule("yangtze", "S17.1")
def test_an_unarmed_loader_is_no_escort() -> None:
    stage = bare()
    people, team = stage.unit("consul"), stage.unit("usmc_lmg")
    (civilian,) = stage.put(people, (500, 500))
    _, loader = stage.put(team, (900, 900), (530, 500))
    assert not escorted(stage.pos, civilian)
    stage.put(team, (530, 540), (530, 500))
    assert escorted(stage.pos, civilian), "the gunner is"
    assert loader


@rule("yangtze", "S14.7")
def test_a_swimmer_makes_for_the_nearest_bank() -> None:
    river = {"k": "river", "p": [[0, 200], [2400, 1000], [2400, 1200], [0, 1200]]}
    stage = bare(ground={"areas": [river]})
    point = bank(stage.pos, 12000, 4000)
    assert point is not None
    far = ((point[0] - 12000) ** 2 + (point[1] - 4000) ** 2) ** 0.5
    assert far < 1960, "straight at a bank that runs aslant"


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_whatever_lies_on_a_table_can_be_told_in_words(scenario: str) -> None:
    board = GAME.board(scenario)
    assert {key for entry in board.grounds for key in entry.terrain} <= set(board.texts)
    assert board.grounds[0].points == ((0, 0), (board.width, 0), (board.width, board.height), (0, board.height))
    named = {entry.name for entry in board.grounds if entry.name}
    assert named >= {shape.text for layer in board.layers if layer.id == "names" for shape in layer.shapes}


@rule("yangtze", "S17.1", "14.5")
def test_an_escort_who_cowers_escorts_nobody() -> None:
    for state, cited in ((COWER, "S17.1"), (HALT, None)):
        stage = bare()
        consul, squad = stage.unit("consul"), stage.unit("usmc_squad")
        stage.row(consul, 1000, 300, 3)
        stage.row(squad, 1000, 380, 2)
        stage.card(state, squad)
        stage.card(MOVE, consul)
        assert case(march_refusal(stage.pos, consul, ((10000, 2000),))) == cited


@pytest.mark.parametrize(("gap", "state", "taken"), [
    (75, HALT, False), (75.1, HALT, True), (75, COWER, False), (75, FLEE, False),
])  # fmt: skip
@rule("yangtze", "S17.2", "14.5")
def test_an_armed_friend_keeps_a_civilian_from_being_taken_in_whatever_state_he_is(
    gap: float, state: str, taken: bool
) -> None:
    """The captor must be steady; of the friend the rule says only that he is armed and within 75 mm."""
    stage = bare()
    people, gang, squad = stage.unit("consul"), stage.unit("gang"), stage.unit("usmc_squad")
    (civilian,) = stage.put(people, (500, 500))
    stage.put(gang, (550, 500))
    stage.put(squad, (500 - 25 - gap, 500))
    stage.card(HALT, gang, people)
    stage.card(state, squad)
    capture(stage.pos)
    assert stage.pos.captive == taken << civilian
    stage.card(COWER, gang)
    stage.pos.captive = 0
    capture(stage.pos)
    assert not stage.pos.captive


@rule("yangtze", "S17.1", "14.5")
def test_civilians_without_an_escort_are_refused_for_that() -> None:
    """They need no leader (4.5); a friend who cowers escorts nobody."""
    stage = bare()
    people, squad = stage.unit("consul"), stage.unit("usmc_squad")
    stage.put(people, (500, 500))
    stage.put(squad, (540, 500))
    stage.card(MOVE, people)
    way = ((5000, 6000),)
    stage.card(HALT, squad)
    assert march_refusal(stage.pos, people, way) is None
    stage.card(COWER, squad)
    assert case(march_refusal(stage.pos, people, way)) == "S17.1"
