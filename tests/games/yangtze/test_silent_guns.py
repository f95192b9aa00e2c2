"""7.2, 9.1, 12.2, S12.4, S12.8, S14.8: what keeps the guns of vehicles and vessels silent, and snipers from hulls."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    HE,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
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
from shapan.games.yangtze.position import ARMAMENT, DISABLED, LOST, WRECK
from shapan.games.yangtze.who import Piece, Unit, put
from shapan.kernel import rule

US, CN = 0, 1
RIVER: dict[str, Any] = {"areas": [{"k": "river", "n": "River", "p": box(0, 0, 2400, 400)}]}


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


@rule("yangtze", "S12.8")
def test_the_arc_must_hold_the_target() -> None:
    stage, boat, company = gunboat_and_company()
    stage.play(to="halt_fire")
    assert stage.why(Fire(mount(stage, boat, 2), company)) is None, "to starboard"
    assert stage.why(Fire(mount(stage, boat, 3), company)) == "S12.8", "to port"


# --- snipers ----------------------------------------------------------------------------------------------------------


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
