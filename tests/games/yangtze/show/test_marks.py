"""What lies on the table for now: flags of objectives, roofs that are off. None of it betrays a hidden unit."""

from __future__ import annotations

from tests.games.yangtze.table import Stage, bare

from shapan.games import game
from shapan.games.yangtze.noted import Absence
from shapan.games.yangtze.position import TO_COME
from shapan.games.yangtze.setup import SettingUp, due
from shapan.games.yangtze.who import Unit, numbered
from shapan.kernel import rule
from shapan.kernel.view import Mark

VILLAGE = "s1_plum_village"
HUT = {
    "k": "hut",
    "n": "Hut",
    "id": "hut",
    "p": [[100, 100], [300, 100], [300, 300], [100, 300]],
    "doors": [[200, 100]],
}


def marks(stage: Stage, viewer: int, kind: str) -> list[Mark]:
    seen = stage.pos.view(stage.pos.book.sides[viewer])
    return [mark for mark in seen.marks if mark.kind == kind]


def foot(stage: Stage, side: int) -> Unit:
    return next(n for n, unit in numbered(stage.pos.book.units) if unit.side == side and unit.kind == "foot")


@rule("yangtze", "S19.3")
def test_every_objective_with_a_place_flies_a_flag_with_its_points() -> None:
    title = game("yangtze")
    for scenario in (VILLAGE, "s6_arms_godown"):
        pos = title.start(scenario)
        board = title.board(scenario)
        flags = [mark for mark in pos.view(pos.book.sides[0]).marks if mark.kind == "objective"]
        placed = [entry for entry in pos.book.objectives if entry.zone or entry.building]
        assert [flag.label for flag in flags] == [str(entry.vp) for entry in placed]
        assert all(flag.at and 0 < flag.at[0] < board.width and 0 < flag.at[1] < board.height for flag in flags)


@rule("yangtze", "S19.3")
def test_the_ring_of_a_flag_is_the_holders_unless_somebody_hides() -> None:
    stage = bare(VILLAGE)
    zone = stage.pos.book.table.zones["threshing_floor"]
    x, y = (sum(at) // len(zone) / 10 for at in zip(*zone, strict=True))
    stage.put(foot(stage, 1), (x, y))
    owner = stage.pos.book.sides[1]
    assert owner in {flag.side for flag in marks(stage, 0, "objective")}
    stage.pos.hidden = 1 << foot(stage, 1)
    assert {flag.side for flag in marks(stage, 0, "objective")} == {""}


@rule("yangtze", "S6.7")
def test_a_roof_is_off_where_the_viewer_sees_somebody_inside() -> None:
    stage = bare(VILLAGE, {"buildings": [HUT]})
    assert marks(stage, 0, "mark.floor") == []
    gang = foot(stage, 1)
    height = stage.pos.book.table.height / 10
    stage.put(gang, (200, height - 200))
    assert len(marks(stage, 0, "mark.floor")) == len(marks(stage, 0, "mark.walls")) == len(marks(stage, 0, "door")) == 1
    stage.pos.hidden = 1 << gang
    assert marks(stage, 0, "mark.floor") == [], "whoever hides keeps the roof on"
    assert len(marks(stage, 1, "mark.floor")) == 1


@rule("yangtze", "S19.1", "S6.7")
def test_whoever_sets_up_sees_his_zones_and_nobody_elses() -> None:
    pos = game("yangtze").start(VILLAGE)
    acting = pos.actor
    zones = {side: [mark for mark in pos.view(side).marks if mark.kind == "mark.zone"] for side in pos.book.sides}
    assert len(zones.pop(acting)) == 1
    assert not any(zones.values())
    assert not any(mark.kind == "mark.zone" for mark in pos.view("spectator").marks)


@rule("yangtze", "S15.2", "S19.1")
def test_an_aircraft_that_comes_back_has_no_zone() -> None:
    """It comes by the edge where it left, and one with a printed place never had a zone."""
    pos = game("yangtze").start("s7_tigers_tail")
    while pos.decision.kind == "setup":
        pos.push(next(iter(pos.options())))
    (plane,) = (n for n, unit in numbered(pos.book.units) if unit.aircraft)
    owner, pos.turn = pos.owner[plane], 6
    pos.away = (Absence(plane, 0, 6),)
    pos.fate = tuple(TO_COME if pos.book.figures[n].unit == plane else fate for n, fate in numbered(pos.fate))
    assert plane in due(pos, owner)
    pos.stack = (SettingUp(owner), ())
    pos.derive()
    view = pos.view(pos.book.sides[owner])
    assert not any(mark.kind == "mark.zone" for mark in view.marks)
    assert any(group.verb == "deploy" for group in view.ask.options)
