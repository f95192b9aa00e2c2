"""13.3, 14.4, 14.6, S10 Retreat and flight: where they run, and what keeps them from it."""

from __future__ import annotations

from math import dist

import pytest
from tests.games.yangtze.scenes import BROAD_RIVER, area
from tests.games.yangtze.table import SIZE, bare, box

from shapan.games.yangtze.actions import (
    COWER,
    FLEE,
    MOVE,
    RETREAT,
)
from shapan.games.yangtze.alarm import seen_by_guard
from shapan.games.yangtze.melee.forced import (
    at_home_edge,
    behind_line,
    flee_now,
    leave_table,
    nearest_foe,
    rearward,
    refuge,
    shelter,
)
from shapan.games.yangtze.melee.morale import consequences
from shapan.games.yangtze.melee.running import Enemy, enemies
from shapan.games.yangtze.place import Water, move
from shapan.games.yangtze.position import DESERTED
from shapan.games.yangtze.who import put
from shapan.ground.table import OUTDOORS, outline, rectangle
from shapan.kernel import rule


@pytest.mark.parametrize("floor", [0, 1])
@rule("yangtze", "14.6", "S10", "S16.1")
def test_fugitives_run_out_of_the_house_and_on(floor: int) -> None:
    """Down the stairs for 75 mm, out by the door for 10, and the rest of the 400 mm towards the home edge."""
    tower = {"id": "h", "k": "two_storey", "p": box(900, 500, 1100, 650), "doors": [[1000, 700]], "windows": []}
    stage = bare(ground={"buildings": [tower]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    men = stage.put(gang, (1000, 520), (1050, 600))
    for man in men:
        stage.pos.floor = put(stage.pos.floor, man, floor)
    stage.row(squad, 300, 300, 5)
    stage.card(FLEE, gang)
    stage.walk()
    assert [stage.pos.room[man] for man in men] == [OUTDOORS] * 2
    assert [stage.pos.floor[man] for man in men] == [0, 0]
    assert all(3900 <= stage.pos.spent[man] <= 4000 for man in men)
    assert all(stage.pos.x[man] > 11000 for man in men)


@rule("yangtze", "S10", "S3.5")
def test_the_way_home_is_the_shortest_and_ends_at_the_edge() -> None:
    """Past a long wall and on to the edge, where the base has room; not by the corner of the table."""
    stage = bare(ground={"lines": [{"k": "wall_high", "p": [[2100, 500], [2100, 620]]}]})
    (man,) = stage.put(stage.unit("gang"), (2080, 640))
    stage.row(stage.unit("usmc_squad"), 300, 600, 5)
    stage.card(FLEE, stage.unit("gang"))
    stage.walk()
    assert stage.pos.x[man] == 24000 - 125
    assert stage.pos.spent[man] < 3800


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


RIVER = {"areas": [{"k": "river", "n": "River", "p": box(1400, 0, 1600, 1200)}]}
"""Across the whole table, between the middle and the home edge of the Chinese."""


@rule("yangtze", "13.3", "S10")
def test_who_cannot_get_home_runs_as_far_towards_it_as_the_ground_lets_him() -> None:
    """13.3 sends whoever breaks back a full charge move; where the river bars the way it ends at the bank."""
    stage = bare(ground=RIVER)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (1100, 600), (1130, 600))
    stage.put(squad, (900, 600))
    flee_now(stage.pos, gang)
    assert all(1350 < x < 1400 for x, _ in stage.places(gang))


@rule("yangtze", "14.6", "S10")
def test_fugitives_find_the_bank_in_the_common_movement_too() -> None:
    stage = bare(ground=RIVER)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (1100, 600), (1130, 600))
    stage.put(squad, (900, 600))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    assert all(1350 < x < 1400 for x, _ in stage.places(gang))


@rule("yangtze", "14.6", "S10")
def test_nobody_flees_towards_the_enemy_if_another_way_is_left() -> None:
    """Enemies before him and on both sides: the way home is barred, and he runs the other way."""
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (1000, 600), (1000, 630))
    for copy, points in enumerate((((1250, 600),), ((1000, 350),))):
        stage.put(stage.unit("usmc_squad", copy), *points)
    stage.put(stage.unit("usn_squad"), (1000, 850))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    assert all(x < 700 for x, _ in stage.places(gang))


