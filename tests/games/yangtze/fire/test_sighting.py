"""S4, S16.2, S18 Line of sight: what hides somebody, who looks out of an opening, and what shows at night."""

import itertools

import pytest
from tests.games.yangtze.scenes import COTTAGE, NIGHT, STOREHOUSE, TOWNHOUSE, upstairs
from tests.games.yangtze.table import SIZE, bare, box

from shapan.games.yangtze.contact import in_contact
from shapan.games.yangtze.fire.cover import ground_cover
from shapan.games.yangtze.fire.shooters import sees_figure, sees_point
from shapan.games.yangtze.fire.sighting import (
    any_sees,
    body_sees_body,
    closed_room,
    figure_sees,
    free_line,
    line_between,
    openings,
    point_sees,
    sees_body,
    unit_sees,
)
from shapan.ground.table import OUTDOORS
from shapan.ground.table import sees as plainly
from shapan.kernel import rule


@rule("yangtze", "S16.2", "R108")
def test_the_first_two_by_number_use_an_opening() -> None:
    stage = bare(ground={"buildings": [COTTAGE]})
    men = stage.put(stage.unit("usmc_squad"), (640, 515), (670, 515), (660, 540))
    users = [figure for figure in men if openings(stage.pos, figure, stage.pos.room[figure])]
    assert users == list(men[:2])


@pytest.mark.parametrize("floor", [0, 1])
@rule("yangtze", "S16.2", "R252")
def test_above_a_door_is_a_window(floor: int) -> None:
    """Who stands over the street door looks out there and is seen, on whatever floor."""
    stage = bare(ground={"buildings": [STOREHOUSE]})
    (man,) = stage.put(stage.unit("usmc_squad"), (630, 550))
    (foe,) = stage.put(stage.unit("gang"), (400, 550))
    if floor:
        upstairs(stage, man)
    assert figure_sees(stage.pos, man, foe)
    assert figure_sees(stage.pos, foe, man)
    stage.pos.stand(man, 6130, 5500)
    stage.pos.stand(foe, 5880, 5500)
    assert in_contact(stage.pos, man, foe) == (floor == 0), "nobody is touched through it from the street"


@rule("yangtze", "S4")
def test_hills_houses_and_crops_hide() -> None:
    hill = {"k": "hill", "level": 1, "p": box(600, 0, 700, 1200)}
    crop = {"k": "kaoliang", "p": box(600, 0, 700, 1200)}
    for areas, sees in (([], True), ([hill], False), ([crop], True)):
        stage = bare(ground={"areas": areas})
        (one,) = stage.put(stage.unit("usmc_squad"), (500, 500))
        (two,) = stage.put(stage.unit("gang"), (800, 500))
        assert figure_sees(stage.pos, one, two) == sees
    deep = {"k": "kaoliang", "p": box(600, 0, 701, 1200)}
    stage = bare(ground={"areas": [deep]})
    (one,) = stage.put(stage.unit("usmc_squad"), (500, 500))
    (two,) = stage.put(stage.unit("gang"), (800, 500))
    assert not figure_sees(stage.pos, one, two), "one millimetre too much of it"


@rule("yangtze", "S16.2", "S4")
def test_two_figures_look_out_of_a_window() -> None:
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    squad = stage.unit("usmc_squad")
    first, second, third, back = stage.put(squad, (640, 580), (666, 580), (653, 555), (700, 520))
    room = stage.pos.room[first]
    assert [len(openings(stage.pos, f, room)) for f in (first, second, third, back)] == [1, 1, 0, 0]
    (foe,) = stage.put(stage.unit("gang"), (660, 800))
    assert [figure_sees(stage.pos, f, foe) for f in (first, third, back)] == [True, False, False]
    (behind,) = stage.put(stage.unit("wl_rifles"), (660, 300))
    assert not figure_sees(stage.pos, first, behind), "only the ground before that wall"


@rule("yangtze", "S4", "S18", "R93")
def test_a_boat_that_fires_at_night_is_seen_by_its_flash() -> None:
    stage = bare("s6_arms_godown")
    sampan, squad = stage.unit("sampan"), stage.unit("usmc_assault_squad")
    sentry = stage.unit("sentry")
    stage.model(sampan, 1000, 600)
    stage.board(squad, sampan)
    (watcher,) = stage.put(sentry, (500, 600))
    assert not sees_body(stage.pos, watcher, sampan)
    stage.pos.fired = 1 << stage.men(squad)[0]
    assert sees_body(stage.pos, watcher, sampan)


@pytest.mark.parametrize(("apart", "seen"), [(300, True), (300.1, False)])
@rule("yangtze", "S18", "R174")
def test_the_dark_is_measured_from_centre_to_centre(apart: float, seen: bool) -> None:
    stage = bare(NIGHT)
    (man,) = stage.put(stage.unit("usmc_squad"), (500, 500))
    (bandit,) = stage.put(stage.unit("gang"), (500 + apart, 500))
    assert figure_sees(stage.pos, man, bandit) == seen


