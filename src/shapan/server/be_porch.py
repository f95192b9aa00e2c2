"""The process of the porch: ``python -m shapan.server.be_porch``, started by the keeper."""

from __future__ import annotations

import socket

import uvicorn

from .errand import Errand, connections, take
from .porch import create_porch
from .protocol import uvicorn_settings


def serve(errand: Errand) -> None:
    """Let visitors in until the process is told to stop."""
    app = create_porch(errand.settings, errand.houses)
    config = uvicorn.Config(app, **uvicorn_settings(errand.proxy), limit_concurrency=connections())
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=number) for number in errand.listen])


if __name__ == "__main__":
    take(serve)
