"""The short messages of the server to a socket, besides states, patches, chat and thoughts, which are documents with a
``t``. The client's types are made of them (:mod:`.wire`)."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from shapan.kernel import Outcome

from .documents import GameDocument


class News(msgspec.Struct, tag_field="t", frozen=True):
    """Base of them all."""


class GameNews(News, tag="game", frozen=True):
    """Something about the game itself has changed: who sits where, or what is being asked."""

    game: GameDocument


class AckNews(News, tag="ack", frozen=True):
    """What the client called ``cid`` has been done."""

    cid: str | None
    seq: int


class PresenceNews(News, tag="presence", frozen=True):
    """Who is here."""

    online: dict[str, bool]
    """By side; bots are always."""
    watchers: int


class OverNews(News, tag="over", frozen=True):
    """The end, with the seed that proves the dice."""

    outcome: Outcome | None
    seed: str
    result: str


class PongNews(News, tag="pong", frozen=True):
    """The answer to a ping."""


AnyNews: TypeAlias = GameNews | AckNews | PresenceNews | OverNews | PongNews
