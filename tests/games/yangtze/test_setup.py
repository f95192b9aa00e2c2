"""S19.1 Set-up, and hidden set-up (S6.7)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.yangtze.scenes import COTTAGE, NIGHT, refusal_of, say, setting
from tests.games.yangtze.table import GAME, Stage, bare, box, case

import shapan
from shapan.games.yangtze import placing
from shapan.games.yangtze.actions import (
    Deploy,
    Put,
    Stairs,
    Wait,
)
from shapan.games.yangtze.command import commanded
from shapan.games.yangtze.fire.sighting import figure_sees, sees_body
from shapan.games.yangtze.game import Position
from shapan.games.yangtze.movement.clearance import clear_of_all, hull_too_near, too_near
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.placing import crowd, formation, place, spot_refusal
from shapan.games.yangtze.position import LOST, YangtzePosition
from shapan.games.yangtze.setup import (
    SettingUp,
    SetUp,
    Unmasking,
    deploy_refusal,
    due,
    in_view,
    left_to_place,
    showing,
    silenced,
    upstairs,
    watch,
)
from shapan.games.yangtze.who import Piece, Unit, numbered
from shapan.games.yangtze.zones.points import in_reach_of_a_leader, sweep
from shapan.games.yangtze.zones.tried import verdicts
from shapan.ground.table import OUTDOORS
from shapan.kernel import Action, rule


def first_spot(stage: Stage, unit: Unit) -> tuple[int, int]:
    return next(a.point for a in stage.pos.options() if isinstance(a, Deploy) and a.unit == unit)


@rule("yangtze", "S19.1", "2")
def test_a_side_sets_up_unit_by_unit_and_then_says_that_it_is_ready() -> None:
    stage = setting()
    book = stage.pos.book
    units = due(stage.pos, 0)
    assert refusal_of(stage, "ready") == "S19.1", "nobody is on the table yet"
    assert refusal_of(stage, f"wait {book.units[units[0]].id}") == "S19.2", "there is room in the zone"
    assert refusal_of(stage, "card " + book.units[units[0]].id + " HALT") == "S19.1"
    enemy = due(stage.pos, 1)[0]
    assert refusal_of(stage, f"deploy {book.units[enemy].id} 5000:5000") == "S19.2", "not theirs to place"
    for unit in units:
        x, y = first_spot(stage, unit)
        say(stage, f"deploy {book.units[unit].id} {x}:{y}")
        assert refusal_of(stage, f"deploy {book.units[unit].id} {x}:{y}") == "S19.1", "it is there"
    assert [str(action) for action in stage.pos.options()] == ["Ready()"]
    say(stage, "ready")
    assert not isinstance(stage.pos.top, SettingUp)


@rule("yangtze", "S19.1", "4.1", "S2.3")
def test_single_figures_may_be_put_elsewhere_while_their_unit_is_being_set_up() -> None:
    stage = setting()
    book = stage.pos.book
    squad = due(stage.pos, 0)[0]
    names = book.lexicon.pieces
    leader, *others = (names[book.piece_of_figure(figure)] for figure in stage.men(squad))
    assert refusal_of(stage, f"put {others[0]} 5000:5000") == "S19.1", "its unit is not there yet"
    x, y = first_spot(stage, squad)
    say(stage, f"deploy {book.units[squad].id} {x}:{y}")
    man = stage.men(squad)[1]
    mate = stage.men(squad)[2]
    assert refusal_of(stage, f"put {book.units[squad].id} {x}:{y}") == "S19.1", "a figure, not a unit"
    assert refusal_of(stage, f"put {others[0]} {stage.pos.x[mate]}:{stage.pos.y[mate]}") == "S2.3"
    assert refusal_of(stage, f"put {others[0]} 11900:100") is not None, "outside its zone"
    spot = next(
        (stage.pos.x[man] + dx, stage.pos.y[man] + dy)
        for dx in range(-600, 601, 100)
        for dy in range(-600, 601, 100)
        if refusal_of(stage, f"put {others[0]} {stage.pos.x[man] + dx}:{stage.pos.y[man] + dy}") is None
        and (dx, dy) != (0, 0)
    )
    say(stage, f"put {others[0]} {spot[0]}:{spot[1]}")
    assert (stage.pos.x[man], stage.pos.y[man]) == spot
    assert leader


@rule("yangtze", "4.1", "S19.1")
def test_nobody_is_put_out_of_command() -> None:
    stage = setting("s7_tigers_tail")
    book = stage.pos.book
    company = next(unit for unit in due(stage.pos, 0) if book.units[unit].kind == "foot")
    x, y = first_spot(stage, company)
    say(stage, f"deploy {book.units[company].id} {x}:{y}")
    man = stage.men(company)[1]
    name = book.lexicon.pieces[book.piece_of_figure(man)]
    leader = stage.men(company)[0]
    zone = book.table.zones[book.units[company].zone]
    cited = set()
    for far in (1000, 1700, 1800, 2500):
        for dx, dy in ((far, 0), (-far, 0), (0, far), (0, -far)):
            cited.add(
                refusal_of(stage, f"put {name} {max(stage.pos.x[leader] + dx, 0)}:{max(stage.pos.y[leader] + dy, 0)}")
            )
    assert "4.1" in cited
    assert zone


@rule("yangtze", "S19.1")
def test_nobody_is_set_up_near_an_enemy_in_sight() -> None:
    for gap, near in ((150, True), (150.1, False)):
        stage = bare()
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        stage.put(gang, (500, 500))
        (man,) = stage.put(squad, (500 + 25 + gap, 500))
        assert too_near(stage.pos, [man]) == near
    house = {"id": "h", "k": "house", "p": box(530, 400, 560, 600), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    stage.put(stage.unit("gang"), (500, 500))
    (man,) = stage.put(stage.unit("usmc_squad"), (600, 500))
    assert not too_near(stage.pos, [man]), "a wall is between them"


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("east", "south"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
@rule("yangtze", "S19.1")
def test_it_is_the_nearest_two_of_both_units_that_are_measured(east: int, south: int, order: int, near: bool) -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    far = 25 + (150 if near else 150.1)
    stage.put(gang, *[(1000 - 30 * n * east, 600 - 30 * n * south) for n in range(3)][::order])
    men = stage.put(squad, *[(1000 + (far + 30 * n) * east, 600 + (far + 30 * n) * south) for n in range(3)][::order])
    assert too_near(stage.pos, list(men)) == near
    assert clear_of_all(stage.pos, 0, {man: (stage.pos.x[man], stage.pos.y[man]) for man in men}) != near


@rule("yangtze", "S19.1", "S6.7")
def test_hidden_enemies_do_not_betray_themselves_by_keeping_others_off() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    men = stage.put(squad, (600, 500))
    for hidden in ((gang,), (Unit(Piece(gang - 1)), Unit(Piece(gang + 1)))):
        stage.pos.hidden = sum(1 << unit for unit in hidden)
        assert too_near(stage.pos, list(men)) == (gang not in hidden)
    stage = bare()
    car = stage.unit("car", 1)
    stage.model(car, 500, 500, 90)
    (man,) = stage.put(stage.unit("usmc_squad"), (500, 600))
    for hides in (False, True):
        stage.pos.hidden = hides << car
        assert too_near(stage.pos, [man]) != hides
        assert clear_of_all(stage.pos, 0, {man: (stage.pos.x[man], stage.pos.y[man])}) == hides


@rule("yangtze", "S6.7", "S16.2")
def test_what_watchers_see_is_worked_out_anew_when_somebody_moves_under_their_roof() -> None:
    """Whoever stands nearer to the window may take it from them; who moves elsewhere does not."""
    stage = bare(ground={"buildings": [COTTAGE]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    watcher, mate, other = stage.put(squad, (650, 515), (700, 580), (300, 300))
    stage.put(gang, (1500, 900))
    seen = watch(stage.pos, 0, [watcher])
    move(stage.pos, (other, Spot(4000, 3000)))
    assert watch(stage.pos, 0, [watcher]) is seen
    move(stage.pos, (mate, Spot(6800, 5200)))
    assert watch(stage.pos, 0, [watcher]) is not seen


@pytest.mark.parametrize(("turn", "waits"), [(1, False), (2, True)])
@rule("yangtze", "S19.2")
def test_reinforcements_may_be_held_back_and_those_of_the_first_turn_not(turn: int, waits: bool) -> None:
    stage = setting(turn=turn)
    assert due(stage.pos, 0)
    assert any(isinstance(action, Wait) for action in stage.pos.options()) == waits


@rule("yangtze", "S19.1", "S6.7", "S2.3")
def test_a_hidden_base_takes_up_room_for_its_own_side_alone() -> None:
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (500, 500))
    for hidden in (False, True):
        stage.pos.hidden = hidden << gang
        assert crowd(stage.pos, 0).free(5000, 5000, 125) == hidden
        assert not crowd(stage.pos, 1).free(5000, 5000, 125)


@pytest.mark.parametrize(("gap", "near"), [(150, True), (150.1, False)])
@rule("yangtze", "S19.1", "R221")
def test_nobody_is_set_up_near_what_the_enemy_mans_nor_in_what_carries_him(gap: float, near: bool) -> None:
    """A lorry 50 mm wide and a man; a lorry and a car 40 mm wide. Left by all who fight it keeps nobody away."""
    for manned in (True, False):
        stage = bare()
        truck, car = stage.unit("truck"), stage.unit("car", 1)
        stage.model(truck, 500, 500, 90)
        (man,) = stage.put(stage.unit("gang"), (500, 500 + 25 + gap + 12.5))
        stage.model(car, 500, 500 - 25 - gap - 20, 90)
        if not manned:
            stage.pos.remove(stage.men(truck), LOST)
            stage.board(stage.unit("consul"), truck)
        assert too_near(stage.pos, [man]) == (near and manned)
        assert hull_too_near(stage.pos, car) == (near and manned)
        assert hull_too_near(stage.pos, truck) == near


@rule("yangtze", "S6.7", "S19.1")
def test_hidden_men_are_not_put_into_the_open_one_by_one() -> None:
    """In soft cover or out of sight, each of them, however he came there."""
    stage = bare("s3_silver_trucks", ground={"areas": [{"k": "light_wood", "p": box(980, 240, 1100, 290)}]})
    book = stage.pos.book
    band = next(unit for unit in book.every_unit if book.units[unit].hidden and book.units[unit].kind == "foot")
    foe = next(unit for unit in book.units_of[1 - book.units[band].side] if book.units[unit].kind == "foot")
    _, man = stage.put(band, (1000, 265), (1030, 265))
    stage.put(foe, (1000, 600))
    stage.pos.hidden |= 1 << band
    stage.pos.stack = (SettingUp(book.units[band].side, 1 << band), stage.pos.stack)
    name = book.lexicon.pieces[book.piece_of_figure(man)]
    assert refusal_of(stage, f"put {name} 10600:2650") is None
    assert refusal_of(stage, f"put {name} 10000:3200") == "S6.7", "in the open, in view"
    stage.put(foe, (1000, 1190))
    stage.pos.remove(stage.men(foe), LOST)
    assert refusal_of(stage, f"put {name} 10000:3200") is None, "nobody sees him there"


def test_put_is_spoken_like_any_other_action() -> None:
    stage = setting()
    book = stage.pos.book
    figure = book.piece_of_figure(stage.men(due(stage.pos, 0)[0])[0])
    assert GAME.parse(stage.pos, f"put {book.lexicon.pieces[figure]} 100:200") == Put(figure, (100, 200))


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "S19.1", "S6.7")
def test_what_is_passed_over_in_a_set_up_is_refused_when_it_is_judged(scenario: str) -> None:
    """The quick look at points before anybody is set up there, beside the whole judgement."""
    rng, pos = Random(7), GAME.start(scenario)
    passed = 0
    while isinstance(at := pos.top, SettingUp):
        for unit in left_to_place(pos, at):
            shows = showing(pos, unit)
            foot = not (pos.book.units[unit].carrier or pos.book.units[unit].aircraft)
            points = [
                point
                for point in sweep(pos, unit, (4,))
                if shows(*point) or (foot and formation(pos, unit, *point, shows) is None)
            ]
            passed += len(points)
            assert all(deploy_refusal(pos, unit, *point) for point in points)
        pos.apply(pos.options().sample(rng))
    assert passed or scenario != "s2_mission_rescue"


@rule("yangtze", "S19.1")
def test_points_that_are_remembered_belong_to_the_position_they_were_found_for() -> None:
    """Found one by one, some before and some after somebody else has been set up in another copy of the game."""
    pos = GAME.start("s1_plum_village")
    assert any(pos.options())
    twin = pos.copy()
    pos.apply(next(iter(pos.options())))
    assert list(twin.options()) == list(GAME.start("s1_plum_village").options()) != list(pos.options())


def shifts(pos: YangtzePosition, at: SettingUp, rng: Random) -> list[Action]:
    """What some of those who have just been set up may do: go upstairs, or a few paces elsewhere."""
    found = [action for group in upstairs(pos, at) for action in group]
    placed = [f for unit in pos.book.units_of[at.side] if at.placed >> unit & 1 for f in pos.standing[unit]]
    for figure in rng.sample(placed, min(3, len(placed))):
        point = (pos.x[figure] + rng.randint(-400, 400), pos.y[figure] + rng.randint(-400, 400))
        found.append(Put(pos.book.piece_of_figure(figure), point))
    return [action for action in found if SetUp().refusal(pos, at, action) is None]


MANY_ON_FOOT = [name for name in GAME.scenarios if not name.startswith(("s3", "s4"))]


@pytest.mark.parametrize("scenario", MANY_ON_FOOT)
@rule("yangtze", "S19.1", "S2.3", "S16.1", "4.1", "4.4")
def test_verdicts_that_are_kept_are_those_that_would_be_given_now(scenario: str) -> None:
    """From one unit to the next, with men who go elsewhere or upstairs between them, beside a game that is read anew
    and has tried nothing yet."""
    rng, pos = Random(11), GAME.start(scenario)
    kept = 0
    while isinstance(at := pos.top, SettingUp):
        fresh = GAME.from_json(pos.to_json())
        kept += sum(len(verdicts(pos, unit)) for unit in left_to_place(pos, at)) if pos.scene.tried else 0
        assert list(pos.options()) == list(fresh.options())
        shift = shifts(pos, at, rng)
        pos.apply(rng.choice(shift) if shift and rng.random() < 0.4 else pos.options().sample(rng))
    assert kept
    assert not pos.scene.tried, "nobody needs them any more"


@rule("yangtze", "S6.7", "S4")
def test_what_watchers_are_remembered_to_see_is_what_they_see() -> None:
    rng, pos = Random(3), GAME.start("s2_mission_rescue")
    while isinstance(pos.top, SettingUp):
        pos.apply(pos.options().sample(rng))
    enemies = [figure for unit in pos.units_of(0) for figure in pos.standing[unit]]
    spots = [(f, pos.x[f], pos.y[f]) for unit in pos.units_of(1) for f in pos.standing[unit] if pos.room[f] == OUTDOORS]
    hulls = [body for body, _ in pos.bodies]
    assert hulls
    for _ in range(2):
        for figure, x, y in spots:
            seen = any(figure_sees(pos, enemy, figure) for enemy in enemies)
            assert watch(pos, 0, enemies).sees(pos, x, y) == (
                seen or any(sees_body(pos, figure, hull) for hull in hulls)
            )
    assert len({watch(pos, 0, enemies).sees(pos, x, y) for _, x, y in spots}) == 2


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


def village() -> Stage:
    """The beginners' scenario, with the bandits to set up."""
    pos = GAME.set_up(GAME.book("s1_plum_village"))
    assert isinstance(pos, Position)
    stage = Stage(pos)
    stage.settle()
    return stage


