"""Storm Over Taierzhuang 7.0, 7.1: impulses, movement, stacking."""

from __future__ import annotations

import pytest
from tests.games.taierzhuang.table import (
    act,
    choices,
    control,
    is_spent,
    lay,
    place,
    reason,
    refused,
    under_way,
    units,
    why,
)

from shapan.games.taierzhuang.movement import Marching
from shapan.games.taierzhuang.squads import companies_of
from shapan.games.taierzhuang.stacking import overstacked
from shapan.ground.areas import bits, mask_of
from shapan.kernel import rule


@rule("taierzhuang", "7.0", "7.1")
def test_five_battalions_move_from_wanzhuang_to_chentang_as_one_action() -> None:
    pos = lay({"Y": "J10-1..5", "C": "C31-1"})
    act(pos, "move J10-1,J10-2,J10-3,J10-4,J10-5", "go U", "halt")
    assert all(place(pos, f"J10-{n}") == "U" and is_spent(pos, f"J10-{n}") for n in range(1, 6))
    assert (control(pos, "U"), control(pos, "Y"), pos.actor) == ("japanese", "", "chinese")


@rule("taierzhuang", "7.1.1", "9.0")
def test_an_enemy_controlled_area_costs_two_and_becomes_contested() -> None:
    pos = lay({"Y": "J10-1..5", "U": "C31-1..2"})
    act(pos, "move J10-1,J10-2,J10-3,J10-4,J10-5", "go U")
    assert pos.actor == "chinese"
    assert control(pos, "U") == ""


@rule("taierzhuang", "7.1.1", "R-14")
@pytest.mark.parametrize("path", ["C-F", "C-I", "C-L", "F-C", "I-C", "L-C"])
def test_chinese_units_use_the_corners_of_c(path: str) -> None:
    start, goal = path.split("-")
    pos = lay({start: "C31-1"}, side="chinese")
    act(pos, "move C31-1")
    assert refused(pos, f"go {start}-{goal}") == ""
    act(pos, f"go {goal}")
    assert under_way(pos, Marching).left == 2


@rule("taierzhuang", "7.1.1", "R-14")
def test_other_corners_are_no_links_and_japanese_units_use_none() -> None:
    pos = lay({"C": "J10-1"})
    act(pos, "move J10-1")
    assert refused(pos, "go C-F") == "7.1.1"
    pos = lay({"B": "C31-1", "D": "C31-2"}, side="chinese")
    act(pos, "move C31-1")
    assert refused(pos, "go B-G") == "7.1"


@rule("taierzhuang", "7.1.1")
def test_costs_add_up_along_the_path() -> None:
    pos = lay({"Y": "J10-1", "N": "C27-1"})
    act(pos, "move J10-1", "go Y-U-N")
    assert (place(pos, "J10-1"), is_spent(pos, "J10-1"), control(pos, "N")) == ("N", True, "")


@rule("taierzhuang", "7.1.1")
def test_a_move_stops_among_enemies() -> None:
    pos = lay({"Y": "J10-1", "N": "C27-1", "M": "C27-2"})
    act(pos, "move J10-1")
    assert refused(pos, "go Y-N-M") == "7.1.1"
    assert "go N" in choices(pos)
    assert "go M" not in choices(pos)


@rule("taierzhuang", "7.1.1")
def test_a_move_stops_among_enemies_even_where_friends_are() -> None:
    pos = lay({"Y": "J10-1", "N": "C27-1 J10-2"})
    act(pos, "move J10-1")
    assert refused(pos, "go Y-N-Q") == "7.1.1"


@rule("taierzhuang", "7.1.1", "R-12")
def test_from_enemy_area_to_enemy_area_takes_all_points() -> None:
    pos = lay({"N": "J10-1 C27-1", "M": "C27-2"})
    act(pos, "move J10-1", "go M")
    assert (place(pos, "J10-1"), pos.actor) == ("M", "chinese")
    pos = lay({"N": "J10-1 C27-1", "M": "C27-2"})
    act(pos, "move J10-1")
    assert refused(pos, "go N-M-K") == "7.1.1"


