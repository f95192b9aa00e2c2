"""PettingZoo's own tests pass, and rewards, errors and pictures are what they should be."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from tests.adapters.titles import TITLES

from shapan.adapters.pettingzoo import WargameEnv, env
from shapan.adapters.spelling import BadToken
from shapan.kernel import ShapanError, Unknown

# Its tests warn of observations that are tables, and of agents that are called by the names of their sides.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def play(game: WargameEnv, seed: int, most: int = 100_000) -> dict[str, float]:
    """A random game; what each agent got in all."""
    rng = Random(seed)
    game.reset(seed=seed)
    got = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter(most):
        _, reward, over, _, _ = game.last(observe=False)
        got[agent] += reward
        game.step(None if over else rng.choice(np.flatnonzero(game.run.mask(agent)).tolist()))
    return got


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_the_environment_keeps_to_the_interface(name: str, scenario: str) -> None:
    api_test(env(name, scenario), num_cycles=20)


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_the_same_seed_gives_the_same_game(name: str, scenario: str) -> None:
    seed_test(lambda: env(name, scenario), num_cycles=15)


def test_other_seeds_give_other_games() -> None:
    game = env("ford")
    ends = set()
    for seed in range(8):
        play(game, seed)
        ends.add(game.run.pos.key())
    assert len(ends) > 1


def test_pictures() -> None:
    def drawn(picture: str) -> bool:
        return picture.startswith("<svg")

    checks: dict[str, Callable[[Any], bool]] = {"svg": drawn, "ansi": lambda line: line.startswith("<Mukden")}
    render_test(lambda render_mode: env("mukden", render_mode=render_mode), custom_tests=checks)


def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    game = env("ford")
    for seed in range(10):
        got = play(game, seed)
        winner = game.run.pos.outcome and game.run.pos.outcome.winner
        assert got == {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in got}


def test_shaped_rewards_add_up_to_the_result_less_the_first_judgement() -> None:
    plain, shaped = env("mukden"), env("mukden", shaping=1.0)
    shaped.reset(seed=3)
    first = dict(shaped.run.potentials)
    bare = play(plain, 3)
    got = play(shaped, 3)
    assert got == pytest.approx({side: bare[side] - first[side] for side in bare})
    assert all(0 < chance < 1 for chance in first.values())


def test_planes_are_part_of_the_observation_where_they_are_wanted() -> None:
    game = env("mukden", planes=True)
    game.reset(seed=1)
    seen = game.observe(game.agent_selection)
    assert seen["observation"]["planes"].shape == game.gauge.planes_shape
    assert game.observation_space(game.agent_selection).contains(seen)


def test_switches_are_the_options() -> None:
    switches = env("taierzhuang").run.game.switches
    name, switch = next((name, switch) for name, switch in switches.items() if switch.values == (False, True))
    assert env("taierzhuang", options={name: not switch.default}).run.book.switches[name] is not switch.default


def test_mistakes_are_told_with_what_would_have_been_right() -> None:
    with pytest.raises(Unknown, match="s1_plum_village"):
        env("yangtze", "s9")
    with pytest.raises(Unknown, match="mukden"):
        env("chess")
    with pytest.raises(ShapanError, match="ansi"):
        env("mukden", render_mode="oil")
    game = env("mukden")
    game.reset(seed=1)
    with pytest.raises(BadToken, match=re.escape("(verb:declare)")):
        game.step(0)
    with pytest.raises(BadToken, match="verb:declare"):
        game.step(None)


def test_a_side_that_does_not_play_is_told_who_does() -> None:
    game = env("mukden")
    game.reset(seed=1)
    for ask in (game.observe, game.observation_space, game.action_space):
        with pytest.raises(Unknown, match="japanese, russian"):
            ask("martian")


def test_nothing_is_played_before_the_first_reset() -> None:
    game = env("ford")
    with pytest.raises(ShapanError, match=r"reset\(\) first"):
        game.last()
    with pytest.raises(ShapanError, match=r"reset\(\) first"):
        game.step(1)
    game.reset(seed=1)
    game.last()


def test_a_game_can_be_cut_short_for_all() -> None:
    game, rng, cut = env("mukden", longest=40), Random(1), []
    game.reset(seed=1)
    for agent in game.agent_iter(100):
        seen, _, over, truncated, _ = game.last()
        assert not over
        cut += [agent] * truncated
        game.step(None if truncated else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert sorted(cut) == ["japanese", "russian"]
    assert game.run.tokens == 40
    api_test(env("mukden", longest=15), num_cycles=60)


def test_a_step_after_the_end_is_an_error() -> None:
    game = env("ford")
    play(game, 1)
    with pytest.raises(BadToken, match="the game is over"):
        game.step(0)
