"""10.0, S15: aircraft in play: what a bomb or a strafing run does to vehicles, vessels, houses and hidden men; flak."""

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import HALT, MOVE, Banish, Bomb, Drive, Fire, Flak, Fly, Strafe
from shapan.games.yangtze.air.anti_air import AntiAir
from shapan.games.yangtze.fire.hits import Confirming, ToHit
from shapan.games.yangtze.fire.volley import at_figure
from shapan.games.yangtze.plans import Plan
from shapan.games.yangtze.position import DISABLED, HALF_SPEED, LOST
from shapan.games.yangtze.vessels.damage import VesselDamage, VesselPeople
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

RIVER = {"areas": [{"k": "river", "p": box(300, 500, 1500, 900)}]}


def over(template: str = "us_plane", ground: object = None) -> tuple[Stage, Unit]:
    """An aircraft at (200, 600) that heads east."""
    stage = bare(ground=ground)
    plane = stage.unit(template)
    stage.model(plane, 200, 600, 90)
    return stage, plane


def flight(plane: Unit) -> Fly:
    return Fly(plane, ((10000, 6000),))


def needs(stage: Stage) -> list[int]:
    return [event.params["need"] for event in stage.events if event.key in ("event.hit", "event.miss")]


# --- 10.2 strafing ----------------------------------------------------------------------------------------------------


@rule("yangtze", "10.2", "S15.3", "R12")
def test_a_strafing_run_tests_friend_and_foe_near_and_far() -> None:
    """Class A in flight: four up to 200 mm from the nose, six beyond; 25 mm to either side, and the base reaches in."""
    stage, plane = over()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (560, 600), (640, 637.4), (712.4, 600), (712.6, 575), (640, 637.6))
    stage.put(squad, (650, 580))
    stage.turn({}, flight(plane), Strafe(plane, (5000, 6000)), dice=[1] * 5)
    assert sorted(needs(stage)) == [4, 4, 4, 4, 6]
    assert stage.pos.turn == 2


@pytest.mark.parametrize(("template", "dice", "damage"), [("truck", [3, 4], DISABLED), ("armoured_car", [6, 5], 0)])
@rule("yangtze", "10.2", "12.1", "S12.5", "R67")
def test_aircraft_strafe_vehicles_with_machine_guns(template: str, dice: list[int], damage: int) -> None:
    """One die each: three more on the table for a lorry; armour minds only twelve and two."""
    stage, plane = over("us_plane" if template == "armoured_car" else "wl_plane")
    car = stage.unit(template)
    stage.model(car, 700, 610, 90)
    stage.turn({}, flight(plane), Strafe(plane, (5000, 6000)), dice=[6, *dice, 6, 6])
    assert len(needs(stage)) == 1
    assert stage.pos.damage[car] == damage
    assert stage.told("morale_holds"), "hit all the same"


@rule("yangtze", "10.2", "12.3", "R67")
def test_a_strafed_junk_is_hard_cover_as_a_whole() -> None:
    stage, plane = over(ground=RIVER)
    junk, pirates = stage.unit("junk"), stage.unit("pirates")
    stage.model(junk, 700, 610, 90)
    stage.board(pirates, junk)
    stage.turn({}, flight(plane), Strafe(plane, (5000, 6000)), dice=[4])
    assert needs(stage) == [4], "one die, however many are aboard"
    assert stage.asks(VesselPeople)
    stage.roll(5, 6)
    assert len(list(stage.pos.options())) == 24, "her owner chooses among all of them"


@rule("yangtze", "10.2", "S6.7")
def test_who_hides_under_a_strafing_run_is_tested_and_shows() -> None:
    stage, plane = over()
    gang = stage.unit("gang")
    stage.put(gang, (700, 600), (700, 900))
    stage.pos.hidden = 1 << gang
    stage.turn({}, flight(plane), Strafe(plane, (5000, 6000)), dice=[1])
    assert needs(stage) == [4]
    assert not stage.pos.hidden


