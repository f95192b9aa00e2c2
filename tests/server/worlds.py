"""Two worlds that differ in what was done in secret: all that others get there, byte for byte, times included."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from typing import Any

from httpx import Response
from msgspec.structs import replace
from tests.server.kit import Player, Wire

from shapan.kernel import SPECTATOR, Action, Event, Position
from shapan.mechanics.restack import Restack


class Clock:
    """Stands in for ``datetime`` where entries and rows get their times: it stands still while nothing is done.

    Everything that is done in both worlds has a second of its own, what is done in one of them a part of one: wherever
    such a part shows, the time of something secret has been told.
    """

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        self._secret = timedelta()

    def now(self, _zone: tzinfo) -> datetime:
        return self._now + self._secret

    def tick(self, *, secret: bool = False) -> None:
        """Something is done."""
        self._secret = self._secret + timedelta(milliseconds=1) if secret else timedelta()
        self._now += timedelta(seconds=0 if secret else 1)


async def do(player: Player, game: str, side: str, deed: str) -> Response:
    """An action, or something else about the game."""
    verb, _, rest = deed.partition(" ")
    ways: dict[str, tuple[str, dict[str, Any]]] = {
        "undo": ("undo", {"side": side}),
        "takeback": ("takeback", {"to": int(rest) if verb == "takeback" else 0}),
        "agree": ("takeback/answer", {"agree": True}),
        "refuse": ("takeback/answer", {"agree": False}),
    }
    path, body = ways.get(verb, ("actions", {"action": deed}))
    return await player.post(f"/games/{game}/{path}", body)


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


class Lookers:
    """The other side and somebody who watches, with sockets that stay open."""

    def __init__(self, game: str, players: dict[str, Player], wires: dict[str, Wire]) -> None:
        self.game, self.players, self.wires = game, players, wires

    async def hear(self, since: int | None = None) -> list[str]:
        """All that has come over the sockets, and what a greeting brings; without a number the first one."""
        found: list[str] = []
        for wire in self.wires.values():
            if since is not None:
                found += await silence(wire)
            wire.say(t="hello", proto=1, deltas=True, **({"since": since} if since else {}))
            found += await silence(wire)
        return [text.replace(self.game, "*") for text in found]

    async def see(self) -> list[str]:
        """All that can be asked for."""
        found: list[str] = []
        for side, player in self.players.items():
            found += (await look(player, self.game, side))[:-1]  # the tag is a hash of the id, among others
        return [text.replace(self.game, "*") for text in found]


def unseen(pos: Position[Any], action: Action, side: str) -> bool:
    """Would a side see nothing of an action, and those who watch neither?"""
    after, heard = pos.copy(), list[Event]()
    after.push(action, heard.append)
    if after.outcome is not None or after.horizon != pos.horizon or after.decision != pos.decision:
        return False
    viewers = (side, SPECTATOR)
    if any(event.known_to(viewer) for event in heard for viewer in viewers):
        return False
    return all(after.view(viewer).to_json() == pos.view(viewer).to_json() for viewer in viewers)


def something_secret(pos: Position[Any], hider: str, other: str, rng: Random) -> Action | None:
    """What a side could do now so that nobody else sees anything of it, and then take back; None: nothing."""
    if pos.actor != hider:
        return None
    tries = [*something_besides(pos, hider, rng), *(pos.options().sample(rng) for _ in range(4))]
    rng.shuffle(tries)
    return next((action for action in tries if unseen(pos, action, other)), None)


def something_besides(pos: Position[Any], side: str, rng: Random) -> list[Action]:
    """What a side could do without being asked; the top of a stack is what others see of it, and stays where it is."""
    free = pos.free_options(side)
    found: list[Action] = []
    for action in [free.sample(rng) for _ in range(6) if len(free)]:
        found.append(action)
        if isinstance(action, Restack) and len(action.units) > 2:
            _, top, *covered = action.units
            below = [action.units[0], *covered]
            rng.shuffle(below)
            found.append(replace(action, units=(top, *below)))
    return [action for action in found if pos.allows(action)]
