"""PettingZoo: every side is an agent, and the one that owes a decision steps, one token at a time.

>>> env_ = env("mukden")
>>> env_.reset(seed=1)
>>> env_.agent_selection
'japanese'
>>> seen, reward, terminated, truncated, info = env_.last()
>>> [env_.alphabet.names[token] for token in seen["action_mask"].nonzero()[0]]
['verb:declare']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from shapan.kernel import Game
from shapan.kernel.actors import Side

from .run import LONGEST, MODES, Run, rendering
from .spaces import action_space, masked_space, tables


class WargameEnv(AECEnv):
    """A title with all its sides. An observation is the tables of what the agent may know, with the exact mask."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "name": "shapan_v1", "is_parallelizable": False}

    def __init__(self, run: Run, planes: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        self.run, self.planes, self.render_mode = run, planes, rendering(render_mode)
        self.alphabet = run.alphabet
        self.gauge = run.gauge
        self.possible_agents: list[Side] = list(run.sides)
        self.agents: list[Side] = []
        self.observation_spaces = {side: masked_space(run, planes) for side in run.sides}
        self.action_spaces = {side: action_space(run.alphabet) for side in run.sides}
        self._games = np.random.default_rng()

    def observation_space(self, agent: Side) -> spaces.Dict:
        return self.observation_spaces[self.run.known(agent)]

    def action_space(self, agent: Side) -> spaces.Discrete[np.int64]:
        return self.action_spaces[self.run.known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The dice follow from the seed; without one, from the game before."""
        if seed is not None:
            self._games = np.random.default_rng(seed)
        self.run.restart(int(self._games.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Side, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = self.run.pos.actor

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        """What the agent sees whose turn it is, what it got, whether it is over for it."""
        self.run.must_be_reset()
        seen: tuple[Any, ...] = super().last(observe)
        return seen

    def observe(self, agent: Side) -> dict[str, Any]:
        self.run.must_be_reset()
        self.run.known(agent)
        return {"observation": tables(self.run, agent, self.planes), "action_mask": self.run.mask(agent)}

    def step(self, action: Any) -> None:
        """The agent whose turn it is adds a token to its answer; BadToken, with the legal ones, for any other."""
        self.run.must_be_reset()
        if self.agents and (self.terminations[self.agent_selection] or self.truncations[self.agent_selection]):
            self._was_dead_step(action)
            return
        rewards = self.run.spell(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0) if rewards is None else dict(rewards)
        if self.run.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, self.run.cut_short)
            self.agent_selection = self.run.pos.actor
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The game in one line, or the board as SVG, with what everybody may know."""
        return self.run.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def env(
    game: str | Game,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    planes: bool = False,
    shaping: float | None = None,
    longest: int | None = LONGEST,
    render_mode: str | None = None,
) -> WargameEnv:
    """A title as an AEC environment.

    ``options`` are the switches of the title; ``planes`` adds the planes of a hex map to the observation; ``shaping``
    is the discount with which the staff's judgement shapes the rewards, None for the bare result; after ``longest``
    tokens a game is truncated, None for never.
    """
    return WargameEnv(Run(game, scenario, options, shaping, longest), planes, render_mode)
