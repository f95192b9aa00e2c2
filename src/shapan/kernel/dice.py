"""The referee: dice that nobody can predict and everybody can check afterwards.

Each roll is a keyed hash of its number: roll *n* is the same whatever was asked before. The commitment, a hash of the
seed, is published when the game starts and the seed when it ends.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import blake2b
from typing import Any

from .actions import Action
from .errors import ShapanError
from .position import Position


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: enough to recognise it, too little to guess it."""
    return blake2b(seed, digest_size=32, person=b"shapan-commit").hexdigest()


class Referee:
    """Answers for the dice from a secret seed."""

    def __init__(self, seed: bytes | str | int | None = None) -> None:
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
