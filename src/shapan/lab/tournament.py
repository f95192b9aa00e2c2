"""Tournaments: every pairing of bots on both sides with common seeds, resumable, with intervals and Elo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path

import msgspec

from shapan.games import game as find
from shapan.kernel import Side

from .crews import ALONE, Crew
from .logs import resumed
from .playing import Thinking, play_game, together
from .statistics import elo, elo_error, wilson


class Pairing(msgspec.Struct, frozen=True):
    """One game to play: which bot on which side, which seed."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    number: int
    seed: int


class Played(msgspec.Struct, frozen=True):
    """One game played."""

    pairing: Pairing
    winner: str
    case: str
    decisions: int
    thinking: tuple[Thinking, ...]
    """The clock of each side."""


def play(pairing: Pairing) -> Played:
    """Play one game; the dice of a number are the same for every pairing of bots."""
    seed = f"{pairing.seed} {pairing.number}"
    pos, decisions, thinking = play_game(find(pairing.game), pairing.scenario, {}, pairing.bots, seed)
    assert pos.outcome is not None
    return Played(pairing, pos.outcome.winner or "draw", pos.outcome.case, decisions, thinking)


def pairings(
    name: str,
    bots: Iterable[str],
    games: int,
    seed: int,
    scenario: str | None = None,
    against: str | None = None,
) -> list[Pairing]:
    """Every bot on every side against every bot on the other, with the same numbers.

    With ``against`` only the tables at which everybody but one is that bot: each bot on each side against the same
    opponent, and that opponent against itself.
    """
    game = find(name)
    chosen = scenario or next(iter(game.scenarios))
    seats = len(game.sides_in(chosen))
    players = dict.fromkeys(bots if against is None else [*bots, against])
    tables = [table for table in product(players, repeat=seats) if against is None or table.count(against) >= seats - 1]
    return [Pairing(name, chosen, table, number, seed) for number in range(games) for table in tables]


def tournament(
    schedule: list[Pairing], crew: Crew = ALONE, log: Path | None = None, progress: Callable[[int], None] | None = None
) -> list[Played]:
    """Play the schedule; games already in the log are not played again."""
    results: list[Played] = []
    for played in resumed(crew, play, schedule, log, Played, lambda played: played.pairing):
        results.append(played)
        if progress:
            progress(len(results))
    return results


# --- reading the results ---------------------------------------------------------------------------


class Cell(msgspec.Struct, frozen=True):
    """One bot on one side against one bot on the other."""

    side: Side
    bot: str
    against: str
    games: int
    wins: int
    rate: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """A bot over all its games."""

    bot: str
    elo: float
    error: float
    games: int
    wins: int
    milliseconds: float
    """CPU time per decision on average."""
    p95: float
    """Milliseconds within which it answers 95 of 100 decisions."""
    slowest: float
    longest_turn: float
    """Seconds that it thought in one game turn at most."""


class Report(msgspec.Struct, frozen=True):
    """The tables of a tournament."""

    game: str
    scenario: str
    games: int
    cells: list[Cell]
    standings: list[Standing]


def report(results: list[Played]) -> Report:
    """Win rates by side with Wilson intervals, Elo and thinking time."""
    first = results[0].pairing
    sides = find(first.game).sides_in(first.scenario)
    tables = sorted({played.pairing.bots for played in results})
    cells = [cell for table in tables for cell in _cells(results, sides, table)]
    return Report(first.game, first.scenario, len(results), cells, _standings(results, sides))


def _cells(results: list[Played], sides: tuple[str, ...], table: tuple[str, ...]) -> Iterator[Cell]:
    games = [played for played in results if played.pairing.bots == table]
    for number, side in enumerate(sides):
        wins = sum(played.winner == side for played in games)
        low, high = wilson(wins, len(games))
        against = "+".join(name for at, name in enumerate(table) if at != number)
        yield Cell(side, table[number], against, len(games), wins, wins / len(games), low, high)


def _standings(results: list[Played], sides: tuple[str, ...]) -> list[Standing]:
    bots = sorted({name for played in results for name in played.pairing.bots})
    pairs: dict[tuple[str, str], float] = {}
    for played in results:
        if len(set(played.pairing.bots)) == 2 and played.winner in sides:
            winner = played.pairing.bots[sides.index(played.winner)]
            loser = next(name for name in played.pairing.bots if name != winner)
            pairs[winner, loser] = pairs.get((winner, loser), 0.0) + 1
    ratings = elo(pairs, bots[0]) if pairs else dict.fromkeys(bots, 0.0)
    return sorted((_standing(results, sides, name, ratings[name]) for name in bots), key=lambda row: -row.elo)


def _standing(results: list[Played], sides: tuple[str, ...], name: str, rating: float) -> Standing:
    games = wins = 0
    clocks = []
    for played in results:
        table = played.pairing.bots
        for number, side in enumerate(sides):
            if table[number] == name:
                clocks.append(played.thinking[number])
                if len(set(table)) == 2:
                    games += 1
                    wins += played.winner == side
    clock = together(clocks)
    return Standing(
        name,
        rating,
        elo_error(wins / games, games) if games else 0.0,
        games,
        wins,
        milliseconds=1000 * clock.seconds / max(1, clock.decisions),
        p95=1000 * clock.percentile(0.95),
        slowest=1000 * clock.slowest,
        longest_turn=clock.longest_turn,
    )
