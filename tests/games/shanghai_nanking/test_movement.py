"""SNC 9.0 to 9.5: movement points, terrain, roads, garrisons of cities."""

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
    names_in,
    number,
    refused,
    roll,
    settle_support,
    table,
    told,
    where,
    why,
)

from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.sides import CHINESE, JAPANESE
from shapan.games.shanghai_nanking.stacking import Trimming
from shapan.kernel import rule


def cost(side: int, here: str, there: str) -> int | None:
    """Half points for one step."""
    found: int | None = GAME.book().costs[side].step(at(here), at(there))
    return found


@pytest.mark.parametrize(
    ("here", "there", "chinese", "japanese"),
    [
        ("3409", "3408", 2, 2),  # clear
        ("2712", "2711", 2, 4),  # rice paddy
        ("0619", "0620", 2, 4),  # woods
        ("2713", "2613", 2, 4),  # marsh
        ("2410", "2510", 2, 1),  # along the railway
        ("3512", "3411", 2, 1),
        ("3411", "3512", 2, 1),
        ("2411", "2410", 2, 1),
        ("2310", "2410", 2, 2),  # into a city across country
        ("3409", "3410", 4, 4),  # creek
        ("3214", "3215", 6, 5),  # river, along the road
        ("3014", "3015", 6, 8),  # river into paddy
        ("2809", "2810", 4, 6),  # creek into paddy
        ("2810", "2809", 4, 6),  # creek into a town in paddy
    ],
)
@rule("shanghai_nanking", "9.3", "9.4", "9.5", "9.5.1", "R-35")
def test_the_terrain_effects_chart(here: str, there: str, chinese: int, japanese: int) -> None:
    assert (cost(CHINESE, here, there), cost(JAPANESE, here, there)) == (chinese, japanese)


@rule("shanghai_nanking", "9.5.1")
def test_a_road_does_not_spare_the_creek() -> None:
    # 2809 to 2909 to 3008: the road crosses the Liu He between 2909 and 3008
    book = GAME.book()
    by_road = [pair for pair in book.terrain.map.links("road") if pair in book.terrain.creek]
    here, there = by_road[0]
    assert book.costs[JAPANESE].step(here, there) == 1 + 2
    assert book.costs[CHINESE].step(here, there) == 2 + 2


@rule("shanghai_nanking", "9.5.1")
def test_the_road_rate_needs_the_symbol_across_the_hexside() -> None:
    # 3310 and 3311 both have roads, but none crosses their common side
    assert (at("3310"), at("3311")) not in GAME.book().terrain.map.links("road")
    assert cost(JAPANESE, "3310", "3311") == 2 + 2 + 2


@rule("shanghai_nanking", "9.4", "9.0")
def test_the_chinese_gain_nothing_from_roads() -> None:
    pos = table("chinese_first", units={"1305": "CD36", "3512": "JSNLF1"})
    rails = "1305-1405-1505-1605-1706-1806-1907-2007-2108"
    assert refused(pos, f"move CD36 {rails}") == ""
    assert refused(pos, f"move CD36 {rails}-2208") == "9.0"


@pytest.mark.parametrize(("here", "there"), [("3509", "3608"), ("3417", "3418"), ("1411", "1511"), ("3512", "3513")])
@rule("shanghai_nanking", "9.4")
def test_water_and_the_settlement_are_closed(here: str, there: str) -> None:
    pos = table(units={here: "J3-6", "2410": "CD36"})
    if there != "1511":
        assert refused(pos, f"move J3-6 {here}-{there}") == "9.4"
    assert cost(JAPANESE, "1713", "1712") is None


@rule("shanghai_nanking", "9.4")
def test_lake_hexsides_are_closed() -> None:
    pos = table(units={"2713": "J3-6", "2410": "CD36"})
    assert refused(pos, "move J3-6 2713-2812") == "9.4"


@rule("shanghai_nanking", "9.0")
def test_hexes_are_not_skipped_and_points_must_suffice() -> None:
    pos = table(units={"3408": "J3-6", "2410": "CD36"})
    assert refused(pos, "move J3-6 3408-3308-3107") == "9.0"
    assert refused(pos, "move J3-6 3308-3208") == "9.0"
    assert refused(pos, "move J3-6 3408") == "9.0"
    assert refused(pos, "move J3-6 0202") == "9.0"


