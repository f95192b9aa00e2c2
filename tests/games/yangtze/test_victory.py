"""S19.3 to S19.5 Objectives, points, and the end of the game."""

from typing import Any

import pytest
from tests.games.yangtze.scenes import points
from tests.games.yangtze.table import GAME, Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    HALT,
    Charge,
)
from shapan.games.yangtze.position import DESERTED, LOST, ROUTED, SUNK, WRECK
from shapan.games.yangtze.vessels.sailing import drift_all
from shapan.games.yangtze.victory import holder, over, tally, verdict, worth
from shapan.games.yangtze.who import put
from shapan.games.yangtze.works.loads import set_load
from shapan.kernel import Capitulate, rule


@rule("yangtze", "S19.3", "S19.4")
def test_objectives_and_the_end() -> None:
    stage = bare("s1_plum_village")
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    zone = stage.pos.book.table.zones["threshing_floor"]
    x, y = sum(p[0] for p in zone) / 40, sum(p[1] for p in zone) / 40
    stage.put(squad, (x, y))
    stage.put(gang, (100, 100))
    assert holder(stage.pos, "threshing_floor") == 0
    stage.put(gang, (x + 40, y))
    assert holder(stage.pos, "threshing_floor") is None
    stage.pos.forced = put(stage.pos.forced, gang, "FLEE")
    assert holder(stage.pos, "threshing_floor") == 0
    assert not over(stage.pos)
    stage.pos.turn = stage.pos.book.turns
    assert over(stage.pos)
    outcome = verdict(stage.pos)
    assert (outcome.winner, outcome.case) == (None, "S19.4") or outcome.winner == "us"


@rule("yangtze", "S19.5")
def test_giving_up() -> None:
    pos = GAME.start("s1_plum_village")
    pos.push(Capitulate("us"))
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("cn", "S19.5")


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
    assert not over(stage.pos)
    for unit in marines[:-1]:
        stage.pos.remove(stage.men(unit), LOST)
    assert not over(stage.pos), "the last squad is still to come"
    stage.pos.remove(stage.men(marines[-1]), LOST)
    assert over(stage.pos)
    outcome = verdict(stage.pos)
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


RIVER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


@rule("yangtze", "S19.3", "R109")
def test_nobody_is_saved_aboard_a_wreck_and_it_drifts() -> None:
    for damage in (0, WRECK):
        stage = bare("s2_mission_rescue")
        ship, people = stage.unit("gunboat"), stage.unit("missionaries")
        stage.model(ship, 600, 500, 90)
        stage.board(people, ship)
        stage.pos.damage = put(stage.pos.damage, ship, damage)
        entry = next(e for e in stage.pos.book.objectives if e.kind == "rescue")
        assert bool(worth(stage.pos, entry, stage.pos.owner[people])) != bool(damage)
        stage = bare("s4_ox_gorge", ground=RIVER)
        junk = stage.unit("junk")
        stage.model(junk, 1000, 900, 90)
        stage.pos.damage = put(stage.pos.damage, junk, damage)
        drift_all(stage.pos)
        assert (stage.pos.at[junk][0] != 10000) == bool(damage)


@rule("yangtze", "S19.3", "R112")
def test_unsaved_civilians_when_the_game_ends_early() -> None:
    for marines, taken in ((True, False), (False, True)):
        stage = bare("s2_mission_rescue")
        people, squad = stage.unit("missionaries"), stage.unit("usmc_squad")
        for unit in stage.pos.book.every_unit:
            stage.pos.remove(stage.men(unit), LOST)
        stage.row(people, 500, 500, 3)
        stage.put(stage.unit("wl_rifles"), (1500, 500))
        if marines:
            stage.put(squad, (900, 500))
        entry = next(e for e in stage.pos.book.objectives if e.kind == "capture")
        assert bool(worth(stage.pos, entry, 1 - stage.pos.owner[people])) == taken


def of_kind(stage: Stage, kind: str, side: int) -> int:
    """The points of a side for its objective of this kind."""
    entry = next(e for e in stage.pos.book.objectives if e.kind == kind)
    return worth(stage.pos, entry, side)


@rule("yangtze", "S19.3", "R109")
def test_who_is_aboard_a_wreck_when_the_last_turn_ends_is_not_saved_and_counts_as_taken() -> None:
    stage = bare("s2_mission_rescue", ground=RIVER)
    ship, people = stage.unit("gunboat"), stage.unit("missionaries")
    stage.model(ship, 600, 900, 90)
    stage.board(people, ship)
    stage.pos.turn = stage.pos.book.turns
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (12, 0)
    stage.pos.damage = put(stage.pos.damage, ship, WRECK)
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (0, 6)


@rule("yangtze", "S14.6", "S19.3")
def test_who_is_aboard_a_ship_that_pirates_have_taken_is_not_saved() -> None:
    """The consul's party is aboard the gunboat, and nobody to fight for her: taken with her, and no longer saved."""
    stage = bare(ground=RIVER)
    ship, people, junk, pirates = (stage.unit(name) for name in ("gunboat", "consul", "junk", "pirates"))
    stage.model(ship, 600, 800, 90, crew=False)
    stage.board(people, ship)
    stage.model(junk, 600, 910, 90)
    stage.board(pirates, junk)
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (3, 0)
    stage.turn({pirates: CHARGE}, Charge(pirates, ship))
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (0, 6)


@rule("yangtze", "S19.3", "S17.6", "R121")
def test_a_load_that_went_down_with_its_vessel_is_nobodys() -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    junk, (box_of,) = stage.unit("junk"), stage.pos.cargo
    stage.model(junk, 600, 800, 90)
    assert (of_kind(stage, "keep", 0), of_kind(stage, "seize", 1)) == (5, 0)
    set_load(stage.pos, 0, box_of._replace(carrier=junk, side=1))
    assert (of_kind(stage, "keep", 0), of_kind(stage, "seize", 1)) == (0, 5)
    stage.pos.damage = put(stage.pos.damage, junk, WRECK | SUNK)
    assert (of_kind(stage, "keep", 0), of_kind(stage, "seize", 1)) == (0, 0)
