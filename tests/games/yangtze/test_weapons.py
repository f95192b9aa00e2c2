"""7, 9, 10, 11: weapons that keep their state, targets as each weapon sees them, who falls, and who shows."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, HE, MOVE, SKIRMISH, Card, Fire, Snipe, Throw
from shapan.games.yangtze.air.anti_air import flak_weapons
from shapan.games.yangtze.air.raids import bomb, strafe
from shapan.games.yangtze.dice import Draw
from shapan.games.yangtze.ending import explode
from shapan.games.yangtze.fire.artillery import RoundLands, begin_shell
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.covering import covered, opening_fire
from shapan.games.yangtze.fire.declared import declare, next_shot
from shapan.games.yangtze.fire.defence import defence, defend
from shapan.games.yangtze.fire.elements import gunner, small_arms, snipe_refusal, why_no_fire
from shapan.games.yangtze.fire.firing import DeclareFire, Firing
from shapan.games.yangtze.fire.grenades import nearest, throw_refusal, zone_score
from shapan.games.yangtze.fire.hits import allotted, stand_ins
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.resolving import Resolving
from shapan.games.yangtze.fire.scores import base_score, controlled
from shapan.games.yangtze.fire.shooters import arm_of, fire_card, may_fire, muzzle
from shapan.games.yangtze.fire.shooting import fire_at_unit, in_zone, zone_fire
from shapan.games.yangtze.fire.sighting import sees_body
from shapan.games.yangtze.fire.targets import aim, legal_targets, reaches, target_refusal
from shapan.games.yangtze.fire.volley import GROUND, Blast, at_figure, at_gun, at_hull
from shapan.games.yangtze.movement.interrupts import covering_fire
from shapan.games.yangtze.movement.ways import guide
from shapan.games.yangtze.noted import FIRE, THROW, Attack, Declared, Job, Marker
from shapan.games.yangtze.place import Off, move
from shapan.games.yangtze.position import LOST, WRECK
from shapan.games.yangtze.show.preview import previews
from shapan.games.yangtze.stances import cover_refusal
from shapan.games.yangtze.vessels.damage import Armour
from shapan.games.yangtze.who import Figure, Model, Mounted, Unit, put
from shapan.ground.table import OUTDOORS, near_polygon
from shapan.kernel import rule

FIRING = DeclareFire()


# --- A weapon is a thing: 7.1, 7.9, R61, R70 --------------------------------------------------------------------------


@pytest.mark.parametrize("template", ["usmc_mmg", "wl_lmg", "us_gun_75", "wl_gun_light"])
@rule("yangtze", "7.1", "R61", "R70")
def test_a_crew_s_weapon_does_not_fire_again_when_its_gunner_falls(template: str) -> None:
    stage = bare()
    crew_unit, gang = stage.unit(template), stage.unit("gang")
    crew = stage.row(crew_unit, 500, 500, 3)
    if stage.pos.book.units[crew_unit].kind == "gun":
        stage.model(crew_unit, 520, 520)
    friends = "usmc_squad" if template.startswith("us") else "wl_rifles"
    stage.row(stage.unit(friends), 500, 470, 2)
    stage.row(gang, 900, 500, 3)
    stage.card(HALT, crew_unit)
    assert may_fire(stage.pos, crew[0])
    assert not arm_of(stage.pos, crew[1]).small_arm, "the loader has no weapon of his own"
    stage.pos.fired |= 1 << crew[0]
    stage.pos.remove(crew[:1], LOST)
    assert arm_of(stage.pos, crew[1]).roll != "none", "he serves it now"
    assert not may_fire(stage.pos, crew[1])
    assert small_arms(stage.pos, crew_unit, "halt") == []


@rule("yangtze", "7.9", "R61", "R70", "R55")
def test_a_covering_gun_goes_on_covering_when_its_gunner_falls() -> None:
    stage = bare()
    team, gang = stage.unit("usmc_mmg"), stage.unit("gang")
    first, second, _ = stage.row(team, 500, 500, 3)
    stage.row(stage.unit("usmc_squad"), 500, 470, 2)
    stage.put(gang, (900, 500))
    stage.card(HALT, team)
    stage.card(MOVE, gang)
    lay(stage.pos, Marker(first, 9000, 5000, 1, 0))
    stage.pos.remove([first], LOST)
    assert covering_fire(stage.pos) is not None
    assert not may_fire(stage.pos, second), "it fires nowhere else"
    assert why_no_fire(stage.pos, team, "halt")[0] == "7.9"


@rule("yangtze", "9.1", "7.5", "R91")
def test_a_gun_is_measured_from_its_piece_and_served_beside_it() -> None:
    stage = bare()
    gun, gang = stage.unit("us_gun_75"), stage.unit("gang")
    crew = stage.row(gun, 500, 500, 4)
    stage.model(gun, 540, 540)
    stage.put(gang, (1200, 540))
    stage.card(HALT, gun)
    assert muzzle(stage.pos, crew[0], 12000, 5400) == (5400, 5400, 300)
    assert gunner(stage.pos, gun, "halt")
    stage.model(gun, 900, 540)
    assert not gunner(stage.pos, gun, "halt"), "the crew is 400 mm away (S2.1)"
    move(stage.pos, (Model(gun), Off()))
    assert not gunner(stage.pos, gun, "halt")


# --- 7.3, 7.4, 11.1: what is declared ---------------------------------------------------------------------------------


def assault() -> tuple[Stage, Unit, Unit]:
    """An assault squad with grenades, and a gang within reach of them."""
    stage = bare()
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (500, 500), (530, 500), (560, 500), (590, 500), (620, 500))
    stage.put(gang, (560, 590), (590, 590), (620, 590))
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    stage.pos.stack = (Firing("halt", 0), ())
    return stage, squad, gang


@pytest.mark.parametrize("order", [(Throw, Fire), (Fire, Throw)])
@rule("yangtze", "11.1", "R69")
def test_a_unit_throws_and_fires_in_whichever_order_it_is_said(order: Any) -> None:
    stage, squad, gang = assault()
    at = Firing("halt", 0)
    for make in order:
        assert FIRING.refusal(stage.pos, at, make(squad, gang)) is None
        FIRING.apply(stage.pos, at, make(squad, gang))
    stage.pos.stack = (Resolving("halt"), ())
    stage.settle()
    assert stage.told("throws")
    assert next_throwers(stage) == 4
    while stage.pos.shots:
        stage.roll(1)
    assert [event.params["count"] for event in stage.told("fires")] == [1], "the leader alone has no grenade"


def next_throwers(stage: Stage) -> int:
    (event,) = stage.told("throws")
    return int(str(event.params["count"]))


@rule("yangtze", "7.4", "S8")
def test_two_targets_of_a_unit_are_resolved_in_the_order_they_were_given() -> None:
    stage = bare()
    squad, (one, two, three) = stage.pos.book.every_unit[1], stage.pos.book.everyone[:3]
    high, low = stage.pos.book.every_unit[9], stage.pos.book.every_unit[3]
    for shot in (
        Declared(FIRE, squad, high, (one,)),
        Declared(FIRE, squad, low, (two,)),
        Declared(THROW, squad, low, (three,)),
    ):
        declare(stage.pos, shot)
    assert next_shot(stage.pos).manner == THROW
    assert [next_shot(stage.pos).target for _ in range(2)] == [high, low]
    assert stage.pos.shots == ()


@rule("yangtze", "7.5", "R19", "S8")
def test_pistols_measure_to_the_figure_nearest_to_themselves() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    chief, _, *_ = stage.put(gang, (500, 500), (900, 500))
    stage.put(squad, (500, 620), (900, 550))
    stage.card(HALT, gang)
    shooters = [chief, stage.men(gang)[1]]
    sight = aim(stage.pos, shooters, squad, 1 << 20)
    assert sight is not None
    assert sight.nearest == stage.men(squad)[1]
    assert reaches(stage.pos, chief, sight), "the man before him is 95 mm away"


@rule("yangtze", "7.7", "R20")
def test_a_zone_weapon_tests_nobody_whom_it_does_not_see() -> None:
    house = {"id": "h", "k": "house", "p": box(640, 380, 700, 520), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    bar, _ = stage.put(squad, (500, 450), (800, 700))
    stage.put(gang, (900, 450), (900, 640), (760, 450), (1040, 450))
    stage.card(HALT, squad)
    sight = aim(stage.pos, list(stage.men(squad)[:2]), gang, 1 << 20)
    assert sight is not None
    _, shots = zone_fire(stage.pos, squad, bar, sight)
    seen = [f for f in stage.men(gang)[:4] if aim(stage.pos, [bar], gang, 1 << 20) and f in _seen(stage, bar, gang)]
    assert all(shot.target.man in seen for shot in shots)


def _seen(stage: Stage, watcher: Figure, unit: Unit) -> tuple[Figure, ...]:
    sight = aim(stage.pos, [watcher], unit, 1 << 20)
    return sight.visible if sight else ()


TOWER = {"id": "t", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [], "windows": [[600, 650]]}


@rule("yangtze", "7.7", "R20")
def test_a_zone_of_bullets_stays_on_its_floor() -> None:
    stage = bare(ground={"buildings": [TOWER]})
    below, above = stage.put(stage.unit("gang"), (640, 550), (670, 550))
    stage.pos.floor = put(stage.pos.floor, above, 1)
    assert in_zone(stage.pos, (6400, 5500), 500, 0) == [below]
    assert in_zone(stage.pos, (6400, 5500), 500, 1) == [above]


@rule("yangtze", "6.2", "R10")
def test_those_in_contact_shoot_and_throw_only_at_who_touches_them() -> None:
    stage = bare()
    snipers, squad = stage.unit("usmc_sniper"), stage.unit("usmc_assault_squad")
    gang, company = stage.unit("gang"), stage.unit("wl_rifles")
    (marksman,) = stage.put(snipers, (500, 500))
    _, thrower = stage.put(squad, (1000, 500), (900, 500))
    (one,) = stage.put(gang, (525, 500))
    guard = stage.unit("wl_guard")
    (two,) = stage.put(guard, (925, 500))
    (far,) = stage.put(company, (900, 560))
    stage.card(HALT, snipers, squad)
    stage.pos.touched = 1 << marksman | 1 << thrower | 1 << one | 1 << two
    piece = stage.pos.book.piece_of_figure
    assert case(snipe_refusal(stage.pos, [marksman], piece(far))) == "6.2"
    assert snipe_refusal(stage.pos, [marksman], piece(one)) is None
    assert throw_refusal(stage.pos, squad, company, (HALT,)) is not None
    assert throw_refusal(stage.pos, squad, guard, (HALT,)) is None


@rule("yangtze", "13.2", "R94", "R62")
def test_a_sniper_spares_the_very_figure_that_is_in_contact_with_a_friend() -> None:
    stage = bare()
    snipers, squad, gang = stage.unit("usmc_sniper"), stage.unit("usmc_squad"), stage.unit("gang")
    (marksman,) = stage.put(snipers, (500, 500))
    (friend,) = stage.put(squad, (700, 500))
    foe, other = stage.put(gang, (725, 500), (760, 500))
    stage.card(HALT, snipers)
    stage.pos.touched = 1 << friend | 1 << foe
    piece = stage.pos.book.piece_of_figure
    assert case(snipe_refusal(stage.pos, [marksman], piece(foe))) == "13.2"
    assert snipe_refusal(stage.pos, [marksman], piece(other)) is None


@rule("yangtze", "12.1", "12.3", "R68")
def test_snipers_fire_at_vehicles_and_vessels() -> None:
    stage = bare()
    snipers, car = stage.unit("usmc_sniper"), stage.unit("armoured_car")
    (marksman,) = stage.put(snipers, (500, 500))
    stage.model(car, 700, 500)
    stage.pos.owner = put(stage.pos.owner, car, 1)
    stage.card(HALT, snipers)
    assert snipe_refusal(stage.pos, [marksman], car) is None
    at = Firing("halt", 0)
    assert FIRING.refusal(stage.pos, at, Snipe(snipers, car)) is None
    FIRING.apply(stage.pos, at, Snipe(snipers, car))
    stage.pos.stack = (Resolving("halt"), ())
    stage.settle()
    assert stage.volley.shots[0][0] == at_hull(car)
    stage.model(car, 1200, 500)
    assert case(snipe_refusal(stage.pos, [marksman], car)) == "7.5"


# --- 6.1 last-moment fire ---------------------------------------------------------------------------------------------


@rule("yangtze", "6.1", "S7", "9.4")
def test_snipers_and_light_guns_fire_before_they_are_touched() -> None:
    stage = bare()
    snipers, light, medium = stage.unit("usmc_sniper"), stage.unit("us_gun_37"), stage.unit("us_gun_75")
    gang = stage.unit("gang")
    (marksman,) = stage.put(snipers, (500, 500))
    stage.row(light, 530, 500, 4)
    stage.model(light, 560, 470)
    stage.row(medium, 530, 420, 4)
    stage.model(medium, 560, 390)
    charger, *_ = stage.put(gang, (500, 540), (530, 540), (560, 540))
    stage.card(HALT, snipers, light, medium)
    stage.card(CHARGE, gang)
    assert defence(stage.pos, snipers, gang, charger).marksmen == [marksman]
    assert defence(stage.pos, light, gang).guns
    assert not defence(stage.pos, medium, gang), "under 200 mm a medium gun hits nothing"
    stage.pos.teller = stage.events.append
    defend(stage.pos, defence(stage.pos, snipers, gang, charger), gang, charger)
    assert stage.told("snipes")
    assert not defence(stage.pos, snipers, gang, charger)


# --- who falls: 4.3, 7.2, R25, R26, R63 -------------------------------------------------------------------------------


@rule("yangtze", "7.2", "R25", "R21")
def test_a_substitute_outside_the_zone_is_drawn_among_those_nearest_to_the_fire() -> None:
    stage = bare()
    gang = stage.unit("gang")
    chief, near, also, far = stage.put(gang, (500, 500), (700, 500), (740, 500), (900, 500))
    zone = Blast(None, gang, 0, 5000, "bullets", "mmg", False, 5000, 5000, 750, caught=(chief,))
    assert stand_ins(stage.pos, chief, zone) == [near, also]
    assert far


@rule("yangtze", "7.2", "R63", "R25")
def test_a_sergeant_falls_for_his_officer_in_a_zone() -> None:
    stage = bare()
    group = stage.unit("usmc_fcg")
    officer, first, second = stage.put(group, (500, 500), (530, 500), (900, 500))
    zone = Blast(None, group, 0, 5000, "bullets", "mmg", False, 5000, 5000, 750, caught=(officer, first))
    assert stand_ins(stage.pos, officer, zone) == [first]
    assert stand_ins(stage.pos, first, zone) == [], "nobody falls for a sergeant"
    blast = Blast(None, group, 0, 5000, "bullets", "rifle", visible=(officer, second))
    assert allotted(stage.pos, blast) == [second]


# --- S6.7 who shows ---------------------------------------------------------------------------------------------------


@rule("yangtze", "S6.7", "7.7")
def test_a_zone_of_bullets_shows_the_hidden_men_whom_it_sweeps() -> None:
    stage = bare()
    team, gang, ambush = stage.unit("usmc_lmg"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(team, (500, 500), (500, 530))
    stage.put(stage.unit("usmc_squad"), (500, 470))
    stage.put(gang, (700, 500))
    stage.put(ambush, (740, 500))
    stage.card(HALT, team)
    stage.pos.hidden = 1 << ambush
    stage.pos.then(*fire_at_unit(stage.pos, small_arms(stage.pos, team, "halt"), gang))
    assert not stage.pos.hidden >> ambush & 1


@rule("yangtze", "S6.7", "7.9", "R55")
def test_covering_fire_does_not_open_on_men_who_lie_hidden() -> None:
    stage = bare()
    team, ambush, gang = stage.unit("usmc_lmg"), stage.unit("wl_rifles"), stage.unit("gang")
    weapon, _ = stage.put(team, (500, 500), (500, 530))
    stage.put(stage.unit("usmc_squad"), (500, 470))
    (hidden,) = stage.put(ambush, (740, 500))
    stage.card(HALT, team)
    stage.pos.hidden = 1 << ambush
    lay(stage.pos, Marker(weapon, 7400, 5000, 1, 0))
    assert list(opening_fire(stage.pos)) == []
    (walker,) = stage.put(gang, (760, 530))
    assert list(opening_fire(stage.pos)) == [(0, tuple(sorted((hidden, walker))))]


@pytest.mark.parametrize("spare", [False, True])
@rule("yangtze", "7.7", "7.9", "10.2", "R20")
def test_zones_spare_friends_where_players_agree_on_it(spare: bool) -> None:
    stage = bare(zone_spares_friends=spare)
    team, squad, gang = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("gang")
    weapon, _ = stage.put(team, (500, 500), (500, 530))
    _, friend = stage.put(squad, (500, 470), (740, 500))
    (foe,) = stage.put(gang, (770, 500))
    stage.card(HALT, team, squad)
    assert covered(stage.pos, Marker(weapon, 7400, 5000, 1, 0)) == sorted([foe] if spare else [friend, foe])
    plane = stage.unit("us_plane")
    stage.model(plane, 600, 500, 90)
    stage.pos.then(*strafe(stage.pos, plane, 6000, 5000, 90))
    struck = {target[1] for target, *_ in stage.volley.shots}
    assert struck == ({foe} if spare else {friend, foe})


# --- 7.9 where a marker may lie ---------------------------------------------------------------------------------------


@rule("yangtze", "7.9", "R55", "S16.2", "S18")
def test_a_covering_marker_lies_in_sight() -> None:
    stage = bare(ground={"buildings": [{**TOWER, "k": "house"}]})
    squad = stage.unit("usmc_squad")
    bar, *_ = stage.put(squad, (615, 550), (640, 580))
    stage.card(HALT, squad)
    piece = stage.pos.book.piece_of_figure(bar)
    assert cover_refusal(stage.pos, 0, piece, 3000, 5500) is None, "through the window"
    assert case(cover_refusal(stage.pos, 0, piece, 9000, 5500)) == "7.9", "through the wall"
    night = bare("s6_arms_godown")
    squad = night.unit("usmc_squad")
    bar, *_ = night.put(squad, (300, 550), (320, 580))
    night.card(HALT, squad)
    piece = night.pos.book.piece_of_figure(bar)
    assert cover_refusal(night.pos, 0, piece, 5500, 5500) is None
    assert case(cover_refusal(night.pos, 0, piece, 7000, 5500)) == "7.9"


# --- 9, 10, 11 bursts -------------------------------------------------------------------------------------------------


@rule("yangtze", "10.1", "9.5", "R20", "R32")
def test_what_a_bomb_is_dropped_on() -> None:
    stage = bare(ground={"buildings": [TOWER]})
    plane, squad, gun = stage.unit("wl_plane"), stage.unit("usmc_squad"), stage.unit("us_gun_75")
    stage.model(plane, 500, 500, 90)
    man, far = stage.put(squad, (1000, 500), (640, 550))
    stage.row(gun, 1500, 500, 2)
    stage.model(gun, 1500, 540)
    found = []
    for x, y in ((10000, 5050), (10500, 5000), (15000, 5400), (6400, 5500)):
        twin = Stage(stage.pos.copy())
        twin.pos.then(*bomb(twin.pos, plane, x, y, 90))
        found.append(twin.stake(RoundLands).target)
    assert found == [at_figure(man), GROUND, at_gun(gun), GROUND], "nobody is on the top floor"
    assert far


@rule("yangtze", "9.5", "R32")
def test_a_shell_is_laid_on_a_piece_only_if_it_is_seen() -> None:
    wall = {"k": "wall_high", "p": [[700, 690], [700, 800]]}
    stage = bare(ground={"lines": [wall]})
    ours, theirs = stage.unit("us_gun_75"), stage.unit("wl_gun_medium")
    crew = stage.row(ours, 300, 500, 4)
    stage.model(ours, 320, 520)
    stage.put(theirs, (1100, 540), (1130, 540))
    stage.model(theirs, 1100, 460)
    stage.card(HALT, ours)
    stage.pos.then(*begin_shell(stage.pos, crew[0], ours, theirs, HE))
    assert stage.stake(RoundLands).target.sort == "figure"


@rule("yangtze", "9.5", "R32", "R91")
def test_whoever_serves_a_gun_sees_the_piece_for_it() -> None:
    """A wall hides the enemy's gun from ours, not from the man who stands beside ours."""
    wall = {"k": "wall_high", "p": [[400, 640], [400, 700]]}
    stage = bare(ground={"lines": [wall]})
    ours, theirs = stage.unit("us_gun_75"), stage.unit("wl_gun_medium")
    crew = stage.put(ours, (320, 460), (290, 470))
    stage.model(ours, 320, 520)
    stage.put(theirs, (1100, 460), (1130, 460))
    stage.model(theirs, 1100, 520)
    stage.card(HALT, ours)
    stage.pos.then(*begin_shell(stage.pos, crew[0], ours, theirs, HE))
    assert stage.stake(RoundLands).target.sort == "gun"


