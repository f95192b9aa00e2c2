"""Entries: what a game is made of. An append-only, hash-chained list of actions, dice and take-backs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final

import msgspec

from shapan.kernel import DICE, Event

ACT: Final = "act"
BACK: Final = "back"
AGAIN: Final = "again"
"""What others did besides after an action that was undone: it stays done, and is part of that take-back."""
STANDS: Final = "stands"
"""An earlier action once more: the players have agreed that it stands, should the rules of today not allow it."""


class Entry(msgspec.Struct, frozen=True):
    """One line. ``ply`` is how many actions the present line has after it."""

    seq: int
    kind: str
    ply: int
    author: str
    text: str
    note: str
    """Text key of a remark of the server about this entry, for example that a bot was late; usually empty."""
    cid: str | None
    at: str
    hash: str
    events: Sequence[Event] = ()
    """Told by the engine when the entry is played; never stored, always the same."""

    @property
    def begins(self) -> bool:
        """Did somebody do this, so that what follows from it is seen along with it?"""
        return self.author != DICE and self.kind != AGAIN


def now() -> str:
    """The time as it is stored and sent."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def link(before: str, entry: Entry) -> str:
    """The hash of an entry: covers its contents and the hash before it."""
    content = [before, entry.seq, entry.kind, entry.ply, entry.author, entry.text, entry.note, entry.cid, entry.at]
    return blake2b(msgspec.json.encode(content), digest_size=16, person=b"shapan-entry").hexdigest()


def seal(before: str, entry: Entry) -> Entry:
    """The same entry with the hash that belongs to its contents."""
    return msgspec.structs.replace(entry, hash=link(before, entry))
