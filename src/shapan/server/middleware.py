"""What every request passes through: size limit, origin check, security headers, the session cookie."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import Problem
from .settings import SESSION_DAYS, Settings

LOG = logging.getLogger("shapan.server")
BODY_SECONDS: Final = 20.0
UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def cookie_name(settings: Settings) -> str:
    return "__Host-shapan" if settings.https else "shapan"


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Does the request come from one of our own pages, or from no page at all?"""
    origin = headers.get("origin")
    if origin is not None:
        return _host_of(origin) == headers.get("host", "") or origin in settings.origins
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")


def _host_of(origin: str) -> str | None:
    """The host of an origin; None for a text that is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


class Guard:
    """The outermost layer. Pure ASGI: no task of its own that a leaving client could cancel."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        state = scope.setdefault("state", {})
        state["new_session"] = None
        began = False

        async def send_guarded(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                self._finish(MutableHeaders(scope=message), state["new_session"])
            await send(message)

        try:
            limit = self._limit(scope["path"])
            self._check(scope["method"], headers, limit)
            await self.app(scope, _Counted(receive, limit), send_guarded)
        except Problem as problem:
            if not began:
                await send_problem(problem, send_guarded)
        except Exception:
            incident = secrets.token_hex(4)
            LOG.exception("incident %s: %s %s", incident, scope["method"], scope["path"])
            if not began:
                await send_problem(Problem("internal", f"noted as incident {incident}"), send_guarded)

    def _limit(self, path: str) -> int:
        return self.settings.record_limit if path == "/api/v1/records" else self.settings.body_limit

    def _check(self, method: str, headers: Headers, limit: int) -> None:
        if method in UNSAFE and not same_origin(headers, self.settings):
            raise Problem("cross-origin")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > limit:
            raise Problem("too-large", f"at most {limit} bytes are taken")

    def _finish(self, headers: MutableHeaders, token: str | None) -> None:
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        if self.settings.https:
            headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if token is None:
            return
        age = 0 if token == "" else SESSION_DAYS * 86400
        flags = "HttpOnly; SameSite=Lax; Path=/" + ("; Secure" if self.settings.https else "")
        headers.append("Set-Cookie", f"{cookie_name(self.settings)}={token}; Max-Age={age}; {flags}")


class _Counted:
    """Receives a body and stops when more arrives than was allowed, or when it does not arrive."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit
        self._limit = limit
        self._deadline: float | None = asyncio.get_running_loop().time() + BODY_SECONDS

    async def __call__(self) -> Message:
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise Problem("late", f"the body should be here within {BODY_SECONDS:.0f} seconds") from None
        if message["type"] == "http.request":
            if not message.get("more_body", False):
                self._deadline = None  # what comes now is the visitor's leaving
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise Problem("too-large", f"at most {self._limit} bytes are taken")
        return message


async def send_problem(problem: Problem, send: Send) -> None:
    """A problem document as a whole response."""
    body = problem.encoded()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if problem.retry is not None:
        headers.append((b"retry-after", str(int(problem.retry)).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
