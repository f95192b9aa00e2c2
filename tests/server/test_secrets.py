"""What is decided in secret shows nowhere: not in what others are told, nor in how often, when, or how it is numbered.

Everybody counts what he sees himself. Two games that differ only in what one side answered in secret, and in how many
answers that took, are the same for the other side and for those who watch, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.mukden.table import table as mukden_table
from tests.games.shanghai_incident.table import calling
from tests.games.shanghai_nanking.table import table as campaign_table
from tests.games.taierzhuang.table import lay
from tests.server.kit import PARLOUR, Player, Server, Wire, serving
from tests.server.test_leaks import masked, put

from shapan.games import game as find_game
from shapan.games import games
from shapan.games.taierzhuang.chits import Discarding
from shapan.kernel import SPECTATOR, Position, Referee
from shapan.server import lobby
from shapan.server.table import Table
from shapan.server.views import Views

HIDDEN = "J-1@1716 J-1C@1716 J-2C@1716 J-5@1320 R-Mad@1715 R-Mas@1715 R-1Ch@1715 R-9@1915 R-14@2005"


def orders(seed: int = 1) -> Position[Any]:
    """The Yangtze, when the first side writes its orders."""
    rng = Random(seed)
    game = find_game("yangtze")
    pos = game.start("s2_mission_rescue")
    while pos.decision.kind != "orders":
        pos.push(pos.options().sample(rng))
    return pos


def discarding() -> Position[Any]:
    pos = lay({"Y": "J10-1"}, hands={"J-HA": 2, "J-BS": 1, "J-EN": 1, "C-GU": 1}, turn=3)
    pos.stack = (Discarding(0, (0,) * len(pos.book.chits)), pos.stack)
    return pos


def campaign() -> Position[Any]:
    units = {"3510": "J3-6 J3-18 J3-34 J3-68", "3512": "JSNLF1", "3411": "CD36"}
    return campaign_table("japanese_reinforcements", units=units, reduced="J3-18 J3-34", turn=3)


def secret_orders(pos: Position[Any], count: int, seed: int) -> list[str]:
    """So many orders of the side that is asked, none of which ends its planning."""
    rng, game = Random(seed), pos.book.game
    lines: list[str] = []
    pos, side = pos.copy(), pos.actor
    while len(lines) < count:
        action = pos.options().sample(rng)
        after = pos.copy()
        after.push(action)
        if after.actor == side and after.decision.kind == pos.decision.kind:
            lines.append(game.format(pos, action))
            pos = after
    return lines


Case = tuple[str, Callable[[], Position[Any]], str, Sequence[str], Sequence[str]]
CASES: dict[str, Case] = {
    "orders of different number": (
        *("yangtze", orders, "us"),
        *(secret_orders(orders(), 3, 1), [*secret_orders(orders(), 7, 2), "undo"]),
    ),
    "orders, then none": ("yangtze", orders, "us", [], [*secret_orders(orders(), 2, 3), "undo", "undo"]),
    "a call, or none": ("shanghai_incident", lambda: calling(number=3), "japanese", ["call 9D"], ["done"]),
    "calls": ("shanghai_incident", lambda: calling(number=3), "japanese", ["call SNLF+24B"], ["call SNLF"]),
    "chits": ("taierzhuang", discarding, "japanese", ["discard J-HA"], ["discard J-BS"]),
    "replacements": ("shanghai_nanking", campaign, "japanese", ["replace J3-18"], ["replace J3-34"]),
    "orders of a stack": (
        *("shanghai_nanking", campaign, "japanese", []),
        ["restack japanese 3510 J3-6,J3-34,J3-18,J3-68", "restack japanese 3510 J3-6,J3-68,J3-34,J3-18"],
    ),
    "covered counters": (
        *("mukden", lambda: mukden_table(HIDDEN, to_act="japanese").pos, "russian"),
        ["restack russian 1715 R-Mas,R-Mad,R-1Ch"],
        ["restack russian 1715 R-Mas,R-Mad,R-1Ch", "restack russian 1715 R-Mas,R-1Ch,R-Mad"],
    ),
    "joining, and not": (
        *("mukden", lambda: mukden_table(HIDDEN, to_act="japanese").pos, "japanese"),
        ["attack J-1 1715", "join J-1C", "join J-2C"],
        ["attack J-1 1715", "join J-2C", "undo", "join J-1C"],
    ),
}


async def look(player: Player, game: str, side: str) -> list[str]:
    """All that somebody can ask for."""
    paths = ["", f"?side={side}", "/view", f"/view?side={side}", "/events", "/view?at=0", "/chat", "/record", "/story"]
    found = [f"{path} {(await player.get(f'/games/{game}{path}')).text}" for path in paths]
    found.append((await player.get("/me")).text)
    found.append((await player.get("/games?status=running")).text)
    text = "no such thing"
    found += [(await player.post(f"/games/{game}/{what}", {"action": text})).text for what in ("explain", "actions")]
    stale = await player.act(game, "capitulate " + side, seq=10**6)
    found.append(stale.text)
    return [*found, (await player.get(f"/games/{game}/view?side={side}")).headers["etag"]]


async def silence(wire: Wire) -> list[str]:
    """Everything that has come over a socket until now."""
    wire.say(t="ping")
    return await wire.all_until("pong")


async def told(folder: Path, case: Case, world: int) -> list[str]:
    """Everything that the other side, and somebody who watches, get while one side answers in secret."""
    title, make, hider, *answers = case
    async with serving(folder) as server:
        sides = find_game(title).sides_in()
        other = next(side for side in sides if side != hider)
        wish = {"title": title, "seats": {hider: "me", other: "human"}, "visibility": "public", "name": "W"}
        host, guest, game = await server.two_players(wish)
        watcher = await server.player()
        room = await server.house.room(game)
        put(room, make())
        await server.house.change(room, room.changes())
        seen: list[str] = []
        async with Wire(server, guest, game) as theirs, Wire(server, watcher, game) as beside:
            for wire in (theirs, beside):
                wire.say(t="hello", proto=1, deltas=True)
                await wire.hear("state")
            seq = room.table.seq
            for line in answers[world]:
                if line == "undo":
                    done = await host.post(f"/games/{game}/undo", {"side": hider})
                else:
                    done = await host.act(game, line)
                assert done.status_code == 200, (line, done.text)
                await server.house.hub.settled()
            assert room.table.seq - seq >= len(answers[world])
            for wire, player, side in ((theirs, guest, other), (beside, watcher, SPECTATOR)):
                seen += await silence(wire)
                seen += (await look(player, game, side))[:-1]  # the tag is a hash of the id, among others
                wire.say(t="hello", proto=1, since=0, deltas=True)
                seen += await silence(wire)
        return [masked(text).replace(game, "*") for text in seen]


@pytest.mark.parametrize("name", CASES)
def test_what_is_decided_in_secret_shows_nowhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "Referee", lambda seed=None: Referee(seed or 1))
    worlds = []
    for world in range(2):
        folder = tmp_path / str(world)
        folder.mkdir()
        worlds.append(asyncio.run(told(folder, CASES[name], world)))
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("title", games())
def test_whoever_sees_nothing_of_an_action_gets_nothing(title: str, tmp_path: Path) -> None:
    """Random play, free actions included: as long as somebody's number stays, so does all that he can get."""
    asyncio.run(random_play(title, tmp_path))


