"""SNC 6.0: limits, when they are checked, who chooses; fog of war."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.shanghai_nanking.table import (
    THIRD,
    asked,
    at,
    attack,
    do,
    number,
    refused,
    roll,
    settle_support,
    start,
    table,
    where,
)

from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.movephase import Moving
from shapan.games.shanghai_nanking.overrun import Onward
from shapan.games.shanghai_nanking.stacking import Trimming, legal, over_stacked
from shapan.kernel import rule

DETACHMENTS = "JDet-Shigeto JDet-Asama JDet-Amaya"


@pytest.mark.parametrize(
    ("side", "names", "allowed"),
    [
        (0, "CD36 CD98 CB20", True),
        (0, "CD36 CD88", True),
        (0, "CD36 CD88 CB20", False),
        (0, "CB1TD CB2TD CD7", True),
        (0, "CB1TD CB2TD CD7 CB20", False),
        (0, "CD36 CD88 CG-A CG-Wusong", True),
        (1, THIRD, True),
        (1, f"{THIRD} JDet-Shigeto", True),
        (1, f"{THIRD} JG-A", True),
        (1, f"{THIRD} JDet-Shigeto JG-A", False),
        (1, f"{THIRD} J11-12 J11-22", False),
        (1, "J3-6 J3-18 J11-12 J11-22", False),
        (1, "J3-6 J3-18 J11-12", True),
        (1, "JSNLF1 JSNLF2 JSNLF3 JSNLF9 JG-Shanghai", True),
        (1, "JSNLF1 JSNLF2 J3-6 JG-Shanghai", False),
        (1, "JDet-Shigeto JDet-Asama", True),
        (1, DETACHMENTS, False),
    ],
)
@rule("shanghai_nanking", "6.2", "R-08", "R-10")
def test_limits(side: int, names: str, allowed: bool) -> None:
    assert legal(start(), side, [number(name) for name in names.split()]) is allowed


@rule("shanghai_nanking", "6.2")
def test_a_reduced_elite_unit_keeps_its_stacking_value() -> None:
    pos = table("chinese_first", units={"3410": "CD36 CD88 CB20"}, reduced="CD36 CD88")
    assert over_stacked(pos, 0)


@rule("shanghai_nanking", "6.0")
def test_a_move_may_pass_through_and_rest_in_a_full_hex_until_the_phase_ends() -> None:
    pos = table("chinese_first", "move-fight", {"2410": "CD36 CD88", "2411": "CD98", "3512": "JSNLF1"}, turn=9)
    do(pos, "move CD98 2410", "pass")
    assert (pos.actor, type(pos.top)) == ("chinese", Trimming)
    assert refused(pos, "remove JSNLF1") == "6.0"
    assert refused(pos, "pass") == "6.0"
    do(pos, "remove CD98")
    assert where(pos, "CD98") == ""
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "6.0")
def test_the_owner_chooses_and_only_units_that_count_are_excess() -> None:
    units = {"2410": "CD36 CD88 CD98 CG-Suzhou", "1824": "CB20", "3512": "JSNLF1"}
    pos = table("chinese_first", "move-fight", units, turn=9)
    do(pos, "pass")
    assert refused(pos, "remove CG-Suzhou") == "6.0"
    assert refused(pos, "remove CB20") == "6.0"
    do(pos, "remove CD36", "roll 3")
    assert pos.due[number("CD36")] == 12
    assert not over_stacked(pos, 0)


@rule("shanghai_nanking", "6.0", "R-09")
def test_reinforcement_phases_check_nothing() -> None:
    pos = table("chinese_reinforcements", units={"3512": "JSNLF1", "3411": "CD36"}, turn=3)
    do(pos, "pass", "roll 1", "interdicted CB11")
    for name in ("CD13", "CD15", "CD16", "CD19"):
        do(pos, f"arrive {name} 2410")
    assert over_stacked(pos, 0)
    do(pos, "pass")
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "6.0", "R-50")
def test_the_first_combat_of_a_fight_phase_checks_every_hex_of_both_sides() -> None:
    units = {
        "2410": "CD36 CD88 CB20",
        "1706": "CD13 CD15 CD16 CD19",
        "3510": f"{THIRD} JDet-Shigeto JDet-Asama",
        "3509": "CG-Baoshan",
    }
    pos = table(plan="fight-move", units=units)
    attack(pos, "3509", THIRD)
    settle_support(pos)
    roll(pos, 6)
    do(pos, "pass")
    assert (pos.actor, type(pos.top)) == ("japanese", Trimming)
    do(pos, "remove JDet-Asama")
    assert (pos.actor, type(pos.top)) == ("chinese", Trimming)
    do(pos, "remove CB20", "remove CD13")
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "6.0", "R-40")
def test_a_fight_phase_without_combat_checks_nothing() -> None:
    pos = table("chinese_first", "fight-fight", {"2410": "CD36 CD88 CB20", "3512": "JSNLF1"}, turn=9)
    do(pos, "pass")
    assert asked(pos, Fighting)
    assert over_stacked(pos, 0)


@rule("shanghai_nanking", "6.0", "9.6", "R-45")
def test_an_overrun_checks_nothing_before_the_phase_ends() -> None:
    units = {"3308": f"{THIRD} JDet-Shigeto JDet-Asama", "3409": "CB20", "2410": "CD36 CD88 CD98"}
    pos = table(units=units)
    do(pos, "overrun J3-6 3308-3408-3409", "commit")
    settle_support(pos)
    roll(pos, 6)
    assert asked(pos, Moving, Onward)
    assert over_stacked(pos, 0)
    assert over_stacked(pos, 1)


@rule("shanghai_nanking", "6.0")
def test_enemies_never_share_a_hex() -> None:
    pos = table(units={"3510": THIRD, "3410": "CD36"})
    assert refused(pos, "move J3-6 3510-3410") == "9.0"
    assert refused(pos, "move J3-6 3410") == "9.0"


# --- 6.3 fog of war, 6.4 order ------------------------------------------------------------------


@rule("shanghai_nanking", "6.3", "R-33")
def test_only_the_top_counter_and_the_height_of_an_enemy_stack_are_seen() -> None:
    pos = start()
    seen = [piece for piece in pos.view("japanese").pieces if piece.place == "3412"]
    assert [piece.hidden for piece in seen] == [False, True, True]
    assert all(not piece.values for piece in seen[1:])
    own = [piece for piece in pos.view("chinese").pieces if piece.place == "3412"]
    assert not any(piece.hidden for piece in own)
    open_table = start({"fog_of_war": False})
    assert not any(piece.hidden for piece in open_table.view("japanese").pieces)


@rule("shanghai_nanking", "6.3")
def test_an_attack_lays_the_stack_open_and_cannot_be_called_off() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CB1TD CB2TD CD7"})
    do(pos, "attack J3-6 3410")
    hidden = [piece.hidden for piece in pos.view("japanese").pieces if piece.place == "3410"]
    assert hidden == [False, True, True]
    before = pos.horizon
    do(pos, "join J3-18", "join J3-34", "commit")
    assert pos.horizon > before
    assert not any(piece.hidden for piece in pos.view("japanese").pieces)
    assert refused(pos, "attack J3-68 3410") == "6.3"
    settle_support(pos)
    roll(pos, 6)


@rule("shanghai_nanking", "6.3")
def test_an_attack_once_begun_goes_on() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CB1TD"})
    do(pos, "attack J3-6 3410")
    assert refused(pos, "pass") == "6.3"


@rule("shanghai_nanking", "6.3")
def test_imagined_worlds_look_the_same() -> None:
    pos = start()
    views = {pos.imagine("japanese", Random(seed)).view("japanese").to_json() for seed in range(5)}
    assert views == {pos.view("japanese").to_json()}


@rule("shanghai_nanking", "6.4")
def test_a_player_may_arrange_his_stacks_and_only_his() -> None:
    pos = start()
    assert refused(pos, "restack chinese 3412 CB20,CDTP") == "6.4"
    assert refused(pos, "restack japanese 3412 CB20,CDTP,CDPPC") == "6.4"
    do(pos, "restack chinese 3412 CB20,CDTP,CDPPC")
    assert pos.stack_in(at("3412"))[0] == number("CB20")
    assert refused(pos, "restack chinese 3412 CB20,CDTP,CDPPC") == "6.4", "it lies so already"
    assert pos.free_options("japanese")
    pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CB1TD CB2TD"})
    do(pos, "attack J3-6 3410")
    assert refused(pos, "restack chinese 3410 CB2TD,CB1TD") == "6.4"


@rule("shanghai_nanking", "6.1")
def test_fire_support_takes_no_room() -> None:
    pos = table(plan="fight-move", units={"3510": f"{THIRD} JDet-Shigeto", "3509": "CG-Baoshan"})
    attack(pos, "3509", THIRD, "support naval", "support artillery", "support air")
    assert not over_stacked(pos, 1)
