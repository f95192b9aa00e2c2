"""SNC 8.0 to 8.3, 8.5, 9.5.2: arrivals by road and rail, delays, elite units, replacements, markers."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import (
    GAME,
    THIRD,
    Position,
    asked,
    at,
    attack,
    do,
    number,
    refused,
    roll,
    start,
    steps,
    support,
    table,
    told,
    where,
    why,
)

from shapan.games.shanghai_nanking.book import IN_PLAY, IN_POOL
from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.interdiction import Covering
from shapan.games.shanghai_nanking.landings import Landing, Replacing
from shapan.games.shanghai_nanking.losses import Losing, Returning, eliminate
from shapan.games.shanghai_nanking.reinforcements import Arriving
from shapan.kernel import rule
from shapan.mechanics.verbs import Pass

CALM = {"3512": "JSNLF1", "3411": "CD36"}


def arrivals(turn: int, units: dict[str, str] | None = None, die: int = 6) -> Position:
    """The Chinese Reinforcement Phase, interdiction stopped by a six."""
    pos = table("chinese_reinforcements", "fight-fight", units or CALM, turn=turn)
    if asked(pos, Covering):
        do(pos, "intercept", f"roll {die}")
    return pos


# --- 8.0, 8.2 Chinese reinforcements ------------------------------------------------------------


@rule("shanghai_nanking", "8.0", "5.4", "R-05")
def test_units_may_be_held_back_one_by_one_and_keep_their_hexes() -> None:
    pos = arrivals(2)
    assert refused(pos, "arrive CD13 2410") == "8.0"  # due on turn 3
    do(pos, "arrive CD3 2410", "pass")
    assert pos.due[number("CD3")] == IN_PLAY
    assert pos.due[number("CD61")] == 2
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=3)
    pos.set_due(number("CD61"), 2)
    pos.set_steps(number("CD61"), 1)
    do(pos, "intercept", "roll 6")
    assert refused(pos, "arrive CD61 2410-2411") == "8.2"
    assert refused(pos, "arrive CD61 1824-1823") == ""


@rule("shanghai_nanking", "8.0")
def test_no_unit_in_play_is_withdrawn() -> None:
    pos = arrivals(2)
    assert refused(pos, "arrive CD36 2410") == "8.0"
    assert refused(pos, "remove CD36") == "8.2"


@rule("shanghai_nanking", "8.2")
def test_a_unit_arrives_in_its_hex_and_moves_eight_points() -> None:
    pos = arrivals(2)
    assert refused(pos, "arrive CD3 2503") == "8.2"
    assert refused(pos, "arrive CD3 2410-2409-2408-2407-2406-2405-2404-2403-2402-2401") == "9.4"
    do(pos, "arrive CD3 2410-2409-2408")
    assert where(pos, "CD3") == "2408"
    assert refused(pos, "move CD3 2407") == "8.2"


@rule("shanghai_nanking", "8.2", "R-23")
def test_arrivals_never_touch_a_hex_next_to_a_japanese_unit_zone_or_not() -> None:
    pos = arrivals(4, {**CALM, "2412": "J3-6"})
    assert refused(pos, "arrive CD8 2410-2411") == "8.2"
    assert refused(pos, "arrive CD8 2411") == "8.2"
    assert refused(pos, "arrive CD8 2409") == ""
    pos = arrivals(4, {**CALM, "2411": "J3-6"})  # 2410 is a city: no zone, yet adjacent
    assert refused(pos, "arrive CD8 2410-2409") == "8.2"
    assert refused(pos, "arrive CD8 2318") == ""


@rule("shanghai_nanking", "8.2", "9.5.2")
def test_rail_arrival_begins_on_turn_3_and_allows_no_move() -> None:
    assert refused(arrivals(2), "entrain CD3 3010") == "9.5.2"
    pos = arrivals(3)
    assert refused(pos, "entrain CD13 3009") == "8.2"
    do(pos, "entrain CD13 3010")
    assert where(pos, "CD13") == "3010"
    assert refused(pos, "arrive CD13 3010-2910") == "8.0"


@rule("shanghai_nanking", "8.2", "9.5.2", "R-06", "R-48")
def test_the_line_along_the_rails_may_lead_to_either_edge() -> None:
    pos = arrivals(5, {**CALM, "2108": "J9-7"})
    assert refused(pos, "entrain CD1 2410") == ""
    pos = arrivals(5, {**CALM, "2108": "J9-7", "2318": "J9-19"})
    assert refused(pos, "entrain CD1 2410") == "8.2"
    assert refused(pos, "entrain CD1 1806") == ""
    # control of the hexes does not matter
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=5, held="1806 1706 2309")
    do(pos, "intercept", "roll 6")
    assert refused(pos, "entrain CD1 2410") == ""


@rule("shanghai_nanking", "9.5.2", "R-06")
def test_zones_cut_the_rails_and_the_spur_in_the_west_leads_nowhere() -> None:
    pos = arrivals(5, {**CALM, "1807": "J9-7"})  # its zone covers 1806 and 1907
    assert refused(pos, "entrain CD1 1706") == ""
    assert refused(pos, "entrain CD1 2007") == ""  # by Hangzhou
    pos = arrivals(5, {**CALM, "1807": "J9-7", "2414": "J9-19", "2817": "J9-35"})
    assert refused(pos, "entrain CD1 2007") == "8.2"
    assert refused(pos, "entrain CD1 0116") == "8.2"
    assert refused(pos, "entrain CD1 0102") == ""
    assert refused(pos, "entrain CD1 1925") == ""


@rule("shanghai_nanking", "8.2")
def test_arrivals_may_act_in_the_second_phase() -> None:
    pos = table("chinese_reinforcements", "fight-move", CALM, turn=2)
    do(pos, "arrive CD3 2410", "pass", "move CD3 2409")
    assert where(pos, "CD3") == "2409"


@rule("shanghai_nanking", "8.2", "3.2")
def test_an_arrival_named_by_its_goal_comes_by_the_cheapest_way() -> None:
    pos = arrivals(4)
    assert told(do(pos, "arrive CD8 2410"), "arrived") == [{"unit": "CD8", "path": ["2410"]}]
    assert told(do(pos, "arrive CD9 2408"), "arrived") == [{"unit": "CD9", "path": ["2410", "2409", "2408"]}]
    assert told(do(pos, "arrive CD18 2316"), "arrived") == [{"unit": "CD18", "path": ["2318", "2317", "2316"]}]
    for name, way in (("CD44", "2410-2409"), ("CD60", "2409")):
        assert told(do(pos, f"arrive {name} {way}"), "arrived") == [{"unit": name, "path": ["2410", "2409"]}]
        assert where(pos, name) == "2409"


@rule("shanghai_nanking", "8.2", "3.2")
def test_it_takes_the_same_hexes_whether_anybody_listens_or_not() -> None:
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=2, held="2409 2407")
    silent = pos.copy()
    silent.push(GAME.parse(pos, "arrive CD3 2408"))
    do(pos, "arrive CD3 2408")
    assert silent.key() == pos.key()
    assert pos.book.grid.names(pos.japanese_held) == ("2407", "3512")


@rule("shanghai_nanking", "8.2", "8.1", "9.0")
def test_an_arrival_is_refused_for_the_reason_that_keeps_it_away() -> None:
    pos = arrivals(4, {**CALM, "2412": "J3-6"})
    assert why(pos, "arrive CD8 2411") == "8.2 path_adjacent 2411"
    assert why(pos, "arrive CD8 2413") == "8.2 path_adjacent 2413"
    assert why(pos, "arrive CD8 2412") == "9.0 path_enemy 2412", "not next to him: he is there"
    assert why(pos, "arrive CD8 0202") == "8.2 arrival_far 0202"
    assert why(pos, "arrive CD8 2409-2408") == "8.2 arrival_hex 2409"
    pos = arrivals(4, {**CALM, "2410": "J3-6"})
    assert why(pos, "arrive CD8 2410-2409") == "9.0 path_enemy 2410"
    assert why(pos, "arrive CD8 2410-2408") == "9.0 path_enemy 2410"
    pos = arrivals(4, {**CALM, "2409": "J3-6"})
    assert why(pos, "arrive CD8 2410-2411") == "8.2 path_adjacent 2410"


@rule("shanghai_nanking", "8.2", "9.5.2")
def test_a_train_is_refused_for_the_reason_that_keeps_it_away() -> None:
    pos = arrivals(5, {**CALM, "2108": "J9-7", "2318": "J9-19"})
    assert why(pos, "entrain CD1 3009") == "8.2 rail_hex 3009"
    assert why(pos, "entrain CD1 2007") == "8.2 path_adjacent 2007"
    assert why(pos, "entrain CD1 2410") == "8.2 rail_line 2410"
    assert why(pos, "entrain CD1 2108") == "9.5.2 path_enemy 2108"


@rule("shanghai_nanking", "8.2", "9.5.2")
def test_trains_are_offered_from_turn_3_on() -> None:
    for turn, offered in ((2, False), (3, True), (4, True)):
        lines = [GAME.format(pos, action) for pos in (arrivals(turn),) for action in pos.options()]
        assert any(line.startswith("entrain") for line in lines) is offered


@rule("shanghai_nanking", "8.0", "8.2")
def test_when_everybody_has_come_the_game_goes_on() -> None:
    pos = arrivals(6)
    for name in ("CD46", "CD170", "CD172"):
        assert asked(pos, Arriving)
        do(pos, f"arrive {name} 0102")
    assert asked(pos, Fighting)


# --- 8.1 elite units ----------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "die", "due", "left"), [(4, 4, 8, 1), (9, 4, 0, 0), (9, 3, 12, 1)])
@rule("shanghai_nanking", "8.1")
def test_an_eliminated_elite_unit_returns_reduced_after_as_many_turns_as_the_die(
    turn: int, die: int, due: int, left: int
) -> None:
    units = {"3510": THIRD, "3410": "CD14", "3411": "CG-A"} if turn < 6 else {"3510": THIRD, "3410": "CD14"}
    pos = table(plan="fight-move", units=units, reduced="CD14", turn=turn)
    attack(pos, "3410", THIRD)
    support(pos, "naval", "air", "artillery")
    roll(pos, 5)
    assert asked(pos, Returning, Losing)
    while asked(pos, Losing):
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    unit, before = number("CD14"), pos.due
    roll(pos, die)
    assert (pos.due[unit], pos.steps[unit]) == (due, left)
    assert (pos.due[:unit], pos.due[unit + 1 :]) == (before[:unit], before[unit + 1 :]), "and nobody else's turn"


@rule("shanghai_nanking", "8.1", "9.1", "R-11")
def test_elite_units_alone_return_and_japanese_garrisons_go_back_to_their_pool() -> None:
    for recycle in (True, False):
        pos = table(units={"2410": "CD36"}, switches={"japanese_garrisons_recycle": recycle})
        for unit, printed in enumerate(pos.book.units):
            pos.set_steps(unit, 1)
            pos.set_due(unit, IN_PLAY)
            eliminate(pos, unit)
            assert asked(pos, Returning) is (printed.kind == "elite")
            assert pos.due[unit] == (IN_POOL if recycle and printed.id.startswith("JG") else IN_PLAY)
            while asked(pos, Returning):
                pos.done()


@rule("shanghai_nanking", "8.1", "R-24")
def test_it_returns_at_nanking_and_may_move_but_never_by_rail() -> None:
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=6)
    pos.set_due(number("CD14"), 6)
    pos.set_steps(number("CD14"), 1)
    do(pos, "intercept", "roll 6")
    assert refused(pos, "arrive CD14 2503-2504") == "8.1"
    assert refused(pos, "entrain CD14 0402") == "8.1"
    do(pos, "arrive CD14 0302-0303-0403")
    assert (where(pos, "CD14"), steps(pos, "CD14")) == ("0403", [1])


@rule("shanghai_nanking", "8.1", "R-24")
def test_it_waits_while_the_japanese_stand_at_nanking() -> None:
    pos = table("chinese_reinforcements", "fight-fight", {**CALM, "0202": "J9-7 JG-B"}, turn=8 - 1)
    for unit in pos.waiting(0):
        pos.set_due(unit, 12)
    pos.set_due(number("CD14"), 7)
    pos.set_steps(number("CD14"), 1)
    do(pos, "intercept", "roll 6")
    assert refused(pos, "arrive CD14 0202") == "9.0"
    assert refused(pos, "arrive CD14 0203") == "8.2"
    assert len(pos.options()) == 1


@pytest.mark.parametrize(
    ("turn", "name", "by"),
    [
        (6, "CD46", "0202"),  # from 0102, one hex aside
        (5, "CD1", "2410"),  # placed in the city itself although 2318 is nearer
    ],
)
@rule("shanghai_nanking", "3.2", "4.3", "8.2")
def test_arrivals_that_take_a_city_back_in_passing_are_offered_apart(turn: int, name: str, by: str) -> None:
    pos = table("chinese_reinforcements", units={"3512": "JSNLF1", "3411": "CD36"}, held=by, turn=turn)
    do(pos, "intercept", "roll 6")
    offered = [GAME.format(pos, action) for action in pos.options()]
    ways = [text for text in offered if text.startswith(f"arrive {name} ") and "-" in text]
    assert ways
    for text in ways:
        assert by in text.split()[-1].split("-")
        assert refused(pos, text) == ""
    after = pos.copy()
    do(after, ways[0])
    assert not after.japanese_held >> at(by) & 1
    do(pos, f"arrive {name} {ways[0][-4:]}")
    assert pos.japanese_held >> at(by) & 1


# --- 8.3 replacements ---------------------------------------------------------------------------


@rule("shanghai_nanking", "8.3", "12.0")
def test_two_replacements_a_turn_from_turn_3() -> None:
    units = {"3510": THIRD, "3308": "J11-12 J11-22", "3411": "CD36", "3512": "JSNLF1"}
    reduced = "J3-6 J11-12 J11-22"
    pos = table("japanese_reinforcements", units=units, reduced=reduced, turn=2)
    assert not asked(pos, Replacing)
    pos = table("japanese_reinforcements", units=units, reduced=reduced, turn=3)
    assert refused(pos, "replace J3-18") == "8.3"
    do(pos, "replace J3-6", "replace J11-12")
    assert asked(pos, Landing)
    assert refused(pos, "replace J11-22") == "8.3"
    assert steps(pos, reduced) == [2, 2, 1]


@rule("shanghai_nanking", "8.3", "5.0")
def test_a_replacement_that_comes_to_nothing_is_refused_for_its_own_reason() -> None:
    units = {"3510": THIRD, "3411": "CD36", "3512": "JSNLF1"}

    def reason(pos: Position, name: str) -> str:
        refusal = pos.refusal(GAME.parse(pos, f"replace {name}"))
        return refusal.key if refusal else ""

    early = table("japanese_reinforcements", units=units, reduced="J3-6", turn=2)
    assert reason(early, "J3-6") == "refusal.replace_early"
    pos = table("japanese_reinforcements", units=units, reduced="J3-6 J3-18 J3-34", turn=3)
    do(pos, "replace J3-6", "replace J3-18")
    assert reason(pos, "J3-34") == "refusal.replace_spent"
    alone = {"3514": "J11-12", "3413": "CD56", "3614": "CD57"}  # 3513 leads nowhere, zones bar every other way
    cut_off = table("japanese_reinforcements", units=alone, reduced="J11-12", turn=7)
    assert reason(cut_off, "J11-12") == "refusal.no_line"
    assert list(cut_off.options()) == [Pass()]
    do(cut_off, "pass")
    assert asked(cut_off, Landing)
    assert reason(cut_off, "J11-12") == "refusal.no_line"
    over = table("japanese_reinforcements", units=units, reduced="J3-6", turn=3)
    do(over, "pass")
    assert (reason(over, "J3-6"), reason(over, "J3-18")) == ("refusal.replace_late", "refusal.not_reduced")


@rule("shanghai_nanking", "8.3", "6.3")
def test_of_a_buried_counter_the_opponent_learns_the_hex_only() -> None:
    pos = table("japanese_reinforcements", units={"3510": "J3-6 J3-18", **CALM}, reduced="J3-6 J3-18", turn=3)
    events = do(pos, "replace J3-18")
    assert [event.key for event in events if event.known_to("chinese")] == ["event.replaced_unseen"]
    assert [event.key for event in events if event.known_to("japanese")] == ["event.replaced"]
    assert pos.decision.params == {"count": 1}
    events = do(pos, "replace J3-6")
    assert told(events, "replaced") == [{"unit": "J3-6", "hex": "3510"}]
    assert all(event.known_to("chinese") for event in events), "the top counter is seen by everybody"


@rule("shanghai_nanking", "8.3")
def test_nobody_rises_from_the_dead_and_nothing_is_saved_up() -> None:
    pos = table("japanese_reinforcements", units={"3510": "J3-6 J3-18", **CALM}, reduced="J3-6 J3-18", turn=3)
    assert refused(pos, "replace J3-34") == "8.3"
    do(pos, "pass")
    assert refused(pos, "replace J3-6") == "8.3"
    assert pos.replaced == 0


@rule("shanghai_nanking", "8.3", "R-13", "R-48")
def test_a_line_of_communication_is_needed_and_control_is_not() -> None:
    hexes = ["2704", "3004", "3106", "3207", "3308", "3408", "3811", "3616", "3417", "3019", "2721"]
    sites = {name: f"CG-{letter}" for name, letter in zip(hexes, "ABCDEFIJNOP", strict=True)}
    pos = table("japanese_reinforcements", units={**sites, "3409": "J3-6"}, reduced="J3-6", turn=6)
    assert refused(pos, "replace J3-6") == ""
    pos = table("japanese_reinforcements", units={**sites, "3409": "J3-6", "3511": "CD98"}, reduced="J3-6", turn=6)
    assert refused(pos, "replace J3-6") == "8.3"


@rule("shanghai_nanking", "8.3", "errata")
def test_no_line_runs_through_the_settlement() -> None:
    ring = {"3411": "CD36", "3412": "CD88", "3511": "CD87", "3611": "CD14", "3612": "CD57"}
    pos = table("japanese_reinforcements", units={**ring, "3512": "J3-6", "3514": "J3-18"}, reduced="J3-6 J3-18")
    assert refused(pos, "replace J3-6") == "8.3"
    assert refused(pos, "replace J3-18") == ""


@rule("shanghai_nanking", "8.3", "R-13")
def test_a_unit_in_an_enemy_zone_may_be_rebuilt() -> None:
    pos = table("japanese_reinforcements", units={"3409": "J3-6", "3310": "CD36"}, reduced="J3-6")
    assert pos.front(1).zone >> pos.place[number("J3-6")] & 1
    do(pos, "replace J3-6")


@rule("shanghai_nanking", "8.3", "R-13")
def test_naval_infantry_needs_a_landing_hex_on_the_yangtze() -> None:
    pudong = {"3612": "CD57", "3711": "CD56", "3712": "CD55", "3710": "CB45"}
    units = {"3512": "JSNLF1", "3611": "J3-6", "3511": "CG-G", "3411": "CD36", "3412": "CD88", **pudong}
    pos = table("japanese_reinforcements", units=units, reduced="JSNLF1 J3-6")
    assert refused(pos, "replace J3-6") == refused(pos, "replace JSNLF1") == "8.3", "3610 lies in the zone of 3511"
    units["3512"] = "JSNLF1 JSNLF9"
    pos = table(
        "japanese_reinforcements", units={**units, "3610": "J3-18", "3510": "CG-Wusong"}, reduced="JSNLF1 JSNLF9 J3-6"
    )
    assert refused(pos, "replace J3-6") == ""
    assert refused(pos, "replace JSNLF1") == refused(pos, "replace JSNLF9") == "8.3"
    pos = table(
        "japanese_reinforcements", units={**units, "3610": "J3-18", "3510": "J3-34"}, reduced="JSNLF1 JSNLF9 J3-6"
    )
    assert refused(pos, "replace JSNLF1") == refused(pos, "replace JSNLF9") == ""


# --- 8.5 markers --------------------------------------------------------------------------------


@rule("shanghai_nanking", "8.5", "13.0")
def test_the_marker_of_turn_1_comes_with_the_japanese_turn() -> None:
    pos = start()
    assert pos.owned[1] == (0, 0, 2, 0)
    events = do(pos, "plan move-move", "pass", "pass", "plan fight-fight")
    assert told(events, "markers") == [{"side": "japanese", "category": "naval", "count": 1}]
    assert pos.owned[1] == (0, 0, 3, 0)
    assert pos.ready[1] == (0, 0, 3, 0)


@rule("shanghai_nanking", "8.5", "13.0", "2.2.2")
def test_all_markers_arrive_as_listed() -> None:
    book = GAME.book()
    totals = [[sum(category.values()) for category in side] for side in book.markers]
    assert totals == [[3, 0, 0, 0], [6, 3, 4, 2]]
    assert sorted(book.markers[1][0]) == [2, 3, 4, 5, 7, 8]


@rule("shanghai_nanking", "8.5", "11.1", "R-21")
def test_a_marker_serves_in_the_first_phase_or_in_the_landings_and_again_in_the_second() -> None:
    units = {"3510": THIRD, "3509": "CG-Baoshan", "3308": "CG-E", "3408": "CG-F", "3411": "CD36", "3512": "JSNLF1"}
    pos = table(plan="fight-fight", units=units, turn=5)
    attack(pos, "3509", THIRD)
    support(pos, "air", "artillery", "naval")
    roll(pos, 5)
    do(pos, "pass", "pass")
    left = pos.ready[1]
    assert left == (3, 2, 3, 2)
    assert asked(pos, Landing)
    for name in ("J13-58", "J13-65"):
        do(pos, f"land {name} 3308")
    do(pos, "pass")
    assert pos.ready[1] == left
    support(pos, "amphibious", "naval")
    roll(pos, 5)
    assert asked(pos, Fighting)
    assert pos.ready[1] == pos.owned[1] == (4, 3, 4, 2)