@rule("shanghai_nanking", "9.0")
def test_each_unit_moves_once_a_phase_and_to_its_end() -> None:
    pos = table(units={"3408": "J3-6 J3-18", "2410": "CD36"})
    do(pos, "move J3-6 3308")
    assert refused(pos, "move J3-6 3408") == "9.0"
    do(pos, "move J3-18 3308", "pass")


@rule("shanghai_nanking", "9.0")
def test_there_is_no_minimum_move() -> None:
    pos = table(units={"0620": "J3-6"})
    pos.book.costs[JAPANESE].step(at("0620"), at("0619"))
    field = pos.front(JAPANESE).field
    assert not field.reach(at("0620"), 3)


@rule("shanghai_nanking", "9.0", "1.2")
def test_units_off_the_map_do_not_move() -> None:
    pos = table(units={"3408": "J3-6", "2410": "CD36"})
    assert refused(pos, "move J3-18 3308") == "9.0"


@rule("shanghai_nanking", "9.0")
def test_the_cheapest_way_is_meant_when_only_the_goal_is_named() -> None:
    pos = table(units={"3411": "J3-6", "0202": "CD36"})
    events = do(pos, "move J3-6 2410")
    assert told(events, "moved")[0]["path"][0] == "3411"
    assert where(pos, "J3-6") == "2410"


@rule("shanghai_nanking", "9.0", "9.4", "7.2")
def test_a_hex_out_of_reach_is_refused_for_the_reason_that_keeps_the_unit_away() -> None:
    pos = table(units={"3408": "J3-6", "3309": "CB20", "3509": "CB45", "3208": "CD36"})
    alone = table(units={"3408": "J3-6"})
    reached, open_ = (names_in(each, each.reach_of(JAPANESE)[number("J3-6")]) for each in (pos, alone))
    expected = {
        "9.0 no_steps": {"3408"},
        "9.0 path_enemy": {"3309", "3509", "3208"},
        "9.4 path_closed": names_in(pos, pos.book.grid.all & ~pos.book.terrain.enterable),
        "7.2 zone_in_the_way": open_ - reached - {"3408", "3309", "3509", "3208"},
    }
    assert {"3207", "3209", "3410"} <= expected["7.2 zone_in_the_way"]
    for name in pos.book.grid.names(pos.book.grid.all):
        reason = next((key for key, names in expected.items() if name in names), "9.0 path_points")
        assert why(pos, f"move J3-6 {name}").removesuffix(f" {name}") == ("" if name in reached else reason)


@rule("shanghai_nanking", "9.0", "7.2")
def test_a_path_is_refused_at_the_hex_where_it_fails() -> None:
    pos = table(units={"3408": "J3-6", "3310": "CB20", "0202": "CD36"})
    assert why(pos, "move J3-6 3408-3308-3107") == "9.0 path_gap 3107"
    assert why(pos, "move J3-6 3408-3309-3209-3109") == "7.2 zone_stop 3209"
    assert why(pos, "move J3-6 3308-3207") == "9.0 path_start 3408"


@rule("shanghai_nanking", "9.0", "3.2")
def test_a_chinese_move_named_by_its_goal_is_told_with_its_way() -> None:
    pos = table("chinese_first", units={"1305": "CD36", "3512": "JSNLF1"})
    assert told(do(pos, "move CD36 1505"), "moved")[0]["path"] in (["1305", "1405", "1505"], ["1305", "1404", "1505"])


@rule("shanghai_nanking", "9.0", "3.2")
def test_the_way_is_the_same_whether_anybody_listens_or_not() -> None:
    for name, goal, held in (("J3-6", "2410", ""), ("CD36", "2510", "2411 2412 2413 2509 2511 2609 2610 2611")):
        phase = "japanese_first" if name == "J3-6" else "chinese_first"
        pos = table(
            phase, units={"2411" if name == "J3-6" else "2810": name, "0202": "CD88", "3611": "JSNLF1"}, held=held
        )
        silent, before = pos.copy(), pos.japanese_held
        silent.push(GAME.parse(silent, f"move {name} {goal}"))
        do(pos, f"move {name} {goal}")
        assert silent.key() == pos.key()
        assert pos.japanese_held != before


# --- 9.1 garrisons ------------------------------------------------------------------------------