@rule("yangtze", "7.5", "S1")
def test_the_range_to_a_hull_is_not_rounded_down() -> None:
    """The corner of a lorry lies aslant, a hundredth of a millimetre beyond the reach of a pistol."""
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit("truck")
    stage.model(lorry, 600, 600)
    left, top = min(edge[0] for edge in stage.pos.body(lorry)), min(edge[1] for edge in stage.pos.body(lorry))
    (chief,) = stage.put(gang, ((left - 900) / 10, (top - 675) / 10))
    stage.card(HALT, gang, lorry)
    assert near_polygon(stage.pos.body(lorry), stage.pos.x[chief], stage.pos.y[chief]) == 1125**2
    assert target_refusal(stage.pos, [chief], lorry) is None
    stage.put(gang, ((left - 901) / 10, (top - 674) / 10))
    assert case(target_refusal(stage.pos, [chief], lorry)) == "7.5"


@rule("yangtze", "S12.8", "S14.8", "R92")
def test_the_gunner_of_a_boat_serves_her_gun_whoever_else_fires() -> None:
    """Coxswain and seaman have their own shots, whether the gun is named before them or after."""
    stage = bare()
    launch, gang = stage.unit("launch"), stage.unit("gang")
    stage.model(launch, 600, 600)
    stage.row(gang, 560, 700, 4)
    stage.card(HALT, launch)
    cox, _, seaman = stage.men(launch)
    pos, gun = stage.pos, Mounted(stage.pos.book.guns[launch][0])
    assert small_arms(pos, launch, "halt") == [cox, seaman]
    declare(pos, Declared(FIRE, pos.book.piece_of_mount(gun.mount), gang, (gun,)))
    assert small_arms(pos, launch, "halt") == [cox, seaman]


