"""SNC 9.6: overruns, with the example of the book around Chang Sho."""

from __future__ import annotations

from tests.games.shanghai_nanking.table import (
    ELEVENTH,
    GAME,
    THIRD,
    Position,
    asked,
    at,
    attack,
    do,
    frame,
    number,
    refused,
    roll,
    settle_support,
    steps,
    support,
    table,
    told,
    where,
    why,
)

from shapan.games.shanghai_nanking.battle import Intercepting
from shapan.games.shanghai_nanking.losses import Losing
from shapan.games.shanghai_nanking.move_phase import Moving
from shapan.games.shanghai_nanking.overrun import Onward, Outset, last_hexes, overrun_refusal, overrun_ways
from shapan.games.shanghai_nanking.sides import JAPANESE
from shapan.ground.hexes import lowest
from shapan.kernel import Refusal, rule

CHANG_SHO = {"2606": "CD13 CD15 CD16", "2707": "CD19"}


def overrun(pos: Position, path: str, names: str) -> None:
    first, *others = names.split()
    do(pos, f"overrun {first} {path}", *(f"join {name}" for name in others), "commit")


def judged(pos: Position, name: str, path: str, points: int) -> str:
    """The case that forbids an overrun with so many half points in hand."""
    units = sum(1 << number(each) for each in ELEVENTH.split())
    way = tuple(at(each) for each in path.split("-"))
    found: Refusal | None = overrun_refusal(pos, number(name), way, Outset(way[0], points, units))
    return "" if found is None else found.case


@rule("shanghai_nanking", "9.6", "12.0", "R-15")
def test_the_example_of_the_book() -> None:
    pos = table(units={**CHANG_SHO, "2806": ELEVENTH}, reduced="J11-12 J11-22")
    assert judged(pos, "J11-43", "2806-2707", 6) == ""
    assert judged(pos, "J11-43", "2806-2707", 5) == "9.6"
    overrun(pos, "2806-2707", ELEVENTH)
    support(pos, "artillery")
    events = roll(pos, 3)
    assert told(events, "odds") == [{"attack": 10, "defence": 2, "odds": "5:1"}]
    assert [(shift["cause"], shift["columns"]) for shift in told(events, "shift")] == [
        ("shift.terrain", "-1"),
        ("shift.overrun", "-1"),
        ("shift.support", "+1"),
    ]
    assert told(events, "column")[0]["heading"] == "4:1"
    assert asked(pos, Losing)
    do(pos, "lose J11-43")
    assert {where(pos, name) for name in ELEVENTH.split()} == {"2707"}
    assert steps(pos, ELEVENTH) == [1, 1, 1, 2]
    assert why(pos, "overrun J11-12 2606") == "9.6 overrun_town 2606"


@rule("shanghai_nanking", "9.6", "10.3", "10.4.1", "R-02")
def test_the_attack_that_follows_in_the_example() -> None:
    units = {"2606": "CD13 CD15 CD16", "2707": ELEVENTH, "2706": THIRD}
    reduced = "J11-12 J11-22 J11-43 J3-6 J3-18"
    for rebuilt, odds in (("", "3:1"), ("J11-12", "4:1")):
        left = " ".join(name for name in reduced.split() if name != rebuilt)
        pos = table("japanese_second", "move-fight", units, left)
        attack(pos, "2606", f"{ELEVENTH} {THIRD}")
        support(pos, "air", "artillery")
        events = roll(pos, 4)
        assert told(events, "odds")[0]["odds"] == odds
        if rebuilt:
            assert told(events, "odds")[0]["attack"] == 24
            assert told(events, "shift")[0]["columns"] == "-2"
            assert told(events, "column")[0]["heading"] == "4:1"
            assert steps(pos, "CD13 CD15 CD16") == [0, 0, 0]


@rule("shanghai_nanking", "9.6")
def test_cities_and_towns_cannot_be_overrun_and_only_the_japanese_overrun() -> None:
    pos = table(units={**CHANG_SHO, "2706": ELEVENTH})
    assert refused(pos, "overrun J11-12 2606") == "9.6"
    pos = table(units={"2410": "CB20", "2411": ELEVENTH})
    assert refused(pos, "overrun J11-12 2410") == "9.6"
    pos = table("chinese_first", units={"2707": "CD36", "2706": "J11-12"})
    assert refused(pos, "overrun CD36 2706") == "9.6"
    pos = table(units={"3308": "CG-E", "3309": ELEVENTH})
    assert refused(pos, "overrun J11-12 3308") == ""  # a landing hex that is no town


