import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ground.hexes.oracle import At
from tests.ground.hexes.worlds import World, worlds

from shapan.ground.hexes import Costs, Grid, HexSides, Link, terrain_costs

GRID = Grid(1, 9, 1, 9, high="odd")
HERE, THERE = GRID.index("0505"), GRID.index("0504")
BOTH = HexSides.of(GRID, [(HERE, THERE)])


@given(worlds())
def test_every_step_keeps_its_price(world: World) -> None:
    prices = world.random_prices()
    costs = world.costs(prices)
    for (here, there), price in prices.items():
        assert costs.step(world.index[here], world.index[there]) == price
    for here in world.sheet.hexes():
        can = {there for there in world.sheet.neighbours(here) if prices[here, there] is not None}
        assert world.places(costs.steps(world.index[here])) == can
    assert [c[0] for c in costs.classes] == sorted({p for p in prices.values() if p is not None})


@given(worlds())
def test_a_terrain_chart_means_what_it_says(world: World) -> None:
    ground = {at: world.random.choice([None, 1, 2, 4]) for at in world.sheet.hexes()}
    creek, river, road, rail, lake = (world.some_sides(share) for share in (0.3, 0.2, 0.3, 0.2, 0.1))

    def price(here: At, there: At) -> int | None:
        side, entering = frozenset((here, there)), ground[there]
        if entering is None or side in lake:
            return None
        crossing = 2 * (side in creek) + 3 * (side in river)
        offers = [entering + crossing]
        offers += [1 + crossing] if side in road else []
        offers += [entering] if side in rail else []
        return min(offers)

    costs = terrain_costs(
        world.grid,
        enter=[(world.mask(at for at, g in ground.items() if g == cost), cost) for cost in (1, 2, 4)],
        cross=[(world.sides(creek), 2), (world.sides(river), 3)],
        links=[Link(world.sides(road), enter=1), Link(world.sides(rail), bridge=True)],
        barred=world.sides(lake),
    )
    for here in world.sheet.hexes():
        for there in world.sheet.neighbours(here):
            assert costs.step(world.index[here], world.index[there]) == price(here, there)


@given(worlds(), st.integers(1, 4))
def test_costs_multiplied_in_some_hexes(world: World, factor: int) -> None:
    prices, dear = world.random_prices(), world.some(0.4)
    costs = world.costs(prices).times(world.mask(dear), factor)
    for (here, there), price in prices.items():
        expected = None if price is None else price * (factor if there in dear else 1)
        assert costs.step(world.index[here], world.index[there]) == expected


def test_a_later_line_of_the_chart_overrules_an_earlier_one() -> None:
    costs = terrain_costs(GRID, [(GRID.all, 1), (1 << THERE, 2)])
    assert (costs.step(HERE, THERE), costs.step(THERE, HERE)) == (2, 1)


@pytest.mark.parametrize(
    ("links", "barred", "cost"),
    [
        ([], None, 5),
        ([Link(BOTH, enter=1)], None, 4),
        ([Link(BOTH, bridge=True)], None, 2),
        ([Link(BOTH, enter=1, bridge=True)], None, 1),
        ([Link(BOTH, enter=7)], None, 5),
        ([Link(BOTH, enter=1)], BOTH, None),
    ],
)
def test_a_link_replaces_what_it_says(links: list[Link], barred: HexSides | None, cost: int | None) -> None:
    assert terrain_costs(GRID, [(GRID.all, 2)], [(BOTH, 3)], links, barred).step(HERE, THERE) == cost


def test_a_step_for_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        Costs.from_function(GRID, lambda here, there: 0)


def test_equal_costs_are_equal_values() -> None:
    one, other = terrain_costs(GRID, [(GRID.all, 2)]), Costs.from_function(GRID, lambda here, there: 2)
    assert (one, hash(one)) == (other, hash(other))
    assert one != one.times(1 << HERE, 2)
    assert repr(one.times(1 << HERE, 2)) == "<Costs 2, 4>"


def test_steps_off_the_map_are_dropped() -> None:
    reckless = Costs(GRID, [{1: GRID.all}] * 6)
    assert reckless == terrain_costs(GRID, [(GRID.all, 1)])
