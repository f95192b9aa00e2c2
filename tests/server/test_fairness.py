"""Nobody blocks others: free actions, long waits, queues and limits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection
from pathlib import Path

import pytest
from starlette.types import Message, Send
from tests.server.kit import MUKDEN, PARLOUR, Server, Wire, serving
from tests.server.parlour import ParlourPosition

from shapan.kernel import Side, View
from shapan.server import middleware, socket
from shapan.server.carry import Carrier
from shapan.server.hub import Wanted
from shapan.server.limits import ADDRESS_FACTOR, FAILURES, RATES, Limits, household
from shapan.server.porch import Porch
from shapan.server.problems import Problem
from shapan.server.room import Room
from shapan.server.settings import Settings
from shapan.server.workers import Turns

pytestmark = pytest.mark.anyio


async def test_free_actions_of_one_side_do_not_make_the_others_stale(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    seen = (await host.json(f"/games/{game}/view"))["seq"]
    for sign in range(7):
        assert (await guest.act(game, f"mark black {sign}")).status_code == 200
    done = await host.act(game, "bid 0", seq=seen)
    assert done.status_code == 200, done.text
    assert (await host.act(game, "mark white 1", seq=seen)).status_code == 409, "an answer has been given meanwhile"


async def test_ones_own_free_actions_are_not_overlooked(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    seen = (await host.json(f"/games/{game}/view"))["seq"]
    await host.act(game, "mark white 2")
    assert (await host.act(game, "mark white 3", seq=seen)).status_code == 409, "it was done from another window"


async def test_what_was_free_is_known_after_a_restart(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    seen = (await host.json(f"/games/{game}/view"))["seq"]
    await guest.act(game, "mark black 4")
    server.house.forget(game)
    assert (await host.act(game, "bid 0", seq=seen)).status_code == 200


@pytest.fixture
def drawn_by(monkeypatch: pytest.MonkeyPatch) -> set[threading.Thread]:
    """The threads in which Views are drawn."""
    threads, draw = set[threading.Thread](), ParlourPosition.view

    def view(self: ParlourPosition, side: Side) -> View:
        threads.add(threading.current_thread())
        return draw(self, side)

    monkeypatch.setattr(ParlourPosition, "view", view)
    return threads


async def test_nobody_waits_while_earlier_moments_are_drawn(server: Server, drawn_by: set[threading.Thread]) -> None:
    host, _, game = await server.two_players(PARLOUR)
    ply = (await host.json(f"/games/{game}"))["ply"]
    await host.act(game, "bid 0")
    drawn_by.clear()
    assert (await host.json(f"/games/{game}/view?at={ply}"))["at"] == ply
    assert drawn_by
    assert threading.current_thread() not in drawn_by


async def test_an_earlier_moment_is_the_one_of_the_present_line(server: Server) -> None:
    host = await server.player()
    game = (await host.make({**PARLOUR, "seats": {"white": "me", "black": "hotseat"}}))["id"]
    ply = (await host.json(f"/games/{game}"))["ply"]
    found = []
    for bid in (1, 2):
        await host.act(game, f"bid {bid}")
        await host.act(game, "bid 0")
        found.append((await host.json(f"/games/{game}/view?side=white&at={ply + 1}"))["view"])
        assert (await host.post(f"/games/{game}/takeback", {"to": ply, "side": "white"})).status_code == 200
    assert found[0] != found[1]


async def test_nobody_waits_for_the_state_that_comes_with_a_refusal(
    server: Server, drawn_by: set[threading.Thread]
) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    seen = (await host.json(f"/games/{game}/view"))["seq"]
    await host.client.post(f"/api/v1/games/{game}/actions?live=true", json={"action": "bid 0"})
    drawn_by.clear()
    assert (await guest.act(game, "bid 0", seq=seen)).status_code == 409
    assert drawn_by
    assert threading.current_thread() not in drawn_by


async def test_what_happens_while_views_are_drawn_is_drawn_in_a_thread_too(
    server: Server, drawn_by: set[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    hub, more = server.house.hub, [1, 2, 3]

    async def draw(room: Room, wanted: Collection[Wanted]) -> None:
        await server.house.draw(room, wanted)
        if more:
            await host.post(f"/games/{game}/actions?live=true", {"action": f"mark white {more.pop()}"})

    async with Wire(server, host, game) as mine, Wire(server, guest, game) as theirs:
        for wire in (mine, theirs):
            wire.say(t="hello", proto=1)
            await wire.hear("state")
        monkeypatch.setattr(hub, "_draw", draw)
        drawn_by.clear()
        await host.client.post(f"/api/v1/games/{game}/actions?live=true", json={"action": "bid 0"})
        await hub.settled()
    assert not more
    assert threading.current_thread() not in drawn_by


async def test_a_game_that_is_faster_than_its_drawing_is_told_all_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, game = await server.two_players(PARLOUR)
    numbers = iter(range(1, 10_000))

    async def outrun(room: Room, wanted: Collection[Wanted]) -> None:
        action = {"action": f"mark white {next(numbers) % 3 + 1}"}
        await host.client.post(f"/api/v1/games/{game}/actions?live=true", json=action)

    async with Wire(server, host, game) as mine:
        mine.say(t="hello", proto=1)
        await mine.hear("state")
        monkeypatch.setattr(server.house.hub, "_draw", outrun)
        await host.act(game, "mark white 1")
        assert len((await mine.hear("patch"))["entries"]) > 1
        monkeypatch.undo()


async def test_those_who_wait_come_in_by_turns() -> None:
    turns, order, all_wait = Turns(1), list[str](), asyncio.Event()

    async def work(patron: str, number: int) -> None:
        async with turns.turn(patron):
            order.append(f"{patron}{number}")
            await all_wait.wait()

    names = [*(("greedy", number) for number in range(5)), ("modest", 0), ("shy", 0)]
    tasks = [asyncio.create_task(work(*name)) for name in names]
    await asyncio.sleep(0)
    all_wait.set()
    await asyncio.gather(*tasks)
    assert order == ["greedy0", "greedy1", "modest0", "shy0", "greedy2", "greedy3", "greedy4"]


async def test_whoever_gives_up_waiting_takes_nobodys_turn() -> None:
    turns = Turns(1)
    async with turns.turn("first"):
        waiting = asyncio.create_task(turns.turn("second").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
    async with asyncio.timeout(5), turns.turn("third"):
        pass


def test_a_household_is_an_address_or_a_network_of_the_sixth_version() -> None:
    assert household("192.0.2.7") == household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("") == ""


def test_visitors_without_a_session_share_what_is_dear() -> None:
    limits = Limits(clock=lambda: 0.0)
    for _ in range(int(RATES["create"].burst)):
        limits.spend("create", None, "2001:db8::1")
    with pytest.raises(Problem) as refused:
        limits.spend("create", None, "2001:db8::2")
    assert refused.value.kind == "too-many"
    limits.spend("create", "a session", "2001:db8::2")
    for _ in range(int(RATES["read"].burst * ADDRESS_FACTOR)):
        limits.spend("read", None, "2001:db8::1")


def test_wrong_passwords_are_counted_by_account() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    for _ in range(int(FAILURES.burst)):
        limits.check("oyama")
        limits.failed("oyama")
    with pytest.raises(Problem):
        limits.check("oyama")
    limits.check("kuropatkin")
    now[0] += 1 / FAILURES.per_second
    limits.check("oyama")


async def test_guessing_a_password_ends_for_the_account(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        owner, thief = await server.player(), await server.player()
        await owner.post("/accounts", {"name": "oyama", "password": "correct horse"})
        server.house.limits.enabled = True
        for _ in range(int(FAILURES.burst)):
            server.house.limits.failed("oyama")
        answer = await thief.post("/sessions", {"name": "Oyama", "password": "correct horse"})
        assert (answer.status_code, answer.json()["type"]) == (429, "/problems/too-many")


async def test_half_a_body_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.05)
    sent: list[dict[str, object]] = []

    async def never() -> dict[str, object]:
        return await asyncio.Queue[dict[str, object]]().get()

    async def keep(message: dict[str, object]) -> None:
        sent.append(message)

    headers = [(b"host", b"test"), (b"content-type", b"application/json"), (b"content-length", b"100")]
    scope = {
        **{"type": "http", "method": "POST", "path": "/api/v1/games", "raw_path": b"/api/v1/games", "scheme": "http"},
        **{"http_version": "1.1", "root_path": "", "query_string": b"", "headers": headers, "state": {}},
        **{"client": ("127.0.0.1", 1), "server": ("test", 80), "asgi": {"version": "3.0"}},
    }
    await server.app(scope, never, keep)  # type: ignore[arg-type]
    assert sent[0]["status"] == 408


async def test_a_silent_socket_is_closed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, game = await server.two_players(MUKDEN)
    monkeypatch.setattr(socket, "IDLE_SECONDS", 0.05)
    async with Wire(server, None, game) as wire:
        wire.say(t="hello", proto=1)
        assert await wire.hear() == {"t": "closed", "code": 4408}


async def test_a_visitor_who_is_given_up_while_something_is_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    porch = Porch(Settings(), ["/nowhere"])
    carrier = porch.carriers[0]

    async def there(_scope: object) -> tuple[None, Carrier]:
        return None, carrier

    async def carry(_scope: object, _receive: object, send: Send, _borne: object) -> None:
        await send({"type": "websocket.send", "text": "news"})

    async def closed(_message: Message) -> None:
        raise RuntimeError("after sending 'websocket.close'")

    async def silent() -> Message:
        return {"type": "websocket.connect"}

    monkeypatch.setattr(porch, "_house_for", there)
    monkeypatch.setattr(carrier, "carry", carry)
    await porch({"type": "websocket", "path": "/ws/v1/23456789", "client": ("192.0.2.7", 1)}, silent, closed)


async def test_the_sockets_of_one_household_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    porch, leave = Porch(Settings(sockets=2), ["/nowhere"]), asyncio.Event()

    async def stays(*_arguments: object) -> None:
        await leave.wait()

    monkeypatch.setattr(porch, "_carry_socket", stays)

    async def comes(address: str) -> list[Message]:
        sent: list[Message] = []

        async def connects() -> Message:
            return {"type": "websocket.connect"}

        async def hears(message: Message) -> None:
            sent.append(message)

        await porch({"type": "websocket", "path": "/ws/v1/23456789", "client": (address, 1)}, connects, hears)
        return sent

    there = [asyncio.create_task(comes(address)) for address in ("2001:db8::1", "2001:db8::2", "192.0.2.7")]
    await asyncio.sleep(0)
    turned_away = await comes("2001:db8::ffff:3")
    assert [message.get("code") for message in turned_away] == [None, 4429], "one household, whatever it calls itself"
    leave.set()
    assert await asyncio.gather(*there) == [[], [], []]
    assert await comes("2001:db8::1") == [], "who has left is not counted"