@rule("shanghai_nanking", "9.6")
def test_the_stack_starts_in_one_hex() -> None:
    pos = table(units={"2707": "CB20", "2806": "J11-12 J11-22", "2706": "J11-43"})
    do(pos, "overrun J11-12 2806-2707")
    assert why(pos, "join J11-43") == "9.6 not_together"
    assert why(pos, "join J11-12") == "9.6 joined"
    assert refused(pos, "pass") == "9.6"
    assert pos.decision.params == {"hex": "2707"}
    assert [GAME.format(pos, action) for action in pos.options()] == ["join J11-22", "commit", "call_off"]
    do(pos, "join J11-22")


@rule("shanghai_nanking", "9.6", "7.2", "R-32")
def test_a_stack_may_overrun_from_its_hex_out_of_and_into_zones() -> None:
    units = {"2707": "CB20", "2606": "CD13", "2806": "J11-12 J11-22", "2906": "CD15"}
    pos = table(units=units)
    assert pos.front(JAPANESE).zone >> at("2806") & 1
    assert refused(pos, "overrun J11-12 2806-2707") == ""
    assert refused(pos, "move J11-12 2806-2706") == "7.2"


@rule("shanghai_nanking", "9.6", "R-51")
def test_after_an_overrun_the_units_go_on_with_what_is_left() -> None:
    units = {"3409": "CB20", "3308": "J11-12 J11-22", "0202": "CD36"}
    pos = table(units=units)
    overrun(pos, "3308-3408-3409", "J11-12 J11-22")
    settle_support(pos)
    roll(pos, 6)
    left = frame(pos, Onward)
    assert (left.points, left.free) == (16 - 2 - 2 - 2, True)
    assert left.units
    assert refused(pos, "move J3-6 3309") == "9.6"
    do(pos, "move J11-12 3309")
    assert where(pos, "J11-12") == "3309"
    assert asked(pos, Onward)
    assert why(pos, "move J11-12 3308") == "9.6 onward_units", "once is enough"
    do(pos, "pass")
    assert asked(pos, Moving)
    assert refused(pos, "move J11-22 3309") == "9.0"


@rule("shanghai_nanking", "9.6", "7.2")
def test_in_a_zone_it_may_only_overrun_again() -> None:
    units = {"3409": "CB20", "3308": "J11-12 J11-22", "3310": "CD36"}
    pos = table(units=units)
    overrun(pos, "3308-3408-3409", "J11-12 J11-22")
    settle_support(pos)
    roll(pos, 6)
    assert asked(pos, Moving)  # 3310 is a town, so that there is nothing left to do
    assert why(pos, "move J11-12 3408") == "9.6 onward_stopped", "not that its movement is over: that is why"
    assert why(pos, "overrun J11-22 3310") == "9.6 overrun_town 3310"
    pos = table(units={"3409": "CB20", "3308": "J11-12 J11-22", "3309": "CB45"})
    overrun(pos, "3308-3408-3409", "J11-12 J11-22")
    settle_support(pos)
    roll(pos, 6)
    assert not frame(pos, Onward).free
    assert refused(pos, "move J11-12 3408") == "9.6"
    assert refused(pos, "overrun J11-12 3409-3408-3309") == "9.6"
    do(pos, "overrun J11-12 3309", "join J11-22", "commit")
    settle_support(pos)
    roll(pos, 6)
    assert where(pos, "J11-12") == "3309"


@rule("shanghai_nanking", "9.6")
def test_nobody_hears_how_often_a_stack_stays_where_it_is() -> None:
    """A part that overran again stays, and so may the rest: for the Chinese that is one decision."""
    pos = table(units={"3409": "CB20", "3308": "J11-12 J11-22", "3309": "CB45"})
    overrun(pos, "3308-3408-3409", "J11-12 J11-22")
    settle_support(pos)
    roll(pos, 6)
    pos.stack = (frame(pos, Onward), pos.stack)
    step, before = pos.step, pos.view("chinese")
    do(pos, "pass")
    assert asked(pos, Onward)
    assert pos.view("chinese") == before
    assert step.sealed


