"""Play the recorded campaign anew: ``python -m tests.games.shanghai_incident.make_golden``.

Only needed when a rule or the data was changed on purpose.
"""

from tests.games.shanghai_incident.table import GAME
from tests.games.shanghai_incident.test_play import GOLDEN

from shapan.bots import bot
from shapan.kernel import DICE, Match, Referee

SEED = "golden 34"


def main() -> None:
    players = dict.fromkeys(GAME.sides, "random")
    match = Match(GAME, referee=Referee(SEED), players=players)
    player = bot("random", SEED)
    while match.position.outcome is None:
        if match.position.actor == DICE:
            match.roll()
        else:
            match.push(player.choose(match.position))
    match.record.save(GOLDEN)


if __name__ == "__main__":
    main()
