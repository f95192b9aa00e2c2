"""4.6, S12.3, S14.5, 5.3, 7.9 Riders: getting off and on is a part of one's way, and under which card they fire."""

from random import Random
from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
    Dismount,
    Drive,
    Embark,
    Land,
    March,
)
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.scores import base_score
from shapan.games.yangtze.fire.shooters import fire_card
from shapan.games.yangtze.fire.sighting import nearest_point
from shapan.games.yangtze.movement.charge import charge_refusal
from shapan.games.yangtze.movement.together import charge_minimum
from shapan.games.yangtze.noted import Marker
from shapan.games.yangtze.orders.planned import Charging, Embarking, Landing, Marching, Sailing
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.placing import spiral
from shapan.games.yangtze.position import ABOARD, LOST, WRECK
from shapan.games.yangtze.vessels.gangways import berthed, moors, way_off
from shapan.games.yangtze.vessels.grappling import alongside
from shapan.games.yangtze.vessels.riders import arrived, embark_all, embark_refusal, land_refusal, landings
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.ground.table import length, walk
from shapan.kernel import rule


def lorry() -> tuple[Stage, Unit, Unit]:
    """A squad in a lorry that halts, to get off on MOVE."""
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 1000, 500, 90)
    stage.board(squad, truck)
    stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[squad])
    stage.card(HALT, truck)
    stage.card(MOVE, squad)
    return stage, truck, squad


def at(stage: Stage, figure: Figure) -> tuple[int, int]:
    return stage.pos.x[figure], stage.pos.y[figure]


@rule("yangtze", "S12.3", "5.1", "R97")
def test_getting_off_costs_50_mm_of_the_way() -> None:
    """The hull's side is at y = 525: 250 mm are left of the 300."""
    stage, _, squad = lorry()
    assert land_refusal(stage.pos, squad, (10000, 7750)) is None
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((10000, 7750),)))
    stage.move()
    leader = stage.men(squad)[0]
    assert at(stage, leader) == (10000, 7750)
    assert stage.pos.spent[leader] == 3000
    stage, _, squad = lorry()
    stage.card(SKIRMISH, squad)
    assert case(land_refusal(stage.pos, squad, (10000, 9000))) == "S12.3"


@rule("yangtze", "5.3", "4.6", "R181")
def test_nobody_gets_off_within_100_mm_of_an_enemy_whom_he_sees() -> None:
    for gap, allowed in ((100, True), (99, False)):
        stage, truck, squad = lorry()
        stage.put(stage.unit("gang"), (1000, 537.5 + gap + 25))
        assert (way_off(stage.pos, squad, truck, (10000, 5500)) is not None) == allowed
    stage, _, squad = lorry()
    corners = ((1075, 545), (1075, 455), (925, 545), (925, 455))
    stage.put(stage.unit("gang"), (1000, 560), (1000, 440), (1080, 500), (920, 500), *corners)
    assert case(land_refusal(stage.pos, squad, (10000, 5500))) == "5.3", "they are on all sides"


@rule("yangtze", "5.3", "S7")
def test_who_gets_off_keeps_100_mm_on_the_rest_of_his_way() -> None:
    stage, _, squad = lorry()
    gang = stage.unit("gang")
    (foe,) = stage.put(gang, (1000, 800))
    stage.card(HALT, gang)
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((10000, 7500),)))
    stage.move()
    leader = stage.men(squad)[0]
    assert stage.pos.fate[leader] != ABOARD
    assert stage.pos.gap(leader, foe) == 1000


@rule("yangtze", "5.3", "S2.3")
def test_who_finds_no_room_at_the_gangway_is_not_put_nearer_to_the_enemy() -> None:
    for point in ((10000, 5400), (9500, 5450)):
        stage, _, squad = lorry()
        gang = stage.unit("gang")
        (foe,) = stage.put(gang, (1000, 640))
        stage.card(HALT, gang)
        stage.pos.plan = put(stage.pos.plan, squad, Landing((point,)))
        stage.move()
        ashore = [man for man in stage.men(squad) if stage.pos.fate[man] != ABOARD]
        assert ashore
        assert all(stage.pos.gap(man, foe) >= 1000 for man in ashore)


