"""S7, R77, S6.7: what is driven and sailed moves beat by beat with everybody else, also where nobody walks."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    ANYONE,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
    Drive,
    March,
    Sail,
    Watch,
)
from shapan.games.yangtze.orders.planned import Driving
from shapan.games.yangtze.vessels.carriers import roll_on, set_out
from shapan.games.yangtze.vessels.sailing import run_limits
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

ROAD = {"k": "road", "p": [[0, 600], [2400, 600]]}


def with_walkers(stage: Stage, walk: bool) -> list[Any]:
    """Somebody far away walks a little, or nobody does."""
    gang = stage.unit("peasants")
    stage.row(gang, 2200, 1100, 3)
    return [Card(gang, SKIRMISH), March(gang, ((22000, 11300),))] if walk else []


@pytest.mark.parametrize("walk", [False, True])
@rule("yangtze", "S7", "S12.1")
def test_two_who_meet_on_the_road_have_come_as_far_as_each_other(walk: bool) -> None:
    stage = bare(ground={"lines": [ROAD]})
    lorry, car = stage.unit("truck"), stage.unit("car", 1)
    stage.model(lorry, 300, 600, 90)
    stage.model(car, 900, 600, 270)
    stage.play(
        *(Card(lorry, MOVE), Card(car, MOVE)),
        *(Drive(lorry, ONWARD, ((8000, 6000),)), Drive(car, ONWARD, ((4000, 6000),))),
        *with_walkers(stage, walk),
        to="halt_fire",
    )
    ours, theirs = stage.pos.at[lorry][0] - 3000, 9000 - stage.pos.at[car][0]
    assert abs(ours - theirs) <= 1000, "at most a beat apart"


RIVER: dict[str, Any] = {"areas": [{"k": "river", "n": "River", "p": box(0, 0, 2400, 400)}]}


@rule("yangtze", "S7", "S14.1")
def test_two_hulls_that_meet_share_the_river() -> None:
    stage = bare(ground=RIVER)
    launch, junk = stage.unit("launch"), stage.unit("junk")
    stage.model(launch, 300, 200, 90)
    stage.model(junk, 900, 200, 270)
    stage.play(
        *(Card(launch, MOVE), Card(junk, MOVE), Sail(launch, 90, 400, 90), Sail(junk, 270, 250, 270)),
        to="halt_fire",
    )
    assert 9000 - stage.pos.at[junk][0] >= 1000, "two beats of its five"


SCRUB = {"k": "scrub", "n": "Scrub", "p": box(550, 300, 800, 470)}


ROADSIDE: dict[str, Any] = {"lines": [ROAD], "areas": [SCRUB]}


def lorry_passes(hidden: float) -> tuple[Stage, Unit, Unit]:
    """A lorry on its way past men who hide beside the road, so far from its side."""
    stage = bare("s3_silver_trucks", ground=ROADSIDE)
    lorry, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(lorry, 300, 600, 90)
    stage.put(gang, *((600 + 30 * n, 575 - hidden - 12.5) for n in range(3)))
    stage.pos.hidden = 1 << gang
    return stage, lorry, gang


@pytest.mark.parametrize(("gap", "seen"), [(140, True), (160, False)])
@rule("yangtze", "S6.7", "S7")
def test_who_hides_is_seen_from_a_lorry_that_drives_past(gap: float, seen: bool) -> None:
    stage, lorry, gang = lorry_passes(gap)
    stage.play(Card(lorry, MOVE), Drive(lorry, ONWARD, ((8000, 6000),)), to="halt_fire")
    assert stage.pos.at[lorry][0] == 8000, "far beyond them"
    assert bool(stage.pos.hidden >> gang & 1) is not seen


@rule("yangtze", "6.1", "S7")
def test_by_agreement_halted_men_fire_at_a_lorry_that_drives_past() -> None:
    stage = bare(ground=ROADSIDE, halt_opportunity_fire=True)
    lorry, company = stage.unit("truck"), stage.unit("wl_rifles")
    stage.model(lorry, 400, 600, 90)
    stage.row(company, 700, 760, 3)
    stage.play(
        *(Card(lorry, MOVE), Watch(company, ANYONE, 150), Drive(lorry, ONWARD, ((9000, 6000),))),
        to="halt_fire",
        otherwise=1,
    )
    assert len(stage.told("fires")) == 1, "once, when it came near"
    assert stage.pos.at[lorry][0] == 9000


@pytest.mark.parametrize(
    ("damage", "least", "most"), [((6, 6), 4500, 7500), ((1, 1), 4500, 7500), ((3, 3), 6500, 6500)]
)
@rule("yangtze", "12.1", "6.1")
def test_one_that_is_stopped_on_its_way_goes_no_farther(damage: tuple[int, int], least: int, most: int) -> None:
    """A wheel, or worse, stops it where it is; at half speed it makes half its 500 mm."""
    stage = bare(ground=ROADSIDE, halt_opportunity_fire=True)
    lorry, company = stage.unit("truck"), stage.unit("wl_rifles")
    stage.model(lorry, 400, 600, 90)
    stage.put(company, (600, 760), (630, 760))
    stage.play(
        *(Card(lorry, MOVE), Watch(company, ANYONE, 150), Drive(lorry, ONWARD, ((9000, 6000),))),
        to="halt_fire",
        faces=(6, *damage),
    )
    assert least <= stage.pos.at[lorry][0] <= most


@pytest.mark.parametrize("away", [True, False])
@rule("yangtze", "5.3", "S12.2", "S7")
def test_foot_keeps_clear_of_a_lorry_for_as_long_as_it_is_there(away: bool) -> None:
    stage = bare(ground={"lines": [ROAD]})
    lorry, company = stage.unit("truck"), stage.unit("wl_rifles")
    stage.model(lorry, 300, 600, 90)
    stage.row(company, 300, 760, 2)
    drive = [Card(lorry, MOVE), Drive(lorry, ONWARD, ((8000, 6000),))] if away else []
    stage.play(*drive, Card(company, MOVE), March(company, ((3000, 4600),)), to="halt_fire")
    ((_, y), *_) = stage.places(company)
    assert (y < 600 - 30) if away else y == 737.5, "beyond the road, or 100 mm from its side"


@rule("yangtze", "5.3", "S12.2", "S7")
def test_it_stops_for_a_lorry_that_comes() -> None:
    stage = bare(ground={"lines": [ROAD]})
    lorry, company = stage.unit("truck"), stage.unit("wl_rifles")
    stage.model(lorry, 300, 600, 90)
    stage.row(company, 700, 900, 2)
    stage.play(
        *(Card(lorry, MOVE), Drive(lorry, ONWARD, ((7000, 6000),))),
        *(Card(company, MOVE), March(company, ((7000, 6300),))),
        to="halt_fire",
    )
    (_, y), *_ = stage.places(company)
    assert 700 < y < 737.5, "it came nearer than he may go, and he goes no farther"


@pytest.mark.parametrize(
    ("heading", "most"), [(90, 3000), (179, 3000), (180, 2500), (181, 2000), (270, 2000), (0, 2500), (359, 2000)]
)
@rule("yangtze", "S14.4")
def test_the_current_helps_downstream_and_hinders_upstream_by_the_degree(heading: int, most: int) -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    junk = stage.unit("junk")
    stage.model(junk, 600, 200, heading)
    assert run_limits(stage.pos, junk, heading)[1] == most


@rule("yangtze", "S7", "R77")
def test_vehicles_move_with_the_figures() -> None:
    stage = bare(ground={"lines": [{"k": "road", "p": [[0, 700], [2400, 700]]}]})
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    (man,) = stage.put(gang, (700, 500))
    stage.card(MOVE, truck)
    stage.pos.plan = put(stage.pos.plan, truck, Driving(ONWARD, ((10000, 5000),)))
    set_out(stage.pos)
    roll_on(stage.pos, 0)
    assert stage.pos.at[truck][0] == 6000, "a fifth of its way"
    roll_on(stage.pos, 1)
    assert stage.pos.at[truck][0] < 6300, "somebody stands in the way"
    stage.pos.stand(man, 7000, 3000)
    roll_on(stage.pos, 2)
    assert stage.pos.at[truck][0] == 8000, "it goes on"
