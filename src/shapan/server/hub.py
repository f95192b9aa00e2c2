"""The hub: who is connected to which game, and what is sent to them, encoded once per kind of reader."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, TypeAlias

import msgspec

from shapan.kernel import SPECTATOR, Side

from .messages import (
    ChangeNotice,
    ChatNotice,
    GameNotice,
    OverNotice,
    PatchNotice,
    PresenceNotice,
    StateNotice,
    ThinkingNotice,
)
from .room import Presence, Room

LOG = logging.getLogger("shapan.server")


LONGEST_PATCH: Final = 500
"""Whoever has missed more entries than these gets the state, and reads the log page by page."""


SESSION_ENDED: Final = 4401
OUTRUN: Final = 20
"""Entries by which a game may run ahead of its drawing before those who watch are told what there is."""
MEMORY: Final = 1000
"""How many sessions that have ended are remembered for those who were just coming in with them."""


Wanted: TypeAlias = tuple[Side, int | None]
"""A side, and the entry at which somebody has its View already and takes the difference."""


class Listener:
    """One connected client: whose it is, which side it looks through, and what waits to be sent to it."""

    def __init__(
        self, player_id: str, size: int, session: str | None = None, say: Callable[[bytes], object] | None = None
    ) -> None:
        self.player_id = player_id
        self._say = say
        """Where what is sent can go at once, as somebody else sees to it that a client is not too slow."""
        self.session = session
        """The session that it came with; the connection ends when that does."""
        self.side: Side = ""
        self.deltas = False
        """Does it take differences to the View that it was sent last?"""
        self.seq = 0
        """The last entry that it has been told of, as its side counts."""
        self.entry = 0
        """The same as the game counts, which it never gets to know."""
        self.asked = False
        """Did it hear last that somebody wants to go back?"""
        self.mused = -1
        """After which of its entries it was told that a bot is thinking."""
        self.waiting: asyncio.Queue[bytes | int] = asyncio.Queue(size)
        """Messages, or a close code as the last one."""
        self.closed = False

    def send(self, message: bytes) -> None:
        """Queue a message; a client that is too slow to take it is dropped and will resume."""
        if self.closed:
            return
        if self._say is not None:
            self._say(message)
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.close(1013)

    def close(self, code: int) -> None:
        """Send nothing more and close the connection."""
        if self.closed:
            return
        self.closed = True
        while self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(code)


class Hub:
    """All connected clients by game."""

    def __init__(self, draw: Callable[[Room, Collection[Wanted]], Awaitable[None]], pace: float = 0.0) -> None:
        self._draw = draw
        """Has Views drawn without holding up anybody."""
        self._pace = pace
        """Seconds between two beats, at which those who had no part in something hear of it."""
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._changed: dict[str, tuple[Room, bool]] = {}
        self._ended: deque[str] = deque(maxlen=MEMORY)
        self._tellers: dict[str, asyncio.Task[None]] = {}
        """For each game with news somebody who tells them, so that a View that takes long holds up no other game."""
        self._others: set[asyncio.Task[None]] = set()
        """The same for those who had no part in them."""
        self._waiting: dict[str, Room] = {}
        """Games of which those will hear at a beat."""
        self._beats: dict[int, asyncio.Event] = {}
        """The beats that somebody waits for."""

    def __contains__(self, game_id: object) -> bool:
        return bool(self._listeners.get(game_id)) if isinstance(game_id, str) else False

    def enter(self, room: Room, listener: Listener) -> None:
        self._listeners[room.id].add(listener)
        if listener.session in self._ended:  # while it was coming in
            listener.close(SESSION_ENDED)
        self.show_presence(room)

    def leave(self, game_id: str, listener: Listener) -> None:
        self._listeners[game_id].discard(listener)
        if not self._listeners[game_id]:
            del self._listeners[game_id]

    def end(self, session: str) -> None:
        """A session has ended: whoever came with it is sent away."""
        self._ended.append(session)
        for listeners in self._listeners.values():
            for listener in listeners:
                if listener.session == session:
                    listener.close(SESSION_ENDED)

    def dismiss(self, game_id: str) -> None:
        """A game is no more."""
        for listener in self._listeners.get(game_id, ()):
            listener.close(4404)

    def looked(self, room: Room) -> set[Side]:
        """The sides that somebody looks through and takes differences."""
        return {one.side for one in self._listeners.get(room.id, ()) if one.deltas}

    def count(self) -> int:
        """How many are connected."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def sessions(self) -> set[str]:
        """With which sessions the connected clients came."""
        found = (listener.session for listeners in self._listeners.values() for listener in listeners)
        return {session for session in found if session is not None}

    def presence(self, game_id: str, seats: list[dict[str, Any]]) -> Presence:
        """Who of a game is connected."""
        here = self._listeners.get(game_id)
        if not here:
            return Presence()
        seated = {seat["player_id"] for seat in seats if seat["player_id"]}
        ids = frozenset(listener.player_id for listener in here) & seated
        return Presence(ids, sum(1 for listener in here if listener.player_id not in seated))

    # --- what is sent ----------------------------------------------------------------------------

    def changed(self, room: Room, *, agreed: bool = False) -> None:
        """The game has new entries: tell everybody soon. ``agreed``: and that a wish to go back has been granted.

        Drawing views is most of the work of an action. For all but whoever acts, whose View comes with his action, it
        waits until that is acknowledged, and changes of the same game that pile up meanwhile are told together.
        """
        if room.id not in self:
            return
        _, had = self._changed.get(room.id, (room, False))
        self._changed[room.id] = (room, had or agreed)
        if room.id in self._waiting:
            self._waiting[room.id] = room
        if room.id not in self._tellers:
            own = not (had or agreed or room.table.over)
            if own and not self._undrawn(room, own):
                self._show_own(room)
            else:
                self._tellers[room.id] = asyncio.create_task(self._tell(room.id))

    def _show_own(self, room: Room) -> None:
        """All is drawn that whoever has acted is to see."""
        del self._changed[room.id]
        try:
            self._show_and_forget(room, False, own=True)
        except Exception:
            LOG.exception("game %s: cannot be shown", room.id)
        self._leave_others(room)

    async def _tell(self, game_id: str) -> None:
        """Whoever has acted sees what came of it as soon as it is drawn, whatever there is to draw for others."""
        try:
            while game_id in self._changed:
                await asyncio.sleep(0)
                room, agreed = self._changed.pop(game_id)
                at_once = agreed or room.table.over
                await self._draw_and_show(room, agreed, own=not at_once)
                if not at_once:
                    self._leave_others(room)
        except Exception:
            LOG.exception("game %s: cannot be shown", game_id)
        finally:
            del self._tellers[game_id]

    def _leave_others(self, room: Room) -> None:
        """All others hear of it later."""
        if room.id not in self._waiting:
            self._waiting[room.id] = room
            task = asyncio.create_task(self._tell_others(room))
            self._others.add(task)
            task.add_done_callback(self._others.discard)

    async def _tell_others(self, room: Room) -> None:
        """All others hear of it at a beat: how long it took to play, and to draw for whoever did it, would tell how
        much there is that they do not see. What is done meanwhile is told together."""
        await self.beat(room)
        room = self._waiting.pop(room.id)  # what is done from here on has to be told once more
        try:
            if not room.table.over:
                await self._draw_and_show(room)
        except Exception:
            LOG.exception("game %s: cannot be shown", room.id)

    async def beat(self, room: Room) -> None:
        """Wait for the first beat that comes a whole pace after what was done last, or after it took longer, for the
        next. Beats are common to all games: what is due goes out together."""
        if not self._pace:
            await asyncio.sleep(0)
            return
        now = time.monotonic()
        number = math.ceil(max(room.acted + self._pace, now) / self._pace)
        if number not in self._beats:
            self._beats[number] = asyncio.Event()
            asyncio.get_running_loop().call_later(number * self._pace - now, self._strike, number)
        await self._beats[number].wait()

    def _strike(self, number: int) -> None:
        self._beats.pop(number).set()

    async def _draw_and_show(self, room: Room, agreed: bool = False, *, own: bool = False) -> None:
        """``own``: to those who look through a side that has acted."""
        until, drawn = room.table.seq + OUTRUN, -1
        while drawn != room.table.seq < until and (wanted := self._undrawn(room, own)):
            drawn = room.table.seq
            await self._draw(room, wanted)  # more may happen meanwhile; who comes in has his View drawn before
        self._show_and_forget(room, agreed, own)

    def _show_and_forget(self, room: Room, agreed: bool, own: bool) -> None:
        room.table.views.forget({listener.side for listener in self._show(room, agreed, own)})

    def _untold(self, room: Room, own: bool) -> list[Listener]:
        """Those who may have to be told something."""
        ready, entries = self._ready(room), room.table.entries
        if not own:
            return ready
        return [one for one in ready if any(entry.author == one.side for entry in entries[one.entry :])]

    def _undrawn(self, room: Room, own: bool) -> set[Wanted]:
        """The sides that somebody looks through and whose View has not been drawn yet, and since when."""
        wanted: set[Wanted] = set()
        for one in self._untold(room, own):
            if one.side and not room.may_look(one.player_id, one.side):
                wanted.add((SPECTATOR, None))
            elif one.side and one.seq < room.table.seq_of(one.side):
                wanted.add((one.side, one.seq if one.deltas else None))
        return {one for one in wanted if not room.table.views.has(one[0])}

    def _show(self, room: Room, agreed: bool, own: bool) -> set[Listener]:
        """Tell everybody what there is; to whom there was something to tell. The game document goes along with a
        take-back and with the end of a wish for one, judged by what each reader himself gets to see: several changes
        are told together, and some of them may be secret."""
        told = self._show_patch(room, own)
        if room.table.over or agreed:
            self.show_game(room)
        else:
            ended = room.row["takeback"] is None
            turned = {
                one for one, since in told.items() if (one.asked and ended) or room.table.took_back(one.side, since)
            }
            if turned:
                self.show_game(room, turned)
        if room.table.over:
            self.show_over(room)
        return set(told)

    async def settled(self) -> None:
        """Wait until everybody has been told everything."""
        while self._tellers or self._others:
            await asyncio.wait([*self._tellers.values(), *self._others])

    def _show_patch(self, room: Room, own: bool) -> dict[Listener, int]:
        """What each reader has not been told yet, as its side may know it; to whom there was something to tell, and
        the last number that it had before."""
        encoded: dict[tuple[Side, tuple[Side, ...], int, int, bool], bytes] = {}
        told: dict[Listener, int] = {}
        for listener in self._untold(room, own):
            if not room.may_look(listener.player_id, listener.side):
                listener.side = SPECTATOR
                self.send_state(room, listener)  # what it has is a View of another side, which counts otherwise
                told[listener] = listener.seq
            if listener.seq >= room.table.seq_of(listener.side):
                continue
            mine = room.sides_of(listener.player_id)
            key = (listener.side, mine, listener.seq, listener.entry, listener.deltas)
            if key not in encoded:
                encoded[key] = patch(room, *key)
            told[listener] = listener.seq
            listener.seq, listener.entry = room.table.seq_of(listener.side), room.table.seq
            listener.send(encoded[key])
        return told

    def send_state(self, room: Room, listener: Listener) -> None:
        """Everything, for somebody who knows nothing yet."""
        listener.seq, listener.entry = room.table.seq_of(listener.side), room.table.seq
        listener.asked = room.row["takeback"] is not None
        listener.send(state(room, listener.side, listener.player_id, self.presence(room.id, room.seats)))

    def show_game(self, room: Room, readers: Collection[Listener] | None = None) -> None:
        """The game document, to each player (or to these) as it may see it."""
        presence = self.presence(room.id, room.seats)
        for listener in self._ready(room):
            if readers is None or listener in readers:
                listener.asked = room.row["takeback"] is not None
                listener.send(game_message(room, listener.player_id, presence, listener.side))

    def show_thinking(self, room: Room, viewers: Collection[Side]) -> None:
        """A bot has been thinking for a while, for those who look through these sides; of what it does in secret,
        nobody hears where one thought ends."""
        for listener in self._ready(room):
            side = listener.side or SPECTATOR
            document = room.thinking(side) if side in viewers else None
            if document is None or (document.fraction is None and listener.mused == listener.seq):
                continue
            listener.mused = listener.seq
            listener.send(msgspec.json.encode(ThinkingNotice(**msgspec.structs.asdict(document))))

    def show_over(self, room: Room) -> None:
        """The end, with the seed that proves the dice."""
        seed = room.row["seed"].hex()
        self._all(room, msgspec.json.encode(OverNotice(room.table.position.outcome, seed, room.table.result)))

    def show_presence(self, room: Room) -> None:
        presence = self.presence(room.id, room.seats)
        online = {seat["side"]: seat["kind"] == "bot" or seat["player_id"] in presence.players for seat in room.seats}
        self._all(room, msgspec.json.encode(PresenceNotice(online, presence.watchers)))

    def show_chat(self, room: Room, line: dict[str, Any]) -> None:
        """A line of chat, to the players only."""
        message = msgspec.json.encode(ChatNotice(**line))
        for listener in self._ready(room):
            if room.sides_of(listener.player_id):
                listener.send(message)

    def close(self) -> None:
        """The server stops: everybody connects again."""
        for teller in (*self._tellers.values(), *self._others):
            teller.cancel()
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close(1012)

    def _all(self, room: Room, message: bytes) -> None:
        for listener in self._ready(room):
            listener.send(message)

    def _ready(self, room: Room) -> list[Listener]:
        """Those who may (still) be told; the others are sent away."""
        here = list(self._listeners.get(room.id, ()))
        if room.row["visibility"] != "private":
            return here
        ready = []
        for listener in here:
            if room.admits(listener.player_id):
                ready.append(listener)
            else:
                listener.close(4403)
        return ready


def patch(
    room: Room, side: Side, mine: tuple[Side, ...], since: int, entry: int | None = None, deltas: bool = False
) -> bytes:
    """The patch message from a viewer's number to the present; ``deltas``: differences to the View of then will do.

    ``entry``: which entry of the game that was. The last patch of a game brings all that was hidden until then.
    """
    entries = room.table.log(side, since if entry is None else room.table.number(side, entry))
    difference = room.table.views.changed(side, since) if deltas else None
    if difference is None:
        told = {**room.state(side, mine), "entries": entries}
        return msgspec.json.encode(PatchNotice(since=since, **told))
    told = {**room.standing(side, mine), "entries": entries, "change": msgspec.Raw(difference)}
    return msgspec.json.encode(ChangeNotice(since=since, **told))


def state(room: Room, side: Side, player_id: str, presence: Presence) -> bytes:
    """The state message: everything, for somebody who knows nothing yet."""
    document, game = room.state(side, room.sides_of(player_id)), room.document(player_id, presence, side)
    return msgspec.json.encode(StateNotice(**document, game=game))


def game_message(room: Room, player_id: str, presence: Presence, side: Side) -> bytes:
    return msgspec.json.encode(GameNotice(room.document(player_id, presence, side or None)))