@rule("yangtze", "14.6", "S10")
def test_nobody_flees_against_the_side_of_the_table() -> None:
    """The enemy bars the way home; to one hand the table ends, to the other there is room to run."""
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (1000, 30))
    stage.put(stage.unit("usmc_squad"), (1300, 60))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    ((x, y),) = stage.places(gang)
    assert y > 250
    assert dist((x, y), (1300, 60)) >= dist((1000, 30), (1300, 60))
    assert x > 1100, "round him, and that way home"


@rule("yangtze", "14.6", "S3.5")
def test_who_has_come_to_his_own_edge_stops_there() -> None:
    stage = bare()
    gang = stage.unit("gang")
    stage.put(gang, (2387.5, 600))
    stage.put(stage.unit("usmc_squad"), (2100, 600))
    stage.pos.card = put(stage.pos.card, gang, FLEE)
    stage.play(to="halt_fire")
    assert stage.places(gang) == [(2387.5, 600)]


@rule("yangtze", "14.4", "S10")
def test_all_who_retreat_go_to_the_cover() -> None:
    """S10.2: the cover is within a charge move of the leader; all figures go there, each as far as its own move."""
    stage = bare(ground={"areas": [{"k": "light_wood", "n": "Wood", "p": box(1235, 500, 1500, 760)}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    men = stage.put(squad, (860, 600), (890, 600), (890, 630), (860, 630), (875, 570))
    stage.put(gang, (500, 600))
    stage.pos.card = put(stage.pos.card, squad, RETREAT)
    stage.play(to="halt_fire")
    foes = enemies(stage.pos, squad)
    assert all(refuge(stage.pos, squad, stage.pos.x[f], stage.pos.y[f], foes) for f in men[1:4])


@rule("yangtze", "14.4", "S10", "R176", "S3.4")
def test_who_finds_no_room_in_the_cover_stops_on_his_way_to_it() -> None:
    """A hut of 60 mm, with its door towards them; the first of them comes in."""
    hut = {
        "id": "h",
        "k": "hut",
        "n": "Hut",
        "p": box(300, 490, 360, 550),
        "doors": [[360, SIZE[1] - 520]],
        "windows": [],
    }
    stage = bare(ground={"buildings": [hut]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    men = stage.put(squad, (500, 520), (500, 550), (500, 490), (530, 520), (530, 550))
    stage.put(gang, (900, 520))
    stage.card(RETREAT, squad)
    stage.play(to="halt_fire")
    pos = stage.pos
    assert pos.room[men[0]] != OUTDOORS
    assert all(300 < x < 420 for x, _ in stage.places(squad)), "the others are at the door"
    assert all(pos.apart(one, two) >= 250**2 for one in men for two in men if one != two)


@pytest.mark.parametrize(("leads", "finds"), [(1, False), (2, True)])
@rule("yangtze", "14.4", "S10", "4.1")
def test_cover_is_looked_for_from_where_the_leader_stands_whoever_he_is(leads: int, finds: bool) -> None:
    """A leader named in the field; the wood is 350 mm behind the second of them, farther from the first."""
    stage = bare(ground=area("light_wood", 100, 400, 250, 800), field_promotion=True)
    squad = stage.unit("usmc_squad")
    men = stage.men(squad)
    stage.pos.stand(men[1], 8000, 6000)
    stage.pos.stand(men[2], 6000, 6000)
    stage.pos.promoted = 1 << men[leads]
    stage.put(stage.unit("gang"), (1200, 600))
    assert bool(shelter(stage.pos, squad)) == finds


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


@rule("yangtze", "14.4", "S10")
def test_abeam_is_not_to_the_rear() -> None:
    foe = [Enemy(5000, 5000, 125)]
    for there, rear in (((6000, 7000), False), ((6001, 7000), True), ((5999, 7000), False)):
        assert rearward(nearest_foe(foe, (6000, 5000)), (6000, 5000), there) == rear
    assert rearward(None, (6000, 5000), (0, 0)), "whose enemy is out of sight has his rear everywhere"


@rule("yangtze", "S10", "14.6")
def test_nobody_flees_towards_what_the_enemy_drives() -> None:
    """The way home leads past an enemy lorry with a machine gun."""
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit("gun_truck")
    stage.row(gang, 1000, 500, 8, 27)
    stage.model(lorry, 1450, 500, 90)
    before = min(stage.pos.hull_gap(figure, lorry) for figure in stage.pos.standing[gang])
    stage.card(FLEE, gang)
    stage.walk()
    assert min(stage.pos.hull_gap(figure, lorry) for figure in stage.pos.standing[gang]) >= before


@rule("yangtze", "S10", "14.4")
def test_a_wood_beside_an_armoured_car_is_no_refuge() -> None:
    stage = bare(ground=area("light_wood", 1200, 400, 1400, 600))
    squad, car = stage.unit("usmc_squad"), stage.unit("armoured_car")
    stage.row(squad, 1000, 480, 5)
    stage.row(stage.unit("gang"), 200, 480, 4)
    assert shelter(stage.pos, squad)
    stage.model(car, 1500, 500, 270)
    assert not shelter(stage.pos, squad)


@pytest.mark.parametrize("now", [False, True])
@rule("yangtze", "13.3", "14.6", "5.3", "S10", "R151")
def test_every_fugitive_keeps_away_from_the_enemy_on_his_own_way_home(now: bool) -> None:
    """The first of them has nobody before him; the way of the second leads straight through two Marines."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    first, second = stage.put(gang, (1200, 600), (1200, 480))
    marines = stage.put(squad, (900, 600), (1400, 480), (1400, 450))
    start = (1200, 480)
    near = min(dist(start, spot) for spot in stage.places(squad))
    if now:
        flee_now(stage.pos, gang)
    else:
        stage.card(FLEE, gang)
        stage.play(to="halt_fire")
    ends = dict(zip((first, second), stage.places(gang), strict=True))
    assert ends[second][0] > 1300, "he comes nearer to his edge all the same"
    assert all(dist(ends[second], spot) >= near for spot in stage.places(squad))
    assert marines


@rule("yangtze", "14.6", "5.3", "S12.2", "R151")
def test_fugitives_keep_away_from_a_manned_lorry() -> None:
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit("gun_truck")
    stage.put(gang, (1200, 600))
    stage.model(lorry, 1450, 600)
    stage.card(FLEE, gang)
    stage.play(to="halt_fire")
    ((x, y),) = stage.places(gang)
    assert x > 1300
    assert y < 440 or y > 760, "not through it"


@pytest.mark.parametrize("west", [False, True])
@rule("yangtze", "14.6", "S10", "R151")
def test_who_stands_beside_the_way_is_as_far_from_it_on_either_side(west: bool) -> None:
    leg = (5000, 4000, 5000, 6000)
    x = 1000 if west else 9000
    hull = outline(rectangle(x, 5000, 0, 200, 100))
    assert Enemy(x, 5000, 80).passed(leg) == 4000 - 80
    assert abs(Enemy(x, 5000, 0, hull).passed(leg) - (4000 - 50)) <= 1


@rule("yangtze", "14.6", "R66", "R151")
def test_nobody_runs_from_civilians() -> None:
    stage = bare()
    gang, consul, squad = stage.unit("gang"), stage.unit("consul"), stage.unit("usmc_squad")
    stage.put(gang, (1200, 600))
    stage.put(consul, (1450, 600))
    stage.put(squad, (900, 600))
    stage.card(FLEE, gang)
    stage.play(to="halt_fire")
    assert stage.places(gang) == [(1600, 600)]


@rule("yangtze", "5.3", "S12.2", "14.4")
def test_who_retreats_stops_short_of_a_lorry_in_his_way() -> None:
    """5.3: only a charge comes nearer than 100 mm, to a vehicle as to anybody."""
    graves = {"k": "graves", "n": "Graves", "p": box(100, 500, 300, 700)}
    stage = bare(ground={"areas": [graves]})
    squad, car, gang = stage.unit("usmc_squad"), stage.unit("armoured_car"), stage.unit("gang")
    (man,) = stage.put(squad, (610, 600))
    stage.model(car, 420, 600, 90)
    stage.row(gang, 750, 600, 3)
    stage.card(RETREAT, squad)
    stage.play(to="halt_fire")
    assert stage.pos.hull_gap(man, car) == 1000


@rule("yangtze", "13.3", "S14.7")
def test_comrades_in_the_water_swim_on_when_those_ashore_run() -> None:
    stage = bare(ground=BROAD_RIVER)
    gang = stage.unit("gang")
    ashore, swimmer = stage.put(gang, (1000, 300), (1000, 300))
    move(stage.pos, (swimmer, Water(10000, 6000)))
    stage.put(stage.unit("usmc_squad"), (970, 300))
    flee_now(stage.pos, gang)
    assert stage.pos.x[ashore] > 10000
    assert (stage.pos.x[swimmer], stage.pos.y[swimmer]) == (10000, 6000)
    assert stage.pos.swimming >> swimmer & 1


@pytest.mark.parametrize(("far", "state"), [(350, RETREAT), (385, RETREAT), (400, RETREAT), (401, COWER), (410, COWER)])
@rule("yangtze", "14.4", "S10", "R47")
def test_cover_is_within_reach_up_to_400_mm_from_the_leader_to_its_nearest_point(far: int, state: str) -> None:
    """T55, to the millimetre."""
    stage = bare(ground={"areas": [{"k": "light_wood", "p": box(500 + far, 300, 700 + far, 900)}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (200, 500))
    consequences(stage.pos, squad)
    assert stage.pos.forced[squad] == state


@rule("yangtze", "14.4", "S10")
def test_the_nearest_enemy_says_where_the_rear_is() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (600, 500))
    stage.put(gang, (450, 500), (1500, 500))
    foes = enemies(stage.pos, squad)
    assert rearward(nearest_foe(foes, (6000, 5000)), (6000, 5000), (7000, 5000))
    assert not rearward(nearest_foe(foes, (6000, 5000)), (6000, 5000), (5500, 5000))
    assert rearward(None, (6000, 5000), (5500, 5000)), "where nobody is to be seen every way leads to the rear"


@pytest.mark.parametrize(("off", "gone"), [(1.0, True), (1.1, False)])
@rule("yangtze", "14.6", "S3.5", "R46")
def test_who_is_at_the_edge_has_come_home(off: float, gone: bool) -> None:
    """Within a millimetre of it, as in contact."""
    stage = bare(flee_leaves_table=True)
    gang = stage.unit("gang")
    (man,) = stage.put(gang, (2400 - 12.5 - off, 500))
    assert at_home_edge(stage.pos, man) == gone


@pytest.mark.parametrize(
    ("kind", "off", "covers"),
    [("hedge", 37.5, True), ("hedge", 37.6, False), ("wire", 20, False), ("wall_low", 20, True), ("hedge", 300, False)],
)
@rule("yangtze", "14.4", "S10", "S5")
def test_a_line_shelters_within_25_mm_of_its_far_side(kind: str, off: float, covers: bool) -> None:
    stage = bare(ground={"lines": [{"k": kind, "p": [[600, 1200], [600, 0]]}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gang, (200, 500))
    foes, x = enemies(stage.pos, squad), round((600 + off) * 10)
    assert bool(behind_line(stage.pos, squad, x, 5000, foes)) == covers
    assert behind_line(stage.pos, squad, x, 5000, []) is None, "from nobody it shelters nobody"
    assert behind_line(stage.pos, squad, 12000 - x, 5000, foes) is None, "on the near side"


@pytest.mark.parametrize(("x", "holds"), [(670, True), (612.5, True), (612.4, False), (739, False)])
@rule("yangtze", "14.4", "S10", "S16.1")
def test_a_house_is_a_refuge_where_a_base_fits_inside(x: float, holds: bool) -> None:
    stage = bare(ground={"buildings": [{"id": "h", "k": "house", "p": box(600, 450, 750, 600)}]})
    squad = stage.unit("usmc_squad")
    found = refuge(stage.pos, squad, round(x * 10), 5250, [])
    assert found == (("house", 0) if holds else None)


@pytest.mark.parametrize(("far", "state"), [(400, RETREAT), (401, COWER)])
@pytest.mark.parametrize(("dx", "dy"), [(-1, 0), (0, 1), (0, -1)])
@rule("yangtze", "14.4", "S10", "R47")
def test_so_it_is_in_every_direction(dx: int, dy: int, far: int, state: str) -> None:
    """Borders to the left and above belong to a wood, those to the right and below it do not."""
    far -= dx < 0 or dy < 0
    x, y, near, deep = 1000, 600, far, far + 150
    across = [x + dx * near, x + dx * deep] if dx else [x - 200, x + 200]
    down = [y + dy * near, y + dy * deep] if dy else [y - 200, y + 200]
    stage = bare(ground={"areas": [{"k": "light_wood", "p": box(min(across), min(down), max(across), max(down))}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (x, y))
    stage.put(gang, (x - 300 * dx, y - 300 * dy))
    consequences(stage.pos, squad)
    assert stage.pos.forced[squad] == state


@pytest.mark.parametrize(("off", "state"), [(0, RETREAT), (1, COWER)])
@pytest.mark.parametrize(("dx", "dy"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
@rule("yangtze", "14.4", "S10", "R47")
def test_the_nearest_point_of_the_cover_may_be_its_corner(dx: int, dy: int, off: int, state: str) -> None:
    """240 mm to the side and 320 to the rear are 400; a millimetre more either way is too far. Of the borders the left
    and the upper one belong to a wood."""
    x, y = 1240 if dx > 0 else 1160, 920 if dy > 0 else 280
    across, down = sorted((x, x + 200 * dx)), sorted((y, y + 200 * dy))
    stage = bare(ground={"areas": [{"k": "light_wood", "p": box(across[0], down[0], across[1], down[1])}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    at = x - 0.1 * (dx < 0) - dx * (240 + off), y - 0.1 * (dy < 0) - dy * (320 + off)
    stage.put(squad, at)
    stage.put(gang, (at[0] - 150 * dx, at[1] - 200 * dy))
    consequences(stage.pos, squad)
    assert stage.pos.forced[squad] == state


@pytest.mark.parametrize(("beside", "seen"), [(175, True), (175.1, False)])
@rule("yangtze", "13.3", "S6.7", "R251")
def test_who_runs_from_a_melee_finds_hidden_men_on_his_way(beside: float, seen: bool) -> None:
    """He passes them at 150 mm from edge to edge and runs on; where he ends he is far from them."""
    stage = bare(ground=area("scrub", 600, 600, 900, 900))
    squad, gang, militia = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("militia")
    stage.put(squad, (1000, 500))
    stage.put(militia, (1100, 500))
    stage.put(gang, (800, 500 + beside))
    stage.pos.hidden = 1 << gang
    flee_now(stage.pos, squad)
    assert stage.places(squad) == [(600, 500)]
    assert (stage.pos.hidden == 0) == seen


@rule("yangtze", "13.3", "5.3", "S6.7", "R251")
def test_who_runs_from_a_melee_stops_short_of_hidden_men() -> None:
    """He makes for the edge, since he knows of nobody there, and the ambush shows before he is in it."""
    stage = bare(ground=area("scrub", 600, 300, 900, 700))
    squad, gang, militia = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("militia")
    stage.put(squad, (1000, 500), (1000, 800))
    stage.put(militia, (1100, 500))
    stage.put(gang, (700, 500))
    stage.pos.hidden = 1 << gang
    flee_now(stage.pos, squad)
    assert stage.pos.hidden == 0
    assert stage.places(squad) == [(825, 500), (600, 800)], "100 mm from the one who showed; his comrade runs on"


@rule("yangtze", "13.3", "S6.8", "R163", "R251")
def test_who_runs_from_a_melee_past_a_sentry_has_been_in_view() -> None:
    """He runs round the end of a high wall and on into the dark; the sentry sees him neither first nor last."""
    wall = {"k": "wall_high", "p": [[400, SIZE[1] - 300], [900, SIZE[1] - 300]]}
    stage = bare("s6_arms_godown", ground={"lines": [wall]})
    squad, sentry = stage.unit("usmc_squad"), stage.unit("sentry")
    stage.put(squad, (450, 250))
    stage.put(stage.unit("wl_guard"), (440, 210))
    stage.put(sentry, (650, 420))
    rule_of_it = stage.pos.book.alarm
    assert rule_of_it is not None
    assert not seen_by_guard(stage.pos, rule_of_it)
    flee_now(stage.pos, squad)
    assert not seen_by_guard(stage.pos, rule_of_it)
    assert stage.pos.sighted
