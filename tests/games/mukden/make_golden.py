"""Play the recorded games anew: ``python -m tests.games.mukden.make_golden``.

Only needed when a rule or the set-up was changed on purpose. The players are random, but fond of fighting and soon
tired of moving, so that the records are short and hold every kind of action.
"""

import random
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tests.games.mukden.table import GAME

from shapan.kernel import DICE, Action, Match, Position, Referee

FOLDER = Path(__file__).parent / "golden"
SEEDS = (10, 16)
EAGER = ("attack", "probe", "advance", "join")


def digest(pos: Position[Any]) -> str:
    """A short name for a position: equal keys, equal digests."""
    return blake2b(repr(pos.key()).encode(), digest_size=8).hexdigest()


def choose(pos: Position[Any], rng: random.Random) -> Action:
    options = pos.options()
    eager = [option for option in options if option.verb in EAGER] if pos.decision.kind != "move" else []
    if eager and rng.random() < 0.7:
        return rng.choice(eager)
    if pos.decision.kind in ("move", "fight") and rng.random() < 0.3:
        return GAME.parse(pos, "pass")
    return options.sample(rng)


def play(seed: int) -> Match:
    rng = random.Random(seed)
    players = {"japanese": "random", "russian": "random"}
    match = Match(GAME, referee=Referee(f"golden {seed}"), players=players)
    while match.position.outcome is None:
        if match.position.actor == DICE:
            match.roll()
        else:
            match.push(choose(match.position, rng))
    match.record.remark(f"end {digest(match.position)}")
    return match


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for seed in SEEDS:
        play(seed).record.save(FOLDER / f"random-{seed}.record")


if __name__ == "__main__":
    main()
