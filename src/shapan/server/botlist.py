"""The bots as the lobby lists them; what they are follows from their classes."""

from __future__ import annotations

from functools import cache
from inspect import getdoc

from shapan.bots import BOTS
from shapan.games import game, games

from .documents import BotDocument


@cache
def _with_staff() -> tuple[str, ...]:
    return tuple(title for title in games() if game(title).staff is not None)


def has_staff(title: str) -> bool:
    """Does the title have a staff, which plays and gives hints?"""
    return title in _with_staff()


def bot_documents(title: str | None = None) -> list[BotDocument]:
    """All bots, or those that can play this title."""
    found = []
    for name, maker in BOTS.items():
        titles = _with_staff() if maker.needs_staff else None
        if title is None or titles is None or title in titles:
            summary = (getdoc(maker) or "").partition("\n")[0]
            found.append(BotDocument(name, name.replace("_", " ").capitalize(), summary, titles))
    return found
