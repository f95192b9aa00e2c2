"""What players may agree on before a game; 13.4, 14.8, S7: vehicles that overrun, back out, move with the rest."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, FLEE, HALT, MOVE, ONWARD, OVERRUN, RETREAT, SKIRMISH
from shapan.games.yangtze.air.anti_air import ChooseEdge, FlakFire
from shapan.games.yangtze.air.flight import fly_refusal, leave_table_by_air, return_refusal
from shapan.games.yangtze.book import YangtzeBook
from shapan.games.yangtze.cards import Orders, allocate_cards
from shapan.games.yangtze.fire.artillery import lowers_cover
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.hits import ToHit
from shapan.games.yangtze.fire.shooters import arm_of
from shapan.games.yangtze.measure import told
from shapan.games.yangtze.melee.bouts import contacts
from shapan.games.yangtze.melee.forced import leave_table
from shapan.games.yangtze.movement.charge import charge_refusal, pursue, take_up
from shapan.games.yangtze.movement.together import Moving, charge_minimum, simultaneous_move
from shapan.games.yangtze.noted import Attack
from shapan.games.yangtze.planned import Charging, Driving, Flying, Marching
from shapan.games.yangtze.plans import Plan, plan_actions
from shapan.games.yangtze.position import DESERTED, DISABLED, LOST
from shapan.games.yangtze.setup import SettingUp, due
from shapan.games.yangtze.stances import automatics, cover_refusal
from shapan.games.yangtze.vessels.carriers import BEATS, roll_on, set_out
from shapan.games.yangtze.vessels.driving import back_out
from shapan.games.yangtze.vessels.overruns import InTheWay, Overrun, overruns
from shapan.games.yangtze.who import Mounted, Unit, numbered, put
from shapan.kernel import rule


def book(scenario: str = "s8_wanling_bund", **switches: Any) -> YangtzeBook:
    made = GAME.book(scenario, switches)
    assert isinstance(made, YangtzeBook)
    return made


# --- 3.9, 9.1, 1, 8.1 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "weapon"), [("american", "bar"), ("british", "rifle"), ("french", "bar"), ("japanese", "rifle")]
)
@rule("yangtze", "3.9", "R85")
def test_other_nations_have_an_automatic_rifle_only_if_they_had_one(nation: str, weapon: str) -> None:
    made = book(other_nationalities=nation)
    squad = next(n for n, unit in numbered(made.units) if unit.template == "usn_squad")
    leader = made.figures[made.men[squad][0]]
    assert (leader.leader, leader.weapon) == (True, weapon)
    assert made.units[squad].controlled
    assert ("USN" in made.units[squad].name) == (nation == "american")


@pytest.mark.parametrize(("switch", "calibre", "lowers"), [(False, "medium", False), (True, "heavy", True)])
@rule("yangtze", "9.1", "8.5", "R28")
def test_heavy_guns_where_the_players_want_them(switch: bool, calibre: str, lowers: bool) -> None:
    stage = bare("s5_kuling_battery", heavy_guns=switch, he_reduces_cover="heavy")
    gun = stage.unit("wl_gun_heavy" if switch else "wl_gun_medium")
    crew = stage.row(gun, 500, 500, 4)
    stage.model(gun, 500, 540)
    assert arm_of(stage.pos, crew[0]).calibre == calibre
    assert lowers_cover(stage.pos, calibre) == lowers


@rule("yangtze", "1")
def test_lengths_in_inches() -> None:
    for inches, text in ((False, "150 mm"), (True, '6"')):
        assert told(bare(inches_display=inches).pos, 1500) == text
    assert told(bare(inches_display=True).pos, 1000 + 125) == '4.5"'


@pytest.mark.parametrize(("agreed", "cover"), [("marked", "soft"), ("all", "none")])
@rule("yangtze", "8.1", "5.2", "5.4")
def test_completely_open_ground_is_agreed_on(agreed: str, cover: str) -> None:
    stage = bare(completely_open=agreed)
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (500, 500))
    stage.card(HALT, squad)
    assert effective(stage.pos, man, (9000, 5000)) == cover


# --- 5.3, 6.2, 14.6 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "far", "refused"), [(False, 500, None), (True, 500, "5.3"), (True, 380, None)])
@rule("yangtze", "5.3", "R8")
def test_charges_out_of_reach(limit: bool, far: int, refused: str | None) -> None:
    stage = bare(charge_reach_limit=limit)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    stage.put(squad, (500 + far, 500))
    stage.card(CHARGE, gang)
    assert case(charge_refusal(stage.pos, gang, squad)) == refused


@pytest.mark.parametrize(("rule_", "silent"), [("minimum", False), ("whole_move", True)])
@rule("yangtze", "6.2", "R10")
def test_contact_late_in_the_charge(rule_: str, silent: bool) -> None:
    """T19: touched in the common movement a skirmisher may fire, unless the players want it otherwise."""
    stage = bare(charge_contact_no_fire=rule_)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    (man,) = stage.put(squad, (750, 500))
    stage.card(CHARGE, gang)
    stage.card(SKIRMISH, squad)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    stage.pos.stack = ()
    charge_minimum(stage.pos)
    stage.pos.step.settle(stage.pos, stage.pos.top)
    simultaneous_move(stage.pos)
    while stage.pos.nearest(Moving):
        stage.pos.step.settle(stage.pos, stage.pos.top)
    assert stage.pos.touched >> man & 1
    assert bool(stage.pos.touched_early >> man & 1) == silent


@rule("yangtze", "5.3", "S7")
def test_a_charger_keeps_his_man_and_goes_where_he_has_gone() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (500, 500))
    first, second = stage.put(squad, (700, 500), (700, 640))
    stage.card(CHARGE, gang)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    charge_minimum(stage.pos)
    way = stage.pos.track[charger]
    assert (stage.pos.goal[charger], way[-1][1:]) == (first, (7000, 5000))
    pursue(stage.pos)
    assert stage.pos.track[charger] is way
    stage.pos.stand(first, 7500, 4000)
    pursue(stage.pos)
    assert (stage.pos.goal[charger], stage.pos.track[charger][-1][1:]) == (first, (7500, 4000))
    take_up(stage.pos)
    assert stage.pos.goal[charger] == second
    stage.pos.remove([second], LOST)
    pursue(stage.pos)
    assert stage.pos.goal[charger] == first


@rule("yangtze", "S3.4", "S7")
def test_where_a_charger_has_come_by_stays_part_of_his_way_when_his_man_goes_elsewhere() -> None:
    """He who finds no room at its end goes back along all of it."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (500, 500))
    (man,) = stage.put(squad, (700, 500))
    stage.card(CHARGE, gang)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    charge_minimum(stage.pos)
    stage.pos.stand(charger, 5500, 5000)
    stage.pos.spent = put(stage.pos.spent, charger, 500)
    stage.pos.stand(man, 6500, 5600)
    pursue(stage.pos)
    way = stage.pos.track[charger]
    assert [way[0], way[1], way[-1][1:]] == [(0, 5000, 5000), (500, 5500, 5000), (6500, 5600)]


