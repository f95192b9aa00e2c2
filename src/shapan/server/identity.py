"""Who is asking: sessions, anonymous players, accounts."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from .entries import now
from .problems import Problem
from .settings import SESSION_DAYS
from .store import Store, TakenError

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that cannot be taken for one another."""


def new_secret() -> str:
    """256 bits that nobody can guess, for sessions and invitations."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return blake2b(secret.encode(), digest_size=32, person=b"shapan-secret").hexdigest()


def new_id(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def account_key(name: str) -> str:
    """Names that look alike are the same name."""
    return unicodedata.normalize("NFKC", name).casefold()


class Who(msgspec.Struct, frozen=True):
    """The player behind a request; ``id`` is empty for somebody without a session."""

    id: str = ""
    account: str | None = None
    name: str | None = None
    preferences: dict[str, Any] = {}
    token_hash: str | None = None

    @property
    def shown(self) -> str:
        return self.name or self.account or "Player"


NOBODY_YET: Final = Who()


class Identity:
    """Finds, makes and changes players."""

    def __init__(self, store: Store, ended: Callable[[str], None]) -> None:
        self.store = store
        self._ended = ended
        """Told of every session that ends here."""
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)
        self._decoy = ""

    async def find(self, token: str | None) -> Who:
        """The player of this session; nobody yet if there is none."""
        if not token or len(token) > 100:
            return NOBODY_YET
        token_hash = digest(token)
        row = await self.store.player_of(token_hash, now())
        return NOBODY_YET if row is None else _who(row, token_hash)

    async def make(self) -> tuple[Who, str]:
        """A new anonymous player and its session token."""
        token = new_secret()
        player_id = new_id(16)
        row = {"id": player_id, "account": None, "account_key": None, "password": None, "name": None, "banned": None}
        row |= {"preferences": "{}", "created": now()}
        await self.store.add_player(row, _session(token, player_id))
        return _who(row, digest(token)), token

    async def register(self, who: Who, name: str, password: str) -> tuple[Who, str]:
        """Turn an anonymous player into an account, with a new session: an older one may be known to others."""
        if who.account is not None:
            raise Problem("conflict", f"this session already belongs to the account {who.account!r}")
        changes = {"account": name, "account_key": account_key(name), "password": await self.hashed(password)}
        try:
            await self.store.change_player(who.id, changes)
        except TakenError:
            raise Problem("conflict", f"the name {name!r} is taken") from None
        return await self._anew(msgspec.structs.replace(who, account=name))

    async def change_password(self, who: Who, password: str) -> tuple[Who, str]:
        """Another password; every session ends but the new one that this begins."""
        await self.store.change_player(who.id, {"password": await self.hashed(password)})
        return await self._anew(who)

    async def _anew(self, who: Who) -> tuple[Who, str]:
        """A new session in place of all others of this player."""
        await self.end_all(who.id)
        token = new_secret()
        await self.store.add_session(_session(token, who.id))
        return msgspec.structs.replace(who, token_hash=digest(token)), token

    async def end(self, token_hash: str) -> None:
        """A session ends, and every connection with it."""
        await self.store.end_session(token_hash)
        self._ended(token_hash)

    async def end_all(self, player_id: str) -> None:
        """All sessions of a player end."""
        for token_hash in await self.store.end_sessions(player_id):
            self._ended(token_hash)

    async def remove(self, player_id: str) -> None:
        """The player is no more."""
        for token_hash in await self.store.remove_player(player_id):
            self._ended(token_hash)

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def log_in(self, who: Who, name: str, password: str) -> tuple[Who, str]:
        """The account with this name and a new session for it; games played before under no account come along."""
        row = await self.store.account(account_key(name))
        hashed = row["password"] if row is not None else ""
        async with self._hashing:
            fits = await asyncio.to_thread(self._verify, hashed, password)
        if row is None or not fits:
            raise Problem("bad-login", "name or password is wrong")
        if row["banned"] is not None:
            raise Problem("closed", "whoever runs this server has closed the account")
        token = new_secret()
        if not await self.store.admit(_session(token, row["id"]), row["password"]):
            raise Problem("bad-login", "name or password is wrong")
        if who.token_hash is not None:
            await self.end(who.token_hash)
        if who.id and who.account is None:
            await self.store.hand_over(who.id, row["id"])
        return _who(row, digest(token)), token

    async def check_password(self, who: Who, password: str) -> None:
        """Raises the Problem unless this is the password of the account."""
        row = await self.store.account(account_key(who.account or ""))
        async with self._hashing:
            if row is None or not await asyncio.to_thread(self._verify, row["password"], password):
                raise Problem("bad-login", "the password is wrong")

    def _verify(self, hashed: str, password: str) -> bool:
        """Takes as long for an unknown name as for a wrong password, so that names cannot be found out."""
        if not hashed:
            self._decoy = self._decoy or self._hasher.hash(new_secret())
            hashed = self._decoy
        try:
            return self._hasher.verify(hashed, password)
        except (Argon2Error, InvalidHashError):
            return False


def _who(row: dict[str, Any], token_hash: str) -> Who:
    return Who(row["id"], row["account"], row["name"], msgspec.json.decode(row["preferences"]), token_hash)


def _session(token: str, player_id: str) -> dict[str, Any]:
    expires = datetime.now(UTC) + timedelta(days=SESSION_DAYS)
    stamp = expires.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"token_hash": digest(token), "player_id": player_id, "created": now(), "expires": stamp}
