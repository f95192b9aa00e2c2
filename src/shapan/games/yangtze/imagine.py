"""A position that one side could believe to be true: the other side's secrets dealt anew.

Secret are the cards and what goes with them until the reveal, plans until they are carried out, declared fire
until it is resolved, a sniper's trigger until he fires, and where hidden units stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Final, TypeAlias, TypeVar

from shapan.kernel import Frame, Group, Options, amended, one

from .actions import HALT, Bomb, Ready, Strafe
from .air.flight import attack_points
from .fire.firing import DeclareFire, Firing
from .fire.shooters import unit_of
from .lairs import hide_anew
from .orders.candidates import lazily
from .orders.cards import Orders, needs_card, sensible_cards
from .orders.plans import MakePlans, Plan
from .orders.stances import stances, take_stance
from .position import YangtzePosition
from .who import numbered, numbers, put

P = TypeVar("P", bound=YangtzePosition)
Chooser: TypeAlias = Callable[[YangtzePosition, int, Random], Iterator[None]]
"""Makes the choices of a step for a side, one after the other."""
Secret: TypeAlias = Orders | Plan | Firing
"""Decisions that are taken in secret."""
PLANS: Final = MakePlans()
FIRE: Final = DeclareFire()
EXTRAS: Final = 3
"""Fewer stances, attacks from the air and shots than this are imagined at once."""


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the secrets of everybody but this side anew; for the spectator those of both sides."""
    twin = pos.copy()
    if pos.outcome:
        return twin
    foes = [number for number, name in enumerate(pos.book.sides) if name != side]
    # All is forgotten before anybody chooses: nobody's choices rest on what another has really chosen.
    for foe in foes:
        hide_anew(twin, foe, rng)
        _forget(twin, pos, foe)
    for foe in foes:
        choose_again(twin, pos, foe, rng, CHOICES)
    return twin


def choose_again(
    twin: YangtzePosition, pos: YangtzePosition, foe: int, rng: Random, choices: Mapping[type[Frame], Chooser]
) -> None:
    """The choices that a side has made in secret in the step that is going on, taken again by others who choose: all of
    them once it is ready, else the first few."""
    at = pos.top if pos.stack else None
    if not isinstance(at, Orders | Plan | Firing):
        return
    stack = twin.stack
    _forget(twin, pos, foe)
    for frame in _begun(pos, at, foe):
        going = type(frame) is type(at) and at.side == foe
        # Whoever chooses finds his own step on top.
        twin.stack = (frame, ())
        for _ in islice(choices[type(frame)](twin, foe, rng), rng.randrange(EXTRAS) if going else None):
            pass
    twin.stack = stack


def _begun(pos: YangtzePosition, at: Secret, foe: int) -> list[Secret]:
    """The frames of what a side has chosen, or begun to choose, while this one is on top."""
    if isinstance(at, Firing):
        return [amended(at, side=foe)] if foe <= at.side else []
    own: tuple[Orders | Plan, ...] = (Orders(foe, True), Plan(foe))
    if not pos.book.switches["combined_orders"]:
        own = tuple(frame for frame in own if type(frame) is type(at))
    kinds = [type(frame) for frame in own]
    return [frame for number, frame in enumerate(own) if (number, foe) <= (kinds.index(type(at)), at.side)]


def _orders(twin: YangtzePosition, foe: int, rng: Random) -> Iterator[None]:
    """A card for every unit, then perhaps something that goes with them."""
    for unit in twin.units_of(foe):
        if needs_card(twin, unit):
            cards = [HALT] if twin.asleep >> unit & 1 else sensible_cards(twin, unit)
            twin.card = put(twin.card, unit, rng.choice(cards))
            yield
    for _ in range(rng.randrange(EXTRAS)):
        action = Options(one(Ready()), *stances(twin, foe)).sample(rng)
        if isinstance(action, Ready):
            return
        take_stance(twin, foe, action)
        yield


def _plans(twin: YangtzePosition, foe: int, rng: Random) -> Iterator[None]:
    """A plan for every unit whose card moves it, and what aircraft attack."""
    for unit in PLANS.unplanned(twin, foe):
        if options := Options(*PLANS.groups(twin, unit)):
            PLANS.apply(twin, Plan(foe), options.sample(rng))
            yield
    for unit in twin.units_of(foe):
        if twin.book.units[unit].aircraft and twin.plan[unit]:
            points = [Group(make, unit, values=lazily(attack_points, twin, unit, make)) for make in (Bomb, Strafe)]
            action = Options(one(Ready()), *points).sample(rng)
            if not isinstance(action, Ready):
                PLANS.apply(twin, Plan(foe), action)
                yield


def _fire(twin: YangtzePosition, foe: int, rng: Random) -> Iterator[None]:
    """A few shots."""
    at = twin.top
    assert isinstance(at, Firing)
    for _ in range(rng.randrange(EXTRAS)):
        if not (options := Options(*FIRE.groups(twin, at.stage, foe))):
            return
        FIRE.apply(twin, at, options.sample(rng))
        yield


CHOICES: Final[dict[type[Frame], Chooser]] = {Orders: _orders, Plan: _plans, Firing: _fire}
"""At random: whatever the rules allow and makes sense."""


def _forget(twin: YangtzePosition, pos: YangtzePosition, foe: int) -> None:
    """What a side has chosen in the step that is going on is gone; what is imagined of the other stays."""
    at = pos.top if pos.stack else None
    if isinstance(at, Orders | Plan | Firing):
        for frame in _begun(pos, at, foe):
            _forget_step(twin, frame, foe)


def _forget_step(twin: YangtzePosition, at: Secret, foe: int) -> None:
    owner = twin.owner
    mine = [owner[unit] != foe for unit in numbers(owner)]
    if isinstance(at, Orders):
        twin.card = tuple(c if mine[u] or twin.forced_now(u) else "" for u, c in numbered(twin.card))
        twin.markers = tuple(m for m in twin.markers if mine[unit_of(twin, m.weapon)])
        twin.works = tuple(w for w in twin.works if mine[w.unit])
        twin.triggers = tuple(t for t in twin.triggers if mine[t.unit])
        twin.holding = sum(1 << u for u in range(len(owner)) if twin.holding >> u & 1 and mine[u])
        twin.abetting = sum(1 << u for u in range(len(owner)) if twin.abetting >> u & 1 and mine[u])
    elif isinstance(at, Plan):
        twin.plan = tuple(p if mine[u] else None for u, p in numbered(twin.plan))
        twin.track = tuple(t if mine[twin.book.figures[f].unit] else () for f, t in numbered(twin.track))
        twin.stairs = tuple(s if mine[twin.book.figures[f].unit] else () for f, s in numbered(twin.stairs))
        twin.attacks = tuple(attack for attack in twin.attacks if mine[attack.unit])
    else:
        twin.shots = tuple(shot for shot in twin.shots if mine[twin.book.unit_of(shot.piece)])