@rule("shanghai_nanking", "9.6", "7.2")
def test_when_nothing_is_left_to_do_the_phase_goes_on_and_one_thing_is_enough_to_be_asked() -> None:
    pos = table(units={"3409": "CB20", "3308": "J3-6", "3309": "CB45"})
    overrun(pos, "3308-3408-3409", "J3-6")
    settle_support(pos)
    roll(pos, 6)
    assert [GAME.format(pos, action) for action in pos.options()] == ["overrun J3-6 3309", "pass"]
    pos = table(units={"3409": "CB20", "3308": "J11-12 J11-22", "3309": "CB45", "3310": "CD36"})
    overrun(pos, "3308-3408-3409", "J11-12 J11-22")
    settle_support(pos)
    roll(pos, 6)
    overrun(pos, "3309", "J11-12 J11-22")
    settle_support(pos)
    roll(pos, 6)
    assert where(pos, "J11-12") == "3309"
    assert asked(pos, Moving), "3310 is a town, and its zone holds them"


@rule("shanghai_nanking", "9.6")
def test_an_overrun_that_nobody_survives_ends_the_move_of_the_stack() -> None:
    pos = table(units={"3409": "CD13 CD15 CD16", "3408": "JSNLF1", "0202": "CD36"})
    overrun(pos, "3408-3409", "JSNLF1")
    settle_support(pos)
    roll(pos, 1)
    assert steps(pos, "JSNLF1") == [0]
    assert asked(pos, Moving)


@rule("shanghai_nanking", "7.2", "9.6", "R-12")
def test_the_coast_shields_a_stack_that_has_overrun_only_by_the_option() -> None:
    def after(target: str, switches: dict[str, bool]) -> bool:
        pos = table(units={target: "CB20", "3309": "CB45", "3510": THIRD}, switches=switches)
        way = {"3408": "3510-3509-3408", "3409": "3510-3409"}[target]
        overrun(pos, way, THIRD)
        settle_support(pos)
        roll(pos, 6)
        return frame(pos, Onward).free

    assert not after("3408", {})
    assert after("3408", {"coastal_mover_counts": True})
    assert not after("3409", {"coastal_mover_counts": True}), "it lies inland"


@rule("shanghai_nanking", "9.6", "R-51")
def test_a_stack_that_is_held_overruns_nothing_but_its_neighbours() -> None:
    pos = table(units={"3211": "CB45", "3411": "CB14", "3410": ELEVENTH})
    stack = sum(1 << number(name) for name in ELEVENTH.split())
    free, held = (Outset(at("3410"), 16, stack, free) for free in (True, False))
    assert {way[-1] for way in overrun_ways(pos, free)} == {at("3211"), at("3411")}
    assert {way[-1] for way in overrun_ways(pos, held)} == {at("3411")}
    assert last_hexes(pos, held, at("3411")) == [(0, at("3410"))]
    assert last_hexes(pos, held, at("3211")) == []


@rule("shanghai_nanking", "9.6", "10.3")
def test_a_target_that_no_way_leads_to_is_refused_for_the_true_reason() -> None:
    def reason(target: str, outset: Outset) -> tuple[str, str]:
        found = overrun_refusal(pos, lowest(outset.pool), (at(target),), outset)
        assert found is not None
        return found.case, found.key.removeprefix("refusal.")

    pos = table(units={"3411": "CB20", "3211": "CB45", "3410": "JSNLF1", "0202": "CD36"}, reduced="JSNLF1")
    weak = Outset(at("3410"), 16, 1 << number("JSNLF1"), free=False)
    assert reason("3411", weak) == ("10.3", "too_weak")
    assert reason("3211", weak) == ("9.6", "onward_stopped")
    assert reason("3411", weak._replace(points=4)) == ("9.6", "overrun_far")
    assert reason("0202", weak._replace(free=True)) == ("9.6", "overrun_town")
    assert reason("3211", weak._replace(free=True, points=4)) == ("9.6", "overrun_far")
    assert reason("3409", weak) == ("9.6", "attack_empty")


@rule("shanghai_nanking", "9.6", "7.2")
def test_a_target_behind_enemy_zones_is_not_called_too_far() -> None:
    pos = table(units={"3011": "J3-6", "3012": "CB20", "3010": "CB45", "2811": "CD1"})
    assert why(pos, "overrun J3-6 2811") == "7.2 zone_in_the_way 2811", "it lies two hexes away"
    assert why(table(units={"3011": "J3-6", "2811": "CD1"}), "overrun J3-6 2811") == ""


