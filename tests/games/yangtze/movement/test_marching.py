"""5.1, 5.2, S6.3, S6.4, S11, S16.1: orders to march, single figures that go their own way, formations, horses, stairs;
and the plans that are refused."""

import pytest
from tests.games.yangtze.scenes import FAR, say, storeyed, upstairs, way
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    COLUMN,
    HALT,
    LINE,
    MOVE,
    SKIRMISH,
    WEDGE,
    Card,
    Dismount,
    March,
    Mount,
)
from shapan.games.yangtze.movement.formations import form, form_refusal
from shapan.games.yangtze.movement.horses import horse_refusal
from shapan.games.yangtze.movement.marching import march_refusal, pace_refusal
from shapan.games.yangtze.orders.planned import Charging, Marching
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule


def marching(card: str = MOVE, template: str = "usmc_squad") -> tuple[Stage, Unit]:
    stage = bare()
    unit = stage.unit(template)
    stage.row(unit, 500, 500, 5)
    stage.card(card, unit)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    return stage, unit


@rule("yangtze", "5.4", "4.1", "5.1")
def test_who_marches() -> None:
    stage, squad = marching(HALT)
    assert case(march_refusal(stage.pos, squad, ((5000, 7000),))) == "5.4", "HALT is no movement"
    stage, squad = marching()
    assert march_refusal(stage.pos, squad, ((5000, 7000),)) is None
    stage.pos.remove(stage.men(squad)[:1], LOST)
    assert case(march_refusal(stage.pos, squad, ((5000, 7000),))) == "4.1", "nobody leads them"


def refused(stage: Stage, text: str) -> str | None:
    return case(stage.pos.refusal(GAME.parse(stage.pos, text)))


def piece(stage: Stage, unit: Unit, number: int) -> str:
    return stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_figure(stage.men(unit)[number])]


@rule("yangtze", "S6.3", "S2.3", "5.1")
def test_one_figure_goes_his_own_way_after_his_unit_has_its_march() -> None:
    stage, squad = marching()
    name = stage.pos.book.units[squad].id
    one = piece(stage, squad, 2)
    assert refused(stage, f"pace {one} 5600:7000") == "5.0", "the unit has no plan yet"
    say(stage, f"march {name} 5000:7000")
    assert refused(stage, f"pace {name} 5600:7000") == "S6.3", "a figure, not a unit"
    assert refused(stage, f"pace {one} 5600:5500") == "5.1", "50 mm are too little"
    assert refused(stage, f"pace {one} 5600:8001") == "5.1", "300.1 mm are too much"
    _, x, y = stage.pos.track[stage.men(squad)[1]][-1]
    assert refused(stage, f"pace {one} {x + 100}:{y}") == "S2.3", "on top of his comrade"
    say(stage, f"pace {one} 5600:8000")
    assert stage.pos.track[stage.men(squad)[2]][-1] == (3000, 5600, 8000)


