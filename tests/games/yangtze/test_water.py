"""S14 Vessels under way, the current, and S14.7 people in the water."""

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import HALT, MOVE
from shapan.games.yangtze.ending import sink_wrecks
from shapan.games.yangtze.place import Water, move
from shapan.games.yangtze.position import HALF_SPEED, LOST, STANDING, STEERING, WRECK
from shapan.games.yangtze.vessels.sailing import bow_limit, drift_all, run_limits, sail_refusal, sailings
from shapan.games.yangtze.vessels.swimming import Stroke, bank, deep, swim, water_about
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

RIVER = {"areas": [{"k": "river", "p": box(0, 400, 2400, 1200)}]}


def afloat(template: str = "gunboat", scenario: str = "s8_wanling_bund") -> tuple[Stage, Unit]:
    stage = bare(scenario, ground=RIVER)
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
    stage = bare("s4_ox_gorge", ground=RIVER)
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
        stage = bare("s4_ox_gorge", ground=RIVER)
        boat = next(u for u in stage.pos.book.carriers if stage.pos.book.units[u].hull == "small_boat")
        stage.model(boat, 1000, 800, 90, crew=crew)
        if not crew:
            stage.pos.remove(stage.men(boat), LOST)
        before = stage.pos.at[boat]
        drift_all(stage.pos)
        assert (stage.pos.at[boat] != before) == moves


def adrift(*places: float) -> tuple[Stage, list[Unit]]:
    """Two junks without a soul, bow to the east where the current goes, their middles so far to the east."""
    stage = bare("s4_ox_gorge", ground=RIVER)
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


@rule("yangtze", "S14.7")
def test_a_die_for_every_swimmer_at_the_end_of_the_turn() -> None:
    stage = bare(ground=RIVER)
    squad = stage.unit("usmc_squad")
    one, two = stage.men(squad)[1:3]
    move(stage.pos, (one, Water(10000, 8000)), (two, Water(11000, 8000)))
    stage.pos.then(*swim(stage.pos))
    stage.roll(1, 2)
    assert stage.told("drowns")
    assert stage.pos.fate[one] == LOST
    assert (stage.pos.x[two], stage.pos.y[two]) == (11000, 7500), "50 mm towards the bank"
    assert stage.pos.swimming >> two & 1
    stage.pos.then(*swim(stage.pos))
    stage.roll(6)
    assert stage.pos.y[two] == 7000


@rule("yangtze", "S14.7")
def test_who_comes_to_the_bank_is_ashore() -> None:
    stage = bare(ground=RIVER)
    squad = stage.unit("usmc_squad")
    man = stage.men(squad)[1]
    move(stage.pos, (man, Water(10000, 4300)))
    assert deep(stage.pos, 10000, 4300)
    assert not deep(stage.pos, 10000, 3900)
    goal = bank(stage.pos, 10000, 4300)
    assert goal is not None
    assert goal[1] <= 4000
    stage.pos.teller = stage.events.append
    Stroke(man).scored(stage.pos, 6)
    assert not stage.pos.swimming >> man & 1
    assert stage.pos.fate[man] == STANDING
    assert stage.told("ashore")


@rule("yangtze", "S2.3", "S14.7", "S6.7")
def test_a_swimmer_does_not_come_ashore_on_an_enemy_who_lies_hidden_there() -> None:
    stage = bare(ground=RIVER)
    man = stage.men(stage.unit("usmc_squad"))[1]
    move(stage.pos, (man, Water(10000, 4300)))
    goal = bank(stage.pos, 10000, 4300)
    assert goal is not None
    gang = stage.unit("gang")
    (foe,) = stage.put(gang, (goal[0] / 10, goal[1] / 10))
    stage.pos.hidden = 1 << gang
    Stroke(man).scored(stage.pos, 6)
    assert stage.pos.apart(man, foe) >= (2 * 125) ** 2


@rule("yangtze", "S14.7")
def test_where_there_is_no_bank_he_treads_water() -> None:
    stage = bare(ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    man = stage.men(stage.unit("usmc_squad"))[1]
    move(stage.pos, (man, Water(10000, 6000)))
    assert bank(stage.pos, 10000, 6000) is None
    Stroke(man).scored(stage.pos, 6)
    assert (stage.pos.x[man], stage.pos.y[man]) == (10000, 6000)
    assert stage.pos.swimming >> man & 1
    stage.pos.remove([man], LOST)
    Stroke(man).scored(stage.pos, 1)
    assert not stage.told("drowns"), "who is gone rolls for nothing"


@pytest.mark.parametrize("room", [True, False])
@rule("yangtze", "S14.7", "S14.9")
def test_those_for_whom_there_is_no_water_are_lost(room: bool) -> None:
    """A hull that goes down where nobody could swim takes them with it."""
    stage = bare(ground=RIVER if room else None)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 800, 90)
    stage.card(HALT, boat)
    crew = stage.men(boat)
    assert bool(water_about(stage.pos, boat, crew, (10000, 8000))) == room
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, stage.pos.turn)
    sink_wrecks(stage.pos)
    assert not stage.pos.is_body(boat)
    assert all((stage.pos.fate[figure] == LOST) != room for figure in crew)