async def random_play(title: str, folder: Path) -> None:
    rng = Random(title)
    async with serving(folder) as server:
        first, second = find_game(title).sides_in()
        wish = {"title": title, "seats": {first: "me", second: "human"}, "visibility": "public"}
        host, guest, game = await server.two_players(wish)
        watcher = await server.player()
        room = await server.house.room(game)
        lookers = {first: host, second: guest, SPECTATOR: watcher}
        had: dict[str, tuple[int, list[str]]] = {}
        for step in range(60):
            pos = room.table.position
            if pos.outcome is not None:
                break
            free = pos.free_options(rng.choice((first, second)))
            action = free.sample(rng) if len(free) and rng.random() < 0.4 else pos.options().sample(rng)
            await server.house.commit(room, room.table.play(action), room.sides)
            if step % 5:
                continue
            for side, player in lookers.items():
                number = room.table.seq_of(side)
                found = await look(player, game, side)
                if side in had and had[side][0] == number:
                    assert had[side][1] == found, (side, action)
                had[side] = (number, found)


@pytest.mark.parametrize("title", games())
def test_who_watches_sees_nothing_that_a_side_cannot(title: str) -> None:
    """What leaves one side's View as it was, and tells it nothing, changes nothing for those who watch either."""
    rng = Random(title)
    pos = find_game(title).start()
    for _ in range(120):
        if pos.outcome is not None:
            break
        before = {side: pos.view(side).to_json() for side in (*pos.book.sides, SPECTATOR)}
        heard: list[Any] = []
        action = pos.options().sample(rng)
        pos.push(action, heard.append)
        for side in pos.book.sides:
            if not any(event.known_to(side) for event in heard) and pos.view(side).to_json() == before[side]:
                assert not any(event.known_to(SPECTATOR) for event in heard)
                assert pos.view(SPECTATOR).to_json() == before[SPECTATOR], action


