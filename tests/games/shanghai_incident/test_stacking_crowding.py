"""5.3, R-55: a full hex is entered if the next moves put it right; 5.1, R-19: who goes on after moving with others."""

import pytest
from tests.games.shanghai_incident.table import (
    GAME,
    C,
    at,
    do,
    hexes,
    keys,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import Redeploying, Redeployment
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.position import Trek
from shapan.mechanics.fire_and_movement.stacking import WaysOut, leavers, relievable

FAR = {"C-78-1": "0303"}
QUIET = {"J-3Sas": "1125"}


def pause_march(units: dict[str, str]) -> ShanghaiPosition:
    """The Chinese movement phase of a pause."""
    pos = situation(units)
    pos.then(Redeploying(C))
    pos.settle()
    return pos


@rule("shanghai_incident", "5.3", "14.0", "R-55")
def test_redeploying_units_change_places_in_a_turn() -> None:
    pos = situation({"C-78-3": "2003", "C-78-2": "2005", **QUIET}, "C1")
    assert "C-78-3 2005" in options(pos, "redeploy")
    do(pos, "redeploy C-78-3 2003-2004-2005")
    assert refused(pos, "done") == "5.3"
    assert refused(pos, "redeploy C-78-2 2005") == "5.1"
    do(pos, "redeploy C-78-2 2003")
    assert (where(pos, "C-78-3"), where(pos, "C-78-2")) == ("2005", "2003")


@rule("shanghai_incident", "5.3", "14.0", "13.1", "R-55")
def test_redeploying_units_change_places_in_a_pause() -> None:
    pos = pause_march({"C-78-3": "2003", "C-78-2": "2005", "C-78-1": "0303", **QUIET})
    do(pos, "redeploy C-78-3 2005")
    assert refused(pos, "done") == "5.3"
    assert refused(pos, "redeploy C-78-1 0302") == "5.3", "first the full hex"
    assert not [action for action in pos.options() if action.verb == "done"]
    do(pos, "redeploy C-78-2 2003")
    assert legal(pos, "done")


@rule("shanghai_incident", "5.3", "14.0", "R-55")
def test_a_crowded_hex_is_left_by_a_move_or_by_redeployment() -> None:
    pos = situation({"C-78-3": "2004", "C-78-2": "2005", **QUIET}, "C1")
    do(pos, "move C-78-3 2005")
    assert legal(pos, "move C-78-2 2006")
    assert legal(pos, "redeploy C-78-2 2602")
    assert "C-78-2 2602" in options(pos, "redeploy")
    assert not options(pos, "fortify")


@rule("shanghai_incident", "5.3", "R-55")
@pytest.mark.parametrize(
    ("one", "two"),
    [(("J-7", "J-9E"), ("J-35", "J-2T")), (("J-7", "J-9E"), ("J-12", "J-11E"))],
    ids=["one division", "two divisions"],
)
def test_full_stacks_change_places(one: tuple[str, str], two: tuple[str, str]) -> None:
    pos = situation({one[0]: "2110", one[1]: "2110", two[0]: "2109", two[1]: "2109", **FAR}, "J1")
    do(pos, f"carry {one[0]} {one[1]} 2109")
    assert refused(pos, "done") == "5.3"
    do(pos, f"move {two[0]} 2110")
    assert refused(pos, "done") == "5.3"
    do(pos, f"move {two[1]} 2110", "done")
    assert {where(pos, name) for name in one} == {"2109"}
    assert {where(pos, name) for name in two} == {"2110"}


@rule("shanghai_incident", "5.3", "R-55")
def test_a_stack_leaves_a_crowded_hex_together() -> None:
    pos = situation({"J-7": "2110", "J-9E": "2110", "J-12": "2109", "J-11E": "2109", **FAR}, "J1")
    do(pos, "carry J-7 J-9E 2109")
    assert "J-11E J-12 2110" in options(pos, "carry")
    do(pos, "carry J-12 J-11E 2110", "done")
    assert where(pos, "J-11E") == "2110"


@rule("shanghai_incident", "5.3", "R-55")
def test_nobody_makes_a_second_hex_too_full_before_the_first_is_right() -> None:
    units = {"J-7": "2110", "J-9E": "2110", "J-12": "2109", "J-11E": "2109", "J-2": "2108", "J-14E": "2108"}
    pos = situation({**units, **FAR}, "J1")
    do(pos, "carry J-7 J-9E 2109")
    assert refused(pos, "move J-12 2108") == "5.3"
    assert "J-12 2108" not in options(pos, "move")
    refusal = pos.refusal(GAME.parse(pos, "move J-12 2108"))
    assert refusal is not None
    assert (refusal.key, refusal.params["hex"]) == ("refusal.stacking", at("2108")), "the hex that it would enter"


@rule("shanghai_incident", "2.3.2", "5.3", "R-19")
@pytest.mark.parametrize("phase", ["J1", "J3"])
def test_tanks_drop_their_rider_in_the_engineers_hex_and_go_on(phase: str) -> None:
    pos = situation({"J-7": "2110", "J-2T": "2110", "J-9E": "2109", **FAR}, phase)
    do(pos, "carry J-2T J-7 2109")
    assert refused(pos, "done") == "5.3"
    do(pos, "move J-2T 2108", "done")
    assert [where(pos, name) for name in ("J-7", "J-9E", "J-2T")] == ["2109", "2109", "2108"]


@rule("shanghai_incident", "5.3", "6.1", "R-19")
def test_no_rider_is_carried_where_the_tanks_could_not_go_on() -> None:
    units = {"J-7": "2110", "J-2T": "2110", "J-9E": "2109", "C-78-2": "2107", "C-78-3": "2208", **FAR}
    pos = situation(units, "J3")
    assert refused(pos, "carry J-2T J-7 2109") == "5.3", "they would stop in a Chinese zone"


@rule("shanghai_incident", "5.3", "5.1", "R-19", "R-55")
def test_of_two_who_came_together_only_one_may_go_on_and_make_room() -> None:
    pos = situation({"J-7": "2110", "J-2T": "2110", "J-12": "2109", **FAR}, "J3")
    assert refused(pos, "carry J-2T J-7 2109") == "5.3", (
        "whoever of them stays, a regiment of another division is there"
    )
    assert "J-2T J-7 2109" not in options(pos, "carry")


@rule("shanghai_incident", "14.0", "5.1")
def test_who_has_moved_with_others_does_not_redeploy() -> None:
    pos = situation({"J-7": "2110", "J-2T": "2110", "J-12": "2405", **FAR}, "J1", held=(0, 0))
    do(pos, "carry J-2T J-7 2109")
    assert refused(pos, "redeploy J-2T 2106") == "14.0"
    assert not [text for text in options(pos, "redeploy") if text.startswith(("J-2T", "J-7 "))]
    do(pos, "redeploy J-12 2403")
    assert refused(pos, "move J-2T 2108") == "5.1", "another unit has moved in between"


@rule("shanghai_incident", "17.3", "5.3", "R-55")
def test_a_garrison_of_a_woosung_fort_is_relieved_before_it_leaves() -> None:
    pos = situation({"J-7": "2726", "J-12": "2725", **FAR}, "J1", held=(0, 0))
    assert "J-12 2726" in options(pos, "move")
    do(pos, "move J-12 2726")
    told = do(pos, "move J-7 2725", "done")
    assert "fort_revived" not in keys(told)
    assert where(pos, "J-12") == "2726"


@rule("shanghai_incident", "16.4", "5.3", "R-59")
def test_two_units_beside_a_train_are_an_ordinary_stack() -> None:
    pos = situation({"C-T1": "0922", "C-78-1": "0922", "C-78-2": "0921", "C-78-155S": "0822", "J-7": "2110"}, "C1")
    do(pos, "move C-78-155S 0922")
    assert not pos.violations()
    lone = situation({"C-T1": "0922", "C-78-1": "0922", "C-78-2": "0921", "J-7": "2110"}, "C1")
    do(lone, "move C-78-2 0922")
    assert refused(lone, "done") == "5.3", "a train makes no room for a second regiment"
    assert {text.split()[0] for text in options(lone, "move")} == {"C-78-1"}, "nor when it leaves"


@rule("shanghai_incident", "5.1.1", "5.3", "R-19", "R-55")
def test_after_a_minimum_move_nobody_goes_on_to_make_room() -> None:
    pos = situation({"J-7": "1102", "J-2T": "1102", "J-9E": "1002", "C-78-1": "4502"}, "J3")
    assert pos.book.costs["mobile"].step(at("1102"), at("1002")) == 5, "more than a regiment has"
    assert refused(pos, "carry J-2T J-7 1002") == "5.3"
    assert refused(pos, "carry J-2T J-7 1102-1002") == "5.3"
    assert "J-2T J-7 1002" not in options(pos, "carry")


@rule("shanghai_incident", "16.4", "5.3", "7.7")
def test_no_hex_is_too_full_for_a_train() -> None:
    units = {"C-T1": "0924", "C-T2": "0923", "C-78-1": "0923", "C-78-155S": "0923", "J-7": "2110"}
    pos = situation(units)
    assert pos.full_for(1 << unit("C-T1")) == 0
    assert pos.full_for(1 << unit("C-78-2")) == hexes("0923")
    assert pos.full_for(1 << unit("C-78-155S")) == 0, "it stands there itself"


@rule("shanghai_incident", "5.3", "14.0", "13.1", "R-55")
def test_in_a_pause_a_whole_stack_makes_room_one_unit_after_the_other() -> None:
    units = {"C-78-1": "2003", "C-78-4": "2005", "C-78-156S": "2005", "C-78-2": "0303"}
    pos = pause_march({**units, **QUIET})
    assert "C-78-1 2005" in options(pos, "redeploy")
    do(pos, "redeploy C-78-1 2005")
    assert {text.split()[0] for text in options(pos, "redeploy")} == {"C-78-4", "C-78-156S"}
    assert refused(pos, "done") == "5.3"
    do(pos, "redeploy C-78-4 2003")
    assert refused(pos, "done") == "5.3", "the support unit is of the other brigade"
    do(pos, "redeploy C-78-156S 2003")
    assert legal(pos, "done")
    gone = pause_march({**units, "C-78-156S": "2006", **QUIET})
    do(gone, "redeploy C-78-156S 2005")
    assert refused(gone, "redeploy C-78-1 2005") == "5.3", "one of them has come just now, and stays"


def only_to(*goals: str) -> WaysOut:
    """Units leave one after the other, to these hexes and to no others."""
    return lambda pos, units: pos.room_for(1 << units[0], hexes(" ".join(goals))) if len(units) == 1 else 0


@rule("shanghai_incident", "5.3", "R-55")
def test_two_who_must_both_leave_need_room_for_both() -> None:
    crowd = {"C-78-4": "2005", "C-78-156S": "2005", "C-60-1": "2005", **QUIET}
    pos = situation(crowd, crowded=at("2005"))
    pos.moved = 1 << unit("C-60-1")
    assert relievable(pos, only_to("2004", "2006"))
    assert relievable(pos, only_to("2004")), "partners may stand together in the only hex there is"
    strangers = situation({"C-78-4": "2005", "C-60-4": "2005", "C-60-1": "2005", **QUIET}, crowded=at("2005"))
    strangers.moved = 1 << unit("C-60-1")
    assert relievable(strangers, only_to("2004", "2006"))
    assert not relievable(strangers, only_to("2004")), "two regiments are no stack"
    narrow = situation({**crowd, "C-78-5": "2004"}, crowded=at("2005"))
    narrow.moved = 1 << unit("C-60-1")
    assert not relievable(narrow, only_to("2004")), "the support unit finds room there, the regiment nowhere"
    assert relievable(narrow, only_to("2004", "2006"))


@rule("shanghai_incident", "5.3", "16.4", "R-55")
def test_neither_trains_nor_those_who_have_moved_make_room() -> None:
    units = {"C-T1": "0922", "C-78-1": "0922", "C-78-2": "0922", **QUIET}
    pos = situation(units, crowded=at("0922"))
    pos.moved = 1 << unit("C-78-2")
    assert leavers(pos) == [unit("C-78-1")]
    pos.trek = Trek(1 << unit("C-78-2"), 1)
    assert sorted(leavers(pos)) == sorted([unit("C-78-1"), unit("C-78-2")]), "unless they may go on"


# --- 14.0 stacks that redeploy ------------------------------------------------------------------

FULL = {"C-78-4": "2003", "C-78-156S": "2003", "C-78-1": "2005", "C-78-155S": "2005"}


@rule("shanghai_incident", "5.3", "14.0", "R-55")
@pytest.mark.parametrize("pause", [False, True], ids=["turn", "pause"])
def test_full_stacks_change_places_by_redeployment(pause: bool) -> None:
    units = {**FULL, "C-78-2": "0303", **QUIET}
    pos = pause_march(units) if pause else situation(units, "C1")
    assert "C-78-156S C-78-4 2005" in options(pos, "transfer")
    assert pos.decision.prompt == ("prompt.redeploy" if pause else "prompt.move_regular")
    told = do(pos, "transfer C-78-156S C-78-4 2005")
    assert told[0].params["path"] == ["2003", "2004", "2005"]
    assert refused(pos, "done") == "5.3"
    crowd = pos.decision.prompt, pos.decision.params
    assert crowd == ("prompt.crowded", {"hex": "2005"}), "nobody is told to end what he cannot"
    assert options(pos, "transfer") >= {"C-78-155S C-78-1 2003"}
    assert {text.split()[0] for text in options(pos, "redeploy")} == {"C-78-1", "C-78-155S"}
    do(pos, "transfer C-78-1 C-78-155S 2003")
    assert legal(pos, "done")
    assert (where(pos, "C-78-4"), where(pos, "C-78-156S")) == ("2005", "2005")
    assert (where(pos, "C-78-1"), where(pos, "C-78-155S")) == ("2003", "2003")


@rule("shanghai_incident", "14.0", "5.1", "5.3")
def test_a_stack_redeploys_as_far_as_the_slower_of_the_two_and_nobody_goes_on() -> None:
    pos = situation({"J-7": "2405", "J-2T": "2405", **FAR}, "J1", held=(0, 0))
    pair = Redeployment(pos, (unit("J-2T"), unit("J-7")))
    assert pair.points == 4 * min(pos.book.ma[unit("J-2T")], pos.book.ma[unit("J-7")])
    assert pair.prices() == pos.book.costs["mobile"], "whoever is with them counts as mobile"
    pos.placed = 1 << unit("J-7")
    assert Redeployment(pos, (unit("J-2T"), unit("J-7"))).points == 3 * pos.book.ma[unit("J-7")]
    pos.placed = 0
    do(pos, "transfer J-2T J-7 2403")
    assert (where(pos, "J-7"), where(pos, "J-2T"), pos.trek) == ("2403", "2403", (0, 0))
    assert refused(pos, "transfer J-2T J-7 2404") == "14.0"
    assert refused(pos, "move J-2T 2404") == "5.1"


@rule("shanghai_incident", "14.0", "5.3")
def test_only_a_stack_redeploys_together() -> None:
    pos = situation({**FULL, "C-78-2": "2006", **QUIET}, "C1")
    assert refused(pos, "transfer C-78-4 C-78-2 2007") == "5.1"
    assert refused(pos, "transfer C-78-4 C-78-4 2007") == "5.1"
    do(pos, "move C-78-4 2004")
    assert refused(pos, "transfer C-78-156S C-78-4 2007") == "14.0"
    assert reason(pos, "transfer C-78-156S C-78-4 2007") == "moved"
    assert refused(situation({"J-7": "2110", "J-2T": "2110", **FAR}, "J3"), "transfer J-2T J-7 2109") == "14.0"


@rule("shanghai_incident", "5.1", "5.3", "2.3.2")
def test_a_stack_may_move_together_in_regular_movement_and_is_offered_so() -> None:
    pos = situation({"J-7": "2110", "J-2T": "2110", "J-9E": "2109", "J-12": "2109", **FAR}, "J1")
    assert {tuple(text.split()[:2]) for text in options(pos, "carry")} == {("J-2T", "J-7")}
    do(pos, "move J-7 2111")
    assert not options(pos, "carry")
