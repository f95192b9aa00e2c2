"""9.0 Artillery: rounds, landing, scatter, bursts, minimum ranges, guns that are hit."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import CHARGE, HALT, HE, MOVE, Charge
from shapan.games.yangtze.fire.aimed import AtFigure, AtHull
from shapan.games.yangtze.fire.artillery import (
    GunStruck,
    RoundLands,
    Scatter,
    begin_shell,
    burst,
    guns_near,
    magazine,
    on_struck_floor,
    rounds_left,
)
from shapan.games.yangtze.fire.cover import ground_cover
from shapan.games.yangtze.fire.declared import declare
from shapan.games.yangtze.fire.hits import ToHit
from shapan.games.yangtze.fire.resolving import Resolving, carry_out
from shapan.games.yangtze.fire.targets import aim, reaches
from shapan.games.yangtze.fire.volley import Blast, Strikes
from shapan.games.yangtze.noted import GunFire, Rounds, SniperFire
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.vessels.damage import VesselDamage
from shapan.games.yangtze.who import Figure, Mounted, Unit, put
from shapan.kernel import rule


@rule("yangtze", "9.5", "R32")
def test_a_gun_caught_in_a_zone_is_tested() -> None:
    stage = bare()
    gun = stage.unit("wl_gun_medium")
    stage.row(gun, 900, 500, 4)
    stage.model(gun, 1000, 540)
    for x, caught in ((1000 + 75 + 30, True), (1000 + 75 + 30.1, False)):
        blast = Blast(None, None, 0, 0, Strikes.BURST, "gun_medium", True, round(x * 10), 5400, 750)
        assert guns_near(stage.pos, blast) == ([gun] if caught else [])
    blast = Blast(None, None, 0, 0, Strikes.BURST, "gun_medium", True, 10800, 5400, 750)
    burst(stage.pos, blast, 5, ())
    stage.roll(5)
    assert stage.asks(GunStruck)
    stage.roll(6, 6)
    assert not stage.pos.laid_out(gun)


@rule("yangtze", "7.7", "R20")
def test_on_which_floor_a_round_bursts() -> None:
    tower = {"id": "t", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [tower]})
    below, above, outside = stage.put(stage.unit("gang"), (640, 550), (680, 550), (900, 550))
    stage.pos.floor = put(stage.pos.floor, above, 1)
    shell = Blast(None, None, 0, 0, Strikes.BURST, "gun_medium")
    bomb = Blast(None, None, 0, 0, Strikes.BURST, "bomb")

    def struck(blast: Blast, nominated: Figure | None) -> list[Figure]:
        return [f for f in (below, above, outside) if on_struck_floor(stage.pos, blast, f, nominated)]

    assert struck(shell, above) == [above, outside]
    assert struck(shell, None) == [below, outside]
    assert struck(bomb, None) == [above, outside]


@rule("yangtze", "9.3")
def test_each_gun_of_a_ship_has_its_own_rounds() -> None:
    stage = bare(limited_rounds=True)
    boat, gang = stage.unit("gunboat"), stage.unit("gang")
    stage.model(boat, 1000, 900, 0)
    stage.put(gang, (1000, 300))
    stage.card(HALT, boat)
    fore, aft = (stage.pos.book.piece_of_mount(mount) for mount in stage.pos.book.guns[boat][:2])
    for _ in range(6):
        stage.pos.then(*begin_shell(stage.pos, Mounted(stage.pos.book.guns[boat][0]), fore, gang, HE))
    assert not rounds_left(stage.pos, fore, HE)
    assert rounds_left(stage.pos, aft, HE)


def battery(target: str = "wl_guard", far: float = 800, ground: Any = None) -> tuple[Stage, Unit, Unit, Figure]:
    stage = bare(ground=ground)
    gun, foe = stage.unit("us_gun_75"), stage.unit(target)
    crew = stage.row(gun, 200, 500, 4)
    stage.model(gun, 182.5, 500)
    stage.put(foe, (200 + far + 25, 500))
    stage.card(HALT, gun, foe)
    return stage, gun, foe, crew[0]


@rule("yangtze", "9.1", "9.3", "8.5", "7.6", "R27", "R28", "R29")
def test_a_shell_on_target() -> None:
    """T30: landing 5 hits the nominated figure; others roll; hard+ lowered by HE to soft."""
    ground = {"areas": [{"k": "rocks", "p": [[0, 0], [2400, 0], [2400, 1200], [0, 1200]]}]}
    stage, gun, foe, gunner = battery(ground=ground)
    first, second, third = stage.put(foe, (1025, 500), (1055, 500), (1085, 500))
    stage.pos.remove([], 3)
    mark = aim(stage.pos, [gunner], foe, 1 << 20)
    assert mark is not None
    stage.pos.then(*begin_shell(stage.pos, gunner, gun, foe, HE))
    stage.roll(5)
    assert stage.asks(ToHit)
    stage.roll(5, 4)
    stage.roll(5, 4)
    stage.roll(4, 4)
    fallen = [f for f in (first, second, third) if stage.pos.doomed >> f & 1]
    pinned = [f for f in (first, second, third) if stage.pos.pinned_next >> f & 1]
    assert (len(fallen), len(pinned)) == (1, 1)
    assert fallen == [mark.nominated]


@rule("yangtze", "9.2", "R30", "R81")
def test_a_shell_off_target() -> None:
    """T31: left of the line of fire by 70 mm (up the sheet when firing to the right); 5 and 6 are lost."""
    stage, gun, foe, gunner = battery()
    (man,) = stage.put(foe, (1025, 500))
    (victim, *_) = stage.put(stage.unit("gang"), (1025, 430))
    stage.pos.then(*begin_shell(stage.pos, gunner, gun, foe, HE))
    stage.roll(2, 3, 3, 4)
    assert stage.asks(ToHit)
    blast = stage.volley.blasts[0]
    assert (blast.cx, blast.cy) == (stage.pos.x[man], stage.pos.y[man] - 700)
    assert [shot.target for shot in stage.volley.shots] == [AtFigure(each) for each in sorted([man, victim])]
    stage, gun, foe, gunner = battery()
    stage.pos.then(*begin_shell(stage.pos, gunner, gun, foe, HE))
    stage.roll(2, 5)
    assert stage.asks(Orders)


@pytest.mark.parametrize(("gap", "fires"), [(199.9, False), (200, True), (200.1, True)])
@rule("yangtze", "9.4", "7.6", "R2", "R27")
def test_minimum_range_of_a_medium_gun(gap: float, fires: bool) -> None:
    """T32, T64."""
    stage, _, foe, gunner = battery(far=gap)
    sight = aim(stage.pos, [gunner], foe, 1 << 20)
    assert sight is not None
    assert reaches(stage.pos, gunner, sight) == fires


@rule("yangtze", "9.4")
def test_minimum_range_of_light_and_ships_guns() -> None:
    """T32: a light gun at 30 mm; a ship's gun not at 100.0 but at 100.1."""
    stage = bare()
    gun, foe = stage.unit("us_gun_37"), stage.unit("wl_rifles")
    crew = stage.row(gun, 200, 500, 4)
    stage.model(gun, 200, 480)
    stage.put(foe, (200, 555))
    sight = aim(stage.pos, [crew[0]], foe, 1 << 20)
    assert sight is not None
    assert reaches(stage.pos, crew[0], sight)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 600, 0)
    mount = Mounted(stage.pos.book.guns[boat][0])
    for gap, fires in ((100, False), (100.1, True)):
        stage.put(foe, (1000, 600 - 225 - gap - 12.5))
        sight = aim(stage.pos, [mount], foe, 1 << 20)
        assert sight is not None
        assert reaches(stage.pos, mount, sight) == fires


