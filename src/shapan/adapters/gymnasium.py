"""Gymnasium: one side is the agent, and bots play the others.

>>> agent = make("mukden", side="japanese", opponent="random")
>>> seen, info = agent.reset(seed=1)
>>> [agent.alphabet.names[token] for token in info["action_mask"].nonzero()[0]]
['verb:declare']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv
from numpy.typing import NDArray

from shapan.bots import Bot, ask, bot, bots, kind
from shapan.kernel import Game, ShapanError, Unknown
from shapan.kernel.actors import Side

from .observation import Observation
from .run import LONGEST, MODES, Run, rendering
from .spaces import action_space, tables, tables_space

ATTEMPTS: Final = 100
"""How many games in a row may end before the agent is asked anything; after that none is thought to do better."""


class SideEnv(gymnasium.Env[Any, Any]):
    """A title as one side sees it. Observations are tables; the mask is in the info and in :meth:`action_masks`."""

    metadata: dict[str, Any] = {"render_modes": list(MODES)}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        run: Run,
        side: Side,
        opponents: Mapping[Side, str],
        *,
        planes: bool = False,
        lenient: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.run, self.planes, self.lenient, self.render_mode = run, planes, lenient, rendering(render_mode)
        self.side: Final[Side] = run.known(side)
        self.opponents: Final = {run.known(other): name for other, name in opponents.items() if other != self.side}
        for name in self.opponents.values():
            if not kind(name).plays(run.game):
                raise ShapanError(f"the bot {name} cannot play {run.game.title}")
        self.alphabet, self.gauge = run.alphabet, run.gauge
        self.observation_space = tables_space(run.gauge, planes)
        self.action_space = action_space(run.alphabet)
        self._players: dict[Side, Bot] = {}
        self._imagination = Random(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """A new game, up to the agent's first decision."""
        super().reset(seed=seed)
        for _ in range(ATTEMPTS):
            number = int(self.np_random.integers(1 << 62))
            self.run.restart(number)
            self._imagination = Random(f"imagine {number}")
            self._players = {side: bot(name, f"{side} {number}") for side, name in self.opponents.items()}
            self._others()
            if not self.run.over:
                return self._seen(), self._info()
        raise ShapanError(f"{self.side} is never asked in {self.run.game.title}, {self.run.book.scenario}")

    def _others(self) -> float:
        """Let the bots play until the agent is asked or the game is over; what that brought the agent."""
        reward = 0.0
        while not self.run.over and self.run.pos.actor != self.side:
            action = ask(self._players[self.run.pos.actor], self.run.pos, self._imagination)
            reward += self.run.act(action)[self.side]
        return reward

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent adds a token to its answer; BadToken, with the legal ones, for any other."""
        self.run.must_be_reset()
        rewards = self.run.spell(self._taken(action) if self.lenient else action)
        reward = 0.0 if rewards is None else rewards[self.side] + self._others()
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self.run.over, self.run.cut_short, self._info()

    def _taken(self, token: np.int64 | int) -> np.int64 | int:
        """A token that can follow as it is; for any other one that can, by counting those round and round."""
        legal = np.flatnonzero(self.run.mask(self.side))
        if not len(legal) or token in legal or not isinstance(token, int | np.integer):
            return token
        return int(legal[token % len(legal)])

    def _seen(self) -> Observation:
        return tables(self.run, self.side, self.planes)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.run.mask(self.side)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which tokens can follow, as the maskable learners of sb3-contrib ask."""
        self.run.must_be_reset()
        return self.run.mask(self.side).astype(bool)

    def render(self) -> str | None:
        """The game in one line, or the board as SVG, with what everybody may know."""
        return self.run.render(self.render_mode)


def make(  # noqa: PLR0913  every one but the game has a default
    game: str | Game,
    side: Side | None = None,
    opponent: str | Mapping[Side, str] = "staff",
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    planes: bool = False,
    shaping: float | None = None,
    longest: int | None = LONGEST,
    lenient: bool = False,
    render_mode: str | None = None,
) -> SideEnv:
    """A title for one agent, who plays ``side`` (the first, if none is named).

    ``opponent`` is any bot by name (``staff``, ``search``, ``package.module:Class``), or one for each other side. With
    ``lenient`` a token that cannot follow is taken for one that can, for learners that know no masks; otherwise it is
    an error. The rest is as in :func:`shapan.adapters.pettingzoo.env`.
    """
    run = Run(game, scenario, options, shaping, longest)
    opponents = _opponents(run.sides, opponent)
    agent = run.sides[0] if side is None else run.known(side)
    if missing := set(run.sides) - {agent} - set(opponents):
        raise ShapanError(f"nobody plays {', '.join(sorted(missing))}")
    return SideEnv(run, agent, opponents, planes=planes, lenient=lenient, render_mode=render_mode)


def _opponents(sides: Sequence[Side], wish: Any) -> dict[Side, str]:
    """A bot for each side, by name; Unknown, with our names, for what names none."""
    named = dict(wish) if isinstance(wish, Mapping) else dict.fromkeys(sides, wish)
    if odd := [name for name in named.values() if not isinstance(name, str)]:
        raise Unknown("opponent", odd[0], bots())
    return named


def make_vec(game: str | Game, count: int, *, processes: bool = False, **wishes: Any) -> VectorEnv[Any, Any, Any]:
    """This many games at once, each as :func:`make` has it: in this process, or in one process each.

    The masks of all of them are rows of ``info["action_mask"]``.
    """
    if count < 1:
        raise ShapanError(f"at least one game is played, not {count}")
    makers = [partial(make, game, **wishes)] * count
    return AsyncVectorEnv(makers) if processes else SyncVectorEnv(makers)
