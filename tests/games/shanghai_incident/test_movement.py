"""5.0 Movement, 6.0 Zones of control: the standard rules."""

import pytest
from tests.games.shanghai_incident.table import (
    GAME,
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

from shapan.kernel import rule
from shapan.mechanics.forces import OFF

FAR = {"C-78-1": "0303"}


@rule("shanghai_incident", "2.1", "X-23")
def test_the_grid_is_that_of_the_sheet() -> None:
    grid = GAME.book().grid
    assert set(grid.names(grid.spread(hexes("0924")))) == {"0923", "0925", "0823", "0824", "1023", "1024"}
    assert set(grid.names(grid.spread(hexes("1024")))) == {"1023", "1025", "0924", "0925", "1124", "1125"}


@rule("shanghai_incident", "5.0", "5.1", "5.2")
def test_a_leg_unit_goes_as_far_as_its_points() -> None:
    pos = situation({"J-7": "2110", **FAR}, "J1")
    assert legal(pos, "move J-7 2106")
    assert refused(pos, "move J-7 2105") == "5.1"
    assert refused(pos, "move J-7 2110-2109-2108-2107-2106-2105") == "5.1"
    do(pos, "move J-7 2106")
    assert where(pos, "J-7") == "2106"
    assert refused(pos, "move J-7 2107") == "5.1"


@rule("shanghai_incident", "5.2")
def test_paddy_creek_road_and_railroad_costs() -> None:
    book = GAME.book()
    leg, mobile = book.costs["leg"], book.costs["mobile"]

    def cost(table: str, here: str, there: str) -> int | None:
        steps = {"leg": leg, "mobile": mobile}[table]
        found: int | None = steps.step(at(here), at(there))
        return found

    assert (cost("leg", "2110", "2109"), cost("mobile", "2110", "2109")) == (1, 1)
    assert (cost("leg", "0804", "0805"), cost("mobile", "0804", "0805")) == (2, 3)
    assert (cost("leg", "2118", "2217"), cost("mobile", "2118", "2217")) == (2, 3), "a creek into clear ground"
    assert (cost("leg", "1418", "1518"), cost("mobile", "1418", "1518")) == (1, 1), "the road bridges the creek"
    assert (cost("leg", "1102", "1101"), cost("mobile", "1102", "1101")) == (2, 3), "the railroad bridges the creek"
    assert cost("leg", "0926", "1026") == 1, "a road through the city"
    assert cost("leg", "2829", "2830") is None


@rule("shanghai_incident", "5.2", "R-43", "T-23")
def test_great_rivers_pootung_and_the_edge_of_the_map_are_closed() -> None:
    pos = situation({"J-7": "1130", **FAR}, "J1")
    assert refused(pos, "move J-7 1131") == "5.2"
    assert refused(pos, "move J-7 1130-1131") == "5.2"
    assert refused(pos, "move J-7 0830") == "5.2"
    assert legal(pos, "move J-7 1129")


@rule("shanghai_incident", "5.1")
def test_paths_are_judged_step_by_step() -> None:
    pos = situation({"J-7": "2110", "J-35": "2310", "C-78-1": "2106"}, "J1")
    assert refused(pos, "move J-7 2109-2108") == "5.1"
    assert refused(pos, "move J-7 2110-2108") == "5.1"
    assert refused(pos, "move J-7 2110-2109-2108-2107-2106") in ("5.1", "6.1")
    assert refused(pos, "move J-7 2106") == "5.1"
    assert refused(pos, "move C-78-1 2107") == "4.1"
    assert refused(pos, "move J-19 2107") == "5.1"
    assert refused(pos, "carry J-7 J-35 2109") == "5.1"
    assert refused(pos, "attack J-7 2106") == "4.1"


@rule("shanghai_incident", "5.1.1", "16.3", "X-30", "R-39")
def test_the_minimum_move_enters_one_hex_whatever_it_costs() -> None:
    snipers = (at("1024"), -1, -1, -1)
    pos = situation({"J-3Sas": "1125", "J-1Sas": "1126", **FAR}, "J1", snipers=snipers)
    assert pos.costs_for(J, "leg").step(at("1125"), at("1124")) == 6
    assert legal(pos, "move J-3Sas 1125-1124")
    assert legal(pos, "move J-3Sas 1124")
    assert refused(pos, "move J-1Sas 1126-1125-1124") == "16.3", "the sniper is to blame"


@rule("shanghai_incident", "5.1.2", "6.1")
def test_infiltration_is_one_hex_from_zone_to_zone() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2106"}, "J1")
    assert legal(pos, "move J-7 2107-2006")
    assert refused(pos, "move J-7 2107-2006-1907") == "6.1"
    do(pos, "move J-7 2006")
    assert where(pos, "J-7") == "2006"


@rule("shanghai_incident", "6.0", "6.1")
def test_a_move_stops_in_the_first_enemy_zone() -> None:
    pos = situation({"J-7": "2110", "C-78-1": "2106"}, "J1")
    assert legal(pos, "move J-7 2110-2109-2108-2107")
    assert refused(pos, "move J-7 2110-2109-2108-2107-2207") == "6.1"
    assert legal(pos, "move J-7 2110-2109-2208-2207")


@rule("shanghai_incident", "6.0", "T-23")
def test_zones_do_not_reach_into_water() -> None:
    pos = situation({"J-7": "2226", "C-78-1": "1829"})
    assert not pos.zone_of(1) & ~pos.book.playable
    assert pos.zone_of(1) & hexes("1828")
    assert not pos.zone_of(1) & hexes("1930 1830")


@rule("shanghai_incident", "6.1")
def test_friendly_units_cancel_no_zone_for_movement() -> None:
    pos = situation({"J-7": "2110", "J-35": "2107", "C-78-1": "2106"}, "J1")
    assert refused(pos, "move J-7 2110-2109-2108-2107-2006") == "6.1"


@rule("shanghai_incident", "18.0", "R-57", "5.1", "T-20")
def test_a_move_named_by_its_end_keeps_out_of_the_settlements() -> None:
    pos = situation({"J-SAC": "0925", **FAR}, "J1", held=(hexes("0925 0924 0923 0922"), 0))
    event = do(pos.copy(), "move J-SAC 0922")[0]
    assert not {"0824", "0823", "0821", "0825"} & set(event.params["path"]) - {"0823"}
    assert legal(pos, "move J-SAC 0824"), "an end inside says it clearly enough"
    assert not pos.settlement_entered


@rule("shanghai_incident", "2.3", "2.3.1")
def test_counters_show_what_the_order_of_battle_says() -> None:
    board = {piece.id: piece for piece in GAME.board().pieces}
    assert board["J-7"].values == {"attack": 6, "defence": 5, "ma": 4}
    assert (board["J-7"].formation, board["C-78-155S"].formation) == ("9D", "78D")
    pos = situation({"J-7": "2110-", **FAR}, "J1")
    shown = {piece.id: piece for piece in pos.view("japanese").pieces}["J-7"]
    assert (shown.face, shown.values["attack"], shown.values["defence"]) == ("back", 4, 3)
    assert options(pos, "restore") == set()


@rule("shanghai_incident", "5.1.1", "4.1", "6.1")
def test_a_mobile_unit_may_make_its_minimum_move_into_a_zone() -> None:
    units = {"J-SAC": "0619", "C-78-1": "0818"}
    pos = situation(units, "J3", snipers=(at("0720"), -1, -1, -1), closed=0)
    assert pos.zone_of(C) & hexes("0719 0619") == hexes("0719")
    assert pos.costs_for(J, "mobile").step(at("0619"), at("0719")) == 9, "more than it has"
    assert legal(pos, "move J-SAC 0719")
    assert legal(pos, "move J-SAC 0619-0719")
    assert "J-SAC 0719" in options(pos, "move")


@rule("shanghai_incident", "5.1", "11.0", "5.3", "R-57")
@pytest.mark.parametrize(
    ("units", "phase", "line"),
    [
        ({"J-7": "1821"}, "J1", "move J-7 1819"),
        ({"J-7": "2110"}, "J1", "move J-7 2106"),
        ({"J-7": "1821", "J-2T": "1821"}, "J3", "carry J-2T J-7 1819"),
        ({"J-7": "2110", "J-2T": "2110"}, "J3", "carry J-2T J-7 2107"),
        ({"J-7": "1821"}, "J1", "redeploy J-7 1819"),
        ({"J-7": "3019"}, "J1", "redeploy J-7 3016"),
    ],
)
def test_a_move_is_the_same_whether_anybody_listens_or_not(units: dict[str, str], phase: str, line: str) -> None:
    told = situation({**units, **FAR}, phase)
    if line.startswith("redeploy"):
        told.held = (told.held[J], hexes("1820"))
    if told.refusal(GAME.parse(told, line)) is not None:
        told.held = (told.held[J], 0)
    silent = told.copy()
    do(told, line)
    silent.push(GAME.parse(silent, line))
    assert silent.key() == told.key()


@rule("shanghai_incident", "5.1", "5.3")
def test_only_a_stack_moves_together() -> None:
    pos = situation({"J-7": "2110", "J-35": "2109", "J-2T": "2109", **FAR}, "J1")
    assert reason(pos, "carry J-7 J-35 2108") == "not_a_stack"
    assert legal(pos, "carry J-35 J-2T 2108")
    assert legal(pos, "carry J-2T J-35 2108")
    do(pos, "move J-7 2109")
    assert (refused(pos, "carry J-35 J-7 2108"), reason(pos, "carry J-35 J-7 2108")) == ("5.3", "not_a_stack")


@rule("shanghai_incident", "5.1", "5.1.1", "13.6")
def test_whoever_has_no_points_left_is_told_so_however_the_way_is_named() -> None:
    dear = situation({"J-3Sas": "1125", "J-SAC": "1125", **FAR}, "J1", snipers=(at("1023"), OFF, OFF, OFF))
    do(dear, "carry J-SAC J-3Sas 1124")
    assert reason(dear, "move J-SAC 1224") == reason(dear, "move J-SAC 1124-1224") == "no_points"
    placed = situation({"J-3Sas": "1125", "C-78-1": "1601"}, "C1", placed=1 << unit("C-78-1"))
    assert reason(placed, "move C-78-1 1602") == reason(placed, "move C-78-1 1601-1602") == "no_points"
