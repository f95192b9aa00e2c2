"""SNC 7.0: zones of control, what stops them, and what they do to movement."""

from __future__ import annotations

from tests.games.shanghai_nanking.table import (
    THIRD,
    attack,
    do,
    names_in,
    refused,
    roll,
    settle_support,
    table,
    where,
    why,
)

from shapan.games.shanghai_nanking.sides import CHINESE, JAPANESE
from shapan.kernel import rule


@rule("shanghai_nanking", "7.0", "7.1")
def test_the_example_of_the_book_around_3610() -> None:
    pos = table(units={"3610": "CD36"})
    assert names_in(pos, pos.front(JAPANESE).zone) == {"3510", "3511"}
    pos = table(units={"3610": "CD36", "3510": "J3-6"})
    assert names_in(pos, pos.front(JAPANESE).zone) == {"3511"}


@rule("shanghai_nanking", "7.0")
def test_static_units_have_zones_too() -> None:
    pos = table(units={"2606": "CG-A", "2806": "JG-A"})
    assert names_in(pos, pos.front(JAPANESE).zone) == {"2506", "2507", "2605", "2607", "2706", "2707"}
    assert "2706" in names_in(pos, pos.front(CHINESE).zone)


@rule("shanghai_nanking", "7.1")
def test_zones_leave_cities_but_never_enter_them() -> None:
    pos = table(units={"3512": "JSNLF1", "3411": "CD36"})
    assert "3511" in names_in(pos, pos.front(CHINESE).zone)
    assert "3512" not in names_in(pos, pos.front(JAPANESE).zone)
    pos = table(units={"3512": "JSNLF1", "3511": "CD36", "3411": "CD88"})
    do(pos, "move JSNLF1 3512-3611")  # from city to city past Chinese units
    assert where(pos, "JSNLF1") == "3611"


@rule("shanghai_nanking", "7.1")
def test_zones_cross_creeks_and_rivers_but_not_lakes_nor_the_navigable_huangpu() -> None:
    pos = table(units={"3510": THIRD})
    assert {"3410", "3511"} <= names_in(pos, pos.front(CHINESE).zone)
    pos = table(units={"3214": "J3-6"})
    assert "3215" in names_in(pos, pos.front(CHINESE).zone)
    pos = table(units={"3611": "JSNLF1"})
    assert not {"3711", "3712", "3612"} & names_in(pos, pos.front(CHINESE).zone)
    pos = table(units={"2713": "J3-6"})
    assert not {"2812", "2813"} & names_in(pos, pos.front(CHINESE).zone)
    assert "2714" in names_in(pos, pos.front(CHINESE).zone)


@rule("shanghai_nanking", "7.1", "7.2", "R-12")
def test_the_gunfire_coast_shields_whoever_holds_it_but_not_a_unit_on_its_way() -> None:
    pos = table(units={"3409": "CD36", "3510": "J3-6 J3-18"})
    assert refused(pos, "move J3-6 3510-3509-3408") == "7.2"
    do(pos, "move J3-6 3510-3509")
    # the hex is held now, so the second unit need not stop there
    do(pos, "move J3-18 3510-3509-3408")
    pos = table(units={"3409": "CD36", "3509": "J3-6"})
    do(pos, "move J3-6 3509-3408")


@rule("shanghai_nanking", "7.1", "7.2", "R-12")
def test_who_leaves_the_gunfire_coast_empty_is_stopped_when_he_comes_back() -> None:
    way = "3308-3408-3308-3207"
    pos = table(units={"3208": "CD36", "3308": "J3-6"})
    assert refused(pos, f"move J3-6 {way}") == "7.2"
    assert refused(pos, "move J3-6 3308-3207") == ""
    pos = table(units={"3208": "CD36", "3308": "J3-6 J3-18"})
    assert refused(pos, f"move J3-6 {way}") == "", "the other one holds the hex meanwhile"
    pos = table(units={"3208": "CD36", "3308": "J3-6"}, switches={"coastal_mover_counts": True})
    assert refused(pos, f"move J3-6 {way}") == ""


