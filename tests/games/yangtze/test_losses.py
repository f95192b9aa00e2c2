"""14.2, 13.3, S6.7: whoever is lost is counted, whatever the cause; who fights whom hand to hand; boarding."""

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, Abet
from shapan.games.yangtze.ending import explode, spike_guns
from shapan.games.yangtze.fire.volley import Burial
from shapan.games.yangtze.melee.bouts import Melee, contacts, match
from shapan.games.yangtze.melee.forced import flee_now, shelter
from shapan.games.yangtze.melee.morale import aftermath, consequences, morale, must_test
from shapan.games.yangtze.melee.trials import Bout
from shapan.games.yangtze.movement.charge import charge_refusal
from shapan.games.yangtze.planned import Charging, Sailing
from shapan.games.yangtze.position import ABOARD, DISABLED, LOST, WRECK
from shapan.games.yangtze.stances import abet_refusal, stances
from shapan.games.yangtze.vessels.boarding import boarders, grappled, prize, repel
from shapan.games.yangtze.vessels.carriers import set_out
from shapan.games.yangtze.vessels.crews import immobile
from shapan.games.yangtze.vessels.overruns import InTheWay
from shapan.games.yangtze.vessels.swimming import Stroke
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule


def facing(charger: str = "gang", charged: str = "usmc_squad") -> tuple[Stage, Unit, Unit]:
    stage = bare()
    one, two = stage.unit(charger), stage.unit(charged)
    stage.put(one, (500, 500), (500, 460), (500, 420))
    stage.put(two, (525, 500), (560, 500), (595, 500))
    stage.card(CHARGE, one)
    stage.card(HALT, two)
    return stage, one, two


# --- 14.2 who has lost somebody tests ---------------------------------------------------------------------------------


@rule("yangtze", "14.2", "R44")
def test_who_was_in_contact_and_fought_no_bout_tests_at_the_end_of_the_turn() -> None:
    stage, gang, squad = facing()
    pos = stage.pos
    pos.touched = 1 << stage.men(gang)[0] | 1 << stage.men(squad)[0]
    pos.fought = 1 << gang | 1 << squad
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


@rule("yangtze", "S6.7", "13.4")
def test_a_hidden_man_who_is_overrun_shows_his_unit() -> None:
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
    stage.model(car, 500, 500, 90)
    man, *_ = stage.put(squad, (600, 500), (900, 900))
    stage.pos.hidden = 1 << squad
    InTheWay(man, car).scored(stage.pos, 1)
    assert not stage.pos.hidden >> squad & 1


# --- 13.2, 13.3 melee -------------------------------------------------------------------------------------------------


@rule("yangtze", "13.3", "S9")
def test_two_units_that_charge_each_other_and_both_fail_both_flee() -> None:
    stage, gang, squad = facing()
    stage.card(CHARGE, squad)
    stage.pos.teller = stage.events.append
    aftermath(stage.pos, ((squad, gang),), 1 << gang | 1 << squad)
    assert stage.standing(gang) == 2, "class C loses its quarter"
    assert {event.params["unit"] for event in stage.told("flees_now")} == {"cn7", "us6"}


@rule("yangtze", "13.2")
def test_who_charges_and_is_charged_fights_in_one_group_only() -> None:
    """A charges X while X charges B: A and B fight X together."""
    stage = bare()
    one, foe, two = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("usmc_squad", 1)
    (a,) = stage.put(one, (500, 500))
    (x,) = stage.put(foe, (525, 500))
    (b,) = stage.put(two, (550, 500))
    stage.card(CHARGE, one, foe)
    stage.card(HALT, two)
    stage.pos.touched = 1 << a | 1 << x | 1 << b
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((a, b), (x,))]


@pytest.mark.parametrize("ground", ["paddy_wet", "light_wood"])
@rule("yangtze", "13.2", "S9")
def test_chargers_in_contact_double_up_whatever_the_ground_under_their_bases(ground: str) -> None:
    stage = bare(ground={"areas": [{"k": ground, "p": box(0, 0, 2400, 1200)}]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    one, two = stage.put(gang, (500, 500), (550, 500))
    (man,) = stage.put(squad, (525, 500))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << one | 1 << two | 1 << man
    stage.pos.spent = put(put(stage.pos.spent, one, 4000), two, 4000)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((one, two), (man,))]


HOUSE = {"id": "h", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 700]]}


@rule("yangtze", "S9", "S16.4", "13.2")
def test_nobody_doubles_up_or_supports_through_a_wall() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    charger, mate = stage.put(gang, (690, 470), (650, 470))
    man, indoors = stage.put(squad, (690, 445), (690, 514))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << charger | 1 << man
    stage.pos.spent = put(put(stage.pos.spent, charger, 4000), mate, 4000)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((charger,), (man,), (mate,))], "the one behind the wall has no part in it"
    assert stage.pos.room[indoors] == 0


