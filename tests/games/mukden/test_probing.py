"""9.13 Probing attacks, and the packages of 9.3 that contain one."""

import pytest
from tests.games.mukden.table import table

from shapan.kernel import rule

EXAMPLE = "J-1@1609 J-9@1708 J-7@1809 J-IG@1509 R-15(4)@1707 R-9(3)@1808 R-25(5)@1907 R-1Si(4)@1508"
"""The example of 9.13."""


@rule("mukden", "9.13", "7.4")
def test_a_probe_enters_an_empty_hex_without_die_or_loss() -> None:
    t = table(EXAMPLE).push("probe J-1 1608", "resolve 0")
    assert (t.at("J-1"), t.pos.lost, t.asked) == ("1608", (0, 0), "momentum")
    assert [event.case for event in t.events] == ["9.13", "9.13"]


@rule("mukden", "9.13")
def test_several_stacks_may_probe_together() -> None:
    t = table(EXAMPLE).push("probe J-1 1608", "join J-9", "resolve 0")
    assert t.stack("1608") == ["J-9", "J-1"]


@rule("mukden", "9.13", "R25", "R23")
def test_every_probing_unit_starts_in_an_enemy_zone() -> None:
    t = table("J-1@1609 J-9@1708 R-15@1707")
    assert set(t.options("probe")) == {"probe J-9 1608", "probe J-9 1808"}
    assert t.refuses("probe J-1 1608", "9.13") == "probe_from"
    t.push("probe J-9 1608")
    assert t.refuses("join J-1", "9.13") == "probe_from"
    assert "join J-1" not in t.options()


@rule("mukden", "9.13")
def test_the_probed_hex_lies_in_an_enemy_zone() -> None:
    t = table("J-9@1708 R-15@1707")
    assert t.refuses("probe J-9 1709", "9.13") == "probe_into"
    assert set(t.options("probe")) == {"probe J-9 1608", "probe J-9 1808"}


@rule("mukden", "9.13")
def test_the_probed_hex_is_empty_of_both_sides() -> None:
    t = table("J-9@1708 J-1@1608 R-15@1707")
    assert t.refuses("probe J-9 1608", "9.13") == "probe_occupied"
    assert t.refuses("probe J-9 1707", "9.13") == "probe_occupied"


@rule("mukden", "9.13")
def test_a_probe_goes_into_an_adjacent_hex() -> None:
    t = table(EXAMPLE)
    assert t.refuses("probe J-1 1706", "9.13") == "not_adjacent"
    t.push("probe J-1 1608")
    assert t.refuses("join J-7", "9.13") == "not_adjacent"


@rule("mukden", "9.13", "R26")
def test_a_probe_once_announced_is_made() -> None:
    t = table(EXAMPLE).push("probe J-1 1608", "join J-9")
    for text in ("pass", "halt", "flip J-1"):
        assert t.refuses(text, "9.13") == "attack_under_way"
    assert t.refuses("attack J-1 1707", "9.3") == "one_by_one"
    t.push("resolve 0")
    assert t.stack("1608") == ["J-9", "J-1"], "all who were named enter"


@rule("mukden", "9.13", "9.7")
def test_no_markers_in_a_probe() -> None:
    t = table(EXAMPLE, order="combat").push("probe J-1 1608")
    assert t.refuses("resolve 1", "9.7") == "markers_probe"


@rule("mukden", "9.13", "R50", "2.11")
def test_a_probe_disrupts_the_probing_units_and_no_enemy() -> None:
    t = table(EXAMPLE).push("probe J-1 1608", "resolve 0")
    assert t.face_up("J-1"), "not before the action ends"
    t.push("halt")
    assert t.down("J-1")
    assert t.face_up("R-15", "R-1Si", "R-9", "R-25")
    assert t.actor == "russian"


@rule("mukden", "9.13", "9.3", "9.12")
def test_a_probe_may_be_followed_by_a_momentum_attack() -> None:
    t = table(EXAMPLE).push(
        "probe J-1 1608", "join J-9", "resolve 0", "attack J-1 1707", "join J-9", "resolve 0", "roll 1"
    )
    t.push("advance J-1", "advance J-9")
    assert (t.actor, t.asked) == ("russian", "fight")
    assert t.down("J-1", "J-9")


@rule("mukden", "9.13", "9.3", "R21")
def test_no_second_probe_after_a_probe() -> None:
    t = table(EXAMPLE).push("probe J-1 1608", "resolve 0")
    assert t.options("probe") == []
    assert t.refuses("probe J-1 1607", "9.13") == "second_probe"


@rule("mukden", "9.13", "9.3", "9.12")
def test_a_momentum_attack_may_be_a_probe_and_then_all_is_over() -> None:
    t = table(EXAMPLE).push("attack J-7 1808", "resolve 0", "roll 1", "advance J-7", "probe J-7 1807", "resolve 0")
    assert t.at("J-7") == "1807"
    assert (t.asked, t.actor) == ("fight", "russian")
    assert t.down("J-7")
    t.push("flip R-1Si")
    assert t.refuses("attack J-7 1707", "2.11") == "disrupted"
    assert t.refuses("probe J-7 1708", "2.11") == "disrupted"


