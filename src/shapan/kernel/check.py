"""Is the data of a game right? Its findings theme by theme, and the theme that every game has: provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from .data import PROVENANCE, DataFolder, blocks_without_provenance
from .errors import BadData

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

S = TypeVar("S")
"""What the checks of a game look at."""


class Finding(msgspec.Struct, frozen=True):
    """One check of the data: what was checked, and whether it holds."""

    what: str
    holds: bool
    evidence: str = ""


Theme: TypeAlias = Callable[[S], Iterator[Finding]]


def findings(data: DataFolder, read: Callable[[], S], themes: Iterable[Theme[S]]) -> list[Finding]:
    """All findings, the game's own themes first; data that cannot even be read is the only one."""
    try:
        sheets = read()
        return [*(finding for theme in themes for finding in theme(sheets)), *provenance(data)]
    except (BadData, LookupError, TypeError, ValueError) as error:
        return [Finding(f"the data can be read: {type(error).__name__}: {error}", holds=False)]


def checked(read: Callable[[Game], S], themes: Iterable[Theme[S]]) -> Callable[[Game], list[Finding]]:
    """The check of a game: what is read of its data, held against its themes."""
    return lambda game: findings(game.data, lambda: read(game), themes)


def laid_out(game: Game) -> Position[Any]:
    """The first scenario as its data has just been compiled, after set-up and before anything happens."""
    pos = game.set_up(game.compile(next(iter(game.scenarios)), game.chosen({})))
    pos.derive()
    return pos


def provenance(data: DataFolder) -> Iterator[Finding]:
    """Every block of every file says where it comes from, in the words that we use for it."""
    for name in data.names():
        table = data.table(name)
        silent = [] if "provenance" in table else list(blocks_without_provenance(table, name))
        yield Finding(f"every block of {name} has a provenance" + "".join(f"; {line}" for line in silent), not silent)
        odd = [text for text in _stated(table) if text.split(":")[0] not in PROVENANCE]
        yield Finding(f"the provenances of {name} are known words" + "".join(f", not {text}" for text in odd), not odd)


def _stated(block: Any) -> Iterator[str]:
    """Every provenance in a block, however deep."""
    if isinstance(block, list):
        for entry in block:
            yield from _stated(entry)
    elif isinstance(block, Mapping):
        for key, value in block.items():
            if "provenance" in key:
                yield str(value)
            else:
                yield from _stated(value)
