"""All leagues together: a small table of results for every scenario of every title, and the page that tells of them.

The tables lie in one folder, each in a file of its own. The page is written from them alone, so that whoever has the
folder can write it again without playing a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from shapan.games import game as find
from shapan.games import games as titles
from shapan.kernel import ShapanError
from shapan.kernel.reading import read_json

from . import league as room
from . import league_page
from .crews import ALONE, Crew
from .league import League
from .verdict import verdict

PLAYERS: Final = 2
"""A league is for two sides."""
OPENING: Final = """# The league

Officers of both sides of every title against each other ([what a league is](bots.md#the-league)).
`shapan league all --docs docs` goes on with the tables in `docs/league` and writes this page anew; with `--games 0` it
only writes the page.

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
                short = name if len(game.scenarios) == 1 else f"{name}-{scenario}"
                yield name, scenario, folder / f"{short}.json"


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


def page(folder: Path) -> str:
    """What the tables say, as one page of the documents."""
    parts = [OPENING]
    for _, _, path in tables(folder):
        if path.exists():
            found = read(path)
            if found.counts().min() > 0:
                parts.append(league_page.markdown(verdict(found), found.edition))
    return "\n".join(parts)