@rule("yangtze", "9.3")
def test_rounds_can_be_limited() -> None:
    stage = bare(limited_rounds=True)
    gun = stage.unit("us_gun_75")
    assert rounds_left(stage.pos, gun, HE)
    stage.pos.rounds = put(stage.pos.rounds, magazine(stage.pos, gun), Rounds(0, 6))
    assert not rounds_left(stage.pos, gun, HE)


@rule("yangtze", "9.5", "R32")
def test_a_gun_hit_by_a_gun() -> None:
    """T33: 6+6 destroys it and its crew; 6+5 tests those in the zone."""
    for dice, destroyed in (((6, 6), True), ((6, 5), False)):
        stage, gun, foe, gunner = battery("wl_gun_medium")
        stage.row(foe, 1000, 500, 4, 26)
        stage.model(foe, 1040, 540)
        stage.pos.then(*begin_shell(stage.pos, gunner, gun, foe, HE))
        stage.roll(6, *dice)
        assert (not stage.pos.laid_out(foe)) == destroyed
        assert all(stage.pos.doomed >> figure & 1 for figure in stage.pos.standing[foe]) == destroyed
        assert stage.asks(ToHit) != destroyed


def duel() -> tuple[Stage, Unit, Unit]:
    """Two guns, each laid on the other: both have declared a shell in the same stage of fire."""
    stage, gun, foe, _ = battery("wl_gun_medium")
    stage.put(gun, (137, 500), (182, 545), (182, 455), (148, 533))
    stage.row(foe, 1000, 500, 4, 26)
    stage.model(foe, 1040, 540)
    first, second = sorted((gun, foe))
    for one, two in ((first, second), (second, first)):
        declare(stage.pos, GunFire(one, two, (stage.men(one)[0],), HE))
    stage.pos.stack = (Resolving("halt"), ())
    return stage, first, second