@rule("yangtze", "7.9", "R55", "4.6")
def test_covering_fire_is_opened_on_those_who_get_off_and_on() -> None:
    for plan in ("land", "embark"):
        stage, truck, squad = lorry()
        team = stage.unit("wl_lmg")
        officer = stage.unit("wl_rifles")
        stage.row(team, 1300, 700, 2)
        stage.put(officer, (1330, 740))
        stage.card(HALT, team, officer)
        if plan == "land":
            stage.pos.plan = put(stage.pos.plan, squad, Landing(((10000, 7500),)))
        else:
            for figure in stage.men(squad):
                stage.pos.stand(figure, 10000 + 300 * (figure - stage.men(squad)[0]), 7000)
            stage.pos.plan = put(stage.pos.plan, squad, Embarking(truck))
        lay(stage.pos, Marker(stage.men(team)[0], 10000, 6000, 1, 0))
        stage.move()
        assert stage.told("covering"), plan


RIVER: dict[str, Any] = {"k": "river", "p": box(0, 600, 2400, 1200)}


WATER = {"areas": [RIVER]}


def boat(gap: float, template: str = "pulling_boat", ground: Any = None, scenario: str = "s5_kuling_battery") -> Any:
    """A squad in a vessel whose side is so far from the bank at y = 600."""
    stage = bare(scenario, ground=ground or WATER)
    vessel, squad = stage.unit(template), stage.unit("usn_squad")
    stage.model(vessel, 1000, 600 + gap + stage.pos.book.units[vessel].size[1] / 20, 90)
    stage.board(squad, vessel)
    stage.card(HALT, vessel)
    stage.card(MOVE, squad)
    return stage, vessel, squad


@rule("yangtze", "S14.5")
def test_the_hull_lies_within_25_mm_of_the_ground() -> None:
    for gap, allowed in ((25, True), (26, False)):
        stage, vessel, squad = boat(gap)
        assert case(land_refusal(stage.pos, squad, (10000, 5500))) == (None if allowed else "S14.5")
        stage.row(squad, 1000, 560, 5)
        assert case(embark_refusal(stage.pos, squad, vessel)) == (None if allowed else "S14.5")


JETTY = {"areas": [RIVER, {"k": "jetty", "p": box(980, 500, 1020, 700)}]}


@rule("yangtze", "S14.5")
def test_bigger_vessels_land_and_embark_at_a_jetty_only() -> None:
    for ground, allowed in ((WATER, False), (JETTY, True)):
        stage, vessel, squad = boat(110 if allowed else 10, "gunboat", ground)
        assert case(land_refusal(stage.pos, squad, (10000, 6800 if allowed else 5500))) == (
            None if allowed else "S14.5"
        )
        stage.row(squad, 1000, 680 if allowed else 560, 1)
        assert case(embark_refusal(stage.pos, squad, vessel)) == (None if allowed else "S14.5")


@rule("yangtze", "S17.1", "S14.5")
def test_civilians_get_off_with_somebody_armed_only() -> None:
    for guarded in (False, True):
        stage = bare()
        truck, people = stage.unit("truck"), stage.unit("consul")
        stage.model(truck, 1000, 500, 90, crew=False)
        stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[people])
        stage.board(people, truck)
        stage.card(HALT, truck)
        stage.card(MOVE, people)
        if guarded:
            stage.put(stage.unit("usmc_squad"), (1000, 580))
        assert case(land_refusal(stage.pos, people, (10000, 5500))) == (None if guarded else "S17.1")


@rule("yangtze", "S14.5", "S12.3")
def test_who_steps_off_a_boat_that_moved_goes_no_farther() -> None:
    stage, vessel, squad = boat(20)
    stage.card(MOVE, vessel)
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((10000, 5000),)))
    stage.move()
    ashore = stage.pos.standing[squad]
    assert ashore
    assert all(stage.pos.hull_gap(figure, vessel) <= 250 for figure in ashore)
    stage.card(SKIRMISH, squad)
    stage.board(squad, vessel)
    assert case(land_refusal(stage.pos, squad, (10000, 5000))) == "S14.5", "on MOVE only"


