"""Players. A bot is asked for one action at a time and sees nothing that its side may not know.

============================  ==========================================================================
``random``, ``staff`` …       a kind of bot: one of ours, or what another package declares as an entry
                              point of the group ``shapan.bots``
``staff:bold``                a kind of bot that takes a word: the staff led by its officer of that name
``package.module:Class``      any subclass of :class:`Bot`, by its import path
============================  ==========================================================================
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from shapan.kernel import Action, Position, ShapanError
from shapan.kernel.errors import shown
from shapan.kernel.registry import Registry

from .bot import Bot


def _kind(name: str, found: Any) -> type[Bot]:
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ShapanError(f"{shown(found)} is no bot: a bot is a subclass of shapan.bots.Bot")
    return found


BOTS: Final[Registry[type[Bot]]] = Registry("shapan.bots", "bot", _kind)
"""Every kind of bot by name."""
BOTS.bring(
    {
        "random": "shapan.bots.random:RandomBot",
        "recruit": "shapan.bots.levels:RecruitBot",
        "officer": "shapan.bots.levels:OfficerBot",
        "staff": "shapan.bots.staff:StaffBot",
        "search": "shapan.bots.search:SearchBot",
    }
)


def bots() -> tuple[str, ...]:
    """The names of all kinds of bots: ours, then those of other packages."""
    return BOTS.names()


def kind(name: str) -> type[Bot]:
    """The class behind a name; an error tells what there is."""
    head, colon, _ = name.partition(":")
    return BOTS.at(name) if colon and head not in BOTS else BOTS[head]


def bot(name: str, seed: object) -> Bot:
    """A new bot of this name; the same seed makes the same choices."""
    made, rng = kind(name), Random(f"{name} {seed}")
    head, _, word = name.partition(":")
    return made.led(rng, word) if word and head in BOTS else made(rng)


def ask(player: Bot, pos: Position[Any], rng: Random) -> Action:
    """Let a bot decide for the acting side from that side's knowledge alone."""
    return player.choose(pos.imagine(pos.actor, rng) if player.needs_world else pos)


__all__ = ["BOTS", "Bot", "ask", "bot", "bots", "kind"]
