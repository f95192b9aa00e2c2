"""Games: created, listed, joined, left, played again; their records."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse, Response

from .. import lobby
from ..bodies import GameChange, Invite, Join, NewGame, Nothing, Part, RecordText, Rematch, SideOnly
from ..documents import GameDocument, GameList, Invitation
from ..house import House
from ..identity import Who
from ..problems import Problem
from ..web import GameId, SideQuery, Somebody, TheHouse, TheRoom, Whoever, address_of, answers, limited, reply

router = APIRouter(tags=["games"])
READ, WRITE = [limited("read")], [limited("write")]


@router.post("/games", dependencies=[limited("create")], **answers(GameDocument, status=201, body=True))
async def create_game(body: NewGame, request: Request, house: TheHouse, who: Somebody) -> Response:
    """Create a game. The secrets of its invitations are in the answer, this once."""
    newcomer = request.state.new_session is not None  # all newcomers of an address are one patron of the bots
    document = await house.unbroken(lobby.create(house, who, body, address_of(request) if newcomer else who.id))
    return reply(document, 201, Location=f"/{document.id}")


@router.get("/games", dependencies=READ, **answers(GameList))
async def list_games(
    house: TheHouse,
    who: Whoever,
    status: Annotated[Literal["open", "running", "over"], Query(description="Which public games.")] = "open",
    title: Annotated[str | None, Query(max_length=64, pattern=r"^[\w-]+$")] = None,
    before: Annotated[
        str | None, Query(max_length=32, pattern=r"^[0-9TZ:.-]+$", description="``next`` of a page.")
    ] = None,
) -> Response:
    """Public games, newest first."""
    return reply(await lobby.listed(house, who, status, title, before))


@router.get("/games/{game_id}", dependencies=READ, **answers(GameDocument, 403, 404, 409))
async def show_game(room: TheRoom, house: TheHouse, who: Whoever, side: SideQuery = None) -> Response:
    """A game without its position."""
    return reply(room.document(who.id, house.presence(room), room.looks_through(who.id, side)))


@router.patch("/games/{game_id}", dependencies=WRITE, **answers(GameDocument, 404, 409, body=True))
async def change_game(body: GameChange, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Pause the bots, let them go on, or set how fast they play."""
    if not room.sides_of(who.id) and not room.owns(who.id):
        raise Problem("no-seat", "only players can change this")
    changes = body.model_dump(exclude_none=True)
    if changes:
        async with house.holding(room.id) as held:
            await house.change(held, changes)
            house.bots.wake(held)
    return await _document(house, room.id, who)


@router.post("/games/{game_id}/hurry", dependencies=WRITE, **answers(GameDocument, 404, 409, body=True))
async def hurry_bot(body: Nothing, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Let a bot that is thinking move at once, with the best that it has found so far."""
    if not room.sides_of(who.id) and not room.owns(who.id):
        raise Problem("no-seat", "only players can hurry a bot")
    house.bots.hurry(room)
    return await _document(house, room.id, who)


@router.post("/games/{game_id}/join", dependencies=WRITE, **answers(GameDocument, 404, 409, body=True))
async def join_game(body: Join, game_id: GameId, house: TheHouse, who: Somebody) -> Response:
    """Take a seat: by the secret of an invitation, or by its side in a public game."""
    room = await house.room(game_id)
    if body.secret is None:
        room.admit(who.id)
    await house.unbroken(lobby.join(house, game_id, who, body))
    return await _document(house, game_id, who)


@router.post("/games/{game_id}/share", dependencies=WRITE, **answers(GameDocument, 404, 409, body=True))
async def show_part(body: Part, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Show the part that one adds to the seed of the dice, as committed to when the seat was taken."""
    await house.unbroken(house.shares.show(room.id, who.id, body.part))
    return await _document(house, room.id, who)


@router.post("/games/{game_id}/invite", dependencies=WRITE, **answers(Invitation, 404, 409, body=True))
async def invite(body: Invite, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """A new invitation for a free seat, or for one's own seat on another device. The old one stops working."""
    return reply(await house.unbroken(lobby.invite(house, room.id, who, body.side)))


@router.post("/games/{game_id}/leave", dependencies=WRITE, **answers(GameDocument, 404, 409, body=True))
async def leave_game(body: SideOnly, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Give up one's seats, or the one named."""
    await house.unbroken(lobby.leave(house, room.id, who, body.side))
    return await _document(house, room.id, who)


async def _document(house: House, game_id: str, who: Who) -> Response:
    room = await house.room(game_id)
    return reply(room.document(who.id, house.presence(room)))


AGAIN = answers(GameDocument, 404, 409, status=201, body=True)
AGAIN["responses"][200] = {**AGAIN["responses"][201], "description": "The rematch that was made before"}


@router.post("/games/{game_id}/rematch", dependencies=[limited("create")], **AGAIN)
async def rematch(body: Rematch, room: TheRoom, house: TheHouse, who: Whoever) -> Response:
    """Another game with the same players; everybody who asks gets the same one."""
    if not room.sides_of(who.id) and not room.owns(who.id):
        raise Problem("no-seat", "only players can ask for a rematch")
    following, made = await house.unbroken(lobby.rematch(house, room.id, who, body.swap, body.share))
    document = following.document(who.id, house.presence(following))
    return reply(document, 201 if made else 200, Location=f"/{following.id}")


RECORD = answers(None, 404, 409, 403)
RECORD["responses"][200]["content"] = {"text/plain": {"schema": {"type": "string"}}}


@router.get("/games/{game_id}/record", dependencies=READ, **RECORD)
async def show_record(room: TheRoom) -> Response:
    """The whole record with its seed, once the game is over."""
    text = lobby.record_text(room)
    name = f"{room.row['title']}-{room.id}.txt"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@router.post("/records", dependencies=[limited("record")], **answers(GameDocument, status=201, body=True))
async def import_record(body: RecordText, house: TheHouse, who: Somebody) -> Response:
    """Store a record as a game to be watched from either side."""
    room = await house.unbroken(lobby.import_record(house, who, body.record))
    return reply(room.document(who.id, house.presence(room)), 201, Location=f"/{room.id}")
