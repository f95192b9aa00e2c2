"""What lies on the table for now: flags of objectives, roofs that are off. None of it betrays a hidden unit."""

from __future__ import annotations

from tests.games.yangtze.table import Stage, bare

from shapan.games import game
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
        placed = [entry for entry in pos.book.sheet["objectives"] if "zone" in entry or "building" in entry]
        assert [flag.label for flag in flags] == [str(entry["vp"]) for entry in placed]
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
