"""Shanghai Incident 13.1, 13.2, 13.4, 13.5: both players call up reinforcements at the same time.

The Japanese say all that they call in one answer, which nobody learns before the Chinese are done: whatever it is,
others see one answer and nothing else (R-06). The Chinese then call openly, piece by piece, and pay at once: nobody can
react any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Frame, Group, Options, Param, Refusal, SideFrame, SideStep, Step, one
from shapan.mechanics.fire_and_movement.actions import DONE, Done
from shapan.mechanics.forces import OFF

from .actions import Call, Commit
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


class Calling(SideFrame, step="call"):
    """13.1: a side calls up reinforcements."""


class Revealing(Frame, step="reveal"):
    """13.1: both have called."""


def call_refusal(pos: ShanghaiPosition, side: int, names: tuple[int, ...]) -> Refusal | None:
    """May these formations or brigades be added to what the side has called so far?"""
    called = pos.calls[side]
    for name in names:
        refusal = _formation_refusal(pos, name, called) if side == JAPANESE else _brigade_refusal(pos, name, called)
        if refusal:
            return refusal
        called |= 1 << name
    return None


def _formation_refusal(pos: ShanghaiPosition, name: int, called: int) -> Refusal | None:
    """13.2: one formation a pause, from the pause that makes it available; two small ones count as one."""
    book = pos.book
    if name >= book.first_brigade:
        return Refusal("13.2", "refusal.call_theirs")
    if called >> name & 1:
        return Refusal("13.2", "refusal.called_already")
    if pos.arrived[name]:
        return Refusal("13.2", "refusal.arrived_already")
    if pos.pause_ordinal < (first := book.called[name].first_pause):
        # a pause goes by the number under the marker, which runs down.
        return Refusal("13.2", "refusal.not_available", number=book.pauses - first + 1)
    if called and (called | 1 << name) & ~book.together:
        return Refusal("13.2", "refusal.one_formation")
    return None


def _brigade_refusal(pos: ShanghaiPosition, name: int, called: int) -> Refusal | None:
    """13.4, 13.5: an available brigade, for one logistics point; those called before have been paid for."""
    book = pos.book
    if name < book.first_brigade:
        return Refusal("13.2", "refusal.call_theirs")
    if called >> name & 1:
        return Refusal("13.4", "refusal.called_already")
    _, division = book.brigades[name - book.first_brigade]
    if division.army == book.committed_army and not pos.commitment:
        return Refusal("13.4", "refusal.not_committed")
    members = book.members[name]
    if members & pos.waiting or any(pos.place[unit] != OFF or not pos.steps[unit] for unit in bits(members)):
        return Refusal("13.4", "refusal.arrived_already")
    cost = book.logistics["brigade"]
    left = pos.logistics - cost * (called & ~pos.calls[CHINESE]).bit_count()
    return None if left >= cost else Refusal("13.5", "refusal.logistics", count=left)


def callable_now(pos: ShanghaiPosition, side: int) -> list[tuple[int, ...]]:
    """What a side can say next: each formation or brigade, and two formations that come together (13.2)."""
    book = pos.book
    calls: list[tuple[int, ...]]
    if side == JAPANESE:
        calls = [*((name,) for name in range(book.first_brigade)), tuple(bits(book.together))]
    else:
        calls = [(name,) for name in range(book.first_brigade, len(book.members))]
    return [call for call in calls if call_refusal(pos, side, call) is None]


def commit_refusal(pos: ShanghaiPosition, side: int) -> Refusal | None:
    """13.4: the Chinese commit Fifth Army once."""
    if side != CHINESE:
        return Refusal("13.4", "refusal.chinese_only")
    return Refusal("13.4", "refusal.committed") if pos.commitment else None


class CallUp(SideStep["ShanghaiPosition", Calling]):
    """13.1: the Japanese give one answer; the Chinese name what they call until they end."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Calling) -> bool:
        if commit_refusal(pos, at.side) is None or callable_now(pos, at.side):
            return True
        self._finish(pos, at)
        return False

    def _finish(self, pos: ShanghaiPosition, at: Calling) -> None:
        pos.done()
        if at.side == JAPANESE and not secret_calls(pos):
            tell_call(pos)

    def options(self, pos: ShanghaiPosition, at: Calling) -> Options:
        groups: list[Group[Action]] = [Group(Call, values=callable_now(pos, at.side))]
        if commit_refusal(pos, at.side) is None:
            groups.append(one(Commit()))
        return Options(*groups, DONE)

    def refusal(self, pos: ShanghaiPosition, at: Calling, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Call(names):
                return call_refusal(pos, at.side, names)
            case Commit():
                return commit_refusal(pos, at.side)
        return Refusal("13.1", "refusal.calls_first")

    def apply(self, pos: ShanghaiPosition, at: Calling, action: Action) -> None:
        if isinstance(action, Call):
            self._call(pos, at.side, action.formations)
        elif isinstance(action, Commit):
            pos.calls = (pos.calls[JAPANESE], pos.calls[CHINESE] | pos.book.commit_bit)
            pos.commitment = pos.pause_marker
            pos.tell("13.4", "event.committed", number=pos.pause_marker)
        if isinstance(action, Done) or at.side == JAPANESE:
            self._finish(pos, at)

    def _call(self, pos: ShanghaiPosition, side: int, names: tuple[int, ...]) -> None:
        calls, owner = list(pos.calls), pos.book.sides[side]
        calls[side] |= sum(1 << name for name in names)
        pos.calls = (calls[0], calls[1])
        told = tuple(pos.book.name_of(name) for name in names)
        if side == CHINESE:
            pos.logistics -= pos.book.logistics["brigade"] * len(names)
            pos.tell("13.1", "event.called", side=owner, formations=told)
        elif secret_calls(pos):
            pos.tell("13.1", "event.calling", (owner,), side=owner, formations=told)

    def prompt(self, pos: ShanghaiPosition, at: Calling) -> tuple[str, dict[str, Param]]:
        if at.side == CHINESE and pos.commitment:
            return "prompt.call_brigades", {}
        if at.side == CHINESE:
            return ("prompt.call_chinese" if callable_now(pos, CHINESE) else "prompt.call_commit"), {}
        return ("prompt.call_secret" if secret_calls(pos) else "prompt.call_open"), {}


def secret_calls(pos: ShanghaiPosition) -> bool:
    """R-06: with the switch off the Japanese announce their call before the Chinese make theirs."""
    return bool(pos.book.switches["simultaneous_calls"])


def tell_call(pos: ShanghaiPosition) -> None:
    """What the Japanese have called becomes known to everybody."""
    pos.learned()
    names = tuple(pos.book.name_of(name) for name in bits(pos.calls[JAPANESE]))
    owner = pos.book.sides[JAPANESE]
    pos.tell("13.1", "event.called" if names else "event.called_nothing", side=owner, formations=names)


class Reveal(Step["ShanghaiPosition", Revealing]):
    """13.1: both calls are laid open, and what was called is on its way."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Revealing) -> bool:
        pos.done()
        if secret_calls(pos):
            tell_call(pos)
        japanese, chinese = pos.calls
        if not chinese:
            pos.tell("13.1", "event.called_nothing", side=pos.book.sides[CHINESE])
        for name, members in enumerate(pos.book.members):
            if (japanese | chinese) >> name & 1:
                pos.waiting |= members
        return False


def secret_from(pos: ShanghaiPosition, side: str) -> bool:
    """13.1: the Japanese call is made, and this viewer may not know it before the Chinese have called."""
    at = pos.top if pos.stack else None
    waits = isinstance(at, Calling) and at.side == CHINESE and secret_calls(pos)
    return waits and side != pos.book.sides[JAPANESE]
