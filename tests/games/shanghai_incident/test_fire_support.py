"""15.0 Fire support."""

from tests.games.shanghai_incident.table import (
    C,
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

from shapan.games.shanghai_incident.fire_support import RAIDING, arrive_with, interdicted_area
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import Redeployment
from shapan.kernel import Event, rule
from shapan.mechanics.fire_and_movement.battle import defence_terms

ALL = (-3,) * 9


@rule("shanghai_incident", "15.2", "8.2", "R-20", "X-36")
def test_ranges_by_kind_of_marker() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108", "C-78-2": "1123"}, "J2", support=ALL)
    assert legal(pos, "bombard FS-A1 2108")
    assert refused(pos, "bombard FS-N1 2108") == "15.2"
    assert legal(pos, "bombard FS-N1 1123")
    assert pos.book.river_reach[5] & hexes("1123")
    assert not pos.book.river_reach[5] & hexes("2108")
    assert legal(pos, "bombard FS-9 2108"), "a Japanese unit is near"
    assert refused(pos, "bombard FS-9 1123") == "15.2"


@rule("shanghai_incident", "15.1", "X-41", "T-29")
def test_a_marker_supports_any_formation() -> None:
    pos = situation({"J-24-14": "2107", "C-78-1": "2108"}, "J2", support=ALL)
    do(pos, "attack J-24-14 2108")
    assert legal(pos, "support FS-9")


@rule("shanghai_incident", "15.3", "X-37", "R-21", "T-28")
def test_rubble_is_rolled_for_each_marker_after_the_combat() -> None:
    pos = situation({"J-3Sas": "1125", "J-SAC": "1125", "C-78-6": "1024"}, "J2", support=ALL)
    do(pos, "attack J-3Sas 1024", "support FS-A1", "support FS-A2")
    assert sum(term.value for term in defence_terms(pos, battle(pos))) == 3 + 2
    do(pos, "resolve", "roll 1")
    while pos.decision.kind in ("withdraw", "exchange"):
        pos.push(next(iter(pos.options())))
    assert keys(do(pos, "roll 3")) == ["no_rubble"]
    do(pos, "roll 1")
    assert pos.rubble == hexes("1024")
    later = situation({"J-3Sas": "1024", "C-78-6": "0924"}, "C2", rubble=pos.rubble)
    do(later, "attack C-78-6 1024")
    assert sum(term.value for term in defence_terms(later, battle(later))) == 3 + 3, "for the Japanese too"
    assert later.resists_freely(battle(later))


@rule("shanghai_incident", "15.3")
def test_without_fire_support_nothing_is_rolled_and_the_phase_goes_on() -> None:
    pos = situation({"J-3Sas": "1125", "C-78-6": "1024"}, "J2", {"bombardment": False}, support=ALL)
    do(pos, "attack J-3Sas 1024", "resolve", "roll 2")
    while pos.decision.kind in ("withdraw", "exchange", "advance"):
        pos.push(next(iter(pos.options())))
    assert pos.decision.kind not in ("rubble", "fight"), "nobody is left who could attack"


@rule("shanghai_incident", "15.3", "R-21", "R-36")
def test_no_rubble_in_towns_and_none_twice() -> None:
    town = situation({"J-7": "1920", "C-78-1": "1820"}, "J2", support=ALL)
    do(town, "attack J-7 1820", "support FS-A1", "resolve")
    do(town, "roll 3")
    assert town.decision.kind != "rubble"
    twice = situation({"J-3Sas": "1125", "C-78-6": "1024"}, "J2", support=ALL, rubble=hexes("1024"))
    do(twice, "attack J-3Sas 1024", "support FS-A1", "resolve", "roll 2")
    assert twice.decision.kind != "rubble"
    assert (
        refused(situation({"C-78-6": "1024", "J-7": "2110"}, "C1", rubble=hexes("1024"), logistics=3), "fortify C-78-6")
        == "17.1"
    )


@rule("shanghai_incident", "15.4", "R-22", "X-28", "T-14")
def test_battlefield_interdiction_multiplies_chinese_costs_within_two_hexes() -> None:
    pos = situation({"J-7": "2210", "C-78-1": "2105"}, "J1", held=(0, 0))
    do(pos, "interdict FS-A1 2108")
    assert refused(pos, "interdict FS-A1 2107") == "15.1"
    costs, usual = pos.costs_for(C, "leg"), pos.costs_for(J, "leg")
    assert costs.step(at("2105"), at("2106")) == 2
    assert usual.step(at("2105"), at("2106")) == 1
    assert costs.step(at("2106"), at("2105")) == 1, "three hexes away"
    assert costs.step(at("2107"), at("2108")) == 2, "its own hex too"
    assert Redeployment(pos, (unit("C-78-1"),)).prices().step(at("2105"), at("2106")) == 4
    assert "FS-A1" in [piece.id for piece in pos.view("chinese").pieces]
    assert any(mark.kind == "interdicted" for mark in pos.view("chinese").marks)


@rule("shanghai_incident", "15.4", "13.5", "R-45")
def test_logistical_interdiction_and_who_flies() -> None:
    pos = situation({"J-7": "2210", "C-78-1": "2105"}, "J1")
    assert refused(pos, "raid FS-N1") == "15.4"
    assert refused(pos, "raid FS-A2") == "15.1"
    assert refused(pos, "raid J-7") == "15.4"
    do(pos, "raid FS-A1")
    assert pos.support[0] == -1
    chinese = situation({"J-7": "2210", "C-78-1": "2105"}, "C1")
    assert refused(chinese, "raid FS-A1") == "15.4"
    mobile = situation({"J-2T": "2210", "C-78-1": "2105"}, "J3")
    assert legal(mobile, "interdict FS-A1 2108")


@rule("shanghai_incident", "15.1", "8.1")
def test_markers_that_have_not_arrived_cannot_be_used() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, "J2")
    assert options(pos, "bombard") == {"FS-A1 2108"}
    assert refused(pos, "bombard FS-A2 2108") == "15.1"
    assert where(pos, "J-7") == "2107"


