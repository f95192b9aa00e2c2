"""The names that others rely on, as they were promised: every door opens on every title and scenario, says what was
legal when it is used wrongly, and comes with an extra of its own."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.adapters.titles import EVERY
from tests.cli.command import Command
from tests.fresh import ROOT

import shapan
import shapan.adapters.gymnasium
import shapan.adapters.openspiel
import shapan.adapters.pettingzoo
from shapan.adapters.spelling import BadToken
from shapan.games import games
from shapan.kernel import Unknown

STEPS = 8
"""Tokens that are spelt in each scenario; whole games are played elsewhere."""


def defaults(work: Any) -> dict[str, Any]:
    """What a function takes, in order, with what it takes for granted."""
    return {name: wish.default for name, wish in inspect.signature(work).parameters.items()}


def test_the_names_are_those_that_were_promised() -> None:
    needed = inspect.Parameter.empty
    env = defaults(shapan.adapters.pettingzoo.env)
    assert list(env.items())[:3] == [("game", needed), ("scenario", None), ("options", None)]
    make = defaults(shapan.adapters.gymnasium.make)
    assert list(make.items())[:3] == [("game", needed), ("side", None), ("opponent", "staff")]
    assert {"scenario", "options"} <= set(make)
    load = defaults(shapan.adapters.openspiel.load_game)
    assert load == {"game": needed, "scenario": None, "options": None}


def test_every_door_has_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = {"pettingzoo", "gymnasium", "openspiel", "mcp", "cluster", "dataset", "bench"}
    assert promised <= set(project["optional-dependencies"])


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_pettingzoo_opens_on_every_scenario(name: str, scenario: str) -> None:
    game, rng = shapan.adapters.pettingzoo.env(name, scenario=scenario, options={}), Random(1)
    game.reset(seed=1)
    for agent in game.agent_iter(STEPS):
        seen, _, over, _, _ = game.last()
        assert game.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() != over
        game.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_gymnasium_opens_on_every_scenario(name: str, scenario: str) -> None:
    game, rng = shapan.adapters.gymnasium.make(name, opponent="random", scenario=scenario, options={}), Random(1)
    seen, _ = game.reset(seed=1)
    for _ in range(STEPS):
        assert game.observation_space.contains(seen)
        seen, _, over, _, _ = game.step(rng.choice(np.flatnonzero(game.action_masks()).tolist()))
        if over:
            break


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_openspiel_opens_on_every_scenario(name: str, scenario: str) -> None:
    game, rng = shapan.adapters.openspiel.load_game(name, scenario=scenario, options={}), Random(1)
    state = game.new_initial_state()
    for _ in range(STEPS):
        assert state.legal_actions()
        if not state.is_chance_node():
            player = state.current_player()
            assert len(state.observation_tensor(player)) == sum(map(int, map(np.prod, game.gauge.shapes.values())))
            assert state.information_state_string(player)
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            break


@pytest.mark.parametrize(
    "door", [shapan.adapters.pettingzoo.env, shapan.adapters.gymnasium.make, shapan.adapters.openspiel.load_game]
)
def test_whoever_asks_for_what_is_not_there_is_told_what_is(door: Any) -> None:
    with pytest.raises(Unknown, match=r"s1_plum_village, .*s8_wanling_bund"):
        door("yangtze", scenario="s9")
    with pytest.raises(Unknown, match="mukden"):
        door("chess")
    with pytest.raises(Unknown, match="fog_of_war"):
        door("mukden", options={"fog": True})


def test_openspiel_names_what_was_legal() -> None:
    state = shapan.adapters.openspiel.load_game("mukden").new_initial_state()
    with pytest.raises(BadToken, match=r"legal: \d+ \(verb:declare\)"):
        state.apply_action(0)
    over, rng = shapan.adapters.openspiel.load_game("ford").new_initial_state(), Random(1)
    while not over.is_terminal():
        over.apply_action(rng.choice(over.legal_actions()))
    with pytest.raises(BadToken, match="the game is over"):
        over.apply_action(0)


AGENT = """
from shapan.bots import Bot


class Agent(Bot):
    def choose(self, pos):
        return next(iter(pos.options()))
"""


def test_anybodys_agent_is_judged_with_elo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the folder where it lies, by its import path, beside ours."""
    (tmp_path / "mypackage.py").write_text(AGENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    done = Command(monkeypatch, capsys)("tournament", "ford", "--bots", "mypackage:Agent,random", "--games", 2)
    assert done.code == 0, done.err
    assert "Elo" in done.out
    assert "mypackage" in done.out


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
@pytest.mark.parametrize("name", games())
def test_an_environment_that_is_copied_or_has_travelled_goes_on_in_the_same_way(
    name: str, copied: Callable[[Any], Any]
) -> None:
    """In the middle of a word, with the same dice to come, and neither knows of the other."""
    alone: Any = shapan.adapters.gymnasium.make(name, opponent="random", shaping=0.9)
    alone.reset(seed=3)
    table: Any = shapan.adapters.pettingzoo.env(name)
    table.reset(seed=3)
    rng = Random(3)
    for _ in range(5):
        alone.step(rng.choice(alone.action_masks().nonzero()[0].tolist()))
        table.step(rng.choice(table.last()[0]["action_mask"].nonzero()[0].tolist()))
    twin, other = copied(alone), copied(table)
    for _ in range(5):
        token = rng.choice(alone.action_masks().nonzero()[0].tolist())
        (seen, *rest), (same, *others) = alone.step(token), twin.step(token)
        assert rest[:3] == others[:3]
        assert np.array_equal(rest[3]["action_mask"], others[3]["action_mask"])
        assert all(np.array_equal(table, same[key]) for key, table in seen.items())
        mask = table.last()[0]["action_mask"]
        assert np.array_equal(mask, other.last()[0]["action_mask"])
        token = rng.choice(mask.nonzero()[0].tolist())
        table.step(token)
        assert other.run.pos.key() != table.run.pos.key() or other.run.speller.spelt != table.run.speller.spelt
        other.step(token)
        assert other.run.pos.key() == table.run.pos.key()
