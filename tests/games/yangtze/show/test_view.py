"""S6.7, S19.2 What each side is told of those who hide and of those who are still to come."""

import random

from tests.games.yangtze.table import GAME

from shapan.games.yangtze.setup import SettingUp
from shapan.kernel import rule


@rule("yangtze", "S6.7", "S19.1", "S19.2")
def test_who_is_still_to_come_is_printed_in_the_scenario_and_who_hides_is_told_by_number_only() -> None:
    """The forces, their zones and their turns of arrival are open to both sides; where somebody hides is not, and while
    units are set up nobody learns in which order."""
    rng, pos = random.Random(4), GAME.start("s3_silver_trucks")
    enemy, seen = "us", set[str]()
    while isinstance(pos.top, SettingUp):
        seen |= {box.id for box in pos.view(enemy).boxes if box.pieces and not box.id.startswith("aboard")}
        pos.apply(pos.options().sample(rng), lambda event: None)
    assert not [name for name in seen if not name.endswith(enemy)]
    for side in ("us", "cn"):
        boxes = {box.id: box for box in pos.view(side).boxes}
        assert list(boxes["reserve.us"].pieces)
        other = "cn" if side == "us" else "us"
        assert boxes[f"hidden.{other}"].pieces == ()
    assert {box.id: box for box in pos.view("us").boxes}["hidden.cn"].count