@rule("shanghai_nanking", "9.6", "10.3")
def test_a_target_within_reach_of_nobody_with_any_strength_is_not_called_too_far() -> None:
    pos = table(units={"3512": "JSNLF1", "3711": "CB45"}, reduced="JSNLF1")
    lone = Outset(at("3512"), 10, 1 << number("JSNLF1"))
    found = overrun_refusal(pos, number("JSNLF1"), (at("3711"),), lone)
    assert found is not None
    assert (found.case, found.key) == ("10.3", "refusal.too_weak"), "from 3611 it counts a third over the Huangpu"
    found = overrun_refusal(pos, number("JSNLF1"), (at("3711"),), lone._replace(points=9))
    assert found is not None
    assert (found.case, found.key) == ("9.6", "refusal.overrun_far")


@rule("shanghai_nanking", "9.6", "R-31")
def test_a_hex_that_held_may_be_overrun_again_for_another_point() -> None:
    pos = table(units={"2707": "CD13 CD15", "2806": THIRD, "0202": "CD36"})
    overrun(pos, "2806-2707", THIRD)
    settle_support(pos)
    roll(pos, 2)
    while asked(pos, Losing):
        do(pos, f"lose {pos.book.units[next(iter(pos.options())).unit].id}")  # type: ignore[attr-defined]
    left = frame(pos, Onward)
    assert (left.points, left.free) == (14, False)
    assert refused(pos, "move J3-6 2706") == "9.6"
    do(pos, "overrun J3-6 2806-2707", *(f"join {name}" for name in THIRD.split()[1:]), "commit")
    settle_support(pos)
    assert refused(pos, "pass") != ""
    roll(pos, 6)


@rule("shanghai_nanking", "9.6", "10.4.1", "R-18")
def test_hexsides_cut_the_strength_of_an_overrun() -> None:
    pos = table(units={"3411": "CB20", "3410": "JSNLF1", "0202": "CD36"}, reduced="JSNLF1")
    assert (at("3410"), at("3411")) in pos.book.terrain.creek
    assert refused(pos, "overrun JSNLF1 3410-3411") == "10.3"
    pos = table(units={"3411": "CB20", "3410": "JSNLF1 JSNLF2", "0202": "CD36"}, reduced="JSNLF1 JSNLF2")
    do(pos, "overrun JSNLF1 3410-3411")
    assert why(pos, "commit") == "10.3 too_weak 3411"
    assert [GAME.format(pos, action) for action in pos.options()] == ["join JSNLF2", "call_off"]
    do(pos, "join JSNLF2", "commit")


@rule("shanghai_nanking", "9.6", "10.4.2", "R-49")
def test_no_concentric_shift_in_an_overrun() -> None:
    pos = table(units={"3409": "CD13", "3408": THIRD, "3410": "J11-12", "0202": "CD36"})
    overrun(pos, "3408-3409", THIRD)
    settle_support(pos)
    causes = [shift["cause"] for shift in told(roll(pos, 6), "shift")]
    assert causes == ["shift.overrun"]


@rule("shanghai_nanking", "9.6", "11.1")
def test_naval_gunfire_and_interception_apply_to_overruns() -> None:
    pos = table(units={"3409": "CD13", "3408": THIRD, "0202": "CD36"})
    overrun(pos, "3408-3409", THIRD)
    do(pos, "support naval", "support air", "pass")
    assert (pos.actor, type(pos.top)) == ("chinese", Intercepting)


def attempt(pos: Position, path: str, names: str, face: int = 1) -> None:
    """An overrun in vain, with its losses."""
    overrun(pos, path, names)
    settle_support(pos)
    roll(pos, face)
    while asked(pos, Losing):
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    assert asked(pos, Onward)


# --- the way there ------------------------------------------------------------------------------


def ways(pos: Position, name: str) -> list[str]:
    """The overruns that this unit is offered."""
    head = f"overrun {name} "
    return [text.removeprefix(head) for action in pos.options() if (text := GAME.format(pos, action)).startswith(head)]