@rule("yangtze", "S19.1", "S3.5", "S2.3")
def test_a_unit_is_set_up_in_its_zone_on_the_table_and_on_nobody() -> None:
    stage = village()
    first, second = stage.unit("gang"), stage.unit("gang", 1)
    options = [action for action in stage.pos.options() if isinstance(action, Deploy) and action.unit == first]
    point = options[0].point
    assert stage.why(Deploy(first, (100, 100))) == "S3.5", "his base would hang over the edge"
    assert stage.why(Deploy(first, (6000, 8500))) == "S19.1", "the Marines' edge"
    assert stage.why(Deploy(stage.unit("usmc_squad"), point)) == "S19.2", "not this side's turn"
    stage.pos.push(Deploy(first, point))
    assert stage.why(Deploy(second, point)) == "S2.3"
    assert stage.why(Put(stage.piece(second), point)) == "S19.1", "it has not been placed"
    x, y = stage.pos.x[stage.men(first)[1]], stage.pos.y[stage.men(first)[1]]
    assert stage.why(Put(stage.piece(first), (x, y))) == "S2.3"
    assert stage.why(Put(first, (x, y))) == "S19.1", "a figure is wanted"


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


@rule("yangtze", "S2.3", "S16.1", "S19.1")
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


@rule("yangtze", "S16.1", "S19.1")
def test_stairs_are_shown_to_who_sets_up() -> None:
    stage, feng = _depot()
    name = stage.pos.book.lexicon.pieces[stage.piece(feng)]
    shown = [group for group in stage.pos.view("cn").ask.options if group.verb == "stairs"]
    assert name in repr(shown)
    assert not [group for group in stage.pos.view("us").ask.options if group.verb == "stairs"]