def planning(stage: Stage, side: int) -> list[type]:
    """The kinds of actions that a side is offered while it plans."""
    stage.pos.stack = (Plan(side), ())
    return [type(action) for action in stage.pos.options()]


@rule("yangtze", "S14.5")
def test_landing_from_a_boat_under_way_is_offered() -> None:
    stage, vessel, squad = boat(20)
    stage.card(MOVE, vessel)
    side = stage.pos.owner[squad]
    assert Land not in planning(stage, side)
    stage.pos.plan = put(stage.pos.plan, vessel, Sailing(90, 100, 90))
    assert Land in planning(stage, side)


@rule("yangtze", "S11")
def test_dismounting_after_a_march_is_offered() -> None:
    stage = bare()
    horse = stage.unit("wl_cavalry")
    stage.row(horse, 500, 500, 3, 60)
    stage.card(MOVE, horse)
    stage.pos.stack = (Plan(stage.pos.owner[horse]), ())
    name = stage.pos.book.units[horse].id
    stage.pos.push(GAME.parse(stage.pos, f"march {name} 5000:7000"))
    assert Dismount in planning(stage, stage.pos.owner[horse])


@rule("yangtze", "S14.5", "5.0")
def test_a_unit_in_several_boats_lands_from_each_and_marches_ashore() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    gang = stage.unit("pirates", 2)
    one, two = stage.unit("sampan", 0), stage.unit("sampan", 1)
    for vessel, x in ((one, 600), (two, 1400)):
        stage.model(vessel, x, 630, 90)
    men = stage.men(gang)
    (ashore,) = stage.put(gang, (1000, 500))
    for figure in men[1:7]:
        vessel = one if figure % 2 else two
        stage.pos.fate, stage.pos.aboard = put(stage.pos.fate, figure, ABOARD), put(stage.pos.aboard, figure, vessel)
    stage.pos.remove(men[7:], LOST)
    stage.pos.lost = 0
    stage.card(HALT, one, two)
    stage.card(MOVE, gang)
    side = stage.pos.owner[gang]
    assert March in planning(stage, side)
    name = stage.pos.book.units[gang].id
    stage.pos.push(GAME.parse(stage.pos, f"land {name} 6000:5600"))
    assert Land in planning(stage, side)
    stage.pos.push(GAME.parse(stage.pos, f"land {name} 14000:5600"))
    assert case(stage.pos.refusal(Land(gang, (14000, 5600)))) is not None, "there is no third boat"
    stage.pos.push(GAME.parse(stage.pos, f"march {name} 10000:3000"))
    stage.move()
    assert len(stage.pos.standing[gang]) == 7
    assert at(stage, ashore) == (10000, 3000)


@rule("yangtze", "S12.3", "13.1", "6.2")
def test_who_is_touched_on_his_way_does_not_get_aboard() -> None:
    for met in (False, True):
        stage, truck, squad = lorry()
        men = stage.put(squad, (1000, 700))
        gang = stage.unit("gang")
        if met:
            stage.put(gang, (1000, 730))
            stage.card(CHARGE, gang)
            stage.pos.touched = 1 << men[0]
        stage.pos.plan = put(stage.pos.plan, squad, Embarking(truck))
        stage.move()
        assert (stage.pos.fate[men[0]] == ABOARD) != met


@rule("yangtze", "12.2", "S12.3")
def test_nobody_goes_aboard_a_wreck() -> None:
    stage, vessel, squad = boat(10)
    stage.row(squad, 1000, 560, 5)
    assert embark_refusal(stage.pos, squad, vessel) is None
    stage.pos.damage = put(stage.pos.damage, vessel, WRECK)
    assert case(embark_refusal(stage.pos, squad, vessel)) == "12.2"