@pytest.mark.parametrize(("leaves", "count"), [(False, 3), (True, 2)])
@rule("yangtze", "14.6", "R46")
def test_fugitives_at_their_edge(leaves: bool, count: int) -> None:
    stage = bare(flee_leaves_table=leaves)
    gang = stage.unit("gang")
    first, *_ = stage.put(gang, (2387, 500), (2300, 500), (2200, 500))
    stage.card(FLEE, gang)
    leave_table(stage.pos)
    assert stage.standing(gang) == count
    assert (stage.pos.fate[first] == DESERTED) == leaves


@rule("yangtze", "S16.4", "13.1")
def test_nobody_fights_through_a_wall() -> None:
    house = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [], "windows": []}
    for buildings, touching in (([], 1), ([house], 0)):
        stage = bare(ground={"buildings": buildings})
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        (one,) = stage.put(gang, (588, 550))
        (two,) = stage.put(squad, (613, 550))
        stage.card(CHARGE, gang)
        stage.pos.touched = 1 << one | 1 << two
        assert len(contacts(stage.pos)) == touching


# --- S6.1, S6.2 -------------------------------------------------------------------------------------------------------


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
    assert case(charge_refusal(stage.pos, squad, gang)) == "S14.5", "not from a lorry that moves"


@rule("yangtze", "S6.1", "7.9", "R57")
def test_the_gun_of_a_halted_vehicle_covers_an_area() -> None:
    stage = bare()
    truck = stage.unit("gun_truck")
    stage.model(truck, 500, 500, 90)
    stage.card(HALT, truck)
    mount = stage.pos.book.guns[truck][0]
    assert automatics(stage.pos, truck) == [Mounted(mount)]
    piece = stage.pos.book.piece_of_mount(mount)
    assert cover_refusal(stage.pos, 0, piece, 9000, 5000) is None
    assert case(cover_refusal(stage.pos, 0, piece, 12000, 5000)) == "7.9", "out of range"
    stage.card(MOVE, truck)
    assert case(cover_refusal(stage.pos, 0, piece, 9000, 5000)) == "7.9"


