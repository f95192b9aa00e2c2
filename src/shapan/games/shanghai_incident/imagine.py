"""Shanghai Incident 13.1: the only secret is what the Japanese have called while the Chinese still have to."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from .calls import callable_now, secret_from
from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE

P = TypeVar("P", bound=ShanghaiPosition)


def imagine(pos: P, side: str, rng: Random) -> P:
    """A position with the secret call dealt anew: any that the Japanese could have made, or none."""
    twin = pos.copy()
    if secret_from(pos, side):
        twin.calls = (0, pos.calls[CHINESE])
        call = rng.choice([(), *callable_now(twin, JAPANESE)])
        twin.calls = (sum(1 << name for name in call), pos.calls[CHINESE])
    return twin
