"""9.0 Artillery, 10.0 Air, 11.0 Grenades, 12.0 Damage."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare

from shapan.games.yangtze.actions import HALT, HE, MOVE, Bomb
from shapan.games.yangtze.air.anti_air import Banishing, flak, flak_refusal
from shapan.games.yangtze.air.flight import Attack, attack_refusal, fly_refusal, inward
from shapan.games.yangtze.air.raids import bomb, strafe
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.dice import Dice
from shapan.games.yangtze.fire.artillery import begin_shell, landing, magazine, rounds_left, scatter
from shapan.games.yangtze.fire.declared import SHELL, SNIPE, Declared, declare
from shapan.games.yangtze.fire.elements import small_arms
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.grenades import begin_throw, reach_of, throwers, thrown_at
from shapan.games.yangtze.fire.hits import to_hit
from shapan.games.yangtze.fire.resolving import Resolving, carry_out
from shapan.games.yangtze.fire.shooting import fire_at_unit
from shapan.games.yangtze.fire.targets import aim, reaches
from shapan.games.yangtze.fire.volley import Blast, at_figure, at_hull
from shapan.games.yangtze.position import ARMAMENT, DISABLED, HALF_SPEED, LOST, STEERING, WHEEL, WRECK
from shapan.games.yangtze.vessels.damage import LosingCrew, abandon, strike_body
from shapan.games.yangtze.who import Figure, Mount, Mounted, Unit, put
from shapan.kernel import rule


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
    begin_shell(stage.pos, gunner, gun, foe, HE)
    stage.roll(5)
    assert stage.asks(to_hit)
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
    begin_shell(stage.pos, gunner, gun, foe, HE)
    stage.roll(2, 3, 3, 4)
    assert stage.asks(to_hit)
    blast = Blast(*stage.volley.blasts[0])
    assert (blast.cx, blast.cy) == (stage.pos.x[man], stage.pos.y[man] - 700)
    assert [shot[0][1] for shot in stage.volley.shots] == sorted([man, victim])
    stage, gun, foe, gunner = battery()
    begin_shell(stage.pos, gunner, gun, foe, HE)
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
    stage.pos.rounds = put(stage.pos.rounds, magazine(stage.pos, gun), (0, 6))
    assert not rounds_left(stage.pos, gun, HE)


@rule("yangtze", "9.5", "R32")
def test_a_gun_hit_by_a_gun() -> None:
    """T33: 6+6 destroys it and its crew; 6+5 tests those in the zone."""
    for dice, destroyed in (((6, 6), True), ((6, 5), False)):
        stage, gun, foe, gunner = battery("wl_gun_medium")
        stage.row(foe, 1000, 500, 4, 26)
        stage.model(foe, 1040, 540)
        begin_shell(stage.pos, gunner, gun, foe, HE)
        stage.roll(6, *dice)
        assert (not stage.pos.laid_out(foe)) == destroyed
        assert all(stage.pos.doomed >> figure & 1 for figure in stage.pos.standing[foe]) == destroyed
        assert stage.asks(to_hit) != destroyed


def duel() -> tuple[Stage, Unit, Unit]:
    """Two guns, each laid on the other: both have declared a shell in the same stage of fire."""
    stage, gun, foe, _ = battery("wl_gun_medium")
    stage.row(foe, 1000, 500, 4, 26)
    stage.model(foe, 1040, 540)
    first, second = sorted((gun, foe))
    for one, two in ((first, second), (second, first)):
        declare(stage.pos, Declared(SHELL, one, two, (stage.men(one)[0],), HE))
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
    assert stage.asks(landing)
    stage.roll(6, 6, 6)
    assert len(stage.told("gun_destroyed")) == 2
    assert (stage.standing(first), stage.standing(second)) == (0, 0), "both crews are removed together"


@rule("yangtze", "9.1", "S8.10")
def test_a_second_shell_at_a_destroyed_gun_falls_where_its_crew_stood() -> None:
    stage, first, second = duel()
    stage.pos.shots, stage.pos.stack = (), (Orders(0, True), ())
    begin_shell(stage.pos, stage.men(first)[0], first, second, HE)
    stage.roll(6, 6, 6)
    begin_shell(stage.pos, stage.men(first)[0], first, second, HE)
    assert stage.asks(landing)
    assert isinstance(stage.pos.top, Dice)
    shell = Blast(*stage.pos.top.values[0])
    assert (shell.cx, shell.cy) in {(stage.pos.x[figure], stage.pos.y[figure]) for figure in stage.men(second)}


@rule("yangtze", "9.1")
def test_a_shell_at_a_unit_with_nobody_standing_is_not_fired() -> None:
    """Its people may have gone down with what carried them since the shell was declared."""
    stage, gun, foe, gunner = battery()
    stage.pos.remove(stage.pos.standing[foe], LOST)
    begin_shell(stage.pos, gunner, gun, foe, HE)
    assert stage.asks(Orders)
    assert not stage.pos.fired


@rule("yangtze", "7.1", "S8.10")
def test_a_shell_or_a_sniper_s_shot_is_lost_with_those_who_were_to_fire_it() -> None:
    stage, gun, foe, _ = battery()
    stage.pos.remove(stage.pos.standing[gun], LOST)
    mark = stage.pos.book.piece_of_figure(stage.men(foe)[0])
    carry_out(stage.pos, Declared(SHELL, gun, foe, stage.men(gun)[:1], HE))
    carry_out(stage.pos, Declared(SNIPE, gun, mark, stage.men(gun)[:1]))
    assert stage.asks(Orders)
    assert not stage.pos.fired


@rule("yangtze", "10.3", "R35")
def test_anti_aircraft_fire() -> None:
    """T37: an LMG needs twelve, an MMG ten; a BAR at 300.1 is out of range; a rifle never."""
    for bonus, dice, hit in ((0, 12, True), (0, 11, False), (2, 10, True), (2, 9, False)):
        stage = bare()
        plane = stage.unit("us_plane")
        stage.model(plane, 500, 500)
        stage.pos.attack = (Attack(plane, "bomb", 5000, 5000, 90),)
        flak(stage.pos, dice, plane, bonus, 1)
        assert (len(stage.pos.attack) == 0) == hit
        assert stage.asks(Banishing) == hit
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500)
    stage.pos.attack = (Attack(plane, "bomb", 5000, 5000, 90),)
    stage.card(HALT, squad)
    piece = stage.pos.book.piece_of_figure
    bar, rifle = stage.men(squad)[:2]
    for far, case in ((312.5, None), (312.6, "10.3")):
        stage.put(squad, (500 + far, 500), (500, 540))
        refusal = flak_refusal(stage.pos, 0, piece(bar), plane)
        assert (refusal.case if refusal else None) == case
    refusal = flak_refusal(stage.pos, 0, piece(rifle), plane)
    assert refusal is not None
    assert inward(stage.pos, 0, 6000) == 90


@rule("yangtze", "10.1", "R34")
def test_a_bomb_falls_like_a_light_shell() -> None:
    """T38: class B lands on four and scatters on three."""
    for die, asked in ((4, to_hit), (3, scatter)):
        stage = bare()
        plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
        stage.model(plane, 500, 500, 90)
        stage.put(squad, (600, 500), (630, 500))
        stage.card(MOVE, squad)
        bomb(stage.pos, plane, 6000, 5000, 90)
        assert stage.pos.bombs[plane] == 3
        stage.roll(die)
        assert stage.asks(asked)


@rule("yangtze", "10.2", "S15.3")
def test_strafing() -> None:
    """T39: 150 mm ahead at five, 250 mm ahead at twelve; nobody beside the strip."""
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500, 90)
    near, far, aside = stage.put(squad, (650, 500), (750, 500), (650, 540))
    stage.card(MOVE, squad)
    strafe(stage.pos, plane, 5000, 5000, 90)
    shots = {shot[0]: shot[1] for shot in stage.volley.shots}
    assert shots == {at_figure(near): 5, at_figure(far): 12}
    assert aside


@rule("yangtze", "S15.1", "S15.3", "10.2", "R78")
def test_flight_and_where_it_may_attack() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    assert fly_refusal(stage.pos, plane, ((12000, 5000),)) is None
    for route in (((7000, 5000),), ((20000, 5000),), ((5000, 9000),)):
        refusal = fly_refusal(stage.pos, plane, route)
        assert refusal is not None
        assert refusal.case == "S15.1"
    stage.card(MOVE, plane)
    stage.pos.plan = put(stage.pos.plan, plane, ("fly", ((12000, 5000),)))
    assert attack_refusal(stage.pos, plane, Bomb, (8000, 5000)) is None
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 6000))
    assert refusal is not None
    assert refusal.case == "S15.3"
    stage.pos.attack = (Attack(plane, "bomb", 8000, 5000),)
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 5000))
    assert refusal is not None
    assert refusal.case == "10.2"


def thrower(template: str = "usmc_assault_squad", ground: Any = None) -> tuple[Stage, Unit, Unit]:
    stage = bare(ground=ground)
    squad, gang = stage.unit(template), stage.unit("gang")
    stage.put(squad, (500, 500), (530, 500))
    stage.put(gang, (530, 400))
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    return stage, squad, gang


@pytest.mark.parametrize(("confirm", "dead"), [(4, False), (5, True)])
@rule("yangtze", "11.1", "R36", "R69", "R2")
def test_a_grenade_in_the_open(confirm: int, dead: bool) -> None:
    """T40: lands on three; four pins, five removes; a miss is a dud."""
    stage, squad, gang = thrower()
    begin_throw(stage.pos, squad, gang, throwers(stage.pos, squad, gang, (HALT,)))
    stage.roll(3, confirm)
    man = stage.men(gang)[0]
    assert bool(stage.pos.doomed >> man & 1) == dead
    stage, squad, gang = thrower()
    begin_throw(stage.pos, squad, gang, throwers(stage.pos, squad, gang, (HALT,)))
    stage.roll(2)
    assert stage.asks(Orders)


@rule("yangtze", "11.2", "11.3", "7.11", "R37", "R38")
def test_grenades_through_openings() -> None:
    """T41: 3 from 25.0 mm, 6 from 25.1; launchers 100.0 and 100.1. In the same room the score is one better."""
    house = {
        "id": "h",
        "k": "house",
        "p": [[600, 600], [700, 600], [700, 700], [600, 700]],
        "doors": [],
        "windows": [[600, 650]],
    }
    for template, near in (("usmc_assault_squad", 25), ("usmc_grenadier_squad", 100)):
        stage = bare(ground={"buildings": [house]})
        squad, gang = stage.unit(template), stage.unit("gang")
        stage.card(HALT, squad)
        (inside,) = stage.put(gang, (630, 550))
        assert stage.pos.room[inside] == 0
        for gap, score in ((near, 3), (near + 0.1, 6)):
            _, man = stage.put(squad, (300, 550), (600 - gap - 12.5, 550))
            assert thrown_at(stage.pos, man, inside, 0, False).score == score
        _, man = stage.put(squad, (300, 550), (660, 550))
        assert thrown_at(stage.pos, man, inside, 0, True).score == 2
        assert reach_of(stage.pos, stage.men(squad)[1]) == (4000 if near == 100 else 1000)


@pytest.mark.parametrize(
    ("weapon", "dice", "flag"),
    [
        ("rifle", (1, 1), WHEEL),
        ("rifle", (1, 2), HALF_SPEED),
        ("rifle", (3, 3), HALF_SPEED),
        ("rifle", (5, 5), DISABLED),
        ("mmg", (4, 3), DISABLED),
        ("mmg", (1, 1), HALF_SPEED),
    ],
)
@rule("yangtze", "12.1", "R39")
def test_damage_to_a_lorry(weapon: str, dice: tuple[int, int], flag: int) -> None:
    """T42."""
    stage = bare()
    truck = stage.unit("truck")
    stage.model(truck, 500, 500)
    strike_body(stage.pos, truck, Blast(None, truck, 0, 0, "bullets", weapon))
    stage.roll(*dice)
    assert stage.pos.damage[truck] == flag
    assert stage.pos.timer[truck] == (stage.pos.turn + 2 if flag == WHEEL else 0)
    assert stage.pos.hits[truck] == 1


@rule("yangtze", "12.1")
def test_a_passenger_is_hit() -> None:
    """T42: seven to nine costs a rider."""
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    strike_body(stage.pos, truck, Blast(None, truck, 0, 0, "bullets", "rifle"))
    stage.roll(4, 3)
    assert stage.pos.doomed.bit_count() == 1
    assert stage.pos.book.figures[Figure(stage.pos.doomed.bit_length() - 1)].unit == squad


@rule("yangtze", "S12.5", "12.1", "R40", "R67")
def test_armour() -> None:
    """T43: bullets do nothing but on 12 and 2; a shell counts as on a lorry."""
    for dice, flag, lost in (((6, 5), 0, 0), ((6, 6), 0, 1), ((1, 1), WHEEL, 0)):
        stage = bare()
        car = stage.unit("armoured_car")
        stage.model(car, 500, 500)
        strike_body(stage.pos, car, Blast(None, car, 0, 0, "bullets", "rifle"))
        stage.roll(*dice)
        assert (stage.pos.damage[car], stage.pos.doomed.bit_count()) == (flag, lost)
    stage = bare()
    car = stage.unit("armoured_car")
    stage.model(car, 500, 500)
    strike_body(stage.pos, car, Blast(None, car, 0, 0, "burst", "gun_medium"))
    stage.roll(6, 4)
    assert stage.pos.damage[car] == DISABLED


@pytest.mark.parametrize(
    ("dice", "flag"),
    [((6, 6), WRECK), ((6, 5), HALF_SPEED), ((5, 4), ARMAMENT), ((4, 4), STEERING), ((3, 4), 0)],
)
@rule("yangtze", "12.2", "R41", "R68")
def test_damage_to_a_gunboat(dice: tuple[int, int], flag: int) -> None:
    """T45: a light shell."""
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 500, 500)
    strike_body(stage.pos, boat, Blast(None, boat, 0, 0, "burst", "gun_light"))
    stage.roll(*dice)
    assert stage.pos.damage[boat] == flag
    assert stage.asks({WRECK: abandon, 0: LosingCrew}.get(flag, Orders))


@rule("yangtze", "12.2", "S14.9")
def test_a_medium_shell_wrecks_on_ten() -> None:
    """T44, T71: three turns to abandon; a hull at half speed loses a man instead."""
    stage = bare()
    junk = stage.unit("junk")
    stage.model(junk, 500, 500)
    strike_body(stage.pos, junk, Blast(None, junk, 0, 0, "burst", "ship_gun_medium"))
    stage.roll(6, 4, 3)
    assert stage.pos.damage[junk] == WRECK
    assert stage.pos.timer[junk] == stage.pos.turn + 3
    stage = bare()
    junk = stage.unit("junk")
    stage.model(junk, 500, 500)
    stage.pos.damage = put(stage.pos.damage, junk, HALF_SPEED)
    strike_body(stage.pos, junk, Blast(None, junk, 0, 0, "burst", "gun_light"))
    stage.roll(6, 5)
    assert stage.asks(LosingCrew)


@rule("yangtze", "12.3", "R41")
def test_bullets_at_a_vessel() -> None:
    """T46: eleven costs a man of the owner's choice, ten nobody; nobody is pinned."""
    for dice, asked in (((6, 5), LosingCrew), ((6, 4), Orders)):
        stage = bare()
        junk = stage.unit("junk")
        stage.model(junk, 500, 500)
        strike_body(stage.pos, junk, Blast(None, junk, 0, 0, "bullets", "rifle"))
        stage.roll(*dice)
        assert stage.asks(asked)
        assert not stage.pos.pinned_next


