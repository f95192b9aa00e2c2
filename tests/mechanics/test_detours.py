"""Ways by hexes that are worth a detour, against all ways that there are."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from shapan.ground.hexes import Field, Grid, Hex, Mask, bits, mask_of, walk
from shapan.ground.hexes.costs import terrain_costs
from shapan.mechanics.detours import Detours, arrive, come_back, gains, leave, legs, offers, richest_way

GRID = Grid(1, 6, 1, 6, high="odd")
POINTS = 5


def ground(seed: int) -> tuple[Field, Hex, Mask]:
    """Hexes that cost one point or two, some enemies and zones; where a move begins, and what is worth a detour, two
    hexes of it side by side."""
    rng = Random(seed)
    inland = bits(GRID.all)
    rough = mask_of(rng.sample(inland, 12))
    origin, *some = rng.sample(inland, 8)
    field = Field(terrain_costs(GRID, [(GRID.all & ~rough, 1), (rough, 2)]), mask_of(some[:2]), mask_of(some[2:4]))
    beside = rng.choice(bits(GRID.spread(1 << some[5]) & ~(1 << origin)))
    return field, origin, mask_of((*some[5:], beside))


def walks(field: Field, way: tuple[Hex, ...]) -> Iterator[tuple[tuple[Hex, ...], int]]:
    """Every way that goes on from this one within the points, and what it costs."""
    for there in bits(GRID.spread(1 << way[-1])):
        longer = (*way, there)
        found = walk(field, longer, POINTS)
        if found.snag is None:
            yield longer, found.cost
            yield from walks(field, longer)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_way_takes_some_way_offered_to_the_same_hex_takes(seed: int) -> None:
    field, origin, prized = ground(seed)
    found = legs([leave(field, origin, POINTS)], field, prized)
    for leg in found:
        assert leg.taken == mask_of(leg.way[1:]) & prized, "what it takes is known before its way"
        assert leg.spent == walk(field, leg.way, POINTS).cost
    offered: dict[Hex, list[Mask]] = {}
    for ways in offers(found, lambda leg: leg.ends):
        for end in bits(ways.ends):
            way = ways.to(end)
            assert walk(field, way, POINTS).snag is None
            assert (way[0], way[-1]) == (origin, end)
            offered.setdefault(end, []).append(mask_of(way[1:]) & prized)
    cheapest: dict[Hex, int] = {}
    every = list(walks(field, (origin,)))
    for way, cost in every:
        cheapest[way[-1]] = min(cost, cheapest.get(way[-1], cost))
    for end in bits(field.levels(origin, POINTS).reach()):
        meant = richest_way(field, origin, end, POINTS, prized)
        taken = mask_of(meant[1:]) & prized
        rivals = [mask_of(way[1:]) & prized for way, cost in every if way[-1] == end and cost == cheapest[end]]
        assert walk(field, meant, POINTS).cost == cheapest[end]
        assert taken.bit_count() == max(mask.bit_count() for mask in rivals)
        offered.setdefault(end, []).append(taken)
    for way, _ in every:
        taken = mask_of(way[1:]) & prized
        assert not taken or any(not taken & ~more for more in offered.get(way[-1], [])), GRID.names(mask_of(way))


@pytest.mark.parametrize("seed", range(8))
def test_to_the_lavish_every_way_that_takes_most_is_meant_or_offered_once(seed: int) -> None:
    field, origin, prized = ground(seed)
    prized &= field.go
    found = Detours(field, field, origin, POINTS, prized, lavish=True)
    reach = field.levels(origin, POINTS).reach()
    offered: dict[Hex, list[Mask]] = {}
    for ways in found.apart(reach | 1 << origin):
        for end in bits(ways.ends):
            way = ways.to(end)
            assert walk(field, way, POINTS).snag is None
            offered.setdefault(end, []).append(mask_of(way[1:]) & prized)
    cheapest: dict[tuple[Hex, Mask], int] = {}
    for way, cost in walks(field, (origin,)):
        key = way[-1], mask_of(way[1:]) & prized
        cheapest[key] = min(cost, cheapest.get(key, cost))
    for end in bits(reach | 1 << origin):
        every = {taken for there, taken in cheapest if there == end}
        most = {taken for taken in every if taken and not any(taken & ~more == 0 and taken != more for more in every)}
        if end != origin and (meant := found.meant(end)) is not None:
            taken = mask_of(meant[1:]) & prized
            assert taken.bit_count() == max(taken.bit_count() for taken in most)
            assert walk(field, meant, POINTS).cost == cheapest[end, taken]
            offered.setdefault(end, []).append(taken)
        told = offered.get(end, [])
        if end == origin or found.meant(end) is not None:
            assert sorted(told) == sorted(most), GRID.names(1 << end)
        else:
            assert not told
            assert all(taken == prized & 1 << end for taken in most), "nothing is taken on the way"


def test_whoever_is_placed_in_a_prized_hex_takes_it_though_another_start_is_nearer() -> None:
    field = Field(terrain_costs(GRID, [(GRID.all, 1)]))
    here, there, end = (GRID.index(name) for name in ("0101", "0601", "0201"))
    starts = [arrive(field, start, POINTS, 1 << there) for start in (here, there)]
    ((leg, ends),) = [(leg, ends) for leg, ends in gains(legs(starts, field, 1 << there), lambda leg: leg.ends)]
    assert leg.way == (there,)
    assert ends >> end & 1
    assert not ends >> there & 1, "the hex itself means that"


def test_a_way_out_and_back_is_the_cheapest_and_may_go_on() -> None:
    field = Field(terrain_costs(GRID, [(GRID.all & ~GRID.hexes("0302 0303"), 2), (GRID.hexes("0302 0303"), 1)]))
    home = GRID.index("0302")
    (loop,) = come_back(field, home, POINTS, field)
    assert GRID.names(mask_of(loop.way)) == ("0302", "0303")
    assert (loop.way[0], loop.way[-1], loop.spent, loop.points) == (home, home, 2, POINTS - 2)
    assert loop.ends >> home & 1
    assert loop.to(GRID.index("0301")) == (*loop.way, GRID.index("0301"))
    assert come_back(Field(field.costs, GRID.spread(1 << home)), home, POINTS, field) == []