@rule("yangtze", "9.5", "S12.8", "R32")
def test_a_mount_is_not_laid_on_a_piece_outside_its_arc() -> None:
    """Dead astern of a gunboat: the crew stands to one side, where the gun at her bow can still be trained."""
    stage = bare()
    boat, theirs = stage.unit("gunboat"), stage.unit("wl_gun_medium")
    stage.model(boat, 600, 600)
    stage.put(theirs, (1000, 950), (1030, 950))
    stage.model(theirs, 600, 1000)
    stage.card(HALT, boat)
    mount = stage.pos.book.guns[boat][0]
    stage.pos.then(*begin_shell(stage.pos, Mounted(mount), stage.pos.book.piece_of_mount(mount), theirs, HE))
    assert stage.stake(RoundLands).target.sort == "figure"


@rule("yangtze", "S5", "R20")
def test_a_shell_that_bursts_in_a_house_leaves_its_cover() -> None:
    stage = bare(ground={"buildings": [TOWER]})
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (640, 550))
    stage.card(HALT, squad)
    assert effective(stage.pos, man, (6600, 5500), bullets=False) == "hard+"
    assert effective(stage.pos, man, (6600, 5500), bullets=True) == "soft", "from within the room bullets find none"


@rule("yangtze", "S5")
def test_an_open_gate_is_no_wall() -> None:
    wall = {"k": "wall_low", "p": [[400, 700], [800, 700]], "gates": [[600, 700, 60]]}
    stage = bare(ground={"lines": [wall]})
    gang = stage.unit("gang")
    (man,) = stage.put(gang, (600, 520))
    stage.card(HALT, gang)
    stage.pos.shut = 0
    assert effective(stage.pos, man, (6000, 1000)) == "none"
    stage.pos.shut = 1
    assert effective(stage.pos, man, (6000, 1000)) == "hard"


