"""How a linesman of Mukden mans the railroad: all posts together, in time, and nothing opened on the way (4.2)."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.mukden.table import GAME

from shapan.games.mukden.alternation import Moving
from shapan.games.mukden.position import MukdenPosition
from shapan.games.mukden.sides import JAPANESE, RUSSIAN
from shapan.games.mukden.staff import alternation, railroad
from shapan.games.mukden.staff.assignment import cheapest
from shapan.games.mukden.staff.officers import RUSSIAN_OFFICERS
from shapan.ground.hexes import bits
from shapan.kernel import rule

LINESMAN = RUSSIAN_OFFICERS["linesman"]


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


@pytest.mark.parametrize("number", ["second", "afar", "heed", "twice", "keep", "leaving", "garrison"])
def test_every_number_of_a_linesman_matters(number: str) -> None:
    pos = raided("1508")
    other = msgspec.structs.replace(LINESMAN, **{number: 3 * getattr(LINESMAN, number)})
    assert railroad.man_the_railroad(pos, other) != railroad.man_the_railroad(pos, LINESMAN)


@rule("mukden", "4.2")
def test_after_turn_3_and_without_posts_nobody_mans_the_railroad() -> None:
    pos = raided("2107")
    at = Moving(RUSSIAN)
    plain = msgspec.structs.replace(LINESMAN, late=0.0)
    assert alternation.move(pos, at, LINESMAN) != alternation.move(pos, at, plain)
    pos.turn = max(pos.book.japanese_sudden_death_turns) + 1
    assert alternation.move(pos, at, LINESMAN) == alternation.move(pos, at, plain)
