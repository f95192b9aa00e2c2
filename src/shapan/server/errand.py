"""What a child of the keeper does: be a porch or a house, until it is told to stop or the keeper is no more.

``python -m shapan.server.errand`` reads its errand from its standard input, which stays open as long as the keeper lives.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import sys
import threading
from pathlib import Path
from typing import Any, Final

import msgspec

from .settings import Settings

SPARE: Final = 64
"""Descriptors kept for files, the storage and the houses; the rest may be connections."""
MISTAKE: Final = 2
"""Exit code of a child that can never start: the keeper does not try again."""


class Errand(msgspec.Struct):
    """Who a child is."""

    settings: Settings
    houses: list[str]
    """The sockets of all houses."""
    listen: list[int] | None = None
    """Descriptors to accept visitors from; None for a house."""
    proxy: str | None = None

    def dumps(self) -> bytes:
        return msgspec.json.encode(self, enc_hook=str) + b"\n"

    @classmethod
    def loads(cls, line: bytes) -> Errand:
        return msgspec.json.decode(line, type=cls, dec_hook=lambda kind, value: kind(value))


def configure_logs() -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def connections() -> int:
    """How many connections this process can hold; its limit of descriptors is raised as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(SPARE, most - SPARE)


def be_porch(errand: Errand) -> None:
    import socket

    import uvicorn

    from .porch import create_porch
    from .protocol import options

    assert errand.listen is not None
    sockets = [socket.socket(fileno=number) for number in errand.listen]
    config = uvicorn.Config(
        create_porch(errand.settings, errand.houses), **options(errand.proxy), limit_concurrency=connections()
    )
    uvicorn.Server(config).run(sockets=sockets)


def be_house(errand: Errand) -> None:
    import uvloop

    sys.setswitchinterval(0.001)  # a long thought of one game shall hold up the others as briefly as possible
    uvloop.run(_house(errand))


async def _house(errand: Errand) -> None:
    from .app import create_app
    from .carry import Reception

    connections()
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    path = Path(errand.houses[errand.settings.slot])
    app = create_app(errand.settings)
    async with app.router.lifespan_context(app):
        reception = Reception(app)
        path.unlink(missing_ok=True)
        server = await loop.create_unix_server(reception.line, str(path), backlog=64)
        await stop.wait()
        server.close()
        app.state.house.hub.close()
        await reception.finish(5)


def _live_with_the_keeper(line: Any) -> None:
    """End at once when the keeper has ended, in whatever way: nobody else would ever stop this process."""
    line.read()
    os._exit(1)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the keeper, which then ends its children
    line = sys.stdin.buffer
    errand = Errand.loads(line.readline())
    threading.Thread(target=_live_with_the_keeper, args=(line,), daemon=True).start()
    configure_logs()
    from shapan.kernel import ShapanError

    try:
        if errand.listen is None:
            be_house(errand)
        else:
            be_porch(errand)
    except ShapanError as error:
        print(f"shapan: {error}", file=sys.stderr)
        sys.exit(MISTAKE)


if __name__ == "__main__":
    main()
