"""1.0 Lengths, in the unit that the players use; and what is measured quickly against what is measured in full."""

from __future__ import annotations

from math import isqrt
from random import Random

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.fire.shooters import arm_of, in_reach, within
from shapan.games.yangtze.fire.shooting import in_zone
from shapan.games.yangtze.measure import told
from shapan.games.yangtze.movement.lookout import AT_ONCE, covering
from shapan.games.yangtze.movement.movers import MOVE_SEGMENT, NEVER, ROUNDING, Movers
from shapan.games.yangtze.noted import Marker
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.who import numbered
from shapan.ground.table import OUTDOORS, near_polygon
from shapan.kernel import rule


@rule("yangtze", "1")
def test_lengths_in_inches() -> None:
    for inches, text in ((False, "150 mm"), (True, '6"')):
        assert told(bare(inches_display=inches).pos, 1500) == text
    assert told(bare(inches_display=True).pos, 1000 + 125) == '4.5"'


@rule("yangtze", "1", "S1")
def test_half_a_millimetre_is_told() -> None:
    """What a tank at half speed may back: who is told 37 mm would try 37 mm, and be refused again."""
    assert told(bare().pos, 375) == "37.5 mm"


def afloat(seed: int) -> YangtzePosition:
    """A position of a random game with vehicles and vessels on the table, and men of both sides."""
    rng, pos = Random(seed), GAME.start("s8_wanling_bund")
    assert isinstance(pos, YangtzePosition)
    while len(pos.bodies) < 3 or len({pos.owner[unit] for unit, men in numbered(pos.standing) if men}) < 2:
        pos.apply(pos.options().sample(rng))
    return pos


@pytest.mark.parametrize("seed", [1, 2])
@rule("yangtze", "S12.2")
def test_what_is_far_at_a_glance_is_far_when_it_is_measured(seed: int) -> None:
    rng, pos, answers = Random(seed), afloat(seed), set()
    for body, edges in pos.bodies:
        x, y, _ = pos.at[body]
        for _ in range(60):
            reach, spot = rng.randrange(1, 3000), (x + rng.randrange(-6000, 6000), y + rng.randrange(-6000, 6000))
            far = pos.far_from(body, *spot, reach)
            answers.add(far)
            assert not far or near_polygon(edges, *spot) >= reach * reach
    assert answers == {True, False}


@pytest.mark.parametrize("seed", [1, 2])
@rule("yangtze", "7.5", "7.7")
def test_many_targets_are_within_reach_as_one_by_one(seed: int) -> None:
    rng, pos = Random(seed), afloat(seed)
    figures = [figure for unit in pos.standing for figure in unit]
    riders = [figure for body, _ in pos.bodies for figure in pos.crew(body)]
    for shooter in (*rng.sample(figures, min(6, len(figures))), *riders[:3]):
        reach = rng.randrange(500, 9000)
        near = within(pos, shooter, reach)
        assert [near(figure) for figure in figures] == [in_reach(pos, shooter, figure, reach) for figure in figures]
    for figure in rng.sample(figures, min(8, len(figures))):
        x, y, radius = pos.x[figure], pos.y[figure], rng.randrange(1, 4000)
        inside = {
            other
            for other in figures
            if (pos.x[other] - x) ** 2 + (pos.y[other] - y) ** 2 <= (radius + pos.book.figures[other].radius) ** 2
        }
        slow = {other for other in inside if pos.room[other] == OUTDOORS or pos.floor[other] == 0}
        assert set(in_zone(pos, (x, y), radius)) == slow


@pytest.mark.parametrize("seed", [1, 2])
@rule("yangtze", "7.9")
def test_when_there_can_be_enemies_enough_in_a_covered_circle(seed: int) -> None:
    rng, pos, answers = Random(seed), afloat(seed), set()
    run = Movers(pos, MOVE_SEGMENT)
    figures = [figure for unit in pos.standing for figure in unit]
    weapon = max(figures, key=lambda figure: arm_of(pos, figure).zone)
    side, zone = pos.owner[pos.book.figures[weapon].unit], arm_of(pos, weapon).zone + ROUNDING
    enemies = [figure for figure in figures if pos.owner[pos.book.figures[figure].unit] != side]
    for _ in range(40):
        about = rng.choice(enemies)
        run.paces = [rng.choice((0, 0, 40, 300)) for _ in pos.x]
        x, y = pos.x[about] + rng.randrange(-3000, 3000), pos.y[about] + rng.randrange(-3000, 3000)
        marker = Marker(weapon, x, y, wanted=rng.randrange(1, 4), tested=rng.choice((0, 1 << about)))
        ticks = []
        for figure in enemies:
            left = isqrt((run.x[figure] - x) ** 2 + (run.y[figure] - y) ** 2) - zone - run.radius[figure]
            pace = run.paces[figure]
            if not marker.tested >> figure & 1:
                ticks.append(AT_ONCE if left <= 0 else -(-left // pace) if pace else NEVER)
        needed = 1 if marker.tested else marker.wanted
        slow = sorted(ticks)[needed - 1] if len(ticks) >= needed else NEVER
        assert covering(run, marker) == slow
        answers.add(slow)
    assert len(answers) > 2
