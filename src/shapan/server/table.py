"""A table: one game in memory, rebuilt from its entries. It plays and shows; others store and send."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from shapan.kernel import DICE, Action, BadNotation, Event, Match, Position, Referee, Refusal, Share, Side, View
from shapan.kernel.game import Game
from shapan.kernel.record import result_text

from .deltas import Cut, change
from .entries import ACT, BACK, Entry, link, now, seal

FORMER = 3
"""How many former Views are kept."""
WORTH = 0.7
"""A difference that is nearly as large as the whole is not worth the trouble."""
MOST_EARLIER = 256
"""How many Views of earlier moments are kept."""
CHECKPOINT = 16
"""Every so many plies a copy of the position is kept for the replay."""


class DamagedChain(Exception):
    """The stored entries of a game do not fit together."""


class Outgrown(msgspec.Struct, frozen=True):
    """The first entry that the rules, as they are read today, do not allow any more; all before it can be played."""

    seq: int
    author: str


class Table:
    """Match, log and views of one game.

    :meth:`play` and :meth:`go_back` change the match and return new entries; these become visible, in views and log,
    only with :meth:`publish`, which is called once they are on disk.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries: list[Entry] = []
        self.position: Position[Any] = match.position.copy()
        self.imported = False
        """A record that somebody brought along: nothing in it is secret."""
        self.counsel = True
        """May players see the chances of what they are about to do?"""
        self.cids: dict[tuple[str, str], int] = {}
        self._ply = 0
        self.outgrown: Outgrown | None = None
        """Set when the game was played under a reading that has been corrected since: it stands before that entry."""
        self._beside: set[int] = set()
        """Entries of sides that were not asked: what they did besides has nothing to do with the decision."""
        self._views: dict[str, Cut] = {}
        self._former: OrderedDict[tuple[int, str], Cut] = OrderedDict()
        """Views that have been sent not long ago: the next ones are told as differences to them."""
        self._changes: dict[tuple[int, str], bytes | None] = {}
        """The differences between those and the present ones, as far as somebody has asked for them."""
        self._earlier: dict[tuple[str, int], bytes] = {}
        self._checkpoints: dict[int, Position[Any]] = {0: match.position.copy()}

    @classmethod
    def restored(
        cls,
        game: Game,
        scenario: str,
        options: dict[str, Any],
        seed: bytes,
        rows: Iterable[Entry],
        shares: Mapping[Side, Share] | None = None,
    ) -> Table:
        """The game as its stored entries leave it."""
        table = cls(Match(game, scenario, options, Referee(seed or None)))
        if shares:
            table.match.share(shares)
        table.follow(rows)
        return table

    def follow(self, rows: Iterable[Entry]) -> None:
        """Play stored entries that come after those which this table knows.

        What the rules do not allow any more is passed over if it was taken back later; otherwise the game stands there.
        """
        new: list[Entry] = []
        for row in rows:
            if row.hash != link(self._tip(new), row) or row.seq != self.seq + len(new) + 1:
                raise DamagedChain(f"entry {row.seq} does not continue the chain")
            actor = self.match.position.actor
            new.append(replace(row, events=self._again(row)))
            self._note_beside(row, actor)
        self.publish(new)

    def _again(self, row: Entry) -> Sequence[Event]:
        if row.kind == BACK:
            return self._back_again(row)
        events: list[Event] = []
        if self.outgrown is None:
            try:
                self._push_again(row, events)
            except (Refusal, BadNotation):
                self.outgrown = Outgrown(row.seq, row.author)
        if self.outgrown is not None:
            self.match.rolls += row.author == DICE  # the stream of rolls goes on behind those that were used
            return ()
        self._keep_checkpoint()
        return (*_remark(row.note, row.author), *events)

    def _push_again(self, row: Entry, events: list[Event]) -> None:
        pos = self.match.position
        if self.match.record.game.parse(pos, row.text).author(pos.actor) != row.author:  # somebody else is asked today
            raise Refusal("0", "refusal.out_of_turn")
        self.match.push_again(row.text, events.append)

    def _back_again(self, row: Entry) -> Sequence[Event]:
        if self.outgrown is not None and row.ply > len(
            self.match.record
        ):  # from what was passed over to what was passed over
            return ()
        return (_taken_back(row.author, self._return(row.ply, row.author)),)

    def _return(self, to: int, side: Side) -> int:
        """Go back in the match, or from what was passed over to where it stands; how many actions were taken back."""
        count = len(self.match.record) - to
        if count:
            self.match.go_back(to, side)
        else:
            self.match.asked = None
            self.match.record.skip_rolls(self.match.rolls)
        self.outgrown = None
        self._checkpoints = {ply: pos for ply, pos in self._checkpoints.items() if ply <= to}
        return count

    # --- what happens ----------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the last published entry."""
        return len(self.entries)

    @property
    def ply(self) -> int:
        """How many actions the present line has."""
        return self._ply

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    @property
    def revealed(self) -> bool:
        """Is nothing secret any more?"""
        return self.over or self.imported

    @property
    def result(self) -> str:
        return result_text(self.position)

    def play(self, action: Action, *, cid: str | None = None, note: str = "") -> list[Entry]:
        """A legal action and the dice that follow it at once. Raises the Refusal if it is not legal."""
        new: list[Entry] = []
        events: list[Event] = []
        actor = self.match.position.actor
        self.match.push(action, events.append)
        self._note(new, events, cid, note)
        self._note_beside(new[0], actor)
        self._roll(new)
        return new

    def start(self) -> list[Entry]:
        """What the dice owe before anybody acts."""
        new: list[Entry] = []
        self._roll(new)
        return new

    def _roll(self, new: list[Entry]) -> None:
        while self.match.position.actor == DICE:
            events: list[Event] = []
            self.match.roll_once(events.append)
            self._note(new, events)

    def go_back(self, to: int, side: Side, cid: str | None = None) -> list[Entry]:
        """Take back everything after ply ``to``; in a game that the rules have outgrown, what they do not allow."""
        told = (_taken_back(side, self._return(to, side)),)
        new = [seal(self._tip([]), Entry(self.seq + 1, BACK, to, side, str(to), "", cid, now(), "", told))]
        self._roll(new)
        return new

    def _note(self, new: list[Entry], events: list[Event], cid: str | None = None, note: str = "") -> None:
        author, text = self.match.record.moves[-1]
        told = (*_remark(note, author), *events)
        seq, ply = self.seq + len(new) + 1, len(self.match.record)
        new.append(seal(self._tip(new), Entry(seq, ACT, ply, author, text, note, cid, now(), "", told)))
        self._keep_checkpoint()

    def _note_beside(self, entry: Entry, actor: str) -> None:
        if entry.kind == ACT and entry.author not in (actor, DICE):
            self._beside.add(entry.seq)

    def only_free_since(self, seq: int, mine: Iterable[Side]) -> bool:
        """Have others done nothing but free actions since, so that what these sides saw still holds for them?"""
        sides = set(mine)
        later = self.entries[seq:]
        return bool(later) and all(one.seq in self._beside and one.author not in sides for one in later)

    def _tip(self, new: list[Entry]) -> str:
        last = new[-1] if new else self.entries[-1] if self.entries else None
        return last.hash if last else ""

    def _keep_checkpoint(self) -> None:
        ply = len(self.match.record)
        if ply % CHECKPOINT == 0:
            self._checkpoints[ply] = self.match.position.copy()

    def publish(self, new: Sequence[Entry]) -> None:
        """These entries are on disk: from now on they are seen."""
        for side, view in tuple(self._views.items()):  # a thread may just be adding one
            self._former[self.seq, side] = view
        while len(self._former) > FORMER:
            self._former.popitem(last=False)
        self.entries.extend(new)
        self._ply = len(self.match.record)
        self.position = self.match.position.copy()
        self._views, self._changes = (
            {},
            {},
        )  # new ones: whoever is still drawing the old position puts it where nobody looks any more
        if any(entry.kind == BACK for entry in new) or self.over:
            self._earlier = {}  # a new one, for the same reason
        for entry in new:
            if entry.cid is not None:
                self.cids[entry.author, entry.cid] = entry.seq

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, side: Side) -> bytes:
        """The View of a side as JSON, drawn and encoded once per sequence number. May be called in any thread."""
        views, position = self._views, self.position
        if side not in views:
            views[side] = Cut(self._shown_view(position.copy().view(side)).to_json())
        return views[side].text

    def _shown_view(self, view: View) -> View:
        """Without the chances of an attack, where the players have agreed on no counsel."""
        if self.counsel or not view.previews:
            return view
        return replace(view, previews=[replace(each, chances=()) for each in view.previews])

    def has_view(self, side: Side) -> bool:
        """Has it been drawn?"""
        return side in self._views

    def changed(self, side: Side, since: int) -> bytes | None:
        """What has changed in a side's View since this entry; None if that View is not known, or too much has. Worked
        out once. May be called in any thread."""
        views, changes, key = self._views, self._changes, (since, side)
        former = self._former.get(key)
        if former is None:
            return None
        if key not in changes:
            whole = len(self.view(side))
            difference = encode(change(former, views[side])) if side in views else None
            changes[key] = difference if difference is not None and len(difference) < whole * WORTH else None
        return changes[key]

    def draw(self, wanted: Iterable[tuple[Side, int | None]]) -> None:
        """Have the Views of these sides ready, and what has changed in them since these entries. In any thread."""
        for side, since in wanted:
            self.view(side)
            if since is not None:
                self.changed(side, since)

    def view_at(self, side: Side, ply: int) -> bytes:
        """What a side knew after the first ``ply`` actions of the present line, without options. In any thread."""
        earlier, key = self._earlier, (side, ply)
        found = earlier.get(key)
        if found is None:
            found = _bare(self.position_at(ply).view(side)).to_json()
            if len(earlier) >= MOST_EARLIER:
                earlier.clear()
            earlier[key] = found
        return found

    def has_view_at(self, side: Side, ply: int) -> bool:
        """Has this earlier View been drawn?"""
        return (side, ply) in self._earlier

    def position_at(self, ply: int) -> Position[Any]:
        """The position after the first ``ply`` actions of the present line."""
        start = max(at for at in tuple(self._checkpoints) if at <= ply)  # a thread may just be adding one
        pos = self._checkpoints[start].copy()
        game = self.match.record.game
        for _, text in self.match.record.moves[start:ply]:
            pos.apply(game.parse(pos, text))
        return pos

    def log(self, side: Side, since: int, limit: int | None = None) -> list[dict[str, Any]]:
        """The entries after ``since`` as this side may know them."""
        end = None if limit is None else since + limit
        return [self._shown(entry, side) for entry in self.entries[since:end]]

    def _shown(self, entry: Entry, side: Side) -> dict[str, Any]:
        known = [event for event in entry.events if self.revealed or event.known_to(side)]
        return {
            "seq": entry.seq,
            "ply": entry.ply,
            "author": entry.author,
            "kind": entry.kind,
            "at": entry.at,
            "action": entry.text if entry.kind == ACT and (self.revealed or entry.author == side) else None,
            "events": [{"case": event.case, "key": event.key, "params": event.params} for event in known],
        }

    def undo_refusal(self, sides: Iterable[Side]) -> Refusal | None:
        """Why none of these sides can undo; None when one can."""
        refusal = None
        for side in sides:
            refusal = self.match.undo_refusal(side)
            if refusal is None:
                return None
        return refusal


def _remark(note: str, author: str) -> list[Event]:
    return [Event("0", note, {"side": author})] if note else []


def _taken_back(side: Side, count: int) -> Event:
    return Event("0", "event.taken_back", {"side": side, "count": count})


def _bare(view: View) -> View:
    ask = replace(view.ask, options=(), free=())
    return replace(view, ask=ask, previews=())


def encode(document: Any) -> bytes:
    """JSON for the wire."""
    return msgspec.json.encode(document)
