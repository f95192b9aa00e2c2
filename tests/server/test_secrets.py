"""What is decided in secret shows nowhere: not in what others are told, nor in how often, when, or how it is numbered.

Everybody counts what he sees himself. Two games that differ only in what one side answered in secret, and in how many
answers that took, are the same for the other side and for those who watch, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.mukden.table import table as mukden_table
from tests.games.shanghai_incident.table import calling
from tests.games.shanghai_nanking.table import table as campaign_table
from tests.games.taierzhuang.table import lay
from tests.server.kit import API, MUKDEN, PARLOUR, Server, Wire, serving
from tests.server.test_leaks import put
from tests.server.worlds import Clock, Lookers, do, look

from shapan.games import game as find_game
from shapan.games import games
from shapan.games.taierzhuang.chits import Discarding
from shapan.kernel import SPECTATOR, Match, Position, Referee, share_commitment
from shapan.server import entries, lobby
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
    units = {"3510": "J3-6 J3-18 J3-34 J3-68", "3512": "JSNLF1", "3411": "CD36 CD87 CD98"}
    return campaign_table("japanese_reinforcements", units=units, reduced="J3-18 J3-34", turn=3)


def secret_orders(pos: Position[Any], count: int, seed: int) -> list[str]:
    """This many orders of the side that is asked, none of which ends its planning."""
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


ARRANGED = "restack japanese 3510 J3-6,J3-34,J3-18,J3-68"
ANOTHER_WAY = "restack japanese 3510 J3-6,J3-68,J3-34,J3-18"
ARRANGED_TOO = "chinese: restack chinese 3411 CD36,CD98,CD87"
COVERED = "restack japanese 1716 J-1,J-2C,J-1C"
COVERED_TOO = "russian: restack russian 1715 R-Mad,R-1Ch,R-Mas"

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
    "undone after the other side's own": (
        *("shanghai_nanking", campaign, "japanese", [ARRANGED_TOO]),
        [ARRANGED, ARRANGED_TOO, ANOTHER_WAY, "undo", "undo"],
    ),
    "undone after the other side's own in Mukden": (
        *("mukden", lambda: mukden_table(HIDDEN, to_act="japanese").pos, "japanese"),
        [COVERED_TOO],
        [COVERED, COVERED_TOO, "undo"],
    ),
    "a wish of the other side": (
        *("shanghai_nanking", campaign, "japanese", [ARRANGED_TOO, "chinese: takeback 0", "agree"]),
        [ARRANGED, ARRANGED_TOO, "chinese: takeback 0", "undo", "agree"],
    ),
    "a wish that was refused": (
        *("shanghai_nanking", campaign, "japanese", [ARRANGED_TOO, "chinese: takeback 0", "look", "refuse"]),
        [ARRANGED, ARRANGED_TOO, "chinese: takeback 0", "undo", "look", "refuse"],
    ),
    "a wish that the other side grants": (
        *("shanghai_nanking", campaign, "japanese"),
        [ARRANGED, ARRANGED_TOO, "takeback 0", "look", "chinese: agree"],
        [ARRANGED, ARRANGED_TOO, "takeback 0", "undo", "look", "chinese: agree"],
    ),
    "a wish that was fulfilled already": (
        *("shanghai_nanking", campaign, "japanese"),
        [ARRANGED, ARRANGED_TOO, ANOTHER_WAY, "takeback 1", "look", "chinese: agree"],
        [ARRANGED, ARRANGED_TOO, ANOTHER_WAY, "takeback 1", "undo", "undo", "look", "chinese: agree"],
    ),
}


async def told(folder: Path, case: Case, world: int, clock: Clock) -> list[str]:
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
        async with Wire(server, guest, game) as theirs, Wire(server, watcher, game) as beside:
            lookers = Lookers(game, {other: guest, SPECTATOR: watcher}, {other: theirs, SPECTATOR: beside})
            seen = await lookers.hear()
            for line in answers[world]:
                author, _, deed = line.rpartition(": ")
                secret = not author and line not in answers[1 - world]
                clock.tick(secret=secret)
                if line == "look":
                    seen += [*await lookers.hear(0), *await lookers.see()]
                    continue
                done = await do(guest if author else host, game, author or hider, deed)
                assert done.status_code == 200, (line, done.text)
                seen += [done.text.replace(game, "*")] if author else []
                await server.house.hub.settled()
            return [*seen, *await lookers.see(), *await lookers.hear(1)]


@pytest.mark.parametrize("name", CASES)
def test_what_is_decided_in_secret_shows_nowhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "Referee", lambda seed=None: Referee(seed or 1))
    worlds = []
    for world in range(2):
        folder, clock = tmp_path / str(world), Clock()
        folder.mkdir()
        monkeypatch.setattr(entries, "datetime", clock)
        worlds.append(asyncio.run(told(folder, CASES[name], world, clock)))
    for here, there in zip(*worlds, strict=True):
        assert here == there


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
            await server.house.commit(room, server.house.play(room, action), room.sides)
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
def test_only_sealed_steps_are_answered_unseen(title: str) -> None:
    """How far a bot has come with a decision is told where this tells nothing of how many there were."""
    rng = Random(f"{title} sealed")
    unseen = set()
    for number in range(2):
        game = find_game(title)
        table = Table(Match(game, rng.choice(list(game.scenarios)), {}, Referee(number)))
        table.publish(table.start())
        for _ in range(80):
            if table.over:
                break
            step = table.position.step
            before = {side: table.seq_of(side) for side in (*table.position.book.sides, SPECTATOR)}
            table.publish(table.play(table.position.options().sample(rng)))
            if any(table.seq_of(side) == seq for side, seq in before.items()):
                unseen.add(step)
    assert not [step.name for step in unseen if not step.sealed]


@pytest.mark.anyio
async def test_a_bot_that_decides_in_secret_goes_on_thinking_for_the_others(server: Server) -> None:
    host = await server.player()
    game = (await host.make({"title": "mukden", "seats": {"japanese": "bot:random", "russian": "me"}}))["id"]
    await host.client.patch(f"{API}/games/{game}", json={"bots_paused": True})
    room = await server.house.room(game)
    table = mukden_table(HIDDEN, to_act="japanese")
    put(room, table.pos)
    told: list[list[str]] = []
    fractions = []
    for line in ("attack J-1 1715", "join J-1C"):
        room.row["bots_paused"] = True
        action = room.game.parse(room.table.position, line)
        await server.house.commit(room, server.house.play(room, action), room.sides)
        room.row["bots_paused"] = False
        thought, viewers = room.begin_thought("japanese")
        thought.fraction = 0.4
        told.append(viewers)
        thinking = room.thinking("russian")
        assert thinking is not None
        fractions.append(thinking.fraction)
    room.row["bots_paused"] = True
    assert told == [["japanese", "russian", SPECTATOR], ["japanese"]]
    assert fractions == [None, None], "units join unseen, so that nobody hears how far each thought about it is"


@pytest.mark.anyio
async def test_who_comes_does_not_learn_whether_anybody_has_acted_in_secret(server: Server) -> None:
    """Neither from whether the dice can still be added to, nor from whether seats can still be changed."""
    answers = []
    for secret in (False, True):
        host, guest, game = await server.two_players({**MUKDEN, "visibility": "public"})
        room = await server.house.room(game)
        put(room, mukden_table(HIDDEN, to_act="japanese").pos)
        if secret:
            assert (await host.act(game, COVERED)).status_code == 200
            assert room.table.seq_of("russian") == 0 < room.table.seq
        for player in (host, guest):
            await player.post(f"/games/{game}/leave", {})
        changed = await guest.post(f"/games/{game}/join", {"side": "japanese"})
        newcomer = await server.player()
        part = share_commitment(bytes(32))
        joined = (await newcomer.post(f"/games/{game}/join", {"side": "russian", "share": part})).json()
        answers.append((changed.status_code, joined["sharing"], joined["shares"], joined["seq"]))
    assert answers[0] == answers[1]


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
                back = partial(room.table.go_back, max(0, room.table.ply - rng.randint(1, 3)), first)
                await server.house.commit(room, back, room.sides)
                continue
            free = pos.free_options(rng.choice((first, second)))
            action = free.sample(rng) if len(free) and rng.random() < 0.3 else pos.options().sample(rng)
            await server.house.commit(room, server.house.play(room, action), room.sides)
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
async def test_the_reason_of_a_refusal_does_not_tell_that_others_have_arranged_a_stack(server: Server) -> None:
    """A step that was just passed over says why; it goes on to do so while the other side does something besides."""
    host, guest, game = await server.two_players(MUKDEN)
    room = await server.house.room(game)
    pos = mukden_table(HIDDEN, to_act="japanese").pos
    for line in ("attack J-1 1715", "resolve 0", "roll 4", "lose R-1Ch"):
        pos.push(pos.book.game.parse(pos, line))
    put(room, pos)
    asked, tried = {"action": "lose R-9"}, f"/games/{game}/explain"
    reason = (await guest.post(tried, asked)).json()
    assert reason["refusal"]["key"] == "refusal.not_in_battle"
    seq = room.table.seq_of("russian")
    assert (await host.act(game, COVERED)).status_code == 200
    assert room.table.seq_of("russian") == seq, "the Russian sees nothing of it"
    assert (await guest.post(tried, asked)).json() == reason


@pytest.mark.anyio
async def test_a_wish_to_go_back_outlasts_what_is_done_in_secret(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.act(game, "mark white 1")
    ply = (await host.json(f"/games/{game}"))["ply"]
    asked = (await host.post(f"/games/{game}/takeback", {"to": ply - 1})).json()
    assert asked["takeback"] == {"side": "white", "to": ply - 1, "known": False, "agreed": [], "stand": False}
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


@pytest.mark.anyio
async def test_whoever_comes_back_is_told_the_same_whatever_somebody_who_stayed_did_in_secret(server: Server) -> None:
    answers = []
    for secret in (False, True):
        host, guest, game = await server.two_players({**MUKDEN, "visibility": "public"})
        room = await server.house.room(game)
        put(room, mukden_table(HIDDEN, to_act="japanese").pos)
        async with Wire(server, guest, game) as wire:
            wire.say(t="hello", proto=1, deltas=True)
            since = (await wire.hear("state"))["seq"]
        assert (await host.act(game, "flip J-5")).status_code == 200
        async with Wire(server, host, game) as stays, Wire(server, guest, game) as comes:
            stays.say(t="hello", proto=1)
            await stays.hear("state")
            if secret:
                assert (await host.act(game, COVERED)).status_code == 200
                await server.house.hub.settled()
            comes.say(t="hello", proto=1, deltas=True, since=since)
            patch = await comes.hear("patch")
            answers.append((patch["seq"], "change" in patch))
    assert answers[0] == answers[1]


def test_a_view_that_was_drawn_to_judge_a_secret_is_nobodys_former_one() -> None:
    """Whoever comes back is told the same difference, whether something was done in secret meanwhile or not."""
    answers = []
    for secrets in range(2):
        pos = find_game("mukden").start()
        views = Views(pos)
        views.look("russian")
        for number in range(2):
            after = pos.copy()
            after.push(next(iter(after.options())))
            views.publish(after, {"russian": number})
            if secrets and not number:
                hidden = after.copy()
                assert not views.differ("russian", after, hidden)
                assert not views.has("russian"), "whoever looks first waits as long as ever"
                views.publish(hidden, {})
                after = hidden
            pos = after
        answers.append([views.changed("russian", since) for since in range(2)])
    assert answers[0] == answers[1]
    assert answers[0][1] is None
