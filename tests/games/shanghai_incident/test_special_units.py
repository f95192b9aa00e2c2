"""16.0 Special units: snipers, trains, engineers (cavalry stands with the retreats, support units with stacking)."""

from tests.games.shanghai_incident.table import (
    J,
    at,
    battle,
    do,
    hexes,
    keys,
    legal,
    options,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
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
