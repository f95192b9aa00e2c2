"""The parts of a Board document that follow from any game's files: rules, rulings, provenance, texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .board import RuleEntry, SideEntry, Source

if TYPE_CHECKING:
    from .game import Game


def rule_entries(game: Game) -> list[RuleEntry]:
    """Every case of the rulebook in our own words."""
    return [RuleEntry(case.id, case.title, case.summary, case.status, case.rulings) for case in game.rules.case]


def ruling_entries(game: Game) -> list[dict[str, Any]]:
    """Every ruling: question, reading and why."""
    return [
        {"id": r.id, "cases": r.cases, "question": r.question, "reading": r.reading, "why": r.why}
        for r in game.rules.ruling
    ]


def side_entries(game: Game, style: Mapping[str, Mapping[str, Any]]) -> list[SideEntry]:
    """The sides as they look, from the ``[sides]`` table of a game's style file."""
    looks = {side: {k: v for k, v in style[side].items() if k != "provenance"} for side in game.sides}
    return [SideEntry(side, game.texts.texts.get(f"word.{side}", side), **looks[side]) for side in game.sides]


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