@rule("shanghai_nanking", "9.1", "R-11")
def test_a_city_passed_through_gets_a_garrison_that_stays() -> None:
    pos = table(units={"2411": "J3-6 J3-18", "0202": "CD36"})
    events = do(pos, "move J3-6 2411-2410-2409")
    assert told(events, "garrison") == [{"unit": "JG-Shanghai", "hex": "2410"}]
    events = do(pos, "move J3-18 2410")
    assert not told(events, "garrison")
    assert where(pos, "J3-18") == "2410"


@rule("shanghai_nanking", "9.1", "R-11")
def test_a_city_that_its_only_unit_leaves_and_enters_again_is_reoccupied() -> None:
    pos = table(units={"2410": "J3-6", "0202": "CD36"})
    assert told(do(pos, "move J3-6 2410-2411-2410"), "garrison") == [{"unit": "JG-Shanghai", "hex": "2410"}]
    assert where(pos, "J3-6") == "2410"
    pos = table(units={"2410": "J3-6 J3-18", "0202": "CD36"})
    assert not told(do(pos, "move J3-6 2410-2411-2410"), "garrison"), "the other one has held it"


@rule("shanghai_nanking", "9.1", "9.6", "R-11")
def test_a_stack_that_leaves_a_city_together_and_passes_it_again_leaves_a_garrison() -> None:
    pos = table(units={"2410": "J3-6 J3-18", "2610": "CB20", "0202": "CD36"})
    events = do(pos, "overrun J3-6 2410-2411-2410-2510-2610", "join J3-18", "commit")
    assert told(events, "garrison") == [{"unit": "JG-Shanghai", "hex": "2410"}]
    assert (where(pos, "J3-6"), where(pos, "J3-18")) == ("2510", "2510")


@rule("shanghai_nanking", "9.1", "R-11", "R-52")
def test_the_strongest_garrison_comes_first_and_an_empty_pool_gives_none() -> None:
    pos = table(units={"2411": "J3-6", "0202": "CD36", "3512": "JG-Shanghai"})
    assert told(do(pos, "move J3-6 2410"), "garrison")[0]["unit"] == "JG-A"
    garrisons = "JG-A JG-B JG-C JG-D JG-E JG-Shanghai"
    pos = table(units={"2411": "J3-6", "3408": garrisons, "0202": "CD36"})
    assert not told(do(pos, "move J3-6 2410"), "garrison")


@rule("shanghai_nanking", "9.1", "R-11")
def test_an_eliminated_garrison_returns_to_the_pool_by_default() -> None:
    units = {"3611": "JG-A", "3511": "CD36 CD88 CD87", "3412": "CD14"}
    for recycle, expected in ((True, 6), (False, 5)):
        pos = table("chinese_first", "fight-move", units, switches={"japanese_garrisons_recycle": recycle})
        attack(pos, "3611", "CD36 CD88 CD87")
        settle_support(pos)
        roll(pos, 6)
        assert where(pos, "JG-A") == ""
        assert len(pos.pool()) == expected


@rule("shanghai_nanking", "9.1", "10.5.3", "6.2")
def test_the_garrison_is_the_one_other_unit_of_an_advance_into_a_city() -> None:
    units = {"2411": f"{THIRD} JDet-Shigeto", "2410": "CB20", "0202": "CD36"}
    pos = table(plan="fight-move", units=units)
    attack(pos, "2410", f"{THIRD} JDet-Shigeto")
    settle_support(pos)
    roll(pos, 6)
    do(pos, "advance J3-6 2410")
    assert refused(pos, "advance JDet-Shigeto 2410") == "6.2"
    do(pos, "advance J3-18 2410", "advance J3-34 2410", "advance J3-68 2410")
    assert asked(pos, Fighting)
    garrisons = "JG-A JG-B JG-C JG-D JG-E JG-Shanghai"
    pos = table(plan="fight-move", units={**units, "3408": garrisons.split(maxsplit=1)[0], "3308": "JG-B"})
    for unit in pos.pool():
        pos.set_due(unit, 0)
    attack(pos, "2410", f"{THIRD} JDet-Shigeto")
    settle_support(pos)
    roll(pos, 6)
    do(pos, "advance JDet-Shigeto 2410")
    for name in THIRD.split():
        do(pos, f"advance {name} 2410")
    assert len(pos.stack_in(at("2410"))) == 5