@rule("yangtze", "10.2", "S15.3", "R95")
def test_strafing_vehicles_far_off_and_men_behind_houses() -> None:
    stage = bare(ground={"buildings": [{**TOWER, "p": box(560, 480, 600, 520), "windows": []}]})
    plane, car, squad = stage.unit("wl_plane"), stage.unit("armoured_car"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500, 90)
    stage.model(car, 805, 500, 90)
    behind, indoors = stage.put(squad, (640, 500), (580, 500))
    stage.card(MOVE, squad)
    stage.pos.then(*strafe(stage.pos, plane, 5000, 5000, 90))
    shots = {target: score for target, score, *_ in stage.volley.shots}
    assert shots == {at_figure(behind): 5, at_hull(car): 12}, "a house hides nobody from above but those under its roof"
    assert indoors


@rule("yangtze", "11.1", "R25", "7.4")
def test_no_grenade_at_a_unit_of_which_only_the_leader_is_seen() -> None:
    house = {"id": "h", "k": "house", "p": box(560, 500, 700, 640), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    _, man = stage.put(squad, (480, 470), (520, 470))
    chief, _ = stage.put(gang, (600, 470), (720, 600))
    stage.card(HALT, squad)
    assert nearest(stage.pos, man, gang) is None
    stage.pos.remove(stage.men(gang)[1:2], LOST)
    assert nearest(stage.pos, man, gang) == chief


@rule("yangtze", "7.11", "S8", "R69", "R38")
def test_the_others_near_a_grenade_are_tested_with_the_thrower_s_steps() -> None:
    stage, squad, gang = assault()
    man, mark = stage.men(squad)[1], stage.men(gang)[0]
    assert zone_score(stage.pos, man, mark, OUTDOORS) == 3
    stage.card(MOVE, squad)
    assert zone_score(stage.pos, man, mark, OUTDOORS) == 4
    stage.pos.pinned = 1 << man
    assert zone_score(stage.pos, man, mark, 0) == 3, "pinned, and one better in a room"


@rule("yangtze", "11.3", "R69")
def test_the_launcher_man_has_a_rifle_too() -> None:
    stage = bare()
    squad = stage.unit("usmc_grenadier_squad")
    stage.row(squad, 500, 500, 5)
    stage.card(HALT, squad)
    (launcher,) = [f for f in stage.men(squad) if stage.pos.book.figures[f].weapon == "rifle_grenade"]
    assert launcher in small_arms(stage.pos, squad, "halt")
    assert arm_of(stage.pos, launcher).name == "rifle"


# --- carriers ---------------------------------------------------------------------------------------------------------


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


@rule("yangtze", "10.3")
def test_riders_of_a_halted_carrier_fire_at_aircraft() -> None:
    stage = bare()
    truck, squad, plane = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("wl_plane")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    stage.model(plane, 500, 600)
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 6000, 90),)
    stage.card(HALT, truck, squad)
    assert stage.pos.book.piece_of_figure(stage.men(squad)[0]) in flak_weapons(stage.pos, 0)


