"""Calibrating a staff's judgement: what its features weigh, learned from games between its officers.

Every game is replayed from its record, and some of its positions are noted: features, how the staff judges now, and how
the game ended. One game of four is held out from the learning; what is told about the new judgement and the present one
rests on these games alone, and the weights that are kept are those that were measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import numpy as np

from shapan.bots.staff import staff_of
from shapan.games import game as find
from shapan.kernel import DICE, Game, Record, ShapanError
from shapan.kernel.judgement import FILE, Judgement, Learned
from shapan.kernel.reading import read_json

from . import league
from .crews import ALONE, Crew
from .fitting import Sample, chances, fit, surprise
from .lessons import Taught, lessons, teach

NOTED: Final = 40
"""How many positions of a game are noted, more or less."""
HELD_OUT: Final = 4
"""Of so many games one is held out."""
FEWEST: Final = 2 * HELD_OUT
"""How many games at least, or none would be held out."""
ALL: Final = "all"
BINS: Final = 10


class Noted(msgspec.Struct, frozen=True):
    """A position of a game."""

    game: int
    """The number of the game among those of its scenario."""
    amid: bool
    """Had the same side just acted in the same phase?"""
    features: tuple[float, ...]
    judged: float
    won: float
    """1 for the first side, a draw counting half."""


class Measure(msgspec.Struct, frozen=True):
    """The mean surprise (log loss) over positions of games held out."""

    positions: int
    learned: float
    present: float
    constant: float


class Bin(msgspec.Struct, frozen=True):
    """Positions that were judged alike: how they were, and what became of them."""

    positions: int
    judged: float
    won: float


class Calibration(msgspec.Struct, frozen=True):
    """What was learned about a scenario, and what it is worth."""

    game: str
    scenario: str
    first: str
    """The side whose chance it is."""
    games: int
    held_out: int
    positions: int
    seed: int
    edition: str
    judgement: Judgement
    whole: Measure
    amid: Measure
    """In the middle of a player's phase."""
    between: Measure
    """Where somebody's phase begins or play passes to him."""
    curve: tuple[Bin, ...]
    """Of the judgement that was learned."""
    present: tuple[Bin, ...]
    """Of the one that it was measured against."""

    @property
    def better(self) -> bool:
        """Does it foretell games held out better than the one it was measured against? Else that one stays in use."""
        return self.whole.learned < self.whole.present


