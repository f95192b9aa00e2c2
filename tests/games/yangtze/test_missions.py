"""S16.7 to S17.7, S19: what the scenarios ask for: gates, barricades, loads, charges, spiked guns, points, the end."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    CLEAR,
    COWER,
    HALT,
    MOVE,
    UNLOAD,
    Card,
    Charge,
    Fire,
    March,
    Ready,
    Work,
)
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.position import DESERTED, LOST, ROUTED, YangtzePosition
from shapan.games.yangtze.setup import SettingUp
from shapan.games.yangtze.victory import decide, holder, tally, verdict, worth
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule


def points(stage: Stage, name: str, side: int) -> int:
    """What an objective is worth to a side now."""
    return worth(stage.pos, next(e for e in stage.pos.book.objectives if e.id == name), side)


# --- S17.7 charges and spikes -----------------------------------------------------------------------------------------

GODOWN = {"id": "godown", "k": "godown", "p": box(600, 500, 800, 700), "doors": [[600, 600]], "windows": []}
WALL = {"k": "wall_high", "p": [[560, 900], [560, 300]]}


def saboteur(gap: float, template: str = "usmc_assault_squad", copy: int = 0, **ground: Any) -> tuple[Stage, Unit]:
    """A Marine at the wall of the godown, and a bandit so far behind him; a turn goes by."""
    stage = bare("s6_arms_godown", ground={"buildings": [GODOWN], **ground})
    squad = stage.unit(template, copy)
    stage.put(squad, (587, 600))
    stage.put(stage.unit("gang"), (587 - 25 - gap, 600))
    stage.turn({}, dice=[1])
    return stage, squad


@pytest.mark.parametrize(("gap", "sets"), [(100, False), (100.1, True)])
@rule("yangtze", "S17.7")
def test_a_charge_is_not_set_with_an_enemy_in_sight_within_100_mm(gap: float, sets: bool) -> None:
    stage, _ = saboteur(gap)
    assert bool(stage.pos.fuses) == sets


@rule("yangtze", "S17.7", "S4")
def test_an_enemy_behind_a_high_wall_does_not_keep_a_charge_from_being_set() -> None:
    stage, _ = saboteur(50, lines=[WALL])
    assert stage.pos.fuses


@pytest.mark.parametrize(("template", "copy", "carries"), [
    ("usmc_assault_squad", 0, True), ("usmc_assault_squad", 1, False),
    ("usmc_squad", 0, True), ("usmc_grenadier_squad", 0, False),
])  # fmt: skip
@rule("yangtze", "S17.7", "S19.1")
def test_two_of_the_raiding_squads_carry_a_charge(template: str, copy: int, carries: bool) -> None:
    stage, _ = saboteur(400, template, copy)
    assert bool(stage.pos.fuses) == carries


@rule("yangtze", "S17.7", "14.2", "S19.3")
def test_a_charge_goes_off_a_turn_later_on_friend_and_foe() -> None:
    """The man inside is lost, one at 75.0 mm is tested at four as by high explosive, one at 75.1 is not; the squad
    tests its morale for two; the godown is rubble and counts."""
    stage, squad = saboteur(400)
    others = stage.unit("usmc_squad")
    inside, near, far = stage.put(others, (700, 600), (800 + 12.5 + 75, 600), (800 + 12.5 + 75.1, 560))
    stage.pos.turn = 2
    stage.turn({squad: MOVE}, March(squad, ((4600, 8000),)), dice=[4, 6, 6])
    assert stage.gone([inside, near, far]) == [inside, near]
    assert [event.params["need"] for event in stage.told("blast_hits")] == [4]
    assert [(e.params["dice"], e.params["score"]) for e in stage.told("morale_holds")] == [(12, 9)], (
        "two, and below half"
    )
    assert points(stage, "blown", 0) > 0
    assert points(stage, "saved", 1) == 0


@pytest.mark.parametrize(("gap", "spiked"), [(100, False), (100.1, True)])
@rule("yangtze", "S17.7")
def test_a_gun_is_spiked_by_two_who_touch_it_with_no_enemy_within_100_mm_of_it(gap: float, spiked: bool) -> None:
    for men in (1, 2):
        stage = bare("s5_kuling_battery")
        gun, squad = stage.unit("wl_gun_medium"), stage.unit("usmc_squad")
        stage.model(gun, 600, 600)
        stage.pos.remove(stage.men(gun), LOST)
        stage.put(squad, *((600, 642.5), (600, 557.5))[:men])
        stage.put(stage.unit("wl_rifles"), (600 + 30 + 12.5 + gap, 600))
        stage.turn({})
        assert stage.pos.laid_out(gun) != (spiked and men == 2)


@rule("yangtze", "S17.7", "13.2", "S19.3")
def test_a_gun_whose_crew_falls_in_melee_is_destroyed_and_one_whose_crew_is_shot_is_not() -> None:
    for charge in (True, False):
        stage = bare("s5_kuling_battery")
        gun, squad = stage.unit("wl_gun_light"), stage.unit("usmc_squad")
        stage.model(gun, 600, 600)
        stage.put(gun, (600, 645))
        stage.put(squad, (600, 760), (600, 790))
        if charge:
            stage.turn({squad: CHARGE}, Charge(squad, gun), dice=[1, 6, 6, 1, 1])
        else:
            stage.turn({}, Fire(squad, gun), dice=[6, 6, 6, 6])
        assert not stage.standing(gun)
        assert stage.pos.laid_out(gun) != charge
        assert bool(points(stage, "gun2", 0)) == charge


# --- S16.7, S16.8, S17.6 gates, barricades, loads ---------------------------------------------------------------------


@pytest.mark.parametrize(("men", "open_"), [(3, False), (4, True)])
@rule("yangtze", "S16.8", "7.2")
def test_four_men_clear_a_barricade_and_do_not_fire(men: int, open_: bool) -> None:
    """A gang stands in front of them, in range and in sight: nobody is asked for a shot."""
    stage = bare("s3_silver_trucks", ground={"lines": [{"k": "barricade", "p": [[900, 700], [900, 500]]}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, *((887, 560 + 30 * n) for n in range(men)))
    stage.put(gang, (1100, 600))
    stage.turn({gang: MOVE}, Work(squad, CLEAR), March(gang, ((13000, 6000),)))
    assert bool(stage.told("cleared")) == open_
    assert not stage.told("fires")


def robbers(men: int) -> tuple[Stage, Unit, Unit]:
    """A lorry with silver that nobody is left in, and so many bandits along its side."""
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 600, 600, 90)
    stage.pos.remove(stage.men(truck), LOST)
    stage.row(gang, 555, 638, men)
    stage.put(stage.unit("usmc_fcg"), (2300, 1100))
    return stage, truck, gang


@pytest.mark.parametrize(("men", "pinned", "taken"), [(4, 0, True), (3, 0, False), (4, 1, False)])
@rule("yangtze", "S17.6", "8.4")
def test_four_free_men_take_the_silver_off_a_lorry(men: int, pinned: int, taken: bool) -> None:
    stage, truck, gang = robbers(men)
    stage.pos.pinned = pinned << stage.men(gang)[2]
    stage.turn({}, Work(gang, UNLOAD))
    assert (stage.pos.cargo[0].carrier != truck) == taken
    assert points(stage, "silver_lost", 1) == 5 * taken


@rule("yangtze", "S17.6", "7.1")
def test_the_silver_stays_when_one_of_the_four_is_shot_at_his_work() -> None:
    stage, truck, gang = robbers(4)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (600, 830))
    stage.turn({}, Work(gang, UNLOAD), Fire(squad, gang), dice=[2, 1, 1, 1, 6, 6])
    assert stage.standing(gang) == 3
    assert stage.pos.cargo[0].carrier == truck


@rule("yangtze", "S16.7", "6.1")
def test_the_gate_of_the_mission_opens_to_soldiers_after_a_turn_on_halt_and_to_its_own_people_at_once() -> None:
    wall = {"k": "wall_high", "n": "Compound", "p": [[700, 900], [700, 300]], "gates": [[700, 600, 60]]}
    for card, opens in ((HALT, True), (MOVE, False)):
        stage = bare("s2_mission_rescue", ground={"lines": [wall]})
        company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
        (soldier,) = stage.put(company, (687, 600))
        (marine,) = stage.put(squad, (900, 600))
        assert stage.pos.shut_for(company)
        assert not stage.pos.shut_for(squad)
        away = [March(company, ((6870, 7200),))] if card == MOVE else []
        stage.turn({company: card, squad: MOVE}, *away, March(squad, ((9000, 8000),)))
        assert bool(stage.told("gate_opened")) == opens
        assert soldier != marine


# --- S19.3, S19.4 points and the end ----------------------------------------------------------------------------------


@rule("yangtze", "S19.3", "14.5")
def test_an_objective_is_held_by_steady_foot_alone() -> None:
    """Neither a lorry nor its riders hold ground; who cowers, or will, does not; both sides there, and nobody does."""
    stage = bare("s8_wanling_bund")
    zone = stage.pos.book.table.zones["customs"]
    inside = (sum(x for x, _ in zone) / len(zone) / 10, sum(y for _, y in zone) / len(zone) / 10)
    squad, gang, truck = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("truck")
    stage.model(truck, *inside)
    assert holder(stage.pos, "customs") is None
    stage.put(squad, inside)
    stage.card(HALT, squad)
    assert holder(stage.pos, "customs") == 0
    stage.put(gang, inside)
    stage.card(HALT, gang)
    assert holder(stage.pos, "customs") is None
    stage.card(COWER, gang)
    assert holder(stage.pos, "customs") == 0
    stage.card(HALT, gang)
    stage.pos.forced = put(stage.pos.forced, gang, COWER)
    assert holder(stage.pos, "customs") == 0


@pytest.mark.parametrize("fate", [LOST, ROUTED, DESERTED])
@rule("yangtze", "S19.3", "14.7")
def test_the_lost_the_routed_and_the_deserted_all_count_and_civilians_do_not(fate: int) -> None:
    """Every twenty Americans are worth a point to General Pao, crews and riders like the rest."""
    stage = bare("s8_wanling_bund")
    us = [f for unit in stage.pos.book.units_of[0] for f in stage.men(unit)]
    civil = [f for f in us if stage.pos.book.units[stage.pos.book.figures[f].unit].kind == "civilian"]
    armed = [f for f in us if f not in civil]
    per = next(e.per for e in stage.pos.book.objectives if e.id == "cn_kills")
    stage.pos.remove([*armed[: per - 1], *civil], fate)
    assert points(stage, "cn_kills", 1) == 0
    stage.pos.remove(armed[per - 1 : per], fate)
    assert points(stage, "cn_kills", 1) == 1


@rule("yangtze", "S19.3")
def test_the_marshal_counts_and_his_bodyguards_do_not() -> None:
    stage = bare("s7_tigers_tail")
    lu, pao = (unit for unit in stage.pos.book.every_unit if stage.pos.book.units[unit].template == "wl_fcg")
    for unit, name, side in ((lu, "leader_lu", 1), (pao, "leader_pao", 0)):
        stage.pos.remove(stage.men(unit)[1:], LOST)
        assert points(stage, name, side) == 0
        stage.pos.remove(stage.men(unit)[:1], LOST)
        assert points(stage, name, side) == 2


@rule("yangtze", "S19.3", "S14.5")
def test_a_raiding_squad_is_away_with_three_men_all_of_them_at_the_edge_or_afloat() -> None:
    stage = bare("s6_arms_godown")
    table = stage.pos.book.table
    south = next((x, y) for y in range(table.height, 0, -100) for x in range(0, table.width, 100)
                 if table.in_zone("south_edge", x, y))  # fmt: skip
    squad = stage.unit("usmc_squad")
    men = stage.put(squad, *[(south[0] / 10, south[1] / 10)] * 3)
    base = points(stage, "away", 0)
    assert base == 1
    stage.put(squad, *[(south[0] / 10, south[1] / 10)] * 2, (600, 300))
    assert points(stage, "away", 0) == 0, "one is still on his way"
    stage.pos.remove(men[2:], LOST)
    assert points(stage, "away", 0) == 0, "two are too few"
    stage.pos.remove(stage.men(squad), LOST)
    sampan, others = stage.unit("sampan"), stage.unit("usmc_assault_squad")
    water = next((x, y) for y in range(table.height, 0, -100) for x in range(0, table.width, 100)
                 if table.in_zone("canal_south", x, y))  # fmt: skip
    stage.model(sampan, water[0] / 10, water[1] / 10)
    stage.board(others, sampan)
    assert points(stage, "away", 0) == 1


@rule("yangtze", "S19.4")
def test_the_game_ends_when_one_side_has_nobody_left_on_the_table_or_to_come() -> None:
    """Civilians and aeroplanes are nobody; whoever is still to come is somebody."""
    stage = bare("s2_mission_rescue")
    marines = [unit for unit in stage.pos.book.units_of[0] if stage.pos.book.units[unit].kind != "civilian"]
    stage.put(stage.unit("gang"), (500, 500))
    stage.row(stage.unit("missionaries"), 900, 900, 6)
    assert decide(stage.pos) is None
    for unit in marines[:-1]:
        stage.pos.remove(stage.men(unit), LOST)
    assert decide(stage.pos) is None, "the last squad is still to come"
    stage.pos.remove(stage.men(marines[-1]), LOST)
    outcome = decide(stage.pos)
    assert outcome is not None
    assert outcome.winner == "cn"


@pytest.mark.parametrize(("lost", "marshal", "winner", "level"), [
    (39, False, None, "draw"), (40, False, "pao", "win"), (79, True, "pao", "win"), (80, True, "pao", "decisive"),
])  # fmt: skip
@rule("yangtze", "S19.4")
def test_the_difference_of_points_against_the_margins(lost: int, marshal: bool, winner: str | None, level: str) -> None:
    """Tiger's Tail: a point for every twenty men, two for Marshal Lu; a lead of two wins, of six is decisive."""
    stage = bare("s7_tigers_tail")
    group = stage.unit("wl_fcg")
    men = [f for unit in stage.pos.book.units_of[0] if unit != group for f in stage.men(unit)]
    stage.pos.remove([*stage.men(group)[:marshal], *men[: lost - marshal]], LOST)
    assert sum(value for _, value in tally(stage.pos, 1)) == lost // 20 + 2 * marshal
    outcome = verdict(stage.pos)
    assert (outcome.winner, outcome.key) == (winner, f"outcome.{level}")


