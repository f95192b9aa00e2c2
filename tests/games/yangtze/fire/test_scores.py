"""7.8 Controlled fire."""

from tests.games.yangtze.table import bare

from shapan.games.yangtze.actions import HALT, MOVE
from shapan.games.yangtze.fire.scores import controlled
from shapan.games.yangtze.who import Mounted
from shapan.kernel import rule


@rule("yangtze", "7.8", "R33", "R96")
def test_navy_crews_fire_under_control() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 1200, 900)
    stage.card(HALT, boat)
    assert controlled(stage.pos, Mounted(stage.pos.book.guns[boat][2]))
    assert not controlled(stage.pos, Mounted(stage.pos.book.guns[boat][0])), "guns never do"
    lorry, car = stage.unit("gun_truck"), stage.unit("armoured_car")
    stage.model(lorry, 300, 300)
    stage.model(car, 300, 500)
    stage.card(HALT, lorry, car)
    assert controlled(stage.pos, Mounted(stage.pos.book.guns[lorry][0])), "an American gun lorry"
    assert not controlled(stage.pos, Mounted(stage.pos.book.guns[car][0])), "a warlord's car"
    stage.card(MOVE, lorry)
    assert not controlled(stage.pos, Mounted(stage.pos.book.guns[lorry][0])), "only on HALT"
