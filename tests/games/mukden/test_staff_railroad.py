"""How a linesman of Mukden mans the railroad: all posts together, in time, and nothing opened on the way (4.2)."""

from __future__ import annotations

from itertools import permutations
from operator import attrgetter
from random import Random
from typing import Any, cast

import msgspec
import pytest
from tests.games.mukden.table import GAME

from shapan.games.mukden.alternation import Moving
from shapan.games.mukden.position import MukdenPosition
from shapan.games.mukden.sides import JAPANESE, RUSSIAN
from shapan.games.mukden.staff import alternation, railroad
from shapan.games.mukden.staff.assignment import cheapest
from shapan.games.mukden.staff.officers import RUSSIAN_OFFICERS
from shapan.games.mukden.staff.picture import exposed
from shapan.games.mukden.staff.russian import bar_the_way
from shapan.games.mukden.staff.temper import Temper
from shapan.ground.hexes import bits
from shapan.kernel import rule
from shapan.mechanics.verbs import Flip, Move

LINESMAN = RUSSIAN_OFFICERS["linesman"]
SENTINEL = RUSSIAN_OFFICERS["sentinel"]


def raided(there: str) -> MukdenPosition:
    """The set-up, with a Japanese cavalry brigade far behind the Russian line."""
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    pos.put(pos.on_map(JAPANESE)[-1], pos.book.grid.index(there))
    return pos


def moves(pos: MukdenPosition) -> list[Any]:
    return [entry.action for entry in railroad.man_the_railroad(pos, LINESMAN)]


def test_nobody_finds_a_cheaper_way_to_share_out_the_work() -> None:
    dice = Random(3)
    for rows, columns in ((1, 1), (3, 3), (3, 6), (4, 5)):
        for _ in range(20):
            prices = [[dice.uniform(-5, 20) for _ in range(columns)] for _ in range(rows)]
            found = cheapest(prices)
            assert len(set(found)) == rows
            least = min(
                sum(prices[row][at] for row, at in enumerate(chosen)) for chosen in permutations(range(columns), rows)
            )
            assert abs(sum(prices[row][at] for row, at in enumerate(found)) - least) < 1e-9
    assert cheapest([]) == []


@rule("mukden", "4.2", "8.2")
def test_every_hex_of_the_railroad_gets_a_unit_of_its_own_and_mukden_two() -> None:
    pos = raided("2107")
    roster = railroad.duties(pos, LINESMAN)
    units = [duty.unit for duty in roster]
    assert len(set(units)) == len(units)
    manned = [duty.post.here for duty in roster]
    assert set(bits(pos.book.railroad)) == set(manned)
    assert manned.count(pos.book.end_game_hex) == 2


@rule("mukden", "4.2")
def test_the_posts_that_the_japanese_reach_first_weigh_most() -> None:
    pos = raided("2107")
    reach = pos.reach_of(JAPANESE)[pos.on_map(JAPANESE)[-1]]
    town = pos.book.end_game_hex
    first: dict[int, float] = {}
    for post in railroad.posts(pos, LINESMAN):
        first.setdefault(post.here, post.weight)
    near = [weight for here, weight in first.items() if here != town and reach >> here & 1]
    far = [weight for here, weight in first.items() if here != town and not reach >> here & 1]
    assert near
    assert min(near) > max(far)


@rule("mukden", "4.2")
def test_no_march_to_a_post_opens_a_hex_that_the_japanese_could_walk_into() -> None:
    pos = raided("2107")

    def open_now(at: MukdenPosition) -> int:
        reach = 0
        for mask in at.reach_of(JAPANESE).values():
            reach |= mask
        return (reach & at.book.railroad).bit_count()

    before, best = open_now(pos), max(railroad.man_the_railroad(pos, LINESMAN), key=lambda entry: entry.score)
    assert before
    move: Any = best.action
    then = pos.copy()
    then.put(move.unit, move.path[-1])
    assert open_now(then) < before


def test_who_holds_a_post_stays_and_a_few_units_take_the_weightiest_posts() -> None:
    pos = raided("2107")
    line = bits(pos.book.railroad)
    held = set(pos.on_map(RUSSIAN)[: len(line)])
    for unit, here in zip(sorted(held), line, strict=True):
        pos.put(unit, here)
    assert held <= {duty.unit for duty in railroad.duties(pos, LINESMAN) if not duty.marches}
    assert not held & {move.unit for move in moves(pos)}
    for unit in pos.on_map(RUSSIAN)[4:]:
        pos.lift(unit)
    assert len(railroad.duties(pos, LINESMAN)) == 4


def test_who_is_bound_to_a_post_bars_no_way_and_nobody_else_thinks_otherwise_for_it() -> None:
    pos, judged = GAME.start(), 0
    assert isinstance(pos, MukdenPosition)
    rng = Random("bound")
    for _ in range(60):
        if isinstance(pos.top, Moving) and pos.top.side == RUSSIAN:
            bound = set(rng.sample(pos.on_map(RUSSIAN), 10))
            free = [one for one in bar_the_way(pos, LINESMAN) if cast("Move", one.action).unit not in bound]
            assert bar_the_way(pos, LINESMAN, bound) == free
            judged += len(free)
        pos.apply(pos.options().sample(rng))
    assert judged