@rule("taierzhuang", "7.1.1", "R-12")
def test_a_second_step_from_enemy_to_enemy_is_refused() -> None:
    pos = lay({"U": "J10-1", "N": "C27-1 J10-2", "M": "C27-2"})
    act(pos, "move J10-1")
    assert refused(pos, "go U-N-M") == "7.1.1"


@rule("taierzhuang", "7.1.1")
def test_tanks_pay_one_more_for_the_town() -> None:
    pos = lay({"F": "JT-1", "G": "C31-1"})
    act(pos, "move JT-1")
    assert refused(pos, "go F-G") == ""
    assert under_way(pos, Marching).left == 4
    act(pos, "go G", "decline")
    assert place(pos, "JT-1") == "G"


@rule("taierzhuang", "7.1.1", "R-11", "R-48")
def test_a_mixed_group_has_the_lowest_allowance_and_pays_the_highest_cost() -> None:
    pos = lay({"F": "JT-1 J10-1", "G": "C31-1"})
    act(pos, "move JT-1,J10-1")
    assert refused(pos, "go F-G") == ""
    pos = lay({"K": "JT-1 J10-1", "F": "J10-2", "G": "C31-1"})
    act(pos, "move JT-1,J10-1")
    assert refused(pos, "go K-F-G") == "7.1.1"
    pos = lay({"K": "JT-1", "F": "J10-2", "G": "C31-1"})
    act(pos, "move JT-1")
    assert refused(pos, "go K-F-G") == ""


@rule("taierzhuang", "7.1.1", "R-11", "R-48")
def test_a_tank_left_before_the_town_costs_nothing_there_and_speeds_nobody_up() -> None:
    pos = lay({"K": "JT-1 J10-1", "G": "C31-1"})
    act(pos, "move JT-1,J10-1", "go F", "leave JT-1")
    assert is_spent(pos, "JT-1")
    assert place(pos, "JT-1") == "F"
    assert refused(pos, "go F-G") == ""
    pos = lay({"K": "JT-1 J10-1"})
    act(pos, "move JT-1,J10-1", "go F", "leave J10-1")
    assert under_way(pos, Marching).left == 2


@rule("taierzhuang", "7.1.2", "R-15")
def test_ten_units_an_area_also_in_passing() -> None:
    pos = lay({"U": "J39-1..7 J40-1..2", "Y": "J10-1..2"})
    act(pos, "move J10-1,J10-2")
    assert refused(pos, "go Y-U") == "7.1.2"
    assert refused(pos, "go Y-U-Q") == "7.1.2"
    assert "go U" not in choices(pos)


@rule("taierzhuang", "7.1.2")
def test_the_opponent_removes_a_surplus() -> None:
    pos = lay({"U": "J39-1..7 J40-1..4", "Y": "J10-1", "N": "C31-1"})
    act(pos, "move J10-1", "go R", "halt")
    assert (pos.decision.kind, pos.actor) == ("surplus", "chinese")
    there = units("J39-1..7 J40-1..4")
    assert {text for unit in [*there, "J10-1"] if not refused(pos, text := f"destroy {unit}")} == choices(pos)
    assert choices(pos) == {f"destroy {unit}" for unit in there}
    assert refused(pos, "destroy C31-1") == "7.1.2"
    assert overstacked(pos) == [(0, pos.book.map.index("U"))]
    act(pos, "destroy J39-1")
    assert place(pos, "J39-1") == "lost"
    assert (pos.decision.kind, pos.actor) == ("impulse", "chinese")
    assert not overstacked(pos), "ten may stay"
    assert not overstacked(lay({"U": "J39-1..7 J40-1..3 C31-1..10"})), "ten of each side"


@rule("taierzhuang", "7.1.1")
def test_units_are_dropped_off_and_spent_at_once() -> None:
    pos = lay({"Y": "J10-1..4", "N": "C27-1"})
    act(pos, "move J10-1,J10-2,J10-3,J10-4", "go U", "leave J10-1", "leave J10-2")
    assert is_spent(pos, "J10-1")
    assert not is_spent(pos, "J10-3")
    assert refused(pos, "leave J10-1") == "7.1.1"
    assert refused(pos, "leave J10-3,J10-4") == "7.1.1"
    act(pos, "go Q", "halt")
    assert {place(pos, f"J10-{n}") for n in (1, 2)} == {"U"}
    assert all(place(pos, f"J10-{n}") == "Q" and is_spent(pos, f"J10-{n}") for n in (3, 4))


