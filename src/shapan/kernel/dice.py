"""The referee: dice that nobody can predict and everybody can check afterwards.

Each roll is a keyed hash of its number: roll *n* is the same whatever was asked before. The commitment, a hash of the
seed, is published when the game starts and the seed when it ends.

Players may add to the seed, so that nobody needs to trust whoever runs the referee: each commits to a part of their own
before anybody shows one, and the stream of rolls follows from the seed together with all parts that were shown.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

from .actions import Action
from .actors import Side
from .errors import ShapanError
from .position import Position


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: enough to recognise it, too little to guess it."""
    return blake2b(seed, digest_size=32, person=b"shapan-commit").hexdigest()


class Share(NamedTuple):
    """What a player adds to the seed: a commitment first, the part itself once all have committed."""

    commitment: str
    part: str = ""
    """In hexadecimal digits; empty for one that was never shown and is left out."""

    def holds(self, part: str) -> bool:
        """Is this the part that was committed to?"""
        return hmac.compare_digest(share_commitment(bytes.fromhex(part)), self.commitment)


def share_commitment(part: bytes) -> str:
    """The commitment to a player's part: a hash that every browser can make."""
    return sha256(b"shapan-share " + part).hexdigest()


def mixed(seed: bytes, parts: Mapping[Side, str]) -> bytes:
    """The key of the rolls: keyed with the seed, a hash of all parts in the order of the names of their sides."""
    mix = blake2b(digest_size=32, key=seed, person=b"shapan-shares")
    for side in sorted(parts):
        mix.update(f"{side} {parts[side]}\n".encode())
    return mix.digest()


class Referee:
    """Answers for the dice from a secret seed, and from the parts of the players if there are any."""

    def __init__(self, seed: bytes | str | int | None = None, shares: Mapping[Side, Share] | None = None) -> None:
        if seed is None:
            seed = secrets.token_bytes(32)
        elif isinstance(seed, int):
            seed = str(seed).encode()
        elif isinstance(seed, str):
            seed = seed.encode()
        if not seed:
            raise ShapanError("a seed needs at least one byte")
        self.seed = seed
        self.commitment = commitment(seed)
        # The hash takes keys of up to 64 bytes; of a longer seed every byte shall count.
        self._key = seed if len(seed) <= 64 else blake2b(seed).digest()
        parts = {side: share.part for side, share in (shares or {}).items() if share.part}
        if parts:
            self._key = mixed(self._key, parts)

    def number(self, roll: int, below: int) -> int:
        """A uniform number in ``range(below)`` for roll number ``roll``, free of modulo bias."""
        if not 0 < below <= 1 << 64:
            raise ValueError(f"no number can be drawn from a range of {below}")
        limit = (1 << 64) // below * below
        attempt = 0
        while True:
            message = b"%d.%d" % (roll, attempt)
            digest = blake2b(message, digest_size=8, key=self._key, person=b"shapan-dice").digest()
            value = int.from_bytes(digest, "big")
            if value < limit:
                return value % below
            attempt += 1

    def answer(self, pos: Position[Any], roll: int) -> Action:
        """The face that roll number ``roll`` shows in this position."""
        chances = pos.chances()
        return chances.at(self.number(roll, chances.total))

    def matches(self, published: str) -> bool:
        """Is this the seed behind a published commitment?"""
        return hmac.compare_digest(self.commitment.encode(), published.encode(errors="replace"))
