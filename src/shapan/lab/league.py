"""The league: officers of both sides play each other until it is plain who is best, and what the game is worth.

A league is a table of scores that grows: a row for every officer of the first side, a column for every officer of the
second, and in each cell so many games with common dice. Each new batch goes where it tells most: to the cells on which
the value between the best mixtures rests, and to officers who may yet turn out to belong to them. The table is kept in
a file, so that the next run goes on; it is small, for the games of a cell are numbered and need not be listed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from math import erf, sqrt
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from shapan.games import game as find
from shapan.kernel import Game, ShapanError, Side
from shapan.kernel.reading import read_json
from shapan.kernel.staff import PLAIN

from .crews import ALONE, Crew
from .equilibrium import Equilibrium, Matrix, solve
from .tournament import Pairing, Played, play

FIRST: Final = 8
"""How many games are played in every cell before anything is compared."""
BATCH: Final = 24
"""How many games are played before it is asked again where the next ones belong."""
STAFF: Final = "staff"
UNDECISIVE: Final = frozenset({"show", "check", "__pycache__"})
"""Folders of a game on which no result depends."""


class Cell(msgspec.Struct, frozen=True):
    """The games of two officers against each other, those with the numbers from 0 on."""

    games: int = 0
    wins: int = 0
    """Of the first side, or of the side whose cell it is."""
    draws: int = 0

    @property
    def points(self) -> float:
        """Wins, a draw counting half."""
        return self.wins + 0.5 * self.draws

    def with_one(self, played: Played, side: Side) -> Cell:
        """The same cell and one more game, of which the wins of this side are counted."""
        return Cell(self.games + 1, self.wins + (played.winner == side), self.draws + (played.winner == "draw"))


class League(msgspec.Struct):
    """Who plays, and all results so far."""

    game: str
    scenario: str
    seed: int
    edition: str
    """Which rules and which staff the games were played with."""
    rows: list[str]
    columns: list[str]
    cells: dict[str, Cell] = {}
    shipped: dict[Side, dict[str, float]] = {}
    """The mixtures by which the bot ``staff`` was led in the games against it."""
    proofs: dict[str, Cell] = {}
    """Those games, by side and officer (:mod:`shapan.lab.proofs`)."""

    def cell(self, row: str, column: str) -> Cell:
        return self.cells.get(_key(row, column), Cell())

    def add(self, played: Played) -> None:
        """Enter a game; the games of a cell come in the order of their numbers."""
        row, column = played.pairing.bots
        first = find(self.game).sides_in(self.scenario)[0]
        self.cells[_key(row, column)] = self.cell(row, column).with_one(played, first)

    @property
    def games(self) -> int:
        return sum(cell.games for cell in self.cells.values())

    def scores(self) -> Matrix:
        """What the first side scores, cell by cell; a cell of few games leans towards the middle."""
        return (self.points() + 0.5) / (self.counts() + 1)

    def points(self) -> Matrix:
        """Wins of the first side, a draw counting half."""
        return np.array(
            [[self.cell(row, column).points for column in self.columns] for row in self.rows], dtype=np.float64
        )

    def counts(self) -> Matrix:
        return np.array([[self.cell(row, column).games for column in self.columns] for row in self.rows], np.float64)

    def proof(self, side: Side, name: str) -> Cell:
        """The games of an officer against the bot ``staff``; the wins are his."""
        return self.proofs.get(f"{side} {name}", Cell())

    def prove(self, side: Side, name: str, played: Played) -> None:
        """Enter a game of an officer against the bot ``staff``."""
        self.proofs[f"{side} {name}"] = self.proof(side, name).with_one(played, side)

    def of_officers(self) -> League:
        """The league without bots of another kind than the staff."""
        rows, columns = ([name for name in names if name.startswith(STAFF)] for names in (self.rows, self.columns))
        return msgspec.structs.replace(self, rows=rows, columns=columns)

    def equilibrium(self) -> Equilibrium:
        return solve(self.scores())


def _key(row: str, column: str) -> str:
    return f"{row} | {column}"


# --- who plays -------------------------------------------------------------------------------------


def roster(game: Game, side: Side) -> list[str]:
    """The plain staff and every officer who could lead this side; the bot ``staff`` is one of them."""
    if game.staff is None:
        raise ShapanError(f"{game.id} has no staff, and so no officers for a league")
    return [f"{STAFF}:{name}" for name in (PLAIN, *game.staff.officers(side))]


def edition(game: Game) -> str:
    """A short mark of the rules, data and staff of a game: results of another one are of another game."""
    total = hashlib.sha256()
    for path, content in sorted(_files(resources.files(game.package), "")):
        total.update(path.encode() + b"\0" + content)
    return total.hexdigest()[:12]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            if entry.name not in UNDECISIVE:
                yield from _files(entry, name)
        elif entry.name.endswith((".py", ".toml")):
            yield name, entry.read_bytes()


def begin(name: str, scenario: str | None, seed: int, more: Iterable[str] = ()) -> League:
    """A league of all officers of a scenario, and of more bots that play both sides."""
    game = find(name)
    chosen = scenario or next(iter(game.scenarios))
    sides = game.sides_in(chosen)
    if len(sides) != 2:
        raise ShapanError(f"a league is for two sides, and {name} has {len(sides)}")
    rows, columns = (list(dict.fromkeys([*roster(game, side), *more])) for side in sides)
    return League(name, chosen, seed, edition(game), rows, columns)


def resume(fresh: League, path: Path, *, anew: bool = False, keep: bool = False) -> League:
    """Go on with the results of an earlier run; officers who joined since then are taken in.

    Results of other rules or another staff are not mixed with new ones unless that is asked for.
    """
    if anew or not path.exists():
        return fresh
    try:
        known = read_json(path.read_bytes(), League)
    except msgspec.MsgspecError as error:
        raise ShapanError(f"{path} is no league: {error}") from None
    if (known.game, known.scenario, known.seed) != (fresh.game, fresh.scenario, fresh.seed):
        raise ShapanError(f"{path} is a league of {known.game}, {known.scenario}, seed {known.seed}")
    if known.edition != fresh.edition and not keep:
        raise ShapanError(f"{path} was played with other rules or another staff: begin --anew, or --keep its results")
    known.edition = fresh.edition
    known.rows = list(dict.fromkeys([*fresh.rows, *known.rows]))
    known.columns = list(dict.fromkeys([*fresh.columns, *known.columns]))
    return known


def save(league: League, path: Path) -> None:
    """Write the table so that a crash leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(league), indent=1) + b"\n")
    part.replace(path)