@pytest.mark.parametrize("general", [True, False])
@rule("yangtze", "4.1", "4.2", "R4")
def test_command_is_measured_when_the_common_movement_begins(general: bool) -> None:
    """120 mm from his leader: in command as long as the general lives, out of it when he has fallen in the window."""
    stage = bare()
    company, group = stage.unit("wl_rifles"), stage.unit("wl_fcg")
    side = stage.pos.owner[company]
    for figure in stage.pos.book.fcg[side]:
        stage.pos.remove([figure], LOST)
    if general:
        stage.put(group, (2000, 200))
    leader = next(f for f in stage.men(company) if stage.pos.leads(f))
    man = next(f for f in stage.men(company) if not stage.pos.leads(f))
    stage.pos.stand(leader, 5000, 5000)
    stage.pos.stand(man, 5000 + 1200 + 250, 5000)
    stage.card(MOVE, company)
    stage.pos.plan = put(stage.pos.plan, company, Marching())
    stage.pos.track = put(stage.pos.track, man, ((0, 6450, 5000), (2000, 6450, 7000)))
    stage.move()
    assert at(stage, man) == ((6450, 7000) if general else (6450, 5000))


@rule("yangtze", "S14.5", "S12.3")
def test_riders_pass_from_one_hull_to_another_alongside() -> None:
    stage = bare("s5_kuling_battery", ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    one, two, squad = stage.unit("pulling_boat", 0), stage.unit("pulling_boat", 1), stage.unit("usn_squad")
    stage.model(one, 1000, 600, 90)
    stage.model(two, 1000, 700, 90)
    stage.board(squad, one)
    stage.card(HALT, one, two)
    stage.card(MOVE, squad)
    assert not alongside(stage.pos, one, two)
    assert case(embark_refusal(stage.pos, squad, two)) == "S14.5"
    stage.model(two, 1000, 665, 90)
    assert embark_refusal(stage.pos, squad, two) is None
    stage.pos.plan = put(stage.pos.plan, squad, Embarking(two))
    embark_all(stage.pos)
    assert {stage.pos.aboard[figure] for figure in stage.men(squad)} == {two}
    assert {stage.pos.fate[figure] for figure in stage.men(squad)} == {ABOARD}


@rule("yangtze", "8.4", "12.3", "S12.3", "R172")
def test_who_is_pinned_on_his_way_aboard_is_free_of_it_there() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    (man,) = stage.put(squad, (500, 540))
    stage.card(HALT, truck)
    stage.card(MOVE, squad)
    stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[squad])
    stage.pos.plan = put(stage.pos.plan, squad, Embarking(truck))
    stage.pos.pinned_next |= 1 << man
    stage.move()
    assert stage.pos.fate[man] == ABOARD
    assert not stage.pos.pinned_next >> man & 1


@pytest.mark.parametrize("scenario", ["s4_ox_gorge", "s8_wanling_bund"])
@rule("yangtze", "S14.5")
def test_where_no_jetty_is_near_a_bigger_hull_offers_no_foothold(scenario: str) -> None:
    """The quick look at the hull alone, beside a look at every spot about it."""
    rng, pos = Random(5), GAME.start(scenario)
    looked = 0
    for number in range(400):
        if pos.outcome is not None:
            break
        for carrier, edges in pos.bodies if number % 40 == 0 else ():
            if not berthed(pos, carrier):
                x, y, _ = pos.at[carrier]
                for dx, dy in spiral(900, 4_000):
                    hull = nearest_point(edges, x + dx, y + dy)
                    way = walk(pos.table, pos.book.ways[0], ((x + dx, y + dy), hull))
                    near = length(*way.end, *hull) <= pos.book.alongside
                    assert not (near and moors(pos, carrier, way.track))
                    looked += near
        pos.apply(pos.options().sample(rng))
    assert looked


@rule("yangtze", "S6.1", "S6.6", "4.6", "R97")
def test_riders_of_a_halted_lorry_get_off_and_charge() -> None:
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.board(squad, truck)
    stage.put(gang, (500, 700))
    stage.card(HALT, truck)
    stage.card(CHARGE, squad)
    assert charge_refusal(stage.pos, squad, gang) is None
    stage.pos.plan = put(stage.pos.plan, squad, Charging(gang))
    stage.pos.stack = ()
    charge_minimum(stage.pos)
    assert stage.standing(squad) == 5
    assert {stage.pos.track[figure][1][0] for figure in stage.men(squad)} == {500}, "50 mm to get off"
    stage.card(MOVE, truck)
    stage.board(squad, truck)
    assert case(charge_refusal(stage.pos, squad, gang)) == "S12.3", "not from a lorry that moves"


