"""12.0 Damage to vehicles, ships and boats, S12.4 to S12.8, S14.8."""

import pytest
from tests.games.yangtze.table import GAME, bare, box, case

from shapan.games.yangtze.actions import HALT, HE, Fire, Lose, Strike
from shapan.games.yangtze.dice import Draw
from shapan.games.yangtze.fire.aimed import AtHull
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.declared import declare
from shapan.games.yangtze.fire.elements import gunner, small_arms, why_no_fire
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.fire.shooting import fire_at_unit
from shapan.games.yangtze.fire.targets import target_refusal
from shapan.games.yangtze.fire.volley import Blast, Strikes, bury
from shapan.games.yangtze.noted import GunFire
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.place import Berth, Off, move
from shapan.games.yangtze.position import ARMAMENT, DISABLED, HALF_SPEED, LOST, STEERING, WHEEL, WRECK
from shapan.games.yangtze.vessels.crews import immobile
from shapan.games.yangtze.vessels.damage import Abandoning, Armour, LosingCrew, hit_passenger, lose_crew, strike_body
from shapan.games.yangtze.who import Figure, Model, Mounted, numbered, put
from shapan.kernel import Roll, rule


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
    declare(stage.pos, GunFire(stage.pos.book.piece_of_mount(aft), boat, (Mounted(aft),), HE))
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
    strike_body(stage.pos, truck, Blast(None, truck, 0, 0, Strikes.BULLETS, weapon))
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
    strike_body(stage.pos, truck, Blast(None, truck, 0, 0, Strikes.BULLETS, "rifle"))
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
        strike_body(stage.pos, car, Blast(None, car, 0, 0, Strikes.BULLETS, "rifle"))
        stage.roll(*dice)
        assert (stage.pos.damage[car], stage.pos.doomed.bit_count()) == (flag, lost)
    stage = bare()
    car = stage.unit("armoured_car")
    stage.model(car, 500, 500)
    strike_body(stage.pos, car, Blast(None, car, 0, 0, Strikes.BURST, "gun_medium"))
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
    strike_body(stage.pos, boat, Blast(None, boat, 0, 0, Strikes.BURST, "gun_light"))
    stage.roll(*dice)
    assert stage.pos.damage[boat] == flag
    assert stage.asks({WRECK: Abandoning, 0: LosingCrew}.get(flag, Orders))


@rule("yangtze", "12.2", "S14.9")
def test_a_medium_shell_wrecks_on_ten() -> None:
    """T44, T71: three turns to abandon; a hull at half speed loses a man instead."""
    stage = bare()
    junk = stage.unit("junk")
    stage.model(junk, 500, 500)
    strike_body(stage.pos, junk, Blast(None, junk, 0, 0, Strikes.BURST, "ship_gun_medium"))
    stage.roll(6, 4, 3)
    assert stage.pos.damage[junk] == WRECK
    assert stage.pos.timer[junk] == stage.pos.turn + 3
    stage = bare()
    junk = stage.unit("junk")
    stage.model(junk, 500, 500)
    stage.pos.damage = put(stage.pos.damage, junk, HALF_SPEED)
    strike_body(stage.pos, junk, Blast(None, junk, 0, 0, Strikes.BURST, "gun_light"))
    stage.roll(6, 5)
    assert stage.asks(LosingCrew)


