"""A position that one side could believe to be true: the other side's secrets dealt anew.

Secret are the cards and what goes with them until the reveal, plans until they are carried out, declared fire
until it is resolved, a sniper's trigger until he fires, and where hidden units stand.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from .actions import Ready
from .lairs import hide_anew
from .position import YangtzePosition
from .shooters import unit_of

P = TypeVar("P", bound=YangtzePosition)
SECRET = ("orders", "plan", "firing")
COMBINED = ("orders", "plan")
"""Steps that are secret together where moves are planned with the cards (S6.2), in their order."""
WHOLE_STEP = 400
"""More choices than any side has in one step."""


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the secrets of everybody but this side anew; for the spectator those of both sides."""
    twin = pos.copy()
    if pos.outcome:
        return twin
    foes = [number for number, name in enumerate(pos.book.sides) if name != side]
    for foe in foes:
        hide_anew(twin, foe, rng)
        _choose_again(twin, pos, foe, rng)
    return twin


def _frame(pos: YangtzePosition) -> tuple[Any, ...]:
    top: tuple[Any, ...] = pos.stack[0] if pos.stack else ("",)
    return top


def _choose_again(twin: YangtzePosition, pos: YangtzePosition, foe: int, rng: Random) -> None:
    """The choices that a side has made in secret in the step that is going on, taken again at random."""
    name, *values = _frame(pos)
    if name not in SECRET:
        return
    deciding = values[1] if name == "firing" else values[0]
    together = COMBINED if name in COMBINED and pos.book.switches["combined_orders"] else (name,)
    begun = [step for at, step in enumerate(together) if (at, foe) <= (together.index(name), deciding)]
    stack = twin.stack
    for step in begun:
        _forget(twin, pos, step, foe)
    frames = {"firing": ("firing", values[0], foe), "orders": ("orders", foe, False), "plan": ("plan", foe)}
    for step in begun:
        going = step == name and deciding == foe
        twin.stack = (frames[step], ())
        _play(twin, rng, rng.randrange(3) if going else WHOLE_STEP)
        left = twin.stack
        twin.stack = (left[0], stack[1]) if going and left else stack


def _forget(twin: YangtzePosition, pos: YangtzePosition, name: str, foe: int) -> None:
    owner = pos.owner
    mine = [owner[unit] != foe for unit in range(len(owner))]
    if name == "orders":
        twin.card = tuple(c if mine[u] or pos.forced_now(u) else "" for u, c in enumerate(pos.card))
        twin.markers = tuple(m for m in pos.markers if mine[unit_of(pos, m[0])])
        twin.works = tuple(w for w in pos.works if mine[w[0]])
        twin.triggers = tuple(t for t in pos.triggers if mine[t[0]])
        twin.holding = sum(1 << u for u in range(len(owner)) if pos.holding >> u & 1 and mine[u])
        twin.abetting = sum(1 << u for u in range(len(owner)) if pos.abetting >> u & 1 and mine[u])
    elif name == "plan":
        twin.plan = tuple(p if mine[u] else () for u, p in enumerate(pos.plan))
        twin.track = tuple(t if mine[pos.book.figures[f].unit] else () for f, t in enumerate(pos.track))
        twin.attack = tuple(a for a in pos.attack if mine[a[0]])
    else:
        twin.shots = tuple(s for s in pos.shots if mine[_unit(pos, s[1])])


def _unit(pos: YangtzePosition, piece: int) -> int:
    kind, number = pos.book.what(piece)
    return pos.book.mounts[number].unit if kind == "mount" else number


def _play(twin: YangtzePosition, rng: Random, most: int) -> None:
    """Random choices in the step on top until it is done; the stack below is empty so that nothing else happens."""
    step = twin.step
    for _ in range(most):
        if not step.settle(twin) or not twin.stack:
            return
        action = step.options(twin).sample(rng)
        if isinstance(action, Ready) and most < WHOLE_STEP:
            return
        step.apply(twin, action)
        if not twin.stack:
            return
