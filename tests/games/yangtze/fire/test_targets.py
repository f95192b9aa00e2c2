"""7.4, 7.5 Target priorities and ranges."""

from __future__ import annotations

from math import isqrt
from random import Random

import pytest
from tests.games.yangtze.scenes import FIRING, WATER, fired, house
from tests.games.yangtze.table import SIZE, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    Card,
    Charge,
    Fire,
    Hold,
    Ready,
    Snipe,
)
from shapan.games.yangtze.fire.aimed import AtHull
from shapan.games.yangtze.fire.elements import element, small_arms, snipe_refusal
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.grenades import throw_refusal
from shapan.games.yangtze.fire.resolving import Resolving
from shapan.games.yangtze.fire.shooters import in_arc, muzzle
from shapan.games.yangtze.fire.targets import (
    _ranked,
    aim,
    in_range,
    legal_targets,
    reaches,
    target_refusal,
    touching,
)
from shapan.games.yangtze.noted import FiredAt, UnitFire
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.who import Figure, Mounted, Shooter, Unit, put
from shapan.ground.table import near_polygon
from shapan.kernel import rule


@rule("yangtze", "7.4")
def test_a_unit_of_which_only_the_leader_shows_is_refused_for_that() -> None:
    hall = {"id": "h", "k": "house", "n": "House", "p": box(600, 520, 900, 700), "doors": [[900, SIZE[1] - 600]]}
    stage = bare(ground={"buildings": [hall]})
    squad, gang, sniper = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("usmc_sniper")
    stage.put(squad, (500, 480))
    stage.put(sniper, (500, 450))
    stage.put(gang, (800, 500), (800, 720), (830, 720))
    stage.play(to="halt_fire")
    assert stage.why(Fire(squad, gang)) == "7.4"


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


@rule("yangtze", "6.2", "R10", "R87", "S16.4")
def test_nobody_is_in_contact_through_a_window_or_with_those_who_merely_stand_beside_him() -> None:
    """A bandit has come at him inside; militia at the window outside is no nearer to him, and fights elsewhere."""
    stage = bare(ground=house("house"))
    squad, gang, militia = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("militia")
    (man,), (bandit,) = stage.put(squad, (613, 480)), stage.put(gang, (638, 480))
    (outside,) = stage.put(militia, (588, 480))
    stage.pos.touched = 1 << man | 1 << bandit | 1 << outside
    assert touching(stage.pos, man, gang)
    assert not touching(stage.pos, man, militia)
    stage.pos.touched = 1 << man | 1 << bandit
    stage.put(militia, (613, 505))
    assert not touching(stage.pos, man, militia), "nobody has charged whom"


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
    assert stage.volley.shots[0][0] == AtHull(car)
    stage.model(car, 1200, 500)
    assert case(snipe_refusal(stage.pos, [marksman], car)) == "7.5"


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


@rule("yangtze", "7.4", "S8")
def test_who_cannot_see_the_closest_unit_is_given_one_other_target() -> None:
    """A wall parts the squad: three see the gang, which is closer, two the company."""
    wall = {"id": "h", "k": "house", "p": box(1030, 340, 1050, 700), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [wall]})
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(squad, (1000, 300), (940, 300), (970, 300), (1110, 300), (1140, 300))
    stage.row(gang, 930, 480, 3)
    stage.row(company, 1120, 560, 3)
    stage.play(to="halt_fire")
    assert case(stage.pos.refusal(Fire(squad, company))) == "7.4"
    stage.play(Fire(squad, gang), Fire(squad, company), to="other_fire")
    assert fired(stage) == [("cn7", 3), ("cn4", 2)]


