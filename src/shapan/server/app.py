"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from shapan import __version__

from . import errors, socket
from .documents import HealthDocument
from .house import House
from .metrics import PLAIN, document, may_read
from .middleware import Guard
from .openapi import describe
from .pages import Pages
from .problems import Problem
from .routes import accounts, games, play, titles
from .settings import Settings
from .web import TheHouse, answers, reply

DESCRIPTION = "Historical wargames with every rule enforced and cited. See docs/protocol.md for the whole protocol."


def create_app(settings: Settings | None = None) -> FastAPI:
    """The ASGI application for these settings."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(chosen)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Shapan",
        version=__version__,
        summary="Play historical wargames",
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    errors.install(app)
    for part in (titles, games, play, accounts):
        app.include_router(part.router, prefix="/api/v1")
    app.add_api_route("/healthz", health, methods=["GET"], tags=["server"], **answers(HealthDocument))
    app.add_api_route("/readyz", ready, methods=["GET"], tags=["server"], **answers(HealthDocument))
    app.add_api_route("/metrics", figures, methods=["GET"], tags=["server"], include_in_schema=False)
    app.add_api_websocket_route("/ws/v1/{game_id}", socket.serve)
    app.router.default = Pages(chosen.static, chosen.handbook)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, settings=chosen)
    return app


async def health() -> Response:
    """Whether the server answers."""
    return reply(HealthDocument("ok", __version__))


async def figures(request: Request, house: TheHouse) -> Response:
    """Figures for whoever runs the server."""
    if not may_read(request.scope, house.settings):
        raise Problem("not-found", "there is no such page")
    lines = house.metrics.lines(house.figures(), house=str(house.settings.slot))
    return Response(document(lines), media_type=PLAIN)


async def ready(house: TheHouse) -> Response:
    """Whether the server can do its work: its storage takes what it is given."""
    await house.ready()
    return reply(HealthDocument("ok", __version__))
