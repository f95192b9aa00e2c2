"""Shanghai Incident 13.1, 13.2, 13.4, 13.5: both players call up reinforcements at the same time, in secret.

One is asked after the other, and neither learns anything of the other's call before both are complete (R-06).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Frame, Group, Options, Refusal, SideFrame, SideStep, Step, one
from shapan.mechanics.fire_and_movement.actions import Done
from shapan.mechanics.forces import OFF

from .actions import Call, Commit
from .logistics import calling_cost
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


class Calling(SideFrame, step="call"):
    """13.1: a side calls up reinforcements, in secret."""


class Revealing(Frame, step="reveal"):
    """13.1: both have called."""


def call_refusal(pos: ShanghaiPosition, side: int, name: int) -> Refusal | None:
    """May this formation or brigade be added to what the side has called so far?"""
    if pos.calls[side] >> name & 1:
        return Refusal("13.2", "refusal.called_already")
    if side == JAPANESE:
        return _formation_refusal(pos, name)
    return _brigade_refusal(pos, name)


def _formation_refusal(pos: ShanghaiPosition, name: int) -> Refusal | None:
    """13.2: one formation a pause, from the pause that makes it available; two small ones count as one."""
    book = pos.book
    if name >= book.first_brigade:
        return Refusal("13.2", "refusal.not_yours")
    if pos.arrived[name]:
        return Refusal("13.2", "refusal.arrived_already")
    if pos.pause_ordinal < book.called[name].first_pause:
        return Refusal("13.2", "refusal.not_available", count=book.called[name].first_pause)
    if pos.calls[JAPANESE] and (pos.calls[JAPANESE] | 1 << name) & ~book.together:
        return Refusal("13.2", "refusal.one_formation")
    return None


def _brigade_refusal(pos: ShanghaiPosition, name: int) -> Refusal | None:
    """13.4, 13.5: an available brigade, for one logistics point."""
    book = pos.book
    if name < book.first_brigade:
        return Refusal("13.4", "refusal.not_yours")
    _, division = book.brigades[name - book.first_brigade]
    committed = pos.commitment or pos.calls[CHINESE] & book.commit_bit
    if division.army == book.committed_army and not committed:
        return Refusal("13.4", "refusal.not_committed")
    members = book.members[name]
    if members & pos.waiting or any(pos.place[unit] != OFF or not pos.steps[unit] for unit in bits(members)):
        return Refusal("13.4", "refusal.arrived_already")
    if pos.logistics < calling_cost(pos) + book.logistics["brigade"]:
        return Refusal("13.5", "refusal.logistics", count=pos.logistics - calling_cost(pos))
    return None


def commit_refusal(pos: ShanghaiPosition, side: int) -> Refusal | None:
    """13.4: the Chinese commit Fifth Army once."""
    if side != CHINESE:
        return Refusal("13.4", "refusal.chinese_only")
    if pos.commitment or pos.calls[CHINESE] & pos.book.commit_bit:
        return Refusal("13.4", "refusal.committed")
    return None


class CallUp(SideStep["ShanghaiPosition", Calling]):
    """13.1: a side names what it calls, one by one."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Calling) -> bool:
        if self._callable(pos, at) or commit_refusal(pos, at.side) is None:
            return True
        pos.done()
        return False

    def _callable(self, pos: ShanghaiPosition, at: Calling) -> list[int]:
        names = range(len(pos.book.members))
        return [name for name in names if call_refusal(pos, at.side, name) is None]

    def options(self, pos: ShanghaiPosition, at: Calling) -> Options:
        groups: list[Group[Action]] = [Group(Call, values=self._callable(pos, at))]
        if commit_refusal(pos, at.side) is None:
            groups.append(one(Commit()))
        return Options(*groups, one(Done()))

    def refusal(self, pos: ShanghaiPosition, at: Calling, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Call(name):
                return call_refusal(pos, at.side, name)
            case Commit():
                return commit_refusal(pos, at.side)
        return Refusal("13.1", "refusal.calls_first")

    def apply(self, pos: ShanghaiPosition, at: Calling, action: Action) -> None:
        me = (pos.book.sides[at.side],)
        if isinstance(action, Done):
            pos.done()
            if at.side == JAPANESE and not pos.book.switches["simultaneous_calls"]:
                tell_call(pos, JAPANESE)
            return
        bit = pos.book.commit_bit if isinstance(action, Commit) else 0
        if isinstance(action, Call):
            bit = 1 << action.formation
            pos.tell("13.1", "event.calling", me, side=me[0], formation=pos.book.name_of(action.formation))
        else:
            pos.tell("13.4", "event.committing", me, side=me[0])
        calls = list(pos.calls)
        calls[at.side] |= bit
        pos.calls = (calls[0], calls[1])


def tell_call(pos: ShanghaiPosition, side: int) -> None:
    """What a side has called becomes known to everybody."""
    pos.learned()
    names = tuple(pos.book.name_of(name) for name in bits(pos.calls[side] & ~pos.book.commit_bit))
    owner = pos.book.sides[side]
    pos.tell("13.1", "event.called" if names else "event.called_nothing", side=owner, formations=names)
    if pos.calls[side] & pos.book.commit_bit:
        pos.tell("13.4", "event.committed", number=pos.pause_marker)


class Reveal(Step["ShanghaiPosition", Revealing]):
    """13.1: both calls are laid open; what was called is on its way, and paid for."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Revealing) -> bool:
        pos.done()
        for side in (JAPANESE, CHINESE):
            tell_call(pos, side)
        japanese, chinese = pos.calls
        if chinese & pos.book.commit_bit:
            pos.commitment = pos.pause_marker
        pos.logistics -= calling_cost(pos)
        for name in bits(japanese | chinese & ~pos.book.commit_bit):
            pos.waiting |= pos.book.members[name]
        return False


def secret_from(pos: ShanghaiPosition, side: str) -> tuple[bool, bool]:
    """13.1: which side's call this viewer may not know: an open call step, or one that waits for the other side's."""
    at = pos.top if pos.stack else None
    if not isinstance(at, Calling):
        return False, False
    japanese, chinese = pos.book.sides
    waits = at.side == JAPANESE or bool(pos.book.switches["simultaneous_calls"])
    return waits and side != japanese, at.side == CHINESE and side != chinese
