"""Live updates: one WebSocket per game and browser tab. Messages as in docs/protocol.md, section 5."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import MutableMapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import hub
from .bodies import MOST_SEQ
from .carry import DOOR, Door
from .house import House, Seen
from .hub import Listener
from .identity import Who, digest
from .messages import AckNotice, ErrNotice, ExplainedNotice, PongNotice
from .middleware import cookie_name, same_origin
from .problems import Problem
from .room import Room
from .routes.play import speak

LOG = logging.getLogger("shapan.server")
PROTOCOL: Final = 1
HELLO_SECONDS: Final = 10
IDLE_SECONDS: Final = 300
"""After so long without a word (a ``ping`` is one) the connection is closed; a client that lives connects again."""

Cid = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"\A[^\x00-\x1f\x7f-\x9f]+\Z")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEQ)]
SideWord = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=4000, pattern=r"\A[^\x00-\x1f\x7f-\x9f]+\Z")]


SAID: Final = r"\A(?=[\s\S]*\S)[^\x00-\x09\x0b-\x1f\x7f-\x9f]+\Z"
"""Something, and no control characters but the end of a line."""


class Message(msgspec.Struct, tag_field="t", forbid_unknown_fields=True):
    """Base of all messages of the client."""


class Hello(Message, tag="hello"):
    """The first message: from where to resume, and the side to look through."""

    proto: int
    since: Seq | None = None
    side: SideWord | None = None
    deltas: bool = False


class Look(Message, tag="look"):
    """To look through another side."""

    side: SideWord


class Act(Message, tag="act"):
    """An action, with the client's own name for this attempt."""

    action: Line
    cid: Cid
    seq: Seq | None = None


class Undo(Message, tag="undo"):
    """The last action is taken back."""

    cid: Cid
    seq: Seq | None = None
    side: SideWord | None = None


class Explain(Message, tag="explain"):
    """An action to be judged and not played."""

    cid: Cid
    action: Line