@rule("shanghai_nanking", "9.1", "6.0")
def test_division_detachment_and_garrison_are_too_many_at_the_end_of_the_phase() -> None:
    pos = table(units={"2411": f"{THIRD} JDet-Shigeto", "0202": "CD36"})
    for name in f"{THIRD} JDet-Shigeto".split():
        do(pos, f"move {name} 2410")
    do(pos, "pass")
    assert (pos.actor, type(pos.top)) == ("japanese", Trimming)
    do(pos, f"remove {pos.book.units[pos.stack_in(at('2410'))[-1]].id}")
    assert number("J3-6") >= 0


# --- 3.2, 4.3, 9.1 ways that take a city ---------------------------------------------------------


def round_about(pos: Position) -> list[str]:
    """The moves that are offered hex by hex."""
    moves = [GAME.format(pos, action) for action in pos.options()]
    return [text for text in moves if text.startswith("move ") and "-" in text.split()[-1]]


@rule("shanghai_nanking", "3.2", "4.3", "9.4")
def test_of_ways_of_equal_cost_the_one_that_takes_a_city_is_meant() -> None:
    pos = table("chinese_first", units={"2408": "CD36", "3611": "JSNLF3"}, held="2410")
    events = do(pos, "move CD36 2311")
    assert told(events, "moved")[0]["path"] == ["2408", "2409", "2410", "2311"]
    assert not pos.japanese_held >> at("2410") & 1


@pytest.mark.parametrize(
    ("units", "there", "path"),
    [
        ({"2310": "CD36"}, "2411", ["2310", "2410", "2411"]),  # the city is the first hex
        ({"2408": "CD36", "2312": "J3-6"}, "2311", ["2408", "2409", "2410", "2311"]),  # the enemy stands behind the end
    ],
)
@rule("shanghai_nanking", "3.2", "4.3", "9.4")
def test_it_does_not_matter_where_on_the_way_the_city_lies(units: dict[str, str], there: str, path: list[str]) -> None:
    events = do(table("chinese_first", units=units, held="2410"), f"move CD36 {there}")
    assert told(events, "moved")[0]["path"] == path


@rule("shanghai_nanking", "3.2", "9.0")
def test_a_city_that_takes_all_points_is_on_no_way_to_elsewhere() -> None:
    events = do(table("chinese_first", units={"1708": "CD36", "3611": "JSNLF3"}, held="2410"), "move CD36 0904")
    assert "2410" not in told(events, "moved")[0]["path"]


@rule("shanghai_nanking", "3.2", "4.3")
def test_nobody_goes_round_for_his_own_city_or_for_open_country() -> None:
    assert not round_about(table("chinese_first", units={"2412": "CD36", "3611": "JSNLF3"}, held="2311"))


@rule("shanghai_nanking", "3.2", "4.3", "9.1", "9.4")
def test_a_longer_way_that_takes_a_city_in_passing_is_offered_apart() -> None:
    pos = table("chinese_first", units={"2412": "CD36", "3611": "JSNLF3"}, held="2410")
    (way,) = [text for text in round_about(pos) if text.endswith("-2311")]
    assert way == "move CD36 2412-2411-2410-2311"
    offered = pos.view("chinese").ask.options
    (priced,) = [group for group in offered if group.verb == "move" and list(group.words) == ["CD36"]]
    prices = dict(zip(priced.values or (), priced.costs or (), strict=True))
    assert prices[way.split()[-1]] > prices["2311"], "the board tells what the way round costs"
    straight = pos.copy()
    do(straight, "move CD36 2311")
    assert straight.japanese_held >> at("2410") & 1
    do(pos, way)
    assert not pos.japanese_held >> at("2410") & 1


@pytest.mark.parametrize(
    ("units", "held", "offered"),
    [
        ({}, "", True),
        ({}, "2410", True),  # 9.1: reoccupied, it gets a garrison
        ({"2410": "CG-Suzhou"}, "", False),
        ({"2410": "J3-18"}, "", False),
        ({"0202": "JG-A JG-B JG-C JG-D JG-E JG-Shanghai"}, "2410", False),
        ({"0202": "JG-A JG-B JG-C JG-D JG-E JG-Shanghai"}, "", True),
    ],
)
@rule("shanghai_nanking", "3.2", "4.3", "9.1")
def test_a_detour_is_worth_an_empty_city_that_is_chinese_or_lacks_a_garrison(
    units: dict[str, str], held: str, offered: bool
) -> None:
    others = {"3512": "JSNLF1", "3611": "JSNLF2", "1824": "CG-K"}
    pos = table(units={"2412": "J3-6", **others, **units}, held=held)
    detours = [text for text in round_about(pos) if text.startswith("move J3-6 ")]
    assert bool(detours) == offered
    assert all("-2410-" in text and refused(pos, text) == "" for text in detours)