@rule("shanghai_incident", "15.4", "5.1", "14.0")
def test_a_shortage_of_points_that_aircraft_cause_says_so() -> None:
    pos = situation({"J-7": "2610", "C-78-1": "2105"}, "C1", held=(0, 0), support=(at("2108"), *(-4,) * 8))
    assert refused(pos, "move C-78-1 2108") == "15.4"
    assert refused(pos, "move C-78-1 2105-2106-2107-2108") == "15.4"
    assert refused(pos, "move C-78-1 2112") == "5.1", "too far in any case"
    clear = situation({"J-7": "2610", "C-78-1": "2105"}, "C1", held=(0, 0))
    assert legal(clear, "move C-78-1 2108")
    straight = "redeploy C-78-1 2105-2106-2107-2108-2109-2110"
    assert legal(clear, straight)
    assert refused(pos, straight) == "15.4"


@rule("shanghai_incident", "16.3", "5.1")
def test_a_shortage_of_points_that_a_sniper_causes_says_so() -> None:
    pos = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1", snipers=(at("1026"), -1, -1, -1))
    assert refused(pos, "move J-3Sas 1027") == "16.3"
    clear = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1")
    assert legal(clear, "move J-3Sas 1027")
    assert refused(clear, "move J-3Sas 1525") == "5.1"


@rule("shanghai_incident", "15.4", "13.1")
def test_air_missions_are_flown_in_japanese_movement_phases_and_never_in_combat() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, "J2")
    assert refused(pos, "interdict FS-A1 2108") == "15.4"
    assert refused(pos, "raid FS-A1") == "15.4"


def shelled(*markers: str, rubble: int = 0) -> ShanghaiPosition:
    """An attack on Chapei with these markers, of which nothing is left but the dice for rubble."""
    pos = situation({"J-3Sas": "1125", "C-78-6": "1024"}, "J2", support=ALL, rubble=rubble)
    do(pos, "attack J-3Sas 1024", *(f"support {marker}" for marker in markers), "resolve", "roll 1")
    while pos.decision.kind in ("withdraw", "exchange"):
        pos.push(next(iter(pos.options())))
    return pos


@rule("shanghai_incident", "15.3", "R-21")
def test_a_one_or_a_two_makes_rubble_and_each_marker_has_one_die() -> None:
    for die, rubble in ((1, True), (2, True), (3, False)):
        pos = shelled("FS-A1")
        assert pos.decision.kind == "rubble"
        do(pos, f"roll {die}")
        assert bool(pos.rubble) == rubble
        assert pos.decision.kind != "rubble"
    three = shelled("FS-A1", "FS-A2", "FS-N1")
    for _ in range(3):
        assert three.decision.kind == "rubble"
        do(three, "roll 6")
    assert three.decision.kind != "rubble"
    early = shelled("FS-A1", "FS-A2", "FS-N1")
    do(early, "roll 2")
    assert early.decision.kind != "rubble", "there is rubble, the other dice need not be rolled"
    assert shelled().decision.kind != "rubble", "no marker, no die"


