"""5.0 Movement, 6.0 Zones of control: the standard rules."""

import pytest
from tests.games.shanghai_incident.table import (
    DEFAULT,
    GAME,
    C,
    J,
    at,
    begin,
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

from shapan.games.shanghai_incident.redeployment import Redeployment, ShanghaiMarch
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.position import ABSENT
from shapan.mechanics.fire_and_movement.ways import MOBILE_PHASE, REGULAR, riders
from shapan.mechanics.forces import OFF
from shapan.mechanics.verbs import Move

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
    assert do(pos, "move J-7 2106")[0].params["path"] == ["2110", "2109", "2108", "2107", "2106"]
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
    assert refused(pos, "move C-78-1 2107") == refused(pos, "move C-S1 2107") == "4.1"
    assert reason(pos, "move C-78-1 2107") == "not_yours"
    assert reason(pos, "move C-S1 2107") == reason(pos, "move FS-A1 2107") == "no_unit", "one's own marker is no enemy"
    assert refused(pos, "move J-19 2107") == "5.1"
    assert refused(pos, "carry J-7 J-35 2109") == "5.1"
    assert reason(pos, "carry J-7 J-19 2109") == reason(pos, "carry J-19 J-7 2109") == "not_on_map"
    assert refused(pos, "attack J-7 2106") == "4.1"


@rule("shanghai_incident", "5.1", "6.1")
@pytest.mark.parametrize(
    ("path", "hex_"), [("2110-2109-2108-2107-2207", "2207"), ("2110-2109-2107", "2107"), ("2110-2106", "2106")]
)
def test_a_refused_path_names_the_hex_at_which_it_goes_wrong(path: str, hex_: str) -> None:
    pos = situation({"J-7": "2110", "C-78-1": "2106"}, "J1")
    refusal = pos.refusal(GAME.parse(pos, f"move J-7 {path}"))
    assert refusal is not None
    assert refusal.params["hex"] == at(hex_)


@rule("shanghai_incident", "5.1", "6.1", "R-19")
def test_who_goes_on_enters_an_enemy_zone_but_does_not_leave_one() -> None:
    pos = situation({"J-7": "2110", "J-2T": "2110", "C-78-1": "2107"}, "J3")
    inside = pos.copy()
    do(pos, "carry J-2T J-7 2109")
    assert legal(pos, "move J-2T 2109-2108")
    do(inside, "carry J-2T J-7 2108")
    for spelt in ("2108-2109", "2109", "2208", "2110"):
        assert refused(inside, f"move J-2T {spelt}") == "6.1", "a way and its bare end have one reason"
        refusal = inside.refusal(GAME.parse(inside, f"move J-2T {spelt}"))
        assert refusal is not None
        assert (refusal.key, refusal.params["hex"]) == ("refusal.zone_stop", at("2108")), "the hex that holds it"
    assert not options(inside, "move")


@rule("shanghai_incident", "5.1", "6.1", "R-57")
def test_whom_an_enemy_zone_holds_after_moving_with_others_takes_no_town_out_and_back_either() -> None:
    stack = {"J-2T": "1220", "J-9E": "1220", "C-524": "1323"}
    pos = situation(stack | {"J-44": "4101"}, "J1")
    do(pos, "carry J-2T J-9E 1222")
    assert refused(pos, "move J-2T 1222-1123-1222") == "6.1", "Chapei is next door, but the tanks have been stopped"
    assert not [way for way in options(pos, "move") if not way.startswith("J-44")]
    alone = situation(stack, "J1", support=(ABSENT,) * len(pos.support))
    do(alone, "carry J-2T J-9E 1222")
    assert not isinstance(alone.top, Moving), "nobody else can move: the phase is over"


@rule("shanghai_incident", "4.1", "5.1.2", "6.1")
def test_a_mobile_unit_that_is_hemmed_in_by_zones_stays_where_it_is() -> None:
    pos = situation({"J-SAC": "2107", "C-78-1": "2106", "C-78-2": "2109", "C-78-3": "1907", "C-78-4": "2307"}, "J3")
    assert not options(pos, "move")
    assert refused(pos, "move J-SAC 2108") == refused(pos, "move J-SAC 2107-2108") == "4.1"
    begin(pos, "J1")
    assert "J-SAC 2108" in options(pos, "move"), "in regular movement it infiltrates"


@rule("shanghai_incident", "5.1.1", "16.3", "X-30", "R-39")
def test_the_minimum_move_enters_one_hex_whatever_it_costs() -> None:
    snipers = (at("1024"), -1, -1, -1)
    pos = situation({"J-3Sas": "1125", "J-1Sas": "1126", **FAR}, "J1", snipers=snipers)
    assert pos.costs_for(J, "leg").step(at("1125"), at("1124")) == 6
    assert legal(pos, "move J-3Sas 1125-1124")
    assert legal(pos, "move J-3Sas 1124")
    assert refused(pos, "move J-1Sas 1126-1125-1124") == "16.3", "the sniper is to blame"


@rule("shanghai_incident", "5.1", "5.1.2", "6.1")
def test_infiltration_is_one_hex_from_zone_to_zone() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2106"}, "J1")
    assert legal(pos, "move J-7 2107-2006")
    assert refused(pos, "move J-7 2107-2006-1907") == "6.1"
    do(pos, "move J-7 2107-2006")
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


@rule("shanghai_incident", "5.1", "11.0", "5.3", "14.0", "R-57")
@pytest.mark.parametrize(
    ("units", "phase", "line", "chinese"),
    [
        ({"J-7": "1821"}, "J1", "move J-7 1819", "1820"),
        ({"J-7": "2110"}, "J1", "move J-7 2106", ""),
        ({"J-7": "1821", "J-2T": "1821"}, "J3", "carry J-2T J-7 1819", "1820"),
        ({"J-7": "2110", "J-2T": "2110"}, "J3", "carry J-2T J-7 2107", ""),
        ({"J-7": "3019"}, "J1", "redeploy J-7 3016", ""),
    ],
)
def test_a_move_is_the_same_whether_anybody_listens_or_not(
    units: dict[str, str], phase: str, line: str, chinese: str
) -> None:
    mine = DEFAULT.landmarks & ~hexes(chinese)
    told = situation({**units, **FAR}, phase, held=(mine, hexes(chinese)))
    silent = told.copy()
    assert len(do(told, line)[0].params["path"]) > 2, "hex by hex"
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


@rule("shanghai_incident", "5.1", "5.1.1", "5.2", "14.0")
def test_what_each_way_costs_is_told_with_it() -> None:
    pos = situation({"J-7": "2110", "C-78-1": "0303"}, "J1", held=(0, 0))
    costs = ShanghaiMarch(pos, (unit("J-7"),), REGULAR).costs()
    assert [costs[at(name),] for name in ("2109", "2108", "2106")] == [1, 2, 4]
    settlement = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1")
    inside = ShanghaiMarch(settlement, (unit("J-3Sas"),), REGULAR).costs()
    assert [inside[at(name),] for name in ("0825", "0725")] == [1, 3], "into the settlement as well, by the road"
    group = next(group for group in pos.options().groups if group.make is Move)
    assert group.costs is not None
    assert group.costs() == costs
    far = Redeployment(pos, (unit("J-7"),)).costs()
    assert far[at("2103"),] == 7
    dear = situation({"J-3Sas": "1125", **FAR}, "J1", snipers=(at("1024"), -1, -1, -1))
    assert ShanghaiMarch(dear, (unit("J-3Sas"),), REGULAR).costs()[at("1124"),] == 4, "a minimum move takes all"
    towns = situation({"J-7": "1821", "J-2T": "1821", **FAR}, "J3")
    stack = ShanghaiMarch(towns, (unit("J-2T"), unit("J-7")), MOBILE_PHASE).costs()
    detour = (at("1821"), at("1820"), at("1921"))
    steps = towns.costs_for(J, "mobile")
    assert stack[detour] == (steps.step(*detour[:2]) or 0) + (steps.step(*detour[1:]) or 0)
    assert stack[at("1921"),] == steps.step(at("1821"), at("1921"))


@rule("shanghai_incident", "5.1", "6.1", "13.6", "R-10")
def test_whoever_has_spent_his_allowance_on_arrival_goes_nowhere() -> None:
    pos = situation({"C-60-1": "0102", "C-78-1": "0303", "J-7": "2110"}, placed=1 << unit("C-60-1"))
    begin(pos, "C1")
    assert not [text for text in options(pos, "move") if text.startswith("C-60-1")]
    for line in ("move C-60-1 0102-0101", "move C-60-1 0101"):
        assert (refused(pos, line), reason(pos, line)) == ("13.6", "placement_cost")


@rule("shanghai_incident", "5.1", "5.1.1", "16.3")
def test_nobody_goes_on_after_a_minimum_move_and_is_told_why_however_the_way_is_named() -> None:
    dear = situation({"J-3Sas": "1125", "J-SAC": "1125", **FAR}, "J1", snipers=(at("1023"), OFF, OFF, OFF))
    do(dear, "carry J-SAC J-3Sas 1124")
    assert reason(dear, "move J-SAC 1224") == reason(dear, "move J-SAC 1124-1224") == "no_points"


@rule("shanghai_incident", "5.1", "5.3", "R-57")
def test_where_nothing_can_be_taken_a_move_goes_straight_there_in_the_corner_of_the_map_too() -> None:
    pos = situation({"C-78-1": "0102", "J-7": "2110"}, "C1", held=(0, DEFAULT.landmarks))
    assert do(pos, "move C-78-1 0103")[0].params["path"] == ["0102", "0103"]


@rule("shanghai_incident", "2.3.2", "4.1", "16.1")
def test_whoever_shares_a_hex_with_tanks_rides_and_nobody_else() -> None:
    pos = situation({"J-7": "2110", "J-2T": "2110", "J-35": "2112", "J-9E": "2112", "J-3Sas": "2114", **FAR})
    assert riders(pos, J) == 1 << unit("J-7")


@rule("shanghai_incident", "2.3.2", "5.2")
def test_leg_units_pay_leg_costs_and_whoever_goes_with_tanks_pays_theirs() -> None:
    pos = situation({"J-7": "0804", "J-2T": "0804", **FAR}, "J1")
    paddy = (at("0805"),)
    assert ShanghaiMarch(pos, (unit("J-7"),), REGULAR).costs()[paddy] == 2
    assert ShanghaiMarch(pos, (unit("J-2T"),), REGULAR).costs()[paddy] == 3
    assert ShanghaiMarch(pos, (unit("J-7"), unit("J-2T")), REGULAR).costs()[paddy] == 3
