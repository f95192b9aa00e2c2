"""Whole games: random play with every invariant, and a recorded game that must always replay to the same end."""

import random
import re

import pytest
from tests.games.yangtze.make_golden import FOLDER, GAME, digest

from shapan.games.yangtze.actions import HALT, MOVE, Ready
from shapan.games.yangtze.fire.shooters import fire_card, firing_line, may_fire
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.setup import SettingUp, deploy_refusal, due
from shapan.games.yangtze.zones.points import roomy
from shapan.kernel import Event, Match, Record, Referee, rule
from shapan.lab.fuzz import FuzzGame, FuzzReport


@pytest.mark.parametrize("scenario", ["s1_plum_village", "s4_ox_gorge", "s6_arms_godown"])
@rule("yangtze", "2", "S8.10")
def test_random_games_end_and_keep_every_promise(scenario: str) -> None:
    """Options never refused, copies and snapshots and records exact, imagined worlds look the same, no violations."""
    report = FuzzReport()
    FuzzGame(GAME, scenario, {}, random.Random(7), 25, 0, report).play()
    assert report.violations == []


def test_everything_that_happens_can_be_told() -> None:
    rng, pos, told = random.Random(11), GAME.start("s1_plum_village"), list[Event]()
    while pos.outcome is None:
        pos.apply(pos.options().sample(rng), told.append)
    for event in told:
        line = GAME.say(event.key, event.params, pos)
        assert "{" not in line
        assert event.case in GAME.rules


@rule("yangtze", "2", "S7")
def test_the_recorded_game_replays_to_the_same_end() -> None:
    """T59: every action legal, every roll as the seed gives it, the same position at the end."""
    text = (FOLDER / "random-3.txt").read_text(encoding="utf-8")
    text = re.sub("(?m)^data: .*", f"data: {GAME.data_version}", text)
    record = Record.loads(text)
    pos = record.verify()
    assert record.remarks[len(record)] == [f"# end {digest(pos)}"]
    assert record.dumps() == text


@pytest.mark.parametrize(("scenario", "seed"), [("s1_plum_village", 2), ("s6_arms_godown", 1), ("s8_wanling_bund", 1)])
@rule("yangtze", "7.2", "S19.1")
def test_units_judged_as_a_whole_agree_with_their_figures(scenario: str, seed: int) -> None:
    """Who fires together are those who may fire one by one; ground that is called too small takes nobody."""
    rng, pos = random.Random(seed), GAME.start(scenario)
    for _ in range(250):
        if pos.outcome is not None:
            break
        assert isinstance(pos, YangtzePosition)
        for unit in pos.book.every_unit:
            if pos.riding(unit) is None and not pos.book.units[unit].carrier:
                able = [f for f in pos.standing[unit] if fire_card(pos, f) in (HALT, MOVE) and may_fire(pos, f)]
                assert firing_line(pos, unit, (HALT, MOVE)) == able
        if isinstance(pos.top, SettingUp):
            points = [(rng.randrange(pos.book.table.width), rng.randrange(pos.book.table.height)) for _ in range(20)]
            for unit in due(pos, pos.top.side):
                assert all(roomy(pos, unit, *p) for p in points if deploy_refusal(pos, unit, *p) is None)
        pos.apply(pos.options().sample(rng))


@pytest.mark.parametrize("scenario", ["s2_mission_rescue", "s8_wanling_bund"])
@rule("yangtze", "2", "5.0", "7.3")
def test_the_last_ready_shows_plans_and_fire_and_is_not_undone(scenario: str) -> None:
    """5.0, 7.3: what both sides chose in secret shows when both are ready; nobody chooses again after a look."""
    rng, match, asked_again = random.Random(3), Match(GAME, scenario, referee=Referee(3)), 0
    while match.position.turn < 3 or not asked_again:
        kind, side = match.position.decision.kind, match.position.actor
        action = match.position.options().sample(rng)
        match.push(action)
        if kind in ("plan", "firing") and isinstance(action, Ready):
            assert match.undo_refusal(side) is not None
            if match.position.actor == side:
                asked_again += 1
                assert match.known_since(len(match.record) - 1, match.position.book.sides)
        match.roll()
    assert asked_again, "the one who was ready last is asked next"


@rule("yangtze", "5.0")
def test_a_plan_is_taken_back_while_it_is_being_made() -> None:
    rng, match = random.Random(3), Match(GAME, "s2_mission_rescue", referee=Referee(3))
    while match.position.decision.kind != "plan":
        match.push(match.position.options().sample(rng))
        match.roll()
    side, before = match.position.actor, match.position.key()
    match.push(next(iter(match.position.options())))
    match.undo(side)
    assert match.position.key() == before