# --- 10.1 bombs -------------------------------------------------------------------------------------------------------

HOUSE = {"id": "h", "k": "two_storey", "p": box(600, 550, 750, 650), "doors": [[600, 600]], "windows": []}


@rule("yangtze", "10.1", "R20", "S5")
def test_a_bomb_on_a_house_bursts_under_its_roof() -> None:
    """One man upstairs, two below: nobody but he is tested; the house is hard cover, and soft against the bomb."""
    stage, plane = over(ground={"buildings": [HOUSE]})
    upstairs, *below = stage.put(stage.unit("gang"), (660, 600), (690, 600), (720, 600))
    stage.pos.floor = put(stage.pos.floor, upstairs, 1)
    stage.turn({}, flight(plane), Bomb(plane, (6600, 6000)), dice=[3])
    assert stage.asks(Confirming)
    assert stage.stake(Confirming).need == 9
    assert not needs(stage)
    assert below


@pytest.mark.parametrize(("template", "die"), [("us_plane", 5), ("wl_plane", 6)])
@rule("yangtze", "10.1", "12.2", "R68")
def test_a_bomb_at_a_junk(template: str, die: int) -> None:
    """Six on the die, class A adds one; two more on the table, as for a medium shell."""
    for face, hit in ((die, True), (die - 1, False)):
        stage, plane = over(template, RIVER)
        boat = stage.unit("junk" if template == "us_plane" else "launch")
        stage.model(boat, 700, 610, 90)
        stage.turn({}, flight(plane), Bomb(plane, (7000, 6000)), dice=[face])
        assert stage.asks(VesselDamage) == hit
        if hit:
            stage.roll(4, 4)
            assert stage.pos.damage[boat] == HALF_SPEED


@rule("yangtze", "10.1", "9.5")
def test_a_bomb_on_a_gun() -> None:
    stage, plane = over()
    gun = stage.unit("wl_gun_light")
    stage.model(gun, 700, 600)
    stage.put(gun, (700, 645), (660, 620))
    stage.turn({}, flight(plane), Bomb(plane, (7000, 6000)), dice=[3, 6, 6])
    assert not stage.pos.laid_out(gun)
    assert stage.standing(gun) == 0
    assert stage.pos.bombs[plane] == 3


@rule("yangtze", "10.1", "9.2", "R81")
def test_a_bomb_that_misses_scatters_along_the_flight() -> None:
    """Over by 50 mm: all in the new zone are tested, and he at whom it was aimed is hit no more surely than others."""
    stage, plane = over()
    under, beyond = stage.put(stage.unit("gang"), (700, 600), (805, 600))
    stage.turn({}, flight(plane), Bomb(plane, (7000, 6000)), dice=[2, 1, 3, 2])
    assert stage.asks(ToHit)
    assert [target for target, *_ in stage.volley.shots] == [at_figure(under), at_figure(beyond)], (
        "50 mm about (750, 600)"
    )


@rule("yangtze", "10.1", "10.2", "S15.3")
def test_what_an_aircraft_may_not_do() -> None:
    stage, plane = over()
    stage.card(MOVE, plane)
    stage.pos.stack = (Plan(0), ())
    assert stage.why(Bomb(plane, (7000, 6000))) == "5.0", "first the flight"
    stage.pos.apply(flight(plane))
    assert stage.why(Bomb(plane, (7000, 6100))) == "S15.3"
    stage.pos.bombs = put(stage.pos.bombs, plane, 0)
    assert stage.why(Bomb(plane, (7000, 6000))) == "10.1"
    stage.pos.apply(Strafe(plane, (7000, 6000)))
    assert stage.why(Strafe(plane, (5000, 6000))) == "10.2"


# --- 10.3 flak --------------------------------------------------------------------------------------------------------


