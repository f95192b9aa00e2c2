"""Players. A bot is asked for one action at a time and sees nothing that its side may not know."""

from __future__ import annotations

from random import Random
from typing import Any

from shapan.kernel import Action, Position, Unknown

from .bot import Bot
from .random import RandomBot
from .search import SearchBot
from .staff import StaffBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "staff": StaffBot, "search": SearchBot}
"""Every kind of bot by name; each is made with its own stream of random numbers."""


def bot(name: str, seed: object) -> Bot:
    """A new bot of this kind; the same seed makes the same choices.

    ``staff:bold`` is the staff led by its officer of that name.
    """
    kind, colon, officer = name.partition(":")
    rng = Random(f"{name} {seed}")
    if kind == StaffBot.name and colon:
        return StaffBot(rng, officer)
    if name not in BOTS:
        raise Unknown("bot", name, BOTS)
    return BOTS[name](rng)


def ask(player: Bot, pos: Position[Any], rng: Random) -> Action:
    """Let a bot decide for the acting side from that side's knowledge alone."""
    return player.choose(pos.imagine(pos.actor, rng) if player.needs_world else pos)
