"""SNC 6.0: limits, when they are checked, who chooses; fog of war."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from tests.games.shanghai_nanking.players import scattered
from tests.games.shanghai_nanking.table import (
    ELEVENTH,
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
    start,
    table,
    told,
    where,
    why,
)
from tests.games.traffic import traffic

from shapan.games.shanghai_nanking.beaches import Retreating
from shapan.games.shanghai_nanking.combat import Fighting, Joining
from shapan.games.shanghai_nanking.fog import seen_by
from shapan.games.shanghai_nanking.losses import Losing, next_to_lose
from shapan.games.shanghai_nanking.move_phase import Moving
from shapan.games.shanghai_nanking.overrun import Forming, Onward
from shapan.games.shanghai_nanking.stacking import Trimming, legal, over_stacked
from shapan.ground.hexes import bits
from shapan.kernel import SPECTATOR, rule
from shapan.lab.fuzz import gives_away
from shapan.mechanics.forces import OFF
from shapan.mechanics.verbs import Pass

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


@rule("shanghai_nanking", "6.0", "6.2")
def test_every_hex_is_looked_at_in_scattered_armies() -> None:
    found = 0
    for seed in range(30):
        pos = scattered(seed)
        for side, units in enumerate(pos.book.units_of):
            assert all(legal(pos, side, [unit]) for unit in units), "a unit alone breaks no limit"
            for unit in units[: seed // 3]:  # crowd some of them together
                if pos.place[unit] != OFF:
                    pos.put(unit, next(pos.place[mate] for mate in units if pos.place[mate] != OFF))
            stacks = {here: [unit for unit in units if pos.place[unit] == here] for here in set(pos.place) - {OFF}}
            slow = {here: stack for here, stack in stacks.items() if not legal(pos, side, stack)}
            assert over_stacked(pos, side) == slow
            found += len(slow)
    assert found


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


@rule("shanghai_nanking", "6.3", "R-33")
def test_any_counter_can_be_hidden_under_another_one() -> None:
    pos = table("chinese_first", units={"2410": "CD36 CD87 CB20", "0202": "CD88", "3512": "JSNLF1 JSNLF2"})
    every = sum(1 << unit for unit in range(len(pos.place)))
    for top, *under in (("CD36", "CD87", "CB20"), ("CB20", "CD87", "CD36"), ("CD87", "CB20", "CD36")):
        pos.restack([number(name) for name in (top, *under)])
        assert seen_by(pos, "japanese") == every & ~sum(1 << number(name) for name in under)
    assert seen_by(pos, SPECTATOR) == seen_by(pos, "japanese") & ~(1 << number("JSNLF2"))


@rule("shanghai_nanking", "6.3")
def test_an_attack_lays_the_stack_open_and_cannot_be_called_off() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CB1TD CB2TD CD7"})
    do(pos, "attack J3-6 3410")
    hidden = [piece.hidden for piece in pos.view("japanese").pieces if piece.place == "3410"]
    assert hidden == [False, True, True]
    before = pos.horizon
    events = do(pos, "join J3-18", "join J3-34", "commit")
    shown = {"hex": "3410", "attackers": ["J3-6", "J3-18", "J3-34"], "defenders": ["CB1TD", "CB2TD", "CD7"]}
    assert told(events, "revealed") == [shown]
    assert pos.horizon > before
    assert not any(piece.hidden for piece in pos.view("japanese").pieces)
    assert why(pos, "attack J3-68 3410") == "11.1 support_now"
    settle_support(pos)
    roll(pos, 6)


@rule("shanghai_nanking", "6.3")
def test_an_attack_may_be_called_off_until_it_is_committed() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CB1TD"})
    before = pos.key()
    assert why(pos, "call_off") == "6.3 call_off_nothing"
    do(pos, "attack J3-6 3410")
    assert why(pos, "pass") == "10.1 attack_under_way"
    events = do(pos, "join J3-18", "call_off")
    assert [event.key for event in events] == ["event.called_off"]
    assert told(events, "called_off") == [{"side": "japanese", "hex": "3410"}]
    assert (pos.key(), pos.horizon) == (before, 0)
    do(pos, "attack J3-18 3410", "commit")
    assert why(pos, "call_off") == "6.3 revealed", "too late"
    settle_support(pos)
    assert refused(pos, "call_off") == "6.3"


@rule("shanghai_nanking", "6.3")
def test_until_it_is_committed_nobody_learns_which_buried_counters_attack() -> None:
    def seen(first: str, then: str) -> list[Any]:
        pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CB1TD CB2TD"})
        return traffic(pos, [f"attack {first} 3410", f"join {then}", "call_off"], ("chinese", SPECTATOR))

    assert seen("J3-18", "J3-34") == seen("J3-68", "J3-18")


@rule("shanghai_nanking", "6.3", "6.4", "8.3")
def test_replacements_and_orders_below_the_top_counter_look_alike() -> None:
    def seen(*lines: str) -> list[Any]:
        units = {"3510": THIRD, "3512": "JSNLF1", "3411": "CD36"}
        pos = table("japanese_reinforcements", units=units, reduced="J3-18 J3-34", turn=3)
        return traffic(pos, [*lines, "pass"], ("chinese", SPECTATOR))

    assert seen("replace J3-18") == seen("replace J3-34")
    orders = [f"restack japanese 3510 J3-6,{under}" for under in ("J3-34,J3-18,J3-68", "J3-68,J3-34,J3-18")]
    assert seen(orders[0]) == seen(orders[1])


@pytest.mark.parametrize(
    ("here", "there", "lines"), [("J3-18", "J11-43", []), ("J3-18 J3-34", "J3-18 J11-43", ["replace J3-18"])]
)
@rule("shanghai_nanking", "6.3", "8.3")
def test_whether_replacements_are_asked_for_does_not_tell_where_the_reduced_lie(
    here: str, there: str, lines: list[str]
) -> None:
    """3510 has a line to the coast and 3514 has none: the question comes alike whether anybody can be rebuilt."""
    units = {"3510": THIRD, "3514": ELEVENTH, "3413": "CD56", "3614": "CD57"}

    def seen(reduced: str) -> list[Any]:
        pos = table("japanese_first", "fight-fight", units=units, reduced=reduced)
        return traffic(pos, ["pass", *lines, "pass"], ("chinese", SPECTATOR))

    assert seen(here) == seen(there)


@rule("shanghai_nanking", "6.3", "8.3")
def test_what_follows_a_phase_is_the_same_in_every_world_that_its_watchers_could_believe_in() -> None:
    units = {"3510": THIRD, "3514": ELEVENTH, "3413": "CD56 CD44 CB12", "3614": "CD57 CD13 CB11"}
    pos = table("japanese_first", "fight-fight", units=units, reduced="J3-18")
    for side in ("chinese", SPECTATOR):
        assert not any(gives_away(pos, Pass(), side, Random(seed)) for seed in range(12))


@rule("shanghai_nanking", "6.3", "8.4")
def test_a_landing_lays_the_defenders_open_until_it_is_over() -> None:
    units = {"3512": "JSNLF1", "3411": "CD36", "3308": "CD98 CD55 CD56"}
    pos = table("japanese_reinforcements", units=units, turn=2)
    do(pos, "land J11-12 3308")
    assert [piece.hidden for piece in pos.view("japanese").pieces if piece.place == "3308"] == [False, True, True]
    do(pos, "pass")
    settle_support(pos)
    roll(pos, 1)
    assert asked(pos, Retreating)
    assert not any(piece.hidden for piece in pos.view("japanese").pieces)
    do(pos, "retreat CD55 3208", "retreat CD98 3208", "retreat CD56 3208")
    assert [piece.hidden for piece in pos.view("japanese").pieces if piece.place == "3208"] == [False, True, True]


@rule("shanghai_nanking", "6.3", "R-54")
def test_a_counter_is_seen_as_it_goes_because_it_arrives_on_top() -> None:
    pos = table(units={"3510": THIRD, "3409": "J11-12", "0202": "CD36"})
    buried = pos.stack_in(at("3510"))[2]
    name = pos.book.units[buried].id
    assert name not in {piece.id for piece in pos.view("chinese").pieces}
    assert told(do(pos, f"move {name} 3409"), "moved")[0]["unit"] == name
    assert pos.stack_in(at("3409"))[0] == buried
    assert name in {piece.id for piece in pos.view("chinese").pieces}


@rule("shanghai_nanking", "6.3", "8.3")
def test_imagined_worlds_deal_who_is_reduced_among_the_buried() -> None:
    pos = table(units={"3510": THIRD, "3408": ELEVENTH, "0202": "CD36"}, reduced="J3-18 J11-22")
    worlds = [pos.imagine("chinese", Random(seed)) for seed in range(12)]
    assert len({world.steps for world in worlds}) > 3
    assert {sum(world.steps) for world in worlds} == {sum(pos.steps)}
    assert {world.view("chinese").to_json() for world in worlds} == {pos.view("chinese").to_json()}


@rule("shanghai_nanking", "6.3")
def test_imagined_worlds_look_the_same() -> None:
    pos = start()
    views = {pos.imagine("japanese", Random(seed)).view("japanese").to_json() for seed in range(5)}
    assert views == {pos.view("japanese").to_json()}


@pytest.mark.parametrize("watcher", ["chinese", SPECTATOR])
@rule("shanghai_nanking", "6.3")
def test_imagined_worlds_do_not_know_who_is_named_for_an_attack(watcher: str) -> None:
    def named(*names: str) -> Position:
        pos = table(plan="fight-move", units={"3510": THIRD, "3409": "J11-12 J11-22", "3410": "CB1TD CB2TD"})
        first, *others = names
        do(pos, f"attack {first} 3410", *(f"join {name}" for name in others))
        return pos

    truths = [named("J3-18", "J3-34"), named("J3-68", "J11-22", "J3-6")]
    worlds = [[pos.imagine(watcher, Random(seed)) for seed in range(12)] for pos in truths]
    assert [world.key() for world in worlds[0]] == [world.key() for world in worlds[1]]
    assert len({frame(world, Joining).units for world in worlds[0]}) > 5
    for world in worlds[0]:
        assert world.view(watcher).to_json() == truths[0].view(watcher).to_json()
        assert all(world.refusal(action) is None for action in world.options())
    own = truths[0].imagine("japanese", Random(1))
    assert own.top == truths[0].top, "whoever puts it together knows"


@pytest.mark.parametrize("watcher", ["chinese", SPECTATOR])
@rule("shanghai_nanking", "6.3", "9.6")
def test_imagined_worlds_do_not_know_which_stack_is_on_its_way(watcher: str) -> None:
    def forming(path: str, names: str) -> Position:
        pos = table(units={"3408": THIRD, "3308": f"{ELEVENTH} JDet-Asama", "3510": "JDet-Amaya", "3409": "CD13 CD15"})
        first, *others = names.split()
        do(pos, f"overrun {first} {path}", *(f"join {name}" for name in others))
        return pos

    truths = [forming("3408-3409", "J3-18 J3-34"), forming("3308-3408-3409", "J11-44")]
    worlds = [[pos.imagine(watcher, Random(seed)) for seed in range(12)] for pos in truths]
    assert [world.key() for world in worlds[0]] == [world.key() for world in worlds[1]]
    assert {frame(world, Forming).path[0] for world in worlds[0]} == {at("3408"), at("3308"), at("3510")}
    assert len({frame(world, Forming).units.bit_count() for world in worlds[0]}) > 1, "nobody knows how many"
    for world in worlds[0]:
        stack = frame(world, Forming)
        assert {world.place[unit] for unit in bits(stack.units | stack.pool)} == {stack.path[0]}
        assert world.view(watcher).to_json() == truths[0].view(watcher).to_json()
        assert all(world.refusal(action) is None for action in world.options())
    assert truths[1].imagine("japanese", Random(1)).top == truths[1].top, "whoever puts it together knows"


@rule("shanghai_nanking", "6.3", "9.6")
def test_a_stack_that_has_overrun_is_known_and_imagined_where_it_is() -> None:
    pos = table(units={"2707": "CD13 CD15 CD16", "2806": f"{THIRD} JDet-Asama", "3408": ELEVENTH, "0202": "CD36"})
    do(pos, "overrun J3-18 2806-2707", "join J3-34", "join J3-68", "join J3-6", "commit")
    settle_support(pos)
    roll(pos, 2)
    while asked(pos, Losing):
        do(pos, f"lose {names_of(pos, next_to_lose(pos, frame(pos, Losing).units))[0]}")
    onward = frame(pos, Onward)
    first, *others = names_of(pos, bits(onward.units))
    twin = pos.copy()
    do(pos, f"overrun {first} 2707")
    do(twin, f"overrun {others[0]} 2707", f"join {first}")
    worlds = [[truth.imagine("chinese", Random(seed)) for seed in range(12)] for truth in (pos, twin)]
    assert [world.key() for world in worlds[0]] == [world.key() for world in worlds[1]], (
        "who of it goes on is not (R-51)"
    )
    assert len({frame(world, Forming).units for world in worlds[0]}) > 1
    for world in worlds[0]:
        at_hand = frame(world, Forming)
        assert (at_hand.path, at_hand.units | at_hand.pool) == (frame(pos, Forming).path, onward.units)
        assert all(world.place[unit] == pos.place[unit] for unit in bits(onward.units))


def names_of(pos: Position, units: Iterable[int]) -> list[str]:
    return [pos.book.units[unit].id for unit in units]


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