@pytest.mark.parametrize(("gap", "flash", "seen"), [(300, 0, True), (301, 0, False), (600, 1, True), (601, 1, False)])
@rule("yangtze", "S18", "S4")
def test_in_the_dark_figures_and_hulls_are_seen_so_far_and_farther_by_their_flash(
    gap: int, flash: int, seen: bool
) -> None:
    stage = bare(NIGHT)
    squad, guard = stage.unit("usmc_squad"), stage.unit("wl_guard")
    one, two = stage.unit("sampan"), stage.unit("sampan", 1)
    (man,) = stage.put(squad, (300, 300))
    (target,) = stage.put(guard, (300 + gap, 300))
    stage.pos.fired = flash << target
    assert any_sees(stage.pos, (man,), target) == seen
    assert figure_sees(stage.pos, man, target) == seen
    wide = stage.pos.book.units[one].size[1] // 10
    stage.model(one, 300, 800, 0)
    stage.model(two, 300 + wide + gap, 800, 0)
    crew = stage.men(two)[0]
    stage.pos.fired = flash << crew
    assert body_sees_body(stage.pos, one, two) == seen


@rule("yangtze", "S4", "S16.2", "S16.1")
def test_who_is_in_the_same_room_sees_those_on_his_floor() -> None:
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (man,) = stage.put(squad, (630, 530))
    (foe,) = stage.put(gang, (690, 570))
    assert line_between(stage.pos, man, foe)
    assert unit_sees(stage.pos, squad, gang)
    upstairs(stage, foe)
    assert not line_between(stage.pos, man, foe)
    assert not unit_sees(stage.pos, squad, gang)
    upstairs(stage, man)
    assert line_between(stage.pos, man, foe)


@pytest.mark.parametrize(
    ("kind", "at", "sees", "cover"),
    [
        ("wall_high", (500, 420), False, "hard"),
        ("wall_low", (500, 420), True, "hard"),
        ("hedge", (500, 420), True, "soft"),
        ("wall_high", (300, 420), True, "open"),
    ],
)
@rule("yangtze", "S4", "S5", "R222")
def test_there_is_no_gap_where_two_stretches_of_a_wall_join(
    kind: str, at: tuple[float, float], sees: bool, cover: str
) -> None:
    """Past the end of it, which is only touched, one sees as ever."""
    wall = {"k": kind, "p": [[x, 800] for x in (400, 500, 600)]}
    stage = bare(ground={"lines": [wall]})
    (one,) = stage.put(stage.unit("usmc_squad"), (500, 380))
    (two,) = stage.put(stage.unit("gang"), at)
    assert figure_sees(stage.pos, one, two) == sees
    assert ground_cover(stage.pos, two, (5000, 3800), True) == cover


@pytest.mark.parametrize(("one", "two", "sees"), [((300, 350), (700, 550), False), ((300, 500), (500, 300), True)])
@rule("yangtze", "S4", "R222")
def test_nobody_looks_through_a_house_from_corner_to_corner(
    one: tuple[float, float], two: tuple[float, float], sees: bool
) -> None:
    """A line through two of its corners crosses it; one that touches a corner from outside does not."""
    stage = bare(ground={"buildings": [{"id": "h", "k": "house", "p": box(400, 400, 600, 500)}]})
    (here,) = stage.put(stage.unit("usmc_squad"), one)
    (there,) = stage.put(stage.unit("gang"), two)
    assert figure_sees(stage.pos, here, there) == sees


@pytest.mark.parametrize(("deep", "sees"), [(100, True), (101, False)])
@rule("yangtze", "S4", "S5", "R224")
def test_nobody_sees_farther_along_a_track_through_a_wood_than_through_the_wood(deep: int, sees: bool) -> None:
    wood = {"k": "light_wood", "p": box(600, 400, 600 + deep, 800)}
    stage = bare(ground={"areas": [wood], "lines": [{"k": "track", "p": [[0, 600], [2400, 600]]}]})
    (one,) = stage.put(stage.unit("usmc_squad"), (500, 600))
    (two,) = stage.put(stage.unit("gang"), (800, 600))
    assert figure_sees(stage.pos, one, two) == sees
    (two,) = stage.put(stage.unit("gang"), (650, 600))
    assert ground_cover(stage.pos, two, (5000, 6000), True) == "soft", "from the wood on the way, not from the track"
    assert ground_cover(stage.pos, two, (6400, 6000), True) == "open"


@pytest.mark.parametrize(("x", "behind", "seen"), [(660, False, True), (660, True, False), (1200, False, False)])
@rule("yangtze", "S4", "S16.2")
def test_a_vehicle_is_seen_from_a_window_as_far_as_nothing_is_between(x: float, behind: bool, seen: bool) -> None:
    """The window looks south: before it, before it with a wall between, and beside the house."""
    wall = {"id": "w", "k": "house", "p": box(500, 680, 820, 700), "doors": [], "windows": []}
    room = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [], "windows": [[660, SIZE[1] - 600]]}
    stage = bare(ground={"buildings": [room, wall] if behind else [room]})
    squad, lorry = stage.unit("usmc_squad"), stage.unit("truck")
    (man,) = stage.put(squad, (660, 580))
    stage.model(lorry, x, 900 if x == 660 else 550)
    assert sees_body(stage.pos, man, lorry) == seen


