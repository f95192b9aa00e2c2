"""12.0 Damage to vehicles, ships and boats, S12.4 to S12.8, S14.8."""

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.actions import HALT, HE
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.declared import SHELL, Declared, declare
from shapan.games.yangtze.fire.elements import small_arms
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.fire.shooting import fire_at_unit
from shapan.games.yangtze.fire.volley import Blast, at_hull
from shapan.games.yangtze.position import ARMAMENT, DISABLED, HALF_SPEED, LOST, STEERING, WHEEL, WRECK
from shapan.games.yangtze.vessels.damage import LosingCrew, abandon, strike_body
from shapan.games.yangtze.who import Figure, Mounted, put
from shapan.kernel import rule


@rule("yangtze", "S14.8", "12.2")
def test_a_short_crew_serves_the_mounts_that_its_owner_picks() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 0)
    stage.card(HALT, boat)
    stage.pos.remove(stage.men(boat)[2:], LOST)
    fore, aft, *_ = stage.pos.book.guns[boat]
    assert may_fire(stage.pos, Mounted(fore))
    assert may_fire(stage.pos, Mounted(aft))
    declare(stage.pos, Declared(SHELL, stage.pos.book.piece_of_mount(aft), boat, (Mounted(aft),), HE))
    assert not may_fire(stage.pos, Mounted(fore)), "two hands serve one gun"
    assert may_fire(stage.pos, Mounted(aft))


@rule("yangtze", "S12.4")
def test_a_disabled_lorry_is_soft_cover() -> None:
    for damage, cover in ((0, "none"), (DISABLED, "soft")):
        stage = bare()
        truck, company = stage.unit("truck"), stage.unit("wl_rifles")
        stage.model(truck, 500, 500, 90)
        stage.pos.damage = put(stage.pos.damage, truck, damage)
        (man,) = stage.put(company, (500, 540))
        stage.card(HALT, company)
        assert effective(stage.pos, man, (5000, 1000)) == cover


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