@rule("yangtze", "12.3", "R41")
def test_bullets_at_a_vessel() -> None:
    """T46: eleven costs a man of the owner's choice, ten nobody; nobody is pinned."""
    for dice, asked in (((6, 5), LosingCrew), ((6, 4), Orders)):
        stage = bare()
        junk = stage.unit("junk")
        stage.model(junk, 500, 500)
        strike_body(stage.pos, junk, Blast(None, junk, 0, 0, Strikes.BULLETS, "rifle"))
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
    stage.pos.then(*fire_at_unit(stage.pos, small_arms(stage.pos, gun, "halt"), boat, hull=True))
    assert stage.volley.shots == ((AtHull(boat), 6, False, 0),)
    stage.roll(6, 6, 6)
    assert stage.asks(Abandoning)
    stage.pos = before
    stage.pos.stack = (Firing("halt", 1), stage.pos.stack)
    name, target = (stage.pos.book.units[unit].id for unit in (gun, boat))
    assert stage.pos.refusal(GAME.parse(stage.pos, f"hull {name} {target}")) is None
    rifles = stage.pos.book.units[stage.unit("wl_rifles")].id
    refusal = stage.pos.refusal(GAME.parse(stage.pos, f"hull {rifles} {target}"))
    assert refusal is not None
    assert refusal.case == "12.2"
    stage.pos.then(*fire_at_unit(stage.pos, small_arms(stage.pos, gun, "halt"), boat))
    stage.roll(5, 5, 5)
    assert stage.told("hull_holds"), "class B, long, controlled: five hits, ten does not confirm"


@rule("yangtze", "12.3", "R41")
def test_the_owner_of_a_vessel_says_who_is_lost() -> None:
    """Anybody aboard, crew or rider; nobody ashore; the last of them needs no question."""
    stage = bare()
    junk, pirates = stage.unit("junk"), stage.unit("pirates")
    stage.model(junk, 500, 500)
    rider, *_ = stage.men(pirates)
    move(stage.pos, (rider, Berth(junk)))
    stage.put(stage.unit("gang"), (500, 900))
    strike_body(stage.pos, junk, Blast(stage.unit("usmc_squad"), junk, 0, 0, Strikes.BULLETS, "rifle"))
    stage.roll(6, 5)
    assert stage.asks(LosingCrew)
    assert stage.pos.actor == "cn"
    name, piece = stage.pos.book.lexicon.pieces, stage.pos.book.piece_of_figure
    assert {*stage.pos.options()} == {Lose(piece(figure)) for figure in (*stage.men(junk), rider)}
    assert case(stage.pos.refusal(GAME.parse(stage.pos, "ready"))) == "12.3"
    ashore = name[piece(stage.men(stage.unit("gang"))[0])]
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"lose {ashore}"))) == "12.3"
    stage.pos.push(GAME.parse(stage.pos, f"lose {name[piece(rider)]}"))
    assert stage.pos.doomed == 1 << rider
    stage.pos.doomed |= sum(1 << figure for figure in stage.men(junk)[1:])
    strike_body(stage.pos, junk, Blast(stage.unit("usmc_squad"), junk, 0, 0, Strikes.BULLETS, "rifle"))
    stage.roll(6, 5)
    assert stage.pos.doomed >> stage.men(junk)[0] & 1, "he alone is left"


@rule("yangtze", "12.1", "S12.5")
def test_what_a_tank_does_not_mind() -> None:
    """It has no wheels: the lowest throw does nothing, of bullets or of a shell; bullets never disable it."""
    for strikes, weapon in ((Strikes.BULLETS, "mmg"), (Strikes.BURST, "gun_medium")):
        stage = bare()
        tank = stage.unit("tank_ft")
        stage.model(tank, 500, 500)
        strike_body(stage.pos, tank, Blast(stage.unit("usmc_squad"), tank, 0, 0, strikes, weapon))
        stage.roll(1, 1)
        assert (stage.pos.damage[tank], stage.pos.timer[tank]) == (0, 0)
        assert stage.pos.hits[tank] == 1, "a hit all the same: its morale is tested"
        assert len(stage.told("unharmed")) + len(stage.told("armour_holds")) == 1, "and told of"


@rule("yangtze", "12.1")
def test_a_lorry_at_half_speed_is_not_slowed_again() -> None:
    stage = bare()
    truck = stage.unit("truck")
    stage.model(truck, 500, 500)
    for key in ("half_speed", "unharmed"):
        strike_body(stage.pos, truck, Blast(stage.unit("gang"), truck, 0, 0, Strikes.BULLETS, "rifle"))
        stage.roll(2, 3)
        assert stage.pos.damage[truck] == HALF_SPEED
        assert len(stage.told(key)) == 1


