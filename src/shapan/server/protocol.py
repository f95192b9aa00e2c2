"""How the server listens: time limits for what is half sent, and the settings that every way of starting it shares."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .settings import FRAME_LIMIT

HEAD_SECONDS: Final = 10.0
"""For the head of a request, from its first byte or, on a new connection, from the beginning."""


class PromptProtocol(HttpToolsProtocol):
    """HTTP, with an end to the patience for a head that does not come."""

    _late: asyncio.TimerHandle | None = None
    """Rings when the head should have come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        between = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr] # None at first
        if self._late is None and between:
            self._wait_for_head()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._head_is_there()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _head_is_there(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.close()


def options(proxy: str | None) -> dict[str, Any]:
    """Settings of uvicorn."""
    return {
        "log_level": "warning",
        "access_log": False,  # addresses may hold what is nobody's business; a proxy can keep its own log
        "server_header": False,
        "proxy_headers": proxy is not None,
        "forwarded_allow_ips": proxy,
        "http": PromptProtocol,
        "ws": "websockets-sansio",
        "ws_max_size": FRAME_LIMIT,
        "ws_ping_interval": 20,
        "ws_ping_timeout": 20,
        "ws_per_message_deflate": False,  # a quarter of a megabyte for each socket; differences are small anyway
        "timeout_graceful_shutdown": 5,
    }
