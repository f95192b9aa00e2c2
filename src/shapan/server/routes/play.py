"""Playing: views, actions, take-backs, the log, chat."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from shapan.kernel import Side

from .. import counsel, story, takebacks
from ..bodies import MOST_SEQ, Act, Chat, Explain, Nothing, Resign, TakebackAnswer, TakebackWish, Undo
from ..documents import (
    AidsDocument,
    ChatDocument,
    ChatLine,
    DoneDocument,
    ExplainDocument,
    GameDocument,
    HintDocument,
    LogDocument,
    StateDocument,
    StoryDocument,
)
from ..entries import now
from ..house import House, Seen
from ..identity import Who
from ..problems import Problem
from ..room import Room
from ..web import SideQuery, TheHouse, TheRoom, Whoever, answers, fingerprint, limited, reply, tagged

router = APIRouter(prefix="/games/{game_id}", tags=["play"])
READ, ACT = [limited("read")], [limited("act")]
Number = Annotated[int, Query(ge=0, le=MOST_SEQ)]


@router.get("/view", dependencies=READ, **answers(StateDocument, 304, 403, 404, 409))
async def show_view(
    request: Request,
    room: TheRoom,
    house: TheHouse,
    who: Whoever,
    side: SideQuery = None,
    at: Annotated[int | None, Query(ge=0, le=MOST_SEQ, description="An earlier moment: after so many actions.")] = None,
) -> Response:
    """What one side may know now, or knew at an earlier moment."""
    mine = room.sides_of(who.id)
    looks = room.looks_through(who.id, side)
    if at is None or at == room.table.ply_of(looks):
        await house.drawn(room, looks)
    else:
        await _drawn_at(house, room, looks, at)
    asked = room.table.match.asked is not None
    parts = [room.id, room.table.seq_of(looks), looks, at, mine, room.row["status"], asked]
    tag = fingerprint(msgspec.json.encode(parts))
    return tagged(request, lambda: msgspec.json.encode(room.state(looks, mine, at)), tag)


async def _drawn_at(house: House, room: Room, side: Side, at: int) -> None:
    """Have an earlier View drawn in a thread, one after another in each game."""
    async with room.leafing:
        table = room.table
        while at < table.ply_of(side) and not table.has_view_at(side, ply := table.true_ply(side, at)):
            await house.think(table.view_at, side, ply)


@router.get("/aids", dependencies=READ, **answers(AidsDocument, 403, 404, 409))
async def show_aids(
    room: TheRoom,
    house: TheHouse,
    who: Whoever,
    piece: Annotated[str, Query(max_length=80, description="The piece that is looked at.")],
    side: SideQuery = None,
) -> Response:
    """What can be drawn around a piece: how far it moves and shoots, what it sees. Nothing for an unknown piece."""
    looks = room.looks_through(who.id, side)
    seq, position = room.table.seq_of(looks), room.table.position.copy()
    return reply({"seq": seq, "aids": await house.think(position.aids, looks, piece)})


async def _done(house: House, game_id: str, who: Who, side: Side | None, since: int, *, live: bool = False) -> Response:
    """The answer to an action: what it made after an entry of the game, and the state after it. ``live``: the socket
    brings the state."""
    room = await house.room(game_id)
    mine = room.sides_of(who.id)
    looks = room.looks_through(who.id, side)
    if not live:
        await house.drawn(room, looks)
    table = room.table
    entries = table.log(looks, table.number(looks, since))
    done = {"seq": table.seq_of(looks), "ply": table.ply_of(looks), "entries": entries}
    return reply(done if live else {**done, "state": room.state(looks, mine)})


IfMatch = Annotated[str | None, Header(max_length=64, description="The sequence number that the player saw, quoted.")]


def _expected(seq: int | None, header: str | None) -> int | None:
    if seq is not None or header is None:
        return seq
    found = re.fullmatch(r'(?:W/)?"(\d{1,9})"', header.strip())
    if found is None:
        error = {"field": "header.if-match", "message": 'should be a quoted sequence number such as "17"'}
        raise Problem("invalid", error["message"], errors=[error])
    return int(found[1])


@router.post("/actions", dependencies=ACT, **answers(DoneDocument, 404, 409, body=True))
async def act(
    body: Act,
    room: TheRoom,
    house: TheHouse,
    who: Whoever,
    side: SideQuery = None,
    live: Annotated[bool, Query(description="The socket brings the state: leave it out of the answer.")] = False,
    if_match: IfMatch = None,
) -> Response:
    """Play an action. It is on disk when the answer comes; dice that follow at once are part of it."""
    if side is not None:
        room.looks_through(who.id, side)
    seen = Seen(_expected(body.seq, if_match), side)
    entry = await house.unbroken(house.act(room.id, who.id, body.action, seen, body.cid))
    return await _done(house, room.id, who, side, entry - 1, live=live)


@router.post("/explain", dependencies=[limited("ask")], **answers(ExplainDocument, 404, 409, body=True))
async def explain(body: Explain, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Say whether the rules allow an action of one's own, and if not, why. Nothing happens."""
    return reply(await house.explain(room, room.sides_of(who.id), body.action, odds=body.odds))


