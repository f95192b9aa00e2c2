"""S16 Buildings: floors, stairs and the room on them, walls; S17.7 rubble."""

import pytest
from tests.games.yangtze.scenes import COTTAGE, STOREHOUSE, TOWNHOUSE
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    MOVE,
    SKIRMISH,
    Dismount,
    March,
    Pace,
    Stairs,
)
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.sighting import figure_sees
from shapan.games.yangtze.movement.marching import pace_refusal, plan_march, stairs_refusal
from shapan.games.yangtze.movement.settling import settle_bases
from shapan.games.yangtze.movement.ways import tread, way_refusal
from shapan.games.yangtze.noted import Climb
from shapan.games.yangtze.orders.planned import Marching
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.placing import formation, house_refusal, spot_refusal
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.ground.table import OUTDOORS, Crowd, Pt, length
from shapan.kernel import rule


@rule("yangtze", "S16.1")
def test_a_floor_holds_so_many_figures_and_no_more() -> None:
    """60 by 60 mm hold four bases of 25 mm, a square of 30 mm for each."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 660, 560), "doors": [[600, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    company = stage.unit("wl_rifles")
    inside = stage.put(company, (615, 515), (645, 515), (615, 545), (645, 545))
    late = stage.men(company)[4]
    assert stage.pos.book.berths == (4,)
    stage.pos.stand(late, 6300, 5300)
    stage.pos.spent = put(stage.pos.spent, late, 1000)
    stage.pos.track = put(stage.pos.track, late, ((0, 5400, 5300), (1000, 6300, 5300)))
    settle_bases(stage.pos)
    assert stage.pos.room[late] == OUTDOORS
    assert all(stage.pos.room[figure] == 0 for figure in inside)


@rule("yangtze", "S17.7")
def test_rubble_is_in_nobody_s_way_or_sight() -> None:
    for rubble in (0, 1):
        stage = bare(ground={"buildings": [COTTAGE]})
        (one,) = stage.put(stage.unit("usmc_squad"), (560, 530))
        (two,) = stage.put(stage.unit("gang"), (760, 530))
        stage.card(MOVE, stage.unit("usmc_squad"))
        stage.pos.rubble = rubble
        assert figure_sees(stage.pos, one, two) == bool(rubble)
        assert case(way_refusal(stage.pos, one, ((6600, 5300),))) == (None if rubble else "S16.1")
        (inside,) = stage.put(stage.unit("usn_mmg"), (660, 550))
        assert effective(stage.pos, inside, (9000, 5500), False) in ("hard", "hard+"), "rubble is hard cover"


@rule("yangtze", "S17.7", "S3.1")
def test_rubble_is_rough_ground() -> None:
    """What is left of a house costs foot twice as much, horsemen keep out of it; 60 mm before it are easy."""
    house = {"id": "h", "k": "house", "p": box(600, 450, 800, 650), "doors": [[600, 650]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, horse = stage.unit("usmc_squad"), stage.unit("usmc_mounted")
    (man,), (rider,) = stage.put(squad, (540, 500)), stage.put(horse, (540, 600))
    stage.card(MOVE, squad, horse)
    stage.pos.rubble = 1
    assert way_refusal(stage.pos, man, ((7200, 5000),)) is None
    assert case(way_refusal(stage.pos, man, ((7210, 5000),))) == "5.1"
    assert case(way_refusal(stage.pos, rider, ((7200, 6000),))) == "S3.6"


@pytest.mark.parametrize("turned", [False, True], ids=["as drawn", "drawn the other way round"])
@pytest.mark.parametrize("wall", [(6600, 5000), (7200, 5500), (6600, 6000), (6000, 5500)])
@rule("yangtze", "S16.1", "S16.4")
def test_a_wall_belongs_to_its_house(wall: tuple[int, int], turned: bool) -> None:
    """Who walks up to it from within is still inside; from without nobody gets as far as that."""
    corners = [[600, 700], [720, 700], [720, 600], [600, 600]]
    house = {**COTTAGE, "p": corners[::-1] if turned else corners, "doors": [[620, 700]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad = stage.unit("usmc_squad")
    inner, outer = stage.put(squad, (660, 550), (660, 550))
    stage.card(SKIRMISH, squad)
    stage.pos.stand(inner, *wall)
    assert stage.pos.room[inner] == 0
    stage.pos.stand(outer, 2 * wall[0] - 6600, 2 * wall[1] - 5500)
    assert case(way_refusal(stage.pos, outer, (wall,))) == "S16.1"


@pytest.mark.parametrize(("y", "sees"), [(518, True), (527, False), (482, False)])
@rule("yangtze", "S4", "R132")
def test_the_firestep_of_a_compound_is_inside(y: float, sees: bool) -> None:
    """A wall all round, from y = 500 down: 18 mm behind it one looks over, 27 mm behind it or at its foot not."""
    ring = [[800, 700], [1200, 700], [1200, 400], [800, 400], [800, 700]]
    stage = bare(ground={"lines": [{"k": "wall_high", "p": ring, "firestep": True}]})
    (guard,) = stage.put(stage.unit("usmc_squad"), (1000, y))
    (foe,) = stage.put(stage.unit("gang"), (1000, 300 if y > 500 else 700))
    assert figure_sees(stage.pos, guard, foe) == sees
    assert figure_sees(stage.pos, foe, guard) == sees


@pytest.mark.parametrize("ends", [[[800, 700], [1200, 700]], [[1200, 700], [800, 700]]], ids=["eastward", "westward"])
@pytest.mark.parametrize("start", [400, 600], ids=["from the north", "from the south"])
@rule("yangtze", "S3.1", "S4")
def test_nobody_comes_to_stand_in_a_high_wall(start: float, ends: list[list[int]]) -> None:
    """There he would see over it to both sides. In an open gate he may stand."""
    for gates, cited in (([], "S3.1"), ([[1000, 700, 60]], None)):
        stage = bare(ground={"lines": [{"k": "wall_high", "p": ends, "gates": gates}]})
        squad = stage.unit("usmc_squad")
        (man,) = stage.put(squad, (1000, start))
        stage.card(MOVE, squad)
        stage.pos.shut = 0
        assert case(way_refusal(stage.pos, man, ((10000, 5000),))) == cited
        clerk = stage.unit("usn_squad")
        assert case(spot_refusal(stage.pos, clerk, 11000, 5000, 125, Crowd())) == "S3.1", "nor is set up in it"
        assert spot_refusal(stage.pos, clerk, 11000, 5001, 125, Crowd()) is None


@rule("yangtze", "5.3", "S3.1", "S4")
def test_who_charges_a_wall_stops_in_front_of_it_and_not_in_it() -> None:
    """From whichever angle: the last point of the way is on this side, and he does not look over."""
    for start in range(1000, 1400, 9):
        stage = bare(ground={"lines": [{"k": "wall_high", "p": [[1110, 1110], [1110, 800]]}]})
        man, foe = *stage.put(stage.unit("gang"), (1179, start / 4)), *stage.put(stage.unit("usmc_squad"), (900, 300))
        way = tread(stage.pos, stage.unit("gang"), ((11790, start * 10 // 4), (9000, 3000)))
        assert way.snag is not None
        stage.pos.stand(man, *way.end)
        assert stage.pos.x[man] > 11100
        assert not figure_sees(stage.pos, man, foe)


@rule("yangtze", "S16.1", "S19.1")
def test_a_house_is_not_filled_beyond_its_room_at_the_set_up() -> None:
    """60 by 60 mm hold four; the others of a unit that is set up there stand outside, and nobody is put in besides."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 660, 560), "doors": [[600, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    squad = stage.unit("usn_squad")
    spots = formation(stage.pos, squad, 6300, 5300)
    assert spots is not None
    assert sum(stage.pos.table.building(*spot) == 0 for spot in spots.values()) <= 4
    men = stage.put(squad, (615, 515), (645, 515), (615, 545), (645, 545), (800, 530))
    assert case(house_refusal(stage.pos, men[4], 6300, 5300)) == "S16.1"
    assert house_refusal(stage.pos, men[3], 6300, 5300) is None, "he has his place there already"
    assert house_refusal(stage.pos, men[4], 7000, 5300) is None