@rule("yangtze", "S12.8", "S14.8", "R92")
def test_a_launch_has_one_lewis_gun_and_a_crew_does_one_thing_at_a_time() -> None:
    stage = bare()
    launch, boat = stage.unit("launch"), stage.unit("gunboat")
    stage.model(launch, 500, 500)
    stage.model(boat, 1200, 900)
    stage.card(HALT, launch, boat)
    arms = [arm_of(stage.pos, f).name for f in small_arms(stage.pos, launch, "halt")]
    assert "lmg" not in arms, "the gunner's weapon is that of the mount"
    riflemen = len(small_arms(stage.pos, boat, "halt"))
    fore = stage.pos.book.guns[boat][0]
    stage.pos.fired |= 1 << len(stage.pos.book.figures) + fore
    assert len(small_arms(stage.pos, boat, "halt")) == riflemen - 2, "two hands serve the gun"


@rule("yangtze", "7.8", "R33", "R96")
def test_navy_crews_fire_under_control() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 1200, 900)
    stage.card(HALT, boat)
    assert controlled(stage.pos, Mounted(stage.pos.book.guns[boat][2]))
    assert not controlled(stage.pos, Mounted(stage.pos.book.guns[boat][0])), "guns never do"
    lorry, car = stage.unit("gun_truck"), stage.unit("armoured_car")
    stage.model(lorry, 300, 300)
    stage.model(car, 300, 500)
    stage.card(HALT, lorry, car)
    assert controlled(stage.pos, Mounted(stage.pos.book.guns[lorry][0])), "an American gun lorry"
    assert not controlled(stage.pos, Mounted(stage.pos.book.guns[car][0])), "a warlord's car"
    stage.card(MOVE, lorry)
    assert not controlled(stage.pos, Mounted(stage.pos.book.guns[lorry][0])), "only on HALT"


