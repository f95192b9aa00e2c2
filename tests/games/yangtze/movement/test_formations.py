"""S6.4 Formations."""

from tests.games.yangtze.table import GAME, bare, case

from shapan.games.yangtze.actions import (
    CLUSTER,
    COLUMN,
    LINE,
    MOVE,
    WEDGE,
)
from shapan.games.yangtze.movement.formations import form, form_refusal
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.who import Unit
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
