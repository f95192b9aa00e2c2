"""What a league says: the best mixtures, the value of the game, who is beaten by whom, and Elo, with intervals."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from shapan.games import game as find
from shapan.kernel import Side

from .equilibrium import Matrix, drawn, interval, solve
from .league import Cell, League
from .statistics import elo, wilson

DRAWINGS: Final = 200
"""How many matrices that the games leave possible are solved."""
ROUNDS: Final = 200
"""Steps towards the ratings of one such matrix; they need not be exact to the last digit."""


class Officer(msgspec.Struct, frozen=True):
    """One officer of a side among all others."""

    side: str
    name: str
    games: int
    share: float
    """How often the best mixture lets him lead."""
    share_low: float
    share_high: float
    score: float
    """What he scores against the best mixture of the other side."""
    worst: float
    """What he scores against whoever is worst for him."""
    worst_low: float
    worst_high: float
    nemesis: str
    """Who that is."""
    elo: float
    elo_low: float
    elo_high: float
    proof: float
    """What he scores against the bot ``staff``, which is led by a mixture, and in how many games."""
    proof_low: float
    proof_high: float
    proof_games: int


class Verdict(msgspec.Struct, frozen=True):
    """The whole report of a league."""

    game: str
    scenario: str
    seed: int
    sides: tuple[str, ...]
    games: int
    value: float
    """What the first side scores between the best mixtures: the balance of the game."""
    value_low: float
    value_high: float
    officers: tuple[Officer, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    scores: tuple[tuple[float, ...], ...]
    counts: tuple[tuple[int, ...], ...]


class _Half(msgspec.Struct, frozen=True):
    """A league as one side sees it: its own officers are the rows, and what they score is counted."""

    side: Side
    names: list[str]
    others: list[str]
    scores: Matrix
    counts: Matrix
    possible: list[Matrix]
    shares: tuple[float, ...]
    """Its own best mixture, and those of the matrices that are possible."""
    possible_shares: list[tuple[float, ...]]
    answer: tuple[float, ...]
    """The best mixture of the other side."""
    proofs: list[Cell]
    """The games of its officers against the bot ``staff``."""
    ratings: Matrix
    """Elo of its officers: first as the table has it, then as each possible matrix would."""


def verdict(league: League) -> Verdict:
    """Read the table of a league, and draw it anew to see how sure everything is."""
    scores, points, counts = league.scores(), league.points(), league.counts()
    rng = np.random.default_rng(league.seed)
    possible = [drawn(points, counts, rng) for _ in range(DRAWINGS)]
    solved = [solve(matrix) for matrix in possible]
    found = solve(scores)
    low, high = interval([each.value for each in solved])
    sides = find(league.game).sides_in(league.scenario)
    ratings = np.array([_ratings(matrix, counts) for matrix in (scores, *possible)])
    size = len(league.rows)
    first = _Half(
        sides[0],
        league.rows,
        league.columns,
        scores,
        counts,
        possible,
        found.rows,
        [each.rows for each in solved],
        found.columns,
        [league.proof(sides[0], name) for name in league.rows],
        ratings[:, :size],
    )
    second = _Half(
        sides[1],
        league.columns,
        league.rows,
        1 - scores.T,
        counts.T,
        [1 - matrix.T for matrix in possible],
        found.columns,
        [each.columns for each in solved],
        found.rows,
        [league.proof(sides[1], name) for name in league.columns],
        ratings[:, size:],
    )
    return Verdict(
        league.game,
        league.scenario,
        league.seed,
        sides,
        league.games,
        found.value,
        low,
        high,
        tuple(_officer(half, number) for half in (first, second) for number in range(len(half.names))),
        tuple(league.rows),
        tuple(league.columns),
        tuple(tuple(float(score) for score in row) for row in scores),
        tuple(tuple(int(count) for count in row) for row in counts),
    )


def _officer(half: _Half, number: int) -> Officer:
    worst = int(half.scores[number].argmin())
    worst_low, worst_high = interval([float(matrix[number, worst]) for matrix in half.possible])
    share_low, share_high = interval([shares[number] for shares in half.possible_shares])
    elo_low, elo_high = interval([float(rating) for rating in half.ratings[1:, number]])
    proved = half.proofs[number]
    proof_low, proof_high = wilson(proved.points, proved.games) if proved.games else (0.0, 1.0)
    return Officer(
        half.side,
        half.names[number],
        int(half.counts[number].sum()),
        half.shares[number],
        share_low,
        share_high,
        score=float(half.scores[number] @ np.array(half.answer)),
        worst=float(half.scores[number, worst]),
        worst_low=worst_low,
        worst_high=worst_high,
        nemesis=half.others[worst],
        elo=float(half.ratings[0, number]),
        elo_low=elo_low,
        elo_high=elo_high,
        proof=proved.points / max(1, proved.games),
        proof_low=proof_low,
        proof_high=proof_high,
        proof_games=proved.games,
    )


def _ratings(scores: Matrix, counts: Matrix) -> list[float]:
    """Elo of all officers of both sides on one scale, their mean at 0."""
    rows, columns = scores.shape
    results: dict[tuple[str, str], float] = {}
    for row in range(rows):
        for column in range(columns):
            games = max(1.0, counts[row, column])
            results[_row(row), _column(column)] = games * scores[row, column]
            results[_column(column), _row(row)] = games * (1 - scores[row, column])
    found = elo(results, _row(0), ROUNDS)
    rated = [*(found[_row(row)] for row in range(rows)), *(found[_column(column)] for column in range(columns))]
    middle = sum(rated) / len(rated)
    return [rating - middle for rating in rated]


def _row(number: int) -> str:
    return f"row {number}"


def _column(number: int) -> str:
    return f"column {number}"
