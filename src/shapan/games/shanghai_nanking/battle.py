"""Shanghai-Nanking Campaign 10.1, 6.3 A combat under way: attack, overrun and landing run through the same steps.

Both sides are laid open; then the attacker's markers (11.1), Chinese air support (11.3), the defender's gunfire (11.4)
and the roll (10.5). What follows the losses waits below: an advance, the rest of a move, the beach.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from shapan.ground.hexes import bits
from shapan.kernel import Frame

from .actions import CATEGORIES
from .position import CampaignPosition, Hex, Units

LANDING: Final = "landing"
OVERRUN: Final = "overrun"
"""Kinds of combat, besides the attacks of a phase that is called ``FIGHT`` itself."""
DEFENDED: Final = 1 << len(CATEGORIES)
ABORTED: Final = DEFENDED << 1
"""Bits of what was used: naval gunfire defends; the air support was aborted and its shift is lost."""


def bit_of(category: str) -> int:
    """The bit of what was used that stands for the attacker's marker of this category."""
    return 1 << CATEGORIES.index(category)


class Battle(Frame):
    """10.1: a combat in any of its steps."""

    kind: str
    """``FIGHT`` (an attack), ``OVERRUN`` or ``LANDING``."""
    target: Hex
    units: Units
    """Who attacks."""
    used: int
    """11.1: the markers in this combat, see ``bit_of``; besides ``DEFENDED`` and ``ABORTED``."""


class Supporting(Battle, step="support"):
    """11.1: the attacker adds markers."""


class Intercepting(Battle, step="intercept"):
    """11.3: Chinese air support may try to stop Japanese aircraft."""


class Dogfighting(Battle, step="dogfight"):
    """11.3: it does."""


class Defending(Battle, step="defend"):
    """11.4: the defender may add naval gunfire."""


class Striking(Battle, step="strike"):
    """10.5: the roll."""


B = TypeVar("B", bound=Battle)


def carried(step: Callable[[str, Hex, Units, int], B], at: Battle, more: int = 0) -> B:
    """The combat as it stands, at another of its steps; with more of what was used."""
    return step(at.kind, at.target, at.units, at.used | more)


def begin_battle(pos: CampaignPosition, kind: str, target: Hex, units: Units, *after: Frame) -> None:
    """6.3: both sides' units are laid open, and from here on the attack stands; then comes what follows a combat."""
    pos.learned()
    if pos.teller is not None:
        attackers, defenders = tuple(bits(units)), pos.stack_in(target)
        pos.tell("6.3", "event.revealed", hex=target, attackers=attackers, defenders=defenders)
    pos.then(Supporting(kind, target, units, 0), *after)


def call_off(pos: CampaignPosition, side: int, target: Hex) -> None:
    """6.3: nobody has been laid open yet, so the attack or overrun being put together may still be dropped."""
    pos.done()
    pos.tell("6.3", "event.called_off", side=pos.book.sides[side], hex=target)


def attacker_of(pos: CampaignPosition, at: Battle) -> int:
    """The attacking side."""
    return pos.owner(at.units)
