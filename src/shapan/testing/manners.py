"""A position travels light, is copied whole, and shows at a prompt what everybody may know and no more."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from shapan.kernel import SPECTATOR, Game, Position

LOOKS: Final = 10
"""How many positions of a scenario are looked at."""


def faults(game: Game, seed: object) -> Iterator[str]:
    """What is wrong with how positions are packed, copied and shown, in a random game of each scenario."""
    for scenario in game.scenarios:
        rng, pos = Random(f"manners {seed} {scenario}"), game.start(scenario)
        for _ in range(LOOKS):
            yield from (f"{scenario}: {fault}" for fault in _wrong(pos, rng))
            for _ in range(rng.randrange(1, 20)):
                if pos.outcome is None:
                    pos.apply(pos.options().sample(rng))


def _wrong(pos: Position[Any], rng: Random) -> Iterator[str]:
    for what, twin in (("unpacked", pickle.loads(pickle.dumps(pos))), ("copied", copy.deepcopy(pos))):
        if twin.key() != pos.key() or twin.horizon != pos.horizon:
            yield f"a position is not what it was when it is {what}"
        if twin.book is not pos.book:
            yield f"a position does not share its book when it is {what}"
    if repr(pos.imagine(SPECTATOR, rng)) != repr(pos):
        yield "repr() of a position tells something hidden"