@pytest.mark.parametrize("number", ["second", "afar", "heed", "twice", "keep", "leaving", "garrison"])
def test_every_number_of_a_linesman_matters(number: str) -> None:
    pos = raided("1508")
    other = msgspec.structs.replace(LINESMAN, **{number: 3 * getattr(LINESMAN, number)})
    assert railroad.man_the_railroad(pos, other) != railroad.man_the_railroad(pos, LINESMAN)


@pytest.mark.parametrize("temper", [LINESMAN, SENTINEL, msgspec.structs.replace(LINESMAN, heed=0.5, keep=0.01)])
def test_whoever_wants_the_best_alone_is_told_the_best_of_all(temper: Temper) -> None:
    """What is left out could not have been it, whatever else is worth so much; here all of it is weighed."""
    rng, shorter, seen = Random(11), 0, 0
    for game in range(3):
        pos = GAME.start()
        assert isinstance(pos, MukdenPosition)
        while pos.outcome is None and pos.turn in pos.book.japanese_sudden_death_turns and seen < 30 * (game + 1):
            at = pos.top
            if isinstance(at, Moving) and at.side == RUSSIAN and rng.random() < 0.3:
                whole, short = (answer(pos, at, temper) for answer in (alternation.move, alternation.first_move))
                best = max(whole, key=attrgetter("score"))
                assert max(short, key=attrgetter("score")) == best
                assert all(entry in whole for entry in short)
                shorter += len(short) < len(whole)
                seen += 1
            pos.apply(pos.options().sample(rng))
    assert seen > 30
    assert shorter > seen // 4


@rule("mukden", "4.2")
def test_after_turn_3_and_without_posts_nobody_mans_the_railroad() -> None:
    pos = raided("2107")
    at = Moving(RUSSIAN)
    plain = msgspec.structs.replace(LINESMAN, late=0.0)
    assert alternation.move(pos, at, LINESMAN) != alternation.move(pos, at, plain)
    pos.turn = max(pos.book.japanese_sudden_death_turns) + 1
    assert alternation.move(pos, at, LINESMAN) == alternation.move(pos, at, plain)


@rule("mukden", "5.5")
def test_on_the_first_turn_a_sentinel_lets_those_act_first_who_stay_where_they_are() -> None:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    advice = railroad.man_the_railroad(pos, SENTINEL)
    best = max(advice, key=lambda entry: entry.score)
    assert isinstance(best.action, Flip)
    bound = {duty.unit for duty in railroad.duties(pos, SENTINEL) if duty.marches and duty.post.weight >= 1}
    waiting = {entry.action.unit for entry in advice if isinstance(entry.action, Flip)}
    assert waiting
    assert not waiting & bound, "whoever has a post to go to marches"
    assert not [entry for entry in railroad.man_the_railroad(pos, LINESMAN) if isinstance(entry.action, Flip)]


@rule("mukden", "4.2", "5.5")
def test_a_sentinel_waits_for_nobody_where_the_japanese_could_walk_in_nor_later_nor_alone() -> None:
    pos = raided("2107")
    best = max(railroad.man_the_railroad(pos, SENTINEL), key=lambda entry: entry.score)
    assert not isinstance(best.action, Flip), "a hex that is open now comes first"
    quiet = GAME.start()
    assert isinstance(quiet, MukdenPosition)
    quiet.turn = 2
    assert not [entry for entry in railroad.man_the_railroad(quiet, SENTINEL) if isinstance(entry.action, Flip)]
    quiet.turn = 1
    quiet.disrupted |= sum(1 << unit for unit in quiet.on_map(JAPANESE))
    assert not [entry for entry in railroad.man_the_railroad(quiet, SENTINEL) if isinstance(entry.action, Flip)]


@rule("mukden", "9.13", "4.2")
def test_a_probe_before_the_march_exposes_hexes_that_the_march_alone_does_not_reach() -> None:
    """A Japanese unit in a zone probes along it and marches from there; one that stands free only marches."""
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    index = pos.book.grid.index
    for unit in (*pos.on_map(JAPANESE)[1:], *pos.on_map(RUSSIAN)[1:]):
        pos.lift(unit)
    rider, guard = pos.on_map(JAPANESE)[0], pos.on_map(RUSSIAN)[0]
    pos.put(rider, index("1708"))
    pos.put(guard, index("1608"))
    zone, line = pos.book.grid.spread(pos.occupied[RUSSIAN]), pos.book.railroad
    walked = 0
    for mask in pos.book.front(JAPANESE, pos.occupied[RUSSIAN]).field.levels_of_any(
        pos.occupied[JAPANESE], pos.book.forced_march_points
    ):
        walked |= mask
    assert zone >> index("1708") & 1
    found = exposed(pos, line, [pos.occupied[RUSSIAN]])[pos.occupied[RUSSIAN]]
    assert found > (walked & line).bit_count()


@rule("mukden", "9.13")
@pytest.mark.parametrize("number", ["probed", "bide"])
def test_every_number_of_a_sentinel_matters(number: str) -> None:
    pos = raided("1508")
    other = msgspec.structs.replace(SENTINEL, **{number: 3 * getattr(SENTINEL, number)})
    assert railroad.man_the_railroad(pos, other) != railroad.man_the_railroad(pos, SENTINEL)
