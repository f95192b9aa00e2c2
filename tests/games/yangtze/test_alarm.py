"""S6.8 The alarm: what those who sleep hear, and from where."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import TOWER
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import CHARGE, Card, Charge, Fire, Throw
from shapan.games.yangtze.alarm import AlarmDie, alarm, awaited, on_guard
from shapan.games.yangtze.ending import clear
from shapan.games.yangtze.fire.shooters import note_fire
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import put
from shapan.kernel import rule

WALL = {"k": "wall_high", "n": "Depot wall", "p": [[400, 800], [800, 800], [800, 400], [400, 400], [400, 800]]}
CANAL = {"k": "canal", "n": "Canal", "p": box(830, 0, 1200, 1200)}
DEPOT = {"lines": [WALL], "areas": [CANAL]}


def calls_for_a_die(stage: Stage) -> bool:
    """Does what has happened this turn call for the alarm die?"""
    pos = stage.pos
    pos.stack, pos.turn = (), 1
    pos.then(*alarm(pos))
    return bool(pos.stack) and stage.asks(AlarmDie)


@pytest.mark.parametrize(("x", "heard"), [(600, True), (1100, True), (1100.1, False)])
@rule("yangtze", "S6.8", "R271")
def test_a_shot_is_heard_behind_the_wall_and_300_before_it(x: float, heard: bool) -> None:
    stage = bare("s6_arms_godown", ground=DEPOT)
    squad, guard = stage.unit("usmc_squad"), stage.unit("wl_guard")
    (man,) = stage.put(squad, (x, 600))
    note_fire(stage.pos, squad, [guard], [man])
    assert calls_for_a_die(stage) == heard


@pytest.mark.parametrize(("x", "heard"), [(900, True), (1150, False)])
@rule("yangtze", "S6.8", "R182", "S14.5")
def test_who_fires_aboard_is_heard_though_he_falls_there(x: int, heard: bool) -> None:
    """His boat lies in the canal; where he stood before he went aboard has nothing to do with it."""
    stage = bare("s6_arms_godown", ground=DEPOT)
    boat, squad, sentry = stage.unit("sampan"), stage.unit("usmc_assault_squad"), stage.unit("sentry")
    stage.model(boat, x, 600, 0)
    stage.put(squad, *((2300, 100 + 50 * number) for number in range(5)))
    stage.board(squad, boat)
    stage.pos.remove(stage.men(boat), LOST)
    stage.put(sentry, (x + 120, 600))
    stage.play(Fire(squad, sentry), to="melee")
    assert stage.told("fires")
    stage.pos.remove(stage.men(squad), LOST)
    stage.pos.alarm = stage.pos.sighted = False
    stage.put(sentry, (2300, 1100))
    assert calls_for_a_die(stage) == heard


@pytest.mark.parametrize(("x", "heard"), [(600, True), (1250, False)])
@rule("yangtze", "S6.8", "R182", "13.3")
def test_a_melee_is_heard_where_it_was_fought_though_nobody_is_there_any_more(x: int, heard: bool) -> None:
    stage = bare("s6_arms_godown", ground=DEPOT)
    squad, watch = stage.unit("usmc_squad"), stage.unit("wl_guard")
    stage.put(squad, (x, 600), (x, 570))
    stage.put(watch, (x + 100, 600))
    stage.play(Card(squad, CHARGE), Charge(squad, watch), to="dangers", faces=[6], otherwise=1)
    assert stage.told("melee")
    assert not stage.told("fires")
    stage.put(squad, (2300, 1100), (2300, 1060))
    assert calls_for_a_die(stage) == heard


@pytest.mark.parametrize(("far", "die", "heard"), [(1050, 6, True), (1050, 1, False), (1300, 6, False)])
@rule("yangtze", "S6.8", "R182", "11.1")
def test_a_rifle_grenade_is_heard_where_it_bursts(far: int, die: int, heard: bool) -> None:
    """Who fires it is 320 mm from the wall; it bursts within 300 mm of it, is a dud, or bursts farther off."""
    stage = bare("s6_arms_godown", ground={"lines": [WALL]})
    squad, gang = stage.unit("usmc_grenadier_squad"), stage.unit("gang")
    stage.put(squad, (1120, 600), (1120, 630))
    stage.put(gang, (far, 600))
    stage.play(Throw(squad, gang), to="melee", faces=[die], otherwise=1)
    assert stage.told("throws")
    assert calls_for_a_die(stage) == heard


@pytest.mark.parametrize(("far", "near", "heard"), [(2000, 700, True), (700, 2000, False)])
@rule("yangtze", "S6.8", "R70")
def test_a_shot_is_heard_from_where_the_weapon_is(far: int, near: int, heard: bool) -> None:
    """Its first gunner fell far away long ago; the second fires it at the wall."""
    stage = bare("s6_arms_godown", ground={"lines": [WALL]})
    team, squad = stage.unit("wl_lmg_b"), stage.unit("usmc_squad")
    first, second = stage.put(team, (far, 600), (near, 600))
    stage.pos.remove([first], LOST)
    note_fire(stage.pos, team, [squad], [second])
    assert calls_for_a_die(stage) == heard


@rule("yangtze", "S6.8")
def test_what_was_heard_one_turn_is_not_heard_the_next() -> None:
    stage = bare("s6_arms_godown", ground={"lines": [WALL]})
    squad, guard = stage.unit("usmc_squad"), stage.unit("wl_guard")
    (man,) = stage.put(squad, (600, 600))
    note_fire(stage.pos, squad, [guard], [man])
    clear(stage.pos)
    assert not calls_for_a_die(stage)


@pytest.mark.parametrize(("turn", "die", "raised"), [(1, 1, False), (1, 2, True), (2, 2, True), (3, 0, True)])
@rule("yangtze", "S6.8")
def test_two_or_more_raise_the_alarm_and_the_third_turn_needs_no_die(turn: int, die: int, raised: bool) -> None:
    stage = bare("s6_arms_godown", ground=DEPOT)
    pos = stage.pos
    guard = stage.unit("wl_guard")
    pos.asleep, pos.heard, pos.turn, pos.stack = 1 << guard, True, turn, ()
    pos.teller = stage.events.append
    pos.then(*alarm(pos))
    assert bool(pos.stack) == bool(die)
    if die:
        stage.roll(die)
    assert (pos.alarm, bool(pos.asleep), len(stage.told("alarm"))) == (raised, not raised, raised)
    pos.turn, pos.heard = 1, True
    assert bool(alarm(pos)) != raised, "what has been raised is not raised again"


@pytest.mark.parametrize("manned", [True, False])
@pytest.mark.parametrize(("foe", "far", "seen"), [(True, 300, True), (True, 300.2, False), (False, 200, False)])
@rule("yangtze", "S6.8", "R153", "S18")
def test_sentries_see_boats_with_people_in_them(foe: bool, far: float, seen: bool, manned: bool) -> None:
    """At night nobody is seen beyond 300 mm."""
    stage = bare("s6_arms_godown")
    boat, sentry = stage.unit("sampan"), stage.unit("sentry")
    stage.model(boat, 500, 500, 90, crew=manned)
    top = max(y for _, y, _, _ in stage.pos.body(boat)) / 10
    stage.put(sentry, (500, top + far))
    if not foe:
        stage.pos.owner = put(stage.pos.owner, boat, stage.pos.owner[sentry])
    assert calls_for_a_die(stage) == (seen and manned)


@pytest.mark.parametrize(
    ("template", "place", "inside", "watches"),
    [
        ("sentry", (500, 500), False, True),
        ("wl_guard", (500, 500), False, False),
        ("wl_guard", (660, 550), True, True),
    ],
)
@rule("yangtze", "S6.8", "R153")
def test_sentries_watch_and_those_in_the_tower(
    template: str, place: tuple[int, int], inside: bool, watches: bool
) -> None:
    stage = bare("s6_arms_godown", ground={"buildings": [{**TOWER, "id": "tower"}]})
    unit, squad = stage.unit(template), stage.unit("usmc_squad")
    stage.put(unit, place)
    stage.put(squad, (500, 450))
    assert (stage.pos.room[stage.men(unit)[0]] == 0) == inside
    terms = awaited(stage.pos)
    assert terms is not None
    assert on_guard(stage.pos, terms) == list(stage.men(unit)[:1] if watches else ())
