"""Random games, each played in two worlds: in one of them somebody acts in secret now and then, and takes it back.

Whatever the other side and those who watch get, over HTTP and over sockets that stay open, come back or are served by a
server that was started again, or by another process, is the same in both, byte for byte and second for second.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from tests.server.kit import PARLOUR, Player, Wire, serving
from tests.server.postgres import new_database
from tests.server.worlds import Clock, Lookers, do, silence, something_besides, something_secret, unseen

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import SPECTATOR, Referee
from shapan.server import entries, lobby
from shapan.server.counsel import dream
from shapan.server.house import House
from shapan.server.table import Table

PLAYS = int(os.environ.get("SHAPAN_WORLDS", "1"))
"""How many games of each title."""
ROUNDS = 5
PATIENCE = 40
"""Actions until somebody can do something in secret."""


class Deed(NamedTuple):
    """Something that is done: by the side that hides something, by the other one, or by the server."""

    author: str
    text: str
    secret: bool = False


class Play:
    """One game in one world, and all that those who see nothing of the secrets get."""

    def __init__(self, houses: tuple[House, House], clock: Clock, game: str, players: dict[str, Player]):
        self.houses, self.clock, self.game, self.players = houses, clock, game, players
        self.hider, self.other = players
        self.seen: list[str] = []
        self.lookers: Lookers

    async def table(self) -> Table:
        return (await self.houses[0].room(self.game)).table

    async def settled(self) -> None:
        """Wait until both houses know the same, and have told it."""
        while True:
            here, there = [await house.room(self.game) for house in self.houses]
            if here.row == there.row and here.table.seq == there.table.seq:
                break
            await asyncio.sleep(0.01)
        for house in self.houses:
            await house.hub.settled()

    async def until_secret(self, rng: Random) -> None:
        """Random actions, until there is something to be done in secret."""
        house = self.houses[0]
        room = await house.room(self.game)
        for _ in range(PATIENCE):
            pos = room.table.position
            if pos.outcome is not None or something_secret(pos, self.hider, self.other, Random(1)) is not None:
                return
            self.clock.tick()
            await house.commit(room, house.play(room, pos.options().sample(rng)), room.sides)

    async def do(self, deed: Deed) -> bool:
        """Do it, and note what the others get."""
        self.clock.tick(secret=deed.secret)
        if deed.author == "server":
            for house in self.houses if deed.text == "restart" else ():
                house.forget(self.game)
            self.seen += [*await self.lookers.hear(int(deed.text.partition(" ")[2] or 0)), *await self.lookers.see()]
            return True
        done = await do(self.players[deed.author], self.game, deed.author, deed.text)
        await self.settled()
        if deed.author == self.other:
            self.seen.append(done.text.replace(self.game, "*"))
        return done.status_code == 200


@asynccontextmanager
async def staged(databases: Sequence[str], title: str, seed: int, clock: Clock) -> AsyncIterator[Play]:
    """A game that has gone on for a while. In a second house, if there is one, are those who see nothing of secrets."""
    rng, game = Random(f"{title} {seed}"), find_game(title)
    scenario = rng.choice([name for name in game.scenarios if len(game.sides_in(name)) == 2])
    first, second = game.sides_in(scenario)
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(serving(Path(), database=one)) for one in databases]
        wish = {"title": title, "scenario": scenario, "seats": {first: "me", second: "human"}, "visibility": "public"}
        options = {game.takeback_switch: True} if game.takeback_switch else {}
        host, guest, game_id = await servers[0].two_players({**wish, "name": "W", "options": options})
        (hider, player), (other, theirs) = rng.sample([(first, host), (second, guest)], 2)
        there, watcher = await servers[-1].player(), await servers[-1].player()
        there.client.cookies.update(theirs.client.cookies)
        houses = (servers[0].house, servers[-1].house)
        play = Play(houses, clock, game_id, {hider: player, other: there})
        await play.until_secret(rng)
        async with Wire(servers[-1], there, game_id) as wire, Wire(servers[-1], watcher, game_id) as beside:
            play.lookers = Lookers(game_id, {other: there, SPECTATOR: watcher}, {other: wire, SPECTATOR: beside})
            play.seen = await play.lookers.hear()
            yield play


async def with_secrets(databases: Sequence[str], title: str, seed: int, clock: Clock) -> tuple[list[str], list[Deed]]:
    """Play on with secrets; what the others get, and what was done."""
    rng, deeds = Random(seed), list[Deed]()
    async with staged(databases, title, seed, clock) as play:
        for _ in range(ROUNDS):
            if not await one_round(play, rng, deeds):
                break
        return play.seen, deeds


async def one_round(play: Play, rng: Random, deeds: list[Deed]) -> bool:
    """Some secrets, perhaps something that the other side does besides, all secrets undone, an action; can it go on?"""

    async def done(author: str, text: str, *, secret: bool = False) -> bool:
        deeds.append(Deed(author, text, secret))
        return await play.do(deeds[-1])

    async def look() -> None:
        await done("server", rng.choice(("hello 0", "hello 1", "hello 3", "hello 999", "restart", "look")))

    secrets = 0
    for _ in range(PATIENCE):
        pos = (await play.table()).position
        if pos.outcome is not None:
            return False
        if something_secret(pos, play.hider, play.other, rng) is not None:
            break
        await done(pos.actor, pos.book.game.format(pos, pos.options().sample(rng)))
    for _ in range(rng.randint(1, 3)):
        table = await play.table()
        pos, before = table.position, table.seq_of(play.other)
        action = something_secret(pos, play.hider, play.other, rng)
        if action is not None:
            assert await done(play.hider, pos.book.game.format(pos, action), secret=True)
            secrets += 1
            assert (await play.table()).seq_of(play.other) == before
        pos = (await play.table()).position
        besides = something_besides(pos, play.other, rng)
        hidden = [action for action in besides if unseen(pos, action, play.hider)]
        if besides and rng.random() < (0.6 if hidden else 0.1):
            await done(play.other, pos.book.game.format(pos, rng.choice(hidden or besides)))
        if rng.random() < 0.3:
            await done(play.other, f"takeback {max(0, (await play.table()).ply_of(play.other) - rng.randint(0, 2))}")
        if rng.random() < 0.3:
            await look()
    for _ in range(secrets):
        if not await done(play.hider, "undo", secret=True):  # what the other side did besides can be seen
            await look()
            return False
    await look()
    if (await play.table()).match.asked is not None and rng.random() < 0.5:
        await done(play.hider, rng.choice(("agree", "refuse")))
        await look()
    pos = (await play.table()).position
    if pos.outcome is not None:
        return False
    await done(pos.actor, pos.book.game.format(pos, pos.options().sample(rng)))
    await look()
    return (await play.table()).position.outcome is None


async def without(databases: Sequence[str], title: str, seed: int, clock: Clock, deeds: list[Deed]) -> list[str]:
    """The same without the secrets."""
    async with staged(databases, title, seed, clock) as play:
        for deed in deeds:
            if not deed.secret:
                await play.do(deed)
        return play.seen


def compare(worlds: Sequence[Sequence[str]], title: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in these two worlds, on the databases of each."""
    monkeypatch.setattr(lobby, "Referee", lambda given=None: Referee(given or seed))
    clocks = [Clock(), Clock()]
    monkeypatch.setattr(entries, "datetime", clocks[0])
    here, deeds = asyncio.run(with_secrets(worlds[0], title, seed, clocks[0]))
    monkeypatch.setattr(entries, "datetime", clocks[1])
    there = asyncio.run(without(worlds[1], title, seed, clocks[1], deeds))
    for one, other in zip(here, there, strict=True):
        assert one == other, deeds