@pytest.mark.parametrize("title", games())
def test_everybody_counts_the_same_after_a_restart(title: str, tmp_path: Path) -> None:
    asyncio.run(restarted(title, tmp_path))


async def restarted(title: str, folder: Path) -> None:
    rng = Random(f"{title} again")
    async with serving(folder) as server:
        first, second = find_game(title).sides_in()
        wish = {"title": title, "seats": {first: "me", second: "hotseat"}}
        host = await server.player()
        game = (await host.make(wish))["id"]
        room = await server.house.room(game)
        for step in range(40):
            pos = room.table.position
            if pos.outcome is not None:
                break
            if step % 7 == 6:
                back = room.table.go_back(max(0, room.table.ply - rng.randint(1, 3)), first)
                await server.house.commit(room, back, room.sides)
                continue
            free = pos.free_options(rng.choice((first, second)))
            action = free.sample(rng) if len(free) and rng.random() < 0.3 else pos.options().sample(rng)
            await server.house.commit(room, room.table.play(action), room.sides)
        before = counted(room.table)
        server.house.forget(game)
        assert counted((await server.house.room(game)).table) == before


def counted(table: Table) -> dict[str, str]:
    """How everybody counts, and what he may read."""
    viewers = (*table.position.book.sides, SPECTATOR)
    return {
        side: json.dumps([table.seq_of(side), table.ply_of(side), table.log(side, 0)], sort_keys=True)
        for side in viewers
    }


