"""The staff's notebook: what has been worked out about a position, kept for as long as it stays true.

It lies in the scene, which lasts while nobody moves, falls or comes; a page belongs to one side and to everything that
the cards of the turn do not change. So the cards, the plans and the fire of a turn are advised from the same pages, and
whoever asks again after a card has been laid pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

from ..actions import FORCED
from ..position import YangtzePosition

P = ParamSpec("P")
T = TypeVar("T")
Page = dict[tuple[Hashable, ...], Any]


def page(pos: YangtzePosition, side: int) -> Page:
    """The page of a side: the same as long as nothing changes but cards, plans and declared fire."""
    forced = tuple([card if card in FORCED else "" for card in pos.card])
    states = (pos.turn, forced, pos.forced, pos.cargo, pos.timer)
    bits = (pos.pinned, pos.asleep, pos.hidden, pos.captive, pos.afoot, pos.opened, pos.fuses, pos.swimming)
    key = ("staff", side, states, bits, pos.touched, pos.alarm)
    known = pos.scene.known
    found: Page | None = known.get(key)
    if found is None:
        found = known[key] = {}
    return found


def noted(notes: Page, key: tuple[Hashable, ...], make: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """What stands on the page under this key; if nothing does, it is worked out and written down."""
    if key not in notes:
        notes[key] = make(*values, **named)
    found: T = notes[key]
    return found
