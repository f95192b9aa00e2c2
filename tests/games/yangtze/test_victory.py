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
from shapan.games.yangtze.place import Berth, Off, Parcel, move, possess
from shapan.games.yangtze.position import (
    ARMAMENT,
    DESERTED,
    DISABLED,
    HALF_SPEED,
    LEFT,
    LOST,
    ROUTED,
    STANDING,
    STEERING,
    SUNK,
    WRECK,
)
from shapan.games.yangtze.vessels.sailing import drift_all
from shapan.games.yangtze.victory import holder, over, tally, verdict, worth
from shapan.games.yangtze.who import Model, numbered, put
from shapan.games.yangtze.works.loads import set_load
from shapan.kernel import Capitulate, Event, rule

GODOWN = {"id": "godown", "k": "godown", "n": "Godown", "p": box(600, 500, 820, 640), "doors": [], "windows": []}


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
    assert (pos.outcome.winner, pos.outcome.case, pos.outcome.level) == ("cn", "S19.5", "decisive")


@rule("yangtze", "S19.3", "14.5", "R194")
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


@rule("yangtze", "S19.4", "R274")
def test_who_has_hunted_the_enemy_down_gets_no_more_time_for_his_task() -> None:
    """Nobody of the depot is left in turn 5 and no charge is set: the godown stands, and counts for who held it."""
    stage = bare("s6_arms_godown", ground={"buildings": [GODOWN]})
    stage.pos.turn = 5
    stage.row(stage.unit("usmc_squad"), 900, 500, 5)
    for unit in stage.pos.book.units_of[1]:
        stage.pos.remove(stage.men(unit), LOST)
    assert over(stage.pos)
    assert (points(stage, "blown", 0), points(stage, "saved", 1)) == (0, 4)


@rule("yangtze", "S19.3", "R272")
def test_who_rides_holds_no_ground() -> None:
    """A lorry full of marines stands on the ground of the customs house; a man who gets off it holds that ground."""
    stage = bare()
    lorry, squad = stage.unit("truck"), stage.unit("usmc_squad")
    zone = stage.pos.book.table.zones["customs"]
    x, y = (sum(corner[axis] for corner in zone) / len(zone) / 10 for axis in (0, 1))
    stage.model(lorry, x, y, 90)
    stage.board(squad, lorry)
    assert holder(stage.pos, "customs") is None
    stage.put(squad, (x, y + 40))
    assert holder(stage.pos, "customs") == 0


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


@pytest.mark.parametrize(("fate", "counts"), [(STANDING, 1), (LOST, 0), (LEFT, 0)])
@rule("yangtze", "S19.3", "S17.2")
def test_captives_count_while_they_live_on_the_table(fate: int, counts: int) -> None:
    stage = bare("s8_wanling_bund")
    consul = stage.unit("consul")
    stage.put(stage.unit("usmc_squad"), (200, 200))
    first, second, _ = stage.row(consul, 500, 500, 3)
    stage.pos.captive = 1 << first
    assert points(stage, "consul_taken", 1) == 2
    if fate != STANDING:
        stage.pos.remove([first], fate)
    assert points(stage, "consul_taken", 1) == 2 * counts
    assert points(stage, "consul_taken", 0) == 0, "the captors' alone"
    stage.pos.captive |= 1 << second
    assert points(stage, "consul_taken", 1) == 2 * counts + 2


@rule("yangtze", "S19.3", "S17.1")
def test_the_saved_are_counted_one_by_one() -> None:
    stage = bare("s2_mission_rescue")
    people, boat = stage.unit("missionaries"), stage.unit("gunboat")
    stage.put(stage.unit("usmc_squad"), (200, 200))
    stage.put(stage.unit("gang"), (2200, 200))
    stage.row(people, 500, 500, 6)
    stage.model(boat, 1000, 900, 90)
    assert points(stage, "saved", 0) == 0
    assert points(stage, "dead", 1) == 0
    move(stage.pos, *((figure, Berth(boat)) for figure in stage.men(people)[:2]))
    assert points(stage, "saved", 0) == 4
    stage.pos.remove(stage.men(people)[2:3], LEFT)
    assert points(stage, "saved", 0) == 6, "gone by the exit"
    stage.pos.remove(stage.men(people)[3:5], LOST)
    assert points(stage, "dead", 1) == 2
    assert points(stage, "dead", 0) == 0