@rule("yangtze", "S2.3", "S3.4", "S16.1")
def test_whom_a_full_house_does_not_take_and_whose_start_is_taken_stands_beside_his_way() -> None:
    """60 by 60 mm hold four. He comes last, with every point of his way taken by then: he rests outside, on nobody."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 660, 560), "doors": [[660, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    inside, queue = stage.unit("usn_squad"), stage.unit("usmc_squad")
    stage.put(inside, (615, 515), (645, 515), (615, 545), (645, 545))
    *_, late = stage.put(queue, (675, 530), (700, 530), (630, 530))
    stage.pos.track = put(stage.pos.track, late, ((0, 7000, 5300), (700, 6300, 5300)))
    stage.pos.spent = put(stage.pos.spent, late, 700)
    settle_bases(stage.pos)
    x, y = stage.pos.x[late], stage.pos.y[late]
    others = [f for figures in stage.pos.standing for f in figures if f != late]
    assert stage.pos.room[late] == OUTDOORS
    assert all((stage.pos.x[f] - x) ** 2 + (stage.pos.y[f] - y) ** 2 >= (2 * 125) ** 2 for f in others)


def _overlaps(stage: Stage) -> list[tuple[int, int]]:
    """The pairs of figures of whom one stands on the other."""
    pos = stage.pos
    men = [figure for figures in pos.standing for figure in figures]
    limit = {f: pos.book.figures[f].radius for f in men}
    pairs = [(one, two) for one in men for two in men if one < two and pos.floor[one] == pos.floor[two]]
    return [(one, two) for one, two in pairs if pos.apart(one, two) < (limit[one] + limit[two]) ** 2]


def _walked(stage: Stage, figure: Figure, start: Pt, end: Pt) -> None:
    """A figure has gone straight from one point to another."""
    spent = length(*start, *end)
    stage.pos.stand(figure, *end)
    stage.pos.track = put(stage.pos.track, figure, ((0, *start), (spent, *end)))
    stage.pos.spent = put(stage.pos.spent, figure, spent)


@rule("yangtze", "S2.3", "S3.4", "S16.1")
def test_in_a_full_house_who_finds_no_room_stays_where_he_was_and_whoever_came_there_gives_way() -> None:
    """48 by 40 mm hold two, with others close outside. Both make for the middle: one man there leaves no room."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 648, 540), "doors": [[624, 700]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    stage.put(stage.unit("usmc_squad"), (596, 500), (652, 500), (596, 540), (652, 540))
    first, second = stage.put(stage.unit("usn_squad"), (611, 520), (637, 520))
    _walked(stage, first, (6110, 5200), (6240, 5200))
    _walked(stage, second, (6370, 5200), (6250, 5200))
    settle_bases(stage.pos)
    assert _overlaps(stage) == []
    assert stage.places(stage.unit("usn_squad")) == [(612, 520), (637, 520)], "as far as he leaves room for the other"