@rule("yangtze", "S16.1")
def test_stairs_are_for_figures_with_a_plan_and_a_floor_to_go_to() -> None:
    house = {"id": "h", "k": "two_storey", "p": box(450, 450, 700, 550), "doors": [[450, 700]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 3)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    name, one = stage.pos.book.units[squad].id, piece(stage, squad, 1)
    assert refused(stage, f"stairs {one} 1") == "5.0", "the unit has no plan yet"
    say(stage, f"march {name} 6500:5000-5500:5000")
    assert refused(stage, f"stairs {name} 1") == "S16.1", "a figure, not a unit"
    assert refused(stage, f"stairs {one} 0") == "S16.1", "he is there"
    assert refused(stage, f"stairs {one} 2") == "S16.1", "there is no such floor"
    assert refused(stage, f"stairs {one} 1") is None


@pytest.mark.parametrize(
    ("shape", "places"),
    [
        (LINE, [(5000 + 300, 7000), (5000 - 300, 7000)]),
        (COLUMN, [(5000, 7000 - 300), (5000, 7000 - 600)]),
        (WEDGE, [(5000 - 212, 7000 - 212), (5000 + 212, 7000 - 212)]),
    ],
)
@rule("yangtze", "S6.4")
def test_formations_about_the_guide(shape: str, places: list[tuple[int, int]]) -> None:
    """He goes south; the first two of the others have their places beside, behind or aslant of him."""
    stage, squad = marching()
    say(stage, f"march {stage.pos.book.units[squad].id} 5000:7000")
    ways = form(stage.pos, squad, shape, 30)
    ends = [ways[figure].track[-1][1:] for figure in stage.men(squad)[1:3]]
    assert {(round(x, -1), round(y, -1)) for x, y in ends} == {(round(x, -1), round(y, -1)) for x, y in places}


@rule("yangtze", "S6.4", "S2.3", "S6.3")
def test_which_formations_are_refused() -> None:
    stage, squad = marching()
    assert case(form_refusal(stage.pos, squad, 30)) == "S6.3", "no march yet"
    say(stage, f"march {stage.pos.book.units[squad].id} 5000:7000")
    assert case(form_refusal(stage.pos, squad, 24)) == "S2.3", "bases have no room side by side"
    assert form_refusal(stage.pos, squad, 25) is None
    say(stage, f"form {stage.pos.book.units[squad].id} 30 line")
    assert case(form_refusal(stage.pos, squad, 30)) == "S6.4", "it has formed"
    alone = bare()
    squad = alone.unit("usmc_squad")
    alone.row(squad, 500, 500, 1)
    alone.pos.plan = put(alone.pos.plan, squad, Marching())
    assert case(form_refusal(alone.pos, squad, 30)) == "S6.4", "one man forms nothing"


@rule("yangtze", "S11")
def test_who_gets_off_and_on() -> None:
    stage = bare()
    riders, squad = stage.unit("wl_cavalry"), stage.unit("usmc_squad")
    stage.row(riders, 500, 500, 3, 45)
    stage.row(squad, 500, 900, 3)
    stage.card(MOVE, riders, squad)
    assert horse_refusal(stage.pos, riders, Dismount) is None
    assert case(horse_refusal(stage.pos, riders, Mount)) == "S11", "they are in the saddle"
    assert case(horse_refusal(stage.pos, squad, Dismount)) == "S11", "they have no horses"
    for card in (HALT, CHARGE):
        stage.card(card, riders)
        assert case(horse_refusal(stage.pos, riders, Dismount)) == "S11", "only on MOVE"
    stage.card(MOVE, riders)
    stage.pos.plan = put(stage.pos.plan, riders, Charging(squad))
    assert case(horse_refusal(stage.pos, riders, Dismount)) == "S11"
    for far, cited in ((3500, None), (3501, "S11")):
        stage.pos.plan = put(stage.pos.plan, riders, Marching())
        stage.pos.track = put(stage.pos.track, stage.men(riders)[0], ((0, 5000, 5000), (far, 5000, 5000 + far)))
        assert case(horse_refusal(stage.pos, riders, Dismount)) == cited, "150 of the 500 mm"


@rule("yangtze", "5.0", "5.2", "5.3")
def test_plans_that_do_not_fit_the_card() -> None:
    """SKIRMISH and MOVE march, CHARGE charges; nobody plans for the other side."""
    stage, squad = marching(CHARGE)
    name = stage.pos.book.units[squad].id
    gang = stage.unit("gang")
    stage.row(gang, 500, 250, 3)
    enemy = stage.pos.book.units[gang].id
    assert refused(stage, f"march {name} 5000:7000") == "5.3", "it has a card that moves it, but not where it likes"
    assert refused(stage, f"charge {name} {name}") == "5.3", "a friend"
    assert refused(stage, f"charge {name} {enemy}") is None
    assert refused(stage, f"charge {enemy} {name}") is not None, "not theirs"
    assert refused(stage, "ready") is not None, "it has somebody to charge"
    say(stage, f"charge {name} {enemy}")
    assert refused(stage, "ready") is None
    stage, squad = marching(SKIRMISH)
    name = stage.pos.book.units[squad].id
    stage.row(gang, 500, 250, 3)
    assert refused(stage, f"charge {name} {enemy}") is not None, "SKIRMISH does not charge"
    assert refused(stage, f"march {name} 5000:5240") == "5.2"
    assert refused(stage, f"march {name} 5000:6001") == "5.2"
    assert refused(stage, f"march {name} 5000:6000") is None


@rule("yangtze", "S6.3", "S2.3")
def test_one_figure_may_go_its_own_way() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 3)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    name = stage.pos.book.units[squad].id
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"pace {name}.2 5300:6500"))) == "5.0"
    stage.pos.push(GAME.parse(stage.pos, f"march {name} 5000:6500"))
    assert [stage.pos.track[f][-1] for f in stage.men(squad)[:3]] == [(1500, 5000 + 300 * n, 6500) for n in range(3)]
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"pace {name}.2 5100:6500"))) == "S2.3"
    stage.pos.push(GAME.parse(stage.pos, f"pace {name}.2 5300:7000"))
    assert stage.pos.track[stage.men(squad)[1]][-1] == (2000, 5300, 7000)
    assert isinstance(stage.pos.top, Plan)


@rule("yangtze", "S6.3")
def test_nobody_goes_his_own_way_before_his_unit_has_its_plan() -> None:
    stage, squad = marching()
    one = stage.pos.book.piece_of_figure(stage.men(squad)[1])
    stage.pos.plan = put(stage.pos.plan, squad, None)
    assert case(pace_refusal(stage.pos, one, ((5000, 6500),))) == "S6.3"
    assert case(pace_refusal(stage.pos, squad, ((5000, 6500),))) == "S6.3", "a unit is no figure"


@rule("yangtze", "5.1", "S16.1", "S3.1")
def test_stairs_count_towards_the_minimum_of_those_who_march() -> None:
    """75 mm of stairs, 10 for the door, 75 on the level: he stops where he is told to, though that is near by."""
    stage = bare(ground={"buildings": [storeyed(300, 300, 500, 500)]})
    gang = stage.unit("gang")
    man, _ = stage.put(gang, (315, 370), (240, 470))
    upstairs(stage, man)
    stage.put(stage.unit("usmc_squad"), FAR)
    stage.play(Card(gang, MOVE), March(gang, way((300, 370), (240, 370))), to="halt_fire")
    assert stage.places(gang) == [(240, 370), (140, 470)], "on the level his mate goes on until the minimum is spent"


@rule("yangtze", "S17.1", "5.1")
def test_civilians_march_when_any_of_them_has_an_escort() -> None:
    stage = bare()
    people = stage.unit("consul")
    stage.put(people, (900, 500), (500, 500))
    stage.put(stage.unit("usmc_squad"), (500, 540))
    stage.card(MOVE, people)
    assert march_refusal(stage.pos, people, ((5000, 3800),)) is None