@pytest.mark.parametrize("seed", range(PLAYS))
@pytest.mark.parametrize("title", games())
def test_a_world_with_secrets_looks_like_one_without(
    title: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = [[f"sqlite:///{tmp_path / name}.db"] for name in ("with", "without")]
    compare(worlds, title, seed, monkeypatch)


@pytest.mark.parametrize("title", ["mukden", "shanghai_nanking"])
def test_nor_can_they_be_told_apart_from_another_house(
    title: str, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare([[new_database(postgres)] * 2 for _ in range(2)], title, PLAYS, monkeypatch)


@pytest.mark.anyio
async def test_that_a_wish_means_an_earlier_action_now_is_no_news_elsewhere(tmp_path: Path, database: str) -> None:
    """Something before its moment was undone, in secret; for whoever asked it is the same as ever."""
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, guest, game = await one.two_players(PARLOUR)
        there = await other.player()
        there.client.cookies.update(guest.client.cookies)
        await host.act(game, "mark white 1")
        await guest.act(game, "mark black 1")
        ply = (await guest.json(f"/games/{game}"))["ply"]
        asked = (await guest.post(f"/games/{game}/takeback", {"to": ply - 1})).json()["takeback"]
        async with Wire(other, there, game) as wire:
            wire.say(t="hello", proto=1)
            await wire.hear("state")
            await silence(wire)
            assert (await host.post(f"/games/{game}/undo")).status_code == 200
            here, away = await one.house.room(game), await other.house.room(game)
            while here.table.seq != away.table.seq:
                await asyncio.sleep(0.01)
            await other.house.hub.settled()
            assert await silence(wire) == []
        assert (await there.json(f"/games/{game}"))["takeback"] == asked
        agreed = await host.post(f"/games/{game}/takeback/answer", {"agree": True})
        assert agreed.status_code == 200
        assert (await guest.json(f"/games/{game}"))["ply"] == ply - 1


@pytest.mark.parametrize("title", ["mukden", "shanghai_nanking"])
def test_what_a_side_is_told_to_believe_does_not_change_with_what_it_cannot_see(title: str) -> None:
    """Hints, and what an action would bring, are worked out in a world that is the same whatever others arrange."""
    rng, arranged = Random(f"{title} dreams"), 0
    for _ in range(4):
        pos = find_game(title).start()
        for _ in range(100):
            if pos.outcome is not None:
                break
            side = pos.actor
            if side in pos.book.sides and rng.random() < 0.2:
                (other,) = (one for one in pos.book.sides if one != side)
                for action in [one for one in something_besides(pos, other, rng) if unseen(pos, one, side)][:2]:
                    after = pos.copy()
                    after.push(action)
                    dreams = [dream(world, 7, b"secret", side).to_json() for world in (pos, after)]
                    assert dreams[0] == dreams[1], action
                    arranged += 1
            pos.push(pos.options().sample(rng))
    assert arranged