@rule("yangtze", "12.1")
def test_a_second_wheel_begins_the_repair_anew() -> None:
    stage = bare()
    truck = stage.unit("truck")
    stage.model(truck, 500, 500)
    for turn, free in ((3, 5), (4, 6)):
        stage.pos.turn = turn
        strike_body(stage.pos, truck, Blast(stage.unit("gang"), truck, 0, 0, Strikes.BULLETS, "rifle"))
        stage.roll(1, 1)
        assert stage.pos.timer[truck] == free
    for turn, still in ((5, True), (6, False)):
        stage.pos.turn = turn
        assert (case(immobile(stage.pos, truck)) == "12.1") == still


@rule("yangtze", "S12.7", "12.1")
def test_a_passenger_hit_takes_riders_first_and_leaders_last() -> None:
    """One rider at random, leaders last; without riders one of the crew, and without its driver the lorry stops."""
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    leader, *men = stage.men(squad)
    fallen = []
    for _ in range(6):
        strike_body(stage.pos, truck, Blast(stage.unit("gang"), truck, 0, 0, Strikes.BULLETS, "rifle"))
        before = stage.pos.doomed
        stage.roll(4, 3)
        fallen.append((stage.pos.doomed ^ before).bit_length() - 1)
    assert {*fallen[:4]} == {*men}
    assert fallen[4:] == [leader, *stage.men(truck)]
    bury(stage.pos)
    assert case(immobile(stage.pos, truck)) == "S12.7", "nobody drives"
    strike_body(stage.pos, truck, Blast(stage.unit("gang"), truck, 0, 0, Strikes.BULLETS, "rifle"))
    assert not isinstance(stage.pos.top, LosingCrew)


@rule("yangtze", "12.2", "R41")
def test_results_that_cannot_bite_cost_a_man() -> None:
    """No main armament, steering already lost, a hull aground: one of the crew instead."""
    for template, damage, dice in (
        ("steamer", 0, (5, 4)),
        ("gunboat", STEERING, (4, 4)),
        ("gunboat", ARMAMENT, (5, 4)),
        ("steamer", 0, (6, 5)),
        ("steamer", 0, (4, 4)),
    ):
        stage = bare("s4_ox_gorge" if template == "steamer" else "s8_wanling_bund")
        hull = next(u for u, spec in numbered(stage.pos.book.units) if spec.template.startswith(template))
        stage.model(hull, 500, 500)
        stage.pos.damage = put(stage.pos.damage, hull, damage)
        strike_body(stage.pos, hull, Blast(hull, hull, 0, 0, Strikes.BURST, "gun_light"))
        stage.roll(*dice)
        assert stage.asks(LosingCrew), (template, dice)
        assert stage.pos.damage[hull] == damage


@rule("yangtze", "12.2", "12.1")
def test_nothing_more_happens_to_a_wreck() -> None:
    stage = bare()
    junk = stage.unit("junk")
    stage.model(junk, 500, 500)
    stage.pos.damage = put(stage.pos.damage, junk, WRECK)
    strike_body(stage.pos, junk, Blast(junk, junk, 0, 0, Strikes.BURST, "gun_medium"))
    stage.settle()
    assert stage.asks(Orders)
    assert stage.pos.hits[junk] == 0


@rule("yangtze", "12.2", "S12.4", "S14.8", "S12.8", "S2.1")
def test_why_a_gun_is_silent() -> None:
    """The main armament is out, the vehicle disabled, or there are too few hands: each is told for what it is."""
    stage = bare()
    boat, car, gun = stage.unit("gunboat"), stage.unit("armoured_car"), stage.unit("us_gun_75")
    stage.model(boat, 600, 600, 90)
    stage.model(car, 1200, 600, 90)
    stage.card(HALT, boat, car, gun)
    book = stage.pos.book
    main, light, *_ = (book.piece_of_mount(mount) for mount in book.guns[boat])
    (turret,) = (book.piece_of_mount(mount) for mount in book.guns[car])
    stage.pos.damage = put(stage.pos.damage, boat, ARMAMENT)
    assert why_no_fire(stage.pos, main, "halt")[0] == "12.2"
    stage.pos.remove(stage.men(boat)[1:], LOST)
    assert why_no_fire(stage.pos, light, "halt")[0] == "S14.8", "a ship's gun needs two"
    stage.pos.remove(stage.men(car)[1:], LOST)
    assert why_no_fire(stage.pos, turret, "halt")[0] == "S12.8", "nobody but the driver"
    stage.pos.damage = put(stage.pos.damage, car, DISABLED)
    assert why_no_fire(stage.pos, turret, "halt")[0] == "S12.4"
    stage.model(gun, 1700, 600)
    stage.put(gun, (1700, 645), (1700, 530))
    assert why_no_fire(stage.pos, gun, "halt")[0] == "S2.1", "one of the two stands 27.5 mm off the piece"
    stage.put(gun, (1700, 645), (1700, 535))
    assert gunner(stage.pos, gun, "halt")


