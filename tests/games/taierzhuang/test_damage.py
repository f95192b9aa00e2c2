"""Storm Over Taierzhuang 7.4 Applying Damage Points, 8.0 Retreats."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.taierzhuang.table import act, choices, is_spent, lay, place, reason, refused, under_way, units, why

from shapan.games.taierzhuang.damage import Damage, inflicted
from shapan.games.taierzhuang.game import Position
from shapan.kernel import rule


def hit(pos: Position, area: str, damage: int, side: int = 1, tank_points: int = 0) -> Position:
    """This many points on the units of one side in an area."""
    at = pos.book.map.index(area)
    pos.then(inflicted(pos, side, at, pos.units_in(side, at), damage, tank_points))
    pos.settle()
    return pos


@rule("taierzhuang", "7.4")
def test_one_point_on_one_ready_unit_flips_it() -> None:
    pos = hit(lay({"N": "C27-1 J10-1"}), "N", 1)
    assert choices(pos) == {"flip C27-1"}
    assert refused(pos, "destroy C27-1") == refused(pos, "retreat C27-1 M") == "7.4"


@rule("taierzhuang", "7.4")
def test_two_points_on_two_ready_units() -> None:
    pos = hit(lay({"N": "C27-1..2 J10-1"}), "N", 2)
    assert choices(pos) == {"flip C27-1", "flip C27-2"}
    act(pos, "flip C27-1")
    assert {"flip C27-2", "retreat C27-1 M"} <= choices(pos)
    assert refused(pos, "destroy C27-1") == "7.4"
    assert refused(pos, "flip C27-1") == "7.4"


@rule("taierzhuang", "7.4")
def test_three_points_on_a_ready_and_a_spent_unit() -> None:
    def start() -> Position:
        return hit(lay({"N": "C27-1..2 J10-1"}, spent="C27-2"), "N", 3)

    pos = start()
    assert [(event.case, event.key) for event in act(pos, "destroy C27-1")][:1] == [("7.4", "event.destroyed")]
    assert (place(pos, "C27-1"), place(pos, "C27-2"), pos.decision.kind) == ("lost", "N", "impulse")
    pos = start()
    act(pos, "flip C27-1", "destroy C27-2")
    assert (place(pos, "C27-1"), place(pos, "C27-2")) == ("N", "lost")
    pos = start()
    act(pos, "flip C27-1", "retreat C27-1 M", "retreat C27-2 M")
    assert (place(pos, "C27-1"), place(pos, "C27-2")) == ("M", "M")
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "7.4", "R-22")
def test_points_above_what_the_units_can_take_are_lost_and_nobody_escapes() -> None:
    pos = hit(lay({"N": "C27-1 J10-1"}, spent="C27-1"), "N", 5)
    assert refused(pos, "retreat C27-1 M") == "7.4"
    assert choices(pos) == {"destroy C27-1"}
    act(pos, "destroy C27-1")
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "7.4", "R-22")
def test_fifteen_points_on_ten_spent_units_are_all_applied() -> None:
    ten = units("C27-1..10")
    for plan in (["destroy"] * 5 + ["retreat"] * 5, ["destroy"] * 7 + ["retreat"]):
        pos = hit(lay({"N": "C27-1..10 J10-1"}, spent="C27-1..10"), "N", 15)
        for unit, result in zip(ten, plan, strict=False):
            act(pos, f"{result} {unit}" + (" M" if result == "retreat" else ""))
        assert pos.decision.kind == "impulse"
    pos = hit(lay({"N": "C27-1..10 J10-1"}, spent="C27-1..10"), "N", 15)
    for unit in ten[:5]:
        act(pos, f"retreat {unit} M")
    assert refused(pos, f"retreat {ten[5]} M") == "7.4"


@rule("taierzhuang", "7.4", "R-22")
def test_twelve_points_on_ten_ready_units() -> None:
    ten = units("C27-1..10")
    pos = hit(lay({"N": "C27-1..10 J10-1"}), "N", 12)
    act(pos, *(f"flip {unit}" for unit in ten), f"retreat {ten[0]} M", f"retreat {ten[1]} M")
    assert pos.decision.kind == "impulse"
    pos = hit(lay({"N": "C27-1..10 J10-1"}), "N", 12)
    act(pos, *(f"destroy {unit}" for unit in ten[:4]))
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "7.4", "R-22")
def test_however_the_points_are_applied_they_come_out_exactly() -> None:
    for seed in range(40):
        rng = Random(seed)
        pos = lay({"N": "C27-1..6 JT-1..2", "H": "J10-1"}, spent=" ".join(rng.sample(units("C27-1..6"), 3)))
        points = rng.randint(1, 20)
        takes = 3 * 3 + 3 * 2
        hit(pos, "N", points)
        spent = 0
        while pos.decision.kind == "damage":
            before = under_way(pos, Damage).left
            act(pos, rng.choice(sorted(choices(pos))))
            spent += before - (under_way(pos, Damage).left if pos.decision.kind == "damage" else 0)
        assert spent == min(points, takes)


@rule("taierzhuang", "7.4", "8.0", "5.2", "R-22")
def test_what_is_offered_for_damage_points_is_what_is_allowed() -> None:
    """Every result on every unit there is, tanks that bear the points of Dare to Die first among them."""
    for seed in range(16):
        rng, side = Random(seed), seed % 2
        there = [units("JT-1..2 J10-1..2"), units("C27-1..4")][side]
        spent = " ".join(rng.sample(there, rng.randint(0, 4)))
        pos = lay({"N": "JT-1..2 J10-1..2 C27-1..4", "M": "C31-1..3", "U": "J10-3"}, spent=spent)
        hit(pos, "N", rng.randint(1, 11), side, tank_points=rng.randint(0, 5) * (1 - side))
        while pos.decision.kind == "damage":
            offered = choices(pos)
            tried = [f"{verb} {unit}" for verb in ("flip", "destroy", "rout") for unit in [*there, "C31-1"]]
            tried += [f"retreat {unit} {area}" for unit in there for area in "MUQYRI"]
            assert {text for text in tried if not refused(pos, text)} == offered
            act(pos, rng.choice(sorted(offered)))


@rule("taierzhuang", "7.4")
def test_only_units_that_are_hit_and_still_there_take_points() -> None:
    pos = hit(lay({"N": "C27-1..2 J10-1", "M": "C31-1"}, spent="C27-1"), "N", 3)
    act(pos, "retreat C27-1 M")
    for unit in ("C27-1", "C31-1", "J10-1"):
        refusal = reason(pos, f"flip {unit}")
        assert refusal is not None
        assert (refusal.case, refusal.key) == ("7.4", "refusal.damage_there")


@rule("taierzhuang", "7.4", "5.2", "R-22")
def test_a_tank_retreats_only_if_the_other_tanks_can_take_the_points_of_dare_to_die() -> None:
    table = {"N": "JT-1..2 J10-1..2 C27-1", "U": "J10-3"}
    for points, allowed in ((3, True), (4, False)):
        pos = hit(lay(table, spent="JT-1 JT-2"), "N", points, side=0, tank_points=points)
        assert (refused(pos, "retreat JT-1 U") == "") is allowed
    pos = hit(lay(table, spent="JT-1 JT-2"), "N", 8, side=0, tank_points=6)
    assert under_way(pos, Damage).tank_points == 4, "no more than the tanks can take"


@rule("taierzhuang", "7.4")
def test_what_each_result_costs_stands_in_the_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = lay({"N": "C27-1..3 J10-1"}, spent="C27-1")
    monkeypatch.setattr(pos.book, "flip_cost", 2)
    monkeypatch.setattr(pos.book, "eliminate_cost", 3)
    hit(pos, "N", 99)
    assert under_way(pos, Damage).left == 3 * 3 + 2 * 2


@rule("taierzhuang", "7.4", "8.0", "R-23")
def test_a_unit_that_has_to_retreat_and_cannot_is_eliminated_for_these_points() -> None:
    cornered = {"C": "J10-1 C31-5", "B": "C31-1", "D": "C31-2"}
    pos = hit(lay(cornered, spent="J10-1"), "C", 1, side=0)
    assert choices(pos) == {"rout J10-1"}
    act(pos, "rout J10-1")
    assert place(pos, "J10-1") == "lost"
    pos = hit(lay(cornered), "C", 2, side=0)
    told = act(pos, "flip J10-1", "rout J10-1")
    assert [(event.case, event.key) for event in told][1] == ("8.0", "event.routed")
    assert place(pos, "J10-1") == "lost"
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "8.0", "R-24")
def test_the_first_class_that_is_open_decides() -> None:
    table = {"H": "C31-1 J63-1", "I": "J10-1", "M": "J10-2", "G": "C31-2..4 J10-3"}
    pos = hit(lay(table, spent="C31-1"), "H", 1)
    assert choices(pos) == {"retreat C31-1 C"}
    assert refused(pos, "retreat C31-1 G") == "8.0"
    assert refused(pos, "retreat C31-1 A") == "8.0"
    assert refused(pos, "rout C31-1") == "8.0"
    pos = hit(lay(table | {"C": "C27-1..10"}, spent="C31-1"), "H", 1)
    assert choices(pos) == {"retreat C31-1 G"}
    assert refused(pos, "retreat C31-1 C") == "7.1.2"


@rule("taierzhuang", "8.0", "R-25")
def test_more_friends_than_enemies_means_before_the_unit_arrives() -> None:
    table = {"H": "C31-1 J63-1", "I": "J10-1", "M": "J10-2", "G": "C31-2 J10-3", "C": "C27-1..10"}
    pos = hit(lay(table, spent="C31-1"), "H", 1)
    assert choices(pos) == {"rout C31-1"}
    for goal in ("I", "M", "G"):
        why = reason(pos, f"retreat C31-1 {goal}")
        assert why is not None
        assert (why.case, why.key) == ("8.0", "refusal.retreat_outnumbered"), "no class is open, and none comes first"
    pos = hit(lay({**table, "C": ""}, spent="C31-1"), "H", 1)
    assert getattr(reason(pos, "retreat C31-1 G"), "key", "") == "refusal.retreat_outnumbered"
    pos = hit(lay({**table, "C": "", "G": "C31-2..3 J10-3"}, spent="C31-1"), "H", 1)
    assert getattr(reason(pos, "retreat C31-1 G"), "key", "") == "refusal.retreat_order"


@rule("taierzhuang", "8.0", "11.0")
def test_japanese_units_do_not_retreat_over_the_canal() -> None:
    pos = hit(lay({"C": "J10-1 C31-5", "B": "C31-1", "D": "C31-2"}, spent="J10-1"), "C", 1, side=0)
    assert refused(pos, "retreat J10-1 G") == refused(pos, "retreat J10-1 H") == "11.0"
    assert refused(pos, "retreat J10-1 F") == "7.1.1"
    pos = hit(lay({"B": "J10-1 C31-5", "A": "C31-1", "C": "C31-2"}, spent="J10-1"), "B", 1, side=0)
    assert choices(pos) == {"retreat J10-1 F"}


@rule("taierzhuang", "8.0", "11.0", "7.1.1")
def test_chinese_units_retreat_over_canal_and_corners() -> None:
    pos = hit(lay({"C": "C31-1 J10-1", "B": "J10-2", "D": "J10-3"}, spent="C31-1"), "C", 1)
    assert choices(pos) == {f"retreat C31-1 {area}" for area in "FGHIL"}
    assert why(pos, "retreat C31-1 C") == ("8.0", "refusal.already_there")


@rule("taierzhuang", "8.0", "6.0", "R-08", "R-26")
def test_the_last_resort_is_a_zone_and_from_there_the_pool() -> None:
    table = {"W": "J10-1 C31-1", "V": "C27-1..2", "X": "C27-3..4", "Y": "C27-5..6"}
    pos = hit(lay(table, spent="J10-1"), "W", 1, side=0)
    assert choices(pos) == {"retreat J10-1 JE1"}
    act(pos, "retreat J10-1 JE1")
    assert place(pos, "J10-1") == "pool"
    assert not is_spent(pos, "J10-1")
    box = next(box for box in pos.view("chinese").boxes if box.id == "retreated.japanese")
    assert list(box.pieces) == ["J10-1"]


@rule("taierzhuang", "8.0", "R-24")
def test_each_retreat_is_judged_when_it_is_made() -> None:
    table = {"H": "C31-1..2 J63-1", "I": "J10-1", "M": "J10-2", "G": "J10-3", "C": "C27-1..9"}
    pos = hit(lay(table, spent="C31-1 C31-2"), "H", 2)
    act(pos, "retreat C31-1 C")
    assert choices(pos) == {"rout C31-2"}


@rule("taierzhuang", "8.0")
def test_defenders_may_retreat_into_the_area_that_a_banzai_has_left() -> None:
    table = {"M": "J10-1..3", "G": "C31-1", "F": "J63-1", "H": "J63-2", "K": "J63-3", "C": "C27-1..10"}
    pos = lay(table, spent="C31-1", hands={"J-BZ": 1})
    act(pos, "play J-BZ", "assault G J10-1,J10-2,J10-3", "resolve", "decline", "throw 1 2")
    assert choices(pos) == {"retreat C31-1 M"}


@rule("taierzhuang", "8.0", "11.0")
def test_who_could_go_there_but_for_the_order_is_told_so() -> None:
    pos = hit(lay({"N": "J10-1 C27-1", "M": "C27-2"}, spent="J10-1"), "N", 1, side=0)
    assert refused(pos, "retreat J10-1 M") == "8.0"
    pos = hit(lay({"C": "C31-1 J10-1", "F": "J10-2"}, spent="C31-1"), "C", 1)
    assert refused(pos, "retreat C31-1 F") == "8.0"


@rule("taierzhuang", "8.0", "7.1.2", "2.3", "11.0")
def test_zones_are_never_full_and_the_last_resort_only() -> None:
    pos = hit(lay({"A": "C31-1 J10-1", "CS": "C2-1..10"}, spent="C31-1"), "A", 1)
    assert refused(pos, "retreat C31-1 CS") == "8.0"
    assert refused(pos, "retreat C31-1 JE1") == "8.0"
    act(pos, "retreat C31-1 B")
    pos = hit(lay({"W": "C31-1 J10-1", "JE1": "J10-2"}, spent="C31-1"), "W", 1)
    assert refused(pos, "retreat C31-1 JE1") == "2.3"
    act(pos, "retreat C31-1 Y")
    assert place(pos, "C31-1") == "Y"
    pos = hit(lay({"X": "C31-1 J10-1", "JE2": "J10-2"}, spent="C31-1"), "X", 1)
    assert refused(pos, "retreat C31-1 JE2") == "2.3"
    pos = hit(lay({"W": "C31-1 J10-1", "Y": "C27-1..10"}, spent="C31-1"), "W", 1)
    assert refused(pos, "retreat C31-1 Y") == "7.1.2"
    pos = hit(lay({"B": "C31-1 J10-1"}, spent="C31-1"), "B", 1)
    act(pos, "retreat C31-1 A")
    assert place(pos, "C31-1") == "A"
    assert not pos.retreated


@rule("taierzhuang", "2.3", "8.0")
def test_nobody_retreats_into_a_zone_of_the_enemy() -> None:
    """Units do retreat into zones: it is whose zone it is that forbids it."""
    pos = lay({"C": "J10-1 C31-1", "B": "C31-2", "D": "C31-3"}, side="chinese", spent="J10-1")
    act(pos, "fire C C31-1", "resolve", "throw 5 2")
    assert why(pos, "retreat J10-1 CS") == ("2.3", "refusal.enemy_zone")
