"""S14.1 to S14.4 Vessels under way, and the current."""

import pytest
from tests.games.yangtze.scenes import BROAD_RIVER, WATER, area
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import HALT, MOVE, Sail
from shapan.games.yangtze.orders.planned import Sailing
from shapan.games.yangtze.placing import hull_refusal
from shapan.games.yangtze.position import HALF_SPEED, LOST, STEERING, WRECK
from shapan.games.yangtze.specs import Current
from shapan.games.yangtze.vessels.sailing import bow_limit, drift_all, run_limits, sail_on, sail_refusal, sailings
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule


def afloat(template: str = "gunboat", scenario: str = "s8_wanling_bund") -> tuple[Stage, Unit]:
    stage = bare(scenario, ground=BROAD_RIVER)
    boat = stage.unit(template)
    stage.model(boat, 1000, 800, 90)
    stage.card(MOVE, boat)
    return stage, boat


@rule("yangtze", "S14.1", "12.2")
def test_which_courses_are_refused() -> None:
    stage, boat = afloat()
    low, high = run_limits(stage.pos, boat, 90)
    assert sail_refusal(stage.pos, boat, 90, high // 10, 90) is None
    assert case(sail_refusal(stage.pos, boat, 90, high // 10 + 1, 90)) == "S14.1"
    assert case(sail_refusal(stage.pos, boat, 180, low // 10, 180)) == "S14.1", "the bow cannot come so far round"
    assert case(sail_refusal(stage.pos, stage.unit("truck"), 90, 100, 90)) == "S14.1", "no vessel"
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    assert case(sail_refusal(stage.pos, boat, 90, high // 10, 90)) == "12.2"
    assert not list(sailings(stage.pos, boat))


@rule("yangtze", "12.2", "S14.1")
def test_what_damage_does_to_a_course() -> None:
    """Half speed halves run and turn; a steering hit leaves 25 mm of the bow."""
    stage, boat = afloat()
    bow, (_, high) = bow_limit(stage.pos, boat), run_limits(stage.pos, boat, 90)
    stage.pos.damage = put(stage.pos.damage, boat, HALF_SPEED)
    assert (bow_limit(stage.pos, boat), run_limits(stage.pos, boat, 90)[1]) == (bow // 2, high // 2)
    stage.pos.damage = put(stage.pos.damage, boat, STEERING)
    assert bow_limit(stage.pos, boat) == 250


@rule("yangtze", "S14.4")
def test_the_current_helps_and_hinders() -> None:
    """Downstream it adds, upstream it takes, across it does nothing."""
    stage = bare("s4_ox_gorge", ground=BROAD_RIVER)
    current = stage.pos.book.sheet["current"]
    push, stream = int(current["mm"]) * 10, int(current["heading"])
    junk = next(u for u in stage.pos.book.carriers if stage.pos.book.units[u].hull == "small_boat")
    stage.model(junk, 1000, 800, 90)
    across = run_limits(stage.pos, junk, (stream + 90) % 360)[1]
    assert run_limits(stage.pos, junk, stream)[1] == across + push
    assert run_limits(stage.pos, junk, (stream + 180) % 360)[1] == max(across - push, 0)
    assert run_limits(stage.pos, junk, (stream + 89) % 360)[1] == across + push


@rule("yangtze", "S14.4", "12.2", "R109")
def test_what_drifts() -> None:
    """A hull that nobody works goes with the current; one with its crew holds its place, and so does one aground."""
    for crew, moves in ((True, False), (False, True)):
        stage = bare("s4_ox_gorge", ground=BROAD_RIVER)
        boat = next(u for u in stage.pos.book.carriers if stage.pos.book.units[u].hull == "small_boat")
        stage.model(boat, 1000, 800, 90, crew=crew)
        if not crew:
            stage.pos.remove(stage.men(boat), LOST)
        before = stage.pos.at[boat]
        drift_all(stage.pos)
        assert (stage.pos.at[boat] != before) == moves


def adrift(*places: float) -> tuple[Stage, list[Unit]]:
    """Two junks without a soul, bow to the east where the current goes, their middles so far to the east."""
    stage = bare("s4_ox_gorge", ground=BROAD_RIVER)
    junks = [stage.unit("junk"), stage.unit("gun_junk")]
    for junk, x in zip(junks, places, strict=True):
        stage.model(junk, x, 800, 90, crew=False)
        stage.pos.remove(stage.men(junk), LOST)
    drift_all(stage.pos)
    return stage, junks


@rule("yangtze", "S14.4", "S14.2")
def test_a_hull_drifts_as_far_as_there_is_room() -> None:
    """50 mm with the current, or up to what lies ahead: another hull, or the edge of the table."""
    stage, (free, last) = adrift(500, 2400 - 125 - 35)
    assert (stage.pos.at[free][0], stage.pos.at[last][0]) == (5500, 24000 - 1250 - 50)
    stage, (behind, ahead) = adrift(500, 500 + 250 + 30)
    assert (stage.pos.at[behind][0], stage.pos.at[ahead][0]) == (5500, 8300), "those who drift make room for each other"
    stage, (behind, ahead) = adrift(2270 - 250 - 25, 2270)
    assert (stage.pos.at[behind][0], stage.pos.at[ahead][0]) == (22700 - 2500 - 50, 22700)


@rule("yangtze", "12.2", "S14.1")
def test_a_steering_hit_is_what_keeps_the_bow_from_turning() -> None:
    """Both pivots together: three degrees to starboard and six back are more than 25 mm of a gunboat's bow."""
    stage, boat = afloat()
    assert sail_refusal(stage.pos, boat, 93, 100, 87) is None
    stage.pos.damage = put(stage.pos.damage, boat, STEERING)
    assert sail_refusal(stage.pos, boat, 93, 100, 93) is None
    assert case(sail_refusal(stage.pos, boat, 93, 100, 87)) == "12.2"


@rule("yangtze", "S14.2", "S14.1")
def test_a_run_that_is_too_long_for_a_canal_only_is_refused_for_the_canal() -> None:
    """A launch makes 400 mm, in a canal 200."""
    stage = bare(ground={"areas": [{"k": "canal", "p": box(0, 400, 2400, 1200)}]})
    launch = stage.unit("launch")
    stage.model(launch, 1000, 800, 90)
    assert sail_refusal(stage.pos, launch, 90, 200, 90) is None
    assert case(sail_refusal(stage.pos, launch, 90, 201, 90)) == "S14.2"
    assert case(sail_refusal(stage.pos, launch, 90, 401, 90)) == "S14.1"


@rule("yangtze", "S14.1", "S14.2", "12.2")
def test_sailing() -> None:
    stage = bare(ground=WATER)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 90)
    assert sail_refusal(stage.pos, boat, 90, 300, 90) is None
    assert case(sail_refusal(stage.pos, boat, 90, 301, 90)) == "S14.1"
    assert case(sail_refusal(stage.pos, boat, 180, 100, 180)) == "S14.1", "the bow cannot come round so far"
    stage.pos.damage = put(stage.pos.damage, boat, 8)
    assert sail_refusal(stage.pos, boat, 96, 100, 96) is None
    assert case(sail_refusal(stage.pos, boat, 98, 100, 98)) == "12.2", "the steering is hit"
    stage.model(boat, 1000, 640, 90)
    stage.pos.damage = put(stage.pos.damage, boat, 0)
    assert case(sail_refusal(stage.pos, boat, 75, 300, 75)) == "S14.2"


@rule("yangtze", "S14.4")
def test_the_current() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    junk = stage.unit("junk")
    stage.model(junk, 1000, 900, 90)
    assert run_limits(stage.pos, junk, 90)[1] == 3000
    assert run_limits(stage.pos, junk, 270)[1] == 2000
    stage.pos.remove(stage.men(junk), LOST)
    drift_all(stage.pos)
    assert stage.pos.at[junk] == (10500, 9000, 90)


CANAL = {"areas": [{"k": "canal", "p": box(0, 600, 2400, 1200)}]}


@rule("yangtze", "S14.2", "S14.1")
def test_canals_and_shallows_are_sailed_at_half_rate() -> None:
    for ground, most, cited in ((WATER, 200, "S14.1"), (CANAL, 100, "S14.2")):
        stage = bare("s6_arms_godown", ground=ground)
        sampan = stage.unit("sampan")
        high = stage.pos.allowance(sampan, MOVE)[1] // 10
        stage.model(sampan, 400, 800, 90)
        run = high * most // 200
        assert sail_refusal(stage.pos, sampan, 90, run, 90) is None
        assert case(sail_refusal(stage.pos, sampan, 90, run + 1, 90)) == cited


@rule("yangtze", "S14.2")
def test_small_boats_pass_below_a_bridge_at_half_rate_and_others_do_not() -> None:
    """A big hull is told that there is no water for it, not that it would take too long."""
    bridge = area("bridge", 900, 600, 960, 1200)["areas"]
    for name, run, why in (("sampan", 105, "half_rate"), ("junk", 100, "water"), ("junk", 250, "water")):
        stage = bare(ground={"areas": [*WATER["areas"], *bridge]})
        boat = stage.unit(name)
        stage.model(boat, 700 if name == "junk" else 900, 800, 90)
        high = stage.pos.allowance(boat, MOVE)[1] // 10
        assert run <= high
        refusal = sail_refusal(stage.pos, boat, 90, run + 100 if name == "sampan" else run, 90)
        assert refusal is not None
        assert (refusal.case, refusal.key) == ("S14.2", f"refusal.{why}")
        assert name == "junk" or sail_refusal(stage.pos, boat, 90, run, 90) is None


@rule("yangtze", "S14.2", "R77")
def test_hulls_in_column_sail_together() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    front, rear = stage.unit("gun_junk"), stage.unit("junk")
    stage.model(front, 1000, 900, 90)
    stage.model(rear, 720, 900, 90)
    stage.card(HALT, front)
    stage.card(MOVE, rear)
    assert case(sail_refusal(stage.pos, rear, 90, 200, 90)) == "S14.2"
    stage.card(MOVE, front)
    assert sail_refusal(stage.pos, rear, 90, 200, 90) is None


@rule("yangtze", "S2.3", "S14.2")
def test_a_hull_does_not_run_down_swimmers() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    junk = stage.unit("junk")
    (man,) = stage.put(stage.unit("usn_squad"), (900, 900))
    stage.pos.swimming = 1 << man
    assert case(hull_refusal(stage.pos, junk, 9000, 9000, 90)) == "S14.2"


@rule("yangtze", "12.2", "S14.2")
def test_what_is_slowed_in_a_canal_makes_half_of_its_half_rate() -> None:
    """125 mm were planned, which spend 250 there; at half speed 125 are left, which are 62.5 mm of canal."""
    stage = bare(ground=area("canal", 0, 400, 2400, 600))
    sampan = stage.unit("sampan")
    stage.model(sampan, 600, 500, 90)
    stage.card(MOVE, sampan)
    assert sail_refusal(stage.pos, sampan, 90, 125, 90) is None
    stage.pos.plan = put(stage.pos.plan, sampan, Sailing(90, 125, 90))
    stage.pos.damage = put(stage.pos.damage, sampan, HALF_SPEED)
    stage.walk()
    assert stage.pos.at[sampan] == (6625, 5000, 90)


@pytest.mark.parametrize(("switch", "with_it", "against"), [(True, 500, -500), (False, 0, 0)])
@rule("yangtze", "S14.4")
def test_the_current_counts_where_the_players_have_agreed_on_it(switch: bool, with_it: int, against: int) -> None:
    stage = bare("s4_ox_gorge", ground=BROAD_RIVER, river_current=switch)
    junk = stage.unit("junk")
    stage.model(junk, 1000, 800, 90)
    _, plain = run_limits(stage.pos, junk, 0)
    assert run_limits(stage.pos, junk, 90)[1] - plain == with_it
    assert run_limits(stage.pos, junk, 270)[1] - plain == against


def refused(stage: Stage, boat: Unit, runs: range, turn: int = 90, then: int = 90) -> list[str | None]:
    return [case(sail_refusal(stage.pos, boat, turn, run, then)) for run in runs]


@rule("yangtze", "S14.1")
def test_the_least_and_the_longest_run_of_a_gunboat() -> None:
    stage, boat = afloat()
    assert refused(stage, boat, range(49, 51)) == ["S14.1", None]
    assert refused(stage, boat, range(300, 302)) == [None, "S14.1"]


@pytest.mark.parametrize("run", [217, 100])
@rule("yangtze", "S14.1", "S7", "R77")
def test_a_vessel_runs_exactly_as_far_as_was_planned(run: int) -> None:
    stage, boat = afloat()
    stage.put(stage.unit("gang"), (100, 100))
    stage.play(Sail(boat, 90, run, 80), to="halt_fire")
    assert stage.pos.at[boat] == (10000 + 10 * run, 8000, 80)


@rule("yangtze", "S14.1", "S14.2")
def test_the_whole_course_lies_on_the_water_and_so_does_each_pivot() -> None:
    """A spit that she would pass, a bank into which her bow would run before she pivots, and one into which she would
    pivot at the end."""
    stage, boat = afloat("launch")
    assert refused(stage, boat, range(400, 401)) == [None]
    for bar, run, then, cited in (
        (box(1230, 780, 1250, 820), 400, 90, "S14.2"),
        (box(1230, 780, 1250, 820), 100, 90, None),
        (box(1330, 700, 1400, 900), 230, 90, None),
        (box(1330, 700, 1400, 900), 250, 90, "S14.2"),
        (box(1330, 700, 1400, 900), 250, 20, "S14.2"),
        (box(1180, 700, 1230, 740), 180, 90, None),
        (box(1180, 700, 1230, 740), 180, 20, "S14.2"),
    ):
        river = BROAD_RIVER["areas"]
        stage = bare(ground={"areas": [*river, {"k": "sandbar", "n": "bar", "p": bar}]})
        stage.model(boat, 1000, 800, 90)
        stage.card(MOVE, boat)
        assert case(sail_refusal(stage.pos, boat, 90, run, then)) == cited, (bar, run, then)


@rule("yangtze", "S14.4", "S14.1")
def test_a_current_may_be_too_strong_to_be_stemmed() -> None:
    """Against it nothing is left, not even a tenth of a millimetre; she may hold her place."""
    stage = bare("s4_ox_gorge", ground=BROAD_RIVER)
    junk = stage.unit("junk")
    stage.model(junk, 1000, 800, 270)
    stage.pos.book.current = Current(mm=300, heading=90)
    assert run_limits(stage.pos, junk, 270) == (0, 0)
    assert refused(stage, junk, range(2), 270, 270) == [None, "S14.1"]
    assert run_limits(stage.pos, junk, 90) == (500, 5500)


@rule("yangtze", "S14.4")
def test_a_hull_drifts_as_far_as_the_current_runs_and_not_in_whole_centimetres() -> None:
    stage = bare("s4_ox_gorge", ground=BROAD_RIVER)
    junk, steamer, truck = stage.unit("junk"), stage.unit("steamer"), stage.unit("launch")
    stage.model(junk, 500, 800, 90, crew=False)
    stage.model(steamer, 1500, 800, 90, crew=False)
    stage.model(truck, 500, 1000, 90)
    stage.pos.remove([*stage.men(junk), *stage.men(steamer)], LOST)
    stage.pos.book.current = Current(mm=45, heading=90)
    drift_all(stage.pos)
    assert stage.pos.at[junk][0] == 5450
    assert stage.pos.at[steamer][0] == 15000, "she is aground, whoever is aboard"
    assert stage.pos.at[truck][0] == 5000, "her crew keeps her where she is"


@rule("yangtze", "S14.1")
def test_courses_that_are_offered_go_on_or_a_little_aside_from_full_to_least_speed() -> None:
    stage, boat = afloat("launch")
    stage.model(boat, 1000, 800, 350)
    found = dict(sailings(stage.pos, boat))
    assert {turn for turn, _ in found} <= {350, 340, 0, 325, 15}
    assert {350, 340, 0} <= {turn for turn, _ in found}
    assert {run for turn, run in found if turn == 350} <= {50, 200, 225, 400}
    assert all(ends for ends in found.values())
    for (turn, run), ends in found.items():
        assert all(sail_refusal(stage.pos, boat, turn, run, then) is None for then in ends)


@rule("yangtze", "S14.1", "S14.2")
def test_full_speed_ahead_is_among_the_courses_that_are_offered() -> None:
    stage, boat = afloat("launch")
    assert ((90, 400), [90]) in list(sailings(stage.pos, boat))


@rule("yangtze", "S14.1", "S14.2", "S2.3")
def test_a_hull_that_lies_in_the_way_stops_her_a_centimetre_short_of_it() -> None:
    """Her bow is 190 mm from the junk's side: she makes 180 of her 300 mm, and goes on when it is gone."""
    stage, boat = afloat("launch")
    junk = stage.unit("junk")
    stage.model(junk, 1000 + 85 + 190 + 125, 800, 90)
    assert sail_on(stage.pos, boat, (90, 90), (0, 3000)) == 1800
    assert stage.pos.at[boat] == (11800, 8000, 90)
    stage.model(junk, 2000, 500, 90)
    assert sail_on(stage.pos, boat, (90, 80), (1800, 3000)) == 3000
    assert stage.pos.at[boat] == (13000, 8000, 80)


@rule("yangtze", "S14.2", "S14.1")
def test_a_boat_is_slowed_from_where_her_bow_comes_into_shallows() -> None:
    """Her bow is 44 mm from them: 40 mm at full and 105 at half rate are her 250 mm, since the stretch in between is
    judged by its middle."""
    shallows = {"k": "shallows", "p": box(1004, 0, 2400, 1200)}
    stage = bare(ground={"areas": [*BROAD_RIVER["areas"], shallows]}, river_current=False)
    boat = stage.unit("sampan")
    stage.model(boat, 900, 800, 90)
    assert refused(stage, boat, range(144, 147)) == [None, None, "S14.2"]


@pytest.mark.parametrize("flows", [True, False])
@rule("yangtze", "S14.4")
def test_nothing_drifts_where_the_players_have_done_without_the_current(flows: bool) -> None:
    stage = bare("s4_ox_gorge", ground=BROAD_RIVER, river_current=flows)
    junk = stage.unit("junk")
    stage.model(junk, 500, 800, 90, crew=False)
    stage.pos.remove(stage.men(junk), LOST)
    drift_all(stage.pos)
    assert (stage.pos.at[junk][0] != 5000) is flows
