"""Storm Over Taierzhuang 12.0 Optional rules."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.taierzhuang.table import (
    GAME,
    act,
    choices,
    control,
    held,
    is_spent,
    lay,
    place,
    reason,
    refused,
    under_way,
    units,
    why,
)
from tests.games.taierzhuang.table import strike as throw

from shapan.games.taierzhuang.chits import Replenishing
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.infiltration import modifiers, slips
from shapan.games.taierzhuang.movement import Marching
from shapan.games.taierzhuang.setup import allowed, capacity, waiting
from shapan.games.taierzhuang.squads import anyone, as_many
from shapan.ground.areas import bits, mask_of
from shapan.kernel import DICE, Unknown, rule

SLIP = {"infiltration": True}
RAID = {"battlefield_interdiction": True}
GATHER = {"concentration": True}


def mask(pos: Position, names: str) -> int:
    return sum(1 << pos.book.lexicon.piece_numbers[name] for name in units(names))


@rule("taierzhuang", "12.0")
def test_every_option_is_a_switch_and_off_by_default() -> None:
    cases = {switch.case for switch in GAME.switches.values()}
    assert {f"12.{n}" for n in range(1, 9)} <= cases
    assert not any(GAME.start().book.switches[name] for name, s in GAME.switches.items() if s.values == (False, True))
    with pytest.raises(Unknown):
        GAME.start(None, {"bridge_blown": True})


@rule("taierzhuang", "12.1", "12.2", "R-41")
@pytest.mark.parametrize(
    ("switches", "turn", "choosing"),
    [
        ({}, 1, []),
        ({"japanese_initiative": True}, 1, ["japanese"]),
        ({"japanese_initiative": True}, 2, []),
        ({"free_tc_choice": True}, 2, ["japanese", "chinese"]),
    ],
)
def test_who_chooses_his_chits(switches: dict[str, bool], turn: int, choosing: list[str]) -> None:
    pos = lay({"Y": "J10-1"}, turn=turn, switches=switches)
    pos.stack = (Replenishing(0), ())
    pos.settle()
    found = []
    while pos.decision.kind == "replenish":
        if pos.actor != DICE and pos.actor not in found:
            found.append(pos.actor)
        pos.push(next(iter(pos.options())))
    assert found == choosing


@rule("taierzhuang", "12.1", "12.2")
def test_a_chit_is_taken_from_ones_own_cup() -> None:
    pos = lay({"Y": "J10-1"}, turn=1, hands={"J-WE": 1}, switches={"japanese_initiative": True})
    pos.stack = (Replenishing(0), ())
    pos.settle()
    assert refused(pos, "take J-WE") == refused(pos, "take C-NA") == "5.1"
    act(pos, "take J-BZ")
    assert held(pos, "J-BZ") == 1


# --- 12.5 Battlefield interdiction --------------------------------------------------------------------


@rule("taierzhuang", "12.5", "R-42")
def test_bombers_hit_units_in_a_zone() -> None:
    pos = lay({"CS": "C2-4..7", "Y": "J10-1"}, hands={"J-BS": 1, "C-RD": 1}, switches=RAID)
    act(pos, "call J-BS CS")
    assert throw(pos, 1, 2) == (9, 7, 2)
    assert (pos.actor, pos.decision.params["count"]) == ("chinese", 2)
    assert refused(pos, "hit C110-10") == refused(pos, "decline") == "12.5"
    act(pos, "hit C2-4", "roll 4", "hit C2-5", "roll 3")
    assert (place(pos, "C2-4"), place(pos, "C2-5"), is_spent(pos, "C2-5")) == ("pool", "CS", True)
    assert pos.actor == "chinese"
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "12.5", "R-42")
def test_a_spent_unit_goes_back_at_once_and_hits_above_the_units_are_lost() -> None:
    pos = lay({"CS": "C2-4", "Y": "J10-1"}, spent="C2-4", hands={"J-BS": 1}, switches=RAID)
    act(pos, "call J-BS CS", "throw 6 6")
    assert pos.decision.params["count"] == 1
    act(pos, "hit C2-4")
    assert place(pos, "C2-4") == "pool"
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "12.5", "R-47")
def test_artillery_needs_a_unit_next_to_the_zone_and_aircraft_do_not() -> None:
    pos = lay({"CS": "C2-4", "Y": "J10-1"}, hands={"J-HA": 1, "J-FS": 1}, switches=RAID)
    assert refused(pos, "call J-HA CS") == "12.5"
    assert refused(pos, "call J-FS CS") == ""
    pos = lay({"CS": "C2-4", "A": "J10-1"}, hands={"J-HA": 1}, switches=RAID)
    assert refused(pos, "call J-HA CS") == ""


@rule("taierzhuang", "12.5", "7.2")
def test_without_the_option_empty_zones_and_japanese_zones_are_safe() -> None:
    pos = lay({"CS": "C2-4", "A": "J10-1"}, hands={"J-BS": 1})
    assert refused(pos, "call J-BS CS") == "12.5"
    pos = lay({"CS": "C2-4", "JE1": "J10-1"}, side="chinese", hands={"C-AF": 1}, switches=RAID)
    assert refused(pos, "call C-AF JE1") == "7.2"
    pos = lay({"A": "J10-1"}, hands={"J-BS": 1}, switches=RAID)
    assert refused(pos, "call J-BS CS") == "12.5"


# --- 12.6 Infiltration ----------------------------------------------------------------------------------


@rule("taierzhuang", "12.6", "R-43")
def test_the_modifiers_shift_the_value_or_as_printed_the_die() -> None:
    table = {"N": "C27-1..3 J10-1..2", "M": "C31-1"}
    pos = lay(table, side="chinese", spent="J10-1 J10-2", switches=SLIP)
    area, group = pos.book.map.index("N"), mask(pos, "C31-1")
    assert {entry.key for entry in modifiers(pos, 1, group, area)} == {"more_friendly_ready", "all_enemy_spent"}
    assert slips(pos, 1, group, area, 6)
    printed = lay(table, side="chinese", spent="J10-1 J10-2", switches=SLIP | {"infiltration_modifiers": "die"})
    assert not slips(printed, 1, group, area, 6)
    assert slips(printed, 1, group, area, 2)


@rule("taierzhuang", "12.6", "R-43")
def test_everything_against_a_japanese_tank() -> None:
    pos = lay({"N": "C27-1..4 J10-1", "U": "JT-1"}, spent="J10-1", switches=SLIP)
    assert not slips(pos, 0, mask(pos, "JT-1"), pos.book.map.index("N"), 1)
    assert slips(pos, 0, mask(pos, "J10-2"), pos.book.map.index("N"), 1)


@rule("taierzhuang", "12.6", "R-44")
@pytest.mark.parametrize(
    ("there", "spent", "listed"),
    [
        ("C27-1 J63-1", "", ""),
        ("C27-1 J63-1..2", "", "more_friendly_ready"),
        ("C27-1 J63-1..2", "J63-2", ""),
        ("C27-1..2 J63-1", "", "more_enemy"),
        ("C27-1..2 J63-1..2", "C27-1 J63-2", ""),
        ("C27-1 J63-1", "C27-1", "all_enemy_spent"),
        ("C27-1 J63-1", "J63-1", "all_friendly_spent"),
    ],
)
def test_each_modifier_has_its_condition(there: str, spent: str, listed: str) -> None:
    pos = lay({"U": "J10-1 JT-1", "N": there}, spent=spent, switches=SLIP)
    area = pos.book.map.index("N")
    assert [entry.key for entry in modifiers(pos, 0, mask(pos, "J10-1"), area)] == listed.split()
    tank = [entry.key for entry in modifiers(pos, 0, mask(pos, "J10-1 JT-1"), area)]
    assert sorted(tank) == sorted([*listed.split(), "japanese_tank"])


@rule("taierzhuang", "12.6", "R-43")
def test_what_each_modifier_is_worth_stands_in_the_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = lay({"U": "J10-1", "N": "C27-1..2 J63-1"}, switches=SLIP)
    monkeypatch.setitem(pos.book.infiltration, "more_enemy", -2)
    assert [entry.value for entry in modifiers(pos, 0, mask(pos, "J10-1"), pos.book.map.index("N"))] == [-2]


@rule("taierzhuang", "12.6", "7.1.2", "R-44")
def test_the_contested_area_takes_ten_units_of_a_side() -> None:
    pos = lay({"U": "J10-1..2", "N": "C27-1 J39-1..7 J63-1..2"}, switches=SLIP)
    assert refused(pos, "infiltrate N J10-1") == ""
    assert refused(pos, "infiltrate N J10-1,J10-2") == "7.1.2"


@rule("taierzhuang", "12.6", "7.1.1", "R-66")
def test_the_points_for_both_areas_are_at_hand_before_the_die() -> None:
    """H is the only vacant area behind G, and a tank pays two points for each half of the town."""
    pos = lay({"M": "JT-1 J10-1", "G": "J63-1 C31-1", "F": "C31-2", "K": "C31-3"}, switches=SLIP)
    assert refused(pos, "infiltrate G JT-1") == refused(pos, "infiltrate G J10-1") == ""
    assert refused(pos, "infiltrate G JT-1,J10-1") == "12.6"
    act(pos, "infiltrate G J10-1")
    assert refused(pos, "join JT-1") == "12.6"
    act(pos, "resolve", "roll 1")
    assert under_way(pos, Marching).left == 2
    assert pos.decision.prompt == "prompt.slip"
    assert choices(pos) == {"go H"}
    pos = lay({"M": "JT-1 J10-1", "G": "J63-1 C31-1"}, switches=SLIP)
    act(pos, "infiltrate G JT-1,J10-1", "resolve", "roll 1", "decline")
    why = reason(pos, "go G-H")
    assert why is not None
    assert (why.case, why.key, why.params["cost"]) == ("7.1.1", "refusal.too_dear", 2)


@rule("taierzhuang", "12.6", "7.1.1")
def test_a_stack_slips_through_into_a_vacant_area_and_on() -> None:
    pos = lay({"U": "J10-1..2", "N": "J63-1..2 C27-1"}, switches=SLIP)
    act(pos, "infiltrate N J10-1", "join J10-2", "resolve", "roll 3")
    assert under_way(pos, Marching).left == 2
    for text in ("halt", "leave J10-1"):
        why = reason(pos, text)
        assert why is not None
        assert (why.case, why.key) == ("12.6", "refusal.slip_on")
    assert "go Y" in choices(pos)
    assert refused(pos, "go N-Y") == refused(pos, "go N-M-K") == ""
    assert refused(pos, "go N-M-T") == "7.1"
    act(pos, "go M")
    assert under_way(pos, Marching).left == 1
    act(pos, "go K")
    assert place(pos, "J10-1") == "K"
    assert is_spent(pos, "J10-1")
    assert pos.actor == "chinese"
    assert control(pos, "K") == "japanese"


@rule("taierzhuang", "12.6", "R-64")
def test_a_failed_infiltration_spends_the_stack_where_it_was() -> None:
    pos = lay({"U": "J10-1", "N": "J63-1 C27-1", "A": "C31-1"}, switches=SLIP)
    pos.eager = 1
    act(pos, "infiltrate N J10-1", "resolve")
    assert [event.key for event in act(pos, "roll 5")] == ["event.slip_fails"]
    assert place(pos, "J10-1") == "U"
    assert pos.spent == mask(pos, "J10-1")
    assert pos.eager == 1
    assert pos.actor == "chinese"
    pos = lay({"U": "J10-1", "N": "J63-1 C27-1", "A": "C31-1"}, switches=SLIP)
    act(pos, "infiltrate N J10-1", "resolve", "roll 5")
    assert pos.spent == mask(pos, "J10-1")


@rule("taierzhuang", "12.6", "R-44")
def test_what_cannot_be_infiltrated() -> None:
    pos = lay({"U": "J10-1", "N": "C27-1", "Q": "J63-1"}, switches=SLIP)
    assert refused(pos, "infiltrate N J10-1") == "12.6"
    assert refused(pos, "infiltrate Q J10-1") == "12.6"
    full = lay({"U": "J10-1", "N": "C27-1 J39-1..7 J63-1..3"}, switches=SLIP)
    assert refused(full, "infiltrate N J10-1") == "7.1.2"
    far = lay({"W": "J10-1", "N": "C27-1 J63-1"}, switches=SLIP)
    assert refused(far, "infiltrate N J10-1") == "7.1"


@rule("taierzhuang", "12.6", "7.1.1", "R-66")
def test_infiltration_does_not_start_among_enemies() -> None:
    pos = lay({"N": "J10-1 C27-1", "Q": "J63-1 C27-2"}, switches=SLIP)
    assert refused(pos, "infiltrate Q J10-1") == "7.1.1"


@rule("taierzhuang", "12.6", "R-66")
def test_a_tank_pays_its_surcharge_in_the_town() -> None:
    pos = lay({"M": "JT-1 J10-1", "G": "J63-1..3 C31-1"}, switches=SLIP)
    act(pos, "infiltrate G JT-1", "resolve", "roll 1", "decline", "go F")
    assert under_way(pos, Marching).left == 1
    pos = lay({"M": "JT-1 J10-1", "G": "J63-1..3 C31-1"}, switches=SLIP)
    act(pos, "infiltrate G JT-1,J10-1", "resolve", "roll 1", "decline", "go F")
    assert pos.decision.kind == "impulse"
    assert place(pos, "JT-1") == "F"
    pos = lay({"M": "JT-1", "H": "J63-1..3 C31-1"}, switches=SLIP)
    act(pos, "infiltrate H JT-1", "resolve", "roll 1", "decline")
    assert under_way(pos, Marching).left == 2


@rule("taierzhuang", "12.6", "R-66", "5.2")
def test_pak_36_stops_tanks_in_the_contested_area_and_the_rest_goes_on() -> None:
    pos = lay({"U": "JT-1 J10-1", "N": "J63-1..3 C27-1"}, hands={"C-AT": 1}, switches=SLIP)
    act(pos, "infiltrate N JT-1,J10-1", "resolve", "roll 1", "play C-AT", "throw 2 2", "flip JT-1", "decline")
    act(pos, "go M", "halt")
    assert (place(pos, "JT-1"), place(pos, "J10-1")) == ("N", "M")


@rule("taierzhuang", "12.6", "4.0")
def test_no_way_out_no_fuel_no_option() -> None:
    walls = {
        "N": "J63-1 C27-1",
        "U": "J10-1 JT-1",
        "M": "C31-1",
        "Q": "C31-2",
        "Y": "C31-3",
        "R": "C31-4",
        "I": "C31-5",
    }
    pos = lay(walls, switches=SLIP)
    assert refused(pos, "infiltrate N J10-1") == "12.6"
    pos = lay({"U": "JT-1", "N": "J63-1 C27-1"}, switches=SLIP, event=4)
    assert refused(pos, "infiltrate N JT-1") == "4.0"
    pos = lay({"U": "J10-1", "N": "J63-1 C27-1"})
    assert refused(pos, "infiltrate N J10-1") == "12.6"


@rule("taierzhuang", "12.6")
def test_the_preview_tells_the_chance() -> None:
    pos = lay({"U": "J10-1", "N": "J63-1 C27-1"}, switches=SLIP)
    act(pos, "infiltrate N J10-1")
    [preview] = pos.view("japanese").previews
    assert [chance.numerator for chance in preview.chances] == [3, 3]


@rule("taierzhuang", "12.6")
def test_the_way_out_of_the_contested_area_is_asked_under_the_rule_of_infiltration() -> None:
    pos = lay({"U": "J10-1", "N": "J63-1 C27-1"}, switches=SLIP)
    act(pos, "infiltrate N J10-1", "resolve", "roll 1")
    assert pos.decision.case == "12.6"
    act(pos, "go I")
    assert (pos.decision.kind, pos.decision.case) == ("move", "7.1")


# --- 12.7 Concentration -----------------------------------------------------------------------------------


@rule("taierzhuang", "12.7", "7.1.2", "R-46")
def test_units_of_several_areas_move_into_one() -> None:
    pos = lay({"Y": "J10-1..6", "V": "J63-1..5", "A": "C31-1"}, switches=GATHER)
    act(pos, "concentrate U")
    assert why(pos, "gather J10-1,J63-1") == ("12.7", "refusal.group_area"), "one group after the other"
    act(pos, f"gather {','.join(units('J10-1..6'))}")
    assert refused(pos, "resolve") == "12.7"
    assert refused(pos, f"gather {','.join(units('J63-1..5'))}") == "7.1.2"
    act(pos, f"gather {','.join(units('J63-1..4'))}")
    assert pos.actor == "chinese"
    assert pos.concentration == 1
    assert all(place(pos, unit) == "U" and is_spent(pos, unit) for unit in units("J10-1..6 J63-1..4"))


@rule("taierzhuang", "12.7", "7.1.2", "R-46")
def test_the_first_group_leaves_room_for_a_second_and_ten_units_are_enough() -> None:
    pos = lay({"Y": "J10-1..7 J39-1..3", "V": "J63-1", "Q": "J63-2..3", "A": "C31-1"}, switches=GATHER)
    act(pos, "concentrate U")
    refusal = reason(pos, f"gather {','.join(units('J10-1..7 J39-1..3'))}")  # ten would fit, but nobody with them
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("12.7", "refusal.several_areas")
    act(pos, f"gather {','.join(units('J10-1..7'))}", "resolve")
    assert pos.decision.prompt == "prompt.gather"
    act(pos, "gather J63-1")
    assert pos.decision.prompt == "prompt.gather_or_end"
    act(pos, "gather J63-2")
    assert refused(pos, "join J63-3") == ""
    pos = lay({"Y": "J10-1..7 J39-1..2", "V": "J63-1", "Q": "J63-2..3", "U": "C27-1"}, switches=GATHER)
    act(pos, "concentrate U", f"gather {','.join(units('J10-1..7 J39-1'))}", "resolve", "gather J63-1")
    assert refused(pos, "gather J63-2,J63-3") == "7.1.2"
    assert refused(pos, "gather J63-2") == ""
    assert choices(pos) == {"gather J63-2", "gather J63-3", "summon Q", "resolve"}


@rule("taierzhuang", "12.7", "7.1.1")
def test_a_concentration_goes_no_further_than_its_slowest_and_costliest_units() -> None:
    """From K over M into the town: three points for infantry, four for a tank, and together they have three."""
    pos = lay({"K": "JT-1 J10-1", "M": "J63-1", "H": "C31-1", "G": "C27-1 J39-1"}, switches=GATHER)
    act(pos, "concentrate H")
    assert refused(pos, "gather JT-1") == refused(pos, "gather J10-1") == ""
    assert refused(pos, "gather JT-1,J10-1") == "7.1"
    act(pos, "gather J10-1")
    assert place(pos, "J10-1") == "H", "nobody could join him, and he waits for nobody"


@rule("taierzhuang", "12.7", "7.1.1", "R-48")
def test_who_cannot_pay_for_the_way_is_not_called() -> None:
    """Through the empty half of the town into the other: three points for infantry, five for a tank."""
    table = {"F": "JT-1 J10-1", "M": "J63-1", "I": "J63-2", "H": "C31-1"}
    pos = lay(table, switches=GATHER)
    act(pos, "concentrate H")
    assert refused(pos, "gather JT-1") == "7.1"
    assert "gather JT-1" not in choices(pos)
    act(pos, "summon F")
    assert (place(pos, "J10-1"), place(pos, "JT-1")) == ("H", "F")
    pos = lay(table | {"F": "JT-1"}, switches=GATHER)
    act(pos, "concentrate H")
    assert refused(pos, "summon F") == "12.7"
    assert {text for text in choices(pos) if text.startswith("summon")} == {"summon M", "summon I"}


@rule("taierzhuang", "12.7", "7.1.2")
@pytest.mark.parametrize(("there", "case"), [("J39-1..7 J40-1", ""), ("J39-1..7 J40-1..2", "7.1.2")])
def test_a_concentration_needs_room_for_two(there: str, case: str) -> None:
    pos = lay({"Y": "J10-1", "V": "J63-1", "U": there, "A": "C31-1"}, switches=GATHER)
    assert refused(pos, "concentrate U") == case
    assert ("concentrate U" in choices(pos)) == (case == "")
    pos = lay({"Y": "J10-1..2", "U": there, "A": "C31-1"}, switches=GATHER)
    assert refused(pos, "concentrate U") == (case or "12.7"), "the units of one area need no more than room"


@rule("taierzhuang", "12.7")
def test_nobody_is_summoned_from_an_area_without_units() -> None:
    pos = lay({"A": "C31-1", "C": "C31-2", "Y": "J10-1"}, side="chinese", switches=GATHER)
    pos.concentration = 1
    act(pos, "concentrate B")
    assert refused(pos, "summon D") == "12.7"
    assert {text for text in choices(pos) if text.startswith("summon")} == {"summon A", "summon C"}


@rule("taierzhuang", "12.7")
def test_the_chit_passes_to_china_and_then_out_of_play() -> None:
    pos = lay({"Y": "J10-1", "V": "J63-1", "A": "C31-1", "C": "C31-2"}, switches=GATHER)
    act(pos, "concentrate U", "gather J10-1", "gather J63-1")
    assert refused(pos, "concentrate B") == ""
    act(pos, "concentrate B", "gather C31-1", "gather C31-2")
    assert pos.concentration == -1
    assert refused(pos, "concentrate U") == "12.7"


@rule("taierzhuang", "12.7", "R-46")
def test_one_group_an_area_and_no_other_chits() -> None:
    pos = lay(
        {"Y": "J10-1..2", "V": "J63-1", "A": "C31-1", "T": "J39-1"}, hands={"J-EN": 1, "J-AS": 1}, switches=GATHER
    )
    act(pos, "concentrate U", "gather J10-1")
    assert refused(pos, "gather J10-2") == "12.7", "the group is still being named"
    act(pos, "resolve")
    assert refused(pos, "gather J10-2") == "12.7"
    assert refused(pos, "play J-EN") == "12.7"
    assert refused(pos, "play J-AS") == "5.2"
    assert refused(pos, "gather J10-1") == "12.7"
    assert refused(pos, "pass") == "12.7"
    act(pos, "gather J63-1", "resolve")
    assert is_spent(pos, "J10-1")
    assert not is_spent(pos, "J10-2")


@rule("taierzhuang", "12.7", "R-46", "2.4")
def test_tanks_alone_may_concentrate_under_a_spearhead() -> None:
    table = {"Y": "JT-1", "V": "JT-2", "Q": "J10-1", "T": "JT-3", "A": "C31-1"}
    pos = lay(table, hands={"J-AS": 1}, switches=GATHER)
    act(pos, "concentrate U")
    assert "play J-AS" in choices(pos)
    act(pos, "play J-AS")
    assert refused(pos, "gather J10-1") == "5.2"
    act(pos, "gather JT-1", "gather JT-2", "resolve")
    assert not is_spent(pos, "JT-1")
    assert not is_spent(pos, "JT-2")
    pos = lay({**table, "T": "J10-2"}, hands={"J-AS": 1}, switches=GATHER)
    act(pos, "concentrate U", "play J-AS", "gather JT-1", "gather JT-2")
    assert pos.actor == "chinese", "no other tank could come"
    assert not is_spent(pos, "JT-1")


@rule("taierzhuang", "5.2", "12.7", "R-30", "R-46")
def test_a_spearhead_is_announced_before_a_concentration_moves_and_meets_guns() -> None:
    pos = lay({"Y": "JT-1", "V": "JT-2", "U": "C27-1"}, hands={"J-AS": 1, "C-AT": 1}, switches=GATHER)
    silent = pos.copy()
    act(silent, "concentrate U", "gather JT-1", "play C-AT", "throw 6 6", "destroy JT-1")
    assert silent.decision.kind == "gather"
    late = reason(silent, "play J-AS")
    assert late is not None
    assert (late.case, late.key) == ("5.2", "refusal.spearhead_first"), "the dice of the guns are known"
    assert "play J-AS" not in choices(silent)
    act(pos, "concentrate U", "play J-AS", "gather JT-1", "decline", "gather JT-2", "decline")
    assert not is_spent(pos, "JT-1")


@rule("taierzhuang", "12.7")
def test_units_of_one_area_are_no_concentration_and_the_option_may_be_off() -> None:
    pos = lay({"Y": "J10-1..2", "A": "C31-1"}, switches=GATHER)
    assert refused(pos, "concentrate U") == "12.7"
    pos = lay({"Y": "J10-1..2", "A": "C31-1"}, side="chinese", switches=GATHER)
    assert refused(pos, "concentrate U") == "12.7"
    assert refused(lay({"Y": "J10-1", "V": "J10-2"}), "concentrate U") == "12.7"


@rule("taierzhuang", "12.7", "4.0")
def test_a_fuel_shortage_stops_tanks_here_too() -> None:
    pos = lay({"Y": "JT-1 J10-1", "V": "J63-1", "A": "C31-1"}, switches=GATHER, event=4)
    act(pos, "concentrate U")
    assert refused(pos, "gather JT-1") == "4.0"


@rule("taierzhuang", "12.7", "5.2")
def test_tanks_that_concentrate_among_the_enemy_meet_pak_36() -> None:
    pos = lay({"Y": "JT-1", "U": "J63-1", "N": "C27-1"}, hands={"C-AT": 1}, switches=GATHER)
    act(pos, "concentrate N", "gather JT-1", "play C-AT", "throw 6 6", "destroy JT-1")
    assert pos.decision.kind == "gather"
    act(pos, "gather J63-1")
    assert place(pos, "J63-1") == "N"
    assert pos.actor == "chinese"


@rule("taierzhuang", "12.3", "R-65")
def test_under_saving_face_all_chits_stay_in_the_cups() -> None:
    pos = GAME.start(None, {"saving_face": True})
    assert isinstance(pos, Position)
    assert sum(pos.cups) == 36


@rule("taierzhuang", "12.7", "7.1.2")
def test_all_units_of_an_area_can_be_summoned() -> None:
    pos = lay({"Y": "J10-1..6", "V": "J63-1..5", "A": "C31-1"}, switches=GATHER)
    act(pos, "concentrate U", "summon Y", "summon V")
    assert pos.strength(0, pos.book.map.index("U")) == 10
    assert pos.actor == "chinese"
    pos = lay({"Y": "J10-1..6", "V": "J63-1..5", "A": "C31-1"}, switches=GATHER)
    act(pos, "concentrate U")
    assert refused(pos, "summon B") == "12.7"


@rule("taierzhuang", "12.6")
def test_all_others_join_an_infiltration() -> None:
    pos = lay({"U": "J10-1..3", "N": "J63-1 C27-1"}, switches=SLIP)
    act(pos, "infiltrate N J10-1")
    assert pos.decision.prompt == "prompt.infiltrate"
    act(pos, "all")
    assert pos.decision.prompt == "prompt.infiltrate_now"
    assert refused(pos, "all") == "12.6"
    act(pos, "resolve", "roll 1", "go M", "halt")
    assert all(place(pos, f"J10-{n}") == "M" for n in (1, 2, 3))


@rule("taierzhuang", "12.7", "R-46")
def test_a_part_of_an_area_is_named_unit_by_unit_for_a_concentration() -> None:
    pos = lay({"Y": "J10-1..4", "V": "J63-1", "A": "C31-1"}, switches=GATHER)
    act(pos, "concentrate U", "gather J10-1", "join J10-3")
    assert place(pos, "J10-1") == "Y", "they set out together"
    assert why(pos, "join J63-1") == why(pos, "join J10-2,J63-1") == ("12.7", "refusal.group_area")
    assert refused(pos, "join J10-3") == "7.0"
    assert refused(pos, "pass") == "12.7"
    act(pos, "resolve", "gather J63-1")
    assert [place(pos, f"J10-{n}") for n in (1, 2, 3, 4)] == ["U", "Y", "U", "Y"]
    pos = lay({"Y": "J10-1..4", "V": "J63-1", "A": "C31-1"}, switches=GATHER)
    act(pos, "concentrate U", "gather J10-1", "all")
    assert all(place(pos, f"J10-{n}") == "U" for n in (1, 2, 3, 4))


@rule("taierzhuang", "12.7", "5.2", "R-46")
def test_no_spearhead_that_would_leave_units_of_one_area() -> None:
    pos = lay({"Y": "JT-1..2", "V": "J63-1", "A": "C31-1"}, hands={"J-AS": 1}, switches=GATHER)
    act(pos, "concentrate U")
    assert refused(pos, "play J-AS") == "12.7"
    assert not any(action.verb == "play" for action in pos.options())
    act(pos, "gather J63-1", "gather JT-1", "resolve")
    assert pos.actor == "chinese"
    nobody = lay({"Y": "JT-1 J63-2", "V": "JT-2 J63-1", "A": "C31-1"}, hands={"J-AS": 1}, switches=GATHER, event=4)
    act(nobody, "concentrate U")
    assert refused(nobody, "play J-AS") == "4.0", "without fuel no tank comes"


@rule("taierzhuang", "12.7", "7.1.2", "R-46")
def test_who_stands_behind_a_full_area_comes_once_that_area_has_sent_its_group() -> None:
    table = {"W": "J39-1..7 J40-1..3", "JE1": "J10-1..7", "A": "C31-1"}
    pos = lay(table, switches=GATHER)
    assert "concentrate V" in choices(pos)
    act(pos, "concentrate V")
    assert refused(pos, "gather J10-1") == "7.1", "W is still full"
    assert {text for text in choices(pos) if text.startswith("summon")} == {"summon W"}
    act(pos, "gather J39-1", "resolve")
    assert refused(pos, "resolve") == "12.7", "the others can come now"
    assert refused(pos, "gather J10-1,J10-2") == "7.1", "past nine one at a time"
    act(pos, "gather J10-1")
    assert (place(pos, "J39-1"), place(pos, "J10-1"), pos.actor) == ("V", "V", "chinese")
    stuck = lay(table, spent=" ".join(units(table["W"])), switches=GATHER)
    assert refused(stuck, "concentrate V") == "12.7", "nobody leaves W"
    crowded = lay({**table, "V": "J63-1..7 JT-1..2"}, switches=GATHER)
    assert refused(crowded, "concentrate V") == "7.1.2"
    tanks = lay({"W": "JT-1..4 J39-1..6", "JE1": "J10-1", "A": "C31-1"}, spent="J39-1..6", switches=GATHER, event=4)
    assert refused(tanks, "concentrate V") == "4.0", "with fuel the tanks would make room"


@rule("taierzhuang", "12.7", "5.2", "7.1.2", "R-46")
def test_a_spearhead_counts_the_tanks_behind_a_full_area() -> None:
    table = {"W": "JT-1 J39-1..7 J40-1..2", "JE1": "JT-2 J10-1", "X": "J10-2", "A": "C31-1"}
    pos = lay(table, hands={"J-AS": 1}, switches=GATHER)
    act(pos, "concentrate V")
    assert "play J-AS" in choices(pos)
    act(pos, "play J-AS", "gather JT-1", "gather JT-2")
    assert [place(pos, "JT-1"), place(pos, "JT-2"), is_spent(pos, "JT-2")] == ["V", "V", False]
    infantry = lay({**table, "W": "J39-1..7 J40-1..3", "Y": "JT-1"}, hands={"J-AS": 1}, switches=GATHER)
    act(infantry, "concentrate V")
    assert refused(infantry, "play J-AS") == "12.7", "no tank leaves W, so none gets past it"


@rule("taierzhuang", "12.7", "5.2", "R-30", "R-46")
def test_a_spearhead_may_be_announced_while_the_first_group_is_being_named() -> None:
    table = {"Y": "JT-1 J10-1..2 JT-3", "V": "JT-2 J63-1", "A": "C31-1"}
    pos = lay(table, hands={"J-AS": 1, "J-EN": 1}, switches=GATHER)
    act(pos, "concentrate U", "gather JT-1")
    assert "play J-AS" in choices(pos)
    assert refused(pos, "play J-EN") == "12.7"
    mixed, late = pos.copy(), pos.copy()
    act(pos, "play J-AS")
    assert pos.decision.kind == "group", "another tank could join"
    assert choices(pos) == {"join JT-3", "all", "resolve"}
    assert (refused(pos, "join J10-1"), refused(pos, "play J-AS")) == ("5.2", "5.2")
    act(pos, "resolve", "gather JT-2")
    assert [place(pos, "JT-1"), place(pos, "JT-2"), is_spent(pos, "JT-1")] == ["U", "U", False]
    act(mixed, "join J10-1")
    assert refused(mixed, "play J-AS") == "5.2", "not with infantry in the group"
    assert "play J-AS" not in choices(mixed)
    act(late, "resolve", "gather JT-2")
    assert late.decision.kind == "group"
    assert refused(late, "play J-AS") == "5.2", "the first group has moved"
    alone = lay({**table, "V": "J63-1"}, hands={"J-AS": 1}, switches=GATHER)
    act(alone, "concentrate U", "gather JT-1")
    assert refused(alone, "play J-AS") == "12.7", "no tanks of a second area"
    assert "play J-AS" not in choices(alone)


@rule("taierzhuang", "12.7", "7.1.2", "2.3", "4.0")
def test_why_no_concentration_is_possible() -> None:
    pos = lay({"Y": "J10-1", "V": "J63-1", "U": "J39-1..7 J10-2..4", "A": "C31-1"}, switches=GATHER)
    assert refused(pos, "concentrate U") == "7.1.2"
    assert refused(pos, "concentrate JE1") == "2.3"
    pos = lay({"Y": "JT-1", "V": "JT-2", "A": "C31-1"}, switches=GATHER, event=4)
    assert refused(pos, "concentrate U") == "4.0"
    assert refused(lay({"Y": "J10-1", "A": "C31-1"}, switches=GATHER, event=4), "concentrate U") == "12.7"


@rule("taierzhuang", "12.6", "12.7", "12.8", "3.1", "7.0", "7.1.1")
def test_as_many_as_fit_and_not_whoever_comes_first() -> None:
    """A tank pays more in the town: alone it may be able to go, and then three infantry could not go with it."""
    squad = as_many(0b1111, lambda those: 0 not in those or len(those) == 1, companies=[0b1111, 0b1110])
    assert squad == (1, 2, 3)
    assert as_many(0b1111, lambda those: len(those) < 3) == (0, 1)
    assert as_many(0b1111, lambda those: 1 not in those) == (0, 2, 3)
    assert as_many(0b1111, lambda those: True, most=2) == (0, 1)
    assert as_many(0b1111, lambda those: 1 not in those, most=2) == (0, 2)
    assert as_many(0b11, lambda those: len(those) < 2, companies=[0b10]) == (0,), "of equals the first"
    assert as_many(0b11, lambda those: True, most=0) == as_many(0b11, lambda those: False) == ()
    assert as_many(0b11, lambda those: 0 not in those, companies=[0b111, 0b110]) == (1,), "nobody else comes along"


@rule("taierzhuang", "7.0", "7.1.1")
def test_whether_anyone_fits_is_known_before_the_most_are_found() -> None:
    rng = Random(3)
    squads = [tuple(bits(units)) for units in range(1, 16)]
    for _ in range(400):
        fitting = {squad for squad in squads if rng.random() < 0.15}
        units, most, companies = rng.randrange(16), rng.randrange(5), [rng.randrange(16)]
        assert anyone(units, fitting.__contains__, most) == bool(as_many(units, fitting.__contains__, most, companies))


@rule("taierzhuang", "12.8", "3.1")
def test_the_rest_takes_all_formations_that_still_have_room() -> None:
    pos = GAME.start(None, {"historical_setup": True})
    assert isinstance(pos, Position)
    act(pos, "roll 6", "roll 6")
    best = 0
    for area in bits(pos.book.areas):
        name = pos.book.map.ids[area]
        if refused(pos, f"rest {name}"):
            continue
        world = pos.copy()
        act(world, f"rest {name}")
        placed = world.strength(1, area)
        alone = [unit for unit in bits(waiting(pos, 1)) if allowed(pos, 1 << unit, area)]
        quota = sum(
            min(entry.count, (entry.units & mask_of(alone)).bit_count())
            for entry in pos.book.detachments
            if entry.areas >> area & 1
        )
        assert placed == min(capacity(pos, area), quota), name
        best = max(best, placed)
    assert best == pos.book.limit


@rule("taierzhuang", "12.6", "11.0", "7.1.1")
def test_japanese_infiltrators_are_told_of_canal_and_vertex() -> None:
    pos = lay({"F": "J10-1", "C": "J63-1 C27-1"}, switches=SLIP)
    assert refused(pos, "infiltrate C J10-1") == "7.1.1"
    pos = lay({"G": "J10-1", "C": "J63-1 C27-1"}, switches=SLIP)
    assert refused(pos, "infiltrate C J10-1") == "11.0"


@rule("taierzhuang", "12.6", "R-68")
def test_the_emptied_start_area_is_no_way_out() -> None:
    pos = lay({"U": "J10-1", "N": "J63-1 C27-1"}, switches=SLIP)
    act(pos, "infiltrate N J10-1", "resolve", "roll 1")
    assert refused(pos, "go U") == "12.6"
    assert refused(pos, "go N-U") == "12.6"
    assert "go U" not in {GAME.format(pos, action) for action in pos.options()}
    act(pos, "go M")


@rule("taierzhuang", "12.6", "R-43")
def test_the_preview_lists_the_modifiers_as_it_counts_them() -> None:
    for mode, value, good in (("value", -1, 2), ("die", +1, 4)):
        pos = lay({"U": "J10-1", "N": "J63-1 C27-1..2"}, switches={**SLIP, "infiltration_modifiers": mode})
        act(pos, "infiltrate N J10-1")
        [preview] = pos.view("japanese").previews
        listed = {factor.key: factor.value for factor in preview.factors}
        assert listed["factor.more_enemy"] == value
        assert sum(int(number) for number in listed.values()) == preview.chances[0].numerator == good


@rule("taierzhuang", "12.6", "R-68")
def test_infiltrators_are_told_why_they_do_not_get_there() -> None:
    """Back, into an area that is not vacant, to one that is but lies elsewhere, over the canal, into a zone."""
    pos = lay({"F": "C27-1 J63-1", "K": "J10-1", "G": "J40-1"}, switches={"infiltration": True})
    act(pos, "infiltrate F J10-1", "resolve", "roll 1")
    for go in ("go {}", "go F-{}"):
        assert why(pos, go.format("K")) == ("12.6", "refusal.slip_back")
        assert why(pos, go.format("G")) == ("12.6", "refusal.slip_vacant")
        assert why(pos, go.format("Q")) == ("7.1", "refusal.not_adjacent")
        assert why(pos, go.format("C")) == ("7.1.1", "refusal.vertex")
        assert why(pos, go.format("JE1")) == ("2.3", "refusal.no_entry_to_zones")
        assert why(pos, go.format("E")) == ("", "")
    assert why(pos, "go F-E-K") == ("", ""), "by normal movement it may come round"
