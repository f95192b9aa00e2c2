"""S12, S13, S14, 13.4, S2.3: vehicles, trains and vessels; what they stand on, and who gets out of their way."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, ONWARD, OVERRUN, Drive, March
from shapan.games.yangtze.movement.settling import settle_bases
from shapan.games.yangtze.placing import hull_refusal
from shapan.games.yangtze.planned import Driving
from shapan.games.yangtze.position import HALF_SPEED, STANDING
from shapan.games.yangtze.vessels.driving import course, drive_refusal, easy_way, fits
from shapan.games.yangtze.vessels.overruns import aside
from shapan.games.yangtze.vessels.sailing import sail_refusal
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule

# --- S12.1, S13 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("off", "easy"), [(-1, True), (1, False), (19, False)])
@rule("yangtze", "S12.1")
def test_the_road_rate_is_for_ways_wholly_on_the_road(off: int, easy: bool) -> None:
    road = {"k": "road", "p": [[200, 700], [600, 700]]}
    stage = bare(ground={"lines": [road]})
    truck = stage.unit("truck")
    stage.model(truck, 300, 500, 90)
    way = course(stage.pos, truck, ((6000 + off * 10, 5000),))
    assert easy_way(stage.pos, truck, way) == easy


@rule("yangtze", "S12.1")
def test_rails_are_no_road() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    truck = stage.unit("truck")
    stage.model(truck, 300, 500, 90)
    assert not easy_way(stage.pos, truck, course(stage.pos, truck, ((5000, 5000),)))


@rule("yangtze", "S13")
def test_a_train_follows_the_bends_of_its_rails() -> None:
    rails = {"k": "rail", "p": [[0, 700], [800, 700], [800, 1100]]}
    stage = bare(ground={"lines": [rails]})
    train = stage.unit("armoured_train")
    stage.model(train, 700, 500, 90)
    assert case(drive_refusal(stage.pos, train, ONWARD, ((8000, 3500),))) == "S13", "across the bend"
    assert case(drive_refusal(stage.pos, train, ONWARD, ((8000, 5000), (8000, 3500)))) is None


@rule("yangtze", "S16.8", "S12.1")
def test_a_vehicle_that_drives_into_a_barricade_stops_there() -> None:
    stage = bare("s3_silver_trucks", ground={"lines": [{"k": "barricade", "p": [[500, 500], [500, 900]]}]})
    truck = stage.unit("truck")
    stage.model(truck, 300, 500, 90)
    stage.pos.shut = stage.pos.book.barriers
    stage.card(MOVE, truck)
    assert stage.pos.shut
    assert drive_refusal(stage.pos, truck, ONWARD, ((6000, 5000),)) is None
    stage.pos.plan = put(stage.pos.plan, truck, Driving(ONWARD, ((6000, 5000),)))
    stage.move()
    assert 4900 <= stage.pos.at[truck][0] <= 5000


# --- S14.2, R77 -------------------------------------------------------------------------------------------------------

CANAL = {"areas": [{"k": "canal", "p": box(0, 600, 2400, 1200)}]}
RIVER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


@rule("yangtze", "S14.2", "S14.1")
def test_canals_and_shallows_are_sailed_at_half_rate() -> None:
    for ground, most, cited in ((RIVER, 200, "S14.1"), (CANAL, 100, "S14.2")):
        stage = bare("s6_arms_godown", ground=ground)
        sampan = stage.unit("sampan")
        high = stage.pos.allowance(sampan, MOVE)[1] // 10
        stage.model(sampan, 400, 800, 90)
        run = high * most // 200
        assert sail_refusal(stage.pos, sampan, 90, run, 90) is None
        assert case(sail_refusal(stage.pos, sampan, 90, run + 1, 90)) == cited


@rule("yangtze", "S14.2", "R77")
def test_hulls_in_column_sail_together() -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    front, rear = stage.unit("gun_junk"), stage.unit("junk")
    stage.model(front, 1000, 900, 90)
    stage.model(rear, 720, 900, 90)
    stage.card(HALT, front)
    stage.card(MOVE, rear)
    assert case(sail_refusal(stage.pos, rear, 90, 200, 90)) == "S14.2"
    stage.card(MOVE, front)
    assert sail_refusal(stage.pos, rear, 90, 200, 90) is None


# --- S2.3 -------------------------------------------------------------------------------------------------------------


@rule("yangtze", "S2.3", "S19.2")
def test_carriers_stand_on_nobody_and_on_no_gun() -> None:
    stage = bare()
    truck, gun = stage.unit("truck"), stage.unit("wl_gun_light")
    assert hull_refusal(stage.pos, truck, 5000, 5000, 90) is None
    stage.put(stage.unit("gang"), (500, 510))
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3"
    stage = bare()
    stage.model(gun, 500, 510)
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3"
    assert not fits(stage.pos, truck, 5000, 5000, 90)


@rule("yangtze", "S2.3", "S14.2")
def test_a_hull_does_not_run_down_swimmers() -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    junk = stage.unit("junk")
    (man,) = stage.put(stage.unit("usn_squad"), (900, 900))
    stage.pos.swimming = 1 << man
    assert case(hull_refusal(stage.pos, junk, 9000, 9000, 90)) == "S14.2"


# --- 13.4 -------------------------------------------------------------------------------------------------------------


def escape(ground: Any = None, off: float = 10) -> tuple[Stage, int, tuple[int, int]]:
    """A man so far to the right of the line of a lorry that drives east."""
    stage = bare(ground=ground)
    truck = stage.unit("truck")
    stage.model(truck, 500, 500, 90)
    (man,) = stage.put(stage.unit("gang"), (600, 500 + off))
    return stage, man, aside(stage.pos, man, truck)


@rule("yangtze", "13.4", "S2.3")
def test_nobody_is_overrun_beyond_the_place_where_the_vehicle_stops() -> None:
    """The car runs over the first man, stops at a friend of its own, and never reaches the second."""
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usn_squad")
    stage.model(car, 600, 600, 90)
    near, far = stage.put(squad, (700, 600), (790, 600))
    stage.put(stage.unit("wl_lmg"), (745, 600))
    squad_aside = March(squad, ((7000, 7500),))
    stage.turn({car: MOVE, squad: MOVE}, Drive(car, OVERRUN, ((8000, 6000),)), squad_aside, dice=[1, 5, 5])
    assert stage.gone([near, far]) == [near]
    assert stage.pos.at[car] == (6700, 6000, 90)


@pytest.mark.parametrize(("road", "lost", "end"), [(False, 1, 7500), (True, 2, 8600)])
@rule("yangtze", "13.4", "R84", "S12.1")
def test_a_hit_that_halves_the_speed_ends_an_overrun_at_half_its_rate(road: bool, lost: int, end: int) -> None:
    """A car makes 300 mm off the road and 600 on it: at half speed it meets the second man on the road only."""
    stage = bare(ground={"lines": [{"k": "road", "p": [[100, 600], [2300, 600]]}]} if road else None)
    car, squad = stage.unit("car", 1), stage.unit("usn_squad")
    stage.model(car, 600, 600, 90)
    men = stage.put(squad, (740, 600), (860, 600))
    stage.turn({car: MOVE}, Drive(car, OVERRUN, ((8600, 6000),)), dice=[3, 1, 2, 2, *[5] * 6])
    assert stage.pos.damage[car] == HALF_SPEED
    assert stage.gone(men) == list(men[:lost])
    assert stage.pos.at[car] == (end, 6000, 90)


@rule("yangtze", "13.4", "R52")
def test_who_escapes_an_overrun_stands_just_beside_the_path() -> None:
    """The lorry is 50 mm wide, the base 25: its centre stands 37.5 mm off the line and a hair more."""
    _, _, (x, y) = escape()
    assert x == 6000
    assert 5375 <= y <= 5400
    _, _, (_, y) = escape(off=-10)
    assert 4600 <= y <= 4625


@rule("yangtze", "13.4", "R52", "S16.4")
def test_who_escapes_an_overrun_goes_neither_through_walls_nor_into_the_river() -> None:
    for ground in (
        {"lines": [{"k": "wall_high", "p": [[300, 675], [900, 675]]}]},
        {"areas": [{"k": "river", "p": box(0, 526, 2400, 1200)}]},
    ):
        _, _, (_, y) = escape(ground)
        assert 4600 <= y <= 4625, "the other edge"


@rule("yangtze", "S6.7", "S2.3")
def test_no_refusal_tells_of_hidden_men() -> None:
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.put(gang, (500, 510))
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90, planned=True)) == "S2.3"
    stage.pos.hidden = 1 << gang
    assert hull_refusal(stage.pos, truck, 5000, 5000, 90, planned=True) is None
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3", "but nobody drives over them"


@rule("yangtze", "S13", "R111", "S12.1")
def test_a_train_backs_at_half_its_rate() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1200, 500, 90)
    most = stage.pos.allowance(train, MOVE)[1]
    for manner in (ONWARD, "reverse"):
        assert drive_refusal(stage.pos, train, manner, ((12000 - most // 2, 5000),)) is None
        assert case(drive_refusal(stage.pos, train, manner, ((12000 - most // 2 - 100, 5000),))) == "S12.1"
    assert drive_refusal(stage.pos, train, ONWARD, ((12000 + most // 2 + 100, 5000),)) is None


HOUSE = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 700]]}


@rule("yangtze", "S12.1", "R115")
def test_the_middle_of_a_vehicle_keeps_out_of_houses_not_its_corners() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    truck = stage.unit("truck")
    stage.model(truck, 500, 480, 90)
    assert drive_refusal(stage.pos, truck, ONWARD, ((7000, 4800),)) is None, "25 mm to each side of its line"
    stage.model(truck, 500, 550, 90)
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((7000, 5500),))) == "S16.1"


@rule("yangtze", "S2.3", "S2.1")
def test_a_gun_is_not_drawn_into_the_river_or_on_to_others() -> None:
    for ground, crowd in ((RIVER, False), (None, True)):
        stage = bare(ground=ground)
        gun = stage.unit("wl_gun_light")
        stage.model(gun, 500, 550)
        (man, *_) = stage.row(gun, 500, 510, 3)
        if crowd:
            stage.put(stage.unit("usmc_squad"), (500, 650))
        stage.card(MOVE, gun)
        stage.pos.track = put(stage.pos.track, man, ((0, 5000, 5100), (1000, 5000, 6100)))
        stage.pos.spent = put(stage.pos.spent, man, 1000)
        stage.pos.stand(man, 5000, 6100)
        settle_bases(stage.pos)
        x, y, _ = stage.pos.at[gun]
        radius = stage.pos.book.units[gun].gun_radius
        assert stage.pos.book.table.ground(x, y).cost[0]
        foes = [f for unit, men in enumerate(stage.pos.standing) if unit != gun for f in men]
        assert all(stage.pos.apart_from(f, x, y) >= (radius + 125) ** 2 for f in foes)
        assert stage.pos.fate[man] == STANDING


@rule("yangtze", "S2.3", "13.2")
def test_whom_the_enemy_meets_on_his_way_past_a_lorry_fights_beside_it_and_not_under_it() -> None:
    """A man may be anywhere in the moment of contact; at rest he is off the lorry, and still at his enemy."""
    stage = bare()
    stage.model(stage.unit("truck"), 500, 500, 90)
    (man,) = stage.put(stage.unit("usmc_squad"), (500, 536))
    (foe,) = stage.put(stage.unit("gang"), (500, 561))
    stage.card(MOVE, stage.unit("usmc_squad"))
    stage.card(CHARGE, stage.unit("gang"))
    stage.pos.track = put(stage.pos.track, man, ((0, 5000, 4000), (1360, 5000, 5360)))
    stage.pos.spent = put(stage.pos.spent, man, 1360)
    stage.pos.touched = 1 << man | 1 << foe
    assert stage.pos.on_body(stage.pos.x[man], stage.pos.y[man], 125)
    settle_bases(stage.pos)
    assert not stage.pos.on_body(stage.pos.x[man], stage.pos.y[man], 125)
    assert stage.pos.within(man, foe, stage.pos.book.contact_gap)


def manned_gun(gap: float = 5) -> tuple[Stage, Unit, tuple[Figure, ...]]:
    """A light gun at (500, 600) with three men about it, so far from its edge."""
    stage = bare()
    gun, off = stage.unit("wl_gun_light"), 37.5 + gap
    stage.model(gun, 500, 600)
    return stage, gun, stage.put(gun, (500 - off, 600), (500, 600 - off), (500, 600 + off))


@pytest.mark.parametrize("step", [(30, 0), (-40, 0), (0, 40), (0, -40), (60, -60), (-100, 0)])
@rule("yangtze", "S2.1", "S2.3")
def test_a_gun_goes_with_its_crew_and_they_keep_their_places_about_it(step: tuple[int, int]) -> None:
    """Where the piece stood before is in nobody's way, not in its own crew's either."""
    stage, gun, crew = manned_gun()
    before = [(stage.pos.x[man], stage.pos.y[man]) for man in crew]
    dx, dy = step[0] * 10, step[1] * 10
    stage.turn({gun: MOVE}, March(gun, ((before[0][0] + dx, before[0][1] + dy),)))
    assert stage.pos.at[gun][:2] == (5000 + dx, 6000 + dy)
    assert [(stage.pos.x[man], stage.pos.y[man]) for man in crew] == [(x + dx, y + dy) for x, y in before]


@pytest.mark.parametrize(("gap", "goes"), [(25, True), (25.1, False), (300, False)])
@rule("yangtze", "S2.1", "R90", "R123")
def test_nobody_draws_a_gun_beside_which_he_does_not_stand(gap: float, goes: bool) -> None:
    stage, gun, (man, *_) = manned_gun(gap)
    stage.turn({gun: MOVE}, March(gun, ((stage.pos.x[man] + 1000, 6000),)))
    assert (stage.pos.at[gun][:2] == (6000, 6000)) == goes
    assert goes or stage.pos.at[gun][:2] == (5000, 6000)
