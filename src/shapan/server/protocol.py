"""How the server listens: limits for what is half sent or half read, and the settings that every start of it shares."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from .carry import DOOR
from .settings import FRAME_LIMIT

HEAD_SECONDS: Final = 10.0
"""For the head of a request, from its first byte or, on a new connection, from the beginning."""
HEAD_LIMIT: Final = 64 * 1024
"""Bytes of a head, or of whatever else is not the body; no browser sends a quarter of it."""
READ_SECONDS: Final = 30.0
"""In which a visitor has to take something of what waits for him."""

FRAMES: Final = 100
"""Frames beside messages that a WebSocket takes in so many seconds. Browsers send a pong now and then."""
FRAME_SECONDS: Final = 10.0
PING_SECONDS: Final = 45
"""Between two pings to a browser, and until the answer; one that hears nothing for 25 s says something by itself."""


class PromptProtocol(HttpToolsProtocol):
    """HTTP, with an end to the patience for a head that does not come, or does not end, and for an answer that is not
    taken."""

    _late: asyncio.TimerHandle | None = None
    """Rings when the head should have come."""
    _unread: asyncio.TimerHandle | None = None
    """Rings when something of the answer should have been taken."""
    _beside = 0
    """How much has come, since the last head or request was complete, that is not body."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        between = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr] # None at first
        if self._late is None and between:
            self._wait_for_head()
        self._beside += len(data)
        super().data_received(data)
        if self._beside > HEAD_LIMIT:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._beside = 0
        super().on_message_complete()

    def on_headers_complete(self) -> None:
        self._beside = 0
        self._head_is_there()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        self._reader_is_there()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        self._reader_is_there()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _head_is_there(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _wait_for_reader(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(READ_SECONDS, self._look_again, waiting)

    def _reader_is_there(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _look_again(self, waited: int) -> None:
        """Has anything been taken meanwhile? To close would be to wait on; what nobody reads is thrown away."""
        if self.transport.get_write_buffer_size() >= waited:
            self.transport.abort()
        else:
            self._wait_for_reader()

    def _give_up(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.close()


class PromptSocket(WebSocketsSansIOProtocol):
    """A WebSocket that takes few frames which are no messages. Messages are counted where they are read; pings, pongs
    and empty pieces never get there, and a pong that nobody reads would wait in memory."""

    hear: Callable[[bytes], bool] | None = None
    """Takes messages at once, where nobody waits for them as events of ASGI."""
    _window = 0.0
    """Since when frames are counted that are no messages."""
    _count = 0

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][DOOR] = self  # type: ignore[assignment] # one of our own

    def send_receive_event_to_app(self) -> None:
        if self.close_sent and not self._is_taken():  # whoever goes on talking after the end is not listened to
            return
        if self.curr_msg_data_type == "text" and not self.close_sent:
            data = b"".join(self.frames)
            if not _is_text(data):  # nobody's log is filled with it
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
            if self.hear is not None and self.queue.empty() and self.hear(data):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def say(self, text: bytes) -> bool:
        """Send a message at once; False if the visitor is too slow for that just now, or on his way out."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        if self._is_taken():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_taken():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_taken():
            super().handle_cont(event)

    def _is_taken(self) -> bool:
        """One more of them; whether it is still within bounds: otherwise the connection is gone."""
        now = self.loop.time()
        if now - self._window > FRAME_SECONDS:
            self._window, self._count = now, 0
        self._count += 1
        if self._count > FRAMES:
            self.transport.abort()
        return self._count <= FRAMES


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def uvicorn_settings(proxy: str | None) -> dict[str, Any]:
    """How uvicorn is to listen and to speak."""
    return {
        "log_level": "warning",
        "access_log": False,  # addresses may hold what is nobody's business; a proxy can keep its own log
        "server_header": False,
        "proxy_headers": proxy is not None,
        "forwarded_allow_ips": proxy,
        "http": PromptProtocol,
        "ws": PromptSocket,
        "ws_max_size": FRAME_LIMIT,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "ws_per_message_deflate": False,  # a quarter of a megabyte for each socket; differences are small anyway
        "timeout_graceful_shutdown": 5,
    }
