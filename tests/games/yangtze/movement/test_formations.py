"""S6.4 Formations."""

from itertools import islice
from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CLUSTER,
    COLUMN,
    LINE,
    MOVE,
    WEDGE,
    March,
)
from shapan.games.yangtze.movement.formations import form, form_refusal, slots
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.who import Piece, Unit
from shapan.kernel import rule


@rule("yangtze", "S6.4", "S2.3")
def test_other_formations() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    men = stage.row(squad, 500, 500, 5)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    name = stage.pos.book.units[squad].id
    assert case(form_refusal(stage.pos, squad, 40)) == "S6.3"
    assert case(form_refusal(stage.pos, Unit(stage.pos.book.piece_of_figure(men[0])), 40)) == "S6.3", (
        "a figure is no unit"
    )
    stage.pos.push(GAME.parse(stage.pos, f"march {name} 5000:7000"))
    ends = {}
    for shape in (LINE, COLUMN, WEDGE, CLUSTER):
        paths = form(stage.pos, squad, shape, 40)
        ends[shape] = [paths[figure].track[-1][1:] for figure in men[1:]]
    assert {y for _, y in ends[LINE]} == {7000}
    assert sorted(x for x, _ in ends[LINE]) == [4200, 4600, 5400, 5800]
    assert {x for x, _ in ends[COLUMN]} == {5000}
    assert sorted(y for _, y in ends[COLUMN]) == [5400, 5800, 6200, 6600]
    assert all(y < 7000 for _, y in ends[WEDGE])
    assert len({*ends[CLUSTER]}) == 4
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"form {name} 25 line"))) is None
    stage.pos.push(GAME.parse(stage.pos, f"form {name} 40 line"))
    assert stage.pos.track[men[1]][-1][1:] == ends[LINE][0]
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"form {name} 40 column"))) == "S6.4", "once a turn"


@pytest.mark.parametrize(("shape", "expected"), [
    (LINE, [(400, 0), (-400, 0), (800, 0), (-800, 0), (1200, 0), (-1200, 0)]),
    (COLUMN, [(0, 400), (0, 800), (0, 1200), (0, 1600), (0, 2000), (0, 2400)]),
    (WEDGE, [(283, 283), (-283, 283), (566, 566), (-566, 566), (849, 849), (-849, 849)]),
    (CLUSTER, [(-400, 0), (400, 0), (-200, -350), (-200, 350), (200, -350), (200, 350)]),
])  # fmt: skip
@rule("yangtze", "S6.4")
def test_where_the_places_of_a_formation_lie(shape: str, expected: list[tuple[int, int]]) -> None:
    """Seen from a guide who looks to the north: beside him, behind him, behind him on either hand, about him."""
    assert list(islice(slots(shape, 400, 0), 6)) == expected


@rule("yangtze", "S6.4")
def test_a_cluster_has_room_for_the_biggest_unit() -> None:
    assert len(list(slots(CLUSTER, 400, 0))) > 100


@pytest.mark.parametrize(("spacing", "cited"), [(24, "S2.3"), (25, None)])
@rule("yangtze", "S6.4", "S2.3")
def test_bases_have_room_side_by_side(spacing: int, cited: str | None) -> None:
    stage, squad = marched((500, 700))
    assert case(form_refusal(stage.pos, squad, spacing)) == cited
    assert case(form_refusal(stage.pos, Unit(Piece(len(stage.pos.book.units))), 40)) == "S6.3", "no unit at all"


def marched(*way: tuple[int, int], count: int = 5, ground: Any = None) -> tuple[Stage, Unit]:
    """A squad in a row whose guide at (500, 500) has his way."""
    stage = bare(ground=ground)
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, count)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    stage.pos.push(March(squad, tuple((x * 10, y * 10) for x, y in way)))
    return stage, squad


@rule("yangtze", "S6.4")
def test_one_man_forms_nothing() -> None:
    stage, squad = marched((500, 700), count=1)
    assert case(form_refusal(stage.pos, squad, 40)) == "S6.4"


@pytest.mark.parametrize(("way", "behind"), [
    (((500, 700),), (500, 660)),
    (((600, 500), (600, 650)), (600, 610)),
    (((700, 500),), (660, 500)),
])  # fmt: skip
@rule("yangtze", "S6.4")
def test_a_formation_looks_where_the_last_leg_of_its_guide_leads(
    way: tuple[tuple[int, int], ...], behind: tuple[int, int]
) -> None:
    stage, squad = marched(*way)
    second = stage.men(squad)[1]
    track = form(stage.pos, squad, COLUMN, 40)[second].track
    assert max(abs(track[-1][1] / 10 - behind[0]), abs(track[-1][2] / 10 - behind[1])) <= 1


@rule("yangtze", "S6.4", "5.1")
def test_nobody_goes_to_a_place_that_is_nearer_than_the_least_move() -> None:
    """The second man stands where his place in the column would be; he takes the next one."""
    stage, squad = marched((500, 700))
    second = stage.men(squad)[1]
    stage.pos.stand(second, 5000, 6600)
    ends = form(stage.pos, squad, COLUMN, 40)
    track = ends[second].track
    assert track[-1][0] >= 1000
    assert track[-1][2] <= 5600


@rule("yangtze", "S6.4", "S16.1", "R215")
def test_a_line_ends_at_the_walls_of_the_house_in_which_its_guide_stops() -> None:
    """Two go in behind him, or stay where they marched; nobody takes a place of the line beyond a wall."""
    house = {"id": "h", "k": "house", "p": box(600, 450, 800, 650), "doors": [[600, 650]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad = stage.unit("usmc_squad")
    men = stage.row(squad, 500, 550, 5, -30)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    stage.pos.push(March(squad, ((6400, 5500),)))
    marched = {figure: stage.pos.track[figure] for figure in men[1:]}
    for figure, path in form(stage.pos, squad, LINE, 30).items():
        _, x, y = path.track[-1]
        assert path.track == marched[figure] or (6000 <= x <= 8000 and 4500 <= y <= 6500)
