"""Shanghai Incident 13.1: the only secret is what a side has called while the other still has to."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from .calls import call_refusal, commit_refusal, secret_from
from .position import ShanghaiPosition

P = TypeVar("P", bound=ShanghaiPosition)


def imagine(pos: P, side: str, rng: Random) -> P:
    """A position with the secret calls dealt anew: any call that the hidden player could have made."""
    twin = pos.copy()
    for number, hidden in enumerate(secret_from(pos, side)):
        if hidden:
            _deal(twin, number, rng)
    return twin


def _deal(pos: ShanghaiPosition, side: int, rng: Random) -> None:
    calls = list(pos.calls)
    calls[side] = 0
    pos.calls = (calls[0], calls[1])
    names = list(range(len(pos.book.members)))
    rng.shuffle(names)
    if commit_refusal(pos, side) is None and rng.random() < 0.5:
        _add(pos, side, pos.book.commit_bit)
    for name in names:
        if rng.random() < 0.5 and call_refusal(pos, side, name) is None:
            _add(pos, side, 1 << name)


def _add(pos: ShanghaiPosition, side: int, bit: int) -> None:
    calls = list(pos.calls)
    calls[side] |= bit
    pos.calls = (calls[0], calls[1])
