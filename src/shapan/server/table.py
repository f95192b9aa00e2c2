"""A table: one game in memory, rebuilt from its entries. It plays and shows; others store and send."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from shapan.kernel import (
    DICE,
    SPECTATOR,
    Action,
    BadNotation,
    Event,
    Match,
    Position,
    Referee,
    Refusal,
    Share,
    Side,
    View,
)
from shapan.kernel.game import Game
from shapan.kernel.record import result_text

from .entries import ACT, AGAIN, BACK, STANDS, Entry, link, now, seal
from .outgrown import Outgrown, can_stand
from .tally import Tally, is_told
from .views import Views

Shown: TypeAlias = dict[Side, list[Entry]]
"""Which entries each viewer gets to see."""

MOST_EARLIER = 256
"""How many Views of earlier moments are kept."""
CHECKPOINT = 16
"""Every so many plies a copy of the position is kept for the replay."""


class DamagedChain(Exception):
    """The stored entries of a game do not fit together."""


class Table:
    """Match, log and views of one game.

    :meth:`play` and :meth:`go_back` change the match and return new entries; these become visible, in views and log,
    only with :meth:`publish`, which is called once they are on disk.

    Entries and plies have two kinds of numbers: those of the game, and those of each viewer (see :mod:`.tally`). What
    is shown has the viewer's own. Once nothing is secret any more, everybody counts as the game does.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries: list[Entry] = []
        self.position: Position[Any] = match.position.copy()
        self.imported = False
        """A record that somebody brought along: nothing in it is secret."""
        self.cids: dict[tuple[str, str], int] = {}
        self._ply = 0
        self.outgrown: Outgrown | None = None
        """Set when the game was played under a reading that has been corrected since: it stands before that entry."""
        self._played: set[int] = set()
        """Entries that let something stand which the rules allow after all: it has been played where it came first."""
        self._beside: set[int] = set()
        """Entries of sides that were not asked: what they did besides has nothing to do with the decision."""
        self._tallies: dict[Side, Tally] = {side: Tally() for side in (*match.position.book.sides, SPECTATOR)}
        self._judged: list[tuple[Sequence[Entry], Shown]] = []
        """Who will see what of the entries that are not published yet."""
        self.views = Views(match.position)
        self._earlier: dict[tuple[str, int], bytes] = {}
        self._checkpoints: dict[int, Position[Any]] = {0: match.position.copy()}

    @classmethod
    def restored(
        cls,
        game: Game,
        scenario: str,
        switches: dict[str, Any],
        seed: bytes,
        rows: Iterable[Entry],
        shares: Mapping[Side, Share] | None = None,
        imported: bool = False,
    ) -> Table:
        """The game as its stored entries leave it."""
        table = cls(Match(game, scenario, switches, Referee(seed or None)))
        table.imported = imported
        if shares:
            table.match.share(shares)
        table.follow(rows)
        return table

    def follow(self, rows: Iterable[Entry]) -> None:
        """Play stored entries that come after those which this table knows.

        What the rules do not allow any more is passed over if it was taken back later; otherwise the game stands there.
        """
        new: list[Entry] = []
        batch: list[Entry] = []
        before = self.match.position
        for row in rows:
            if row.hash != link(self._tip(new), row) or row.seq != self.seq + len(new) + 1:
                raise DamagedChain(f"entry {row.seq} does not continue the chain")
            if batch and (row.begins or (row.kind == STANDS and batch[0].kind != STANDS)):
                self._settle(batch, before)
                batch, before = [], self.match.position
            actor = self.match.position.actor
            new.append(replace(row, events=self._again(row)))
            batch.append(new[-1])
            self._note_beside(row, actor)
        if batch:
            self._settle(batch, before)
        self.publish(new)
        if new and self.outgrown is not None:
            old = can_stand(self.match, self.outgrown.passed_over(self.entries))
            self.outgrown = replace(self.outgrown, old_reading=old)

    def _settle(self, batch: Sequence[Entry], before: Position[Any]) -> None:
        """Who saw what of something that is stored already."""
        self._count(batch, self._judge(batch, before))

    def _again(self, row: Entry) -> Sequence[Event]:
        if row.kind == BACK:
            return self._back_again(row)
        if row.kind == STANDS:
            if row.ply <= len(self.match.record):
                self._played.add(row.seq)
                return ()
            self._take_up()
        events: list[Event] = []
        if self.outgrown is None:
            try:
                self._push_again(row, events)
            except (Refusal, BadNotation):
                self.outgrown = Outgrown(row.seq, row.author, self.match.rolls)
        if self.outgrown is not None:
            self.match.rolls += row.author == DICE  # the stream of rolls goes on behind those that were used
            return ()
        self._keep_checkpoint()
        return (*_remark(row.note, row.author), *events)

    def _push_again(self, row: Entry, events: list[Event]) -> None:
        pos = self.match.position
        if self.match.record.game.parse(pos, row.text).author(pos.actor) != row.author:  # somebody else is asked today
            raise Refusal("0", "refusal.out_of_turn")
        self.match.push_again(row.text, events.append, stands=row.kind == STANDS)

    def _take_up(self) -> None:
        """What was passed over is played after all: its rolls have not been used."""
        if self.outgrown is not None:
            self.match.rolls = self.outgrown.rolls
            self.outgrown = None

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

    def play(
        self, action: Action, *, cid: str | None = None, note: str = "", looked: Container[Side] = ()
    ) -> list[Entry]:
        """A legal action and the dice that follow it at once. Raises the Refusal if it is not legal. ``looked``: the
        sides that somebody looks through; what whoever acts will see of it is drawn along with it."""
        before, asked = self.match.position, self.match.asked
        new: list[Entry] = []
        self._push(new, action, cid, note)
        shown = self._judge(new, before)
        if not shown[SPECTATOR] and not self.match.position.outcome:
            self.match.asked = asked  # a wish to go back that vanished would tell of what was decided in secret
        self._judged.append((new, shown))
        author = new[0].author
        if author in looked and not self.match.position.outcome:
            self.views.foresee(author, self.seq_of(author), self.match.position)
        return new

    def _push(self, new: list[Entry], action: Action, cid: str | None = None, note: str = "", kind: str = ACT) -> None:
        events: list[Event] = []
        actor = self.match.position.actor
        self.match.push(action, events.append)
        self._note(new, events, cid, note, kind)
        self._note_beside(new[-1], actor)
        self._roll(new)

    def start(self) -> list[Entry]:
        """What the dice owe before anybody acts."""
        before = self.match.position
        new: list[Entry] = []
        self._roll(new)
        if new:
            self._judged.append((new, self._judge(new, before)))
        return new

    def _roll(self, new: list[Entry]) -> None:
        while self.match.position.actor == DICE:
            events: list[Event] = []
            self.match.roll_once(events.append)
            self._note(new, events)

    def go_back(self, to: int, side: Side, cid: str | None = None, *, keep: bool = False) -> list[Entry]:
        """Take back everything after ply ``to``; in a game that the rules have outgrown, what they do not allow.

        ``keep``: what others did besides, without being asked, since then is done again, as far as it still can be.
        """
        besides = self._besides(to, side) if keep else []
        before, asked = self.match.position, self.match.asked
        told = (_taken_back(side, self._return(to, side)),)
        new = [seal(self._tip([]), Entry(self.seq + 1, BACK, to, side, str(to), "", cid, now(), "", told))]
        self._roll(new)
        new += self._stay(new, besides, side)
        shown = self._judge(new, before)
        if keep and asked is not None and not shown[SPECTATOR]:  # the moment it means is one earlier, if it came later
            self.match.asked = asked._replace(to=asked.to - (asked.to > to))
        self._judged.append((new, shown))
        return new

    def let_stand(self) -> list[Entry]:
        """All have agreed that what the rules of today pass over stands: it is played once more, as it was."""
        assert self.outgrown is not None
        old, new, batch = self.outgrown.passed_over(self.entries), list[Entry](), list[Entry]()
        self._take_up()
        before = self.match.position
        for entry in old:
            if batch and entry.begins:
                self._judged.append((batch, self._judge(batch, before)))
                batch, before = [], self.match.position
            actor, events = self.match.position.actor, list[Event]()
            self.match.push_again(entry.text, events.append, stands=True)
            self._note(new, events, kind=STANDS)
            self._note_beside(new[-1], actor)
            batch.append(new[-1])
        played = len(new)
        self._roll(new)
        batch += new[played:]
        self._judged.append((batch, self._judge(batch, before)))
        return new

    def _besides(self, to: int, side: Side) -> list[str]:
        """What others than this side did after ply ``to`` of the present line without being asked."""
        line = {entry.ply: entry for entry in self.entries if entry.kind != BACK}
        later = (line[ply] for ply in range(to + 1, self.ply + 1))
        return [one.text for one in later if one.seq in self._beside and one.author != side]

    def _stay(self, new: Sequence[Entry], besides: Sequence[str], side: Side) -> list[Entry]:
        """Do again what others did besides after what was taken back; nothing of it, if that has made some possible."""
        to, found = len(self.match.record), list(new)
        try:
            for text in besides:
                self._push(found, self.match.record.game.parse(self.match.position, text), kind=AGAIN)
        except (Refusal, BadNotation):
            self._return(to, side)
            return []
        return found[len(new) :]

    def _note(
        self, new: list[Entry], events: list[Event], cid: str | None = None, note: str = "", kind: str = ACT
    ) -> None:
        author, text = self.match.record.moves[-1]
        told = (*_remark(note, author), *events)
        seq, ply = self.seq + len(new) + 1, len(self.match.record)
        new.append(seal(self._tip(new), Entry(seq, kind, ply, author, text, note, cid, now(), "", told)))
        self._keep_checkpoint()

    def _note_beside(self, entry: Entry, actor: str) -> None:
        if entry.kind != BACK and entry.author not in (actor, DICE):
            self._beside.add(entry.seq)

    def only_free_since(self, side: Side, seq: int, mine: Iterable[Side]) -> bool:
        """Has this viewer seen nothing since but what others did besides, so that what these sides saw still holds?"""
        sides = set(mine)
        later = [self.entries[entry - 1] for entry, _, _ in self._tallies[side].after(seq)]
        return bool(later) and all(one.seq in self._beside and one.author not in sides for one in later)

    def took_back(self, side: Side, since: int) -> bool:
        """Has this viewer seen a take-back after his number?"""
        return any(self.entries[entry - 1].kind == BACK for entry, _, _ in self._tallies[side].after(since))

    def _tip(self, new: list[Entry]) -> str:
        last = new[-1] if new else self.entries[-1] if self.entries else None
        return last.hash if last else ""

    def _keep_checkpoint(self) -> None:
        ply = len(self.match.record)
        if ply % CHECKPOINT == 0:
            self._checkpoints[ply] = self.match.position.copy()

    def publish(self, new: Sequence[Entry]) -> None:
        """These entries are on disk: from now on they are seen."""
        judged, self._judged = self._judged, []
        before = {side: tally.seq for side, tally in self._tallies.items()}
        for batch, shown in judged:
            self._count(batch, shown)
        seen = {side: number for side, number in before.items() if self._tallies[side].seq != number}
        self.views.publish(self.match.position, seen)
        self.entries.extend(new)
        self._ply = len(self.match.record)
        self.position = self.match.position.copy()
        if any(entry.kind == BACK for entry in new) or self.over:
            self._earlier = {}  # a new one: whoever is still drawing an old one puts it where nobody looks any more
        for entry in new:
            if entry.cid is not None:
                self.cids[entry.author, entry.cid] = entry.seq

    # --- who sees what ---------------------------------------------------------------------------

    def _judge(self, batch: Sequence[Entry], before: Position[Any]) -> Shown:
        """Which of these entries each viewer gets to see: none if they tell him nothing and leave his View as it was,
        otherwise the first, which somebody did, and of the rest what is his own or tells him something."""
        after = self.match.position
        if self.imported:
            return {side: list(batch) for side in self._tallies}
        asked = _asked(before) != _asked(after)
        shown: Shown = {}
        blind = False
        for side, tally in self._tallies.items():
            first, *rest = batch
            told = [entry for entry in rest if entry.author == side or is_told(entry, side)]
            news = any(entry.kind != AGAIN for entry in told)
            plain = news or asked or first.author == side or is_told(first, side) or tally.losses(batch) > 0
            if plain or (not (side == SPECTATOR and blind) and self.views.differ(side, before, after)):
                shown[side] = [first, *told]
                continue
            shown[side] = []
            self.views.carry(side, before, after)
            blind = True  # who watches can see nothing that a side cannot
        return shown

    def _count(self, batch: Sequence[Entry], shown: Shown) -> None:
        passed = self.outgrown is not None or batch[0].seq in self._played
        for side, tally in self._tallies.items():
            tally.note(batch, shown[side], passed=passed)

    def shows(self, side: Side) -> bool:
        """Will a viewer see anything of what is about to be published?"""
        return any(shown[side] for _, shown in self._judged)

    def seq_of(self, side: Side) -> int:
        """The number of the last entry that a viewer has seen."""
        tally = self._tallies[side]  # asked again and again for everybody who looks
        return self.seq if self.imported or self.position.outcome is not None else len(tally.seen)

    def ply_of(self, side: Side) -> int:
        """How many actions the present line has for a viewer."""
        return self.ply if self.revealed else self._tallies[side].ply

    def number(self, side: Side, entry: int) -> int:
        """How a viewer numbers an entry of the game, or the last one before it that he has seen."""
        return entry if self.revealed else self._tallies[side].number(entry)

    def own_ply(self, side: Side, ply: int) -> int:
        """How many of the first so many actions of the present line a viewer knows."""
        return ply if self.revealed else self._tallies[side].own_ply(ply)

    def true_ply(self, side: Side, own: int) -> int:
        """After how many actions the game stood when a viewer knew so many of them, and had not seen the next."""
        found = own if self.revealed else self._tallies[side].true_ply(own)
        return self.ply if found is None else found

    def before_last(self, side: Side) -> int:
        """After how many actions the game stood before the last one that a side knows; -1 without any."""
        return self._tallies[side].before_last()

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, side: Side) -> bytes:
        """The View of a side as JSON. May be called in any thread."""
        return self.views.text(side)

    def draw(self, wanted: Iterable[tuple[Side, int | None]]) -> None:
        """Have the Views of these sides ready, and what has changed in them since these entries. In any thread."""
        for side, since in wanted:
            self.views.look(side)
            if since is not None:
                self.views.changed(side, since)

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
        """The entries after a viewer's number, as he may know them."""
        if self.revealed:
            end = None if limit is None else since + limit
            return [self._shown(entry, side, entry.seq, entry.ply) for entry in self.entries[since:end]]
        found = self._tallies[side].after(since, limit)
        return [self._shown(self.entries[entry - 1], side, number, ply) for entry, number, ply in found]

    def _shown(self, entry: Entry, side: Side, number: int, ply: int) -> dict[str, Any]:
        known = [event for event in entry.events if self.revealed or event.known_to(side)]
        if entry.kind == BACK and not self.revealed:
            known = [_taken_back(entry.author, self._tallies[side].taken(entry.seq))]
        return {
            "seq": number,
            "ply": ply,
            "author": entry.author,
            "kind": BACK if entry.kind == BACK else ACT,
            "at": entry.at,
            "action": entry.text if entry.kind != BACK and (self.revealed or entry.author == side) else None,
            "events": [{"case": event.case, "key": event.key, "params": event.params} for event in known],
        }

    def undo_refusal(self, sides: Iterable[Side]) -> Refusal | None:
        """Why none of these sides can undo; None when one can."""
        refusal = None
        for side in sides:
            refusal = self.match.undo_refusal(side, self.before_last(side))
            if refusal is None:
                return None
        return refusal

    def undo(self, sides: Iterable[Side], cid: str | None = None) -> list[Entry]:
        """Take back the latest action of the one of these sides that can; what others did besides it stays done."""
        refusal: Refusal | None = None
        for side in sides:
            to = self.before_last(side)
            refusal = self.match.undo_refusal(side, to)
            if refusal is None:
                return self.go_back(to, side, cid, keep=True)
        assert refusal is not None
        raise refusal


def _asked(pos: Position[Any]) -> tuple[str, ...]:
    """What every View shows of the decision."""
    decision = pos.decision
    return decision.kind, decision.actor, decision.case, decision.prompt


def _remark(note: str, author: str) -> list[Event]:
    return [Event("0", note, {"side": author})] if note else []


def _taken_back(side: Side, count: int) -> Event:
    return Event("0", "event.taken_back", {"side": side, "count": count})


def _bare(view: View) -> View:
    ask = replace(view.ask, options=(), free=())
    return replace(view, ask=ask, previews=())