@rule("yangtze", "S6.2")
def test_plans_with_the_cards() -> None:
    for combined, first, second in ((False, 2, 2), (True, 4, 0)):
        stage = bare(combined_orders=combined)
        stage.pos.stack = ()
        allocate_cards(stage.pos)
        assert len(list(stage.pos.frames())) == first
        stage.pos.stack = ()
        plan_actions(stage.pos)
        assert len(list(stage.pos.frames())) == second


@rule("yangtze", "S6.2")
def test_cards_stay_face_down_while_moves_are_planned_with_them() -> None:
    stage = bare(combined_orders=True)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    stage.put(squad, (900, 500))
    stage.card(MOVE, gang, squad)
    stage.pos.stack = (Plan(0), ())
    stage.pos.phase = 1
    shown = [piece.statuses for piece in stage.pos.view("us").pieces if piece.side == "cn"]
    assert shown == [()]
    stage.card(HALT, gang)
    stage.pos.stack = (Plan(1), ())
    assert stage.pos.step.settle(stage.pos, stage.pos.top), "a side without a moving card is asked too"


# --- 13.4 overruns ----------------------------------------------------------------------------------------------------


def ambushed(card: str = HALT) -> tuple[Stage, Unit, Unit]:
    stage = bare()
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.put(gang, (700, 400), (650, 500), (800, 500))
    stage.card(MOVE, truck)
    stage.card(card, gang)
    stage.pos.plan = put(stage.pos.plan, truck, Driving(OVERRUN, ((7500, 5000),)))
    stage.pos.stack = ()
    overruns(stage.pos)
    assert list(stage.pos.frames()) == [Overrun(truck, (5000, 5000))]
    stage.pos.stack = (stage.pos.top, (Orders(0, True), ()))
    stage.settle()
    return stage, truck, gang


@rule("yangtze", "13.4", "6.1", "R84")
def test_an_overrun_meets_defensive_fire() -> None:
    stage, truck, gang = ambushed()
    assert stage.told("last_moment")
    assert stage.asks(ToHit)
    assert stage.pos.at[truck][0] > 5000, "it has driven up to them"
    assert stage.pos.at[truck][0] < 6500
    stage.roll(5, 1, 1, 6, 5)
    assert stage.pos.damage[truck] & DISABLED
    assert stage.asks(Orders), "stopped before it reached anybody"
    assert stage.standing(gang) == 3


@rule("yangtze", "13.4", "R52")
def test_those_who_escape_stand_aside_and_the_vehicle_goes_on() -> None:
    stage, truck, gang = ambushed(MOVE)
    assert stage.asks(InTheWay)
    stage.roll(2)
    escaped = stage.men(gang)[1]
    assert abs(stage.pos.y[escaped] - 5000) >= 250 + 125
    stage.roll(1)
    assert stage.gone(stage.men(gang)[:3]) == [stage.men(gang)[2]]
    assert stage.pos.at[truck] == (7500, 5000, 90)


@rule("yangtze", "S13", "13.4")
def test_a_train_runs_over_who_is_on_the_line() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train, squad = stage.unit("armoured_train"), stage.unit("usmc_squad")
    stage.model(train, 1500, 500, 270)
    stage.put(squad, (1200, 500), (1200, 600))
    stage.card(MOVE, train)
    stage.pos.plan = put(stage.pos.plan, train, Driving(ONWARD, ((11000, 5000),)))
    stage.pos.stack = ()
    overruns(stage.pos)
    assert stage.asks(Overrun)


# --- 14.8, S7, S12.2 --------------------------------------------------------------------------------------------------


