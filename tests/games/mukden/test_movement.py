"""8.0 Movement."""

from itertools import pairwise

import pytest
from tests.games.mukden.table import GAME, start, table

from shapan.kernel import BadNotation, rule

# --- 8.3 what a step costs -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "goal", "cost"),
    [
        ("1320", "1319", 1),  # clear
        ("1419", "1420", 1),  # into a town
        ("2210", "2310", 1),  # into a victory town
        ("2404", "2504", 1),  # the railroad is clear ground
        ("2310", "2311", 1),  # along the railroad it costs no less
        ("2415", "2514", 1),
        ("2514", "2515", 2),  # mountain
        ("2416", "2515", 3),  # a minor river into mountains
        ("2115", "2116", 2),  # the railroad bridge over the Sha Ho saves nothing
        ("2716", "2715", 2),  # the Wen Kia Pass pays for its river
        ("3117", "3116", 1),  # pass to pass
        ("3017", "3116", 3),  # from elsewhere into a pass, over the Sha Ho
        ("3216", "3116", 2),  # from elsewhere into a pass
        ("3116", "3016", 2),  # leaving the pass
        ("2311", "2212", 3),  # a major river into clear ground
        ("2213", "2113", 1),  # clear again
        ("1715", "1815", 1),
        ("1815", "1816", 1),  # a trench costs nothing, Russian and Japanese alike
        ("2213", "2312", 1),  # nor does the trench of the bridgehead
    ],
)
@rule("mukden", "8.3", "R35")
def test_the_cost_of_a_step(origin: str, goal: str, cost: int) -> None:
    t = table(f"J-1@{origin} R-Mad@4200", turn=5, phase="movement", held="1922 2310 2311")
    assert t.reach("J-1")[goal] == cost
    grid, costs = t.pos.book.grid, t.pos.book.costs
    assert costs.step(grid.index(origin), grid.index(goal)) == cost


@rule("mukden", "8.3", "R40")
def test_the_pass_rate_holds_between_any_two_pass_hexes() -> None:
    book = start().pos.book
    passes = book.map.kind("pass")
    for here in book.grid.names(passes):
        for there in book.grid.names(book.grid.spread(book.grid.hexes(here)) & passes):
            cost = book.costs.step(book.grid.index(here), book.grid.index(there))
            assert cost == (2 if {here, there} == {"2715", "2716"} else 1)


# --- 8.0 to 8.2 ----------------------------------------------------------------------------------


@rule("mukden", "8.0", "2.8", "8.1", "8.2")
def test_eight_points_and_not_one_more() -> None:
    """North along the column: the Hun has to be crossed on the way."""
    t = table("J-1@1320 R-Mad@2022", phase="movement")
    assert t.reach("J-1")["1314"] == 8
    assert "1313" not in t.reach("J-1")
    assert t.refuses("move J-1 1313", "8.4") == "march_line"


@rule("mukden", "8.1", "2.11")
def test_points_need_not_be_spent_and_none_are_kept() -> None:
    t = table("J-1@1320 J-9@1420 R-Mad@4112", phase="movement", order="combat").push("move J-1 1319", "pass", "pass")
    assert t.pos.turn == 2
    t.push("declare movement", "roll 1")
    assert max(t.reach("J-1").values()) == 10


@rule("mukden", "8.1")
def test_a_unit_moves_once_in_a_phase() -> None:
    t = table("J-1@1320 J-9@1420 R-Mad@4112", phase="movement").push("move J-1 1319", "flip R-Mad")
    assert t.refuses("move J-1 1319-1318", "2.11") == "disrupted"


@rule("mukden", "8.0")
def test_a_path_goes_from_hex_to_adjacent_hex() -> None:
    t = table("J-1@1320 R-Mad@4112", phase="movement")
    assert t.refuses("move J-1 1320-1318", "8.0") == "path_gap"
    assert t.refuses("move J-1 1319-1318", "8.0") == "path_start"
    assert t.refuses("move J-1 1320-1320", "8.0") == "path_gap"


