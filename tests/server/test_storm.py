"""Everything at once: players, deserters and strangers act, leave, join, go back and look at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.server.kit import PARLOUR, Player, Server, Wire

from shapan.kernel import SPECTATOR
from shapan.server.deltas import applied
from shapan.server.table import Table

pytestmark = pytest.mark.anyio
DEEDS = 60
"""Of each of those who take part."""


async def disturb(player: Player, game: str, secret: dict[str, str], rng: Random, codes: Counter[int]) -> None:
    """Do one thing or another, sensible or not."""
    path = f"/games/{game}"
    for _ in range(DEEDS):
        seen = (await player.get(f"{path}/view")).json()
        seq, side = seen.get("seq", 0), rng.choice((*(seen.get("you") or ()) * 4, "white", "black"))
        sent: dict[str, tuple[str, dict[str, Any]]] = {
            "mark": ("actions", {"action": f"mark {side} {rng.randint(0, 9)}", "seq": seq, "cid": str(rng.random())}),
            "bid": ("actions", {"action": "bid 0", "seq": seq}),
            "undo": ("undo", {"seq": seq} if rng.random() < 0.5 else {}),
            "ask": ("takeback", {"to": max(0, seen.get("ply", 0) - rng.randint(0, 2))}),
            "answer": ("takeback/answer", {"agree": rng.random() < 0.5}),
            "leave": ("leave", {}),
            "join": ("join", {"side": side}),
            "invited": ("join", {"secret": secret.get("last", "none")}),
            "invite": ("invite", {"side": side}),
            "rematch": ("rematch", {"swap": True}),
            "say": ("chat", {"text": "?"}),
        }
        often = {"mark": 60, "bid": 3, "undo": 30, "ask": 10, "answer": 10, "join": 8, "leave": 1}
        deed = rng.choices(list(sent), [often.get(name, 1) for name in sent])[0]
        answer = await player.post(f"{path}/{sent[deed][0]}", sent[deed][1])
        codes[answer.status_code] += 1
        if deed == "invite" and answer.status_code == 200:
            secret["last"] = answer.json()["secret"]


async def follow(wire: Wire, found: dict[str, Any]) -> None:
    """Put together what a reader of differences has."""
    wire.say(t="hello", proto=1, deltas=True)
    while True:
        message = await wire.hear("state", "patch", "pong")
        if message["t"] == "pong":
            return
        if message["t"] == "patch":
            assert message["from"] <= found["seq"], "nothing was missed"
        if "change" in message:
            message["view"] = applied(found["view"], message.pop("change"))
        found.update(message)


def shown(table: Table) -> list[Any]:
    """What everybody is shown, and how he counts it."""
    return [
        (side, table.seq_of(side), table.ply_of(side), table.view(side), table.log(side, 0))
        for side in (*table.position.book.sides, SPECTATOR)
    ]


async def test_in_a_storm_nothing_breaks_and_everybody_is_told_what_is_so(server: Server) -> None:
    host, guest, game = await server.two_players({**PARLOUR, "visibility": "public"})
    strangers = [await server.player() for _ in range(2)]
    codes: Counter[int] = Counter()
    secret: dict[str, str] = {}
    found: dict[str, Any] = {}
    async with Wire(server, await server.player(), game) as wire:
        watching = asyncio.create_task(follow(wire, found))
        crowd = [disturb(one, game, secret, Random(at), codes) for at, one in enumerate((host, guest, *strangers))]
        await asyncio.gather(*crowd)
        await server.house.hub.settled()
        wire.say(t="ping")
        await watching
    assert not [code for code in codes if code >= 500], codes
    assert codes[200] > DEEDS, codes
    stranger = await (await server.player()).get(f"/games/{game}/view")
    assert (found["seq"], found["view"]) == (stranger.json()["seq"], stranger.json()["view"])
    before = shown((await server.house.room(game)).table)
    server.house.forget(game)
    assert shown((await server.house.room(game)).table) == before, "what is stored says the same"
