"""Turns every error that a request can cause into a problem document."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from .problems import Problem, respond

KINDS = {400: "bad-json", 404: "not-found", 405: "method", 413: "too-large", 415: "media-type"}


async def on_problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return respond(error)


async def on_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return respond(Problem("bad-json", _detail(found[0])))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    whole_body = any(tuple(one["loc"]) == ("body",) for one in found)
    if whole_body and kind != "application/json" and int(request.headers.get("content-length", "0")) > 0:
        return respond(Problem("media-type", f"found {kind!r}"))
    errors = [{"field": ".".join(map(str, one["loc"])), "message": one["msg"]} for one in found]
    detail = "; ".join(f"{one['field']}: {one['message']}" for one in errors[:3])
    return respond(Problem("invalid", detail, errors=errors))


def _detail(error: dict[str, Any]) -> str:
    return str(error.get("ctx", {}).get("error", error["msg"]))


async def on_http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Problem):  # raised while the framework was reading the body
        return respond(error.__cause__)
    problem = Problem(KINDS.get(error.status_code, "invalid"), str(error.detail))
    problem.status = error.status_code
    return respond(problem, dict(error.headers or {}))


def install(app: FastAPI) -> None:
    """Use these for every error of the application."""
    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(HTTPException, on_http)
