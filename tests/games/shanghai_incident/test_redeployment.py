"""14.0 Redeployment."""

from tests.games.shanghai_incident.table import (
    C,
    J,
    at,
    do,
    hexes,
    legal,
    options,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.redeployment import Redeploying, Redeployment, unsafe
from shapan.kernel import rule


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
    assert refused(pos, "redeploy C-78-2 2007") == "5.1"


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
