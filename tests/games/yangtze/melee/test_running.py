"""S10.3, R151 Who is nearest to one who runs, and how much of his way is looked at, against the plain way."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.yangtze.table import bare, box

from shapan.games.yangtze.melee.running import FAR_OFF, Enemy, _upto, closest, nearest
from shapan.games.yangtze.movement.ways import tread
from shapan.ground.table import cut, outline, rectangle
from shapan.kernel import rule

STAGE = bare(
    ground={
        "areas": [{"k": "dense_wood", "p": box(300, 300, 900, 800)}],
        "lines": [{"k": "hedge", "p": [[1200, 100], [1200, 900]]}, {"k": "wall_high", "p": [[1700, 300], [1700, 900]]}],
    }
)
spots = st.tuples(st.integers(0, 3_000), st.integers(0, 3_000))


def man(at: tuple[int, int], radius: int) -> Enemy:
    x, y = at
    return Enemy(x, y, radius)


def hull(at: tuple[int, int], heading: int, long: int) -> Enemy:
    x, y = at
    return Enemy(x, y, 0, outline(rectangle(x, y, heading, long, 300)))


men = st.builds(man, spots, st.sampled_from([125, 150, 200]))
hulls = st.builds(hull, spots, st.integers(0, 359), st.integers(400, 2_000))


@settings(max_examples=300, deadline=None)
@given(st.lists(men | hulls, max_size=8), spots)
@rule("yangtze", "S10", "14.4")
def test_the_nearest_enemy_is_the_one_with_the_least_gap(foes: list[Enemy], point: tuple[int, int]) -> None:
    """Also where bases overlap, and where several are equally near."""
    plain = min(foes, key=lambda foe: (foe.gap(*point), foe.x, foe.y), default=None)
    gap, foe = closest(foes, *point)
    assert foe is plain
    assert gap == nearest(foes, *point) == (plain.gap(*point) if plain else FAR_OFF)


def test_of_two_equally_near_the_western_one_counts_whoever_is_named_first() -> None:
    east, west = Enemy(1_500, 1_000, 125), Enemy(500, 1_000, 125)
    assert closest([east, west], 1_000, 1_000) == closest([west, east], 1_000, 1_000) == (375, west)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(200, 22_000), st.integers(200, 11_000)), min_size=2, max_size=8),
    st.integers(100, 6_000),
)
@rule("yangtze", "S10")
def test_what_lies_beyond_his_move_does_not_change_the_way_of_a_fugitive(
    points: list[tuple[int, int]], reach: int
) -> None:
    """Through a wood, over a hedge, against a wall that stops him: as far as he runs it is the same way."""
    here, *rest = points
    pos, gang = STAGE.pos, STAGE.unit("gang")
    whole = tread(pos, gang, (here, *rest)).track
    begun = tread(pos, gang, (here, *_upto(here, rest, reach))).track
    assert cut(begun, reach) == cut(whole, reach)


def test_a_way_that_leads_far_is_looked_at_as_far_as_he_runs() -> None:
    far = [(1_000 * at, 1_000) for at in range(2, 20)]
    assert _upto((1_000, 1_000), far, 4_000) == far[:5], "a little more, since lengths are rounded"