@rule("yangtze", "S12.5")
def test_a_bullet_through_armour_hits_the_crew_and_not_the_riders() -> None:
    stage = bare()
    train, company = stage.unit("armoured_train"), stage.unit("wl_rifles")
    stage.model(train, 1000, 500, 90)
    stage.board(company, train)
    Armour(train).scored(stage.pos, 12)
    assert isinstance(stage.pos.top, Draw)
    assert set(stage.pos.top.figures) == set(stage.men(train))


@rule("yangtze", "9.4", "7.6")
def test_a_train_s_gun_fires_at_exactly_two_hundred() -> None:
    stage = bare()
    train, squad = stage.unit("armoured_train"), stage.unit("usmc_squad")
    stage.model(train, 1000, 500, 90)
    stage.card(HALT, train)
    mount = Mounted(stage.pos.book.guns[train][0])
    for gap, fires in ((199.9, False), (200, True)):
        stage.put(squad, (1000 + 210 + gap + 12.5, 500))
        sight = aim(stage.pos, [mount], squad, 1 << 20)
        assert sight is not None
        assert reaches(stage.pos, mount, sight) == fires


@rule("yangtze", "7.1", "S14.8")
def test_rifles_aboard_a_vessel_that_is_wrecked_in_the_same_step_still_fire() -> None:
    stage = bare()
    boat, gang = stage.unit("gunboat"), stage.unit("gang")
    stage.model(boat, 1000, 900, 90)
    stage.put(gang, (1000, 700), (1030, 700))
    stage.card(HALT, boat)
    at = Firing("halt", 0)
    FIRING.apply(stage.pos, at, Fire(boat, gang))
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.stack = (Resolving("halt"), ())
    stage.settle()
    assert stage.told("fires")


