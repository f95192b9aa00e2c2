"""S19.1, S19.2 Set-up and arrivals; S6.7 hidden set-up; 4.1 field promotions at the end of a turn."""

from random import Random

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze import placing
from shapan.games.yangtze.actions import Deploy, Promote, Put
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.command import commanded
from shapan.games.yangtze.fire.sighting import figure_sees
from shapan.games.yangtze.placing import crowd, place, spot_refusal
from shapan.games.yangtze.position import LOST, STANDING, YangtzePosition
from shapan.games.yangtze.promotion import Promotion, promotions
from shapan.games.yangtze.setup import (
    SettingUp,
    deploy_refusal,
    due,
    in_view,
    left_to_place,
    showing,
    silenced,
    sweep,
    too_near,
    watch,
)
from shapan.games.yangtze.who import Unit
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule


def setting(scenario: str = "s1_plum_village", side: int = 0, turn: int = 1) -> Stage:
    """A side sets up on a bare table with the zones of a scenario."""
    stage = bare(scenario)
    stage.pos.turn = turn
    stage.pos.stack = (SettingUp(side), stage.pos.stack)
    return stage


def refused(stage: Stage, text: str) -> str | None:
    return case(stage.pos.refusal(GAME.parse(stage.pos, text)))


def say(stage: Stage, text: str) -> None:
    action = GAME.parse(stage.pos, text)
    assert stage.pos.refusal(action) is None, text
    stage.pos.apply(action, stage.events.append)


def first_spot(stage: Stage, unit: Unit) -> tuple[int, int]:
    return next(a.point for a in stage.pos.options() if isinstance(a, Deploy) and a.unit == unit)


