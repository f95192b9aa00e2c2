"""Short ways to positions of the toy game, for the tests of the kernel."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.toy import FORD

from ford.game import Position
from shapan.kernel import Action, Game, Match, Record, Referee, Share


def after(*texts: str, scenario: str = "dawn", **switches: Any) -> Position:
    """The position after these actions."""
    pos = FORD.start(scenario, switches)
    assert isinstance(pos, Position)
    for text in texts:
        pos.push(FORD.parse(pos, text))
    return pos


DEAL = ("draw 1", "draw 3", "draw 2", "draw 2")
"""Red holds 1 and 3, blue 2 and 2."""


def random_position(seed: object) -> Position:
    """Somewhere in a random game."""
    rng = Random(f"position {seed}")
    pos = FORD.start(rng.choice(list(FORD.scenarios)))
    for _ in range(rng.randrange(25)):
        ahead = pos.copy()
        ahead.apply(ahead.options().sample(rng))
        if ahead.outcome:
            break
        pos = ahead
    assert isinstance(pos, Position)
    return pos


def random_actions(seed: object) -> list[Action]:
    """Options of many positions."""
    rng = Random(f"actions {seed}")
    return [random_position(rng.random()).options().sample(rng) for _ in range(20)]


def whole_match(seed: int = 1, shares: Mapping[str, Share] | None = None, game: Game = FORD) -> Match:
    """A random game to its end, with the dice of the referee and what players added to them."""
    match, rng = Match(game, referee=Referee(seed), players={"red": "Ann", "blue": "Bob"}), Random(seed)
    match.share(shares or {})
    while match.position.outcome is None:
        match.roll()
        if match.position.outcome is None:
            match.push(match.position.options().sample(rng))
    return match


def whole_record(seed: int = 1) -> Record:
    return whole_match(seed).record
