"""Nothing hidden leaves the server: worlds that differ only in what a player may not know look the same."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, Wire, serving

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import SPECTATOR, Action, Kind, ListKind, NumberKind, Position, Referee, WordKind
from shapan.kernel.actions import kinds
from shapan.server import hub, lobby
from shapan.server.hub import Listener
from shapan.server.room import Room

FEW = settings(max_examples=max(2, settings().max_examples // 20), phases=[Phase.generate])  # a world is slow to shrink


AIDS = 6
"""Pieces that somebody nosy would like to see drawn around, his own or not."""


async def everything(server: Server, player: Player, game: str, side: str, texts: list[str]) -> dict[str, str]:
    """All that a player can get to see of a game: every endpoint, and every kind of live message."""
    found = {}
    ply = (await player.json(f"/games/{game}"))["ply"]
    paths = ["", "/view", f"/view?side={side}", "/events", f"/events?side={side}", "/chat", "/record"]
    paths += [f"/view?at={at}" for at in range(max(0, ply - 1), ply + 1)]
    room = await server.house.room(game)
    paths += [f"/view?side={other}" for other in (*room.sides, SPECTATOR)]
    pieces = room.table.position.book.lexicon.pieces
    paths += [f"/aids?piece={piece}" for piece in pieces[:: max(1, len(pieces) // AIDS)]]
    for path in paths:
        found[path] = (await player.get(f"/games/{game}{path}")).text
    for path in ("/me", "/games?status=running"):
        found[path] = (await player.get(path)).text
    for text in texts:
        explained = await player.post(f"/games/{game}/explain", {"action": text, "odds": True})
        found[f"explain {text}"] = explained.text
        if not explained.json().get("ok"):  # it is tried in earnest, too
            found[f"act {text}"] = (await player.act(game, text, seq=room.table.seq)).text
        found[f"stale {text}"] = (await player.act(game, text, seq=10**6)).text
    player_id = await who(server, player)
    mine = room.sides_of(player_id)
    found["patch"] = hub.patch(room, side, mine, max(0, room.table.seq - 3)).decode()
    found["state"] = hub.state(room, side, player_id, server.house.presence(room)).decode()
    return found


async def who(server: Server, player: Player) -> str:
    return (await server.house.identity.find(player.client.cookies.get("shapan"))).id


def put(room: Room, pos: Position[Any]) -> None:
    """Let the room stand in another world."""
    room.table.match.position = pos
    room.table.publish([])


def typed(pos: Position[Any], rng: Random) -> list[str]:
    """Things that somebody nosy could try: options of the acting side, and any verb with anything behind it."""
    game = pos.book.game
    options = [game.format(pos, pos.options().sample(rng)) for _ in range(4)]
    verbs = [verb for verb in game.grammar.actions.values() if verb.verb != "capitulate"]
    return options + [anything(pos, rng.choice(verbs), rng) for _ in range(12)]


def anything(pos: Position[Any], verb: type[Action], rng: Random) -> str:
    """A verb with words of the right kinds behind it."""
    words = [verb.verb]
    for _, kind in kinds(verb):
        count = rng.randint(1, 2) if isinstance(kind, ListKind) else 1
        item = kind.item if isinstance(kind, ListKind) else kind
        mark = kind.mark if isinstance(kind, ListKind) else ""
        words.append(mark.join(a_word(pos, item, rng) for _ in range(count)))
    return " ".join(words)


def a_word(pos: Position[Any], kind: Kind, rng: Random) -> str:
    lexicon = pos.book.lexicon
    if isinstance(kind, NumberKind):
        return str(rng.randint(kind.low, min(kind.high, kind.low + 20)))
    if isinstance(kind, WordKind):
        return rng.choice(kind.words)
    names: dict[str, Sequence[str]] = {
        "piece": lexicon.pieces,
        "place": list(lexicon.places.values()),
        "side": lexicon.sides,
    }
    return rng.choice(names.get(kind.name) or ["x"])


async def imagined_worlds(title: str, seed: int, folder: Path) -> None:
    rng = Random(seed)
    scenario = rng.choice(list(find_game(title).scenarios))
    first, second = find_game(title).sides_in(scenario)
    async with serving(folder) as server:
        wish: dict[str, Any] = {"title": title, "scenario": scenario, "visibility": "public"}
        wish |= {"seats": {first: "me", second: "human"}, "counsel": rng.random() < 0.5}
        host, guest, game = await server.two_players(wish)
        watcher = await server.player()
        room = await server.house.room(game)
        for _ in range(rng.randint(1, 150)):
            if room.table.over:
                return
            action = room.table.position.options().sample(rng)
            await server.house.commit(room, server.house.play(room, action), room.sides)
        if room.table.over:
            return
        truth = room.table.position.copy()
        texts = typed(truth, rng)
        for player, side in ((host, first), (guest, second), (watcher, SPECTATOR)):
            real = await everything(server, player, game, side, texts)
            assert not any(room.table.match.referee.seed.hex() in body for body in real.values())
            assert '"status":403' in real["/record"]
            for _ in range(2):
                put(room, truth.imagine(side, rng))
                dreamt = await everything(server, player, game, side, texts)
                assert dreamt == real
            put(room, truth.copy())


@pytest.mark.parametrize("title", games())
@FEW
@given(st.integers(0, 10**6))
def test_imagined_worlds_look_the_same(title: str, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(imagined_worlds(title, seed, Path(folder)))


MASKS = [
    (re.compile(r'"(created|updated|at|commitment|id|secret|path|parent)":"[^"]*"'), r'"\1":"*"'),
    (re.compile(r"\b[2-9a-hjkmnp-z]{8}\b"), "*"),
]


def masked(text: str) -> str:
    """Without ids, times and commitments, which tell nothing."""
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def seeds_for(white: list[int], rng: Random) -> bytes:
    """A seed with which white is dealt these cards; what black is dealt is anybody's guess."""
    for number in count(rng.randrange(10**9)):
        referee = Referee(number)
        if [referee.number(2 * turn, 6) + 1 for turn in range(len(white))] == white:
            return referee.seed
    raise AssertionError