@rule("yangtze", "S19.1")
def test_the_clock_says_that_units_are_being_set_up() -> None:
    clock = GAME.start().view("us").clock
    assert (clock.turn, clock.phase_key, clock.case) == (1, "phase.setup", "S19.1")


@rule("yangtze", "S6.7")
def test_hidden_units_are_set_up_out_of_view() -> None:
    wood = {"k": "light_wood", "p": box(700, 300, 1000, 700)}
    stage = bare("s2_mission_rescue", ground={"areas": [wood]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(squad, 400, 400, 3)
    stage.row(gang, 760, 500, 3)
    assert not in_view(stage.pos, gang)
    stage.row(gang, 600, 500, 3)
    assert in_view(stage.pos, gang)


@rule("yangtze", "S19.1", "S19.2", "4.1")
def test_set_up_in_the_zone_in_command() -> None:
    pos = GAME.start("s1_plum_village")
    assert isinstance(pos, Position)
    assert (pos.actor, type(pos.top)) == ("cn", SettingUp)
    outside = GAME.parse(pos, "deploy cn1 6000:8500")
    assert case(pos.refusal(outside)) == "S19.1"
    assert case(pos.refusal(GAME.parse(pos, "ready"))) == "S19.1"
    assert case(pos.refusal(GAME.parse(pos, "deploy us1 6000:8500"))) == "S19.2"
    assert case(pos.refusal(GAME.parse(pos, "deploy cn3 6000:500"))) == "S19.2", "it comes on turn 3"
    pos.push(next(iter(pos.options())))
    assert 20 in [len(pos.standing[unit]) for unit in pos.book.every_unit[2:4]]


@pytest.mark.parametrize(("scenario", "unit", "near", "far"), [
    ("s6_arms_godown", "wl_fcg", (872, 870), (500, 500)),
    ("s8_wanling_bund", "wl_rifles", (1650, 665), (1500, 790)),
])  # fmt: skip
@rule("yangtze", "4.4", "S19.1")
def test_a_leader_stands_by_the_machine_gun_that_he_has_to_lead(
    scenario: str, unit: str, near: tuple[int, int], far: tuple[int, int]
) -> None:
    """Points as on the board, y to the north."""
    pos: Any = GAME.start(scenario)
    side = next(s for s in (0, 1) if pos.book.side_ids[s] == "cn")
    pos.stack = (SettingUp(side), ())
    pos.settle()
    number = next(n for n, spec in numbered(pos.book.units) if spec.template == unit and spec.leads)
    height = pos.book.table.height // 10
    refusals = [deploy_refusal(pos, number, x * 10, (height - y) * 10) for x, y in (near, far)]
    assert refusals[1] is not None
    assert refusals[1].case == "4.1"
    assert any(pos.options()), "there is room for him"
    assert refusals[0] is None or refusals[0].case != "4.1"


@rule("yangtze", "S6.7", "S19.1", "R99")
def test_nobody_hides_in_the_open_before_the_eyes_of_a_ships_crew() -> None:
    stage = bare("s2_mission_rescue")
    gang, gunboat = stage.unit("gang"), stage.unit("gunboat")
    stage.row(gang, 1000, 500, 3)
    assert not in_view(stage.pos, gang)
    stage.model(gunboat, 1000, 900, 90)
    assert in_view(stage.pos, gang)
    stage.pos.remove(stage.men(gunboat), LOST)
    assert not in_view(stage.pos, gang)


def plainly(pos: YangtzePosition, unit: Unit, x: int, y: int) -> str | None:
    """What keeps a unit on foot from being set up at a point, found by setting it up there in a copy and looking."""
    spec, twin = pos.book.units[unit], pos.copy()
    base = spec.gun_radius or spec.radius
    if refusal := spot_refusal(pos, unit, x, y, base, crowd(pos, pos.owner[unit])):
        return refusal.key
    if not place(twin, unit, x, y):
        return "refusal.no_room"
    men = twin.standing[unit]
    if pos.turn == 1 and (len(commanded(twin, unit)) < len(men) or silenced(twin, unit)):
        return "refusal.setup_command"
    if too_near(twin, list(men)):
        return "refusal.too_near"
    return "refusal.in_view" if spec.hidden and in_view(twin, unit) else None


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "S19.1", "4.1", "S2.3")
def test_points_are_judged_as_if_the_unit_stood_there(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, pos = Random(scenario), GAME.start(scenario)
    found: set[str | None] = set()
    for _ in range(12):
        if not isinstance(pos.top, SettingUp):
            break
        for unit in left_to_place(pos, pos.top)[:3]:
            if pos.book.units[unit].carrier or pos.book.units[unit].aircraft:
                continue
            for point in rng.sample([*sweep(pos, unit, (9,))], 12):
                judged = deploy_refusal(pos, unit, *point)
                with monkeypatch.context() as context:
                    context.setattr(placing, "unhindered", lambda *_: None)
                    assert plainly(pos, unit, *point) == (judged.key if judged else None)
                found.add(judged.key if judged else None)
        pos.apply(pos.options().sample(rng))
    assert None in found


@rule("yangtze", "4.4", "4.1", "S19.1")
def test_a_leader_is_not_put_away_from_a_machine_gun_that_stands_with_him() -> None:
    """At the beginning everybody stands in command, whoever has been set up first and put elsewhere since."""
    stage = setting("s7_tigers_tail")
    marshal, gun = stage.unit("wl_fcg"), stage.unit("wl_mmg_b")
    leader, *_ = stage.put(marshal, (100, 500), (100, 530), (100, 470))
    first, *_ = stage.put(gun, (275, 500))
    stage.pos.stack = (SettingUp(0, 1 << marshal | 1 << gun), stage.pos.stack)
    piece = stage.pos.book.piece_of_figure(leader)
    assert commanded(stage.pos, gun) == [first]
    assert stage.pos.refusal(Put(piece, (1000, 5000))) is None
    assert case(stage.pos.refusal(Put(piece, (990, 5000)))) == "4.1"
    stage.put(gun, (276, 500))
    assert stage.pos.refusal(Put(piece, (1010, 5000))) is None
    assert case(stage.pos.refusal(Put(piece, (1000, 5000)))) == "4.1"


@rule("yangtze", "S6.7", "S19.1", "R193")
def test_who_hides_before_the_enemy_is_set_up_is_seen_where_he_stands_without_cover() -> None:
    """One gang in the open, another in a wood, a third in the open behind a godown; then the enemy comes."""
    house = {"id": "shed", "k": "godown", "p": box(1400, 600, 1500, 700), "doors": [], "windows": []}
    wood = {"k": "light_wood", "p": box(900, 400, 1100, 500)}
    stage = bare("s3_silver_trucks", ground={"areas": [wood], "buildings": [house]})
    pos = stage.pos
    bands = [stage.unit("gang", copy) for copy in range(3)]
    for band, (x, y) in zip(bands, [(600, 450), (980, 450), (1440, 585)], strict=True):
        stage.row(band, x, y, 2)
        pos.hidden |= 1 << band
    stage.put(stage.unit("usmc_squad"), (1450, 1100), (600, 1100))
    pos.stack = (Unmasking(), pos.stack)
    stage.settle()
    assert [pos.hidden >> band & 1 for band in bands] == [0, 1, 1]
    assert [event.params["unit"] for event in stage.told("revealed")] == [pos.book.units[bands[0]].id]


@rule("yangtze", "S6.7", "S19.1", "R193")
def test_nobody_is_hidden_in_the_open_when_the_convoy_sets_out() -> None:
    """Wherever the bandits have been set up, and wherever the convoy after them."""
    rng, pos = Random(3), GAME.start("s3_silver_trucks")
    assert isinstance(pos, Position)
    while isinstance(pos.top, SettingUp):
        pos.apply(pos.options().sample(rng))
    assert not [unit for unit in pos.book.every_unit if pos.hidden >> unit & 1 and in_view(pos, unit)]


@pytest.mark.parametrize(("ground", "watched", "hides"), [
    ("open", True, False), ("light_wood", True, True), ("open", False, True),
])  # fmt: skip
@rule("yangtze", "S6.7", "R193")
def test_who_was_to_be_hidden_and_stands_in_the_open_in_view_is_on_the_public_table(
    ground: str, watched: bool, hides: bool
) -> None:
    areas = [] if ground == "open" else [{"k": ground, "p": box(400, 400, 600, 600)}]
    stage = bare(ground={"areas": areas})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    if watched:
        stage.put(squad, (900, 500))
    stage.pos.hidden = 1 << gang
    stage.pos.stack = (Unmasking(), stage.pos.stack)
    stage.settle()
    assert bool(stage.pos.hidden >> gang & 1) == hides


def overlooked(turn: int, wood: bool) -> tuple[Stage, Unit]:
    """The enemy looks into the whole zone of a gang that is to be hidden; in a corner of it there may be a wood."""
    woods = {"areas": [{"k": "light_wood", "p": box(880, 460, 1240, 710)}]}
    stage = bare("s2_mission_rescue", ground=woods if wood else None)
    stage.row(stage.unit("usn_squad"), 600, 100, 3)
    stage.pos.turn = turn
    stage.pos.stack = (SettingUp(1), (Unmasking(), stage.pos.stack) if turn == 1 else stage.pos.stack)
    return stage, stage.unit("gang")


OPEN_SPOT, IN_THE_WOOD = (6500, 5800), (10100, 5800)


@rule("yangtze", "S6.7", "S19.1", "R291")
def test_who_finds_no_place_to_hide_is_set_up_in_the_open_and_is_seen() -> None:
    stage, gang = overlooked(1, wood=False)
    assert stage.why(Wait(gang)) == "S19.2", "there is room, though everybody sees it"
    offered = [action for action in stage.pos.options() if isinstance(action, Deploy) and action.unit == gang]
    assert offered
    assert all(stage.pos.refusal(action) is None for action in offered)
    assert stage.why(Deploy(gang, (6500, 2500))) == "S19.1", "nor outside its zone"
    stage.pos.push(Deploy(gang, OPEN_SPOT), stage.hear)
    man = stage.piece(gang, 19)
    assert stage.why(Put(man, (OPEN_SPOT[0] + 1500, OPEN_SPOT[1]))) is None, "he is seen here and there"
    stage.pos.stack = (Unmasking(), ())
    stage.pos.step.settle(stage.pos, stage.pos.top)
    assert not stage.pos.hidden >> gang & 1


@rule("yangtze", "S6.7", "R291")
def test_who_finds_a_place_to_hide_takes_one() -> None:
    stage, gang = overlooked(1, wood=True)
    assert stage.why(Deploy(gang, OPEN_SPOT)) == "S6.7"
    offered = [action for action in stage.pos.options() if isinstance(action, Deploy) and action.unit == gang]
    assert offered
    assert all(action.point[0] > 8800 for action in offered)
    stage.pos.push(Deploy(gang, IN_THE_WOOD), stage.hear)
    assert stage.why(Put(stage.piece(gang, 19), (8700, 5800))) == "S6.7", "out of the wood"
    assert stage.pos.hidden >> gang & 1


@pytest.mark.parametrize("wood", [False, True])
@rule("yangtze", "S6.7", "S19.2", "R291")
def test_who_comes_later_is_hidden_where_nobody_sees_him_come(wood: bool) -> None:
    stage, gang = overlooked(2, wood)
    stage.pos.push(Deploy(gang, IN_THE_WOOD if wood else OPEN_SPOT), stage.hear)
    assert bool(stage.pos.hidden >> gang & 1) is wood
    assert bool(stage.told("revealed")) is not wood


@rule("yangtze", "S6.7", "S19.2")
def test_nobody_hears_that_hidden_men_are_still_to_come() -> None:
    stage, gang = overlooked(2, wood=True)
    twin = stage.pos.copy()
    stage.pos.push(Wait(gang), stage.hear)
    twin.push(Deploy(gang, IN_THE_WOOD))
    assert [event.to for event in stage.told("waits")] == [("cn",)]
    for viewer in ("us", "spectator"):
        assert stage.pos.view(viewer).boxes == twin.view(viewer).boxes
    reserve, hidden = (
        next(b for b in stage.pos.view("cn").boxes if b.id == name) for name in ("reserve.cn", "hidden.cn")
    )
    assert stage.pos.book.units[gang].id in reserve.pieces
    assert not hidden.count
