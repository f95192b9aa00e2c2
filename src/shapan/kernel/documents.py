"""The Board document as every game frames it: what follows from its files, around what it draws itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .board import Board, Chart, MapSheet, PieceEntry, RuleEntry, SideEntry, Source, Style, TurnBox
from .reading import read

if TYPE_CHECKING:
    from .game import Game
    from .position import Book


def board_of(
    game: Game,
    book: Book,
    sheet: MapSheet,
    *,
    pieces: Sequence[PieceEntry],
    charts: Sequence[Chart],
    track: Sequence[TurnBox],
) -> Board:
    """The Board of a scenario: what a game draws and lists itself, in the frame that its files give."""
    return Board(
        game=game.id,
        title=game.title,
        scenario=book.scenario,
        data_version=game.data_version,
        ground=sheet.ground,
        width=sheet.width,
        height=sheet.height,
        piece=sheet.piece,
        outline=sheet.outline,
        styles=sheet.styles,
        layers=sheet.layers,
        places=sheet.places,
        pieces=pieces,
        sides=side_entries(game, game.data.table("style.toml")["sides"]),
        charts=charts,
        track=track,
        rules=rule_entries(game),
        rulings=ruling_entries(game),
        sources=sources(game),
        texts=game.texts.texts,
        grounds=sheet.grounds,
        scale=sheet.scale,
        measure=sheet.measure,
        north=sheet.north,
    )


def rule_entries(game: Game) -> list[RuleEntry]:
    """Every case of the rulebook in our own words."""
    return [RuleEntry(case.id, case.title, case.summary, case.status, case.rulings) for case in game.rules.case]


def ruling_entries(game: Game) -> list[dict[str, Any]]:
    """Every ruling: question, reading and why."""
    return [
        {"id": r.id, "cases": r.cases, "question": r.question, "reading": r.reading, "why": r.why}
        for r in game.rules.ruling
    ]


def styles(table: Mapping[str, Any]) -> dict[str, Style]:
    """How things look, from a table of a game's style file."""
    return {name: read(_plain(look), Style) for name, look in table.items() if name != "provenance"}


def side_entries(game: Game, style: Mapping[str, Mapping[str, Any]]) -> list[SideEntry]:
    """The sides as they look, from the ``[sides]`` table of a game's style file."""
    return [SideEntry(side, game.texts.texts.get(f"word.{side}", side), **_plain(style[side])) for side in game.sides]


def _plain(look: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in look.items() if key != "provenance"}


def sources(game: Game) -> list[Source]:
    """Where each block of the data files comes from."""
    return [source for name in game.data.names() for source in _blocks(game.data.table(name), name)]


def _blocks(table: Mapping[str, Any], where: str) -> Iterator[Source]:
    for key, block in table.items():
        for entry in block if isinstance(block, list) else [block]:
            if isinstance(entry, Mapping):
                yield from _entry(entry, f"{where}: {key}")


def _entry(entry: Mapping[str, Any], where: str) -> Iterator[Source]:
    stated = [str(value) for field, value in entry.items() if field.endswith("provenance")]
    if not stated:
        yield from _blocks(entry, where)
        return
    name = str(entry.get("name", "") or entry.get("id", ""))
    for text in stated:
        kind, _, note = text.partition(":")
        yield Source(f"{where} {name}".strip(), kind.strip(), note.strip())