@rule("shanghai_incident", "15.3", "R-21", "R-36")
def test_rubble_is_rolled_for_in_every_city_hex_that_has_none() -> None:
    beside = hexes("1023 1025")
    assert shelled("FS-A1", rubble=beside).decision.kind == "rubble", "that of the hexes beside it does not matter"
    assert shelled("FS-A1", rubble=hexes("1024")).decision.kind != "rubble"
    for start, target, city in (("2109", "2108", False), ("1623", "1624", True)):
        pos = situation({"J-7": start, "C-78-1": target}, "J2", support=ALL)
        do(pos, f"attack J-7 {target}", "support FS-A1", "resolve", "roll 2")
        while pos.decision.kind in ("withdraw", "exchange"):
            pos.push(next(iter(pos.options())))
        assert (pos.decision.kind == "rubble") == city


@rule("shanghai_incident", "15.3", "8.3", "R-21")
def test_support_of_a_defence_makes_rubble_as_well() -> None:
    pos = situation({"J-3Sas": "1024", "C-78-6": "0924"}, "C2", support=ALL)
    do(pos, "attack C-78-6 1024", "resolve", "support FS-A1", "resolve", "roll 4")
    while pos.decision.kind in ("withdraw", "exchange", "advance"):
        pos.push(next(iter(pos.options())))
    assert pos.decision.kind == "rubble"


@rule("shanghai_incident", "15.4", "R-22")
def test_the_interdicted_area_is_the_hex_of_the_marker_and_two_around_it() -> None:
    pos = situation({"J-7": "2210", "C-78-1": "2105"}, "J1", support=(-3, -3, -3, *(-4,) * 6))
    assert interdicted_area(pos) == 0
    for here in ("2108", "0101"):
        pos = situation({"J-7": "2210", "C-78-1": "2105"}, "J1", support=(-3, -3, -3, *(-4,) * 6))
        do(pos, f"interdict FS-A2 {here}")
        assert interdicted_area(pos) == pos.book.grid.within(at(here), 2)


@rule("shanghai_incident", "15.4", "15.1")
def test_missions_are_offered_to_aircraft_that_are_ready_and_to_nothing_else() -> None:
    pos = situation({"J-7": "2210", "C-78-1": "2105"}, "J1", support=(-3, -3, -3, *(-4,) * 6))
    assert options(pos, "raid") == {"FS-A1", "FS-A2"}
    assert {text.split()[0] for text in options(pos, "interdict")} == {"FS-A1", "FS-A2"}
    assert {(reason(pos, f"raid {name}")) for name in ("FS-N1", "FS-9", "J-7")} == {"mission_air"}
    assert refused(pos, "raid J-3Sas") == "15.4"
    do(pos, "raid FS-A2")
    assert (pos.support[0], pos.support[1]) == (-3, RAIDING)
    assert options(pos, "raid") == {"FS-A1"}
    assert reason(pos, "raid FS-A2") == "marker_used"
    do(pos, "interdict FS-A1 2108")
    assert not options(pos, "raid")
    assert not options(pos, "interdict")
    late = situation({"J-7": "2210", "C-78-1": "2105"}, "J1", support=(-2, -4, *(-3,) * 7))
    assert not options(late, "raid")
    assert reason(late, "raid FS-A2") == "marker_absent"
    theirs = situation({"J-7": "2210", "C-78-1": "2105"}, "C1")
    for line in ("interdict FS-A1 2108", "raid FS-A1"):
        assert (refused(theirs, line), reason(theirs, line)) == ("15.4", "mission_when"), "it is an air marker"


@rule("shanghai_incident", "15.1", "13.2")
def test_a_formation_brings_its_own_markers_and_no_others() -> None:
    brought = {"SNLF": {1, 3}, "24B": {5}, "9D": {6}, "11D": {4, 7}, "14D": {8}}
    for formation, markers in brought.items():
        pos = situation({"J-7": "2210", "C-78-1": "2105"}, "J1")
        told: list[Event] = []
        pos.teller = told.append
        arrive_with(pos, formation)
        assert {number for number, state in enumerate(pos.support) if state == -3} == {0, 2} | markers
        assert {event.params["unit"] for event in told} == {pos.book.markers[number].id for number in markers}


@rule("shanghai_incident", "15.4", "14.0")
def test_a_redeployment_named_by_its_end_is_too_dear_because_of_aircraft_only_if_it_is() -> None:
    pos = situation({"J-7": "4210", "C-78-1": "2105"}, "C1", held=(0, 0), support=(at("2115"), *(-4,) * 8))
    assert refused(pos, "redeploy C-78-1 2117") == "15.4"
    assert refused(pos, "redeploy C-78-1 3905") == "14.0"
    clear = situation({"J-7": "4210", "C-78-1": "2105"}, "C1", held=(0, 0))
    assert legal(clear, "redeploy C-78-1 2117")
    assert refused(clear, "redeploy C-78-1 2118") == "14.0", "that is as far as it goes"
