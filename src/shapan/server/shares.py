"""What players add to the seed of the dice, so that nobody needs to trust the server.

A browser that sits down brings a commitment along; when all seats are taken it shows the part behind it. As soon as all
parts are shown, or after a while without those that are missing, the dice begin: until then nobody can act.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from shapan.kernel import DICE, Share, Side
from shapan.kernel.reading import read_json

from .problems import Problem

if TYPE_CHECKING:
    from .house import House
    from .room import Room
    from .store import Row

LOG = logging.getLogger("shapan.server")
WAIT: Final = 10.0
"""Seconds in which the parts have to be shown once everybody sits."""


class Sharing(msgspec.Struct, frozen=True):
    """Who adds to the seed of a game; ``open`` as long as parts can still be shown."""

    open: bool = True
    shares: dict[Side, Share] = {}
    awaited: tuple[Side, ...] = ()
    """Sides of a rematch whose players have not come yet: they may want to add something too."""

    def text(self) -> str:
        """As the row of the game keeps it."""
        return msgspec.json.encode(self).decode()

    def with_(self, side: Side, share: Share | None) -> Sharing:
        """The same with another share of a side, or with none; whoever sits there has come."""
        others = {other: one for other, one in self.shares.items() if other != side}
        awaited = tuple(other for other in self.awaited if other != side)
        return Sharing(self.open, others if share is None else {**others, side: share}, awaited)


def sharing_of(row: Row) -> Sharing | None:
    """Who adds to the seed of this game; None if nobody ever wanted to."""
    return None if row["shares"] is None else read_json(row["shares"], Sharing)


def settled_shares(row: Row) -> dict[Side, Share]:
    """The shares with which the dice of this game began."""
    sharing = sharing_of(row)
    return {} if sharing is None or sharing.open else sharing.shares


def first_share(seats: list[Row], player_id: str, commitment: str | None) -> str | None:
    """What the row of a new game says when whoever makes it commits to a part."""
    side = next((seat["side"] for seat in seats if seat["player_id"] == player_id), None)
    return None if commitment is None or side is None else Sharing(True, {side: Share(commitment)}).text()


def rematch_share(seats: list[Row], player_id: str, commitment: str | None) -> str | None:
    """The same for a rematch, in which the other players sit already and may want to commit to something when they
    come."""
    text = first_share(seats, player_id, commitment)
    if text is None:
        return None
    others = [seat["side"] for seat in seats if seat["kind"] != "bot" and seat["player_id"] not in (None, player_id)]
    sharing = read_json(text, Sharing)
    return msgspec.structs.replace(sharing, awaited=tuple(others)).text()


def newcomers_share(room: Room, side: Side, commitment: str | None, begun: bool) -> Row:
    """What changes in the row when somebody sits down, with a commitment or without one."""
    sharing = sharing_of(room.row)
    if sharing is None and commitment is not None and not begun:
        sharing = Sharing()
    if sharing is None or not sharing.open:
        return {}
    if any(share.part for share in sharing.shares.values()):  # nobody chooses a part by what others have shown
        commitment = None
    if any(commitment == share.commitment for other, share in sharing.shares.items() if other != side):
        error = {"field": "body.share", "message": "should not be what another player has committed to"}
        raise Problem("invalid", "a part that another player will show adds nothing", errors=[error])
    return {"shares": sharing.with_(side, None if commitment is None else Share(commitment)).text()}


class Shares:
    """The games whose dice have not begun: one task each, that waits for the parts."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def wake(self, room: Room) -> None:
        """Begin to wait, if everybody sits and the dice have not begun."""
        if room.row["status"] == "running" and self.due(room) and room.id not in self._waiting:
            task = self._waiting[room.id] = asyncio.create_task(self._wait(room.id))
            task.add_done_callback(lambda done: self._done(room.id, done))

    def due(self, room: Room) -> bool:
        """Can parts still be shown, or has the server been stopped just before the dice began?"""
        sharing = sharing_of(room.row)
        return sharing is not None and (sharing.open or room.table.position.actor == DICE)

    def _done(self, game_id: str, task: asyncio.Task[None]) -> None:
        if self._waiting.get(game_id) is task:
            del self._waiting[game_id]
        if not task.cancelled() and (error := task.exception()):
            LOG.error("game %s: the dice cannot begin: %r", game_id, error)

    async def close(self) -> None:
        """The server stops; who waits for parts begins anew when it is back."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def ready(self, game_id: str) -> None:
        """Wait until the dice of a game have begun."""
        if task := self._waiting.get(game_id):
            await asyncio.wait([task])

    async def _wait(self, game_id: str) -> None:
        sharing = sharing_of((await self._house.room(game_id)).row)
        if sharing is not None and sharing.open:
            await asyncio.sleep(WAIT)
        async with self._house.holding(game_id) as room:
            if room.row["status"] == "running" and self.due(room):
                await self._house.unbroken(self._begin(room))

    async def show(self, game_id: str, player_id: str, part: str) -> None:
        """A player shows the part that was committed to."""
        async with self._house.holding(game_id) as room:
            sharing, mine = sharing_of(room.row), room.sides_of(player_id)
            if not mine:
                raise Problem("no-seat", "you hold no seat in this game")
            if sharing is None or not sharing.open or room.row["status"] != "running":
                raise Problem(
                    "conflict", "parts of the seed are shown when all have sat down and before the first roll"
                )
            side = next((side for side in mine if side in sharing.shares and sharing.shares[side].holds(part)), None)
            if side is None:
                error = {"field": "body.part", "message": "should be what was committed to"}
                raise Problem("invalid", "this is not the part that was committed to", errors=[error])
            sharing = sharing.with_(side, Share(sharing.shares[side].commitment, part))
            await self._house.change(room, {"shares": sharing.text()})
            if all(share.part for share in sharing.shares.values()):
                await self._begin(room)
                if task := self._waiting.get(game_id):
                    task.cancel()

    async def _begin(self, room: Room) -> None:
        """Nobody adds anything any more: the dice follow from what there is, and roll if they are asked."""
        sharing = sharing_of(room.row)
        assert sharing is not None
        if sharing.open:
            await self._house.change(room, {"shares": Sharing(False, sharing.shares).text()})
            room.table.match.share(sharing.shares)
        if room.table.match.position.actor == DICE:
            await self._house.commit(room, room.table.start, room.sides)
        self._house.bots.wake(room)
