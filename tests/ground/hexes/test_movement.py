"""Floods, fields and walks against the judge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ground.hexes import oracle
from tests.ground.hexes.oracle import At
from tests.ground.hexes.worlds import World, army_map, worlds

from shapan.ground.hexes import (
    Costs,
    Field,
    Fields,
    Grid,
    Levels,
    Snag,
    ZoneRule,
    bands,
    bits,
    field,
    past_many,
    surroundings,
    terrain_costs,
    walk,
    zone,
)
from shapan.ground.hexes.flood import cheapest_path, flood_many, marches_to
from shapan.ground.hexes.lanes import LANES
from shapan.lab.bench.growth import Country

RULES = st.sampled_from(ZoneRule)
GRID = Grid(10, 42, 0, 25, high="even")
OPEN_GROUND = terrain_costs(GRID, [(GRID.all, 1)])


class Battle:
    """A world with prices, an enemy and places that may not be entered."""

    def __init__(self, world: World, rule: ZoneRule) -> None:
        self.world, self.rule = world, rule
        self.prices = world.random_prices()
        self.enemy, self.closed = world.some(0.1), world.some(0.1)
        self.zone = oracle.zone(world.sheet, self.enemy, world.some_sides(0.1), set(world.sheet.hexes()))
        masks = (world.mask(self.enemy), world.mask(self.zone), world.mask(self.closed))
        self.field = Field(world.costs(self.prices), *masks, rule)

    def judged(self, origin: At, points: int) -> dict[At, int]:
        closed = self.enemy | self.closed
        price = lambda here, there: self.prices[here, there]  # noqa: E731
        return oracle.reach(self.world.sheet, price, origin, points, closed, self.zone, self.rule.name)


@given(worlds(), RULES, st.integers(0, 20))
def test_reach_and_levels_agree_with_the_judge(world: World, rule: ZoneRule, points: int) -> None:
    battle = Battle(world, rule)
    origin = world.pick()
    expected, index = battle.judged(origin, points), world.index[origin]
    assert world.places(battle.field.reach(index, points)) == set(expected)
    levels = battle.field.levels(index, points)
    assert levels.reach() == battle.field.reach(index, points)
    for at in world.sheet.hexes():
        assert levels.cost(world.index[at]) == (0 if at == origin else expected.get(at))
    assert levels.reach(points // 2) == battle.field.reach(index, points // 2)


@given(worlds(), RULES, st.integers(0, 20))
def test_the_nearest_of_many_origins_decides(world: World, rule: ZoneRule, points: int) -> None:
    battle = Battle(world, rule)
    origins = {world.pick() for _ in range(3)} - battle.enemy - battle.closed
    levels = battle.field.levels_of_any(world.mask(origins), points)
    costs = [battle.judged(origin, points) for origin in origins]
    for at in set(world.sheet.hexes()) - origins:
        found = [cost for cost, reached in enumerate(levels) if reached >> world.index[at] & 1]
        nearest = [cost[at] for cost in costs if at in cost]
        assert found == ([min(nearest)] if nearest else [])


@given(worlds(), RULES, st.integers(0, 20))
def test_paths_cost_what_the_flood_says_and_are_legal(world: World, rule: ZoneRule, points: int) -> None:
    battle = Battle(world, rule)
    origin = world.pick()
    expected, index = battle.judged(origin, points), world.index[origin]
    for at in world.sheet.hexes():
        path = battle.field.path(index, world.index[at], points)
        if at == origin:
            assert path == (index,)
        elif at not in expected:
            assert path is None
        else:
            assert path is not None
            assert (path[0], path[-1], len(set(path))) == (index, world.index[at], len(path))
            found = walk(battle.field, path, points)
            assert (found.snag, found.cost) == (None, expected[at])


@given(worlds(), RULES, st.integers(0, 20))
def test_whatever_can_be_walked_is_in_reach(world: World, rule: ZoneRule, points: int) -> None:
    battle = Battle(world, rule)
    path = [world.index[world.pick()]]
    for _ in range(world.random.randint(1, 6)):
        path.append(world.random.choice(world.grid.neighbours(path[-1]) or (path[0],)))
    found = walk(battle.field, path, points)
    if found.snag is None:
        cheapest = battle.field.levels(path[0], points).cost(path[-1])
        assert cheapest is not None
        assert cheapest <= found.cost <= points
    one_step = walk(battle.field, path[:2], points=100)
    assert (one_step.snag is None) == bool(battle.field.steps(path[0]) >> path[1] & 1)


@given(worlds(), RULES, st.integers(0, 20))
def test_many_floods_together_equal_single_ones(world: World, rule: ZoneRule, points: int) -> None:
    field = Battle(world, rule).field
    origins = [world.index[world.pick()] for _ in range(40)]
    together = field.reach_all(origins, points)
    assert together == {origin: field.compute(origin, points) for origin in origins}
    assert field.reach_all(origins[:3], points) == {origin: field.reach(origin, points) for origin in origins[:3]}
    anywhere = 0
    for reached in together.values():
        anywhere |= reached
    # In one flood an origin is a hex like any other: somebody else may come there.
    starts = sum(1 << origin for origin in set(origins))
    assert field.reach_from(starts, points) | starts == anywhere | starts


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32), RULES)
def test_armies_on_a_map_of_full_size(seed: int, rule: ZoneRule) -> None:
    world = army_map(seed)
    battle = Battle(world, rule)
    origins = world.random.sample(world.sheet.hexes(), 35)
    found = battle.field.reach_all([world.index[at] for at in origins], 16)
    for at in origins[:8]:
        assert world.places(found[world.index[at]]) == set(battle.judged(at, 16))
    assert found == {world.index[at]: battle.field.compute(world.index[at], 16) for at in origins}


def test_no_more_origins_than_lanes() -> None:
    with pytest.raises(ValueError, match="33 origins, but only 32 lanes"):
        flood_many(OPEN_GROUND.bands.whole, [0] * 33, [GRID.all] * 33, 8, GRID.all, GRID.all)


def test_an_enemy_beyond_all_reach_leaves_the_levels_as_they_were() -> None:
    here, near, far = GRID.index("2010"), GRID.index("2212"), GRID.index("3520")
    alone = Field(OPEN_GROUND).levels(here, 4)
    assert Field(OPEN_GROUND, 1 << far, GRID.spread(1 << far)).levels(here, 4) is alone
    met = Field(OPEN_GROUND, 1 << near, GRID.spread(1 << near)).levels(here, 4)
    assert met is not alone
    assert not met.reach() >> near & 1


def test_floods_that_are_remembered_begin_anew_and_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "BITS_KEPT", 3 * GRID.size)
    costs, twice = (terrain_costs(GRID, [(GRID.all, 1)]) for _ in range(2))
    harassed = costs.times(GRID.hexes("2015 2016"), 2)
    for origin in bits(GRID.all)[::40]:
        for mine, anew in ((costs, twice), (harassed, twice.times(GRID.hexes("2015 2016"), 2))):
            assert Field(mine).levels(origin, 3).by_cost == Field(anew).levels(origin, 3).by_cost
            assert 0 < len(costs.floods) <= 3
    assert not harassed.floods  # what a multiple reaches is kept with the costs that it is a multiple of


def test_levels_of_another_flood_are_refused() -> None:
    start, far = GRID.index("2310"), GRID.index("2510")
    foreign = Levels.of(start, (0, 1 << far))
    with pytest.raises(ValueError, match="2510 was not reached"):
        cheapest_path(OPEN_GROUND, foreign, far, GRID.all, GRID.all)


def test_a_path_out_of_a_zone_takes_the_detour_even_when_the_forbidden_step_costs_the_same() -> None:
    start, end = way("2118 2117")
    costs = Costs.from_function(GRID, lambda here, there: 2 if (here, there) == (start, end) else 1)
    path = Field(costs, zone=GRID.hexes("2118 2117")).path(start, end, 8)
    assert path is not None
    assert len(path) == 3


def field_before(enemy: str, rule: ZoneRule = ZoneRule.STOP, costs: Costs = OPEN_GROUND, forbidden: str = "") -> Field:
    units = GRID.hexes(enemy)
    return Field(costs, units, zone(GRID, units), GRID.hexes(forbidden), rule)


def way(names: str) -> list[int]:
    return [GRID.index(name) for name in names.split()]


@pytest.mark.parametrize(
    ("names", "snag", "at"),
    [
        ("2118 2117 2116", None, None),
        ("2118 2117 2116 2016", Snag.STOPPED, "2016"),
        ("2116 2216", Snag.ZONE_TO_ZONE, "2216"),
        ("2116 2117 2116", None, None),
        ("2116 2117 2116 2117", Snag.STOPPED, "2117"),
        ("2116 2115", Snag.ENEMY, "2115"),
        ("2118 2218", Snag.FORBIDDEN, "2218"),
        ("2118 2116", Snag.NOT_ADJACENT, "2116"),
        ("2120 2119 2118 2117 2116", Snag.POINTS, "2116"),
    ],
)
def test_walks_with_the_common_zone_rule(names: str, snag: Snag | None, at: str | None) -> None:
    found = walk(field_before("2115", forbidden="2218"), way(names), points=3)
    assert (found.snag, found.at) == (snag, at and GRID.index(at))


def test_a_move_that_shuns_zones_may_not_even_start_in_one() -> None:
    field = field_before("2115", ZoneRule.SHUN)
    assert walk(field, way("2116 2117"), 8).snag is Snag.TOUCHES_ZONE
    assert walk(field, way("2118 2117 2116"), 8).snag is Snag.TOUCHES_ZONE
    assert field.reach(GRID.index("2116"), 8) == 0
    assert not field.reach(GRID.index("2118"), 8) & field.zone


def test_a_closed_step_is_a_snag() -> None:
    field = Field(terrain_costs(GRID, [(GRID.all & ~GRID.hexes("2117"), 1)]))
    assert walk(field, way("2118 2117"), 8).snag is Snag.CLOSED
    assert field.step_cost(*way("2118 2117")) is None


def test_first_steps_ignore_points() -> None:
    dear = terrain_costs(GRID, [(GRID.all, 9)])
    field = field_before("2115", costs=dear)
    here = GRID.index("2116")
    assert GRID.names(field.steps(here)) == ("2017", "2117", "2217")
    assert field.reach(here, 8) == 0


def test_fields_are_shared_by_value_and_bounded() -> None:
    fields = Fields(limit=3)
    one = fields.field(OPEN_GROUND, enemy=1)
    assert fields.field(terrain_costs(GRID, [(GRID.all, 1)]), enemy=1) is one
    assert fields.field(OPEN_GROUND, enemy=1, rule=ZoneRule.SHUN) is not one
    for enemy in range(2, 20):
        fields.field(OPEN_GROUND, enemy=enemy)
        assert len(fields) <= 3
    assert fields.field(OPEN_GROUND, enemy=1).reach(20, 4) == one.reach(20, 4)


@given(worlds(), st.integers(0, 20))
def test_marches_seen_from_their_end_cost_what_they_cost_from_their_start(world: World, most: int) -> None:
    costs, goal = world.costs(world.random_prices()), world.index[world.pick()]
    levels = marches_to(costs, 1 << goal, most)
    ground = Field(costs)
    for here in bits(world.grid.all):
        spent = ground.levels(here, most).cost(goal)
        assert [cost for cost, level in enumerate(levels) if level >> here & 1] == ([] if spent is None else [spent])


@given(worlds(), st.integers(1, 12))
def test_an_army_past_many_dispositions_goes_where_it_goes_past_each(world: World, points: int) -> None:
    costs, army = world.costs(world.random_prices()), world.mask(world.some(0.2))
    enemies = [world.mask(world.some(0.15)) & ~army for _ in range(LANES + 3)]
    zones, among = [world.grid.spread(enemy) for enemy in enemies], world.mask(world.some(0.7))
    for enemy, held, found in zip(enemies, zones, past_many(costs, army, enemies, zones, points, among), strict=True):
        levels = Field(costs, enemy, held).levels_of_any(army, points)
        assert found == [(cost, level & among) for cost, level in enumerate(levels) if level & among]


@given(worlds())
def test_the_steps_into_a_hex_are_those_of_its_neighbours(world: World) -> None:
    costs = world.costs(world.random_prices())
    for there in bits(world.grid.all):
        around = [(here, costs.step(here, there)) for here in world.grid.neighbours(there)]
        assert sorted(costs.into(there)) == sorted((here, cost) for here, cost in around if cost is not None)


@pytest.mark.parametrize("points", [3, 8])
def test_on_a_large_map_bands_reach_what_the_whole_map_reaches(points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    country = Country(60, 40, 90)
    narrow = country.field()
    monkeypatch.setattr(bands, "SMALL", 1 << 30)
    whole = Country(60, 40, 90).field()
    origins = [*country.own, *bits(country.grid.all)[::37]]
    monkeypatch.undo()
    for origin in origins:
        assert narrow.compute(origin, points) == whole.compute(origin, points) == narrow.levels(origin, points).reach()
    assert country.field().reach_all(origins, points) == {origin: narrow.compute(origin, points) for origin in origins}
    assert not narrow.costs.bands.about(origins[0], points).whole


@settings(deadline=None)
@given(worlds(), st.integers(1, 10), st.integers(1, 3), RULES)
def test_what_multiplied_steps_reach_by_cost_is_what_they_reach(
    world: World, points: int, factor: int, rule: ZoneRule
) -> None:
    costs = world.costs(world.random_prices()).times(world.mask(world.some(0.4)), factor)
    costs = costs.times(world.mask(world.some(0.4)), factor)
    field = Field(costs, world.mask(world.some(0.1)), world.mask(world.some(0.2)), 0, rule)
    here = world.index[world.pick()]
    reached = field.compute(here, points)
    assert field.levels(here, points).reach() == reached
    assert not reached & ~surroundings(costs, here, points)