@pytest.mark.parametrize(("at", "seen"), [((650, 550), True), ((650, 800), False), ((900, 550), False)])
@rule("yangtze", "S4", "S16.1", "7.5")
def test_from_a_room_without_windows_one_sees_all_of_the_room_and_nothing_else(at: tuple[int, int], seen: bool) -> None:
    room = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [room]})
    (man,) = stage.put(stage.unit("usmc_squad"), (690, 580))
    assert sees_point(stage.pos, man, at[0] * 10, at[1] * 10) == seen


@rule("yangtze", "S16.2", "S17.7", "S4")
def test_a_house_that_is_rubble_is_no_closed_room_and_the_next_one_still_is() -> None:
    rooms = [{"id": at, "k": "house", "p": box(x, 500, x + 120, 600)} for at, x in (("a", 600), ("b", 900))]
    stage = bare(ground={"buildings": rooms})
    one, two = stage.put(stage.unit("usmc_squad"), (660, 550), (960, 550))
    assert [closed_room(stage.pos, man) for man in (one, two)] == [0, 1]
    for rubble, closed in ((0b01, [OUTDOORS, 1]), (0b10, [0, OUTDOORS])):
        stage.pos.rubble = rubble
        assert [closed_room(stage.pos, man) for man in (one, two)] == closed


@pytest.mark.parametrize(
    ("point", "sees"), [((400, 550), True), ((660, 300), True), ((660, 900), False), ((900, 550), False)]
)
@rule("yangtze", "S4", "S16.2")
def test_who_is_at_two_openings_is_seen_through_either(point: tuple[int, int], sees: bool) -> None:
    """A door in the west and a window in the north, and a man in the corner between them."""
    corner = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 675]], "windows": [[625, 700]]}
    stage = bare(ground={"buildings": [corner]})
    (man,) = stage.put(stage.unit("usmc_squad"), (620, 520))
    assert len(openings(stage.pos, man, 0)) == 2
    assert point_sees(stage.pos, point[0] * 10, point[1] * 10, man) == sees
    (foe,) = stage.put(stage.unit("gang"), point)
    assert figure_sees(stage.pos, foe, man) == figure_sees(stage.pos, man, foe) == sees


@rule("yangtze", "S4")
def test_hulls_far_from_a_line_are_left_out_and_hide_nobody() -> None:
    """Every line between points about two lorries, judged with all that stands on the table."""
    stage = bare("s3_silver_trucks")
    for copy, (x, y, heading) in enumerate(((500, 500, 30), (620, 560, 90))):
        stage.model(stage.unit("truck", copy), x, y, heading)
    pos = stage.pos
    bodies = [edges for _, edges in pos.bodies]
    points = [(x, y, 0, OUTDOORS) for x in range(4200, 7200, 430) for y in range(4300, 6300, 390)]
    verdicts = set()
    for one, two in itertools.combinations(points, 2):
        plain = plainly(pos.table, pos.book.sight_rule, one, two, pos.shut, bodies)
        assert free_line(pos, one, two) == plain
        verdicts.add(plain)
    assert verdicts == {True, False}


@rule("yangtze", "S17.7", "S4")
def test_a_house_that_has_come_down_hides_nobody_though_nobody_has_moved() -> None:
    """From man to man, and from a lorry to a man."""
    stage = bare("s3_silver_trucks", ground={"buildings": [COTTAGE]})
    truck = stage.unit("truck")
    stage.model(truck, 400, 550, 90)
    (man,), (foe,) = stage.put(stage.unit("usmc_squad"), (500, 550)), stage.put(stage.unit("gang"), (850, 550))
    pos, (rider, *_) = stage.pos, stage.men(truck)
    assert not figure_sees(pos, man, foe)
    assert not sees_figure(pos, rider, foe)
    pos.rubble = 1
    assert figure_sees(pos, man, foe)
    assert sees_figure(pos, rider, foe)


@rule("yangtze", "S4", "S16.2")
def test_one_at_a_window_sees_for_those_in_the_street_who_do_not() -> None:
    stage = bare(ground={"buildings": [COTTAGE]})
    inside, behind = stage.put(stage.unit("usmc_squad"), (660, 515), (660, 700))
    (foe,) = stage.put(stage.unit("gang"), (660, 300))
    assert [figure_sees(stage.pos, man, foe) for man in (inside, behind)] == [True, False]
    assert any_sees(stage.pos, (inside, behind), foe)
    assert any_sees(stage.pos, (behind, inside), foe)
    assert not any_sees(stage.pos, (behind,), foe)