@rule("yangtze", "10.3", "7.2", "R35")
def test_the_rifles_of_a_squad_fire_though_its_bar_has_fired_at_an_aircraft() -> None:
    stage, plane = over("wl_plane")
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    bar, *_ = stage.put(squad, (800, 700), (830, 700), (770, 700), (800, 730), (830, 730))
    stage.row(gang, 1200, 700, 2)
    weapon = stage.pos.book.piece_of_figure(bar)
    said = flight(plane), Bomb(plane, (8000, 6000)), Flak(weapon, plane), Fire(squad, gang)
    stage.turn({}, *said, dice=[6, 5])
    assert [event.params["score"] for event in stage.told("flak_misses")] == [11]
    assert [event.params["count"] for event in stage.told("fires")] == [4]


@pytest.mark.parametrize(("gun", "dice", "hit"), [
    ("usmc_lmg", [6, 5], False), ("usmc_lmg", [6, 6], True), ("usmc_mmg", [5, 4], False), ("usmc_mmg", [5, 5], True),
])  # fmt: skip
@rule("yangtze", "10.3", "S15.2", "R78", "R122")
def test_flak_drives_an_aircraft_to_the_edge_with_its_bombs(gun: str, dice: list[int], hit: bool) -> None:
    """Twelve, a medium machine gun adds two; a pinned gunner fires no worse. She stands at the edge and flies on."""
    stage, plane = over("wl_plane")
    team = stage.unit(gun)
    gunner, _ = stage.put(team, (800, 700), (830, 700))
    stage.put(stage.unit("usmc_squad"), (860, 700))
    stage.pos.pinned = 1 << gunner
    said = [flight(plane), Bomb(plane, (8000, 6000)), Flak(stage.pos.book.piece_of_figure(gunner), plane)]
    edge = [Banish(plane, (24000, 3000))] if hit else []
    stage.turn({}, *said, *edge, dice=[*dice, 4, 6, 6, 6, 6])
    assert (stage.pos.at[plane][:2] == (24000, 3000)) == hit
    assert stage.pos.bombs[plane] == (4 if hit else 3)
    assert not stage.pos.away


@pytest.mark.parametrize(("card", "asked"), [(HALT, True), (MOVE, False)])
@rule("yangtze", "10.3", "S12.8")
def test_an_armoured_car_fires_at_aircraft_when_it_halts(card: str, asked: bool) -> None:
    stage, plane = over()
    car = stage.unit("armoured_car")
    stage.model(car, 800, 500, 90)
    driven = [Drive(car, "onward", ((9500, 5000),))] if card == MOVE else []
    (gun,) = (stage.pos.book.piece_of_mount(mount) for mount in stage.pos.book.guns[car])
    stage.turn({car: card}, flight(plane), Bomb(plane, (8000, 6000)), *driven, *[Flak(gun, plane)] * asked)
    assert bool(stage.pos.flak) == asked


@rule("yangtze", "10.3", "4.4", "4.1")
def test_a_machine_gun_without_a_leader_does_not_fire_at_aircraft() -> None:
    stage, plane = over("wl_plane")
    team, squad = stage.unit("usmc_mmg"), stage.unit("usmc_squad")
    gunner, _ = stage.put(team, (800, 350), (830, 350))
    stage.put(squad, (800, 700))
    stage.card(HALT, team, squad)
    stage.card(MOVE, plane)
    stage.pos.stack = (Plan(1), ())
    stage.pos.apply(flight(plane))
    stage.pos.apply(Bomb(plane, (8000, 6000)))
    stage.pos.stack = (AntiAir(0), ())
    assert stage.pos.attacks
    piece = stage.pos.book.piece_of_figure(gunner)
    assert stage.why(Flak(piece, plane)) == "4.1"
    stage.pos.remove(stage.men(squad), LOST)
    stage.put(stage.unit("usn_squad"), (800, 450))
    assert stage.why(Flak(piece, plane)) is None, "any leader will do"