@rule("shanghai_nanking", "3.2", "4.1")
def test_nobody_is_shown_a_way_beyond_the_end_of_the_game() -> None:
    pos = table("chinese_first", units={"3410": "CD36", "2410": "J3-6"}, held="3512")
    assert not round_about(pos), "whoever enters Shanghai has won there"
    events = do(pos, "move CD36 3612")
    assert told(events, "moved")[0]["path"][-1] == "3512", "of two ways of equal cost the one that wins"


@rule("shanghai_nanking", "7.2", "R-12")
def test_no_way_round_leads_back_over_a_hex_of_the_coast_that_holds_whoever_returns() -> None:
    pos = table(units={"3510": "J3-6", "3409": "CD36"}, held="")
    ways = [text.split()[-1].split("-") for text in round_about(pos)]
    assert all(refused(pos, f"move J3-6 {'-'.join(way)}") == "" for way in ways)
    assert ["3510", "3511", "3512", "3611"] in ways, "it goes round all the same"
    assert ["3510", "3511", "3512", "3511", "3510"] in ways, "and may end where it began"
    assert not [way for way in ways if "3510" in way[1:-1]]


@pytest.mark.parametrize(
    ("phase", "units", "held", "way"),
    [
        ("chinese_first", {"2411": "CD36"}, "2410", "2411-2410-2411"),
        ("japanese_first", {"2411": "J3-6", "0202": "CD36"}, "", "2411-2410-2411"),
        ("japanese_first", {"2410": "J3-6", "0202": "CD36"}, "", "2410-2411-2410"),  # 9.1: its own, for a garrison
    ],
)
@rule("shanghai_nanking", "3.2", "9.0", "9.1", "R-11")
def test_a_round_trip_that_takes_a_city_is_offered(phase: str, units: dict[str, str], held: str, way: str) -> None:
    pos = table(phase, units=units, held=held)
    name = units[way[:4]]
    (found,) = [text for text in round_about(pos) if text.endswith(f"-{way[:4]}") and text.startswith(f"move {name} ")]
    there = found.split()[-1].split("-")
    assert (len(there), "2410" in there[1:]) == (3, True)
    do(pos, found)
    assert where(pos, name) == way[:4]


@rule("shanghai_nanking", "9.1", "R-11")
def test_nobody_leaves_his_city_to_come_back_where_that_brings_no_garrison() -> None:
    for units in ({"2410": "J3-6 J3-18"}, {"2410": "J3-6", "0202": "JG-A JG-B JG-C JG-D JG-E JG-Shanghai"}):
        pos = table(units={**units, "3512": "JSNLF1", "3611": "JSNLF2", "1824": "CG-K", "0116": "CG-L", "1102": "CG-M"})
        assert not [text for text in round_about(pos) if text.startswith("move J3-6 ")]


@rule("shanghai_nanking", "3.2", "4.3", "9.1")
def test_each_of_two_cities_that_are_worth_a_detour_is_offered() -> None:
    pos = table(units={"2910": "J3-6", "3512": "JG-A", "0202": "CD36"})
    ways = [set(text.split()[-1].split("-")[1:-1]) for text in round_about(pos) if text.endswith("-3211")]
    assert [way & {"2410", "3611"} for way in ways] == [{"2410"}, {"3611"}]


@rule("shanghai_nanking", "3.2", "4.3", "9.1")
def test_a_city_beyond_another_is_offered_with_it() -> None:
    """From 3411 the way to 3511 by Shanghai is as short as any; its north, 3611, lies beyond."""
    pos = table(units={"3411": "J3-6", "0202": "CD36"})
    assert [text for text in round_about(pos) if text.endswith("-3511")] == ["move J3-6 3411-3512-3611-3511"]
    assert told(do(pos, "move J3-6 3511"), "moved")[0]["path"] == ["3411", "3512", "3511"]


@rule("shanghai_nanking", "9.1", "4.3", "R-11")
def test_a_way_by_two_cities_may_end_in_the_one_that_it_entered_first() -> None:
    pos = table(units={"3411": "J3-6", "0116": "CG-M"})
    assert "move J3-6 3411-3512-3611-3512" in [GAME.format(pos, action) for action in pos.options()]
