"""The staff officer: lawful advice with a reason in words, and what a player would expect of him."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.shanghai_incident.table import GAME, at, calling, do, situation

from shapan.bots.staff import StaffBot, staff_of
from shapan.games.shanghai_incident.actions import CEASE_FIRE, Decide
from shapan.games.shanghai_incident.pauses import Administering
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.reinforcements import doorstep
from shapan.games.shanghai_incident.sides import CHINESE, JAPANESE
from shapan.games.shanghai_incident.staff.goals import goals, menace
from shapan.games.shanghai_incident.staff.reserve import second_line
from shapan.games.shanghai_incident.staff.temper import CHINESE_STAFF, JAPANESE_STAFF
from shapan.ground.hexes import bits
from shapan.kernel import DICE
from shapan.kernel.texts import named
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.ways import REGULAR, March
from shapan.mechanics.forces import OFF

STAFF = staff_of(GAME)


def campaign(seed: int) -> Iterator[ShanghaiPosition]:
    """Every position of a game between two plain staffs in which a side owes a decision."""
    rng, player = Random(seed), StaffBot(Random(seed), "plain")
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    while pos.outcome is None:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
        else:
            yield pos
            pos.push(player.choose(pos))


@pytest.mark.parametrize("seed", [1, 2])
def test_advice_is_lawful_and_its_reason_a_whole_sentence(seed: int) -> None:
    texts = GAME.texts
    for pos in campaign(seed):
        advice = STAFF.advise(pos)
        assert [entry.score for entry in advice] == sorted((entry.score for entry in advice), reverse=True)
        for entry in advice[:4]:
            assert pos.refusal(entry.action) is None
            assert texts.holes(entry.reason) <= set(entry.params), entry.reason
            said = texts.say(entry.reason, named(pos.book.lexicon, entry.params))
            assert not said.startswith("reason.")


def test_advice_for_whoever_has_crowded_a_hex_makes_room_in_it_in_a_turn_and_in_a_pause() -> None:
    turn = situation({"C-78-1": "2108", "C-61-2": "2110", "J-3Sas": "1129"}, "C1")
    do(turn, "move C-78-1 2110")
    pause = calling({"C-78-1": "2108", "C-61-2": "2110", "C-61-3": "2006", "J-3Sas": "1129"})
    do(pause, "done", "done", "done", "redeploy C-78-1 2110")
    for pos in (turn, pause):
        advice = STAFF.advise(pos)
        assert advice
        assert all(pos.allows(entry.action) for entry in advice)


@pytest.mark.parametrize("seed", [3, 4])
def test_advice_is_lawful_whatever_has_been_played_before(seed: int) -> None:
    pos, rng = GAME.start(switches={"historical_setup": True, "ceasefire": False}), Random(seed)
    while pos.outcome is None:
        if pos.actor != DICE and rng.random() < 0.1:
            assert all(pos.allows(entry.action) for entry in STAFF.advise(pos))
        pos.apply(pos.options().sample(rng))


def test_the_values_of_both_sides_are_chances_that_add_up() -> None:
    for number, pos in enumerate(campaign(3)):
        if number % 25 == 0:
            japanese, chinese = (STAFF.value(pos, side) for side in GAME.sides)
            assert 0 <= japanese <= 1
            assert japanese + chinese == pytest.approx(1)


def test_a_victory_that_is_there_is_taken() -> None:
    ends = [pos.copy() for seed in (3, 5) for pos in campaign(seed) if isinstance(pos.top, Administering)]
    for pos in ends:
        first = STAFF.advise(pos)[0].action
        assert (STAFF.value(pos, "japanese") == 1.0) == (first == Decide(CEASE_FIRE) and _victory(pos))


def _victory(pos: ShanghaiPosition) -> bool:
    after = pos.copy()
    after.push(Decide(CEASE_FIRE))
    return after.outcome is not None and after.outcome.winner == "japanese"


def test_what_the_chinese_could_enter_next_covers_every_move_that_they_have() -> None:
    seen = 0
    for pos in campaign(4):
        if pos.top != Moving(CHINESE, REGULAR) or pos.crowded != OFF or pos.moved:
            continue
        seen += 1
        reached = pos.occupied[CHINESE]
        for unit in bits(pos.present & pos.book.roster[CHINESE] & ~(pos.book.loose | pos.moved | pos.replaced)):
            reached |= March(pos, (unit,), REGULAR).destinations()
        assert not reached & ~menace(pos)
    assert seen > 10


def test_no_chinese_unit_is_left_idle_where_it_entered() -> None:
    seen, before = 0, 0
    for pos in campaign(4):
        if isinstance(pos.top, Administering):
            seen += 1
            near = pos.book.grid.spread(pos.occupied[JAPANESE])
            edge = pos.occupied[CHINESE] & doorstep(pos, CHINESE) & ~(pos.book.urban | near)
            assert not edge & before, "two evenings in the open country at the edge"
            before = edge
    assert seen > 10


def test_the_second_line_is_the_free_towns_behind_the_front_and_the_nearest_are_best() -> None:
    pos = situation({"J-7": "2525", "C-78-1": "2005"}, "C1")
    posts = {here: worth for worth, _, here in second_line(pos, CHINESE_STAFF)}
    liuhang, malu, yanghang = (at(name) for name in ("2313", "1905", "2420"))
    assert posts[yanghang] > posts[liuhang] > posts[malu]
    assert at("2526") not in posts, "too close to the enemy"
    assert not sum(1 << here for here in posts) & (pos.book.shanghai | pos.held[JAPANESE])


def test_a_unit_that_no_goal_needs_takes_post_behind_the_front() -> None:
    reasons = {STAFF.advise(pos)[0].reason for pos in campaign(4) if pos.actor == "chinese"}
    assert "reason.reserve" in reasons


def test_when_one_evening_decides_every_unit_may_guard_the_gates_of_shanghai() -> None:
    def guarded(pause_marker: int, turn: int) -> bool:
        pos = situation({"J-7": "1526", "C-78-1": "1322"}, "J1", pause_marker=pause_marker, turn=turn)
        assert menace(pos) >> at("1123") & 1
        return at("1123") in goals(pos, JAPANESE, JAPANESE_STAFF)

    assert guarded(0, 7)
    assert not guarded(0, 3)
    assert not guarded(1, 7)
