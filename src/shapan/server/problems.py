"""Problem documents (RFC 9457): every answer of 400 and above, over HTTP and WebSocket alike."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.responses import Response

from shapan.kernel import Refusal
from shapan.kernel.position import Position
from shapan.kernel.texts import named

from .documents import OutgrownDocument, ProblemDocument, RefusalDocument

TITLES: Final = {
    "bad-json": (400, "The body is not JSON"),
    "no-session": (401, "A session is needed"),
    "bad-login": (401, "Name or password is wrong"),
    "closed": (403, "The account is closed"),
    "cross-origin": (403, "This request came from a page of another site"),
    "no-seat": (403, "You do not hold this seat"),
    "wrong-turn": (403, "It is not your turn"),
    "secret": (403, "Not to be seen before the game is over"),
    "not-found": (404, "Not found"),
    "method": (405, "This method is not allowed here"),
    "late": (408, "The request did not arrive in time"),
    "stale": (409, "The game has moved on"),
    "outgrown": (409, "The rules have been corrected since this was played"),
    "conflict": (409, "Not possible as things stand"),
    "too-large": (413, "The body is too large"),
    "media-type": (415, "The body should be application/json"),
    "invalid": (422, "The request is not understood"),
    "notation": (422, "This is no action of the game"),
    "refused": (422, "The rules forbid this"),
    "bad-record": (422, "The record cannot be replayed"),
    "too-many": (429, "Too many requests"),
    "internal": (500, "The server made a mistake"),
    "busy": (503, "Not possible just now"),
}


class Problem(Exception):
    """Raised anywhere in the server; becomes a problem document."""

    def __init__(self, kind: str, detail: str = "", *, retry: float | None = None, **members: Any) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.status, self.title = TITLES[kind]
        self.detail = detail
        self.members = members
        self.retry = retry

    def document(self) -> ProblemDocument:
        kind, detail = f"/problems/{self.kind}", self.detail or msgspec.UNSET
        return ProblemDocument(type=kind, title=self.title, status=self.status, detail=detail, **self.members)

    def encoded(self) -> bytes:
        return msgspec.json.encode(self.document())


def respond(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The HTTP response for a problem."""
    more = {"Cache-Control": "no-store", **(headers or {})}
    if problem.retry is not None:
        more["Retry-After"] = str(int(problem.retry))
    return Response(problem.encoded(), problem.status, more, "application/problem+json")


OLD_READING: Final = "The players can agree that it stands as it was played, or"
TODAY_ONLY: Final = "The rules of today cannot go on from it, so the players can only agree to"


def outgrown_problem(where: OutgrownDocument) -> Problem:
    """The problem of a game that stands where rules have been corrected, with what its players can do about it."""
    old = where.old_reading
    told = (
        f"the rules have been corrected since: {where.side} could not do today what is entry {where.entry}. "
        f"{OLD_READING if old else TODAY_ONLY} go back to ply {where.ply}, before that entry, and go on from there"
    )
    return Problem("outgrown", told, entry=where.entry, side=where.side, ply=where.ply, old_reading=old)


def refusal_document(refusal: Refusal, pos: Position[Any]) -> RefusalDocument:
    """A refusal as the wire shows it; ids instead of the engine's numbers."""
    params = named(pos.book.lexicon, refusal.params)
    text = refusal.text or pos.book.game.say(refusal.key, params, pos)
    return RefusalDocument(refusal.case, refusal.key, params, text)


def refused(refusal: Refusal, pos: Position[Any], kind: str = "refused") -> Problem:
    """The problem for an action or a take-back that is refused."""
    document = refusal_document(refusal, pos)
    return Problem(kind, f"{document.case}: {document.text}", refusal=document)