# --- S19.2, S6.8 arrivals and sleepers --------------------------------------------------------------------------------


def to_orders(pos: YangtzePosition, turn: int) -> None:
    """Everybody stays where he is until the cards of this turn are chosen."""
    while not (pos.turn == turn and isinstance(pos.top, Orders)):
        if isinstance(pos.top, Orders) and pos.refusal(Ready()) is not None:
            unit = next(u for u in pos.units_of(pos.top.side) if not pos.card[u])
            pos.apply(Card(unit, MOVE if pos.book.units[unit].aircraft else HALT))
        elif not isinstance(pos.top, SettingUp) and pos.refusal(Ready()) is None:
            pos.apply(Ready())
        else:
            pos.apply(next(iter(pos.options())))


@rule("yangtze", "S19.2", "R113", "S2.3")
def test_the_armoured_car_waits_while_a_lorry_stands_in_its_place() -> None:
    pos: Any = GAME.start("s3_silver_trucks")
    stage = Stage(pos)
    car, lorry = stage.unit("armoured_car"), stage.unit("truck", 1)
    to_orders(pos, 3)
    assert not pos.laid_out(car)
    stage.model(lorry, 1000, 615, 90)
    to_orders(pos, 4)
    assert pos.laid_out(car)


@pytest.mark.parametrize(("turn", "wakes"), [(2, False), (3, True)])
@rule("yangtze", "S6.8", "S19.1")
def test_the_barracks_sleep_to_the_end_of_the_third_turn(turn: int, wakes: bool) -> None:
    stage = bare("s5_kuling_battery")
    barracks = stage.unit("wl_rifles", 2)
    stage.row(barracks, 600, 600, 5)
    stage.put(stage.unit("usmc_squad"), (2000, 600))
    stage.pos.turn = turn
    stage.turn({})
    assert bool(stage.pos.asleep >> barracks & 1) != wakes
    stage.pos.stack = (Orders(1, True), ())
    stage.pos.card = ("",) * len(stage.pos.card)
    assert stage.why(Card(barracks, MOVE)) == (None if wakes else "S6.8")