def calibrate(
    name: str,
    games: int,
    seed: int,
    scenario: str | None = None,
    crew: Crew = ALONE,
    log: Path | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    onward: bool = False,
) -> list[Calibration]:
    """Play so many games of a scenario, or of ``all`` of them, and learn from them: anew, with what the scenarios have
    in common first, or onward from what the staff knows already."""
    game = find(name)
    scenarios = list(game.scenarios) if scenario == ALL else [scenario or next(iter(game.scenarios))]
    if not staff_of(game).features(game.start(scenarios[0])):
        raise ShapanError(f"the staff of {name} judges without features")
    rows: dict[str, list[Noted]] = {each: [] for each in scenarios}
    for taught in teach(lessons(name, scenarios, games, seed), crew, log, progress):
        rows[taught.lesson.scenario] += note(taught, taught.lesson.number // len(scenarios))
    mark = league.edition(game)
    if onward:
        known: Mapping[str, Judgement] = read(file_of(game))
    else:
        shared = fit(_sample(_inside(list(chain.from_iterable(rows.values()))))) if len(scenarios) > 1 else None
        known = dict.fromkeys(scenarios, shared) if shared else {}
    return [learn(game, each, found, seed, mark, known.get(each)) for each, found in rows.items()]


def note(taught: Taught, number: int) -> list[Noted]:
    """Some positions of a game, in whatever phase a side owes a decision."""
    record = Record.loads(taught.record)
    staff, first = staff_of(record.game), record.game.sides_in(record.scenario)[0]
    decisions = sum(author != DICE for author, _ in record.moves)
    rng, share = Random(f"noted {taught.lesson.seed} {taught.lesson.number}"), NOTED / max(1, decisions)
    won = 0.5 if taught.winner is None else float(taught.winner == first)
    found, before = [], None
    for pos in chain([record.start()], record.steps()):
        if pos.outcome is not None or pos.actor == DICE:
            continue
        now = (pos.turn, pos.phase, pos.actor)
        if rng.random() < share:
            found.append(Noted(number, now == before, staff.features(pos), staff.value(pos, first), won))
        before = now
    return found


def learn(
    game: Game, scenario: str, rows: Sequence[Noted], seed: int, edition: str, prior: Judgement | None = None
) -> Calibration:
    """Fit to three quarters of the games, and measure with the others; a prior is what is known already."""
    games = {row.game for row in rows}
    if len(games) < FEWEST:
        raise ShapanError(f"nothing can be learned from {len(games)} games: play {FEWEST} at least")
    inside = _sample(_inside(rows))
    outside = [row for row in rows if held_out(row)]
    judgement = fit(inside, prior)
    mean = float(inside.won.mean())
    return Calibration(
        game=game.id,
        scenario=scenario,
        first=game.sides_in(scenario)[0],
        games=len(games),
        held_out=len({row.game for row in outside}),
        positions=len(rows),
        seed=seed,
        edition=edition,
        judgement=judgement,
        whole=_measure(judgement, outside, mean),
        amid=_measure(judgement, [row for row in outside if row.amid], mean),
        between=_measure(judgement, [row for row in outside if not row.amid], mean),
        curve=bins([judgement.chance(row.features) for row in outside], outside),
        present=bins([row.judged for row in outside], outside),
    )


def held_out(row: Noted) -> bool:
    """Rounds of games with slips and without are held out alike."""
    return row.game // 2 % HELD_OUT == HELD_OUT - 1


def _inside(rows: Sequence[Noted]) -> list[Noted]:
    return [row for row in rows if not held_out(row)]


def _sample(rows: Sequence[Noted]) -> Sample:
    return Sample(
        np.array([row.features for row in rows], dtype=np.float64),
        np.array([row.won for row in rows], dtype=np.float64),
        np.array([row.game for row in rows], dtype=np.int64),
    )


def _measure(judgement: Judgement, rows: Sequence[Noted], mean: float) -> Measure:
    if not rows:
        return Measure(0, 0.0, 0.0, 0.0)
    sample = _sample(rows)
    present = np.array([row.judged for row in rows])
    judged = (chances(judgement, sample.features), present, np.full(len(rows), mean))
    return Measure(len(rows), *(round(surprise(each, sample.won), 4) for each in judged))


def bins(judged: Sequence[float], rows: Sequence[Noted]) -> tuple[Bin, ...]:
    """The reliability curve: positions by tenths of the chance."""
    found: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chance, row in zip(judged, rows, strict=True):
        found[min(BINS - 1, int(chance * BINS))].append((chance, row.won))
    return tuple(
        Bin(len(each), *(round(sum(values) / len(each), 4) for values in zip(*each, strict=True)))
        for each in found
        if each
    )


def file_of(game: Game) -> Path:
    """Where the staff of a game keeps what it has learned."""
    return Path(str(resources.files(type(staff_of(game)).__module__).joinpath(FILE)))


def read(path: Path) -> dict[str, Judgement]:
    """What such a file has."""
    return dict(read_json(path.read_bytes(), Learned).scenarios) if path.exists() else {}


def keep(path: Path, found: Sequence[Calibration]) -> None:
    """Write what was learned into such a file; where nothing better was learned, it stays as it is."""
    if not any(each.better for each in found):
        return
    scenarios = read(path) | {each.scenario: each.judgement for each in found if each.better}
    games, positions = (sum(getattr(each, name) for each in found) for name in ("games", "positions"))
    learned = Learned(scenarios, games, positions, found[0].seed, found[0].edition)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(learned), indent=1) + b"\n")