@rule("yangtze", "S12.8", "7.5")
def test_a_target_outside_the_arc_is_refused_for_the_arc() -> None:
    """The gun of the train bears on 135 degrees to either side of its nose; a house in between is another matter."""
    house = {"id": "h", "k": "house", "p": box(700, 560, 800, 640), "doors": [[700, 600]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    train, squad = stage.unit("armoured_train"), stage.unit("usmc_squad")
    stage.model(train, 1200, 600, 270)
    stage.card(HALT, train)
    gun, *_ = (Mounted(mount) for mount in stage.pos.book.guns[train])
    for x, cited in ((1900, "S12.8"), (600, "7.5")):
        stage.put(squad, (x, 600), (x, 620))
        assert case(target_refusal(stage.pos, [gun], squad)) == cited


@rule("yangtze", "S12.7", "12.2")
def test_a_vehicle_without_its_driver_and_a_vessel_without_its_crew_stand_still() -> None:
    stage = bare()
    car, boat = stage.unit("armoured_car"), stage.unit("launch")
    stage.model(car, 600, 600, 90)
    stage.model(boat, 1200, 600, 90)
    assert immobile(stage.pos, car) is immobile(stage.pos, boat) is None
    stage.pos.remove(stage.men(car)[:1], LOST)
    stage.pos.remove(stage.men(boat), LOST)
    assert (case(immobile(stage.pos, car)), case(immobile(stage.pos, boat))) == ("S12.7", "12.2")


@rule("yangtze", "12.1", "14.8")
def test_a_lorry_stands_for_one_turn_and_its_wheel_is_mended() -> None:
    """Hit in the first turn, at work in the second, on the road again in the third."""
    stage = bare()
    truck, rifles = stage.unit("truck"), stage.unit("wl_rifles")
    stage.model(truck, 595, 600, 90)
    stage.row(rifles, 400, 600, 2)
    stage.turn({}, Fire(rifles, truck), dice=[5, 1, 1, 6, 6])
    for turn, flag, cited in ((2, WHEEL, "12.1"), (3, 0, None)):
        assert (stage.pos.turn, stage.pos.damage[truck]) == (turn, flag)
        assert case(immobile(stage.pos, truck)) == cited
        stage.turn({})
    assert len(stage.told("wheel_mended")) == 1


@rule("yangtze", "S12.5")
def test_a_bullet_through_armour_hits_the_crew_and_not_the_riders() -> None:
    stage = bare()
    train, company = stage.unit("armoured_train"), stage.unit("wl_rifles")
    stage.model(train, 1000, 500, 90)
    stage.board(company, train)
    Armour(train).scored(stage.pos, 12)
    assert isinstance(stage.pos.top, Draw)
    assert set(stage.pos.top.figures) == set(stage.men(train))


@rule("yangtze", "12.1", "S12.7", "R63")
def test_an_officer_who_rides_is_hit_after_his_sergeants() -> None:
    stage = bare()
    lorry, staff = stage.unit("truck"), stage.unit("usmc_fcg")
    stage.model(lorry, 500, 500, 90)
    stage.board(staff, lorry)
    hit_passenger(stage.pos, lorry)
    assert isinstance(stage.pos.top, Draw)
    assert sorted(stage.pos.top.figures) == list(stage.men(staff)[1:])


@rule("yangtze", "12.1", "12.3", "S12.7")
def test_where_nobody_is_left_aboard_nobody_is_hit() -> None:
    for name, hit in (("truck", hit_passenger), ("gunboat", lose_crew)):
        stage = bare(ground={"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]})
        unit = stage.unit(name)
        stage.model(unit, 1000, 300 if name == "truck" else 900, 90, crew=False)
        before, stage.pos.teller = stage.pos.stack, stage.events.append
        hit(stage.pos, unit)
        assert stage.pos.stack == before
        assert stage.told("unharmed"), "and everybody hears of it"


@rule("yangtze", "9.5", "12.1")
def test_a_gun_or_vehicle_that_is_gone_already_is_not_hit_again() -> None:
    stage = bare()
    gun, truck = stage.unit("wl_gun_light"), stage.unit("truck")
    blast = Blast(None, None, 0, 0, Strikes.BURST, "gun_light")
    stage.model(gun, 500, 500)
    stage.model(truck, 900, 500)
    before = stage.pos.stack
    strike_body(stage.pos, gun, blast)
    assert stage.pos.stack != before
    stage.pos.stack = before
    move(stage.pos, (Model(gun), Off()))
    strike_body(stage.pos, gun, blast)
    assert stage.pos.stack == before
    stage.pos.damage = put(stage.pos.damage, truck, WRECK)
    strike_body(stage.pos, truck, blast)
    assert stage.pos.stack == before
    assert not stage.pos.hits[truck]


@pytest.mark.parametrize(("template", "weapon", "dice", "told"), [
    ("truck", "rifle", (6, 6), "unharmed"),
    ("truck", "rifle", (2, 2), "unharmed"),
    ("truck", "rifle", (1, 1), "unharmed"),
    ("truck", "rifle", (4, 3), "passenger"),
    ("truck", "rifle", (5, 4), "passenger"),
    ("armoured_car", "rifle", (1, 1), "armour_holds"),
])  # fmt: skip
@rule("yangtze", "12.1", "S12.4", "S12.5")
def test_what_is_disabled_loses_nothing_more_but_its_people(
    template: str, weapon: str, dice: tuple[int, int], told: str
) -> None:
    """Neither speed nor a wheel, of which nobody would have to be told, nor that it is disabled once more."""
    stage = bare()
    unit = stage.unit(template)
    stage.model(unit, 500, 500)
    stage.pos.damage = put(stage.pos.damage, unit, DISABLED)
    strike_body(stage.pos, unit, Blast(None, unit, 0, 0, Strikes.BULLETS, weapon))
    stage.roll(*dice)
    assert stage.pos.damage[unit] == DISABLED
    assert [event.key for event in stage.events] == [f"event.{told}"]
    assert stage.pos.hits[unit] == 1, "it counts for morale all the same"


@rule("yangtze", "S12.7", "12.1")
def test_the_lot_falls_among_the_riders_only_as_long_as_there_are_any() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    leader, *men = stage.men(squad)
    for people in (men, [leader], list(stage.men(truck))):
        strike_body(stage.pos, truck, Blast(None, truck, 0, 0, Strikes.BULLETS, "rifle"))
        stage.settle()
        for face in (4, 4):
            stage.pos.apply(Roll(face), stage.hear)
        stage.settle()
        drawn = {
            stage.pos.book.the_figure(action.figure) for action in stage.pos.options() if isinstance(action, Strike)
        }
        assert drawn == set(people) if len(people) > 1 else not drawn, "a lot is drawn where there is a choice"
        stage.drawn()
        stage.pos.remove(people, LOST)
        stage.pos.doomed = 0


@rule("yangtze", "S12.5", "S12.7")
def test_two_bullets_through_armour_hit_two_men() -> None:
    stage = bare()
    car = stage.unit("armoured_car")
    stage.model(car, 500, 500)
    for _ in range(2):
        strike_body(stage.pos, car, Blast(None, car, 0, 0, Strikes.BULLETS, "rifle"))
        stage.roll(6, 6)
    assert stage.pos.doomed.bit_count() == 2