@rule("yangtze", "7.1", "9.5", "S8.10")
def test_a_gun_that_is_destroyed_still_fires_the_round_that_was_declared() -> None:
    stage, first, second = duel()
    stage.roll(6, 6, 6)
    assert stage.told("gun_destroyed")
    assert [event.params["unit"] for event in stage.told("shells")] == [
        stage.pos.book.lexicon.pieces[unit] for unit in (first, second)
    ]
    assert stage.asks(RoundLands)
    stage.roll(6, 6, 6)
    assert len(stage.told("gun_destroyed")) == 2
    assert (stage.standing(first), stage.standing(second)) == (0, 0), "both crews are removed together"


@rule("yangtze", "9.1", "S8.10")
def test_a_second_shell_at_a_destroyed_gun_falls_where_its_crew_stood() -> None:
    stage, first, second = duel()
    stage.pos.shots, stage.pos.stack = (), (Orders(0, True), ())
    stage.pos.then(*begin_shell(stage.pos, stage.men(first)[0], first, second, HE))
    stage.roll(6, 6, 6)
    stage.pos.then(*begin_shell(stage.pos, stage.men(first)[0], first, second, HE))
    shell = stage.stake(RoundLands).blast
    assert (shell.cx, shell.cy) in {(stage.pos.x[figure], stage.pos.y[figure]) for figure in stage.men(second)}


@rule("yangtze", "9.1")
def test_a_shell_at_a_unit_with_nobody_standing_is_not_fired() -> None:
    """Its people may have gone down with what carried them since the shell was declared."""
    stage, gun, foe, gunner = battery()
    stage.pos.remove(stage.pos.standing[foe], LOST)
    stage.pos.then(*begin_shell(stage.pos, gunner, gun, foe, HE))
    assert stage.asks(Orders)
    assert not stage.pos.fired


@rule("yangtze", "7.1", "S8.10")
def test_a_shell_or_a_sniper_s_shot_is_lost_with_those_who_were_to_fire_it() -> None:
    stage, gun, foe, _ = battery()
    stage.pos.remove(stage.pos.standing[gun], LOST)
    mark = AtFigure(stage.men(foe)[0])
    stage.pos.then(*carry_out(stage.pos, GunFire(gun, foe, stage.men(gun)[:1], HE)))
    stage.pos.then(*carry_out(stage.pos, SniperFire(gun, mark, stage.men(gun)[:1])))
    assert stage.asks(Orders)
    assert not stage.pos.fired


@rule("yangtze", "S5", "R20", "9.2", "8.5")
def test_a_scattered_shell_reaches_into_a_house_and_leaves_its_cover() -> None:
    """T61: class B on HALT in a brick house: hard, with the card hard and a bonus, under high explosive soft: nine."""
    house = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[660, 600]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    gun, company = stage.unit("us_gun_75"), stage.unit("wl_guard")
    (man,) = stage.put(company, (640, 550))
    stage.card(HALT, company)
    assert stage.pos.room[man] == 0
    blast = Blast(gun, company, 5000, 1000, Strikes.BURST, "gun_medium", True, 6400, 4725, 750)
    burst(stage.pos, blast, 4, ())
    (shot,) = stage.volley.shots
    assert shot[:3] == (AtFigure(man), 4, False), "high explosive takes the bonus with the cover"
    stage.roll(4, 4, 4)
    assert stage.pos.pinned_next == 1 << man, "eight does not confirm"
    stage.pos.stack = (Orders(0, True), ())
    burst(stage.pos, blast, 4, ())
    stage.roll(4, 5, 4)
    assert stage.pos.doomed == 1 << man


