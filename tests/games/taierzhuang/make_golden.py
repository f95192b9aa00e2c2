"""Play the recorded games anew: ``python -m tests.games.taierzhuang.make_golden``.

Only needed when a rule, a chart or the turn track was changed on purpose. The players are random; of a few games the
one is kept that holds most kinds of action.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.games.taierzhuang.table import GAME

from shapan.kernel import DICE, Match, Referee

FOLDER = Path(__file__).parent / "golden"
TRIED = 6
EVERYTHING = {name: True for name, switch in GAME.switches.items() if switch.values == (False, True)}
GAMES: Mapping[str, Mapping[str, Any]] = {"plain": {}, "all_options": EVERYTHING}


def play(name: str, seed: int) -> tuple[int, Match]:
    """One game, and how many kinds of action occur in it."""
    rng = Random(seed)
    players = {"japanese": "random", "chinese": "random"}
    match = Match(GAME, switches=GAMES[name], referee=Referee(f"taierzhuang {name}"), players=players)
    verbs = set()
    while match.position.outcome is None:
        if match.position.actor == DICE:
            match.roll()
        else:
            action = match.position.options().sample(rng)
            verbs.add(action.verb)
            match.push(action)
    return len(verbs), match


def main() -> None:
    for name in GAMES:
        _, match = max((play(name, seed) for seed in range(TRIED)), key=lambda entry: entry[0])
        match.record.save(FOLDER / f"{name}.record")


if __name__ == "__main__":
    main()