@rule("taierzhuang", "7.1.2", "9.0", "7.1.1")
def test_ten_units_come_out_of_a_full_zone_and_leave_nobody_behind() -> None:
    ten = "J39-1,J39-2,J39-3,J39-4,J39-5,J39-6,J39-7,J40-1,J40-2,J40-3"
    pos = lay({"JE1": "J39-1..7 J40-1..7 J63-1..6"})
    act(pos, f"move {ten}", "go JE1-W-V", "halt")
    assert control(pos, "W") == ""
    assert control(pos, "V") == "japanese"
    pos = lay({"JE1": "J39-1..7 J40-1..7 J63-1..6"})
    assert refused(pos, f"move {ten},J40-4") == "7.1.2"


@rule("taierzhuang", "7.1.1")
def test_entry_from_a_zone_costs_as_from_an_area() -> None:
    pos = lay({"CS": "C31-1", "C": "J10-1"}, side="chinese")
    act(pos, "move C31-1")
    assert refused(pos, "go CS-A") == refused(pos, "go CS-C") == ""
    act(pos, "go A")
    assert under_way(pos, Marching).left == 2


@rule("taierzhuang", "2.3", "R-13")
def test_nobody_moves_into_a_zone() -> None:
    pos = lay({"W": "J10-1", "V": "J10-2"})
    act(pos, "move J10-1")
    assert refused(pos, "go W-JE1") == "2.3"
    pos = lay({"W": "C31-1"}, side="chinese")
    act(pos, "move C31-1")
    assert refused(pos, "go W-JE1") == "2.3"


@rule("taierzhuang", "7.1", "R-57")
def test_a_move_enters_an_area_and_may_come_back() -> None:
    pos = lay({"Y": "J10-1", "N": "C27-1"})
    act(pos, "move J10-1")
    for text in ("halt", "leave J10-1"):
        why = reason(pos, text)
        assert why is not None
        assert (why.case, why.key) == ("7.1", "refusal.move_first")
    act(pos, "go Y-U-Y", "halt")
    assert place(pos, "J10-1") == "Y"
    assert is_spent(pos, "J10-1")


@rule("taierzhuang", "7.1")
def test_a_move_ends_when_points_run_out() -> None:
    pos = lay({"Y": "J10-1", "N": "C27-1"})
    act(pos, "move J10-1")
    assert refused(pos, "go Y-U-Q-T-S") == "7.1.1"
    assert refused(pos, "go S") == "7.1"
    act(pos, "go Y-U-Q-T")
    assert pos.actor == "chinese"


@rule("taierzhuang", "2.1", "7.0")
def test_only_ready_units_of_one_area_act_together() -> None:
    pos = lay({"Y": "J10-1..2", "U": "J10-3", "N": "C27-1"}, spent="J10-2")
    assert refused(pos, "move J10-2") == "2.1"
    assert refused(pos, "move J10-1,J10-3") == "7.0"
    assert refused(pos, "move C27-1") == "7.0"
    assert refused(pos, "move J10-1,J10-1") == "7.0"
    assert refused(pos, "move J63-1") == "7.0"
    act(pos, "move J10-1")
    assert refused(pos, "join J10-3") == "7.0"
    assert refused(pos, "join J10-2") == "2.1"
    assert refused(pos, "pass") == "7.1"


@rule("taierzhuang", "7.1.1")
def test_a_group_moves_together() -> None:
    pos = lay({"Y": "J10-1..2", "N": "C27-1"})
    act(pos, "move J10-1")
    assert pos.decision.prompt == "prompt.move"
    act(pos, "join J10-2")
    assert pos.decision.prompt == "prompt.move_off", "nobody else is there"
    act(pos, "go U")
    assert pos.decision.prompt == "prompt.march"
    assert place(pos, "J10-1") == place(pos, "J10-2") == "U"
    assert refused(pos, "join J10-3") == "7.1"
    act(pos, "leave J10-1")
    assert pos.decision.prompt == "prompt.march_on", "the last one leaves nobody behind"