class Chat(Message, tag="chat"):
    """Something to say."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=SAID)]
    cid: Cid | None = None


class Ping(Message, tag="ping"):
    """Still there."""


AnyMessage: TypeAlias = Hello | Look | Act | Undo | Explain | Chat | Ping
DECODER: Final[msgspec.json.Decoder[AnyMessage]] = msgspec.json.Decoder(AnyMessage)


class Refuse(Exception):
    """The connection is closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Connection:
    """The server's end of one socket."""

    def __init__(self, socket: WebSocket, house: House, room: Room, who: Who) -> None:
        self.socket = socket
        self.house = house
        self.game_id = room.id
        self.who = who
        self.door: Door | None = (socket.scope.get("extensions") or {}).get(DOOR)
        say = None if self.door is None else self.door.say
        self.listener = Listener(who.id, house.settings.queue, who.token_hash, say)
        self.address = socket.client.host if socket.client else ""
        self._busy = False
        """Is something being answered? One thing at a time, in the order in which they were said."""
        self._deed: asyncio.Task[None] | None = None
        """What was heard at the door and is being done."""
        self._heard = asyncio.get_running_loop().time()
        """When something was last said."""

    async def run(self) -> None:
        """Listen until the client leaves; a second task sends what waits."""
        sender = asyncio.create_task(self._send_waiting())
        try:
            await self._listen(sender)
        finally:
            sender.cancel()
            await asyncio.wait([sender])
            self.house.hub.leave(self.game_id, self.listener)
            with contextlib.suppress(Problem):  # the storage may be down, and nobody needs to know who has left then
                self.house.hub.show_presence(await self._room())

    async def _listen(self, sender: asyncio.Task[None]) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            first = await self._receive()
        if not isinstance(first, Hello):
            raise Refuse(4400, "say hello first")
        await self._hello(first)
        self._busy = False
        if self.door is not None:
            self.door.hear = self._hear
        while not sender.done():
            try:
                message = await self._receive()
                if self._deed is not None:
                    await asyncio.wait([self._deed])
                await self._answer(message)
            except Problem as problem:
                self._send(ErrNotice(None, problem.document()))
            finally:
                self._busy = False

    async def _receive(self) -> AnyMessage:
        event = await self._next_event()
        self._busy = True
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        text = event.get("text")
        self._spend()
        if text is None:
            raise Refuse(4400, "text frames only")
        try:
            return DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Problem("invalid", str(error), errors=[{"field": "message", "message": str(error)}]) from None

    async def _next_event(self) -> MutableMapping[str, Any]:
        """What is not heard at the door."""
        clock = asyncio.get_running_loop().time
        while True:
            try:
                async with asyncio.timeout_at(self._heard + IDLE_SECONDS):
                    return await self.socket.receive()
            except TimeoutError:
                if clock() >= self._heard + IDLE_SECONDS:
                    raise

    def _spend(self) -> None:
        self._heard = asyncio.get_running_loop().time()
        try:
            self.house.limits.spend("frame", self.who.token_hash, self.address)
        except Problem:
            raise Refuse(4429, "too many messages") from None

    def _hear(self, text: bytes) -> bool:
        """An action that nothing stands in the way of is begun at once, without a turn of whoever waits for events."""
        if self._busy or self.listener.closed:
            return False
        try:
            message = DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            return False
        if not isinstance(message, Act | Undo):
            return False
        try:
            self._spend()
        except Refuse:
            return False
        self._busy = True
        self._deed = self.house.begin(self._do(message))
        return True

    async def _do(self, message: Act | Undo) -> None:
        try:
            await self._done(await self._room(), message)
        except Problem as problem:
            self._send(ErrNotice(message.cid, problem.document()))
        except Exception:
            LOG.exception("game %s: a message cannot be answered", self.game_id)
            self.listener.close(1011)
        finally:
            self._busy, self._deed = False, None

    async def _send_waiting(self) -> None:
        while True:
            message = await self.listener.waiting.get()
            try:
                if isinstance(message, int):
                    await self.socket.close(message)
                    return
                await self.socket.send({"type": "websocket.send", "text": message.decode()})
            except (RuntimeError, WebSocketDisconnect):
                return  # the client has gone; the other task hears of it too

    def _send(self, document: Any) -> None:
        self.listener.send(msgspec.json.encode(document))

    async def _room(self) -> Room:
        return await self.house.room(self.game_id)

    # --- answers ---------------------------------------------------------------------------------

    async def _answer(self, message: AnyMessage) -> None:
        match message:
            case Ping():
                self._send(PongNotice())
            case Hello():
                await self._hello(message)
            case Look():
                room = await self._room()
                self.listener.side = await self.house.drawn(room, room.looks_through(self.who.id, message.side))
                self.house.hub.send_state(room, self.listener)
            case _:
                try:
                    await self._work(message)
                except Problem as problem:
                    self._send(ErrNotice(message.cid, problem.document()))

    async def _hello(self, message: Hello) -> None:
        if message.proto != PROTOCOL:
            raise Refuse(4400, f"this server speaks protocol {PROTOCOL}")
        room = await self._room()
        self.listener.deltas = message.deltas
        self.listener.side = await self.house.drawn(room, room.looks_through(self.who.id, message.side))
        side, table = self.listener.side, room.table
        longest = 0 if table.revealed else hub.LONGEST_PATCH  # what he has was counted otherwise before the end
        if message.since is None or not 0 <= table.seq_of(side) - message.since <= longest:
            self.house.hub.send_state(room, self.listener)
        else:
            mine = room.sides_of(self.who.id)
            self.listener.send(hub.patch(room, side, mine, message.since, deltas=message.deltas))
            self.listener.seq, self.listener.entry = table.seq_of(side), table.seq
            self.listener.asked = room.row["takeback"] is not None
            self.listener.send(hub.game_message(room, self.who.id, self.house.presence(room), side))
        self.house.hub.enter(room, self.listener)

    async def _work(self, message: Act | Undo | Explain | Chat) -> None:
        room = await self._room()
        house = self.house
        if isinstance(message, Explain):
            answer = await house.explain(room, room.sides_of(self.who.id), message.action)
            self._send(ExplainedNotice(**msgspec.structs.asdict(answer), cid=message.cid))
            return
        if isinstance(message, Chat):
            house.limits.spend("chat", self.who.token_hash, self.address)
        await house.unbroken(self._done(room, message))

    async def _done(self, room: Room, message: Act | Undo | Chat) -> None:
        """Do it, and say so in the same breath as what has come of it."""
        house, player = self.house, self.who.id
        match message:
            case Act():
                await house.act(room.id, player, message.action, Seen(message.seq, self.listener.side), message.cid)
            case Undo():
                await house.undo(room.id, player, message.side, Seen(message.seq, self.listener.side), message.cid)
            case Chat():
                await speak(house, room, player, message.text)
        seq = (await self._room()).table.seq_of(self.listener.side)
        self._send(AckNotice(message.cid, seq))


async def serve(socket: WebSocket, game_id: str) -> None:
    """The endpoint."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        if not same_origin(socket.headers, house.settings):
            raise Refuse(4403, "cross-origin")
        token = socket.cookies.get(cookie_name(house.settings))
        address = socket.client.host if socket.client else ""
        house.limits.spend("socket", digest(token) if token else None, address)
        who = await house.identity.find(token)
        room = await house.room(game_id)
        room.admit(who.id)
        await Connection(socket, house, room, who).run()
    except WebSocketDisconnect:
        return
    except Refuse as refuse:
        await _close(socket, refuse.code, refuse.reason)
    except TimeoutError:
        await _close(socket, 4408, "nothing was said for too long")
    except Problem as problem:
        codes = {"not-found": 4404, "too-many": 4429, "secret": 4403, "busy": 1013}
        await _close(socket, codes.get(problem.kind, 4400), problem.detail[:100])


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)