# --- switches ---------------------------------------------------------------------------------------------------------


@rule("yangtze", "5.1", "R18")
def test_mounts_halt_too_where_machine_guns_must() -> None:
    for must in (False, True):
        stage = bare(mmg_must_halt=must)
        car = stage.unit("armoured_car")
        stage.model(car, 500, 500)
        stage.card(MOVE, car)
        assert may_fire(stage.pos, Mounted(stage.pos.book.guns[car][0])) != must


@rule("yangtze", "7.4")
def test_without_priorities_lone_figures_are_targets_like_others() -> None:
    for strict in (True, False):
        stage = bare(strict_priorities=strict)
        squad, gang, lone = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
        stage.row(squad, 500, 500, 3)
        stage.row(gang, 500, 900, 3)
        stage.put(lone, (500, 700))
        stage.card(HALT, squad)
        found = set(legal_targets(stage.pos, small_arms(stage.pos, squad, "halt")))
        assert found == ({gang} if strict else {gang, lone})


@rule("yangtze", "S17.7", "8.5", "7.7")
def test_a_demolition_reaches_75_mm_whatever_zones_are_called() -> None:
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 720, 600), "doors": [[660, 600]], "windows": []}
    stage = bare(ground={"buildings": [hut]}, beaten_zone_measure="diameter", he_reduces_cover="none")
    man, inside = stage.put(stage.unit("gang"), (800, 550), (660, 550))
    stage.pos.teller = stage.events.append
    stage.pos.then(*explode(stage.pos, 0))
    stage.pos.teller = None
    assert stage.gone([man, inside]) == [inside]
    assert len(stage.told("buried")) == 1, "whoever was inside is told of"
    assert [target for target, *_ in stage.volley.shots] == [at_figure(man)]
    assert not stage.volley.blasts[0].he


