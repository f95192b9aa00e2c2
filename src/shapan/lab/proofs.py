"""The proof of the bot ``staff``: what every known officer scores against it as it is shipped.

The staff is led by a mixture, so that nobody should do better against it than the game is worth. That follows from the
table of the league as far as its cells are known; these games show it, with dice that had no part in the table. They go
on until so many have been played, or until it is plain that an officer wins less than every other game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from shapan.bots.staff import staff_of
from shapan.games import game as find
from shapan.kernel import Side

from . import league as room
from .crews import ALONE, Crew
from .league import STAFF, Cell, League
from .recruits import BOUND, FRESH
from .statistics import wilson
from .tournament import Pairing, play

BATCH: Final = 20
"""Games between two looks at the results."""
EVEN: Final = 0.5


def prove(
    league: League,
    games: int,
    crew: Crew = ALONE,
    path: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Let every officer play so many games against the staff; games against another mixture are forgotten."""
    staff, sides = staff_of(find(league.game)), find(league.game).sides_in(league.scenario)
    shipped = {side: dict(staff.mixture(side, league.scenario)) for side in sides}
    if league.shipped != shipped:
        league.shipped, league.proofs = shipped, {}
    done = 0
    for side, names in zip(sides, (league.rows, league.columns), strict=True):
        for name in names:
            while _open(league.proof(side, name), games):
                for played in crew.spread(play, _batch(league, side, name, games)):
                    league.prove(side, name, played)
                    done += 1
                    if path:
                        room.save(league, path)
                    if progress:
                        progress(done)


def _open(cell: Cell, games: int) -> bool:
    """Is more to be known about an officer? After each batch it may be plain that he does not do well."""
    plain = cell.games % BATCH == 0 and wilson(cell.points, cell.games, BOUND)[1] < EVEN
    return cell.games < games and not plain


def _batch(league: League, side: Side, name: str, games: int) -> list[Pairing]:
    begun = league.proof(side, name).games
    first = find(league.game).sides_in(league.scenario)[0] == side
    pair, seed = (name, STAFF) if first else (STAFF, name), league.seed + 2 * FRESH
    numbers = range(begun, min(begun - begun % BATCH + BATCH, games))
    return [Pairing(league.game, league.scenario, pair, number, seed) for number in numbers]
