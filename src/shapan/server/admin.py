"""What whoever runs a server may do with its games and players. A server that runs hears of it within a second."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from shapan.kernel import DICE, ShapanError

from .entries import now
from .identity import Identity, account_key, new_secret
from .problems import Problem
from .store import Row, Store, game_news
from .tables import chat, entry, game, player, sat, seat, session

OPEN: Final = ("waiting", "running")
MOST_DAYS: Final = 36_500
"""A hundred years: whoever asks for more has mistyped."""


NEVER: Final = "~"
"""After all times."""


class Term(NamedTuple):
    """The time for which somebody has held a seat."""

    game_id: str
    side: str
    since: str
    end: str

    def covers(self, table: sa.Table, side: sa.ColumnElement[str]) -> list[sa.ColumnElement[bool]]:
        """What was noted in a table of this side then."""
        return [table.c.game_id == self.game_id, side == self.side, table.c.at >= self.since, table.c.at < self.end]


class Admin:
    """A hand in the storage."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._identity = Identity(store, lambda _session: None)

    # --- games -----------------------------------------------------------------------------------

    async def games(
        self, title: str | None = None, status: str | None = None, name: str | None = None, idle: int = 0
    ) -> list[Row]:
        """Games by title, status, a player's account and the days that nothing has happened in them."""
        query = sa.select(game).where(game.c.updated <= _ago(idle)).order_by(game.c.updated.desc())
        if title is not None:
            query = query.where(game.c.title == title)
        if status is not None:
            query = query.where(game.c.status == status)
        if name is not None:
            theirs = sa.select(seat.c.game_id).where(seat.c.player_id == (await self._player(name))["id"])
            query = query.where(game.c.id.in_(theirs))
        shown = ("id", "title", "scenario", "status", "visibility", "ply", "turn", "created", "updated")
        return [{field: row[field] for field in shown} for row in await self._store.rows(query)]

    async def close(self, game_id: str) -> None:
        """Nobody plays on; what was played can be looked at as before."""
        await self._game(game_id)
        await self._store.change_game(game_id, {"status": "archived", "updated": now()})

    async def delete(self, game_id: str) -> None:
        """The game was never there."""
        await self._game(game_id)
        await self._store.run(game.delete().where(game.c.id == game_id), news=[game_news(game_id)])

    async def _game(self, game_id: str) -> Row:
        row = await self._store.game(game_id)
        if row is None:
            raise ShapanError(f"there is no game {game_id!r}")
        return row

    # --- players ---------------------------------------------------------------------------------

    async def _player(self, name: str) -> Row:
        row = await self._store.account(account_key(name))
        if row is None:
            raise ShapanError(f"there is no account {name!r}")
        return row

    async def ban(self, name: str, *, lift: bool = False) -> None:
        """The account can be used no more, or again. Its seats stay."""
        player_id = (await self._player(name))["id"]
        await self._store.change_player(player_id, {"banned": None if lift else now()})
        await self._store.end_sessions(player_id)

    async def reset_password(self, name: str) -> str:
        """A new password, which is told this once; everybody is logged out."""
        row, password = await self._player(name), new_secret()[:16]
        await self._store.change_player(row["id"], {"password": await self._identity.hashed(password)})
        await self._store.end_sessions(row["id"])
        return password

    async def log_out(self, name: str) -> int:
        """End all sessions of an account; how many there were."""
        return len(await self._store.end_sessions((await self._player(name))["id"]))

    async def export(self, name: str) -> dict[str, Any]:
        """Everything that is kept about a person, but for the hashes of secrets."""
        row = await self._player(name)
        own = sa.and_(seat.c.game_id == game.c.id, seat.c.player_id == row["id"])
        games = sa.select(game.c.id, game.c.title, game.c.status, game.c.created, seat.c.side, seat.c.name)
        chats = sa.select(chat.c.game_id, chat.c.n, chat.c.text, chat.c.at)
        acts = sa.select(entry.c.game_id, entry.c.text, entry.c.at)  # their numbers would tell how often others acted
        sessions = sa.select(session.c.created, session.c.expires).where(session.c.player_id == row["id"])
        terms = await self._terms(row["id"])
        said = [await self._store.rows(chats.where(*one.covers(chat, chat.c.side)).order_by(chat.c.n)) for one in terms]
        did = [
            await self._store.rows(acts.where(*one.covers(entry, entry.c.author)).order_by(entry.c.seq))
            for one in terms
        ]
        return {
            **{field: row[field] for field in ("account", "name", "created", "banned")},
            "preferences": msgspec.json.decode(row["preferences"]),
            "sessions": await self._store.rows(sessions),
            "games": await self._store.rows(games.join(seat, own).order_by(game.c.created)),
            "actions": [action for actions in did for action in actions],
            "chat": [line for lines in said for line in lines],
        }

    async def _terms(self, player_id: str) -> list[Term]:
        """When this person held which seat: until somebody else sat down there."""
        games = sa.select(sat.c.game_id).where(sat.c.player_id == player_id)
        holders: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for row in await self._store.rows(sa.select(sat).where(sat.c.game_id.in_(games))):
            holders.setdefault((row["game_id"], row["side"]), []).append((row["at"] or "", row["player_id"]))
        found: list[Term] = []
        for (game_id, side), sitting in holders.items():
            sitting.sort(key=itemgetter(0))
            ends = [*(since for since, _ in sitting[1:]), NEVER]
            mine = zip(sitting, ends, strict=True)
            found += [Term(game_id, side, since, end) for (since, who), end in mine if who == player_id]
        return found

    async def erase(self, name: str) -> None:
        """The person goes, with everything that it has said; the actions remain, for they are the others' games too."""
        row = await self._player(name)
        terms = await self._terms(row["id"])
        await self._store.run(*(chat.delete().where(*one.covers(chat, chat.c.side)) for one in terms))
        await self._store.remove_player(row["id"])

    # --- old things ------------------------------------------------------------------------------

    async def tidy(self, guests: int, invitations: int) -> dict[str, int]:
        """Guests who were in no game for so many days go; tables at which nobody sat down are cleared away."""
        if min(guests, invitations) < 1:
            raise ShapanError("an age should be at least a day: who has just come is not to be cleared away")
        halted = sa.select(game.c.id).where(game.c.status == "waiting", game.c.updated <= _ago(invitations))
        played = sa.select(entry.c.game_id).where(entry.c.author != DICE)
        abandoned = await self._store.rows(halted.where(game.c.id.not_in(played)))
        for row in abandoned:
            await self.delete(row["id"])
        stale = seat.update().where(seat.c.game_id.in_(halted), seat.c.key_hash.is_not(None))
        await self._store.run(stale.values(key_hash=None))
        lately = sa.or_(game.c.status.in_(OPEN), game.c.updated > _ago(guests))
        busy = sa.select(seat.c.player_id).join(game, game.c.id == seat.c.game_id).where(lately)
        idle = player.c.account.is_(None) & (player.c.created <= _ago(guests))
        gone = await self._store.rows(
            sa.select(player.c.id).where(idle, player.c.id.not_in(busy.where(seat.c.player_id.is_not(None))))
        )
        for row in gone:
            await self._store.remove_player(row["id"])
        return {"games": len(abandoned), "guests": len(gone)}


def _ago(days: int) -> str:
    if not 0 <= days <= MOST_DAYS:
        raise ShapanError(f"an age should be 0 to {MOST_DAYS} days, not {days}")
    stamp = datetime.now(UTC) - timedelta(days=days)
    return stamp.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Admin]:
    """The storage of a server, whether that runs or not."""
    store = Store(database, aloud=True)
    try:
        await store.open()
        yield Admin(store)
    except Problem as problem:
        raise ShapanError(problem.detail) from None
    finally:
        await store.close()