@rule("yangtze", "S12.3", "4.6", "R57")
def test_getting_on_and_off_a_lorry() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    men = stage.row(squad, 500, 560, 5)
    stage.card(MOVE, squad)
    stage.card(HALT, truck)
    assert embark_refusal(stage.pos, squad, truck) is None
    stage.pos.plan = put(stage.pos.plan, squad, Embarking(truck))
    stage.move()
    assert all(stage.pos.fate[f] == ABOARD for f in men)
    assert land_refusal(stage.pos, squad, (5000, 6500)) is None
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((5000, 6500),)))
    stage.move()
    assert stage.standing(squad) == 5
    assert (stage.pos.x[men[0]], stage.pos.y[men[0]]) == (5000, 6500)
    stage.card(MOVE, truck)
    assert case(embark_refusal(stage.pos, squad, truck)) == "S12.3"


@rule("yangtze", "4.6", "R57")
def test_riders_fire_under_the_card_of_what_carries_them() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    man = stage.men(squad)[1]
    stage.card(MOVE, truck)
    stage.card(SKIRMISH, squad)
    assert base_score(stage.pos, man, True) == 4, "on the move"
    stage.card(HALT, truck)
    stage.card(MOVE, squad)
    assert base_score(stage.pos, man, True) == 2, "halted and controlled"
    stage.card(CHARGE, squad)
    assert fire_card(stage.pos, man) == CHARGE


@rule("yangtze", "S12.3", "5.2", "R162")
def test_skirmishers_get_into_a_lorry_beside_them() -> None:
    stage = bare()
    lorry, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(lorry, 1000, 500, 90)
    stage.row(squad, 960, 430, 4)
    stage.put(stage.unit("gang"), (2200, 1100))
    stage.play(Card(squad, SKIRMISH), Embark(squad, lorry), to="halt_fire")
    assert all(stage.pos.aboard[figure] == lorry for figure in stage.men(squad)[:4])


@rule("yangtze", "S12.3", "5.2", "R162")
def test_skirmishers_step_off_a_lorry_where_it_stops() -> None:
    stage = bare()
    lorry, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(lorry, 1000, 500, 90)
    stage.board(squad, lorry)
    stage.put(stage.unit("gang"), (2200, 1100))
    drive = Drive(lorry, ONWARD, ((12000, 5000),))
    stage.play(Card(squad, SKIRMISH), Card(lorry, MOVE), drive, Land(squad, (12000, 5600)), to="halt_fire")
    assert stage.standing(squad) == 5
    assert all(stage.pos.hull_gap(figure, lorry) <= 250 for figure in stage.men(squad))


@rule("yangtze", "S14.5")
def test_off_a_boat_that_has_moved_only_those_on_move_step() -> None:
    stage = bare(ground={"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]})
    launch, squad = stage.unit("launch"), stage.unit("usn_squad", 2)
    stage.model(launch, 1000, 635, 90)
    stage.board(squad, launch)
    stage.card(MOVE, launch)
    stage.card(SKIRMISH, squad)
    assert case(land_refusal(stage.pos, squad, (10000, 5800))) == "S14.5"
    stage.card(MOVE, squad)
    assert land_refusal(stage.pos, squad, (10000, 5800)) is None


@rule("yangtze", "S14.5")
def test_why_nobody_goes_aboard_a_boat_is_told_by_the_rule_of_boats() -> None:
    stage = bare(ground={"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]})
    launch, squad = stage.unit("launch"), stage.unit("usmc_squad")
    stage.model(launch, 1000, 635, 90)
    stage.row(squad, 960, 560, 4)
    stage.card(MOVE, launch, squad)
    assert case(embark_refusal(stage.pos, squad, launch)) == "S14.5"
    stage.card(HALT, launch)
    assert embark_refusal(stage.pos, squad, launch) is None
    stage.row(squad, 960, 100, 4)
    assert case(embark_refusal(stage.pos, squad, launch)) == "S14.5"


@rule("yangtze", "S12.3", "S13")
def test_a_battalion_finds_room_all_along_its_train() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "n": "rails", "p": [[0, 700], [2400, 700]]}]})
    train, battalion = stage.unit("armoured_train"), stage.unit("gov_rifles")
    stage.model(train, 1000, 500, 90)
    stage.board(battalion, train)
    stage.put(stage.unit("usmc_squad"), (2200, 1100))
    drive = Drive(train, ONWARD, ((13000, 5000),))
    stage.play(Card(battalion, MOVE), Card(train, MOVE), drive, Land(battalion, (13000, 5600)), to="halt_fire")
    assert stage.standing(battalion) == 20
    assert all(stage.pos.hull_gap(figure, train) <= 250 for figure in stage.men(battalion))


