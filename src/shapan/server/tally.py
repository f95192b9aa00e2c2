"""Tallies: how each of those who look counts a game.

Whoever looks through a side, or watches, is told of what that side can see and of nothing else, and his numbers count
just that: how often others have decided something in secret shows nowhere. What is stored has numbers of its own, which
no client ever gets to know before the game is over; tallies follow from it, so that they are the same after a restart
and in another process.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from shapan.kernel import Side

from .entries import AGAIN, BACK, Entry

REMARK = "event.bot_"
"""What the server remarks about a bot is told along with what the bot did, but does not tell that it did something."""


class Tally:
    """The entries that one viewer has seen, numbered from 1, and the actions of the present line among them."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        """Which entries of the game they are."""
        self._plies: list[int] = []
        """How many actions of the present line this viewer knew after each of them."""
        self._line: list[int] = []
        """After which action of the game's present line each of those came."""
        self._taken: dict[int, int] = {}
        """How many of those each take-back took away."""

    @property
    def seq(self) -> int:
        """The number of the last entry that this viewer has seen."""
        return len(self.seen)

    @property
    def ply(self) -> int:
        """How many actions the present line has for this viewer."""
        return len(self._line)

    def note(self, batch: Sequence[Entry], shown: Sequence[Entry], *, passed: bool = False) -> None:
        """These entries have been made, and of them these are seen. ``passed``: the rules of today pass them over."""
        if batch[0].kind == BACK and not shown:  # what is gone he never knew; what came after it is one earlier now
            self._line = [ply - (ply > batch[0].ply) for ply in self._line]
        for entry in shown:
            if entry.kind == BACK:
                self._taken[entry.seq] = self.losses(batch)
                del self._line[self.own_ply(entry.ply) :]
            elif not passed:
                self._line.append(entry.ply)
            self.seen.append(entry.seq)
            self._plies.append(len(self._line))

    def losses(self, batch: Sequence[Entry]) -> int:
        """How many actions that this viewer has seen a take-back takes away, those that stay done not counted."""
        if batch[0].kind != BACK:
            return 0
        undone = batch[0].ply + 1
        later = self._line[self.own_ply(undone - 1) :]
        return later.count(undone) if batch[-1].kind == AGAIN else len(later)

    def number(self, entry: int) -> int:
        """How many of the first so many entries of the game this viewer has seen."""
        return bisect_right(self.seen, entry)

    def after(self, number: int, limit: int | None = None) -> Iterator[tuple[int, int, int]]:
        """What came after this viewer's number: which entry, its number for him, and his ply after it."""
        end = self.seq if limit is None else min(self.seq, number + limit)
        for at in range(number, end):
            yield self.seen[at], at + 1, self._plies[at]

    def taken(self, entry: int) -> int:
        """How many actions of those that this viewer had seen a take-back took away."""
        return self._taken.get(entry, 0)

    def own_ply(self, ply: int) -> int:
        """How many of the first so many actions of the present line this viewer knows."""
        return bisect_right(self._line, ply)

    def true_ply(self, own: int) -> int | None:
        """After how many actions the game stood when the next one that this viewer knows was taken; None: it stands."""
        return self._line[own] - 1 if 0 <= own < self.ply else None

    def before_last(self) -> int:
        """After how many actions the game stood before the last one that this viewer knows; -1 without any."""
        return self._line[-1] - 1 if self._line else -1


def is_told(entry: Entry, side: Side) -> bool:
    """Does this entry tell a viewer anything? (A take-back tells him what it takes from him, and nothing else.)"""
    return entry.kind != BACK and any(
        event.known_to(side) and not event.key.startswith(REMARK) for event in entry.events
    )
