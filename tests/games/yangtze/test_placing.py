"""S2.3, S19.1 Where hulls may be put."""

from tests.games.yangtze.table import bare, case

from shapan.games.yangtze.placing import hull_refusal
from shapan.games.yangtze.vessels.driving import fits
from shapan.kernel import rule


@rule("yangtze", "S2.3", "S19.2")
def test_carriers_stand_on_nobody_and_on_no_gun() -> None:
    stage = bare()
    truck, gun = stage.unit("truck"), stage.unit("wl_gun_light")
    assert hull_refusal(stage.pos, truck, 5000, 5000, 90) is None
    stage.put(stage.unit("gang"), (500, 510))
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3"
    stage = bare()
    stage.model(gun, 500, 510)
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3"
    assert not fits(stage.pos, truck, 5000, 5000, 90)


@rule("yangtze", "S6.7", "S2.3")
def test_no_refusal_tells_of_hidden_men() -> None:
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.put(gang, (500, 510))
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90, planned=True)) == "S2.3"
    stage.pos.hidden = 1 << gang
    assert hull_refusal(stage.pos, truck, 5000, 5000, 90, planned=True) is None
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3", "but nobody drives over them"