@rule("shanghai_nanking", "9.6", "10.4.1")
def test_approaches_with_other_odds_are_offered_apart_and_the_best_comes_first() -> None:
    pos = table(units={"3212": "J3-6 J3-18", "3211": "CD13 CD15"})
    offered = ways(pos, "J3-6")
    assert offered[0] == "3211"
    assert "3212-3211" in offered[1:]
    overrun(pos, "3211", "J3-6 J3-18")
    assert where(pos, "J3-6") != "3212", "round the creek"
    settle_support(pos)
    assert told(roll(pos, 6), "odds") == [{"attack": 8, "defence": 4, "odds": "2:1"}]
    pos = table(units={"3212": "J3-6 J3-18", "3211": "CD13 CD15"})
    overrun(pos, "3212-3211", "J3-6 J3-18")
    settle_support(pos)
    assert told(roll(pos, 6), "odds") == [{"attack": 4, "defence": 4, "odds": "1:1"}]


@rule("shanghai_nanking", "9.6")
def test_the_hex_from_which_an_overrun_is_made_can_be_chosen_for_it_stays_there_if_it_fails() -> None:
    pos = table(units={"3409": "CD13", "3408": "J3-6"})
    offered = ways(pos, "J3-6")
    round_the_zones = "3408-3308-3208-3109-3110-3210-3310-3409"
    assert offered == ["3409", "3408-3309-3409", round_the_zones, "3408-3509-3409"], "3410 and 3510 lie too far"
    assert all(refused(pos, f"overrun J3-6 {way}") == "" for way in offered)
    do(pos, "overrun J3-6 3409", "commit")
    assert where(pos, "J3-6") == "3408", "of equal odds the cheapest is meant"


@rule("shanghai_nanking", "9.6", "3.2", "9.1")
def test_an_overrun_by_a_city_on_the_way_is_offered_apart() -> None:
    pos = table(units={"2412": "J3-6", "2212": "CD13", "0202": "CD36"})
    by_suzhou = [way for way in ways(pos, "J3-6") if "2410" in way]
    assert by_suzhou
    assert all(refused(pos, f"overrun J3-6 {way}") == "" for way in by_suzhou)
    straight = pos.copy()
    do(straight, "overrun J3-6 2212", "commit")
    assert not straight.japanese_held >> at("2410") & 1
    do(pos, f"overrun J3-6 {by_suzhou[0]}", "commit")
    assert where(pos, "JG-Shanghai") == "2410"


@rule("shanghai_nanking", "9.0", "9.4", "7.2", "9.6", "10.4.1")
def test_a_way_that_no_move_could_take_is_refused_for_that_reason() -> None:
    pos = table(units={"3409": "CD13", "3312": "J3-6", "0202": "CD36"})
    assert refused(pos, "overrun J3-6 3311-3310-3409") == "9.0"  # begins elsewhere
    assert refused(pos, "overrun J3-6 3312-3310-3409") == "9.0"  # skips a hex
    assert refused(pos, "overrun J3-6 3312-3311-3409") == "9.0"  # ends not next to the target
    assert refused(pos, "overrun J3-6 3312-3409") == "9.0"
    pos = table(units={"3308": "CG-E", "3408": "J3-6", "0202": "CD36"})
    assert refused(pos, "overrun J3-6 3408-3407-3308") == "9.4"  # the Yangtze
    pos = table(units={"3409": "CD13", "3310": "J3-6", "3209": "CD15", "0202": "CD36"})
    assert refused(pos, "overrun J3-6 3310-3309-3308-3408-3409") == "7.2"  # from zone to zone
    pos = table(units={"3409": "CD13", "3311": "J3-6", "0202": "CD36"})
    assert refused(pos, "overrun J3-6 3311-3310-3309-3409") == "7.2"  # on through a zone
    assert refused(pos, "overrun J3-6 3311-3310-3409") == ""
    pos = table(units={"3409": "CD13", "3410": "CD15", "3511": "J3-6"})
    assert refused(pos, "overrun J3-6 3511-3410-3409") == "9.0"  # through the enemy


