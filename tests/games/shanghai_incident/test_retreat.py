"""7.7 Retreat, 7.8 Stiff resistance."""

from typing import Any

import pytest
from tests.games.shanghai_incident.table import (
    C,
    J,
    at,
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
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.retreat import Withdrawal, retreats


def driven_back(
    units: dict[str, str], target: str, count: int = 1, free: bool = False, **fields: Any
) -> ShanghaiPosition:
    """The Chinese units in a hex have to retreat."""
    pos = situation(units, "J2", **fields)
    runners = sum(1 << number for number in pos.units_in(at(target)))
    pos.then(Withdrawal(C, runners, runners, count, free, defending=True, tried=0))
    pos.settle()
    return pos


def thrown_back(units: dict[str, str], attackers: str) -> ShanghaiPosition:
    """These Japanese attackers have to retreat one hex."""
    pos = situation(units, "J2")
    runners = sum(1 << unit(name) for name in attackers.split())
    pos.then(Withdrawal(J, runners, runners, 1, free=False, defending=False, tried=0))
    pos.settle()
    return pos


def retreating(pos: ShanghaiPosition) -> Withdrawal:
    assert isinstance(pos.top, Withdrawal)
    return pos.top


OPEN = {"J-7": "2107", "C-78-1": "2108"}


@rule("shanghai_incident", "7.7", "6.2")
def test_a_retreat_avoids_enemy_zones_and_has_the_length_rolled() -> None:
    one = driven_back(OPEN, "2108")
    assert options(one, "retreat") >= {"C-78-1 2109", "C-78-1 2008", "C-78-1 2208"}
    assert refused(one, "retreat C-78-1 2107") == "7.7"
    assert refused(one, "retreat C-78-1 2007") == "7.7", "in the zone of the attacker"
    assert refused(one, "move C-78-1 2109") == "7.7"
    do(one, "retreat C-78-1 2109")
    assert where(one, "C-78-1") == "2109"
    two = driven_back(OPEN, "2108", 2)
    assert refused(two, "retreat C-78-1 2109") == "7.7"
    assert legal(two, "retreat C-78-1 2110")
    assert refused(two, "retreat C-78-1 2108-2109-2208") == "7.7"


@rule("shanghai_incident", "7.7", "R-34")
def test_attackers_retreat_one_hex_at_most() -> None:
    pos = situation({"J-Ron": "2107", "C-518": "2108"}, "J2")
    do(pos, "attack J-Ron 2108", "resolve")
    assert do(pos, "roll 2")[0].params["result"] == "A1"
    assert retreating(pos).hexes == 1
    far = situation({"J-Ron": "2107", "C-518": "2108", "C-259S": "2108"}, "J2")
    do(far, "attack J-Ron 2108", "resolve", "roll 1")
    assert retreating(far).hexes == 1, "A2 is treated as A1"


@rule("shanghai_incident", "7.7", "T-6")
def test_friendly_units_negate_enemy_zones_for_a_retreat() -> None:
    blocked = {"J-7": "2107", "J-35": "2109", "J-19": "2008", "C-78-1": "2108"}
    alone = driven_back(blocked, "2108")
    assert not options(alone, "retreat")
    helped = driven_back({**blocked, "C-78-155S": "2208"}, "2108")
    assert options(helped, "retreat") >= {"C-78-1 2208"}
    do(helped, "retreat C-78-1 2208")
    assert where(helped, "C-78-1") == "2208"


@rule("shanghai_incident", "7.7", "5.3", "X-17", "X-43", "R-15")
def test_a_full_hex_is_passed_to_the_next_safe_one() -> None:
    blocked = {"J-7": "2107", "J-35": "2109", "J-19": "2008", "C-78-1": "2108", "C-60-1": "2208"}
    pos = driven_back(blocked, "2108")
    assert refused(pos, "retreat C-78-1 2208") == "5.3"
    assert legal(pos, "retreat C-78-1 2108-2208-2308")
    assert legal(pos, "retreat C-78-1 2308")
    assert refused(pos, "retreat C-78-1 2108-2208-2308-2408") == "7.7", "the extension ends in the first safe hex"
    assert "C-78-1 2408" not in options(pos, "retreat")


@rule("shanghai_incident", "7.7", "R-15")
def test_the_owner_may_go_one_hex_farther_if_he_likes() -> None:
    pos = driven_back(OPEN, "2108")
    assert legal(pos, "retreat C-78-1 2108-2109-2110")
    assert refused(pos, "retreat C-78-1 2108-2109-2110-2111") == "7.7"
    assert refused(pos, "retreat C-78-1 2108-2109-2108") == "7.7"


@rule("shanghai_incident", "7.7", "X-42", "T-5")
def test_a_two_hex_retreat_with_room_for_one_is_none() -> None:
    ring = {"J-7": "2107", "J-35": "2111", "J-19": "1910", "J-36": "2310", "J-12": "1908", "J-22": "2308"}
    assert options(driven_back({**ring, "C-78-1": "2108"}, "2108", 1), "retreat") == {"C-78-1 2109"}
    pos = driven_back({**ring, "C-78-1": "2108"}, "2108", 2)
    assert not options(pos, "retreat")
    do(pos, "perish C-78-1")
    assert where(pos, "C-78-1") == "lost"


@rule("shanghai_incident", "7.7", "X-16", "T-4", "T-5")
def test_who_cannot_retreat_and_does_not_hold_is_lost_for_good() -> None:
    ring = {"J-7": "2107", "J-35": "2109", "J-19": "2008", "J-36": "2208", "C-78-1": "2108"}
    declined = driven_back(ring, "2108")
    do(declined, "perish C-78-1")
    assert where(declined, "C-78-1") == "lost"
    failed = driven_back(ring, "2108")
    events = do(failed, "resist C-78-1", "roll 4")
    assert keys(events)[:3] == ["resistance", "reduced", "lost"]
    assert where(failed, "C-78-1") == "lost"


@rule("shanghai_incident", "7.7")
def test_a_unit_that_can_retreat_is_not_given_up() -> None:
    pos = driven_back(OPEN, "2108")
    assert refused(pos, "perish C-78-1") == "7.7"
    assert refused(pos, "perish J-7") == "7.7"


@rule("shanghai_incident", "7.7", "7.7.2")
def test_nobody_is_displaced() -> None:
    pos = driven_back({**OPEN, "C-60-1": "2109", "C-60-2": "2008"}, "2108")
    do(pos, f"retreat {sorted(options(pos, 'retreat'))[0]}")
    assert (where(pos, "C-60-1"), where(pos, "C-60-2")) == ("2109", "2008")


@rule("shanghai_incident", "7.7")
def test_a_unit_that_retreated_onto_friends_fights_with_them() -> None:
    units = {"J-7": "2107", "J-35": "2110", "C-78-1": "2108", "C-78-155S": "2109"}
    pos = driven_back(units, "2108")
    do(pos, "retreat C-78-1 2109", "attack J-35 2109")
    assert sorted(pos.units_in(at("2109"))) == sorted([unit("C-78-1"), unit("C-78-155S")])


# --- 7.8 ----------------------------------------------------------------------------------------


@rule("shanghai_incident", "7.8", "X-12", "T-4")
def test_stiff_resistance_compares_a_die_with_the_defence_strength() -> None:
    held = driven_back(OPEN, "2108")
    do(held, "resist C-78-1", "roll 3")
    assert (where(held, "C-78-1"), held.steps[unit("C-78-1")]) == ("2108", 1)
    failed = driven_back(OPEN, "2108")
    do(failed, "resist C-78-1", "roll 4")
    assert (failed.steps[unit("C-78-1")], failed.decision.kind) == (1, "withdraw")
    assert refused(failed, "resist C-78-1") == "7.8", "one attempt"
    do(failed, "retreat C-78-1 2109")


@rule("shanghai_incident", "7.8", "17.2", "X-13", "X-14", "16.5", "R-24")
def test_a_fort_holds_without_a_die_unless_engineers_attack() -> None:
    fort = ((at("2116"), unit("C-78-1")),)
    plain = situation({"J-7": "2117", "J-35": "2015", "C-78-1": "2116"}, "J2", forts=fort)
    do(plain, "attack J-7 2116", "join J-35", "support FS-A1", "resolve", "roll 4")
    do(plain, "resist C-78-1")
    assert (where(plain, "C-78-1"), plain.steps[unit("C-78-1")]) == ("2116", 1)
    sapped = situation({"J-7": "2117", "J-9E": "2117", "J-35": "2015", "C-78-1": "2116"}, "J2", forts=fort)
    do(sapped, "attack J-7 2116", "join J-35", "support FS-A1", "resolve", "roll 3")
    do(sapped, "resist C-78-1")
    assert sapped.actor == "dice"
    do(sapped, "roll 6")
    assert sapped.steps[unit("C-78-1")] == 1
    do(sapped, f"retreat {sorted(options(sapped, 'retreat'))[0]}")
    assert sapped.forts == ()


@rule("shanghai_incident", "7.8", "X-15", "R-51", "T-30")
def test_a_lone_last_step_cannot_be_spent_but_a_partner_can() -> None:
    alone = driven_back({"J-7": "2107", "C-78-1": "2108-"}, "2108")
    assert refused(alone, "resist C-78-1") == "7.8"
    paired = driven_back({"J-7": "2107", "C-78-1": "2108-", "C-78-155S": "2108"}, "2108")
    do(paired, "resist C-78-155S", "roll 1")
    assert (where(paired, "C-78-155S"), where(paired, "C-78-1")) == ("eliminated", "2108")


@rule("shanghai_incident", "7.8", "17.2")
def test_a_preview_tells_the_chance_to_hold() -> None:
    [shown] = driven_back(OPEN, "2108").view("chinese").previews
    assert [(chance.numerator, chance.denominator) for chance in shown.chances] == [(3, 6)]
    [sure] = driven_back(OPEN, "2108", free=True).view("chinese").previews
    assert [chance.numerator for chance in sure.chances] == [6]


@rule("shanghai_incident", "7.8", "R-14")
def test_the_owner_names_the_unit_that_is_tested() -> None:
    pos = driven_back({"J-7": "2107", "C-78-1": "2108", "C-78-155S": "2108"}, "2108")
    do(pos, "resist C-78-1", "roll 3")
    assert (pos.steps[unit("C-78-1")], where(pos, "C-78-155S")) == (1, "2108")


@rule("shanghai_incident", "7.8", "7.7", "R-50")
def test_each_attacking_stack_decides_for_itself() -> None:
    pos = thrown_back({"J-7": "2107", "J-35": "2109", "C-518": "2108"}, "J-7 J-35")
    assert pos.actor == "japanese"
    do(pos, "resist J-35", "roll 5")
    assert (where(pos, "J-35"), pos.steps[unit("J-35")]) == ("2109", 1)
    do(pos, "retreat J-7 2106")
    assert where(pos, "J-7") == "2106"


@rule("shanghai_incident", "7.8", "17.2")
def test_an_attacker_in_rubble_has_to_roll() -> None:
    pos = thrown_back({"J-3Sas": "1124", "C-518": "1123"}, "J-3Sas")
    pos.rubble = hexes("1124")
    do(pos, "resist J-3Sas")
    assert pos.actor == "dice"


@rule("shanghai_incident", "7.7", "R-53", "16.4", "X-44", "T-31")
def test_a_train_retreats_along_its_line_and_the_others_as_they_like() -> None:
    units = {"C-T1": "0924", "C-78-6": "0924", "J-3Sas": "1024", "J-7": "0925", "J-35": "1022"}
    pos = driven_back(units, "0924", closed=hexes("0824"))
    assert options(pos, "retreat") & {"C-T1 0923"}
    assert refused(pos, "retreat C-T1 0823") == "7.7"
    assert refused(pos, "retreat C-78-6 0923") == "7.7", "in the zone of 1022"
    do(pos, "retreat C-T1 0923")
    assert refused(pos, "retreat C-78-6 0923") == "7.7", "the train retreats from the same combat"
    do(pos, "retreat C-78-6 0823")
    assert (where(pos, "C-T1"), where(pos, "C-78-6")) == ("0923", "0823")


@rule("shanghai_incident", "7.8", "R-53")
def test_one_attempt_holds_the_whole_hex() -> None:
    pos = driven_back({"C-T1": "0924", "C-78-6": "0924", "J-3Sas": "1024"}, "0924")
    do(pos, "resist C-T1", "roll 2")
    assert (where(pos, "C-T1"), where(pos, "C-78-6")) == ("lost", "0924"), "a train is never replaced"
    assert pos.decision.kind != "withdraw"


@rule("shanghai_incident", "16.2", "T-6")
def test_retreating_chinese_ignore_the_zones_of_cavalry_alone() -> None:
    cavalry = driven_back({"J-7": "2107", "J-9C": "2110", "C-78-1": "2108"}, "2108")
    assert legal(cavalry, "retreat C-78-1 2109")
    infantry = driven_back({"J-7": "2107", "J-35": "2110", "C-78-1": "2108"}, "2108")
    assert refused(infantry, "retreat C-78-1 2109") == "7.7"
    both = driven_back({"J-7": "2107", "J-9C": "2110", "J-35": "2009", "C-78-1": "2108"}, "2108")
    assert refused(both, "retreat C-78-1 2109") == "7.7"


@rule("shanghai_incident", "18.0", "7.7", "T-19")
def test_a_closed_sector_is_no_refuge() -> None:
    pos = driven_back({"J-3Sas": "0924", "C-78-6": "0823"}, "0823")
    assert refused(pos, "retreat C-78-6 0824") == "18.0"


@rule("shanghai_incident", "18.0", "12.3", "X-31", "R-41", "T-20")
def test_a_japanese_retreat_into_the_settlement_counts_but_is_never_forced() -> None:
    pos = thrown_back({"J-3Sas": "0925", "J-Ron": "0926", "C-518": "0924", "C-522": "1025"}, "J-3Sas")
    assert "J-3Sas 0825" in options(pos, "retreat")
    assert {line.split()[1][:2] for line in options(pos, "retreat")} <= {"07", "08"}, "only the settlement is open"
    assert legal(pos, "perish J-3Sas")
    do(pos, "retreat J-3Sas 0825")
    assert pos.settlement_entered
    assert not pos.closed


@rule("shanghai_incident", "7.7", "18.0", "R-57")
def test_a_retreat_named_by_its_end_keeps_out_of_the_settlement() -> None:
    pos = situation({"J-3Sas": "0823", "C-522": "0822"}, "C2")
    runners = 1 << unit("J-3Sas")
    pos.then(Withdrawal(J, runners, runners, 2, free=False, defending=True, tried=0))
    pos.settle()
    told = do(pos, "retreat J-3Sas 0925")
    assert told[0].params["path"] == ["0823", "0924", "0925"]
    assert not pos.settlement_entered


@rule("shanghai_incident", "17.1", "17.2", "7.8", "16.4", "R-60")
@pytest.mark.parametrize("going", ["retreat C-T1 0923", "perish C-T1"])
def test_a_fort_goes_with_the_train_that_built_it_and_whoever_is_left_rolls(going: str) -> None:
    forts = ((at("0924"), unit("C-T1")),)
    units = {"C-T1": "0924", "C-78-6": "0924", "J-3Sas": "1024"}
    if going.startswith("perish"):
        units |= {"J-7": "0923", "J-35": "0825"}
    pos = driven_back(units, "0924", free=True, forts=forts)
    certain = pos.copy()
    do(certain, "resist C-78-6")
    assert certain.actor != "dice", "while the train is there the fort stands"
    do(pos, going)
    assert pos.forts == ()
    do(pos, "resist C-78-6")
    assert pos.actor == "dice"


@rule("shanghai_incident", "17.1", "17.2", "7.8", "R-60")
def test_a_fort_that_its_regiment_built_outlives_the_train() -> None:
    forts = ((at("0924"), unit("C-78-6")),)
    pos = driven_back({"C-T1": "0924", "C-78-6": "0924", "J-3Sas": "1024"}, "0924", free=True, forts=forts)
    do(pos, "retreat C-T1 0923", "resist C-78-6")
    assert (where(pos, "C-78-6"), pos.steps[unit("C-78-6")]) == ("0924", 1)
    assert pos.decision.kind != "resist"


@rule("shanghai_incident", "5.3", "7.1", "7.7", "R-58")
def test_nobody_attacks_beside_a_partner_who_has_attacked_and_fell_back_onto_him() -> None:
    units = {"J-7": "2107", "J-9E": "2106", "C-78-1": "2108", "C-78-2": "2105"}
    pos = situation(units, "J2")
    pos.attacked = 1 << unit("J-7")
    runners = 1 << unit("J-7")
    pos.then(Withdrawal(J, runners, runners, 1, free=False, defending=False, tried=0))
    pos.settle()
    do(pos, "retreat J-7 2106")
    assert refused(pos, "attack J-9E 2105") == "7.1"
    assert not options(pos, "attack")
    fresh = situation({**units, "J-7": "2106"}, "J2")
    assert legal(fresh, "attack J-9E 2105")


@rule("shanghai_incident", "16.4", "7.7", "6.2", "R-53")
def test_both_trains_ignore_enemy_zones_and_nobody_else_does() -> None:
    units = {"C-T2": "0924", "C-264S": "0924", "J-3Sas": "1024", "J-7": "0925", "J-35": "1022"}
    pos = driven_back(units, "0924")
    assert legal(pos, "retreat C-T2 0923")
    assert legal(pos, "retreat C-T2 0924-0923")
    assert {text for text in options(pos, "retreat") if text.startswith("C-T2")} >= {"C-T2 0923"}
    assert refused(pos, "retreat C-264S 0923") == "7.7"
    assert refused(pos, "retreat C-264S 0924-0923") == "7.7"


@rule("shanghai_incident", "7.7")
@pytest.mark.parametrize("line", ["perish J-Ron", "retreat J-Ron 0825", "retreat J-Ron 0925-0825", "resist J-Ron"])
def test_whoever_was_lost_without_being_asked_is_refused_like_anybody_off_the_map(line: str) -> None:
    ring = {"C-78-6": "0924", "C-78-5": "1024", "C-78-4": "1025", "C-78-1": "1026", "C-78-2": "0926"}
    pos = situation({"J-Ron": "0925", "J-3Sas": "1125", **ring}, "J2")
    do(pos, "attack J-Ron 0924", "resolve", "roll 1")
    assert where(pos, "J-Ron") == "lost"
    assert pos.actor == "japanese", "the side that has lost it is asked again"
    assert refused(pos, line) == "7.7"


@rule("shanghai_incident", "7.8", "R-51")
def test_the_question_speaks_of_stiff_resistance_only_to_whoever_can_offer_it() -> None:
    full = driven_back({"C-78-1": "2108", "J-7": "2107"}, "2108")
    assert full.decision.prompt == "prompt.withdraw"
    last = driven_back({"C-78-1": "2108-", "J-7": "2107"}, "2108")
    assert last.decision.prompt == "prompt.withdraw_only"


@rule("shanghai_incident", "7.7", "7.8", "7.6", "R-50")
def test_attackers_who_are_thrown_back_roll_stack_by_stack() -> None:
    units = {"J-Vol": "2107", "J-Ron": "2109", "C-518": "2108", "C-259S": "2108"}
    pos = situation(units, "J2", rubble=hexes("2107"))
    do(pos, "attack J-Ron 2108", "join J-Vol", "resolve", "roll 1")
    assert (retreating(pos).hexes, retreating(pos).defending, retreating(pos).tried) == (1, False, 0)
    do(pos, "resist J-Vol")
    assert pos.actor == "dice", "an attacker rolls even in rubble"
    do(pos, "roll 1")
    assert retreating(pos).left == 1 << unit("J-Ron"), "the other stack decides for itself"
    assert refused(pos, "resist J-Ron") == "7.8", "a lone last step"
    assert legal(pos, "retreat J-Ron 2110")


@rule("shanghai_incident", "7.7", "16.4")
def test_a_refused_retreat_blames_zones_only_where_they_are_to_blame() -> None:
    units = {"J-7": "1125", "J-35": "1025", "J-19": "1123", "C-78-6": "1024", "C-T1": "1024"}
    pos = driven_back(units, "1024", count=2)
    assert reason(pos, "retreat C-T1 0924") == "retreat_hex", "a train ignores zones: this is too near"
    assert reason(pos, "retreat C-T1 1024-0925-0926") == "retreat_hex", "and here is no railroad"
    assert reason(pos, "retreat C-78-6 1025") == reason(pos, "retreat C-T1 1123") == "path_enemy"
    assert reason(pos, "retreat C-78-6 1024") == "retreat_hex", "to stay is no retreat"
    assert reason(pos, "retreat C-78-6 0925") == "retreat_zone"


@rule("shanghai_incident", "7.7", "7.8", "5.3", "18.0")
def test_a_retreat_that_is_refused_says_why() -> None:
    units = {"J-7": "2107", "C-78-1": "2108", "C-78-155S": "2108", "C-60-1": "2109", "C-78-2": "2306"}
    pos = driven_back(units, "2108")
    assert reason(pos, "retreat C-78-2 2307") == reason(pos, "resist C-78-2") == "not_retreating"
    assert reason(pos, "perish C-S1") == reason(pos, "perish J-7") == "not_retreating"
    assert reason(pos, "perish C-78-1") == "can_retreat"
    assert (refused(pos, "retreat C-78-1 2109-2110"), reason(pos, "retreat C-78-1 2109-2110")) == ("5.1", "path_start")
    assert reason(pos, "retreat C-78-1 2109") == reason(pos, "retreat C-78-1 2108-2109") == "stacking"
    assert reason(pos, "retreat C-78-1 2007") == "retreat_zone"
    assert reason(pos, "retreat C-78-1 2112") == "retreat_hex"
    assert reason(pos, "done") == "retreat_first"
    told = do(pos, "retreat C-78-155S 2208")
    assert told[0].params["units"] == ["C-78-1", "C-78-155S"], "the stack goes together"
    assert where(pos, "C-78-1") == where(pos, "C-78-155S") == "2208"


@rule("shanghai_incident", "7.7", "T-5")
def test_a_whole_stack_that_cannot_retreat_is_lost_for_good() -> None:
    ring = {"J-7": "2107", "J-35": "2109", "J-19": "2008", "J-36": "2208", "C-78-1": "2108", "C-78-155S": "2108"}
    pos = driven_back(ring, "2108")
    told = do(pos, "perish C-78-155S")
    assert [event.params["unit"] for event in told if event.key == "event.lost"] == ["C-78-1", "C-78-155S"]
    assert where(pos, "C-78-1") == where(pos, "C-78-155S") == "lost"
    alone = driven_back({**ring, "C-78-1": "2108-", "C-78-155S": "2306"}, "2108")
    assert (where(alone, "C-78-1"), alone.decision.kind) == ("lost", "combat"), "who can do nothing is not asked"


@rule("shanghai_incident", "7.8")
@pytest.mark.parametrize(("die", "holds"), [(1, True), (2, True), (3, False)])
def test_a_reduced_unit_resists_with_the_strength_that_it_shows(die: int, holds: bool) -> None:
    pos = driven_back({"J-7": "2107", "C-78-1": "2108-", "C-78-155S": "2108"}, "2108")
    event = do(pos, "resist C-78-1", f"roll {die}")[0]
    assert (event.params["die"], event.params["strength"]) == (die, 2)
    assert where(pos, "C-78-1") == "eliminated"
    assert (pos.decision.kind != "withdraw") == holds
    assert holds or retreating(pos).left == 1 << unit("C-78-155S")


@rule("shanghai_incident", "7.7", "7.8")
def test_who_has_no_way_out_is_not_asked_for_a_retreat() -> None:
    around = {"J-7": "1125", "J-35": "1025", "J-19": "0923", "J-36": "1124"}
    pos = situation({**around, "C-518": "1024"}, "J2")
    do(pos, "attack J-7 1024", "join J-35", "resolve", "roll 6")
    assert not options(pos, "retreat")
    assert pos.decision.prompt == "prompt.withdraw_nowhere"


@rule("shanghai_incident", "7.7", "6.2")
def test_the_corner_of_the_map_is_no_refuge_in_an_enemy_zone_unless_a_friend_holds_it() -> None:
    units = {"C-78-1": "0102", "J-7": "0201", "J-19": "0203"}
    runners = 1 << unit("C-78-1")
    go = Withdrawal(C, runners, runners, 1, free=False, defending=True, tried=0)
    assert at("0101") not in retreats(situation(units), go, unit("C-78-1"))
    held = situation({**units, "C-78-155S": "0101"})
    assert at("0101") in retreats(held, go, unit("C-78-1"))
