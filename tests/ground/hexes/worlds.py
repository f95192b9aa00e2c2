"""Random worlds for differential tests: the same map as a judge's Sheet and as a Grid."""

from collections.abc import Iterable
from random import Random

from hypothesis import strategies as st
from tests.ground.hexes.oracle import At, Sheet, name

from shapan.ground.hexes import Costs, Grid, Hex, HexSides, Mask, bits


class World:
    """A sheet, its grid, and chance to fill it with."""

    def __init__(self, sheet: Sheet, seed: int) -> None:
        self.sheet, self.random = sheet, Random(seed)
        frame = (sheet.first_column, sheet.last_column, sheet.first_row, sheet.last_row)
        full = Grid(*frame, high="even" if sheet.high == "even" else "odd")
        self.grid = full.without(full.hexes(map(name, sheet.missing)))
        self.index = {at: self.grid.index(name(at)) for at in sheet.hexes()}
        self.at = {index: at for at, index in self.index.items()}

    def mask(self, places: Iterable[At]) -> Mask:
        return sum(1 << self.index[at] for at in places)

    def places(self, mask: Mask) -> set[At]:
        return {self.at[index] for index in bits(mask)}

    def pick(self) -> At:
        return self.random.choice(self.sheet.hexes())

    def some(self, share: float) -> set[At]:
        return {at for at in self.sheet.hexes() if self.random.random() < share}

    def some_sides(self, share: float) -> set[frozenset[At]]:
        hexes = self.sheet.hexes()
        return {frozenset((a, b)) for a in hexes for b in self.sheet.neighbours(a) if self.random.random() < share}

    def sides(self, pairs: Iterable[frozenset[At]]) -> HexSides:
        return HexSides.of(self.grid, [(self.index[a], self.index[b]) for a, b in map(sorted, pairs)])

    def random_prices(self) -> dict[tuple[At, At], int | None]:
        """A price for every step, each way its own; some steps are impossible."""
        menu = self.random.sample(range(1, 9), self.random.randint(1, 5))
        choices: list[int | None] = [*menu, None] if self.random.random() < 0.5 else [*menu]
        hexes = self.sheet.hexes()
        return {(a, b): self.random.choice(choices) for a in hexes for b in self.sheet.neighbours(a)}

    def costs(self, prices: dict[tuple[At, At], int | None]) -> Costs:
        def price(here: Hex, there: Hex) -> int | None:
            return prices[self.at[here], self.at[there]]

        return Costs.from_function(self.grid, price)


@st.composite
def worlds(draw: st.DrawFn, most: int = 9) -> World:
    first_column, first_row = draw(st.sampled_from([0, 1, 2, 10, 11])), draw(st.sampled_from([0, 1]))
    last_column = first_column + draw(st.integers(0, most - 1))
    last_row = first_row + draw(st.integers(0, most - 1))
    high, seed = draw(st.sampled_from(["even", "odd"])), draw(st.integers(0, 2**32))
    full = Sheet(first_column, last_column, first_row, last_row, high)
    gaps = Random(seed).choice([0.0, 0.0, 0.2])
    missing = frozenset(at for at in full.hexes()[1:] if Random(f"{seed}{at}").random() < gaps)
    return World(Sheet(first_column, last_column, first_row, last_row, high, missing), seed)


def army_map(seed: int) -> World:
    """A world of the size of a real map."""
    return World(Sheet(10, 42, 0, 25, "even") if seed % 2 else Sheet(1, 40, 1, 25, "odd"), seed)
