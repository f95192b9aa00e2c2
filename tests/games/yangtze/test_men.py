"""Men where two rules meet: flight without a way home, stairs and the last moment, crops below the line of fire."""

from __future__ import annotations

import pytest

from shapan.games.yangtze.actions import (
    CHARGE,
    FLEE,
    LIFT,
    MOVE,
    RETREAT,
    Card,
    Charge,
    Deploy,
    Dismount,
    Fire,
    March,
    Pace,
    Put,
    Stairs,
)
from shapan.games.yangtze.fire.scores import shot_at
from shapan.games.yangtze.game import Position
from shapan.games.yangtze.melee.forced import flee_now, refuge
from shapan.games.yangtze.place import Load, Spot, move
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.games.yangtze.works.tasks import work_refusal
from shapan.kernel import DICE, Action, rule

from .table import GAME, SIZE, Stage, bare, box, case

NIGHT = "s6_arms_godown"
RIVER = {"areas": [{"k": "river", "n": "River", "p": box(1400, 0, 1600, 1200)}]}
"""Across the whole table, between the middle and the home edge of the Chinese."""


def storeyed(left: int, top: int, right: int, bottom: int, kind: str = "two_storey") -> dict[str, object]:
    """A house with a door and a window in its western wall."""
    door, window = [left, SIZE[1] - top - 70], [left, SIZE[1] - top - 30]
    walls = box(left, top, right, bottom)
    return {"id": "h", "k": kind, "n": "House", "p": walls, "doors": [door], "windows": [window]}


def upstairs(stage: Stage, *figures: Figure) -> None:
    for figure in figures:
        move(stage.pos, (figure, Spot(stage.pos.x[figure], stage.pos.y[figure], 1, 0)))


# --- flight and retreat ---------------------------------------------------------------------------------------------


@rule("yangtze", "13.3", "S10")
def test_who_cannot_get_home_runs_as_far_towards_it_as_the_ground_lets_him() -> None:
    """13.3 sends whoever breaks back a full charge move; where the river bars the way it ends at the bank."""
    stage = bare(ground=RIVER)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (1100, 600), (1130, 600))
    stage.put(squad, (900, 600))
    flee_now(stage.pos, gang)
    assert all(1350 < x < 1400 for x, _ in stage.places(gang))


@rule("yangtze", "14.6", "S10")
def test_fugitives_find_the_bank_in_the_common_movement_too() -> None:
    stage = bare(ground=RIVER)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (1100, 600), (1130, 600))
    stage.put(squad, (900, 600))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    assert all(1350 < x < 1400 for x, _ in stage.places(gang))


@rule("yangtze", "14.6", "S10")
def test_nobody_flees_towards_the_enemy_if_another_way_is_left() -> None:
    """Enemies before him and on both sides: the way home is barred, and he runs the other way."""
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (1000, 600), (1000, 630))
    for copy, points in enumerate((((1250, 600),), ((1000, 350),))):
        stage.put(stage.unit("usmc_squad", copy), *points)
    stage.put(stage.unit("usn_squad"), (1000, 850))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    assert all(x < 700 for x, _ in stage.places(gang))


@rule("yangtze", "14.6", "S10")
def test_nobody_flees_against_the_side_of_the_table() -> None:
    """The enemy bars the way home; to one hand the table ends, to the other there is room to run."""
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (1000, 30))
    stage.put(stage.unit("usmc_squad"), (1300, 60))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    ((x, y),) = stage.places(gang)
    assert (1000 - x) ** 2 + (y - 30) ** 2 > 350**2


@rule("yangtze", "14.6", "S3.5")
def test_who_has_come_to_his_own_edge_stops_there() -> None:
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (2387.5, 600))
    stage.put(stage.unit("usmc_squad"), (2100, 600))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    assert stage.places(gang) == [(2387.5, 600)]