@rule("yangtze", "14.8", "R53")
def test_a_vehicle_backs_out_by_the_shortest_way() -> None:
    town = {"k": "town", "p": box(400, 400, 700, 700)}
    stage = bare(ground={"areas": [town]})
    tank = stage.unit("tank_ft")
    stage.model(tank, 500, 550, 90)
    ((x, y),) = back_out(stage.pos, tank)
    assert (x, y) == (3800, 5500), "straight back, just out of it"
    stage.card(RETREAT, tank)
    set_out(stage.pos)
    roll_on(stage.pos, BEATS - 1)
    assert stage.pos.at[tank][0] < 4000
    assert stage.pos.at[tank][2] == 90, "it faces the enemy"


@rule("yangtze", "S7", "R77")
def test_vehicles_move_with_the_figures() -> None:
    stage = bare(ground={"lines": [{"k": "road", "p": [[0, 700], [2400, 700]]}]})
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    (man,) = stage.put(gang, (700, 500))
    stage.card(MOVE, truck)
    stage.pos.plan = put(stage.pos.plan, truck, Driving(ONWARD, ((10000, 5000),)))
    set_out(stage.pos)
    roll_on(stage.pos, 0)
    assert stage.pos.at[truck][0] == 6000, "a fifth of its way"
    roll_on(stage.pos, 1)
    assert stage.pos.at[truck][0] < 6300, "somebody stands in the way"
    stage.pos.stand(man, 7000, 3000)
    roll_on(stage.pos, 2)
    assert stage.pos.at[truck][0] == 8000, "it goes on"


@rule("yangtze", "S12.2", "5.3", "R9")
def test_foot_keeps_its_distance_from_enemy_vehicles() -> None:
    for manned in (True, False):
        stage = bare()
        car, squad = stage.unit("armoured_car", 0), stage.unit("usmc_squad")
        stage.model(car, 820, 500, 90, crew=manned)
        (man,) = stage.put(squad, (500, 500))
        stage.card(MOVE, squad)
        stage.card(HALT, car)
        stage.pos.plan = put(stage.pos.plan, squad, Marching())
        stage.pos.track = put(stage.pos.track, man, ((0, 5000, 5000), (3000, 8000, 5000)))
        stage.walk()
        there = stage.pos.x[man]
        assert there == 6525 if manned else there > 7000, "exactly 100 mm from base edge to body, or up to it"


# --- S15.2 ------------------------------------------------------------------------------------------------------------


@rule("yangtze", "S15.2", "R78")
def test_an_aircraft_leaves_at_the_edge_and_comes_back_there() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 2400, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((24000, 5000),)))
    stage.pos.turn = 4
    leave_table_by_air(stage.pos)
    assert not stage.pos.in_play(plane)
    stage.pos.turn = 5
    assert plane not in due(stage.pos, 1)
    stage.pos.turn = 6
    assert plane in due(stage.pos, 1)
    assert return_refusal(stage.pos, plane, 24000, 100) is None
    assert case(return_refusal(stage.pos, plane, 0, 100)) == "S15.2"
    stage.pos.stack = (SettingUp(1, 0, (1 << plane) ^ sum(1 << u for u in due(stage.pos, 1))), ())
    name = stage.pos.book.units[plane].id
    stage.pos.push(GAME.parse(stage.pos, f"deploy {name} 24000:100"))
    assert stage.pos.at[plane][:2] == (24000, 100)
    assert stage.pos.away == ()


@rule("yangtze", "S15.2", "S15.1", "10.3", "R78")
def test_an_aircraft_driven_off_flies_on_in_any_direction() -> None:
    stage = bare()
    plane = stage.unit("us_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((5000, 5000),)))
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
    FlakFire(plane, 0, 1).scored(stage.pos, 12)
    assert isinstance(stage.pos.step, ChooseEdge)
    stage.pos.push(GAME.parse(stage.pos, f"banish {stage.pos.book.units[plane].id} 5000:0"))
    leave_table_by_air(stage.pos)
    assert stage.pos.at[plane][:2] == (5000, 0), "it is not gone"
    assert fly_refusal(stage.pos, plane, ((9000, 0),)) is None
    assert fly_refusal(stage.pos, plane, ((1000, 0),)) is None
