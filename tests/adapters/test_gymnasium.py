"""Gymnasium's own check passes; one side is the agent, and bots answer for the others."""

from random import Random
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.adapters.titles import TITLES

import shapan
from shapan.adapters.gymnasium import SideEnv, make, make_vec
from shapan.adapters.spelling import BadToken
from shapan.kernel import ShapanError

# Its check warns of numbers that have no natural bound.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def play(agent: SideEnv, seed: int, most: int = 100_000) -> float:
    """A random game; what the agent got in all."""
    rng = Random(seed)
    agent.reset(seed=seed)
    got = 0.0
    for _ in range(most):
        token = rng.choice(np.flatnonzero(agent.action_masks()).tolist())
        _, reward, over, _, _ = agent.step(token)
        got += reward
        if over:
            break
    return got


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_the_environment_keeps_to_the_interface(name: str, scenario: str) -> None:
    """The check draws tokens without looking at the mask."""
    for side in shapan.game(name).sides_in(scenario):
        check_env(make(name, side, scenario=scenario, opponent="random", lenient=True), skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_pictures(mode: str) -> None:
    agent = make("mukden", opponent="random", render_mode=mode)
    agent.reset(seed=1)
    assert str(agent.render()).startswith({"ansi": "<Mukden", "svg": "<svg"}[mode])


@pytest.mark.parametrize("side", shapan.game("ford").sides)
def test_the_agent_is_asked_for_its_own_side_alone_and_gets_the_result(side: str) -> None:
    agent = make("ford", side)
    for seed in range(6):
        agent.reset(seed=seed)
        assert agent.run.pos.actor == side
        got = play(agent, seed)
        outcome = agent.run.pos.outcome
        assert outcome is not None
        assert got == (0.0 if outcome.winner is None else 1.0 if outcome.winner == side else -1.0)


def test_shaped_rewards_count_what_the_opponent_does_too() -> None:
    agent, bare = make("ford", opponent="random", shaping=1.0), make("ford", opponent="random")
    agent.reset(seed=3)
    first = agent.run.potentials[agent.side]
    assert play(agent, 3) == pytest.approx(play(bare, 3) - first)


def test_a_lenient_environment_takes_any_token_for_one_that_can_follow() -> None:
    strict, lenient = make("ford", opponent="random"), make("ford", opponent="random", lenient=True)
    for agent in (strict, lenient):
        agent.reset(seed=1)
    legal = np.flatnonzero(strict.action_masks())
    lenient.step(np.int64(0))
    strict.step(legal[0])
    assert np.array_equal(lenient.action_masks(), strict.action_masks())


def test_a_lenient_environment_takes_any_number_and_nothing_else() -> None:
    agent = make("ford", opponent="random", lenient=True)
    agent.reset(seed=1)
    for token in (10**6, -5):
        agent.step(token)
    for nonsense in (1.5, None, "pass"):
        with pytest.raises(BadToken, match="legal: "):
            agent.step(cast(int, nonsense))


def test_nothing_is_played_before_the_first_reset() -> None:
    """The game that waits there may ask another side: its answer is not the agent's to give."""
    agent = make("mukden", side="russian", opponent="random")
    declare = agent.alphabet.numbers["verb:declare"]
    with pytest.raises(ShapanError, match=r"reset\(\) first"):
        agent.step(declare)
    with pytest.raises(ShapanError, match=r"reset\(\) first"):
        agent.action_masks()


def test_no_games_at_once_are_none() -> None:
    with pytest.raises(ShapanError, match="at least one"):
        make_vec("ford", 0)


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        agent = make("taierzhuang", "chinese", opponent="staff")
        play(agent, 5, most=40)
        ends.append(agent.run.pos.key())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("processes", [False, True])
def test_several_games_at_once(processes: bool) -> None:
    games = make_vec("mukden", 2, processes=processes, side="russian", opponent="random")
    seen, info = games.reset(seed=1)
    for _ in range(6):
        assert seen["places"].shape[0] == info["action_mask"].shape[0] == 2
        seen, *_, info = games.step(info["action_mask"].argmax(axis=1))
    games.close()


def test_a_game_that_an_agent_would_never_end_is_cut_short_where_that_is_wished() -> None:
    """An attack can be begun and called off for ever."""
    agent = make("mukden", "japanese", opponent="random", longest=300)
    agent.reset(seed=1)
    for number in range(1, 301):
        legal = np.flatnonzero(agent.action_masks())
        _, _, over, cut, _ = agent.step(legal[-1] if number % 2 else legal[0])
        assert not over
        assert cut == (number == 300)
    agent.reset(seed=1)
    assert not agent.step(int(np.flatnonzero(agent.action_masks())[0]))[3], "the next game is counted anew"


def test_opponents_by_side() -> None:
    agent = make("mukden", "japanese", opponent={"russian": "random"})
    assert agent.opponents == {"russian": "random"}


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"side": "martian"}, "japanese, russian"),
        ({"opponent": "nobody"}, "staff"),
        ({"opponent": ":"}, "package.module:Name"),
        ({"opponent": None}, "unknown opponent None .*staff"),
        ({"opponent": {"russian": 3}}, "unknown opponent 3 .*staff"),
        ({"opponent": {"martian": "staff", "russian": "staff"}}, "japanese, russian"),
        ({"opponent": {"japanese": "staff"}}, "nobody plays russian"),
        ({"scenario": "sunday"}, "battle"),
        ({"options": {"sunday": True}}, "switch 'sunday'"),
        ({"render_mode": "oil"}, "ansi"),
        ({"shaping": 2.0}, "from 0 to 1"),
        ({"longest": 0}, "at least one token"),
    ],
)
def test_mistakes_are_told_with_what_would_have_been_right(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(ShapanError, match=told):
        make("mukden", **wishes)


def test_a_token_outside_the_mask_and_a_step_after_the_end_are_errors() -> None:
    agent = make("ford", opponent="random")
    play(agent, 1)
    with pytest.raises(BadToken, match="over"):
        agent.step(np.int64(0))
    agent.reset(seed=1)
    with pytest.raises(BadToken, match="legal: "):
        agent.step(np.int64(0))
