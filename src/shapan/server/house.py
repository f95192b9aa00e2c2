"""The house: finds or rebuilds rooms, lets players act in them, stores what they do and tells everybody."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import SPECTATOR, Action, BadNotation, Book, Capitulate, Game, Refusal, Side
from shapan.kernel.errors import Unknown

from .appends import Append, Order, StaleError
from .boards import Boards
from .botseats import BotSeats
from .counsel import explained
from .documents import ExplainDocument
from .easel import Easel
from .entries import Entry, now
from .hub import Hub, Wanted
from .identity import Identity
from .journal import note_audit
from .limits import Limits
from .metrics import Metrics
from .news import News
from .porch import slot_of
from .problems import Problem, outgrown_problem, refused
from .room import Presence, Room, asked_in, default_side, one_of, seated
from .settings import Settings
from .shares import Shares, settled_shares
from .store import Row, Store
from .table import DamagedChain, Table
from .threads import Finish, Threads, tell
from .workers import Workers

T = TypeVar("T")
Deed: TypeAlias = Callable[[], list[Entry]]
"""What the engine is to do; the entries that it becomes."""
Work: TypeAlias = Callable[[Room, tuple[Side, ...]], Deed]
"""What these sides do in a room that is held."""
LOG = logging.getLogger("shapan.server")
CALM: Final = 5.0
"""Seconds after the start, which may have interrupted many games, before anything is made ready ahead."""
BEAT: Final = 1.0
"""Seconds between two trials of the storage."""
THREADS: Final = 4
"""In which long thoughts about one game leave room for those about others."""
GAME_ID: Final = re.compile(r"[23456789abcdefghjkmnpqrstuvwxyz]{8}")


TRIES: Final = 5
"""How often a View is drawn in a thread while the game goes on meanwhile."""
OWN: Final = frozenset({"seq", "ply", "actor", "turn", "updated", "takeback"})
"""Columns of the game row that follow from its entries: whoever sees these is told anyway. (A wish moves with what is
undone in secret before the moment that it means.)"""


class Seen(NamedTuple):
    """The number of the entry that a player saw last, and through which side he looked, if he says."""

    seq: int | None = None
    side: Side | None = None


class House:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.hub = Hub(self.draw, settings.beat)
        self.identity = Identity(self.store, self.hub.end)
        self.limits = Limits(settings.limits)
        self.metrics = Metrics()
        self.workers = Workers(settings.workers)
        self.bots = BotSeats(self)
        self.shares = Shares(self)
        self.boards = Boards(self.workers)
        self.news = News(self)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._prepared: set[Book] = set()
        self._drawing: dict[tuple[str, int, Side], asyncio.Task[bytes]] = {}
        self._background: asyncio.Task[None] | None = None
        self._beaten = float("-inf")
        self._engine = Threads(THREADS, "shapan-engine")
        self._easel = Easel(self._engine, partial(self._timed, "think"))

    async def open(self) -> None:
        """Open the storage, and let bots go on where they stood."""
        await self.store.open()
        await self.news.open()
        for game_id in await self.store.waiting_for_bots():
            if self.owns(game_id):
                self.bots.wake_later(game_id)
        if self.settings.warm:
            self._background = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        """Have ready what the first visitors would wait for; games that may have been interrupted go on first."""
        await asyncio.sleep(CALM)
        for title in games():
            await asyncio.to_thread(find_game, title)
        await self.boards.warm()

    async def close(self) -> None:
        """Tell everybody, finish what is being stored, end the workers."""
        self.hub.close()
        await self.news.close()
        if self._background is not None:
            self._background.cancel()
        await self.shares.close()
        await self.bots.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        self.workers.close()
        await asyncio.to_thread(self._engine.close)
        await self.store.close()

    async def ready(self) -> None:
        """Raises the Problem if the storage does not take what it is given; asked of it once a second at most."""
        if time.monotonic() - self._beaten > BEAT:
            await self.store.beat(self.settings.slot)
            self._beaten = time.monotonic()

    def owns(self, game_id: str) -> bool:
        """Is this the house that the game belongs to?"""
        return slot_of(game_id, self.settings.processes) == self.settings.slot

    # --- rooms -----------------------------------------------------------------------------------

    async def room(self, game_id: str) -> Room:
        """The room of a game, rebuilt from its entries if it is not in memory."""
        room = self._rooms.get(game_id)
        if room is not None:
            self._rooms.move_to_end(game_id)
            return room
        task = self._loading.get(game_id)
        if task is None:
            task = self._loading[game_id] = asyncio.create_task(self._load(game_id))
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(task)

    async def _load(self, game_id: str) -> Room:
        row = await self.store.game(game_id) if GAME_ID.fullmatch(game_id) else None
        if row is None:
            raise Problem("not-found", f"there is no game {game_id!r}")
        try:
            title = await asyncio.to_thread(find_game, row["title"])  # the first game of a title has to read its rules
        except Unknown:
            raise Problem("conflict", f"this server does not have the game {row['title']!r}") from None
        seats = await self.store.seats(game_id)
        entries = await self.store.entries(game_id)
        switches = msgspec.json.decode(row["options"])
        try:
            open_to_all = bool(row["imported"]) or row["status"] == "over"
            arguments = (title, row["scenario"], switches, row["seed"], entries, settled_shares(row), open_to_all)
            table = await asyncio.to_thread(Table.restored, *arguments)
        except (DamagedChain, Refusal, BadNotation) as error:
            LOG.error("game %s cannot be rebuilt: %s", game_id, error)
            raise Problem("busy", "the stored entries of this game are damaged", retry=3600) from None
        await self._note_version(row, title, table)
        table.match.asked = asked_in(row)
        room = Room(title, row, seats, table)
        await self.count_holders(room)
        self._rooms[game_id] = room
        self._tidy()
        self._prepare(room)
        self.shares.wake(room)
        return room

    def _prepare(self, room: Room) -> None:
        """What the first moves of a title would wait for is made ready beside the game, once for all its games."""
        book = room.table.position.book
        if self.settings.warm and book not in self._prepared:
            self._prepared.add(book)
            task = asyncio.create_task(asyncio.to_thread(book.prepare))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _note_version(self, row: Row, title: Game, table: Table) -> None:
        """A game that was begun with older data goes on with the present ones."""
        if table.outgrown is not None:
            LOG.warning("game %s: entry %d is not legal any more", row["id"], table.outgrown.seq)
        if title.data_version != row["data_version"]:
            note_audit("goes on with other data", game=row["id"], was=row["data_version"], now=title.data_version)
            row["data_version"] = title.data_version
            await self.store.change_game(row["id"], {"data_version": title.data_version})

    @asynccontextmanager
    async def holding(self, game_id: str) -> AsyncIterator[Room]:
        """Hold a game while it is changed. Whoever waited for a room that was forgotten meanwhile gets the new one."""
        while True:
            room = await self.room(game_id)
            async with room.lock:
                if self._rooms.get(game_id) is room:
                    yield room
                    return

    def keep(self, room: Room) -> None:
        """A room that has just been made; one that belongs to another house is not our business any further."""
        if self.owns(room.id):
            self._rooms[room.id] = room
            self._tidy()
            self._prepare(room)
            self.shares.wake(room)
            self.bots.wake(room)

    def forget(self, game_id: str) -> None:
        """Drop a room whose memory may not agree with the storage; it is rebuilt when next wanted."""
        self._rooms.pop(game_id, None)

    def _tidy(self) -> None:
        spare = len(self._rooms) - self.settings.tables
        for game_id in [key for key in self._rooms if spare > 0][: max(spare, 0)]:
            room = self._rooms[game_id]
            if game_id not in self.hub and not room.lock.locked() and not self.bots.busy(game_id):
                del self._rooms[game_id]

    def adopt(self, giver: str, taker: str) -> None:
        """The seats of one player now belong to another, in the rooms in memory too."""
        for room in self._rooms.values():
            if room.row["owner"] == giver:
                room.row["owner"] = taker
            for seat in room.seats:
                if seat["player_id"] == giver:
                    seat["player_id"] = taker

    def remembers(self, game_id: str) -> bool:
        """Is the room of this game in memory?"""
        return game_id in self._rooms

    def present(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    # --- what other houses have done, and the engine's thoughts -----------------------------------

    async def renew(self, room: Room) -> None:
        """Bring a room that is held to what is stored, and tell everybody."""
        room.acted = time.monotonic()
        row = await self.store.game(room.id)
        if row is None:
            self.forget(room.id)
            self.hub.dismiss(room.id)
            return
        if room.sharing and (shares := settled_shares(row)):  # the dice have begun elsewhere
            room.table.match.share(shares)
        if row["seq"] != room.table.seq:
            new = await self.store.entries(room.id, room.table.seq)
            try:
                room.table.follow(new)
            except (DamagedChain, Refusal, BadNotation) as error:
                LOG.error("game %s cannot be followed: %s", room.id, error)
                self.forget(room.id)
                return
        seats = await self.store.seats(room.id)
        if seats != room.seats:
            await self.count_holders(room)
        # From here on nobody else has a word until all are told: what is known and what is told are one.
        more = seats != room.seats or any(row[name] != room.row[name] for name in row.keys() - OWN)
        more = more or (row["takeback"] is None) != (room.row["takeback"] is None)
        room.row.update(row)
        room.seats[:] = seats
        room.table.match.asked = asked_in(room.row)
        self.hub.changed(room)
        if more:
            self.hub.show_game(room)
            self.hub.show_presence(room)
        self.bots.wake(room)

    async def count_holders(self, room: Room) -> None:
        """Look up how many people have sat at each side of a game."""
        room.held = {side: len(people) for side, people in (await self.store.sat(room.id)).items()}

    def presence(self, room: Room) -> Presence:
        return self.hub.presence(room.id, room.seats)

    async def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Let the engine work on something that may take long, in a thread. It must leave rooms as they are."""
        return await self._engine.do(self._timed, "think", work, *arguments)

    def _timed(self, sort: str, work: Callable[..., T], *arguments: Any) -> T:
        began = time.thread_time()
        try:
            return work(*arguments)
        finally:
            self.metrics.add("engine_seconds_total", time.thread_time() - began, work=sort)

    def figures(self) -> dict[str, float]:
        """How things stand just now, in numbers."""
        return {"rooms": len(self._rooms), "sockets": self.hub.count(), "bot_queue": self.workers.waiting()}

    async def draw(self, room: Room, wanted: Collection[Wanted]) -> None:
        """Have all that is to be told drawn."""
        await self._easel.draw(room, wanted)

    async def drawn(self, room: Room, side: Side) -> Side:
        """Have the View of a side drawn, so that whoever asks for it gets it at once; the side.

        A game that is faster than its drawing is not chased for ever: whoever asks then draws it himself.
        """
        for _ in range(TRIES):
            if room.table.views.has(side):
                break
            key = (room.id, room.table.seq_of(side), side)
            if key not in self._drawing:
                task = self._drawing[key] = asyncio.create_task(self.think(room.table.view, side))
                task.add_done_callback(partial(self._is_drawn, key))
            await asyncio.shield(self._drawing[key])
        return side

    def _is_drawn(self, key: tuple[str, int, Side], _task: asyncio.Task[bytes]) -> None:
        del self._drawing[key]

    async def unbroken(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish a piece of work even if the client that asked for it goes away meanwhile."""
        return await asyncio.shield(self.begin(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """The same for whoever does not wait for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- acting ----------------------------------------------------------------------------------

    def read(self, room: Room, mine: tuple[Side, ...], text: str) -> Action:
        """The action that a text stands for, if it is one that these sides may take at all.

        An action of another side is not looked at any further: even a refusal could tell what that side hides.
        """
        pos = room.table.position
        try:
            action = room.game.parse(pos, text)
        except BadNotation as error:
            raise Problem("notation", str(error)) from None
        if action.author(pos.actor) not in mine:
            raise refused(Refusal("0", "refusal.out_of_turn"), pos, "wrong-turn")
        return action

    async def explain(self, room: Room, mine: tuple[Side, ...], text: str, *, odds: bool = False) -> ExplainDocument:
        """Whether the rules allow an action, and if not, why; what it would do, as far as its side can know."""
        action = self.read(room, seated(mine), text)
        return await self.think(explained, room.table, action, odds)

    async def act(self, game_id: str, player_id: str, text: str, seen: Seen, cid: str | None) -> int:
        """Play an action; the number of the entry that it became."""
        began = time.monotonic()
        await self.shares.ready(game_id)

        def work(room: Room, mine: tuple[Side, ...]) -> Deed:
            return self.play(room, self.read(room, mine, text), cid)

        entry = await self._do(game_id, player_id, None, seen, cid, work)
        title = (await self.room(game_id)).game.id
        self.metrics.add("actions_total", title=title)
        self.metrics.time("action_seconds", time.monotonic() - began, title=title)
        return entry

    async def _do(
        self, game_id: str, player_id: str, side: Side | None, seen: Seen, cid: str | None, work: Work
    ) -> int:
        """Hold a game and do something in it, once; the entry that it became. Where another house was faster with
        something that these sides do not see, it is done all the same: nobody is told that there was something."""
        for tried in range(TRIES):
            async with self.holding(game_id) as room:
                mine = seated(room.sides_of(player_id))
                mine = mine if side is None else (one_of(mine, side),)
                if known := room.known(mine, cid):
                    return known
                had = [room.table.seq_of(one) for one in mine]
                try:
                    await self.ready_for(room, mine, seen)
                    new = await self.commit(room, work(room, mine), mine)
                except Refusal as refusal:
                    raise refused(refusal, room.table.position) from None
                except Problem as problem:
                    newest = self._rooms.get(game_id, room)
                    if newest is room or tried + 1 == TRIES or problem.kind != "stale":
                        raise
                    if not newest.known(mine, cid) and had != [newest.table.seq_of(one) for one in mine]:
                        raise
                else:
                    return new[0].seq
        raise AssertionError

    def play(self, room: Room, action: Action, cid: str | None = None, note: str = "") -> Deed:
        """A legal action in a room that is held. What whoever acts sees of it is drawn along with it."""
        return partial(room.table.play, action, cid=cid, note=note, looked=self.hub.looked(room))

    async def resign(self, game_id: str, player_id: str, side: Side | None, seen: Seen) -> int:
        """A side gives up."""
        async with self.holding(game_id) as room:
            mine = seated(room.sides_of(player_id))
            side = one_of(mine, side)
            await self.ready_for(room, mine, seen)
            new = await self.commit(room, self.play(room, Capitulate(side)), mine)
            return new[0].seq

    async def undo(self, game_id: str, player_id: str, side: Side | None, seen: Seen, cid: str | None) -> int:
        """Take back one's own latest action, without asking anybody."""

        def work(room: Room, mine: tuple[Side, ...]) -> Deed:
            return partial(room.table.undo, mine, cid)

        return await self._do(game_id, player_id, side, seen, cid, work)

    async def change(self, room: Room, changes: dict[str, Any]) -> None:
        """Change columns of the game row, and tell everybody; if they cannot be stored, the room is rebuilt."""
        changes = {**changes, "updated": now()}
        try:
            await self.store.change_game(room.id, changes)
        except BaseException:
            self.forget(room.id)
            raise
        room.row.update(changes)
        self.hub.show_game(room)

    async def commit(self, room: Room, deed: Deed, mine: tuple[Side, ...], *, agreed: bool = False) -> list[Entry]:
        """Do something in a room that is held, store it, then show it: one thread plays and stores it, and whoever
        looks meanwhile sees what is published. If it cannot be stored, or fails half-way, it never happened: the room
        is rebuilt from what is stored. ``agreed``: that a wish was granted by it is told to everybody, whether he sees
        anything of it or not."""
        room.acted = time.monotonic()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Append] = loop.create_future()
        self._engine.post(partial(self._play_and_store, room, deed, agreed, loop, answer))
        try:
            done = await answer
        except Refusal:
            raise
        except StaleError:
            self.forget(room.id)
            raise await self._stale(await self.room(room.id), mine) from None
        except BaseException:
            self.forget(room.id)
            raise
        new = list(done.entries)
        room.row.update(done.changes, seq=done.was + len(new))
        room.table.publish(new)
        self.hub.changed(room, agreed=agreed)
        self.bots.wake(room)
        return new

    def _play_and_store(
        self,
        room: Room,
        deed: Deed,
        agreed: bool,
        loop: asyncio.AbstractEventLoop,
        answer: asyncio.Future[Append],
    ) -> Finish | None:
        try:
            new = self._timed("play", deed)
            seen = agreed or room.table.shows(SPECTATOR)
            changes = {**room.changes(), "updated": now() if seen else room.row["updated"]}
            self.store.append(Order(Append(room.id, room.table.seq, new, changes), loop, answer))
        except BaseException as error:
            return partial(tell, loop, answer, error)
        return None

    async def ready_for(self, room: Room, mine: tuple[Side, ...], seen: Seen, *, outgrown: bool = False) -> None:
        """Raises the Problem unless the game can go on. ``outgrown``: also one that stands where rules have changed."""
        status = room.row["status"]
        if status == "over":
            raise refused(Refusal("0", "refusal.game_over"), room.table.position)
        if status != "running":
            why = "this is a record, not a game" if room.row["imported"] else "this table has been closed"
            raise Problem("conflict", "somebody has not sat down yet" if status == "waiting" else why)
        if room.sharing:
            raise Problem("busy", "the dice have not begun: players still add to their seed", retry=1)
        if not outgrown and (where := room.outgrown(mine[0])) is not None:
            raise outgrown_problem(where)
        if seen.seq is None:
            return
        side = seen.side if seen.side is not None else default_side(room, mine)
        if seen.seq == room.table.seq_of(side):
            return
        if self.store.tells:  # whoever asks may know more than this house does; the answer is always the newest state
            await self.renew(room)
        if seen.seq != room.table.seq_of(side) and not room.table.only_free_since(side, seen.seq, mine):
            raise await self._stale(room, mine, side)

    async def _stale(self, room: Room, mine: tuple[Side, ...], side: Side | None = None) -> Problem:
        """The Problem for a sequence number that is not the present one, with the present state."""
        side = await self.drawn(room, default_side(room, mine) if side is None else side)
        return Problem("stale", f"the game stands at {room.table.seq_of(side)}", state=room.state(side, mine))
