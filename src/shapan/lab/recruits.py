"""Finding officers: a search over the numbers of a temper for one who does better than all officers known.

An evolution strategy (CMA-ES) proposes tempers near a known one; each plays the same games against the best mixture of
the other side. Whoever comes out best has been chosen for his luck as well, so he is believed only after games with
dice that nobody has seen: looked at after every batch, with bounds wide enough for looking often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from cmaes import CMA

from shapan.bots.staff import staff_of
from shapan.games import game as find
from shapan.kernel import ShapanError, Side

from .crews import ALONE, Crew
from .league import STAFF, League
from .statistics import wilson
from .tournament import Pairing, Played, tournament

STEP: Final = 0.4
"""How far the first proposals lie from the officer they start from, in shares of each number."""
BATCH: Final = 20
"""Games on fresh dice between two looks at the results."""
BOUND: Final = 2.6
"""Standard errors at each look: with ten looks about one chance in forty to be wrong."""
FRESH: Final = 7919
"""Added to the seed for the games that decide, so that none of them was used for finding."""


class Trial(msgspec.Struct, frozen=True):
    """How one search ended."""

    side: Side
    name: str
    """The bot that was found."""
    found: float
    """What he scored while he was searched for."""
    score: float
    """What he scored on fresh dice."""
    games: int
    mark: float
    """What the best officer known scores against the same mixture."""
    accepted: bool


class Wanted(msgspec.Struct, frozen=True):
    """What is searched for: an officer of a side, near a known one, by so much work."""

    side: Side
    start: str
    """The officer whose numbers are varied; empty for the plain staff."""
    generations: int = 6
    games: int = 16
    """For each proposal."""
    proof: int = 200
    """On fresh dice, at most."""


def recruit(
    league: League,
    wanted: Wanted,
    crew: Crew = ALONE,
    log: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> Trial:
    """Search, prove, and take him into the league if he holds."""
    own, mixture, mark = _situation(league, wanted.side)
    temper = staff_of(find(league.game)).temper(wanted.side, wanted.start)
    dials = _dials(temper)
    if not dials:
        raise ShapanError(f"the staff of {league.game} has no numbers to vary")
    best, found = "", -1.0
    strategy = CMA(mean=np.zeros(len(dials)), sigma=STEP, seed=league.seed)
    for generation in range(wanted.generations):
        proposals = [strategy.ask() for _ in range(strategy.population_size)]
        names = [_named(wanted.start, dials, proposal) for proposal in proposals]
        scores = _scores(league, wanted, names, mixture, generation, crew, log)
        strategy.tell([(proposal, -scores[name]) for proposal, name in zip(proposals, names, strict=True)])
        top = max(names, key=scores.__getitem__)
        if scores[top] > found:
            best, found = top, scores[top]
        if tell:
            tell(f"generation {generation + 1}: {100 * scores[top]:.0f} % against the mixture, mark {100 * mark:.0f} %")
    score, games = _proved(league, wanted, best, mixture, mark, crew, log)
    accepted = wilson(score * games, games, BOUND)[0] > mark
    if accepted:
        own.append(best)
    return Trial(wanted.side, best, found, score, games, mark, accepted)


def _situation(league: League, side: Side) -> tuple[list[str], Mapping[str, float], float]:
    """The officers of a side, the best mixture against them, and what they can hope for against it."""
    found = league.equilibrium()
    sides = find(league.game).sides_in(league.scenario)
    if side not in sides:
        raise ShapanError(f"{league.game} has the sides {', '.join(sides)}")
    if side == sides[0]:
        return league.rows, dict(zip(league.columns, found.columns, strict=True)), found.value
    return league.columns, dict(zip(league.rows, found.rows, strict=True)), 1 - found.value


# --- tempers as points -----------------------------------------------------------------------------


class _Dial(msgspec.Struct, frozen=True):
    """One number of a temper: where it stands, and how coarse it is."""

    name: str
    at: int | None
    """Which of several numbers of one name."""
    value: float
    whole: bool


def _dials(temper: Any) -> list[_Dial]:
    found = []
    for name in getattr(temper, "__struct_fields__", ()):
        value = getattr(temper, name)
        for at, number in enumerate(value) if isinstance(value, tuple) else [(None, value)]:
            if isinstance(number, int | float) and not isinstance(number, bool):
                found.append(_Dial(name, at, float(number), isinstance(number, int)))
    return found


def _named(start: str, dials: list[_Dial], proposal: np.ndarray[Any, Any]) -> str:
    """The bot that a point stands for: each number moves by a share of itself, one that is 0 by a share of 1."""
    values: dict[str, list[str]] = {}
    for dial, move in zip(dials, proposal, strict=True):
        value = dial.value + move * (abs(dial.value) or 1.0)
        values.setdefault(dial.name, []).append(f"{value:.0f}" if dial.whole else f"{value:.4g}")
    return "+".join([f"{STAFF}:{start}", *(f"{name}={'/'.join(texts)}" for name, texts in values.items())])


# --- games -----------------------------------------------------------------------------------------


def _schedule(
    league: League, wanted: Wanted, name: str, mixture: Mapping[str, float], seed: int, numbers: range
) -> list[Pairing]:
    """Games against opponents drawn from the mixture; the same opponent and dice for the same number."""
    first = find(league.game).sides_in(league.scenario)[0] == wanted.side
    games = []
    for number in numbers:
        (foe,) = Random(f"{seed} {number}").choices(list(mixture), list(mixture.values()))
        games.append(Pairing(league.game, league.scenario, (name, foe) if first else (foe, name), number, seed))
    return games


def _score(results: list[Played], side: Side) -> float:
    points = sum(1.0 if played.winner == side else 0.5 if played.winner == "draw" else 0.0 for played in results)
    return points / len(results)


def _scores(
    league: League,
    wanted: Wanted,
    names: list[str],
    mixture: Mapping[str, float],
    generation: int,
    crew: Crew,
    log: Path | None,
) -> dict[str, float]:
    """What each proposal makes of the same games; every generation has others."""
    numbers = range(generation * wanted.games, (generation + 1) * wanted.games)
    schedule = [pairing for name in names for pairing in _schedule(league, wanted, name, mixture, league.seed, numbers)]
    played = tournament(schedule, crew, log)
    return {name: _score([each for each in played if name in each.pairing.bots], wanted.side) for name in names}


def _proved(
    league: League,
    wanted: Wanted,
    name: str,
    mixture: Mapping[str, float],
    mark: float,
    crew: Crew,
    log: Path | None,
) -> tuple[float, int]:
    """Fresh games until it is plain whether he beats the mark, or enough have been played."""
    results: list[Played] = []
    while len(results) < wanted.proof:
        numbers = range(len(results), min(len(results) + BATCH, wanted.proof))
        results += tournament(_schedule(league, wanted, name, mixture, league.seed + FRESH, numbers), crew, log)
        low, high = wilson(_score(results, wanted.side) * len(results), len(results), BOUND)
        if not low <= mark <= high:
            break
    return _score(results, wanted.side), len(results)