@rule("mukden", "9.13", "R24")
def test_a_momentum_probe_starts_in_an_enemy_zone() -> None:
    """The hex that was won lies in nobody's zone: there is nothing to probe from it."""
    t = table("J-1@1609 R-15(1)@1608 R-14@1605 R-Mad@4112").push(
        "attack J-1 1608", "resolve 0", "roll 1", "advance J-1"
    )
    assert t.asked == "fight"
    t = table("J-1@1609 J-9@1609 R-15(1)@1608 R-14@1606 R-Mad@4112")
    t.push("attack J-1 1608", "join J-9", "resolve 0", "roll 1", "advance J-1", "advance J-9")
    assert t.asked == "fight"


@rule("mukden", "9.13", "9.12")
def test_only_units_that_advanced_make_a_momentum_probe() -> None:
    t = table(EXAMPLE).push("attack J-7 1808", "resolve 0", "roll 1", "advance J-7")
    assert t.refuses("probe J-9 1608", "9.12") == "momentum_units"
    t.push("probe J-7 1807")
    assert t.refuses("join J-9", "9.12") == "not_advanced"


@rule("mukden", "9.13", "5.5")
def test_a_neighbour_that_stood_still_may_act_later() -> None:
    t = table(EXAMPLE).push("probe J-1 1608", "resolve 0", "halt", "pass")
    assert t.allows("attack J-9 1707")
    assert t.refuses("attack J-1 1707", "2.11") == "disrupted"


@pytest.mark.parametrize(("turn", "won"), [(3, ("japanese", "4.2")), (4, None)])
@rule("mukden", "9.13", "3.3", "4.2")
def test_a_probe_onto_the_railroad(turn: int, won: tuple[str, str] | None) -> None:
    t = table("R-41@2309 J-1@2308 R-Mad@4112", turn=turn).push("probe J-1 2409", "resolve 0")
    assert t.won == won
    assert t.holder("2409") == "japanese"
    if won is None:
        assert t.face_up("R-41")
        assert (t.asked, t.options()) == ("momentum", ["attack J-1 2309", "halt"])
        t.push("attack J-1 2309", "resolve 0", "roll 6")
        assert t.down("R-41", "J-1")


@rule("mukden", "9.13", "4.1")
def test_a_russian_probe_into_liaoyang_wins() -> None:
    t = table("R-14@1921 J-1@1823 R-Mad@4112 J-9@2021", to_act="russian").push("probe R-14 1922", "resolve 0")
    assert t.won == ("russian", "4.1")


@rule("mukden", "9.13", "9.12", "9.0")
def test_what_is_asked_and_refused_cites_the_kind_of_attack() -> None:
    t = table("J-1@1716 J-9@1617 R-14@1715 R-Mad@4112 R-9@1515")
    assert t.copy().push("attack J-1 1715").pos.decision.case == "9.0"
    probe = t.push("probe J-1 1616")
    assert probe.pos.decision.case == "9.13"
    assert probe.refuses("join J-1", "9.13") == "joined"
    momentum = probe.push("resolve 0")
    assert momentum.pos.decision.case == "9.12"
    assert momentum.refuses("attack J-1 1718", "9.12") == "attack_empty"
    assert momentum.refuses("attack J-1 4112", "9.12") == "not_adjacent"
    assert momentum.push("attack J-1 1715").pos.decision.case == "9.12"


@rule("mukden", "2.10", "9.10", "9.11", "9.12")
def test_the_dead_do_nothing_and_the_reason_is_that_they_are_dead() -> None:
    units = "J-1@1716 J-9@1617 R-14@1715 R-Mad@4112 R-9@1515"
    t = table(units).push("probe J-1 1616")
    assert t.refuses("join J-2", "2.10") == "eliminated"
    t.push("resolve 0")
    assert t.refuses("attack J-2 1715", "2.10") == "eliminated"
    assert t.refuses("probe J-2 1716", "2.10") == "eliminated"
    t.push("attack J-1 1715")
    assert t.refuses("join J-2", "2.10") == "eliminated"
    won = table("J-1@1716 J-9@1616 R-Mad(1)@1715 R-9@4112").push("attack J-1 1715", "join J-9", "resolve 0", "roll 1")
    while won.asked == "lose":
        assert won.refuses("lose J-2", "2.10") == "eliminated"
        won.push("lose J-1")
    assert won.asked == "advance"
    assert won.refuses("advance J-2", "2.10") == "eliminated"
    assert won.refuses("advance R-9", "9.11") == "not_victorious"


@rule("mukden", "5.5", "7.4", "9.13")
def test_every_probe_is_offered() -> None:
    t = table("J-1@1711 J-9@1611 R-15@1811 R-14@4000")
    assert t.options("probe") == ["probe J-1 1710", "probe J-1 1812"], "the 9th stands in no Russian zone"
