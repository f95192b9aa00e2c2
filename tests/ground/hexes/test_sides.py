import pytest
from hypothesis import given
from tests.ground.hexes.worlds import World, worlds

from shapan.ground.hexes import BadHexside, Grid, HexSides, UnknownHex

MUKDEN = Grid(10, 42, 0, 25, high="even")


@given(worlds())
def test_membership_knows_both_hexes_of_a_side(world: World) -> None:
    pairs = world.some_sides(0.3)
    sides = world.sides(pairs)
    for here in world.sheet.hexes():
        for there in world.sheet.hexes():
            assert ((world.index[here], world.index[there]) in sides) == (frozenset((here, there)) in pairs)
    assert len(sides) == len(pairs)
    assert {frozenset((world.at[a], world.at[b])) for a, b in sides} == pairs
    assert world.places(sides.touching) == {at for pair in pairs for at in pair}


@given(worlds())
def test_set_operations(world: World) -> None:
    one, other = world.some_sides(0.3), world.some_sides(0.3)
    a, b = world.sides(one), world.sides(other)
    assert a | b == world.sides(one | other)
    assert a & b == world.sides(one & other)
    assert a - b == world.sides(one - other)
    assert HexSides.every(world.grid) - a == world.sides(world.some_sides(1) - one)


@given(worlds())
def test_crossing(world: World) -> None:
    pairs, start = world.some_sides(0.4), world.some(0.3)
    steps = [(a, b) for a in start for b in world.sheet.neighbours(a)]
    sides = world.sides(pairs)
    assert world.places(sides.across(world.mask(start))) == {b for a, b in steps if frozenset((a, b)) in pairs}
    assert world.places(sides.around(world.mask(start))) == {b for a, b in steps if frozenset((a, b)) not in pairs}


@given(worlds())
def test_sides_inside_and_between_sets(world: World) -> None:
    one, other = world.some(0.5), world.some(0.5)
    everywhere = world.some_sides(1)
    inside = {pair for pair in everywhere if pair <= one}
    between = {pair for pair in everywhere for a in pair for b in pair - {a} if a in one and b in other}
    assert HexSides.inside(world.grid, world.mask(one)) == world.sides(inside)
    assert HexSides.between(world.grid, world.mask(one), world.mask(other)) == world.sides(between)


def test_written_sides_make_the_round_trip() -> None:
    written = ("2115-2116", "2115-2216", "2600-2700")
    assert HexSides.parse(MUKDEN, written).names() == written
    assert HexSides.parse(MUKDEN, " ".join(written)).names() == written


def test_a_chain_crosses_a_side_at_each_step() -> None:
    railroad = HexSides.chain(MUKDEN, [MUKDEN.index(name) for name in ("2310", "2309", "2409", "2408")])
    assert railroad.names() == ("2309-2310", "2309-2409", "2408-2409")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2115-2117", "2115 and 2117 are not adjacent .2115 touches 2114 2215 2216 2116 2016 2015."),
        ("2116-2115", "has the greater hex first; expected 2115-2116"),
        ("2115", "is not a hexside; expected two hexes with a dash"),
        ("2115-", "is not a hexside"),
        ("2115-2115", "not adjacent"),
    ],
)
def test_a_text_that_names_no_side_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadHexside, match=problem):
        HexSides.parse(MUKDEN, text)


def test_a_side_of_an_unknown_hex_is_refused() -> None:
    with pytest.raises(UnknownHex, match="2199"):
        HexSides.parse(MUKDEN, "2115-2199")
