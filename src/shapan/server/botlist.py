"""The bots as the lobby lists them; what they are follows from their classes."""

from __future__ import annotations

from functools import cache
from inspect import getdoc

from shapan.bots import BOTS, Bot, bots
from shapan.games import game, games

from .documents import BotDocument


@cache
def _with_staff() -> tuple[str, ...]:
    return tuple(title for title in games() if game(title).staff is not None)


def has_staff(title: str) -> bool:
    """Does the title have a staff, which plays and gives hints?"""
    return title in _with_staff()


def _titles(kind: type[Bot]) -> tuple[str, ...] | None:
    """What a bot can play; None for everything."""
    if kind.titles is None and not kind.needs_staff:
        return None
    return tuple(title for title in games() if kind.plays(game(title)))


def bot_documents(title: str | None = None) -> list[BotDocument]:
    """All bots, or those that can play this title."""
    found = []
    for name in bots():
        kind = BOTS[name]
        titles = _titles(kind)
        if title is None or titles is None or title in titles:
            summary = (getdoc(kind) or "").partition("\n")[0]
            found.append(BotDocument(name, kind.title or name.replace("_", " ").capitalize(), summary, titles))
    return [*found, *_styles(title)]


@cache
def _styles(title: str | None) -> tuple[BotDocument, ...]:
    """The staff in another style, where all sides of a title have an officer of the same name."""
    known: dict[str, list[str]] = {}
    for each in _with_staff() if title is None else (title,) if has_staff(title) else ():
        staff = game(each).staff
        assert staff is not None
        sides = [staff.officers(side) for side in staff.sides]
        for name in sides[0] if sides else ():
            if all(name in officers for officers in sides):
                known.setdefault(name, []).append(each)
    return tuple(
        BotDocument(f"staff:{name}", f"Staff, {name}", f"The staff in another style: {name}.", tuple(titles))
        for name, titles in known.items()
    )
