"""10.1, 10.2, S15.3 Bombs and strafing: on whom they fall, and what they do to men, vehicles, vessels and houses."""

import pytest
from tests.games.yangtze.scenes import TOWER, raid
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    Banish,
    Bomb,
    Drive,
    Fire,
    Flak,
    Fly,
    Strafe,
)
from shapan.games.yangtze.air.anti_air import AntiAir, air_attacks
from shapan.games.yangtze.air.flight import (
    attack_points,
    attack_refusal,
    fly_all,
)
from shapan.games.yangtze.air.raids import bomb, bombing, resolve_attacks, strafe, under_strip
from shapan.games.yangtze.fire.aimed import AtFigure, AtGround, AtGun, AtHull
from shapan.games.yangtze.fire.artillery import RoundLands, Scatter
from shapan.games.yangtze.fire.hits import Confirming, ToHit, stand_ins
from shapan.games.yangtze.fire.volley import Blast, Strikes
from shapan.games.yangtze.noted import Attack
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.planned import Flying
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import DISABLED, HALF_SPEED, LOST
from shapan.games.yangtze.vessels.damage import VesselDamage, VesselPeople
from shapan.games.yangtze.who import Figure, GunMount, Unit, put
from shapan.kernel import rule


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


RIVER = {"areas": [{"k": "river", "p": box(300, 500, 1500, 900)}]}


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
@rule("yangtze", "10.1", "12.2", "R68", "9.1")
def test_a_bomb_at_a_junk(template: str, die: int) -> None:
    """Six on the die, class A adds one; two more on the table, as for a medium shell."""
    for face, hit in ((die, True), (die - 1, False)):
        stage, plane = over(template, RIVER)
        boat = stage.unit("junk" if template == "us_plane" else "launch")
        stage.model(boat, 700, 610, 90)
        stage.turn({}, flight(plane), Bomb(plane, (7000, 6000)), dice=[face])
        assert stage.asks(VesselDamage) == hit
        assert [event.case for event in stage.told("shell_lands")] == ["10.1"] * hit
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
    assert [target for target, *_ in stage.volley.shots] == [AtFigure(under), AtFigure(beyond)], (
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
    assert found == [AtFigure(man), AtGround(), AtGun(gun), AtGround()], "nobody is on the top floor"
    assert far


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
    assert shots == {AtFigure(behind): 5, AtHull(car): 12}, "a house hides nobody from above but those under its roof"
    assert indoors


@rule("yangtze", "10.2", "R25")
def test_the_substitute_of_a_strafed_leader_is_sought_in_the_strip() -> None:
    """The nearest of those who were tested, not the nearest of all."""
    stage = bare()
    company = stage.unit("wl_rifles")
    leader, near, tested = stage.put(company, (500, 500), (500, 560), (760, 500))
    blast = Blast(
        None, company, 3000, 5000, Strikes.BULLETS, "aircraft_mg", False, 3000, 5000, 3000, caught=(leader, tested)
    )
    assert stand_ins(stage.pos, leader, blast) == [tested]
    assert near


@rule("yangtze", "S5", "10.1")
def test_cover_from_a_bomb_is_judged_from_where_it_bursts() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.bombs = put(stage.pos.bombs, plane, 1)
    stage.pos.stack = ()
    stage.pos.then(*bomb(stage.pos, plane, 7000, 5000, 90))
    blast = stage.stake(RoundLands).blast
    assert (blast.x, blast.y) == (blast.cx, blast.cy) == (7000, 5000)


@rule("yangtze", "10.1", "R34")
def test_a_bomb_falls_like_a_light_shell() -> None:
    """T38: class B lands on four and scatters on three."""
    for die, asked in ((4, ToHit), (3, Scatter)):
        stage = bare()
        plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
        stage.model(plane, 500, 500, 90)
        stage.put(squad, (600, 500), (630, 500))
        stage.card(MOVE, squad)
        stage.pos.then(*bomb(stage.pos, plane, 6000, 5000, 90))
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
    stage.pos.then(*strafe(stage.pos, plane, 5000, 5000, 90))
    shots = {shot[0]: shot[1] for shot in stage.volley.shots}
    assert shots == {AtFigure(near): 5, AtFigure(far): 12}
    assert aside


@rule("yangtze", "10.2")
def test_a_figure_is_no_aircraft() -> None:
    """Pieces of every sort can be named; none may upset the judge."""
    stage = bare()
    book = stage.pos.book
    for piece in (*book.every_unit[:1], book.piece_of_figure(Figure(0)), book.piece_of_mount(GunMount(0))):
        refusal = attack_refusal(stage.pos, Unit(piece), Bomb, (5000, 5000))
        assert refusal is not None
        assert refusal.case == "10.2"


@pytest.mark.parametrize("hidden", [True, False])
@rule("yangtze", "10.1", "S6.7", "R34", "R124")
def test_a_bomb_is_aimed_at_nobody_who_is_hidden(hidden: bool) -> None:
    """On target it hits whom it was aimed at; whoever hides there is tested with his own die, and shows."""
    stage = bare()
    plane, gang = stage.unit("us_plane"), stage.unit("gang")
    stage.model(plane, 200, 600, 90)
    stage.put(gang, (700, 600), (700, 900))
    stage.pos.hidden = hidden << gang
    stage.turn({}, Fly(plane, ((10000, 6000),)), Bomb(plane, (7000, 6000)), dice=[3])
    assert stage.asks(ToHit) == hidden
    assert not stage.pos.hidden


@rule("yangtze", "10.1", "10.2", "R35")
def test_attacks_are_announced_and_those_who_survive_are_made() -> None:
    stage, plane, _ = raid()
    stage.pos.stack = (Orders(0, True), ())
    ours = stage.unit("us_plane")
    stage.model(ours, 300, 300, 90)
    stage.pos.attacks = (*stage.pos.attacks, Attack(ours, "strafe", 3000, 3000, 90))
    stage.pos.teller = stage.events.append
    air_attacks(stage.pos)
    stage.settle()
    refusal_of = [(event.case, event.params["kind"]) for event in stage.told("announces")]
    assert refusal_of == [("10.1", "bomb"), ("10.2", "strafe")]
    stage.pos.stack = (Orders(0, True), ())
    stage.pos.teller = stage.events.append
    stage.pos.then(*resolve_attacks(stage.pos))
    stage.settle()
    assert stage.pos.bombs[plane] == 3
    assert stage.asks(RoundLands)
    assert not stage.pos.attacks, "one attack a turn"
    assert stage.told("bombs")


@rule("yangtze", "10.1", "S15.3")
def test_bombs_are_few_and_fall_on_the_way() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((12000, 5000), (15000, 2000))))
    for point, refused in (((5000, 5000), None), ((9000, 5010), None), ((9000, 5011), "S15.3"), ((13500, 3500), None)):
        assert case(attack_refusal(stage.pos, plane, Bomb, point)) == refused
    assert attack_points(stage.pos, plane, Bomb)
    stage.pos.bombs = put(stage.pos.bombs, plane, 0)
    assert case(attack_refusal(stage.pos, plane, Bomb, (9000, 5000))) == "10.1"
    assert attack_refusal(stage.pos, plane, Strafe, (9000, 5000)) is None
    assert not attack_points(stage.pos, plane, Bomb)
    stage.pos.attacks = (Attack(plane, "strafe", 13500, 3500),)
    fly_all(stage.pos)
    (attack,) = stage.pos.attacks
    assert attack.course == 45, "in the direction that it flies there"
    assert stage.pos.at[plane] == (15000, 2000, 45)