@rule("mukden", "8.0", "7.1", "6.1")
def test_a_refused_path_is_told_at_which_hex_it_fails() -> None:
    t = table("J-1@1320 J-7@1420 J-8@1420 R-Mad@1217", phase="movement")
    for path, hex_ in (
        ("1320-1319-1317-1316", "1317"),
        ("1320-1319-1318-1317-1316", "1316"),
        ("1320-1319-1318-1218-1219", "1219"),
        ("1320-1420", "1420"),
        ("1320-1321-1420", "1420"),
    ):
        refusal = t.refusal(f"move J-1 {path}")
        assert refusal is not None
        assert refusal.params["hex"] == t.pos.book.grid.index(hex_), path


@rule("mukden", "8.0", "R38")
def test_the_edge_of_the_map_is_the_end_of_the_world() -> None:
    t = table("J-1@1025 R-Mad@4112", phase="movement")
    for place in ("0925", "1026", "9999"):
        with pytest.raises(BadNotation):
            GAME.parse(t.pos, f"move J-1 {place}")
    assert t.refuses("move J-1 1025-1000", "8.0") == "path_gap"


@rule("mukden", "8.0", "R54")
def test_a_path_may_cross_itself() -> None:
    t = table("J-1@1320 R-Mad@4112", phase="movement").push("move J-1 1320-1319-1320-1319")
    assert t.at("J-1") == "1319"


@rule("mukden", "8.1", "R31", "5.5")
def test_a_move_of_no_steps_is_a_flip() -> None:
    assert table("J-1@1320 R-Mad@4112", phase="movement").refuses("move J-1 1320", "8.1") == "no_steps"


@rule("mukden", "8.2")
def test_there_is_no_free_step() -> None:
    """A path that has one point left cannot enter a mountain hex."""
    t = table("J-1@3117 R-Mad@4112", phase="movement")
    assert t.allows("move J-1 3117-3118-3218-3219-3220-3221")
    assert t.refuses("move J-1 3117-3118-3218-3219-3220-3221-3222", "8.2") == "path_points"
    assert t.refuses("move J-1 1000", "8.2") == "path_points"


@rule("mukden", "7.1", "8.2")
def test_a_hex_within_the_points_is_kept_from_a_unit_by_zones_not_by_its_points() -> None:
    t = table("J-1@1320 R-14@1316 R-Mad@2022", phase="movement")
    assert table("J-1@1320 R-Mad@2022", phase="movement").reach("J-1")["1314"] == 8
    assert t.refuses("move J-1 1314", "7.1") == "zone_in_the_way"


@rule("mukden", "8.2")
def test_enemy_hexes_are_closed() -> None:
    t = table("J-1@1320 R-Mad@1319", phase="movement")
    assert t.refuses("move J-1 1320-1319", "8.2") == "path_enemy"


@rule("mukden", "8.0", "8.2", "2.10", "6.1")
def test_the_first_hex_of_the_map_is_a_hex_like_any_other() -> None:
    t = table("J-1@1001 J-7@1000 R-Mad@4112", phase="movement", turn=4)
    assert t.copy().push("move J-7 1100").at("J-7") == "1100"
    assert t.copy().push("move J-1 1001-1000-1100").at("J-1") == "1100"
    assert t.push("move J-1 1000").stack("1000") == ["J-1", "J-7"]
    t = table("J-1@1001 J-7@1000 J-8@1000 R-Mad@4112", phase="movement")
    assert t.refuses("move J-1 1000", "6.1") == "stacking"


@rule("mukden", "8.2", "2.11")
def test_disrupted_units_stay() -> None:
    t = table("J-1@1320* J-9@1420 R-Mad@4112", phase="movement")
    assert t.refuses("move J-1 1319", "2.11") == "disrupted"
    assert not t.reach("J-1")


@rule("mukden", "8.0", "8.1", "5.5")
def test_units_move_one_by_one() -> None:
    t = table("J-1@1320 J-2C@1320 R-Mad@4112", phase="movement").push("move J-1 1319")
    assert (t.at("J-1"), t.at("J-2C")) == ("1319", "1320")
    assert t.actor == "russian"