@rule("taierzhuang", "7.1.1", "R-53", "9.0")
def test_costs_follow_the_control_at_the_start_of_the_impulse() -> None:
    pos = lay({"Y": "J10-1", "U": "C31-1", "N": "J63-1"})
    area = 1 << pos.book.map.index("U")
    pos.put(pos.at[pos.book.map.index("U")], pos.book.map.index("U"), pos.book.lost[1])
    assert pos.control[1] & area
    act(pos, "move J10-1", "go U")
    assert under_way(pos, Marching).left == 1


@rule("taierzhuang", "7.1.1", "R-10")
def test_a_contested_area_costs_one_or_two_as_the_players_agree() -> None:
    pos = lay({"N": "J10-1 C27-1", "U": "J10-2", "Y": "J10-3"})
    act(pos, "move J10-3")
    assert refused(pos, "go Y-V-U-N") == ""
    pos = lay({"N": "J10-1 C27-1", "U": "J10-2", "Y": "J10-3"}, switches={"contested_entry_cost": 2})
    act(pos, "move J10-3")
    assert refused(pos, "go Y-V-T-Q") == "", "an empty area costs one all the same"
    refusal = reason(pos, "go Y-V-U-N")
    assert refusal is not None
    assert (refusal.case, refusal.params["cost"]) == ("7.1.1", 2)


@rule("taierzhuang", "7.0", "7.1.2")
def test_all_others_of_the_area_join_as_far_as_they_can() -> None:
    pos = lay({"Y": "J10-1..4", "N": "C27-1"}, spent="J10-4")
    act(pos, "move J10-1", "all", "go U", "halt")
    assert [place(pos, f"J10-{n}") for n in range(1, 5)] == ["U", "U", "U", "Y"]
    pos = lay({"Y": "J10-1", "N": "C27-1"})
    act(pos, "move J10-1")
    assert refused(pos, "all") == "7.1.2"
    pos = lay({"Y": "J10-1..4", "X": "J39-1..7 J40-1..3"})
    act(pos, "move J10-1", "all")
    assert under_way(pos, Marching).group.bit_count() == 4, "one full area beside them keeps nobody back"
    pos = lay({"JE1": "J39-1..7 J40-1..7", "N": "C27-1"})
    act(pos, "move J39-1", "all")
    assert under_way(pos, Marching).group.bit_count() == 10


@rule("taierzhuang", "7.1", "7.1.1", "7.1.2")
def test_a_group_that_fits_nowhere_is_told_so_even_among_enemies() -> None:
    ring = {area: f"J63-{n}" for n, area in enumerate("IMQRUY", 1)}
    pos = lay({"N": "J10-1..7 J39-1..3 C27-1", **ring})
    assert refused(pos, f"move {','.join(units('J10-1..7 J39-1..3'))}") == "7.1.2"
    assert refused(pos, f"move {','.join(units('J10-1..7 J39-1..2'))}") == ""


@rule("taierzhuang", "2.3", "5.2", "7.0", "7.1", "7.1.1", "7.2", "8.0", "12.5")
def test_the_first_and_the_last_letter_are_areas_like_all_others() -> None:
    pos = lay({"Y": "C27-1..2", "U": "J10-1..2 JT-1", "A": "C31-1"}, spent="C27-2", hands={"J-BZ": 1, "J-BS": 1})
    assert refused(pos, "fire Y J10-1") == refused(pos, "call J-BS Y") == refused(pos, "call J-BS A") == ""
    assert {"fire Y J10-1", "call J-BS Y", "call J-BS A"} <= choices(pos)
    for area in "AY":
        struck = pos.copy()
        act(struck, f"call J-BS {area}")
        assert struck.decision.kind == "stand"
    act(pos, "play J-BZ")
    assert "assault Y J10-1" in choices(pos)
    pos = lay({"Y": "J10-1", "U": "J10-2 C27-1", "A": "C31-1", "B": "J63-1"}, side="chinese")
    assert refused(pos, "move C31-1") == refused(pos, "fire U C27-1") == ""
    pos = lay({"U": "J10-1", "B": "C31-1"})
    act(pos, "move J10-1", "go Y", "halt", "move C31-1", "go A", "halt")
    assert (place(pos, "J10-1"), place(pos, "C31-1")) == ("Y", "A")


