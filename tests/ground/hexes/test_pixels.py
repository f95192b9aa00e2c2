from math import dist

import pytest
from hypothesis import given
from tests.ground.hexes.oracle import Sheet
from tests.ground.hexes.worlds import World, worlds

from shapan.ground.hexes.pixels import HEIGHT, centre, corner, extent, hexside_ends, outline


@given(worlds())
def test_neighbours_lie_one_height_apart_and_share_a_hexside(world: World) -> None:
    grid = world.grid
    for here in world.at:
        for there in grid.neighbours(here):
            assert dist(centre(grid, here), centre(grid, there)) == pytest.approx(HEIGHT)
            start, end = hexside_ends(grid, here, there)
            assert dist(start, end) == pytest.approx(1)
            back_start, back_end = hexside_ends(grid, there, here)
            assert dist(start, back_end) == pytest.approx(0, abs=1e-9)
            assert dist(end, back_start) == pytest.approx(0, abs=1e-9)


@given(worlds())
def test_corners_lie_one_side_from_the_centre_and_inside_the_frame(world: World) -> None:
    width, height = extent(world.grid)
    for here in world.at:
        for x, y in outline(world.grid, here):
            assert dist((x, y), centre(world.grid, here)) == pytest.approx(1)
            assert -1e-9 <= x <= width + 1e-9
            assert -1e-9 <= y <= height + 1e-9
        assert corner(world.grid, here, 6) == corner(world.grid, here, 0)


def test_no_hexside_between_strangers() -> None:
    world = World(Sheet(1, 3, 1, 3, "odd"), seed=0)
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        hexside_ends(world.grid, world.index[1, 1], world.index[1, 3])