@rule("yangtze", "14.4", "S10")
def test_all_who_retreat_go_to_the_cover() -> None:
    """S10.2: the cover is within a charge move of the leader; all figures go there, each as far as its own move."""
    stage = bare(ground={"areas": [{"k": "light_wood", "n": "Wood", "p": box(1235, 500, 1500, 760)}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    men = stage.put(squad, (860, 600), (890, 600), (890, 630), (860, 630), (875, 570))
    stage.put(gang, (500, 600))
    stage.pos.card = put(stage.pos.card, squad, RETREAT)
    stage.play(to="halt_fire")
    assert all(refuge(stage.pos, squad, stage.pos.x[f], stage.pos.y[f]) for f in men[1:4])


# --- the last moment -------------------------------------------------------------------------------------------------


@rule("yangtze", "6.1", "S16.1")
@pytest.mark.parametrize(
    ("spot", "start"), [((620, 495), (493, 462)), ((618, 523), (412, 492)), ((614, 490), (487, 575))]
)
def test_whoever_comes_up_the_stairs_is_fired_at_before_he_touches(
    spot: tuple[int, int], start: tuple[int, int]
) -> None:
    stage = bare(ground={"buildings": [storeyed(600, 450, 760, 610)]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (marine,) = stage.put(squad, spot)
    upstairs(stage, marine)
    stage.put(gang, start)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="halt_fire")
    told = [event.key for event in stage.events]
    assert "event.contact" in told
    assert told.index("event.last_moment") < told.index("event.contact")


@rule("yangtze", "6.1", "S16.1")
def test_from_house_to_house_the_charge_is_met_at_the_top_of_the_stairs() -> None:
    """Down one flight and up another: he is seen on the floor to which he has come."""
    other = {
        **storeyed(300, 450, 450, 600),
        "id": "k",
        "doors": [[450, SIZE[1] - 520]],
        "windows": [[450, SIZE[1] - 480]],
    }
    stage = bare(ground={"buildings": [storeyed(600, 450, 750, 600), other]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (marine,), (bandit,) = stage.put(squad, (612.5, 500)), stage.put(gang, (437.5, 500))
    move(stage.pos, (marine, Spot(6125, 5000, 1, 0)), (bandit, Spot(4375, 5000, 1, 1)))
    stage.play(Card(squad, CHARGE), Charge(squad, gang), to="halt_fire")
    told = [event.key for event in stage.events]
    assert told.index("event.fires") < told.index("event.contact")


@rule("yangtze", "S2.3", "S6.3")
def test_ends_on_two_floors_do_not_overlap() -> None:
    stage = bare(ground={"buildings": [storeyed(600, 450, 750, 600)]})
    squad = stage.unit("usmc_squad")
    _, above = stage.put(squad, (650, 520), (690, 520))
    upstairs(stage, above)
    stage.put(stage.unit("gang"), (2000, 1000))
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.push(March(squad, ((6500, 4650), (7000, 5800))))
    piece = stage.piece(squad, 1)
    assert stage.why(Pace(piece, ((6400, 4800), (7000, 5700)))) is None
    move(stage.pos, (above, Spot(6900, 5200, 0, 0)))
    assert stage.why(Pace(piece, ((6400, 4800), (7000, 5700)))) == "S2.3"


@rule("yangtze", "6.1")
def test_a_unit_of_which_nobody_can_fire_in_the_last_moment_keeps_its_fire() -> None:
    """R102: the moment passes with the shots that are fired; where there are none the unit has not fired."""
    house = {
        "id": "h",
        "k": "house",
        "n": "House",
        "p": box(600, 300, 800, 600),
        "doors": [[600, SIZE[1] - 400]],
        "windows": [[800, SIZE[1] - 400]],
    }
    stage = bare(ground={"buildings": [house]})
    gang, squad, sailors = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("usn_squad")
    men = stage.men(gang)
    for number, (x, y) in ((17, (6126, 4000)), (0, (7000, 5000)), (1, (7880, 4000))):
        stage.pos.stand(men[number], x, y)  # a swordsman at the door, the leader within, a rifleman at the window
    stage.put(squad, (450, 400), (450, 430))
    stage.put(sailors, (1000, 400), (1000, 430))
    stage.play(Card(squad, CHARGE), Charge(squad, gang), Fire(gang, sailors), to="other_fire")
    assert not stage.told("last_moment")
    assert [event.params["unit2"] for event in stage.told("fires")] == [stage.pos.book.units[sailors].id]


# --- fire ------------------------------------------------------------------------------------------------------------


def _over_crops(*strips: tuple[int, int], level: int) -> tuple[Stage, Figure, Figure]:
    """A squad and a gang 400 mm apart, on hills of this level, with strips of wood between them."""
    hills = [
        {"k": "hill", "n": "Hill", "p": box(left, 300, right, 700), "level": step}
        for left, right in ((300, 700), (950, 1400))
        for step in range(1, level + 1)
    ]
    woods = [{"k": "light_wood", "n": "Wood", "p": box(left, 300, right, 700)} for left, right in strips]
    stage = bare(ground={"areas": hills + woods})
    (marine,) = stage.put(stage.unit("usmc_squad"), (600, 500))
    (bandit,) = stage.put(stage.unit("gang"), (1000, 500))
    stage.card("HALT", stage.unit("usmc_squad"), stage.unit("gang"))
    return stage, marine, bandit


@rule("yangtze", "S5")
def test_crops_far_below_the_line_of_fire_shelter_nobody() -> None:
    stage, marine, bandit = _over_crops((780, 850), level=2)
    assert shot_at(stage.pos, marine, bandit, False).cover == "none"
    stage, marine, bandit = _over_crops((780, 850), level=0)
    assert shot_at(stage.pos, marine, bandit, False).cover == "soft"


@rule("yangtze", "S5")
def test_crops_on_the_way_are_added_up() -> None:
    stage, marine, bandit = _over_crops((700, 720), (760, 780), level=0)
    assert shot_at(stage.pos, marine, bandit, False).cover == "soft"
    stage, marine, bandit = _over_crops((700, 712), (760, 772), level=0)
    assert shot_at(stage.pos, marine, bandit, False).cover == "none"


@rule("yangtze", "7.4")
def test_a_unit_of_which_only_the_leader_shows_is_refused_for_that() -> None:
    house = {"id": "h", "k": "house", "n": "House", "p": box(600, 520, 900, 700), "doors": [[900, SIZE[1] - 600]]}
    stage = bare(ground={"buildings": [house]})
    squad, gang, sniper = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("usmc_sniper")
    stage.put(squad, (500, 480))
    stage.put(sniper, (500, 450))
    stage.put(gang, (800, 500), (800, 720), (830, 720))
    stage.play(to="halt_fire")
    assert stage.why(Fire(squad, gang)) == "7.4"


# --- houses ----------------------------------------------------------------------------------------------------------


TOWER = (8600, 4100)
"""A free corner of the depot's tower."""


def _say(stage: Stage, action: Action) -> None:
    stage.pos.push(action, stage.events.append)


def _depot() -> tuple[Stage, Unit]:
    """The depot's commander has been set up in the tower, where there is room for one more."""
    pos = GAME.set_up(GAME.book(NIGHT))
    assert isinstance(pos, Position)
    stage = Stage(pos)
    stage.settle()
    feng = stage.unit("wl_fcg")
    _say(stage, Deploy(feng, TOWER))
    return stage, feng


@rule("yangtze", "S19.1", "S16.1")
def test_figures_are_set_up_on_any_floor() -> None:
    stage, feng = _depot()
    captain = stage.piece(feng)
    assert stage.why(Stairs(captain, 1)) is None
    assert stage.why(Stairs(captain, 2)) == "S16.1", "the tower has two floors"
    assert stage.why(Stairs(captain, 0)) == "S16.1", "he is there"
    assert stage.why(Stairs(stage.piece(stage.unit("wl_lmg_b")), 1)) == "S19.1", "the gun has its printed place"
    _say(stage, Stairs(captain, 1))
    assert stage.pos.floor[stage.men(feng)[0]] == 1
    assert [e.key for e in stage.events].count("event.put") == 1
    _say(stage, Put(captain, (TOWER[0] + 250, TOWER[1])))
    assert stage.pos.floor[stage.men(feng)[0]] == 1, "within the house he stays on his floor"


@rule("yangtze", "S2.3", "S16.1")
def test_whoever_is_set_up_upstairs_needs_room_there() -> None:
    """No base on another, and no more than the floor holds: three in the tower."""
    stage, feng = _depot()
    _, guard, _ = stage.men(feng)
    _say(stage, Stairs(stage.piece(feng), 1))
    (x, y), piece = TOWER, stage.piece(feng, 1)
    move(stage.pos, (guard, Spot(x, y)))
    assert stage.why(Stairs(piece, 1)) == "S2.3"
    first, second = stage.men(stage.unit("wl_lmg_b"))
    move(stage.pos, (guard, Spot(x + 260, y - 350)), (first, Spot(x + 260, y, 1)))
    assert stage.why(Stairs(piece, 1)) is None
    move(stage.pos, (second, Spot(x, y - 350, 1)))
    assert stage.why(Stairs(piece, 1)) == "S16.1"


@rule("yangtze", "S16.1")
def test_stairs_are_shown_to_who_sets_up() -> None:
    stage, feng = _depot()
    name = stage.pos.book.lexicon.pieces[stage.piece(feng)]
    shown = [group for group in stage.pos.view("cn").ask.options if group.verb == "stairs"]
    assert name in repr(shown)
    assert not [group for group in stage.pos.view("us").ask.options if group.verb == "stairs"]


@rule("yangtze", "S17.6", "S16.1")
def test_nobody_lifts_a_load_through_the_ceiling() -> None:
    stage = bare("s3_silver_trucks", ground={"buildings": [storeyed(600, 450, 750, 600)]})
    gang = stage.unit("gang")
    men = stage.put(gang, (650, 520), (680, 520))
    stage.put(stage.unit("usmc_mounted"), (1500, 1000))
    stage.pos.cargo = (Load("silver", None, 6650, 5200, 1), *stage.pos.cargo[1:])
    stage.card("HALT", gang)
    assert work_refusal(stage.pos, 1, gang, LIFT) is None
    upstairs(stage, *men)
    assert case(work_refusal(stage.pos, 1, gang, LIFT)) == "S17.6"


# --- people and horses -----------------------------------------------------------------------------------------------


def _party(escort_card: str, *said: object) -> tuple[Stage, Unit]:
    stage = bare()
    consul, squad, gang = stage.unit("consul"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(consul, (500, 500))
    stage.put(squad, (560, 500))
    stage.put(gang, (1000, 500), (1000, 530))
    plan = Charge(squad, gang) if escort_card == CHARGE else March(squad, ((8000, 5000),))
    stage.play(Card(consul, MOVE), Card(squad, escort_card), March(consul, ((5000, 6000),)), plan, to="halt_fire")
    return stage, consul


@rule("yangtze", "S17.1")
def test_civilians_whose_escort_has_gone_before_they_start_stay() -> None:
    """S17.1: within 75 mm at the start of the move; who charges has left before it (6.2), who marches has not."""
    stage, consul = _party(CHARGE)
    assert stage.places(consul) == [(500, 500)]
    stage, consul = _party(MOVE)
    assert stage.places(consul) == [(500, 600)]


@rule("yangtze", "S11", "8.4")
def test_riders_of_whom_one_is_pinned_stay_on_their_horses() -> None:
    """R116: a unit changes when all have; who is pinned cannot."""
    stage = bare()
    riders = stage.unit("usmc_mounted")
    men = stage.row(riders, 300, 300, 3, 50)
    stage.put(stage.unit("gang"), (2000, 1000))
    stage.pos.pinned |= 1 << men[1]
    stage.play(Card(riders, MOVE), to="plan_actions")
    assert stage.why(Dismount(riders)) == "8.4"
    assert not [action for action in stage.pos.options() if isinstance(action, Dismount)]
    stage.pos.pinned, stage.pos.stuck = 0, 0
    assert stage.why(Dismount(riders)) is None


@rule("yangtze", "S6.8")
def test_marines_aboard_a_sampan_are_in_view_of_a_sentry() -> None:
    stage = bare(NIGHT, ground={"areas": [{"k": "canal", "n": "Canal", "p": box(0, 600, 2400, 700)}]})
    sampan, squad = stage.unit("sampan"), stage.unit("usmc_assault_squad")
    stage.put(stage.unit("sentry"), (500, 500))
    stage.model(sampan, 500, 650, 90)
    stage.board(squad, sampan)
    stage.play(to="end_turn")
    assert stage.pos.actor == DICE
