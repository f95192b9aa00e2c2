"""Shanghai Incident 4.1 the administrative phase, 13.1 pauses and their steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from shapan.ground.hexes import mask_of
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, SideFrame, SideStep, Step
from shapan.mechanics.fire_and_movement.actions import DONE, Done
from shapan.mechanics.hexoptions import Hexes

from .actions import CEASE_FIRE, CONTINUE, PAUSE, Decide, Deploy, Fortify, Recall, Restore
from .calls import Calling, Revealing
from .fire_support import RAIDING, hand_out
from .forts import fort_options, fortify, fortify_refusal
from .logistics import Awarding, refund
from .redeployment import Redeploying
from .reinforcements import Arriving, enter_map, entering, entry_refusal
from .replacements import recall, recall_refusal, replacement_options, restore, restore_refusal
from .sides import CHINESE, JAPANESE
from .victory import conclude

if TYPE_CHECKING:
    from .position import ShanghaiPosition


class Administering(Frame, step="admin"):
    """13.1: the Japanese decide how to go on."""


class Readying(Frame, step="ready"):
    """13.1: fire support is handed out."""


class Refitting(SideFrame, step="refit"):
    """13.1: a side places what has come and buys what it can."""


# --- the administrative phase -------------------------------------------------------------------


def administrative(pos: ShanghaiPosition) -> None:
    """13.1: the Japanese player decides how to go on."""
    pos.then(Administering())


def courses(pos: ShanghaiPosition) -> list[str]:
    """13.1: a pause may be declared while the marker is above 0, and comes by itself after the seventh turn."""
    last = pos.turn >= pos.book.days
    found = [] if last else [CONTINUE]
    if pos.pause_marker:
        found.append(PAUSE)
    if pos.book.switches["ceasefire"] and (pos.pause_marker or not last):
        found.append(CEASE_FIRE)
    return found


class Administration(Step["ShanghaiPosition", Administering]):
    """13.1: go on, pause, or (R-02) end the campaign; 12.1: the last segment ends the game."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Administering) -> bool:
        found = courses(pos)
        if len(found) > 1:
            return True
        pos.done()
        if found:
            self._follow(pos, found[0])
        else:
            conclude(pos, "12.1")
        return False

    def actor(self, pos: ShanghaiPosition, at: Administering) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: ShanghaiPosition, at: Administering) -> Options:
        return Options(Group(Decide, values=courses(pos)))

    def refusal(self, pos: ShanghaiPosition, at: Administering, action: Action) -> Refusal | None:
        if not isinstance(action, Decide):
            return Refusal("13.1", "refusal.decide_first")
        if action.course in courses(pos):
            return None
        if action.course == CEASE_FIRE:
            return Refusal("12.3", "refusal.no_ceasefire")
        return Refusal("13.1", "refusal.no_pause" if action.course == PAUSE else "refusal.pause_now")

    def prompt(self, pos: ShanghaiPosition, at: Administering) -> tuple[str, dict[str, Param]]:
        return f"prompt.admin_{'_'.join(courses(pos))}", {}

    def apply(self, pos: ShanghaiPosition, at: Administering, action: Action) -> None:
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
    """13.1: the steps of a pause."""
    logistics = pos.book.logistics
    pos.then(
        Awarding(int(logistics["dice"]), int(logistics["add"]), raids=sum(state == RAIDING for state in pos.support)),
        Readying(),
        Calling(JAPANESE),
        Calling(CHINESE),
        Revealing(),
        Arriving(),
        Refitting(JAPANESE),
        Refitting(CHINESE),
        Redeploying(JAPANESE),
        Redeploying(CHINESE),
    )


class ReadyMarkers(Step["ShanghaiPosition", Readying]):
    """13.1, 15.1: whatever fire support has ever arrived can be used anew."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Readying) -> bool:
        pos.done()
        hand_out(pos)
        pos.tell("15.1", "event.markers_ready")
        return False


REFITS: Final[dict[object, str]] = {Deploy: "place", Restore: "steps", Recall: "steps", Fortify: "forts"}
"""What is asked for by each of the actions."""


class Refit(SideStep["ShanghaiPosition", Refitting]):
    """13.3, 13.5 to 13.7, 17.1: what a side places and buys in a pause."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Refitting) -> bool:
        if at.side == CHINESE:
            able = entering(pos)
            refund(pos, mask_of(unit for unit, _ in able))
            if able:
                return True
        if any(map(len, self._choices(pos, at))):
            return True
        self._finish(pos, at)
        return False

    def _finish(self, pos: ShanghaiPosition, at: Refitting) -> None:
        pos.done()
        pos.replacements = ()

    def options(self, pos: ShanghaiPosition, at: Refitting) -> Options:
        groups = self._choices(pos, at)
        placing = bool(groups) and groups[0].make is Deploy
        return Options(*groups) if placing else Options(*groups, DONE)

    def _choices(self, pos: ShanghaiPosition, at: Refitting) -> list[Group[Action]]:
        """Whom to place, what to replace, where to build."""
        if at.side == JAPANESE:
            return replacement_options(pos, JAPANESE)
        groups: list[Group[Action]] = [Group(Deploy, unit, values=Hexes(to)) for unit, to in entering(pos)]
        return [*groups, *replacement_options(pos, CHINESE), *fort_options(pos, pause=True)]

    def refusal(self, pos: ShanghaiPosition, at: Refitting, action: Action) -> Refusal | None:
        chinese = at.side == CHINESE
        match action:
            case Done():
                return Refusal("13.6", "refusal.entry_first") if chinese and entering(pos) else None
            case Deploy(unit, here):
                return entry_refusal(pos, unit, here) if chinese else Refusal("13.2", "refusal.not_landing")
            case Restore(unit):
                return restore_refusal(pos, at.side, unit)
            case Recall(unit, here):
                return recall_refusal(pos, at.side, unit, here)
            case Fortify(unit):
                return fortify_refusal(pos, unit, pause=True) if chinese else Refusal("17.1", "refusal.chinese_only")
        return Refusal("13.1", "refusal.refit")

    def apply(self, pos: ShanghaiPosition, at: Refitting, action: Action) -> None:
        match action:
            case Done():
                self._finish(pos, at)
            case Deploy(unit, here):
                enter_map(pos, at.side, unit, here, "13.6")
            case Restore(unit):
                restore(pos, at.side, unit)
            case Recall(unit, here):
                recall(pos, at.side, unit, here)
            case Fortify(unit):
                fortify(pos, unit)

    def prompt(self, pos: ShanghaiPosition, at: Refitting) -> tuple[str, dict[str, Param]]:
        asked = {REFITS[group.make] for group in self._choices(pos, at) if len(group)}
        return f"prompt.refit_{'_'.join(word for word in dict.fromkeys(REFITS.values()) if word in asked)}", {}


# --- the end of a turn --------------------------------------------------------------------------


def next_turn(pos: ShanghaiPosition) -> None:
    """13.1: the next day, or after a pause the first day of a new segment, with one pause less to come."""
    if pos.pausing:
        pos.pausing = False
        pos.calls = (0, 0)
        pos.pause_marker -= 1
        pos.segment += 1
        pos.turn = 1
    else:
        pos.turn += 1
    pos.tell("13.1", "event.turn", segment=pos.segment, turn=pos.turn)