@rule("mukden", "8.0")
def test_the_cheapest_way_is_taken_when_only_the_goal_is_named() -> None:
    t = table("J-1@1320 R-Mad@4112", phase="movement").push("move J-1 1314")
    path = t.told("moved")[0]["path"]
    assert (path[0], path[-1]) == ("1320", "1314")
    steps = pairwise(t.pos.book.grid.index(name) for name in path)
    assert sum(t.pos.book.costs.step(*step) or 0 for step in steps) == 8


# --- 8.4 forced march ----------------------------------------------------------------------------


@rule("mukden", "8.4", "R14", "R49")
def test_ten_points_for_a_march_outside_enemy_zones() -> None:
    t = table("J-1@1320 R-Mad@4112", phase="movement")
    assert (t.reach("J-1")["1314"], t.reach("J-1")["1313"]) == (8, 10)
    assert t.push("move J-1 1313").at("J-1") == "1313"


@rule("mukden", "8.4", "7.6")
def test_a_march_needs_a_line_of_communication() -> None:
    t = table("J-1@1320 R-Mad@2022", phase="movement")
    north = "1320-1319-1318-1317-1316-1315-1314"
    assert t.refuses(f"move J-1 {north}-1313", "8.4") == "march_line"
    assert t.refuses("move J-1 1313", "8.4") == "march_line"
    assert t.allows(f"move J-1 {north}")


@rule("mukden", "8.4")
def test_a_march_may_not_end_in_a_zone() -> None:
    t = table("J-1@1320 R-Mad@1312", phase="movement")
    north = "1320-1319-1318-1317-1316-1315-1314"
    assert t.refuses(f"move J-1 {north}-1313", "8.4") == "march_zone"
    assert t.refuses("move J-1 1313", "8.4") == "march_zone"
    assert t.allows("move J-1 1314")


@rule("mukden", "8.4")
def test_a_march_may_not_start_in_a_zone() -> None:
    t = table("J-1@1320 R-Mad@1421", phase="movement")
    north = "1320-1319-1318-1317-1316-1315-1314"
    assert t.allows(f"move J-1 {north}")
    assert t.refuses(f"move J-1 {north}-1313", "8.4") == "march_zone"
    assert t.refuses("move J-1 1313", "8.4") == "march_zone"
    assert max(t.reach("J-1").values()) == 8


@rule("mukden", "8.4", "7.2")
def test_a_friendly_unit_makes_no_march_possible() -> None:
    t = table("J-1@1320 J-9@1313 R-Mad@1312", phase="movement")
    t.refuses("move J-1 1313", "8.4")
    t.refuses("move J-1 1320-1319-1318-1317-1316-1315-1314-1313", "8.4")


@rule("mukden", "8.4", "R11")
def test_russians_march_with_a_line_to_the_north() -> None:
    t = table("R-14@1715 J-1@1320", phase="movement", to_act="russian")
    assert max(t.reach("R-14").values()) == 10
    edge = "J-1@1100 J-2@1400 J-3@1700 J-4@2000 J-5@2300 J-6@2600 J-7@2900 J-8@3200 J-9@3500 J-10@3800 J-11@4100"
    cut = table(f"{edge} R-14@1715", phase="movement", to_act="russian")
    assert max(cut.reach("R-14").values()) == 8


@rule("mukden", "8.2", "8.4")
def test_eleven_points_are_too_many_for_anybody() -> None:
    t = table("J-1@1320 R-Mad@4112", phase="movement")
    assert t.refuses("move J-1 1320-1319-1318-1317-1316-1315-1314-1313-1312", "8.2") == "path_points"
    assert t.refuses("move J-1 1312", "8.2") == "path_points"


@rule("mukden", "3.3", "8.3", "4.3")
def test_of_ways_of_equal_cost_the_one_that_retakes_mukden_is_meant() -> None:
    t = table("J-1@1320 R-14@2209", phase="movement", to_act="russian", turn=5, held="1922 2310")
    t.push("move R-14 2311")
    assert t.told("moved")[0]["path"] == ["2209", "2210", "2310", "2311"]
    assert t.holder("2310") == "russian"


