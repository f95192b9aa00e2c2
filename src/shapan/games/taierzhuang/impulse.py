"""Storm Over Taierzhuang 4.0 phase 5 and 7.0 Player impulse: one action, or a pass; Li Tsung Jen's Command."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final, TypeAlias

from shapan.ground.areas import bits
from shapan.kernel import Action, Family, Group, Options, Param, Refusal, SideFrame, SideStep, amended, one
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Halt, Pass

from .actions import Call, Concentrate, Fire, Infiltrate, Move, Play
from .assault import ASSAULT_CASES, assaults
from .attack import Assaulting, begin_fire
from .bombardment import bombable, call_in, call_refusal, rallying
from .book import Area, Units
from .chits import chit_of, clear_played, in_hand, piece, spend
from .concentration import begin_concentration, concentrate_refusal, concentration_goals
from .fire import fire_refusal
from .infiltration import begin_infiltration, infiltrate_refusal, infiltrations
from .movement import begin_move, move_refusal, movers
from .position import TaierzhuangPosition
from .squads import Command, singles

MARCH: Final = -1
"""No target: the units move."""
MANNER = {case.effect: manner for manner, case in enumerate(ASSAULT_CASES) if case.effect}


UnitAction: TypeAlias = tuple[Area, Area, Units]
"""Where units stand, the area at which they could fire (or MARCH), and who they are: a plain tuple, for the speed."""


def unit_actions(pos: TaierzhuangPosition, side: int, used: int = 0, acted: int = 0) -> Family[Action]:
    """7.1, 7.2: the Movement and Fire actions of every area and zone; some may have acted already."""
    able_to: list[UnitAction] = []
    able, hostile = pos.book.roster[side] & ~(pos.spent | acted), pos.occupied(other(side))
    for here in range(pos.book.place_count):
        ready = pos.at[here] & able
        if not ready or used >> here & 1:
            continue
        able_to.append((here, MARCH, ready))
        if hostile >> here & 1:
            able_to.append((here, here, ready))
        if red := ready & pos.book.red:
            able_to += [(here, target, red) for target in bits(pos.book.fire[here] & hostile)]
    return Family(able_to, partial(_unit_action, pos, side))


def _unit_action(pos: TaierzhuangPosition, side: int, action: UnitAction) -> Group[Action]:
    """The Movement action of these units, or their Fire at one area."""
    here, target, units = action
    if target == MARCH:
        return Group(Move, values=partial(movers, pos, side, units, here))
    return Group(Fire, target, values=partial(singles, units))


class Impulse(SideFrame):
    """4.0, 7.0: the impulse of a side."""

    passes: int = 0
    """How many passes in succession have led here."""
    acted: bool = False
    """The action of this impulse is under way."""


class TakeImpulse(SideStep[TaierzhuangPosition, Impulse]):
    """4.0: the players take impulses in turn until both pass in succession."""

    case: ClassVar[str] = "7.0"

    def settle(self, pos: TaierzhuangPosition, at: Impulse) -> bool:
        if at.acted:
            clear_played(pos)
            pos.become(Impulse(other(at.side)))
        return True

    def options(self, pos: TaierzhuangPosition, at: Impulse) -> Options:
        side = at.side
        groups: list[Group[Action] | Family[Action]] = [unit_actions(pos, side), *self._chits(pos, side)]
        if pos.book.switches["infiltration"]:
            groups += infiltrations(pos, side)
        if pos.concentration == side:
            groups.append(Group(Concentrate, values=lambda: concentration_goals(pos, side)))
        groups.append(one(Pass()))
        return Options(*groups)

    def _chits(self, pos: TaierzhuangPosition, side: int) -> list[Group[Action]]:
        groups: list[Group[Action]] = []
        for chit in pos.book.chits_of[side]:
            if not pos.hands[chit]:
                continue
            effect = pos.book.chits[chit].effect
            if effect == "bombardment":
                groups.append(Group(Call, piece(pos, chit), values=partial(bombable, pos, side, chit)))
            elif effect == "recovery":
                groups.append(Group(Call, piece(pos, chit), values=lambda: rallying(pos)))
            elif effect in MANNER or effect == "command":
                groups.append(Group(Play, values=partial(self._playable, pos, side, chit)))
        return groups

    def _playable(self, pos: TaierzhuangPosition, side: int, chit: int) -> list[int]:
        number = piece(pos, chit)
        return [] if self._play_refusal(pos, side, number) else [number]

    def refusal(self, pos: TaierzhuangPosition, at: Impulse, action: Action) -> Refusal | None:
        side = at.side
        match action:
            case Pass():
                return None
            case Move(units):
                return move_refusal(pos, side, units)
            case Fire(target, units):
                return fire_refusal(pos, side, target, units)
            case Call(chit, _):
                return in_hand(pos, side, chit) or call_refusal(pos, side, action)
            case Play(chit):
                return self._play_refusal(pos, side, chit)
            case Infiltrate(area, units):
                return infiltrate_refusal(pos, side, area, units)
            case Concentrate(area):
                return concentrate_refusal(pos, side, area)
        return Refusal("7.0", "refusal.impulse")

    def _play_refusal(self, pos: TaierzhuangPosition, side: int, number: int) -> Refusal | None:
        """5.2: the chits that begin an impulse without naming a place."""
        if refusal := in_hand(pos, side, number):
            return refusal
        effect = pos.book.chits[chit_of(pos, number)].effect
        if effect in MANNER:
            return None if assaults(pos, side, MANNER[effect]) else Refusal("5.2", "refusal.no_assault", piece=number)
        if effect == "command":
            return None if Options(unit_actions(pos, side)) else Refusal("5.2", "refusal.nobody_acts")
        return Refusal("5.2", "refusal.wrong_window", piece=number)

    def apply(self, pos: TaierzhuangPosition, at: Impulse, action: Action) -> None:
        side = at.side
        if isinstance(action, Pass):
            pos.tell("4.0", "event.passed", side=pos.name(side))
            passes = at.passes + 1
            if passes == len(pos.book.sides):
                pos.done()
            else:
                pos.become(Impulse(other(side), passes=passes))
            return
        pos.become(Impulse(side, acted=True))
        match action:
            case Move(units):
                begin_move(pos, side, units)
            case Fire(target, units):
                begin_fire(pos, side, target, units)
            case Call():
                call_in(pos, side, action)
            case Play(chit):
                spend(pos, chit)
                self._play(pos, side, pos.book.chits[chit_of(pos, chit)].effect)
            case Infiltrate(area, units):
                begin_infiltration(pos, side, area, units)
            case Concentrate(area):
                begin_concentration(pos, side, area)

    def _play(self, pos: TaierzhuangPosition, side: int, effect: str) -> None:
        if effect == "command":
            pos.then(Command(side, pos.book.chits[pos.book.by_effect[effect]].areas))
        else:
            pos.then(Assaulting(side, MANNER[effect]))

    def prompt(self, pos: TaierzhuangPosition, at: Impulse) -> tuple[str, dict[str, Param]]:
        return "prompt.impulse_last" if at.passes else "prompt.impulse", {"side": pos.name(at.side)}


class CarryOutCommand(SideStep[TaierzhuangPosition, Command]):
    """5.2: Li Tsung Jen's Command (R-61)."""

    case: ClassVar[str] = "5.2"

    def settle(self, pos: TaierzhuangPosition, at: Command) -> bool:
        if at.left and Options(unit_actions(pos, at.side, at.used, at.acted)):
            return True
        pos.done()
        return False

    def options(self, pos: TaierzhuangPosition, at: Command) -> Options:
        actions = unit_actions(pos, at.side, at.used, at.acted)
        return Options(actions, one(Halt())) if at.used else Options(actions)

    def refusal(self, pos: TaierzhuangPosition, at: Command, action: Action) -> Refusal | None:
        match action:
            case Halt():
                return None if at.used else Refusal("5.2", "refusal.command_first")
            case Move(units):
                refusal = move_refusal(pos, at.side, units)
            case Fire(target, units):
                refusal = fire_refusal(pos, at.side, target, units)
            case _:
                return Refusal("5.2", "refusal.command_only")
        if refusal is not None:
            return refusal
        if at.used >> pos.place_of(units[0]) & 1:
            return Refusal("5.2", "refusal.command_area", area=pos.place_of(units[0]))
        return Refusal("5.2", "refusal.acted") if any(at.acted >> unit & 1 for unit in units) else None

    def apply(self, pos: TaierzhuangPosition, at: Command, action: Action) -> None:
        if not isinstance(action, Move | Fire):
            pos.done()
            return
        pos.become(amended(at, left=at.left - 1, used=at.used | 1 << pos.place_of(action.units[0])))
        if isinstance(action, Move):
            begin_move(pos, at.side, action.units)
        else:
            begin_fire(pos, at.side, action.area, action.units)

    def prompt(self, pos: TaierzhuangPosition, at: Command) -> tuple[str, dict[str, Param]]:
        return "prompt.command" if at.used else "prompt.command_first", {"count": at.left}
