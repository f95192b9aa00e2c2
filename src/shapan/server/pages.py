"""The client's files, and its one page for every address that is not the server's own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from .problems import Problem, respond

OWN: Final = ("api", "ws", "healthz", "readyz", "problems")
NO_CLIENT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shapan</title>
<h1>Shapan</h1>
<p>The server is running, but its web client has not been built.</p>
<p>In a checkout: <code>python3 tools/dev.py play</code> builds it and starts the server
(or, by hand, <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>). Released packages carry it.</p>
<p>The interface for programs works without it: <a href="/api/v1/openapi.json">OpenAPI document</a>.</p>
</html>
"""


class Pages:
    """Answers whatever no route has answered."""

    def __init__(self, static: Path, handbook: Path) -> None:
        self.static = static
        self.handbook = handbook

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4404, "reason": ""})
            return
        await self._answer(scope["method"], scope["path"])(scope, receive, send)

    def _answer(self, method: str, path: str) -> Response:
        if method not in ("GET", "HEAD") or path.split("/")[1] in OWN:
            return respond(Problem("not-found", f"there is nothing at {path}"))
        if path == "/docs" or path.startswith("/docs/"):
            return self._page(path)
        index = self.static / "index.html"
        if not index.is_file():
            return HTMLResponse(NO_CLIENT, headers={"Cache-Control": "no-store"})
        file = inside(self.static, path)
        if file is not None:
            hashed = path.startswith("/assets/")
            cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
            return FileResponse(file, headers={"Cache-Control": cache})
        if "." in path.rsplit("/", 1)[-1]:
            return respond(Problem("not-found", f"there is nothing at {path}"))
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    def _page(self, path: str) -> Response:
        """The documents, as `make docs` has built them."""
        if path == "/docs":
            return RedirectResponse("/docs/")
        wanted = path.removeprefix("/docs/") or "index.html"
        file = inside(self.handbook, wanted)
        if file is None:
            return respond(Problem("not-found", f"there is no page {path}; `make docs` builds the documents"))
        return FileResponse(file, headers={"Cache-Control": "no-cache"})


def inside(folder: Path, path: str) -> Path | None:
    """The file at this address, never one outside its folder."""
    try:
        root = folder.resolve()
        file = (root / path.lstrip("/")).resolve()
        return file if file != root and file.is_relative_to(root) and file.is_file() else None
    except (ValueError, OSError):
        return None
