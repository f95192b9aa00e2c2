import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ground.hexes import oracle
from tests.ground.hexes.worlds import World, worlds

from shapan.ground.hexes import DIRECTIONS, Grid, UnknownHex, opposite

MUKDEN = Grid(10, 42, 0, 25, high="even")
SHANGHAI = Grid(1, 40, 1, 25, high="odd")


@given(worlds())
def test_every_hex_has_one_name_and_one_bit(world: World) -> None:
    grid, hexes = world.grid, world.sheet.hexes()
    assert grid.names(grid.all) == tuple(sorted(map(oracle.name, hexes)))
    assert grid.all.bit_count() == len(hexes)
    assert grid.all.bit_length() <= grid.size
    for at, index in world.index.items():
        assert (grid.column_of(index), grid.row_of(index)) == at
        assert grid.name(index) == oracle.name(at)


@given(worlds())
def test_neighbours_are_those_of_the_printed_map(world: World) -> None:
    grid, sheet = world.grid, world.sheet
    for at, index in world.index.items():
        for direction, other in enumerate(sheet.ring(at)):
            expected = world.index[other] if sheet.holds(other) else None
            assert grid.neighbour(index, direction) == expected
            assert grid.shift(1 << index, direction) == (0 if expected is None else 1 << expected)
            if expected is not None:
                assert grid.direction(index, expected) == direction
                assert grid.direction(expected, index) == opposite(direction)
        assert [world.at[i] for i in grid.neighbours(index)] == sheet.neighbours(at)
        assert world.places(grid.spread(1 << index)) == set(sheet.neighbours(at))


@given(worlds())
def test_adjacent_and_direction_of_any_two_hexes(world: World) -> None:
    here, there = world.pick(), world.pick()
    a, b = world.index[here], world.index[there]
    assert world.grid.adjacent(a, b) == (there in world.sheet.neighbours(here))
    assert (world.grid.direction(a, b) is None) == (not world.grid.adjacent(a, b))


@given(worlds())
def test_spread_of_a_set(world: World) -> None:
    some = world.some(0.3)
    expected = {other for at in some for other in world.sheet.neighbours(at)}
    assert world.places(world.grid.spread(world.mask(some))) == expected


@given(worlds(), st.integers(0, 6))
def test_distance_and_rings(world: World, far: int) -> None:
    start = world.pick()
    apart = oracle.steps_apart(world.sheet, start)
    index = world.index[start]
    for at in world.sheet.hexes():
        assert world.grid.distance(index, world.index[at]) == apart[at]
    near = {at for at in world.sheet.hexes() if apart[at] <= far}
    assert world.places(world.grid.within(index, far)) == near
    assert world.places(world.grid.ring(index, far)) == {at for at in near if apart[at] == far}


@given(worlds())
def test_directions_to(world: World) -> None:
    some, at = world.some(0.4), world.pick()
    ring = world.grid.directions_to(world.index[at], world.mask(some))
    assert [bool(ring >> d & 1) for d in range(6)] == [other in some for other in world.sheet.ring(at)]


@given(worlds())
def test_rows_columns_and_edges(world: World) -> None:
    grid, sheet, hexes = world.grid, world.sheet, world.sheet.hexes()
    column, row = world.pick()
    assert world.places(grid.row(row)) == {at for at in hexes if at[1] == row}
    assert world.places(grid.column(column)) == {at for at in hexes if at[0] == column}
    assert world.places(grid.edge("north")) == {at for at in hexes if at[1] == sheet.first_row}
    assert world.places(grid.edge("south")) == {at for at in hexes if at[1] == sheet.last_row}
    assert world.places(grid.edge("west")) == {at for at in hexes if at[0] == sheet.first_column}
    assert world.places(grid.edge("east")) == {at for at in hexes if at[0] == sheet.last_column}


def test_an_even_column_sits_high() -> None:
    assert MUKDEN.adjacent(MUKDEN.index("1902"), MUKDEN.index("1803"))
    assert MUKDEN.names(MUKDEN.edge("north"))[::32] == ("1000", "4200")


def test_an_odd_column_sits_high() -> None:
    around = [SHANGHAI.name(i) for i in SHANGHAI.neighbours(SHANGHAI.index("3610"))]
    assert dict(zip(DIRECTIONS, around, strict=True)) == {
        "N": "3609", "NE": "3710", "SE": "3711", "S": "3611", "SW": "3511", "NW": "3510",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["9999", "4300", "1026", "", "231", "23 10"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownHex, match=r"is not a hex of this map \(columns 10-42, rows 00-25\)"):
        MUKDEN.index(name)


@pytest.mark.parametrize("index", [-1, 26, 10**6])
def test_an_index_between_or_beyond_the_hexes_has_no_name(index: int) -> None:
    with pytest.raises(UnknownHex):
        MUKDEN.name(index)


def test_a_frame_must_make_sense() -> None:
    with pytest.raises(ValueError, match="no such frame"):
        Grid(5, 4, 0, 9, high="even")
    with pytest.raises(ValueError, match="'even' or 'odd'"):
        Grid(1, 4, 0, 9, high="both")  # type: ignore[arg-type]


def test_grids_are_values() -> None:
    assert Grid(10, 42, 0, 25, high="even") == MUKDEN
    assert hash(Grid(10, 42, 0, 25, high="even")) == hash(MUKDEN)
    assert Grid(10, 42, 0, 25, high="odd") != MUKDEN
    smaller = MUKDEN.without(MUKDEN.hexes("1000 1001"))
    assert smaller != MUKDEN
    assert smaller.without(MUKDEN.hexes("1002")).all == MUKDEN.all & ~MUKDEN.hexes("1000 1001 1002")
    assert "856 hexes" in repr(smaller)