@rule("taierzhuang", "5.2", "7.2", "11.0", "2.3")
def test_an_assault_on_a_zone_is_refused_as_one() -> None:
    pos = lay({"A": "J10-1", "CS": "C31-1", "B": "C27-1"}, hands={"J-BZ": 1})
    act(pos, "play J-BZ")
    for zone in ("CS", "JE1"):
        why = reason(pos, f"assault {zone} J10-1")
        assert why is not None
        assert (why.case, why.key) == ("7.2", "refusal.fire_at_zone")
    why = reason(pos, "assault E J10-1")
    assert why is not None
    assert (why.case, why.key) == ("7.2", "refusal.fire_at_nobody")


@rule("taierzhuang", "7.1", "7.1.1")
def test_a_move_named_by_its_end_takes_the_cheapest_way_and_pays_for_it() -> None:
    pos = lay({"Y": "J10-1", "N": "C27-1"})
    went = next(event for event in act(pos, "move J10-1", "go Q") if event.key == "event.went")
    assert len(went.params["path"]) == 3
    assert under_way(pos, Marching).left == 1


@rule("taierzhuang", "7.1.2", "7.1.1", "R-57")
def test_ten_units_come_back_to_the_area_that_they_left() -> None:
    pos = lay({"Y": "J10-1..7 J39-1..3"})
    act(pos, f"move {','.join(units('J10-1..7 J39-1..3'))}")
    assert refused(pos, "go Y-U-Y") == ""
    pos = lay({"Y": "J10-1..7 J39-1..4"})
    act(pos, f"move {','.join(units('J10-1..7 J39-1..3'))}")
    assert refused(pos, "go Y-U-Y") == "7.1.2", "a surplus stays a surplus"


@rule("taierzhuang", "7.0", "2.1", "8.0", "12.3")
@pytest.mark.parametrize(
    ("names", "case", "key"),
    [
        ("C31-1,C31-1", "7.0", "named_twice"),
        ("C31-1,C31-3", "7.0", "one_area"),
        ("C31-3,C31-1", "7.0", "one_area"),
        ("C31-1,C110-10", "7.0", "one_area"),
        ("C31-1,J10-1", "7.0", "not_yours"),
        ("C2-1", "7.0", "not_in_play"),
        ("C31-1,C2-1", "7.0", "not_in_play"),
        ("C31-1,C2-2", "8.0", "retreated"),
        ("C27-1", "7.0", "not_in_play"),
        ("C31-1,C31-2", "2.1", "spent"),
    ],
)
def test_why_units_do_not_act_together(names: str, case: str, key: str) -> None:
    table = {"A": "C31-1..2", "B": "C31-3", "E": "J10-1", "pool.chinese": "C2-1..2"}
    pos = lay(table, side="chinese", spent="C31-2")
    pos.retreated = 1 << pos.book.lexicon.piece_numbers["C2-2"]
    why = reason(pos, f"move {names}")
    assert why is not None
    assert (why.case, why.key) == (case, f"refusal.{key}")


@rule("taierzhuang", "7.0")
def test_the_pools_are_no_place_to_act_from() -> None:
    pos = lay({"Y": "J10-1", "pool.japanese": "J21-1..2"})
    why = reason(pos, "move J21-1")
    assert why is not None
    assert why.key == "refusal.not_in_play"
    why = reason(pos, "move J21-1,J21-2")
    assert why is not None
    assert why.key == "refusal.not_in_play"


@rule("taierzhuang", "7.0", "7.1.1")
def test_companies_are_the_faster_units_with_and_without_their_tanks() -> None:
    pos = lay({"Y": "J10-1 JT-1 JD-1"})
    numbers = pos.book.lexicon.piece_numbers
    there = mask_of(numbers[name] for name in ("J10-1", "JT-1", "JD-1"))
    speed = {name: pos.book.movement[numbers[name]] for name in ("J10-1", "JT-1", "JD-1")}
    wanted = []
    for least in sorted(set(pos.book.movement), reverse=True):
        fast = {name for name in speed if speed[name] >= least}
        wanted += [fast, fast - {"JT-1"}]
    names = pos.book.lexicon.pieces
    assert [{names[unit] for unit in bits(company)} for company in companies_of(pos, there)] == wanted