@rule("yangtze", "7.4", "13.2", "R54", "R62")
def test_who_fired_at_us_comes_next_when_the_closest_is_in_melee_with_friends() -> None:
    stage = bare()
    squad, mates = stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    gang, company, militia = stage.unit("gang"), stage.unit("wl_rifles"), stage.unit("militia")
    stage.row(squad, 1000, 300, 5)
    stage.row(mates, 1000, 480, 2)
    stage.row(gang, 1000, 570, 2)
    stage.row(company, 1300, 560, 4)
    stage.row(militia, 700, 560, 4)
    stage.pos.fire_before = (FiredAt(militia, squad),)
    stage.play(Card(mates, HALT), Hold(mates), Card(gang, CHARGE), Charge(gang, mates), to="halt_fire")
    assert case(stage.pos.refusal(Fire(squad, gang))) == "13.2"
    assert case(stage.pos.refusal(Fire(squad, company))) == "7.4"
    assert stage.pos.refusal(Fire(squad, militia)) is None


@pytest.mark.parametrize(("far", "lone"), [(600, "7.4"), (950, None)])
@rule("yangtze", "7.4", "7.3", "R54")
def test_a_single_figure_is_shot_at_when_no_whole_unit_is_in_range(far: float, lone: str | None) -> None:
    """One man of the gang shows beside a house; the company stands farther off, in range or out of it."""
    house = {"id": "h", "k": "house", "p": box(940, 500, 1060, 560), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.row(squad, 900, 300, 5)
    stage.put(gang, (1000, 600), (1080, 450))
    stage.row(company, 600 if far == 600 else 900, far, 4)
    stage.play(to="halt_fire")
    assert case(stage.pos.refusal(Fire(squad, gang))) == lone


@rule("yangtze", "7.4", "6.2", "R10", "R62")
def test_a_touched_man_fires_at_the_one_who_touches_him_though_his_squad_fires_elsewhere() -> None:
    """The lone charger ranks after the whole company; he whom he has reached has nobody else to shoot."""
    stage = bare()
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.row(squad, 1000, 300, 5)
    stage.put(gang, (1000, 390))
    stage.row(company, 1120, 430, 4)
    orders = (Card(squad, HALT), Hold(squad), Card(gang, CHARGE), Charge(gang, squad))
    stage.play(*orders, Fire(squad, company), Fire(squad, gang), to="other_fire")
    assert fired(stage) == [("cn4", 4), ("cn7", 1)]


CN = 1


@rule("yangtze", "7.4", "S17.1")
def test_a_carrier_with_civilians_alone_binds_nobodys_fire() -> None:
    stage = bare()
    lorry, consul, squad, company = (stage.unit(name) for name in ("truck", "consul", "usmc_squad", "wl_rifles"))
    stage.model(lorry, 600, 600, 90, crew=False)
    stage.board(consul, lorry)
    stage.row(squad, 900, 500, 2)
    stage.row(company, 600, 800, 2)
    stage.play(to="halt_fire")
    while getattr(stage.pos.top, "side", CN) != CN:
        stage.pos.push(Ready(), stage.hear)
    assert stage.why(Fire(company, squad)) is None
    assert stage.why(Fire(company, lorry)) == "7.4"


def plain_gap(pos: YangtzePosition, shooter: Shooter, figure: Figure) -> int:
    """From base to base; of a gun from the base of the piece, of what is carried from the edge of that."""
    x, y, radius = muzzle(pos, shooter, pos.x[figure], pos.y[figure])
    far = isqrt((x - pos.x[figure]) ** 2 + (y - pos.y[figure]) ** 2)
    return far - radius - pos.book.figures[figure].radius


@pytest.mark.parametrize("seed", range(24))
@rule("yangtze", "7.4", "7.5", "R19")
def test_whoever_is_within_range_is_found_and_the_nearest_is_first(seed: int) -> None:
    """Riflemen, horsemen, the crew of a gun and a lorry's machine gun, at any bearing, up to the very end of the range:
    the quick look leaves out nobody whom measuring one after the other finds."""
    rng, stage = Random(seed), bare()
    pos, gang = stage.pos, stage.unit("gang")
    stage.put(gang, *[(rng.uniform(900, 1500), rng.uniform(400, 800)) for _ in range(4)])
    squad, gun, horse, lorry = map(stage.unit, ("usmc_squad", "us_gun_37", "usmc_mounted", "gun_truck"))
    stage.put(squad, *[(rng.uniform(100, 2300), rng.uniform(100, 1100)) for _ in range(3)])
    stage.put(horse, *[(rng.uniform(100, 2300), rng.uniform(100, 1100)) for _ in range(2)])
    x, y = rng.uniform(100, 2300), rng.uniform(100, 1100)
    stage.put(gun, (x + 40, y))
    stage.model(gun, x, y)
    stage.model(lorry, rng.uniform(100, 2300), rng.uniform(100, 1100), rng.randrange(360))
    rifles, riders = pos.standing[squad], pos.standing[horse]
    crew, mount = pos.standing[gun], Mounted(pos.book.guns[lorry][0])
    groups: list[tuple[Shooter, ...]] = [rifles, riders, crew, (mount,), (*rifles, *riders), (*rifles, mount)]
    for shooters in groups:
        plain = sorted((min(plain_gap(pos, s, f) for s in shooters), f) for f in pos.standing[gang])
        reach = max(plain[0][0], 0)
        assert _ranked(pos, shooters, gang, reach) == plain
        assert gang in in_range(pos, shooters, 0, reach)


@pytest.mark.parametrize(
    ("gap", "cited"), [(99.9, "9.4"), (100.0, "9.4"), (100.1, None), (1500.0, None), (1500.1, "7.5")]
)
@rule("yangtze", "9.4", "7.5", "R2")
def test_ships_guns_fire_at_nobody_alongside_or_within_100_mm(gap: float, cited: str | None) -> None:
    stage = bare(ground=WATER)
    boat, gang = stage.unit("gunboat"), stage.unit("gang")
    stage.model(boat, 500, 700, 90)
    side, bow = min(edge[1] for edge in stage.pos.body(boat)), max(edge[0] for edge in stage.pos.body(boat))
    near = gap < 200
    stage.put(gang, (500, side / 10 - gap - 12.5) if near else (bow / 10 + gap + 12.5, 700))
    stage.card(HALT, boat)
    guns = [
        Mounted(m) for m in stage.pos.book.guns[boat] if stage.pos.book.weapons[stage.pos.book.mounts[m].weapon].least
    ]
    (gun,) = [gun for gun in guns if in_arc(stage.pos, gun, *spot_of(stage, gang))][:1]
    refusal = target_refusal(stage.pos, [gun], gang)
    assert case(refusal) == cited
    if refusal is not None:
        assert refusal.key == ("refusal.target_under" if near else "refusal.target_far")


def spot_of(stage: Stage, unit: Unit) -> tuple[int, int]:
    (figure,) = stage.pos.standing[unit]
    return stage.pos.x[figure], stage.pos.y[figure]


@pytest.mark.parametrize(("volleys", "left"), [(0, 5), (1, 5), (2, 0)])
@rule("yangtze", "7.2", "7.4", "S8")
def test_a_unit_fires_at_one_other_target_and_no_third(volleys: int, left: int) -> None:
    """Those who do not reach the first are given another one; nobody reaches either here."""
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 300, 300, 5)
    far = [stage.unit(name) for name in ("gang", "wl_rifles")]
    for number, unit in enumerate(far):
        stage.row(unit, 1500, 300 + 300 * number, 3)
    stage.card(HALT, squad)
    stage.pos.shots = tuple(UnitFire(squad, unit, ()) for unit in far[:volleys])
    assert len(element(stage.pos, squad, "halt")) == left


@rule("yangtze", "7.4", "7.5")
def test_what_has_been_seen_from_afar_is_out_of_reach_all_the_same() -> None:
    """375 mm from edge to edge, whatever was asked before."""
    stage = bare()
    men = stage.put(stage.unit("usmc_squad"), (500, 500))
    gang = stage.unit("gang")
    stage.put(gang, (900, 500))
    for reach, seen in ((1 << 20, True), (3749, False), (3750, True), (100, False)):
        assert (aim(stage.pos, men, gang, reach) is not None) == seen