@pytest.mark.parametrize(("damage", "owner", "wreck", "mauled"), [
    (0, 0, 0, 0),
    (WRECK, 0, 7, 0),
    (SUNK, 0, 7, 0),
    (DISABLED, 0, 7, 0),
    (0, 1, 7, 0),
    (ARMAMENT, 0, 0, 2),
    (HALF_SPEED, 0, 0, 2),
    (ARMAMENT | HALF_SPEED, 0, 0, 2),
    (STEERING, 0, 0, 0),
    (HALF_SPEED | WRECK, 0, 7, 0),
    (ARMAMENT | SUNK, 0, 7, 0),
    (HALF_SPEED, 1, 7, 0),
])  # fmt: skip
@rule("yangtze", "S19.3", "12.2", "R241")
def test_a_gunboat_counts_when_wrecked_sunk_disabled_or_taken_and_less_when_mauled(
    damage: int, owner: int, wreck: int, mauled: int
) -> None:
    stage = bare("s5_kuling_battery")
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 90)
    stage.pos.damage = put(stage.pos.damage, boat, damage)
    stage.pos.owner = put(stage.pos.owner, boat, owner)
    assert (points(stage, "wreck", 1), points(stage, "mauled", 1)) == (wreck, mauled)
    assert (points(stage, "wreck", 0), points(stage, "mauled", 0)) == (0, 0)


@rule("yangtze", "S19.3", "S17.7", "9.5")
def test_a_gun_counts_when_the_piece_is_gone_and_not_before_it_has_come() -> None:
    stage = bare("s5_kuling_battery")
    one, two = (unit for handle in ("gun1", "gun2") for unit in stage.pos.book.handles[handle])
    assert (points(stage, "gun1", 0), points(stage, "gun2", 0)) == (0, 0), "they are still to come"
    for gun in (one, two):
        stage.model(gun, 500 + gun * 10, 500)
        stage.row(gun, 500 + gun * 10, 560, 2)
    assert (points(stage, "gun1", 0), points(stage, "gun2", 0)) == (0, 0)
    move(stage.pos, (Model(one), Off()))
    assert (points(stage, "gun1", 0), points(stage, "gun2", 0)) == (5, 0)
    assert points(stage, "gun1", 1) == 0


@pytest.mark.parametrize(("place", "side", "kept", "taken", "away"), [
    ("deck", 0, 5, 0, 0), ("deck", 1, 0, 5, 0), ("gone", 0, 0, 0, 0), ("gone", 1, 0, 5, 3), ("bottom", 1, 0, 0, 0),
])  # fmt: skip
@rule("yangtze", "S19.3", "S17.6", "R121")
def test_the_strongbox_is_kept_taken_or_got_away(place: str, side: int, kept: int, taken: int, away: int) -> None:
    stage = bare("s4_ox_gorge")
    steamer = stage.unit("steamer")
    stage.model(steamer, 1000, 900, 90)
    possess(stage.pos, 0, side)
    if place == "gone":
        move(stage.pos, (Parcel(0), Off()))
    if place == "bottom":
        stage.pos.spoil(steamer, SUNK)
    found = points(stage, "box_kept", 0), points(stage, "box_taken", 1), points(stage, "box_away", 1)
    assert found == (kept, taken, away)


@rule("yangtze", "S19.3", "S17.6")
def test_each_chest_of_silver_counts_for_itself() -> None:
    stage = bare("s3_silver_trucks")
    assert len(stage.pos.cargo) == 2
    assert (points(stage, "silver_out", 0), points(stage, "silver_lost", 1)) == (0, 0)
    move(stage.pos, (Parcel(0), Off()))
    possess(stage.pos, 1, 1)
    assert (points(stage, "silver_out", 0), points(stage, "silver_lost", 1)) == (5, 5)
    move(stage.pos, (Parcel(1), Off()))
    assert (points(stage, "silver_out", 0), points(stage, "silver_lost", 1)) == (5, 5), "in enemy hands"


