"""Whole games: random play with every invariant, and a recorded game that must always replay to the same end."""

import random
import re

import pytest
from tests.games.mukden.make_golden import FOLDER, SEEDS, digest
from tests.games.mukden.table import GAME

from shapan.kernel import SPECTATOR, Event, Record, rule


@pytest.mark.parametrize("seed", range(4))
@rule("mukden", "5.7", "4.0")
def test_random_games_end_and_keep_every_invariant(seed: int) -> None:
    rng, pos = random.Random(seed), GAME.start(switches={"hidden_losses": bool(seed % 2)})
    record = Record(GAME, switches={"hidden_losses": bool(seed % 2)})
    while pos.outcome is None:
        action = pos.options().sample(rng)
        assert pos.refusal(action) is None
        twin = pos.copy()
        record.add(pos, action)
        pos.push(action)
        twin.apply(action, lambda event: None)
        assert twin.key() == pos.key(), "telling changes nothing"
        assert pos.violations() == []
        if rng.random() < 0.02:
            assert all(pos.refusal(option) is None for option in pos.options())
            assert GAME.from_json(pos.to_json()).key() == pos.key()
            for side in (*GAME.sides, SPECTATOR):
                assert pos.imagine(side, rng).view(side).to_json() == pos.view(side).to_json()
    assert record.replay().key() == pos.key()


def test_everything_that_happens_can_be_told() -> None:
    """No key without a text, no hole left open, and every event under a case of the rulebook."""
    rng, pos, told = random.Random(11), GAME.start(), list[Event]()
    while pos.outcome is None:
        pos.apply(pos.options().sample(rng), told.append)
    for event in told:
        line = GAME.say(event.key, event.params, pos)
        assert "{" not in line
        assert event.key not in line
        assert event.case in GAME.rules
        if event.key == "event.result":
            assert re.search(r"the attackers lose \d+, the defenders \d+$", line)
    assert {event.key for event in told} >= {"event.moved", "event.result", "event.over", "event.reckoning"}


@pytest.mark.parametrize("seed", SEEDS)
@rule("mukden", "5.0", "4.0")
def test_recorded_games_replay_to_the_same_end(seed: int) -> None:
    """Every action is legal, every roll is the one that the published seed gives, and the end is the recorded one."""
    text = (FOLDER / f"random-{seed}.record").read_text(encoding="utf-8")
    # Names and colours may change the version of the data; what counts is that the game still goes the same way.
    text = re.sub("(?m)^data: .*", f"data: {GAME.data_version}", text)
    record = Record.loads(text)
    pos = record.verify()
    assert record.remarks[len(record)] == [f"# end {digest(pos)}"]
    assert pos.violations() == []
    assert record.dumps() == text


def test_the_recorded_games_hold_every_kind_of_action() -> None:
    words = {
        line.split()[1] for seed in SEEDS for line in (FOLDER / f"random-{seed}.record").read_text().splitlines()[11:]
    }
    assert words >= set(GAME.grammar.actions) - {"restack", "capitulate"}