@rule("yangtze", "S9", "13.2")
def test_men_upstairs_do_not_double_up_downstairs() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (640, 550))
    man, above = stage.put(squad, (665, 550), (640, 575))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.floor = put(stage.pos.floor, above, 1)
    stage.pos.touched = 1 << charger | 1 << man
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((charger,), (man,))]


@rule("yangtze", "S9", "S16.4", "R87")
def test_hands_reach_through_a_door_and_not_through_a_window() -> None:
    for x, door in ((640, False), (690, True)):
        stage = bare(ground={"buildings": [{**HOUSE, "windows": [[640, 700]], "doors": [[690, 700]]}]})
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        (charger,) = stage.put(gang, (x, 487.5))
        (man,) = stage.put(squad, (x, 512.5))
        stage.card(CHARGE, gang)
        stage.pos.touched = 1 << charger | 1 << man
        assert bool(contacts(stage.pos)) == door


@rule("yangtze", "13.2", "R51")
def test_support_only_is_offered_and_accepted_once() -> None:
    stage, gang, squad = facing()
    absent = stage.unit("usmc_squad", 1)
    side = stage.pos.owner[gang]
    assert Abet(gang) in [action for group in stances(stage.pos, side) for action in group]
    assert abet_refusal(stage.pos, side, gang) is None
    stage.pos.abetting = 1 << gang
    assert abet_refusal(stage.pos, side, gang) is not None
    assert abet_refusal(stage.pos, stage.pos.owner[absent], absent) is not None
    assert abet_refusal(stage.pos, stage.pos.owner[squad], squad) is None


# --- guns -------------------------------------------------------------------------------------------------------------


@rule("yangtze", "S17.7")
def test_spiking_a_gun_leaves_its_crew_alone() -> None:
    stage = bare()
    gun, squad = stage.unit("wl_gun_medium"), stage.unit("usmc_squad")
    crew = stage.row(gun, 1500, 900, 4)
    stage.model(gun, 1000, 500)
    stage.put(squad, (957, 500), (1043, 500))
    spike_guns(stage.pos)
    assert not stage.pos.laid_out(gun)
    stage.settle()
    assert not stage.pos.doomed
    assert stage.gone(crew) == []


@pytest.mark.parametrize(("scenario", "destroyed"), [("s5_kuling_battery", True), ("s8_wanling_bund", False)])
@rule("yangtze", "S17.7", "13.2")
def test_a_gun_whose_crew_falls_in_melee_is_destroyed_where_the_scenario_says_so(
    scenario: str, destroyed: bool
) -> None:
    stage = bare(scenario)
    gun, squad = stage.unit("wl_gun_light"), stage.unit("usmc_squad")
    (man,) = stage.put(gun, (500, 500))
    stage.model(gun, 500, 540)
    (marine,) = stage.put(squad, (525, 500))
    stage.pos.stack = (Melee((Bout((marine,), (man,)),)), stage.pos.stack)
    stage.roll(6, 1)
    assert (not stage.pos.laid_out(gun)) == destroyed


@rule("yangtze", "14.6", "13.3", "R90")
def test_a_crew_that_runs_leaves_its_gun_behind() -> None:
    stage = bare()
    gun = stage.unit("wl_gun_medium")
    stage.row(gun, 1000, 500, 4)
    stage.model(gun, 1000, 540)
    stage.card(MOVE, gun)
    here = stage.pos.at[gun]
    flee_now(stage.pos, gun)
    assert stage.pos.at[gun] == here
    assert all(stage.pos.x[f] > 13000 for f in stage.men(gun))


@rule("yangtze", "13.3", "14.6", "R90")
def test_cavalry_flees_a_full_charge_move_of_its_own() -> None:
    stage = bare()
    horse, company = stage.unit("wl_cavalry"), stage.unit("wl_rifles")
    assert stage.pos.flight(horse) == 6000
    assert stage.pos.flight(company) == 4000
    stage.pos.afoot = 1 << horse
    assert stage.pos.flight(horse) == 4000