@pytest.mark.anyio
async def test_what_others_do_in_secret_makes_nothing_stale_and_drops_no_undo(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    assert (await host.act(game, "mark white 1")).status_code == 200
    state = await host.json(f"/games/{game}/view")
    for sign in range(3):
        assert (await guest.act(game, f"mark black {sign}")).status_code == 200
    again = await host.json(f"/games/{game}/view")
    assert again == state
    undone = await host.post(f"/games/{game}/undo", {"seq": state["seq"]})
    assert undone.status_code == 200, undone.text
    assert [entry["author"] for entry in undone.json()["entries"]] == ["white"]
    theirs = await guest.json(f"/games/{game}/view")
    assert "sign 2" in json.dumps(theirs["view"]), "what black did besides stays done"
    state = undone.json()["state"]
    assert (await guest.act(game, "mark black 7")).status_code == 200
    assert (await host.act(game, "bid 0", seq=state["seq"])).status_code == 200


@pytest.mark.anyio
async def test_a_wish_to_go_back_outlasts_what_is_done_in_secret(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.act(game, "mark white 1")
    ply = (await host.json(f"/games/{game}"))["ply"]
    asked = (await host.post(f"/games/{game}/takeback", {"to": ply - 1})).json()
    assert asked["takeback"] == {"side": "white", "to": ply - 1, "known": False}
    await guest.act(game, "mark black 3")
    assert (await host.json(f"/games/{game}"))["takeback"] == asked["takeback"]
    server.house.forget(game)
    assert (await host.json(f"/games/{game}"))["takeback"] == asked["takeback"], "it is stored, too"
    theirs = await guest.json(f"/games/{game}")
    agreed = await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
    assert agreed.status_code == 200, agreed.text
    (back,) = agreed.json()["entries"]
    assert (back["kind"], back["events"][0]["params"]["count"]) == ("back", theirs["ply"] - theirs["takeback"]["to"])
    assert (await host.json(f"/games/{game}/events"))["entries"][-1]["events"][0]["params"]["count"] == 1


@pytest.mark.anyio
async def test_nor_does_what_is_undone_in_secret_end_it(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.act(game, "mark white 1")
    ply = (await guest.json(f"/games/{game}"))["ply"]
    asked = (await guest.post(f"/games/{game}/takeback", {"to": ply - 1})).json()["takeback"]
    assert (await host.post(f"/games/{game}/undo", {})).status_code == 200
    assert (await guest.json(f"/games/{game}"))["takeback"] == asked


@pytest.mark.anyio
async def test_whoever_agrees_to_what_was_undone_in_secret_hears_the_same_as_ever(server: Server) -> None:
    """The wish is granted, and there is nothing left to do for it."""
    host, guest, game = await server.two_players(PARLOUR)
    for sign in (1, 2):
        await host.act(game, f"mark white {sign}")
    ply = (await host.json(f"/games/{game}"))["ply"]
    await host.post(f"/games/{game}/takeback", {"to": ply - 1})
    for _ in range(2):
        assert (await host.post(f"/games/{game}/undo", {})).status_code == 200
    agreed = await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
    assert (agreed.status_code, agreed.json()["entries"]) == (200, [])
    assert (await host.json(f"/games/{game}"))["takeback"] is None


@pytest.mark.anyio
async def test_at_the_end_everybody_counts_as_the_game_does(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    room = await server.house.room(game)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        state = await wire.hear("state")
        await guest.act(game, "mark black 3")
        await guest.act(game, "capitulate black")
        patch = await wire.hear("patch")
        assert (patch["from"], patch["seq"]) == (state["seq"], room.table.seq)
        assert [entry["action"] for entry in patch["entries"]] == ["mark black 3", "capitulate black"]
        assert [entry["seq"] for entry in patch["entries"]] == [room.table.seq - 1, room.table.seq]
        wire.say(t="hello", proto=1, since=state["seq"])
        assert (await wire.hear("state", "patch"))["t"] == "state", "nobody can tell how this number was counted"
        wire.say(t="hello", proto=1, since=room.table.seq)
        assert (await wire.hear("state", "patch"))["entries"] == []
    log = await host.json(f"/games/{game}/events")
    assert [entry["seq"] for entry in log["entries"]] == list(range(1, room.table.seq + 1))


def test_a_view_that_was_drawn_to_judge_a_secret_is_nobodys_former_one() -> None:
    """Whoever comes back is told the same difference, whether something was done in secret meanwhile or not."""
    answers = []
    for secrets in range(2):
        pos = find_game("mukden").start()
        views = Views(pos)
        views.cut("russian")
        for number in range(2):
            after = pos.copy()
            after.push(next(iter(after.options())))
            views.publish(after, {"russian": number})
            if secrets and not number:
                hidden = after.copy()
                assert not views.differ("russian", after, hidden)
                views.publish(hidden, {})
                after = hidden
            pos = after
        answers.append([views.changed("russian", since) for since in range(2)])
    assert answers[0] == answers[1]
    assert answers[0][1] is None