@rule("mukden", "3.3", "8.3", "4.3")
def test_a_longer_way_that_takes_mukden_in_passing_is_offered_apart() -> None:
    t = table("J-1@1320 R-14@2209", phase="movement", to_act="russian", turn=5, held="1922 2310")
    assert "move R-14 2208" in t.options("move")
    round_by = [text for text in t.options("move") if text.endswith("-2208")]
    assert len(round_by) == 1
    assert "-2310-" in round_by[0]
    offered = t.view("russian").ask.options or ()
    (priced,) = [group for group in offered if group.verb == "move" and list(group.words) == ["R-14"]]
    prices = dict(zip(priced.values or (), priced.costs or (), strict=True))
    assert prices[round_by[0].split()[-1]] > prices["2208"], "the board tells what the way round costs"
    assert t.copy().push("move R-14 2208").holder("2310") == "japanese"
    assert t.push(round_by[0]).holder("2310") == "russian"


@rule("mukden", "3.3", "4.3")
@pytest.mark.parametrize(
    ("origin", "way"),
    [("2411", "2411-2310-2309-2409"), ("2108", "2108-2209-2309-2310-2210-2109-2108")],
)
def test_of_equally_cheap_ways_by_mukden_the_one_that_takes_most_is_offered(origin: str, way: str) -> None:
    t = table(f"J-1@{origin} R-Mad@4112", turn=4, phase="movement")
    assert f"move J-1 {way}" in t.options("move")
    own = table("J-1@1320 R-14@2209", phase="movement", to_act="russian", turn=5)
    assert not [text for text in own.options("move") if "-" in text.split()[-1]], "nothing is to be gained"


@pytest.mark.parametrize("held", ["2309", "2409"])
@rule("mukden", "3.3", "8.3")
def test_the_hex_behind_the_end_does_not_matter(held: str) -> None:
    t = table("R-15@2308 J-1@2411", phase="movement", to_act="russian", turn=5, held=f"1922 {held}")
    assert t.push("move R-15 2410").holder(held) == "russian", "there are two ways of equal cost"


@rule("mukden", "3.3", "8.3", "4.3")
def test_mukden_is_worth_more_than_two_hexes_of_the_railroad() -> None:
    held = "1922 2310 2408 2409"
    t = table("R-15@2307 J-1@1320", phase="movement", to_act="russian", turn=5, held=held).push("move R-15 2411")
    assert t.told("moved")[0]["path"] == ["2307", "2308", "2309", "2310", "2411"]
    assert (t.holder("2310"), t.holder("2409")) == ("russian", "japanese")


@rule("mukden", "3.3", "7.1", "8.3")
def test_no_way_is_meant_that_an_enemy_zone_would_stop() -> None:
    t = table("R-15@2308 J-1@2508", phase="movement", to_act="russian", turn=5, held="1922 2409").push("move R-15 2410")
    assert t.told("moved")[0]["path"] == ["2308", "2309", "2410"]
    assert t.holder("2409") == "japanese"


@rule("mukden", "3.3", "8.3")
def test_of_ways_of_equal_cost_the_one_that_takes_both_critical_hexes_is_meant() -> None:
    t = table("R-41@2308 J-1@1320", phase="movement", to_act="russian", turn=5, held="1922 2406 2504")
    t.push("move R-41 2604")
    assert (t.holder("2406"), t.holder("2504")) == ("russian", "russian")


@rule("mukden", "3.3", "4.3", "8.3")
def test_a_unit_may_take_mukden_and_come_back() -> None:
    t = table("R-14@2209 J-1@1320", phase="movement", to_act="russian", turn=5, held="1922 2310")
    (back,) = [text for text in t.options("move") if text.endswith("-2209")]
    t.push(back)
    assert (t.holder("2310"), t.at("R-14")) == ("russian", "2209")


@rule("mukden", "8.4", "3.3", "7.1")
def test_a_forced_march_round_by_mukden_ends_in_no_enemy_zone() -> None:
    t = table("J-1@2516 R-14@2209", phase="movement", to_act="russian", turn=5, held="1922 2310")
    for text in t.options("move"):
        assert t.allows(text)