@rule("yangtze", "12.2", "R41")
def test_a_medium_machine_gun_hurts_small_boats() -> None:
    """R41: at the hull it hits like artillery, on six, and its damage goes by the same table without the bonus; or it
    fires at the people like any other weapon."""
    stage = bare()
    gun, boat = stage.unit("wl_mmg_b"), stage.unit("pulling_boat")
    stage.row(gun, 500, 500, 3)
    stage.put(stage.unit("wl_rifles"), (500, 540))
    stage.model(boat, 800, 500, 0)
    stage.card(HALT, gun, boat)
    before = stage.pos.copy()
    fire_at_unit(stage.pos, small_arms(stage.pos, gun, "halt"), boat, hull=True)
    assert stage.volley.shots == ((at_hull(boat), 6, False, 0),)
    stage.roll(6, 6, 6)
    assert stage.asks(abandon)
    stage.pos = before
    stage.pos.stack = (Firing("halt", 1), stage.pos.stack)
    name, target = (stage.pos.book.units[unit].id for unit in (gun, boat))
    assert stage.pos.refusal(GAME.parse(stage.pos, f"hull {name} {target}")) is None
    rifles = stage.pos.book.units[stage.unit("wl_rifles")].id
    refusal = stage.pos.refusal(GAME.parse(stage.pos, f"hull {rifles} {target}"))
    assert refusal is not None
    assert refusal.case == "12.2"
    fire_at_unit(stage.pos, small_arms(stage.pos, gun, "halt"), boat)
    stage.roll(5, 5, 5)
    assert stage.told("hull_holds"), "class B, long, controlled: five hits, ten does not confirm"


@rule("yangtze", "10.2")
def test_a_figure_is_no_aircraft() -> None:
    """Pieces of every sort can be named; none may upset the judge."""
    stage = bare()
    book = stage.pos.book
    for piece in (*book.every_unit[:1], book.piece_of_figure(Figure(0)), book.piece_of_mount(Mount(0))):
        refusal = attack_refusal(stage.pos, Unit(piece), Bomb, (5000, 5000))
        assert refusal is not None
        assert refusal.case == "10.2"
