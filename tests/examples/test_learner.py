"""The learner's example learns, spells legal actions from observations alone, and plays in tournaments."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import shapan
from learner import Agent, Lesson, Policy, Sight, Step, drawn, loaded, sight_of
from shapan.bots import bot, kind
from shapan.kernel import DICE
from shapan.lab.tournament import pairings, report, tournament


@pytest.fixture(scope="module")
def sight() -> Sight:
    return sight_of("mukden")


def test_it_learns_what_it_is_shown(sight: Sight) -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(5, sight.size)).astype(np.float32)
    step = Step(0, np.arange(5), features, 3)
    policy = Policy(sight)
    before = after = policy.learn([step])
    for _ in range(30):
        after = policy.learn([step])
    assert after < before / 2
    likely, _ = policy.shares(0, step.tokens, step.features)
    assert int(likely.argmax()) == 3


def test_it_spells_legal_actions_from_what_its_side_may_know(sight: Sight) -> None:
    policy, rng, pos = Policy(sight), Random(1), shapan.game("mukden").start()
    asked = 0
    while asked < 12:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        side = pos.actor
        action = policy.spell(sight, pos, sight.gauge.seen(pos.glance(side)))
        other = pos.imagine(side, rng)
        assert action == policy.spell(sight, other, sight.gauge.seen(other.glance(side)))
        pos.push(action)
        asked += 1


def test_its_curve_is_drawn() -> None:
    picture = drawn([Lesson("japanese", {}, [(4, 0.5), (8, 0.9)]), Lesson("russian", {}, [(4, 1.0), (8, 1.0)])])
    assert picture.startswith("<svg")
    assert picture.count("<polyline") == 2


def test_anybodys_agent_plays_in_a_tournament_by_its_import_path() -> None:
    """What is kept beside the example plays; its strength is in its report, not judged here."""
    assert kind("learner:Agent") is Agent
    assert bot("learner:Agent", 1).plays(shapan.game("mukden"))
    assert not bot("learner:Agent", 1).plays(shapan.game("taierzhuang"))
    assert set(loaded()) == set(shapan.game("mukden").sides)
    schedule = pairings("mukden", ["learner:Agent"], 1, 1, against="random")[:2]
    found = report(tournament(schedule))
    assert {row.bot for row in found.standings} == {"learner:Agent", "random"}


def test_what_is_kept_says_how_it_was_made() -> None:
    folder = Path(__file__).parents[2] / "examples" / "learner"
    for name in ("policy.npz", "curve.svg", "report.json", "README.md"):
        assert (folder / name).is_file(), name
