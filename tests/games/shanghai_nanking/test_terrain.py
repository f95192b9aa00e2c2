"""SNC 7.1, 9.3 to 9.5, 10.4.1, 11.4: the whole map as compiled, hex by hex, against a plain reading of the data files.

The book is compiled anew here: whatever the rules read from the map must come out right each time.
"""

from __future__ import annotations

from functools import cache

import pytest
from tests.games.shanghai_nanking import reference
from tests.games.shanghai_nanking.reference import Hex, h, n
from tests.games.shanghai_nanking.table import GAME

from shapan.games.shanghai_nanking.book import CampaignBook
from shapan.kernel import rule

SIDES = ("chinese", "japanese")


@cache
def fresh(column: int = 1, town_adds: bool = True, seventh: str = "1102") -> CampaignBook:
    """A book that nobody has used before."""
    options = {"yangtze_navigable_from_column": column, "town_adds_to_terrain": town_adds, "seventh_city": seventh}
    return CampaignBook(GAME, GAME.book().scenario, {**GAME.book().switches, **options})


@cache
def facts() -> reference.Facts:
    return reference.start(GAME).facts


def named(book: CampaignBook, hexes: int) -> set[Hex]:
    return {h(name) for name in book.grid.names(hexes)}


def pairs() -> list[tuple[Hex, Hex]]:
    """Every step between two hexes of the map."""
    return [(here, there) for here, near in facts().around.items() for there in near if there in facts().terrain]


def beside(hexes: set[Hex]) -> set[Hex]:
    """Land next to these hexes."""
    return {at for at in facts().land if hexes & set(facts().around[at])}


@rule("shanghai_nanking", "errata", "9.4", "9.5", "4.3", "8.4.1", "R-36")
def test_land_cities_towns_and_coast() -> None:
    for seventh, other in (("1102", "0116"), ("0116", "1102")):
        book = fresh(seventh=seventh)
        terrain = book.terrain
        settled = facts().cities | facts().towns | {h("0116"), h("1102")}
        cities = facts().cities - {h(other)} | {h(seventh)}
        assert named(book, terrain.enterable) == facts().land
        assert named(book, terrain.neutral) == {h("3513")}
        assert named(book, terrain.cities) == cities
        assert named(book, terrain.japanese_goal) == cities - {h("3513")}
        assert named(book, terrain.towns) == settled - cities
        assert named(book, terrain.landing) == set(facts().landing)
        assert named(book, terrain.yangtze_landing) == {
            at for at, water in facts().landing.items() if water == "yangtze"
        }
        water = {at for at, kind in facts().terrain.items() if kind in ("sea", "yangtze")}
        assert named(book, terrain.coastal) == beside(water)


@rule("shanghai_nanking", "7.1", "9.3", "9.4", "10.4.1")
def test_hexsides_that_bar_the_way_or_a_zone_or_cut_an_attack() -> None:
    book, sides = fresh(), facts().sides
    terrain = book.terrain
    assert named(book, terrain.zone_into) == facts().land - facts().cities
    for here, near in facts().around.items():
        free = {at for at in near if at in facts().land and frozenset((here, at)) not in sides["lake"]}
        assert named(book, terrain.steps[book.grid.index(n(here))]) == free
        assert {h(book.grid.name(at)) for at in terrain.near[book.grid.index(n(here))]} == free
    for here, there in pairs():
        pair, key = (book.grid.index(n(here)), book.grid.index(n(there))), frozenset((here, there))
        assert (pair in terrain.no_zone) == (key in sides["lake"] | sides["navigable"])
        part = 3 if key in sides["river"] else 2 if key in sides["creek"] else 1
        assert terrain.share(*pair) * part == terrain.shares.whole


@pytest.mark.parametrize("column", [1, 22])
@rule("shanghai_nanking", "7.1", "11.4", "R-12", "R-20")
def test_where_naval_gunfire_reaches_everywhere(column: int) -> None:
    book = fresh(column)
    river = {at for at, kind in facts().terrain.items() if kind == "yangtze"}
    open_ = {at for at in river if at[0] >= column}
    shore, banks = beside(open_), {at for pair in facts().sides["navigable"] for at in pair if at in facts().land}
    assert named(book, book.terrain.gunfire_defence) == shore | banks
    assert named(book, book.terrain.gunfire_attack) == shore | banks | beside(shore)
    line = {frozenset(h(book.grid.name(at)) for at in pair) for pair in book.terrain.navigation_line}
    assert line == {frozenset(pair) for pair in pairs() if pair[0] in river - open_ and pair[1] in open_}


@pytest.mark.parametrize("town_adds", [True, False])
@rule("shanghai_nanking", "10.4.1", "errata", "R-02", "R-34")
def test_terrain_shifts_everywhere(town_adds: bool) -> None:
    book = fresh(town_adds=town_adds)
    for at, kind in facts().terrain.items():
        natural = -1 if kind in ("woods", "marsh") else 0
        town = -1 if at in facts().towns else 0
        chinese = natural + town if town_adds else min(natural, town)
        expected = (-2, -2) if at in facts().cities else (chinese, natural)
        assert tuple(table[book.grid.index(n(at))] for table in book.terrain.shift) == expected


@rule("shanghai_nanking", "9.3", "9.4", "9.5", "9.5.1", "R-35")
def test_what_every_step_costs() -> None:
    book = fresh()
    for here, there in pairs():
        if here in facts().land:
            pair = book.grid.index(n(here)), book.grid.index(n(there))
            for number, side in enumerate(SIDES):
                assert book.costs[number].step(*pair) == facts().step_cost(side, here, there)


@rule("shanghai_nanking", "9.5.2", "8.2", "R-06")
def test_the_railways_and_the_edges_that_they_come_from() -> None:
    book = fresh()
    assert {frozenset(h(book.grid.name(at)) for at in pair) for pair in book.terrain.rail} == facts().rails
    assert named(book, book.terrain.rail_start) == facts().rail_start
    net = reference.start(GAME).connected(h("0202"), facts().rail_hexes, facts().rails)
    assert named(book, book.terrain.rail_edge) == facts().rail_edge & net
    assert facts().rail_edge - net == {h("0116")}, "the spur in the west"
    for edge in facts().rail_edge & net:
        beyond = {at for pair in facts().rails if edge in pair for at in pair} - {edge}
        assert beyond <= facts().rail_start, "every line to the edge runs through Nanking or Hangzhou"
