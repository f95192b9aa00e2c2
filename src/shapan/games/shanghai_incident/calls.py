"""Shanghai Incident 13.1, 13.2, 13.4, 13.5: both players call up reinforcements at the same time, in secret.

One is asked after the other, and neither learns anything of the other's call before both are complete (R-06).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Refusal, SideStep, Step, one
from shapan.mechanics.fire_and_movement.actions import Done
from shapan.mechanics.forces import OFF

from .actions import Call, Commit
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


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


def calling_cost(pos: ShanghaiPosition) -> int:
    """13.5: what the brigades called so far will cost."""
    brigades = (pos.calls[CHINESE] & ~pos.book.commit_bit).bit_count()
    return brigades * int(pos.book.logistics["brigade"])


def commit_refusal(pos: ShanghaiPosition, side: int) -> Refusal | None:
    """13.4: the Chinese commit Fifth Army once."""
    if side != CHINESE:
        return Refusal("13.4", "refusal.chinese_only")
    if pos.commitment or pos.calls[CHINESE] & pos.book.commit_bit:
        return Refusal("13.4", "refusal.committed")
    return None


class CallUp(SideStep["ShanghaiPosition"]):
    """13.1: a side names what it calls, one by one; the frame holds the side."""

    name: ClassVar[str] = "call"
    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition) -> bool:
        (side,) = pos.frame
        if self._callable(pos) or commit_refusal(pos, side) is None:
            return True
        pos.done()
        return False

    def _callable(self, pos: ShanghaiPosition) -> list[int]:
        (side,) = pos.frame
        names = range(len(pos.book.members))
        return [name for name in names if call_refusal(pos, side, name) is None]

    def options(self, pos: ShanghaiPosition) -> Options:
        groups: list[Group[Action]] = [Group(Call, values=self._callable(pos))]
        if commit_refusal(pos, pos.frame[0]) is None:
            groups.append(one(Commit()))
        return Options(*groups, one(Done()))

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Call(name):
                return call_refusal(pos, pos.frame[0], name)
            case Commit():
                return commit_refusal(pos, pos.frame[0])
        return Refusal("13.1", "refusal.calls_first")

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        (side,) = pos.frame
        me = (pos.book.sides[side],)
        if isinstance(action, Done):
            pos.done()
            if side == JAPANESE and not pos.book.switches["simultaneous_calls"]:
                tell_call(pos, JAPANESE)
            return
        bit = pos.book.commit_bit if isinstance(action, Commit) else 0
        if isinstance(action, Call):
            bit = 1 << action.formation
            pos.tell("13.1", "event.calling", me, side=me[0], formation=name_of(pos, action.formation))
        else:
            pos.tell("13.4", "event.committing", me, side=me[0])
        calls = list(pos.calls)
        calls[side] |= bit
        pos.calls = (calls[0], calls[1])


def name_of(pos: ShanghaiPosition, name: int) -> str:
    """The formation or brigade as texts show it."""
    book = pos.book
    if name < book.first_brigade:
        return book.called[name].id
    brigade: str = book.brigades[name - book.first_brigade][0]
    return brigade


def tell_call(pos: ShanghaiPosition, side: int) -> None:
    """What a side has called becomes known to everybody."""
    pos.learned()
    names = tuple(name_of(pos, name) for name in bits(pos.calls[side] & ~pos.book.commit_bit))
    owner = pos.book.sides[side]
    pos.tell("13.1", "event.called" if names else "event.called_nothing", side=owner, formations=names)
    if pos.calls[side] & pos.book.commit_bit:
        pos.tell("13.4", "event.committed", number=pos.pause_marker)


class Reveal(Step["ShanghaiPosition"]):
    """13.1: both calls are laid open; what was called is on its way, and paid for."""

    name: ClassVar[str] = "reveal"
    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition) -> bool:
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
    if not pos.stack or pos.stack[0][0] != "call":
        return False, False
    asked = pos.stack[0][1]
    japanese = asked == JAPANESE or bool(pos.book.switches["simultaneous_calls"])
    hidden = [japanese and side != pos.book.sides[JAPANESE], asked == CHINESE and side != pos.book.sides[CHINESE]]
    return hidden[0], hidden[1]
