"""S11, S14.5: getting off and on is a leg of one's way: it takes its share of the allowance, and of the time."""

import pytest
from tests.games.yangtze.scenes import WATER
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import ANYONE, CHARGE, HALT, MOVE, ONWARD, Card, Drive, Land
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.movement.horses import change_mounts, make_for_saddles, toll
from shapan.games.yangtze.movement.together import Moving, charge_minimum, come_to_rest
from shapan.games.yangtze.noted import Captivity, Marker, Trigger
from shapan.games.yangtze.orders.planned import Charging, Driving, Embarking, Landing, Marching, Saddling
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import ABOARD
from shapan.games.yangtze.vessels.boarding import repel
from shapan.games.yangtze.vessels.riders import disembark, sallies
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule


def riders(*, mounting: bool = False) -> tuple[Stage, Unit, tuple[Figure, ...]]:
    """Three riders who are to get off or on where they stand."""
    stage = bare()
    unit = stage.unit("usmc_mounted")
    men = stage.row(unit, 400, 550, 3, 45)
    stage.card(MOVE, unit)
    stage.pos.afoot = (1 << unit) if mounting else 0
    stage.pos.plan = put(stage.pos.plan, unit, Saddling())
    return stage, unit, men


@rule("yangtze", "S11")
@pytest.mark.parametrize("mounting", [False, True])
def test_getting_off_and_on_is_paid_for_like_any_other_leg(mounting: bool) -> None:
    stage, unit, men = riders(mounting=mounting)
    before = [(stage.pos.x[man], stage.pos.y[man]) for man in men]
    stage.move()
    assert stage.pos.on_horse(unit) == mounting
    assert [stage.pos.spent[man] for man in men] == [toll(stage.pos)] * 3
    assert [(stage.pos.x[man], stage.pos.y[man]) for man in men] == before


@rule("yangtze", "S11")
def test_after_a_march_it_is_the_last_leg() -> None:
    stage, unit, men = riders()
    stage.pos.plan = put(stage.pos.plan, unit, Marching(horses=True))
    for man in men:
        x, y = stage.pos.x[man], stage.pos.y[man]
        stage.pos.track = put(stage.pos.track, man, ((0, x, y), (2000, x + 2000, y)))
    stage.move()
    assert {stage.pos.spent[man] for man in men} == {2000 + toll(stage.pos)}
    assert not stage.pos.on_horse(unit)


@rule("yangtze", "S11", "6.2", "R116")
@pytest.mark.parametrize(("left", "off"), [(0, True), (1, False)])
def test_whom_a_charge_reaches_on_that_leg_stays_in_the_saddle(left: int, off: bool) -> None:
    stage, unit, men = riders()
    make_for_saddles(stage.pos)
    for man in men:
        stage.pos.spent = put(stage.pos.spent, man, toll(stage.pos))
    stage.pos.spent = put(stage.pos.spent, men[1], toll(stage.pos) - left)
    stage.pos.touched = 1 << men[1]
    change_mounts(stage.pos)
    assert stage.pos.on_horse(unit) != off


@rule("yangtze", "S11", "8.4")
def test_who_cannot_move_has_no_such_leg() -> None:
    stage, unit, men = riders()
    stage.pos.pinned = 1 << men[2]
    make_for_saddles(stage.pos)
    assert [bool(stage.pos.track[man]) for man in men] == [True, True, False]
    stage.pos.touched = 1 << men[2]
    change_mounts(stage.pos)
    assert stage.pos.on_horse(unit), "he is reached while he sits on his horse"


def sally(far: int) -> tuple[Stage, list[Figure], list[Figure]]:
    """Marines on a halted lorry charge a gang so many millimetres from its side."""
    stage = bare()
    squad, lorry, gang = stage.unit("usmc_squad"), stage.unit("truck"), stage.unit("gang")
    stage.model(lorry, 500, 500, 90, crew=False)
    stage.board(squad, lorry)
    stage.pos.owner = put(stage.pos.owner, lorry, stage.pos.owner[squad])
    foes = stage.row(gang, 500, 500 + far, 2)
    stage.card(CHARGE, squad)
    stage.card(HALT, lorry, gang)
    stage.pos.plan = put(stage.pos.plan, squad, Charging(gang))
    return stage, list(stage.men(squad)), list(foes)


@rule("yangtze", "S6.1", "S14.5", "R97")
def test_riders_who_charge_begin_their_way_on_the_gangway() -> None:
    stage, men, _ = sally(400)
    charge_minimum(stage.pos)
    down = [man for man in men if man in stage.pos.standing[stage.pos.book.figures[man].unit]]
    assert down
    for man in down:
        assert stage.pos.spent[man] == 0, "nobody has moved yet"
        (first, *here), (second, *still) = stage.pos.track[man][:2]
        assert (first, second, here) == (0, stage.pos.book.embark, still)
    begun = {man: stage.pos.y[man] for man in down}
    stage.settle()
    least = stage.pos.allowance(stage.pos.book.figures[men[0]].unit, CHARGE)[0]
    for man in down:
        assert stage.pos.spent[man] == least
        assert 0 < stage.pos.y[man] - begun[man] <= least - stage.pos.book.embark


