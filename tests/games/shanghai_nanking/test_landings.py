"""SNC 8.4: amphibious landings, the 10th Army, the 16th Division."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.shanghai_nanking.table import (
    ELEVENTH,
    FIRST_01,
    GAME,
    SIXTEENTH,
    TENTH_ARMY,
    THIRD,
    Position,
    asked,
    at,
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
from tests.games.takebacks import going_on, why_not

from shapan.games.shanghai_nanking.battle import LANDING, Battle
from shapan.games.shanghai_nanking.beaches import Inland, Retreating
from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.landings import Assaulting, Landing, Replacing
from shapan.games.shanghai_nanking.losses import Losing
from shapan.games.shanghai_nanking.stacking import Trimming, over_stacked
from shapan.kernel import rule
from shapan.mechanics.verbs import Pass

CALM = {"3512": "JSNLF1", "3411": "CD36"}


def land(pos: Position, names: str, site: str) -> None:
    for name in names.split():
        do(pos, f"land {name} {site}")


def landing(turn: int, units: dict[str, str], names: str, site: str) -> Position:
    """A landing up to its markers."""
    pos = table("japanese_reinforcements", units={**CALM, **units}, turn=turn)
    land(pos, names, site)
    if asked(pos, Landing):
        do(pos, "pass")
    return pos


@rule("shanghai_nanking", "8.4", "12.0", "10.5.1")
def test_the_third_division_at_wusong() -> None:
    pos = landing(2, {"3510": "CG-Wusong"}, THIRD, "3510")
    for category in ("amphibious", "naval", "air", "artillery"):
        do(pos, f"support {category}")
    settle_support(pos)
    events = roll(pos, 1)
    assert told(events, "odds") == [{"attack": 8, "defence": 3, "odds": "2:1"}]
    assert told(events, "column")[0]["heading"] == "6:1"
    assert asked(pos, Losing)
    do(pos, "lose J3-6")
    assert {where(pos, name) for name in THIRD.split()} == {"3510"}
    assert steps(pos, "J3-6 J3-18 CG-Wusong") == [1, 2, 0]
    assert pos.japanese_held >> at("3510") & 1


@rule("shanghai_nanking", "8.4", "12.0", "R-14")
def test_the_eleventh_division_at_chuanshakou() -> None:
    pos = landing(2, {"3308": "CG-E"}, ELEVENTH, "3308")
    settle_support(pos)
    events = roll(pos, 2)
    assert told(events, "odds") == [{"attack": 6, "defence": 1, "odds": "6:1"}]
    assert steps(pos, ELEVENTH) == [2, 2, 2, 2]
    assert where(pos, "CG-E") == ""


@rule("shanghai_nanking", "8.4", "R-14")
def test_factors_are_halved_in_total() -> None:
    pos = landing(2, {"3308": "CG-E"}, "J11-12 J11-22 J11-43", "3308")
    settle_support(pos)
    assert told(roll(pos, 3), "odds")[0]["attack"] == 4


@rule("shanghai_nanking", "8.4", "R-16")
def test_survivors_retreat_garrisons_perish_and_one_more_step_is_lost() -> None:
    pos = landing(2, {"3308": "CG-Baoshan CD98 CD55"}, ELEVENTH, "3308")
    support(pos, "amphibious", "naval", "air", "artillery")
    events = roll(pos, 1)  # 6 against 7 is 1:2, four columns more are 4:1: 1/1
    assert told(events, "column")[0]["heading"] == "4:1"
    assert steps(pos, "CG-Baoshan") == [0]
    assert (pos.actor, type(pos.top)) == ("chinese", Retreating)
    assert refused(pos, "retreat CD98 3307") == "8.4"
    assert refused(pos, "retreat CD36 3209") == pos.decision.case == "8.4"
    do(pos, "retreat CD98 3208", "retreat CD55 3309")
    assert asked(pos, Losing)
    do(pos, "lose J11-12", "lose J11-22")
    assert steps(pos, ELEVENTH) == [1, 1, 2, 2]
    assert (where(pos, "J11-12"), where(pos, "CD98")) == ("3308", "3208")


@rule("shanghai_nanking", "8.4", "R-16")
def test_every_garrison_perishes_and_every_other_unit_retreats() -> None:
    pos = landing(2, {"3308": "CG-P CG-Wusong CB14 CD98"}, "J11-12", "3308")
    settle_support(pos)
    assert told(roll(pos, 2), "result")[0]["result"] == "3/0"
    assert steps(pos, "CG-P CG-Wusong CB14 CD98") == [0, 0, 1, 1]
    do(pos, "retreat CB14 3208", "retreat CD98 3208")


@rule("shanghai_nanking", "8.4", "R-16")
def test_a_retreat_ignores_zones_and_without_a_way_it_is_the_end() -> None:
    around = {"3408": "J9-7", "3309": "J9-19", "3208": "J9-35", "3207": "J9-36"}
    pos = landing(3, {"3308": "CD98 CD55", **around}, FIRST_01, "3308")
    settle_support(pos)
    roll(pos, 1)  # 6 against 5 is 1:1: 3/0
    assert steps(pos, "CD98 CD55") == [0, 0]
    del around["3207"]
    pos = landing(3, {"3308": "CD98 CD55", **around}, FIRST_01, "3308")
    settle_support(pos)
    roll(pos, 1)
    do(pos, "retreat CD98 3207", "retreat CD55 3207")


def steps_lost(pos: Position, face: int) -> tuple[int, int]:
    """What this face costs Japan and China when a landing gets no markers."""
    twin = pos.copy()
    settle_support(twin)
    roll(twin, face)
    while asked(twin, Losing, Retreating):
        answers = [GAME.format(twin, option) for option in twin.options()]
        do(twin, next((answer for answer in answers if answer.startswith("lose CG-")), answers[0]))
    return twin.lost[1] - pos.lost[1], twin.lost[0] - pos.lost[0]


@rule("shanghai_nanking", "8.4", "10.5.1")
@pytest.mark.parametrize(
    ("defenders", "around"),
    [
        ("CG-Baoshan", {}),
        ("CG-Baoshan CD98", {}),
        ("CD55", {}),
        ("CG-E CD34", {}),  # equally strong: the garrison, lost in any case, takes the first loss
        ("CD98 CD55", {"3408": "J9-7", "3309": "J9-19", "3208": "J9-35", "3207": "J9-36"}),
    ],
)
def test_the_preview_of_a_landing_counts_what_a_beach_costs_that_is_not_clear(
    defenders: str, around: dict[str, str]
) -> None:
    pos = landing(2, {"3308": defenders, **around}, "J11-12 J11-22", "3308")
    [preview] = pos.view("japanese").previews
    promised = Counter({(chance.yours, chance.theirs): chance.numerator for chance in preview.chances})
    assert promised == Counter(steps_lost(pos, face) for face in range(1, 7))


@rule("shanghai_nanking", "8.4", "R-28")
def test_a_landing_force_that_perishes_takes_nothing() -> None:
    pos = landing(2, {"3308": "CD98 CD55"}, "J11-12", "3308")
    settle_support(pos)
    roll(pos, 1)
    do(pos, "retreat CD98 3208", "retreat CD55 3208")
    assert steps(pos, "J11-12") == [0]
    assert not pos.japanese_held >> at("3308") & 1
    assert not pos.at_sea


@rule("shanghai_nanking", "8.4", "13.0", "R-27")
def test_units_land_where_their_list_says_and_may_split() -> None:
    pos = table("japanese_reinforcements", units={**CALM, "3510": "CG-Wusong", "3509": "CG-Baoshan"}, turn=2)
    assert refused(pos, "land J3-6 3308") == "13.0"
    assert refused(pos, "land J3-6 3512") == "13.0"
    assert refused(pos, "land J101-101 3510") == "8.0"
    do(pos, "land J3-6 3509", "land J3-18 3510", "pass")
    assert asked(pos, Assaulting)
    assert refused(pos, "assault 3308") == "8.4"
    assert refused(pos, "pass") == "8.4"
    do(pos, "assault 3509")
    battle = frame(pos, Battle)
    assert (battle.kind, battle.target) == (LANDING, at("3509"))


@rule("shanghai_nanking", "8.4", "8.0")
def test_a_turn_without_landings_goes_on_by_itself() -> None:
    pos = table("japanese_reinforcements", units=CALM, turn=6)
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "8.0", "8.4", "R-41")
def test_one_that_cannot_land_keeps_nobody_else_from_it() -> None:
    pos = table("japanese_first", units={"3510": "J9-7", "3411": "CD36"}, turn=2)
    pos.set_due(number("JSNLF9"), 1)
    pos.set_steps(number("JSNLF9"), 2)
    do(pos, "pass")
    assert asked(pos, Landing)
    assert not any(GAME.format(pos, action).startswith("land JSNLF9") for action in pos.options())
    assert refused(pos, "land J3-6 3509") == ""


@rule("shanghai_nanking", "8.4", "5.3")
def test_landings_take_place_whatever_the_plan() -> None:
    for plan in ("move-move", "fight-fight"):
        pos = table("japanese_first", plan, CALM, turn=2)
        do(pos, "pass")
        assert asked(pos, Landing)


@rule("shanghai_nanking", "8.4", "R-43", "12.0", "6.2")
def test_detachments_join_the_divisions_without_combat() -> None:
    units = {**CALM, "3510": THIRD, "3308": ELEVENTH, "3610": "CG-H"}
    pos = table("japanese_reinforcements", units=units, turn=3)
    land(pos, f"{FIRST_01} JDet-Amaya", "3610")
    do(pos, "land JDet-Shigeto 3510", "land JDet-Asama 3308")
    assert {box.note for box in pos.view("chinese").boxes if box.id.startswith("sea.")} == {"3610", "3510", "3308"}
    do(pos, "pass", "assault 3510", "assault 3308")
    assert (where(pos, "JDet-Shigeto"), where(pos, "JDet-Asama")) == ("3510", "3308")
    settle_support(pos)
    roll(pos, 6)
    assert where(pos, "JDet-Amaya") == "3610"
    assert not over_stacked(pos, 1)


@rule("shanghai_nanking", "8.4", "R-46")
def test_a_unit_that_retreats_into_another_landing_defends_again() -> None:
    units = {**CALM, "3510": "CG-Wusong CD98", "3509": "CG-Baoshan", "3611": "JSNLF3"}
    pos = table("japanese_reinforcements", units=units, turn=3)
    land(pos, "J101-101", "3510")
    land(pos, "J101-103 J101-149 J101-157", "3509")
    do(pos, "pass", "assault 3510")
    settle_support(pos)
    roll(pos, 6)
    assert asked(pos, Retreating)
    do(pos, "retreat CD98 3509")
    settle_support(pos)
    events = roll(pos, 3)
    assert told(events, "odds")[0]["defence"] == 3 + 3


@rule("shanghai_nanking", "6.0", "8.4", "R-09", "R-47")
def test_a_landing_combat_is_followed_by_the_stacking_check_a_quiet_landing_is_not() -> None:
    names = f"{FIRST_01} JDet-Shigeto JDet-Asama JDet-Amaya"
    pos = table("japanese_reinforcements", units={**CALM, "3610": "CG-H"}, turn=3)
    land(pos, names.removesuffix(" JDet-Amaya"), "3610")
    [preview] = pos.view("japanese").previews
    assert "warning.landing_too_big" in preview.warnings
    do(pos, "land JDet-Amaya 3610", "pass")
    settle_support(pos)
    roll(pos, 6)
    assert (pos.actor, type(pos.top)) == ("japanese", Trimming)
    do(pos, "remove JDet-Shigeto", "remove JDet-Asama")
    assert not asked(pos, Trimming)
    pos = table("japanese_reinforcements", units=CALM, turn=3)
    land(pos, names, "3510")
    do(pos, "pass")
    assert over_stacked(pos, 1)
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "8.4", "13.0", "R-41")
def test_snlf_9_enters_a_city_that_is_japanese() -> None:
    pos = table("japanese_reinforcements", units={**CALM, "3611": "JSNLF3"}, turn=1)
    do(pos, "land JSNLF9 3611")
    assert where(pos, "JSNLF9") == "3611"
    pos = table("japanese_reinforcements", units={**CALM, "3611": "CD88"}, turn=1)
    assert refused(pos, "land JSNLF9 3611") == "8.4"
    assert refused(pos, "land JSNLF9 3510") == "13.0"


# --- 8.4.1, 8.4.2 -------------------------------------------------------------------------------


@rule("shanghai_nanking", "8.4.1", "R-26")
def test_the_tenth_army_lands_at_one_hex_from_column_32_eastward() -> None:
    pos = table("japanese_reinforcements", units=CALM, turn=7)
    assert why(pos, "land J6-13 3004") == "8.4.1 landing_column"
    assert why(pos, "land J6-13 3416") == "13.0 landing_hex 3416", "no landing hex at all"
    assert refused(pos, "land J6-13 3207") == ""
    do(pos, "land J6-13 3417")
    assert refused(pos, "land J18-55 3616") == "8.4.1"
    do(pos, "land J18-55 3417", "pass", "pass")
    assert list(dict(pos.sites).values()) == [at("3417")]


@rule("shanghai_nanking", "8.4.1", "R-26")
def test_later_units_keep_the_site() -> None:
    pos = table("japanese_reinforcements", units=CALM, turn=7)
    do(pos, "land J6-13 3417", "pass", "pass")
    again = pos.copy()
    again.stack = ()
    again.turn, again.phase = 8, [p.name for p in pos.SEQUENCE.phases].index("japanese_reinforcements") - 1
    again.set_steps(number("CD36"), 0)
    again.lift(number("CD36"))
    again.settle()
    assert refused(again, "land J18-55 3616") == "8.4.1"
    assert refused(again, "land J18-55 3417") == ""


@rule("shanghai_nanking", "8.4.1", "R-29", "6.0")
def test_the_tenth_army_goes_one_hex_further_before_stacking_is_checked() -> None:
    pos = landing(7, {"3417": "CG-N", "3316": "CD98"}, TENTH_ARMY, "3417")
    settle_support(pos)
    roll(pos, 6)
    assert (pos.actor, type(pos.top)) == ("japanese", Inland)
    assert refused(pos, "advance J6-13 3315") == "8.4.1"
    assert refused(pos, "advance J6-13 3418") == "8.4.1"
    assert refused(pos, "advance JSNLF1 3416") == "8.4.1"
    for name in ("J6-13", "J6-23", "J6-45", "J6-47"):
        do(pos, f"advance {name} 3416")
    for name in ("J18-55", "J18-56", "J18-114", "J18-124"):
        do(pos, f"advance {name} 3318")
    for name in ("J5-11", "J5-41"):
        do(pos, f"advance {name} 3517")
    assert refused(pos, "advance J6-13 3417") == "8.4.1"
    do(pos, "pass")
    assert not asked(pos, Trimming)
    assert (where(pos, "J6-13"), where(pos, "J114-66")) == ("3416", "3417")


@rule("shanghai_nanking", "8.4.1", "R-29")
def test_it_does_so_without_opposition_too_and_zones_do_not_matter() -> None:
    pos = landing(7, {"3315": "CD98"}, "J6-13", "3417")
    assert asked(pos, Inland)
    do(pos, "advance J6-13 3416")
    assert where(pos, "J6-13") == "3416"
    assert asked(pos, Fighting), "nobody else is there to go on"


@rule("shanghai_nanking", "8.4.1")
def test_nobody_goes_on_when_the_whole_army_was_lost_on_the_beach() -> None:
    pos = landing(7, {"3417": "CD98 CD55"}, "J6-13", "3417")
    settle_support(pos)
    roll(pos, 1)
    do(pos, "retreat CD98 3416", "retreat CD55 3416")
    assert steps(pos, "J6-13") == [0]
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "8.4.1", "R-53")
def test_while_one_hex_is_free_nobody_is_driven_off() -> None:
    near = GAME.book().grid.names(GAME.book().terrain.steps[at("3417")])
    coastal = next(name for name in near if GAME.book().terrain.coastal >> at(name) & 1)
    pos = landing(7, {coastal: "CD98"}, "J6-13", "3417")
    assert refused(pos, f"advance J6-13 {coastal}") == "8.4.1"
    offered = {GAME.format(pos, action) for action in pos.options()}
    assert offered == {"pass", *(f"advance J6-13 {name}" for name in near if name != coastal)}


@rule("shanghai_nanking", "8.4.1", "R-16", "R-53")
def test_hemmed_in_it_drives_chinese_units_from_coastal_hexes() -> None:
    near = GAME.book().grid.names(GAME.book().terrain.steps[at("3417")])
    units = dict(zip(near, ("CD98", "CD55", "CD56 CG-A", "CD57", "CD51", "CD58"), strict=False))
    coastal = [name for name in near if GAME.book().terrain.coastal >> at(name) & 1]
    inner = [name for name in near if name not in coastal]
    assert coastal
    assert inner
    pos = landing(7, {**units, "3019": "CB45"}, "J6-13 J6-23", "3417")
    assert asked(pos, Inland)
    assert refused(pos, f"advance J6-13 {inner[0]}") == "8.4.1"
    offered = {GAME.format(pos, action) for action in pos.options() if not isinstance(action, Pass)}
    assert offered == {f"advance {unit} {name}" for unit in ("J6-13", "J6-23") for name in coastal}
    goal = coastal[0]
    do(pos, f"advance J6-13 {goal}")
    assert (pos.actor, type(pos.top)) == ("chinese", Retreating)
    assert pos.decision.case == refused(pos, "pass") == "8.4.1"
    while asked(pos, Retreating):
        events = do(pos, GAME.format(pos, next(iter(pos.options()))))
        assert next(event.case for event in events if event.key == "event.retreated") == "8.4.1"
    assert where(pos, "J6-13") == goal
    assert refused(pos, f"advance J6-23 {goal}") == ""
    assert asked(pos, Inland)


def driven_off(*stack: str) -> tuple[Position, str]:
    """The 10th Army has to force its way from 3417: these Chinese stand on the coast, others everywhere else."""
    near = GAME.book().grid.names(GAME.book().terrain.steps[at("3417")])
    goal = next(name for name in near if GAME.book().terrain.coastal >> at(name) & 1)
    hexes = [goal, *[name for name in near if name != goal]]
    units = dict(zip(hexes, (" ".join(stack), "CD98", "CD57", "CD51", "CD58"), strict=False))
    return landing(7, units, "J6-13 J6-23", "3417"), goal


def hidden(pos: Position, goal: str) -> int:
    """How many counters of a hex the Japanese player does not see."""
    return sum(1 for piece in pos.view("japanese").pieces if piece.place == goal and piece.hidden)


@rule("shanghai_nanking", "8.4.1", "6.3")
def test_a_forced_advance_is_no_attack_and_lays_no_stack_open() -> None:
    pos, goal = driven_off("CD56", "CD55", "CD33")
    assert hidden(pos, goal) == 2
    match = going_on(pos, f"advance J6-13 {goal}")
    do(pos, f"advance J6-13 {goal}")
    assert asked(pos, Retreating)
    assert hidden(pos, goal) == 2, "nobody attacks them"
    assert not match.known_since(0, ["japanese"])
    assert why_not(match, "japanese") == "consent", "the Chinese are asked to retreat"
    under = pos.stack_in(at(goal))[2]
    name = pos.book.units[under].id
    back = next(name for name in pos.book.grid.names(pos.book.terrain.steps[at(goal)]) if name != "3417")
    do(pos, f"retreat {name} {back}")
    seen = {piece.id for piece in pos.view("japanese").pieces if not piece.hidden}
    assert name in seen, "who goes is seen going, and lies on top where it arrives (R-54)"
    assert hidden(pos, goal) == 1


@rule("shanghai_nanking", "8.4.1", "6.3", "2.2.1")
def test_a_forced_advance_that_kills_what_was_hidden_cannot_be_undone() -> None:
    pos, goal = driven_off("CD56", "CG-N")
    pos.restack([number("CD56"), number("CG-N")])
    match = going_on(pos, f"advance J6-13 {goal}")
    assert match.known_since(0, ["japanese"]), "the buried garrison is eliminated before their eyes"


@rule("shanghai_nanking", "8.4", "R-47")
def test_the_last_unit_sent_does_not_begin_the_landing_and_the_player_is_warned() -> None:
    pos = table("japanese_reinforcements", units={**CALM, "3610": "CG-J"}, turn=3)
    land(pos, f"{FIRST_01} JDet-Shigeto", "3610")
    [odds] = pos.view("japanese").previews
    assert not odds.warnings
    land(pos, "JDet-Asama JDet-Amaya", "3610")
    assert asked(pos, Landing), "everybody has been sent, and still nothing has begun"
    [odds] = pos.view("japanese").previews
    assert list(odds.warnings) == ["warning.landing_too_big"]
    match = going_on(pos, "pass")
    assert why_not(match, "japanese") == "known"
    assert asked(pos, Landing)


@rule("shanghai_nanking", "8.4", "R-43", "R-47")
def test_the_warning_counts_those_who_hold_the_landing_hex() -> None:
    pos = table("japanese_reinforcements", units={**CALM, "3510": THIRD}, turn=3)
    land(pos, "JDet-Shigeto", "3510")
    assert not pos.view("japanese").previews
    land(pos, "JDet-Asama", "3510")
    [preview] = pos.view("japanese").previews
    assert list(preview.warnings) == ["warning.landing_too_big"]


@rule("shanghai_nanking", "8.4.2")
def test_the_sixteenth_division_lands_at_one_hex_anywhere() -> None:
    pos = table("japanese_reinforcements", units={"3512": "JSNLF1"}, turn=8)
    do(pos, "land J16-9 3004")
    assert refused(pos, "land J16-20 2704") == "8.4.2"
    assert refused(pos, "land J16-20 3004") == ""
    assert len(SIXTEENTH.split()) == 4


@rule("shanghai_nanking", "8.4", "11.4", "R-17")
def test_no_naval_gunfire_in_hangzhou_bay_but_amphibious_support() -> None:
    pos = landing(7, {"3417": "CG-N"}, "J6-13", "3417")
    assert refused(pos, "support naval") == "11.4"
    assert refused(pos, "support amphibious") == ""


@rule("shanghai_nanking", "8.4", "10.4.1")
def test_terrain_helps_against_a_landing_but_no_creek_and_no_concentric_shift_count() -> None:
    pos = landing(2, {"3509": "CG-Baoshan", "3510": "J9-7", "3408": "J9-19"}, THIRD, "3509")
    settle_support(pos)
    causes = [shift["cause"] for shift in told(roll(pos, 3), "shift")]
    assert causes == ["shift.terrain"]


@rule("shanghai_nanking", "8.4", "10.0")
def test_a_hex_attacked_in_the_first_phase_may_be_landed_upon_and_attacked_again() -> None:
    units = {**CALM, "3510": THIRD, "3509": "CD13 CD15 CD16", "3410": "CB20"}
    pos = table("japanese_first", "fight-fight", units, turn=3)
    do(pos, "attack J3-6 3509", "commit")
    settle_support(pos)
    roll(pos, 2)
    while asked(pos, Losing):
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    do(pos, "pass")
    while asked(pos, Replacing):
        do(pos, "pass")
    land(pos, FIRST_01, "3509")
    do(pos, "pass")
    battle = frame(pos, Battle)
    assert (battle.kind, battle.target) == (LANDING, at("3509"))