@rule("yangtze", "S19.1", "2")
def test_a_side_sets_up_unit_by_unit_and_then_says_that_it_is_ready() -> None:
    stage = setting()
    book = stage.pos.book
    units = due(stage.pos, 0)
    assert refused(stage, "ready") == "S19.1", "nobody is on the table yet"
    assert refused(stage, f"wait {book.units[units[0]].id}") == "S19.2", "there is room in the zone"
    assert refused(stage, "card " + book.units[units[0]].id + " HALT") == "S19.1"
    enemy = due(stage.pos, 1)[0]
    assert refused(stage, f"deploy {book.units[enemy].id} 5000:5000") == "S19.2", "not theirs to place"
    for unit in units:
        x, y = first_spot(stage, unit)
        say(stage, f"deploy {book.units[unit].id} {x}:{y}")
        assert refused(stage, f"deploy {book.units[unit].id} {x}:{y}") == "S19.2", "it is there"
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
    assert refused(stage, f"put {others[0]} 5000:5000") == "S19.1", "its unit is not there yet"
    x, y = first_spot(stage, squad)
    say(stage, f"deploy {book.units[squad].id} {x}:{y}")
    man = stage.men(squad)[1]
    mate = stage.men(squad)[2]
    assert refused(stage, f"put {book.units[squad].id} {x}:{y}") == "S19.1", "a figure, not a unit"
    assert refused(stage, f"put {others[0]} {stage.pos.x[mate]}:{stage.pos.y[mate]}") == "S2.3"
    assert refused(stage, f"put {others[0]} 11900:100") is not None, "outside its zone"
    spot = next(
        (stage.pos.x[man] + dx, stage.pos.y[man] + dy)
        for dx in range(-600, 601, 100)
        for dy in range(-600, 601, 100)
        if refused(stage, f"put {others[0]} {stage.pos.x[man] + dx}:{stage.pos.y[man] + dy}") is None
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
                refused(stage, f"put {name} {max(stage.pos.x[leader] + dx, 0)}:{max(stage.pos.y[leader] + dy, 0)}")
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
    assert refused(stage, f"put {name} 10600:2650") is None
    assert refused(stage, f"put {name} 10000:3200") == "S6.7", "in the open, in view"
    stage.put(foe, (1000, 1190))
    stage.pos.remove(stage.men(foe), LOST)
    assert refused(stage, f"put {name} 10000:3200") is None, "nobody sees him there"


@rule("yangtze", "S19.2")
def test_reinforcements_may_be_held_back() -> None:
    stage = setting("s8_wanling_bund", 1, 12)
    book = stage.pos.book
    for unit in due(stage.pos, 1):
        if book.units[unit].at is None:
            say(stage, f"wait {book.units[unit].id}")
            assert refused(stage, f"wait {book.units[unit].id}") == "S19.2", "it waits already"
            assert stage.told("waits")
            break


@pytest.mark.parametrize("choice", [1, 3])
@rule("yangtze", "4.1", "R3")
def test_a_unit_names_its_new_leader_a_turn_after_the_loss(choice: int) -> None:
    stage = bare(field_promotion=True)
    squad = stage.unit("usmc_squad")
    men = stage.row(squad, 500, 500, 5)
    stage.pos.remove(men[:1], LOST)
    stage.pos.stack = (Orders(0, True), ())
    stage.pos.then(*promotions(stage.pos))
    stage.settle()
    assert not isinstance(stage.pos.top, Promotion), "not in the turn of the loss"
    stage.pos.then(*promotions(stage.pos))
    stage.settle()
    assert isinstance(stage.pos.top, Promotion)
    assert stage.pos.actor == "us"
    names = stage.pos.book.lexicon.pieces
    pieces = [stage.pos.book.piece_of_figure(man) for man in men]
    assert {*stage.pos.options()} == {Promote(piece) for piece in pieces[1:]}
    assert refused(stage, "ready") == "4.1"
    assert refused(stage, f"promote {names[pieces[0]]}") == "4.1", "he is dead"
    say(stage, f"promote {names[pieces[choice]]}")
    assert stage.pos.leads(men[choice])
    assert stage.told("promoted")
    assert not isinstance(stage.pos.top, Promotion)


@rule("yangtze", "4.1", "4.2", "R3")
def test_who_is_not_replaced() -> None:
    """Command groups and crews have no leader of their own to replace; a unit that has got one again asks no more."""
    stage = bare(field_promotion=True)
    group, squad = stage.unit("usmc_fcg"), stage.unit("usmc_squad")
    stage.pos.stack = (Promotion(group), (Promotion(squad), stage.pos.stack))
    stage.row(squad, 500, 500, 3)
    stage.settle()
    assert not isinstance(stage.pos.top, Promotion)
    assert stage.pos.fate[stage.men(squad)[0]] == STANDING


def test_put_is_spoken_like_any_other_action() -> None:
    stage = setting()
    book = stage.pos.book
    figure = book.piece_of_figure(stage.men(due(stage.pos, 0)[0])[0])
    assert GAME.parse(stage.pos, f"put {book.lexicon.pieces[figure]} 100:200") == Put(figure, (100, 200))


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("yangtze", "S19.1", "S6.7")
def test_what_is_passed_over_in_a_set_up_is_refused_when_it_is_judged(scenario: str) -> None:
    """The quick look at a point before anybody is set up there, beside the whole judgement."""
    rng, pos = Random(7), GAME.start(scenario)
    passed = 0
    while isinstance(at := pos.top, SettingUp):
        for unit in left_to_place(pos, at):
            shows = showing(pos, unit)
            points = [point for point in sweep(pos, unit, (4,)) if shows(*point)]
            passed += len(points)
            assert all(deploy_refusal(pos, unit, *point) for point in points)
        pos.apply(pos.options().sample(rng))
    assert passed or scenario != "s2_mission_rescue"


@rule("yangtze", "S6.7", "S4")
def test_what_watchers_are_remembered_to_see_is_what_they_see() -> None:
    rng, pos = Random(3), GAME.start("s2_mission_rescue")
    while isinstance(pos.top, SettingUp):
        pos.apply(pos.options().sample(rng))
    enemies = [figure for unit in pos.units_of(0) for figure in pos.standing[unit]]
    spots = [(f, pos.x[f], pos.y[f]) for unit in pos.units_of(1) for f in pos.standing[unit] if pos.room[f] == OUTDOORS]
    for _ in range(2):
        for figure, x, y in spots:
            assert watch(pos, enemies).sees(pos, x, y) == any(figure_sees(pos, enemy, figure) for enemy in enemies)
    assert len({watch(pos, enemies).sees(pos, x, y) for _, x, y in spots}) == 2


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
                    context.setattr(placing, "in_the_open", lambda *_: None)
                    assert plainly(pos, unit, *point) == (judged.key if judged else None)
                found.add(judged.key if judged else None)
        pos.apply(pos.options().sample(rng))
    assert None in found
