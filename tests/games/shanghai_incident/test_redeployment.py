"""14.0 Redeployment."""

import pytest
from tests.games.shanghai_incident.table import (
    C,
    J,
    at,
    do,
    hexes,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import Redeploying, Redeployment, ShanghaiMarch, unsafe
from shapan.ground.hexes import bits
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.ways import REGULAR


@rule("shanghai_incident", "14.0", "R-13", "X-24", "T-3")
def test_no_redeployment_next_to_the_enemy_or_his_city() -> None:
    pos = situation({"J-3Sas": "1125", "C-78-6": "1024"}, "J1")
    assert refused(pos, "redeploy J-3Sas 1126") == "14.0"
    empty = situation({"J-3Sas": "1125", "C-78-1": "0303"}, "J1")
    assert refused(empty, "redeploy J-3Sas 1126") == "14.0", "Chapei is Chinese"


@rule("shanghai_incident", "14.0", "T-3")
def test_zones_may_not_even_touch() -> None:
    pos = situation({"J-7": "2105", "C-78-1": "2110"}, held=(0, 0))
    shut = unsafe(pos, J)
    assert [bool(shut >> at(name) & 1) for name in ("2110", "2109", "2108", "2107", "2106")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert shut == hexes(" ".join(pos.book.grid.names(pos.book.grid.within(at("2110"), 2))))


@rule("shanghai_incident", "14.0", "6.0", "T-3")
def test_zones_in_water_count_for_nothing() -> None:
    pos = situation({"J-7": "2105", "C-78-1": "1829"}, held=(0, 0))
    near = pos.book.grid.within(at("1829"), 2) & pos.book.playable
    assert unsafe(pos, J) & pos.book.playable == near


@rule("shanghai_incident", "14.0", "X-25")
def test_four_times_the_allowance_far_from_everything() -> None:
    pos = situation({"C-78-3": "1509", "C-78-2": "0303", "J-3Sas": "1125"}, "C1")
    assert Redeployment(pos, (unit("C-78-3"),)).points == 16
    assert legal(pos, "redeploy C-78-3 2602")
    assert refused(pos, "redeploy C-78-3 4204") == "14.0"
    assert refused(pos, "redeploy C-78-3 1123") == "14.0"
    do(pos, "redeploy C-78-3 2602")
    assert where(pos, "C-78-3") == "2602"
    assert refused(pos, "move C-78-3 2603") == "5.1", "a unit redeploys or moves, not both"


@rule("shanghai_incident", "14.0")
def test_any_path_is_judged() -> None:
    pos = situation({"C-78-3": "2003", "C-78-2": "2005", "J-3Sas": "1125"}, "C1")
    assert legal(pos, "redeploy C-78-3 2003-2004-2104")
    assert refused(pos, "redeploy C-78-3 2003-2005") == "5.1"
    assert refused(pos, "redeploy C-78-3 2004-2005") == "5.1"
    assert refused(pos, "redeploy C-78-3 2003") == "5.1"
    assert refused(pos, "redeploy J-3Sas 2003") == "4.1"
    do(pos, "move C-78-2 2006")
    assert refused(pos, "redeploy C-78-3 2003-2004-2005-2006") == "5.3"
    assert refused(pos, "redeploy C-78-3 2006") == "5.3"
    assert (refused(pos, "redeploy C-78-2 2007"), reason(pos, "redeploy C-78-2 2007")) == ("14.0", "moved")


@rule("shanghai_incident", "14.0", "18.0")
def test_closed_sectors_stay_closed_to_a_march() -> None:
    pos = situation({"C-78-3": "0303", "J-7": "2110"}, "C1", held=(0, 0))
    assert refused(pos, "redeploy C-78-3 0320") == "18.0"
    assert "C-78-3 0320" not in options(pos, "redeploy")


@rule("shanghai_incident", "14.0", "16.4", "R-27")
def test_trains_redeploy_in_pauses_only() -> None:
    pos = situation({"C-T1": "1101", "J-3Sas": "1125"}, "C1")
    assert refused(pos, "redeploy C-T1 1202") == "16.4"
    pause = situation({"C-T1": "1101", "J-3Sas": "1125"})
    pause.then(Redeploying(C))
    pause.settle()
    assert legal(pause, "redeploy C-T1 1202")
    assert refused(pause, "redeploy C-T1 0924") == "16.4"
    assert refused(pause, "redeploy C-T1 1001") == "16.4"
    do(pause, "redeploy C-T1 1101-1102-1202")
    assert where(pause, "C-T1") == "1202"


def pause(units: dict[str, str]) -> ShanghaiPosition:
    """The movement phase of the Chinese in a pause."""
    pos = situation(units)
    pos.then(Redeploying(C))
    pos.settle()
    return pos


@rule("shanghai_incident", "14.0", "16.4", "R-27", "13.1")
def test_a_train_that_redeploys_keeps_to_the_line_and_to_safety() -> None:
    units = {"C-T2": "1102", "C-78-2": "0303", "J-7": "1206", "J-3Sas": "1125"}
    pos = pause(units)
    ends = {text.split()[1] for text in options(pos, "redeploy") if text.startswith("C-T2")}
    assert ends == {"1101", "1202", "1203"}
    assert reason(pos, "redeploy C-T2 1102") == reason(pos, "redeploy C-T2 1204") == "train_way"
    assert reason(pos, "redeploy C-T2 1101-1102-1202") == reason(pos, "redeploy C-T2 1203-1202") == "path_start"
    way = "redeploy C-T2 1102-1202-1203-1204-1203"
    assert (refused(pos, way), reason(pos, way)) == ("14.0", "redeploy_zone"), "there is a railroad, too near"
    assert reason(pos, "redeploy C-T2 1102-1201-1202") == "train_line", "there is no railroad"
    assert legal(pos, "redeploy C-T2 1102-1101-1102-1202"), "back through where it started"
    assert legal(pos, "redeploy C-T2 1102-1101-1102"), "and to where it started"
    told = do(pos, "redeploy C-T2 1203")
    assert (told[0].key, told[0].case) == ("event.moved", "14.0")
    assert told[0].params["path"] == ["1102", "1202", "1203"]
    assert pos.trek == (0, 0)
    turn = situation(units, "C1")
    assert not [text for text in options(turn, "redeploy") if text.startswith("C-T")]
    assert refused(turn, "redeploy C-T2 1203") == "16.4"
    near = situation({**units, "C-T2": "1203", "J-7": "1205"})
    near.then(Redeploying(C))
    assert reason(near, "redeploy C-T2 1202") == "redeploy_zone", "it may not even begin"


@rule("shanghai_incident", "14.0")
def test_a_redeployment_that_is_refused_says_why() -> None:
    pos = situation({"C-78-3": "2003", "C-78-2": "0303", "J-7": "2010", "J-35": "2110"}, "C1", held=(0, 0))
    assert reason(pos, "redeploy C-78-3 2003") == "no_steps"
    assert reason(pos, "redeploy C-78-3 2010") == "path_enemy"
    assert reason(pos, "redeploy C-78-3 2008") == reason(pos, "redeploy C-78-3 2009") == "redeploy_zone"
    assert reason(pos, "redeploy C-78-3 3420") == "path_points"
    assert reason(pos, "redeploy C-78-3 1131") == "path_closed"
    assert reason(pos, "redeploy C-78-2 0325") == "closed"
    assert reason(pos, "redeploy C-78-3 2016") == "redeploy_way", "only past the enemy it is near enough"
    assert legal(pos, "redeploy C-78-3 2007")
    assert pos.moved == 0
    do(pos, "redeploy C-78-3 2004")
    assert pos.trek == (0, 0), "nobody goes on"
    assert reason(pos, "redeploy C-78-3 2005") == "moved"


@rule("shanghai_incident", "14.0", "18.0", "5.1", "R-57")
@pytest.mark.parametrize(("start", "redeploying"), [("0525", False), ("0122", True)], ids=["move", "redeployment"])
def test_a_way_is_wanted_for_just_those_ends_that_lie_beyond_a_settlement(start: str, redeploying: bool) -> None:
    pos = situation({"J-SAC": start, "C-78-1": "4301"}, "J1", held=(0, 0))
    cars = (unit("J-SAC"),)
    journey = Redeployment(pos, cars) if redeploying else ShanghaiMarch(pos, cars, REGULAR)
    beyond = journey.reach() & ~journey.quiet_reach()
    assert beyond
    for here in bits(pos.book.playable & ~pos.occupied[J] & ~pos.occupied[C]):
        refusal = journey.refusal((here,))
        assert (refusal is not None and refusal.key == "refusal.way_wanted") == bool(beyond >> here & 1)


@rule("shanghai_incident", "14.0", "5.3", "R-55")
def test_units_change_places_on_the_brink_of_danger() -> None:
    units = {"C-78-3": "2003", "C-78-2": "2005", "J-7": "2008"}
    pos = situation(units, "C1", held=(0, 0))
    assert unsafe(pos, C) & hexes("2006")
    assert legal(pos, "redeploy C-78-3 2005")
    assert "C-78-3 2005" in options(pos, "redeploy")
    assert legal(pos, "redeploy C-78-2 2004")
    assert "C-78-2 2004" in options(pos, "redeploy")
    stuck = situation({**units, "J-7": "2007"}, "C1", held=(0, 0))
    assert refused(stuck, "redeploy C-78-3 2005") == "14.0"


@rule("shanghai_incident", "14.0", "5.3", "R-55")
@pytest.mark.parametrize("kind", ["turn", "pause"])
def test_nobody_redeploys_into_a_full_hex_whose_units_have_gone_their_way(kind: str) -> None:
    units = {"C-78-3": "2003", "C-78-2": "2006", "C-78-1": "0303", "J-3Sas": "1125"}
    pos = situation(units, "C1") if kind == "turn" else pause(units)
    do(pos, "redeploy C-78-2 2005")
    assert refused(pos, "redeploy C-78-3 2005") == "5.3"
    assert "C-78-3 2005" not in options(pos, "redeploy")


@rule("shanghai_incident", "5.3", "14.0", "4.1", "R-55")
def test_in_the_mobile_phase_nobody_makes_room_by_redeploying() -> None:
    pos = situation({"J-2T": "2110", "J-35": "2109", "J-12": "2405", "C-78-1": "0303"}, "J3", held=(0, 0))
    assert legal(pos, "move J-2T 2109"), "a support unit of the same division"
    alien = situation({"J-2T": "2110", "J-12": "2109", "C-78-1": "0303"}, "J3", held=(0, 0))
    assert refused(alien, "move J-2T 2109") == "5.3", "a regiment cannot leave in this phase"
    regular = situation({"J-2T": "2110", "J-12": "2109", "C-78-1": "0303"}, "J1", held=(0, 0))
    assert legal(regular, "move J-2T 2109")


@rule("shanghai_incident", "13.1", "14.0")
def test_a_redeployment_phase_leaves_nothing_behind() -> None:
    units = {"J-3Sas": "1829", "J-1Sas": "1929", "C-78-1": "4502", "C-78-2": "4302"}
    pos = situation(units, held=(hexes("1829 1925 2226"), 0), replaced=1 << unit("C-78-2"))
    pos.placed = 1 << unit("J-3Sas") | 1 << unit("C-78-1")
    pos.then(Redeploying(J), Redeploying(C))
    pos.settle()
    assert (pos.decision.kind, pos.actor) == ("redeploy", "japanese")
    do(pos, "redeploy J-3Sas 1629")
    assert pos.moved == 1 << unit("J-3Sas")
    do(pos, "done")
    assert (pos.moved, pos.placed, pos.replaced) == (0, 1 << unit("C-78-1"), 1 << unit("C-78-2"))
    assert (pos.decision.kind, pos.actor) == ("redeploy", "chinese")


@rule("shanghai_incident", "13.1", "14.0")
def test_a_side_that_cannot_redeploy_is_not_asked() -> None:
    pos = situation({"J-7": "2405", "C-78-1": "2403"})
    pos.placed = 1 << unit("J-7")
    pos.moved = 1 << unit("C-78-1")
    pos.then(Redeploying(J), Redeploying(C))
    pos.settle()
    assert pos.decision.kind != "redeploy"
