from itertools import pairwise

from hypothesis import given
from tests.ground.hexes import oracle
from tests.ground.hexes.oracle import At
from tests.ground.hexes.worlds import World, worlds

from shapan.ground.hexes import Grid, HexSides, communication, contiguous, fill, shortest_line, traced


class Country:
    """A world with open hexes, hexsides that block and perhaps a railroad to keep to."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.open, self.heads = world.some(0.7), world.some(0.1)
        self.blocked = world.some_sides(0.1) if world.random.random() < 0.5 else None
        self.rail = world.some_sides(0.5) if world.random.random() < 0.5 else None
        self.sides = None if self.blocked is None else world.sides(self.blocked)
        self.along = None if self.rail is None else world.sides(self.rail)

    def allowed(self, here: At, there: At) -> bool:
        side = frozenset((here, there))
        return side not in (self.blocked or ()) and (self.rail is None or side in self.rail)

    def line_from(self, start: At) -> bool:
        """The rule in words: every hex of the line open, only its start exempt."""
        return bool(oracle.connected(self.world.sheet, start, self.open, self.allowed) & self.heads)


@given(worlds())
def test_one_fill_answers_for_the_whole_army(world: World) -> None:
    country = Country(world)
    masks = (world.mask(country.heads), world.mask(country.open), country.sides, country.along)
    served = {at for at in world.sheet.hexes() if country.line_from(at)}
    assert world.places(communication(world.grid, *masks)) == served
    for at in world.sheet.hexes():
        assert traced(world.grid, world.index[at], *masks) == (at in served)


@given(worlds())
def test_a_line_is_shown_when_there_is_one(world: World) -> None:
    country = Country(world)
    start = world.pick()
    masks = (world.mask(country.heads), world.mask(country.open), country.sides, country.along)
    line = shortest_line(world.grid, world.index[start], *masks)
    assert (line is not None) == country.line_from(start)
    if line is not None:
        hexes = [world.at[index] for index in line]
        assert hexes[0] == start
        assert hexes[-1] in country.heads
        assert set(hexes[1:]) <= country.open
        assert all(country.allowed(a, b) for a, b in pairwise(hexes))
        assert all(b in world.sheet.neighbours(a) for a, b in pairwise(hexes))


@given(worlds())
def test_contiguous(world: World) -> None:
    some = world.some(0.5)
    whole = not some or oracle.connected(world.sheet, min(some), some, lambda a, b: True) == some
    assert contiguous(world.grid, world.mask(some)) == whole


def test_a_train_stops_in_the_zone_it_enters() -> None:
    grid = Grid(1, 9, 1, 9, high="odd")
    track = [grid.index(f"03{row:02}") for row in range(1, 9)]
    rails = HexSides.chain(grid, track)
    zone = grid.hexes("0304 0305")
    reached = fill(grid, 1 << track[0], grid.all, along=rails, go=grid.all & ~zone)
    assert grid.names(reached) == ("0301", "0302", "0303", "0304")


def test_the_head_itself_must_be_open_unless_one_stands_on_it() -> None:
    grid = Grid(10, 42, 0, 25, high="even")
    head, closed = grid.hexes("1922"), grid.all & ~grid.hexes("1922")
    assert communication(grid, head, closed) == head
    assert traced(grid, grid.index("1922"), head, closed)
    assert not traced(grid, grid.index("1921"), head, closed)