# --- citations and previews -------------------------------------------------------------------------------------------


@rule("yangtze", "4.1", "10.3", "12.2", "6.2", "S16.8", "14.5", "14.6", "9.1")
def test_why_a_unit_does_not_fire() -> None:
    stage = bare()
    squad, gun, boat = stage.unit("usmc_squad"), stage.unit("us_gun_75"), stage.unit("gunboat")
    chief, *men = stage.put(squad, (500, 500), (800, 500), (830, 500))
    stage.card(HALT, squad)
    stage.pos.remove([chief], LOST)
    assert why_no_fire(stage.pos, squad, "halt")[0] == "4.1"
    stage.put(squad, (790, 500))
    stage.pos.touched_early = sum(1 << f for f in stage.pos.standing[squad])
    assert why_no_fire(stage.pos, squad, "halt")[0] == "6.2"
    stage.pos.fired = stage.pos.flak = stage.pos.touched_early
    assert why_no_fire(stage.pos, squad, "halt")[0] == "10.3"
    stage.pos.works = (Job(squad, "clear"),)
    assert why_no_fire(stage.pos, squad, "halt")[0] == "S16.8"
    for state, cited in (("RETREAT", "14.4"), ("COWER", "14.5"), ("FLEE", "14.6")):
        stage.card(state, squad)
        assert why_no_fire(stage.pos, squad, "halt")[0] == cited
    stage.row(gun, 1500, 500, 4)
    stage.model(gun, 1500, 540)
    stage.card(MOVE, gun)
    assert why_no_fire(stage.pos, gun, "other")[0] == "9.1"
    stage.model(boat, 1200, 900)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    assert why_no_fire(stage.pos, boat, "halt")[0] == "12.2"
    assert men


@rule("yangtze", "14.5", "5.0")
def test_a_card_for_a_cowering_unit_cites_its_state() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 5)
    stage.card("COWER", squad)
    refusal = stage.pos.refusal(Card(squad, MOVE))
    assert case(refusal) == "14.5"


@rule("yangtze", "8.2", "R16")
def test_the_preview_of_a_shot_counts_hard_cover() -> None:
    rocks = {"k": "rocks", "p": box(600, 400, 800, 600)}
    stage = bare(ground={"areas": [rocks]})
    squad, guard = stage.unit("usmc_squad"), stage.unit("wl_guard")
    stage.row(squad, 300, 500, 5)
    stage.row(guard, 650, 500, 3)
    stage.card(HALT, squad, guard)
    stage.pos.stack = (Firing("halt", 0), ())
    shown = next(previews(stage.pos, 0))
    assert "factor.hard_cover" in [factor.key for factor in shown.factors]


@rule("yangtze", "S17.1")
def test_escorted_civilians_move_though_the_first_of_them_has_no_escort() -> None:
    stage = bare()
    people, squad = stage.unit("consul"), stage.unit("usmc_squad")
    _, second, _ = stage.put(people, (500, 500), (900, 500), (930, 500))
    stage.put(squad, (900, 540))
    stage.card(MOVE, people)
    assert guide(stage.pos, people) == second


@rule("yangtze", "S4", "S18", "R93")
def test_a_boat_that_fires_at_night_is_seen_by_its_flash() -> None:
    stage = bare("s6_arms_godown")
    sampan, squad = stage.unit("sampan"), stage.unit("usmc_assault_squad")
    sentry = stage.unit("sentry")
    stage.model(sampan, 1000, 600)
    stage.board(squad, sampan)
    (watcher,) = stage.put(sentry, (500, 600))
    assert not sees_body(stage.pos, watcher, sampan)
    stage.pos.fired = 1 << stage.men(squad)[0]
    assert sees_body(stage.pos, watcher, sampan)