# --- which games are played ------------------------------------------------------------------------


def wanted(league: League, count: int) -> list[Pairing]:
    """The next games, where they tell most."""
    counts = league.counts()
    chosen: list[tuple[int, int]] = []
    while len(chosen) < count and counts.min() < FIRST:
        least = np.unravel_index(int(counts.argmin()), counts.shape)
        chosen.append((int(least[0]), int(least[1])))
        counts[least] += 1
    if len(chosen) < count:
        weight = _telling(league)
        while len(chosen) < count:
            # Another game takes 1 / n (n + 1) of a cell's variance away.
            best = np.unravel_index(int((weight / (counts * (counts + 1))).argmax()), counts.shape)
            chosen.append((int(best[0]), int(best[1])))
            counts[best] += 1
    numbers = {(row, column): league.cell(row, column).games for row in league.rows for column in league.columns}
    games = []
    for at_row, at_column in sorted(chosen):
        pair = league.rows[at_row], league.columns[at_column]
        games.append(Pairing(league.game, league.scenario, pair, numbers[pair], league.seed))
        numbers[pair] += 1
    return games


def _telling(league: League) -> Matrix:
    """How much rests on each cell: what it weighs in the value, or would if its officers belonged to the mixture."""
    scores, counts, found = league.scores(), league.counts(), league.equilibrium()
    rows, columns = np.array(found.rows), np.array(found.columns)
    spread_of = scores * (1 - scores)
    ahead = scores @ columns - found.value
    behind = found.value - rows @ scores
    row_error = np.sqrt((spread_of / counts) @ columns**2)
    column_error = np.sqrt(rows**2 @ (spread_of / counts))
    likely_rows = np.maximum(rows, [_tail(*pair) for pair in zip(ahead, row_error, strict=True)])
    likely_columns = np.maximum(columns, [_tail(*pair) for pair in zip(behind, column_error, strict=True)])
    return np.outer(likely_rows, likely_columns) ** 2 * spread_of


def _tail(lead: float, error: float) -> float:
    """The chance that somebody who lies so far behind is in truth ahead."""
    return 0.5 * (1 + erf(lead / max(error, 1e-9) / sqrt(2)))


def run(
    league: League,
    games: int,
    crew: Crew = ALONE,
    path: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Play so many more games; the table is kept after each of them."""
    done = 0
    while done < games:
        for played in crew.spread(play, wanted(league, min(BATCH, games - done))):
            league.add(played)
            done += 1
            if path:
                save(league, path)
            if progress:
                progress(done)