@rule("yangtze", "10.1", "R34", "R20")
def test_larger_bombs_by_agreement() -> None:
    for large, zone in ((False, 500), (True, 750)):
        stage = bare(large_bombs=large)
        plane = stage.unit("wl_plane")
        stage.model(plane, 500, 500, 90)
        stage.put(stage.unit("gang"), (600, 500))
        stage.pos.then(*bomb(stage.pos, plane, 6000, 5000, 90))
        assert stage.stake(RoundLands).blast.radius == zone


@rule("yangtze", "10.2", "R67", "12.3")
def test_strafing_a_vessel_is_one_die_and_needs_eleven() -> None:
    stage = bare()
    plane, boat = stage.unit("wl_plane"), stage.unit("gunboat")
    stage.model(plane, 500, 500, 90)
    stage.model(boat, 700, 540, 90)
    stage.pos.then(*strafe(stage.pos, plane, 5000, 5000, 90))
    assert stage.volley.shots == ((AtHull(boat), 5, False, 0),)
    stage.roll(5, 5, 5)
    assert stage.told("hull_holds")


@rule("yangtze", "10.1", "S6.7", "9.5")
def test_a_bomb_is_aimed_at_a_gun_that_one_knows_of() -> None:
    stage = bare()
    plane, gun = stage.unit("us_plane"), stage.unit("wl_gun_light")
    stage.model(plane, 900, 500, 90)
    stage.model(gun, 500, 500)
    assert bombing(stage.pos, plane, 5000, 5000).target == AtGun(gun)
    stage.pos.hidden = 1 << gun
    assert bombing(stage.pos, plane, 5000, 5000).target == AtGround()
    own = stage.unit("wl_plane")
    stage.model(own, 900, 600, 90)
    assert bombing(stage.pos, own, 5000, 5000).target == AtGun(gun), "its own side knows"


@pytest.mark.parametrize(("y", "spares", "friend", "found"), [
    (500, False, False, True), (500, True, False, True), (500, True, True, False), (500, False, True, True),
    (700, False, False, False),
])  # fmt: skip
@rule("yangtze", "10.2", "S15.3", "R20")
def test_the_strip_is_for_what_it_touches_and_spares_friends_by_agreement(
    y: int, spares: bool, friend: bool, found: bool
) -> None:
    stage = bare(zone_spares_friends=spares)
    plane, car = stage.unit("us_plane"), stage.unit("truck")
    stage.model(car, 700, y, 90)
    stage.pos.owner = put(stage.pos.owner, car, stage.pos.owner[plane] if friend else 1 - stage.pos.owner[plane])
    _, hulls = under_strip(stage.pos, plane, 6000, 5000, 90)
    assert hulls == ([(car, True)] if found else [])


@rule("yangtze", "10.1", "R34")
def test_others_about_a_bomb_are_tested_at_the_short_score_of_the_pilot() -> None:
    """Class B: four. Nobody near a bomb has the better chance that long range would give him."""
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500, 90)
    near, aside = stage.put(squad, (600, 500), (630, 500))
    stage.card(MOVE, squad)
    stage.pos.then(*bomb(stage.pos, plane, 6000, 5000, 90))
    stage.roll(4)
    assert (AtFigure(aside), 4) in [shot[:2] for shot in stage.volley.shots]
    assert near


@pytest.mark.parametrize(("off", "aimed"), [(12.5, True), (12.6, False)])
@rule("yangtze", "10.1", "7.7")
def test_a_bomb_is_aimed_at_him_on_whose_base_the_point_lies(off: float, aimed: bool) -> None:
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500, 90)
    (man,) = stage.put(squad, (600, 500))
    assert bombing(stage.pos, plane, round(6000 + 10 * off), 5000).target == (AtFigure(man) if aimed else AtGround())
