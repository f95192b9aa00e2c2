"""7.0 Zones of control, 7.6 Lines of communication."""

import pytest
from tests.games.mukden.table import Table, table

from shapan.games.mukden.sides import JAPANESE, RUSSIAN
from shapan.kernel import rule

EXAMPLE = "R-1ESi@2003 J-IG@2102 J-12@1804"
"""The picture of 7.1: the Russian division in the zone of the Guard, another Japanese unit to the south-west."""


def zone(t: Table, side: int) -> set[str]:
    return set(t.pos.book.grid.names(t.pos.book.grid.spread(t.pos.occupied[side])))


def has_line(t: Table, unit: str) -> bool:
    number = t.number(unit)
    return t.pos.front(t.pos.book.side_of[number]).has_line(t.pos.place[number])


@rule("mukden", "7.0")
def test_a_zone_is_the_six_hexes_around_a_unit() -> None:
    t = table("R-Mad@2003 J-1@1320")
    assert zone(t, RUSSIAN) == {"2002", "2004", "1902", "1903", "2102", "2103"}


@rule("mukden", "7.0", "2.11")
def test_disrupted_units_project_zones_into_any_terrain() -> None:
    """Over the Sha Ho and trenches into mountains."""
    t = table("R-3Si@2515* J-10@2617", phase="movement")
    assert zone(t, RUSSIAN) == {"2514", "2516", "2415", "2416", "2615", "2616"}
    assert t.refuses("move J-10 2617-2616-2516", "7.1") == "zone_stop"


@rule("mukden", "7.0", "7.1")
def test_the_hexes_of_the_example_in_both_zones() -> None:
    t = table(EXAMPLE)
    occupied = {"2003", "2102", "1804"}
    assert (zone(t, JAPANESE) & zone(t, RUSSIAN)) - occupied == {"1903", "2002", "2103"}


@rule("mukden", "7.1")
def test_nobody_goes_directly_from_zone_to_zone() -> None:
    t = table(EXAMPLE, phase="movement", to_act="russian")
    for hex_ in ("2002", "2103", "1903"):
        assert t.refuses(f"move R-1ESi 2003-{hex_}", "7.1") == "zone_to_zone"
    for hex_ in ("1803", "1903", "2002"):
        assert t.allows(f"move R-1ESi 2003-1902-{hex_}")
        assert hex_ in t.reach("R-1ESi")


@rule("mukden", "7.1")
def test_a_move_ends_in_the_first_zone_it_enters() -> None:
    t = table(EXAMPLE, phase="movement", to_act="russian")
    assert t.refuses("move R-1ESi 2003-1902-1803-1702", "7.1") == "zone_stop"
    t = table("J-3@2118 R-55@2215", phase="movement")
    assert t.allows("move J-3 2118-2218-2217-2216")
    for hex_ in ("2115", "2315", "2316", "2116", "2217"):
        assert t.refuses(f"move J-3 2118-2218-2217-2216-{hex_}", "7.1") == "zone_stop"
    assert t.push("move J-3 2216").down("J-3")


@rule("mukden", "7.1", "R54")
def test_a_unit_may_leave_a_zone_and_come_back() -> None:
    t = table(EXAMPLE, phase="movement", to_act="russian").push("move R-1ESi 2003-1902-2003")
    assert t.at("R-1ESi") == "2003"
    assert t.down("R-1ESi")


@rule("mukden", "7.2", "7.1")
def test_a_friendly_unit_does_not_open_a_zone_for_movement() -> None:
    t = table("J-3@2118 J-4@2216 R-55@2215", phase="movement")
    assert t.refuses("move J-3 2118-2218-2217-2216-2316", "7.1") == "zone_stop"


@rule("mukden", "7.3", "9.11")
def test_zones_do_not_hinder_an_advance() -> None:
    t = table("J-1@1609 R-15(1)@1608 R-14@1607 R-9@1707")
    t.push("attack J-1 1608", "resolve 0", "roll 1", "advance J-1")
    assert t.at("J-1") == "1608"


@rule("mukden", "7.4", "9.13")
def test_an_empty_hex_in_a_zone_may_be_probed() -> None:
    t = table("J-1@1609 J-9@1708 R-15@1707")
    assert "probe J-9 1608" in t.options()


@rule("mukden", "7.5", "9.12")
def test_zones_do_not_hinder_a_momentum_attack() -> None:
    t = table("J-1@1609 R-15(1)@1608 R-14@1607 R-9@1707")
    t.push("attack J-1 1608", "resolve 0", "roll 1", "advance J-1")
    assert t.allows("attack J-1 1607")
    assert t.allows("attack J-1 1707")


# --- 7.6 lines of communication ------------------------------------------------------------------


@rule("mukden", "7.6")
def test_lines_run_to_liaoyang_and_to_the_north_edge() -> None:
    t = table("J-1@1320 R-14@1715")
    assert has_line(t, "J-1")
    assert has_line(t, "R-14")


@pytest.mark.parametrize("hex_", ["1000", "2500", "4200"])
@rule("mukden", "7.6")
def test_any_hex_of_the_north_edge_is_a_supply_head(hex_: str) -> None:
    t = table(f"R-14@{hex_} J-1@1001 J-2@2501 J-3@4201")
    assert has_line(t, "R-14"), "a unit on its own supply head needs no way"


@rule("mukden", "7.6", "R13")
def test_the_supply_head_must_be_free_of_enemy_zones() -> None:
    t = table("J-1@1320 J-9@1922 R-Mad@2022")
    assert not has_line(t, "J-1")
    assert has_line(t, "J-9"), "its own hex may lie in an enemy zone"


@rule("mukden", "7.6")
def test_the_units_own_hex_may_lie_in_a_zone() -> None:
    t = table("J-1@1609 R-15@1608")
    assert has_line(t, "J-1")


@rule("mukden", "7.6", "7.2")
def test_friendly_units_open_no_line() -> None:
    """Four Japanese divisions shut the plain; Russian units in the gaps do not help."""
    ring = "J-1@2003 J-2@2205 J-3@2007 J-4@1807 J-5@1803 J-6@2207 J-7@1805"
    t = table(f"{ring} R-Mad@2005 R-14@2004 R-15@2105 R-9@1904")
    assert not has_line(t, "R-Mad")
    assert has_line(table("J-1@2003 R-Mad@2005 R-14@2004"), "R-Mad"), "a gap is a way"


@rule("mukden", "7.6", "5.1")
def test_there_is_no_supply() -> None:
    """A cut-off unit moves its eight points and attacks with all its steps."""
    t = table("J-1@1320 R-Mad@2022", phase="movement")
    assert max(t.reach("J-1").values()) == 8
    t = table("J-1@1609 R-15@1608 R-Mad@2022").push("attack J-1 1608", "resolve 0")
    assert t.told("differential")[0]["attack"] == 6
