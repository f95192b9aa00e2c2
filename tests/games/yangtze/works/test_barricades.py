"""S16.8 Barricades, and who clears them."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import line
from tests.games.yangtze.table import Stage, bare, case

from shapan.games.yangtze.actions import (
    CLEAR,
    HALT,
    MOVE,
    ONWARD,
    March,
    Work,
)
from shapan.games.yangtze.fire.cover import ground_cover
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.noted import Job
from shapan.games.yangtze.vessels.driving import course, drive_refusal
from shapan.games.yangtze.who import Unit
from shapan.games.yangtze.works.barricades import at_barricade, clear_barricades, cleared
from shapan.games.yangtze.works.tasks import finish_works, work_refusal
from shapan.kernel import rule


@pytest.mark.parametrize(("men", "cleared"), [(4, True), (3, False)])
@rule("yangtze", "S16.8")
def test_four_clear_a_barricade_and_three_do_not(men: int, cleared: bool) -> None:
    stage = bare("s3_silver_trucks", ground=line("barricade", (600, 400), (600, 600)))
    squad = stage.unit("usmc_squad")
    stage.put(squad, *((587.5, 420 + 30 * number) for number in range(men)))
    stage.put(stage.unit("gang"), (2000, 1000))
    stage.pos.shut = stage.pos.book.barriers
    stage.play(Work(squad, CLEAR), to="end_turn")
    assert bool(stage.told("cleared")) is cleared


@pytest.mark.parametrize(("men", "open_"), [(3, False), (4, True)])
@rule("yangtze", "S16.8", "7.2")
def test_four_men_clear_a_barricade_and_do_not_fire(men: int, open_: bool) -> None:
    """A gang stands in front of them, in range and in sight: nobody is asked for a shot."""
    stage = bare("s3_silver_trucks", ground={"lines": [{"k": "barricade", "p": [[900, 700], [900, 500]]}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, *((887, 560 + 30 * n) for n in range(men)))
    stage.put(gang, (1100, 600))
    stage.turn({gang: MOVE}, Work(squad, CLEAR), March(gang, ((13000, 6000),)))
    assert bool(stage.told("cleared")) == open_
    assert not stage.told("fires")


BARRICADE = {"lines": [{"k": "barricade", "n": "Cart barricade", "p": [[800, 600], [800, 700]]}]}
"""Across the road at x = 800, from y = 500 to y = 600."""


def at_the_barricade(count: int) -> tuple[Stage, Unit]:
    stage = bare(ground=BARRICADE)
    company = stage.unit("wl_rifles")
    stage.put(company, *((787.5, 505 + 26 * number) for number in range(count)))
    stage.card(HALT, company)
    return stage, company


@rule("yangtze", "S16.8")
def test_four_figures_clear_a_barricade_in_a_turn() -> None:
    for count, free in ((3, False), (4, True)):
        stage, company = at_the_barricade(count)
        car = stage.unit("armoured_car")
        stage.model(car, 640, 550, 90)
        assert course(stage.pos, car, ((8400, 5500),)).end[0] < 8000, "wheels do not cross it"
        (behind,) = stage.put(stage.unit("usmc_squad"), (815, 550))
        assert ground_cover(stage.pos, behind, (6000, 5500), True) == "soft"
        assert work_refusal(stage.pos, 1, company, CLEAR) is None
        stage.pos.works = (Job(company, CLEAR),)
        assert not any(may_fire(stage.pos, figure) for figure in stage.men(company)), "they do nothing else"
        finish_works(stage.pos)
        assert (course(stage.pos, car, ((8400, 5500),)).end == (8400, 5500)) == free
        assert (ground_cover(stage.pos, behind, (6000, 5500), True) == "open") == free


@rule("yangtze", "S16.8", "S3.1")
def test_a_car_may_drive_at_a_barricade_and_not_at_a_wall() -> None:
    """It stops short of the one as long as it is in place; the other is no way at all."""
    for kind, way in (("barricade", None), ("wall_low", "S3.1")):
        stage = bare(ground={"lines": [{"k": kind, "n": kind, "p": [[800, 600], [800, 700]]}]})
        car = stage.unit("armoured_car")
        stage.model(car, 640, 550, 90)
        stage.card(MOVE, car)
        assert case(drive_refusal(stage.pos, car, ONWARD, ((8400, 5500),))) == way


ANGLE = {
    "lines": [
        {"k": "hedge", "n": "Hedge", "p": [[100, 100], [200, 100]]},
        {"k": "barricade", "n": "Carts", "p": [[800, 600], [800, 700], [900, 700]]},
    ]
}
"""A barricade of two stretches, the first of them where the other barricade is, and a hedge elsewhere."""


@pytest.mark.parametrize(("far", "at"), [(1.0, True), (1.1, False)])
@rule("yangtze", "S16.8")
def test_who_is_at_a_barricade_is_within_a_millimetre_of_it(far: float, at: bool) -> None:
    stage = bare(ground=ANGLE)
    x = round((800 - far) * 10)
    assert at_barricade(stage.pos, x, 5500) == at
    assert not at_barricade(stage.pos, 1500, 11000), "a hedge is none"
    stage.pos.shut = 0
    assert not at_barricade(stage.pos, x, 5500), "cleared"


@rule("yangtze", "S16.8")
def test_a_barricade_of_two_stretches_is_cleared_as_a_whole() -> None:
    """By four who touch it, to the millimetre, whatever the fifth does."""
    stage = bare(ground=ANGLE)
    company = stage.unit("wl_rifles")
    stage.put(company, *((786.5, 505 + 26 * number) for number in range(4)), (700, 540))
    hedge, carts = stage.pos.book.table.lines
    assert [cleared(stage.pos, carts), len(carts.gates)] == [False, 2]
    stage.pos.shut &= ~1
    assert not cleared(stage.pos, carts), "one stretch is left"
    stage.turn({}, Work(company, CLEAR))
    assert cleared(stage.pos, carts)
    assert not stage.pos.shut
    assert not cleared(stage.pos, hedge), "nobody clears a hedge"


@rule("yangtze", "S16.8")
def test_friend_and_foe_do_not_clear_a_barricade_together() -> None:
    stage = bare(ground=BARRICADE)
    company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.put(company, (787.5, 505), (787.5, 531))
    stage.put(squad, (812.5, 505), (812.5, 531))
    clear_barricades(stage.pos, [*stage.pos.standing[company], *stage.pos.standing[squad]])
    assert stage.pos.shut


@rule("yangtze", "S16.8")
def test_who_may_clear_a_barricade() -> None:
    stage, company = at_the_barricade(4)
    stage.card(MOVE, company)
    assert case(work_refusal(stage.pos, 1, company, CLEAR)) == "S16.8", "only on HALT"
    stage.card(HALT, company)
    stage.row(company, 100, 100, 4)
    assert case(work_refusal(stage.pos, 1, company, CLEAR)) == "S16.8", "nobody touches it"
    stage, company = at_the_barricade(4)
    stage.pos.works = (Job(company, CLEAR),)
    stage.pos.pinned = 1 << stage.men(company)[0]
    finish_works(stage.pos)
    assert stage.pos.shut, "a pinned man does not work"