@rule("yangtze", "S2.3", "S3.4", "S16.1")
def test_whom_a_full_floor_upstairs_does_not_take_stays_at_the_foot_of_the_stairs() -> None:
    """60 by 60 mm hold four on each floor. He has come in at the door and up the stairs: for nothing."""
    house = {"id": "h", "k": "two_storey", "p": box(600, 500, 660, 560), "doors": [[660, 670]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    above = stage.put(stage.unit("usn_squad"), (615, 515), (645, 515), (615, 545), (645, 545))
    *_, late = stage.put(stage.unit("usmc_squad"), (665, 530), (690, 530), (740, 530))
    for man in above:
        move(stage.pos, (man, Spot(stage.pos.x[man], stage.pos.y[man], 1)))
    _walked(stage, late, (7400, 5300), (6300, 5300))
    stage.pos.stairs = put(stage.pos.stairs, late, (Climb(1100, 1, 0),))
    move(stage.pos, (late, Spot(6300, 5300, 1)))
    settle_bases(stage.pos)
    assert _overlaps(stage) == []
    assert (stage.pos.floor[late], stage.pos.room[late]) == (0, 0)
    x, y = stage.places(stage.unit("usmc_squad"))[2]
    assert (630 <= x < 635, y) == (True, 530)


@rule("yangtze", "S3.4", "S16.1")
def test_a_house_that_is_full_takes_nobody_more_though_there_is_room_between_the_bases() -> None:
    """100 by 40 mm hold four, and they stand close together. His way is taken all along."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 700, 540), "doors": [[700, 680]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    stage.put(stage.unit("usn_squad"), (610, 510), (610, 536), (636, 510), (636, 536))
    *_, late = stage.put(stage.unit("usmc_squad"), (715, 520), (741, 520), (680, 520))
    _walked(stage, late, (7400, 5200), (6800, 5200))
    settle_bases(stage.pos)
    assert _overlaps(stage) == []
    assert stage.pos.room[late] == OUTDOORS


def upstairs(kind: str = "two_storey", floor: int = 1) -> tuple[Stage, Unit, Figure]:
    """A man of a squad on an upper floor, 40 mm from the street door; his leader in the street."""
    stage = bare(ground={"buildings": [{**STOREHOUSE, "k": kind}]})
    squad = stage.unit("usmc_squad")
    _, man = stage.put(squad, (560, 450), (640, 550))
    stage.pos.floor = put(stage.pos.floor, man, floor)
    stage.card(MOVE, squad)
    return stage, squad, man


@rule("yangtze", "S16.1", "5.1")
def test_who_leaves_an_upper_floor_pays_for_the_stairs() -> None:
    """40 mm to the door, 10 for it, 75 for the stairs: 175 mm of the 300 are left."""
    stage, _, man = upstairs()
    assert way_refusal(stage.pos, man, ((4260, 5500),)) is None
    assert case(way_refusal(stage.pos, man, ((4240, 5500),))) == "5.1"
    stage.pos.floor = put(stage.pos.floor, man, 0)
    assert way_refusal(stage.pos, man, ((4240, 5500),)) is None


@rule("yangtze", "S16.1")
def test_who_has_left_the_house_is_on_the_ground() -> None:
    stage, squad, man = upstairs()
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Pace(stage.pos.book.piece_of_figure(man), ((4500, 5500),)))
    stage.move()
    assert (stage.pos.x[man], stage.pos.room[man], stage.pos.floor[man]) == (4500, OUTDOORS, 0)


@rule("yangtze", "S16.1")
def test_a_figure_enters_and_climbs_in_one_move() -> None:
    stage, squad, man = upstairs(floor=0)
    stage.put(squad, (560, 450), (560, 550))
    piece = stage.pos.book.piece_of_figure(man)
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Pace(piece, ((6600, 5500),)))
    assert stairs_refusal(stage.pos, piece, 1) is None
    assert case(stairs_refusal(stage.pos, piece, 2)) == "S16.1", "there is no such floor"
    plan_march(stage.pos, Stairs(piece, 1))
    stage.move()
    assert (stage.pos.x[man], stage.pos.room[man], stage.pos.floor[man]) == (6600, 0, 1)


@rule("yangtze", "S16.1", "5.2")
def test_how_many_stairs_a_card_allows() -> None:
    """75 mm a floor: one on SKIRMISH, two on MOVE."""
    for card, floor, refused in ((SKIRMISH, 1, None), (SKIRMISH, 2, "S16.1"), (MOVE, 2, None)):
        stage, squad, man = upstairs("pagoda", 0)
        stage.card(card, squad)
        stage.pos.plan = put(stage.pos.plan, squad, Marching())
        assert case(stairs_refusal(stage.pos, stage.pos.book.piece_of_figure(man), floor)) == refused


@rule("yangtze", "S16.1", "S11", "5.1")
def test_the_allowance_is_spent_once() -> None:
    """Who has planned stairs and then goes another way does not climb; who dismounts has 150 mm less to go."""
    stage, squad, man = upstairs()
    piece = stage.pos.book.piece_of_figure(man)
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Stairs(piece, 0))
    plan_march(stage.pos, Pace(piece, ((6900, 5300), (6300, 5300), (6900, 5700))))
    stage.move()
    assert stage.pos.floor[man] == 1
    stage = bare()
    horse = stage.unit("wl_cavalry")
    rider, *_ = stage.row(horse, 500, 500, 3, 60)
    stage.card(MOVE, horse)
    stage.pos.plan = put(stage.pos.plan, horse, Marching())
    piece = stage.pos.book.piece_of_figure(rider)
    assert pace_refusal(stage.pos, piece, ((5000, 9000),)) is None
    plan_march(stage.pos, Dismount(horse))
    assert case(pace_refusal(stage.pos, piece, ((5000, 9000),))) == "S11"
    assert pace_refusal(stage.pos, piece, ((5000, 8400),)) is None


@rule("yangtze", "6.2", "S16.1")
def test_a_man_who_is_touched_takes_no_stairs() -> None:
    stage, squad, man = upstairs(floor=0)
    piece = stage.pos.book.piece_of_figure(man)
    plan_march(stage.pos, March(squad, ((4500, 4500),)))
    plan_march(stage.pos, Stairs(piece, 1))
    stage.pos.touched = 1 << man
    stage.move()
    assert stage.pos.floor[man] == 0


@rule("yangtze", "S16.1")
def test_stairs() -> None:
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (650, 550))
    stage.card(MOVE, squad)
    stage.pos.plan = put(stage.pos.plan, squad, Marching())
    piece = stage.pos.book.piece_of_figure(man)
    assert stairs_refusal(stage.pos, piece, 1) is None
    assert case(stairs_refusal(stage.pos, piece, 2)) == "S16.1"
