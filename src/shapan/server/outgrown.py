"""Games that rules have outgrown: somebody has played what would not be legal today, and the game stands before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from shapan.kernel import BadNotation, Match, Refusal

from .entries import BACK, Entry


class Outgrown(msgspec.Struct, frozen=True):
    """The first entry that the rules, as they are read today, do not allow any more; all before it can be played."""

    seq: int
    author: str
    rolls: int
    """How many answers the dice had given before it."""
    old_reading: bool = False
    """Can it, and all that came after it, be carried out as it was played?"""

    def passed_over(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries of a game that the rules of today pass over, without those that were taken back."""
        line: list[Entry] = []
        for entry in entries[self.seq - 1 :]:
            if entry.kind == BACK:
                line = [one for one in line if one.ply <= entry.ply]
            else:
                line.append(entry)
        return line


def can_stand(match: Match, entries: Iterable[Entry]) -> bool:
    """Can these be carried out, from where the match stands, as they were played?"""
    pos, game = match.position.copy(), match.record.game
    try:
        for entry in entries:
            action = game.parse(pos, entry.text)
            if action.author(pos.actor) != entry.author:
                return False
            pos.let_stand(action)
    except (Refusal, BadNotation):
        return False
    return True
