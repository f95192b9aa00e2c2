"""The messages of the server to a socket; some are documents that a request is answered with as well, with a ``t``.
The client's types are made of them (:mod:`.wire`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from shapan.kernel import Outcome

from .documents import (
    ChatLine,
    EntryDocument,
    ExplainDocument,
    GameDocument,
    ProblemDocument,
    Standing,
    StateDocument,
    Thinking,
)


class Notice(msgspec.Struct, tag_field="t", frozen=True):
    """Base of them all."""


class StateNotice(StateDocument, tag_field="t", tag="state", frozen=True, kw_only=True):
    """Everything, for somebody who knows nothing yet."""

    game: GameDocument


class PatchNotice(StateDocument, tag_field="t", tag="patch", frozen=True, kw_only=True):
    """What has happened since a viewer's number, with the View of now."""

    since: int = msgspec.field(name="from")
    entries: Sequence[EntryDocument]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """How a document has become another (:mod:`.deltas`), in one of three ways."""

    value: Any = msgspec.field(name="is", default=msgspec.UNSET)
    """It is now this."""
    inside: Mapping[str, Change] | msgspec.UnsetType = msgspec.field(name="in", default=msgspec.UNSET)
    """Some keys have changed, and some have gone."""
    gone: Sequence[str] | msgspec.UnsetType = msgspec.UNSET
    steps: Sequence[int | Sequence[Any]] | msgspec.UnsetType = msgspec.field(name="list", default=msgspec.UNSET)
    """An array: so many elements are kept; a negative number leaves so many out; an array holds new ones."""


class ChangeNotice(Standing, tag_field="t", tag="patch", frozen=True, kw_only=True):
    """The same as :class:`PatchNotice` for whoever has the View of then."""

    since: int = msgspec.field(name="from")
    entries: Sequence[EntryDocument]
    change: Change


class ChatNotice(ChatLine, tag_field="t", tag="chat", frozen=True):
    """A line of chat."""


class ThinkingNotice(Thinking, tag_field="t", tag="thinking", frozen=True):
    """A bot is still thinking."""


class GameNotice(Notice, tag="game", frozen=True):
    """Something about the game itself has changed: who sits where, or what is being asked."""

    game: GameDocument


class AckNotice(Notice, tag="ack", frozen=True):
    """What the client called ``cid`` has been done."""

    cid: str | None
    seq: int


class ErrNotice(Notice, tag="err", frozen=True):
    """What the client called ``cid`` has not been done."""

    cid: str | None
    problem: ProblemDocument


class ExplainedNotice(ExplainDocument, tag_field="t", tag="explained", frozen=True, kw_only=True):
    """The answer to a question whether the rules allow an action."""

    cid: str


class PresenceNotice(Notice, tag="presence", frozen=True):
    """Who is here."""

    online: dict[str, bool]
    """By side; bots are always."""
    watchers: int


class OverNotice(Notice, tag="over", frozen=True):
    """The end, with the seed that proves the dice."""

    outcome: Outcome | None
    seed: str
    result: str


class PongNotice(Notice, tag="pong", frozen=True):
    """The answer to a ping."""


AnyNotice: TypeAlias = (
    StateNotice
    | PatchNotice
    | ChangeNotice
    | ChatNotice
    | ThinkingNotice
    | GameNotice
    | AckNotice
    | ErrNotice
    | ExplainedNotice
    | PresenceNotice
    | OverNotice
    | PongNotice
)
