"""Shanghai Incident 4.1 the administrative phase, 13.1 pauses, 13.5 Chinese logistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from shapan.kernel import (
    Action,
    Actor,
    DieStep,
    Group,
    Options,
    Param,
    Phase,
    Refusal,
    Step,
    phase,
)

from .actions import CEASE_FIRE, CONTINUE, PAUSE, Decide
from .fire_support import RAIDING, hand_out
from .sides import CHINESE, JAPANESE
from .victory import conclude

if TYPE_CHECKING:
    from .position import ShanghaiPosition


# --- the administrative phase -------------------------------------------------------------------


def administrative(pos: ShanghaiPosition) -> None:
    """13.1: the Japanese player decides how to go on."""
    pos.call("admin")


def courses(pos: ShanghaiPosition) -> list[str]:
    """13.1: a pause may be declared while the marker is above 0, and comes by itself after the seventh turn."""
    last = pos.turn >= pos.book.days
    found = [] if last else [CONTINUE]
    if pos.pause_marker:
        found.append(PAUSE)
    if pos.book.switches["ceasefire"] and (pos.pause_marker or not last):
        found.append(CEASE_FIRE)
    return found


class Administration(Step["ShanghaiPosition"]):
    """13.1: go on, pause, or (R-02) end the campaign; 12.1: the last segment ends the game."""

    name: ClassVar[str] = "admin"
    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition) -> bool:
        found = courses(pos)
        if len(found) > 1:
            return True
        pos.done()
        if found:
            self._follow(pos, found[0])
        else:
            conclude(pos, "12.1")
        return False

    def actor(self, pos: ShanghaiPosition) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: ShanghaiPosition) -> Options:
        return Options(Group(Decide, values=courses(pos)))

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Decide):
            return Refusal("13.1", "refusal.decide_first")
        if action.course in courses(pos):
            return None
        if action.course == CEASE_FIRE:
            return Refusal("12.3", "refusal.no_ceasefire")
        return Refusal("13.1", "refusal.no_pause" if action.course == PAUSE else "refusal.pause_now")

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        assert isinstance(action, Decide)
        pos.done()
        self._follow(pos, action.course)

    def _follow(self, pos: ShanghaiPosition, course: str) -> None:
        if course == CEASE_FIRE:
            pos.tell("12.3", "event.ceasefire", count=pos.pause_marker)
            conclude(pos, "12.3")
        elif course == PAUSE:
            pos.pausing = True
            pos.tell("13.1", "event.pause", number=pos.pause_marker)


# --- the pause ----------------------------------------------------------------------------------


def no_pause(pos: ShanghaiPosition) -> bool:
    return not pos.pausing


def pause(pos: ShanghaiPosition) -> None:
    """13.1: the steps of a pause. Frames are called in reverse, what comes first is called last."""
    for step, *values in (
        ("redeploy", CHINESE),
        ("redeploy", JAPANESE),
        ("refit", CHINESE),
        ("refit", JAPANESE),
        ("arrivals",),
        ("reveal",),
        ("call", CHINESE),
        ("call", JAPANESE),
        ("ready",),
    ):
        pos.call(str(step), *values)
    pos.calls = (0, 0)
    raids = sum(state == RAIDING for state in pos.support)
    pos.call("award", int(pos.book.logistics["dice"]), int(pos.book.logistics["add"]), raids)


class Award(DieStep["ShanghaiPosition"]):
    """13.5: two dice and a fixed number; a die for each air marker on the track, halved, is taken off.

    The frame holds the award dice still to roll, the award so far, and the interdiction dice still to roll.
    """

    name: ClassVar[str] = "award"
    case: ClassVar[str] = "13.5"

    def settle(self, pos: ShanghaiPosition) -> bool:
        dice, award, raids = pos.frame
        if dice or raids:
            return True
        pos.done()
        limit = pos.book.track["logistics_limit"]
        pos.logistics = min(limit, pos.logistics + max(award, 0))
        pos.tell("13.5", "event.award", count=max(award, 0), total=pos.logistics)
        return False

    def rolled(self, pos: ShanghaiPosition, face: int) -> None:
        dice, award, raids = pos.frame
        if dice:
            pos.become(dice - 1, award + face, raids)
            pos.tell("13.5", "event.award_die", die=face)
        else:
            less = face // pos.book.logistics["air_divisor"]
            pos.become(0, award - less, raids - 1)
            pos.tell("13.5", "event.raid_die", die=face, count=less)

    def prompt(self, pos: ShanghaiPosition) -> tuple[str, dict[str, Param]]:
        return ("prompt.award" if pos.frame[0] else "prompt.award_raid"), {}


class ReadyMarkers(Step["ShanghaiPosition"]):
    """13.1: the Japanese player receives all eligible fire support markers."""

    name: ClassVar[str] = "ready"
    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition) -> bool:
        pos.done()
        hand_out(pos)
        pos.tell("15.1", "event.markers_ready")
        return False


class Arrivals(Step["ShanghaiPosition"]):
    """13.2, 13.3: the called formations land one after the other; then steps may be replaced in all that are there."""

    name: ClassVar[str] = "arrivals"
    case: ClassVar[str] = "13.2"

    def settle(self, pos: ShanghaiPosition) -> bool:
        pos.done()
        book = pos.book
        starting = {book.entries[unit].formation for unit in range(len(book.entries)) if book.starting >> unit & 1}
        called = pos.calls[JAPANESE]
        pos.replacements = tuple(
            entry.replacements if pos.arrived[at] or entry.id in starting else 0 for at, entry in enumerate(book.called)
        )
        for name in reversed(range(book.first_brigade)):
            if called >> name & 1:
                pos.call("land", name, 0)
        return False


# --- the end of a turn --------------------------------------------------------------------------


def next_turn(pos: ShanghaiPosition) -> None:
    """13.1: after a pause the turn marker returns to 1 and the pause marker moves down."""
    if pos.pausing:
        pos.pausing = False
        pos.calls = (0, 0)
        pos.pause_marker -= 1
        pos.segment += 1
        pos.turn = 1
    else:
        pos.turn += 1
    pos.tell("13.1", "event.turn", segment=pos.segment, turn=pos.turn)


def administration() -> list[Phase[ShanghaiPosition]]:
    """The phases that follow the two player turns."""
    return [
        phase("A", "13.1", administrative),
        phase("P", "13.1", pause, unless=no_pause),
        phase("N", "13.1", next_turn),
    ]
