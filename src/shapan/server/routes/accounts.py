"""Accounts: registering, logging in and out, one's games and preferences."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from .. import lobby
from ..bodies import Account, Farewell, Login, MeChange, PasswordChange
from ..documents import MeDocument
from ..house import House
from ..identity import Who, account_key
from ..journal import note_audit
from ..problems import Problem
from ..web import Somebody, TheHouse, Whoever, answers, limited, reply

router = APIRouter(tags=["accounts"])


async def me_document(house: House, who: Who) -> MeDocument:
    rows = await house.store.games_of(who.id, 200) if who.id else []
    games = await lobby.documents(house, who, rows)
    turn = [game.id for game in games if game.status == "running" and game.actor in game.you]
    return MeDocument(who.account, who.name, who.preferences, games, turn)


@asynccontextmanager
async def guarded(house: House, name: str) -> AsyncIterator[None]:
    """Count wrong passwords by account: guessing one is no easier from many addresses."""
    key = account_key(name)
    house.limits.check(key)
    try:
        yield
    except Problem as problem:
        if problem.kind == "bad-login":
            house.limits.failed(key)
            known = await house.store.account(key)  # any other name may be a password in the wrong field
            note_audit("wrong password", account=known["account"] if known else None)
        raise


@router.post("/accounts", dependencies=[limited("login")], **answers(MeDocument, 409, status=201, body=True))
async def register(body: Account, request: Request, house: TheHouse, who: Somebody) -> Response:
    """Make an account of this player; the games played so far belong to it. A new session begins."""
    made, request.state.new_session = await house.identity.register(who, body.name, body.password)
    note_audit("registered", account=body.name)
    return reply(await me_document(house, made), 201)


@router.post("/sessions", dependencies=[limited("login")], **answers(MeDocument, 401, 403, body=True))
async def log_in(body: Login, request: Request, house: TheHouse, who: Whoever) -> Response:
    """Log in; games played before under no account come along."""
    async with guarded(house, body.name):
        found, token = await house.identity.log_in(who, body.name, body.password)
    note_audit("logged in", account=found.account)
    if who.id and who.account is None:
        house.adopt(who.id, found.id)
    request.state.new_session = token
    return reply(await me_document(house, found))


@router.delete("/sessions", dependencies=[limited("write")], **answers(None, 403, status=204))
async def log_out(request: Request, house: TheHouse, who: Whoever) -> Response:
    """End this session."""
    if who.token_hash is not None:
        await house.identity.end(who.token_hash)
    request.state.new_session = ""
    return Response(None, 204)


@router.delete("/sessions/all", dependencies=[limited("write")], **answers(None, 403, status=204))
async def log_out_everywhere(request: Request, house: TheHouse, who: Whoever) -> Response:
    """End all sessions of this player, on whatever device."""
    if who.id:
        await house.identity.end_all(who.id)
    request.state.new_session = ""
    return Response(None, 204)


@router.put("/me/password", dependencies=[limited("login")], **answers(MeDocument, 401, body=True))
async def change_password(body: PasswordChange, request: Request, house: TheHouse, who: Whoever) -> Response:
    """Change the password. Every other session of the account ends."""
    if who.account is None:
        raise Problem("no-session", "there is no account with a password")
    async with guarded(house, who.account):
        await house.identity.check_password(who, body.old)
    found, request.state.new_session = await house.identity.change_password(who, body.new)
    note_audit("changed the password", account=who.account)
    return reply(await me_document(house, found))


@router.get("/me", dependencies=[limited("read")], **answers(MeDocument))
async def show_me(house: TheHouse, who: Whoever) -> Response:
    """One's games and preferences; empty for somebody without a session."""
    return reply(await me_document(house, who))


@router.patch("/me", dependencies=[limited("write")], **answers(MeDocument, body=True))
async def change_me(body: MeChange, house: TheHouse, who: Somebody) -> Response:
    """Change the shown name or the preferences."""
    changes = body.model_dump(exclude_none=True)
    stored = dict(changes)
    if "preferences" in stored:
        stored["preferences"] = msgspec.json.encode(stored["preferences"]).decode()
    if stored:
        await house.store.change_player(who.id, stored)
    return reply(await me_document(house, msgspec.structs.replace(who, **changes)))


@router.delete("/me", dependencies=[limited("login")], **answers(None, 401, status=204, body=True))
async def remove_me(body: Farewell, request: Request, house: TheHouse, who: Whoever) -> Response:
    """Delete the account. Its seats are free: the other players may invite somebody else."""
    if who.account is None:
        raise Problem("no-session", "there is no account to delete")
    async with guarded(house, who.account):
        await house.identity.check_password(who, body.password)
    await house.identity.remove(who.id)
    note_audit("deleted the account", account=who.account)
    await house.news.of_player(who.id)
    request.state.new_session = ""
    return Response(None, 204)
