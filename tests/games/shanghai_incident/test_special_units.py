"""16.0 Special units: snipers, trains, engineers (cavalry stands with the retreats, support units with stacking)."""

import pytest
from tests.games.shanghai_incident.table import (
    J,
    at,
    battle,
    do,
    hexes,
    keys,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.snipers import sniper_area
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.battle import odds


def chapei_attack() -> ShanghaiPosition:
    pos = situation({"C-78-6": "1024", "C-78-5": "1123", "J-3Sas": "1025", "J-Ron": "1124"}, "C2")
    do(pos, "attack C-78-6 1025")
    return pos


@rule("shanghai_incident", "16.3", "X-40", "R-12", "R-36")
def test_where_snipers_appear() -> None:
    pos = chapei_attack()
    assert refused(pos, "snipe 0825") == "18.0"
    assert refused(pos, "snipe 1226") == "16.3"
    assert refused(pos, "snipe 1029") == "16.3", "too far"
    assert legal(pos, "snipe 1027")
    do(pos, "snipe 1026")
    assert refused(pos, "snipe 1027") == "16.3", "one for each attack"
    assert pos.snipers.count(-1) == 3


@rule("shanghai_incident", "16.3", "7.1")
def test_a_sniper_or_another_unit_may_be_named_first() -> None:
    pos = situation({"C-78-6": "1024", "C-78-5": "1125", "J-3Sas": "1025"}, "C2")
    do(pos, "attack C-78-6 1025")
    assert options(pos, "join") == {"C-78-5"}
    assert "1026" in options(pos, "snipe")
    do(pos, "snipe 1026")
    assert options(pos, "join") == {"C-78-5"}
    assert not options(pos, "snipe")


@rule("shanghai_incident", "16.3", "7.1")
def test_whoever_stands_in_the_hex_of_a_sniper_is_offered_to_join_the_hunt() -> None:
    units = {"J-3Sas": "1025", "J-Ron": "1026", "J-Vol": "1129", "C-78-1": "0303"}
    pos = situation(units, "J2", snipers=(at("1026"), -1, -1, -1))
    do(pos, "attack J-3Sas 1026")
    assert options(pos, "join") == {"J-Ron"}


@rule("shanghai_incident", "16.3", "R-12")
def test_snipers_need_a_chinese_attack_into_shanghai_and_a_counter() -> None:
    outside = situation({"C-78-1": "2108", "J-7": "2107"}, "C2")
    do(outside, "attack C-78-1 2107")
    assert refused(outside, "snipe 1027") == "16.3"
    japanese = situation({"C-78-6": "1024", "J-3Sas": "1025"}, "J2")
    do(japanese, "attack J-3Sas 1024")
    assert refused(japanese, "snipe 1027") == "16.3"
    pos = chapei_attack()
    pos.snipers = (at("1027"), at("1028"), at("1029"), at("1128"))
    assert refused(pos, "snipe 1026") == "16.3"
    assert not options(pos, "snipe")


@rule("shanghai_incident", "16.3", "X-29", "R-39", "T-14")
def test_snipers_triple_japanese_costs_and_no_others() -> None:
    pos = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1", snipers=(at("1024"), -1, -1, -1))
    assert pos.costs_for(J, "leg").step(at("0925"), at("1025")) == 3
    assert pos.costs_for(1, "leg").step(at("0925"), at("1025")) == 1
    assert not pos.zone_of(1) & hexes("1025"), "a sniper has no zone"
    assert legal(pos, "move J-3Sas 1024"), "and does not block"


@rule("shanghai_incident", "16.3", "T-2")
def test_a_sniper_is_hunted_from_next_to_it_or_from_its_own_hex() -> None:
    snipers = (at("1026"), -1, -1, -1)
    units = {"J-3Sas": "1025", "J-Ron": "1026", "J-Vol": "1129", "C-78-1": "0303"}
    pos = situation(units, "J2", snipers=snipers)
    assert refused(pos, "attack J-Vol 1026") == "7.1"
    do(pos, "attack J-3Sas 1026", "join J-Ron")
    assert odds(pos, battle(pos)).differential == 4 - (1 + 2)
    quiet = pos.copy()
    do(quiet, "resolve", "roll 1")
    assert (quiet.snipers, where(quiet, "J-3Sas")) == (snipers, "1025"), "the attackers ignore an A result"
    do(pos, "resolve")
    assert "sniper_gone" in keys(do(pos, "roll 5"))
    assert pos.snipers == (-1,) * 4
    assert (pos.steps[unit("J-3Sas")], pos.decision.kind == "advance") == (2, False)
    mobile = situation(units, "J4", snipers=snipers)
    do(mobile, "attack J-3Sas 1026", "join J-Ron", "resolve", "roll 3")
    assert mobile.snipers == snipers, "an exchange in mobile combat is void"


@rule("shanghai_incident", "16.3", "R-12")
def test_a_sniper_beside_chinese_units_dies_with_a_d_result() -> None:
    pos = situation({"J-3Sas": "1025", "J-SAC": "1025", "C-78-6": "1024-"}, "J2", snipers=(at("1024"), -1, -1, -1))
    do(pos, "attack J-3Sas 1024", "support FS-A1", "support FS-N1", "resolve", "roll 6")
    assert pos.snipers == (-1,) * 4


@rule("shanghai_incident", "16.3", "7.1")
def test_who_may_hunt_which_sniper() -> None:
    snipers = (-1, at("1026"), at("1128"), at("1024"))
    units = {"J-3Sas": "1025", "J-SAC": "1025", "J-Ron": "1026", "J-Vol": "0926", "C-78-6": "1024"}
    pos = situation(units, "J2", {"bombardment": False}, snipers=snipers)
    hunts = {"J-3Sas 1026", "J-SAC 1026", "J-Ron 1026", "J-Vol 1026"}
    assert options(pos, "attack") == hunts | {"J-3Sas 1024", "J-SAC 1024"}, "beside the Chinese it is an assault"
    assert reason(pos, "attack J-Ron 1128") == "not_adjacent"
    assert reason(pos, "attack C-78-6 1026") == "not_yours"
    do(pos, "attack J-3Sas 1026")
    assert battle(pos).units == 1 << unit("J-3Sas") | 1 << unit("J-SAC"), "the whole stack"
    assert options(pos, "join") == {"J-Ron", "J-Vol"}
    do(pos, "join J-Ron", "resolve")
    gone = next(event for event in do(pos, "roll 6") if event.key == "event.sniper_gone")
    assert gone.params["unit"] == "C-S2"
    assert pos.snipers == (-1, -1, at("1128"), at("1024"))
    assert options(pos, "attack") == set(), "the stack has attacked, and nobody else has a target"


@rule("shanghai_incident", "16.3", "7.1", "R-58")
def test_nobody_hunts_beside_a_partner_who_has_attacked() -> None:
    units = {"J-3Sas": "1025", "J-SAC": "1025", "J-Ron": "1026", "C-78-1": "0303"}
    pos = situation(units, "J2", snipers=(at("1026"), -1, -1, -1), attacked=1 << unit("J-3Sas"))
    assert options(pos, "attack") == {"J-Ron 1026"}
    assert reason(pos, "attack J-SAC 1026") == "attacked"


@rule("shanghai_incident", "16.3", "7.1")
def test_a_sniper_is_hunted_once_a_phase() -> None:
    pos = situation(
        {"J-3Sas": "1025", "J-Ron": "1026", "C-78-1": "0303"},
        "J2",
        {"bombardment": False},
        snipers=(at("1026"), -1, -1, -1),
    )
    do(pos, "attack J-3Sas 1026", "resolve", "roll 1")
    assert pos.snipers[0] == at("1026"), "he got away"
    assert pos.book.phases[pos.phase].number != "J2", "nothing is left to attack"


@rule("shanghai_incident", "16.3", "7.1")
@pytest.mark.parametrize(("sniper", "asked"), [("1024", True), ("1023", False)])
def test_a_combat_phase_passes_if_every_sniper_is_out_of_reach(sniper: str, asked: bool) -> None:
    units = {"J-3Sas": "1125", "C-78-1": "0303"}
    pos = situation(units, "J2", {"bombardment": False}, snipers=(at(sniper), -1, -1, -1))
    assert (pos.book.phases[pos.phase].number == "J2") == asked
    assert not asked or options(pos, "attack") == {"J-3Sas 1024"}


@rule("shanghai_incident", "16.3", "7.1")
def test_the_chinese_hunt_nobody() -> None:
    units = {"C-78-6": "1023", "C-78-1": "0102", "J-3Sas": "1024", "J-Ron": "0926"}
    pos = situation(units, "C2", snipers=(at("1022"), -1, -1, -1))
    assert reason(pos, "attack C-78-6 1022") == "attack_empty"
    assert reason(pos, "attack C-78-1 0101") == "attack_empty"
    assert options(pos, "attack") == {"C-78-6 1024"}


@rule("shanghai_incident", "16.3", "18.0", "R-12")
def test_a_sniper_is_offered_where_he_may_appear() -> None:
    pos = chapei_attack()
    pos.snipers = (at("1026"), -1, at("1128"), -1)
    near = pos.book.grid.within(at("1025"), 2) & pos.book.shanghai & ~pos.closed
    free = pos.book.grid.names(near & ~hexes("1026 1128"))
    assert options(pos, "snipe") == set(free)
    assert "1025" in free, "the attacked hex itself"
    assert reason(pos, "snipe 1026") == "sniper_where", "there is one already"
    assert reason(pos, "snipe 0825") == "closed"
    event = do(pos, "snipe 1027")[0]
    assert event.params["unit"] == "C-S2"
    assert pos.snipers == (at("1026"), at("1027"), at("1128"), -1)
    assert not options(pos, "snipe")
    assert reason(pos, "snipe 1028") == "sniper_once"
    assert [action.verb for action in pos.options()][-1] == "resolve"


@rule("shanghai_incident", "16.3")
def test_no_sniper_is_offered_elsewhere() -> None:
    outside = situation({"C-78-1": "2108", "J-7": "2107"}, "C2")
    do(outside, "attack C-78-1 2107")
    assert not options(outside, "snipe")
    assert reason(outside, "snipe 1027") == "sniper_when"
    edge = situation({"C-78-1": "1226", "J-7": "1225"}, "C2")
    do(edge, "attack C-78-1 1225")
    assert not options(edge, "snipe"), "beside Shanghai is not in it"
    assert reason(edge, "snipe 1126") == "sniper_when"
    japanese = situation({"C-78-6": "1024", "J-3Sas": "1025"}, "J2")
    do(japanese, "attack J-3Sas 1024")
    assert not options(japanese, "snipe")
    assert reason(japanese, "snipe 1026") == "sniper_when"
    end = situation({"C-78-1": "1229", "J-7": "1130"}, "C2")
    do(end, "attack C-78-1 1130")
    assert "1129" in options(end, "snipe"), "the last hex of Shanghai"
    assert legal(end, "snipe 1129")


@rule("shanghai_incident", "16.3", "R-39")
def test_the_hexes_that_a_sniper_makes_dear_are_his_own_and_those_around_it() -> None:
    pos = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1", snipers=(-1, at("1024"), -1, -1))
    assert sniper_area(pos) == hexes("1024 1023 1025 0924 0925 1124 1125")
    pos.snipers = (-1,) * 4
    assert sniper_area(pos) == 0


# --- 16.4 trains --------------------------------------------------------------------------------


@rule("shanghai_incident", "16.4", "R-27")
def test_trains_run_any_distance_along_the_line() -> None:
    pos = situation({"C-T1": "1101", "C-78-1": "0303", "J-7": "2110"}, "C1")
    assert legal(pos, "move C-T1 2626")
    assert refused(pos, "move C-T1 1001") == "16.4"
    assert refused(pos, "move C-T1 1101-1001") == "16.4"
    assert refused(pos, "move C-T1 1102-1202") == "16.4"
    told = do(pos, "move C-T1 2626")
    assert told[0].params["path"][0] == "1101"
    assert len(told[0].params["path"]) > 30
    assert refused(pos, "move C-T1 2526") == "5.1"


@rule("shanghai_incident", "16.4", "X-35", "6.1")
def test_a_train_enters_a_zone_or_leaves_one_but_never_both() -> None:
    pos = situation({"C-T1": "1224", "J-7": "1225", "J-35": "1525"}, "C1")
    assert legal(pos, "move C-T1 1124")
    assert legal(pos, "move C-T1 1224-1324")
    assert refused(pos, "move C-T1 1224-1324-1424") == "16.4"
    assert refused(pos, "move C-T1 1624") == "16.4"
    free = situation({"C-T1": "0924", "J-7": "1225", "J-35": "1625"}, "C1")
    assert legal(free, "move C-T1 1224"), "it enters a zone and stops"
    assert refused(free, "move C-T1 0924-1024-1124-1224-1324-1424") == "16.4"
    assert refused(free, "move C-T1 1524") == "16.4"


@rule("shanghai_incident", "16.4", "5.1")
def test_trains_do_not_run_over_the_enemy() -> None:
    pos = situation({"C-T1": "0924", "J-7": "1124"}, "C1")
    assert refused(pos, "move C-T1 0924-1024-1124") in ("5.1", "16.4")
    assert refused(pos, "move C-T1 1524") == "16.4"


@rule("shanghai_incident", "16.4", "R-53", "T-31")
def test_a_train_attacks_and_advances_by_itself() -> None:
    pos = situation({"C-T1": "1424", "C-78-5": "1424", "J-Ron": "1324", "J-Vol": "1423"}, "C2")
    do(pos, "attack C-T1 1324")
    assert battle(pos).units == 1 << unit("C-T1")
    do(pos, "resolve")
    while pos.actor == "japanese":
        do(pos, "resolve")
    do(pos, "roll 6")
    while pos.decision.kind == "withdraw":
        pos.push(next(iter(pos.options())))
    assert pos.decision.kind == "advance"
    do(pos, "advance C-T1")
    assert where(pos, "C-T1") == "1324"
    assert where(pos, "C-78-5") == "1424"
    off = situation({"C-T1": "1424", "J-Ron": "1423"}, "C2")
    do(off, "attack C-T1 1423", "resolve")
    while off.actor == "japanese":
        do(off, "resolve")
    do(off, "roll 6")
    while off.decision.kind == "withdraw":
        off.push(next(iter(off.options())))
    assert off.decision.kind != "advance", "there is no railroad to 1423"


@rule("shanghai_incident", "16.4", "5.1", "R-27")
def test_the_other_train_runs_along_the_line_as_well() -> None:
    pos = situation({"C-T2": "1101", "C-78-1": "0303", "J-7": "2110"}, "C1")
    assert "C-T2 2626" in options(pos, "move")
    assert "C-T2 1101" not in options(pos, "move")
    assert "C-T2 1001" not in options(pos, "move")
    assert legal(pos, "move C-T2 1101-1102-1202-1203")
    assert refused(pos, "move C-T2 1001") == "16.4"
    assert reason(pos, "move C-T2 1101-1001") == "train_line"
    told = do(pos, "move C-T2 1204")
    assert (told[0].case, told[0].params["path"]) == ("16.4", ["1101", "1102", "1202", "1203", "1204"])
    assert not options(pos, "move") & {"C-T2 1203", "C-T2 1101"}
    assert pos.trek == (0, 0), "nobody goes on"


@rule("shanghai_incident", "16.4", "6.1")
def test_a_train_that_enters_a_zone_stops_there() -> None:
    pos = situation({"C-T1": "0924", "J-7": "1225", "J-35": "1625"}, "C1")
    assert legal(pos, "move C-T1 0924-1024-1124-1224")
    assert reason(pos, "move C-T1 0924-1024-1124-1224-1324") == "train_stop"
    assert do(pos, "move C-T1 1224")[0].params["path"] == ["0924", "1024", "1124", "1224"]
    leaves = situation({"C-T1": "1224", "J-7": "1225", "J-35": "1525"}, "C1")
    assert refused(leaves, "move C-T1 1424") == "16.4", "out of one zone and into another"
    assert reason(leaves, "move C-T1 1224-1324-1424") == "train_zone"
    assert {"C-T1 1324", "C-T1 1124"} <= options(leaves, "move")
    assert "C-T1 1424" not in options(leaves, "move")


@rule("shanghai_incident", "16.4", "5.1")
def test_a_train_does_not_run_into_the_enemy_beside_it() -> None:
    pos = situation({"C-T1": "1024", "J-7": "1124"}, "C1")
    assert refused(pos, "move C-T1 1124") == "16.4"
    assert reason(pos, "move C-T1 1024-1124") == "path_enemy"
    assert "C-T1 1124" not in options(pos, "move")
    assert legal(pos, "move C-T1 0923")


@rule("shanghai_incident", "16.4", "7.7", "7.9")
def test_both_trains_retreat_along_the_line_and_nobody_else_does() -> None:
    pos = situation({"C-T1": "0924", "C-T2": "0924", "C-264S": "0924", "J-7": "2110"})
    assert pos.exits(unit("C-T1"), at("0924")) == pos.exits(unit("C-T2"), at("0924")) == (at("0923"), at("1024"))
    assert len(pos.exits(unit("C-264S"), at("0924"))) == 6


@rule("shanghai_incident", "16.4", "13.3", "7.6")
def test_what_is_never_replaced_is_lost_with_its_last_step_and_nothing_else_is() -> None:
    names = ("C-T1", "C-T2", "C-264S", "J-9E", "J-Ron", "J-Vol")
    pos = situation(dict(zip(names, ("0924", "0923", "0922", "2110", "1125", "1126-"), strict=True)))
    for name in names:
        assert pos.lose_step(unit(name))
    assert [where(pos, name) for name in names] == ["lost", "lost", "eliminated", "eliminated", "lost", "lost"]
    reduced = situation({"C-78-1": "0303", "J-Vol": "1126"})
    assert not reduced.lose_step(unit("J-Vol"))
    assert (reduced.lost, where(reduced, "J-Vol")) == (0, "1126")


# --- 16.5 engineers -----------------------------------------------------------------------------


@rule("shanghai_incident", "16.5", "7.5", "17.2", "T-8")
def test_engineers_ignore_forts_but_not_the_ground_under_them() -> None:
    fort = ((at("1820"), unit("C-518")),)
    pos = situation({"J-7": "1920", "J-9E": "1920", "C-518": "1820"}, "J2", forts=fort)
    do(pos, "attack J-7 1820")
    assert odds(pos, battle(pos)).differential == 7 - (4 + 1)
    plain = situation({"J-7": "1920", "C-518": "1820"}, "J2", forts=fort)
    do(plain, "attack J-7 1820")
    assert odds(plain, battle(plain)).differential == 6 - (4 + 3)