@rule("yangtze", "S12.3", "6.2")
def test_whom_the_enemy_meets_at_the_end_of_his_way_is_not_aboard_yet() -> None:
    stage, _, squad = lorry()
    (man,) = stage.put(squad, (1000, 700))
    pos = stage.pos
    pos.track = put(pos.track, man, ((0, 10000, 7000), (500, 10000, 6500)))
    for spent, touched, there in ((500, 0, True), (499, 0, False), (500, 1, False)):
        pos.spent, pos.touched = put(pos.spent, man, spent), touched << man
        assert arrived(pos, man) is there
    pos.touched = 0
    pos.remove([man], LOST)
    assert not arrived(pos, man), "he has fallen there"


@rule("yangtze", "S12.3", "4.6")
def test_places_on_all_sides_of_a_lorry_are_offered_to_those_who_get_off() -> None:
    """Abeam of its middle and of its thirds with room for a base and 25 mm, and 25 mm ahead and astern of it."""
    stage, truck, squad = lorry()
    stage.put(stage.unit("gang"), (2300, 1100))
    stage.card(MOVE, squad)
    stage.card(HALT, truck)
    x, y = 10000, 5000
    abeam, third, far = 250 + 250 + 125, 400, 600 + 250
    wanted = {(x + off, y + side) for off in (-third, 0, third) for side in (-abeam, abeam)}
    assert wanted | {(x + far, y), (x - far, y)} == set(landings(stage.pos, squad))


@rule("yangtze", "4.6", "S12.3")
def test_riders_of_two_lorries_get_off_though_only_one_of_them_moves() -> None:
    """Wherever they thought that the moving one would stop; where both halt, no farther than their move takes them."""
    stage, truck, squad = lorry()
    other = stage.unit("gun_truck")
    stage.model(other, 1500, 500, 90)
    stage.put(stage.unit("gang"), (2300, 1100))
    stage.pos.go_aboard(stage.men(squad)[:2], other)
    stage.card(MOVE, squad)
    for card, refused in ((MOVE, None), (HALT, "S12.3")):
        stage.card(HALT, truck)
        stage.card(card, other)
        assert case(land_refusal(stage.pos, squad, (20000, 10000))) == refused


@pytest.mark.parametrize(("gap", "cited"), [(75, None), (75.1, "S17.1")])
@rule("yangtze", "S17.1", "R110")
def test_somebody_armed_within_75_of_the_hull_brings_civilians_off(gap: float, cited: str | None) -> None:
    stage = bare()
    truck, people = stage.unit("truck"), stage.unit("consul")
    stage.model(truck, 1000, 500, 90, crew=False)
    stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[people])
    stage.board(people, truck)
    stage.card(HALT, truck)
    stage.card(MOVE, people)
    bottom = max(edge[1] for edge in stage.pos.body(truck)) / 10
    stage.put(stage.unit("usmc_squad"), (1000, bottom + 12.5 + gap))
    assert case(land_refusal(stage.pos, people, (10000, 4500))) == cited


@pytest.mark.parametrize("afoot", [True, False])
@rule("yangtze", "S11", "S12.3", "R282")
def test_whoever_has_a_horse_goes_aboard_nothing(afoot: bool) -> None:
    stage = bare()
    truck, riders, squad = stage.unit("truck"), stage.unit("usmc_mounted"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    stage.row(riders, 480, 600, 3, 45)
    stage.row(squad, 480, 400, 3)
    stage.pos.afoot = int(afoot) << riders
    stage.card(MOVE, riders, squad)
    stage.card(HALT, truck)
    assert case(embark_refusal(stage.pos, riders, truck)) == "S12.3"
    assert embark_refusal(stage.pos, squad, truck) is None
