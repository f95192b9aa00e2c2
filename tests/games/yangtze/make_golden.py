"""Play the recorded game anew: ``python -m tests.games.yangtze.make_golden``. Only when a rule has changed."""

import json
import random
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from shapan.games import game
from shapan.kernel import DICE, Match, Position, Referee

GAME = game("yangtze")
FOLDER = Path(__file__).parent / "golden"
SCENARIO = "s1_plum_village"


def digest(pos: Position[Any]) -> str:
    """A short name for a position: equal keys, equal digests, whatever classes their values have."""
    return blake2b(json.dumps(msgspec.to_builtins(pos.key())).encode(), digest_size=8).hexdigest()


def play(seed: int) -> Match:
    rng = random.Random(seed)
    match = Match(GAME, SCENARIO, referee=Referee(f"golden {seed}"), players={"us": "random", "cn": "random"})
    while match.position.outcome is None:
        if match.position.actor == DICE:
            match.roll()
        else:
            match.push(match.position.options().sample(rng))
    match.record.remark(f"end {digest(match.position)}")
    return match


if __name__ == "__main__":
    play(3).record.save(FOLDER / "random-3.txt")
