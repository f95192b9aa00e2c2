"""A game that agents step through, token by token: what the environments share."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shapan.draw import svg
from shapan.kernel import DICE, SPECTATOR, Action, Game, Position, ShapanError, Unknown
from shapan.kernel.actors import Actor, Side

from .basics import chosen, result
from .following import Follower
from .observation import Gauge, Observation, gauge, mask
from .spelling import Alphabet, BadToken, Speller, alphabet

MODES: Final = ("human", "ansi", "svg")
"""In which ways a game can be rendered."""
LONGEST: Final = 100_000
"""After so many tokens a game is cut short: several times as many as the longest game of players who draw at random."""


def rendering(mode: str | None) -> str | None:
    """One of the modes, or none."""
    if mode is not None and mode not in MODES:
        raise Unknown("render_mode", mode, MODES)
    return mode


class Shaping:
    """Rewards on the way: the change of what the staff thinks that a side's chance to win is.

    They are potential-based: over a whole game they add up to the same, whatever is played, and so they make no other
    policy the best one. A side's chance is judged from what it knows, in a world that it imagines.
    """

    def __init__(self, game: Game, discount: float = 1.0) -> None:
        if game.staff is None:
            raise ShapanError(f"{game.title} brings no staff whose judgement could shape rewards")
        if not 0 <= discount <= 1:
            raise ShapanError(f"shaping is a discount from 0 to 1, not {discount}")
        self.game, self.staff, self.discount = game, game.staff, discount

    def __reduce__(self) -> tuple[Any, ...]:
        return Shaping, (self.game, self.discount)

    def potential(self, pos: Position[Any], side: Side) -> float:
        """The chance of a side to win, from its own knowledge; 0 when the game is over."""
        return 0.0 if pos.outcome is not None else self.staff.value(pos.imagine(side, Random(0)), side)


class Run:
    """One game under way. The dice fall by themselves, from the seed; sides answer token by token."""

    def __init__(
        self,
        game: str | Game,
        scenario: str | None = None,
        switches: Mapping[str, Any] | None = None,
        shaping: float | None = None,
        longest: int | None = LONGEST,
    ) -> None:
        if longest is not None and longest < 1:
            raise ShapanError(f"a game has at least one token, not {longest}")
        self.longest: Final = longest
        self.tokens = 0
        """How many tokens have been spelt in this game."""
        self.game: Final = chosen(game)
        self.book: Final = self.game.book(scenario, switches)
        self.sides: Final[tuple[Side, ...]] = self.book.sides
        self.alphabet: Final[Alphabet] = alphabet(self.book)
        self.gauge: Final[Gauge] = gauge(self.book)
        self.shaping: Final = None if shaping is None else Shaping(self.game, shaping)
        self.pos: Position[Any]
        self.speller: Speller | None
        self._asked: Actor
        """Who owes the decision: it is asked for with every token, and follows from the position."""
        self._followers = {side: Follower(self.gauge) for side in self.sides}
        self.begun = False
        """Has somebody asked for a game yet?"""
        self._fresh: set[Side] = set()
        """The sides that have looked at the position since it last changed."""
        self._start(0)

    def __getstate__(self) -> dict[str, Any]:
        """A copy, or one that has travelled, goes on in the same way; whoever looks at it looks anew."""
        return {**self.__dict__, "_fresh": set()}

    def restart(self, seed: object) -> None:
        """A new game with dice from this seed."""
        self.begun = True
        self._start(seed)

    def must_be_reset(self) -> None:
        """For environments, an error before the first reset: the game that stands here is nobody's."""
        if not self.begun:
            raise ShapanError("no game has begun: call reset() first")

    def _start(self, seed: object) -> None:
        self.dice = Random(f"adapters {seed}")
        self.tokens = 0
        self.stand(self.game.start(self.book.scenario, self.book.switches))
        self.potentials = {side: self._potential(side) for side in self.sides}

    def stand(self, pos: Position[Any]) -> None:
        """Go on from this position; the dice are rolled until a side is asked."""
        while pos.actor == DICE:
            pos.apply(pos.chances().sample(self.dice))
        self.pos, self._asked = pos, pos.actor
        self.speller = None if pos.outcome is not None else Speller(pos)
        self._fresh.clear()

    @property
    def over(self) -> bool:
        return self.pos.outcome is not None

    @property
    def cut_short(self) -> bool:
        """Has more been spelt than was wished for, and the game is not over? What can be begun and called off again can
        be begun for ever."""
        return self.longest is not None and self.tokens >= self.longest and not self.over

    def spell(self, token: Any) -> Mapping[Side, float] | None:
        """The acting side adds a token; what it brought each side if the action is whole now, None before."""
        if self.speller is None:
            raise BadToken("no token can be spelt: the game is over, and must be reset")
        action = self.speller.spell(token)
        self.tokens += 1
        if action is None:
            return None
        self.pos.apply(action)
        return self._passed()

    def act(self, action: Action) -> Mapping[Side, float]:
        """The acting side does this, whole; what it brought each side. A Refusal if the rules forbid it."""
        self.pos.push(action)
        return self._passed()

    def _passed(self) -> Mapping[Side, float]:
        self.stand(self.pos)
        return {side: self._reward(side) for side in self.sides}

    def _potential(self, side: Side) -> float:
        return 0.0 if self.shaping is None else self.shaping.potential(self.pos, side)

    def _reward(self, side: Side) -> float:
        reward = result(self.pos, side)
        if self.shaping is not None:
            before, after = self.potentials[side], self._potential(side)
            self.potentials[side] = after
            reward += self.shaping.discount * after - before
        return reward

    def known(self, side: Side) -> Side:
        """A side by its name; Unknown, with all names, if it does not play here."""
        if side not in self.sides:
            raise Unknown("side", side, self.sides)
        return side

    # --- what a side sees ------------------------------------------------------------------------

    def spelling(self, side: Side) -> Speller | None:
        """The speller of a side, while it is the one that is asked."""
        return self.speller if self._asked == side else None

    def observe(self, side: Side) -> Observation:
        """What a side may know, in arrays that are the caller's to change."""
        follower = self._followers[side]
        if side not in self._fresh:
            follower.seen(self.pos.glance(side))
            self._fresh.add(side)
        return follower.taken(self.spelling(side))

    def mask(self, side: Side) -> NDArray[np.int8]:
        """The tokens that a side can spell now; none while another is asked."""
        speller = self.spelling(side)
        return np.zeros(len(self.alphabet), np.int8) if speller is None else mask(speller)

    def render(self, mode: str | None) -> str | None:
        """What everybody may know: a line (``ansi``), a line that is printed (``human``), or the board (``svg``)."""
        if mode == "svg":
            return svg(self.gauge.board, self.pos.view(SPECTATOR))
        if mode == "human":
            print(repr(self.pos))
        return None if mode == "human" else repr(self.pos)