@router.post("/hint", dependencies=[limited("hint")], **answers(HintDocument, 404, 409, body=True))
async def hint(body: Nothing, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Ask what the staff officer would do, for the side that owes the decision and for its player alone."""
    return reply(await counsel.advise(house, room, room.sides_of(who.id)))


@router.get("/story", dependencies=[limited("hint")], **answers(StoryDocument, 403, 404, 409))
async def show_story(room: TheRoom, house: TheHouse) -> Response:
    """How the game went: the chance to win from beginning to end, and where it turned. Once the game is over."""
    return reply(await story.tell(house, room))


@router.post("/undo", dependencies=ACT, **answers(DoneDocument, 404, 409, body=True))
async def undo(body: Undo, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Take back one's own latest action."""
    entry = await house.unbroken(house.undo(room.id, who.id, body.side, Seen(body.seq, body.side), body.cid))
    return await _done(house, room.id, who, body.side, entry - 1)


@router.post("/resign", dependencies=ACT, **answers(DoneDocument, 404, 409, body=True))
async def resign(body: Resign, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Give up."""
    entry = await house.unbroken(house.resign(room.id, who.id, body.side, Seen(body.seq, body.side)))
    return await _done(house, room.id, who, body.side, entry - 1)


@router.post("/takeback", dependencies=ACT, **answers(GameDocument, 404, 409, body=True))
async def ask_takeback(body: TakebackWish, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Ask all others to go back further than one may alone."""
    await house.unbroken(takebacks.ask(house, room.id, who.id, body))
    return _document(house, await house.room(room.id), who)


@router.delete("/takeback", dependencies=ACT, **answers(GameDocument, 403, 404, 409))
async def withdraw_takeback(room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Withdraw one's request."""
    await house.unbroken(takebacks.withdraw(house, room.id, who.id))
    return _document(house, await house.room(room.id), who)


@router.post("/takeback/answer", dependencies=ACT, **answers(DoneDocument, 404, 409, body=True))
async def answer_takeback(body: TakebackAnswer, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Agree to the request of another side, or not."""
    since = await house.unbroken(takebacks.answer(house, room.id, who.id, body.agree))
    return await _done(house, room.id, who, None, since)


def _document(house: House, room: Room, who: Who) -> Response:
    return reply(room.document(who.id, house.presence(room)))


@router.get("/events", dependencies=READ, **answers(LogDocument, 403, 404, 409))
async def show_events(
    room: TheRoom,
    who: Whoever,
    since: Number = 0,
    side: SideQuery = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 500,
) -> Response:
    """The log after a sequence number, as one side may know it."""
    looks = room.looks_through(who.id, side)
    entries = room.table.log(looks, since, limit)
    last, newest = since + len(entries), room.table.seq_of(looks)
    more = last if last < newest and entries else None
    return reply({"seq": newest, "entries": entries, "next": more})


@router.get("/chat", dependencies=READ, **answers(ChatDocument, 403, 404, 409))
async def show_chat(room: TheRoom, house: TheHouse, who: Whoever, since: Number = 0) -> Response:
    """What the players said; for players only."""
    _players_only(room, who)
    lines = await house.store.chat(room.id, since, 500)
    return reply(ChatDocument([ChatLine(row["n"], row["side"], row["name"], row["text"], row["at"]) for row in lines]))


@router.post("/chat", dependencies=[limited("chat")], **answers(ChatLine, 404, 409, status=201, body=True))
async def say(body: Chat, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Say something to the other players."""
    return reply(await speak(house, room, who.id, body.text), 201)


async def speak(house: House, room: Room, player_id: str, text: str) -> dict[str, Any]:
    """Store a line of chat and send it to the players."""
    mine = room.sides_of(player_id)
    if not mine:
        raise Problem("no-seat", "only players can chat")
    name = room.seat(mine[0])["name"] or "Player"
    line: dict[str, Any] = {"side": mine[0], "name": name, "text": text, "at": now()}
    line["n"] = await house.store.add_chat({"game_id": room.id, **line})
    house.hub.show_chat(room, line)
    return line


def _players_only(room: Room, who: Who) -> None:
    if not room.sides_of(who.id):
        raise Problem("no-seat", "only players can read the chat")
