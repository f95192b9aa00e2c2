"""Bad input, line by line: a problem document that names the field or the rule, and never a 500."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.server.kit import API, MUKDEN, Player, Server, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """One for all tests here: each makes games of its own."""
    async with serving(tmp_path_factory.mktemp("input")) as running:
        yield running


async def problem(player: Player, method: str, path: str, status: int, kind: str, **more: Any) -> dict[str, Any]:
    answer = await player.client.request(method, API + path, **more)
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found: dict[str, Any] = answer.json()
    assert (answer.status_code, found["type"], found["status"]) == (status, f"/problems/{kind}", status), answer.text
    return found


async def test_json_that_does_not_parse(server: Server) -> None:
    player = await server.player()
    for body in (b"{", b"", b"nonsense", b'{"title": }', b'{"a":1', b"\xff\xfe", b'"\\ud800"', b"[" * 10_000):
        answer = await player.client.post(f"{API}/games", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), (body, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


async def test_another_media_type(server: Server) -> None:
    player = await server.player()
    form = {"content": b"title=mukden", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}
    await problem(player, "POST", "/games", 415, "media-type", **form)
    text = {"content": b'{"title": "mukden"}', "headers": {"Content-Type": "text/plain"}}
    await problem(player, "POST", "/games", 415, "media-type", **text)


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"title": "mukden", "seats": MUKDEN["seats"], "colour": "red"}, "body.colour"),
        ({"seats": MUKDEN["seats"]}, "body.title"),
        ({"title": "chess", "seats": {}}, "body.title"),
        ({"title": 5, "seats": {}}, "body.title"),
        ({"title": "mukden\u0000", "seats": {}}, "body.title"),
        ({**MUKDEN, "scenario": "waterloo"}, "body.scenario"),
        ({**MUKDEN, "options": {"magic": True}}, "body.options"),
        ({**MUKDEN, "options": {"fog_of_war": "yes"}}, "body.options"),
        ({**MUKDEN, "options": {"fog_of_war": 1}}, "body.options"),
        ({**MUKDEN, "options": {"fog_of_war": [True]}}, "body.options.fog_of_war.bool"),
        ({"title": "mukden", "seats": {"japanese": "me"}}, "body.seats"),
        ({"title": "mukden", "seats": {**MUKDEN["seats"], "martian": "me"}}, "body.seats"),  # type: ignore[dict-item]
        ({"title": "mukden", "seats": {"japanese": "me", "russian": "bot:deep"}}, "body.seats.russian"),
        ({"title": "mukden", "seats": {"japanese": "me", "russian": "alien"}}, "body.seats.russian"),
        ({**MUKDEN, "visibility": "secretive"}, "body.visibility"),
        ({**MUKDEN, "bot_delay_ms": -1}, "body.bot_delay_ms"),
        ({**MUKDEN, "bot_delay_ms": 1e99}, "body.bot_delay_ms"),
        ({**MUKDEN, "name": "x" * 41}, "body.name"),
        ({**MUKDEN, "name": " "}, "body.name"),
    ],
)
async def test_a_wish_for_a_game_names_the_wrong_field(server: Server, wish: dict[str, Any], field: str) -> None:
    player = await server.player()
    found = await problem(player, "POST", "/games", 422, "invalid", json=wish)
    assert field in [error["field"] for error in found["errors"]]


async def test_oversized_bodies(server: Server) -> None:
    player = await server.player()
    await problem(player, "POST", "/games", 413, "too-large", json={"title": "x" * 70_000})

    async def drip() -> Any:
        for _ in range(200):
            yield b'"' + b"x" * 1000

    headers = {"Content-Type": "application/json"}
    await problem(player, "POST", "/games", 413, "too-large", content=drip(), headers=headers)
    await problem(player, "POST", "/records", 413, "too-large", json={"record": "x" * 600_000})
    await problem(player, "POST", "/records", 422, "bad-record", json={"record": "x" * 100_000})
    await problem(player, "POST", "/games", 413, "too-large", content=b"{}", headers={"Content-Length": "99999999"})


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"action": "fly J-1 1313"}, 422, "notation"),
        ({"action": "move"}, 422, "notation"),
        ({"action": "move J-99 1313"}, 422, "notation"),
        ({"action": "move J-1 9999"}, 422, "notation"),
        ({"action": "move J-1 1313 1314"}, 422, "notation"),
        ({"action": "declare " + "x" * 3000}, 422, "notation"),
        ({"action": " "}, 422, "notation"),
        ({"action": "declare\u0007"}, 422, "invalid"),
        ({"action": ""}, 422, "invalid"),
        ({"action": "x" * 5000}, 422, "invalid"),
        ({"action": 5}, 422, "invalid"),
        ({"action": None}, 422, "invalid"),
        ({}, 422, "invalid"),
        ({"action": "declare combat", "seq": -1}, 422, "invalid"),
        ({"action": "declare combat", "seq": "0"}, 422, "invalid"),
        ({"action": "declare combat", "seq": 1.5}, 422, "invalid"),
        ({"action": "declare combat", "seq": 10**30}, 422, "invalid"),
        ({"action": "declare combat", "seq": True}, 422, "invalid"),
        ({"action": "declare combat", "cid": ""}, 422, "invalid"),
        ({"action": "declare combat", "cid": "x" * 65}, 422, "invalid"),
        ({"action": "declare combat", "as": "russian"}, 422, "invalid"),
        ({"action": "move J-1 1313"}, 422, "refused"),
        ({"action": "declare combat", "seq": 99}, 409, "stale"),
        ({"action": "roll 6"}, 422, "refused"),
        ({"action": "capitulate russian"}, 403, "wrong-turn"),
    ],
)
async def test_actions_that_are_none(server: Server, body: dict[str, Any], status: int, kind: str) -> None:
    host, _, game = await server.two_players(MUKDEN)
    await problem(host, "POST", f"/games/{game}/actions", status, kind, json=body)
    assert (await host.json(f"/games/{game}"))["seq"] == 0


async def test_wrong_seats_and_unknown_things(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    watcher = await server.player()
    declare = {"json": {"action": "declare combat"}}
    await problem(guest, "POST", f"/games/{game}/actions", 403, "wrong-turn", **declare)
    await problem(watcher, "POST", f"/games/{game}/actions", 403, "no-seat", **declare)
    await problem(watcher, "POST", f"/games/{game}/resign", 403, "no-seat", json={})
    await problem(watcher, "POST", f"/games/{game}/leave", 403, "no-seat", json={})
    await problem(watcher, "POST", f"/games/{game}/invite", 409, "conflict", json={"side": "russian"})
    await problem(watcher, "PATCH", f"/games/{game}", 403, "no-seat", json={"bots_paused": True})
    await problem(host, "POST", f"/games/{game}/resign", 403, "no-seat", json={"side": "russian"})
    await problem(host, "GET", f"/games/{game}/view?side=russian", 403, "secret")
    await problem(host, "GET", f"/games/{game}/view?side=martian", 422, "invalid")
    await problem(host, "GET", f"/games/{game}/view?at=1", 422, "invalid")
    await problem(host, "GET", f"/games/{game}/view?at=-1", 422, "invalid")
    await problem(host, "GET", f"/games/{game}/view?at=x", 422, "invalid")
    await problem(host, "GET", f"/games/{game}/events?limit=0", 422, "invalid")
    await problem(host, "GET", f"/games/{game}/events?since=99999999999999999999", 422, "invalid")
    await problem(host, "GET", "/games/22222222", 404, "not-found")
    await problem(host, "POST", "/games/22222222/actions", 404, "not-found", **declare)
    await problem(host, "GET", "/games/no-such-id", 422, "invalid")
    await problem(host, "GET", "/titles/chess/board/x", 404, "not-found")
    await problem(host, "GET", "/titles/mukden/board/waterloo", 404, "not-found")
    await problem(host, "GET", "/nothing", 404, "not-found")
    await problem(host, "PUT", f"/games/{game}", 405, "method", json={})
    await problem(host, "POST", f"/games/{game}/join", 403, "no-seat", json={"secret": "guess"})
    await problem(host, "POST", f"/games/{game}/join", 422, "invalid", json={})
    await problem(host, "POST", f"/games/{game}/chat", 422, "invalid", json={"text": "\u0000"})
    await problem(host, "POST", f"/games/{game}/takeback", 422, "invalid", json={"to": "0"})
    header = {"headers": {"If-Match": "seventeen"}}
    await problem(host, "POST", f"/games/{game}/actions", 422, "invalid", **declare, **header)


async def test_records_that_are_none(server: Server) -> None:
    player = await server.player()
    head = "Shapan record 1\ngame: mukden\ndata: 0\nscenario: battle\n\n"
    for text in ("x", "Shapan record 1", head, head.replace("mukden", "chess"), head.replace("battle", "\u0000")):
        await problem(player, "POST", "/records", 422, "bad-record", json={"record": text})


async def test_pages_of_other_sites_cannot_act(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    path, body = f"/games/{game}/actions", {"action": "declare combat"}
    strangers = ("https://evil.example", "null", "http://[", "http://test@evil.example", "")
    for headers in (*({"Origin": origin} for origin in strangers), {"Sec-Fetch-Site": "cross-site"}):
        await problem(host, "POST", path, 403, "cross-origin", json=body, headers=headers)
    same = await host.post(path, body, headers={"Origin": "http://test", "Sec-Fetch-Site": "same-origin"})
    assert same.status_code == 200


async def test_cookies_and_headers(server: Server) -> None:
    player = await server.player()
    answer = await player.post("/games", MUKDEN)
    cookie = answer.headers["set-cookie"]
    assert all(flag in cookie for flag in ("HttpOnly", "SameSite=Lax", "Path=/"))
    secret = answer.json()["invitations"]["russian"]["secret"]
    assert len(secret) >= 43
    for response in (answer, await player.get("/nothing"), await player.client.get("/")):
        headers = response.headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
