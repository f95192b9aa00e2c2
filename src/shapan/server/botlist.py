"""The bots as the lobby lists them; what they are follows from their classes."""

from __future__ import annotations

from inspect import getdoc

from shapan.bots import BOTS

from .documents import BotDocument


def bot_documents(title: str | None = None) -> list[BotDocument]:
    """All bots, or those that play this title. A bot made for some titles only names them in ``titles``."""
    found = []
    for name, maker in BOTS.items():
        titles = getattr(maker, "titles", None)
        if title is None or titles is None or title in titles:
            summary = (getdoc(maker) or "").partition("\n")[0]
            found.append(BotDocument(name, name.replace("_", " ").capitalize(), summary, titles))
    return found