async def evening(folder: Path, seed: bytes, hidden: Random) -> list[str]:
    """Play two rounds and a half in which white and the watcher can tell nothing of what black holds and does."""
    seen: list[str] = []
    async with serving(folder) as server:
        host, guest, game = await server.two_players({**PARLOUR, "visibility": "public", "name": "W"})
        watcher = await server.player()
        room = await server.house.room(game)
        listeners = []
        for player, side in ((host, "white"), (watcher, SPECTATOR)):
            listener = Listener(await who(server, player), 1000)
            listener.side, listener.seq = side, room.table.seq
            server.house.hub.enter(room, listener)
            listeners.append(listener)
        for turn in range(3):
            assert (await host.act(game, "bid 0")).status_code == 200
            await server.house.hub.settled()
            assert (await guest.act(game, f"mark black {hidden.randint(0, 9)}")).status_code == 200
            await server.house.hub.settled()
            for player, side in ((host, "white"), (watcher, SPECTATOR)):
                found = await everything(
                    server, player, game, side, ["bid 3", "bid 99", "mark black 3", "mark white 1"]
                )
                seen += [f"{path}: {text}" for path, text in found.items()]
            if turn < 2:
                card = room.table.position.cards[1]  # type: ignore[attr-defined]
                assert (await guest.act(game, f"bid {hidden.randint(0, card)}")).status_code == 200
                await server.house.hub.settled()
        for listener in listeners:
            while not listener.waiting.empty():
                message = listener.waiting.get_nowait()
                assert isinstance(message, bytes)
                seen.append(message.decode())
        assert not any(seed.hex() in text for text in seen)
    return [masked(text) for text in seen]


@FEW
@given(st.lists(st.integers(1, 6), min_size=3, max_size=3), st.integers(0, 10**6))
def test_histories_that_differ_in_hidden_things_look_the_same(white: list[int], salt: int) -> None:
    worlds = []
    with pytest.MonkeyPatch.context() as patch:
        for world in range(2):
            hidden = Random(f"{salt} {world}")
            seed = seeds_for(white, hidden)
            patch.setattr(lobby, "Referee", lambda given=None, seed=seed: Referee(given or seed))
            with tempfile.TemporaryDirectory() as folder:
                worlds.append(asyncio.run(evening(Path(folder), seed, hidden)))
    assert worlds[0] == worlds[1]


@pytest.mark.anyio
async def test_only_the_side_that_owes_the_decision_gets_options(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    watcher = await server.player()
    assert (await host.json(f"/games/{game}/view"))["view"]["ask"]["options"]
    for player in (guest, watcher):
        assert not (await player.json(f"/games/{game}/view"))["view"]["ask"].get("options")
    earlier = await host.json(f"/games/{game}/view?at=0")
    assert earlier["at"] == 0


@pytest.mark.anyio
async def test_a_listener_that_lost_its_seat_sees_no_more(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    room = await server.house.room(game)
    listener = Listener(await who(server, guest), 100)
    listener.side = "black"
    server.house.hub.enter(room, listener)
    await guest.post(f"/games/{game}/leave", {})
    invitation = (await host.post(f"/games/{game}/invite", {"side": "black"})).json()
    await (await server.player()).post(f"/games/{game}/join", {"secret": invitation["secret"]})
    while not listener.waiting.empty():
        listener.waiting.get_nowait()
    await host.act(game, "bid 0")
    await server.house.hub.settled()
    message = listener.waiting.get_nowait()
    assert isinstance(message, bytes)
    assert b'"side":"spectator"' in message
    assert b'"card' not in message


PEEKS: list[dict[str, Any]] = [
    {"t": "look", "side": "black"},
    {"t": "hello", "proto": 1, "side": "black"},
    {"t": "hello", "proto": 1, "since": 0, "side": "black", "deltas": True},
    {"t": "act", "cid": "p1", "action": "bid 1"},
    {"t": "act", "cid": "p2", "action": "mark black 1"},
    {"t": "explain", "cid": "p3", "action": "mark black 1"},
    {"t": "undo", "cid": "p4", "side": "black"},
]
"""What somebody may say over a socket who wants to see, or to do, what is black's."""


@pytest.mark.anyio
@pytest.mark.parametrize("message", PEEKS)
@pytest.mark.parametrize("seated", [True, False])
async def test_nobody_peeks_by_a_socket(server: Server, message: dict[str, Any], seated: bool) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    await host.act(game, "bid 0")  # now black is asked
    peeker = host if seated else await server.player()
    seq = (await host.json(f"/games/{game}"))["seq"]
    hidden = {word.encode() for word in json.dumps((await guest.json(f"/games/{game}/view"))["view"]).split('"')}
    own = {word.encode() for word in json.dumps((await peeker.json(f"/games/{game}/view"))["view"]).split('"')}
    async with Wire(server, peeker, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        wire.say(**message)
        answer = await wire.hear("err", "state", "patch", "ack", "explained")
        assert answer["t"] == "err", answer
        assert answer["problem"]["status"] in (403, 422), answer
        told = json.dumps(answer).encode()
        assert not [word for word in hidden - own if b"card" in word and word in told]
    assert (await host.json(f"/games/{game}"))["seq"] == seq
