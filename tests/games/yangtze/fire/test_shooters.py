"""7.1, 7.2, S12.8, S14.8 Who fires: crews of guns, mounts of vehicles and vessels, and what keeps them silent."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.games.yangtze.scenes import WATER, fired
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    HE,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
    Charge,
    Cover,
    Drive,
    Fire,
    Flak,
    Fly,
    March,
    Ready,
    Shell,
    Snipe,
    Strafe,
)
from shapan.games.yangtze.fire.aimed import AtFigure
from shapan.games.yangtze.fire.artillery import RoundLands, begin_shell
from shapan.games.yangtze.fire.declared import declare
from shapan.games.yangtze.fire.elements import gunner, small_arms, why_no_fire
from shapan.games.yangtze.fire.shooters import (
    arm_of,
    crew_at,
    hands_for,
    in_arc,
    may_fire,
    met,
    muzzle,
    rides_armed,
    servers,
    why_unserved,
)
from shapan.games.yangtze.noted import Job, UnitFire
from shapan.games.yangtze.place import Off, move
from shapan.games.yangtze.position import ARMAMENT, DISABLED, HALF_SPEED, LOST, WRECK
from shapan.games.yangtze.who import Model, Mounted, Piece, Unit, put
from shapan.ground.table import ahead
from shapan.kernel import rule

US, CN = 0, 1


def to_side(stage: Stage, side: int) -> None:
    while getattr(stage.pos.top, "side", side) != side:
        stage.pos.push(Ready(), stage.hear)


def mount(stage: Stage, unit: Unit, number: int = 0) -> Piece:
    return stage.pos.book.piece_of_mount(stage.pos.book.guns[unit][number])


def car_and_squad(**switches: Any) -> tuple[Stage, Unit, Unit]:
    """An armoured car that faces a squad; a gang of the same side stands by and can fire too."""
    stage = bare(**switches)
    car, squad, gang = stage.unit("armoured_car"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(car, 300, 600, 90)
    stage.row(squad, 700, 600, 5)
    stage.row(gang, 500, 750, 4)
    return stage, car, squad


def crew_lost(*numbers: int) -> Callable[[Stage, Unit], None]:
    return lambda stage, unit: stage.pos.remove([stage.men(unit)[number] for number in numbers], LOST)


def hurt(flag: int) -> Callable[[Stage, Unit], None]:
    def change(stage: Stage, unit: Unit) -> None:
        stage.pos.damage = put(stage.pos.damage, unit, flag)

    return change


@pytest.mark.parametrize(
    ("change", "cited"),
    [
        (crew_lost(), None),
        (crew_lost(1), None),
        (crew_lost(0), None),
        (crew_lost(1, 2), "S12.8"),
        (hurt(DISABLED), "S12.4"),
    ],
)
@rule("yangtze", "S12.8", "S12.4")
def test_a_vehicles_mount_needs_a_hand_besides_the_driver(
    change: Callable[[Stage, Unit], None], cited: str | None
) -> None:
    stage, car, squad = car_and_squad()
    change(stage, car)
    stage.play(to="halt_fire")
    to_side(stage, CN)
    assert stage.why(Fire(mount(stage, car), squad)) == cited


@pytest.mark.parametrize(("switch", "cited"), [(False, None), (True, "5.1")])
@rule("yangtze", "5.1", "S12.8")
def test_by_agreement_medium_machine_guns_on_mounts_fire_on_halt_only(switch: bool, cited: str | None) -> None:
    stage, car, squad = car_and_squad(mmg_must_halt=switch)
    gang = stage.unit("gang")
    stage.play(
        *(Card(car, MOVE), Drive(car, ONWARD, ((4500, 6000),))),
        *(Card(gang, SKIRMISH), March(gang, ((5000, 7800),))),
        to="other_fire",
    )
    to_side(stage, CN)
    assert stage.why(Fire(mount(stage, car), squad)) == cited


@rule("yangtze", "7.1", "S12.8")
def test_a_car_that_drives_fires_with_the_others_and_not_before() -> None:
    stage, car, squad = car_and_squad()
    stage.play(Card(car, MOVE), Drive(car, ONWARD, ((4500, 6000),)), to="halt_fire")
    to_side(stage, CN)
    assert stage.why(Fire(mount(stage, car), squad)) == "7.1"


@rule("yangtze", "7.9", "S12.8")
def test_a_mount_that_covers_an_area_fires_nowhere_else() -> None:
    stage, car, squad = car_and_squad()
    stage.play(Cover(mount(stage, car), 1, (6000, 9000)), to="halt_fire")
    to_side(stage, CN)
    assert stage.why(Fire(mount(stage, car), squad)) == "7.9"


@rule("yangtze", "10.3", "S12.8")
def test_a_mount_that_fired_at_an_aircraft_fires_at_nothing_on_the_ground() -> None:
    stage, car, squad = car_and_squad()
    plane = stage.unit("us_plane")
    stage.model(plane, 100, 300, 90)
    stage.board(plane, plane)
    stage.play(
        *(Card(plane, MOVE), Fly(plane, ((4500, 3000),)), Strafe(plane, (4000, 3000))),
        Flak(mount(stage, car), plane),
        to="halt_fire",
        otherwise=1,
    )
    to_side(stage, CN)
    assert stage.why(Fire(mount(stage, car), squad)) == "10.3"


@rule("yangtze", "14.8")
def test_a_vehicle_that_backs_out_does_not_fire() -> None:
    stage, car, squad = car_and_squad()
    stage.pos.card = put(stage.pos.card, car, "RETREAT")
    stage.play(to="halt_fire")
    to_side(stage, CN)
    assert stage.why(Fire(mount(stage, car), squad)) == "14.8"


RIVER: dict[str, Any] = {"areas": [{"k": "river", "n": "River", "p": box(0, 0, 2400, 400)}]}


def gunboat_and_company() -> tuple[Stage, Unit, Unit]:
    stage = bare(ground=RIVER)
    boat, company, squad = stage.unit("gunboat"), stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.model(boat, 600, 200, 90)
    stage.row(company, 700, 600, 6)
    stage.row(squad, 1200, 600, 5)
    return stage, boat, company


@pytest.mark.parametrize(
    ("change", "number", "cited"),
    [
        (hurt(0), 0, None),
        (hurt(ARMAMENT), 0, "12.2"),
        (hurt(ARMAMENT), 1, None),
        (hurt(WRECK), 0, "12.2"),
        (crew_lost(*range(1, 12)), 0, "S14.8"),
        (crew_lost(*range(2, 12)), 0, None),
    ],
)
@rule("yangtze", "12.2", "S14.8")
def test_a_ships_gun_needs_two_hands_and_no_damage(
    change: Callable[[Stage, Unit], None], number: int, cited: str | None
) -> None:
    stage, boat, company = gunboat_and_company()
    change(stage, boat)
    stage.play(to="halt_fire")
    assert stage.why(Shell(mount(stage, boat, number), HE, company)) == cited


@rule("yangtze", "S14.8")
def test_a_short_crew_serves_the_mounts_that_its_owner_picks() -> None:
    stage, boat, company = gunboat_and_company()
    crew_lost(*range(3, 12))(stage, boat)
    stage.play(to="halt_fire")
    stage.pos.push(Shell(mount(stage, boat, 1), HE, company), stage.hear)
    assert stage.why(Shell(mount(stage, boat, 0), HE, company)) == "S14.8", "one man is left"
    assert stage.why(Fire(mount(stage, boat, 2), company)) is None, "enough for a machine gun"
    stage.pos.push(Fire(mount(stage, boat, 2), company), stage.hear)
    assert stage.why(Fire(boat, company)) is not None, "and nobody for a rifle"


@rule("yangtze", "6.2", "S14.6", "S12.8")
def test_a_mount_is_silenced_when_all_are_reached_who_could_serve_it() -> None:
    stage, boat, _ = gunboat_and_company()
    *others, last = stage.pos.crew(boat)
    gun = Mounted(stage.pos.book.guns[boat][0])
    some = sum(1 << figure for figure in others)
    assert not met(stage.pos, gun, 0)
    assert not met(stage.pos, gun, some)
    assert met(stage.pos, gun, some | 1 << last)


@rule("yangtze", "S14.8", "S12.8")
def test_two_serve_a_gun_and_one_a_machine_gun() -> None:
    stage, boat, _ = gunboat_and_company()
    guns = stage.pos.book.guns[boat]
    assert [len(servers(stage.pos, gun)) for gun in guns] == [hands_for(stage.pos, gun) for gun in guns]
    assert {hands_for(stage.pos, gun) for gun in guns} == {1, 2}


@rule("yangtze", "S12.8")
def test_the_arc_must_hold_the_target() -> None:
    stage, boat, company = gunboat_and_company()
    stage.play(to="halt_fire")
    assert stage.why(Fire(mount(stage, boat, 2), company)) is None, "to starboard"
    assert stage.why(Fire(mount(stage, boat, 3), company)) == "S12.8", "to port"


def sniper_and_lorry(gap: float, ground: Any = None, crew: bool = True) -> tuple[Stage, Unit, Unit]:
    stage = bare(ground=ground)
    sniper, lorry, squad = stage.unit("wl_sniper"), stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(lorry, 600, 200, 90, crew=crew)
    stage.put(sniper, (600, 225 + gap + 12.5))
    stage.row(squad, 900, 300, 3)
    stage.row(stage.unit("gang"), 900, 500, 3)
    stage.play(to="halt_fire")
    to_side(stage, CN)
    return stage, sniper, lorry


@pytest.mark.parametrize(("gap", "cited"), [(500, None), (500.1, "7.5")])
@rule("yangtze", "12.1", "7.5")
def test_a_sniper_fires_at_a_lorry_within_his_range(gap: float, cited: str | None) -> None:
    stage, sniper, lorry = sniper_and_lorry(gap)
    assert stage.why(Snipe(sniper, lorry)) == cited


@rule("yangtze", "12.1", "S4")
def test_he_has_to_see_it() -> None:
    house = {"id": "h", "k": "house", "n": "House", "p": box(400, 300, 800, 380), "doors": [[600, 820]], "windows": []}
    stage, sniper, lorry = sniper_and_lorry(300, {"buildings": [house]})
    assert stage.why(Snipe(sniper, lorry)) == "7.5"


@rule("yangtze", "7.3", "7.4")
def test_an_empty_lorry_is_no_target() -> None:
    stage, sniper, lorry = sniper_and_lorry(300, crew=False)
    assert stage.why(Snipe(sniper, lorry)) == "7.3"


@rule("yangtze", "7.2", "7.3")
def test_he_picks_no_unit_on_foot_as_a_whole() -> None:
    stage, sniper, _ = sniper_and_lorry(300)
    squad = stage.unit("usmc_squad")
    assert stage.why(Snipe(sniper, squad)) == "7.3"
    assert stage.why(Snipe(sniper, stage.piece(squad, 1))) is None
    assert stage.why(Snipe(sniper, stage.piece(squad, 4))) == "7.3", "who is not there"


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
    declare(pos, UnitFire(pos.book.piece_of_mount(gun.mount), gang, (gun,)))
    assert small_arms(pos, launch, "halt") == [cox, seaman]


def manned_gunboat(crew: int) -> tuple[Stage, Unit, Unit]:
    """A gunboat with so many of her people is to declare her fire at a company ashore."""
    stage = bare()
    boat, company = stage.unit("gunboat"), stage.unit("wl_rifles")
    stage.model(boat, 600, 600, 90)
    stage.row(company, 560, 350, 4)
    stage.pos.remove(stage.men(boat)[crew:], LOST)
    stage.play(to="halt_fire")
    return stage, boat, company


def shares(stage: Stage) -> dict[Piece, int]:
    """How many weapons fire under each piece."""
    return {shot.piece: len(shot.shooters) for shot in stage.pos.shots}


@rule("yangtze", "7.1", "S14.8", "R92", "R262")
def test_the_rifles_of_a_gunboat_leave_her_guns_their_hands_whichever_are_named_first() -> None:
    stage, boat, company = manned_gunboat(12)
    fore, aft, _, port = (mount(stage, boat, number) for number in range(4))
    fire = [Shell(fore, HE, company), Shell(aft, HE, company), Fire(port, company), Fire(boat, company)]
    for said in (fire, fire[::-1]):
        stage, _, _ = manned_gunboat(12)
        for action in said:
            assert stage.why(action) is None
            stage.pos.push(action, stage.hear)
        assert shares(stage) == {fore: 1, aft: 1, port: 1, boat: 12 - 2 - 2 - 1}


@rule("yangtze", "S14.8", "R92", "R262")
def test_a_volley_is_given_up_when_the_last_of_its_men_is_called_to_a_mount() -> None:
    stage, boat, company = manned_gunboat(2)
    stage.pos.push(Fire(boat, company), stage.hear)
    assert shares(stage) == {boat: 2}
    stage.pos.push(Shell(mount(stage, boat, 0), HE, company), stage.hear)
    assert shares(stage) == {mount(stage, boat, 0): 1}


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
    assert isinstance(stage.stake(RoundLands).target, AtFigure)


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


@rule("yangtze", "5.1", "R18")
def test_mounts_halt_too_where_machine_guns_must() -> None:
    for must in (False, True):
        stage = bare(mmg_must_halt=must)
        car = stage.unit("armoured_car")
        stage.model(car, 500, 500)
        stage.card(MOVE, car)
        assert may_fire(stage.pos, Mounted(stage.pos.book.guns[car][0])) != must


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


@rule("yangtze", "6.2", "7.1")
def test_whom_the_minimum_move_reaches_is_silent_and_his_comrades_are_not() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (1000, 300), (1120, 300), (1150, 300))
    stage.put(gang, (1000, 390))
    orders = (Card(squad, SKIRMISH), March(squad, ((10000, 2500),)), Card(gang, CHARGE), Charge(gang, squad))
    stage.play(*orders, Fire(squad, gang), to="melee")
    assert stage.places(squad)[:2] == [(1000, 300), (1120, 250)], "he stays, they go on"
    assert fired(stage) == [("cn7", 2)], "the two rifles, not the automatic of the man who was reached"


@pytest.mark.parametrize(("carrier", "damage", "armed"), [
    ("gunboat", 0, True), ("gunboat", WRECK, False), ("gunboat", HALF_SPEED, True),
    ("truck", 0, True), ("truck", DISABLED, True),
])  # fmt: skip
@rule("yangtze", "12.2", "4.6", "S12.4", "7.2", "R41")
def test_riders_fire_at_will_but_from_no_wreck(carrier: str, damage: int, armed: bool) -> None:
    stage = bare(ground=WATER)
    ship, squad = stage.unit(carrier), stage.unit("usmc_squad")
    stage.model(ship, 500, 800 if carrier == "gunboat" else 300, 90)
    stage.board(squad, ship)
    stage.pos.damage = put(stage.pos.damage, ship, damage)
    assert all(rides_armed(stage.pos, figure) == armed for figure in stage.men(squad))


@pytest.mark.parametrize(("gap", "serves"), [(0, True), (25.0, True), (25.1, False)])
@pytest.mark.parametrize(("east", "south"), [(1, 0), (0, 1), (-1, 0), (0, -1)])
@rule("yangtze", "S2.1")
def test_those_within_25_mm_of_the_piece_serve_it(east: int, south: int, gap: float, serves: bool) -> None:
    stage = bare()
    gun = stage.unit("us_gun_75")
    stage.model(gun, 500, 500)
    far = (stage.pos.book.units[gun].gun_radius + stage.pos.book.units[gun].radius) / 10 + gap
    (man,) = stage.put(gun, (500 + far * east, 500 + far * south))
    assert crew_at(stage.pos, gun) == ([man] if serves else [])


@pytest.mark.parametrize(("template", "men", "short"), [
    ("us_gun_75", 1, True), ("us_gun_75", 2, False), ("us_gun_37", 1, False), ("us_gun_37", 0, True),
])  # fmt: skip
@rule("yangtze", "S2.1", "S14.8", "R61")
def test_a_gun_with_too_few_at_the_piece_is_silent_for_that(template: str, men: int, short: bool) -> None:
    stage = bare()
    gun = stage.unit(template)
    stage.model(gun, 500, 500)
    stage.put(gun, *[(500, 545), (545, 500)][:men])
    if not men:
        stage.put(gun, (500, 900))
    reason = why_unserved(stage.pos, stage.men(gun)[0])
    assert (reason and reason[0]) == ("S2.1" if short else None)


@pytest.mark.parametrize("heading", [0, 90, 217, 359])
@rule("yangtze", "S12.8", "S14.8")
def test_the_arc_of_a_mount_goes_to_its_last_degree_on_either_side(heading: int) -> None:
    stage = bare()
    book, limited = stage.pos.book, 0
    for unit in book.every_unit:
        for number in book.guns[unit]:
            spec = book.mounts[number]
            stage.model(unit, 1200, 600, heading, crew=False)
            for side in (1, -1) if spec.half < 179 else ():
                edge = heading + spec.bearing + side * spec.half
                inside, outside = (ahead(12000, 6000, (edge + off) % 360, 5000) for off in (0, side))
                assert in_arc(stage.pos, Mounted(number), *inside)
                assert not in_arc(stage.pos, Mounted(number), *outside)
                limited += 1
            if spec.half >= 180:
                about = [ahead(12000, 6000, way, 5000) for way in range(0, 360, 45)]
                assert all(in_arc(stage.pos, Mounted(number), *point) for point in about)
    assert limited > 4