@rule("shanghai_nanking", "7.2", "R-12")
def test_who_comes_back_is_stopped_in_a_zone_alone() -> None:
    way = "3408-3409-3408-3509"
    pos = table(units={"3308": "CD36", "3408": "J3-6"})
    assert why(pos, f"move J3-6 {way}") == "7.2 zone_stop 3509"
    pos = table(units={"0202": "CD36", "3408": "J3-6"})
    assert why(pos, f"move J3-6 {way}") == ""


@rule("shanghai_nanking", "7.2", "9.6", "R-12")
def test_a_stack_that_takes_everybody_along_holds_nothing_behind_itself() -> None:
    pos = table(units={"3208": "CD36", "3209": "CB20", "3308": "J3-6"})
    assert why(pos, "overrun J3-6 3308-3408-3308-3309-3209") == "7.2 zone_stop 3309"
    pos = table(units={"3208": "CD36", "3209": "CB20", "3308": "J3-6 J3-18"})
    do(pos, "overrun J3-6 3308-3408-3308-3309-3209")
    assert refused(pos, "join J3-18") == "7.2"
    assert refused(pos, "commit") == ""


@rule("shanghai_nanking", "7.1", "R-12")
def test_by_the_option_the_coast_shields_movers_at_once() -> None:
    units = {"3409": "CD36", "3510": "J3-6"}
    pos = table(units=units, switches={"coastal_mover_counts": True})
    assert refused(pos, "move J3-6 3510-3509-3408") == ""


@rule("shanghai_nanking", "7.2")
def test_a_unit_stops_in_the_first_zone_it_enters() -> None:
    pos = table("chinese_first", units={"3208": "J3-6", "3009": "CD36"})
    assert refused(pos, "move CD36 3009-3109-3108") == "7.2"
    do(pos, "move CD36 3009-3109")


@rule("shanghai_nanking", "7.2")
def test_a_unit_in_a_zone_may_leave_into_a_free_hex_only_and_then_goes_on() -> None:
    pos = table("chinese_first", units={"3208": "J3-6", "3109": "CD36", "3108": "CD88"})
    assert refused(pos, "move CD36 3109-3108") == "7.2"  # a friend in the hex changes nothing
    assert refused(pos, "move CD36 3109-3009-2909-2809") == ""


@rule("shanghai_nanking", "7.2", "12.0")
def test_the_landing_at_wusong_pins_3511() -> None:
    units = {"3511": "CD87 CD98 CG-G", "3512": "JSNLF1 JSNLF2", "3611": "JSNLF3"}
    pos = table("chinese_first", units=units)
    assert refused(pos, "move CD98 3410") == ""
    pos = table("chinese_first", units={**units, "3510": THIRD})
    for goal in ("3410", "3411", "3610"):
        assert refused(pos, f"move CD98 3511-{goal}") == "7.2"
    for goal in ("3510", "3512", "3611"):
        assert refused(pos, f"move CD98 3511-{goal}") == "9.0"
    assert not [group for group in pos.options().groups if group.head and len(group)]


@rule("shanghai_nanking", "7.2", "R-12")
def test_japanese_units_on_the_gunfire_coast_or_in_a_city_start_free_of_zones() -> None:
    pos = table(units={"3511": "CD36", "3512": "JSNLF1", "3510": "J3-6"})
    assert refused(pos, "move JSNLF1 3512-3411") == ""
    assert refused(pos, "move J3-6 3510-3410") == ""


@rule("shanghai_nanking", "7.2", "10.5.3")
def test_zones_do_not_hinder_an_advance() -> None:
    units = {"3208": THIRD, "3109": "CB20", "3009": "CD36", "3110": "CD88"}
    pos = table(plan="fight-move", units=units)
    attack(pos, "3109", THIRD)
    settle_support(pos)
    roll(pos, 6)
    do(pos, "advance J3-6 3109")
    assert where(pos, "J3-6") == "3109"