@rule("taierzhuang", "7.1", "7.1.2", "7.1.1")
def test_each_player_has_ten_units_of_his_own_in_an_area() -> None:
    ten = ",".join(units("J10-1..7 J39-1..3"))
    pos = lay({"Y": "J10-1..7 J39-1..3", "U": "C27-1..10", "N": "C31-1..10"})
    assert refused(pos, f"move {ten}") == ""
    act(pos, "move J10-1", "all")
    assert under_way(pos, Marching).group.bit_count() == 10
    assert {"go U", "go N"} <= choices(pos)
    act(pos, "go U")
    assert pos.strength(0, pos.book.map.index("U")) == pos.strength(1, pos.book.map.index("U")) == 10
    pos = lay({"JE1": "J10-1..7 J39-1..3", "W": "C27-1..10"})
    assert refused(pos, f"move {ten}") == "", "W is the only way, and has room for ten of them"


@rule("taierzhuang", "7.0", "7.1", "7.2", "5.2")
def test_whoever_is_ready_joins_the_others_of_his_area() -> None:
    pos = lay({"A": "C31-1..2"}, side="chinese")
    act(pos, "move C31-2")
    assert refused(pos, "join C31-1") == ""
    assert "join C31-1" in choices(pos)
    pos = lay({"A": "C31-1..2 J10-1"}, side="chinese")
    act(pos, "fire A C31-2")
    assert refused(pos, "join C31-1") == ""
    assert "join C31-1" in choices(pos)


@rule("taierzhuang", "7.1", "7.1.1", "7.1.2", "2.3", "11.0")
def test_why_a_group_does_not_get_where_it_is_sent() -> None:
    pos = lay({"W": "J10-1..2", "Y": "J39-1..7 J40-1..3"})
    act(pos, "move J10-1")
    assert refused(pos, "go Y") == "7.1.2"
    assert refused(pos, "go JE1") == "2.3"
    assert refused(pos, "go A") == refused(pos, "go W") == "7.1"
    pos = lay({"C": "J10-1"})
    act(pos, "move J10-1")
    assert refused(pos, "go I") == "7.1.1"
    assert refused(pos, "go H") == "11.0"


@rule("taierzhuang", "5.2", "7.1")
def test_a_spearhead_that_nobody_holds_is_not_offered() -> None:
    pos = lay({"Y": "JT-1"})
    act(pos, "move JT-1")
    assert "play J-AS" not in choices(pos)
    pos = lay({"Y": "JT-1..2 J10-1"}, hands={"J-AS": 1})
    act(pos, "move JT-1")
    assert "play J-AS" in choices(pos)
    act(pos, "play J-AS")
    assert {text for text in choices(pos) if text.startswith("join")} == {"join JT-2"}
    assert (refused(pos, "join JT-2"), refused(pos, "join J10-1")) == ("", "5.2")


@rule("taierzhuang", "5.2", "7.1", "R-30")
def test_a_spearhead_comes_too_late_after_the_first_step() -> None:
    pos = lay({"Y": "JT-1", "N": "C27-1"}, hands={"J-AS": 1, "J-EN": 1})
    act(pos, "move JT-1", "go U")
    assert why(pos, "play J-AS") == ("5.2", "refusal.spearhead_first")
    assert refused(pos, "play J-EN") == "5.2"
    assert "play J-AS" not in choices(pos)


@rule("taierzhuang", "7.1")
def test_a_group_is_told_that_it_is_where_it_is_and_not_that_it_cannot_get_there() -> None:
    pos = lay({"Y": "J10-1 J10-2"})
    act(pos, "move J10-1")
    assert why(pos, "go Y") == ("7.1", "refusal.already_there")
    assert why(pos, "go Y-U-Y") == ("", "")
    act(pos, "go U")
    assert why(pos, "go U") == ("7.1", "refusal.already_there")
    assert why(pos, "go A") == ("7.1", "refusal.out_of_reach")
