"""Play the recorded whole game anew: ``python -m tests.games.shanghai_nanking.make_golden``.

Only needed when a rule or the data was changed on purpose. The example of play is written by hand after the rulebook
(12.0); of that record only the version of the data is renewed.
"""

from pathlib import Path
from random import Random

from tests.games.shanghai_nanking.players import careful
from tests.games.shanghai_nanking.table import GAME, Position

from shapan.kernel import DICE, Match, Referee

FOLDER = Path(__file__).parent / "golden"
SEED = "golden 4"


def main() -> None:
    rng = Random(SEED)
    match = Match(GAME, referee=Referee(SEED), players=dict.fromkeys(GAME.sides, "careful random"))
    while match.position.outcome is None:
        if match.position.actor == DICE:
            match.roll()
        else:
            assert isinstance(match.position, Position)
            match.push(careful(match.position, rng))
    match.record.save(FOLDER / "whole_game.record")
    example = FOLDER / "example_of_play.record"
    lines = example.read_text().splitlines(keepends=True)
    example.write_text("".join(f"data: {GAME.data_version}\n" if line.startswith("data: ") else line for line in lines))


if __name__ == "__main__":
    main()