@rule("yangtze", "S6.1", "5.3")
def test_riders_on_two_lorries_charge_if_one_of_them_has_halted() -> None:
    stage, men, foes = sally(400)
    squad, gang = (stage.pos.book.figures[figure].unit for figure in (men[0], foes[0]))
    second = stage.unit("gun_truck")
    stage.model(second, 900, 500, 90, crew=False)
    stage.pos.owner = put(stage.pos.owner, second, stage.pos.owner[squad])
    move(stage.pos, (men[4], Berth(second)))
    stage.card(MOVE, second)
    assert sallies(stage.pos, squad, gang)
    stage.card(MOVE, stage.unit("truck"))
    assert not sallies(stage.pos, squad, gang)


# --- the last legs: when everybody else has come to rest --------------------------------------------------------------


def rolling(card: str = MOVE) -> tuple[Stage, Unit, Unit]:
    """Marines on a lorry that drives, to step off where it stops."""
    stage = bare()
    squad, lorry = stage.unit("usmc_squad"), stage.unit("truck")
    stage.model(lorry, 500, 500, 90)
    stage.board(squad, lorry)
    stage.pos.owner = put(stage.pos.owner, lorry, stage.pos.owner[squad])
    stage.card(card, lorry)
    stage.card(MOVE, squad)
    stage.pos.plan = put(stage.pos.plan, lorry, Driving(ONWARD, ((7000, 5000),)))
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((7000, 5500),)))
    return stage, squad, lorry


@rule("yangtze", "S12.3", "S14.5", "R117")
def test_stepping_off_what_has_moved_costs_its_share_of_the_move() -> None:
    stage, squad, lorry = rolling()
    stage.walk()
    assert len(stage.pos.standing[squad]) == 5
    for man in stage.pos.standing[squad]:
        assert stage.pos.spent[man] == stage.pos.book.embark
        assert stage.pos.hull_gap(man, lorry) <= stage.pos.book.alongside


@rule("yangtze", "7.1", "R56", "R117")
def test_a_sniper_fires_at_those_who_step_off() -> None:
    stage, *_ = rolling()
    sniper = stage.unit("wl_sniper")
    stage.put(sniper, (700, 800))
    stage.card(HALT, sniper)
    stage.pos.triggers = (Trigger(sniper, ANYONE, 4000),)
    stage.walk()
    assert stage.told("snipes"), "nobody stood there before they came off"


@rule("yangtze", "7.9", "R55", "R117")
def test_covering_fire_meets_those_who_step_off_while_everybody_still_moves() -> None:
    stage, *_ = rolling()
    team, company = stage.unit("wl_lmg"), stage.unit("wl_rifles")
    gunner, _ = stage.row(team, 1000, 700, 2)
    stage.put(company, (1030, 740))
    stage.card(HALT, team, company)
    lay(stage.pos, Marker(gunner, 7000, 5500, 1, 0))
    stage.walk()
    assert stage.told("covering")
    assert isinstance(stage.pos.nearest(Moving), Moving), "the movement goes on after the fire"


@rule("yangtze", "S17.2", "R79", "R117")
def test_a_captive_walks_after_its_captor_as_far_as_it_can() -> None:
    for far, spent in ((640, 1150), (1000, 1500)):
        stage = bare("s2_mission_rescue")
        people, company = stage.unit("missionaries"), stage.unit("wl_rifles")
        (person,) = stage.put(people, (500, 500))
        (captor,) = stage.put(company, (500, far))
        stage.pos.captive, stage.pos.captors = 1 << person, (Captivity(person, captor),)
        stage.card(HALT, people, company)
        stage.walk()
        assert stage.pos.within(person, captor, stage.pos.book.alongside) == (far == 640)
        assert stage.pos.spent[person] == spent


@rule("yangtze", "S14.5", "S12.3", "R117")
def test_passing_from_hull_to_hull_is_paid_for_and_guarded() -> None:
    for template, across in (("usmc_squad", True), ("consul", False)):
        stage = bare()
        one, two, people = stage.unit("truck"), stage.unit("gun_truck"), stage.unit(template)
        for lorry, y in ((one, 500), (two, 570)):
            stage.model(lorry, 500, y, 90, crew=lorry == two)
            stage.pos.owner = put(stage.pos.owner, lorry, stage.pos.owner[people])
        stage.board(people, one)
        stage.card(HALT, one, two)
        stage.card(MOVE, people)
        stage.pos.plan = put(stage.pos.plan, people, Embarking(two))
        stage.walk()
        man = stage.men(people)[0]
        assert (stage.pos.aboard[man] == two) == across, "civilians go nowhere alone (S17.1)"
        assert stage.pos.spent[man] == (stage.pos.book.embark if across else 0)