@rule("yangtze", "14.4", "S10")
def test_class_a_does_not_retreat_through_the_enemy() -> None:
    wood = {"k": "light_wood", "p": box(820, 400, 1000, 600)}
    stage = bare(ground={"areas": [wood]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (600, 500))
    stage.put(gang, (700, 500))
    assert not shelter(stage.pos, squad), "the wood is behind the gang, not to the rear"
    stage.put(gang, (500, 500))
    assert shelter(stage.pos, squad)


@rule("yangtze", "14.8", "12.1", "R53")
def test_a_disabled_car_backs_out_of_nothing() -> None:
    town = {"k": "town", "p": [[400, 400], [1000, 400], [1000, 1000], [400, 1000]]}
    stage = bare(ground={"areas": [town]})
    car = stage.unit("armoured_car")
    stage.model(car, 700, 500)
    stage.pos.damage = put(stage.pos.damage, car, DISABLED)
    consequences(stage.pos, car)
    assert stage.pos.forced[car] == HALT
    stage.card("RETREAT", car)
    set_out(stage.pos)
    assert not stage.pos.rolling


# --- S14.6 boarding ---------------------------------------------------------------------------------------------------


def gorge() -> tuple[Stage, Unit, Unit, Unit]:
    """A steamer with a guard and passengers, and a junk full of pirates alongside."""
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    steamer, junk, pirates = stage.unit("steamer"), stage.unit("junk"), stage.unit("pirates", 1)
    stage.model(steamer, 1000, 600, 90)
    stage.model(junk, 1000, 710, 90)
    stage.board(pirates, junk)
    stage.card(CHARGE, pirates)
    stage.card(HALT, steamer, junk)
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(steamer))
    return stage, steamer, junk, pirates


@rule("yangtze", "S14.6", "R66")
def test_passengers_do_not_fight_and_a_ship_with_nobody_else_is_seized() -> None:
    stage, steamer, _, _ = gorge()
    pax = stage.unit("passengers")
    stage.board(pax, steamer)
    fights, _ = boarders(stage.pos)
    fought = {figure for fight in fights for figure in fight[1]}
    assert fought == set(stage.men(steamer))
    stage.pos.remove(stage.men(steamer), LOST)
    assert boarders(stage.pos)[0] == []
    prize(stage.pos)
    assert stage.pos.owner[steamer] == 1
    assert all(stage.pos.fate[figure] == ABOARD for figure in stage.men(pax))


@rule("yangtze", "S14.6", "13.2")
def test_all_extra_boarders_support() -> None:
    """Ten against one: one fights, one doubles up, eight add one each."""
    stage, steamer, _, pirates = gorge()
    stage.pos.remove(stage.men(steamer)[1:], LOST)
    stage.pos.remove(stage.men(pirates)[10:], LOST)
    ((mine, theirs, helpers, standers),) = boarders(stage.pos)[0]
    assert (len(mine), len(theirs), len(helpers), len(standers)) == (2, 1, 8, 0)


@rule("yangtze", "S14.6", "6.1")
def test_halted_units_aboard_fire_at_boarders_who_have_no_cover() -> None:
    stage, steamer, _, pirates = gorge()
    guard = stage.unit("usn_squad")
    stage.board(guard, steamer)
    stage.card(HALT, guard)
    stage.pos.stack = ()
    repel(stage.pos)
    stage.roll(1, 1, 1, 1, 6, 1)
    assert len(stage.pos.alive(pirates)) == 19, "no confirmation is asked"
    assert not stage.pos.doomed
    assert all(stage.pos.fired >> figure & 1 for figure in stage.men(guard))


@rule("yangtze", "S14.6", "6.2", "R88")
def test_a_vessel_alongside_when_the_boarding_begins_does_not_sail_off() -> None:
    stage, steamer, junk, _ = gorge()
    assert grappled(stage.pos) == {steamer, junk}
    stage.card(MOVE, junk)
    stage.pos.plan = put(stage.pos.plan, junk, Sailing(90, 200, 90))
    set_out(stage.pos)
    assert not stage.pos.rolling


@rule("yangtze", "12.2", "S14.6")
def test_a_blazing_wreck_is_not_boarded() -> None:
    stage, steamer, junk, pirates = gorge()
    stage.pos.damage = put(stage.pos.damage, steamer, WRECK)
    assert boarders(stage.pos)[0] == []
    assert case(charge_refusal(stage.pos, pirates, steamer)) == "12.2"
    stage.pos.damage = put(stage.pos.damage, junk, WRECK)
    assert case(immobile(stage.pos, junk)) == "12.2"


@rule("yangtze", "12.2", "S12.7", "R89")
def test_who_works_vehicles_and_vessels() -> None:
    stage = bare()
    boat, car = stage.unit("gunboat"), stage.unit("armoured_car")
    stage.model(boat, 1000, 900, 90)
    stage.model(car, 500, 300)
    stage.pos.remove(stage.men(boat), LOST)
    party = stage.unit("consul")
    stage.board(party, boat)
    assert immobile(stage.pos, boat) is not None, "civilians do not sail a gunboat"
    assert immobile(stage.pos, car) is None
    stage.pos.remove(stage.men(car)[:1], LOST)
    assert immobile(stage.pos, car) is not None, "nobody else drives"