@rule("yangtze", "12.2", "R68", "S14.8")
def test_a_gunboat_under_way_hits_a_junk_as_well_as_one_at_anchor() -> None:
    """T68: six, class A adds one; neither range nor movement matters; a miss scatters."""
    for card, die, asked in ((MOVE, 5, VesselDamage), (HALT, 5, VesselDamage), (MOVE, 4, Scatter)):
        stage = bare()
        boat, junk = stage.unit("gunboat"), stage.unit("junk")
        stage.model(boat, 300, 600, 90)
        stage.model(junk, 1350, 600, 0)
        stage.card(card, boat)
        mount = stage.pos.book.guns[boat][0]
        stage.pos.then(*begin_shell(stage.pos, Mounted(mount), stage.pos.book.piece_of_mount(mount), junk, HE))
        stage.roll(die)
        assert stage.asks(asked)


@rule("yangtze", "9.2", "7.7", "R20")
def test_friends_near_a_burst_are_tested_too() -> None:
    stage = bare()
    gun, squad, gang = stage.unit("us_gun_75"), stage.unit("usmc_squad"), stage.unit("gang")
    (friend,) = stage.put(squad, (500, 500))
    near, far = stage.put(gang, (560, 500), (500 + 75 + 12.6, 500))
    blast = Blast(gun, gang, 5000, 1000, Strikes.BURST, "gun_medium", True, 5000, 5000, 750)
    burst(stage.pos, blast, 5, ())
    assert {shot[0] for shot in stage.volley.shots} == {AtFigure(friend), AtFigure(near)}
    assert far


@rule("yangtze", "R67", "12.1", "12.2", "9.2")
def test_vehicles_and_hulls_touched_by_a_burst_are_tested_once() -> None:
    """A lorry at the score of the round, a vessel at six, or five for class A gunners; those aboard not at all."""
    stage = bare()
    gun, truck, junk = stage.unit("us_gun_75"), stage.unit("truck"), stage.unit("junk")
    stage.model(truck, 500, 500, 90)
    stage.model(junk, 500, 620, 90)
    stage.board(stage.unit("usmc_squad"), truck)
    blast = Blast(gun, truck, 5000, 100, Strikes.BURST, "gun_medium", True, 5000, 5500, 750)
    burst(stage.pos, blast, 4, ())
    assert {(shot[0], shot[1]) for shot in stage.volley.shots} == {(AtHull(truck), 4), (AtHull(junk), 5)}


@rule("yangtze", "9.5")
def test_bullets_find_the_crew_behind_its_gun_in_soft_cover_and_shells_do_not() -> None:
    stage = bare()
    gun = stage.unit("wl_gun_medium")
    near, far = stage.put(gun, (500, 545), (500, 700))
    stage.model(gun, 500, 500)
    stage.card(MOVE, gun)
    for man, bullets, cover in ((near, True, "soft"), (near, False, "open"), (far, True, "open")):
        assert ground_cover(stage.pos, man, (5000, 1000), bullets) == cover


@pytest.mark.parametrize("rounds", [(0, 1), (0, 0)])
@rule("yangtze", "9.3", "6.1")
def test_a_gun_fires_in_the_last_moment_what_it_has_left(rounds: tuple[int, int]) -> None:
    """Without high explosive it is shrapnel; without any round it has no last moment, and nobody is told of one."""
    stage = bare(limited_rounds=True)
    gun, rifles = stage.unit("us_gun_37"), stage.unit("wl_rifles")
    stage.model(gun, 1000, 600)
    stage.put(gun, (1000, 645), (960, 620))
    stage.row(rifles, 700, 550, 5)
    stage.pos.rounds = put(stage.pos.rounds, magazine(stage.pos, gun), Rounds(*rounds))
    stage.turn({rifles: CHARGE}, Charge(rifles, gun))
    assert [event.params["round"] for event in stage.told("shells")] == ["shrapnel"] * rounds[1]
    assert len(stage.told("last_moment")) == rounds[1]


@pytest.mark.parametrize("kind", ["house", "ruin"])
@rule("yangtze", "7.7", "10.1", "R20")
def test_a_bomb_strikes_those_under_the_roof_of_a_house_of_one_floor(kind: str) -> None:
    stage = bare(
        ground={"buildings": [{"id": "h", "k": kind, "p": box(600, 500, 720, 600), "doors": [], "windows": []}]}
    )
    (man,) = stage.put(stage.unit("gang"), (640, 550))
    assert stage.pos.room[man] == 0
    assert on_struck_floor(stage.pos, Blast(None, None, 0, 0, Strikes.BURST, "bomb"), man, None)