@pytest.mark.parametrize(("dx", "dy", "held"), [(0, 0, True), (-1, 0, False), (0, -1, False)])
@rule("yangtze", "S19.3", "R272")
def test_a_zone_is_held_to_its_very_edge(dx: int, dy: int, held: bool) -> None:
    stage = bare("s1_plum_village")
    squad = stage.unit("usmc_squad")
    zone = stage.pos.book.table.zones["threshing_floor"]
    left, top = min(x for x, _ in zone), min(y for _, y in zone)
    right, bottom = max(x for x, _ in zone), max(y for _, y in zone)
    middle = ((left + right) // 2, (top + bottom) // 2)
    man, mate = stage.men(squad)[:2]
    stage.pos.stand(mate, 200, 200)
    for x, y in ((left, middle[1]), (right, middle[1]), (middle[0], top), (middle[0], bottom)):
        stage.pos.stand(man, x, y)
        inside = stage.pos.book.table.in_zone("threshing_floor", x, y)
        assert (holder(stage.pos, "threshing_floor") == 0) == inside
    stage.pos.stand(man, (left if dx else middle[0]) + dx, (top if dy else middle[1]) + dy)
    assert (holder(stage.pos, "threshing_floor") == 0) == held


@rule("yangtze", "S19.3", "4.3", "R273")
def test_a_general_counts_when_he_has_fallen_however_many_of_his_guard_live() -> None:
    stage = bare("s7_tigers_tail")
    general = next(unit for unit, spec in numbered(stage.pos.book.units) if spec.name == "General Pao")
    men = stage.row(general, 500, 500, len(stage.men(general)))
    officers = [figure for figure in men if stage.pos.book.figures[figure].role == "officer"]
    assert points(stage, "leader_pao", 0) == 0
    stage.pos.remove([figure for figure in men if figure not in officers], LOST)
    assert points(stage, "leader_pao", 0) == 0
    stage.pos.remove(officers, ROUTED)
    assert points(stage, "leader_pao", 0) == 2
    assert points(stage, "leader_pao", 1) == 0
    assert points(stage, "leader_lu", 1) == 0


@rule("yangtze", "S19.3", "S19.4")
def test_the_list_of_points_has_what_a_side_can_score_and_what_both_can() -> None:
    stage = bare("s1_plum_village")
    squad = stage.unit("usmc_squad")
    zone = stage.pos.book.table.zones["threshing_floor"]
    stage.pos.stand(stage.men(squad)[0], *(sum(point[axis] for point in zone) // len(zone) for axis in (0, 1)))
    assert tally(stage.pos, 0) == [("temple", 0), ("floor", 1), ("headman", 0), ("us_kills", 0)]
    assert tally(stage.pos, 1) == [("temple", 0), ("floor", 0), ("headman", 0), ("cn_kills", 0)]


@pytest.mark.parametrize(("us", "cn", "winner", "level"), [
    (10, 2, None, "draw"), (11, 0, "us", "win"), (0, 3, "cn", "win"), (44, 0, "us", "decisive"),
    (0, 11, "cn", "win"), (43, 0, "us", "win"), (11, 3, None, "draw"), (22, 3, "us", "win"), (22, 9, "cn", "win"),
])  # fmt: skip
@rule("yangtze", "S19.4")
def test_who_has_more_points_wins_and_by_how_much_says_how(us: int, cn: int, winner: str | None, level: str) -> None:
    """Plum Village: a point for eleven Chinese, and for three Marines; a lead of four is decisive."""
    stage = bare("s1_plum_village")
    book = stage.pos.book
    enemies = [figure for unit in book.units_of[1] for figure in book.men[unit]]
    marines = [figure for unit in book.units_of[0] for figure in book.men[unit]]
    stage.pos.remove(enemies[:us], LOST)
    stage.pos.remove(marines[:cn], LOST)
    outcome = verdict(stage.pos)
    assert (outcome.winner, outcome.key) == (winner, f"outcome.{level}")


@rule("yangtze", "S19.3")
def test_chests_that_nobody_has_brought_away_may_count_for_their_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dial of the scenario: nothing as it is printed."""
    stage = bare("s3_silver_trucks")
    assert "neutral" not in dict(tally(stage.pos, 0))
    monkeypatch.setitem(stage.pos.book.sheet["victory"], "neutral_chest_vp", 2)
    assert dict(tally(stage.pos, 0))["neutral"] == 4
    assert "neutral" not in dict(tally(stage.pos, 1))
    move(stage.pos, (Parcel(0), Off()))
    assert dict(tally(stage.pos, 0))["neutral"] == 2
    possess(stage.pos, 1, 1)
    assert dict(tally(stage.pos, 0))["neutral"] == 0


@rule("yangtze", "S19.4", "R194")
def test_an_aeroplane_and_civilians_keep_nobody_in_the_game() -> None:
    stage = bare("s8_wanling_bund")
    pos = stage.pos
    pos.remove([f for unit in pos.book.units_of[0] for f in stage.men(unit)], LOST)
    stage.put(stage.unit("wl_rifles"), (2000, 600))
    stage.put(stage.unit("consul"), (500, 600))
    stage.model(stage.unit("us_plane"), 300, 300)
    stage.board(stage.unit("us_plane"), stage.unit("us_plane"))
    assert over(pos)
    stage.put(stage.unit("usmc_squad"), (500, 700))
    assert not over(pos)


@pytest.mark.parametrize(("scenario", "side", "winner"), [
    ("s1_plum_village", "cn", "the Americans"), ("s7_tigers_tail", "lu", "General Pao"),
])  # fmt: skip
@rule("yangtze", "S19.5")
def test_the_end_is_told_in_words_for_one_commander_and_for_many_men(scenario: str, side: str, winner: str) -> None:
    pos, heard = GAME.start(scenario), list[Event]()
    pos.teller = heard.append
    pos.capitulate(side)
    said = [GAME.say(event.key, event.params, pos) for event in heard]
    loser = {"cn": "the Chinese", "lu": "Marshal Lu"}[side]
    why = "Decided by resignation, which is decisive"
    assert said == [f"Resignation of {loser}", f"The game is over: victory for {winner}. {why}"]
