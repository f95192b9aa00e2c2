"""The process of a house: ``python -m shapan.server.be_house``, started by the keeper."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from pathlib import Path
from typing import Final

import uvloop

from .app import create_app
from .carry import Reception
from .errand import Errand, connections, take

SELDOM: Final = (50_000, 20, 100)
"""How often garbage in circles is looked for. Positions and Views hold none, and there are very many of them."""


def serve(errand: Errand) -> None:
    """Answer what the porch carries here until the process is told to stop."""
    connections()
    sys.setswitchinterval(0.001)  # a long thought of one game shall hold up the others as briefly as possible
    gc.freeze()  # what has been imported stays
    gc.set_threshold(*SELDOM)
    uvloop.run(_serve(errand))


async def _serve(errand: Errand) -> None:
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


if __name__ == "__main__":
    take(serve)
