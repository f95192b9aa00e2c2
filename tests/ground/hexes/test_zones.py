from hypothesis import given
from tests.ground.hexes import oracle
from tests.ground.hexes.worlds import World, worlds

from shapan.ground.hexes import Grid, HexSides, zone


@given(worlds())
def test_zone_of_an_army(world: World) -> None:
    units, hexes = world.some(0.2), set(world.sheet.hexes())
    assert world.places(zone(world.grid, world.mask(units))) == oracle.zone(world.sheet, units, set(), hexes)


@given(worlds())
def test_zone_kept_out_by_hexsides_and_hexes(world: World) -> None:
    units, blocked, into = world.some(0.2), world.some_sides(0.3), world.some(0.7)
    found = zone(world.grid, world.mask(units), world.sides(blocked), world.mask(into))
    assert world.places(found) == oracle.zone(world.sheet, units, blocked, into)


def test_zone_over_a_navigable_river_and_into_cities() -> None:
    grid = Grid(1, 40, 1, 25, high="odd")
    navigable = HexSides.parse(grid, "3610-3710 3610-3711")
    city_or_water = grid.hexes("3611 3609")
    found = zone(grid, grid.hexes("3610"), blocked=navigable, into=grid.all & ~city_or_water)
    assert grid.names(found) == ("3510", "3511")
