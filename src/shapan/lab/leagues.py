"""All leagues together: a small table of results for every scenario of every title, and what is written from them.

The tables lie in one folder, each in a file of its own. The page that tells of them and the mixtures by which staffs
are led (:mod:`shapan.kernel.mixtures`) are written from the tables alone, so that whoever has the folder can write both
again without playing a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from shapan.bots.staff import staff_of
from shapan.games import game as find
from shapan.games import games as titles
from shapan.kernel import ShapanError
from shapan.kernel.mixtures import FILE, Told
from shapan.kernel.reading import read_json

from . import league as room
from . import league_page
from .crews import ALONE, Crew
from .league import STAFF, League
from .verdict import verdict

PLAYERS: Final = 2
"""A league is for two sides."""
LEAST: Final = 0.02
"""The share below which an officer is left out of the mixture that leads a staff."""
OPENING: Final = """# The league

Officers of both sides of every title against each other ([what a league is](bots.md#the-league)).
`shapan league all --docs docs`, or one title in the place of `all`, goes on with the tables in `docs/league`, writes
this page anew, and with it the mixtures by which the bot `staff` is led; with `--games 0` it only writes. `--prove N`
lets every officer of a title play against that bot, at most so many games: the last column.

Results of earlier rules or another staff are not mixed in unless `--keep` asks for it; `--anew` begins all tables anew.
A league is told of as soon as everybody has met everybody. Few games have been played so far: an interval says how much
they leave open, and a share of 0 to 100 percent that nothing is known yet about who belongs to the best mixture. The
score of a cell with few games leans towards the middle.
"""


def tables(folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Title, scenario and file of every league that there can be."""
    for name in titles():
        game = find(name)
        if game.staff is None:
            continue
        for scenario in game.scenarios:
            if len(game.sides_in(scenario)) == PLAYERS:
                yield name, scenario, table(folder, name, scenario)


def table(folder: Path, name: str, scenario: str | None) -> Path:
    """The file of one league."""
    known = find(name).scenarios
    return folder / (f"{name}.json" if len(known) == 1 else f"{name}-{scenario or next(iter(known))}.json")


def play_on(
    folder: Path,
    games: int,
    seed: int,
    crew: Crew = ALONE,
    *,
    anew: bool = False,
    keep: bool = False,
    tell: Callable[[str], None] | None = None,
) -> None:
    """This many more games of every league; each begins where it stopped, with the seed that it began with."""
    for name, scenario, path in tables(folder):
        begun = read(path).seed if path.exists() and not anew else seed
        known = room.resume(room.begin(name, scenario, begun), path, anew=anew, keep=keep)
        room.run(known, games, crew, path)
        if tell:
            tell(f"{name}, {scenario}: {known.games} games")


def read(path: Path) -> League:
    """A table as it was kept."""
    try:
        return read_json(path.read_bytes(), League)
    except msgspec.MsgspecError as error:
        raise ShapanError(f"{path} is no league: {error}") from None


def told(folder: Path) -> Iterator[League]:
    """The leagues in which everybody has met everybody."""
    for _, _, path in tables(folder):
        if path.exists():
            found = read(path)
            if found.counts().min() > 0:
                yield found


def page(folder: Path) -> str:
    """What the tables say, as one page of the documents."""
    return "\n".join([OPENING, *(league_page.markdown(verdict(found), found.edition) for found in told(folder))])


def mixtures(folder: Path) -> dict[str, dict[str, Told]]:
    """The best mixtures that the tables tell of, by title and scenario."""
    found: dict[str, dict[str, Told]] = {}
    for whole in told(folder):
        league = whole.of_officers()
        best, sides = league.equilibrium(), find(league.game).sides_in(league.scenario)
        halves = zip(sides, (league.rows, league.columns), (best.rows, best.columns), strict=True)
        shares = {side: _mixture(names, parts) for side, names, parts in halves}
        news = Told(shares, league.games, league.seed, league.edition)
        found.setdefault(league.game, {})[league.scenario] = news
    return found


def _mixture(names: Sequence[str], parts: Sequence[float]) -> dict[str, float]:
    """The officers of a side who belong to its best mixture; who hardly does is left out."""
    kept = {name: part for name, part in zip(names, parts, strict=True) if part >= LEAST}
    whole = sum(kept.values())
    return {name.removeprefix(f"{STAFF}:"): round(part / whole, 3) for name, part in kept.items()}


def tell(docs: Path) -> None:
    """Write what the tables say: the page, and the mixtures beside the staffs."""
    folder = docs / "league"
    (docs / "league.md").write_text(page(folder), encoding="utf-8")
    for name, news in mixtures(folder).items():
        path = file_of(name)
        known = read_json(path.read_bytes(), dict[str, Told]) if path.exists() else {}
        path.write_bytes(msgspec.json.format(msgspec.json.encode(known | news), indent=1) + b"\n")


def file_of(name: str) -> Path:
    """Where the staff of a game keeps its mixtures."""
    return Path(str(resources.files(type(staff_of(find(name))).__module__).joinpath(FILE)))
