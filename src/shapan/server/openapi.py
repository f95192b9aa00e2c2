"""The OpenAPI document: FastAPI's account of the routes, with the JSON schemas of our own documents."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from shapan.kernel import Board

from . import documents

DOCUMENTS: tuple[type, ...] = (
    *(getattr(documents, name) for name in dir(documents) if name.endswith(("Document", "List", "Invitation"))),
    documents.ChatLine,
    Board,
)


def describe(app: FastAPI) -> dict[str, Any]:
    """Made once, when it is first asked for."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, summary=app.summary, description=app.description, routes=app.routes
        )
        components = schema.setdefault("components", {}).setdefault("schemas", {})
        for leftover in ("HTTPValidationError", "ValidationError"):
            components.pop(leftover, None)
        _, ours = msgspec.json.schema_components(DOCUMENTS, ref_template="#/components/schemas/{name}")
        components.update(ours)
        app.openapi_schema = schema
    return app.openapi_schema