def boarded() -> tuple[Stage, Unit, Unit, Unit]:
    """Pirates alongside board a boat at a bank whose riders were to land."""
    stage = bare(
        "s5_kuling_battery", ground={"areas": [{"k": "river", "p": [[0, 0], [2400, 0], [2400, 600], [0, 600]]}]}
    )
    boat, squad = stage.unit("pulling_boat", 0), stage.unit("usn_squad")
    prey, company = stage.unit("pulling_boat", 1), stage.unit("wl_rifles")
    long, wide = (side / 10 for side in stage.pos.book.units[boat].size)
    stage.model(boat, 1000, 610 + wide / 2, 90, crew=False)
    stage.model(prey, 1000 + long, 610 + wide / 2, 90, crew=False)
    stage.pos.owner = put(stage.pos.owner, prey, stage.pos.owner[company])
    stage.board(squad, boat)
    stage.board(company, prey)
    stage.card(HALT, boat, prey)
    stage.card(MOVE, squad)
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((9500, 5500),)))
    return stage, boat, squad, company


@rule("yangtze", "6.2", "R88", "R117")
@pytest.mark.parametrize("storming", [False, True])
def test_whom_boarders_have_reached_does_not_get_off(storming: bool) -> None:
    stage, boat, squad, company = boarded()
    if storming:
        stage.card(CHARGE, company)
        stage.pos.plan = put(stage.pos.plan, company, Charging(boat))
    stage.walk()
    assert bool(stage.pos.standing[squad]) != storming


@rule("yangtze", "S14.6", "R117")
def test_boarders_pay_for_their_way_across() -> None:
    stage, boat, _, company = boarded()
    stage.card(CHARGE, company)
    stage.pos.plan = put(stage.pos.plan, company, Charging(boat))
    stage.walk()
    repel(stage.pos)
    assert {stage.pos.spent[man] for man in stage.pos.alive(company)} == {stage.pos.book.embark}


def at_one_gangway() -> tuple[Stage, Unit, Unit]:
    """Five sailors come off a sampan at the bank, and have not made a step yet."""
    stage = bare(ground=WATER)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 622, 90)
    stage.board(squad, boat)
    stage.put(stage.unit("gang"), (2300, 100))
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((10000, 5300),)))
    stage.pos.spent, stage.pos.stack = (0,) * len(stage.pos.x), ()
    disembark(stage.pos)
    assert stage.standing(squad) == 5
    return stage, squad, boat


@pytest.mark.parametrize(("spent", "ashore"), [(0, 0), (499, 0), (500, 1)])
@rule("yangtze", "S14.5", "S2.3", "R184")
def test_who_is_stopped_before_he_has_paid_for_the_gangway_is_still_aboard(spent: int, ashore: int) -> None:
    """Their places at the foot of it overlap: they cannot all stand there."""
    stage, squad, boat = at_one_gangway()
    stage.pos.spent = put(stage.pos.spent, stage.men(squad)[0], spent)
    come_to_rest(stage.pos)
    stage.settle()
    assert stage.standing(squad) == ashore
    assert all(stage.pos.aboard[figure] == boat for figure in stage.men(squad)[ashore:])
    assert not [broken for broken in stage.pos.violations() if broken.startswith("S2.3")]


@rule("yangtze", "S14.5", "S2.3", "R184", "6.2")
def test_whom_the_enemy_meets_at_the_gangway_fights_there_with_room_for_his_base() -> None:
    stage, squad, _ = at_one_gangway()
    pos, men = stage.pos, stage.men(squad)
    pos.touched = 1 << men[0] | 1 << men[1]
    (foe,) = stage.put(stage.unit("gang"), (1000, pos.y[men[0]] / 10 - 26))
    pos.touched |= 1 << foe
    come_to_rest(pos)
    stage.settle()
    assert [pos.fate[figure] == ABOARD for figure in men] == [False, False, True, True, True]
    assert not [broken for broken in pos.violations() if broken.startswith("S2.3")]


@pytest.mark.parametrize("ahead", [700, 850, 2000])
@rule("yangtze", "S12.3", "S14.5", "R117")
def test_riders_step_off_where_it_stops_wherever_they_thought_that_would_be(ahead: float) -> None:
    """The lorry is to drive 500 mm and they to get off there, on its south side; comrades on the road hold it up."""
    stage = bare(ground={"lines": [{"k": "road", "p": [[0, 600], [2400, 600]]}]})
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 600, 90)
    stage.board(squad, truck)
    stage.put(stage.unit("usmc_squad", 1), (ahead, 600))
    stage.put(stage.unit("gang"), (2300, 1150))
    drive = Drive(truck, ONWARD, ((10000, 6000),))
    stage.play(Card(truck, MOVE), Card(squad, MOVE), drive, Land(squad, (10000, 6600)), to="halt_fire")
    x = stage.pos.at[truck][0] / 10
    assert x <= min(1000, ahead - 60)
    assert len(stage.places(squad)) == 5
    assert sum(y > 600 for _, y in stage.places(squad)) >= 3, "on the side that they had in mind"
    assert all(abs(man - x) < 60 + 25 + 25 for man, _ in stage.places(squad))
