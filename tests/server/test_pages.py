"""The client's files, its one page for every address, and the page that stands in while it is not built."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.kit import serving

from shapan.server.pages import inside

pytestmark = pytest.mark.anyio


async def test_without_a_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    async with serving(tmp_path, static=tmp_path / "nothing") as server:
        client = (await server.player()).client
        page = await client.get("/")
        assert page.status_code == 200
        assert "npm run build" in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]


async def test_the_client_is_served_with_the_right_caching(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>the client", encoding="utf-8")
    (static / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    (static / "assets" / "app-1a2b3c.js").write_text("let x", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("treasure", encoding="utf-8")
    async with serving(tmp_path, static=static) as server:
        client = (await server.player()).client
        for address in ("/", "/abcd2345", "/abcd2345?at=5", "/abcd2345/join", "/t/mukden", "/me", "/login"):
            page = await client.get(address)
            assert (page.status_code, page.text) == (200, "<!doctype html>the client")
            assert page.headers["cache-control"] == "no-cache"
        asset = await client.get("/assets/app-1a2b3c.js")
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert asset.headers["content-type"].startswith("text/javascript")
        assert (await client.get("/favicon.svg")).headers["cache-control"] == "no-cache"
        for address in (
            "/assets/app-old.js",
            "/api/v1/x",
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/a%00b.txt",
            "/x.php",
        ):
            missing = await client.get(address)
            assert missing.status_code == 404, address
            assert "treasure" not in missing.text
        assert (await client.post("/abcd2345")).status_code == 404
        assert (await client.head("/")).status_code == 200


async def test_no_file_outside_the_client(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret.txt").write_text("treasure", encoding="utf-8")
    for path in ("/../secret.txt", "//../secret.txt", "/x/../../secret.txt", f"/{tmp_path}/secret.txt", "/\0", "/", ""):
        assert inside(tmp_path / "static", path) is None


async def test_the_documents_are_served_where_they_are_built(tmp_path: Path) -> None:
    handbook = tmp_path / "handbook"
    (handbook / "notebooks").mkdir(parents=True)
    (handbook / "index.html").write_text("all documents", encoding="utf-8")
    (handbook / "notebooks" / "balance.html").write_text("balance", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("treasure", encoding="utf-8")
    async with serving(tmp_path, handbook=handbook) as server:
        client = (await server.player()).client
        assert (await client.get("/docs", follow_redirects=True)).text == "all documents"
        assert (await client.get("/docs/notebooks/balance.html")).text == "balance"
        for address in ("/docs/nothing.html", "/docs/%2e%2e/secret.txt", "/docs//etc/hostname"):
            assert (await client.get(address)).status_code == 404, address


async def test_documents_that_are_not_built_say_how(tmp_path: Path) -> None:
    async with serving(tmp_path, handbook=tmp_path / "nothing") as server:
        missing = await (await server.player()).client.get("/docs/")
        assert missing.status_code == 404
        assert "make docs" in missing.text


async def test_health(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        answer = await (await server.player()).client.get("/healthz")
        assert answer.json()["status"] == "ok"