@rule("shanghai_nanking", "9.6", "10.0", "R-31")
def test_only_the_stack_that_tried_may_overrun_a_hex_again() -> None:
    units = {"2707": "CD13 CD15 CD16", "2806": THIRD, "2706": "J11-12 J11-22", "0202": "CD36"}

    def tried(switches: dict[str, bool]) -> Position:
        pos = table(units=units, switches=switches)
        attempt(pos, "2806-2707", "J3-6 J3-18 J3-34")
        return pos

    pos = tried({})
    assert asked(pos, Onward)
    assert refused(pos, "overrun J3-6 2707") == ""
    do(pos, "pass")
    assert refused(pos, "overrun J11-12 2706-2707") == "10.0"
    assert refused(pos, "overrun J3-68 2806-2707") == "10.0", "who did not set out with the stack is another one"
    assert not any(way.endswith("2707") for way in ways(pos, "J11-12"))
    pos = tried({"overruns_by_several_stacks": True})
    do(pos, "pass")
    assert refused(pos, "overrun J11-12 2706-2707") == ""
    assert "2707" in ways(pos, "J11-12")


@rule("shanghai_nanking", "9.6", "R-31", "R-51")
def test_a_stack_may_come_back_to_a_hex_that_it_tried_before_another() -> None:
    pos = table(units={"2707": "CD13 CD15 CD16", "2807": "CD33 CD34 CD40", "2806": THIRD, "0202": "CD36"})
    attempt(pos, "2806-2707", THIRD)
    attempt(pos, "2806-2807", "J3-34 J3-68", face=5)
    again = frame(pos, Onward)
    assert again.tried == 1 << at("2707") | 1 << at("2807")
    alive = pos.book.units[lowest(again.units)].id
    assert refused(pos, f"overrun {alive} 2707") == ""
    assert refused(pos, f"overrun {alive} 2807") == ""


# --- calling it off -----------------------------------------------------------------------------


@rule("shanghai_nanking", "6.3", "9.6")
def test_an_overrun_may_be_called_off_until_it_is_committed() -> None:
    pos = table(units={"3409": "CD13", "3408": THIRD, "0202": "CD36"})
    before = pos.key()
    events = do(pos, "overrun J3-6 3409", "join J3-18", "call_off")
    assert [event.key for event in events] == ["event.overrun", "event.called_off"]
    assert told(events, "overrun") == told(events, "called_off") == [{"side": "japanese", "hex": "3409"}]
    assert (pos.key(), pos.horizon) == (before, 0)
    do(pos, "overrun J3-6 3409", "commit")
    assert refused(pos, "call_off") == "6.3"
    assert refused(table(units={"3408": THIRD, "0202": "CD36"}), "call_off") == "6.3"


@rule("shanghai_nanking", "6.3", "9.6", "R-18")
def test_an_overrun_begun_by_a_unit_too_weak_alone_waits_for_others_or_is_called_off() -> None:
    units = {"3411": "CB20", "3410": "JSNLF1 JSNLF2", "0202": "CD36"}
    pos = table(units=units, reduced="JSNLF1 JSNLF2")
    do(pos, "overrun JSNLF1 3410-3411")
    assert refused(pos, "commit") == "10.3"
    do(pos, "call_off")
    assert refused(pos, "move JSNLF1 3409") == ""


@rule("shanghai_nanking", "6.3", "9.6")
def test_after_a_first_overrun_the_next_may_be_called_off_and_the_stack_goes_on() -> None:
    pos = table(units={"2707": "CD13 CD15 CD16", "2806": THIRD, "0202": "CD36"})
    attempt(pos, "2806-2707", THIRD)
    left = frame(pos, Onward)
    do(pos, "overrun J3-6 2707", "call_off")
    assert frame(pos, Onward) == left


@rule("shanghai_nanking", "9.6", "9.4")
def test_what_is_left_after_an_overrun_is_priced_like_any_move() -> None:
    pos = table(units={"2511": "J3-6 J3-18", "2510": "CB45", "3512": "JSNLF1"})
    do(pos, "overrun J3-6 2511-2510", "join J3-18", "commit")
    settle_support(pos)
    roll(pos, 6)
    assert asked(pos, Onward)
    offered = pos.view("japanese").ask.options
    (moves,) = [group for group in offered if group.verb == "move" and list(group.words) == ["J3-6"]]
    prices = dict(zip(moves.values or (), moves.costs or (), strict=True))
    assert (prices["2610"], prices["2710"]) == (1, 2), "half points along the railway"
    assert [way for way in prices if "-2410-" in way], "and Suzhou may be taken in passing"
