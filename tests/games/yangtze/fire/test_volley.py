"""7.1, S8 Fire of one step is simultaneous, and resolved in the order in which it was given."""

from tests.games.yangtze.scenes import FIRING
from tests.games.yangtze.table import bare

from shapan.games.yangtze.actions import HALT, Fire
from shapan.games.yangtze.fire.declared import declare, next_shot
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.resolving import Resolving
from shapan.games.yangtze.noted import GrenadeFire, UnitFire
from shapan.games.yangtze.position import WRECK
from shapan.games.yangtze.who import put
from shapan.kernel import rule


@rule("yangtze", "7.4", "S8")
def test_two_targets_of_a_unit_are_resolved_in_the_order_they_were_given() -> None:
    stage = bare()
    squad, (one, two, three) = stage.pos.book.every_unit[1], stage.pos.book.everyone[:3]
    high, low = stage.pos.book.every_unit[9], stage.pos.book.every_unit[3]
    for shot in (
        UnitFire(squad, high, (one,)),
        UnitFire(squad, low, (two,)),
        GrenadeFire(squad, low, (three,)),
    ):
        declare(stage.pos, shot)
    assert isinstance(next_shot(stage.pos), GrenadeFire)
    assert [next_shot(stage.pos).target for _ in range(2)] == [high, low]
    assert stage.pos.shots == ()


@rule("yangtze", "7.1", "S14.8")
def test_rifles_aboard_a_vessel_that_is_wrecked_in_the_same_step_still_fire() -> None:
    stage = bare()
    boat, gang = stage.unit("gunboat"), stage.unit("gang")
    stage.model(boat, 1000, 900, 90)
    stage.put(gang, (1000, 700), (1030, 700))
    stage.card(HALT, boat)
    at = Firing("halt", 0)
    FIRING.apply(stage.pos, at, Fire(boat, gang))
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.stack = (Resolving("halt"), ())
    stage.settle()
    assert stage.told("fires")
