"""14.0 Morale: who tests, when, what failing means; whoever is lost is counted, whatever the cause."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import facing, way
from tests.games.yangtze.table import bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    FLEE,
    HALT,
    MOVE,
    RETREAT,
    SKIRMISH,
    Card,
    Charge,
    Fire,
    Hold,
    Land,
    March,
)
from shapan.games.yangtze.ending import clear, explode
from shapan.games.yangtze.fire.volley import Burial
from shapan.games.yangtze.melee.forced import (
    at_home_edge,
    behind_line,
    covered_ground,
    nearest_foe,
    rearward,
    refuge,
    shelter,
)
from shapan.games.yangtze.melee.morale import MoraleTest, aftermath, consequences, desert, morale, must_test
from shapan.games.yangtze.melee.running import enemies, flight, home_squares
from shapan.games.yangtze.melee.trials import hostile_town, nerve
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import ABOARD, LOST
from shapan.games.yangtze.vessels.riders import sallies
from shapan.games.yangtze.vessels.swimming import Stroke
from shapan.games.yangtze.who import put
from shapan.kernel import DICE, Roll, rule


@rule("yangtze", "S10", "14.4")
def test_a_hedge_is_shelter_on_its_far_side() -> None:
    hedge = {"k": "hedge", "p": [[300, 500], [900, 500]]}
    stage = bare(ground={"lines": [hedge]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 600, 600, 5)
    stage.put(gang, (600, 400))
    foes = enemies(stage.pos, squad)
    assert behind_line(stage.pos, squad, 6000, 7200, foes)
    assert not behind_line(stage.pos, squad, 6000, 6800, foes), "that is the near side"
    assert shelter(stage.pos, squad)


@rule("yangtze", "S10", "14.6")
def test_fugitives_do_not_run_into_the_enemy() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (man,) = stage.put(gang, (500, 500))
    home = flight(stage.pos, gang, man, enemies(stage.pos, gang))
    assert home.track[-1][1:] == (9000, 5000), "home is to the east"
    stage.put(squad, (800, 500))
    assert flight(stage.pos, gang, man, enemies(stage.pos, gang)).track[-1][1:] != (9000, 5000)


@pytest.mark.parametrize(
    ("edge", "x", "y"), [("N", 600, 12.5), ("S", 600, 1187.5), ("W", 12.5, 600), ("E", 2387.5, 600)]
)
@rule("yangtze", "14.6", "S10", "R46")
def test_fugitives_run_for_their_own_edge(edge: str, x: float, y: float) -> None:
    """Whichever edge that is, they go there and no farther; the squares along it are their goal."""
    stage = bare()
    gang = stage.unit("gang")
    stage.pos.book.home = (edge, edge)
    (man,) = stage.put(gang, (x, y))
    assert at_home_edge(stage.pos, man)
    stage.put(gang, (1200, 600))
    assert not at_home_edge(stage.pos, man)
    end = {"N": (12000, 2000), "E": (16000, 6000), "S": (12000, 10000), "W": (8000, 6000)}[edge]
    assert flight(stage.pos, gang, man, []).track[-1][1:] == end
    raster = stage.pos.raster(gang)
    assert raster.square(round(x * 10), round(y * 10)) in home_squares(stage.pos, gang)
    assert len(home_squares(stage.pos, gang)) == (raster.columns if edge in "NS" else raster.rows)


@rule("yangtze", "14.4", "S10")
def test_what_is_shelter_for_those_who_fall_back() -> None:
    """Soft ground or better, a house, the far side of a hedge; with nobody left there is nothing to look for."""
    wood = {"k": "light_wood", "p": box(400, 800, 800, 900)}
    stage = bare(ground={"areas": [wood]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    assert not shelter(stage.pos, squad), "nobody is there"
    stage.row(squad, 500, 500, 3)
    stage.put(gang, (500, 300))
    squares = shelter(stage.pos, squad)
    assert all(covered_ground(stage.pos, *stage.pos.raster(squad).centre(square)) for square in squares)
    stage.row(squad, 500, 380, 3)
    stage.put(gang, (500, 200))
    assert not shelter(stage.pos, squad), "more than a charge move away"
    assert rearward(nearest_foe(enemies(stage.pos, squad), (5000, 5000)), (5000, 5000), (5000, 9000))
    assert not rearward(nearest_foe(enemies(stage.pos, squad), (5000, 5000)), (5000, 5000), (5000, 4000))
    stage.pos.remove(stage.pos.standing[gang], LOST)
    assert rearward(nearest_foe(enemies(stage.pos, squad), (5000, 5000)), (5000, 5000), (5000, 4000)), (
        "no enemy: every way is to the rear"
    )
    assert not behind_line(stage.pos, squad, 5000, 5000, [])


@rule("yangtze", "14.8", "R53")
def test_who_makes_a_town_friendly() -> None:
    """A friend on foot inside; the enemy and friends outside do not."""
    stage = bare(ground={"areas": [{"k": "town", "p": box(400, 400, 800, 800)}]})
    tank, company, squad = stage.unit("tank_ft"), stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.model(tank, 300, 300)
    assert not hostile_town(stage.pos, tank), "it is in the open"
    stage.model(tank, 600, 600)
    stage.put(squad, (700, 700))
    stage.put(company, (900, 900))
    assert hostile_town(stage.pos, tank)
    stage.put(company, (700, 650))
    assert not hostile_town(stage.pos, tank)


@pytest.mark.parametrize(("dice", "state"), [(2, "HALT"), (3, "")])
@rule("yangtze", "14.8", "14.3")
def test_a_vehicle_that_fails_in_the_open_halts(dice: int, state: str) -> None:
    stage = bare()
    truck = stage.unit("truck")
    stage.model(truck, 500, 500)
    stage.pos.hits = put(stage.pos.hits, truck, 1)
    assert must_test(stage.pos, truck)
    MoraleTest(truck).scored(stage.pos, dice)
    assert stage.pos.forced[truck] == state
    assert not must_test(stage.pos, truck), "once a turn"


@pytest.mark.parametrize(("dice", "cards"), [(2, []), (3, [MOVE, SKIRMISH, CHARGE, HALT])])
@rule("yangtze", "14.8", "R53")
def test_who_rides_in_a_vehicle_that_fails_stays_aboard(dice: int, cards: list[str]) -> None:
    """Passengers are a part of it: its halt is theirs, and nobody gets off to charge."""
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    stage.put(gang, (500, 800))
    stage.pos.hits = put(stage.pos.hits, truck, 1)
    MoraleTest(truck).scored(stage.pos, dice)
    clear(stage.pos)
    stage.pos.stack = (Orders(0), ())
    stage.settle()
    given = [action.card for action in stage.pos.options() if isinstance(action, Card) and action.unit == squad]
    assert given == cards
    assert stage.pos.card[squad] == ("" if cards else HALT)


@pytest.mark.parametrize(("dice", "refused"), [(2, "14.8"), (3, None)])
@rule("yangtze", "14.8", "R53")
def test_of_a_unit_that_is_aboard_in_part_only_those_aboard_stay_when_the_vehicle_fails(
    dice: int, refused: str | None
) -> None:
    """Passengers are a part of the vehicle; those of their unit who stand on the ground are none."""
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(truck, 500, 500)
    stage.put(squad, (600, 500), (600, 530))
    move(stage.pos, *((figure, Berth(truck)) for figure in stage.men(squad)[2:]))
    stage.put(gang, (500, 1100))
    stage.pos.hits = put(stage.pos.hits, truck, 1)
    MoraleTest(truck).scored(stage.pos, dice)
    clear(stage.pos)
    stage.play(Card(squad, MOVE), to="plan_actions")
    assert stage.pos.card[truck] == HALT
    assert stage.why(Land(squad, (5000, 4300))) == refused
    assert stage.why(March(squad, ((7500, 5000),))) is None
    stage.pos.push(March(squad, ((7500, 5000),)), stage.hear)
    assert stage.why(Land(squad, (5000, 4300))) == refused
    clear(stage.pos)
    assert not stage.pos.shaken, "for one turn"


@rule("yangtze", "14.8", "R53", "S6.1")
def test_nobody_gets_off_a_shaken_vehicle_to_charge() -> None:
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    stage.put(gang, (500, 650))
    stage.card(HALT, truck)
    stage.card(CHARGE, squad)
    assert sallies(stage.pos, squad, gang)
    stage.pos.shaken = 1 << truck
    assert not sallies(stage.pos, squad, gang)


@rule("yangtze", "14.1", "S17.2", "14.2")
def test_who_never_tests() -> None:
    """Vessels, aircraft, civilians; nobody who has lost nothing."""
    stage = bare()
    boat, plane, consul, squad = (stage.unit(t) for t in ("gunboat", "us_plane", "consul", "usmc_squad"))
    stage.model(boat, 500, 500)
    stage.model(plane, 900, 500)
    stage.row(consul, 500, 900, 3)
    stage.row(squad, 800, 900, 5)
    for unit in (boat, plane):
        stage.pos.hits = put(stage.pos.hits, unit, 2)
    stage.pos.remove(stage.men(consul)[:1], LOST)
    stage.pos.remove(stage.men(boat)[:1], LOST)
    assert not any(must_test(stage.pos, unit) for unit in (boat, plane, consul, squad))
    stage.pos.remove(stage.men(squad)[4:], LOST)
    assert must_test(stage.pos, squad)


@rule("yangtze", "14.6", "14.3")
def test_of_a_unit_whose_last_man_deserts_nothing_else_is_told() -> None:
    for melee in (False, True):
        stage = bare()
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        stage.put(gang, (500, 500))
        stage.card(CHARGE, gang)
        stage.pos.teller = stage.events.append
        if melee:
            aftermath(stage.pos, ((gang, squad),), 1 << gang)
        else:
            consequences(stage.pos, gang)
        assert [event.key for event in stage.events] == ["event.deserts"]
        assert not stage.pos.forced[gang]


@pytest.mark.parametrize(("switch", "left"), [(True, 1), (False, 3)])
@rule("yangtze", "14.6", "R46", "S3.5")
def test_all_fugitives_who_reach_their_edge_leave_by_it(switch: bool, left: int) -> None:
    """Two run to the same point of the edge, the third does not get there."""
    stage = bare(flee_leaves_table=switch)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (2300, 300), (2270, 300), (1800, 300))
    stage.row(squad, 1500, 300, 5)
    stage.card(FLEE, gang)
    stage.play(to="halt_fire")
    assert stage.standing(gang) == left


@pytest.mark.parametrize(("town", "state"), [(False, "halt"), (True, "retreat")])
@rule("yangtze", "14.8", "5.0")
def test_what_becomes_of_a_shaken_tank_is_told_by_the_rule_for_vehicles(town: bool, state: str) -> None:
    area = {"k": "town", "p": box(900, 500, 1300, 700)}
    stage = bare(ground={"areas": [area]} if town else None)
    tank, squad = stage.unit("tank_ft"), stage.unit("usmc_squad")
    stage.model(tank, 1000, 600, 270)
    stage.put(squad, (800, 600))
    stage.turn({}, Fire(squad, tank), dice=[6, 3, 3, 3, 2] if town else [6, 3, 3, 1, 1])
    assert [event.case for event in stage.told(f"state_{state}")] == ["14.8"]
    assert stage.pos.card[tank] == state.upper()
    if town:
        stage.pos.stack = (Orders(1, True), ())
        assert stage.why(Card(tank, MOVE)) == "14.8"


WOOD = {"areas": [{"k": "light_wood", "p": box(650, 300, 800, 500)}]}


HOUSE = {"buildings": [{"id": "h", "k": "house", "p": box(600, 300, 750, 450), "doors": [[750, 825]], "windows": []}]}


HEDGE = {"lines": [{"k": "hedge", "p": [[800, 1000], [800, 600]]}]}


@pytest.mark.parametrize("ground", [WOOD, HOUSE, HEDGE], ids=["wood", "house", "hedge"])
@rule("yangtze", "14.4", "S10", "R47")
def test_all_who_fall_back_come_into_cover(ground: dict[str, Any]) -> None:
    """Five men, cover some 200 mm behind them: not only the first of them finds it."""
    stage = bare(ground=ground)
    squad, company = stage.unit("usmc_squad"), stage.unit("gov_rifles")
    stage.put(squad, *((950, 315 + 30 * number) for number in range(5)))
    stage.row(company, 1450, 350, 6)
    stage.card(RETREAT, squad)
    stage.walk()
    foes = enemies(stage.pos, squad)
    for man in stage.pos.standing[squad]:
        assert refuge(stage.pos, squad, stage.pos.x[man], stage.pos.y[man], foes)
        assert stage.pos.spent[man] <= 4000


@rule("yangtze", "14.4", "S10")
def test_who_falls_back_keeps_to_the_nearest_cover() -> None:
    """Another wood on the other flank is nearer to some of them; they go where their leader finds the nearest."""
    stage = bare(ground={"areas": [*WOOD["areas"], {"k": "orchard", "p": box(700, 560, 800, 700)}]})
    squad, company = stage.unit("usmc_squad"), stage.unit("gov_rifles")
    stage.put(squad, *((900, 400 + 40 * number) for number in range(5)))
    stage.row(company, 1450, 350, 6)
    stage.card(RETREAT, squad)
    stage.walk()
    assert all(y <= 500 for _, y in stage.places(squad))


@pytest.mark.parametrize(
    ("template", "left", "lost", "dice", "fails"),
    [
        ("usn_squad", 5, 1, (1, 1), True),
        ("usn_squad", 5, 1, (1, 2), False),
        ("wl_rifles", 20, 10, (6, 6), False),
        ("wl_rifles", 20, 10, (5, 6), True),
        ("wl_rifles", 19, 10, (6, 6), True),
    ],
)
@rule("yangtze", "14.2", "14.3")
def test_what_a_test_of_morale_needs(template: str, left: int, lost: int, dice: tuple[int, int], fails: bool) -> None:
    """Less one for each figure lost this turn, and one more below half; one or less fails."""
    stage = bare()
    unit = stage.unit(template)
    men = stage.row(unit, 900, 600, left, 30)
    for figure in stage.men(unit)[left:]:
        stage.pos.fate = put(stage.pos.fate, figure, LOST)
    foe = stage.unit("gang" if stage.pos.owner[unit] == 0 else "usmc_squad")
    stage.put(foe, (500, 200))
    stage.pos.derive()
    stage.pos.stack = (Orders(0, True), ())
    stage.play(Card(foe, MOVE), to="plan_actions")
    stage.pos.remove(men[left - lost :], LOST)
    stage.play(March(foe, way((400, 200), (500, 200))), to="morale")
    for face in dice:
        assert stage.pos.actor == DICE
        stage.pos.push(Roll(face), stage.hear)
    assert bool(stage.told("morale_fails")) is fails


@pytest.mark.parametrize(("left", "stay"), [(13, 9), (12, 9), (2, 1), (1, 0)])
@rule("yangtze", "14.6")
def test_a_quarter_deserts_rounded_up_and_the_leader_last(left: int, stay: int) -> None:
    stage = bare()
    company = stage.unit("wl_rifles")
    men = stage.row(company, 900, 600, left + 1, 30)
    for figure in stage.men(company)[left + 1 :]:
        stage.pos.fate = put(stage.pos.fate, figure, LOST)
    stage.pos.derive()
    squad = stage.unit("usmc_squad")
    stage.put(squad, (500, 200))
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.remove(men[left:], LOST)
    stage.play(March(squad, way((400, 200), (500, 200))), to="morale")
    for _ in range(2):
        stage.pos.push(Roll(1), stage.hear)
    assert stage.standing(company) == stay
    assert not stay or men[0] in stage.pos.standing[company]


@rule("yangtze", "14.2", "R44")
def test_who_was_in_contact_and_fought_no_bout_tests_at_the_end_of_the_turn() -> None:
    stage, gang, squad = facing()
    pos = stage.pos
    pos.touched = 1 << stage.men(gang)[0] | 1 << stage.men(squad)[0]
    pos.remove(stage.men(gang)[:1], LOST)
    pos.remove(stage.men(squad)[:1], LOST)
    assert must_test(pos, gang)
    assert must_test(pos, squad)
    pos.stack = ()
    morale(pos)
    stage.roll(6, 6)
    assert not must_test(pos, min(gang, squad)), "once a turn"
    assert must_test(pos, max(gang, squad))


@rule("yangtze", "14.2", "S14.7")
def test_the_drowned_call_for_a_test() -> None:
    river = {"k": "river", "p": box(0, 0, 2400, 1200)}
    stage = bare(ground={"areas": [river]})
    squad = stage.unit("usmc_squad")
    man, *_ = stage.row(squad, 500, 500, 3)
    stage.pos.swimming = 1 << man
    Stroke(man).scored(stage.pos, 1)
    assert must_test(stage.pos, squad)
    names = [phase.name for phase in stage.pos.SEQUENCE.phases]
    assert names.index("dangers") < names.index("morale") < names.index("end_turn")


@rule("yangtze", "14.2", "S17.7", "S8.10")
def test_those_who_are_blown_up_call_for_a_test() -> None:
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 720, 600), "doors": [[660, 600]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    squad = stage.unit("usmc_squad")
    stage.put(squad, (660, 550), (900, 900), (930, 900))
    stage.pos.stack = ()
    stage.pos.then(Burial())
    stage.pos.then(*explode(stage.pos, 0))
    stage.settle()
    assert stage.pos.losses(squad) == 1
    assert must_test(stage.pos, squad)


@rule("yangtze", "14.2", "14.8")
def test_a_unit_with_one_man_aboard_tests_for_those_ashore() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 1500, 300)
    men = stage.row(squad, 500, 500, 4)
    rider = stage.men(squad)[4]
    stage.pos.fate, stage.pos.aboard = put(stage.pos.fate, rider, ABOARD), put(stage.pos.aboard, rider, truck)
    stage.pos.derive()
    stage.pos.remove(men[:1], LOST)
    assert must_test(stage.pos, squad)
    stage.board(squad, truck)
    assert not must_test(stage.pos, squad), "all of them ride"


@rule("yangtze", "13.3", "S9")
def test_two_units_that_charge_each_other_and_both_fail_both_flee() -> None:
    stage, gang, squad = facing()
    stage.card(CHARGE, squad)
    stage.pos.teller = stage.events.append
    aftermath(stage.pos, ((squad, gang),), 1 << gang | 1 << squad)
    assert stage.standing(gang) == 2, "class C loses its quarter"
    assert {event.params["unit"] for event in stage.told("flees_now")} == {"cn7", "us6"}


@pytest.mark.parametrize(
    ("hits", "town", "expected"), [(0, False, []), (2, False, [-2]), (0, True, [-4]), (1, True, [-1, -4])]
)
@rule("yangtze", "14.8")
def test_what_a_tank_adds_to_its_dice(hits: int, town: bool, expected: list[int]) -> None:
    stage = bare(ground={"areas": [{"k": "town", "p": box(400, 400, 800, 800)}]})
    tank, truck = stage.unit("tank_ft"), stage.unit("truck")
    stage.model(tank, 600 if town else 1200, 600)
    stage.model(truck, 650, 700)
    stage.pos.hits = put(stage.pos.hits, tank, hits)
    assert [line.value for line in nerve(stage.pos, tank).lines] == expected
    assert nerve(stage.pos, truck).lines == (), "four are for tanks"


@rule("yangtze", "14.8", "14.2", "R201")
def test_who_falls_aboard_is_missed_by_his_comrades_on_the_ground() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 1500, 300)
    stage.board(squad, truck)
    stage.pos.remove(stage.men(squad)[4:], LOST)
    assert not must_test(stage.pos, squad), "all of them ride"
    stage.row(squad, 500, 500, 3)
    assert must_test(stage.pos, squad)


@rule("yangtze", "14.8", "14.6", "R201")
def test_nobody_deserts_from_what_carries_him() -> None:
    stage = bare()
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 1500, 300)
    stage.board(gang, truck)
    ashore = stage.row(gang, 500, 500, 8)
    desert(stage.pos, gang)
    assert len(stage.gone(ashore)) == 2, "a quarter of those on the ground"
    assert len(stage.pos.alive(gang)) == 18


@rule("yangtze", "13.3", "14.2", "14.6", "R48", "R73")
def test_a_turn_goes_on_after_the_tests_that_follow_a_melee() -> None:
    """Two fall on either side and both fail: the charger flees, one deserts, and both cower in the next turn."""
    stage = bare("s1_plum_village")
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 500, 470, 4)
    stage.row(squad, 500, 500, 4)
    fights = [6, 1, 1, 6, 6, 1, 1, 6]
    stage.turn({gang: CHARGE}, Charge(gang, squad), Hold(squad), dice=[*fights, 1, 1, 1, 1])
    assert (stage.pos.turn, stage.standing(gang), stage.standing(squad)) == (2, 1, 2)
    assert [stage.pos.card[unit] for unit in (gang, squad)] == [COWER, COWER]


@pytest.mark.parametrize(("dice", "state", "left"), [((1, 3), FLEE, 12), ((2, 3), "", 16)])
@rule("yangtze", "14.2", "14.3", "14.6", "R46")
def test_a_turn_goes_on_after_the_tests_at_its_end(dice: tuple[int, int], state: str, left: int) -> None:
    """Three of nineteen fall to one volley: four is too little, five is enough."""
    stage = bare("s1_plum_village")
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 300, 800, 19, 70)
    stage.row(squad, 500, 500, 4)
    stage.turn({gang: HALT}, Fire(squad, gang), dice=[6, 6, 6, 1, *dice])
    assert stage.pos.turn == 2
    assert (stage.pos.card[gang], stage.standing(gang)) == (state, left)
