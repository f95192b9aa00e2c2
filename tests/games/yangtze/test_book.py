"""3.0 Forces, as players agree on them."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME

from shapan.games.yangtze.book import YangtzeBook
from shapan.games.yangtze.who import numbered
from shapan.ground.table import Raster
from shapan.kernel import rule


def book(scenario: str = "s8_wanling_bund", **switches: Any) -> YangtzeBook:
    made = GAME.book(scenario, switches)
    assert isinstance(made, YangtzeBook)
    return made


@pytest.mark.parametrize(
    ("nation", "weapon"), [("american", "bar"), ("british", "rifle"), ("french", "bar"), ("japanese", "rifle")]
)
@rule("yangtze", "3.9", "R85")
def test_other_nations_have_an_automatic_rifle_only_if_they_had_one(nation: str, weapon: str) -> None:
    made = book(other_nationalities=nation)
    squad = next(n for n, unit in numbered(made.units) if unit.template == "usn_squad")
    leader = made.figures[made.men[squad][0]]
    assert (leader.leader, leader.weapon) == (True, weapon)
    assert made.units[squad].controlled
    assert ("USN" in made.units[squad].name) == (nation == "american")


def test_ways_that_are_laid_ahead_are_those_that_would_be_found_when_wanted() -> None:
    made = book("s4_ox_gorge")
    made.prepare()
    other = YangtzeBook(GAME, made.scenario, made.switches, {})
    for unit in made.every_unit:
        rule, radius = made.way(unit), made.units[unit].radius
        ahead = made.table.laid[rule, radius]
        fresh = Raster(other.table, rule, radius)
        assert all(fresh.steps(square) == ahead[square] for square in range(0, fresh.columns * fresh.rows, 7))
    assert made.rooms, "where there is room for those who are set up is known too"
