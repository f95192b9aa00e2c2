"""What the routes share: the house, who is asking, answers as JSON, and their description for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, Any, TypedDict, cast

import msgspec
from fastapi import Depends, Path, Query, Request
from starlette.responses import Response

from .house import House
from .identity import NOBODY_YET, Who
from .middleware import cookie_name
from .room import Room


async def the_house(request: Request) -> House:  # not a plain function: those are called in a thread, each time
    return cast(House, request.app.state.house)


TheHouse = Annotated[House, Depends(the_house)]


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


async def whoever(request: Request, house: TheHouse) -> Who:
    """The player of the session, or nobody yet."""
    return await house.identity.find(request.cookies.get(cookie_name(house.settings)))


Whoever = Annotated[Who, Depends(whoever)]


async def somebody(request: Request, house: TheHouse, who: Whoever) -> Who:
    """The player of the session; a new anonymous one, whose cookie goes with the answer, if there is none."""
    if who is not NOBODY_YET:
        return who
    house.limits.spend("newcomer", None, address_of(request))  # each of them is kept
    made, token = await house.identity.make()
    request.state.new_session = token
    return made


Somebody = Annotated[Who, Depends(somebody)]


def limited(kind: str) -> Any:
    """A dependency that counts the request against a rate limit."""

    async def spend(request: Request, house: TheHouse, who: Whoever) -> None:
        house.limits.spend(kind, who.token_hash, address_of(request))

    return Depends(spend)


GameId = Annotated[str, Path(pattern="^[23456789abcdefghjkmnpqrstuvwxyz]{8}$", description="The game's public id.")]
SideQuery = Annotated[str | None, Query(max_length=64, description="Which side to look through.")]


async def the_room(game_id: GameId, house: TheHouse, who: Whoever) -> Room:
    """The room of the game in the address, if this player may enter it."""
    room = await house.room(game_id)
    room.admit(who.id)
    return room


TheRoom = Annotated[Room, Depends(the_room)]


# --- answers -------------------------------------------------------------------------------------


def reply(document: Any, status: int = 200, **headers: str) -> Response:
    """A document as JSON, never kept by caches unless a header says so."""
    more = {"Cache-Control": "no-store"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(msgspec.json.encode(document), status, more, "application/json")


def tagged(request: Request, body: Callable[[], bytes], tag: str, cache: str = "private, no-cache") -> Response:
    """An answer with an ETag; nothing but 304 if the client has it already."""
    headers = {"ETag": f'"{tag}"', "Cache-Control": cache}
    if cache.startswith("private"):
        headers["Vary"] = "Cookie"
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if f'"{tag}"' in known or "*" in known:
        return Response(None, 304, headers)
    return Response(body(), 200, headers, "application/json")


def fingerprint(body: bytes) -> str:
    return blake2b(body, digest_size=12).hexdigest()


# --- description ---------------------------------------------------------------------------------

ALWAYS = (422, 429, 503)
WORDS = {
    304: "Not changed since",
    400: "The body is not JSON",
    401: "A session or the right password is needed",
    403: "Not for this player, or from a page of another site",
    404: "Not found",
    405: "Method not allowed",
    409: "The game has moved on, or the request does not fit how things stand",
    413: "The body is too large",
    415: "The body is not application/json",
    422: "A field is wrong, or the rules forbid it",
    429: "Too many requests",
    503: "Not possible just now",
}


class Described(TypedDict):
    """Keyword arguments of a route."""

    status_code: int
    response_class: type[Response]
    responses: dict[int | str, dict[str, Any]]


def answers(struct: type | None, *codes: int, status: int = 200, body: bool = False) -> Described:
    """The responses of a route: its document, and the codes of its problems. ``body``: it takes one."""
    content = {"application/json": {"schema": ref(struct)}} if struct else {}
    responses: dict[int | str, dict[str, Any]] = {
        status: {"description": (struct.__doc__ or "Done").strip() if struct else "Done", "content": content}
    }
    taken = (400, 403, 413, 415) if body else ()
    for code in sorted({*codes, *taken, *ALWAYS}):
        problem = {} if code < 400 else {"content": {"application/problem+json": {"schema": PROBLEM}}}
        responses[code] = {"description": WORDS[code], **problem}
    return {"status_code": status, "response_class": Response, "responses": responses}


def picture(*codes: int) -> Described:
    """The responses of a route that gives a drawing."""
    described = answers(None, *codes)
    described["responses"][200]["content"] = {"image/svg+xml": {"schema": {"type": "string"}}}
    return described


def ref(struct: type) -> dict[str, str]:
    """A reference to the JSON schema of a document."""
    return {"$ref": f"#/components/schemas/{struct.__name__}"}


PROBLEM = {"$ref": "#/components/schemas/ProblemDocument"}
